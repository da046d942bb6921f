"""Law 8: recorded games that every version of the rules plays to the same bytes.

`python -m tests.rules.golden` (`make golden`) writes them anew: the moves of a record stay if they are still
legal, so that its diff shows what the rules now do otherwise; what is missing is recorded. A record is a file
with one line a move, `<slug>/<seats>-seats-<number>.json`; a game without records turns the suite red.
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, to_builtins

from rules import referee
from rules.chance import Seeded
from rules.core import AnyRules, Seat
from tests.rules.laws.reflect import configurations, fields, tags
from tests.rules.laws.walks import Walk

FOLDER = Path(__file__).parent
LONGEST = 300
"""Moves of the longest game that is recorded whole."""
OPENING = 60
"""Moves recorded of games that are longer than that."""
SEEDS = 40
"""Random games of which one is chosen."""
FEW = 8
"""Of up to so many configurations each is recorded; of more, every number of seats and value of an option."""


class Head(Struct, frozen=True):
    """What a record starts from."""

    game: str
    seats: int
    options: Any
    first: Seat
    key: str
    """The game's key in hexadecimal; version n draws from Seeded(key, "game", n), the deal is version 1."""


class Line(Struct, frozen=True):
    """A move of a record, and everything that happened by it."""

    seat: Seat
    move: Any
    events: Any


class Record(Struct, frozen=True):
    """A file, as read; what follows from head and moves is only compared, byte by byte."""

    head: Head
    deal: Any
    moves: tuple[Line, ...]
    result: Any


def played(game: AnyRules, record: Record) -> Iterator[Any]:
    """The steps of a record, the deal first; ValueError where a move is not legal any more."""
    head = record.head
    options = msgspec.convert(head.options, game.options_type)
    key = bytes.fromhex(head.key)
    _, start = referee.deal(game, head.seats, options, head.first, Seeded(key, "game", 1))
    yield start
    moves = (
        (line.seat, msgspec.convert(line.move, game.move_type), Seeded(key, "game", number))
        for number, line in enumerate(record.moves, start=2)
    )
    yield from referee.replay(game, start.state, moves)


def render(game: AnyRules, record: Record) -> bytes:
    """The whole text of a record, as the rules play it now."""
    start, *steps = played(game, record)
    lines = [Line(line.seat, line.move, step.events) for line, step in zip(record.moves, steps, strict=True)]
    end = steps[-1].state
    shown = [
        {"after": number, "views": [game.view(state, viewer) for viewer in (*range(record.head.seats), None)]}
        for number, state in _chosen([start.state, *(step.state for step in steps)])
    ]
    parts = {
        "head": compact(record.head),
        "deal": compact(start.events),
        "moves": _column(lines),
        "views": _column(shown),
        "state": compact(end),
        "result": compact(game.result(end)),
    }
    return ("{\n" + ",\n".join(f'"{name}": {text}' for name, text in parts.items()) + "\n}\n").encode()


def _chosen(states: list[Any]) -> list[tuple[int, Any]]:
    """Four states: the first, two on the way, and the last, each with the number of moves before it."""
    last = len(states) - 1
    return [(number, states[number]) for number in sorted({0, last // 3, 2 * last // 3, last})]


def compact(value: Any) -> str:
    """JSON without white space."""
    return msgspec.json.encode(value).decode()


def _column(values: Iterable[Any]) -> str:
    return "[\n" + ",\n".join(map(compact, values)) + "\n]"


def read(path: Path) -> Record:
    """A record from its file."""
    return msgspec.json.decode(path.read_bytes(), type=Record)


def record(game: AnyRules, seats: int, options: Any) -> Record:
    """A random game worth recording: rich in different moves and events, and short."""
    walks = [Walk(game, seats, options, seed, LONGEST) for seed in range(SEEDS)]
    whole = [walk for walk in walks if not game.actors(walk.end)]
    chosen = min(whole or walks, key=lambda walk: (-len(happened(walk)), len(walk.turns)))
    return recorded(chosen, LONGEST if whole else OPENING)


def recorded(walk: Walk, limit: int) -> Record:
    """A random game, or the beginning of it, as a record."""
    head = Head(walk.game.slug, walk.seats, to_builtins(walk.options), walk.first, walk.key.hex())
    lines = tuple(Line(turn.seat, to_builtins(turn.move), None) for turn in walk.turns[:limit])
    return Record(head, None, lines, None)


def happened(walk: Walk) -> set[str]:
    """Which moves and events occur in a game, in the words of `missing`."""
    events = {f"event {tag_of(event)}" for step in walk.steps for event in step.events}
    return events | {f"move {tag_of(turn.move)}" for turn in walk.turns}


def tag_of(value: Any) -> str:
    """The tag of a move or an event."""
    return str(type(value).__struct_config__.tag)


def name(seats: int, number: int) -> str:
    """The name of the file for the number-th record of that number of seats."""
    return f"{seats}-seats-{number}.json"


def wanted(game: AnyRules) -> list[tuple[int, Any]]:
    """The configurations to be recorded: all if they are few, else so many that every value occurs."""
    every = configurations(game)
    if len(every) <= FEW:
        return every
    chosen, left = [], set().union(*(_values(game, *one) for one in every))
    while left:
        best = max(every, key=lambda one: len(left & _values(game, *one)))
        chosen.append(best)
        left -= _values(game, *best)
    return chosen


def _values(game: AnyRules, seats: int, options: Any) -> set[str]:
    """What a configuration has of what is to be recorded, in words."""
    values = {f"{field.name} = {getattr(options, field.name)!r}" for field in fields(game.options_type)}
    return {f"{seats} seats", *values}


def records(folder: Path, slug: str) -> dict[Path, Record]:
    """All records of a game, by file."""
    return {path: read(path) for path in sorted((folder / slug).glob("*.json"))}


def missing(games: Mapping[str, AnyRules], folder: Path = FOLDER) -> list[str]:
    """What of these games is not recorded: numbers of seats, values of options, moves, events."""
    gaps = []
    for slug, game in games.items():
        found = list(records(folder, slug).values())
        heads = [(r.head.seats, msgspec.convert(r.head.options, game.options_type)) for r in found]
        has = set().union(*(_values(game, *head) for head in heads))
        has |= {f"move {line.move['type']}" for r in found for line in r.moves}
        has |= {f"event {e['type']}" for r in found for events in (r.deal, *_told(r)) for e in events}
        whole = set().union(*(_values(game, *one) for one in configurations(game)))
        whole |= {f"move {tag}" for tag in tags(game.move_type)}
        whole |= {f"event {tag}" for tag in tags(game.event_type)}
        gaps += [f"{slug}: {what}" for what in sorted(whole - has)]
        if len(configurations(game)) <= FEW:
            gaps += [f"{slug}: {one}" for one in configurations(game) if one not in heads]
    return gaps


def _told(found: Record) -> list[Any]:
    return [line.events for line in found.moves]
