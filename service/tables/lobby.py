"""Finding a table: the public ones of a game that wait for players or play."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from time import time
from typing import Any

from service.store.port import Unavailable
from service.tables import answers
from service.tables.answers import Lobby
from service.tables.desk import Desk
from service.tables.record import ENDED, Snapshot
from service.tables.refused import Invalid

MOST_PAGES = 5
"""Pages of the lobby read for one answer at most, where many of its tables are gone."""

SETTLING = 60_000
"""Milliseconds for which a place without a table is kept: the place is written first, the table may be on its way."""


def _made_at(place: str) -> int:
    """When the table at a place of the lobby was created, in milliseconds."""
    return int(place.partition(":")[0])


class Listing:
    """The use case of the lobby."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def page(self, cursor: str | None, limit: int) -> Lobby[Any]:
        """Public tables that wait or play, newest first. Invalid for a cursor not given out here."""
        store, slug = self._desk.store, self._desk.game.slug
        place = self._place(cursor)
        found: list[answers.TableSummary[Any]] = []
        for _ in range(MOST_PAGES):
            places = store.advertised(slug, place, limit - len(found))
            stale = []
            for (here, _), stored in zip(
                places, store.load_many([table for _, table in places]), strict=True
            ):
                try:
                    snapshot = self._desk.decode(stored) if stored else None
                except Unavailable:
                    continue  # a table of a newer release, for its own processes to list
                if snapshot is not None and self._listed(snapshot, here):
                    found.append(answers.summary(snapshot))
                elif snapshot is not None or _made_at(here) + SETTLING < time() * 1000:
                    stale.append(here)
            store.withdraw(slug, stale)
            if not places:
                return Lobby(tuple(found), None)
            place = places[-1][0]
            if len(found) == limit:
                break
        return Lobby(tuple(found), urlsafe_b64encode(place.encode()).decode() if place else None)

    def _listed(self, snapshot: Snapshot, place: str) -> bool:
        record = snapshot.record
        return record.status not in ENDED and _made_at(place) == record.created_at

    def _place(self, cursor: str | None) -> str | None:
        if cursor is None:
            return None
        try:
            place = urlsafe_b64decode(cursor).decode("ascii")
            at, _, table = place.partition(":")
            if len(at) != 14 or not at.isdigit() or not table.isalnum():
                raise ValueError(place)
        except ValueError:
            raise Invalid("invalid_cursor", "#/query/cursor") from None
        return place
