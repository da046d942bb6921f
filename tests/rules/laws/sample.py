"""What the laws of one game are held against: random games, and positions from all over them."""

from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from random import Random
from typing import Any, NamedTuple

from rules.chance import Seeded
from rules.core import AnyRules, Seat
from tests.rules.laws.reflect import configurations
from tests.rules.laws.walks import Walk, walks

GAMES = 48
"""Random games in one run of the suite; more if there are more configurations."""
MOVES = 16_000
"""Once they have that many moves together, only configurations that are still to come are played."""
POSITIONS = 600
"""Positions of all games together, about."""


class Position(NamedTuple):
    """A state out of a random game."""

    walk: Walk
    state: Any

    def __str__(self) -> str:
        return f"{self.walk}, state {self.state}"

    def chance(self, version: int) -> Seeded:
        """Randomness for imagining: another stream than the game's."""
        return self.walk.chance("imagine", version)


class Sample:
    """Random games of one game, and what was met in them."""

    def __init__(self, game: AnyRules, played: Iterable[Walk], seed: int = 0) -> None:
        self.game, self.seed = game, seed
        self.walks = list(played)
        self.met: Counter[Any] = Counter()

    @classmethod
    def of(cls, game: AnyRules, games: int = GAMES, moves: int | None = MOVES, seed: int = 0) -> "Sample":
        """Random games over all configurations."""
        number = max(games, len(configurations(game)))
        return cls(game, walks(game, number, seed, moves), seed)

    def random(self, purpose: str) -> Random:
        """A source of choices for one law, so that no law changes what another one meets."""
        return Random(f"{self.game.slug}/{self.seed}/{purpose}")

    @cached_property
    def positions(self) -> list[Position]:
        """Positions from all over all games."""
        return self.pick(self.random("positions"))

    def pick(self, rng: Random) -> list[Position]:
        """Positions from all over all games, drawn anew."""
        share = max(6, POSITIONS // len(self.walks))
        return [Position(walk, state) for walk in self.walks for state in walk.positions(rng, share)]


def seats_and_others(walk: Walk) -> tuple[Seat, ...]:
    """Every seat of a game, and two that do not exist."""
    return (*range(walk.seats), walk.seats, -1)


class Case:
    """What a failure says about where it happened; put into words only then."""

    def __init__(self, *parts: Any) -> None:
        self.parts = parts

    def __str__(self) -> str:
        return "; ".join(map(str, self.parts))
