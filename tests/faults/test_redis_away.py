"""Redis away, hanging, full or unfit: 503 in time, never 500, and the service goes on by itself when it is back."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from time import monotonic, sleep

import pytest
import redis

from service.store.redis_store import PAUSE, TABLE_FIELDS
from tests.conftest import PROGRAMS
from tests.faults.processes import RedisServer, Reply, Service, at_once, redis_server, service, until

IN_TIME = 3.0
"""Seconds within which a 503 must come."""


@pytest.fixture(params=list(PROGRAMS))
def server(request: pytest.FixtureRequest) -> Iterator[RedisServer]:
    with redis_server(PROGRAMS[request.param]) as server:
        yield server


@pytest.fixture
def valkey() -> Iterator[RedisServer]:
    """For what does not depend on the kind of server: one that runs."""
    with redis_server(PROGRAMS["valkey"]) as server:
        server.start()
        yield server


def unavailable(reply: Reply) -> bool:
    """Whether an answer is the 503 it should be, and came in time."""
    assert reply.seconds < IN_TIME
    if reply.status != 503:
        return False
    assert reply.headers["Content-Type"] == "application/problem+json"
    assert int(reply.headers["Retry-After"]) >= 1
    assert reply.body["code"] == "store_unavailable"
    return True


def requests(running: Service, id: str, token: str) -> list[Callable[[], Reply]]:
    """One request of each kind that needs the store."""
    ask, ready = running.ask, {"type": "ready"}
    return [
        lambda: ask("POST", "", {"seats": 2, "name": "Ada"}),
        lambda: ask("GET", ""),
        lambda: ask("GET", id),
        lambda: ask("GET", f"{id}/moves", token=token),
        lambda: ask("POST", f"{id}/moves", ready, token=token, idempotency_key="k"),
        lambda: ask("POST", f"{id}/moves/check", ready, token=token),
        lambda: ask("GET", f"{id}/events?wait=20"),
        lambda: ask("GET", f"{id}/views/3"),
        lambda: ask("DELETE", id, token=token),
    ]


def test_it_starts_without_redis_and_serves_when_it_comes(server: RedisServer) -> None:
    with service(server.url) as running:
        assert running.ask("GET", "/healthz").status == 200
        ready = running.ask("GET", "/readyz")
        assert (ready.status, ready.body["status"]) == (503, "starting")
        assert unavailable(running.ask("POST", "", {"seats": 2, "name": "Ada"}))
        assert running.ask("GET", "/v1/games").status == 200
        server.start()
        until(
            lambda: running.ask("POST", "", {"seats": 2, "name": "Ada"}).status == 201, "tables can be opened"
        )
        until(lambda: running.ask("GET", "/readyz").status == 200, "it is ready")


def test_a_crash_of_redis_in_mid_game_is_survived(server: RedisServer) -> None:
    server.start("--appendfsync", "always")  # else a crash may take what was written in the last 2 seconds
    with service(server.url, workers="1") as running, running.caller() as caller:
        id, tokens = caller.seated()
        assert caller("GET", "/readyz").status == 200
        assert caller.move(id, tokens).status == 200
        server.kill()
        for request in requests(running, id, tokens[0]):
            assert unavailable(request())
        ready = running.ask("GET", "/readyz")
        assert ready.status == 200
        assert "cannot be reached" in ready.body["store"]
        server.start()
        until(lambda: running.ask("GET", id).status == 200, "the table is back")
        assert running.ask("GET", id).body["version"] == 4
        with running.caller() as again:
            assert again.move(id, tokens).status == 200


def test_a_redis_that_hangs_holds_nobody_up_however_many_ask(valkey: RedisServer) -> None:
    with service(valkey.url, workers="1") as running, running.caller() as caller:
        id, tokens = caller.seated()
        before = caller("GET", id).body
        kinds = requests(running, id, tokens[0])[:-1]  # without closing the table: that might come through
        valkey.halt()
        try:
            for _ in range(2):  # over connections that were there, and over new ones
                replies = at_once(5 * len(kinds), lambda i: kinds[i % len(kinds)]())
                assert all(unavailable(reply) for reply in replies)
                ready = running.ask("GET", "/readyz")
                assert (ready.status, ready.body["status"]) == (200, "ok")
                assert "Redis cannot be reached: TimeoutError" in ready.body["store"]
                assert ready.seconds < IN_TIME
                sleep(PAUSE)
        finally:
            valkey.resume()
        until(lambda: running.ask("GET", id).status == 200, "the table is back")
        # A request that got 503 may have been carried out when Redis woke up: at most once.
        assert running.ask("GET", id).body["version"] - before["version"] in (0, 1)


def test_a_move_whose_503_left_it_open_is_made_once_by_its_key(valkey: RedisServer) -> None:
    with service(valkey.url, workers="1") as running, running.caller() as caller:
        id, tokens = caller.seated()

        def ready() -> Reply:
            return caller("POST", f"{id}/moves", {"type": "ready"}, token=tokens[0], idempotency_key="k")

        valkey.halt()
        try:
            assert unavailable(ready())
        finally:
            valkey.resume()
        until(lambda: ready().status == 200, "it is made")
        first, second = ready(), ready()
        assert first.replayed
        assert first.raw == second.raw
        assert caller("GET", id).body["version"] == 4


def test_a_read_that_waits_is_told_when_redis_dies(valkey: RedisServer) -> None:
    with service(valkey.url, workers="1") as running, running.caller() as caller:
        id, _ = caller.seated()
        with ThreadPoolExecutor(2) as pool:
            waits = [pool.submit(running.ask, "GET", f"{id}/events?after=3&wait=20") for _ in range(2)]
            with valkey.client() as client:
                channel = f"sw:{{{id}}}:news"
                until(lambda: client.pubsub_shardnumsub(channel)[0][1] == 2, "both wait")
            valkey.kill()
            died = monotonic()
            replies = [wait.result(20) for wait in waits]
            assert monotonic() - died < IN_TIME
        assert [reply.status for reply in replies] == [503, 503]


def test_a_redis_that_evicts_is_refused_until_it_is_set_right(server: RedisServer) -> None:
    server.start("--maxmemory-policy", "allkeys-lru")
    with service(server.url, workers="1") as running:
        assert unavailable(running.ask("POST", "", {"seats": 2, "name": "Ada"}))
        ready = running.ask("GET", "/readyz")
        assert ready.status == 503
        assert "set maxmemory-policy noeviction" in ready.body["store"]
        with server.client() as client:
            client.config_set("maxmemory-policy", "noeviction")
        until(lambda: running.ask("GET", "/readyz").status == 200, "it is ready")
        assert running.ask("POST", "", {"seats": 2, "name": "Ada"}).status == 201


def test_a_redis_almost_full_takes_moves_but_no_new_tables(server: RedisServer) -> None:
    server.start()
    with service(server.url, workers="1") as running, running.caller() as caller, server.client() as client:
        id, tokens = caller.seated()
        client.config_set("maxmemory", int(client.info("memory")["used_memory"] * 1.2))
        until(lambda: unavailable(caller("POST", "", {"seats": 2, "name": "Ada"})), "no table is opened")
        assert caller.move(id, tokens).status == 200
        client.config_set("maxmemory", "1mb")
        before = caller("GET", id).body
        assert unavailable(caller.move(id, tokens))
        client.config_set("maxmemory", 0)
        until(lambda: caller("GET", id).status == 200, "the table is back")
        assert caller("GET", id).body == before
        assert caller.move(id, tokens).status == 200


def test_a_table_of_a_newer_release_is_not_touched(server: RedisServer) -> None:
    server.start()
    with service(server.url, workers="1") as running, running.caller() as caller:
        id, tokens = caller.seated()
        with server.client() as client:
            newer(client, id)
            before = client.hmget(f"sw:{{{id}}}:table", TABLE_FIELDS)
            for request in requests(running, id, tokens[0])[2:]:
                assert unavailable(request())
            assert client.hmget(f"sw:{{{id}}}:table", TABLE_FIELDS) == before
        assert caller("GET", "").status == 200


def newer(client: "redis.Redis", id: str) -> None:
    """Makes a table look as a later release might write it."""
    key = f"sw:{{{id}}}:table"
    record = client.hget(key, "record")
    assert record is not None
    record = record.replace(b'"rules_version":1', b'"rules_version":999').replace(b'"chairs"', b'"places"')
    client.hset(key, "record", record)
