"""The endpoint of proofs."""

from typing import Annotated, Any

import msgspec
from flask import Response
from msgspec import Meta, Struct

from rules.chance import GAMES_PER_CHAIN
from service.tables.answers import of
from service.tables.fairness import Proof
from service.web.api import success
from service.web.intake import ask
from service.web.kit import READ_FAILS, Kit


class ProofQuery(Struct, frozen=True):
    """Which game of the table."""

    game: (
        Annotated[
            int,
            Meta(ge=1, le=GAMES_PER_CHAIN, description="Number of the game; none: the last finished one."),
        ]
        | None
    ) = None


def register(kit: Kit) -> None:
    """Puts the endpoint on the game's blueprint."""
    kind = kit.component(of(Proof, kit.game.options_type))

    @kit.blueprint.operation(
        "GET",
        "/tables/<string:id>/proof",
        id=f"get{kit.name}Proof",
        summary="Get the proof of a fair deal",
        description="The seeds of a finished game and all that it drew, by version. Hashed as often as the number of "
        "the game the seed is the table's commitment; the draws follow from seed and client seeds as docs/fairness.md "
        "says. Before the game is over: 409 `game_running`.",
        query=kit.schemas.query(ProofQuery)(),
        answer=success(200, "The proof.", kind, example=kit.examples.proof()),
        fails=(*READ_FAILS, 409, 422),
        token=False,
    )
    def proof(query: dict[str, Any], id: str) -> Response:
        return kit.json(kit.fairness.proof(ask(id), msgspec.convert(query, ProofQuery).game))
