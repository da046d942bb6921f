"""Endpoints of moves: which are legal, whether one would be, and playing it."""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from flask import Response
from msgspec import Meta, Struct

from rules.core import Advice, AnyRules
from service.tables.answers import Hint, Moves, RefusalText, Verdict
from service.web import texts
from service.web.api import success
from service.web.intake import ask
from service.web.kit import READ_FAILS, WRITE_FAILS, Kit


class MovesQuery(Struct, frozen=True):
    """What else is to be told."""

    hint: Annotated[bool, Meta(description="Rank the moves, and give a reason for each.")] = False


def register(kit: Kit) -> None:
    """Puts the endpoints on the game's blueprint."""
    blueprint, name, game = kit.blueprint, kit.name, kit.game

    @blueprint.operation(
        "GET",
        "/tables/<string:id>/moves",
        id=f"list{name}Moves",
        summary="List your legal moves",
        description="The legal moves of the token's seat, one of each class, and the version they hold for; none "
        "when the seat is not to act. With `hint=true` they come ranked too, each with a reason, by what the seat can "
        "know.",
        query=kit.schemas.query(MovesQuery)(),
        answer=success(200, "The moves.", kit.component(kit.types.moves), example=kit.examples.moves()),
        fails=(*READ_FAILS, 422),
        token=True,
    )
    def moves(query: dict[str, Any], id: str) -> Response:
        listed = kit.play.moves(ask(id))
        hints = _hints(game, listed.advised()) if msgspec.convert(query, MovesQuery).hint else None
        return kit.json(Moves(listed.version, listed.moves, hints))

    @blueprint.operation(
        "POST",
        "/tables/<string:id>/moves/check",
        id=f"check{name}Move",
        summary="Ask whether a move would be legal",
        description="A dry run: says whether the token's seat could make the move now, and if not, why. Nothing "
        "changes, and nothing hidden is foretold.",
        body=kit.move_schema,
        example=kit.examples.move(),
        answer=success(200, "The verdict.", kit.component(kit.types.verdict), example=kit.examples.verdict()),
        fails=WRITE_FAILS,
        token=True,
    )
    def check(body: dict[str, Any], id: str) -> Response:
        judged = kit.play.check(ask(id), msgspec.convert(body, game.move_type))
        reason = judged.refusal
        if reason is None:
            return kit.json(Verdict[Any](True, None, judged.version))
        text = texts.refusal_text(game, reason)
        refusal = RefusalText(reason.code, reason.clause, text, dict(reason.params))
        return kit.json(Verdict(False, refusal, judged.version))

    @blueprint.operation(
        "POST",
        "/tables/<string:id>/moves",
        id=f"play{name}Move",
        summary="Make a move",
        description="Makes a move of the token's seat. The body is the move itself. Without If-Match it is judged on "
        "the newest state; the answer holds every new version and the table after it.",
        body=kit.move_schema,
        example=kit.examples.move(),
        answer=kit.done("The move was made.", kit.types.done, kit.examples.done()),
        fails=WRITE_FAILS,
        stale=kit.stale,
        headers=("IdempotencyKey", "IfMatch"),
        token=True,
    )
    def play(body: dict[str, Any], id: str) -> Response:
        return kit.written(kit.play.play(ask(id), msgspec.convert(body, game.move_type)))


def _hints(game: AnyRules, advised: Sequence[Advice[Any]]) -> tuple[Hint[Any, Any], ...]:
    """Advice in the caller's language."""
    said, language = texts.advice(game), texts.language()
    return tuple(
        Hint(
            advice.move,
            advice.reason,
            said[advice.reason].clause,
            said[advice.reason].text.said(language, {}),
        )
        for advice in advised
    )
