"""What goes out to clients. The texts of these types are the API documentation.

Types are generic over those of a game; a field whose type is a game's goes out as the rules gave it, through
`Rules.view` and `referee.shown` alone.
"""

from collections.abc import Sequence
from typing import Annotated, Any, Generic, TypeVar

from msgspec import Meta, Struct

from rules import referee
from rules.bots import Level
from rules.core import AnyRules, Event, Move, Options, Result, Seat, Series, Standings, View
from service.tables.events import TABLE_EVENTS
from service.tables.record import (
    AnyEntry,
    Cause,
    Chair,
    Kind,
    LogEntry,
    Record,
    Snapshot,
    Status,
    Visibility,
    rfc3339,
)

At = Annotated[str, Meta(extra_json_schema={"format": "date-time"})]
Version = Annotated[int, Meta(ge=1)]

Code = TypeVar("Code")
Reason = TypeVar("Reason")


class SeatHolder(Struct, frozen=True):
    """A seat of a table and who has it."""

    seat: Annotated[Seat, Meta(description="Index of the seat, from 0; clockwise is rising index.")]
    name: Annotated[str | None, Meta(description="Name its holder goes by; null when the seat is free.")]
    kind: Annotated[Kind, Meta(description="Who holds the seat.")]
    level: Annotated[Level | None, Meta(description="How well a bot plays; null for anybody else.")]
    held: Annotated[bool, Meta(description="True while a bot plays for a human who missed deadlines.")]


class SeriesProgress(Struct, Generic[Series, Result, Standings], frozen=True):
    """The games of a table and how they add up."""

    number: Annotated[
        int, Meta(ge=0, description="Number of the running or last game, from 1; 0 before the first.")
    ]
    games: Annotated[int | None, Meta(description="Games to be played; null: until the series is closed.")]
    settings: Annotated[
        Series | None, Meta(description="Settings of the series as given at creation; null: a single game.")
    ]
    firsts: Annotated[tuple[Seat, ...], Meta(description="First seat of each game so far.")]
    results: Annotated[tuple[Result, ...], Meta(description="Result of each finished game.")]
    standings: Annotated[Standings, Meta(description="Running totals; settled once the series is over.")]


class Table(Struct, Generic[View, Move, Options, Result, Series, Standings], frozen=True):
    """A table as the caller may see it."""

    id: Annotated[str, Meta(description="Id of the table.")]
    game: Annotated[str, Meta(description="Slug of the game played here.")]
    status: Annotated[Status, Meta(description="Where the table stands.")]
    reason: Annotated[str | None, Meta(description="Why the table was abandoned; null otherwise.")]
    version: Annotated[
        Version, Meta(description="Rises by one with every change of the table; its number is the ETag.")
    ]
    created_at: Annotated[At, Meta(description="When the table was created, UTC.")]
    updated_at: Annotated[At, Meta(description="When this version came about, UTC.")]
    you: Annotated[Seat | None, Meta(description="The caller's seat; null for a spectator.")]
    host: Annotated[
        Seat | None, Meta(description="Seat of the host; null when the host has no seat, or left.")
    ]
    seats: Annotated[tuple[SeatHolder, ...], Meta(description="The seats, index = seat.")]
    options: Annotated[Options, Meta(description="The options in force.")]
    actors: Annotated[
        tuple[Seat, ...],
        Meta(description="Seats to act, ascending; several when they act at once, none when no game runs."),
    ]
    deadline: Annotated[
        At | None, Meta(description="When the seat to act must have acted, UTC; null without a clock.")
    ]
    clock: Annotated[int | None, Meta(description="Seconds for a move; null without a clock.")]
    visibility: Annotated[
        Visibility, Meta(description="Whether the lobby lists the table, or only an invite lets one join.")
    ]
    spectators: Annotated[bool, Meta(description="Whether somebody without a seat may watch.")]
    abandon_votes: Annotated[
        tuple[Seat, ...], Meta(description="Seats that want to give the table up, ascending.")
    ]
    series: Annotated[SeriesProgress[Series, Result, Standings], Meta(description="The games of this table.")]
    commitment: Annotated[
        str, Meta(description="SHA-256 in hex to which the seeds of all deals lead back; fixed at creation.")
    ]
    view: Annotated[
        View | None, Meta(description="The game as the caller may see it; null before the first deal.")
    ]
    moves: Annotated[
        tuple[Move, ...] | None,
        Meta(description="The caller's legal moves, one of each class; null when the caller is not to act."),
    ]
    result: Annotated[
        Result | None,
        Meta(description="Result of the last game once it has ended; null while none has ended or one runs."),
    ]


class Update(Struct, Generic[Event, Move], frozen=True):
    """One version of a table: what changed, as the caller may see it."""

    version: Annotated[Version, Meta(description="The version that came about.")]
    seat: Annotated[Seat | None, Meta(description="Seat that moved; null when no seat did.")]
    cause: Annotated[Cause, Meta(description="What brought it about.")]
    move: Annotated[Move | None, Meta(description="The move; null when it was none.")]
    events: Annotated[tuple[Event, ...], Meta(description="What happened, in order.")]
    at: Annotated[At, Meta(description="When, UTC.")]


class Done(Struct, Generic[Event, View, Move, Options, Result, Series, Standings], frozen=True):
    """What a write brought about, and the table as it is now."""

    updates: Annotated[tuple[Update[Event, Move], ...], Meta(description="Every new version, oldest first.")]
    table: Annotated[
        Table[View, Move, Options, Result, Series, Standings],
        Meta(description="The table after the last of them."),
    ]


class Created(Struct, Generic[View, Move, Options, Result, Series, Standings], frozen=True):
    """A new table and the token of whoever created it."""

    table: Annotated[
        Table[View, Move, Options, Result, Series, Standings], Meta(description="The new table.")
    ]
    token: Annotated[str, Meta(description="Bearer token of the creator: keep it, it is not given again.")]
    invite: Annotated[
        str | None, Meta(description="What others need to join a private table; null for a public one.")
    ]


class Joined(Struct, Generic[View, Move, Options, Result, Series, Standings], frozen=True):
    """The table joined and the token of the seat."""

    table: Annotated[
        Table[View, Move, Options, Result, Series, Standings], Meta(description="The table joined.")
    ]
    token: Annotated[
        str | None,
        Meta(description="Bearer token of the seat: keep it, it is not given again; null for a bot."),
    ]


class TableSummary(Struct, Generic[Options], frozen=True):
    """What the lobby says of a table."""

    id: Annotated[str, Meta(description="Id of the table.")]
    game: Annotated[str, Meta(description="Slug of the game played here.")]
    status: Annotated[Status, Meta(description="Where the table stands.")]
    version: Annotated[Version, Meta(description="Version of the table.")]
    created_at: Annotated[At, Meta(description="When the table was created, UTC.")]
    updated_at: Annotated[At, Meta(description="When it last changed, UTC.")]
    seats: Annotated[tuple[SeatHolder, ...], Meta(description="The seats, index = seat.")]
    options: Annotated[Options, Meta(description="The options in force.")]
    clock: Annotated[int | None, Meta(description="Seconds for a move; null without a clock.")]
    spectators: Annotated[bool, Meta(description="Whether somebody without a seat may watch.")]


class Lobby(Struct, Generic[Options], frozen=True):
    """A page of the public tables, newest first."""

    tables: Annotated[
        tuple[TableSummary[Options], ...], Meta(description="Tables that wait for players or play.")
    ]
    next_cursor: Annotated[str | None, Meta(description="Cursor of the next page; null on the last.")]


class Hint(Struct, Generic[Move, Reason], frozen=True):
    """What speaks for or against a legal move, as far as the caller's seat can know."""

    move: Annotated[Move, Meta(description="The move.")]
    reason: Annotated[Reason, Meta(description="Reason code of the game's advice.")]
    clause: Annotated[
        str, Meta(description="The advice or clause of the game's rules on which the reason rests.")
    ]
    detail: Annotated[str, Meta(description="The reason in the caller's language.")]


class Moves(Struct, Generic[Move, Reason], frozen=True):
    """The legal moves of the caller's seat."""

    version: Annotated[Version, Meta(description="The version of the table they hold for.")]
    moves: Annotated[
        tuple[Move, ...],
        Meta(description="One move of each class, in a stable order; empty when the seat is not to act."),
    ]
    hints: Annotated[
        tuple[Hint[Move, Reason], ...] | None,
        Meta(description="The same moves with a reason each, the best first; null unless asked for."),
    ]


class RefusalText(Struct, Generic[Code], frozen=True):
    """Why a move is not legal."""

    code: Annotated[Code, Meta(description="Reason code of the game.")]
    clause: Annotated[str, Meta(description="Clause of the game's rules that says so.")]
    detail: Annotated[str, Meta(description="The reason in the caller's language, and what would be legal.")]
    params: Annotated[dict[str, Any], Meta(description="What the text mentions, for a text of one's own.")]


class Verdict(Struct, Generic[Code], frozen=True):
    """Whether a move would be legal now."""

    legal: Annotated[bool, Meta(description="True: the move would be carried out.")]
    refusal: Annotated[
        RefusalText[Code] | None, Meta(description="Why it would not be; null when it is legal.")
    ]
    version: Annotated[Version, Meta(description="The version of the table this holds for.")]


class Updates(Struct, Generic[Event, Move], frozen=True):
    """Versions of a table in order."""

    updates: Annotated[tuple[Update[Event, Move], ...], Meta(description="Oldest first, without a gap.")]
    next: Annotated[int, Meta(ge=0, description="Give this as `after` to go on.")]


class PastView(Struct, Generic[View], frozen=True):
    """What the caller's seat could see at an earlier version."""

    version: Annotated[Version, Meta(description="The version.")]
    view: Annotated[
        View | None, Meta(description="The game as it was to be seen then; null before the first deal.")
    ]


def of(generic: Any, *arguments: Any) -> Any:
    """A generic answer type with the types of a game put in."""
    return generic[arguments]


def _events(game: AnyRules) -> Any:
    kinds = game.event_type
    for kind in TABLE_EVENTS:
        parameters = getattr(kind, "__parameters__", ())
        filled = {Result: game.result_type, Standings: game.standings_type}
        kinds = kinds | (of(kind, *(filled[p] for p in parameters)) if parameters else kind)
    return kinds


class GameTypes:
    """The answer types of one game, generic ones filled in."""

    def __init__(self, game: AnyRules) -> None:
        self.move = game.move_type
        self.event = _events(game)
        self.entry = of(LogEntry, self.event, game.move_type)
        self.shared = (
            game.view_type,
            game.move_type,
            game.options_type,
            game.result_type,
            game.series_type,
            game.standings_type,
        )
        """The parameters that a table and what holds one have in common."""
        self.table = of(Table, *self.shared)
        self.done = of(Done, self.event, *self.shared)
        self.created = of(Created, *self.shared)
        self.joined = of(Joined, *self.shared)
        self.lobby = of(Lobby, game.options_type)
        self.moves = of(Moves, game.move_type, game.bot.reasons)
        self.verdict = of(Verdict, game.refusals)
        self.update = of(Update, self.event, game.move_type)
        self.updates = of(Updates, self.event, game.move_type)
        self.past_view = of(PastView, game.view_type)


def seats(record: Record) -> tuple[SeatHolder, ...]:
    """The seats of a table for its answers, index = seat."""
    return tuple(_seat(seat, chair) for seat, chair in enumerate(record.chairs))


def _seat(seat: Seat, chair: Chair) -> SeatHolder:
    return SeatHolder(seat, chair.name, chair.kind, chair.level, chair.held)


def table(game: AnyRules, snapshot: Snapshot, you: Seat | None) -> Table[Any, Any, Any, Any, Any, Any]:
    """The table as a seat may see it, None for a spectator."""
    record, state = snapshot.record, snapshot.state
    playing = record.status == "playing"
    actors = game.actors(state) if playing else ()
    return Table(
        id=record.id,
        game=record.game,
        status=record.status,
        reason=record.reason,
        version=snapshot.version,
        created_at=rfc3339(record.created_at),
        updated_at=rfc3339(snapshot.at),
        you=you,
        host=record.host,
        seats=seats(record),
        options=record.options,
        actors=actors,
        deadline=None,
        clock=None,
        visibility=record.visibility,
        spectators=record.spectators,
        abandon_votes=record.abandon_votes,
        series=SeriesProgress(
            len(record.firsts), record.length, record.series, record.firsts, record.results, record.standings
        ),
        commitment=record.commitment,
        view=None if state is None else game.view(state, you),
        moves=game.moves(state, you) if you is not None and you in actors else None,
        result=record.results[-1] if record.results and not playing else None,
    )


def summary(snapshot: Snapshot) -> TableSummary[Any]:
    """What the lobby says of a table."""
    record = snapshot.record
    return TableSummary(
        record.id,
        record.game,
        record.status,
        snapshot.version,
        rfc3339(record.created_at),
        rfc3339(snapshot.at),
        seats(record),
        record.options,
        None,
        record.spectators,
    )


def updates(entries: Sequence[tuple[int, AnyEntry]], viewer: Seat | None) -> tuple[Update[Any, Any], ...]:
    """Log entries with their versions, as a seat may see them, None for a spectator."""
    return tuple(
        Update(
            version,
            entry.seat,
            entry.cause,
            entry.move,
            tuple(referee.shown(event, viewer) for event in entry.events),
            rfc3339(entry.at),
        )
        for version, entry in entries
    )
