"""Law 5 finds secrets that are left open, and an imagination that could not find them, planted in the toy."""

import pytest
from msgspec.structs import replace

from rules.cards import rank
from tests.rules.biting import broken
from tests.rules.laws.secrecy import nothing_leaks
from tests.rules.toy import Draw, Drew, No, Played, Toy, changed


class HandsOpen(Toy):
    def view(self, state, seat):
        return replace(super().view(state, seat), hands=state.hands)


class LaidOpenToSpectators(Toy):
    def view(self, state, seat):
        return replace(super().view(state, seat), all_laid=state.laid if seat is None or state.over else None)


class MovesTellTheStock(Toy):
    """Drawing is offered first if the next card fits."""

    def moves(self, state, seat):
        listed = super().moves(state, seat)
        lucky = Draw() in listed and self.fits(state, state.stock[0])
        return listed[::-1] if lucky else listed


class RefusalTellsTheOthers(Toy):
    def check(self, state, seat, move):
        refusal = super().check(state, seat, move)
        if refusal and refusal.code == No.CARD_NOT_IN_HAND and seat in range(len(state.hands)):
            lowest = min(state.hands[(seat + 1) % len(state.hands)], default="")
            return replace(refusal, params={"left_neighbour": lowest})
        return refusal


class VariantsTellTheStock(Toy):
    def variants(self, state, seat, move):
        found = super().variants(state, seat, move)
        return found[::-1] if state.stock and rank(state.stock[0]) == "6" else found


class EventTellsTheCard(Toy):
    """Drawn cards are told with an event that hides nothing."""

    def apply(self, state, seat, move, chance):
        step = super().apply(state, seat, move, chance)
        opened = (Played(e.from_, e.to, e.cards) if isinstance(e, Drew) else e for e in step.events)
        return replace(step, events=tuple(opened))


class EventTellsTheWrongSeat(Toy):
    """The neighbour sees what was drawn."""

    def apply(self, state, seat, move, chance):
        step = super().apply(state, seat, move, chance)
        other = (seat + 1) % len(state.hands)
        told = (replace(e, seat=other) if isinstance(e, Drew) else e for e in step.events)
        return replace(step, events=tuple(told))


class DealTellsTheNeighbour(Toy):
    """At the deal each seat sees its neighbour's hand."""

    def setup(self, seats, options, first, chance):
        step = super().setup(seats, options, first, chance)
        told = (replace(e, seat=(e.seat + 1) % seats) for e in step.events)
        return replace(step, events=tuple(told))


class ImaginesNothing(Toy):
    def imagine(self, state, seat, chance):
        return state


class ImaginesOnlyTheStock(Toy):
    """Keeps what others hold, and so would never find that it leaks."""

    def imagine(self, state, seat, chance):
        return replace(state, stock=chance.shuffled(state.stock))


class LeakThatIsNotImagined(Toy):
    """Shows what others laid, and never imagines it otherwise."""

    def view(self, state, seat):
        return replace(super().view(state, seat), all_laid=state.laid)

    def imagine(self, state, seat, chance):
        hidden = [] if state.over else [s for s in range(len(state.hands)) if s != seat]
        order = iter(chance.shuffled([*(c for s in hidden for c in state.hands[s]), *state.stock]))
        hands = tuple(
            tuple(next(order) for _ in hand) if s in hidden else hand for s, hand in enumerate(state.hands)
        )
        return replace(state, hands=hands, stock=tuple(order))


class ImaginesOtherNumbers(Toy):
    def imagine(self, state, seat, chance):
        other = super().imagine(state, seat, chance)
        if state.over or len(state.stock) < 2:
            return other
        other_seat = 0 if seat else 1
        more = changed(other.hands, other_seat, (*other.hands[other_seat], other.stock[0]))
        return replace(other, hands=more, stock=other.stock[1:])


class ImaginesOtherCards(Toy):
    def imagine(self, state, seat, chance):
        return replace(state, stock=tuple("9c" for _ in state.stock))


LAW_5 = (
    (HandsOpen, "known is"),
    (LaidOpenToSpectators, "known is"),
    (MovesTellTheStock, "other legal moves"),
    (RefusalTellsTheOthers, "gives"),
    (VariantsTellTheStock, "other variants"),
    (EventTellsTheCard, "is told as"),
    (EventTellsTheWrongSeat, "is told as"),
    (DealTellsTheNeighbour, "the deal tells"),
    (ImaginesNothing, "vacuous"),
    (ImaginesOnlyTheStock, "never imagined anew"),
    (LeakThatIsNotImagined, "never imagined anew"),
    (ImaginesOtherNumbers, "other numbers of cards"),
    (ImaginesOtherCards, "other cards"),
)


@pytest.mark.parametrize("fault, message", LAW_5, ids=lambda x: getattr(x, "__name__", ""))
def test_law_5_finds(fault, message):
    assert message in broken(nothing_leaks, fault())
