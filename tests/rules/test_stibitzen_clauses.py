"""What the clauses of Stibitzen say besides its test vectors: groups, turns, refusals, views."""

from typing import get_args

import msgspec
import pytest
from msgspec.structs import replace

from rules.chance import Seeded, Stacked
from rules.core import HIDDEN, Refusal, secrets
from rules.referee import shown
from rules.stibitzen.groups import PACK, RANKS, group
from rules.stibitzen.types import (
    Dealt,
    Draw,
    DrawMarket,
    DrawStock,
    DrewFromStock,
    Leave,
    Options,
    Pass,
    Play,
    Take,
)
from tests.rules.stibitzen_positions import (
    CLASSIC,
    GAME,
    after,
    at,
    claims,
    groups,
    hand,
    market,
    moved,
    now,
    refused,
    steps,
    walk,
)


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


def test_ST_30_and_31_an_ill_formed_set_up_is_a_fault_of_the_caller():
    for seats, options, first in ((3, Options(), 3), (2, Options(), 0), (3, Options(), -1)):
        with pytest.raises(ValueError, match="no deal"):
            GAME.setup(seats, options, first, Stacked(decks=[PACK]))
    with pytest.raises(ValueError, match="stacked deck"):
        GAME.setup(3, Options(), 0, Stacked(decks=[PACK[:-1]]))


def test_ST_49_a_stolen_group_stays_until_it_is_moved():
    state = after(at({0: "7c 9c"}, {1: "[5d]"}), "0 play 7c")
    view = GAME.view(state, None)
    assert (view.capture.victim, view.capture.rank, view.capture.cards) == (1, "5", ("5d",))
    assert view.displays[1] == groups("[5d]")


def test_ST_69_and_69a_an_empty_display_is_safe():
    assert after(at({0: "7c 9c"}), "0 play 7c").phase == "optional_draw"


@pytest.mark.parametrize("size", [60, 108])
def test_ST_78_and_88_the_list_of_a_big_hand_stays_small(size):
    by_rank = sorted(PACK, key=lambda card: (card != "X", card))
    state = at({0: " ".join(by_rank[:size])})
    listed = GAME.moves(state, 0)
    assert len(msgspec.json.encode(listed)) < 64 * 1024
    assert len({tuple(sorted(card[0] for card in move.cards)) for move in listed}) == len(listed)


def test_ST_82_taking_back_is_legal_whatever_is_left():
    state = after(at({0: "7c 9c"}, {1: "[5d]"}, market="2c - - - - -", stock=""), "0 play 7c", "0 leave")
    assert [type(move).__name__ for move in GAME.moves(state, 1)] == ["TakeBack", "Discard"]
    over = after(state, "1 discard", "1 draw_market 0")
    assert GAME.result(over).reason == "cards_exhausted"


def test_every_refusal_cites_a_clause_and_says_what_would_be_legal():
    refusal = GAME.check(after(at({0: "3d 9c"}), "0 play 3d"), *moved("0 draw_market 9"))
    assert isinstance(refusal, Refusal)
    assert (refusal.clause, refusal.params) == ("ST-84", {"slots": (0, 1, 2, 3, 4, 5)})


# The turn


def test_ST_32_and_33_the_deal_goes_around_from_the_first_seat():
    step = GAME.setup(3, Options(), 2, Stacked(decks=[PACK]))
    dealt = [event for event in step.events if isinstance(event, Dealt)]
    assert [event.seat for event in dealt] == [2, 0, 1]
    assert [event.cards for event in dealt] == [PACK[i:39:3] for i in range(3)]
    assert step.state.market == tuple((card,) for card in PACK[39:45])
    assert step.state.stock == PACK[45:]


def test_ST_53_the_new_group_lies_on_top_and_ST_181_nothing_else_moves():
    state = after(at({0: "3d 9c"}, {0: "[4c] [5c 5d]", 1: "[7c]"}), "0 play 3d")
    assert state.displays == (groups("[4c] [5c 5d] [3d]"), groups("[7c]"), ())


def test_ST_54_an_equal_group_is_a_group_of_its_own():
    assert after(at({0: "3d 9c"}, {0: "[3c]"}), "0 play 3d").displays[0] == groups("[3c] [3d]")


def test_ST_61_and_185_more_pips_do_not_steal():
    assert after(at({0: "Kc Kd 9c"}, {1: "[3c]"}), "0 play Kc Kd").phase == "optional_draw"


def test_ST_67_a_discarded_group_is_drawn_for_card_by_card():
    state = at({0: "7c 7d 9c"}, {1: "[4c X]"})
    state = after(state, "0 play 7c 7d", "0 leave", "1 discard")
    assert (state.discard, state.phase, state.owed) == (("4c", "X"), "draw", 2)
    state = after(state, "1 draw_stock", "1 draw_market 5")
    assert (hand(state, 1), now(state)) == ("2s Jc Tc", ("play", 1))
    assert (state.discard, market(state)) == (("4c", "X"), "2c 3c 5c 6c 8c Jd")


def test_ST_69c_and_180_what_was_taken_waits_for_the_next_turn():
    state = after(at({0: "7c 9c"}, {1: "[5d]"}), "0 play 7c", "0 take")
    assert refused(state, "0 play 5d") == "not_your_turn"
    state = after(state, "1 draw_stock")
    assert refused(state, "0 play 5d") == "not_your_turn"
    assert refused(replace(state, turn=0), "0 play 5d") == ""


def test_ST_71_slots_keep_their_numbers_while_one_draws():
    state = at({0: "7c 7d 9c"}, {1: "[4c 4d]"})
    state = after(state, "0 play 7c 7d", "0 take", "1 draw_market 0")
    assert market(state) == "- 3c 5c 6c 8c Tc"
    assert refused(state, "1 draw_market 0") == "slot_empty"


def test_ST_77_a_group_left_counts_as_stolen():
    state = after(at({0: "7c 9c"}, {1: "[5d]"}), "0 play 7c", "0 leave", "1 take_back")
    assert now(state) == ("play", 1)


def test_ST_132_aces_and_kings_may_hold_jokers():
    assert claims(after(at({0: "Ac X 9c"}, {1: "[Kc X]"}, aces_bite=True), "0 play Ac X")) == 1


def test_ST_162_and_163_the_market_is_emptied_and_filled_from_what_is_left():
    state = at({0: "7c 7d 9c"}, {1: "[4c 4d]"}, market="2c - - - - -", stock="Jc Jd")
    state = after(state, "0 play 7c 7d", "0 take", "1 draw_market 0", "1 draw_stock")
    assert (market(state), state.stock, now(state)) == ("Jd - - - - -", (), ("play", 1))


def test_ST_164_and_166_the_next_player_may_steal_what_lay_beneath():
    state = at({0: "7c 9c", 1: "8c 2h"}, {2: "[5c] [6d]"})
    state = after(state, "0 play 7c", "0 take", "2 draw_stock")
    assert (now(state), state.displays[2]) == (("play", 1), groups("[5c]"))
    state = after(state, "1 play 8c")
    assert (claims(state), state.displays[2][-1].rank) == (2, "5")


# Moves and refusals


def test_ST_81_to_87_and_89_what_is_listed():
    claim = after(at({0: "7c 9c"}, {1: "[5d]"}, market="2c 2d - - - Tc"), "0 play 7c")
    assert GAME.moves(claim, 0) == (Take(), Leave())
    draw = after(claim, "0 take")
    assert GAME.moves(draw, 1) == (DrawStock(), DrawMarket(0), DrawMarket(1), DrawMarket(5))
    assert GAME.moves(draw, 0) == GAME.moves(draw, 7) == ()
    optional = after(at({0: "3d 9c"}, market="2c - - - - -", stock=""), "0 play 3d")
    assert GAME.moves(optional, 0) == (DrawMarket(0), Pass())


def test_ST_170_and_183_the_largest_group_and_jokers_that_are_never_declared():
    cards = ["7c", "7c", "7d", "7d", "7h", "7h", "7s", "7s", "X", "X", "X", "X"]
    state = at({0: " ".join([*cards, "9c"])})
    assert max(len(move.cards) for move in GAME.moves(state, 0)) == 12
    assert Play(tuple(cards)) in GAME.moves(state, 0)
    assert len(GAME.variants(state, 0, Play(("7c", "7c", "X")))) == 10
    assert refused(state, "0 play 7c X 9c") == "mixed_ranks"


PHASES = {
    "play": at({0: "7c 9c"}, {1: "[5d]"}),
    "choose_shadow": after(at({0: "9c 3h"}, seats=2, shadow="4c 6c"), "0 play 9c"),
    "claim": after(at({0: "7c 9c"}, {1: "[5d]"}), "0 play 7c"),
    "reclaim": after(at({0: "7c 9c"}, {1: "[5d]"}), "0 play 7c", "0 leave"),
    "draw": after(at({0: "7c 9c"}, {1: "[5d]"}), "0 play 7c", "0 take"),
    "optional_draw": after(at({0: "3d 9c"}), "0 play 3d"),
    "over": after(at({0: "9c"}), "0 play 9c"),
}
MOVES = {
    "play 9c": ["play"],
    "choose_shadow 4": ["choose_shadow"],
    "take": ["claim"],
    "leave": ["claim"],
    "take_back": ["reclaim"],
    "discard": ["reclaim"],
    "draw_stock": ["draw", "optional_draw"],
    "draw_market 0": ["draw", "optional_draw"],
    "pass": ["optional_draw"],
}


@pytest.mark.parametrize("phase", PHASES)
def test_ST_50_and_ST_90_which_moves_exist_in_a_phase(phase):
    state = PHASES[phase]
    assert state.phase == phase
    (seat,) = GAME.actors(state) or (0,)
    for text, phases in MOVES.items():
        code = "game_over" if phase == "over" else "" if phase in phases else "wrong_phase"
        if text == "pass":
            code = {"play": "must_play", "draw": "must_draw"}.get(phase, code)
        assert refused(state, f"{seat} {text}") == code, text


def test_ST_90_the_first_reason_counts():
    assert refused(PHASES["over"], "9 play zz") == "game_over"
    assert refused(PHASES["play"], "1 pass") == "not_your_turn"
    assert refused(PHASES["play"], "0 play 7c 8c") == "card_not_in_hand"
    assert refused(PHASES["claim"], "0 play") == "wrong_phase"
    assert list(GAME.refusals)[:3] == ["game_over", "not_your_turn", "must_play"]


# What is seen


def test_ST_46_what_a_view_holds():
    for phase, state in PHASES.items():
        view = msgspec.to_builtins(GAME.view(state, 1))
        assert list(view) == [
            *("phase", "turn", "hand", "hand_counts", "displays", "market", "stock_count", "discard"),
            *("removed", "shadow", "shadow_choices", "capture", "draw", "hands"),
        ]
        filled = {name for name in ("shadow_choices", "capture", "draw", "hands") if view[name] is not None}
        expected = {
            "choose_shadow": "shadow_choices",
            "claim": "capture",
            "reclaim": "capture",
            "draw": "draw",
            "optional_draw": "draw",
            "over": "hands",
        }
        assert filled == ({expected[phase]} if phase in expected else set())


def test_ST_46_who_draws_and_how_often():
    assert GAME.view(PHASES["draw"], 2).draw == Draw(1, 1, optional=False)
    assert GAME.view(PHASES["optional_draw"], 2).draw == Draw(0, 1, optional=True)


def test_ST_40_to_45_what_is_open():
    state = at({0: "3d 9c"}, {1: "[7c X]"})
    own, other = GAME.view(state, 0), GAME.view(state, None)
    assert (own.hand, other.hand) == (("3d", "9c"), None)
    assert own.displays == other.displays == state.displays
    assert own.stock_count == 8
    assert replace(own, hand=None) == other
    over = GAME.view(after(at({0: "9c"}), "0 play 9c"), None)
    assert (over.hands, over.turn) == (((), ("2s",), ("2s",)), 0)
    assert b"Jc" not in msgspec.json.encode(over)


def test_ST_47_and_48_only_the_deal_and_the_stock_are_secret():
    assert {kind for kind in get_args(GAME.event_type) if secrets(kind)} == {Dealt, DrewFromStock}
    assert secrets(Dealt) == secrets(DrewFromStock) == (("cards", "seat"),)
    state = at({0: "7c 7d 9c"}, {1: "[4c 4d]"})
    drew = steps(state, "0 play 7c 7d", "0 leave", "1 discard", "1 draw_market 5", "1 draw_stock")
    for step in drew[:-1]:
        assert all(shown(event, None) == event for event in step.events)
    assert [shown(event, None).cards for event in drew[-1].events] == [(HIDDEN,), ("Jd",)]


def test_ST_182_nobody_takes_from_the_discard_pile():
    for n in range(10):
        state = GAME.setup(3, Options(), 0, Seeded(b"random", "discards", n)).state
        for before, following in walk(state, n):
            assert following.discard[: len(before.discard)] == before.discard


def test_ST_184_a_group_beneath_is_not_compared():
    assert after(at({0: "7c 9c"}, {1: "[5d] [Qc]"}), "0 play 7c").phase == "optional_draw"


def test_ST_46_the_seat_active_last_stays_named_after_the_end():
    view = GAME.view(after(at({2: "Kc"}, turn=2), "2 play Kc"), None)
    assert (view.phase, view.turn) == ("over", 2)
