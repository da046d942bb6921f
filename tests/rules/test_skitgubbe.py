"""The test vectors of Skitgubbe but for those of phase 2."""

from hashlib import sha256

import msgspec
import pytest
from msgspec.structs import replace

from rules.skitgubbe.game import No
from rules.skitgubbe.types import RoundCard
from tests.rules.skitgubbe_positions import (
    GAME,
    SORTED,
    after,
    as_json,
    at,
    cards,
    code,
    collecting,
    dealt,
    legal,
    options,
    rows,
    shedding,
    unordered,
)


def test_V1_SG_37_deal():
    state = dealt(3, first=1).state
    assert state.hands == (cards("4c 7c Tc"), cards("2c 5c 8c"), cards("3c 6c 9c"))
    assert (len(state.stock), state.stock[0]) == (43, "Jc")
    assert (state.turn, state.trump, state.phase) == (1, None, "phase1")


def test_V2_SG_23_hands_of_five():
    state = dealt(4, hand_size=5).state
    assert list(map(len, state.hands)) == [5] * 4
    assert len(state.stock) == 32
    assert state.hands[3] == cards("5c 9c Kc 4d 8d")


V3 = collecting("5c 9h 2d", "Ks 4c 4d", "7d 8s 3h", stock="Jc Jd Jh Qc Qd")


def test_V3_SG_65_SG_76_trick_and_refill():
    state = after(V3, "0 P 5c", "1 P Ks", "2 P 7d")
    assert unordered(state.piles) == rows("", "5c Ks 7d", "")
    assert unordered(state.hands) == rows("9h 2d Jh", "4c 4d Jc", "8s 3h Jd")
    assert (state.stock, state.turn, state.leader) == (cards("Qc Qd"), 1, 1)


def test_V4_SG_66_SG_67_replay():
    state = collecting("9c Kd 2c", "9d 3c 4c", "5h 6h 7h", stock="Jc Jd Jh Js Qc Qd Qh")
    state = after(state, "0 P 9c", "1 P 9d", "2 P 5h")
    assert (state.out_of_play, state.carried, len(state.stock)) == (cards("5h"), cards("9c 9d"), 7)
    assert (state.round, state.contestants, state.turn) == (2, (0, 1), 0)
    state = after(state, "0 P Kd", "1 P 3c")
    assert unordered(state.piles) == rows("9c 9d Kd 3c", "", "")
    assert unordered(state.hands) == rows("2c Jc Jd", "4c Jh Js", "6h 7h Qc")
    assert (state.stock, state.turn) == (cards("Qd Qh"), 0)


def test_V5_SG_67_order_of_a_replay():
    state = collecting("4c 4d 4h", "Qc 2c 3c", "5c 5d 5h", "Qd 6c 7c", leader=2)
    state = after(state, "2 P 5c", "3 P Qd", "0 P 4c", "1 P Qc")
    assert (sorted(state.out_of_play), state.contestants, state.turn) == (["4c", "5c"], (3, 1), 3)
    state = after(state, "3 P 6c", "1 P 3c")
    assert unordered(state.piles) == rows("", "", "", "Qd Qc 6c 3c")
    assert state.leader == 3


V6 = collecting("9c 2c 3c", "9d 2d 3d", "8h 2h 3h", stock="Jc Jd Jh Js")


def test_V6_SG_59_SG_165_discard_of_an_equal_rank():
    state = after(V6, "0 P 9c", "1 D 9d", "2 P 8h")
    assert unordered(state.piles) == rows("9c 9d 8h", "", "")
    assert (state.out_of_play, state.stock, state.turn) == ((), cards("Js"), 0)


def test_V7_SG_58_playing_an_equal_rank_ties():
    state = after(V6, "0 P 9c", "1 P 9d", "2 P 8h")
    assert (state.carried, state.out_of_play) == (cards("9c 9d"), cards("8h"))
    assert (state.contestants, state.turn) == ((0, 1), 0)


def test_V8_SG_60_SG_61_SG_62_where_discards_are_allowed():
    assert code(V6, "0 D 9c") == No.NO_MATCHING_RANK
    state = after(V6, "0 P 9c")
    assert code(state, "1 D 2d") == No.NO_MATCHING_RANK
    assert code(state, "1 D 9h") == No.CARD_NOT_IN_HAND
    assert legal(state) == "P 2d, P 3d, P 9d, D 9d"
    for given in ({"strict_discard": True}, {"phase1_tricks": "head_to_head"}):
        state = after(replace(V6, options=options(3, **given)), "0 P 9c")
        assert code(state, "1 D 9d") == code(state, "1 D 4d") == No.DISCARD_NOT_ALLOWED
        assert legal(state) == "P 2d, P 3d, P 9d"


def test_V9_SG_63_discard_below_the_highest_claim():
    state = collecting("5c 6c 7c", "Kd 2d 3d", "5d 6d 7d", "2s 3s 4s")
    state = after(state, "0 P 5c", "1 P Kd", "2 D 5d", "3 P 2s")
    assert unordered(state.piles) == rows("", "5c Kd 5d 2s", "", "")


def test_V10_SG_66_SG_69_SG_166_tied_again():
    state = collecting(
        "9c 7c 2c", "9d 7d 4d", "9h 5h 6h", "9s 7s 3s", stock="Jc Jd Jh Js Qc Qd Qh Qs Kc Kd Kh Ks"
    )
    state = after(state, "0 P 9c", "1 P 9d", "2 D 9h", "3 P 9s")
    assert (state.contestants, state.out_of_play) == ((0, 1, 3), ())
    assert state.carried == cards("9c 9d 9h 9s")
    state = after(state, "0 P 7c", "1 D 7d", "3 P 7s")
    assert (state.contestants, state.out_of_play) == ((0, 3), ())
    assert state.carried == cards("9c 9d 9h 9s 7c 7d 7s")
    before = state
    state = after(state, "0 P 2c", "3 P 3s")
    assert unordered(state.piles) == rows("", "", "", "9c 9d 9h 9s 7c 7d 7s 2c 3s")
    drawn = [len(set(hand) - set(old)) for hand, old in zip(state.hands, before.hands, strict=True)]
    assert drawn == [3, 2, 1, 3]
    assert (len(state.stock), state.turn) == (3, 3)


def test_V11_SG_68_a_carried_rank_cannot_be_discarded():
    state = collecting("9c 7c 2c", "9d 9h 4d", "5s 6s 8s", stock="Jc Jd Jh Js")
    state = after(state, "0 P 9c", "1 P 9d", "2 P 5s", "0 P 7c")
    assert code(state, "1 D 9h") == No.NO_MATCHING_RANK
    assert legal(state) == "P 4d, P 9h"


def test_V12_SG_70_tied_without_a_card_left():
    state = collecting(
        "6c",
        "6d",
        "8h Ah",
        round=3,
        contestants=(0, 1),
        carried="9c 9d Tc Td",
        out_of_play="5h",
        stock="2s 3s 4s 5s 6s 7s 8s 9s",
    )
    state = after(state, "0 P 6c", "1 P 6d")
    assert (len(state.out_of_play), state.piles) == (7, ((), (), ()))
    assert unordered(state.hands) == rows("6s 7s 8s", "2s 3s 4s", "8h Ah 5s")
    assert (state.turn, state.round, state.stock) == (1, 1, cards("9s"))


def test_V13_SG_73_bounce():
    state = collecting("8c 2c 3c", "8d Kd Ad", stock="Jc Jd Jh")
    state = after(state, "0 P 8c", "1 P 8d")
    assert state.out_of_play == cards("8c 8d")
    assert unordered(state.hands) == rows("2c 3c Jd", "Kd Ad Jc")
    assert (state.stock, state.turn) == (cards("Jh"), 1)


def test_V14_SG_74_head_to_head_of_three():
    state = collecting(
        "4c 5c 6c",
        "Td 2d 3d",
        "Kh 2h 3h",
        stock="Jc Jd Jh Js Qc Qd Qh",
        phase1_tricks="head_to_head",
    )
    state = after(state, "0 P 4c", "1 P Td")
    assert unordered(state.piles) == rows("", "4c Td", "")
    assert unordered(state.hands) == rows("5c 6c Jd", "2d 3d Jc", "Kh 2h 3h")
    state = after(state, "1 P 2d", "2 P 2h")
    assert (state.out_of_play, state.turn, state.contestants) == (cards("2d 2h"), 2, (2, 0))
    state = after(state, "2 P Kh", "0 P 5c")
    assert unordered(state.piles) == rows("", "4c Td", "Kh 5c")
    assert (state.turn, state.contestants) == (2, (2, 0))


V15 = collecting("2c 3c 4c", "Kd 5d 6d", "7h 8h 9h", piles=("", "Tc Td", "Th Ts"), stock="Jd Js")


def test_V15_SG_78_SG_80_SG_84_SG_85_end_of_phase_1():
    state = after(V15, "0 P 2c", "1 P Kd", "2 P 7h")
    assert (state.trump, state.trump_card, state.drawer) == ("s", "Js", 2)
    assert unordered(state.hands) == rows("3c 4c", "5d 6d Jd Tc Td 2c Kd 7h", "8h 9h Js Th Ts")
    assert (state.piles, state.phase, state.turn) == (((), (), ()), "phase2", 2)


def test_V16_SG_81_no_trump():
    state = after(replace(V15, options=options(3, no_trump=True)), "0 P 2c", "1 P Kd", "2 P 7h")
    assert (state.trump, state.trump_card, state.drawer) == (None, None, 2)
    assert (state.phase, state.turn) == ("phase2", 2)


def test_V17_SG_82_out_before_phase_2():
    state = collecting("6c", "7d", "8h 9h", round=3, contestants=(0, 1), carried="Tc Td", stock="Js")
    state = after(state, "0 P 6c", "1 P 7d")
    assert (state.trump, state.out) == ("s", (0,))
    assert unordered(state.hands) == rows("", "Tc Td 6c 7d Js", "8h 9h")
    assert (state.phase, state.turn) == ("phase2", 1)


def test_V18_SG_86_over_before_phase_2():
    state = collecting("6c", "6d", "7h", round=3, carried="Tc Td Th", stock="Js")
    state = after(state, "0 P 6c", "1 P 6d", "2 P 7h")
    assert as_json(GAME.result(state)) == {
        "outcomes": ["win", "win", "loss"],
        "skitgubbe": 2,
        "out_order": [0, 1],
    }


V29 = after(shedding("5h", "6h"), "0 L 5h")


def low_cards(*piles, hands=("Kc 6c 7c", "Td 8d 8h", "9h Qs Qd")):
    """The position of V34, with other piles or hands."""
    return collecting(*hands, piles=piles, stock="8s 8c", deck=" ".join(SORTED[::-1]), redistribute_low=True)


V34 = low_cards("2c 3d Jh", "4h 5s 2s Jc", "")


LAST_TRICK = ("0 P Kc", "1 P Td", "2 P 9h")


def test_V34_SG_90_SG_95_SG_96_redistribution():
    state = after(V34, *LAST_TRICK)
    assert (state.trump, state.drawer, state.phase, state.turn) == ("c", 1, "redistribute", 2)
    assert code(state, "2 L Qs") == No.WRONG_PHASE
    state = after(state, "2 redistribute")
    assert unordered(state.hands) == rows("6c 7c 8s Jh Kc Td 9h 2c 3d", "8d 8h 8c Jc 4h", "Qs Qd 5s 2s")
    assert (state.phase, state.turn) == ("phase2", 1)
    text = "".join(SORTED[::-1])
    begin = {card: sha256(f"{text}{card}".encode()).hexdigest()[:8] for card in cards("5s 2c 4h 2s 3d")}
    assert list(begin.values()) == ["14017ca4", "28e34b1a", "4cd196ec", "87fa4549", "bd8e05b3"]


def test_V35_SG_93_passed():
    state = after(V34, *LAST_TRICK, "2 pass")
    assert (state.phase, state.turn) == ("phase2", 1)
    assert unordered(state.hands)[1:] == rows("8d 8h 8c 4h 5s 2s Jc", "Qs Qd")


def test_V36_SG_92_one_after_the_other():
    state = at(
        "Kc Kd Kh",
        "Qc",
        "Qd",
        "9s",
        piles=("2c 2d", "3c", "4c Ac Ad Ah", ""),
        phase="redistribute",
        leader=3,
        drawer=3,
        queue=(3, 1),
        deck=" ".join(SORTED),
        redistribute_low=True,
    )
    assert code(state, "1 redistribute") == No.NOT_YOUR_TURN
    state = after(state, "3 pass", "1 redistribute")
    assert list(map(len, state.hands)) == [4, 2, 5, 2]
    assert (state.phase, state.turn) == ("phase2", 3)
    assert (state.redistributed_by, state.redistributed) == (1, (1, 1, 1, 1))


def test_V37_SG_86_SG_98_over_by_a_redistribution():
    state = at(
        "9c",
        "",
        piles=("", "2h"),
        phase="redistribute",
        drawer=0,
        queue=(0, 1),
        deck=" ".join(SORTED),
        redistribute_low=True,
    )
    state = after(state, "0 redistribute")
    assert sorted(state.hands[0]) == sorted(cards("9c 2h"))
    assert as_json(GAME.result(state)) == {"outcomes": ["loss", "win"], "skitgubbe": 0, "out_order": [1]}


@pytest.mark.parametrize(
    "state",
    [
        low_cards("2c 3d Jh", "4h 5s 2s Jc", "Jd Js 9s"),
        low_cards("Jh", "Jc", "", hands=("Kc 6c 2h", "Td 8d 8h", "9h Qs Qd")),
    ],
    ids=["nobody has fewer than five", "no low card in a pile"],
)
def test_V38_SG_91_no_window(state):
    state = after(state, *LAST_TRICK)
    assert (state.phase, state.turn) == ("phase2", 1)


@pytest.mark.parametrize(
    "move",
    [
        {"type": "fold"},
        {"type": "play"},
        {"type": "play", "card": "5c", "x": 1},
        {"type": "play", "card": 5},
        {"type": "lay", "cards": []},
    ],
)
def test_V39_SG_128_malformed_moves(move):
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(move, GAME.move_type)


def test_V39_reasons_in_order():
    for text in ("1 P Ks", "7 P Ks", "1 U"):
        assert code(V3, text) == No.NOT_YOUR_TURN
    for text in ("0 U", "0 L 5c", "0 redistribute"):
        assert code(V3, text) == No.WRONG_PHASE
    for text in ("0 P Ks", "0 P 1x"):
        assert code(V3, text) == No.CARD_NOT_IN_HAND
    state = shedding("5h Kc", "2s 6d")
    for text in ("0 P 5h", "0 D 5h"):
        assert code(state, text) == No.WRONG_PHASE
    state = after(state, "0 L 5h")
    assert code(state, "1 L Ac Kc") == No.CARD_NOT_IN_HAND
    assert code(state, "1 L 2s 6d") == No.NOT_A_SEQUENCE
    assert code(state, "1 L 6d") == No.MUST_BEAT_TOP
    for text in ("0 P 5h", "1 U", "0 redistribute", "9 L zz"):
        assert code(V29, text) == No.GAME_OVER


@pytest.mark.parametrize(
    "given", [{"hand_size": 4}, {"no_trump": 1}, {"jokers": True}, {"pickup": "bottom"}, {"hand_size": True}]
)
def test_V40_SG_31_options_of_the_wrong_shape(given):
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(given, GAME.options_type)


def test_V40_SG_22_SG_25_options():
    assert options(2, phase1_tricks="all").code == "invalid_option"
    assert options(1).code == options(5).code == "invalid_players"
    assert options(2, strict_discard=True).phase1_tricks == "head_to_head"


def test_V41_SG_42_what_is_seen():
    state = after(V3, "0 P 5c")
    view = GAME.view(state, 2)
    assert view.hand == cards("7d 3h 8s")
    assert (view.hand_counts, view.stock_count) == ((2, 3, 3), 5)
    assert view.plays == (RoundCard(0, "5c", "play"),)
    assert GAME.actors(state) == (1,)
    assert GAME.view(state, None) == replace(view, hand=None, pile=None)
    seen = msgspec.json.encode(view).decode()
    hidden = cards("9h 2d Ks 4c 4d Jc Jd Jh Qc Qd")
    assert not [card for card in hidden if f'"{card}"' in seen]
