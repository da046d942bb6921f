"""Opening, finding, joining, leaving and closing a table, over HTTP."""

import time
from uuid import uuid4

import pytest

from rules import GAMES
from service.store.redis_store import RedisStore
from tests.service.client import Client


def test_creator_gets_seat_zero_a_token_and_is_host(client: Client) -> None:
    made = client.create()
    table = made.body["table"]
    assert made.status == 201
    assert (table["you"], table["host"], table["status"], table["version"]) == (0, 0, "waiting", 1)
    assert [seat["kind"] for seat in table["seats"]] == ["human", "free"]
    assert made.body["invite"] is None
    assert made.headers["Location"] == f"/v1/shithead/tables/{table['id']}"
    assert made.headers["ETag"] == '"1.0"'
    assert client.table(table["id"], made.body["token"])["you"] == 0


def test_creator_takes_the_seat_he_names(client: Client) -> None:
    assert client.create(seat=1).body["table"]["you"] == 1


def test_creator_may_be_host_without_a_seat(client: Client) -> None:
    made = client.create(play=False, name=None)
    id, token = made.body["table"]["id"], made.body["token"]
    assert made.body["table"]["you"] is None
    assert [seat["kind"] for seat in made.body["table"]["seats"]] == ["free", "free"]
    joined = client("POST", f"{id}/seats", {"name": "Grace"}).body
    assert client("DELETE", f"{id}/seats/0", token=token).status == 204
    assert client.table(id)["seats"][0]["kind"] == "free"
    assert client("GET", id, token=joined["token"]).status == 401
    assert client("DELETE", id, token=token).status == 204
    assert client.table(id)["reason"] == "closed"


@pytest.mark.parametrize(
    ("body", "code", "pointer"),
    [
        ({"seats": 1}, "invalid_players", None),
        ({"seats": 6}, "invalid_players", None),
        ({"seats": 10**30}, "invalid_players", None),
        ({"seats": "2"}, "invalid_request", "#/seats"),
        ({"seats": True}, "invalid_request", "#/seats"),
        ({"seats": 2.5}, "invalid_request", "#/seats"),
        ({"seat": 2}, "invalid_seat", "#/seat"),
        ({"seat": -1}, "invalid_seat", "#/seat"),
        ({"play": False, "seat": 0}, "invalid_seat", "#/seat"),
        ({"name": None}, "invalid_name", "#/name"),
        ({"name": ""}, "invalid_request", "#/name"),
        ({"name": "   "}, "invalid_name", "#/name"),
        ({"name": "x" * 33}, "invalid_request", "#/name"),
        ({"name": "a\u202eb"}, "invalid_name", "#/name"),
        ({"name": "a\u0000b"}, "invalid_name", "#/name"),
        ({"name": "a\nb"}, "invalid_name", "#/name"),
        ({"options": {"jokers": True}}, "invalid_option", "#/options/jokers"),
        ({"options": 3}, "invalid_option", "#/options"),
        ({"visibility": "secret"}, "invalid_request", "#/visibility"),
        ({"spectators": "yes"}, "invalid_request", "#/spectators"),
        ({"client_seed": "a b"}, "invalid_request", "#/client_seed"),
        ({"client_seed": "x" * 65}, "invalid_request", "#/client_seed"),
        ({"bots": 1}, "invalid_request", "#/bots"),
        ({"series": {"rounds": 2}}, "invalid_option", "#/series/rounds"),
        ({"clock": 30}, "invalid_request", "#/clock"),
    ],
)
def test_a_wrong_creation_is_refused_with_the_place(
    client: Client, body: dict, code: str, pointer: str | None
) -> None:
    answer = client.create(**body)
    assert (answer.status, answer.body["code"]) == (422, code)
    if pointer:
        assert answer.body["errors"][0]["pointer"] == pointer
    assert answer.body["detail"]


def test_name_is_kept_in_composed_form(client: Client) -> None:
    made = client.create(name="Zoe\u0308")
    assert made.body["table"]["seats"][0]["name"] == "Zo\u00eb"


def test_one_point_zero_is_an_integer(client: Client) -> None:
    assert client("POST", "", raw=b'{"seats": 2.0, "name": "Ada"}').status == 201


def test_the_game_begins_with_the_last_seat(client: Client) -> None:
    id, tokens = client.seated(3)
    table = client.table(id, tokens[1])
    assert (table["status"], table["version"], table["series"]["number"]) == ("playing", 4, 1)
    assert len(table["view"]["hand"]) == 3
    assert table["actors"] == [0, 1, 2]
    assert table["moves"]


def test_a_seat_can_be_chosen_and_is_taken_once(client: Client) -> None:
    id = client.create(seats=3).body["table"]["id"]
    assert client("POST", f"{id}/seats", {"name": "B", "seat": 2}).body["table"]["you"] == 2
    again = client("POST", f"{id}/seats", {"name": "C", "seat": 2})
    assert (again.status, again.body["code"]) == (409, "seat_taken")
    assert client("POST", f"{id}/seats", {"name": "C", "seat": 3}).body["code"] == "invalid_seat"


def test_a_full_table_cannot_be_joined(client: Client) -> None:
    id, _ = client.seated()
    answer = client("POST", f"{id}/seats", {"name": "C"})
    assert (answer.status, answer.body["code"]) == (409, "table_not_open")


def test_a_private_table_asks_for_its_invite(client: Client) -> None:
    made = client.create(visibility="private").body
    id, invite = made["table"]["id"], made["invite"]
    assert len(invite) == 10
    assert client("POST", f"{id}/seats", {"name": "B"}).body["code"] == "invite_required"
    assert client("POST", f"{id}/seats", {"name": "B", "invite": "0" * 10}).body["code"] == "wrong_invite"
    assert client("POST", f"{id}/seats", {"name": "B", "invite": "\u00e4"}).status == 403
    assert client("POST", f"{id}/seats", {"name": "B", "invite": invite.lower()}).status == 201
    assert client("GET", "").body["tables"] == []


def test_a_table_may_forbid_spectators(client: Client) -> None:
    made = client.create(spectators=False).body
    id = made["table"]["id"]
    for path in (id, f"{id}/events", f"{id}/views/1"):
        answer = client("GET", path)
        assert (answer.status, answer.body["code"]) == (403, "spectators_not_allowed")
        assert client("GET", path, token=made["token"]).status == 200


def test_leaving_before_the_game_frees_the_seat_and_kills_the_token(client: Client) -> None:
    made = client.create(seats=3).body
    id = made["table"]["id"]
    joined = client("POST", f"{id}/seats", {"name": "B"}).body
    assert client("DELETE", f"{id}/seats/0", token=made["token"]).status == 204
    table = client.table(id)
    assert (table["status"], table["host"], table["seats"][0]["kind"]) == ("waiting", 1, "free")
    assert client("GET", id, token=made["token"]).body["code"] == "token_expired"
    assert client("DELETE", f"{id}/seats/0", token=made["token"]).status == 204, "may repeat its own leave"
    assert client("DELETE", f"{id}/seats/1", token=made["token"]).status == 401, "and nothing else"
    assert client("DELETE", id, token=joined["token"]).status == 204, "the next human is host"


def test_who_joins_a_deserted_table_is_its_host(client: Client) -> None:
    made = client.create().body
    id = made["table"]["id"]
    client("DELETE", f"{id}/seats/0", token=made["token"])
    assert client.table(id)["host"] is None
    assert client("POST", f"{id}/seats", {"name": "B", "seat": 1}).body["table"]["host"] == 1
    events = client("GET", f"{id}/events").body["updates"]
    assert [event["type"] for update in events for event in update["events"]] == [
        "seat_taken",
        "seat_left",
        "host_changed",
        "seat_taken",
        "host_changed",
    ]


def test_the_last_human_who_leaves_a_running_game_gives_the_table_up(client: Client) -> None:
    id, tokens = client.playing()
    assert client("DELETE", f"{id}/seats/1", token=tokens[1]).status == 204
    assert client.table(id)["status"] == "playing"
    assert client("DELETE", f"{id}/seats/0", token=tokens[0]).status == 204
    table = client.table(id)
    assert (table["status"], table["reason"], table["actors"], table["moves"]) == (
        "abandoned",
        "left",
        [],
        None,
    )
    assert table["view"] is not None
    assert (table["host"], [seat["kind"] for seat in table["seats"]]) == (None, ["bot", "bot"])


def test_only_the_owner_or_the_host_frees_a_seat(client: Client) -> None:
    made = client.create(seats=3).body
    id = made["table"]["id"]
    guest = client("POST", f"{id}/seats", {"name": "B"}).body["token"]
    assert client("DELETE", f"{id}/seats/0", token=guest).body["code"] == "not_your_seat"
    assert client("DELETE", f"{id}/seats/2", token=made["token"]).body["code"] == "seat_free"
    assert client("DELETE", f"{id}/seats/7", token=made["token"]).body["code"] == "unknown_seat"
    assert client("DELETE", f"{id}/seats/1").body["code"] == "missing_token"
    assert client("DELETE", f"{id}/seats/1", token=made["token"]).status == 204
    assert client("GET", id, token=guest).status == 401


def test_nobody_is_sent_away_during_a_game(client: Client) -> None:
    id, tokens = client.playing()
    answer = client("DELETE", f"{id}/seats/1", token=tokens[0])
    assert (answer.status, answer.body["code"]) == (409, "cannot_send_away")


def test_only_the_host_closes_a_table_and_only_once(client: Client) -> None:
    id, tokens = client.seated()
    assert client("DELETE", id, token=tokens[1]).body["code"] == "host_only"
    assert client("DELETE", id, token=tokens[0]).status == 204
    answer = client("DELETE", id, token=tokens[0])
    assert (answer.status, answer.body["code"]) == (409, "table_ended")
    assert client.table(id)["reason"] == "closed"


def test_a_repeated_create_gives_the_same_table_and_token(client: Client) -> None:
    key = str(uuid4())
    first = client("POST", "", {"seats": 2, "name": "Ada"}, idempotency_key=key)
    again = client("POST", "", raw=b'{"name":"Ada",  "seats":2}', idempotency_key=key)
    assert again.raw == first.raw
    assert "Idempotent-Replayed" not in first.headers
    assert again.headers["Idempotent-Replayed"] == "true"
    assert len(client("GET", "").body["tables"]) == 1
    other = client("POST", "", {"seats": 3, "name": "Ada"}, idempotency_key=key)
    assert (other.status, other.body["code"]) == (422, "idempotency_key_reused")


def test_a_key_used_in_several_games_opens_a_table_in_each(client: Client) -> None:
    key = str(uuid4())
    paths = [f"/v1/{slug}/tables" for slug in GAMES]
    seats = [game.seats[0] for game in GAMES.values()]
    made = [
        client("POST", path, {"seats": n, "name": "Ada"}, idempotency_key=key)
        for path, n in zip(paths, seats, strict=True)
    ]
    assert {answer.status for answer in made} == {201}
    for path, answer in zip(paths, made, strict=True):
        listed = client("GET", path)
        assert answer.body["table"]["id"] in [table["id"] for table in listed.body["tables"]]


def test_a_repeated_join_gives_the_same_seat_and_token(client: Client) -> None:
    id = client.create().body["table"]["id"]
    key = str(uuid4())
    first = client("POST", f"{id}/seats", {"name": "B"}, idempotency_key=key)
    client("POST", f"{id}/moves", {"type": "ready"}, token=first.body["token"])
    again = client("POST", f"{id}/seats", {"name": "B"}, idempotency_key=key)
    assert again.raw == first.raw
    assert first.body["table"]["status"] == "playing"
    other = client("POST", f"{id}/seats", {"name": "C"}, idempotency_key=key)
    assert other.body["code"] == "idempotency_key_reused"


@pytest.mark.parametrize("key", ["1234", "00000000-0000-1000-8000-000000000000", "x" * 65, "a b", "\u00e4"])
def test_a_key_that_stands_for_a_token_must_be_random(client: Client, key: str) -> None:
    answer = client("POST", "", {"seats": 2, "name": "Ada"}, idempotency_key=key)
    assert (answer.status, answer.body["code"]) == (422, "invalid_idempotency_key")


def test_a_repeated_close_or_leave_is_done_once(client: Client) -> None:
    id, tokens = client.seated()
    first = client("DELETE", id, token=tokens[0], idempotency_key="k")
    again = client("DELETE", id, token=tokens[0], idempotency_key="k")
    assert (first.status, again.status) == (204, 204)
    assert again.headers["Idempotent-Replayed"] == "true"
    assert client.table(id)["version"] == 4


def test_the_lobby_pages_without_repeats_while_tables_come_and_go(client: Client) -> None:
    ids = [client.create().body["table"]["id"] for _ in range(7)]
    closed = client.create().body
    client("DELETE", closed["table"]["id"], token=closed["token"])
    seen: list[str] = []
    page = client("GET", "?limit=3").body
    while True:
        seen += [table["id"] for table in page["tables"]]
        client.create()
        if page["next_cursor"] is None:
            break
        page = client("GET", f"?limit=3&cursor={page['next_cursor']}").body
    assert sorted(seen) == sorted(ids)
    assert len(set(seen)) == len(seen)


@pytest.mark.parametrize("query", ["limit=0", "limit=101", "limit=x", "cursor=%21", "cursor=eHg", "page=2"])
def test_a_wrong_lobby_query_is_refused(client: Client, query: str) -> None:
    assert client("GET", f"?{query}").status == 422


def test_a_table_you_have_already_is_304(client: Client) -> None:
    id, tokens = client.seated()
    tag = client("GET", id, token=tokens[1]).headers["ETag"]
    assert tag == '"3.1"'
    assert client("GET", id, token=tokens[1], if_none_match=tag).status == 304
    assert client("GET", id, token=tokens[0], if_none_match=tag).status == 200
    client("POST", f"{id}/moves", {"type": "ready"}, token=tokens[0])
    assert client("GET", id, token=tokens[1], if_none_match=tag).status == 200


def test_a_wrong_token_is_never_a_silent_spectator(client: Client) -> None:
    id, tokens = client.seated()
    _, others = client.seated()
    assert client("GET", id, token=others[0]).body["code"] == "token_of_another_table"
    payload, _, signature = tokens[0].partition(".")
    forged = f"{payload}.{'A' if signature[0] != 'A' else 'B'}{signature[1:]}"
    assert client("GET", id, token=forged).body["code"] == "bad_token"
    assert client("GET", id, token="").body["code"] == "bad_token"
    assert client("GET", id, authorization="Basic abc").body["code"] == "bad_token"
    assert client("GET", id).status == 200


@pytest.mark.parametrize("id", ["x", "0" * 20, "../../etc", "%00", "A" * 20, "i" * 20, "quick"])
def test_an_unknown_table_is_404(client: Client, id: str) -> None:
    assert client("GET", id).status == 404


def test_answers_of_tables_lie_in_no_shared_cache(client: Client) -> None:
    id, tokens = client.seated()
    headers = client("GET", id, token=tokens[0]).headers
    assert headers["Cache-Control"] == "private, no-cache"
    assert headers["Vary"] == "Authorization, Accept-Language"


def test_a_table_that_is_gone_is_taken_off_the_list_and_one_on_its_way_is_not(
    client: Client, store: RedisStore
) -> None:
    there = client.create().body["table"]["id"]
    now = int(time.time() * 1000)
    store.advertise("shithead", "gone", now - 3_600_000)
    store.advertise("shithead", "coming", now)
    assert [table["id"] for table in client("GET", "").body["tables"]] == [there]
    assert {table for _, table in store.advertised("shithead", None, 9)} == {there, "coming"}
