"""From phase 1 to phase 2 of Skitgubbe: trump, the redistribution of low cards, piles join the hands."""

from collections.abc import Sequence
from hashlib import sha256

from msgspec.structs import replace

from rules.cards import rank, suit, without
from rules.core import Card, Cards, Seat, Step
from rules.skitgubbe.events import (
    Event,
    LastCardDrawn,
    LowDealt,
    LowTaken,
    Passed,
    PileJoined,
    Redistributed,
    RedistributionOpened,
    WentOut,
)
from rules.skitgubbe.position import HANDS, PILES, STOCK, clockwise, in_order
from rules.skitgubbe.shedding import finish_if_one_is_left, lead
from rules.skitgubbe.types import State

LOW = "2345"
"""The ranks that are redistributed (SG-88)."""

FEW = 4
"""Up to so many cards a seat may call for the redistribution (SG-90)."""


def end_phase_one(state: State, drawer: Seat, card: Card, events: list[Event]) -> Step[State, Event]:
    """The last stock card shows trump; who has no card is out; some may be asked (SG-80 to SG-85, SG-91)."""
    shown = None if state.options.no_trump else card
    trump = None if shown is None else suit(shown)
    events.append(LastCardDrawn(drawer, shown, trump))
    after = replace(
        state,
        leader=drawer,
        round=0,
        contestants=(),
        plays=(),
        carried=(),
        drawer=drawer,
        trump=trump,
        trump_card=shown,
    )
    after = without_cards_is_out(after, events)
    if queue := asked(after):
        events.append(RedistributionOpened(queue))
        return Step(replace(after, phase="redistribute", turn=queue[0], queue=queue), tuple(events))
    return start_phase_two(after, events)


def without_cards_is_out(state: State, events: list[Event]) -> State:
    """Who has neither hand nor collected pile is out, clockwise from the drawer (SG-82, SG-98)."""
    for seat in clockwise(state, state.leader):
        if not (state.hands[seat] or state.piles[seat] or seat in state.out):
            state = replace(state, out=(*state.out, seat))
            events.append(WentOut(seat))
    return state


def asked(state: State) -> tuple[Seat, ...]:
    """The seats that may call for a redistribution, in the order in which they are asked (SG-90 to SG-92)."""
    if not state.options.redistribute_low or len(state.out) + 2 > len(state.hands):
        return ()
    if not any(map(low, state.piles)):
        return ()
    return tuple(
        seat
        for seat in clockwise(state, state.leader)
        if 1 <= len(state.hands[seat]) + len(state.piles[seat]) <= FEW
    )


def low(cards: Cards) -> Cards:
    """The low cards among these."""
    return tuple(card for card in cards if rank(card) in LOW)


def pass_on(state: State, seat: Seat) -> Step[State, Event]:
    """The next eligible seat is asked; if there is none, nothing changes (SG-92, SG-93)."""
    queue = state.queue[1:]
    if queue:
        return Step(replace(state, turn=queue[0], queue=queue), (Passed(seat),))
    return start_phase_two(state, [Passed(seat)])


def redistribute(state: State, seat: Seat) -> Step[State, Event]:
    """The low cards of all collected piles are mixed and dealt clockwise from the caller (SG-94 to SG-97)."""
    found = tuple(map(low, state.piles))
    pool = mixed([card for cards in found for card in cards], state.deck)
    receivers = [s for s in clockwise(state, seat) if s not in state.out]
    shares: list[Cards] = [()] * len(state.hands)
    for index, receiver in enumerate(receivers):
        shares[receiver] = in_order(pool[index :: len(receivers)])
    events: list[Event] = [Redistributed(seat, len(pool))]
    events += (LowTaken(PILES[s], STOCK, cards, s) for s, cards in enumerate(found) if cards)
    events += (LowDealt(STOCK, PILES[s], shares[s], s) for s in receivers if shares[s])
    piles = tuple(
        in_order(without(pile, gone) + share)
        for pile, gone, share in zip(state.piles, found, shares, strict=True)
    )
    after = replace(
        state, piles=piles, redistributed_by=seat, redistributed=tuple(len(share) for share in shares)
    )
    return start_phase_two(after, events)


def mixed(cards: Sequence[Card], deck: Cards) -> Cards:
    """The cards in an order nobody can foresee: by the SHA-256 of the deck order and the card (SG-95)."""
    text = "".join(deck)
    return tuple(sorted(cards, key=lambda card: sha256(f"{text}{card}".encode("ascii")).hexdigest()))


def start_phase_two(state: State, events: list[Event]) -> Step[State, Event]:
    """Piles join the hands and the drawer leads, unless nobody else holds cards (SG-84 to SG-86, SG-98)."""
    events += (
        PileJoined(PILES[seat], HANDS[seat], state.piles[seat], seat)
        for seat in clockwise(state, state.leader)
        if state.piles[seat]
    )
    hands = tuple(in_order(hand + pile) for hand, pile in zip(state.hands, state.piles, strict=True))
    after = replace(state, hands=hands, piles=((),) * len(hands), queue=(), deck=())
    after = lead(without_cards_is_out(after, events), state.leader)
    return finish_if_one_is_left(after, events) or Step(after, tuple(events))
