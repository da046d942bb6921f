"""The store on real servers: commits all or nothing, once, in order; what it remembers and for how long."""

import threading
import time

import pytest
from redis.crc import key_slot

from service.store.port import Commit, Entry, Known, Note, Stale, Unavailable, UnknownTable
from service.store.redis_store import RedisStore, connect

ROUND = 64


def commit(table: str = "t", expected: int = 0, n: int = 1, **more: object) -> Commit:
    entries = [Entry(expected + 1 + i, b"body %d" % (expected + 1 + i)) for i in range(n)]
    fields = {"record": b"record", "state": b"state %d" % (expected + n), "at": 1_000 + expected, "ttl": 60}
    return Commit(table=table, expected=expected, entries=entries, **(fields | more))


def test_the_first_commit_creates_the_table(store: RedisStore) -> None:
    assert store.commit(commit(n=2)) is None
    stored = store.load("t")
    assert (stored.version, stored.at, stored.record, stored.state) == (2, 1_000, b"record", b"state 2")


def test_an_unknown_table_cannot_be_loaded_or_changed(store: RedisStore) -> None:
    for ask in (
        lambda: store.load("t"),
        lambda: store.load_log("t", 0, 10),
        lambda: store.commit(commit(expected=3)),
    ):
        with pytest.raises(UnknownTable):
            ask()


def test_what_a_commit_leaves_unsaid_stays(store: RedisStore) -> None:
    store.commit(commit())
    store.commit(commit(expected=1, record=None, state=None))
    stored = store.load("t")
    assert (stored.version, stored.record, stored.state) == (2, b"record", b"state 1")


def test_a_table_without_a_state_has_none(store: RedisStore) -> None:
    store.commit(commit(state=None))
    assert store.load("t").state is None


def test_a_stale_commit_changes_nothing_and_carries_the_table(store: RedisStore) -> None:
    store.commit(commit(n=2))
    with pytest.raises(Stale) as stale:
        store.commit(commit(expected=1))
    assert stale.value.stored == store.load("t")
    assert stale.value.stored.version == 2
    with pytest.raises(Stale):
        store.commit(commit())


def test_the_log_holds_every_version_in_order(store: RedisStore) -> None:
    store.commit(commit(n=3))
    kept = Entry(4, b"body 4", record=b"r4", state=b"s4")
    store.commit(Commit(table="t", expected=3, at=5, entries=[kept], record=None, state=None, ttl=60))
    stored, entries = store.load_log("t", 1, 10)
    assert stored.version == 4
    assert [entry.version for entry in entries] == [2, 3, 4]
    assert entries[-1] == kept
    assert [entry.version for entry in store.load_log("t", 1, 2)[1]] == [2, 3]
    assert store.load_log("t", 4, 10)[1] == []


def test_a_known_key_does_nothing_and_gives_what_was_noted(store: RedisStore) -> None:
    store.commit(commit(note=Note("0", "key", "value")))
    assert store.commit(commit(expected=1, note=Note("0", "key", "other"))) == Known("value")
    assert store.commit(commit(expected=0, note=Note("0", "key", "other"))) == Known("value")
    assert store.load("t").version == 1
    assert store.remembered("t", "0", "key") == "value"
    assert store.remembered("t", "1", "key") is None
    assert store.commit(commit(expected=1, note=Note("1", "key", "mine"))) is None


def test_each_scope_remembers_its_last_64_keys(store: RedisStore) -> None:
    for i in range(ROUND + 6):
        store.commit(commit(expected=i, note=Note("0", f"k{i}", str(i))))
    store.commit(commit(expected=ROUND + 6, note=Note("1", "k0", "other")))
    assert store.remembered("t", "0", "k5") is None
    assert [store.remembered("t", "0", f"k{i}") for i in (6, ROUND + 5)] == ["6", str(ROUND + 5)]
    assert store.remembered("t", "1", "k0") == "other"


def test_everything_of_a_table_is_forgotten_together(store: RedisStore, redis_url: str) -> None:
    store.commit(commit(ttl=100, note=Note("0", "key", "value")))
    with connect(redis_url) as client:
        keys = sorted(client.keys("*"))
        assert keys == [b"sw:{t}:keys", b"sw:{t}:log", b"sw:{t}:table"]
        assert all(90_000 < client.pttl(key) <= 100_000 for key in keys)
    store.commit(commit(expected=1, ttl=500))
    with connect(redis_url) as client:
        assert all(client.pttl(key) > 400_000 for key in keys)


def test_the_keys_of_a_table_lie_in_one_slot_of_a_cluster(store: RedisStore, redis_url: str) -> None:
    store.commit(commit(table="abc", note=Note("0", "key", "value")))
    with connect(redis_url) as client:
        assert len({key_slot(key) for key in client.keys("*")} | {key_slot(b"sw:{abc}:news")}) == 1


def test_the_lobby_lists_newest_first_from_a_place(store: RedisStore) -> None:
    for at, table in ((5, "a"), (7, "b"), (5, "c"), (1_796_112_000_000, "d")):
        store.advertise("g", table, at)
    store.advertise("other", "x", 6)
    places = store.advertised("g", None, 3)
    assert [table for _, table in places] == ["d", "b", "c"]
    assert [table for _, table in store.advertised("g", places[-1][0], 3)] == ["a"]
    store.withdraw("g", [places[1][0]])
    assert [table for _, table in store.advertised("g", None, 9)] == ["d", "c", "a"]
    store.withdraw("g", [])


def test_many_tables_are_loaded_in_order(store: RedisStore) -> None:
    store.commit(commit(table="a"))
    store.commit(commit(table="b", n=2))
    loaded = store.load_many(["b", "nothing", "a"])
    assert [one and one.version for one in loaded] == [2, None, 1]
    assert store.load_many([]) == []


def test_news_of_a_commit_ends_a_wait(store: RedisStore) -> None:
    store.commit(commit())
    with store.watch("t") as news:
        assert news(0.05) is False
        store.commit(commit(expected=1))
        assert news(5) is True
        later = threading.Timer(0.2, lambda: store.commit(commit(expected=2)))
        later.start()
        assert news(5) is True
        later.join()
        store.commit(commit(table="u"))
        assert news(0.05) is False


def test_a_store_that_is_away_is_unavailable_and_not_asked_for_a_while(tmp_path: object) -> None:
    store = RedisStore(connect(f"unix://{tmp_path}/nothing.sock"))
    with pytest.raises(Unavailable):
        store.load("t")
    begun = time.monotonic()
    for _ in range(1_000):
        with pytest.raises(Unavailable, match="a moment ago"):
            store.load("t")
    assert time.monotonic() - begun < 1
    assert "cannot be reached" in (store.fault() or "")


def test_a_server_that_evicts_is_refused(redis_url: str) -> None:
    with connect(redis_url) as client:
        client.config_set("maxmemory-policy", "allkeys-lru")
        try:
            store = RedisStore(client)
            with pytest.raises(Unavailable, match="noeviction"):
                store.load("t")
            assert "noeviction" in (store.fault() or "")
        finally:
            client.config_set("maxmemory-policy", "noeviction")
        assert store.fault() is None


def test_there_is_no_room_when_memory_is_almost_used_up(redis_url: str) -> None:
    with connect(redis_url) as client:
        assert RedisStore(client).has_room()
        used = client.info("memory")["used_memory"]
        client.config_set("maxmemory", int(used * 1.1))
        try:
            assert not RedisStore(client).has_room()
        finally:
            client.config_set("maxmemory", 0)
