"""How use cases reach the tables of one game: reading, knowing the caller, writing without losing a race."""

import hmac
import secrets
from collections.abc import Callable, Sequence
from functools import lru_cache
from time import time

import msgspec
from itsdangerous import BadSignature, URLSafeSerializer
from msgspec import Struct
from msgspec.structs import replace

from rules import referee
from rules.chance import Seeded
from rules.core import AnyRules, Seat
from service.settings import Settings
from service.store.port import Commit, Entry, Known, Note, Stale, Store, Stored, Unavailable, UnknownTable
from service.tables.answers import GameTypes
from service.tables.bots import Bots, Budget
from service.tables.events import Abandoned
from service.tables.record import ENDED, RULES_VERSION, AnyEntry, Draft, LogEntry, Record, Snapshot
from service.tables.refused import BadToken, Busy, Conflict, Forbidden, Illegal, Invalid, NotFound, Outdated

SNAPSHOT_EVERY = 256
"""Versions between two entries of the log that hold the whole table: a past view costs at most 255 steps."""

LAST_VERSION = 1_000_000_000
"""Above any version a table can reach."""

LOG_VERSIONS = 50_000
LOG_BYTES = 16 * 2**20
"""A table whose log has so many versions or bytes is abandoned, `log_limit`."""

TRIES = 4
"""How often a write is judged anew after a lost race, the first time included."""

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
"""Crockford's base32 in lower case."""

_encode = msgspec.json.Encoder().encode
_record = msgspec.json.Decoder(Record).decode


class Caller(Struct, frozen=True):
    """Who asks, as the table knows him."""

    seat: Seat | None
    join: int
    """Number of the join his token belongs to; 0 for the host without a seat."""
    host: bool


class Ask(Struct, frozen=True):
    """What a request says besides its body."""

    table: str
    token: str | None = None
    if_match: int | None = None
    key: str | None = None
    fingerprint: str = ""
    """Digest of method, path and body: a key belongs to one request."""


class Outcome(Struct, frozen=True):
    """What a write brought about."""

    snapshot: Snapshot
    """The table after it."""
    entries: tuple[tuple[int, AnyEntry], ...]
    """The new versions, oldest first."""
    seat: Seat | None
    """The caller's seat."""
    replayed: bool = False
    """Nothing was done: the same request had been carried out before."""


def spell(digest: bytes, length: int) -> str:
    """The first characters of a digest, five bits each, in Crockford's base32."""
    number = int.from_bytes(digest, "big")
    return "".join(ALPHABET[number >> (len(digest) * 8 - 5 * (i + 1)) & 31] for i in range(length))


class Desk:
    """The tables of one game: what every use case needs of them."""

    def __init__(self, game: AnyRules, store: Store, settings: Settings) -> None:
        self.game = game
        self.store = store
        self.types = GameTypes(game)
        self._bots = Bots(game, settings.expert_ms)
        self.sight = self._bots.sight
        self._secret = settings.secret.encode()
        self._ttl = {
            "waiting": settings.ttl_waiting,
            "playing": settings.ttl_running,
            "between_games": settings.ttl_running,
        }
        self._ttl_ended = settings.ttl_ended
        self._state = msgspec.json.Decoder(game.state_type).decode
        self._entry = msgspec.json.Decoder(self.types.entry).decode
        serializer = URLSafeSerializer(self._secret, salt="seat")
        self._sign = serializer.dumps
        self._read_token = lru_cache(maxsize=4096)(serializer.loads)

    # Names and tokens

    def new_id(self, key: str | None) -> str:
        """A table's id: derived from game and idempotency key where there is one, so that a retry finds it."""
        digest = secrets.token_bytes(32) if key is None else self._derive("table", f"{self.game.slug}/{key}")
        return spell(digest, 20)

    def invite(self, table: str) -> str:
        """What lets one join a private table, 10 characters."""
        return spell(self._derive("invite", table), 10).upper()

    def token(self, table: str, seat: Seat | None, join: int) -> str:
        """The token of whoever took a seat by a certain join, always the same; seat None: the host without one."""
        return str(self._sign([table, seat, join]))

    def _derive(self, purpose: str, text: str) -> bytes:
        return hmac.digest(self._secret, f"{purpose}/{text}".encode(), "sha256")

    def bearer(self, ask: Ask) -> tuple[Seat | None, int]:
        """Seat and join number a token was issued for, whether or not they still hold. BadToken."""
        try:
            table, seat, join = self._read_token(ask.token or "")
        except BadSignature:
            raise BadToken("bad_token") from None
        if table != ask.table:
            raise BadToken("token_of_another_table")
        return seat, join

    def caller(self, ask: Ask, record: Record) -> Caller | None:
        """Who asks; None without a token. BadToken for one that is wrong, or died with its seat."""
        if ask.token is None:
            return None
        seat, join = self.bearer(ask)
        if seat is None:
            return Caller(None, 0, record.host is None and record.host_apart)
        if record.chairs[seat].join != join:
            raise BadToken("token_expired")
        return Caller(seat, join, record.host == seat)

    # Reading

    def decode(self, stored: Stored) -> Snapshot:
        """A stored table decoded. NotFound for one of another game, Unavailable for one of a newer release."""
        try:
            record = _record(stored.record)
            if record.rules_version > RULES_VERSION:
                raise Unavailable("the table was written by a newer release")
            if record.game != self.game.slug:
                raise NotFound("unknown_table")
            state = None if stored.state is None else self._state(stored.state)
            return Snapshot(stored.version, stored.at, record, state, stored.size)
        except msgspec.ValidationError:
            if msgspec.json.decode(stored.record)["rules_version"] > RULES_VERSION:
                raise Unavailable("the table was written by a newer release") from None
            raise

    def look(self, ask: Ask) -> tuple[Snapshot, Caller | None]:
        """The table, nothing due left as far as the budget goes, and who asks for it.

        NotFound, BadToken, Forbidden where nobody may watch.
        """
        try:
            snapshot = self.decode(self.store.load(ask.table))
            caller = self.admit(ask, snapshot)
            due = self._bots.moves(snapshot, Budget())
            if not due:
                return snapshot, caller
            snapshot = self._settled(ask, snapshot, due)
        except UnknownTable:
            raise NotFound("unknown_table") from None
        return snapshot, self.admit(ask, snapshot)

    def settle(self, ask: Ask, snapshot: Snapshot) -> bool:
        """Does what is due at a table; whether there was anything to do. A race lost to another is no fault."""
        due = self._bots.moves(snapshot, Budget())
        if due:
            self._settled(ask, snapshot, due)
        return bool(due)

    def _settled(self, ask: Ask, snapshot: Snapshot, due: list[Draft]) -> Snapshot:
        try:
            return self.commit(Ask(ask.table), snapshot, self._bounded(snapshot, due), None, "").snapshot
        except Stale as stale:
            return self.decode(stale.stored)

    def admit(self, ask: Ask, snapshot: Snapshot) -> Caller | None:
        """Who asks for a look at the table. BadToken, Forbidden where nobody may watch."""
        caller = self.caller(ask, snapshot.record)
        if caller is None and not snapshot.record.spectators:
            raise Forbidden("spectators_not_allowed")
        return caller

    def past(
        self, ask: Ask, version: int, since: int | None = None
    ) -> tuple[Snapshot, Snapshot, list[tuple[int, AnyEntry]]]:
        """The table now, the table at a version, and the log from `since` (default: that version) up to it.

        One round trip, and at most SNAPSHOT_EVERY - 1 steps folded. NotFound.
        """
        if not 0 < version < LAST_VERSION:
            raise NotFound("unknown_version", version=version, newest=self.look(ask)[0].version)
        first = max(version - version % SNAPSHOT_EVERY, 1)
        first = min(first, since or first)
        try:
            stored, entries = self.store.load_log(ask.table, first - 1, version - first + 1)
        except UnknownTable:
            raise NotFound("unknown_table") from None
        now = self.decode(stored)
        if not entries or entries[-1].version != version:
            raise NotFound("unknown_version", version=version, newest=now.version)
        bodies = [(entry.version, self._entry(entry.body)) for entry in entries]
        return now, self._fold(entries, bodies), [body for body in bodies if body[0] >= (since or version)]

    def _fold(self, entries: Sequence[Entry], bodies: Sequence[tuple[int, AnyEntry]]) -> Snapshot:
        record = state = None
        start = 0
        for i, entry in enumerate(entries):
            if entry.record is not None:
                record = _record(entry.record)
            if entry.state is not None:
                state, start = self._state(entry.state), i + 1
        if record is None:
            raise AssertionError("a stretch of the log holds no record")
        if state is not None:
            chance = self.chances(record)
            moves = (
                (body.seat, body.move, chance(version))
                for version, body in bodies[start:]
                if body.move is not None and body.seat is not None
            )
            for step in referee.replay(self.game, state, moves):
                state = step.state
        return Snapshot(bodies[-1][0], bodies[-1][1].at, record, state)

    def log(self, ask: Ask, after: int, count: int) -> tuple[Snapshot, list[tuple[int, AnyEntry]]]:
        """The table now and up to count versions above `after`, in one round trip. NotFound."""
        try:
            stored, entries = self.store.load_log(ask.table, after, count)
        except UnknownTable:
            raise NotFound("unknown_table") from None
        return self.decode(stored), [(entry.version, self._entry(entry.body)) for entry in entries]

    def chances(self, record: Record) -> Callable[[int], Seeded]:
        """The randomness of the running game for each version."""
        key = bytes.fromhex(record.key)
        return lambda version: Seeded(key, "game", version)

    # Writing

    def write(
        self,
        ask: Ask,
        scope: Callable[[Caller | None], str],
        decide: Callable[[Snapshot, Caller | None], list[Draft]],
    ) -> Outcome:
        """Carries out what `decide` says, once, however often and at the same time the request comes.

        `decide` judges the newest table and drafts new versions, none where nothing is to change, or raises; it is
        asked again after a lost race. What is due comes first, and the bots answer in the same commit, both within
        one budget. `scope` names whose idempotency key it is. NotFound, BadToken, Outdated, Invalid for a key used
        otherwise, Busy.
        """
        budget = Budget()
        try:
            stored = self.store.load(ask.table)
            for _ in range(TRIES):
                snapshot = self.decode(stored)
                caller = self.caller(ask, snapshot.record)
                note_scope = scope(caller)
                due: list[Draft] = []
                try:
                    if ask.if_match is not None and ask.if_match != snapshot.version:
                        raise Outdated(snapshot, caller.seat if caller else None)
                    due = self._bots.moves(snapshot, budget)
                    ahead = snapshot.after(due)
                    drafts = decide(ahead, self.caller(ask, ahead.record) if due else caller)
                except (Outdated, Conflict, Illegal):
                    known = ask.key and self.store.remembered(ask.table, note_scope, ask.key)
                    if known:
                        return self.replayed(ask, known, caller)
                    if due:
                        self._settled(ask, snapshot, due)
                    raise
                if not due and not drafts:
                    return Outcome(snapshot, (), caller.seat if caller else None)
                try:
                    return self.commit(
                        ask, snapshot, self.answered(snapshot, due + drafts, budget), caller, note_scope
                    )
                except Stale as stale:
                    stored = stale.stored
        except UnknownTable:
            raise NotFound("unknown_table") from None
        raise Busy("busy")

    def answered(self, snapshot: Snapshot, drafts: list[Draft], budget: Budget) -> list[Draft]:
        """The drafts and what bots do on them."""
        return self._bounded(snapshot, drafts + self._bots.moves(snapshot.after(drafts), budget))

    @staticmethod
    def _bounded(snapshot: Snapshot, drafts: list[Draft]) -> list[Draft]:
        """The drafts; the table is abandoned with the last of them where its log has become too long."""
        last = drafts[-1]
        full = snapshot.version + len(drafts) >= LOG_VERSIONS or snapshot.size >= LOG_BYTES
        if not full or last.record.status in ENDED:
            return drafts
        record = replace(last.record, status="abandoned", reason="log_limit")
        return [*drafts[:-1], replace(last, record=record, events=(*last.events, Abandoned("log_limit")))]

    def commit(
        self, ask: Ask, snapshot: Snapshot | None, drafts: Sequence[Draft], caller: Caller | None, scope: str
    ) -> Outcome:
        """Writes drafts on top of a snapshot, None for a new table. Stale; or what the key stands for already."""
        at = int(time() * 1000)
        version = snapshot.version if snapshot else 0
        record = snapshot.record if snapshot else None
        entries = []
        bodies = []
        for draft in drafts:
            version += 1
            body: AnyEntry = LogEntry(draft.seat, draft.cause, draft.move, draft.events, at)
            whole = draft.deal or version % SNAPSHOT_EVERY == 0
            entries.append(
                Entry(
                    version,
                    _encode(body),
                    _encode(draft.record) if whole or draft.record is not record else None,
                    _encode(draft.state) if whole and draft.state is not None else None,
                )
            )
            bodies.append((version, body))
            record = draft.record
        last = drafts[-1]
        known = self.store.commit(
            Commit(
                table=ask.table,
                expected=snapshot.version if snapshot else 0,
                at=at,
                entries=entries,
                record=None if snapshot and last.record is snapshot.record else _encode(last.record),
                state=None if last.state is (snapshot and snapshot.state) else _encode(last.state),
                ttl=self._ttl.get(last.record.status, self._ttl_ended),
                note=Note(scope, ask.key, f"{ask.fingerprint} {bodies[0][0]} {version}") if ask.key else None,
            )
        )
        if isinstance(known, Known):
            return self.replayed(ask, known.value, caller)
        return Outcome(
            Snapshot(version, at, last.record, last.state), tuple(bodies), caller.seat if caller else None
        )

    def replayed(self, ask: Ask, known: str, caller: Caller | None) -> Outcome:
        """The outcome of an earlier request with the same key, made again. Invalid when it was another request."""
        fingerprint, first, last = known.split()
        if fingerprint != ask.fingerprint:
            raise Invalid("idempotency_key_reused", "#/headers/Idempotency-Key")
        _, then, entries = self.past(ask, int(last), int(first))
        return Outcome(then, tuple(entries), caller.seat if caller else None, replayed=True)
