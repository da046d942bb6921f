"""Phase 2 of Skitgubbe, clause by clause: what the test vectors leave out."""

import pytest
from msgspec.structs import replace

from rules.skitgubbe.game import No
from tests.rules.skitgubbe_positions import (
    GAME,
    after,
    as_json,
    cards,
    code,
    events,
    legal,
    shedding,
    step,
)


def test_SG_99_SG_100_the_leader_lays_anything_and_cannot_pick_up():
    assert legal(shedding("5h 6h Kc", "2c")) == "L Kc, L 5h, L 6h, L 5h 6h"


@pytest.mark.parametrize("top", ["2c", "Ac", "Ad", "Kh"])
def test_SG_106_any_trump_beats_what_is_no_trump(top):
    state = shedding("3c", "2s", "4c", table=top, turn=1, acted=(0,), last_layer=0)
    assert legal(state) == "L 2s, U"


def test_SG_109_one_may_trump_though_one_could_follow():
    state = shedding("3c", "9h 2s", "4c", table="5h", turn=1, acted=(0,), last_layer=0)
    assert legal(state) == "L 9h, L 2s, U"


def test_SG_111_SG_175_a_pick_up_changes_what_is_to_be_beaten():
    state = after(shedding("5h 2c", "2s 2d", "3d 3c", "6h 6d 3s"), "0 L 5h", "1 L 2s", "2 U")
    assert (state.table, state.hands[2]) == (cards("5h"), cards("3c 3d 2s"))
    assert legal(state) == "L 6h, L 3s, U"
    emptied = after(shedding("5h 2c", "2d", "3d 3c"), "0 L 5h", "1 U", "2 L 3c")
    assert emptied.out_of_play == cards("3c")


def test_SG_112_SG_102_lengths_do_not_matter():
    state = shedding("3c", "9h Th 7h", "4c", table="4h 5h 6h", turn=1, acted=(0,), last_layer=0)
    assert "L 7h" in legal(state).split(", ")
    state = replace(state, table=cards("6h"))
    assert "L 9h Th" in legal(state).split(", ")
    state = shedding("3c", "5h 7h 8h", "4c", table="6h", turn=1, acted=(0,), last_layer=0)
    assert legal(state) == "L 7h, L 8h, L 7h 8h, U"


@pytest.mark.parametrize("lead", ["L 5h", "L 5h 6h 7h"])
def test_SG_117_between_two_seats_both_ways_of_picking_up_are_the_same(lead):
    after_it = [
        after(shedding("5h 6h 7h 2c", "3c", pickup=pickup), f"0 {lead}", "1 U")
        for pickup in ("sequence", "pile")
    ]
    assert after_it[0].hands == after_it[1].hands


def test_SG_118_SG_120_the_cards_can_be_laid_from_the_next_trick_on():
    state = after(shedding("5h 2c", "9h"), "0 L 5h", "1 U")
    assert (state.turn, state.hands[1]) == (0, cards("5h 9h"))
    state = after(state, "0 L 2c")
    assert state.phase == "over"
    state = after(shedding("5h 2h 2c", "9h"), "0 L 5h", "1 U", "0 L 2h")
    assert legal(state) == "L 5h, L 9h, U"


def test_SG_114_the_run_ends_at_a_gap_or_another_suit():
    for table, kept in (("4h 6h 7h", "4h"), ("5h 6s", "5h"), ("6h 8h", "6h"), ("Kd Ah", "Kd"), ("7h 8h", "")):
        state = shedding("3c", "4c", "5c", table=table, turn=1, acted=(0,), last_layer=0)
        assert after(state, "1 U").table == cards(kept)


def test_SG_160_the_lowest_card_stays():
    state = shedding("3c", "4c", "5c", table="5h 9h", turn=1, acted=(0,), last_layer=0)
    state = after(state, "1 U")
    assert (state.table, state.hands[1]) == (cards("5h"), cards("4c 9h"))


def test_SG_161_SG_162_the_trick_goes_on_until_all_have_acted():
    state = shedding("5h 2c", "6h 2d", "7h 2h", "3c 3d")
    state = after(state, "0 L 5h", "1 U")
    assert (state.turn, state.leader, state.acted) == (2, 0, (0, 1))
    state = after(state, "2 L 7h")
    assert (state.turn, state.leader, state.table) == (3, 0, cards("7h"))
    assert after(state, "3 U").leader == 2


@pytest.mark.parametrize("pickup", ["sequence", "pile"])
def test_SG_123_SG_172_a_leader_who_goes_out_never_wins(pickup):
    state = after(shedding("5h", "2d", "3c 4c", pickup=pickup), "0 L 5h", "1 U")
    assert code(state, "2 U") == No.NOTHING_TO_PICK_UP
    assert after(state, "2 L 3c").turn == 2


def test_SG_124_the_next_active_seat_leads_if_the_winner_is_out():
    state = after(shedding("5h 2d", "9h", "", "3c 4c", out=(2,)), "0 L 5h", "1 L 9h", "3 U")
    assert (state.out, state.leader, state.turn) == ((2, 1), 3, 3)
    state = after(shedding("5h 2d", "6h 6c", "7h", "3c 4c", leader=3), "3 L 3c", "0 U", "1 L 6h", "2 L 7h")
    assert (state.out, state.leader, state.turn) == ((2,), 3, 3)


def test_SG_132_SG_133_effects_in_order():
    assert events(shedding("5h 2c", "9h"), "0 L 5h") == ["laid"]
    assert events(shedding("5h 2c", "9h 3c"), "0 L 5h", "1 L 9h") == ["laid", "trick_ended"]
    assert events(shedding("5h 2c", "9h"), "0 L 5h", "1 L 9h") == ["laid", "went_out", "revealed"]
    assert events(shedding("5h 2c", "9h"), "0 L 5h", "1 U") == ["picked_up", "trick_ended"]
    done = step(after(shedding("5h 2c", "9h", "3c 4c"), "0 L 5h", "1 L 9h"), "2 U")
    assert as_json(done.events[-1]) == {
        "type": "trick_ended",
        "from": {"zone": "table", "seat": None},
        "to": {"zone": "out_of_play", "seat": None},
        "cards": ["5h"],
        "winner": 1,
        "leader": 2,
    }


def test_SG_127_the_cards_stay_on_the_table():
    state = after(shedding("5h", "6h 7h", "7d", out_of_play="Ac"), "0 L 5h", "1 U", "2 L 7d")
    assert (state.phase, state.table, state.out_of_play) == ("over", cards("7d"), cards("Ac"))
    assert (state.leader, state.acted, state.last_layer) == (0, (0, 1, 2), 2)
    assert GAME.actors(state) == GAME.moves(state, 1) == ()


def test_SG_125_SG_180_a_seat_that_is_out_takes_no_further_part():
    state = after(shedding("5h", "2c 6d", "3c 4c"), "0 L 5h")
    assert (state.out, state.table, state.turn) == ((0,), cards("5h"), 1)
    state = after(state, "1 U", "2 L 3c")
    assert (state.turn, state.hands[0]) == (2, ())
    assert after(state, "2 L 4c").phase == "over"
    state = after(shedding("5h", "2c 6d", "3c 4c 7c"), "0 L 5h", "1 U", "2 L 3c", "2 L 4c")
    assert state.turn == 1


def test_SG_171_nobody_waits_for_a_seat_that_went_out():
    state = after(shedding("5h 2c", "6h", "7h 3c"), "0 L 5h", "1 L 6h", "2 L 7h")
    assert (state.out_of_play, state.turn) == (cards("5h 6h 7h"), 2)
    assert after(state, "2 L 3c").out == (1, 2)


def test_SG_177_a_sequence_is_picked_up_with_what_runs_beneath_it():
    state = after(shedding("5h 2c", "6h 7h 2d", "3c 4c"), "0 L 5h", "1 L 6h 7h", "2 U")
    assert state.hands[2] == cards("3c 4c 5h 6h 7h")


def test_SG_179_the_whole_hand_as_one_sequence():
    state = after(shedding("7h 8h 9h", "2c", "3c"), "0 L 7h 8h 9h")
    assert (state.out, state.turn, state.table) == ((0,), 1, cards("7h 8h 9h"))


def test_SG_181_the_trump_card_is_a_card_like_any_other():
    state = after(shedding("2s 3c", "4c 5c", trump_card="2s"), "0 L 2s", "1 U")
    assert "2s" in state.hands[1]
    state = after(shedding("2s 3c", "3s 5c", trump_card="2s"), "0 L 2s", "1 L 3s")
    assert (state.trump, state.trump_card, state.out_of_play) == ("s", "2s", cards("2s 3s"))
