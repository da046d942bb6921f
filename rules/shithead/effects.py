"""What the legal moves of Shithead do: the new state, and what happened in order."""

from typing import cast

from msgspec.structs import replace

from rules.cards import rank, without
from rules.core import Card, Cards, Place, Seat, Step, put
from rules.shithead.position import burns, fitting, in_order, next_seat, source, starter
from rules.shithead.types import (
    DealtDown,
    DealtHand,
    DealtUp,
    Drew,
    Event,
    Flip,
    Flipped,
    LastFlip,
    LastPickUp,
    LastPlay,
    LastReady,
    LastSwap,
    PickedUp,
    PileBurned,
    Play,
    PlayBegan,
    Played,
    Revealed,
    SaidReady,
    State,
    Swap,
    Swapped,
    WentOut,
)

STOCK = Place("stock", None)
PILE = Place("pile", None)
BURNED = Place("burned", None)

HAND_SIZE = 3
"""Up to so many cards a hand is filled from the stock (SH-55)."""


def deal(seats: int, deck: Cards) -> Step[State, Event]:
    """Three rounds of one card to each seat face down, three face up, three into the hands (SH-21)."""
    down, up, hands = (
        tuple(deck[start + seat : start + 3 * seats : seats] for seat in range(seats))
        for start in (0, 3 * seats, 6 * seats)
    )
    state = State(
        hands=tuple(map(in_order, hands)),
        up=up,
        down=down,
        ready=(False,) * seats,
        stock=deck[9 * seats :],
        pile=(),
        burned=(),
        turn=None,
        places=(),
        last=None,
    )
    events: list[Event] = []
    events += (DealtDown(STOCK, Place("down", seat), cards, seat) for seat, cards in enumerate(down))
    events += (DealtUp(STOCK, Place("up", seat), cards, seat) for seat, cards in enumerate(up))
    events += (DealtHand(STOCK, Place("hand", seat), cards, seat) for seat, cards in enumerate(hands))
    return Step(state, tuple(events))


def swap(state: State, seat: Seat, move: Swap) -> Step[State, Event]:
    """Two cards change places, each taking the other's (SH-30)."""
    hand, up = Place("hand", seat), Place("up", seat)
    index = state.up[seat].index(move.table)
    kept = without(state.hands[seat], (move.hand,))
    after = replace(
        state,
        hands=put(state.hands, seat, in_order((*kept, move.table))),
        up=put(state.up, seat, put(state.up[seat], index, move.hand)),
        last=LastSwap(seat, move.hand, move.table),
    )
    return Step(
        after, (Swapped(hand, up, (move.hand,), seat, index), Swapped(up, hand, (move.table,), seat, index))
    )


def say_ready(state: State, seat: Seat) -> Step[State, Event]:
    """The seat is ready (SH-52); the last one to say so lets play begin (SH-31)."""
    after = replace(state, ready=put(state.ready, seat, True), last=LastReady(seat))
    if not all(after.ready):
        return Step(after, (SaidReady(seat),))
    first = starter(state.hands)
    return Step(replace(after, turn=first), (SaidReady(seat), PlayBegan(first)))


def play(state: State, seat: Seat, move: Play) -> Step[State, Event]:
    """Steps 1 to 3 of SH-55; `go_on` takes the others."""
    zone, held = source(state, seat)
    cards = in_order(move.cards)
    pile = state.pile + cards
    events: list[Event] = [Played(Place(zone, seat), PILE, cards, seat)]
    if burned := burns(pile):
        events.append(PileBurned(PILE, BURNED, pile, seat))
    drawn: Cards = ()
    if zone == "hand":
        kept = without(held, cards)
        drawn = state.stock[: max(0, HAND_SIZE - len(kept))]
        hands, up = put(state.hands, seat, in_order(kept + drawn)), state.up
    else:
        hands, up = state.hands, put(state.up, seat, without(state.up[seat], cards))
    if drawn:
        events.append(Drew(STOCK, Place("hand", seat), drawn, seat))
    last = LastPlay(seat, "hand" if zone == "hand" else "up", cards, burned, len(drawn))
    after = replace(state, hands=hands, up=up, stock=state.stock[len(drawn) :], pile=pile, last=last)
    return go_on(after, seat, events, burned=burned)


def flip(state: State, seat: Seat, move: Flip) -> Step[State, Event]:
    """The turned card (SH-61) is played like any other (SH-62), or taken with the pile (SH-63)."""
    slots = state.down[seat]
    card = cast(Card, slots[move.index])  # a legal flip is of a filled slot
    fits = rank(card) in fitting(state.pile)
    pile = (*state.pile, card)
    burned = fits and burns(pile)
    last = LastFlip(seat, move.index, card, fits, burned, 0 if fits else len(pile))
    down = put(state.down, seat, put(slots, move.index, None))
    after = replace(state, down=down, pile=pile, last=last)
    events: list[Event] = [Flipped(Place("down", seat), PILE, (card,), seat, move.index, fits)]
    if not fits:
        return take_pile(after, seat, events)
    if burned:
        events.append(PileBurned(PILE, BURNED, pile, seat))
    return go_on(after, seat, events, burned=burned)


def pick_up(state: State, seat: Seat) -> Step[State, Event]:
    """The seat takes the pile instead of playing (SH-60)."""
    return take_pile(replace(state, last=LastPickUp(seat, len(state.pile))), seat, [])


def take_pile(state: State, seat: Seat, events: list[Event]) -> Step[State, Event]:
    """The pile goes to the hand, nothing is drawn, and the next seat is on turn (SH-60, SH-63)."""
    events.append(PickedUp(PILE, Place("hand", seat), state.pile, seat))
    hands = put(state.hands, seat, in_order(state.hands[seat] + state.pile))
    turn = next_seat(state, seat, state.places)
    return Step(replace(state, hands=hands, pile=(), turn=turn), tuple(events))


def go_on(state: State, seat: Seat, events: list[Event], *, burned: bool) -> Step[State, Event]:
    """Steps 4 to 6 of SH-55, and the pile that was burned put away: out, end, turn."""
    places = state.places
    out = not (state.hands[seat] or state.up[seat] or any(state.down[seat]))
    if out:
        places = (*places, seat)
        events.append(WentOut(seat, len(places)))
    following = next_seat(state, seat, places)
    turn: Seat | None = seat if burned and not out else following
    if len(places) == len(state.hands) - 1:
        events.append(Revealed(following, state.hands[following], state.down[following]))
        places, turn = (*places, following), None
    pile, gone = ((), state.burned + state.pile) if burned else (state.pile, state.burned)
    return Step(replace(state, pile=pile, burned=gone, places=places, turn=turn), tuple(events))
