"""How to play Shithead: low cards first, 2s and tens for need, high cards face up for the end (SH-A1 to SH-A5)."""

from collections.abc import Sequence
from enum import StrEnum

from rules.cards import rank
from rules.core import Advice, Card, Cards, Glance, Policy, Seat
from rules.shithead.position import ORDER, burns, is_over
from rules.shithead.types import Flip, Move, Options, PickUp, Play, Ready, State, Swap, View

STRENGTH = {r: i for i, r in enumerate(ORDER)} | {"2": len(ORDER), "T": len(ORDER) + 1}
"""How much a card is worth keeping, by rank: from 0 for a three to 12 for a ten."""

LARGE = 6
"""Cards from which on a pile is large."""

HIGH = STRENGTH["J"]
"""From this rank on a top card is high."""

SHORT = 6
"""Cards down to which a stock is running out."""


class Why(StrEnum):
    """What speaks for a move."""

    STRONG_TO_TABLE = "strong_to_table"
    WELL_ARRANGED = "well_arranged"
    WEAKENS_TABLE = "weakens_table"
    LOW_FIRST = "low_first"
    SEVERAL_AT_ONCE = "several_at_once"
    KEEP_SOME_BACK = "keep_some_back"
    FOURTH_BURNS = "fourth_burns"
    BURN_LARGE_PILE = "burn_large_pile"
    SAVE_TEN = "save_ten"
    SAVE_TWO = "save_two"
    TWO_IN_NEED = "two_in_need"
    NOTHING_FITS = "nothing_fits"
    BLIND = "blind"


class Bot(Policy[State, Move, View, Options]):
    """The heuristics of the game."""

    reasons = Why
    horizon = 60
    pace = 40

    def advise(self, glance: Glance[View, Move, Options]) -> Sequence[Advice[Move]]:
        return [self._judged(glance, move) for move in glance.moves]

    def _judged(self, glance: Glance[View, Move, Options], move: Move) -> Advice[Move]:
        match move:
            case Swap(hand, table):
                gain = strength(hand) - strength(table)
                return Advice(move, gain, Why.STRONG_TO_TABLE if gain > 0 else Why.WEAKENS_TABLE)
            case Ready():
                return Advice(move, 0.5, Why.WELL_ARRANGED)
            case Play(cards):
                return played(glance.view, glance.seat, move, cards)
            case PickUp():
                return Advice(move, 0, Why.NOTHING_FITS)
            case Flip():
                return Advice(move, 0, Why.BLIND)

    def outlook(self, state: State, seat: Seat) -> float:
        if is_over(state):
            return float(state.places[-1] != seat)
        if seat in state.places:
            return 1.0
        seats = len(state.hands)
        burdens = [0.0 if other in state.places else burden(state, other) for other in range(seats)]
        worst = max(burden for other, burden in enumerate(burdens) if other != seat)
        return worst / (worst + burdens[seat])


def strength(card: Card) -> int:
    """How much a card is worth keeping."""
    return STRENGTH[rank(card)]


def played(view: View, seat: Seat, move: Play, cards: Cards) -> Advice[Move]:
    """What speaks for cards on the pile; the worth of ordinary ones falls with their rank."""
    count, pile, kind = len(cards), view.pile, rank(cards[0])
    if kind != "T" and burns((*pile, *cards)):
        return Advice(move, 40 + len(pile), Why.FOURTH_BURNS)
    large = len(pile) >= LARGE
    high = bool(pile) and strength(pile[-1]) >= HIGH
    if kind == "T":
        if large or (high and len(pile) > 1):
            return Advice(move, 14 + len(pile) - count, Why.BURN_LARGE_PILE)
        return Advice(move, -4 - count, Why.SAVE_TEN)
    if kind == "2":
        if high:
            return Advice(move, 3 - count, Why.TWO_IN_NEED)
        return Advice(move, -2 - count, Why.SAVE_TWO)
    worth = float(len(ORDER) - strength(cards[0]))
    if count == 1:
        return Advice(move, worth, Why.LOW_FIRST)
    if strength(cards[0]) < HIGH or view.stock_count <= SHORT:
        return Advice(move, worth + count, Why.SEVERAL_AT_ONCE)
    return Advice(move, worth - count, Why.KEEP_SOME_BACK)


def burden(state: State, seat: Seat) -> float:
    """What a seat still has to get rid of; weak cards weigh more."""
    weight = 1.0
    for cards in (state.hands[seat], state.up[seat]):
        weight += sum(2.0 - strength(card) / 8 for card in cards)
    weight += 2.0 * sum(card is not None for card in state.down[seat])
    return weight + len(state.stock) / (2 * (len(state.hands) - len(state.places)))
