"""What the clauses of Shithead ask about a state: what fits, what burns, who starts, who comes next."""

from collections.abc import Sequence
from typing import Literal

from rules.cards import RANKS, rank
from rules.core import Card, Cards, Seat
from rules.shithead.types import LastFlip, LastSwap, Slots, State

ORDER = "3456789JQKA"
"""The ordinary ranks, rising (SH-12). Suits never matter (SH-11)."""

SPECIAL = "2T"
"""The ranks that fit on everything (SH-50)."""

FITTING = {"2": SPECIAL + ORDER} | {top: SPECIAL + ORDER[i:] for i, top in enumerate(ORDER)}
"""The ranks that fit, by the rank of the top card (SH-50). A T is never the top card."""


def is_over(state: State) -> bool:
    """Whether every place is taken, the shithead's included (SH-90)."""
    return len(state.places) == len(state.hands)


def source(state: State, seat: Seat) -> tuple[Literal["hand", "up", "down"], Cards]:
    """The zone a seat plays from (SH-40, SH-41, SH-42), and its cards in string order; none if face down.

    The stock need not be asked: while it holds cards, so does every hand (SH-105).
    """
    if hand := state.hands[seat]:
        return "hand", hand
    if up := state.up[seat]:
        return "up", in_order(up)
    return "down", ()


def fitting(pile: Cards) -> str:
    """The ranks that fit on the pile (SH-50)."""
    return FITTING[rank(pile[-1])] if pile else RANKS


def burns(pile: Cards) -> bool:
    """Whether the pile must burn (SH-59): a T on top, or four cards of one rank (SH-55, SH-57)."""
    return rank(pile[-1]) == "T" or (len(pile) >= 4 and len(set(map(rank, pile[-4:]))) == 1)


def starter(hands: Sequence[Cards]) -> Seat:
    """The first seat in seat order among those with the lowest hand card, 2 and T apart (SH-32, SH-33)."""

    def lowest(seat: Seat) -> int:
        return min(
            (ORDER.index(rank(card)) for card in hands[seat] if rank(card) in ORDER), default=len(ORDER)
        )

    return min(range(len(hands)), key=lowest)


def next_seat(state: State, seat: Seat, gone: Sequence[Seat]) -> Seat:
    """The next seat clockwise that is not gone (SH-14, SH-47)."""
    seats = len(state.hands)
    return next(s for step in range(1, seats) if (s := (seat + step) % seats) not in gone)


def shown_in_hand(state: State, seat: Seat) -> Cards:
    """The hand cards that everybody saw in the last move: swapped in, or turned over in vain (SH-37)."""
    match state.last:
        case LastSwap(seat=mover, table=card) | LastFlip(seat=mover, card=card, ok=False) if mover == seat:
            return (card,)
    return ()


def filled(slots: Slots) -> tuple[int, ...]:
    """Indices of the slots that hold a card."""
    return tuple(index for index, card in enumerate(slots) if card is not None)


def in_order(cards: Sequence[Card]) -> Cards:
    """The cards in ascending string order, as every hand is kept."""
    return tuple(sorted(cards))


def of_rank(cards: Cards, card: Card) -> Cards:
    """Those of the cards that have the same rank as a card."""
    return tuple(c for c in cards if rank(c) == rank(card))
