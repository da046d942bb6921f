"""Bots in general: what they may see, how they decide, and that their work is bounded."""

from itertools import count
from typing import Any

import msgspec
import pytest

from rules import GAMES, bots
from rules.bots import LEVELS, Work
from rules.chance import Seeded
from rules.core import AnyRules
from tests.rules.toy import Toy

TOY = Toy()


class Poison:
    """A state that must not be read."""

    def __getattribute__(self, name: str) -> Any:
        raise AssertionError(f"a bot read {name} of the state")


class Blind:
    """A game asked about a poisoned state: only view, legal moves and imagined states are answered."""

    def __init__(self, game: AnyRules, state: Any) -> None:
        self._game, self._state = game, state
        self.bot = game.bot

    def view(self, state: Any, seat: int) -> Any:
        return self._game.view(self._state if isinstance(state, Poison) else state, seat)

    def moves(self, state: Any, seat: int) -> Any:
        return self._game.moves(self._state if isinstance(state, Poison) else state, seat)

    def imagine(self, state: Poison, seat: int, chance: Any) -> Any:
        assert isinstance(state, Poison)
        return self._game.imagine(self._state, seat, chance)

    def actors(self, state: Any) -> Any:
        assert not isinstance(state, Poison)
        return self._game.actors(state)

    def apply(self, state: Any, *given: Any) -> Any:
        assert not isinstance(state, Poison), "a bot tried its moves out in the real state"
        return self._game.apply(state, *given)


def dealt(game: AnyRules, seed: int = 0) -> tuple[Any, Any, int]:
    """A state a few moves into a game, with a choice for somebody, the options, the number of seats."""
    seats = game.seats[0]
    options = game.defaults(seats)
    state = game.setup(seats, options, 0, Seeded(b"bots", "game", seed)).state
    for number in range(6):
        if not (actors := game.actors(state)):
            break
        listed = game.moves(state, actors[0])
        move = listed[(seed + number) % len(listed)]
        state = game.apply(state, actors[0], move, Seeded(b"bots", f"game/{seed}", number)).state
    return state, options, seats


def decisions(game: AnyRules) -> Any:
    """Sights with more than one legal move."""
    for seed in count():
        state, options, seats = dealt(game, seed)
        for seat in game.actors(state):
            if len(game.moves(state, seat)) > 1:
                yield state, options, seats, seat


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("slug", GAMES)
def test_a_bot_sees_no_more_than_its_seat(slug: str, level: bots.Level) -> None:
    game = GAMES[slug]
    found = decisions(game)
    for _ in range(5):
        state, options, seats, seat = next(found)
        seen = bots.sight(Blind(game, state), Poison(), seat, options, seats)  # type: ignore[arg-type]
        move = bots.choose(Blind(game, state), level, seen, Seeded(b"k", "bot", 1), Work(300))  # type: ignore[arg-type]
        assert move in game.moves(state, seat)
        with pytest.raises(AssertionError):
            bots.choose(Blind(game, state), level, Leak(seen), Seeded(b"k", "bot", 1), Work(300))  # type: ignore[arg-type]


class Leak:
    """A sight whose glance holds the poisoned state: reading it is found."""

    def __init__(self, seen: bots.Sight) -> None:
        self.glance = Poison()
        self.imagine = seen.imagine


@pytest.mark.parametrize("level", LEVELS)
def test_a_decision_is_the_same_for_the_same_seed(level: bots.Level) -> None:
    for slug, game in GAMES.items():
        state, options, seats, seat = next(decisions(game))
        seen = bots.sight(game, state, seat, options, seats)
        twice = [bots.choose(game, level, seen, Seeded(b"k", "bot", 5), Work(500)) for _ in range(2)]
        assert twice[0] == twice[1], slug


def test_a_novice_makes_every_move_at_times() -> None:
    state, options, seats, seat = next(decisions(GAMES["shithead"]))
    seen = bots.sight(GAMES["shithead"], state, seat, options, seats)
    made = {
        bots.choose(GAMES["shithead"], "novice", seen, Seeded(b"k", "bot", n), Work(0)) for n in range(200)
    }
    assert made == set(seen.glance.moves)


def test_a_regular_bot_makes_the_best_advised_move_but_for_a_whim() -> None:
    game = GAMES["shithead"]
    state, options, seats, seat = next(decisions(game))
    seen = bots.sight(game, state, seat, options, seats)
    best, second = (advice.move for advice in bots.by_worth(game, seen.glance)[:2])
    made = [bots.choose(game, "regular", seen, Seeded(b"k", "bot", n), Work(0)) for n in range(400)]
    assert set(made) == {best, second}
    assert made.count(second) < 400 / bots.WHIM * 2


def test_no_blunder_is_made_for_variety() -> None:
    game = GAMES["slobberhannes"]
    options = msgspec.structs.replace(game.defaults(4), revoke="penalty")
    met = 0
    for seed in range(40):
        state = game.setup(4, options, 0, Seeded(b"bots", "game", seed)).state
        for seat in (0, 1, 2, 3):
            seen = bots.sight(game, state, seat, options, 4)
            advised = bots.by_worth(game, seen.glance)
            made = {bots.choose(game, "regular", seen, Seeded(b"k", "bot", n), Work(0)) for n in range(60)}
            met += advised[1].reason == "revokes"
            assert not made & {advice.move for advice in advised if advice.reason == "revokes"}
            state = game.apply(state, seat, advised[0].move, Seeded(b"bots", "more", seed)).state
    assert met >= 5


@pytest.mark.parametrize("slug", GAMES)
def test_an_experts_work_is_bounded(slug: str) -> None:
    game = GAMES[slug]
    state, options, seats, seat = next(decisions(game))
    seen = bots.sight(game, state, seat, options, seats)
    work = Work(1_000)
    bots.choose(game, "expert", seen, Seeded(b"k", "bot", 1), work)
    most = bots.CANDIDATES * (game.bot.horizon + 1)
    assert -most <= work.left <= most, "as much as it may, no more than one try of every move beyond"


def test_an_expert_stops_when_somebody_has_had_enough() -> None:
    game = GAMES["shithead"]
    state, options, seats, seat = next(decisions(game))
    seen = bots.sight(game, state, seat, options, seats)
    asked = count()
    work = Work(10**9, lambda: next(asked) > 20)
    assert bots.choose(game, "expert", seen, Seeded(b"k", "bot", 1), work) in seen.glance.moves


def test_an_expert_wins_what_can_be_won_at_once() -> None:
    """In the toy an expert that can lay its last card does so."""
    game = TOY
    found = 0
    for seed in range(60):
        state, options, seats = dealt(game, seed)
        for seat in game.actors(state):
            winning = [
                m for m in game.moves(state, seat) if game.result(game.apply(state, seat, m, None).state)
            ]  # type: ignore[arg-type]
            if not winning or len(game.moves(state, seat)) == len(winning):
                continue
            outlooks = [game.bot.outlook(game.apply(state, seat, m, None).state, seat) for m in winning]  # type: ignore[arg-type]
            if max(outlooks) == 1:
                found += 1
                seen = bots.sight(game, state, seat, options, seats)
                move = bots.choose(game, "expert", seen, Seeded(b"k", "bot", seed), Work(2_000))
                assert game.bot.outlook(game.apply(state, seat, move, None).state, seat) == 1  # type: ignore[arg-type]
    assert found
