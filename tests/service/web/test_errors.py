"""Problems in the caller's language; nothing said of a fault of ours."""

from typing import Any

import pytest
from flask import Flask

from rules.shithead import Shithead
from service import create_app
from service.settings import Settings
from service.store.redis_store import RedisStore
from service.web import texts
from tests.service.client import Client


@pytest.mark.parametrize(
    ("body", "english", "german"),
    [
        ({"type": "flip"}, "Missing data for required field.", "Dieses Feld fehlt."),
        ({"type": "flip", "index": 9}, "Must be greater than or equal to 0", "zwischen 0 und 2 liegen"),
        ({"type": "flip", "index": "x"}, "Not a valid integer.", "Das ist keine ganze Zahl."),
        ({"type": "ready", "x": 1}, "Unknown field.", "Dieses Feld gibt es hier nicht."),
        ({"type": "pass"}, "Must be one of: swap", "Erlaubt sind: swap"),
        ({"type": "play", "cards": []}, "Shorter than minimum length 1.", "mindestens 1"),
        ({"type": "play", "cards": 1}, "Not a valid list.", "Das ist keine Liste."),
        ([], "Invalid input type.", "Das ist kein Objekt."),
    ],
)
def test_faults_of_shape_are_told_in_both_languages(
    client: Client, body: Any, english: str, german: str
) -> None:
    id, tokens = client.seated()
    for spoken, text in (("en", english), ("de", german)):
        answer = client("POST", f"{id}/moves", body, token=tokens[0], accept_language=spoken)
        assert text in answer.body["errors"][0]["detail"]


def test_the_only_move_of_a_game_is_named_in_both_languages(app: Flask) -> None:
    client = Client(app, game="slobberhannes")
    id, tokens = client.seated(3)
    for spoken, text in (("en", "Must be equal to play."), ("de", "Erlaubt ist nur: play.")):
        answer = client(
            "POST", f"{id}/moves", {"type": "x", "card": "7h"}, token=tokens[0], accept_language=spoken
        )
        assert answer.body["errors"][0]["detail"] == text


def test_placeholders_of_problems_are_filled(client: Client) -> None:
    id, tokens = client.seated()
    for answer in (
        client("GET", f"{id}/views/99"),
        client("POST", f"{id}/moves", {"type": "ready"}, token=tokens[0], if_match="1"),
        client("POST", f"{id}/seats", {"name": "C"}),
        client.create(seat=9),
        client.create(options={"x": 1}),
        client.create(seats=77),
    ):
        assert "{" not in answer.body["detail"]
        assert answer.status >= 400


class Broken(Shithead):
    """A planted bug."""

    broken = False

    def view(self, state: Any, seat: Any) -> Any:
        if self.broken:
            raise RuntimeError(f"secret cards: {state.hands}")
        return super().view(state, seat)


def test_a_bug_is_500_and_neither_told_nor_its_state_logged(
    settings: Settings, store: RedisStore, capsys: pytest.CaptureFixture[str]
) -> None:
    game = Broken()
    client = Client(create_app(settings, store, {game.slug: game}))
    game.broken = True
    made = client.create().body
    answer = client("POST", f"{made['table']['id']}/seats", {"name": "B"})
    assert (answer.status, answer.body["code"]) == (500, "internal_error")
    assert b"secret" not in answer.raw
    logged = capsys.readouterr()
    assert "internal_error" in logged.out + logged.err
    assert "RuntimeError" in logged.out + logged.err
    assert "secret cards" not in logged.out + logged.err


def test_every_problem_has_its_texts_in_both_languages() -> None:
    for code, problem in texts.problems().items():
        assert 400 <= problem.status < 600, code
        for text in (problem.title, problem.detail):
            assert text.de, code
            assert text.en, code
