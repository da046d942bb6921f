"""What the types of a game allow, read off by msgspec: sets of options, and the classes a game is made of."""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from random import Random
from typing import Any

import msgspec.inspect as mi
from msgspec import Struct

from rules.core import AnyRules, Refusal

MOST_OPTION_SETS = 48
"""Above this many for one number of seats, every value stands in at least one set and the rest is drawn."""


def bare(info: mi.Type) -> mi.Type:
    """The type without the descriptions wrapped around it."""
    while isinstance(info, mi.Metadata):
        info = info.type
    return info


@cache
def fields(kind: Any) -> tuple[mi.Field, ...]:
    """The fields of a Struct class, as msgspec sees them."""
    info = bare(mi.type_info(kind))
    assert isinstance(info, mi.StructType), f"{kind} is no Struct"
    return info.fields


@cache
def variants_of(union: Any) -> tuple[mi.StructType, ...]:
    """The Struct types of a union, or the one Struct itself."""
    info = bare(mi.type_info(union))
    members = info.types if isinstance(info, mi.UnionType) else (info,)
    found = tuple(bare(m) for m in members)
    assert all(isinstance(m, mi.StructType) for m in found), f"{union} is no union of Structs"
    return found  # type: ignore[return-value]


def tags(union: Any) -> list[str]:
    """The tags of a union's variants."""
    return [str(variant.tag) for variant in variants_of(union)]


def bounds(info: mi.IntType, low: int, high: int) -> tuple[int, int]:
    """The range of an integer, both ends included; `low` and `high` where the type says nothing."""
    if info.ge is not None or info.gt is not None:
        low = info.ge if info.ge is not None else info.gt + 1  # type: ignore[operator]
    if info.le is not None or info.lt is not None:
        high = info.le if info.le is not None else info.lt - 1  # type: ignore[operator]
    return low, max(low, high)


def values(info: mi.Type, default: Any) -> list[Any]:
    """Values worth trying for a field: all of a small type, the default and the bounds of an integer."""
    match bare(info):
        case mi.BoolType():
            return [False, True]
        case mi.NoneType():
            return [None]
        case mi.EnumType(cls=cls):
            return list(cls)
        case mi.LiteralType(values=literal):
            return list(literal)
        case mi.IntType() as number:
            own = [default] if isinstance(default, int) else []
            return sorted({*own, *bounds(number, *(own * 2 or [0, 9]))})
        case mi.UnionType(types=types):
            return [v for member in types for v in values(member, default)]
        case _:
            return [default]


def default_of(field: mi.Field) -> Any:
    """A field's default; every option and every setting of a series has one."""
    if field.default_factory is not mi.NODEFAULT:
        return field.default_factory()
    assert field.default is not mi.NODEFAULT, f"{field.name} has no default"
    return field.default


def settings(kind: Any) -> Iterator[Any]:
    """Every combination of values worth trying, or a choice of them in which each value occurs."""
    defaults = {f.name: default_of(f) for f in fields(kind)}
    tried = {f.name: values(f.type, defaults[f.name]) for f in fields(kind)}
    size = 1
    for choices in tried.values():
        size *= len(choices)
    if size <= MOST_OPTION_SETS:
        for combination in product(*tried.values()):
            yield kind(**dict(zip(tried, combination, strict=True)))
        return
    for name, choices in tried.items():
        for value in choices:
            yield kind(**defaults | {name: value})
    rng = Random(0)
    for _ in range(MOST_OPTION_SETS):
        yield kind(**{name: rng.choice(choices) for name, choices in tried.items()})


def option_sets(game: AnyRules, seats: int) -> list[Any]:
    """The effective option sets to try at that number of seats, each once."""
    kept = []
    for given in settings(game.options_type):
        effective = game.options(seats, given)
        if not isinstance(effective, Refusal) and effective not in kept:
            kept.append(effective)
    return kept


def configurations(game: AnyRules) -> list[tuple[int, Any]]:
    """Every number of seats with every option set to try; each number of seats comes early."""
    by_seats = [[(seats, options) for options in option_sets(game, seats)] for seats in game.seats]
    longest = max(len(sets) for sets in by_seats)
    return [sets[i] for i in range(longest) for sets in by_seats if i < len(sets)]


def structs(*roots: Any) -> set[type[Struct]]:
    """All Struct classes that occur anywhere in these types."""
    found: set[type[Struct]] = set()
    waiting: list[mi.Type] = [mi.type_info(root) for root in roots]
    while waiting:
        info = waiting.pop()
        if isinstance(info, mi.StructType):
            if info.cls in found:
                continue
            found.add(info.cls)
        waiting.extend(_parts(info))
    return found


def _parts(info: mi.Type) -> Iterable[mi.Type]:
    match info:
        case mi.StructType(fields=inner):
            return [f.type for f in inner]
        case mi.UnionType(types=types):
            return types
        case mi.TupleType(item_types=items):
            return items
        case mi.VarTupleType(item_type=item) | mi.ListType(item_type=item) | mi.SetType(item_type=item):
            return [item]
        case mi.FrozenSetType(item_type=item):
            return [item]
        case mi.DictType(key_type=key, value_type=value):
            return [key, value]
        case mi.Metadata(type=inner_type):
            return [inner_type]
        case _:
            return []


def mutable_parts(root: Any) -> list[str]:
    """What in a type could be changed in place: lists, sets, dicts, Structs that are not frozen."""
    faults, seen = [], set()
    waiting: list[mi.Type] = [mi.type_info(root)]
    while waiting:
        info = waiting.pop()
        if isinstance(info, mi.ListType | mi.SetType | mi.DictType | mi.ByteArrayType | mi.AnyType):
            faults.append(type(info).__name__)
        if isinstance(info, mi.StructType):
            if info.cls in seen:
                continue
            seen.add(info.cls)
            if not info.cls.__struct_config__.frozen:
                faults.append(info.cls.__name__)
        waiting.extend(_parts(info))
    return faults
