"""What a hand of Stibitzen is worth: what of it can be laid in the turns that are left.

One group is laid a turn (ST-52). A card of a rank that is held costs no further turn; a card of a new rank may never be
laid, and then costs a point (ST-110). The unit is a card that is certainly laid; one that is certainly not is worth -1.
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from rules.core import Cards, Seat
from rules.stibitzen.groups import JOKER, ORDER, RANKS
from rules.stibitzen.types import Group, View

TURNS_AT_LEAST, TURNS_PER_CARD = 1.5, 0.8
"""Turns that an opponent needs to empty his hand: at least so many, and so many more for each card."""

SPREAD = 4.0
"""Turns over which what can be laid passes from certain to impossible."""

LAST_TURNS = 24
"""Turns left from which on more make no difference."""

JOKER_GAIN = 0.7
"""Getting a joker rather than a card of the largest group."""

HIGH_GAIN = 0.03
"""Getting a card that is a rank higher."""

TIE = 0.001
"""A card in hand more, among equal scores (ST-112)."""


def secured(turns: float) -> tuple[float, ...]:
    """What a card of the largest, second largest, ... group is worth with so many turns left."""
    chances = [min(1.0, max(0.0, 0.5 + (turns - place) / SPREAD)) for place in range(len(RANKS) + 1)]
    return tuple(2 * chance - 1 for chance in chances)


SECURED = tuple(secured(half / 2) for half in range(2 * LAST_TURNS + 1))
"""By half turns left."""


def worths_in(turns: float) -> tuple[float, ...]:
    """What a card of the largest, second largest, ... group is worth, to half a turn."""
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
            return self.worths[0] + JOKER_GAIN
        size = self.held.get(kind)
        place = self.sizes.index(size) if size else len(self.sizes)
        return self.worths[place] + HIGH_GAIN * ORDER[kind]

    def gain_group(self, cards: Cards, kind: str) -> float:
        """What the cards of a group would be worth together."""
        jokers = cards.count(JOKER)
        worth = jokers * (self.worths[0] + JOKER_GAIN)
        if kind == JOKER:
            return worth
        sizes, size = self.sizes.copy(), self.held.get(kind, 0)
        if size:
            sizes.remove(size)
        sizes.append(size + len(cards) - jokers)
        sizes.sort(reverse=True)
        return worth + total(sizes, self.worths) - total(self.sizes, self.worths)

    def blind(self) -> float:
        """What a card of the stock would be worth on average."""
        ranks = len(self.sizes)
        return (sum(self.worths[:ranks]) + (len(RANKS) - ranks) * self.worths[ranks]) / len(RANKS)


def holding(view: View, seat: Seat) -> Holding:
    """The hand of the seat that is to act."""
    held = numbers(view.hand or ())
    return Holding(held, sizes_of(held), worths_in(turns_left(view, seat)))


def turns_left(view: View, seat: Seat) -> float:
    """Turns that a seat has left until an opponent's hand is empty, or all cards are drawn (ST-100, ST-101)."""
    counts = view.hand_counts
    to_draw = view.stock_count + len(view.market)
    return min(TURNS_AT_LEAST + TURNS_PER_CARD * shortest(counts, seat), 1 + to_draw / len(counts))


def shortest(counts: tuple[int, ...], seat: Seat) -> int:
    """Cards in the smallest hand of the opponents."""
    return min(counts[:seat] + counts[seat + 1 :])


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


def total(sizes: Iterable[int], worths: Iterable[float]) -> float:
    """What groups of these sizes are worth together, the largest first."""
    return sum([size * worth for size, worth in zip(sizes, worths, strict=False)])


def size_of(display: Iterable[Group]) -> int:
    """Cards in a display."""
    return sum([len(group.cards) for group in display])


def lead(displayed: Sequence[int], in_hand: Iterable[float], seat: Seat) -> float:
    """By how much a seat is ahead of the best opponent; 0 or more wins (ST-110, ST-112)."""
    scores = [laid - (1 + TIE) * held for laid, held in zip(displayed, in_hand, strict=True)]
    own = scores.pop(seat)
    return own - max(scores)
