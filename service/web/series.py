"""Endpoints of a series: the next game, and votes for giving the table up."""

from flask import Response

from service.web.intake import ask
from service.web.kit import Kit

FAILS = (401, 403, 404, 409, 422, 503)


def register(kit: Kit) -> None:
    """Puts the endpoints on the game's blueprint."""
    blueprint, name = kit.blueprint, kit.name

    @blueprint.operation(
        "POST",
        "/tables/<string:id>/games",
        id=f"start{name}Game",
        summary="Start the next game",
        description="Deals the next game of the series, by anybody who sits at the table. When two ask at once the "
        "second gets 409 `game_running`. The first game begins by itself.",
        answer=kit.done("The game was dealt.", kit.types.done, kit.examples.started()),
        fails=FAILS,
        stale=kit.stale,
        headers=("IdempotencyKey", "IfMatch"),
        token=True,
    )
    def start_game(id: str) -> Response:
        return kit.written(kit.series.start(ask(id)))

    @blueprint.operation(
        "PUT",
        "/tables/<string:id>/abandon-vote",
        id=f"vote{name}Abandon",
        summary="Vote for giving the table up",
        description="The table is abandoned with reason `agreed` once every seated human has voted for it. Voting "
        "again changes nothing; a new game begins without votes.",
        answer=kit.done("The vote counts.", kit.types.done, kit.examples.voted()),
        fails=FAILS,
        stale=kit.stale,
        headers=("IdempotencyKey", "IfMatch"),
        token=True,
    )
    def vote_abandon(id: str) -> Response:
        return kit.written(kit.series.vote(ask(id), abandon=True))

    @blueprint.operation(
        "DELETE",
        "/tables/<string:id>/abandon-vote",
        id=f"withdraw{name}Abandon",
        summary="Take the vote back",
        description="Takes the seat's vote for giving the table up back. Without one nothing changes.",
        answer=kit.done("There is no such vote of the seat.", kit.types.done, kit.examples.voted()),
        fails=FAILS,
        stale=kit.stale,
        headers=("IdempotencyKey", "IfMatch"),
        token=True,
    )
    def withdraw_abandon(id: str) -> Response:
        return kit.written(kit.series.vote(ask(id), abandon=False))
