"""Endpoints of tables and their seats."""

from typing import Annotated, Any

import msgspec
from flask import Response
from msgspec import Meta, Struct

from service.tables import answers
from service.tables.seats import Joining
from service.web.api import success
from service.web.intake import ask
from service.web.kit import ETAG, READ_FAILS, REPLAYED, WRITE_FAILS, Kit, with_replayed


class LobbyQuery(Struct, frozen=True):
    """Which page of the lobby."""

    cursor: (
        Annotated[
            str, Meta(max_length=128, description="`next_cursor` of the page before; none: the first page.")
        ]
        | None
    ) = None
    limit: Annotated[int, Meta(ge=1, le=100, description="Tables on the page at most.")] = 20


def register(kit: Kit) -> None:
    """Puts the endpoints on the game's blueprint."""
    _opening(kit)
    _seats(kit)


def _opening(kit: Kit) -> None:
    blueprint, name, title = kit.blueprint, kit.name, kit.game.title["en"]

    @blueprint.operation(
        "POST",
        "/tables",
        id=f"create{name}Table",
        summary=f"Open a table of {title}",
        description="Opens a table and seats its creator, who is its host. With `play: false` the creator is host "
        "without a seat. `bots` fills seats with bots, all of them if need be. The game begins by itself when the last "
        "seat is taken. Sent again with the same "
        "Idempotency-Key, it gives the same table and token.",
        body=kit.creation_schema,
        example={"seats": kit.game.seats[0], "name": "Ada"},
        answer=success(
            201,
            "The table was opened.",
            kit.component(kit.types.created),
            example=kit.examples.created(),
            headers={"Location": {"description": "Path of the table.", "schema": {"type": "string"}}}
            | ETAG
            | REPLAYED,
        ),
        fails=(400, 413, 415, 422, 503),
        headers=("SecretIdempotencyKey",),
    )
    def create_table(body: dict[str, Any]) -> Response:
        taken = kit.seats.create(ask(""), msgspec.convert(body, kit.creation))
        snapshot = taken.outcome.snapshot
        record = snapshot.record
        response = kit.json(
            answers.Created(
                answers.table(kit.game, snapshot, taken.seat),
                taken.token,
                kit.desk.invite(record.id) if record.visibility == "private" else None,
            ),
            201,
            tag=kit.etag(snapshot.version, taken.seat),
            replayed=taken.outcome.replayed,
        )
        response.headers["Location"] = kit.location(record.id)
        return response

    @blueprint.operation(
        "GET",
        "/tables",
        id=f"list{name}Tables",
        summary=f"List the public tables of {title}",
        description="Tables that wait for players or play, newest first. Pages neither skip nor repeat a table "
        "while others come and go.",
        query=kit.schemas.query(LobbyQuery)(),
        answer=success(
            200, "A page of tables.", kit.component(kit.types.lobby), example=kit.examples.lobby()
        ),
        fails=(422, 503),
    )
    def list_tables(query: dict[str, Any]) -> Response:
        page = msgspec.convert(query, LobbyQuery)
        return kit.json(kit.listing.page(page.cursor, page.limit))

    @blueprint.operation(
        "GET",
        "/tables/<string:id>",
        id=f"get{name}Table",
        summary="Look at a table",
        description="The table as the token's seat may see it, as a spectator without a token. For the seat to act "
        "`moves` lists its legal moves.",
        answer=success(
            200, "The table.", kit.component(kit.types.table), example=kit.examples.table(), headers=ETAG
        )
        | success(304, "The table is still the one you have.", headers=ETAG),
        fails=READ_FAILS,
        headers=("IfNoneMatch",),
        token=False,
    )
    def get_table(id: str) -> Response:
        snapshot, seat = kit.seats.look(ask(id))
        return kit.table(snapshot, seat)

    @blueprint.operation(
        "DELETE",
        "/tables/<string:id>",
        id=f"close{name}Table",
        summary="Close a table",
        description="The host ends the table. A series of open length is settled between two games; all else is "
        "abandoned with reason `closed`. The table stays readable for a while.",
        answer=success(204, "The table is closed.", headers=REPLAYED),
        fails=(401, 403, 404, 409, 422, 503),
        stale=kit.stale,
        headers=("IdempotencyKey", "IfMatch"),
        token=True,
    )
    def close_table(id: str) -> Response:
        outcome = kit.seats.close(ask(id))
        return with_replayed(Response(status=204), replayed=outcome.replayed)


def _seats(kit: Kit) -> None:
    blueprint, name = kit.blueprint, kit.name

    @blueprint.operation(
        "POST",
        "/tables/<string:id>/seats",
        id=f"join{name}Table",
        summary="Take a seat",
        description="Takes the seat named, or the first that is free; a private table asks for its invite. The host "
        "may give it to a bot instead: `bot` with his token, without an invite. The game begins with the last seat. "
        "Sent again with the same Idempotency-Key, it gives the same seat and token.",
        body=kit.joining_schema,
        example={"name": "Grace"},
        answer=kit.done("The seat is yours.", kit.types.joined, kit.examples.joined(), status=201),
        fails=WRITE_FAILS,
        stale=kit.stale,
        headers=("SecretIdempotencyKey", "IfMatch"),
    )
    def join_table(body: dict[str, Any], id: str) -> Response:
        taken = kit.seats.join(ask(id), msgspec.convert(body, Joining))
        snapshot = taken.outcome.snapshot
        return kit.json(
            answers.Joined(answers.table(kit.game, snapshot, taken.seat), taken.token),
            201,
            tag=kit.etag(snapshot.version, taken.seat),
            replayed=taken.outcome.replayed,
        )

    @blueprint.operation(
        "DELETE",
        "/tables/<string:id>/seats/<int:seat>",
        id=f"leave{name}Table",
        summary="Leave a seat",
        description="Its owner leaves, or the host sends somebody away between games. Before and between games the "
        "seat is free again; during a game a bot holds it to the end of that game. When the last human leaves a "
        "running game, the table is abandoned. The token ends with the seat.",
        answer=success(204, "The seat is free.", headers=REPLAYED),
        fails=(401, 403, 404, 409, 422, 503),
        stale=kit.stale,
        headers=("IdempotencyKey", "IfMatch"),
        token=True,
    )
    def leave_table(id: str, seat: int) -> Response:
        outcome = kit.seats.leave(ask(id), seat)
        return with_replayed(Response(status=204), replayed=outcome is None or outcome.replayed)
