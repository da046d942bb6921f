"""The other laws find faults that are planted in the toy, which itself keeps them all."""

from itertools import count

import pytest
from msgspec.structs import force_setattr, replace

from rules.core import HIDDEN, Place, Refusal
from tests.rules.biting import GAMES, broken, retyped
from tests.rules.laws import LAWS, WHOLE, Sample
from tests.rules.laws.contract import (
    every_option_is_played,
    names_are_proper,
    options_are_judged,
    series_are_counted,
    values_cannot_change,
)
from tests.rules.laws.laws import (
    games_end,
    over_exactly_with_a_result,
    same_input_same_output,
    values_survive_json,
)
from tests.rules.laws.story import cards_are_conserved, events_tell_the_whole_story, the_end_opens_everything
from tests.rules.laws.walks import Walk
from tests.rules.toy import (
    STOCK,
    Draw,
    Event,
    Hid,
    Opened,
    Options,
    Play,
    Played,
    Result,
    Standings,
    Toy,
    View,
)


@pytest.mark.parametrize("law", WHOLE, ids=lambda law: law.__name__)
def test_toy_itself_is_sound(law):
    law(Toy())


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_toy_keeps_the_law(law):
    law(Sample.of(Toy(), GAMES))


# Law 2


class ResultTooLate(Toy):
    def result(self, state):
        return super().result(state) if all(state.hands) else None


class ActsAfterTheEnd(Toy):
    def actors(self, state):
        return super().actors(state) or (state.turn,)


class NothingToDo(Toy):
    """Whoever holds five cards has no move."""

    def moves(self, state, seat):
        return (
            ()
            if seat in range(len(state.hands)) and len(state.hands[seat]) > 4
            else super().moves(state, seat)
        )


class ActorsOutOfOrder(Toy):
    def actors(self, state):
        return super().actors(state)[::-1]


@pytest.mark.parametrize("fault", (ResultTooLate, ActsAfterTheEnd, NothingToDo, ActorsOutOfOrder))
def test_law_2_finds(fault):
    assert "law 2" in broken(over_exactly_with_a_result, fault())


# Law 3


class DealsAsItLikes(Toy):
    """Remembers how often it was asked."""

    def __init__(self):
        self.asked = count()

    def setup(self, seats, options, first, chance):
        for _ in range(next(self.asked) % 5):
            chance.die()
        return super().setup(seats, options, first, chance)


class ListsInAnyOrder(Toy):
    def __init__(self):
        self.asked = count()

    def moves(self, state, seat):
        return super().moves(state, seat)[:: 1 if next(self.asked) % 2 else -1]


class ChangesItsInput(Toy):
    def view(self, state, seat):
        force_setattr(state, "stock", state.stock[::-1])
        return super().view(state, seat)


@pytest.mark.parametrize("fault", (DealsAsItLikes, ListsInAnyOrder, ChangesItsInput))
def test_law_3_finds(fault):
    assert "law 3" in broken(same_input_same_output, fault())


# Law 4


class LosesACard(Toy):
    """Of three cards played at once one vanishes."""

    def apply(self, state, seat, move, chance):
        step = super().apply(state, seat, move, chance)
        three = isinstance(move, Play) and len(move.cards) == 3
        return replace(step, state=replace(step.state, pile=step.state.pile[:-1])) if three else step


class DoublesACard(Toy):
    """The card drawn stays in the stock, once."""

    def apply(self, state, seat, move, chance):
        step = super().apply(state, seat, move, chance)
        again = isinstance(move, Draw) and len(state.stock) == 5
        return replace(step, state=replace(step.state, stock=state.stock)) if again else step


class ForgetsAPlace(Toy):
    def zones(self, state):
        return {p: c for p, c in super().zones(state).items() if p.zone != "laid"}


class PlaceOfNoSeat(Toy):
    def zones(self, state):
        return {**super().zones(state), Place("hand", len(state.hands)): ()}


@pytest.mark.parametrize("fault", (LosesACard, DoublesACard, ForgetsAPlace, PlaceOfNoSeat))
def test_law_4_finds(fault):
    assert "law 4" in broken(cards_are_conserved, fault())


# Law 6


class ViewHoldsAList(Toy):
    """A list comes back from JSON as a tuple."""

    def view(self, state, seat):
        return replace(super().view(state, seat), counts=[len(hand) for hand in state.hands])


class EventOfNoType(Toy):
    def apply(self, state, seat, move, chance):
        step = super().apply(state, seat, move, chance)
        return replace(step, events=(*step.events, Draw()))


@pytest.mark.parametrize("fault", (ViewHoldsAList, EventOfNoType))
def test_law_6_finds(fault):
    assert "law 6" in broken(values_survive_json, fault())


# Law 7


class Endless(Toy):
    """Nothing a turn does lasts."""

    longest = 60

    def apply(self, state, seat, move, chance):
        step = super().apply(state, seat, move, chance)
        return replace(step, state=replace(step.state, over=False, stock=state.stock, hands=state.hands))


def test_law_7_finds_a_game_without_end():
    assert "law 7" in broken(games_end, Endless())


def test_law_7_finds_a_game_that_is_stuck():
    assert "stuck" in broken(games_end, NothingToDo())


# Law 9


class NamesTheWrongPlace(Toy):
    def apply(self, state, seat, move, chance):
        step = super().apply(state, seat, move, chance)
        told = (replace(e, to=Place("hand", seat)) if isinstance(e, Hid) else e for e in step.events)
        return replace(step, events=tuple(told))


class TellsNothing(Toy):
    def apply(self, state, seat, move, chance):
        step = super().apply(state, seat, move, chance)
        return replace(step, events=tuple(e for e in step.events if not isinstance(e, Played)))


class TellsItTwice(Toy):
    def apply(self, state, seat, move, chance):
        step = super().apply(state, seat, move, chance)
        return replace(step, events=step.events[:1] + step.events)


class DealIsNotTold(Toy):
    def setup(self, seats, options, first, chance):
        step = super().setup(seats, options, first, chance)
        return replace(step, events=step.events[1:])


class PlayedFromNowhere(Toy):
    """Cards are told to come from the stock, whatever they were."""

    def apply(self, state, seat, move, chance):
        step = super().apply(state, seat, move, chance)
        told = (replace(e, from_=STOCK) if isinstance(e, Played) else e for e in step.events)
        return replace(step, events=tuple(told))


class ToldHidden(Toy):
    """Cards that everybody sees are told as hidden."""

    def apply(self, state, seat, move, chance):
        step = super().apply(state, seat, move, chance)
        told = (
            replace(e, cards=(HIDDEN,) * len(e.cards)) if isinstance(e, Played) else e for e in step.events
        )
        return replace(step, events=tuple(told))


LAW_9 = (NamesTheWrongPlace, TellsNothing, TellsItTwice, DealIsNotTold, PlayedFromNowhere, ToldHidden)


@pytest.mark.parametrize("fault", LAW_9)
def test_law_9_finds(fault):
    assert "law 9" in broken(events_tell_the_whole_story, fault())


# The end


class HidesAtTheEnd(Toy):
    def view(self, state, seat):
        return replace(super().view(state, seat), all_laid=None)


class OpensNoHands(Toy):
    def apply(self, state, seat, move, chance):
        step = super().apply(state, seat, move, chance)
        return replace(step, events=tuple(e for e in step.events if not isinstance(e, Opened)))


@pytest.mark.parametrize(
    "fault, message", ((HidesAtTheEnd, "the end hides"), (OpensNoHands, "no event opens"))
)
def test_end_that_hides_is_found(fault, message):
    assert message in broken(the_end_opens_everything, fault())


# The contract


class UglySlug(Toy):
    slug = "The_Toy"


class NoGerman(Toy):
    title = {"en": "Toy"}  # noqa: RUF012


class TooLong(Toy):
    longest = 50_000


class GameOver(Played, frozen=True):
    """An event that takes the tag of an event of the table."""


class Stock(Result, frozen=True):
    """A result that takes the name of a move."""


Stock.__name__ = "Lay"


@pytest.mark.parametrize(
    "fault, message",
    (
        (UglySlug(), "no slug"),
        (NoGerman(), "title"),
        (TooLong(), "longest"),
        (retyped(event_type=Event | GameOver), "reserved tags"),
        (retyped(result_type=Stock), "a name stands for two types"),
    ),
)
def test_improper_names_are_found(fault, message):
    assert message in broken(names_are_proper, fault)


class Listed(View, frozen=True):
    hand: list[str]


def test_value_that_can_change_is_found():
    assert "view holds what can change: ['ListType']" in broken(
        values_cannot_change, retyped(view_type=Listed)
    )


class Open(Options, frozen=True):
    strict: bool | None = None


class AnyNumber(Toy):
    def options(self, seats, given):
        return given


class OptionCodeUnknown(Toy):
    def options(self, seats, given):
        return given if seats in self.seats else Refusal("too_many", "TOY-1")


@pytest.mark.parametrize("fault", (retyped(options_type=Open), AnyNumber(), OptionCodeUnknown()))
def test_ill_judged_options_are_found(fault):
    assert "toy" in broken(options_are_judged, fault)


class NoSuchFirst(Toy):
    def next_first(self, seats, firsts, results):
        return seats


class EndlessSeries(Toy):
    def games(self, seats, series):
        return 100


class StandingsOfNoType(Toy):
    def standings(self, seats, series, results, *, closed):
        return Standings([0] * seats, closed)


@pytest.mark.parametrize("fault", (NoSuchFirst, EndlessSeries, StandingsOfNoType))
def test_ill_counted_series_are_found(fault):
    broken(series_are_counted, fault())


def test_option_that_is_not_played_is_found():
    sample = Sample(Toy(), [Walk(Toy(), seats, Options(), seed) for seats in (2, 3) for seed in (1, 2)])
    with pytest.raises(AssertionError, match="never played"):
        every_option_is_played(sample)
