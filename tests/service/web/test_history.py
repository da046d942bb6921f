"""The versions of a table, waiting for the next, and earlier views, over HTTP."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.service.client import Client


def test_updates_come_in_order_without_a_gap_in_pages(client: Client) -> None:
    id, tokens = client.playing()
    seen, after = [], 0
    while True:
        page = client("GET", f"{id}/events?after={after}&limit=2", token=tokens[0]).body
        if not page["updates"]:
            break
        seen += page["updates"]
        after = page["next"]
    assert [update["version"] for update in seen] == [1, 2, 3, 4, 5]
    assert seen[2]["events"][0] == {"type": "game_started", "number": 1, "first": 0}
    assert page["next"] == 5


def test_each_viewer_sees_every_event_and_only_his_own_cards(client: Client) -> None:
    id, tokens = client.seated()
    shown = [
        client("GET", f"{id}/events?after=2", token=token).body["updates"][0]["events"]
        for token in (*tokens, None)
    ]
    assert [len(events) for events in shown] == [len(shown[0])] * 3
    hands = [[event["cards"] for event in events if event["type"] == "dealt_hand"] for events in shown]
    assert hands[0][1] == hands[1][0] == ["??"] * 3
    assert hands[2] == [["??"] * 3] * 2
    assert "??" not in hands[0][0] + hands[1][1]
    assert all(
        event["cards"] == ["??"] * 3 for events in shown for event in events if event["type"] == "dealt_down"
    )


def test_past_views_are_what_was_seen_then(client: Client) -> None:
    id, tokens = client.seated()
    seen = {3: [client.table(id, token)["view"] for token in (*tokens, None)]}
    for token in tokens:
        client("POST", f"{id}/moves", {"type": "ready"}, token=token)
    table, quick = client.table(id), client.quick()
    while table["status"] == "playing" and table["version"] < 600:
        seen[table["version"]] = [quick.table(id, token)["view"] for token in (*tokens, None)]
        token, mine = quick.to_act(id, tokens)
        table = quick("POST", f"{id}/moves", mine["moves"][0], token=token).body["table"]
    for version, views in list(seen.items())[:: max(1, len(seen) // 25)]:
        for token, view in zip((*tokens, None), views, strict=True):
            assert client("GET", f"{id}/views/{version}", token=token).body == {
                "version": version,
                "view": view,
            }
    assert client("GET", f"{id}/views/2").body["view"] is None


@pytest.mark.parametrize("version", ["0", "99", "999999999999999999999", "-1", "x"])
def test_an_unknown_version_is_404(client: Client, version: str) -> None:
    id, _ = client.seated()
    assert client("GET", f"{id}/views/{version}").status == 404


@pytest.mark.parametrize(
    "query", ["after=-1", "after=x", "limit=0", "limit=1001", "wait=26", "wait=-1", "x=1", "after=1e9999"]
)
def test_a_wrong_query_is_refused(client: Client, query: str) -> None:
    id, _ = client.seated()
    assert client("GET", f"{id}/events?{query}").status == 422


def test_a_version_to_come_gives_an_empty_page(client: Client) -> None:
    id, _ = client.seated()
    assert client("GET", f"{id}/events?after=50").body == {"updates": [], "next": 50}


def test_a_wait_ends_with_the_next_version(client: Client) -> None:
    id, tokens = client.seated()
    waiting = Client(client.app)
    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(waiting, "GET", f"{id}/events?after=3&wait=20", token=tokens[0])
        time.sleep(0.3)
        assert not answer.done()
        begun = time.monotonic()
        client("POST", f"{id}/moves", {"type": "ready"}, token=tokens[1])
        page = answer.result(10).body
    assert time.monotonic() - begun < 10
    assert [update["version"] for update in page["updates"]] == [4]


def test_a_wait_ends_after_its_time(client: Client) -> None:
    id, _ = client.seated()
    begun = time.monotonic()
    assert client("GET", f"{id}/events?after=3&wait=1").body == {"updates": [], "next": 3}
    assert time.monotonic() - begun >= 1


def test_a_wait_at_an_ended_table_is_answered_at_once(client: Client) -> None:
    id, tokens = client.seated()
    client("DELETE", id, token=tokens[0])
    begun = time.monotonic()
    assert client("GET", f"{id}/events?after=4&wait=20").status == 200
    assert time.monotonic() - begun < 10


def test_waits_beyond_the_cap_are_answered_at_once(client: Client) -> None:
    id, tokens = client.seated()
    with ThreadPoolExecutor(2) as pool:
        held = [pool.submit(Client(client.app), "GET", f"{id}/events?after=3&wait=20") for _ in range(2)]
        time.sleep(0.5)
        begun = time.monotonic()
        assert client("GET", f"{id}/events?after=3&wait=20").body["updates"] == []
        assert time.monotonic() - begun < 10
        client("POST", f"{id}/moves", {"type": "ready"}, token=tokens[1])
        assert all(one.result(10).body["next"] == 4 for one in held)


def test_a_token_that_dies_while_waiting_gets_nothing(client: Client) -> None:
    made = client.create(seats=3).body
    id = made["table"]["id"]
    guest = client("POST", f"{id}/seats", {"name": "B"}).body["token"]
    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(Client(client.app), "GET", f"{id}/events?after=2&wait=20", token=guest)
        time.sleep(0.3)
        client("DELETE", f"{id}/seats/1", token=made["token"])
        assert answer.result(10).status == 401
