"""How to play Slobberhannes: duck the tricks that cost, get rid of what will win them later (SL-A1 to SL-A4).

The worth of a card is in chips: what its trick may cost (the chance to win it, times what lies in it and may still
fall on it), and how much less the rest of the hand will cost without it. Of the cards played the view shows the last
two tricks only, so all others count as unknown; that the queen of clubs was taken is to be seen.
"""

from collections.abc import Sequence
from enum import StrEnum
from math import exp, sqrt

from msgspec import Struct

from rules.core import Advice, Card, Glance, Policy, Seat
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

# What is worth how many chips, found by playing many deals against slightly different bots.

KEPT = 0.17
"""A card above all unknown ones of its suit, kept in hand; lower ones in proportion, less towards the end."""

GUARD = 0.02
"""A low card kept, for each own higher card of its suit."""

VOID = 0.015
"""To be out of a suit, for each trick but the last two."""

LEAD = 0.3
"""To have to lead for the rest of the deal; shared out over its tricks."""

QUEEN_KEPT = 0.3
QUEEN_GUARD = 0.1
"""The queen of clubs kept in hand, less for each low club beside her (SL-A3)."""

TOP_KEPT = 0.1
TOP_GUARD = 0.08
"""Ace or king of clubs kept while another holds the queen, less for each low club beside it (SL-A2)."""

REVOKE = 4.0
"""Above all that a trick can cost: to revoke is never advised."""

PURSE = 0.2
"""What the chips left count for at the end (SL-63); the rest is not to lose."""

LIKELY = 0.5
"""Chance of winning from which a trick counts as won, for the reason given."""

LOW = 0.25
"""Share of the unknown cards of its suit below a card, up to which it is low."""


class Why(StrEnum):
    """What speaks for a card, or against it."""

    LOW_TO_FIRST = "low_to_first"
    BELOW_FIRST = "below_first"
    TAKES_FIRST = "takes_first"
    TAKES_QUEEN = "takes_queen"
    OWN_QUEEN = "own_queen"
    QUEEN_BELOW = "queen_below"
    QUEEN_AWAY = "queen_away"
    TOP_CLUB_AWAY = "top_club_away"
    TOP_CLUB_AT_RISK = "top_club_at_risk"
    LOW_FOR_LAST = "low_for_last"
    HIGH_FOR_LAST = "high_for_last"
    KEEP_LOW = "keep_low"
    HIGH_AWAY = "high_away"
    BELOW = "below"
    LOW_LEAD = "low_lead"
    FREE_TRICK = "free_trick"
    LAST_CARD = "last_card"
    REVOKES = "revokes"


class Bot(Policy[State, Move, View, Options]):
    """The heuristics of the game."""

    reasons = Why
    horizon = 31
    """So many moves after a decision its deal is over, whatever the number of players."""
    pace = 40

    def advise(self, glance: Glance[View, Move, Options]) -> Sequence[Advice[Move]]:
        it = known(glance)
        return [Advice(move, worth(it, move.card), reason(it, move.card)) for move in glance.moves]

    def choose(self, glance: Glance[View, Move, Options]) -> Move:
        it = known(glance)
        return max(glance.moves, key=lambda move: worth(it, move.card))

    def outlook(self, state: State, seat: Seat) -> float:
        chips, most = state.chips, state.options.chips
        if state.turn is None:
            return 1 - PURSE + PURSE * chips[seat] / most if chips[seat] else 0.0
        chips = before_deal(state)
        return (1 - PURSE) * safety(chips, seat) + PURSE * chips[seat] / most


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
    hand = 0
    for card in view.hand or ():
        hand |= BIT[card]
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
        for played in view.last_trick.cards:
            seen |= BIT[played.card]
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


# The worth of a card


def worth(it: Known, card: Card) -> float:
    """Chips that a card spares, to be compared with the other cards of the hand."""
    win = winning(it, card)
    saved = relief(it, card) - win * stake(it, card)
    if it.left == 2:
        return saved - final_cost(it, card, win) - revoking(it, card)
    return saved - win * LEAD / it.left - revoking(it, card)


def revoking(it: Known, card: Card) -> float:
    """What it costs not to follow suit although able."""
    return REVOKE if it.led & it.hand and not BIT[card] & it.led else 0.0


def winning(it: Known, card: Card) -> float:
    """Chance that a card takes the trick: players who come later beat it only if they must."""
    if it.led and not BIT[card] & HIGHER[it.best]:
        return 0.0
    if not it.later:
        return 1.0
    lower, higher = (it.unknown & LOWER[card]).bit_count(), (it.unknown & HIGHER[card]).bit_count()
    beaten: float = it.missing**lower * (1 - it.missing**higher)
    return float((1 - beaten) ** it.later)


def stake(it: Known, card: Card) -> float:
    """Chips that the trick is likely to cost whoever wins it with a card: the queen falls on it where she can."""
    chips = float(it.first + it.queen_lies)
    if card == QUEEN:
        return chips + 1
    if it.at_large and it.later:
        holder = 1 - it.missing**it.later
        if not BIT[card] & SUIT[QUEEN]:
            return chips + holder * it.missing ** (it.unknown & SUIT[card]).bit_count()
        if BIT[card] & HIGHER[QUEEN]:
            return chips + holder
    return chips


def relief(it: Known, card: Card) -> float:
    """How much less the rest of the hand is likely to cost without a card."""
    bit = BIT[card]
    saved = KEPT * (1 - 1.5 / it.left) * height(it, card) - GUARD * (it.hand & HIGHER[card]).bit_count()
    if not it.hand & SUIT[card] & ~bit:
        saved += VOID * (it.left - 2)
    if bit & SUIT[QUEEN]:
        low = (it.hand & LOWER[QUEEN]).bit_count()
        if card == QUEEN:
            saved += max(QUEEN_KEPT - QUEEN_GUARD * low, 0.0)
        elif bit & HIGHER[QUEEN]:
            saved += max(TOP_KEPT - TOP_GUARD * low, 0.0) if it.at_large else 0.0
        elif it.hand & BIT[QUEEN]:
            saved -= QUEEN_GUARD
        elif it.at_large:
            saved -= TOP_GUARD * (it.hand & HIGHER[QUEEN]).bit_count()
    return saved


def height(it: Known, card: Card) -> float:
    """Share of the unknown cards of its suit that are below a card."""
    lower, higher = (it.unknown & LOWER[card]).bit_count(), (it.unknown & HIGHER[card]).bit_count()
    return lower / (lower + higher) if lower else 0.0


def final_cost(it: Known, card: Card, win: float) -> float:
    """In the last trick but one: what the card kept is likely to cost, led or played to another's lead (SL-A4)."""
    rest = it.hand & ~BIT[card]
    kept = FULL_PACK[rest.bit_length() - 1]
    count = it.unknown.bit_count() or 1
    unbeaten = 1 - (it.unknown & HIGHER[kept]).bit_count() / count
    following = (it.unknown & LOWER[kept]).bit_count() / count * unbeaten ** (it.others - 1)
    chips = it.final + (kept == QUEEN)
    return float(chips * (win * unbeaten**it.others + (1 - win) * following))


# The reason


def reason(it: Known, card: Card) -> Why:
    """What speaks for a card, or against it."""
    if revoking(it, card):
        return Why.REVOKES
    if it.left == 1:
        return Why.LAST_CARD
    if it.led and not BIT[card] & HIGHER[it.best]:
        return losing(it, card)
    return leading(it, card, winning(it, card))


def losing(it: Known, card: Card) -> Why:
    """The reason for a card that does not win the trick."""
    following = bool(BIT[card] & it.led)
    if card == QUEEN:
        return Why.QUEEN_BELOW if following else Why.QUEEN_AWAY
    if it.at_large and BIT[card] & HIGHER[QUEEN]:
        return Why.TOP_CLUB_AWAY
    if it.left == 2:
        return for_last(it, card, 0.0)
    if following:
        return Why.BELOW_FIRST if it.first else Why.BELOW
    return Why.KEEP_LOW if height(it, card) <= LOW else Why.HIGH_AWAY


def leading(it: Known, card: Card, win: float) -> Why:
    """The reason for a card that is led, or wins the trick so far."""
    if card == QUEEN:
        return Why.OWN_QUEEN
    if it.queen_lies:
        return Why.TAKES_QUEEN
    if it.first:
        return Why.TAKES_FIRST if win >= LIKELY else Why.LOW_TO_FIRST
    if it.at_large and it.later and BIT[card] & HIGHER[QUEEN]:
        return Why.TOP_CLUB_AT_RISK
    if it.left == 2:
        return for_last(it, card, win)
    return Why.FREE_TRICK if win >= LIKELY else Why.LOW_LEAD


def for_last(it: Known, card: Card, win: float) -> Why:
    """The reason by what is kept for the last trick."""
    return Why.LOW_FOR_LAST if final_cost(it, card, win) <= LOW else Why.HIGH_FOR_LAST


# The outlook


def before_deal(state: State) -> tuple[int, ...]:
    """The chips before the running deal: what it has cost so far tells nothing of a decision in an earlier one."""
    chips, taken = state.chips, state.taken
    if taken.first is None:
        return chips
    return tuple(
        left + (seat == taken.first) + (seat == taken.queen) for seat, left in enumerate(chips)
    )


def safety(chips: Sequence[int], seat: Seat) -> float:
    """Chance that another seat loses the match, by the chips at the beginning of a deal."""
    fewest = min(chips)
    weights = [exp((fewest - left) / sqrt(fewest + 1)) for left in chips]
    return 1 - weights[seat] / sum(weights)
