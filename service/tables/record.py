"""What a table is besides the state of its game, and what one version changed: JSON in the store."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Generic, Literal

from msgspec import Raw, Struct
from msgspec.structs import replace

from rules.bots import Level
from rules.core import Event, Move, Seat

RULES_VERSION = 1
"""Raised when a record, state or log entry written here can no longer be read by the release before."""

Status = Literal["waiting", "playing", "between_games", "finished", "abandoned"]
Visibility = Literal["public", "private"]
Kind = Literal["human", "bot", "free"]
Cause = Literal["move", "timeout", "bot", "table"]

ENDED = ("finished", "abandoned")


class Chair(Struct, frozen=True, omit_defaults=True):
    """A seat and who has it."""

    name: str | None = None
    kind: Kind = "free"
    level: Level | None = None
    held: bool = False
    stand_in: bool = False
    """A bot that holds the seat of somebody who left, until the game is over."""
    join: int = 0
    """Number of the join by which it was taken, from 1; a token names it, so that it dies with its seat."""


FREE = Chair()


class Record(Struct, frozen=True, omit_defaults=True):
    """A table besides its state. Raw fields are JSON that goes out as it is."""

    rules_version: int
    id: str
    game: str
    created_at: int
    chairs: tuple[Chair, ...]
    options: Raw
    """Effective options."""
    series: Raw
    """Settings of the series."""
    length: int | None
    """Games of the series; None: until it is closed."""
    standings: Raw
    seed: str
    """End of the seed chain, s_1000, in hex: never leaves the server."""
    commitment: str
    """Start of the seed chain, s_0, in hex."""
    status: Status = "waiting"
    reason: str | None = None
    host: int | None = None
    host_apart: bool = False
    """The host has no seat: whoever created the table without playing."""
    joins: int = 0
    visibility: Visibility = "public"
    spectators: bool = True
    abandon_votes: tuple[int, ...] = ()
    firsts: tuple[int, ...] = ()
    results: tuple[Raw, ...] = ()
    client_seeds: tuple[str, ...] = ()
    key: str = ""
    """Key of the running or last game, in hex: never leaves the server."""
    deals: tuple[int, ...] = ()
    """Version at which each game was dealt."""
    asides: int = 0
    """Versions since the last of them that were no moves."""

    @property
    def began(self) -> int:
        """Version at which the running or last game was dealt; 0 before the first."""
        return self.deals[-1] if self.deals else 0


class LogEntry(Struct, Generic[Event, Move], frozen=True):
    """The body of a log entry, its events with their secrets."""

    seat: int | None
    cause: Cause
    move: Move | None
    events: tuple[Event, ...]
    at: int


AnyEntry = LogEntry[Any, Any]


class Draft(Struct, frozen=True):
    """A version to be written: what happened, and the table after it."""

    seat: Seat | None
    cause: Cause
    move: Any
    events: tuple[Any, ...]
    record: Record
    state: Any
    deal: bool = False
    """A game begins with it, so the log keeps the whole table."""


class Snapshot(Struct, frozen=True):
    """A table at one version, decoded."""

    version: int
    at: int
    record: Record
    state: Any
    """State of the running or last game; None before the first."""
    size: int = 0
    """Bytes of the log."""

    @property
    def moves(self) -> int:
        """Moves made so far in the running or last game."""
        return self.version - self.record.began - self.record.asides

    def after(self, drafts: Sequence[Draft]) -> "Snapshot":
        """The table once these versions are written, no later than now."""
        if not drafts:
            return self
        last = drafts[-1]
        return replace(self, version=self.version + len(drafts), record=last.record, state=last.state)


def rfc3339(at: int) -> str:
    """Milliseconds since 1970 as a time stamp in UTC, "2026-12-01T08:15:30.123Z"."""
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%S.") + f"{at % 1000:03d}Z"
