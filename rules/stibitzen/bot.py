"""How to play Stibitzen: many cards a turn, low ranks first, few ranks in hand, the end in sight (ST-A1 to ST-A5).

One group is laid a turn (ST-52), so a hand is worth what of it can be laid in the turns that are left: a card of a rank
that is held costs no further turn, a card of a new rank may never be laid, and then costs a point (ST-110).
"""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from math import exp
from operator import mul

from msgspec import Struct

from rules.core import Advice, Cards, Glance, Policy, Seat
from rules.stibitzen.groups import JOKER, ORDER, RANKS
from rules.stibitzen.types import (
    Capture,
    ChooseShadow,
    DrawMarket,
    Group,
    Move,
    Options,
    Pass,
    Play,
    State,
    Take,
    TakeBack,
    View,
)

# Estimates of how long the game lasts

TURNS_AT_LEAST, TURNS_PER_CARD = 1.5, 0.8
"""Turns that an opponent needs to empty his hand: at least so many, and so many more for each card."""

SPREAD = 4.0
"""Turns over which what can be laid passes from certain to impossible."""

LAST_TURNS = 24
"""Turns left from which on more make no difference."""

# Worths; the unit is a card laid instead of held at the end, or less if that is likely only

CARD, CARD_IN_HASTE = -0.2, 6.0
"""Laying a card now: so much, and so much divided by the turns left and one."""

LOW_FIRST = 0.06
"""Keeping a group that is a rank higher for later (ST-A2)."""

JOKER_IN_HAND = 1.3
"""Keeping a joker for later (ST-A5)."""

UNDIVIDED = 1.0
"""Laying all cards of a rank: the rest would take a further turn (ST-54)."""

STOLEN, SET_BACK = 0.5, 1.0
"""Stealing a card: so much, and so much divided by the victim's cards in hand and one (ST-A4)."""

COMPANION = 0.1
"""Stealing a card of a rank that is held."""

JOKER_DRAWN = 0.7
"""Getting a joker rather than a card of the largest group."""

HIGH_DRAWN = 0.03
"""Getting a card that is a rank higher."""

CHOSEN = 0.2
"""Choosing a card to draw for one that is discarded."""

WON, LOST = 100.0, -20.0
"""Ending the game now, with a win or without."""

TIE = 0.001
"""A card in hand more among equal scores (ST-112)."""

SCALE = 7.0
"""Points by which being ahead makes a win likely."""

# When a reason holds

LARGE = 4
"""Cards from which on a group is large."""

LOW = ORDER["6"]
"""Rank up to which a single card is bait."""

SHORT = 2
"""Cards in hand down to which somebody may end the game on the next turn."""


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


def secured(turns: float) -> tuple[float, ...]:
    """What a card of the largest, second largest, ... group is worth: 1 if it will be laid, -1 if not, or between."""
    likely = [min(1.0, max(0.0, 0.5 + (turns - place) / SPREAD)) for place in range(len(RANKS) + 1)]
    return tuple(2 * chance - 1 for chance in likely)


SECURED = tuple(secured(half / 2) for half in range(2 * LAST_TURNS + 1))
"""By half turns left."""


def worths_in(turns: float) -> tuple[float, ...]:
    """What the cards of the groups of a hand are worth, with so many turns left."""
    return SECURED[min(2 * LAST_TURNS, int(2 * turns))]


class Holding(Struct):
    """A hand by its groups, and what their cards are worth."""

    held: dict[str, int]
    """Number of cards by rank, jokers included."""
    sizes: list[int]
    """Natural cards by rank, the most first."""
    worths: tuple[float, ...]
    """Of a card of each of these groups, and of one of a rank more."""

    def gain(self, kind: str) -> float:
        """What a card more would be worth."""
        if kind == JOKER:
            return self.worths[0] + JOKER_DRAWN
        size = self.held.get(kind, 0)
        place = self.sizes.index(size) if size else len(self.sizes)
        return self.worths[place] + HIGH_DRAWN * ORDER[kind]

    def gain_group(self, cards: Cards, kind: str) -> float:
        """What the cards of a group would be worth together."""
        jokers = cards.count(JOKER)
        worth = jokers * (self.worths[0] + JOKER_DRAWN)
        if kind == JOKER:
            return worth
        sizes, size = self.sizes.copy(), self.held.get(kind, 0)
        if size:
            sizes.remove(size)
        sizes.append(size + len(cards) - jokers)
        sizes.sort(reverse=True)
        return worth + sum(map(mul, sizes, self.worths)) - sum(map(mul, self.sizes, self.worths))

    def blind(self) -> float:
        """What a card of the stock would be worth on the average."""
        ranks = len(self.sizes)
        return (sum(self.worths[:ranks]) + (len(RANKS) - ranks) * self.worths[ranks]) / len(RANKS)


class Bot(Policy[State, Move, View, Options]):
    """The heuristics of the game."""

    reasons = Why
    horizon = 30
    pace = 25

    def advise(self, glance: Glance[View, Move, Options]) -> Sequence[Advice[Move]]:
        match glance.view.phase:
            case "play":
                return laying(glance)
            case "choose_shadow":
                return choosing(glance)
            case "claim":
                return claiming(glance)
            case "reclaim":
                return reclaiming(glance)
            case _:
                return drawing(glance)

    def outlook(self, state: State, seat: Seat) -> float:
        displayed = [size_of(groups) for groups in state.displays]
        if state.phase == "over":
            ahead = lead(displayed, map(len, state.hands), seat)
            return 0.6 * (ahead >= 0) + 0.4 * likely(ahead)
        hands = [numbers(hand) for hand in state.hands]
        sizes = [sizes_of(held) for held in hands]
        seats = len(hands)
        turns = min(OUT + min(map(len, sizes)), 1 + (len(state.stock) + len(state.market)) / (2 * seats))
        burdens = []
        for other, own in enumerate(sizes):
            wait = (other - state.turn) % seats / seats if other != state.turn or state.phase == "play" else 1
            worths = worths_in(max(0.0, turns - wait))
            burdens.append(DEAR * sum(own) - LAID * sum(map(mul, own, worths)) - JOKER_HELD * hands[other].get(JOKER, 0))
        return likely(lead(displayed, burdens, seat))


OUT = 3.5
DEAR = 0.9
LAID = 1.5
JOKER_HELD = 2.7


def likely(ahead: float) -> float:
    """How likely a win is with that many points more than the best opponent."""
    return 1 / (1 + exp(-ahead / SCALE))


def lead(displayed: Sequence[int], in_hand: Iterable[float], seat: Seat) -> float:
    """By how much a seat is ahead of the best opponent (ST-110, ST-112)."""
    scores = [laid - (1 + TIE) * held for laid, held in zip(displayed, in_hand, strict=True)]
    own = scores.pop(seat)
    return own - max(scores)


def turns_of_all(state: State, sizes: Sequence[Sequence[int]]) -> float:
    """Turns until the first hand is empty."""
    seats = len(sizes)
    return min(len(own) + 0.5 * ((seat - state.turn) % seats) / seats for seat, own in enumerate(sizes)) + 0.5


def turns_left(view: View, seat: Seat) -> float:
    """Turns that a seat has left until an opponent's hand is empty, or all cards are drawn (ST-100, ST-101)."""
    counts = view.hand_counts
    least = min(counts[:seat] + counts[seat + 1 :])
    drawable = view.stock_count + len(view.market)
    return min(TURNS_AT_LEAST + TURNS_PER_CARD * least, 1 + drawable / len(counts))


def numbers(hand: Cards) -> dict[str, int]:
    """Number of cards by rank, jokers included."""
    held: dict[str, int] = {}
    for card in hand:
        kind = card[0]
        held[kind] = held.get(kind, 0) + 1
    return held


def sizes_of(held: dict[str, int]) -> list[int]:
    """Natural cards by rank, the most first."""
    return sorted([number for kind, number in held.items() if kind != JOKER], reverse=True)


def size_of(groups: Iterable[Group]) -> int:
    """Cards in a display."""
    return sum([len(group.cards) for group in groups])


def holding(glance: Glance[View, Move, Options]) -> Holding:
    """The hand of the seat that is to act."""
    held = numbers(glance.view.hand or ())
    return Holding(held, sizes_of(held), worths_in(turns_left(glance.view, glance.seat)))


def ending(move: Move, displayed: Sequence[int], in_hand: Sequence[int], seat: Seat) -> Advice[Move]:
    """What speaks for a move after which the game ends with so many cards by seat."""
    ahead = lead(displayed, in_hand, seat)
    return (
        Advice(move, WON + ahead, Why.ENDS_WON) if ahead >= 0 else Advice(move, LOST + ahead, Why.ENDS_LOST)
    )


def on_table(view: View) -> tuple[list[int], list[int]]:
    """Cards displayed and cards in hand, by seat."""
    return [size_of(groups) for groups in view.displays], list(view.hand_counts)


# Laying


class Prey(Struct):
    """A group that may be stolen."""

    order: int
    worth: float
    short: bool
    """Whether its owner may end the game on the next turn."""


def prey(glance: Glance[View, Move, Options], held: dict[str, int]) -> dict[int, list[Prey]]:
    """The groups that may be stolen, by number of cards (ST-61, ST-146)."""
    view = glance.view
    found: dict[int, list[Prey]] = {}
    for seat, groups in enumerate(view.displays):
        if groups and seat != glance.seat:
            top, count = groups[-1], view.hand_counts[seat]
            size = len(top.cards)
            worth = size * (STOLEN + SET_BACK / (1 + count)) + COMPANION * held.get(top.rank, 0)
            found.setdefault(size, []).append(Prey(ORDER[top.rank], worth, count <= SHORT))
    for group in view.shadow or ():
        size = len(group.cards)
        worth = size * (COMPANION if group.rank in held else -COMPANION)
        found.setdefault(size, []).append(Prey(ORDER[group.rank], worth, short=False))
    return found


def falls(other: int, order: int, *, aces_bite: bool) -> bool:
    """Whether a group of one rank is stolen by a group of another with as many cards (ST-61, ST-130)."""
    return other < order or (aces_bite and order == ORDER["A"] and other >= ORDER["K"])


def laying(glance: Glance[View, Move, Options]) -> list[Advice[Move]]:
    """What speaks for each group that can be laid."""
    view, seat, bite = glance.view, glance.seat, glance.options.aces_bite
    held = numbers(view.hand or ())
    all_prey = prey(glance, held)
    per_card = CARD + CARD_IN_HASTE / (1 + turns_left(view, seat))
    hurry = min(view.hand_counts[:seat] + view.hand_counts[seat + 1 :]) <= SHORT
    whole = view.hand_counts[seat]
    advice = []
    for move in glance.moves:
        cards = move.cards if isinstance(move, Play) else ()
        size, kind, jokers = len(cards), cards[0][0], cards.count(JOKER)
        if size == whole:
            displayed, in_hand = on_table(view)
            displayed[seat] += size
            in_hand[seat] = 0
            advice.append(ending(move, displayed, in_hand, seat))
            continue
        order = ORDER[kind]
        divides = kind != JOKER and held[kind] > size - jokers
        worth = per_card * size - JOKER_IN_HAND * jokers - UNDIVIDED * divides - LOW_FIRST * order
        why = None
        if size in all_prey:
            for one in all_prey[size]:
                if falls(one.order, order, aces_bite=bite):
                    worth += one.worth
                    if one.worth > 0:
                        why = Why.SETS_BACK if one.short or why is Why.SETS_BACK else Why.STEALS
        if why is None:
            why = why_lay(size, order, jokers, divides=divides, hurry=hurry, bite=bite)
        advice.append(Advice(move, worth, why))
    return advice


def why_lay(size: int, order: int, jokers: int, *, divides: bool, hurry: bool, bite: bool) -> Why:
    """What speaks for a group that steals nothing, or against it."""
    if jokers:
        return Why.JOKERS_ALONE if jokers == size and not bite else Why.SAVE_JOKER
    if divides:
        return Why.DIVIDES
    if hurry and size > 1:
        return Why.HURRY
    if size > 1:
        return Why.LARGE if size >= LARGE else Why.SEVERAL
    return Why.BAIT if order <= LOW else Why.HIGH_LATER


# Stolen groups


def choosing(glance: Glance[View, Move, Options]) -> list[Advice[Move]]:
    """What speaks for each group of the shadow display (ST-147, ST-149)."""
    own = holding(glance)
    groups = {group.rank: group.cards for group in glance.view.shadow or ()}
    advice = []
    for move in glance.moves:
        rank = move.rank if isinstance(move, ChooseShadow) else JOKER
        worth = own.gain_group(groups[rank], rank) + HIGH_DRAWN * ORDER[rank]
        advice.append(Advice(move, worth, Why.SHADOW_FITS if rank in own.held else Why.SHADOW_NEW))
    return advice


def claiming(glance: Glance[View, Move, Options]) -> list[Advice[Move]]:
    """What speaks for taking a stolen group, and for leaving it (ST-64, ST-65)."""
    return [
        taking(glance, move) if isinstance(move, Take) else Advice(move, 0.0, Why.LEAVE)
        for move in glance.moves
    ]


def taking(glance: Glance[View, Move, Options], move: Take) -> Advice[Move]:
    """What speaks for taking a stolen group; the owner's draws may end the game (ST-160)."""
    capture = stolen(glance.view)
    size = len(capture.cards)
    if size >= draws(glance.view):
        displayed, in_hand = on_table(glance.view)
        displayed[capture.victim] -= size
        in_hand[capture.victim] += drawable(glance.view)
        in_hand[glance.seat] += size
        return ending(move, displayed, in_hand, glance.seat)
    worth = holding(glance).gain_group(capture.cards, capture.rank)
    return Advice(move, worth, Why.TAKE_USEFUL if worth > 0 else Why.TAKE_BURDEN)


def reclaiming(glance: Glance[View, Move, Options]) -> list[Advice[Move]]:
    """What speaks for taking a stolen group back, and for discarding it (ST-66, ST-67)."""
    own, capture = holding(glance), stolen(glance.view)
    return [
        Advice(move, own.gain_group(capture.cards, capture.rank), Why.TAKE_BACK)
        if isinstance(move, TakeBack)
        else discarding(glance, move, own, len(capture.cards))
        for move in glance.moves
    ]


def discarding(glance: Glance[View, Move, Options], move: Move, own: Holding, size: int) -> Advice[Move]:
    """What speaks for drawing as many cards instead; that may end the game (ST-160)."""
    if size >= draws(glance.view):
        displayed, in_hand = on_table(glance.view)
        displayed[glance.seat] -= size
        in_hand[glance.seat] += drawable(glance.view)
        return ending(move, displayed, in_hand, glance.seat)
    blind = own.blind()
    slots = [sum([own.gain(card[0]) for card in slot]) for slot in glance.view.market if slot]
    chosen = sorted([max(worth, blind) for worth in slots] + [blind] * size, reverse=True)[:size]
    return Advice(move, sum(chosen) + CHOSEN * size, Why.DISCARD)


def stolen(view: View) -> Capture:
    """The group that is being stolen."""
    if view.capture is None:
        raise ValueError(f"nothing is being stolen in phase {view.phase}")
    return view.capture


# Drawing


def draws(view: View) -> int:
    """How often a card can still be drawn; a slot with two cards counts as one (ST-153)."""
    return view.stock_count + sum(map(bool, view.market))


def drawable(view: View) -> int:
    """The cards that can still be drawn."""
    return view.stock_count + sum(map(len, view.market))


def drawing(glance: Glance[View, Move, Options]) -> list[Advice[Move]]:
    """What speaks for each draw; the last one ends the game (ST-101)."""
    view, own = glance.view, holding(glance)
    last = draws(view) == 1
    advice: list[Advice[Move]] = []
    for move in glance.moves:
        if isinstance(move, Pass):
            advice.append(Advice(move, 0.0, Why.NO_MORE))
        elif last:
            displayed, in_hand = on_table(view)
            in_hand[glance.seat] += drawable(view)
            advice.append(ending(move, displayed, in_hand, glance.seat))
        elif isinstance(move, DrawMarket):
            cards = view.market[move.slot]
            advice.append(Advice(move, sum([own.gain(card[0]) for card in cards]), why_draw(cards, own)))
        else:
            advice.append(Advice(move, own.blind(), Why.DRAW_BLIND))
    return advice


def why_draw(cards: Cards, own: Holding) -> Why:
    """What speaks for cards of the market."""
    if JOKER in cards:
        return Why.DRAW_JOKER
    return Why.DRAW_FITS if any(card[0] in own.held for card in cards) else Why.DRAW_NEW
