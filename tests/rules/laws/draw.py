"""Moves drawn from the whole move type of a game, legal or not.

Cards are mostly the seat's own, half of the lists are of one rank (or one value), some moves are a legal one
with one thing changed. Whatever is drawn has passed the type, as everything has that reaches `check`.
"""

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import msgspec.inspect as mi
from msgspec import to_builtins

from rules.core import HIDDEN, AnyRules, Seat
from tests.rules.laws.reflect import bare, bounds, variants_of

NONSENSE = ("zz", "", "0x", HIDDEN)
ANY_INT = (-1, 8)


def leaves(value: Any) -> list[Any]:
    """Every string and number inside a JSON value."""
    if isinstance(value, dict):
        return [leaf for v in value.values() for leaf in leaves(v)]
    if isinstance(value, list | tuple):
        return [leaf for v in value for leaf in leaves(v)]
    return [value]


def number_lists(value: Any) -> list[list[int]]:
    """Every list of numbers inside a JSON value, empty ones left out."""
    if isinstance(value, dict):
        return [found for v in value.values() for found in number_lists(v)]
    if isinstance(value, list | tuple):
        if value and all(type(v) is int for v in value):
            return [list(value)]
        return [found for v in value for found in number_lists(v)]
    return []


class Palette:
    """What the moves of one seat in one position are drawn from."""

    def __init__(self, game: AnyRules, seats: int, state: Any, seat: Seat, rng: Random) -> None:
        self.game, self.rng = game, rng
        zones = game.zones(state) or {}
        everything = sorted({card for cards in zones.values() for card in cards})
        sees = to_builtins(game.view(state, seat if seat in range(seats) else None))
        strings = [v for v in leaves(sees) if isinstance(v, str) and len(v) <= 12]
        self.own = [c for place, cards in zones.items() if place.seat == seat for c in cards]
        self.seen = [s for s in strings if s in everything]
        self.words = sorted({s for s in strings if s not in everything} | {c[0] for c in everything})
        self.pack = everything
        self.numbers = number_lists(sees)
        self.legal = [v for m in game.moves(state, seat) for v in game.variants(state, seat, m)][:500]

    def card(self) -> str:
        """A string: mostly one of the seat's own cards, sometimes another, a word, or nonsense."""
        pools = (self.own, self.seen, self.pack, self.words, NONSENSE)
        pool = self.rng.choices(pools, (60, 15, 10, 10, 5))[0]
        return self.rng.choice(pool or NONSENSE)

    def cards(self, least: int) -> list[str]:
        """A list of strings, half of them of one rank."""
        size = self.rng.choice((least, 1, 1, 2, 2, 3, 4, 5))
        if self.rng.random() < 0.5:
            leader = self.card()
            same = [c for c in self.own if c[:1] == leader[:1]]
            if self.rng.random() < 0.2:
                same += [c for c in (*self.seen, *self.pack) if c[:1] == leader[:1]]
            drawn = self.rng.sample(same, min(size, len(same))) or [leader]
        elif self.rng.random() < 0.6 and self.own:
            drawn = self.rng.sample(self.own, min(size, len(self.own)))
        else:
            drawn = [self.card() for _ in range(size)]
        if drawn and self.rng.random() < 0.1:
            drawn.append(self.rng.choice(drawn))
        return drawn

    def numbers_like(self, info: mi.Type, least: int) -> list[Any]:
        """A list of numbers: part of one that the seat sees, one value several times, or any."""
        size = self.rng.choice((least, 1, 1, 2, 2, 3, 4, 5))
        if self.rng.random() < 0.5 and self.numbers:
            seen = self.rng.choice(self.numbers)
            return self.rng.sample(seen, min(size, len(seen)))
        if self.rng.random() < 0.5:
            return [self.value(info)] * size
        return [self.value(info) for _ in range(size)]

    def value(self, info: mi.Type) -> Any:
        """A value of a field's type, as JSON."""
        match bare(info):
            case mi.BoolType():
                return self.rng.random() < 0.5
            case mi.IntType() as number:
                return self.rng.randint(*bounds(number, *ANY_INT))
            case mi.StrType():
                return self.card()
            case mi.NoneType():
                return None
            case mi.EnumType(cls=cls):
                return self.rng.choice([member.value for member in cls])
            case mi.LiteralType(values=values):
                return self.rng.choice(values)
            case mi.UnionType(types=types):
                return self.value(self.rng.choice(types))
            case mi.TupleType(item_types=items):
                return [self.value(item) for item in items]
            case mi.VarTupleType(item_type=item, min_length=least):
                return self.listed(item, least or 0)
            case mi.StructType() as struct:
                return self.struct(struct)
            case other:
                raise TypeError(f"no move can be drawn with a field of type {other}")

    def listed(self, item: mi.Type, least: int) -> list[Any]:
        """A list of values of one type."""
        match bare(item):
            case mi.StrType():
                return self.cards(least)
            case mi.IntType():
                return self.numbers_like(item, least)
            case _:
                return [self.value(item) for _ in range(self.rng.randint(least, 3))]

    def struct(self, struct: mi.StructType) -> dict[str, Any]:
        """A move of one shape, as JSON."""
        drawn = {f.encode_name: self.value(f.type) for f in struct.fields}
        return drawn if struct.tag_field is None else drawn | {struct.tag_field: struct.tag}

    def changed(self, move: Any) -> dict[str, Any]:
        """A legal move, as JSON, with one of its fields changed a little."""
        plain: dict[str, Any] = to_builtins(move)
        struct = next(v for v in variants_of(self.game.move_type) if v.cls is type(move))
        if not struct.fields:
            return plain
        field = self.rng.choice(struct.fields)
        old = plain[field.encode_name]
        if not isinstance(old, list | tuple) or not old or self.rng.random() < 0.2:
            return plain | {field.encode_name: self.value(field.type)}
        fresh = self.value(field.type)
        extra = fresh[:1] if isinstance(fresh, list) else []
        changes: list[Callable[[list[Any]], list[Any]]] = [
            lambda items: items[1:],
            lambda items: items + extra,
            lambda items: items[1:] + extra,
            lambda items: [*items, items[0]],
            lambda items: items[::-1],
        ]
        return plain | {field.encode_name: self.rng.choice(changes)(list(old))}

    def moves(self, number: int) -> list[Any]:
        """That many moves of every shape, and twice as many legal ones with one thing changed."""
        shapes = variants_of(self.game.move_type)
        drawn = [self.struct(shape) for shape in shapes for _ in range(number if shape.fields else 1)]
        if self.legal:
            drawn += [self.changed(self.rng.choice(self.legal)) for _ in range(number * 2)]
        return [move for obj in drawn for move in self._passed(obj)]

    def _passed(self, obj: dict[str, Any]) -> list[Any]:
        try:
            return [msgspec.convert(obj, self.game.move_type)]
        except msgspec.ValidationError:
            return []
