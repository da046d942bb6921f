"""The laws of bots: advice for every legal move, no more knowledge than the seat's, and games that end."""

from collections.abc import Iterator
from math import isfinite
from typing import Any

from rules import bots, referee
from rules.bots import LEVELS, Work
from rules.chance import Seeded
from rules.core import AnyRules, Glance, Seat, Step
from tests.rules.laws.reflect import configurations
from tests.rules.laws.sample import Case, Position, Sample

BOT_GAMES = 60
"""Games among regular bots; more if there are more configurations."""
BOT_MOVES = 40_000
"""Once they have that many moves together, only configurations that are still to come are played."""
FEWEST_ADVISED = 24
ADVISED_GAMES = 96
"""Games among regular bots whose every position is looked at for advice; the most only if a reason is still to come."""
RARE = 10
"""One in so many reasons may be for positions that no game here comes to."""
THOUGHT = 60
"""Imagined moves of an expert, in the positions compared."""
PLAYED_OUT = 40
"""Positions in which experts are compared."""


def glance(position: Position, state: Any, seat: Seat) -> Glance[Any, Any, Any]:
    """What a seat of the position would know in a state."""
    game, walk = position.walk.game, position.walk
    return bots.sight(game, state, seat, walk.options, walk.seats).glance


def advice_is_whole(sample: Sample) -> None:
    """The heuristics have one advice for each legal move, choose the best, and judge every state from 0 to 1."""
    game, policy = sample.game, sample.game.bot
    _advised(sample, [glance(p, p.state, seat) for p in sample.positions for seat in game.actors(p.state)])
    settings = configurations(game)
    for number in range(ADVISED_GAMES):
        if number >= FEWEST_ADVISED and not _never_given(sample):
            break
        seats, options = settings[number % len(settings)]
        _advised(sample, [sight.glance for sight in sights(game, seats, options, sample.seed + number)])
    for position in sample.positions:
        walk, state = position
        for seat in range(walk.seats):
            outlook = policy.outlook(state, seat)
            assert 0 <= outlook <= 1, f"outlook {outlook}: {Case(f'seat {seat}', position)}"
    for walk in sample.walks:
        if not sample.game.actors(walk.end):
            ends = {policy.outlook(walk.end, seat) for seat in range(walk.seats)}
            assert len(ends) > 1, f"the outlook tells nobody apart at the end: {walk}"
    never = _never_given(sample)
    assert len(never) <= len(policy.reasons) // RARE, (
        f"{sample.game.slug}: reasons that are never given: {never}"
    )


def _advised(sample: Sample, seen: list[Glance[Any, Any, Any]]) -> None:
    policy = sample.game.bot
    for one in seen:
        advised = policy.advise(one)
        assert tuple(advice.move for advice in advised) == one.moves, f"advice for other moves: {one}"
        assert all(isfinite(advice.worth) for advice in advised), f"a worth that is no number: {one}"
        assert {a.reason for a in advised} <= set(policy.reasons), f"an unknown reason: {one}"
        best = max(advised, key=lambda advice: advice.worth)
        assert policy.choose(one) == best.move, f"the choice is not the best advised: {one}"
        for advice in advised:
            sample.met["reason", advice.reason] += 1


def _never_given(sample: Sample) -> list[str]:
    return [reason for reason in sample.game.bot.reasons if not sample.met["reason", reason]]


def bots_know_no_more_than_their_seat(sample: Sample) -> None:
    """Every bot decides the same in two states that its seat cannot tell apart, given the same chance."""
    game, rng = sample.game, sample.random("bots")
    positions = sample.positions
    thorough = set(rng.sample(range(len(positions)), min(PLAYED_OUT, len(positions))))
    for number, position in enumerate(positions):
        for seat in game.actors(position.state):
            other = game.imagine(position.state, seat, position.chance(7))
            for level in LEVELS:
                if level == "expert" and number not in thorough:
                    continue
                decided = [_decided(position, state, seat, level) for state in (position.state, other)]
                case = Case(f"seat {seat}, imagined {other}", position)
                assert decided[0] == decided[1], f"a bot ({level}) told two states apart: {case}"
                assert game.check(position.state, seat, decided[0]) is None, f"an illegal move: {case}"


def _decided(position: Position, state: Any, seat: Seat, level: bots.Level) -> Any:
    walk = position.walk
    seen = bots.sight(walk.game, state, seat, walk.options, walk.seats)
    return bots.choose(walk.game, level, seen, walk.chance("bot", 1), Work(THOUGHT))


def games_among_bots_end(sample: Sample) -> None:
    """Law 7: games played by the regular bots end within `longest`, by far."""
    game, settings = sample.game, configurations(sample.game)
    total = 0
    for number in range(max(BOT_GAMES, len(settings))):
        if total > BOT_MOVES and number >= len(settings):
            break
        seats, options = settings[number % len(settings)]
        made = sum(1 for _ in sights(game, seats, options, sample.seed + number))
        total += made
        case = f"{game.slug}, {seats} seats, {options}, seed {sample.seed + number}"
        assert made < game.longest / 2, f"law 7: {made} moves among bots: {case}"
    sample.met["moves of bots"] = total


def sights(game: AnyRules, seats: int, options: Any, seed: int) -> Iterator[bots.Sight]:
    """What the bots saw in a game among regular ones, move by move; a game that does not end is broken off."""
    key = f"{game.slug}/{seats}/{seed}".encode()
    _, step = referee.deal(game, seats, options, seed % seats, Seeded(key, "game", 1))
    state, made = step.state, 0
    while (actors := game.actors(state)) and made < game.longest:
        made += 1
        seen = bots.sight(game, state, actors[0], options, seats)
        yield seen
        move = bots.choose(game, "regular", seen, Seeded(key, "bot", made), Work(0))
        after = referee.play(game, state, actors[0], move, Seeded(key, "game", made + 1))
        assert isinstance(after, Step), f"a bot made a move that is refused: {after}"
        state = after.state
