"""The test vectors of phase 2 of Skitgubbe, V19 to V33."""

from rules.skitgubbe.game import No
from tests.rules.skitgubbe_positions import (
    GAME,
    after,
    as_json,
    cards,
    code,
    legal,
    rows,
    shedding,
    unordered,
)


def test_V19_SG_101_SG_103_SG_108_the_source_s_sequence():
    state = shedding("7h 8h 9h Kc", "Th 6h 2s Ad 2d", "3c 4c")
    state = after(state, "0 L 9h 7h 8h")
    assert state.table == cards("7h 8h 9h")
    assert legal(state) == "L Th, L 2s, U"
    for laid in ("6h", "Ad", "2d"):
        assert code(state, f"1 L {laid}") == No.MUST_BEAT_TOP


def test_V20_SG_102_SG_104_SG_107_sequences_beat_by_their_highest_card():
    def on(top):
        return shedding("4c", "7h 8h 9h 2s 3s", turn=1, table=top, acted=(0,), last_layer=0)

    assert set(legal(on("6h")).split(", ")) == {
        "L 7h", "L 8h", "L 9h", "L 7h 8h", "L 8h 9h", "L 7h 8h 9h", "L 2s", "L 3s", "L 2s 3s", "U",
    }  # fmt: skip
    assert len(GAME.moves(on("6h"), 1)) == 10
    assert code(on("Th"), "1 L 7h 8h 9h") == No.MUST_BEAT_TOP
    assert after(on("Ah"), "1 L 2s 3s").out_of_play == cards("Ah 2s 3s")
    assert code(on("4s"), "1 L 2s 3s") == No.MUST_BEAT_TOP
    assert legal(on("4s")) == "U"


def test_V21_SG_101_what_is_a_sequence():
    state = shedding("7h 9h 8d Kc Ac 2c Qc", "3d")
    for laid in ("7h 9h", "7h 8d", "Kc Ac 2c", "Ac 2c"):
        assert code(state, f"0 L {laid}") == No.NOT_A_SEQUENCE
    assert after(state, "0 L Kc Ac Qc").table == cards("Qc Kc Ac")
    for laid in ("7h 7h", "7h 8h"):
        assert code(state, f"0 L {laid}") == No.CARD_NOT_IN_HAND
    assert code(state, "0 U") == No.NOTHING_TO_PICK_UP


def test_V22_SG_114_the_run_is_picked_up():
    state = shedding(
        "Jc",
        "Qc",
        "Kc 3c",
        "4d 6d 2h Ac",
        trump="h",
        turn=2,
        acted=(0, 1),
        last_layer=1,
        table="5d 7h 8h 9h",
    )
    state = after(state, "2 U")
    assert unordered(state.hands)[2] == sorted(cards("Kc 3c 7h 8h 9h"))
    assert state.table == cards("5d")
    assert legal(state) == "L 6d, L 2h, U"


def test_V23_SG_115_SG_178_a_run_of_two_lays():
    state = shedding("5h 2c", "6h 2d", "3c")
    state = after(state, "0 L 5h", "1 L 6h", "2 U")
    assert unordered(state.hands) == rows("2c", "2d", "3c 5h 6h")
    assert (state.out_of_play, state.turn, state.leader) == ((), 1, 1)


def test_V24_SG_123_SG_176_winner_whose_card_was_taken():
    state = shedding("6h 2c", "8h 2d", "3c")
    state = after(state, "0 L 6h", "1 L 8h", "2 U")
    assert unordered(state.hands)[2] == sorted(cards("3c 8h"))
    assert (state.out_of_play, state.turn) == (cards("6h"), 1)


def test_V25_SG_116_SG_119_the_whole_pile():
    state = shedding("6h 2c", "8h 2d", "3c", "4d 9s", pickup="pile")
    state = after(state, "0 L 6h", "1 L 8h", "2 U")
    assert unordered(state.hands)[2] == sorted(cards("3c 6h 8h"))
    assert (state.table, state.turn) == ((), 3)
    assert code(state, "3 U") == No.NOTHING_TO_PICK_UP
    assert legal(state) == "L 4d, L 9s"
    state = after(state, "3 L 4d")
    assert (state.out_of_play, state.turn) == (cards("4d"), 3)


def test_V26_SG_113_SG_124_picking_up_although_one_could_beat():
    state = shedding("6h 2c", "8h 9s", "3c")
    state = after(state, "0 L 6h", "1 U", "2 L 3c")
    assert (state.out, state.out_of_play, state.turn) == ((2,), cards("3c"), 0)
    assert unordered(state.hands)[1] == sorted(cards("6h 8h 9s"))


def test_V27_SG_124_the_winner_is_out():
    state = shedding("5h 2c", "9h", "3c")
    state = after(state, "0 L 5h", "1 L 9h")
    assert state.out == (1,)
    state = after(state, "2 U")
    assert (state.out_of_play, state.turn) == (cards("5h"), 2)
    assert unordered(state.hands)[2] == sorted(cards("3c 9h"))


def test_V28_SG_119_SG_171_out_with_the_lead():
    state = shedding("5h", "2c", "4c Kd")
    state = after(state, "0 L 5h", "1 U")
    assert (state.out, state.table) == ((0,), ())
    assert code(state, "2 U") == No.NOTHING_TO_PICK_UP
    state = after(state, "2 L 4c")
    assert (state.out_of_play, state.turn) == (cards("4c"), 2)


V29 = after(shedding("5h", "6h"), "0 L 5h")


def test_V29_SG_126_over_at_once():
    assert as_json(GAME.result(V29)) == {"outcomes": ["win", "loss"], "skitgubbe": 1, "out_order": [0]}
    assert V29.table == cards("5h")
    assert code(V29, "1 L 6h") == No.GAME_OVER


def test_V30_SG_173_two_go_out_in_one_trick():
    state = after(shedding("5h", "6h", "7h"), "0 L 5h", "1 L 6h")
    result = GAME.result(state)
    assert (result.skitgubbe, result.out_order) == (2, (0, 1))


def test_V31_SG_174_two_seats():
    state = after(shedding("5h Kc", "2c 3c"), "0 L 5h", "1 U")
    assert (state.out_of_play, state.turn) == ((), 0)
    state = after(shedding("5h Kc", "2c 6h"), "0 L 5h", "1 L 6h")
    assert (state.out_of_play, state.turn) == (cards("5h 6h"), 1)


def test_V32_SG_110_no_trump():
    state = after(shedding("5h Kc", "2s 6d 6h", no_trump=True), "0 L 5h")
    assert legal(state) == "L 6h, U"


def test_V33_SG_188_a_cycle():
    state = shedding("2d 2h", "2s 3d 3h", "3s", pickup="pile", out_of_play="4c")
    again = after(
        state,
        "0 L 2d", "1 L 3d", "2 U", "1 L 2s", "2 L 3s", "0 U", "2 L 2d", "0 L 3s", "1 U",
        "0 L 2s", "1 L 3s", "2 U", "1 L 2d", "2 L 2s", "0 U", "2 L 3d", "0 L 2s", "1 U",
    )  # fmt: skip
    assert again == state
