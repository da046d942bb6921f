"""What happened at a table: its versions in order, waiting for the next, and what was to be seen at one of them."""

from threading import BoundedSemaphore
from time import monotonic
from typing import Any

from msgspec import Struct

from service.tables import answers
from service.tables.answers import PastView, Updates
from service.tables.desk import Ask, Desk
from service.tables.record import ENDED, AnyEntry, Snapshot


class Page(Struct, frozen=True):
    """Which versions are asked for."""

    after: int
    """The last version the caller has."""
    limit: int
    wait: float
    """Seconds to wait for one, if there is none yet."""


class History:
    """The use cases of the log. Knowledge belongs to the seat: whoever has it may see what it saw."""

    def __init__(self, desk: Desk, waits: BoundedSemaphore) -> None:
        self._desk = desk
        self._waits = waits

    def events(self, ask: Ask, page: Page) -> Updates[Any, Any]:
        """The versions above `after`, as the caller may see them. Waits only while a place to wait is free."""
        snapshot, entries = self._read(ask, page)
        if self._idle(snapshot, page) and page.wait > 0 and self._waits.acquire(blocking=False):
            try:
                entries = self._wait(ask, page)
            finally:
                self._waits.release()
        viewer = self._viewer
        return Updates(
            answers.updates(entries, viewer(ask, snapshot)), entries[-1][0] if entries else page.after
        )

    def view(self, ask: Ask, version: int) -> PastView[Any]:
        """What the caller's seat could see at a version."""
        now, then, _ = self._desk.past(ask, version)
        seat = self._viewer(ask, now)
        return PastView(version, None if then.state is None else self._desk.game.view(then.state, seat))

    def _viewer(self, ask: Ask, snapshot: Snapshot) -> int | None:
        caller = self._desk.admit(ask, snapshot)
        return caller.seat if caller else None

    def _read(self, ask: Ask, page: Page) -> tuple[Snapshot, list[tuple[int, AnyEntry]]]:
        snapshot, entries = self._desk.log(ask, page.after, page.limit)
        self._viewer(ask, snapshot)
        return snapshot, entries

    def _idle(self, snapshot: Snapshot, page: Page) -> bool:
        return snapshot.version <= page.after and snapshot.record.status not in ENDED

    def _wait(self, ask: Ask, page: Page) -> list[tuple[int, AnyEntry]]:
        until = monotonic() + page.wait
        with self._desk.store.watch(ask.table) as news:
            while True:
                snapshot, entries = self._read(ask, page)
                left = until - monotonic()
                if not self._idle(snapshot, page) or left <= 0:
                    return entries
                news(left)
