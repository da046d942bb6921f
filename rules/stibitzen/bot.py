"""How to play Stibitzen: many cards a turn, low ranks first, few ranks in hand, the end in sight (ST-A1 to ST-A5).

What moves are worth stands in worths.py, what a hand is worth in prospects.py.
"""

from collections.abc import Sequence
from enum import StrEnum
from math import exp

from rules.core import Advice, Glance, Policy, Seat
from rules.stibitzen.groups import JOKER, ORDER
from rules.stibitzen.prospects import lead, numbers, shortest, size_of, sizes_of, total, worths_in
from rules.stibitzen.types import (
    ChooseShadow,
    Discard,
    DrawMarket,
    DrawStock,
    Leave,
    Move,
    Options,
    Pass,
    Play,
    State,
    Take,
    TakeBack,
    View,
)
from rules.stibitzen.worths import LOST, SHORT, WON, falls, prey, worths

LARGE = 4
"""Cards from which on a group is large (ST-A1)."""

LOW = ORDER["6"]
"""Rank up to which a single card is bait (ST-A2)."""

# The outlook; found by how games among bots ended

DELAY = 3.5
"""Turns that the game lasts longer than the least hand has groups."""

CARD_HELD, CARD_LAID, JOKER_HELD = -0.9, 1.5, 2.7
"""A card in hand, as far as it will be laid, and a joker: points at the end."""

SCALE = 7.0
"""Points by which being ahead makes a win likely."""


class Why(StrEnum):
    """What speaks for a move, or against it."""

    ENDS_WON = "ends_won"
    ENDS_LOST = "ends_lost"
    STEALS = "steals"
    SETS_BACK = "sets_back"
    JOKERS_ALONE = "jokers_alone"
    SAVE_JOKER = "save_joker"
    DIVIDES = "divides"
    HURRY = "hurry"
    LARGE = "large"
    SEVERAL = "several"
    BAIT = "bait"
    HIGH_LATER = "high_later"
    SHADOW_FITS = "shadow_fits"
    SHADOW_NEW = "shadow_new"
    TAKE_USEFUL = "take_useful"
    TAKE_BURDEN = "take_burden"
    LEAVE = "leave"
    TAKE_BACK = "take_back"
    DISCARD = "discard"
    DRAW_JOKER = "draw_joker"
    DRAW_FITS = "draw_fits"
    DRAW_NEW = "draw_new"
    DRAW_BLIND = "draw_blind"
    NO_MORE = "no_more"


class Bot(Policy[State, Move, View, Options]):
    """The heuristics of the game."""

    reasons = Why
    horizon = 10
    pace = 17

    def advise(self, glance: Glance[View, Move, Options]) -> Sequence[Advice[Move]]:
        return [
            Advice(move, worth, why(glance, move, worth))
            for move, worth in zip(glance.moves, worths(glance), strict=True)
        ]

    def choose(self, glance: Glance[View, Move, Options]) -> Move:
        """As the worths say; reasons would only take time."""
        found = worths(glance)
        return glance.moves[found.index(max(found))]

    def outlook(self, state: State, seat: Seat) -> float:
        displayed = [size_of(groups) for groups in state.displays]
        if state.phase == "over":
            ahead = lead(displayed, map(len, state.hands), seat)
            return 0.6 * (ahead >= 0) + 0.4 * likely(ahead)
        return likely(lead(displayed, burdens(state), seat))


def likely(ahead: float) -> float:
    """How likely a win is with that many points more than the best opponent."""
    return 1 / (1 + exp(-ahead / SCALE))


def burdens(state: State) -> list[float]:
    """What the hands will cost at the end, by seat."""
    hands = [numbers(hand) for hand in state.hands]
    sizes = [sizes_of(held) for held in hands]
    seats = len(hands)
    to_draw = len(state.stock) + len(state.market)
    turns = min(DELAY + min(map(len, sizes)), 1 + to_draw / (2 * seats))
    found = []
    for seat, (held, own) in enumerate(zip(hands, sizes, strict=True)):
        waiting = (seat - state.turn) % seats or (0 if state.phase == "play" else seats)
        laid = total(own, worths_in(max(0.0, turns - waiting / seats)))
        found.append(-CARD_HELD * sum(own) - CARD_LAID * laid - JOKER_HELD * held.get(JOKER, 0))
    return found


def why(glance: Glance[View, Move, Options], move: Move, worth: float) -> Why:
    """What speaks for a move that is worth so much, or against it."""
    if worth >= WON:
        return Why.ENDS_WON
    if worth < LOST:
        return Why.ENDS_LOST
    held = numbers(glance.view.hand or ())
    match move:
        case Play():
            return why_lay(glance, move, held)
        case ChooseShadow(rank):
            return Why.SHADOW_FITS if rank in held else Why.SHADOW_NEW
        case Take():
            return Why.TAKE_USEFUL if worth > 0 else Why.TAKE_BURDEN
        case Leave():
            return Why.LEAVE
        case TakeBack():
            return Why.TAKE_BACK
        case Discard():
            return Why.DISCARD
        case DrawStock():
            return Why.DRAW_BLIND
        case DrawMarket(slot):
            ranks = {card[0] for card in glance.view.market[slot]}
            if JOKER in ranks:
                return Why.DRAW_JOKER
            return Why.DRAW_NEW if ranks.isdisjoint(held) else Why.DRAW_FITS
        case Pass():
            return Why.NO_MORE


def why_lay(glance: Glance[View, Move, Options], move: Play, held: dict[str, int]) -> Why:
    """What speaks for a group, or against it."""
    size, kind, jokers = len(move.cards), move.cards[0][0], move.cards.count(JOKER)
    bite = glance.options.aces_bite
    caught = [
        one for one in prey(glance, held).get(size, ()) if falls(one.order, ORDER[kind], aces_bite=bite)
    ]
    if any(one.worth > 0 for one in caught):
        return Why.SETS_BACK if any(one.short for one in caught) else Why.STEALS
    if jokers:
        return Why.JOKERS_ALONE if kind == JOKER and not bite else Why.SAVE_JOKER
    if held[kind] > size:
        return Why.DIVIDES
    if size == 1:
        return Why.BAIT if ORDER[kind] <= LOW else Why.HIGH_LATER
    if shortest(glance.view.hand_counts, glance.seat) <= SHORT:
        return Why.HURRY
    return Why.LARGE if size >= LARGE else Why.SEVERAL
