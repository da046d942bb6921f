"""Redis away, hanging, full or unfit: 503 in time, never 500, and the service goes on by itself when it is back."""

from collections.abc import Iterator

import pytest
import redis

from service.store.redis_store import TABLE_FIELDS
from tests.conftest import PROGRAMS
from tests.faults.processes import RedisServer, Reply, Service, redis_server, service, until

IN_TIME = 3.0
"""Seconds within which a 503 must come."""


@pytest.fixture(params=list(PROGRAMS))
def server(request: pytest.FixtureRequest) -> Iterator[RedisServer]:
    with redis_server(PROGRAMS[request.param]) as server:
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


def every_kind(running: Service, id: str, token: str) -> list[Reply]:
    """One request of each kind that needs the store."""
    return [
        running.ask("POST", "", {"seats": 2, "name": "Ada"}),
        running.ask("GET", ""),
        running.ask("GET", id),
        running.ask("GET", f"{id}/moves", token=token),
        running.ask("POST", f"{id}/moves", {"type": "ready"}, token=token, idempotency_key="k"),
        running.ask("POST", f"{id}/moves/check", {"type": "ready"}, token=token),
        running.ask("GET", f"{id}/events?wait=20"),
        running.ask("GET", f"{id}/views/3"),
        running.ask("DELETE", id, token=token),
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
        assert running.ask("GET", "/readyz").status == 200


def test_a_crash_of_redis_in_mid_game_is_survived(server: RedisServer) -> None:
    server.start()
    with service(server.url, workers="1") as running, running.caller() as caller:
        id, tokens = caller.seated()
        assert caller("GET", "/readyz").status == 200
        assert caller.move(id, tokens).status == 200
        with server.client() as client:
            client.execute_command("BGREWRITEAOF")
            until(lambda: not client.info("persistence")["aof_rewrite_in_progress"], "the log is written")
        server.kill()
        for reply in every_kind(running, id, tokens[0]):
            assert unavailable(reply)
        ready = running.ask("GET", "/readyz")
        assert ready.status == 200
        assert "cannot be reached" in ready.body["store"]
        server.start()
        until(lambda: running.ask("GET", id).status == 200, "the table is back")
        assert running.ask("GET", id).body["version"] == 4
        with running.caller() as again:
            assert again.move(id, tokens).status == 200


def test_a_redis_that_hangs_is_answered_for_in_time(server: RedisServer) -> None:
    server.start()
    with service(server.url, workers="1") as running, running.caller() as caller:
        id, tokens = caller.seated()
        server.halt()
        try:
            for _ in range(3):
                assert unavailable(running.ask("POST", f"{id}/moves", {"type": "ready"}, token=tokens[0]))
            for reply in every_kind(running, id, tokens[0]):
                assert unavailable(reply)
        finally:
            server.resume()
        until(lambda: running.ask("GET", id).status == 200, "the table is back")


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
            for reply in every_kind(running, id, tokens[0])[2:]:
                assert unavailable(reply)
            assert client.hmget(f"sw:{{{id}}}:table", TABLE_FIELDS) == before
        assert caller("GET", "").status == 200


def newer(client: "redis.Redis", id: str) -> None:
    """Makes a table look as a later release might write it."""
    key = f"sw:{{{id}}}:table"
    record = client.hget(key, "record")
    assert record is not None
    record = record.replace(b'"rules_version":1', b'"rules_version":999').replace(b'"chairs"', b'"places"')
    client.hset(key, "record", record)
