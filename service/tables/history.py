"""What happened at a table: its versions in order, waiting for the next, and what was to be seen at one of them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore
from time import monotonic
from typing import Any

from msgspec import Struct

from service.drain import Drain
from service.tables import answers
from service.tables.answers import PastView, Updates
from service.tables.desk import Ask, Desk
from service.tables.record import ENDED, AnyEntry, Snapshot

LISTEN = 0.5
"""Seconds after which a read that waits looks whether the process is about to stop."""


class Page(Struct, frozen=True):
    """Which versions are asked for."""

    after: int
    """The last version the caller has."""
    limit: int
    wait: float
    """Seconds to wait for one, if there is none yet."""


class Waits:
    """Places for reads that wait, shared by all games of a process."""

    def __init__(self, places: int, drain: Drain) -> None:
        self._free = BoundedSemaphore(places)
        self.drain = drain

    @contextmanager
    def place(self) -> Iterator[bool]:
        """Whether there is a place to wait; it is free again at the end."""
        got = not self.drain.begun and self._free.acquire(blocking=False)
        try:
            yield got
        finally:
            if got:
                self._free.release()


class History:
    """The use cases of the log. Knowledge belongs to the seat: whoever has it may see what it saw."""

    def __init__(self, desk: Desk, waits: Waits) -> None:
        self._desk = desk
        self._waits = waits

    def events(self, ask: Ask, page: Page) -> Updates[Any, Any]:
        """The versions above `after`, as the caller may see them. Waits only while a place to wait is free."""
        snapshot, entries = self._read(ask, page)
        if page.wait > 0 and self._idle(snapshot, page):
            with self._waits.place() as free:
                if free:
                    entries = self._wait(ask, page)
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
        if self._desk.settle(ask, snapshot):
            snapshot, entries = self._desk.log(ask, page.after, page.limit)
        return snapshot, entries

    def _idle(self, snapshot: Snapshot, page: Page) -> bool:
        return snapshot.version <= page.after and snapshot.record.status not in ENDED

    def _wait(self, ask: Ask, page: Page) -> list[tuple[int, AnyEntry]]:
        until = monotonic() + page.wait
        with self._desk.store.watch(ask.table) as news:
            while True:
                snapshot, entries = self._read(ask, page)
                left = 0.0 if self._waits.drain.begun else until - monotonic()
                if not self._idle(snapshot, page) or left <= 0:
                    return entries
                self._listen(news, left)

    def _listen(self, news: Callable[[float], bool], seconds: float) -> None:
        """Until there is news, the time is over, or the process is about to stop."""
        until = monotonic() + seconds
        while not news(min(LISTEN, max(0.0, until - monotonic()))):
            if monotonic() >= until or self._waits.drain.begun:
                return
