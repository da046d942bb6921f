"""Endpoints of what happened: the versions of a table in order, and what was to be seen at one of them."""

from typing import Annotated, Any

import msgspec
from flask import Response
from msgspec import Meta, Struct

from service.tables.history import Page
from service.web.api import success
from service.web.intake import ask
from service.web.kit import READ_FAILS, Kit


class EventsQuery(Struct, frozen=True):
    """Which versions."""

    after: Annotated[
        int, Meta(ge=0, le=1_000_000_000, description="The last version you have; 0: from the beginning.")
    ] = 0
    limit: Annotated[int, Meta(ge=1, le=1_000, description="Versions at most.")] = 100
    wait: Annotated[
        int, Meta(ge=0, le=25, description="Seconds to wait for a version, if there is none yet.")
    ] = 0


def register(kit: Kit) -> None:
    """Puts the endpoints on the game's blueprint."""
    blueprint, name = kit.blueprint, kit.name

    @blueprint.operation(
        "GET",
        "/tables/<string:id>/events",
        id=f"list{name}Events",
        summary="Read what happened",
        description="The versions above `after`, oldest first and without a gap, as the token's seat may see them. "
        "With `wait` the answer comes as soon as there is one, at the latest after that many seconds; when many wait "
        "already it comes at once.",
        query=kit.schemas.query(EventsQuery)(),
        answer=success(
            200, "The versions.", kit.component(kit.types.updates), example=kit.examples.updates()
        ),
        fails=(*READ_FAILS, 422),
        token=False,
    )
    def events(query: dict[str, Any], id: str) -> Response:
        page = msgspec.convert(query, EventsQuery)
        return kit.json(kit.history.events(ask(id), Page(page.after, page.limit, page.wait)))

    @blueprint.operation(
        "GET",
        "/tables/<string:id>/views/<int:version>",
        id=f"get{name}View",
        summary="Look at an earlier version",
        description="The game as the token's seat could see it at that version, without hindsight.",
        answer=success(
            200, "The view.", kit.component(kit.types.past_view), example=kit.examples.past_view()
        ),
        fails=READ_FAILS,
        token=False,
    )
    def view(id: str, version: int) -> Response:
        return kit.json(kit.history.view(ask(id), version))
