"""The test vectors of Stibitzen, by their ids; those of end and series and of the Duel have files of their own."""

import msgspec
import pytest
from msgspec.structs import replace

from rules.chance import Stacked
from rules.core import HIDDEN
from rules.referee import shown
from rules.stibitzen.groups import PACK
from rules.stibitzen.types import DrewFromStock, Options, Play
from tests.rules.stibitzen_positions import (
    CLASSIC,
    GAME,
    after,
    at,
    claims,
    classes,
    groups,
    hand,
    market,
    now,
    refused,
    steps,
)


def test_ST_V1_take_draw_and_refill():
    state = at({0: "7c 7d 7h 4s 9c"}, {1: "[Qc Qd]", 2: "[4c 4d 4h]", 3: "[9d 9h 9s]"}, seats=4)
    state = after(state, "0 play 7c 7d 7h")
    assert claims(state) == 2
    state = after(state, "0 take")
    assert hand(state, 0) == "4c 4d 4h 4s 9c"
    assert state.displays[2] == ()
    assert (state.phase, state.victim, state.owed) == ("draw", 2, 3)
    state = after(state, "2 draw_market 0", "2 draw_market 3", "2 draw_stock")
    assert hand(state, 2) == "2c 2s 6c Jc"
    assert market(state) == "Jd 3c 5c Jh 8c Tc"
    assert now(state) == ("play", 1)


def test_ST_V3_equal_rank_is_safe():
    state = after(at({0: "7c 7d 9c"}, {1: "[7h X]"}), "0 play 7c 7d")
    assert now(state) == ("optional_draw", 0)


def test_ST_V4_another_count_is_safe():
    state = after(at({0: "Kc Kd 9c"}, {1: "[2c]", 2: "[2d 2h X]"}), "0 play Kc Kd")
    assert now(state) == ("optional_draw", 0)


def test_ST_V5_jokers_adopt_the_rank():
    state = at({0: "6c 6d 6h X 9c"}, {1: "[5c 5d 5h 5s]", 2: "[6c 6d 6h 6s]"})
    state = after(state, "0 play 6c 6d 6h X")
    assert claims(state) == 1
    state = after(state, "0 leave", "1 take_back")
    assert hand(state, 1) == "2s 5c 5d 5h 5s"
    assert now(state) == ("play", 1)


def test_ST_V6_jokers_alone_beat_kings():
    state = after(at({0: "X X 9c"}, {1: "[Kc Kd]", 2: "[X X]"}), "0 play X X")
    assert (claims(state), state.displays[1][-1].rank) == (1, "K")
    state = after(state, "0 leave", "1 take_back")
    assert now(state) == ("play", 1)
    assert state.displays[2] == groups("[X X]")


def test_ST_V7_jokers_alone_cannot_be_stolen():
    assert after(at({0: "Kc 9c"}, {1: "[X]"}), "0 play Kc").phase == "optional_draw"


def test_ST_V8_the_ace_is_lowest():
    assert claims(after(at({0: "2c 9c"}, {1: "[Ac]"}), "0 play 2c")) == 1
    assert after(at({0: "Ac 9c"}, {1: "[Kc]"}), "0 play Ac").phase == "optional_draw"


def test_ST_V9_the_group_beneath_is_not_stolen_in_the_same_turn():
    state = after(at({0: "7c 9c"}, {1: "[3d] [5d]"}), "0 play 7c", "0 leave", "1 discard")
    assert (state.discard, state.owed, state.victim) == (("5d",), 1, 1)
    state = after(state, "1 draw_market 5")
    assert hand(state, 1) == "2s Tc"
    assert state.market[5] == ("Jc",)
    assert state.displays[1] == groups("[3d]")
    assert now(state) == ("play", 1)


def test_ST_V10_uncovered_groups_are_stolen_in_later_turns():
    state = at({1: "9c 2h", 2: "8c 2h"}, {0: "[3d] [5d]"}, turn=1)
    state = after(state, "1 play 9c", "1 leave", "0 take_back")
    assert state.displays[0] == groups("[3d]")
    assert state.turn == 2
    state = after(state, "2 play 8c")
    assert (claims(state), state.displays[0][-1].cards) == (0, ("3d",))
    state = after(state, "2 leave", "0 take_back")
    assert (state.displays[0], hand(state, 0), state.turn) == ((), "2s 3d 5d", 0)


def test_ST_V11_two_victims_with_a_refill_between():
    state = at({2: "9c 9d Kc"}, {3: "[4c 4d]", 0: "[8c 8d]", 1: "[9h 9s]"}, seats=4, turn=2)
    state = after(state, "2 play 9c 9d")
    assert claims(state) == 3
    state = after(state, "2 take", "3 draw_market 1", "3 draw_market 0")
    assert market(state) == "Jc Jd 5c 6c 8c Tc"
    assert claims(state) == 0
    state = after(state, "2 leave", "0 take_back")
    assert now(state) == ("play", 3)
    assert hand(state, 2) == "4c 4d Kc"


def test_ST_V12_the_optional_draw():
    state = after(at({0: "3d 9c"}), "0 play 3d")
    assert now(state) == ("optional_draw", 0)
    drew = after(state, "0 draw_market 2")
    assert (hand(drew, 0), drew.market[2], now(drew)) == ("5c 9c", ("Jc",), ("play", 1))
    passed = after(state, "0 pass")
    assert (now(passed), passed.market) == (("play", 1), state.market)


def test_ST_V13_classic_draws_nothing():
    assert now(after(at({0: "3d 9c"}, **CLASSIC), "0 play 3d")) == ("play", 1)


def test_ST_V17_an_optional_draw_may_end_the_game():
    state = at({0: "3d 9c"}, market="- - - - - Tc", stock="")
    assert GAME.result(after(state, "0 play 3d", "0 draw_market 5")).reason == "cards_exhausted"


def test_ST_V18_the_stock_is_empty_and_the_market_is_not():
    state = after(at({0: "3d 9c"}, market="2c - 5c - - -", stock=""), "0 play 3d")
    assert refused(state, "0 draw_stock") == "stock_empty"
    assert refused(state, "0 draw_market 1") == "slot_empty"
    for slot in (6, -1, 10**9):
        assert refused(state, f"0 draw_market {slot}") == "no_such_slot"
    state = after(state, "0 draw_market 0")
    assert (market(state), now(state)) == ("- - 5c - - -", ("play", 1))


def test_ST_V19_the_market_is_empty_and_the_stock_is_not():
    state = at({0: "7c 7c 7d 7d 7h 7h 7s 9c"}, {1: "[4c 4c 4d 4d 4h 4h 4s]"}, stock="Jc Jd Jh")
    state = after(state, "0 play 7c 7c 7d 7d 7h 7h 7s", "0 take")
    state = after(state, *(f"1 draw_market {slot}" for slot in range(6)))
    assert market(state) == "- - - - - -"
    state = after(state, "1 draw_stock")
    assert (market(state), state.stock, now(state)) == ("Jd Jh - - - -", (), ("play", 1))


def test_ST_V20_illegal_plays():
    state = at({0: "7c 7c 8d X"})
    for text, code in (
        ("0 play 7c 8d", "mixed_ranks"),
        ("0 play 7c 7c 7c", "card_not_in_hand"),
        ("0 play X X", "card_not_in_hand"),
        ("0 play zz", "card_not_in_hand"),
        ("0 play", "no_cards"),
        ("0 pass", "must_play"),
        ("0 take", "wrong_phase"),
        ("0 draw_stock", "wrong_phase"),
        ("1 play 2s", "not_your_turn"),
        ("7 play 2s", "not_your_turn"),
    ):
        assert refused(state, text) == code, text
    for malformed in ({"type": "play"}, {"type": "fly"}, {}, None, {"type": "take", "x": 1}):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(malformed, GAME.move_type)
    assert classes(state) == {"7", "77", "7X", "77X", "8", "8X", "X"}
    assert len(GAME.moves(state, 0)) == 7


def test_ST_V21_phases():
    claim = after(at({0: "7c 9c"}, {1: "[5d]"}), "0 play 7c")
    assert refused(claim, "0 discard") == "wrong_phase"
    assert refused(claim, "1 take") == "not_your_turn"
    draw = after(claim, "0 take")
    assert refused(draw, "1 pass") == "must_draw"
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"type": "draw_market", "slot": True}, GAME.move_type)


def test_ST_V24_any_cards_of_a_class_are_accepted():
    state = at({0: "7c 7d 7h 9c"})
    assert hand(after(state, "0 play 7h 7d"), 0) == "7c 9c"
    assert Play(("7c", "7d")) in GAME.moves(state, 0)
    assert GAME.variants(state, 0, Play(("7c", "7d"))) == tuple(
        Play(cards) for cards in (("7c", "7d"), ("7c", "7h"), ("7d", "7h"))
    )


def test_ST_V25_and_ST_169_a_joker_is_free_again_in_hand():
    state = at({0: "9c 9d 3h"}, {1: "[6c X]"})
    state = after(state, "0 play 9c 9d", "0 take", "1 draw_stock", "1 draw_stock")
    assert hand(state, 0) == "3h 6c X"
    state = replace(state, turn=0)
    assert {"X", "3X"} <= classes(state)


@pytest.mark.parametrize(
    ("cards", "display", "stolen"),
    [
        ("Ac Ad", "[Kc Kd]", True),
        ("Ac X", "[Kc Kd]", True),
        ("Ac Ad", "[X X]", True),
        ("Ac Ad", "[Qc Qd]", False),
    ],
)
def test_ST_V26_aces_bite(cards, display, stolen):
    state = at({0: "Ac Ad X 9c"}, {1: display}, aces_bite=True)
    assert state.options.draw_when_nothing_stolen is False
    state = after(state, f"0 play {cards}")
    assert now(state) == (("claim", 0) if stolen else ("play", 1))


def test_ST_V26_kings_still_bite_aces_and_aces_no_aces():
    assert claims(after(at({0: "Kc 9c"}, {1: "[Ac]"}, aces_bite=True), "0 play Kc")) == 1
    assert after(at({0: "Ac 9c"}, {1: "[Ad]"}, aces_bite=True), "0 play Ac").phase == "play"


def test_ST_V28_set_up():
    state = GAME.setup(3, Options(), 1, Stacked(decks=[PACK])).state
    assert hand(state, 1) == "2h 3d 4c 4s 5h 6d 7c 7s 8h 9d Ac As Tc"
    assert hand(state, 2) == "2c 2s 3h 4d 5c 5s 6h 7d 8c 8s 9h Ad Td"
    assert hand(state, 0) == "2d 3c 3s 4h 5d 6c 6s 7h 8d 9c 9s Ah Th"
    assert market(state) == "Ts Jc Jd Jh Js Qc"
    assert (len(state.stock), state.stock[0], state.turn) == (63, "Qd", 1)


def test_ST_V34_a_position_may_come_back():
    start = at({0: "Ac 9c", 1: "9d", 2: "5c 9h"}, {1: "[Kc]"}, turn=2, aces_bite=True)
    state = after(start, "2 play 5c", "0 play Ac", "0 leave", "1 take_back")
    state = after(state, "1 play Kc", "1 leave", "2 take_back", "1 leave", "0 take_back")
    assert state == start


def test_ST_V36_tables():
    for seats, options, code in (
        (2, Options(), "duel_required"),
        (3, Options(duel=True), "duel_needs_two_players"),
        (6, Options(), "invalid_players"),
        (1, Options(), "invalid_players"),
    ):
        assert GAME.options(seats, options).code == code
    for given in ({"foo": True}, {"aces_bite": 1}):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(given, Options)
    assert GAME.defaults(2) == Options(duel=True)
    assert GAME.defaults(4) == Options()


def test_ST_V37_views():
    state = at({0: "7c 7d 7h 4s 9c"}, {1: "[Qc Qd]", 2: "[4c 4d 4h]", 3: "[9d 9h 9s]"}, seats=4)
    state = after(state, "0 play 7c 7d 7h", "0 take")
    view = GAME.view(state, 1)
    assert view.hand_counts == (5, 1, 1, 1)
    assert view.hand == ("2s",)
    step = steps(state, "2 draw_stock")[-1]
    for viewer in (0, 1, 3, None):
        assert b"Jc" not in msgspec.json.encode(GAME.view(step.state, viewer))
    assert "Jc" in GAME.view(step.state, 2).hand
    drew = next(event for event in step.events if isinstance(event, DrewFromStock))
    assert (shown(drew, 2).cards, shown(drew, 0).cards) == (("Jc",), (HIDDEN,))
