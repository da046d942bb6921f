"""The guarded way into a game: deal, play, show, replay; on the toy."""

from typing import Annotated

import pytest
from msgspec.structs import replace

from rules import referee
from rules.cards import pack
from rules.chance import Seeded, Stacked
from rules.core import HIDDEN, Cards, Moved, Place, Refusal, Secret
from tests.rules.toy import PILE, STOCK, Draw, Drew, Hid, Lay, No, Opened, Options, Play, Played, State, Toy

KEY = bytes(32)
GAME = Toy()
DECK = pack("23456")
LAYING = State(False, (("2c", "2d"), ("3c", "3d")), ((), ()), ("4c", "4d"))
PLAYING = replace(LAYING, laid=(("5c",), ("5d",)))


def fresh():
    return Seeded(KEY, "game", 1)


# deal


def test_deal_tells_who_starts():
    first, step = referee.deal(GAME, 2, Options(), 1, Stacked(decks=[DECK]))
    assert first == 1
    assert step.state.turn == 1
    assert step.state.hands == (("2c", "2d", "2h"), ("2s", "3c", "3d"))


def test_deal_draws_the_starter_by_lot_before_it_shuffles():
    first, step = referee.deal(GAME, 3, Options(), None, Stacked(decks=[DECK], firsts=[2]))
    assert first == step.state.turn == 2
    lots = fresh()
    drawn = lots.first(3)
    assert referee.deal(GAME, 3, Options(), None, fresh()) == (
        drawn,
        GAME.setup(3, Options(), drawn, lots),
    )


@pytest.mark.parametrize("seats", [1, 4, 0])
def test_deal_for_another_number_of_seats_is_the_callers_fault(seats):
    with pytest.raises(ValueError, match=r"toy cannot be dealt: invalid_players \(TOY-1\)"):
        referee.deal(GAME, seats, Options(), 0, fresh())


@pytest.mark.parametrize("first", [-1, 2])
def test_deal_with_a_starter_who_is_not_there_is_the_callers_fault(first):
    with pytest.raises(ValueError, match=f"seat {first} is not one of 2"):
        referee.deal(GAME, 2, Options(), first, fresh())


def test_deal_puts_the_effective_options_in_force():
    class AlwaysStrict(Toy):
        def options(self, seats, given):
            return replace(given, strict=True)

    _, step = referee.deal(AlwaysStrict(), 2, Options(), 0, fresh())
    assert step.state.strict


# play


def test_legal_move_leads_to_the_next_state():
    step = referee.play(GAME, PLAYING, 0, Play(("2c",)), fresh())
    assert step.state == replace(PLAYING, hands=(("2d",), ("3c", "3d")), pile=("2c",), turn=1)
    assert step.events == (Played(Place("hand", 0), PILE, ("2c",)),)


def test_refused_move_is_answered_with_the_reason():
    assert referee.play(GAME, PLAYING, 1, Draw(), fresh()) == Refusal(No.NOT_YOUR_TURN, "TOY-4")
    assert referee.play(GAME, PLAYING, 0, Play(("9c",)), fresh()) == Refusal(No.CARD_NOT_IN_HAND, "TOY-6")


def test_seats_act_in_any_order_in_a_simultaneous_phase():
    one = referee.play(GAME, LAYING, 1, Lay("3c"), fresh()).state
    assert GAME.actors(one) == (0,)
    assert referee.play(GAME, one, 1, Lay("3d"), fresh()) == Refusal(No.ALREADY_LAID, "TOY-5")
    both = referee.play(GAME, one, 0, Lay("2c"), fresh()).state
    other = referee.play(GAME, referee.play(GAME, LAYING, 0, Lay("2c"), fresh()).state, 1, Lay("3c"), fresh())
    assert both == other.state


# shown

DREW = Drew(STOCK, Place("hand", 1), ("4c", "4d"), 1)


def test_secret_is_shown_to_its_owner():
    assert referee.shown(DREW, 1) is DREW


@pytest.mark.parametrize("viewer", [0, 2, None])
def test_secret_is_hidden_from_others_and_spectators_in_true_length(viewer):
    assert referee.shown(DREW, viewer) == replace(DREW, cards=(HIDDEN, HIDDEN))
    assert DREW.cards == ("4c", "4d")


def test_seat_0_is_no_spectator():
    hid = Hid(Place("hand", 0), Place("laid", 0), ("2c",), 0)
    assert referee.shown(hid, 0) == hid
    assert referee.shown(hid, None).cards == (HIDDEN,)


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_what_is_open_is_shown_to_everybody(viewer):
    for event in (Played(Place("hand", 0), PILE, ("2c",)), Opened(0, ("2c",), ("3c",))):
        assert referee.shown(event, viewer) is event


def test_no_secret_cards_are_none_for_everybody():
    assert referee.shown(replace(DREW, cards=()), 0).cards == ()


def test_secret_without_owner_is_shown_to_nobody():
    class Buried(Moved, frozen=True):
        cards: Annotated[Cards, Secret(None)]

    buried = Buried(STOCK, PILE, ("2c",))
    for viewer in (0, 1, None):
        assert referee.shown(buried, viewer).cards == (HIDDEN,)


# replay

MOVES = ((0, Lay("2c")), (1, Lay("3c")), (0, Draw()), (1, Play(("3d",))))


def test_replay_gives_every_step():
    steps = list(referee.replay(GAME, LAYING, ((seat, move, fresh()) for seat, move in MOVES)))
    assert len(steps) == len(MOVES)
    assert steps[1].state.laid == (("2c",), ("3c",))
    assert steps[2].events == (Drew(STOCK, Place("hand", 0), ("4c",), 0),)
    assert steps[3].state.over
    assert GAME.result(steps[3].state).winner == 1


def test_replay_stops_at_a_move_that_is_refused():
    moves = ((0, Lay("2c"), fresh()), (1, Draw(), fresh()), (1, Lay("3c"), fresh()))
    steps = referee.replay(GAME, LAYING, moves)
    assert next(steps).state.laid == (("2c",), ())
    with pytest.raises(ValueError, match=r"seat 1 cannot Draw\(\): wrong_phase \(TOY-3\)"):
        next(steps)


def test_replay_of_no_moves_is_empty():
    assert list(referee.replay(GAME, LAYING, ())) == []
