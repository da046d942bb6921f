"""How often the store is asked: counted at the server, and at the log of a long game."""

from itertools import pairwise

import pytest
from flask import Flask

from service.store.redis_store import RedisStore, connect
from service.tables import desk
from tests.service.client import Client


class Monitor:
    """The commands that reach the server, those of scripts apart."""

    def __init__(self, url: str) -> None:
        self._client = connect(url)

    def __enter__(self) -> "Monitor":
        self._before = self._calls()
        return self

    def __exit__(self, *_: object) -> None:
        after = self._calls()
        self.trips = {
            name: after[name] - self._before.get(name, 0)
            for name in after
            if after[name] > self._before.get(name, 0)
        }

    def _calls(self) -> dict[str, int]:
        stats = self._client.info("commandstats")
        return {
            name.removeprefix("cmdstat_"): entry["calls"]
            for name, entry in stats.items()
            if name != "cmdstat_info"
        }


def test_a_move_is_one_read_and_one_script(client: Client, redis_url: str) -> None:
    id, tokens = client.playing()
    token, table = client.to_act(id, tokens)
    with Monitor(redis_url) as monitor:
        client("POST", f"{id}/moves", table["moves"][0], token=token, idempotency_key="k", if_match='"5"')
    outside = {
        name: calls for name, calls in monitor.trips.items() if name in ("hmget", "evalsha", "eval", "get")
    }
    assert outside == {"hmget": 1, "evalsha": 1}
    inside = set(monitor.trips) - set(outside)
    assert inside <= {"hget", "hset", "hincrby", "xadd", "pexpire", "spublish"}, "those of the script"


@pytest.mark.parametrize("path", ["", "/moves", "/events", "/views/4"])
def test_a_read_is_one_trip(client: Client, redis_url: str, path: str) -> None:
    id, tokens = client.playing()
    with Monitor(redis_url) as monitor:
        assert client("GET", id + path, token=tokens[0]).status == 200
    assert monitor.trips.get("hmget") == 1
    assert set(monitor.trips) <= {"hmget", "xrange"}, "a pipeline of at most two commands, sent at once"


def test_a_check_is_one_trip(client: Client, redis_url: str) -> None:
    id, tokens = client.playing()
    with Monitor(redis_url) as monitor:
        client("POST", f"{id}/moves/check", {"type": "pick_up"}, token=tokens[0])
    assert monitor.trips == {"hmget": 1}


def test_a_past_view_of_a_long_game_folds_at_most_255_moves(app: Flask, store: RedisStore) -> None:
    client = Client(app, validate=False)
    id, tokens = client.seated()
    seen = {}
    up, hand = client.table(id, tokens[0])["view"]["up"][0][0], client.table(id, tokens[0])["view"]["hand"][0]
    swaps = [{"type": "swap", "hand": hand, "table": up}, {"type": "swap", "hand": up, "table": hand}]
    marks = {3, 4, 255, 256, 257, 511, 512, 600, 4_863, 4_864, 5_000, 5_003}
    for version in range(4, 5_004):
        answer = client("POST", f"{id}/moves", swaps[version % 2], token=tokens[0])
        assert answer.status == 200
        if version in marks:
            seen[version] = answer.body["table"]["view"]
    for version, view in seen.items():
        # One range of the log from the last whole table on: see Desk.past.
        body = client("GET", f"{id}/views/{version}", token=tokens[0]).body
        assert body == {"version": version, "view": view}
    _, entries = store.load_log(id, 0, 5_003)
    whole = [entry.version for entry in entries if entry.state is not None]
    gaps = [b - a for a, b in pairwise(whole)]
    assert whole[:3] == [3, 256, 512]
    assert max(gaps) <= desk.SNAPSHOT_EVERY
    assert all(entry.record is not None for entry in entries if entry.state is not None)
