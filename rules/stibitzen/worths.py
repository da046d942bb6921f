"""What the moves of Stibitzen are worth, in the unit of prospects.py."""

from msgspec import Struct

from rules.core import Glance, Seat
from rules.stibitzen.groups import JOKER, ORDER
from rules.stibitzen.prospects import HIGH_GAIN, holding, lead, numbers, size_of, turns_left
from rules.stibitzen.types import (
    Capture,
    ChooseShadow,
    DrawMarket,
    DrawStock,
    Move,
    Options,
    Pass,
    Play,
    Take,
    TakeBack,
    View,
)

CARD, CARD_IN_HASTE = -0.2, 6.0
"""Laying a card now: so much, and so much divided by the turns left and one."""

LOW_FIRST = 0.06
"""Keeping a group that is a rank higher for later (ST-A2)."""

JOKER_KEPT = 1.3
"""Keeping a joker for later (ST-A5)."""

UNDIVIDED = 1.0
"""Laying all cards of a rank: the rest would take a further turn (ST-54)."""

STOLEN, SET_BACK = 0.5, 1.0
"""Stealing a card: so much, and so much divided by the victim's cards in hand and one (ST-A4)."""

COMPANION = 0.1
"""Stealing a card of a rank that is held."""

WON, LOST = 100.0, -100.0
"""Ending the game now, with a win or without."""

SHORT = 2
"""Cards in hand down to which somebody may end the game on the next turn (ST-A4)."""


def worths(glance: Glance[View, Move, Options]) -> list[float]:
    """What each legal move is worth."""
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


def laying(glance: Glance[View, Move, Options]) -> list[float]:
    """What each group is worth laying."""
    view, seat, bite = glance.view, glance.seat, glance.options.aces_bite
    held = numbers(view.hand or ())
    all_prey = prey(glance, held)
    per_card = CARD + CARD_IN_HASTE / (1 + turns_left(view, seat))
    whole = view.hand_counts[seat]
    found = []
    for cards in [move.cards for move in glance.moves if isinstance(move, Play)]:
        size, kind, jokers = len(cards), cards[0][0], cards.count(JOKER)
        if size == whole:
            found.append(going_out(view, seat))
            continue
        order = ORDER[kind]
        worth = per_card * size - JOKER_KEPT * jokers - LOW_FIRST * order
        if kind != JOKER and held[kind] > size - jokers:
            worth -= UNDIVIDED
        if size in all_prey:
            for one in all_prey[size]:
                if falls(one.order, order, aces_bite=bite):
                    worth += one.worth
        found.append(worth)
    return found


def choosing(glance: Glance[View, Move, Options]) -> list[float]:
    """What each group of the shadow display is worth (ST-147, ST-149)."""
    own = holding(glance.view, glance.seat)
    groups = {group.rank: group.cards for group in glance.view.shadow or ()}
    chosen = [move.rank for move in glance.moves if isinstance(move, ChooseShadow)]
    return [own.gain_group(groups[rank], rank) + HIGH_GAIN * ORDER[rank] for rank in chosen]


def claiming(glance: Glance[View, Move, Options]) -> list[float]:
    """What it is worth to take a stolen group; to leave it, nothing (ST-64, ST-65)."""
    view, seat = glance.view, glance.seat
    group = stolen(view)
    if len(group.cards) >= draws(view):
        gain = draws_end(view, seat, group)
    else:
        gain = holding(view, seat).gain_group(group.cards, group.rank)
    return [gain if isinstance(move, Take) else 0.0 for move in glance.moves]


def reclaiming(glance: Glance[View, Move, Options]) -> list[float]:
    """What it is worth to take a stolen group back, and to discard it and draw (ST-66, ST-67)."""
    view, seat = glance.view, glance.seat
    group, own = stolen(view), holding(view, seat)
    size = len(group.cards)
    back = own.gain_group(group.cards, group.rank)
    if size >= draws(view):
        fresh = draws_end(view, seat, group)
    else:
        blind = own.blind()
        slots = [sum([own.gain(card[0]) for card in slot]) for slot in view.market if slot]
        fresh = sum(sorted(slots + [blind] * size)[-size:])
    return [back if isinstance(move, TakeBack) else fresh for move in glance.moves]


def drawing(glance: Glance[View, Move, Options]) -> list[float]:
    """What each draw is worth; to pass, nothing."""
    view, seat = glance.view, glance.seat
    if draws(view) == 1:
        end = draws_end(view, seat)
        return [0.0 if isinstance(move, Pass) else end for move in glance.moves]
    own, market = holding(view, seat), view.market
    found = []
    for move in glance.moves:
        if isinstance(move, DrawMarket):
            worth = 0.0
            for card in market[move.slot]:
                worth += own.gain(card[0])
            found.append(worth)
        else:
            found.append(own.blind() if isinstance(move, DrawStock) else 0.0)
    return found


def stolen(view: View) -> Capture:
    """The group that is being stolen."""
    if view.capture is None:
        raise ValueError(f"nothing is being stolen in phase {view.phase}")
    return view.capture


def draws(view: View) -> int:
    """How often a card can still be drawn; a slot with two cards counts as one (ST-153)."""
    return view.stock_count + len([slot for slot in view.market if slot])


# The end


def going_out(view: View, seat: Seat) -> float:
    """What it is worth to lay the whole hand (ST-100)."""
    displayed, in_hand = [size_of(groups) for groups in view.displays], list(view.hand_counts)
    displayed[seat] += in_hand[seat]
    in_hand[seat] = 0
    return ended(lead(displayed, in_hand, seat))


def draws_end(view: View, seat: Seat, group: Capture | None = None) -> float:
    """What it is worth that all cards are drawn; the seat has taken or discarded the group (ST-101, ST-160)."""
    displayed, in_hand = [size_of(groups) for groups in view.displays], list(view.hand_counts)
    drawer = seat
    if group is not None:
        drawer = group.victim
        displayed[drawer] -= len(group.cards)
        if drawer != seat:
            in_hand[seat] += len(group.cards)
    in_hand[drawer] += view.stock_count + sum(map(len, view.market))
    return ended(lead(displayed, in_hand, seat))


def ended(ahead: float) -> float:
    """What the end of the game is worth."""
    return (WON if ahead >= 0 else LOST) + ahead
