"""What dice are worth, and which of a throw can be kept: tables by the dice in rising order."""

from itertools import combinations, combinations_with_replacement

from rules.dice import Dice, in_order

SET = 5
"""Dice of a set (SD-10)."""

FACES = range(1, 7)

COMBINATIONS: dict[Dice, int] = (
    {(1,): 100, (5,): 50}
    | {(face,) * 3: 1000 if face == 1 else 100 * face for face in FACES}
    | {(1, 2, 3, 4, 5): 500, (2, 3, 4, 5, 6): 500}
    | {in_order((three,) * 3 + (two,) * 2): 1500 for three in FACES for two in FACES if two != three}
    | {(face,) * SET: 2000 for face in FACES}
)
"""Points of each combination (SD-25)."""


def _values() -> dict[Dice, int]:
    """Sums of combinations, the best one for each selection of dice."""
    best: dict[Dice, int] = {}
    reached: list[tuple[Dice, int]] = [((), 0)]
    while reached:
        dice, points = reached.pop()
        for combination, worth in COMBINATIONS.items():
            more, value = in_order(dice + combination), points + worth
            if len(more) <= SET and value > best.get(more, 0):
                best[more] = value
                reached.append((more, value))
    return best


VALUES: dict[Dice, int] = _values()
"""Points of every selection of dice that can be divided completely into combinations (SD-30)."""


def _keeps(roll: Dice) -> tuple[Dice, ...]:
    selections = {chosen for size in range(1, len(roll) + 1) for chosen in combinations(roll, size)}
    return tuple(sorted(selections & VALUES.keys(), key=lambda dice: (len(dice), dice)))


KEEPS: dict[Dice, tuple[Dice, ...]] = {
    roll: _keeps(roll) for size in range(1, SET + 1) for roll in combinations_with_replacement(FACES, size)
}
"""What can be kept of every throw, fewer dice first; nothing of a bust (SD-27, SD-29)."""
