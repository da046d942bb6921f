"""Groups of Stibitzen: what makes one, what it is worth, which one steals which."""

from collections.abc import Iterable

from rules.cards import rank
from rules.core import Card, Cards
from rules.stibitzen.types import Group, Options

JOKER = "X"
RANKS = "A23456789TJQK"
"""Rising, ace low (ST-10)."""

ORDER = {letter: i for i, letter in enumerate(RANKS + JOKER)}
"""Strength of a group's rank; jokers alone stand above the king (ST-13)."""

PACK: Cards = tuple(r + s for r in RANKS for s in "cdhs") * 2 + (JOKER,) * 4
"""Two packs and four jokers, 108 cards (ST-11)."""


def ranks_of(cards: Iterable[Card]) -> set[str]:
    """The ranks of the natural cards among them."""
    return {rank(card) for card in cards if card != JOKER}


def group(cards: Iterable[Card]) -> Group:
    """Cards that form a group, as one: jokers take the rank of the others, as long as it lies (ST-15, ST-16, ST-18)."""
    held = tuple(sorted(cards))
    return Group(next(iter(ranks_of(held)), JOKER), held)


def steals(laid: Group, other: Group, options: Options) -> bool:
    """Whether a laid group steals another one: as many cards, and a higher rank (ST-61).

    Jokers alone fall to nobody (ST-69b), unless aces bite (ST-130, ST-131, ST-133).
    """
    if len(laid.cards) != len(other.cards):
        return False
    bites = options.aces_bite and laid.rank == "A" and other.rank in ("K", JOKER)
    return bites or ORDER[laid.rank] > ORDER[other.rank]
