"""Positions of Slobberhannes, written as in the test vectors of its rules."""

from typing import Any

from rules.chance import Chance, Stacked
from rules.core import Refusal, Seat, Step
from rules.referee import play
from rules.slobberhannes import Slobberhannes
from rules.slobberhannes.deal import cards_for
from rules.slobberhannes.types import NOTHING_TAKEN, CardOfTrick, Options, Play, State, Taken

GAME = Slobberhannes()


def pack(seats: int) -> Stacked:
    """Chance that deals any number of sorted packs."""
    return Stacked(decks=[cards_for(seats)] * 20)


def at(
    hands: str,
    trick: str = "",
    chips: list[int] | None = None,
    number: int = 1,
    taken: Taken = NOTHING_TAKEN,
    turn: Seat | None = None,
    tricks: str = "",
    **options: Any,
) -> State:
    """Hands "Qc 9h | 8c 9d | ..." by seat; the trick so far "3:Kc"; it is the next seat's turn, or the turn given."""
    held = [tuple(sorted(hand.split())) for hand in hands.split("|")]
    seats = len(held)
    lying = tuple(CardOfTrick(int(one[0]), one[2:]) for one in trick.split())
    if turn is None:
        turn = (lying[-1].seat + 1) % seats if lying else 0
    return State(
        options=Options(**options),
        dealer=seats - 1,
        deal=1,
        hands=tuple(held),
        left_out=(),
        tricks=tuple(tricks.split()),
        trick=lying,
        revokes=(),
        trick_number=number,
        tricks_won=(0,) * seats,
        taken=taken,
        last_trick=None,
        chips=tuple(chips or [10] * seats),
        turn=turn,
    )


def last(played: str, hands: str = "", **more: Any) -> State:
    """The position before the last trick "0:Ac 1:7c ..." of a deal of two: one trick lies already."""
    cards = [one.split(":") for one in played.split()]
    by_seat = {int(seat): card for seat, card in cards}
    held = " | ".join(by_seat[seat] for seat in range(len(cards)))
    filler = " ".join(["zz"] * len(cards))
    return at(hands or held, number=2, tricks=filler, turn=int(cards[0][0]), **more)


def after(state: State, moves: str, chance: Chance | None = None) -> State:
    """The state after "0:8d 1:7d ..."."""
    return steps(state, moves, chance)[-1].state


def steps(state: State, moves: str, chance: Chance | None = None) -> list[Step[State, Any]]:
    """The steps of "0:8d 1:7d ...". A new deal is of the sorted pack."""
    done = []
    for seat, card in (one.split(":") for one in moves.split()):
        step = play(GAME, state, int(seat), Play(card), chance or pack(len(state.hands)))
        assert not isinstance(step, Refusal), (seat, card, step)
        state = step.state
        done.append(step)
    return done


def refused(state: State, seat: Seat, card: str) -> str:
    """The code with which a card is refused; "" if it is legal."""
    refusal = GAME.check(state, seat, Play(card))
    return "" if refusal is None else str(refusal.code)


def legal(state: State, seat: Seat) -> set[str]:
    return {move.card for move in GAME.moves(state, seat)}


def paid(state: State) -> list[str]:
    assert state.last_trick is not None
    return list(state.last_trick.paid)


def dealt(seats: int, first: Seat, deck: tuple[str, ...] | None = None, **options: Any) -> State:
    """A match just dealt, of the sorted pack unless another is given."""
    decks = [deck or cards_for(seats)]
    return GAME.setup(seats, Options(**options), first, Stacked(decks=decks)).state
