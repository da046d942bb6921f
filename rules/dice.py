"""Dice as integers, and throws of them."""

from typing import Annotated, TypeAlias

from msgspec import Meta

from rules.chance import Chance

Die: TypeAlias = Annotated[int, Meta(ge=1, le=6)]
"""The value of a die, 1 to 6."""

Dice: TypeAlias = tuple[Die, ...]


def throw(chance: Chance, number: int) -> Dice:
    """The next so many values of chance, in the order thrown."""
    return tuple(chance.die() for _ in range(number))


def in_order(dice: Dice) -> Dice:
    """The same dice in rising order."""
    return tuple(sorted(dice))
