"""No leak: what a viewer gets is equal, byte for byte, in every world that he cannot tell apart.

A real table is played at random. Now and then its stored state is replaced by an imagined one, which differs in all
that the viewer may not know, and every secret of the log that is not his by other cards; what any endpoint then
answers must be the same bytes.
"""

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from flask import Flask
from msgspec.structs import replace

from rules import GAMES
from rules.chance import Seeded
from rules.core import AnyRules, secrets
from rules.shithead import Shithead
from service import create_app
from service.settings import Settings
from service.store.redis_store import RedisStore, connect
from service.tables.answers import GameTypes
from tests.service.client import Client

PAIRS = 2_000
PARTS = 4
"""Tests that share them, so that they run side by side."""
WORLDS = 4
"""Imagined worlds compared for each viewer of a position."""


class Table:
    """A table in the store whose hidden part can be exchanged."""

    def __init__(self, game: AnyRules, id: str, redis_url: str, entry_type: Any) -> None:
        self._game = game
        self._keys = (f"sw:{{{id}}}:table", f"sw:{{{id}}}:log")
        self._redis = connect(redis_url)
        self._entry = msgspec.json.Decoder(entry_type).decode
        self._state = msgspec.json.Decoder(game.state_type).decode
        self._real = self._redis.hget(self._keys[0], "state")
        self._log = self._redis.xrange(self._keys[1])

    @property
    def state(self) -> Any:
        return self._state(self._real)

    def exchange(self, viewer: int | None, chance: Seeded, rng: random.Random) -> bool:
        """Puts another world in, equal for the viewer; says whether its state differs from the real one."""
        state = self._game.imagine(self.state, viewer, chance)
        self._write(
            msgspec.json.encode(state), [self._other(body, viewer, chance, rng) for _, body in self._log]
        )
        return bool(state != self.state)

    def restore(self) -> None:
        self._write(self._real, [body for _, body in self._log])

    def _write(self, state: bytes, bodies: list[dict[bytes, bytes]]) -> None:
        pipe = self._redis.pipeline(transaction=True)
        pipe.hset(self._keys[0], "state", state)
        pipe.delete(self._keys[1])
        for (id, _), body in zip(self._log, bodies, strict=True):
            pipe.xadd(self._keys[1], body, id=id)
        pipe.execute()

    def _other(
        self, body: dict[bytes, bytes], viewer: int | None, chance: Seeded, rng: random.Random
    ) -> dict[bytes, bytes]:
        entry = self._entry(body[b"e"])
        other = body | {
            b"e": msgspec.json.encode(
                replace(entry, events=tuple(_other(e, viewer, rng) for e in entry.events))
            )
        }
        if b"s" in body:
            other[b"s"] = msgspec.json.encode(self._game.imagine(self._state(body[b"s"]), viewer, chance))
        return other

    def whole(self) -> list[int]:
        """Versions at which the log keeps the whole state."""
        return [int(id.partition(b"-")[0]) for id, body in self._log if b"s" in body]


def _other(event: Any, viewer: int | None, rng: random.Random) -> Any:
    """The event with other cards in each field that the viewer does not see."""
    hidden = [
        name
        for name, owner in secrets(type(event))
        if owner is None or viewer is None or getattr(event, owner) != viewer
    ]
    return replace(
        event, **{name: tuple(f"{rng.randrange(99):02d}" for _ in getattr(event, name)) for name in hidden}
    )


def heard(
    client: Client, id: str, token: str | None, attempts: list[Any], versions: list[int]
) -> Iterator[bytes]:
    """All that a viewer can get to hear without changing anything, as bytes."""
    yield client("GET", id, token=token).raw
    yield client("GET", f"{id}/events?limit=1000", token=token).raw
    for version in versions:
        yield client("GET", f"{id}/views/{version}", token=token).raw
    yield client("GET", "?limit=100").raw
    yield client("GET", f"{id}/proof", token=token).raw
    if token is None:
        return
    yield client("GET", f"{id}/moves?hint=true", token=token).raw
    for move in attempts:
        check = client("POST", f"{id}/moves/check", move, token=token)
        yield check.raw
        yield client("POST", f"{id}/moves", move, token=token, if_match="1").raw
        if check.status == 200 and not check.body["legal"]:
            yield client("POST", f"{id}/moves", move, token=token).raw


def attempts(game: AnyRules, state: Any, seat: int, rng: random.Random) -> list[Any]:
    """Moves to try, as JSON: some that are legal for the seat, and some that are for others."""
    moves = [move for s in range(9) for move in game.moves(state, s)][:40]
    own = list(game.moves(state, seat))
    return msgspec.to_builtins(rng.sample(moves, min(2, len(moves))) + rng.sample(own, min(2, len(own))))


def compare(app: Flask, game: AnyRules, redis_url: str, pairs: int, *, seed: int) -> int:
    """Compares that many pairs of worlds; AssertionError at a difference. Gives how many were worlds apart."""
    client, rng = Client(app, game=game.slug, validate=False), random.Random(seed)
    entry_type = GameTypes(game).entry
    done = apart = 0
    while done < pairs:
        seats = rng.choice(game.seats)
        id, tokens = seated(client, seats, rng)
        table = client.table(id)
        while done < pairs:
            while table["status"] == "playing" and set(table["actors"]) - set(tokens):
                table = client.table(id)  # bots have more to do than one request has time for
            if table["status"] == "finished" and not opened(client, id, tokens):
                raise AssertionError("the end of a game opens everything, its proof included")
            if rng.random() < 0.2 and table["status"] == "playing":
                stored = Table(game, id, redis_url, entry_type)
                viewer = rng.choice([None, *tokens])
                token = None if viewer is None else tokens[viewer]
                tried = [] if viewer is None else attempts(game, stored.state, viewer, rng)
                versions = stored.whole()
                real = list(heard(client, id, token, tried, versions))
                for _ in range(WORLDS):
                    chance = Seeded(rng.randbytes(32), "imagine", done)
                    apart += stored.exchange(viewer, chance, rng)
                    assert list(heard(client, id, token, tried, versions)) == real
                    done += 1
                stored.restore()
            if table["status"] != "playing":
                break
            seat = rng.choice([seat for seat in table["actors"] if seat in tokens])
            moves = client.table(id, tokens[seat])["moves"]
            table = client("POST", f"{id}/moves", rng.choice(moves), token=tokens[seat]).body["table"]
            if table["version"] > 300:
                break
    return apart


def seated(client: Client, seats: int, rng: random.Random) -> tuple[str, dict[int, str]]:
    """A table whose game has begun, some of its seats held by bots: id, and the tokens of humans by seat."""
    bots = rng.choice(([], ["regular"], ["novice", "expert"]))[: seats - 1]
    made = client.create(seats=seats, bots=bots).body
    id, tokens = made["table"]["id"], {0: made["token"]}
    while client.table(id)["status"] == "waiting":
        joined = client("POST", f"{id}/seats", {"name": "Guest"}).body
        tokens[joined["table"]["you"]] = joined["token"]
    return id, tokens


def opened(client: Client, id: str, tokens: dict[int, str]) -> bool:
    """Whether everybody gets the same proof and, but for the own seat, the same view of a finished game."""
    views = [client.table(id, token)["view"] for token in (None, *tokens.values())]
    shared = [{name: value for name, value in view.items() if name not in ("hand", "pile")} for view in views]
    proofs = {client("GET", f"{id}/proof", token=token).raw for token in (None, *tokens.values())}
    return len(proofs) == 1 and all(view == shared[0] for view in shared)


class LeakyHints(Shithead):
    """A planted fault: what moves are worth depends on the next card of the stock."""

    def view(self, state: Any, seat: int | None) -> Any:
        view = super().view(state, seat)
        return replace(view, stock_count=len(state.stock) + (state.stock[:1] > ("7",)))


class Leaky(Shithead):
    """A planted fault: the pile shows the next card of the stock."""

    def view(self, state: Any, seat: int | None) -> Any:
        view = super().view(state, seat)
        return replace(view, pile=view.pile + state.stock[:1])


on_one_store = pytest.mark.parametrize("redis_url", ["valkey"], indirect=True)


@on_one_store
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("slug", GAMES)
def test_what_a_viewer_hears_does_not_depend_on_what_is_hidden(
    app: Flask, redis_url: str, slug: str, part: int
) -> None:
    game = GAMES[slug]
    pairs = PAIRS // len(GAMES) // PARTS
    apart = compare(app, game, redis_url, pairs, seed=part)
    hides = game.zones(game.setup(game.seats[0], game.defaults(game.seats[0]), 0, Seeded(b"", "", 0)).state)
    assert apart >= pairs // 2 or hides is None, "most worlds compared differ"


@on_one_store
@pytest.mark.parametrize("fault", [Leaky, LeakyHints])
def test_a_leak_of_one_card_is_found(
    settings: Settings, store: RedisStore, redis_url: str, fault: type[Shithead]
) -> None:
    leaky = fault()
    app = create_app(settings, store, {leaky.slug: leaky})
    with pytest.raises(AssertionError):
        compare(app, leaky, redis_url, 200, seed=2)
