"""A Redis that answers, but with an error: 503 and an unchanged table, and it goes on when the reason is gone."""

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from threading import Thread
from time import sleep
from typing import Any

import pytest
import redis

from service import create_app
from service.settings import Settings
from service.store.redis_store import TABLE_FIELDS
from tests.conftest import PROGRAMS
from tests.faults.processes import SECRET, RedisServer, redis_server, until
from tests.service.client import Client

LOADED = 60
"""Keys that a restarted server is slow to load."""


@pytest.fixture(params=list(PROGRAMS))
def server(request: pytest.FixtureRequest) -> Iterator[RedisServer]:
    with redis_server(PROGRAMS[request.param]) as server:
        server.start()
        yield server


@pytest.fixture
def client(server: RedisServer) -> Client:
    return Client(create_app(Settings(secret=SECRET, redis_url=server.url)))


@contextmanager
def setting(server: RedisServer, name: str, now: Any, then: Any) -> Iterator[None]:
    with server.client() as admin:
        admin.config_set(name, now)
        yield
        admin.config_set(name, then)


def without_replicas(server: RedisServer) -> AbstractContextManager[None]:
    """It wants replicas that it does not have: NOREPLICAS."""
    return setting(server, "min-replicas-to-write", 1, 0)


def full(server: RedisServer) -> AbstractContextManager[None]:
    """Its memory is used up: OOM."""
    return setting(server, "maxmemory", 1_000_000, 0)


@contextmanager
def read_only(server: RedisServer) -> Iterator[None]:
    """It has become somebody's replica: READONLY."""
    with server.client() as admin:
        admin.replicaof("127.0.0.1", 1)
        yield
        admin.replicaof("NO", "ONE")


@contextmanager
def forbidding(server: RedisServer) -> Iterator[None]:
    """Its user may not run the script: NOPERM."""
    with server.client() as admin:
        admin.execute_command("ACL", "SETUSER", "default", "-evalsha")
        yield
        admin.execute_command("ACL", "SETUSER", "default", "+evalsha")


@contextmanager
def unable_to_save(server: RedisServer) -> Iterator[None]:
    """Its disk failed it: MISCONF."""
    with server.client() as admin, setting(server, "save", "900 100000", ""):
        in_the_way = Path(str(admin.config_get("dir")["dir"])) / "dump.rdb"
        in_the_way.mkdir()
        admin.bgsave()
        until(lambda: admin.info("persistence")["rdb_last_bgsave_status"] == "err", "saving fails")
        yield


@contextmanager
def busy(server: RedisServer) -> Iterator[None]:
    """Somebody's script runs on and on: BUSY."""

    def run() -> None:
        with server.client() as runner, pytest.raises(redis.ResponseError, match="killed"):
            runner.eval("while true do end", 0)

    def blocked() -> bool:
        try:
            return not admin.ping()
        except redis.ResponseError:
            return True

    with server.client() as admin:
        admin.config_set("busy-reply-threshold", 50)
        thread = Thread(target=run)
        thread.start()
        until(blocked, "the script blocks the others")
        try:
            yield
        finally:
            admin.script_kill()
            thread.join()


@pytest.mark.parametrize(
    "refusing",
    [without_replicas, full, read_only, forbidding, unable_to_save, busy],
    ids=lambda f: f.__name__,
)
def test_an_error_of_redis_is_503_and_changes_nothing(
    server: RedisServer, client: Client, refusing: Callable[[RedisServer], AbstractContextManager[None]]
) -> None:
    id, tokens = client.seated()
    before = client.table(id)
    with refusing(server):
        for path, body, token in (
            ("", {"seats": 2, "name": "Ada"}, None),
            (f"{id}/moves", {"type": "ready"}, tokens[0]),
        ):
            answer = client("POST", path, body, token=token)
            assert (answer.status, answer.body["code"]) == (503, "store_unavailable")
            assert int(answer.headers["Retry-After"]) >= 1
        assert client("GET", id).status in (200, 503)
        assert client("GET", "").status in (200, 503)
        assert client("GET", f"{id}/events").status in (200, 503)
        assert client("GET", "/readyz").status == 200
    until(lambda: client("GET", id).status == 200, "the table can be read")
    assert client.table(id) == before
    assert client("POST", f"{id}/moves", {"type": "ready"}, token=tokens[0]).status == 200


def test_what_redis_refuses_is_said_to_the_operator(server: RedisServer, client: Client) -> None:
    client.seated()
    with busy(server):
        assert "BUSY" in client("GET", "/readyz").body["store"]
    assert client("GET", "/readyz").body["store"] == "ok"


def test_a_user_who_may_not_publish_writes_all_the_same(server: RedisServer, client: Client) -> None:
    id, tokens = client.seated()
    with server.client() as admin:
        admin.execute_command("ACL", "SETUSER", "default", "resetchannels")
    answer = client("POST", f"{id}/moves", {"type": "ready"}, token=tokens[0])
    assert answer.status == 200
    assert client.table(id)["version"] == answer.body["table"]["version"]
    assert client("GET", f"{id}/events?after=4&wait=1", token=tokens[0]).status == 503


def test_a_redis_that_is_loading_is_waited_for(server: RedisServer, client: Client) -> None:
    id, tokens = client.seated()
    with server.client() as admin:
        for n in range(LOADED):
            admin.set(f"ballast {n}", os.urandom(3_000))
        admin.bgrewriteaof()
        sleep(0.1)
        until(lambda: not admin.info("persistence")["aof_rewrite_in_progress"], "the file is written anew")
        before = admin.hmget(f"sw:{{{id}}}:table", TABLE_FIELDS)
    server.kill()
    server.start("--key-load-delay", "20000", "--loading-process-events-interval-bytes", "1024")
    answer = client("GET", id)
    assert (answer.status, answer.body["code"]) == (503, "store_unavailable")
    ready = client("GET", "/readyz")
    assert ready.status == 200
    assert "BusyLoading" in ready.body["store"]
    until(lambda: client("GET", id).status == 200, "it is loaded")
    with server.client() as admin:
        assert admin.hmget(f"sw:{{{id}}}:table", TABLE_FIELDS) == before
    assert client("POST", f"{id}/moves", {"type": "ready"}, token=tokens[0]).status == 200
