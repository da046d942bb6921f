"""What the endpoints of one game share: its use cases, its schemas, and how an outcome becomes an answer."""

from typing import Any, get_args

import msgspec
from flask import Response, request, url_for

from rules.bots import LEVELS
from rules.core import AnyRules
from service.settings import Settings
from service.store.port import Store
from service.tables import answers
from service.tables.desk import Desk, Outcome
from service.tables.fairness import Fairness
from service.tables.history import History, Waits
from service.tables.lobby import Listing
from service.tables.play import Play
from service.tables.record import Cause, Kind, Snapshot, Status, Visibility
from service.tables.seats import Creation, Joining, Seats
from service.tables.series import Series
from service.web import texts
from service.web.api import Api, Blueprint, success
from service.web.errors import StaleProblem, register_game_errors
from service.web.examples import Examples
from service.web.schemas import Derived

ENUMS = {
    frozenset(get_args(Status)): "TableStatus",
    frozenset(get_args(Visibility)): "Visibility",
    frozenset(get_args(Kind)): "SeatKind",
    frozenset(get_args(Cause)): "Cause",
    frozenset(LEVELS): "BotLevel",
}

WRITE_FAILS = (400, 401, 403, 404, 409, 413, 415, 422, 503)
READ_FAILS = (401, 403, 404, 503)

ETAG = {
    "ETag": {
        "description": 'Version of the table, followed by the caller\'s seat if it has one: "17.2".',
        "schema": {"type": "string"},
    }
}
REPLAYED = {
    "Idempotent-Replayed": {
        "description": "true when this request had been carried out before and its answer is given again.",
        "schema": {"type": "string", "enum": ["true"]},
    }
}

encode = msgspec.json.Encoder().encode


def camel(slug: str) -> str:
    """The name of a game in operations and components: two-words -> TwoWords."""
    return "".join(word.capitalize() for word in slug.split("-"))


class Kit:
    """One game's endpoints in the making."""

    def __init__(self, game: AnyRules, store: Store, settings: Settings, api: Api, waits: Waits) -> None:
        self.game = game
        self.name = camel(game.slug)
        self.desk = Desk(game, store, settings)
        self.types = self.desk.types
        self.seats = Seats(self.desk)
        self.listing = Listing(self.desk)
        self.play = Play(self.desk)
        self.series = Series(self.desk)
        self.fairness = Fairness(self.desk)
        self.history = History(self.desk, waits)
        self.examples = Examples(game)
        self.api = api
        title = game.title["en"]
        self.blueprint = Blueprint(
            game.slug, __name__, url_prefix=f"/v1/{game.slug}", description=f"Tables of {title}."
        )
        register_game_errors(self.blueprint, game)

        moves = get_args(game.move_type) or (game.move_type,)
        self.schemas = Derived(
            self.name,
            texts.package(game),
            {
                game.move_type: "Move",
                self.types.event: "Event",
                game.refusals: "RefusalCode",
                game.bot.reasons: "AdviceCode",
                **ENUMS,
            },
            api.shared,
            inputs={game.options_type: "OptionsInput", game.series_type: "SeriesInput"},
            sent=frozenset(moves),
        )
        self.move_schema = self.schemas.incoming(game.move_type)()
        self.creation = answers.of(Creation, game.options_type, game.series_type)
        self.creation_schema = self.schemas.incoming(self.creation)()
        self.joining_schema = self.schemas.incoming(Joining)()
        self.stale = api.component(self.schemas.outgoing(answers.of(StaleProblem, *self.types.shared)))

    def component(self, kind: Any) -> dict[str, str]:
        """A reference to the schema of an answer type."""
        return self.api.component(self.schemas.outgoing(kind))

    def done(self, description: str, kind: Any, example: Any = None, status: int = 200) -> dict[str, Any]:
        """The response of a write that was carried out, now or before."""
        return success(status, description, self.component(kind), example=example, headers=ETAG | REPLAYED)

    # Answers

    @staticmethod
    def etag(version: int, seat: int | None) -> str:
        """The entity tag of a table as a seat sees it."""
        return f'"{version}"' if seat is None else f'"{version}.{seat}"'

    def table(self, snapshot: Snapshot, seat: int | None) -> Response:
        """A table as an answer, or 304 where the caller has it."""
        tag = self.etag(snapshot.version, seat)
        if request.if_none_match.contains_weak(tag.strip('"')):
            return Response(status=304, headers={"ETag": tag})
        return self.json(answers.table(self.game, snapshot, seat), tag=tag)

    def written(self, outcome: Outcome) -> Response:
        """What a write brought about, as an answer."""
        seat = outcome.seat
        body = answers.Done(
            answers.updates(outcome.entries, seat), answers.table(self.game, outcome.snapshot, seat)
        )
        return self.json(body, tag=self.etag(outcome.snapshot.version, seat), replayed=outcome.replayed)

    @staticmethod
    def json(body: Any, status: int = 200, *, tag: str | None = None, replayed: bool = False) -> Response:
        """An answer in JSON."""
        response = Response(encode(body), status, mimetype="application/json")
        if tag is not None:
            response.headers["ETag"] = tag
        return with_replayed(response, replayed=replayed)

    def location(self, table: str) -> str:
        """The path of a table."""
        return url_for(f"{self.game.slug}.get_table", id=table)


def with_replayed(response: Response, *, replayed: bool) -> Response:
    """The response, marked if it answers a request that had been carried out before."""
    if replayed:
        response.headers["Idempotent-Replayed"] = "true"
    return response
