"""Many clients at many tables at the same time: nothing is lost, nothing doubled, every log leads to its state."""

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
import pytest

from rules import GAMES, referee
from rules.chance import Seeded
from service.store import local
from service.store.redis_store import RedisStore, connect
from service.tables.answers import GameTypes
from service.tables.record import Record
from tests.conftest import PROGRAMS
from tests.faults.processes import Caller, Reply, Service, at_once, service

TABLES = 50
CLIENTS = 8
REQUESTS = 250
"""Attempts of each client."""


class House(NamedTuple):
    """A running service of four workers and its store."""

    service: Service
    store: RedisStore


class Table(NamedTuple):
    game: str
    id: str
    tokens: list[str]


class Sent(NamedTuple):
    """A request that another client may send again."""

    table: Table
    token: str
    move: Any
    key: str


@pytest.fixture(scope="module", params=list(PROGRAMS))
def house(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder: Path = tmp_path_factory.mktemp("house")
    with local.server(folder, PROGRAMS[request.param]) as url, service(url, workers="4") as running:
        client = connect(url)
        yield House(running, RedisStore(client))
        client.close()


class Rusher:
    """A client that sends right and wrong moves, and sends what it or another one sent again."""

    def __init__(self, house: House, tables: list[Table], sent: list[Sent], seed: int) -> None:
        self._callers = {slug: house.service.caller(slug) for slug in GAMES}
        self._tables = tables
        self._sent = sent
        self._rng = random.Random(seed)
        self.answers: list[tuple[Table, str | None, Reply]] = []
        """Every answer to a move, with the key it was sent with."""

    def run(self) -> None:
        kinds = (self._fresh, self._fresh, self._keyed, self._again, self._stale, self._out_of_turn)
        for _ in range(REQUESTS):
            self._rng.choice(kinds)()
        for caller in self._callers.values():
            caller.close()

    def _post(self, table: Table, token: str, move: Any, **headers: str) -> Reply:
        reply = self._callers[table.game]("POST", f"{table.id}/moves", move, token=token, **headers)
        self.answers.append((table, headers.get("idempotency_key"), reply))
        return reply

    def _looked(self) -> tuple[Table, int, Any] | None:
        """A table, a seat to act there, and what it sees; None at one whose game is over."""
        table = self._rng.choice(self._tables)
        actors = self._callers[table.game]("GET", table.id).body["actors"]
        if not actors:
            return None
        seat = self._rng.choice(actors)
        seen = self._callers[table.game]("GET", table.id, token=table.tokens[seat]).body
        return (table, seat, seen) if seen["moves"] else None

    def _fresh(self) -> None:
        if looked := self._looked():
            table, seat, seen = looked
            headers = {"if_match": str(seen["version"])} if self._rng.random() < 0.5 else {}
            self._post(table, table.tokens[seat], self._rng.choice(seen["moves"]), **headers)

    def _keyed(self) -> None:
        if looked := self._looked():
            table, seat, seen = looked
            key = f"{self._rng.getrandbits(64):x}"
            sent = Sent(table, table.tokens[seat], self._rng.choice(seen["moves"]), key)
            self._sent.append(sent)
            for _ in range(2):
                self._post(sent.table, sent.token, sent.move, idempotency_key=key)

    def _again(self) -> None:
        if self._sent:
            sent = self._rng.choice(self._sent[-20:])
            self._post(sent.table, sent.token, sent.move, idempotency_key=sent.key)

    def _stale(self) -> None:
        if looked := self._looked():
            table, seat, seen = looked
            old = str(seen["version"] - 1)
            reply = self._post(table, table.tokens[seat], self._rng.choice(seen["moves"]), if_match=old)
            assert reply.status == 412
            assert reply.body["table"]["version"] == reply.body["version"] >= seen["version"]

    def _out_of_turn(self) -> None:
        if looked := self._looked():
            table, _, seen = looked
            others = [other for other in range(len(table.tokens)) if other not in seen["actors"]]
            if others:
                token = table.tokens[self._rng.choice(others)]
                self._post(table, token, self._rng.choice(seen["moves"]))


def check_log(store: RedisStore, table: Table) -> set[int]:
    """Holds a table's log against its state; the versions of its moves."""
    game = GAMES[table.game]
    stored, entries = store.load_log(table.id, 0, 10_000)
    record = msgspec.json.decode(stored.record, type=Record)
    bodies = {entry.version: msgspec.json.decode(entry.body, type=GameTypes(game).entry) for entry in entries}
    assert list(bodies) == list(range(1, stored.version + 1))
    dealt = next(entry.state for entry in entries if entry.version == record.began)
    assert dealt is not None
    state = msgspec.json.decode(dealt, type=game.state_type)
    moves = {version: body for version, body in bodies.items() if version > record.began}
    key = bytes.fromhex(record.key)
    for step in referee.replay(
        game, state, ((body.seat, body.move, Seeded(key, "game", version)) for version, body in moves.items())
    ):
        state = step.state
    assert stored.state is not None
    assert state == msgspec.json.decode(stored.state, type=game.state_type)
    return set(moves)


def test_no_move_is_lost_and_none_doubled(house: House) -> None:
    slugs = list(GAMES)
    tables = []
    for i in range(TABLES):
        slug = slugs[i % len(slugs)]
        with house.service.caller(slug) as caller:
            tables.append(Table(slug, *caller.seated(GAMES[slug].seats[0])))
    sent: list[Sent] = []
    clients = [Rusher(house, tables, sent, seed) for seed in range(CLIENTS)]
    at_once(CLIENTS, lambda i: clients[i].run())

    answers = [answer for client in clients for answer in client.answers]
    statuses = Counter(reply.status for _, _, reply in answers)
    assert set(statuses) <= {200, 409, 412, 503}, statuses  # 503: four races lost in a row, nothing done
    assert min(statuses[200], statuses[409], statuses[412]) > 100, statuses
    done = Counter(
        (table.id, update["version"])
        for table, _, reply in answers
        if reply.status == 200 and not reply.replayed
        for update in reply.body["updates"]
    )
    logged = {(table.id, version) for table in tables for version in check_log(house.store, table)}
    assert done == Counter(logged)

    by_key: dict[str, list[Reply]] = {}
    for _, key, reply in answers:
        if key is not None and reply.status == 200:
            by_key.setdefault(key, []).append(reply)
    assert len(by_key) > 100
    for replies in by_key.values():
        assert [reply.replayed for reply in replies].count(False) == 1
        assert len({reply.raw for reply in replies}) == 1


COPIES = 100


def check_copies(replies: list[Reply], status: int) -> None:
    """One of the copies did it, all others were told the same."""
    assert Counter(reply.status for reply in replies) == {status: COPIES}
    assert [reply.replayed for reply in replies].count(False) == 1
    assert len({reply.raw for reply in replies}) == 1
    assert len({reply.headers["ETag"] for reply in replies}) == 1


def uuid4(seed: int) -> str:
    return str(UUID(int=random.Random(seed).getrandbits(128), version=4))


def test_a_hundred_copies_of_a_move_have_one_effect(house: House) -> None:
    with house.service.caller() as caller:
        id, tokens = caller.seated()
        move = caller("GET", f"{id}/moves", token=tokens[1]).body["moves"][0]

        def copy(_: int) -> Reply:
            return house.service.ask(
                "POST", f"{id}/moves", move, token=tokens[1], if_match="3", idempotency_key="one"
            )

        check_copies(at_once(COPIES, copy), 200)
        assert caller("GET", id).body["version"] == 4


def test_a_hundred_copies_of_a_creation_make_one_table(house: House) -> None:
    key = uuid4(1)

    def copy(_: int) -> Reply:
        body = {"seats": 3, "name": "Ada", "visibility": "private"}
        return house.service.ask("POST", "", body, idempotency_key=key)

    replies = at_once(COPIES, copy)
    check_copies(replies, 201)
    table = replies[0].body["table"]
    assert house.service.ask("GET", table["id"], token=replies[0].body["token"]).body == table


def test_a_hundred_copies_of_a_join_take_one_seat(house: House) -> None:
    with house.service.caller() as caller:
        id = caller("POST", "", {"seats": 5, "name": "Ada"}).body["table"]["id"]
        key = uuid4(2)

        def copy(_: int) -> Reply:
            return house.service.ask("POST", f"{id}/seats", {"name": "Grace"}, idempotency_key=key)

        replies = at_once(COPIES, copy)
        check_copies(replies, 201)
        now = caller("GET", id, token=replies[0].body["token"]).body
        assert (now["you"], now["version"]) == (1, 2)
        assert [seat["kind"] for seat in now["seats"]] == ["human", "human", "free", "free", "free"]


def join_until_told(service: Service, id: str, name: str) -> Reply:
    """The final answer to somebody who wants a seat and comes again when told to."""
    while True:
        reply = service.ask("POST", f"{id}/seats", {"name": name})
        if reply.status != 503:
            return reply


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_table_never_has_more_players_than_seats(house: House, seats: int) -> None:
    with house.service.caller() as caller:
        for _ in range(3):
            made = caller("POST", "", {"seats": seats, "play": False}).body
            id = made["table"]["id"]
            replies = at_once(12, lambda i, id=id: join_until_told(house.service, id, f"Player {i}"))
            joined = [reply.body for reply in replies if reply.status == 201]
            assert sorted(body["table"]["you"] for body in joined) == list(range(seats))
            refused = [reply.body["code"] for reply in replies if reply.status != 201]
            assert refused == ["table_not_open"] * (12 - seats)
            now = caller("GET", id, token=made["token"]).body
            assert (now["status"], now["version"]) == ("playing", seats + 2)
            names = {body["table"]["you"]: body["table"] for body in joined}
            assert all(names[seat]["seats"][seat]["name"] == now["seats"][seat]["name"] for seat in names)


def test_a_seat_wanted_by_many_goes_to_one(house: House) -> None:
    with house.service.caller() as caller:
        id = caller("POST", "", {"seats": 5, "name": "Ada"}).body["table"]["id"]

    def join(i: int) -> Reply:
        return house.service.ask("POST", f"{id}/seats", {"name": f"Player {i}", "seat": 3})

    replies = at_once(12, join)
    assert Counter(reply.status for reply in replies) == {201: 1, 409: 11}
    assert {reply.body["code"] for reply in replies if reply.status == 409} == {"seat_taken"}


def test_two_seats_that_swap_at_the_same_moment_both_succeed(house: House) -> None:
    rounds = 40
    with house.service.caller() as one, house.service.caller() as other:
        id, tokens = one.seated()

        def swap(caller: Caller, seat: int) -> Reply:
            moves = caller("GET", f"{id}/moves", token=tokens[seat]).body["moves"]
            move = next(move for move in moves if move["type"] == "swap")
            return caller("POST", f"{id}/moves", move, token=tokens[seat])

        for _ in range(rounds):
            replies = at_once(2, lambda seat: swap((one, other)[seat], seat))
            assert [reply.status for reply in replies] == [200, 200]
        assert one("GET", id).body["version"] == 3 + 2 * rounds
        check_log(house.store, Table("shithead", id, tokens))


def test_a_table_opened_while_others_read_the_lobby_is_listed(house: House) -> None:
    def rush(i: int) -> list[str]:
        with house.service.caller() as caller:
            if i % 2:
                for _ in range(60):
                    assert caller("GET", "?limit=100").status == 200
                return []
            return [caller("POST", "", {"seats": 2, "name": "Ada"}).body["table"]["id"] for _ in range(30)]

    made = {id for ids in at_once(CLIENTS, rush) for id in ids}
    with house.service.caller() as caller:
        listed: list[str] = []
        cursor = ""
        while True:
            page = caller("GET", f"?limit=100{cursor}").body
            listed += [table["id"] for table in page["tables"]]
            if page["next_cursor"] is None:
                break
            cursor = f"&cursor={page['next_cursor']}"
    assert made <= set(listed)
    assert len(listed) == len(set(listed))
