"""Bots at tables: they hold seats, answer in the commit that gives them the turn, and take over from who leaves."""

from itertools import pairwise
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from msgspec.structs import replace

from rules import GAMES
from service import create_app
from service.settings import Settings
from service.store.redis_store import RedisStore
from service.tables import bots, desk
from tests.service.client import Client


def alone(client: Client, *levels: str, **body: Any) -> tuple[str, str, Any]:
    """A table of one human in seat 0 and bots: id, token, table."""
    made = client.create(seats=len(levels) + 1, bots=list(levels), **body)
    assert made.status == 201, made.body
    return made.body["table"]["id"], made.body["token"], made.body["table"]


def play_on(client: Client, id: str, token: str, table: Any, most: int = 3_000) -> Any:
    """Plays the human's seat by the first move listed until the game is over; every bot answers at once."""
    for _ in range(most):
        if table["status"] != "playing":
            return table
        assert 0 in table["actors"], "it is never a bot that the human has to wait for"
        answer = client("POST", f"{id}/moves", client.choice(table["moves"]), token=token)
        assert answer.status == 200, answer.body
        table = answer.body["table"]
    raise AssertionError("the game does not end")


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest, client: Client) -> Client:
    return Client(client.app, game=request.param)


def test_a_game_against_bots_starts_at_once_and_is_played_to_its_end(game: Client) -> None:
    levels = ["regular", "novice", "regular"][: GAMES[game.game].seats[0] - 1]
    id, token, table = alone(game, *levels)
    assert table["status"] in ("playing", "finished"), "a bot that starts may win with its first turn"
    assert [(seat["kind"], seat["level"]) for seat in table["seats"]] == [
        ("human", None),
        *(("bot", level) for level in levels),
    ]
    over = play_on(game.quick(), id, token, table)
    assert over["status"] == "finished"
    after, updates = 0, []
    while page := game("GET", f"{id}/events?limit=1000&after={after}", token=token).body["updates"]:
        updates += page
        after = page[-1]["version"]
    assert [update["version"] for update in updates] == list(range(1, over["version"] + 1))
    moved = [update for update in updates if update["cause"] == "bot"]
    assert moved
    for update in moved:
        assert update["seat"] != 0
        assert update["move"]["type"]
    proof = game("GET", f"{id}/proof", token=token)
    assert proof.status == 200, (
        "what bots drew is none of the game's randomness, so the game can be dealt again"
    )


def test_the_answer_to_a_move_holds_what_the_bots_did_on_it_in_order(client: Client) -> None:
    id, token, table = alone(client, "regular", "expert")
    table = client("POST", f"{id}/moves", {"type": "ready"}, token=token).body["table"]
    seen = []
    for _ in range(12):
        if table["status"] != "playing":
            break
        answer = client(
            "POST", f"{id}/moves", table["moves"][0], token=token, if_match=str(table["version"])
        ).body
        versions = [update["version"] for update in answer["updates"]]
        assert versions == list(range(table["version"] + 1, answer["table"]["version"] + 1))
        causes = [update["cause"] for update in answer["updates"]]
        assert causes.count("move") == 1
        seen += causes
        table = answer["table"]
    assert seen.count("bot") >= 5


def test_a_retry_with_the_same_key_gives_the_same_bytes_bots_included(client: Client) -> None:
    id, token, table = alone(client, "regular")
    table = client("POST", f"{id}/moves", {"type": "ready"}, token=token).body["table"]
    for number in range(6):
        move = table["moves"][0]
        first = client("POST", f"{id}/moves", move, token=token, idempotency_key=f"k{number}")
        again = client("POST", f"{id}/moves", move, token=token, idempotency_key=f"k{number}")
        assert again.raw == first.raw
        assert again.headers["Idempotent-Replayed"] == "true"
        table = first.body["table"]
    assert client.table(id)["version"] == table["version"]


def test_a_create_with_bots_is_repeated_with_the_same_key(client: Client) -> None:
    key = str(uuid4())
    body = {"seats": 3, "name": "Ada", "bots": ["novice", "regular"]}
    first = client("POST", "", body, idempotency_key=key)
    assert client("POST", "", body, idempotency_key=key).raw == first.raw


def test_bots_take_the_first_free_seats_and_the_rest_waits_for_humans(client: Client) -> None:
    table = client.create(seats=4, seat=1, bots=["expert", "novice"]).body["table"]
    kinds = [(seat["kind"], seat["level"], seat["name"]) for seat in table["seats"]]
    assert kinds == [
        ("bot", "expert", "Bot 1"),
        ("human", None, "Ada"),
        ("bot", "novice", "Bot 3"),
        ("free", None, None),
    ]
    assert table["status"] == "waiting"
    joined = client("POST", f"{table['id']}/seats", {"name": "Grace"}).body
    assert (joined["table"]["you"], joined["table"]["status"]) == (3, "playing")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"bots": ["regular", "regular"]}, "too_many_bots"),
        ({"bots": ["regular"] * 3, "play": False, "name": None}, "too_many_bots"),
        ({"bots": ["grandmaster"]}, "invalid_request"),
        ({"bots": "expert"}, "invalid_request"),
        ({"bots": [None]}, "invalid_request"),
    ],
)
def test_wrong_bots_are_refused_at_creation(client: Client, body: Any, code: str) -> None:
    answer = client.create(**body)
    assert (answer.status, answer.body["code"]) == (422, code)


def test_the_host_gives_a_seat_to_a_bot_at_a_table_in_the_lobby(client: Client) -> None:
    made = client.create(seats=3).body
    id, host = made["table"]["id"], made["token"]
    answer = client("POST", f"{id}/seats", {"bot": "regular", "seat": 2, "name": "Deep"}, token=host)
    assert (answer.status, answer.body["token"]) == (201, None)
    assert answer.body["table"]["you"] == 0, "the host still sees with his own eyes"
    assert answer.body["table"]["seats"][2] == {
        "seat": 2,
        "name": "Deep",
        "kind": "bot",
        "level": "regular",
        "held": False,
    }
    guest = client("POST", f"{id}/seats", {"name": "Grace"}).body
    assert guest["table"]["status"] == "playing"
    assert client("DELETE", f"{id}/seats/2", token=host).body["code"] == "cannot_send_away"


def test_a_bot_waiting_for_the_game_can_be_sent_away(client: Client) -> None:
    made = client.create(seats=3, bots=["novice"]).body
    id, host = made["table"]["id"], made["token"]
    assert client("DELETE", f"{id}/seats/1", token=host).status == 204
    assert client.table(id)["seats"][1]["kind"] == "free"


def test_only_the_host_gives_seats_to_bots(client: Client) -> None:
    made = client.create(seats=3, visibility="private").body
    id = made["table"]["id"]
    guest = client("POST", f"{id}/seats", {"name": "Grace", "invite": made["invite"]}).body["token"]
    for token, status, code in (
        (None, 401, "missing_token"),
        (guest, 403, "host_only"),
        ("x", 401, "bad_token"),
    ):
        answer = client("POST", f"{id}/seats", {"bot": "regular"}, token=token)
        assert (answer.status, answer.body["code"]) == (status, code)
    without = client("POST", f"{id}/seats", {}, token=made["token"])
    assert (without.status, without.body["code"]) == (422, "invalid_name")
    assert client("POST", f"{id}/seats", {"bot": "regular"}, token=made["token"]).status == 201


def test_a_bot_given_a_seat_twice_with_one_key_is_one_bot(client: Client) -> None:
    made = client.create(seats=4).body
    id, key = made["table"]["id"], str(uuid4())
    first = client("POST", f"{id}/seats", {"bot": "novice"}, token=made["token"], idempotency_key=key)
    assert (
        client("POST", f"{id}/seats", {"bot": "novice"}, token=made["token"], idempotency_key=key).raw
        == first.raw
    )
    assert [seat["kind"] for seat in client.table(id)["seats"]].count("bot") == 1


def test_a_table_of_bots_alone_is_watched_and_its_host_starts_the_next_game(client: Client) -> None:
    quick = client.quick()
    made = client.create(seats=2, bots=["regular", "novice"], play=False, name=None, series={"games": 2}).body
    id, host = made["table"]["id"], made["token"]
    table = made["table"]
    assert table["you"] is None
    for _ in range(200):
        table = quick.table(id)
        if table["status"] != "playing":
            break
    assert table["status"] == "between_games"
    assert client("POST", f"{id}/games").body["code"] == "missing_token"
    assert client("POST", f"{id}/games", token=host).status == 200
    for _ in range(200):
        table = quick.table(id)
        if table["status"] != "playing":
            break
    assert table["status"] == "finished"


# Leaving


def test_who_leaves_a_running_game_is_replaced_by_a_bot_to_its_end(client: Client) -> None:
    id, tokens = client.seated(3, series={})
    assert client("DELETE", f"{id}/seats/1", token=tokens[1]).status == 204
    table = client.table(id, tokens[0])
    assert table["status"] == "playing"
    assert (table["seats"][1]["kind"], table["seats"][1]["level"]) == ("bot", "regular")
    left = next(
        update
        for update in client("GET", f"{id}/events").body["updates"]
        if any(event["type"] == "seat_left" for event in update["events"])
    )
    assert [event["type"] for event in left["events"]] == ["seat_left", "bot_took_over"]
    assert client("GET", id, token=tokens[1]).body["code"] == "token_expired"
    assert client("POST", f"{id}/seats", {"name": "Peek"}).body["code"] == "table_not_open"
    over = client.finish(id, tokens)
    assert over["status"] == "between_games"
    assert over["seats"][1]["kind"] == "free", "between games the seat is free again"
    last = client("GET", f"{id}/events?after={over['version'] - 1}").body["updates"][0]["events"]
    assert [event["type"] for event in last][-2:] == ["game_over", "seat_left"]
    assert client("POST", f"{id}/seats", {"name": "Next"}).body["table"]["you"] == 1


def test_the_host_who_leaves_hands_over_to_the_next_human(client: Client) -> None:
    id, tokens = client.seated(3)
    assert client("DELETE", f"{id}/seats/0", token=tokens[0]).status == 204
    assert client.table(id)["host"] == 1


def test_leaving_can_complete_an_agreement_to_give_up(client: Client) -> None:
    id, tokens = client.seated(3)
    for token in tokens[:2]:
        assert client("PUT", f"{id}/abandon-vote", token=token).status == 200
    assert client("DELETE", f"{id}/seats/2", token=tokens[2]).status == 204
    table = client.table(id)
    assert (table["status"], table["reason"]) == ("abandoned", "agreed")


def test_moves_of_a_game_are_counted_without_a_seat_changing_hands(client: Client, store: RedisStore) -> None:
    id, tokens = client.playing(3)
    kit = client.app.extensions["kits"][client.game]
    before = kit.desk.decode(store.load(id))
    client("DELETE", f"{id}/seats/1", token=tokens[1])
    after = kit.desk.decode(store.load(id))
    bot_moves = after.version - before.version - 1
    assert after.moves == before.moves + bot_moves


# Budgets and what is due


@pytest.fixture
def one_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """A request has room for a single move of a bot."""
    monkeypatch.setattr(bots, "MOVES", 1)


@pytest.mark.usefixtures("one_move")
def test_what_the_budget_leaves_is_done_by_the_next_request_a_read_included(client: Client) -> None:
    made = client.create(seats=4, bots=["regular"] * 3).body
    id, token = made["table"]["id"], made["token"]
    table = client.table(id, token)
    versions = [table["version"]]
    for _ in range(4):
        versions.append(client("GET", f"{id}/moves", token=token).body["version"])
        versions.append(client("GET", f"{id}/events", token=token).body["next"])
    assert {b - a for a, b in pairwise(versions)} <= {0, 1}
    assert versions[-1] > versions[0], "reads went on with it"
    updates = client("GET", f"{id}/events", token=token).body["updates"]
    assert [update["version"] for update in updates] == list(range(1, len(updates) + 1))


@pytest.mark.usefixtures("one_move")
def test_what_is_due_comes_before_a_write_and_in_its_answer(client: Client) -> None:
    made = client.create(seats=4, bots=["regular"] * 3).body
    id, token, version = made["table"]["id"], made["token"], made["table"]["version"]
    answer = client("POST", f"{id}/moves", {"type": "ready"}, token=token, if_match=str(version))
    assert answer.status == 200
    assert [update["version"] for update in answer.body["updates"]] == [version + 1, version + 2]
    assert [update["cause"] for update in answer.body["updates"]] == ["bot", "move"]


@pytest.mark.usefixtures("one_move")
def test_a_refused_write_does_what_is_due_all_the_same(client: Client) -> None:
    made = client.create(seats=4, bots=["regular"] * 3).body
    id, token, version = made["table"]["id"], made["token"], made["table"]["version"]
    refused = client("POST", f"{id}/moves", {"type": "pick_up"}, token=token)
    assert (refused.status, refused.body["version"]) == (409, version + 1)
    assert client("GET", f"{id}/views/{version + 1}").status == 200


def test_a_request_spends_no_more_than_its_moves(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "SECONDS", 60.0)
    monkeypatch.setattr(bots, "MOVES", 5)
    made = client.create(seats=3, bots=["novice"] * 3, play=False, name=None).body
    id, version = made["table"]["id"], made["table"]["version"]
    assert version == 2 + 5, "created, dealt, five moves"
    assert client.table(id)["version"] == version + 5


def test_a_request_stops_when_its_time_is_spent(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "SECONDS", 0.0)
    table = client.create(seats=3, bots=["novice"] * 3, play=False, name=None).body["table"]
    assert table["version"] == 2


# Limits of a log


@pytest.fixture
def short_logs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk, "LOG_VERSIONS", 12)


@pytest.mark.usefixtures("short_logs")
def test_a_table_is_given_up_when_its_log_has_too_many_versions(client: Client) -> None:
    id, tokens = client.seated(2)
    for number in range(12):
        answer = client("PUT" if number % 2 == 0 else "DELETE", f"{id}/abandon-vote", token=tokens[0])
        table = answer.body["table"]
        if table["status"] == "abandoned":
            break
    assert (table["version"], table["reason"]) == (12, "log_limit")
    assert answer.body["updates"][-1]["events"][-1] == {"type": "abandoned", "reason": "log_limit"}
    assert client("PUT", f"{id}/abandon-vote", token=tokens[1]).body["code"] == "table_ended"


def test_a_table_is_given_up_when_its_log_has_too_many_bytes(
    client: Client, store: RedisStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    id, tokens = client.playing()
    size = store.load(id).size
    _, entries = store.load_log(id, 0, 100)
    assert size == sum(len(e.body) + len(e.record or b"") + len(e.state or b"") for e in entries)
    monkeypatch.setattr(desk, "LOG_BYTES", size + 1)
    reasons = []
    for _ in range(2):
        token, table = client.to_act(id, tokens)
        reasons.append(client("POST", f"{id}/moves", table["moves"][0], token=token).body["table"]["reason"])
    assert reasons == [None, "log_limit"]


# Hints


def test_hints_rank_the_legal_moves_with_reasons_in_both_languages(game: Client) -> None:
    id, tokens = game.seated(GAMES[game.game].seats[0])
    token, table = game.to_act(id, tokens)
    plain = game("GET", f"{id}/moves", token=token).body
    assert plain["hints"] is None
    for language in ("de", "en"):
        body = game("GET", f"{id}/moves?hint=true", token=token, accept_language=language).body
        assert body["moves"] == plain["moves"] == table["moves"]
        key = repr
        assert sorted((hint["move"] for hint in body["hints"]), key=key) == sorted(body["moves"], key=key)
        assert all(hint["detail"] and hint["clause"] for hint in body["hints"])
    german = game("GET", f"{id}/moves?hint=true", token=token, accept_language="de").body["hints"]
    assert [hint["detail"] for hint in german] != [hint["detail"] for hint in body["hints"]]
    assert [hint["move"] for hint in german] == [hint["move"] for hint in body["hints"]]


def test_hints_are_for_ones_own_seat_when_it_is_to_act(client: Client) -> None:
    id, tokens = client.playing()
    token, table = client.to_act(id, tokens)
    other = tokens[1 - table["you"]]
    assert client("GET", f"{id}/moves?hint=true", token=other).body["hints"] == []
    assert client("GET", f"{id}/moves?hint=true").body["code"] == "missing_token"
    assert client("GET", f"{id}/moves?hint=maybe", token=token).status == 422


def test_the_first_hint_is_what_a_regular_bot_would_do(client: Client) -> None:
    id, tokens = client.seated(2)
    hints = client("GET", f"{id}/moves?hint=true", token=tokens[0]).body["hints"]
    assert hints[0]["reason"] in ("strong_to_table", "well_arranged")


def test_the_time_of_experts_can_be_set(settings: Settings, store: RedisStore) -> None:
    app: Flask = create_app(replace(settings, expert_ms=1), store)
    id, token, table = alone(Client(app), "expert")
    assert play_on(Client(app).quick(), id, token, table)["status"] == "finished"
