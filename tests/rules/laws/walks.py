"""Random games: what the laws are held against, and positions picked from all over them."""

from collections import defaultdict
from collections.abc import Iterator
from hashlib import sha256
from random import Random
from typing import Any, NamedTuple

from msgspec.structs import asdict, replace

from rules import referee
from rules.chance import Seeded
from rules.core import AnyRules, Refusal, Seat, Step
from tests.rules.laws.reflect import configurations

MOOD_LASTS = 1500
"""Moves after which a game is played on evenly: a mood may keep a game from its end."""


class Turn(NamedTuple):
    """One move of a game, with the state before it."""

    state: Any
    seat: Seat
    move: Any
    step: Step[Any, Any]


class Walk:
    """A random game from its deal to its end, or as far as the listed moves or the limit allow.

    The seed decides everything; another source of choices (not of cards) can be given.
    """

    def __init__(
        self,
        game: AnyRules,
        seats: int,
        options: Any,
        seed: int,
        limit: int | None = None,
        choices: Random | None = None,
    ) -> None:
        self.game, self.seats, self.options, self.seed = game, seats, options, seed
        self.key = sha256(f"{game.slug}/{seats}/{seed}".encode()).digest()
        self.first, self.start = referee.deal(game, seats, options, seed % seats, self.chance("game", 1))
        self.turns: list[Turn] = []
        self.end = self.start.state
        rng = choices or Random(seed)
        mood: dict[str, float] = defaultdict(lambda: rng.choice((0.2, 1, 1, 5)) if seed % 3 else 1)
        for number in range(game.longest if limit is None else limit):
            if number == MOOD_LASTS:
                mood = defaultdict(lambda: 1.0)
            turn = self._next(rng, number, mood)
            if turn is None:
                break
            self.turns.append(turn)
            self.end = turn.step.state

    def chance(self, label: str, version: int) -> Seeded:
        """The randomness of this walk for one purpose and version."""
        return Seeded(self.key, label, version)

    def _next(self, rng: Random, number: int, mood: dict[str, float]) -> Turn | None:
        """A random legal move of a random seat that is to act; None when there is none."""
        game, state = self.game, self.end
        for seat in rng.sample(game.actors(state), len(game.actors(state))):
            listed = [m for m in game.moves(state, seat) if game.check(state, seat, m) is None]
            if not listed:
                continue
            weights = [mood[type(m).__name__] for m in listed]
            move = shuffled(rng.choice(game.variants(state, seat, rng.choices(listed, weights)[0])), rng)
            step = referee.play(game, state, seat, move, self.chance("game", number + 2))
            if not isinstance(step, Refusal):
                return Turn(state, seat, move, step)
        return None

    @property
    def states(self) -> Iterator[Any]:
        """Every state of the game in order, the last one included."""
        return iter([*(turn.state for turn in self.turns), self.end])

    @property
    def steps(self) -> list[Step[Any, Any]]:
        """Every step of the game in order, the deal included."""
        return [self.start, *(turn.step for turn in self.turns)]

    def __str__(self) -> str:
        return f"{self.game.slug}, {self.seats} seats, {self.options}, seed {self.seed}"

    def kind(self, state: Any) -> Any:
        """What tells positions of different character apart: whether one seat acts, and with which moves."""
        acting = self.game.actors(state)
        found = {type(m).__name__ for seat in acting for m in self.game.moves(state, seat)}
        return min(len(acting), 2), frozenset(found)

    def positions(self, rng: Random, number: int) -> list[Any]:
        """States from all over the game, the first and the last included; each kind has its share."""
        kinds: dict[Any, list[Any]] = defaultdict(list)
        for state in self.states:
            kinds[self.kind(state)].append(state)
        share = max(1, number // len(kinds))
        picked = [s for states in kinds.values() for s in rng.sample(states, min(share, len(states)))]
        return [self.start.state, *picked, self.end]


def shuffled(move: Any, rng: Random) -> Any:
    """The same move with the items of its lists in another order."""
    lists = {name: value for name, value in asdict(move).items() if isinstance(value, tuple)}
    return replace(move, **{name: tuple(rng.sample(value, len(value))) for name, value in lists.items()})


def walks(game: AnyRules, number: int, seed: int = 0, moves: int | None = None) -> list[Walk]:
    """That many random games over all configurations in turn; fewer when together they have that many moves.

    Every configuration has at least one, if `number` allows.
    """
    settings = configurations(game)
    played: list[Walk] = []
    total = 0
    for i in range(number):
        if moves is not None and total > moves and i >= len(settings):
            break
        seats, options = settings[i % len(settings)]
        played.append(Walk(game, seats, options, seed + i))
        total += len(played[-1].turns)
    return played
