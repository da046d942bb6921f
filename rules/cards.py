"""Cards as strings: rank then suit, "Td" is the ten of diamonds; packs and rank orders."""

from collections.abc import Iterable

from rules.core import Card, Cards

SUITS = "cdhs"
"""Clubs (Kreuz), diamonds (Karo), hearts (Herz), spades (Pik)."""

RANKS = "23456789TJQKA"
"""Rank letters, two low and ace high."""


def rank(card: Card) -> str:
    """The rank letter of a card."""
    return card[0]


def suit(card: Card) -> str:
    """The suit letter of a card."""
    return card[1]


def pack(ranks: str = RANKS) -> Cards:
    """One pack without jokers: ranks in the order given, suits c d h s within each rank."""
    return tuple(r + s for r in ranks for s in SUITS)


def without(cards: Cards, gone: Iterable[Card]) -> Cards:
    """The cards left when those are taken out, each once, the order kept. ValueError if one is not there."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)
