"""Bots for every game: they know what their seat knows, never the state.

A bot is given a glance (view and legal moves) and a way to imagine other states in which its seat would see the same.

- novice: any legal move, each equally likely.
- regular: the move that the game's heuristics value most; now and then the second.
- expert: the heuristics' best moves tried out in imagined states, each played on by the heuristics from there
  (determinised Monte Carlo); of the moves the worse half is dropped again and again (sequential halving).
"""

from collections.abc import Callable, Sequence
from typing import Any, Literal, TypeAlias, get_args

from msgspec import Struct

from rules.chance import Chance, Seeded
from rules.core import Advice, AnyRules, Glance, Seat, Tagged

Level: TypeAlias = Literal["novice", "regular", "expert"]
"""How well a bot plays."""

LEVELS: tuple[Level, ...] = get_args(Level)

CANDIDATES = 8
"""Moves that an expert tries out at most, those that the heuristics value most."""

WHIM = 16
"""One in so many times a regular bot makes its second best move: bots that never vary can play in circles."""


def never() -> bool:
    """No end of thinking before its work is done."""
    return False


class Work:
    """How much an expert may think: a number of imagined moves, and whether somebody outside has had enough."""

    def __init__(self, moves: int, enough: Callable[[], bool] = never) -> None:
        """The number alone makes the outcome depend on nothing but the seed; `enough` is asked before each try."""
        self.left = moves
        self._enough = enough

    @classmethod
    def lasting(cls, game: AnyRules, milliseconds: int, enough: Callable[[], bool] = never) -> "Work":
        """About so much CPU time, on a slow machine."""
        return cls(game.bot.pace * milliseconds, enough)

    def over(self) -> bool:
        """Whether the work is done."""
        return self.left <= 0 or self._enough()


class Sight(Struct, frozen=True):
    """All that a bot gets to see of a game."""

    glance: Glance[Any, Any, Any]
    imagine: Callable[[Chance], Any]
    """Another state in which the seat would see the same."""


def sight(game: AnyRules, state: Any, seat: Seat, options: Any, seats: int) -> Sight:
    """What the bot of a seat that is to act may see."""
    glance = Glance(seat, seats, options, game.view(state, seat), game.moves(state, seat))
    return Sight(glance, lambda chance: game.imagine(state, seat, chance))


def choose(game: AnyRules, level: Level, sight: Sight, chance: Seeded, work: Work) -> Tagged:
    """The move of a bot, one of those listed; the same for the same chance, unless `work` was ended from outside."""
    moves = sight.glance.moves
    if len(moves) == 1:
        return _tagged(moves[0])
    match level:
        case "novice":
            return _tagged(moves[chance.below(len(moves))])
        case "regular":
            return _tagged(_usual(game, sight.glance, chance))
        case "expert":
            return _tried(game, sight, chance, work)


def _tagged(move: Tagged) -> Tagged:
    return move


def _usual(game: AnyRules, glance: Glance[Any, Any, Any], chance: Seeded) -> Tagged:
    if chance.below(WHIM):
        return _tagged(game.bot.choose(glance))
    best, second, *_ = by_worth(game, glance)
    return best.move if second.reason in game.bot.blunders else second.move


def by_worth(game: AnyRules, glance: Glance[Any, Any, Any]) -> list[Advice[Tagged]]:
    """The legal moves with their advice, the one that the heuristics value most first."""
    return sorted(game.bot.advise(glance), key=lambda advice: -advice.worth)


def _tried(game: AnyRules, sight: Sight, chance: Chance, work: Work) -> Tagged:
    """The move after which imagined games went best."""
    moves = [advice.move for advice in by_worth(game, sight.glance)[:CANDIDATES]]
    totals = [0.0] * len(moves)
    running = list(range(len(moves)))
    rounds = (len(moves) - 1).bit_length()
    whole = work.left
    for done in range(1, rounds + 1):
        floor = whole - whole * done // rounds
        while work.left > floor and not work.over():
            _try_out(game, sight, moves, running, totals, chance, work)
        running = sorted(running, key=lambda i: -totals[i])[: (len(running) + 1) // 2]
    return _tagged(moves[running[0]])


def _try_out(
    game: AnyRules,
    sight: Sight,
    moves: Sequence[Tagged],
    running: Sequence[int],
    totals: list[float],
    chance: Chance,
    work: Work,
) -> None:
    """Plays one imagined state on from each of the moves still running, and adds up how it went."""
    glance = sight.glance
    state = sight.imagine(chance)
    for index in running:
        after = game.apply(state, glance.seat, moves[index], chance).state
        totals[index] += game.bot.outlook(_played_on(game, after, glance, chance, work), glance.seat)


def _played_on(game: AnyRules, state: Any, glance: Glance[Any, Any, Any], chance: Chance, work: Work) -> Any:
    """The state some moves later, or at the end of the game, every seat playing by the heuristics."""
    seats, options, policy = glance.seats, glance.options, game.bot
    made = 0
    while made < policy.horizon and (actors := game.actors(state)):
        seat = actors[0]
        moves = game.moves(state, seat)
        if len(moves) == 1:
            move = moves[0]
        else:
            move = policy.choose(Glance(seat, seats, options, game.view(state, seat), moves))
        state = game.apply(state, seat, move, chance).state
        made += 1
    work.left -= made + 1
    return state
