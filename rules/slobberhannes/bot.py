"""How to play Slobberhannes: duck the tricks that cost, get rid of what will win them later (SL-A1 to SL-A4).

The worth of a card is in chips: what its trick may cost (the chance to win it, times what lies in it and may still
fall on it), and how much easier the rest of the hand becomes without it. Of the cards played the view shows the last
two tricks only, so all others count as unknown; that the queen of clubs was taken is to be seen.
"""

from collections.abc import Sequence
from enum import StrEnum

from msgspec import Struct

from rules.core import Advice, Card, Glance, Policy, Seat
from rules.slobberhannes.deal import FULL_PACK, RANKS, SHORT_PACK
from rules.slobberhannes.tricks import QUEEN
from rules.slobberhannes.types import Move, Options, State, View

BIT = {card: 1 << place for place, card in enumerate(FULL_PACK)}
"""Sets of cards are bits here: a bot looks at thousands of positions in a second."""

SUIT = {card: sum(bit for other, bit in BIT.items() if other[1] == card[1]) for card in FULL_PACK}
HIGHER = {
    card: sum(BIT[rank + card[1]] for rank in RANKS[RANKS.index(card[0]) + 1 :]) for card in FULL_PACK
}
"""The cards that beat a card, those of its suit above it."""
LOWER = {card: SUIT[card] - HIGHER[card] - BIT[card] for card in FULL_PACK}

FULL, SHORT = (sum(BIT[card] for card in pack) for pack in (FULL_PACK, SHORT_PACK))
LADY = BIT[QUEEN]
CLUBS = SUIT[QUEEN]
LOW_CLUBS = LOWER[QUEEN]
TOP_CLUBS = HIGHER[QUEEN]

# What is worth how many chips.

KEPT = 0.25
"""A card that beats all unknown ones of its suit, kept in hand; in proportion for lower ones."""
GUARD = 0.02
"""A low card kept, for each own higher card of its suit."""
LEAD = 0.05
"""To have to lead the next trick."""
QUEEN_KEPT = 0.5
QUEEN_GUARD = 0.1
"""The queen kept in hand, less for each low club beside it (SL-A3)."""
TOP_KEPT = 0.3
TOP_GUARD = 0.08
"""Ace or king of clubs kept while another holds the queen, less for each low club beside it (SL-A2)."""
DROPPED = 0.8
"""Chance that a player who may play the queen on a higher card does."""


class Known(Struct, frozen=True):
    """What a glance tells that all its cards are judged by."""

    number: int
    left: int
    """Tricks to come, this one included."""
    later: int
    """Players who play to this trick after the seat."""
    others: int
    """Players in this deal besides the seat."""
    hand: int
    unknown: int
    missing: float
    """Chance that a player does not hold a certain unknown card."""
    led: int
    """The suit led, 0 for a lead."""
    best: Card
    """The card that wins the trick so far, "" for a lead."""
    at_large: bool
    """Whether another player may still hold the queen of clubs."""
    stake: int
    """Chips that the trick costs as it lies."""
    final: int
    """Chips that the last trick will cost the seat, the queen apart."""


def known(glance: Glance[View, Move, Options]) -> Known:
    """What the seat knows."""
    view, seat = glance.view, glance.seat
    left = view.tricks_in_deal - view.trick_number + 1
    hand = 0
    for card in view.hand or ():
        hand |= BIT[card]
    seen = hand
    led, best, queen_lies = 0, "", False
    if view.trick:
        best = view.trick[0].card
        led = SUIT[best]
        for played in view.trick:
            bit = BIT[played.card]
            seen |= bit
            if bit & HIGHER[best]:
                best = played.card
        queen_lies = bool(seen & LADY & ~hand)
    last = view.last_trick
    if last and last.deal == view.deal:
        for played in last.cards:
            seen |= BIT[played.card]
    taken = view.taken
    unknown = (FULL if glance.seats == 4 else SHORT) & ~seen
    if taken.queen is not None:
        unknown &= ~LADY
    later = view.hand_counts.count(left) - 1
    return Known(
        number=view.trick_number,
        left=left,
        later=later,
        others=later + len(view.trick),
        hand=hand,
        unknown=unknown,
        missing=1 - left / max(unknown.bit_count(), left),
        led=led,
        best=best,
        at_large=bool(unknown & LADY),
        stake=(view.trick_number == 1) + queen_lies,
        final=1 + (taken.first == seat and taken.queen == seat),
    )


class Why(StrEnum):
    """What speaks for a card, or against it."""

    LEAD_LOW = "lead_low"


class Bot(Policy[State, Move, View, Options]):
    """The heuristics of the game."""

    reasons = Why
    horizon = 31
    pace = 40

    def advise(self, glance: Glance[View, Move, Options]) -> Sequence[Advice[Move]]:
        it = known(glance)
        return [Advice(move, worth(it, move.card), Why.LEAD_LOW) for move in glance.moves]

    def choose(self, glance: Glance[View, Move, Options]) -> Move:
        it = known(glance)
        return max(glance.moves, key=lambda move: worth(it, move.card))

    def outlook(self, state: State, seat: Seat) -> float:
        return 0.5


def worth(it: Known, card: Card) -> float:
    """Chips that a card spares, in comparison with the others of the hand."""
    saved = relief(it, card)
    if it.led and not SUIT[card] & it.led:
        return saved - (REVOKE if it.hand & it.led else 0)
    if it.led and not BIT[card] & HIGHER[it.best]:
        return saved - (later_cost(it, card, 0.0) if it.left == 2 else 0)
    win = winning(it, card)
    if it.left == 2:
        return saved - win * stake(it, card) - later_cost(it, card, win)
    return saved - win * (stake(it, card) + LEAD)


REVOKE = 4.0


def winning(it: Known, card: Card) -> float:
    """Chance that a card which wins so far takes the trick: later players beat it only if they must."""
    if not it.later:
        return 1.0
    lower, higher = (it.unknown & LOWER[card]).bit_count(), (it.unknown & HIGHER[card]).bit_count()
    return float((1 - it.missing**lower * (1 - it.missing**higher)) ** it.later)


def stake(it: Known, card: Card) -> float:
    """Chips that the trick is likely to cost whoever wins it with that card."""
    chips = float(it.stake)
    bit = BIT[card]
    if bit & LADY:
        return chips + 1
    if it.at_large and it.later:
        holder = 1 - it.missing**it.later
        if bit & CLUBS:
            if bit & TOP_CLUBS:
                chips += holder * DROPPED
        else:
            chips += holder * it.missing ** (it.unknown & SUIT[card]).bit_count()
    return chips


def relief(it: Known, card: Card) -> float:
    """How much less the rest of the hand is likely to cost without a card."""
    bit = BIT[card]
    lower, higher = (it.unknown & LOWER[card]).bit_count(), (it.unknown & HIGHER[card]).bit_count()
    saved = KEPT * lower / (lower + higher) if lower else 0.0
    saved -= GUARD * (it.hand & HIGHER[card]).bit_count()
    if bit & CLUBS:
        low = (it.hand & LOW_CLUBS).bit_count()
        if bit & LADY:
            saved += max(QUEEN_KEPT - QUEEN_GUARD * low, 0.0)
        elif bit & TOP_CLUBS:
            if it.at_large:
                saved += max(TOP_KEPT - TOP_GUARD * low, 0.0)
        elif it.hand & LADY:
            saved -= QUEEN_GUARD
        elif it.at_large:
            saved -= TOP_GUARD * (it.hand & TOP_CLUBS).bit_count()
    return saved


def later_cost(it: Known, card: Card, win: float) -> float:
    """In the last trick but one: what the card kept will cost, led after a trick won or played to another's lead."""
    rest = it.hand & ~BIT[card]
    other = FULL_PACK[rest.bit_length() - 1]
    unknown = it.unknown.bit_count() or 1
    higher = (it.unknown & HIGHER[other]).bit_count()
    lower = (it.unknown & LOWER[other]).bit_count()
    beaten = 1 - higher / unknown
    led = beaten**it.others
    followed = lower / unknown * beaten ** (it.others - 1)
    chips = it.final + (1 if rest & LADY else 0)
    return chips * (win * led + (1 - win) * followed)
