"""How to play Slobberhannes: duck the tricks that cost, get rid of what will win them later (SL-A1 to SL-A4).

The worth of a card is in chips: what its trick may cost (the chance to win it, times what lies in it and may still
fall on it), and how much less the rest of the hand will cost without it. Of the cards played the view shows the last
two tricks only, so all others count as unknown; that the queen of clubs was taken is to be seen.
"""

from collections.abc import Sequence
from enum import StrEnum
from math import exp, sqrt

from rules.core import Advice, Card, Glance, Policy, Seat
from rules.slobberhannes.deal import FULL_PACK
from rules.slobberhannes.known import BIT, HIGHER, LOWER, SUIT, Known, imagined_as_known, known
from rules.slobberhannes.tricks import QUEEN
from rules.slobberhannes.types import Move, Options, State, View

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
"""From this chance on a trick counts as won, and a card kept as high, for the reason given."""

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
    blunders = frozenset({Why.REVOKES})
    horizon = 5
    """To the end of the trick: later ones tell more about the cards imagined than about the move."""
    pace = 22

    def advise(self, glance: Glance[View, Move, Options]) -> Sequence[Advice[Move]]:
        it = known(glance)
        return [Advice(move, worth(it, move.card), reason(it, move.card)) for move in glance.moves]

    def choose(self, glance: Glance[View, Move, Options]) -> Move:
        it = known(glance)
        return max(glance.moves, key=lambda move: worth(it, move.card))

    def outlook(self, state: State, seat: Seat) -> float:
        most = state.options.chips
        if state.turn is None:
            left = state.chips[seat]
            return 1 - PURSE + PURSE * left / most if left else 0.0
        chips = expected(state, seat)
        return (1 - PURSE) * safety(chips, seat) + PURSE * max(chips[seat], 0.0) / most


# The worth of a card


def worth(it: Known, card: Card) -> float:
    """Chips that a card spares, to be compared with the other cards of the hand."""
    win = winning(it, card)
    saved = relief(it, card) - win * stake(it, card)
    if it.left == 2:
        return saved - last_cost(it, other(it, card), win) - revoking(it, card)
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
    saved = keeping(it, card)
    bit = BIT[card]
    if not it.hand & SUIT[card] & ~bit:
        saved += VOID * (it.left - 2)
    if bit & LOWER[QUEEN]:
        if it.hand & BIT[QUEEN]:
            saved -= QUEEN_GUARD
        elif it.at_large:
            saved -= TOP_GUARD * (it.hand & HIGHER[QUEEN]).bit_count()
    return saved


def keeping(it: Known, card: Card) -> float:
    """What a card in hand is likely to cost, other cards of the hand being what they are."""
    cost = KEPT * (1 - 1.5 / it.left) * height(it, card) - GUARD * (it.hand & HIGHER[card]).bit_count()
    if card == QUEEN:
        return cost + max(QUEEN_KEPT - QUEEN_GUARD * (it.hand & LOWER[QUEEN]).bit_count(), 0.0)
    if it.at_large and BIT[card] & HIGHER[QUEEN]:
        return cost + max(TOP_KEPT - TOP_GUARD * (it.hand & LOWER[QUEEN]).bit_count(), 0.0)
    return cost


def height(it: Known, card: Card) -> float:
    """Share of the unknown cards of its suit that are below a card."""
    lower, higher = (it.unknown & LOWER[card]).bit_count(), (it.unknown & HIGHER[card]).bit_count()
    return lower / (lower + higher) if lower else 0.0


def other(it: Known, card: Card) -> Card:
    """The other one of two cards in hand."""
    return FULL_PACK[(it.hand & ~BIT[card]).bit_length() - 1]


def last_cost(it: Known, kept: Card, lead: float) -> float:
    """What a card is likely to cost in the last trick, by the chance that it is led (SL-A4)."""
    count = it.unknown.bit_count() or 1
    unbeaten = 1 - (it.unknown & HIGHER[kept]).bit_count() / count
    following = (it.unknown & LOWER[kept]).bit_count() / count * unbeaten ** (it.others - 1)
    chips = it.final + (kept == QUEEN)
    return float(chips * (lead * unbeaten**it.others + (1 - lead) * following))


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
        return for_last(it, card)
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
        return for_last(it, card)
    return Why.FREE_TRICK if win >= LIKELY else Why.LOW_LEAD


def for_last(it: Known, card: Card) -> Why:
    """The reason by what is kept for the last trick."""
    return Why.LOW_FOR_LAST if height(it, other(it, card)) < LIKELY else Why.HIGH_FOR_LAST


# The outlook


def expected(state: State, seat: Seat) -> list[float]:
    """The chips at the end of the deal, as far as they can be told.

    A deal that has just begun does not count: moves are imagined from a decision in the deal before.
    """
    chips: list[float] = list(state.chips)
    if len(state.tricks) + len(state.trick) >= Bot.horizon:
        chips[seat] -= burden(state, seat)
        return chips
    for taker in (state.taken.first, state.taken.queen):
        if taker is not None:
            chips[taker] += 1
    return chips


def burden(state: State, seat: Seat) -> float:
    """Chips that a seat is likely to lose by the current trick and those to come."""
    it = imagined_as_known(state, seat)
    if not it.left:
        return 0.0
    lead = (state.trick[0].seat if state.trick else state.turn) == seat
    cards = [card for card in FULL_PACK if BIT[card] & it.hand]
    if it.left == 1:
        return last_cost(it, cards[0], float(lead))
    voids = sum(not it.hand & SUIT[ace] for ace in FULL_PACK[-4:])
    cost = sum(keeping(it, card) for card in cards) - VOID * (it.left - 2) * voids
    return cost + LEAD / it.left * lead


def safety(chips: Sequence[float], seat: Seat) -> float:
    """Chance that another seat loses the match, by the chips at the beginning of a deal."""
    fewest = max(min(chips), 0.0)
    weights = [exp((fewest - left) / sqrt(fewest + 1)) for left in chips]
    return 1 - weights[seat] / sum(weights)
