"""The laws of bots find faults that are planted in the toy and its heuristics."""

import pytest
from msgspec.structs import replace

from tests.rules.biting import broken
from tests.rules.laws.bots import advice_is_whole, bots_know_no_more_than_their_seat, games_among_bots_end
from tests.rules.test_laws_bite import Endless
from tests.rules.toy import Toy
from tests.rules.toy.game import Bot


def with_bot(kind):
    return type("Advised", (Toy,), {"bot": kind()})()


class AdvisesTwice(Bot):
    def advise(self, glance):
        return [*super().advise(glance), super().advise(glance)[0]]


class AdvisesInAnotherOrder(Bot):
    def advise(self, glance):
        return super().advise(glance)[::-1]


class GivesAnUnknownReason(Bot):
    def advise(self, glance):
        return [replace(advice, reason="because") for advice in super().advise(glance)]


class HasNoNumber(Bot):
    def advise(self, glance):
        return [replace(advice, worth=float("nan")) for advice in super().advise(glance)]


class ChoosesOtherwise(Bot):
    def choose(self, glance):
        return min(self.advise(glance), key=lambda advice: advice.worth).move


class NeverSaysOneReason(Bot):
    def advise(self, glance):
        return [
            replace(advice, reason="low_card") if advice.reason == "last_resort" else advice
            for advice in super().advise(glance)
        ]


class HopesTooMuch(Bot):
    def outlook(self, state, seat):
        return super().outlook(state, seat) * 2


class SeesNoWinner(Bot):
    def outlook(self, state, seat):
        return 0.5


@pytest.mark.parametrize(
    ("bot", "says"),
    [
        (AdvisesTwice, "other moves"),
        (AdvisesInAnotherOrder, "other moves"),
        (GivesAnUnknownReason, "unknown reason"),
        (HasNoNumber, "no number"),
        (ChoosesOtherwise, "not the best"),
        (NeverSaysOneReason, "never given"),
        (HopesTooMuch, "outlook"),
        (SeesNoWinner, "tells nobody apart"),
    ],
)
def test_the_law_of_advice_finds(bot, says):
    assert says in broken(advice_is_whole, with_bot(bot))


class ImaginesByWhatIsHidden(Toy):
    """What is imagined is possible, but depends on how the hidden cards really lie."""

    def imagine(self, state, seat, chance):
        other = super().imagine(state, seat, chance)
        turned = len(state.stock) > 1 and state.stock[0] > state.stock[-1]
        return replace(other, stock=other.stock[::-1]) if turned else other


class ListsWhatOthersMakePossible(Toy):
    """The order of the legal moves tells what another seat holds."""

    def moves(self, state, seat):
        listed = super().moves(state, seat)
        return listed[::-1] if "2" in "".join(state.hands[seat - 1]) else listed


@pytest.mark.parametrize("fault", [ImaginesByWhatIsHidden, ListsWhatOthersMakePossible])
def test_bots_that_know_too_much_are_found(fault):
    assert "told two states apart" in broken(bots_know_no_more_than_their_seat, fault())


def test_bots_that_play_without_end_are_found():
    assert "law 7" in broken(games_among_bots_end, Endless())
