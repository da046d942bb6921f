"""What the clauses of Stibitzen say besides the test vectors."""

import msgspec
import pytest
from msgspec.structs import replace

from rules.chance import Seeded, Stacked
from rules.core import Refusal
from rules.stibitzen.duel import fill
from rules.stibitzen.groups import PACK, RANKS, group
from rules.stibitzen.types import Draw, Group, KingLaid, KingRemoved, Options
from tests.rules.stibitzen_positions import (
    GAME,
    after,
    at,
    groups,
    hand,
    moved,
    refused,
    slots,
    steps,
)

CLASSIC = {"draw_when_nothing_stolen": False}


def now(state):
    """Phase and active player."""
    return state.phase, state.turn


def test_ST_10_to_17_ranks_and_groups():
    assert RANKS == "A23456789TJQK"
    assert len(PACK) == 108
    assert group(["X", "6c", "6d"]).rank == "6"
    assert group(["X", "X"]).rank == "X"


def test_ST_19_and_36_turns_go_clockwise():
    assert after(at({2: "3d 9c"}, turn=2, **CLASSIC), "2 play 3d").turn == 0


def test_ST_34_sizes_of_the_stock():
    for seats, size in ((3, 63), (4, 50), (5, 37)):
        assert len(GAME.setup(seats, Options(), 0, Stacked(decks=[PACK])).state.stock) == size


def test_ST_31_an_ill_formed_set_up_is_a_fault_of_the_caller():
    for seats, options, first in ((3, Options(), 3), (2, Options(), 0), (3, Options(), -1)):
        with pytest.raises(ValueError, match="no deal"):
            GAME.setup(seats, options, first, Stacked(decks=[PACK]))
    with pytest.raises(ValueError, match="stacked deck"):
        GAME.setup(3, Options(), 0, Stacked(decks=[PACK[:-1]]))


def test_ST_41_to_45_what_is_open():
    state = at({0: "3d 9c"}, {1: "[7c X]"})
    own, other = GAME.view(state, 0), GAME.view(state, None)
    assert (own.hand, other.hand) == (("3d", "9c"), None)
    assert own.displays == other.displays == state.displays
    assert own.stock_count == 8
    assert replace(own, hand=None) == other


def test_ST_49_a_stolen_group_stays_until_it_is_moved():
    state = after(at({0: "7c 9c"}, {1: "[5d]"}), "0 play 7c")
    view = GAME.view(state, None)
    assert (view.capture.victim, view.capture.rank, view.capture.cards) == (1, "5", ("5d",))
    assert view.displays[1] == groups("[5d]")


def test_ST_69_and_69a_an_empty_display_is_safe():
    assert after(at({0: "7c 9c"}), "0 play 7c").phase == "optional_draw"


def test_ST_78_no_limit_of_hand_cards_and_ST_88_the_list_stays_small():
    cards = [card for card in PACK if card[0] in "A2345678"][:56] + ["X"] * 4
    state = at({0: " ".join(cards)})
    listed = GAME.moves(state, 0)
    assert len(msgspec.json.encode(listed)) < 64 * 1024
    assert len({tuple(sorted(card[0] for card in move.cards)) for move in listed}) == len(listed)


def test_ST_100_comes_before_ST_168_and_101():
    state = at({0: "9c"}, market="- - - - - -", stock="")
    assert GAME.result(after(state, "0 play 9c")).reason == "hand_empty"


def test_ST_146_only_whole_groups_are_stolen_from_the_shadow():
    state = at({0: "9c 3h"}, seats=2, shadow="4c 4d", **CLASSIC)
    assert now(after(state, "0 play 9c")) == ("play", 1)


def test_ST_156_aces_steal_nothing_from_the_shadow():
    state = at({0: "Ac 3h"}, seats=2, shadow="4c Qc", aces_bite=True)
    assert now(after(state, "0 play Ac")) == ("play", 1)


def test_ST_157_no_joker_is_imagined_in_the_stock_of_a_duel():
    state = GAME.setup(2, Options(duel=True), 0, Seeded(b"duel", "test", 1)).state
    for n in range(50):
        for viewer in (0, 1, None):
            other = GAME.imagine(state, viewer, Seeded(b"duel", "imagine", n))
            assert "X" not in other.stock


def test_ST_82_taking_back_is_legal_whatever_is_left():
    state = after(at({0: "7c 9c"}, {1: "[5d]"}, market="2c - - - - -", stock=""), "0 play 7c", "0 leave")
    assert [type(move).__name__ for move in GAME.moves(state, 1)] == ["TakeBack", "Discard"]
    over = after(state, "1 discard", "1 draw_market 0")
    assert GAME.result(over).reason == "cards_exhausted"


def test_every_refusal_cites_a_clause_and_says_what_would_be_legal():
    refusal = GAME.check(after(at({0: "3d 9c"}), "0 play 3d"), *moved("0 draw_market 9"))
    assert isinstance(refusal, Refusal)
    assert (refusal.clause, refusal.params) == ("ST-84", {"slots": (0, 1, 2, 3, 4, 5)})


def test_ST_46_the_view_has_the_fields_of_the_rules_and_no_others():
    assert GAME.view_type.__struct_fields__ == (
        *("phase", "turn", "hand", "hand_counts", "displays", "market", "stock_count", "discard", "removed"),
        *("shadow", "shadow_choices", "capture", "draw", "hands"),
    )


def test_ST_46_what_the_view_says_in_each_phase():
    start = at({0: "7c 7d 9c"}, {1: "[5d 5h]"})
    claim = after(start, "0 play 7c 7d")
    reclaim = after(claim, "0 leave")
    draw = after(reclaim, "1 discard")
    half = after(draw, "1 draw_stock")
    optional = after(at({0: "3d 9c"}), "0 play 3d")
    seen = [GAME.view(state, 2) for state in (start, claim, reclaim, draw, half, optional)]
    assert [view.phase for view in seen] == ["play", "claim", "reclaim", "draw", "draw", "optional_draw"]
    assert [view.capture and view.capture.victim for view in seen] == [None, 1, 1, None, None, None]
    assert [view.draw for view in seen] == [
        *(None, None, None),
        Draw(1, 2, optional=False),
        Draw(1, 1, optional=False),
        Draw(0, 1, optional=True),
    ]
    assert {view.shadow for view in seen} == {view.shadow_choices for view in seen} == {None}
    assert seen[3].discard == ("5d", "5h")


def test_ST_45_and_46_at_the_end_hands_are_open_and_turn_stays():
    state = after(at({2: "Kc"}, {1: "[5c]"}, turn=2), "2 play Kc")
    view = GAME.view(state, None)
    assert (view.phase, view.turn, view.capture, view.draw) == ("over", 2, None, None)
    assert view.hands == (("2s",), ("2s",), ())
    assert GAME.actors(state) == ()


def test_ST_40_and_44_the_stock_stays_hidden_after_the_end():
    state = after(at({0: "Kc"}, stock="Jc Jd"), "0 play Kc")
    assert b"J" not in msgspec.json.encode(GAME.view(state, 0))
    assert b"J" not in msgspec.json.encode(steps(at({0: "Kc"}, stock="Jc Jd"), "0 play Kc")[-1].events)


def test_ST_67_who_discards_draws_as_many_cards():
    state = after(at({0: "7c 7d 9c"}, {1: "[5d 5h]"}), "0 play 7c 7d", "0 leave", "1 discard", "1 draw_stock")
    assert (state.phase, state.owed) == ("draw", 1)
    state = after(state, "1 draw_stock")
    assert (hand(state, 1), now(state)) == ("2s Jc Jd", ("play", 1))


def test_ST_90_the_first_reason_in_the_order_of_the_table():
    claim = after(at({0: "7c 9c"}, {1: "[5d]"}), "0 play 7c")
    for text in ("1 play 2s", "1 pass", "2 draw_market 9", "1 discard"):
        assert refused(claim, text) == "not_your_turn", text
    assert refused(claim, "0 play") == refused(claim, "0 draw_market 9") == refused(claim, "0 pass")
    assert refused(claim, "0 pass") == "wrong_phase"
    assert refused(at({0: "7c 8d"}), "0 play 7c 9d") == "card_not_in_hand"
    over = after(at({0: "7c"}), "0 play 7c")
    assert refused(over, "1 pass") == refused(over, "8 take") == "game_over"


@pytest.mark.parametrize(
    ("text", "clause"),
    [
        ("0 pass", "ST-52"),
        ("0 take", "ST-50"),
        ("0 play", "ST-52"),
        ("0 play 4d", "ST-80"),
        ("0 play 3d 9c", "ST-14"),
        ("1 play 2s", "ST-51"),
    ],
)
def test_ST_90_the_clause_that_a_move_breaks(text: str, clause: str):
    assert GAME.check(at({0: "3d 9c"}), *moved(text)).clause == clause


def test_ST_144_a_joker_goes_where_a_king_goes():
    shadow, market, stock, removed, events = fill(
        (), slots("5c Ac Ad - (2c Kc) Kd"), ("X", "Kh", "X", "3c"), ()
    )
    assert market == slots("5c (Ac X) (Ad Kh) - (2c Kc) Kd")[:0] + slots("(5c X) (Ac X) (Ad Kh) - (2c Kc) Kd")
    assert (shadow, stock, removed) == ((Group("3", ("3c",)),), (), ())
    assert [type(event) for event in events[:3]] == [KingLaid] * 3
    _, market, _, removed, events = fill((), slots("(5c Kc) - - - - -"), ("X", "Kh"), ("Ks",))
    assert (market, removed) == (slots("(5c Kc) - - - - -"), ("Ks", "X", "Kh"))
    assert [type(event) for event in events] == [KingRemoved] * 2


def test_ST_145a_and_154_a_refilled_slot_holds_one_card_a_king_too():
    state = at({0: "3d 9c"}, market="(2c Kc) 3c 5c 6c 8c Tc", stock="Kd")
    state = after(state, "0 play 3d", "0 draw_market 0")
    assert (hand(state, 0), state.market[0]) == ("2c 9c Kc", ("Kd",))


def test_ST_147_two_candidates_are_a_choice():
    state = after(at({0: "9c 3h"}, {1: "[8d]"}, seats=2, shadow="4c 6c Tc"), "0 play 9c")
    assert now(state) == ("choose_shadow", 0)
    assert [move.rank for move in GAME.moves(state, 0)] == ["4", "6"]
    state = after(state, "0 choose_shadow 4")
    assert (state.phase, state.victim, hand(state, 0)) == ("claim", 1, "3h 4c")


def test_ST_151_what_joins_the_shadow_is_safe_for_this_turn():
    state = at({0: "9c 3h"}, seats=2, shadow="4c", stock="5d 6d Qc")
    state = after(state, "0 play 9c")
    assert now(state) == ("play", 1)
    assert [one.rank for one in state.shadow] == ["5", "6", "Q"]


def test_ST_164_and_165_a_thief_keeps_what_he_took_when_the_draws_end_the_game():
    state = at({0: "7c 9c"}, {1: "[5d]", 2: "[4d]"}, market="2c - - - - -", stock="")
    state = after(state, "0 play 7c", "0 take", "1 draw_market 0")
    assert GAME.result(state).in_hand == (2, 2, 1)
    assert state.displays[2] == groups("[4d]")


def test_ST_132_aces_completed_with_jokers_bite_kings_completed_with_jokers():
    state = after(at({0: "Ac X 9c"}, {1: "[Kc X]"}, aces_bite=True), "0 play Ac X")
    assert state.phase == "claim"


def test_ST_111_and_115_who_goes_out_need_not_win():
    state = after(at({0: "X"}, {1: "[Ac Ad X]"}), "0 play X")
    assert (GAME.result(state).scores, GAME.result(state).winners) == ((1, 2, -1), (1,))


def test_ST_124_each_game_is_dealt_from_the_full_pack():
    state = after(at({0: "Kc"}), "0 play Kc")
    following = GAME.setup(
        3, Options(), GAME.next_first(3, (0,), (GAME.result(state),)), Stacked(decks=[PACK])
    ).state
    assert sum(map(len, GAME.zones(following).values())) == len(PACK)
    assert following.turn == 1
