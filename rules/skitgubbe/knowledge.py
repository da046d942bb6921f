"""What a seat or a spectator knows of Skitgubbe: the view, and what the rest might be."""

from collections.abc import Iterator
from itertools import islice

from msgspec.structs import replace

from rules.cards import without
from rules.chance import Chance
from rules.core import Card, Cards, Seat
from rules.skitgubbe.between import low
from rules.skitgubbe.position import active, in_order
from rules.skitgubbe.types import State, View


def view(state: State, seat: Seat | None) -> View:
    """By the table of SG-42, in the fields of SG-48."""
    over = state.phase == "over"
    return View(
        first=state.first,
        phase=state.phase,
        hand=None if seat is None else state.hands[seat],
        pile=None if seat is None else state.piles[seat],
        hand_counts=tuple(map(len, state.hands)),
        pile_counts=tuple(map(len, state.piles)),
        stock_count=len(state.stock),
        out_of_play_count=len(state.out_of_play),
        leader=state.leader,
        round=state.round or None,
        contestants=state.contestants,
        plays=state.plays,
        carried=state.carried,
        drawer=state.drawer,
        trump=state.trump,
        trump_card=state.trump_card,
        redistribute_queue=state.queue,
        redistributed_by=state.redistributed_by,
        redistributed=state.redistributed,
        table=state.table,
        acted=state.acted,
        last_layer=state.last_layer,
        out=state.out,
        skitgubbe=active(state)[0] if over else None,
        hands=state.hands if over else None,
    )


def imagine(state: State, seat: Seat | None, chance: Chance) -> State:
    """The same for the viewer, with everything drawn anew that its view does not show."""
    known = tuple(known_in_hand(state, s, seat) for s in range(len(state.hands)))
    unseen = [s for s in range(len(state.piles)) if s != seat]
    hidden: list[Card] = [*state.stock, *state.out_of_play]
    for hand, shown in zip(state.hands, known, strict=True):
        hidden += without(hand, shown)
    for s in unseen:
        hidden += state.piles[s]
    # In order, so that the outcome depends on nothing but chance and what the viewer may see.
    pool = list(chance.shuffled(in_order(hidden)))
    in_piles = sum(len(state.piles[s]) for s in unseen)
    own = () if seat is None else state.piles[seat]
    if state.phase == "redistribute" and not low((*own, *pool[:in_piles])):
        bring_forward(pool, in_piles, chance)
    cards = iter(pool)
    piles = tuple(
        in_order(take(cards, len(pile))) if s in unseen else pile for s, pile in enumerate(state.piles)
    )
    hands = tuple(
        in_order(shown + take(cards, len(hand) - len(shown)))
        for hand, shown in zip(state.hands, known, strict=True)
    )
    stock = take(cards, len(state.stock))
    guess = replace(state, hands=hands, piles=piles, stock=stock, out_of_play=tuple(cards))
    return replace(guess, deck=fitting_deck(guess, chance)) if state.deck else guess


def known_in_hand(state: State, seat: Seat, viewer: Seat | None) -> Cards:
    """The cards of a hand that the viewer knows: its own, all at the end, the trump card just drawn."""
    if seat == viewer or state.phase == "over":
        return state.hands[seat]
    if state.phase == "redistribute" and seat == state.drawer and state.trump_card is not None:
        return (state.trump_card,)
    return ()


def bring_forward(pool: list[Card], in_piles: int, chance: Chance) -> None:
    """Puts a low card into some pile: without one nobody would be asked to redistribute (SG-91)."""
    index = pool.index(low(tuple(pool))[0])
    other = pool.index(chance.shuffled(pool[:in_piles])[0])
    pool[index], pool[other] = pool[other], pool[index]


def take(cards: Iterator[Card], number: int) -> Cards:
    """The next so many cards."""
    return tuple(islice(cards, number))


def fitting_deck(state: State, chance: Chance) -> Cards:
    """A deck order that fits the state: it ends with the stock, or with the last card drawn from it.

    Which of the earlier cards came when has no effect on anything but their order in a redistribution.
    """
    end = state.stock
    if state.drawer is not None:
        hand = state.hands[state.drawer]
        end = (chance.shuffled(hand)[0] if state.trump_card is None else state.trump_card,)
    return chance.shuffled(without(in_order(state.deck), end)) + end
