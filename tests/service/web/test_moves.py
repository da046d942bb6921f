"""Listing, checking and making moves, over HTTP."""

import json

import pytest

from rules.shithead import Shithead
from service import create_app
from service.settings import Settings
from service.store.redis_store import RedisStore
from tests.service.client import Client


def test_a_move_answers_with_its_updates_and_the_table(client: Client) -> None:
    id, tokens = client.seated()
    answer = client("POST", f"{id}/moves", {"type": "ready"}, token=tokens[1])
    assert answer.status == 200
    (update,) = answer.body["updates"]
    assert (update["version"], update["seat"], update["cause"], update["move"]) == (
        4,
        1,
        "move",
        {"type": "ready"},
    )
    assert answer.body["table"]["actors"] == [0]
    assert answer.headers["ETag"] == '"4.1"'


def test_a_whole_game_ends_with_the_result_and_the_standings(client: Client) -> None:
    id, tokens = client.seated(3)
    table = client.finish(id, tokens)
    assert (table["status"], table["actors"], table["moves"]) == ("finished", [], None)
    loser = table["result"]["shithead"]
    assert table["series"]["standings"]["not_shithead"][loser] == 0
    assert table["series"]["results"] == [table["result"]]
    assert table["view"]["hands"][loser] or any(table["view"]["down_cards"][loser])
    last = client("GET", f"{id}/events?after={table['version'] - 1}").body["updates"][0]
    assert [event["type"] for event in last["events"]][-3:] == ["revealed", "game_over", "series_over"]
    over = client("POST", f"{id}/moves", {"type": "pick_up"}, token=tokens[0])
    assert (over.status, over.body["code"], over.body["clause"]) == (409, "game_over", "SH-90")
    assert client("DELETE", f"{id}/seats/0", token=tokens[0]).status == 204


def test_a_refusal_says_why_with_clause_and_version_and_changes_nothing(client: Client) -> None:
    id, tokens = client.seated()
    before = client.table(id)
    answer = client("POST", f"{id}/moves", {"type": "pick_up"}, token=tokens[0])
    assert answer.status == 409
    assert answer.headers["Content-Type"] == "application/problem+json"
    problem = answer.body
    assert (problem["code"], problem["clause"], problem["version"]) == ("wrong_phase", "SH-31", 3)
    assert problem["type"] == "/problems/move-refused"
    assert client.table(id) == before


def test_texts_come_in_the_callers_language(client: Client) -> None:
    id, tokens = client.seated()
    english = client(
        "POST", f"{id}/moves", {"type": "pick_up"}, token=tokens[0], accept_language="fr, en;q=0.5"
    )
    german = client("POST", f"{id}/moves", {"type": "pick_up"}, token=tokens[0], accept_language="de-AT")
    assert "before play begins" in english.body["detail"]
    assert "bevor das Spiel beginnt" in german.body["detail"]
    assert german.body["title"] == "Die Regeln erlauben diesen Zug nicht"


def test_check_says_the_same_as_play_and_does_nothing(client: Client) -> None:
    id, tokens = client.seated()
    good = client("POST", f"{id}/moves/check", {"type": "ready"}, token=tokens[0]).body
    assert good == {"legal": True, "refusal": None, "version": 3}
    bad = client("POST", f"{id}/moves/check", {"type": "pick_up"}, token=tokens[0]).body
    said = client("POST", f"{id}/moves", {"type": "pick_up"}, token=tokens[0]).body
    assert bad["legal"] is False
    assert {key: bad["refusal"][key] for key in ("code", "clause", "detail")} == {
        key: said[key] for key in ("code", "clause", "detail")
    }
    assert client.table(id)["version"] == 3


def test_every_listed_move_is_legal_and_the_list_names_its_version(client: Client) -> None:
    id, tokens = client.playing()
    token, table = client.to_act(id, tokens)
    listed = client("GET", f"{id}/moves", token=token).body
    assert listed == {"version": table["version"], "moves": table["moves"], "hints": None}
    for move in listed["moves"]:
        assert client("POST", f"{id}/moves/check", move, token=token).body["legal"]


def test_a_seat_that_is_not_to_act_has_no_moves(client: Client) -> None:
    id, tokens = client.playing()
    waiting = tokens[1 - client.table(id)["actors"][0]]
    assert client("GET", f"{id}/moves", token=waiting).body["moves"] == []
    assert client.table(id, waiting)["moves"] is None


def test_moves_are_for_seats_only(client: Client) -> None:
    made = client.create(play=False, name=None).body
    id, host = made["table"]["id"], made["token"]
    for method, path, body in (
        ("GET", "moves", None),
        ("POST", "moves", {"type": "ready"}),
        ("POST", "moves/check", {"type": "ready"}),
    ):
        assert client(method, f"{id}/{path}", body).body["code"] == "missing_token"
        assert client(method, f"{id}/{path}", body, token=host).body["code"] == "not_seated"


def test_before_the_game_there_is_nothing_to_move(client: Client) -> None:
    made = client.create().body
    id, token = made["table"]["id"], made["token"]
    answer = client("POST", f"{id}/moves", {"type": "ready"}, token=token)
    assert (answer.status, answer.body["code"]) == (409, "game_not_started")
    assert client("GET", f"{id}/moves", token=token).body["moves"] == []


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        (None, "#"),
        ([], "#"),
        ({}, "#/type"),
        ({"type": "pass"}, "#/type"),
        ({"type": 3}, "#/type"),
        ({"type": ["play"]}, "#/type"),
        ({"type": "play"}, "#/cards"),
        ({"type": "play", "cards": []}, "#/cards"),
        ({"type": "play", "cards": "7c"}, "#/cards"),
        ({"type": "play", "cards": [7]}, "#/cards/0"),
        ({"type": "play", "cards": [None]}, "#/cards/0"),
        ({"type": "play", "cards": None}, "#/cards"),
        ({"type": "pick_up", "x": 1}, "#/x"),
        ({"type": "flip", "index": "0"}, "#/index"),
        ({"type": "flip", "index": True}, "#/index"),
        ({"type": "flip", "index": 3}, "#/index"),
        ({"type": "flip", "index": 1.5}, "#/index"),
        ({"type": "flip", "index": 10**400}, "#/index"),
        ({"type": "swap", "hand": "7c"}, "#/table"),
    ],
)
def test_what_is_no_move_is_malformed(client: Client, body: object, pointer: str) -> None:
    id, tokens = client.seated()
    for path in ("moves", "moves/check"):
        answer = client("POST", f"{id}/{path}", raw=json.dumps(body).encode(), token=tokens[0])
        assert (answer.status, answer.body["code"]) == (422, "malformed_move")
        assert answer.body["errors"][0]["pointer"] == pointer
    assert client.table(id)["version"] == 3


def test_nonsense_cards_are_refused_by_the_rules(client: Client) -> None:
    id, tokens = client.playing()
    token, _ = client.to_act(id, tokens)
    for card in ("", "zz", "\u0000", "7c7c", "\U0001f0a1", "{card}", "x" * 10_000):
        answer = client("POST", f"{id}/moves", {"type": "play", "cards": [card]}, token=token)
        assert (answer.status, answer.body["code"]) == (409, "card_not_held")


def test_if_match_moves_only_on_the_version_named(client: Client) -> None:
    id, tokens = client.seated()
    ready = {"type": "ready"}
    for stale in ('"2"', "2", '"2.1"', 'W/"2"', "99"):
        answer = client("POST", f"{id}/moves", ready, token=tokens[1], if_match=stale)
        assert (answer.status, answer.body["code"], answer.body["version"]) == (412, "stale_version", 3)
        assert answer.body["table"] == client.table(id, tokens[1])
    assert client("POST", f"{id}/moves", ready, token=tokens[1], if_match='"3.1"').status == 200
    assert client("POST", f"{id}/moves", ready, token=tokens[0], if_match="*").status == 200


@pytest.mark.parametrize("header", ["x", '"3","4"', "-1", "3.x", "1" * 10])
def test_if_match_must_be_a_version(client: Client, header: str) -> None:
    id, tokens = client.seated()
    answer = client("POST", f"{id}/moves", {"type": "ready"}, token=tokens[1], if_match=header)
    assert (answer.status, answer.body["code"]) == (422, "invalid_if_match")


def test_a_repeated_move_is_made_once_and_answered_equally(client: Client) -> None:
    id, tokens = client.seated()
    first = client("POST", f"{id}/moves", {"type": "ready"}, token=tokens[0], idempotency_key="a")
    client("POST", f"{id}/moves", {"type": "ready"}, token=tokens[1])
    again = client(
        "POST", f"{id}/moves", {"type": "ready"}, token=tokens[0], idempotency_key="a", if_match="3"
    )
    assert (first.status, again.status) == (200, 200)
    assert again.raw == first.raw
    assert again.headers["ETag"] == first.headers["ETag"]
    assert again.headers["Idempotent-Replayed"] == "true"
    assert client.table(id)["version"] == 5


def test_a_key_belongs_to_one_request_of_one_seat(client: Client) -> None:
    id, tokens = client.seated()
    client("POST", f"{id}/moves", {"type": "ready"}, token=tokens[0], idempotency_key="a")
    other = client("POST", f"{id}/moves", {"type": "pick_up"}, token=tokens[0], idempotency_key="a")
    assert (other.status, other.body["code"]) == (422, "idempotency_key_reused")
    assert client("DELETE", id, token=tokens[0], idempotency_key="a").body["code"] == "idempotency_key_reused"
    mine = client("POST", f"{id}/moves", {"type": "ready"}, token=tokens[1], idempotency_key="a")
    assert mine.status == 200
    assert "Idempotent-Replayed" not in mine.headers


def test_a_refusal_is_not_remembered(client: Client) -> None:
    id, tokens = client.seated()
    assert (
        client("POST", f"{id}/moves", {"type": "pick_up"}, token=tokens[0], idempotency_key="a").status == 409
    )
    assert (
        client("POST", f"{id}/moves", {"type": "ready"}, token=tokens[0], idempotency_key="a").status == 200
    )


def test_check_ignores_the_key(client: Client) -> None:
    id, tokens = client.seated()
    client("POST", f"{id}/moves/check", {"type": "ready"}, token=tokens[0], idempotency_key="a")
    answer = client("POST", f"{id}/moves", {"type": "ready"}, token=tokens[0], idempotency_key="a")
    assert answer.status == 200
    assert "Idempotent-Replayed" not in answer.headers


def test_a_table_is_given_up_after_the_games_longest(settings: Settings, store: RedisStore) -> None:
    class Short(Shithead):
        longest = 5

    client = Client(create_app(settings, store, {"shithead": Short()}))
    id, tokens = client.playing()
    for _ in range(3):
        token, table = client.to_act(id, tokens)
        answer = client("POST", f"{id}/moves", table["moves"][0], token=token).body
    assert (answer["table"]["status"], answer["table"]["reason"]) == ("abandoned", "move_limit")
    assert answer["updates"][-1]["events"][-1] == {"type": "abandoned", "reason": "move_limit"}
