"""What a card does in Slobberhannes: revokes, tricks, chips, and the end of the match."""

from msgspec.structs import replace

from rules.cards import suit, without
from rules.chance import Chance
from rules.core import Card, Place, Seat, Step, put
from rules.slobberhannes.deal import RANKS, TRICK, TRICKS, next_deal, taking_part
from rules.slobberhannes.types import (
    CardOfTrick,
    CardPlayed,
    Event,
    LastTrick,
    Paid,
    Penalty,
    Reason,
    Revealed,
    State,
    Taken,
    Trick,
    TrickTaken,
)

QUEEN = "Qc"
"""The queen of clubs, Kreuz-Dame (SL-3)."""


def can_follow(state: State, seat: Seat) -> bool:
    """Whether a seat holds a card of the suit led (SL-45)."""
    return bool(state.trick) and any(suit(card) == suit(state.trick[0].card) for card in state.hands[seat])


def revokes(state: State, seat: Seat, card: Card) -> bool:
    """Whether a card does not follow suit although the seat could (SL-46)."""
    return bool(state.trick) and suit(card) != suit(state.trick[0].card) and can_follow(state, seat)


def winner(trick: Trick) -> Seat:
    """The seat with the highest card of the suit led (SL-2, SL-48)."""
    led = suit(trick[0].card)
    best = max(
        (played for played in trick if suit(played.card) == led), key=lambda one: RANKS.index(one.card[0])
    )
    return best.seat


def tricks_in_deal(state: State) -> int:
    """Number of tricks of the running deal: the cards of a hand when it was dealt."""
    players = len(taking_part(len(state.hands), state.options, state.dealer))
    cards = sum(map(len, state.hands)) + len(state.tricks) + len(state.trick)
    return cards // players


def play(state: State, seat: Seat, card: Card, chance: Chance) -> Step[State, Event]:
    """The effects of a card in the order of SL-49; a revoke costs a chip at once (SL-47)."""
    revoke = revokes(state, seat, card)
    events: list[Event] = [CardPlayed(Place("hand", seat), TRICK, (card,), seat, revoke)]
    state = replace(
        state,
        hands=put(state.hands, seat, without(state.hands[seat], (card,))),
        trick=(*state.trick, CardOfTrick(seat, card)),
        revokes=(*state.revokes, seat) if revoke else state.revokes,
    )
    if revoke:
        state = pay(state, seat, "revoke", events)
        if not state.chips[seat]:
            return over(state, events)
    players = taking_part(len(state.hands), state.options, state.dealer)
    if len(state.trick) < len(players):
        following = players[(players.index(seat) + 1) % len(players)]
        return Step(replace(state, turn=following), tuple(events))
    return complete(state, events, chance)


def complete(state: State, events: list[Event], chance: Chance) -> Step[State, Event]:
    """The trick is taken and paid for; its winner leads to the next (SL-42), or a deal or the end follows."""
    seat, number, of = winner(state.trick), state.trick_number, tricks_in_deal(state)
    cards = tuple(played.card for played in state.trick)
    events.append(TrickTaken(TRICK, TRICKS, cards, seat, number))
    taken = Taken(
        seat if number == 1 else state.taken.first,
        seat if QUEEN in cards else state.taken.queen,
        seat if number == of else None,
    )
    paid: list[Penalty] = []
    for reason in due(number, of, taken, queen=QUEEN in cards):
        if state.chips[seat]:
            state = pay(state, seat, reason, events)
            paid.append(reason)
    state = replace(
        state,
        tricks=state.tricks + cards,
        trick=(),
        revokes=(),
        tricks_won=put(state.tricks_won, seat, state.tricks_won[seat] + 1),
        taken=taken,
        last_trick=LastTrick(state.deal, number, state.trick, seat, tuple(paid), state.revokes),
    )
    if not state.chips[seat]:
        return over(state, events)
    if number < of:
        return Step(replace(state, trick_number=number + 1, turn=seat), tuple(events))
    step = next_deal(state, chance)
    return Step(step.state, (*events, *step.events))


def due(number: int, of: int, taken: Taken, *, queen: bool) -> list[Penalty]:
    """What the winner of a trick owes chips for (SL-56), in the order of SL-53 and SL-54."""
    owed: list[Penalty] = []
    if number == 1:
        owed.append("first")
    if queen:
        owed.append("queen")
    if number == of:
        owed.append("last")
        if taken.first == taken.queen == taken.last:
            owed.append("all_three")
    return owed


def pay(state: State, seat: Seat, reason: Reason, events: list[Event]) -> State:
    """The state after a seat has paid a chip for good (SL-52, SL-57)."""
    left = state.chips[seat] - 1
    events.append(Paid(seat, reason, left))
    return replace(state, chips=put(state.chips, seat, left))


def over(state: State, events: list[Event]) -> Step[State, Event]:
    """The match has ended: somebody has no chips left (SL-60)."""
    events.append(Revealed(state.hands, state.left_out))
    return Step(replace(state, turn=None), tuple(events))
