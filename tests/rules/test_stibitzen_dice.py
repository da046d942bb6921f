"""The test vectors of the rules of Stibitzen, the dice game."""

import msgspec
import pytest

from rules.core import Refusal
from rules.stibitzen_dice.game import No
from rules.stibitzen_dice.types import Options, Result
from rules.stibitzen_dice.values import VALUES
from tests.rules.stibitzen_dice_positions import GAME, after, at, code, dice, legal, start, step


def test_SD_T01_worked_example():
    state = after(start(), "roll 1 2 5 6 3")
    assert legal(state) == "1, 5, 1 5"
    state = after(state, "keep 1 5")
    assert (state.turn_points, GAME.view(state, 0).dice_left) == (150, 3)
    state = after(state, "roll 2 4 6")
    assert (state.last.bust, state.last.lost) == (True, 150)
    assert (state.scores, state.turn, state.phase) == ((0, 0), 1, "must_roll")


def test_SD_T02_worked_example():
    state = after(start(), "roll 1 1 1 5 2", "keep 1 1 1")
    assert state.turn_points == 1000
    state = after(state, "roll 5 2", "keep 5")
    assert state.turn_points == 1050
    state = after(state, "roll 3")
    assert (state.last.bust, state.last.lost, state.scores) == (True, 1050, (0, 0))


def test_SD_T03_worked_example_corrected_by_SD_E1():
    state = after(start(), "roll 1 5 2 4 6", "keep 1 5")
    assert state.turn_points == 150
    state = after(state, "roll 1 5 5", "keep 1 5 5")
    assert state.turn_points == 350
    state = after(state, "roll 2 2 2 3 4")
    assert (state.sets, state.throws, state.last.bonus) == (2, 1, True)
    state = after(state, "keep 2 2 2")
    assert (state.turn_points, legal(state)) == (550, "bank, roll")
    state = after(state, "bank")
    assert GAME.result(state) == Result(winner=0, scores=(550, 0), won=(True, False))


def test_SD_T04_a_first_throw_without_scoring_dice():
    state = after(start(), "roll 2 3 4 6 6")
    assert (state.last.bust, state.last.lost, state.turn) == (True, 0, 1)


WORTH = {
    "1": 100,
    "5": 50,
    "1 1": 200,
    "5 5": 100,
    "1 5": 150,
    "1 5 5": 200,
    "1 1 5 5": 300,
    "1 1 1": 1000,
    "2 2 2": 200,
    "3 3 3": 300,
    "4 4 4": 400,
    "5 5 5": 500,
    "6 6 6": 600,
    "1 1 1 1": 1100,
    "5 5 5 5": 550,
    "1 1 1 5": 1050,
    "2 2 2 1": 300,
    "6 6 6 5": 650,
    "2 2 2 1 5": 350,
    "1 1 1 1 5": 1150,
    "5 5 5 5 1": 650,
    "1 2 3 4 5": 500,
    "2 3 4 5 6": 500,
    **{" ".join(str(face) * 5): 2000 for face in range(1, 7)},
    "2 2 2 3 3": 1500,
    "1 1 1 5 5": 1500,
    "5 5 5 1 1": 1500,
    "6 6 6 1 1": 1500,
    "3 3 1 1 1": 1500,
}


@pytest.mark.parametrize("kept, points", WORTH.items())
def test_SD_T05_values(kept, points):
    spare = " ".join("2" * (5 - len(dice(kept))))
    state = step(at(roll=f"{kept} {spare}"), f"keep {kept}").state
    assert state.turn_points == points


@pytest.mark.parametrize(
    "kept",
    [
        *"2346",
        "2 2",
        "1 2",
        "2 2 2 2",
        "2 2 2 2 1",
        "1 1 1 2",
        "1 2 3 4",
        "2 3 4 5",
        "1 3 4 5 6",
        "2 2 3 3 1",
        "1 1 5 5 2",
    ],
)
def test_SD_T05_what_does_not_score_as_a_whole(kept):
    assert tuple(sorted(dice(kept))) not in VALUES
    spare = " ".join("1" * (5 - len(dice(kept))))
    assert code(at(roll=f"{kept} {spare}"), f"keep {kept}") == No.NON_SCORING_DIE


def test_SD_T06_part_of_a_triple():
    state = at(roll="1 1 1 3 4")
    assert legal(state) == "1, 1 1, 1 1 1"
    state = after(state, "keep 1 1")
    assert (state.turn_points, GAME.view(state, 0).dice_left) == (200, 3)


def test_SD_T07_no_combination_across_throws():
    state = after(at(aside="1 1", points=200), "roll 1 4 6", "keep 1")
    assert state.turn_points == 300
    state = after(at(aside="1 1 1", points=1000), "roll 1 1", "keep 1 1")
    assert state.turn_points == 1200


def test_SD_T08_the_third_throw_with_dice_left():
    state = after(at(aside="1 | 5", points=150), "roll 5 2 3", "keep 5")
    assert (state.turn_points, legal(state)) == (200, "bank")
    assert code(state, "roll") == No.NO_THROWS_LEFT
    state = after(state, "bank")
    assert (state.scores, state.turn) == ((200, 0), 1)


def test_SD_T09_the_third_throw_with_all_dice_set_aside():
    state = after(at(aside="1 | 1", points=200), "roll 5 5 1", "keep 1 5 5")
    assert (state.turn_points, legal(state)) == (400, "bank, roll")
    state = after(state, "roll 6 6 2 3 4")
    assert (state.last.bust, state.last.lost, state.scores) == (True, 400, (0, 0))


def test_SD_T10_three_more_throws_with_the_new_set():
    state = after(at(aside="1 | 1 | 1 5 5", points=400), "roll 1 2 3 4 6")
    assert (state.sets, state.throws) == (2, 1)
    state = after(state, "keep 1", "roll 1 2 3 4", "keep 1", "roll 1 2 3", "keep 1")
    assert state.turn_points == 700
    assert code(state, "roll") == No.NO_THROWS_LEFT


def test_SD_T11_banking_passes_the_turn():
    state = after(at(scores=(0, 450, 300), turn=2, aside="1 5", points=150), "bank")
    assert (state.scores, state.turn, state.phase) == ((0, 450, 450), 0, "must_roll")


def test_SD_T12_the_first_to_bank_enough_wins():
    state = after(at(scores=(450, 450, 450), aside="5", points=50), "bank")
    assert GAME.actors(state) == ()
    assert GAME.result(state) == Result(winner=0, scores=(500, 450, 450), won=(True, False, False))
    for text in ("roll", "keep 1", "bank"):
        for seat in (0, 1):
            assert code(state, text, seat) == No.GAME_OVER


def test_SD_T13_only_banked_points_win():
    state = after(at(scores=(450, 0), roll="1 1 1 2 3"), "keep 1 1 1")
    assert (GAME.result(state), legal(state)) == (None, "bank, roll")
    state = after(state, "roll 2 3")
    assert (state.last.bust, state.scores) == (True, (450, 0))


def test_SD_T14_refusals():
    state = start()
    assert code(state, "bank") == code(state, "keep 1") == No.MUST_ROLL
    assert code(state, "roll", seat=1) == No.NOT_YOUR_TURN
    state = after(state, "roll 1 2 3 4 6")
    assert code(state, "roll") == code(state, "bank") == No.MUST_KEEP
    assert code(state, "keep") == No.MUST_KEEP_ONE
    assert code(state, "keep 5") == code(state, "keep 1 1") == No.DICE_NOT_IN_ROLL
    assert code(state, "keep 2") == code(state, "keep 1 2") == No.NON_SCORING_DIE
    state = after(state, "keep 1")
    assert {code(state, text) for text in ("keep 1", "keep", "keep 2")} == {No.ALREADY_KEPT}


@pytest.mark.parametrize(
    "malformed",
    [
        {"type": "keep", "dice": [7]},
        {"type": "keep", "dice": ["1"]},
        {"type": "roll", "n": 2},
        {"type": "pass"},
        None,
        {},
        {"type": "keep"},
        {"type": "keep", "dice": None},
        {"type": "keep", "dice": 1},
        {"type": "keep", "dice": [0]},
        {"type": "keep", "dice": [True]},
        {"type": "keep", "dice": [1.5]},
        {"type": "keep", "dice": [[1]]},
        {"type": "keep", "dice": [1], "n": 1},
        {"type": "bank", "points": 50},
    ],
    ids=str,
)
def test_SD_T14_malformed_move(malformed):
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(malformed, GAME.move_type)


def test_SD_T15_straights():
    state = after(start(), "roll 3 1 5 2 4")
    assert legal(state) == "1, 5, 1 5, 1 2 3 4 5"
    state = after(state, "keep 1 2 3 4 5")
    assert (state.turn_points, legal(state)) == (500, "bank, roll")
    assert after(state, "roll 1 2 3 4 6").last.bonus
    assert legal(after(start(), "roll 6 2 5 3 4")) == "5, 2 3 4 5 6"


def test_SD_T16_full_house():
    state = after(start(), "roll 2 3 2 3 2")
    assert legal(state) == "2 2 2, 2 2 2 3 3"
    assert after(state, "keep 2 2 2").turn_points == 200
    assert after(state, "keep 2 2 2 3 3").turn_points == 1500
    assert code(state, "keep 3 3") == code(state, "keep 2 2 2 3") == No.NON_SCORING_DIE


def test_SD_T17_four_alike():
    assert legal(at(roll="4 4 4 4 6")) == "4 4 4"
    state = at(roll="5 5 5 5 6")
    assert legal(state) == "5, 5 5, 5 5 5, 5 5 5 5"
    assert after(state, "keep 5 5 5 5").turn_points == 550


def test_SD_T18_five_alike():
    state = at(roll="6 6 6 6 6")
    assert legal(state) == "6 6 6, 6 6 6 6 6"
    assert after(state, "keep 6 6 6").turn_points == 600
    assert after(state, "keep 6 6 6 6 6").turn_points == 2000


def test_SD_T19_bonus_throw_after_two_throws():
    state = after(start(), "roll 1 1 3 4 6", "keep 1 1", "roll 2 2 2", "keep 2 2 2")
    assert state.turn_points == 400
    state = after(state, "roll 5 2 3 4 6")
    assert (state.sets, state.throws, legal(state)) == (2, 1, "5, 2 3 4 5 6")


def test_SD_T20_a_whole_game():
    state = start(target=1000)
    turn = ("roll 1 1 2 3 4", "keep 1 1", "bank")
    for _ in range(8):
        state = after(state, *turn)
        assert GAME.result(state) is None
    state = after(state, *turn)
    assert GAME.result(state) == Result(winner=0, scores=(1000, 800), won=(True, False))
    assert state.turns == 9


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_SD_T20_numbers_of_players_that_are_refused(seats):
    assert GAME.options(seats, Options()) == Refusal("invalid_players", "SD-1", {"seats": seats})
    with pytest.raises(ValueError, match="no game"):
        GAME.setup(seats, Options(), 0, None)


@pytest.mark.parametrize(
    "options",
    [{"target": 49}, {"target": 100_001}, {"target": "500"}, {"throw_limit": "none"}, {"throw_limit": None}],
)
def test_SD_T20_options_that_are_refused(options):
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(options, GAME.options_type)
    assert GAME.options(2, Options(**options)) == Refusal("invalid_option", "SD-15")


def test_SD_T20_unknown_options_are_refused():
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"minimum": 50}, GAME.options_type)


def test_SD_T21_throws_counted_by_turn():
    state = at(aside="1 | 1 | 1 5 5", points=400, throw_limit="per_turn")
    state = after(state, "roll 5 2 3 4 4")
    assert (state.sets, state.throws) == (2, 3)
    state = after(state, "keep 5")
    assert (state.turn_points, legal(state)) == (450, "bank")
    assert code(state, "roll") == No.NO_THROWS_LEFT


def test_SD_T21_the_third_worked_example():
    moves = ("roll 1 5 2 4 6", "keep 1 5", "roll 1 5 5", "keep 1 5 5", "roll 2 2 2 3 4", "keep 2 2 2")
    state = after(start(throw_limit="per_turn"), *moves)
    assert (state.throws, legal(state)) == (2, "bank, roll")
    state = after(state, "roll 1 3", "keep 1")
    assert (state.throws, legal(state)) == (3, "bank")
