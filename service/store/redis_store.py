"""The store on Redis 7.0 or later, or Valkey: the only file that speaks Redis.

Keys of a table share a hash tag, so that a cluster keeps them in one slot:

    sw:{id}:table   hash    version, at, record, state, size of the log in bytes
    sw:{id}:log     stream  entry <version>-0: c commit id, e body, r record, s state
    sw:{id}:keys    hash    k:<scope>:<key> a note's value; n: and o: keep the last 64 of a scope
    sw:{id}:news    sharded channel, says each new version
    sw:lobby:<game> sorted set of "<creation time>:<id>", all with score 0: lexical order is time
"""

import re
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.resources import files
from time import monotonic
from typing import Any, TypeVar

import redis
import structlog
from redis.backoff import NoBackoff
from redis.retry import Retry

from service.store.port import Commit, Entry, Known, Stale, Stored, Unavailable, UnknownTable

log = structlog.get_logger(__name__)

Answer = TypeVar("Answer")

OLDEST = (7, 0)
"""The first Redis version that has all commands used here."""

PAUSE = 1.0
"""Seconds for which a store that failed is not asked again."""

ROOM = 0.8
"""Share of maxmemory above which no tables are created."""

TABLE_FIELDS = ("version", "at", "record", "state", "size")

DOWN = (redis.ConnectionError, redis.TimeoutError, redis.exceptions.ClusterDownError)
"""It does not answer, or is loading."""

UNWILLING = re.compile(r"\b(BUSY|MISCONF|NOPERM|NOREPLICAS|OOM|READONLY|TRYAGAIN)\b")
"""It answers, but does not do this now: codes of error replies that are no fault of ours."""


def connect(url: str) -> "redis.Redis":
    """A client whose calls end within about 3 s: connecting takes at most 0.5 s, a command 1 s, one retry."""
    return redis.Redis.from_url(
        url,
        protocol=3,
        socket_connect_timeout=0.5,
        socket_timeout=1.0,
        retry=Retry(NoBackoff(), 1),
        health_check_interval=0,
    )


def _keys(table: str) -> list[str]:
    return [f"sw:{{{table}}}:{name}" for name in ("table", "log", "keys", "news")]


def _stored(fields: Sequence[bytes | None]) -> Stored | None:
    version, at, record, state, size = fields
    if version is None or at is None or record is None:
        return None
    return Stored(int(version), int(at), record, state, int(size or 0))


def _refused(reply: redis.ResponseError) -> Unavailable:
    """What an error reply means to a caller; the reply itself is raised where it is a fault of ours."""
    found = UNWILLING.search(f"{reply.status_code} {reply}")
    if found is None:
        raise reply
    return Unavailable(f"Redis refuses: {found[1]}")


class RedisStore:
    """`service.store.port.Store` on one Redis client. Thread-safe."""

    def __init__(self, client: "redis.Redis") -> None:
        self._redis: Any = client
        self._commit = self._redis.register_script(
            files(__package__).joinpath("commit.lua").read_text(encoding="utf-8")
        )
        self._closed_until = 0.0
        self._closed_for = ""
        self._fit = False
        self._room_until = 0.0
        self._room = True

    def load(self, table: str) -> Stored:
        stored = _stored(self._ask(lambda: self._redis.hmget(_keys(table)[0], TABLE_FIELDS)))
        if stored is None:
            raise UnknownTable(table)
        return stored

    def load_log(self, table: str, after: int, count: int) -> tuple[Stored, list[Entry]]:
        hash_key, log_key = _keys(table)[:2]

        def ask() -> Any:
            pipe = self._redis.pipeline(transaction=False)
            pipe.hmget(hash_key, TABLE_FIELDS)
            pipe.xrange(log_key, min=f"{after + 1}-0", max="+", count=count)
            return pipe.execute()

        fields, entries = self._ask(ask)
        stored = _stored(fields)
        if stored is None:
            raise UnknownTable(table)
        return stored, [
            Entry(int(name.partition(b"-")[0]), body[b"e"], body.get(b"r"), body.get(b"s"))
            for name, body in entries
        ]

    def remembered(self, table: str, scope: str, key: str) -> str | None:
        value = self._ask(lambda: self._redis.hget(_keys(table)[2], f"k:{scope}:{key}"))
        return None if value is None else value.decode()

    def commit(self, commit: Commit) -> Known | None:
        note = commit.note
        args: list[Any] = [
            commit.expected,
            secrets.token_bytes(12),
            commit.at,
            commit.ttl * 1000,
            *((note.scope, note.key, note.value) if note else ("", "", "")),
            commit.record or b"",
            commit.state or b"",
        ]
        for entry in commit.entries:
            args += (entry.body, entry.record or b"", entry.state or b"")
        verdict, *rest = self._ask(lambda: self._commit(keys=_keys(commit.table), args=args))
        if verdict == b"known":
            return Known(rest[0].decode())
        if verdict == b"stale":
            stored = _stored(rest)
            if stored is None:
                raise UnknownTable(commit.table)
            raise Stale(stored)
        return None

    @contextmanager
    def watch(self, table: str) -> Iterator[Callable[[float], bool]]:
        channel = _keys(table)[3]

        def subscribe() -> Any:
            news = self._redis.pubsub()
            news.ssubscribe(channel)
            if news.get_sharded_message(timeout=1.0) is None:
                raise redis.TimeoutError("no answer to SSUBSCRIBE")
            return news

        news = self._ask(subscribe)

        def wait(seconds: float) -> bool:
            return self._ask(lambda: news.get_sharded_message(timeout=seconds)) is not None

        try:
            yield wait
        finally:
            news.close()

    def advertise(self, game: str, table: str, at: int) -> None:
        self._ask(lambda: self._redis.zadd(f"sw:lobby:{game}", {f"{at:014d}:{table}": 0}))

    def advertised(self, game: str, before: str | None, count: int) -> list[tuple[str, str]]:
        top = "+" if before is None else f"({before}"
        places = self._ask(
            lambda: self._redis.zrange(
                f"sw:lobby:{game}", top, "-", desc=True, bylex=True, offset=0, num=count
            )
        )
        return [(place.decode(), place.decode().partition(":")[2]) for place in places]

    def withdraw(self, game: str, places: Sequence[str]) -> None:
        if places:
            self._ask(lambda: self._redis.zrem(f"sw:lobby:{game}", *places))

    def load_many(self, tables: Sequence[str]) -> list[Stored | None]:
        def ask() -> Any:
            pipe = self._redis.pipeline(transaction=False)
            for table in tables:
                pipe.hmget(_keys(table)[0], TABLE_FIELDS)
            return pipe.execute()

        return [_stored(fields) for fields in self._ask(ask)] if tables else []

    def has_room(self) -> bool:
        if monotonic() >= self._room_until:
            memory = self._ask(lambda: self._redis.info("memory"))
            most = int(memory.get("maxmemory", 0))
            self._room = not most or int(memory["used_memory"]) < ROOM * most
            self._room_until = monotonic() + PAUSE
        return self._room

    def met(self) -> bool:
        return self._fit

    def fault(self) -> str | None:
        try:
            self._ask(self._redis.ping)
        except Unavailable as fault:
            return str(fault)
        return None

    def _ask(self, ask: Callable[[], Answer]) -> Answer:
        """The answer of Redis, looked over at first contact; Unavailable, and a pause, when it fails."""
        if monotonic() < self._closed_until:
            raise Unavailable(f"{self._closed_for}, a moment ago")
        try:
            self._inspect()
            return ask()
        except DOWN as down:
            self._closed_for = f"Redis cannot be reached: {type(down).__name__}"
            self._closed_until = monotonic() + PAUSE
            log.warning("store_unavailable", error=type(down).__name__)
            raise Unavailable(self._closed_for) from down
        except redis.ResponseError as reply:
            refused = _refused(reply)
            log.warning("store_refuses", reason=str(refused))
            raise refused from reply

    def _inspect(self) -> None:
        """Looks over the server once: too old or evicting is Unavailable, unsaved is only said."""
        if self._fit:
            return
        info = self._redis.info()
        version = str(info["redis_version"])
        if tuple(int(part) for part in version.split(".")[:2]) < OLDEST:
            raise Unavailable(f"Redis {version} is too old: 7.0 or later is needed")
        policy = info.get("maxmemory_policy", "noeviction")
        if policy != "noeviction":
            raise Unavailable(f"Redis evicts tables: set maxmemory-policy noeviction, it is {policy}")
        if not info.get("aof_enabled") and not info.get("rdb_last_bgsave_time_sec", -1) > -1:
            log.warning("store_not_persistent", advice="set appendonly yes, or games end with the server")
        self._fit = True
