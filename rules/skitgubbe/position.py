"""What the clauses of Skitgubbe ask about cards and seats: order, beating, sequences, who holds cards."""

from collections.abc import Sequence
from itertools import pairwise

from rules.cards import RANKS, SUITS, rank, suit
from rules.core import Card, Cards, Place, Seat
from rules.skitgubbe.types import RoundCard, State

STOCK = Place("stock", None)
TRICK = Place("trick", None)
TABLE = Place("table", None)
OUT_OF_PLAY = Place("out_of_play", None)
HANDS = tuple(Place("hand", seat) for seat in range(4))
PILES = tuple(Place("pile", seat) for seat in range(4))

HEIGHT = {letter: height for height, letter in enumerate(RANKS)}
"""Ranks from low to high; the ace is high only (SG-11)."""

PLACE = {r + s: 16 * row + HEIGHT[r] for row, s in enumerate(SUITS) for r in RANKS}
"""Where a card stands in a hand. The numbers of two cards differ by 1 just in a sequence (SG-21)."""


def in_order(cards: Sequence[Card]) -> Cards:
    """The cards by suit c d h s and then by rank, as hands and collected piles are kept (SG-48)."""
    return tuple(sorted(cards, key=PLACE.__getitem__))


def clockwise(state: State, start: Seat) -> tuple[Seat, ...]:
    """All seats, that one first (SG-9, SG-14)."""
    seats = len(state.hands)
    return tuple((start + step) % seats for step in range(seats))


def active(state: State) -> tuple[Seat, ...]:
    """The seats that hold cards in their hands (SG-19)."""
    return tuple(seat for seat, hand in enumerate(state.hands) if hand)


# Phase 1


def may_discard(state: State) -> bool:
    """Whether there are discards at all: not in head-to-head tricks (SG-61), nor if strict (SG-60)."""
    return state.options.phase1_tricks == "all" and not state.options.strict_discard


def ranks_lying(plays: Sequence[RoundCard]) -> set[str]:
    """The ranks that lie in the current round, claimed or discarded (SG-59)."""
    return {rank(lying.card) for lying in plays}


# Phase 2


def is_sequence(cards: Cards) -> bool:
    """Whether cards in order are one card, or one suit in consecutive ranks (SG-101)."""
    return all(PLACE[higher] - PLACE[lower] == 1 for lower, higher in pairwise(cards))


def beats(card: Card, top: Card, trump: str | None) -> bool:
    """Whether a card may be laid on the top card (SG-105 to SG-108, SG-110)."""
    if suit(card) == suit(top):
        return PLACE[card] > PLACE[top]
    return suit(card) == trump


def taken(table: Cards, pickup: str) -> Cards:
    """What a pick-up takes off the table pile, bottom to top (SG-114, SG-116)."""
    if pickup == "pile":
        return table
    start = len(table) - 1
    while start > 0 and PLACE[table[start]] - PLACE[table[start - 1]] == 1:
        start -= 1
    return table[start:]
