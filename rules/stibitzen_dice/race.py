"""How likely a seat is to win: it races to the target alone, and between two of its turns the others may win.

Points are counted in units of 50 (SD-32). A seat's respite is the chance that the others leave it another turn; it is
taken to stay the same for the rest of the game. Given that, what is best in a turn can be worked out from its end.
"""

from collections import Counter
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import TypeAlias

from rules.dice import Dice
from rules.stibitzen_dice.types import ThrowLimit
from rules.stibitzen_dice.values import FACES, KEEPS, SET, VALUES

UNIT = 50
"""Points of a unit: every value is a multiple of it (SD-32)."""

THROWS = 3
"""Throws of a set, or counted ones of a turn (SD-43, SD-43a)."""

NEAR = 12
"""Units up to which the way to the target is worked out turn by turn."""

FAR = 70
"""Units beyond which a target is as good as out of reach of a turn; banking so many is always right (3,400 points)."""

STRIDE = 7
"""Units that a turn brings on average (354 points)."""

Choices: TypeAlias = tuple[tuple[int, int], ...]
"""The best keep of each size: how many dice, and their units. Empty for a bust."""


def _choices(roll: Dice) -> Choices:
    best: dict[int, int] = {}
    for dice in KEEPS[roll]:
        best[len(dice)] = max(best.get(len(dice), 0), VALUES[dice] // UNIT)
    return tuple(best.items())


def _outcomes(number: int) -> tuple[tuple[float, Choices], ...]:
    """What a throw of so many dice can bring, each with its chance."""
    ways: Counter[Choices] = Counter()
    for roll in combinations_with_replacement(FACES, number):
        same = prod(factorial(count) for count in Counter(roll).values())
        ways[_choices(roll)] += factorial(number) // same
    return tuple((count / 6**number, choices) for choices, count in ways.items())


OUTCOMES = (((1.0, ()),), *(_outcomes(number) for number in range(1, SET + 1)))
"""What throws can bring, by the number of dice."""


class Turn:
    """The chances to win of a seat in its turn, by the units collected in it, the dice left and the throws used."""

    def __init__(self, bank: tuple[float, ...], limit: ThrowLimit) -> None:
        """The chances after banking, index = units of the turn, 0 after a bust; any more units win."""
        self._bank = bank
        self._per_turn = limit == "per_turn"
        self._known: dict[tuple[int, int, int], float] = {}

    def banked(self, units: int) -> float:
        """The chance after banking so many."""
        return self._bank[units] if units < len(self._bank) else 1.0

    def kept(self, units: int, left: int, used: int) -> float:
        """The chance after a keep: the better of banking and throwing."""
        if units >= len(self._bank):
            return 1.0
        if left and used >= THROWS:
            return self._bank[units]
        return max(self._bank[units], self.thrown(units, left, used))

    def thrown(self, units: int, left: int, used: int) -> float:
        """The chance before a throw, whatever it brings; with no dice left it is the bonus throw (SD-45)."""
        known = self._known.get((units, left, used))
        if known is None:
            known = self._known[units, left, used] = self._thrown(units, left, used)
        return known

    def _thrown(self, units: int, left: int, used: int) -> float:
        if left:
            dice, used = left, used + 1
        else:
            dice, used = SET, used if self._per_turn else 1
        chance = 0.0
        for share, choices in OUTCOMES[dice]:
            if choices:
                best = 0.0
                for count, gain in choices:
                    best = max(best, self.kept(units + gain, dice - count, used))
                chance += share * best
            else:
                chance += share * self._bank[0]
        return chance

    def begun(self) -> float:
        """The chance at the start of the turn."""
        return self.thrown(0, SET, 0)


def delay(units: int, respite: float) -> float:
    """The chance that the others leave a seat the turns for so many units more."""
    return float(respite ** (units / STRIDE))


@cache
def chance(need: int, respite: float, limit: ThrowLimit) -> float:
    """The chance to win of a seat that begins its turn and needs so many units."""
    if need > NEAR:
        return chance(NEAR, respite, limit) * delay(need - NEAR, respite)
    after = tuple(respite * chance(need - units, respite, limit) for units in range(1, need))
    begun = chance(need - 1, respite, limit) if need > 1 else 1.0
    for _ in range(3):  # each closes in by the chance of a bust
        begun = Turn((respite * begun, *after), limit).begun()
    return begun


@lru_cache(maxsize=256)
def turn(need: int, respite: float, limit: ThrowLimit) -> Turn:
    """The turn of a seat that needs so many units, FAR at most."""
    bank = tuple(respite * chance(need - units, respite, limit) for units in range(need))
    return Turn(bank, limit)


@cache
def threat(need: int, limit: ThrowLimit) -> float:
    """The chance to collect so many units in one turn if nothing else counts."""
    return Turn((0.0,) * need, limit).begun() if need <= FAR else 0.0
