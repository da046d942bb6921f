"""An answer of Redis that is lost after the script ran: the client repeats it, and it is answered as done."""

import random
from collections.abc import Iterator
from time import sleep
from typing import Any
from uuid import uuid4

import pytest
import redis

from service import create_app
from service.settings import Settings
from service.store.port import Commit, Entry, Note, Stale
from service.store.redis_store import PAUSE, RedisStore, connect
from tests.faults.processes import SECRET
from tests.service.client import Client

COMMITS = 100


class Losing(redis.UnixDomainSocketConnection):
    """A connection that loses answers of a script: it breaks after the server has carried it out.

    Every other answer is lost, or the first ones of a fixed number.
    """

    answers = 0
    lost: int | None = None
    _script = False

    def send_command(self, *args: Any, **kwargs: Any) -> None:
        super().send_command(*args, **kwargs)
        self._script = args[0] == "EVALSHA"

    def read_response(self, *args: Any, **kwargs: Any) -> Any:
        answer = super().read_response(*args, **kwargs)
        if self._script:
            self._script = False
            Losing.answers += 1
            if Losing.answers % 2 if Losing.lost is None else Losing.answers <= Losing.lost:
                raise redis.ConnectionError("the answer was lost")
        return answer


@pytest.fixture
def losing(redis_url: str) -> Iterator[RedisStore]:
    client = connect(redis_url)
    client.connection_pool.connection_class = Losing
    client.flushall()
    Losing.answers, Losing.lost = 0, None
    yield RedisStore(client)
    client.close()


def commit(expected: int, **more: Any) -> Commit:
    entries = [Entry(expected + 1, b"{}")]
    return Commit(
        table="t", expected=expected, at=1, entries=entries, record=b"r", state=b"s", ttl=60, **more
    )


def test_a_commit_that_ran_twice_is_done_once(losing: RedisStore) -> None:
    for version in range(COMMITS):
        assert losing.commit(commit(version)) is None
    assert Losing.answers == 2 * COMMITS
    stored, entries = losing.load_log("t", 0, 1_000)
    assert stored.version == COMMITS
    assert [entry.version for entry in entries] == list(range(1, COMMITS + 1))


def test_a_commit_with_a_key_that_ran_twice_is_done_too(losing: RedisStore) -> None:
    for version in range(COMMITS):
        assert losing.commit(commit(version, note=Note("0", f"k{version}", "v"))) is None
    assert Losing.answers == 2 * COMMITS
    assert losing.load("t").version == COMMITS


def test_the_script_knows_its_own_work_even_after_others(redis_url: str) -> None:
    with connect(redis_url) as client:
        client.flushall()
        store = RedisStore(client)
        keys = [f"sw:{{t}}:{name}" for name in ("table", "log", "keys", "news")]
        args = [0, b"the id of a commit", 1, 60_000, "", "", "", b"r", b"s", b"{}", b"", b""]
        assert store._commit(keys=keys, args=args) == [b"done"]
        store.commit(commit(1))
        store.commit(commit(2))
        assert store._commit(keys=keys, args=args) == [b"done"]
        assert store.load("t").version == 3
        with pytest.raises(Stale):
            store.commit(commit(0))


@pytest.mark.parametrize("keyed", [True, False])
def test_moves_whose_answers_are_lost_are_answered_as_made(
    losing: RedisStore, redis_url: str, *, keyed: bool
) -> None:
    client = Client(create_app(Settings(secret=SECRET, redis_url=redis_url), losing), validate=False)
    rng = random.Random(1)
    id, tokens = client.seated()
    for n in range(COMMITS):
        table = client.table(id)
        if table["status"] != "playing":
            id, tokens = client.seated()
            table = client.table(id)
        token = tokens[table["actors"][0]]
        headers = {"idempotency_key": f"k{n}"} if keyed else {}
        move = rng.choice(client.table(id, token)["moves"])
        answer = client("POST", f"{id}/moves", move, token=token, **headers)
        assert answer.status == 200
        assert [update["version"] for update in answer.body["updates"]] == [table["version"] + 1]
        assert "Idempotent-Replayed" not in answer.headers
    assert Losing.answers >= 2 * COMMITS


def test_every_kind_of_write_whose_answer_is_lost_is_answered_as_done(
    losing: RedisStore, redis_url: str
) -> None:
    client = Client(create_app(Settings(secret=SECRET, redis_url=redis_url), losing))
    made = client.create(seats=3)
    id = made.body["table"]["id"]
    joined = client("POST", f"{id}/seats", {"name": "Grace"}, idempotency_key=str(uuid4()))
    left = client("DELETE", f"{id}/seats/1", token=joined.body["token"])
    closed = client("DELETE", id, token=made.body["token"], if_match="3")
    answers = (made, joined, left, closed)
    assert [answer.status for answer in answers] == [201, 201, 204, 204]
    assert not any("Idempotent-Replayed" in answer.headers for answer in answers)
    assert client.table(id)["version"] == len(answers)
    assert Losing.answers == 2 * len(answers)


@pytest.mark.parametrize("what", ["create", "join", "move"])
def test_a_request_that_got_503_is_repeated_with_its_key_and_done_once(
    losing: RedisStore, redis_url: str, what: str
) -> None:
    client = Client(create_app(Settings(secret=SECRET, redis_url=redis_url), losing))
    id, tokens = client.seated()
    open_id = client.create().body["table"]["id"]
    path, body, token = {
        "create": ("", {"seats": 2, "name": "Ada"}, None),
        "join": (f"{open_id}/seats", {"name": "Grace"}, None),
        "move": (f"{id}/moves", {"type": "ready"}, tokens[0]),
    }[what]
    before = len(client("GET", "").body["tables"])
    key = str(uuid4())
    Losing.answers, Losing.lost = 0, 2
    failed = client("POST", path, body, token=token, idempotency_key=key)
    assert (failed.status, failed.body["code"]) == (503, "store_unavailable")
    sleep(PAUSE)
    done, again = (client("POST", path, body, token=token, idempotency_key=key) for _ in range(2))
    assert done.status == again.status == (200 if what == "move" else 201)
    assert done.headers["Idempotent-Replayed"] == again.headers["Idempotent-Replayed"] == "true"
    assert done.raw == again.raw
    assert client.table(done.body["table"]["id"])["version"] == done.body["table"]["version"]
    assert len(client("GET", "").body["tables"]) == before + (what == "create")
