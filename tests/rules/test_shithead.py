"""The test vectors of the rules of Shithead."""

import msgspec
import pytest
from msgspec.structs import replace

from rules.shithead.game import No
from rules.shithead.types import Result
from tests.rules.shithead_positions import GAME, after, at, cards, code, dealt, legal, step


def test_SH_T01_worked_example():
    state = at(H0="9c 9s 4d", H1="As Kd 5c", S="Tc 2h Jd 6h Qc 7c", P="8h")
    assert code(state, 0, "play 4d") == No.TOO_LOW
    assert legal(state) == "9c, 9c 9s"
    state = after(state, "0 play 9c 9s")
    assert state.pile == cards("8h 9c 9s")
    assert state.hands[0] == cards("2h 4d Tc")
    state = after(state, "1 play As")
    assert state.hands[1] == cards("5c Jd Kd")
    assert legal(state) == "2h, Tc"
    state = after(state, "0 play Tc")
    assert (state.pile, state.burned) == ((), cards("8h 9c 9s As Tc"))
    assert (state.turn, state.hands[0]) == (0, cards("2h 4d 6h"))
    state = after(state, "0 play 4d")
    assert (state.pile, state.turn, state.hands[0]) == (cards("4d"), 1, cards("2h 6h Qc"))


def test_SH_T02_two_equal_cards_together():
    assert after(at(H0="Jc Jh 3d", P="9d"), "0 play Jc Jh").pile == cards("9d Jc Jh")


def test_SH_T03_an_equal_rank_fits_whatever_the_suit():
    state = at(H0="8c 7c Ks", P="8h")
    assert legal(state) == "8c, Ks"
    assert code(state, 0, "play 7c") == No.TOO_LOW


def test_SH_T04_anything_fits_on_a_two():
    state = after(at(H0="2c 4c", H1="3d 3h", P="Ah"), "0 play 2c", "1 play 3d")
    assert state.pile == cards("Ah 2c 3d")


def test_SH_T05_four_equal_cards_of_several_seats_burn():
    state = after(at(H0="7s 4c", H1="7c 4d", H2="Kc Kd", P="6c 7d 7h"), "0 play 7s")
    assert (state.burned, state.turn) == ((), 1)
    state = after(state, "1 play 7c")
    assert (state.pile, state.burned, state.turn) == ((), cards("6c 7d 7h 7s 7c"), 1)


def test_SH_T06_four_equal_cards_of_one_move_burn():
    state = after(at(H0="8c 8d 8h 8s 3c", P="5d"), "0 play 8c 8d 8h 8s")
    assert (state.pile, state.turn, legal(state)) == ((), 0, "3c")


def test_SH_T07_a_two_between_them_breaks_the_run():
    state = after(at(H0="5s 9c", P="5c 5d 2h 5h"), "0 play 5s")
    assert (state.pile, state.turn) == (cards("5c 5d 2h 5h 5s"), 1)


def test_SH_T08_four_twos_burn():
    state = after(at(H0="2s 9c", P="Kc 2c 2d 2h"), "0 play 2s")
    assert (state.pile, len(state.burned), state.turn) == ((), 5, 0)


def test_SH_T09_out_with_a_burn():
    state = after(at(H0="Tc", H1="9c", H2="8c", P="Ad"), "0 play Tc")
    assert (state.places, state.pile, state.turn) == ((0,), (), 1)


def test_SH_T10_out_without_a_burn_leaves_the_pile():
    state = after(at(H0="Ac", H1="9c 2d", H2="8c", P="Kd"), "0 play Ac")
    assert (state.places, state.pile, state.turn) == ((0,), cards("Kd Ac"), 1)
    assert legal(state, 1) == "2d"


def test_SH_T11_picking_up_only_if_nothing_fits():
    assert code(at(H0="4c 5c Kd", P="Qc Kc"), 0, "pick_up") == No.MUST_PLAY
    state = at(H0="4c 5c 6d", H1="9c 3s 3d", S="7c 7d", P="Qc Kc")
    assert legal(state) == "pick_up"
    state = after(state, "0 pick_up")
    assert state.hands[0] == cards("4c 5c 6d Kc Qc")
    assert (state.stock, state.pile, state.turn) == (cards("7c 7d"), (), 1)
    assert legal(state, 1) == "3d, 3d 3s, 9c"


def test_SH_T12_picking_up_with_face_up_cards():
    state = at(U0="4c 5d", D0="Ac 2c 3c", H1="9c 6d", P="Kc")
    assert legal(state) == "pick_up"
    state = after(state, "0 pick_up")
    assert (state.hands[0], state.up[0], state.turn) == (cards("Kc"), cards("4c 5d"), 1)
    state = after(state, "1 play 6d")
    assert code(state, 0, "play 4c") == No.WRONG_SOURCE
    assert legal(state) == "Kc"
    assert legal(at(U0="4c 4d 5d", D0="Ac 2c 3c")) == "4c, 4c 4d, 5d"


def test_SH_T13_what_cannot_be_played_together():
    state = at(H0="4c", U0="4d 5d", P="3h")
    assert code(state, 0, "play 4c 4d") == No.WRONG_SOURCE
    assert code(state, 0, "play 9c") == No.CARD_NOT_HELD
    assert code(state, 0, "play 4c 4c") == No.CARD_NOT_HELD
    assert code(at(H0="4c 5c", P="3h"), 0, "play 4c 5c") == No.MIXED_RANKS


def test_SH_T14_a_turned_card_that_fits():
    state = at(D0="Kc 4c 5c", P="Qd", H1="9c")
    assert legal(state) == "flip 0, flip 1, flip 2"
    state = after(state, "0 flip 0")
    assert (state.pile, state.down[0], state.turn) == (cards("Qd Kc"), (None, "4c", "5c"), 1)
    assert code(at(D0="– 4c 5c", P="Qd"), 0, "flip 0") == No.EMPTY_SLOT


def test_SH_T15_a_turned_card_that_does_not_fit():
    state = after(at(D0="Kc 4c 5c", P="Jd Qd", H1="9c 3c"), "0 flip 1")
    assert state.hands[0] == cards("4c Jd Qd")
    assert (state.pile, state.down[0], state.turn) == ((), ("Kc", None, "5c"), 1)
    state = after(state, "1 play 3c")
    assert code(state, 0, "flip 0") == No.FLIP_NOT_ALLOWED
    assert legal(state) == "4c, Jd, Qd"


def test_SH_T16_a_turned_card_that_burns():
    state = after(at(D0="Tc 4c –", P="Ad"), "0 flip 0")
    assert (state.burned, state.turn, legal(state)) == (cards("Ad Tc"), 0, "flip 1")
    state = after(at(D0="6c 4c –", P="3c 6d 6h 6s"), "0 flip 0")
    assert (len(state.burned), state.turn) == (5, 0)


def test_SH_T17_a_turned_card_fits_on_the_empty_pile():
    state = after(at(D0="3c 4c –"), "0 flip 0")
    assert (state.pile, state.turn) == (cards("3c"), 1)


def test_SH_T18_the_last_face_down_card():
    state = after(at(D0="– – Tc", P="Qd", H1="9c"), "0 flip 2")
    result = GAME.result(state)
    assert GAME.actors(state) == ()
    assert (result.places, result.shithead) == ((0, 1), 1)
    state = after(at(seats=3, D0="– – Kc", P="Qd"), "0 flip 2")
    assert (state.places, state.turn, GAME.result(state)) == ((0,), 1, None)
    state = after(at(D0="– – 4c", P="Qd"), "0 flip 2")
    assert (state.hands[0], state.places) == (cards("4c Qd"), ())


def test_SH_T19_only_face_down_cards_left():
    state = at(D0="Kc 4c 5c", P="Ad")
    assert code(state, 0, "pick_up") == No.MUST_FLIP
    assert code(state, 0, "play Kc") == No.MUST_FLIP
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"type": "flip", "index": 3}, GAME.move_type)
    assert code(at(H0="3c", D0="Kc 4c 5c", P="Ad"), 0, "flip 0") == No.FLIP_NOT_ALLOWED
    assert code(at(U0="3c", D0="Kc 4c 5c", P="Ad"), 0, "flip 0") == No.FLIP_NOT_ALLOWED


def test_SH_T20_drawing():
    state = after(at(H0="4c 5c 6c 7c 8c", P="3c", S="Kd Kh"), "0 play 4c")
    assert (state.hands[0], state.stock) == (cards("5c 6c 7c 8c"), cards("Kd Kh"))
    state = after(at(H0="4c 4d 6c", P="3c", S="Kd"), "0 play 4c 4d")
    assert (state.hands[0], state.stock) == (cards("6c Kd"), ())


@pytest.mark.parametrize(
    "hands, starter",
    [
        ("5c 6c 7c | 4c Ac Kc | 5d 2c Tc", 1),
        ("5c 6c 7c | 4c Ac Kc | 4d 2c Tc", 1),
        ("2c Td 2d | Ac Tc Th | 2h 2s Ts", 1),
        ("2c Td 2d | 2h Tc Th", 0),
        ("9c 9d 9h | Tc 3d 2h", 1),
    ],
)
def test_SH_T21_the_lowest_hand_card_starts(hands, starter):
    state = at(ready=False, **{f"H{seat}": hand for seat, hand in enumerate(hands.split(" | "))})
    seats = range(len(state.hands))
    assert after(state, *(f"{seat} ready" for seat in seats)).turn == starter


def test_SH_T22_dealing_swapping_starting():
    state = dealt(2).state
    assert state.down == (cards("2c 2h 3c"), cards("2d 2s 3d"))
    assert state.up == (cards("3h 4c 4h"), cards("3s 4d 4s"))
    assert state.hands == (cards("5c 5h 6c"), cards("5d 5s 6d"))
    assert state.stock[0] == "6h"
    state = after(state, "1 swap 5d 3s")
    assert (state.hands[1], state.up[1]) == (cards("3s 5s 6d"), cards("5d 4d 4s"))
    state = after(state, "0 ready")
    assert code(state, 0, "swap 5c 3h") == No.ALREADY_READY
    state = after(state, "1 swap 3s 5d", "1 ready")
    assert GAME.actors(state) == (0,)


def test_SH_T23_opening_with_a_ten():
    state = at(H0="3c 2d Th", S="4c 4d")
    assert legal(state) == "2d, 3c, Th"
    state = after(state, "0 play Th")
    assert (state.burned, state.hands[0], state.turn) == (cards("Th"), cards("2d 3c 4c"), 0)


def test_SH_T24_two_tens_burn_once():
    done = step(at(H0="Tc Td 3c", P="Ad"), 0, "play Tc Td")
    assert (len(done.state.burned), done.state.turn) == (3, 0)
    assert [event.__struct_config__.tag for event in done.events] == ["played", "pile_burned"]


def test_SH_T25_what_fits():
    assert legal(at(H0="Kc 6c", P="7d")) == "Kc"
    assert legal(at(H0="8c 9d", P="Kd")) == "pick_up"
    assert legal(at(H0="3c 9d", P="Kd")) == "pick_up"
    assert code(at(H0="3c", H1="Kh", P="Kd"), 1, "play Kh") == No.NOT_YOUR_TURN


def test_SH_T26_burning_with_the_last_card_of_a_source():
    state = after(at(H0="Tc", U0="4c 4d", D0="5c 6c 7c", P="Ad"), "0 play Tc")
    assert (state.turn, legal(state)) == (0, "4c, 4c 4d")
    state = after(at(U0="Tc", D0="5c 6c 7c", P="Ad"), "0 play Tc")
    assert (state.turn, legal(state)) == (0, "flip 0, flip 1, flip 2")


def test_SH_T27_the_end_of_a_game():
    state = at(H0="9c", H1="9d Jc", H2="3c 3d", P="8c")
    state = after(state, "0 play 9c", "1 play 9d", "2 pick_up", "1 play Jc")
    assert GAME.actors(state) == ()
    assert GAME.result(state) == Result(places=(0, 1, 2), place=(1, 2, 3), shithead=2, not_shithead=(1, 1, 0))


@pytest.mark.parametrize(
    "malformed",
    [
        None,
        {},
        {"type": "play"},
        {"type": "play", "cards": []},
        {"type": "pick_up", "x": 1},
        {"type": "pass"},
        {"type": "flip", "index": "0"},
        {"type": "flip", "index": -1},
        {"type": "swap", "hand": "5d"},
    ],
    ids=str,
)
def test_SH_T28_malformed_move(malformed):
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(malformed, GAME.move_type)


def test_SH_T29_the_same_position_can_come_back():
    start = at(H0="3c 3d", H1="4c 4d 5c")
    loop = ("0 play 3c", "1 play 5c", "0 pick_up", "1 play 4c", "0 play 5c", "1 pick_up")
    assert replace(after(start, *loop), last=None) == start  # SH-111: nothing ends it
