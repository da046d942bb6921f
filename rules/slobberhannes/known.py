"""What a seat knows of the deal when it is to play, as sets of cards."""

from collections.abc import Iterable

from msgspec import Struct

from rules.core import Card, Glance, Seat
from rules.slobberhannes.deal import FULL_PACK, RANKS, SHORT_PACK
from rules.slobberhannes.tricks import QUEEN
from rules.slobberhannes.types import Move, Options, State, View

BIT = {card: 1 << place for place, card in enumerate(FULL_PACK)}
"""Sets of cards are bits of a number here: a bot looks at thousands of positions in a second."""

SUIT = {card: sum(bit for other, bit in BIT.items() if other[1] == card[1]) for card in FULL_PACK}
"""All cards of a card's suit."""

HIGHER = {card: sum(BIT[rank + card[1]] for rank in RANKS.partition(card[0])[2]) for card in FULL_PACK}
"""The cards that beat a card."""

LOWER = {card: SUIT[card] - HIGHER[card] - BIT[card] for card in FULL_PACK}
"""The cards that a card beats."""

FULL, SHORT = (sum(BIT[card] for card in pack) for pack in (FULL_PACK, SHORT_PACK))


class Known(Struct, frozen=True):
    """What a glance tells, all that a card is judged by."""

    first: bool
    """Whether this is the first trick of the deal."""
    left: int
    """Tricks to come, this one included."""
    later: int
    """Players who play to this trick after the seat."""
    others: int
    """Players of this deal besides the seat."""
    hand: int
    unknown: int
    missing: float
    """Chance that another player does not hold a certain unknown card."""
    led: int
    """The suit led, 0 for a lead."""
    best: Card
    """The card that wins the trick so far, "" for a lead."""
    queen_lies: bool
    """Whether the queen of clubs lies in this trick."""
    at_large: bool
    """Whether another player may hold the queen of clubs."""
    final: int
    """Chips that the last trick would cost the seat, the queen apart."""


def known(glance: Glance[View, Move, Options]) -> Known:
    """What the seat knows."""
    view, seat = glance.view, glance.seat
    hand = members(view.hand or ())
    left = hand.bit_count()
    lying, led, best = 0, 0, ""
    if view.trick:
        best = view.trick[0].card
        led = SUIT[best]
        for played in view.trick:
            lying |= BIT[played.card]
            if BIT[played.card] & HIGHER[best]:
                best = played.card
    seen = hand | lying
    if view.taken.queen is not None:
        seen |= BIT[QUEEN]
    if view.last_trick and view.last_trick.deal == view.deal:
        seen |= members(played.card for played in view.last_trick.cards)
    unknown = (FULL if glance.seats == 4 else SHORT) & ~seen
    later = view.hand_counts.count(left) - 1
    return Known(
        first=view.trick_number == 1,
        left=left,
        later=later,
        others=later + len(view.trick),
        hand=hand,
        unknown=unknown,
        missing=1 - left / max(unknown.bit_count(), left),
        led=led,
        best=best,
        queen_lies=bool(lying & BIT[QUEEN]),
        at_large=bool(unknown & BIT[QUEEN]),
        final=2 if view.taken.first == view.taken.queen == seat else 1,
    )


def imagined_as_known(state: State, seat: Seat) -> Known:
    """The same of a state that a bot imagines, at the beginning of its current trick; it looks into all hands."""
    hands = [members(hand) for hand in state.hands]
    for played in state.trick:
        hands[played.seat] |= BIT[played.card]
    hand = hands[seat]
    unknown = sum(hands) - hand
    others = sum(map(bool, hands)) - 1
    left = hand.bit_count()
    taken = state.taken
    return Known(
        first=state.trick_number == 1,
        left=left,
        later=others,
        others=others,
        hand=hand,
        unknown=unknown,
        missing=1 - left / max(unknown.bit_count(), left, 1),
        led=0,
        best="",
        queen_lies=False,
        at_large=bool(unknown & BIT[QUEEN]),
        final=2 if taken.first == taken.queen == seat else 1,
    )


def members(cards: Iterable[Card]) -> int:
    """The set of some cards."""
    found = 0
    for card in cards:
        found |= BIT[card]
    return found
