"""Moves, events and views as text for people, in English; it follows from a game's types and words alone.

A move in words is its tag, then the values of its fields in their order, as in `swap 5d 3s` or `play 9c 9s`;
a list takes all that is left of the line. What cannot be said so is written as JSON. Cards may be entered as they
are drawn too.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import click
import msgspec
import msgspec.inspect as mi

from rules.core import AnyRules
from service.web import texts

SUITS = {"c": "\u2663", "d": "\u2666", "h": "\u2665", "s": "\u2660"}
"""How suits are drawn, by their letter."""

_CARD = re.compile(r"(?<!\w)([2-9TJQKA])([cdhs])(?!\w)")
_DRAWN = re.compile(rf"(?<!\w)(10|[2-9TJQKA])([cdhs{''.join(SUITS.values())}])(?!\w)")


class Malformed(Exception):
    """What was entered is no move of the game."""


# Cards


def drawn(line: str) -> str:
    """The line with its cards drawn, "Td" as 10 and a diamond, the red suits in red."""

    def draw(card: re.Match[str]) -> str:
        text = card[1].replace("T", "10") + SUITS[card[2]]
        return click.style(text, fg="red") if card[2] in "dh" else text

    return _CARD.sub(draw, line)


def _letters(card: re.Match[str]) -> str:
    suits = {symbol: letter for letter, symbol in SUITS.items()}
    return card[1].replace("10", "T") + suits.get(card[2], card[2])


# Moves


def read(game: AnyRules, line: str) -> Any:
    """The move that a line says, in words or as JSON; Malformed if it says none."""
    try:
        if line.startswith("{"):
            return msgspec.json.decode(line, type=game.move_type)
        return msgspec.convert(
            _fields_of(game, _DRAWN.sub(_letters, line).split()), game.move_type, strict=False
        )
    except (msgspec.DecodeError, RecursionError) as fault:
        raise Malformed from fault


def written(game: AnyRules, move: Any) -> str:
    """The move as text that `read` takes for it."""
    tag, *values = _plain(move).items()
    words = [
        tag[1],
        *(word for _, value in values for word in (value if isinstance(value, list) else [value])),
    ]
    line = " ".join(map(str, words))
    try:
        if read(game, line) == move:
            return line
    except Malformed:
        pass
    return msgspec.json.encode(move).decode()


def forms(game: AnyRules) -> Iterator[str]:
    """Every kind of move, with the names of its fields in capitals."""
    for tag, shape in _shapes(game).items():
        names = (f"{f.encode_name.upper()}{' ...' if _is_list(f.type) else ''}" for f in shape.fields)
        yield " ".join((tag, *names))


def _fields_of(game: AnyRules, words: Sequence[str]) -> dict[str, Any]:
    """The move that words say, as plain values."""
    shapes = _shapes(game)
    if not words or words[0] not in shapes:
        raise Malformed
    left = list(words[1:])
    plain: dict[str, Any] = {"type": words[0]}
    for field in shapes[words[0]].fields:
        if _is_list(field.type) and (left or field.required):
            plain[field.encode_name], left = left, []
        elif left:
            plain[field.encode_name] = left.pop(0)
    if left:
        raise Malformed
    return plain


@cache
def _shapes(game: AnyRules) -> Mapping[str, mi.StructType]:
    """The types of moves by tag."""
    info = mi.type_info(game.move_type)
    members = info.types if isinstance(info, mi.UnionType) else (info,)
    return {str(one.tag): one for one in members if isinstance(one, mi.StructType)}


def _is_list(info: mi.Type) -> bool:
    match info:
        case mi.Metadata(type=inner):
            return _is_list(inner)
        case mi.UnionType(types=types):
            return any(map(_is_list, types))
    return isinstance(info, mi.VarTupleType | mi.ListType)


def _plain(value: Any) -> dict[str, Any]:
    """A value as its JSON has it."""
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(value))
    return plain


# What happened, and how things stand


def event_line(game: AnyRules, event: Any) -> str:
    """What happened, in one line."""
    return _said(game, _plain(event))


def rows(game: AnyRules, value: Any) -> Iterator[str]:
    """A view, a result or options, one line a field, the values below each other."""
    plain = _plain(value)
    width = max(map(len, plain), default=0)
    for name, one in plain.items():
        label = _spaced(name).ljust(width)
        yield f"{label}  {_word(game, 'phases', one) if name == 'phase' else _said(game, one)}"


def _said(game: AnyRules, value: Any) -> str:
    """A plain value in words; lists inside lists stand in brackets."""
    match value:
        case None:
            return "-"
        case bool():
            return "yes" if value else "no"
        case {"zone": str() as zone, "seat": seat}:
            return _word(game, "zones", zone) + ("" if seat is None else f" of seat {seat}")
        case {"type": str() as tag, **fields}:
            seat = fields.pop("seat", None)
            head = _spaced(tag) if seat is None else f"seat {seat} {_spaced(tag)}"
            return f"{head}: {_said(game, fields)}" if fields else head
        case dict():
            return ", ".join(f"{_spaced(name)} {_said(game, one)}" for name, one in value.items())
        case []:
            return "none"
        case list() if any(isinstance(one, list | dict) for one in value):
            return " ".join(f"[{_said(game, one)}]" for one in value)
        case list():
            return " ".join(_said(game, one) for one in value)
    return str(value)


def _word(game: AnyRules, kind: str, name: str) -> str:
    """What the game calls a zone or phase; its name if it has no word for it."""
    word = texts.words(game).get(kind, {}).get(name)
    return word.en if word else _spaced(name)


def _spaced(name: str) -> str:
    return name.replace("_", " ")
