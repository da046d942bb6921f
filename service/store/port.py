"""What the use cases ask of a store. They know nothing else of it.

StoreError
├── UnknownTable    there is no such table, or no more
├── Stale           the table has moved on; carries what it is now
└── Unavailable     the store cannot be reached or used now
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from msgspec import Struct


class Stored(Struct, frozen=True):
    """A table as it stands."""

    version: int
    at: int
    """Time of the newest version, milliseconds since 1970, UTC."""
    record: bytes
    """JSON: all that a table is besides its state."""
    state: bytes | None
    """JSON: the state of the running or last game, hidden cards included; None before the first deal."""
    size: int
    """Bytes of the log so far."""


class Entry(Struct, frozen=True):
    """What one version of a table changed."""

    version: int
    body: bytes
    """JSON: seat, cause, move, events with their secrets, time."""
    record: bytes | None = None
    """The record from this version on; None where it did not change and none is kept."""
    state: bytes | None = None
    """The whole state at this version, at each deal and at every 256th version."""


class Note(Struct, frozen=True):
    """A remembered request: what its sender's retry must get again."""

    scope: str
    """Whose key it is; each scope remembers its last 64."""
    key: str
    value: str


class Commit(Struct, frozen=True):
    """One or more new versions of a table, all or nothing."""

    table: str
    expected: int
    """The version this builds on; 0 creates the table."""
    at: int
    entries: Sequence[Entry]
    record: bytes | None
    """The record to keep; None leaves it."""
    state: bytes | None
    """The state to keep; None leaves it."""
    ttl: int
    """Seconds until the table is forgotten if nothing changes."""
    note: Note | None = None


class Known(Struct, frozen=True):
    """A commit's answer: its note's key is remembered already, nothing was done."""

    value: str


class StoreError(Exception):
    """Any fault of this module."""


class UnknownTable(StoreError):
    """There is no such table, or no more."""


class Stale(StoreError):
    """The table has moved on."""

    def __init__(self, stored: Stored) -> None:
        super().__init__(f"the table is at version {stored.version}")
        self.stored = stored


class Unavailable(StoreError):
    """The store cannot be reached or used now; nothing is known to have changed, repeat with the same key."""


class Store(Protocol):
    """Tables, their logs and the lobby. Every call may raise Unavailable."""

    def load(self, table: str) -> Stored:
        """The table as it stands. UnknownTable."""

    def load_log(self, table: str, after: int, count: int) -> tuple[Stored, list[Entry]]:
        """The table as it stands, and up to count entries above version `after`, oldest first. UnknownTable."""

    def remembered(self, table: str, scope: str, key: str) -> str | None:
        """The value of a note, None when there is none."""

    def commit(self, commit: Commit) -> Known | None:
        """Does it, None; or finds its key known. Stale, UnknownTable (for an expected version above 0).

        May run twice for one call (an answer was lost): the second run finds its own entries and is done.
        """

    def watch(self, table: str) -> AbstractContextManager[Callable[[float], bool]]:
        """A wait for news of the table: called with seconds, it says whether a new version came meanwhile.

        No version committed after the context was entered is missed.
        """

    def advertise(self, game: str, table: str, at: int) -> None:
        """Puts a table in the lobby of its game; at is its creation time in milliseconds."""

    def advertised(self, game: str, before: str | None, count: int) -> list[tuple[str, str]]:
        """Up to count tables of the lobby, newest first, as (place, table), below the place `before`."""

    def withdraw(self, game: str, places: Sequence[str]) -> None:
        """Takes places out of the lobby."""

    def load_many(self, tables: Sequence[str]) -> list[Stored | None]:
        """Each table as it stands, None for one that is gone, in order; one round trip."""

    def has_room(self) -> bool:
        """Whether new tables may be created: the store's memory is not almost used up."""

    def met(self) -> bool:
        """Whether the process has found the store usable at least once; nothing is asked."""

    def fault(self) -> str | None:
        """Why the store cannot be used right now, asked anew unless it just failed; None when it can."""
