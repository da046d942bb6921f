"""Another deal of Slobberhannes that looks the same to a viewer: what he cannot know is drawn anew.

The viewer knows what the view shows (SL-31, SL-33). That is more than his hand: a card that does not follow suit tells
that its player has none of that suit, or, where it was a revoke, that he still has one; and `taken` tells whether the
queen of clubs lies among the earlier tricks.
"""

from msgspec.structs import replace

from rules.cards import suit
from rules.chance import Chance
from rules.core import Card, Cards, Seat, put
from rules.slobberhannes.tricks import QUEEN
from rules.slobberhannes.types import State

SUITS = frozenset("cdhs")


def imagined(state: State, seat: Seat | None, chance: Chance) -> State:
    """A state that could be the real one as far as a seat or a spectator sees."""
    earlier, shown = split_tricks(state)
    if state.turn is None:
        return replace(state, tricks=chance.shuffled(sorted(earlier)) + shown)
    others = [other for other in range(len(state.hands)) if other != seat]
    spots: list[tuple[str, frozenset[str]]] = [("tricks", SUITS)] * len(earlier)
    spots += [("out", SUITS)] * len(state.left_out)
    for other in others:
        lacks, holds = told(state, other)
        free = len(state.hands[other]) - len(holds)
        spots += [(str(other), frozenset(one)) for one in holds] + [(str(other), SUITS - lacks)] * free
    hidden = sorted([card for other in others for card in state.hands[other]] + [*state.left_out, *earlier])
    taken = state.taken.queen is not None
    cards = chance.shuffled(hidden)
    order = [spots[int(index)] for index in chance.shuffled([str(index) for index in range(len(spots))])]
    lying = placed(cards, order, queen_taken=taken)
    drawn: dict[str, list[Card]] = {"tricks": [], "out": []}
    for (place, _), card in zip(order, lying, strict=True):
        drawn.setdefault(place, []).append(card)
    hands = state.hands
    for other in others:
        hands = put(hands, other, tuple(sorted(drawn.get(str(other), ()))))
    return replace(state, hands=hands, left_out=tuple(drawn["out"]), tricks=(*drawn["tricks"], *shown))


def placed(cards: Cards, spots: list[tuple[str, frozenset[str]]], *, queen_taken: bool) -> Cards:
    """The card of each spot: each takes the first free one that may hold it, and others make room where none is."""
    held: dict[int, Card] = {}
    free = list(range(len(spots)))

    def may_hold(spot: int, card: Card) -> bool:
        place, suits = spots[spot]
        return suit(card) in suits and (card != QUEEN or (place == "tricks") == queen_taken)

    def settle(card: Card, tried: set[int]) -> bool:
        for spot in free:
            if may_hold(spot, card):
                free.remove(spot)
                held[spot] = card
                return True
        for spot in range(len(spots)):
            if spot not in tried and may_hold(spot, card):
                tried.add(spot)
                if settle(held[spot], tried):
                    held[spot] = card
                    return True
        return False

    for card in cards:
        if not settle(card, set()):
            raise ValueError("no deal fits what is to be seen")
    return tuple(held[spot] for spot in range(len(spots)))


def told(state: State, seat: Seat) -> tuple[set[str], set[str]]:
    """Suits that a seat cannot hold and suits that it must, by the tricks that are to be seen."""
    lacks: set[str] = set()
    holds: set[str] = set()
    last = state.last_trick
    seen = [(last.cards, last.revokes)] if last and last.deal == state.deal else []
    for trick, revokes in [*seen, (state.trick, state.revokes)]:
        for played in trick:
            if played.seat != seat:
                continue
            led, own = suit(trick[0].card), suit(played.card)
            holds.discard(own)  # it may have been his last
            if own != led:
                (holds if seat in revokes else lacks).add(led)
    return lacks, holds


def split_tricks(state: State) -> tuple[Cards, Cards]:
    """The cards of this deal's tricks: those no longer to be seen, and those of the last one, which still are."""
    last = state.last_trick
    shown = len(last.cards) if last and last.deal == state.deal else 0
    at = len(state.tricks) - shown
    return state.tricks[:at], state.tricks[at:]
