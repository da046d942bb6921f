"""Phase 2 of Skitgubbe (SG-5): laying, picking up, the end of a trick, going out, the end of the game.

The top card is the last of the table pile (SG-18); suits matter from here on (SG-13).
"""

from typing import cast

from msgspec.structs import replace

from rules.cards import without
from rules.core import Cards, Seat, Step, put
from rules.skitgubbe.events import Event, Laid, PickedUp, Revealed, TrickEnded, WentOut
from rules.skitgubbe.position import HANDS, OUT_OF_PLAY, TABLE, active, clockwise, in_order, taken
from rules.skitgubbe.types import State


def lead(state: State, leader: Seat) -> State:
    """A new trick on the empty table (SG-99)."""
    return replace(state, phase="phase2", turn=leader, leader=leader, table=(), acted=(), last_layer=None)


def lay(state: State, seat: Seat, cards: Cards) -> Step[State, Event]:
    """Cards go on the pile, highest on top; without cards the seat is out (SG-103, SG-125, SG-132)."""
    laid = in_order(cards)
    hand = without(state.hands[seat], laid)
    events: list[Event] = [Laid(HANDS[seat], TABLE, laid, seat)]
    out = state.out
    if not hand:
        events.append(WentOut(seat))
        out = (*out, seat)
    after = replace(
        state,
        hands=put(state.hands, seat, hand),
        table=state.table + laid,
        acted=(*state.acted, seat),
        last_layer=seat,
        out=out,
    )
    return finish_if_one_is_left(after, events) or go_on(after, seat, events)


def pick_up(state: State, seat: Seat) -> Step[State, Event]:
    """The top run or the whole pile goes to the hand instead of a lay (SG-118, SG-133)."""
    cards = taken(state.table, state.options.pickup)
    after = replace(
        state,
        hands=put(state.hands, seat, in_order(state.hands[seat] + cards)),
        table=state.table[: -len(cards)],
        acted=(*state.acted, seat),
    )
    return go_on(after, seat, [PickedUp(TABLE, HANDS[seat], cards, seat)])


def finish_if_one_is_left(state: State, events: list[Event]) -> Step[State, Event] | None:
    """The end of the game if only one seat holds cards, even in the middle of a trick (SG-86, SG-126)."""
    left = active(state)
    if len(left) > 1:
        return None
    events.append(Revealed(left[0], state.hands[left[0]]))
    return Step(replace(state, phase="over", turn=None), tuple(events))


def go_on(state: State, seat: Seat, events: list[Event]) -> Step[State, Event]:
    """The next seat that has not acted is on turn; after the last one the trick ends (SG-121, SG-122)."""
    for other in clockwise(state, seat):
        if state.hands[other] and other not in state.acted:
            return Step(replace(state, turn=other), tuple(events))
    return end_trick(state, events)


def end_trick(state: State, events: list[Event]) -> Step[State, Event]:
    """What lies leaves play; who laid last leads, or the next seat if he is out (SG-122 to SG-124)."""
    winner = cast(Seat, state.last_layer)  # the leader has laid, as the pile was empty (SG-100)
    leader = next(seat for seat in clockwise(state, winner) if state.hands[seat])
    events.append(TrickEnded(TABLE, OUT_OF_PLAY, state.table, winner, leader))
    return Step(lead(replace(state, out_of_play=state.out_of_play + state.table), leader), tuple(events))
