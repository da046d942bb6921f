"""A sixth game takes a folder and an entry among the games: all else follows by itself."""

import json

import pytest
from flask import Flask
from openapi_spec_validator import validate

from rules import GAMES
from service import create_app
from service.settings import Settings
from service.store.redis_store import RedisStore
from tests.rules.golden import missing
from tests.rules.laws import LAWS
from tests.rules.laws.sample import Sample
from tests.rules.toy import Toy
from tests.service.client import Client

TOY = Toy()


@pytest.fixture
def app(settings: Settings, store: RedisStore) -> Flask:
    return create_app(settings, store, GAMES | {TOY.slug: TOY})


def test_its_endpoints_and_schemas_appear(app: Flask) -> None:
    document = json.loads(app.extensions["document"]())
    validate(document)
    ids = {
        operation["operationId"]
        for path in document["paths"].values()
        for operation in path.values()
        if "operationId" in operation
    }
    assert {id.replace("Shithead", "Toy") for id in ids if "Shithead" in id} <= ids
    schemas = document["components"]["schemas"]
    assert schemas["ToyMove"]["discriminator"]["mapping"].keys() == {"lay", "play", "draw"}
    assert {"ToyView", "ToyTable", "ToyOptionsInput", "ToyHid", "ToyStandings"} <= set(schemas)


def test_it_is_described_and_its_rules_are_served(app: Flask) -> None:
    client = Client(app, game=TOY.slug)
    assert TOY.slug in [game["slug"] for game in client("GET", "/v1/games").body["games"]]
    described = client("GET", "/v1/games/toy").body
    assert [option["name"] for option in described["options"]] == ["strict", "hand"]
    assert client("GET", "/v1/games/toy/rules", accept_language="de").body["title"] == "Spielzeug"


def test_it_is_played_and_refereed_over_http(app: Flask) -> None:
    client = Client(app, game=TOY.slug)
    id, tokens = client.seated(2, options={"strict": True})
    refused = client("POST", f"{id}/moves", {"type": "draw"}, token=tokens[0])
    assert (refused.status, refused.body["code"], refused.body["clause"]) == (409, "wrong_phase", "TOY-3")
    table = client.finish(id, tokens)
    assert table["status"] == "finished"
    assert table["result"]["winner"] in (0, 1)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_the_laws_hold_it(law: object) -> None:
    law(Sample.of(TOY))  # type: ignore[operator]


def test_it_is_missed_until_its_playthroughs_are_recorded() -> None:
    assert missing({TOY.slug: TOY})
