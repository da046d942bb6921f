"""The Duel of Stibitzen: its test vectors, and what its clauses say besides."""

from collections import Counter
from itertools import chain

from rules.chance import Seeded, Stacked
from rules.stibitzen.duel import fill
from rules.stibitzen.groups import PACK
from rules.stibitzen.types import (
    ChooseShadow,
    KingLaid,
    KingRemoved,
    Laid,
    Options,
    ShadowFilled,
    ShadowStolen,
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
    now,
    refused,
    steps,
    walk,
)


def test_ST_V29_duel_set_up():
    start = PACK.index("5c")
    deck = PACK[start:] + PACK[:start]
    state = GAME.setup(2, Options(duel=True), 0, Stacked(decks=[deck])).state
    assert hand(state, 0) == "5c 5h 6c 6h 7c 7h 8c 8h 9c 9h Tc X X"
    assert hand(state, 1) == "5d 5s 6d 6s 7d 7s 8d 8s 9d 9s Td X X"
    assert market(state) == "(Th Kc) (Ts Kd) (Jc Kh) (Jd Ks) Jh Js"
    assert [(one.rank, len(one.cards)) for one in state.shadow] == [("A", 4), ("2", 4), ("3", 1), ("Q", 4)]
    assert (len(state.stock), state.stock[0]) == (59, "3d")


def test_ST_V30_duel_steal_refill_and_opponent():
    state = at(
        {0: "9c 9d 3h", 1: "2s"},
        {1: "[8c 8d]"},
        seats=2,
        shadow="4c 4d 6c 7c 8h Tc Td Th Jc Jd Jh Qc Qd",
        market="5c 2c 9h 2d Kc Js",
        stock="Kd Kh 8s Ks 3c 7d Qh",
    )
    state = after(state, "0 play 9c 9d")
    assert hand(state, 0) == "3h 4c 4d"
    assert market(state) == "(5c Ks) (2c Kd) 9h (2d Kh) Kc Js"
    shadow = {one.rank: set(one.cards) for one in state.shadow}
    assert (shadow["3"], shadow["8"]) == ({"3c"}, {"8h", "8s"})
    assert sum(map(len, shadow.values())) == 13
    assert state.stock == ("7d", "Qh")
    assert claims(state) == 1
    state = after(state, "0 take", "1 draw_market 1")
    assert hand(state, 1) == "2c 2s Kd"
    state = after(state, "1 draw_market 2")
    assert market(state) == "(5c Ks) 7d Qh (2d Kh) Kc Js"
    assert (now(state), hand(state, 0)) == (("play", 1), "3h 4c 4d 8c 8d")


def test_ST_V31_duel_choice():
    state = at({0: "9c 3h"}, seats=2, shadow="4c 6c 8c Tc Td Jc Jd Jh Qc Qd Qh Qs 2c")
    state = after(state, "0 play 9c")
    assert GAME.view(state, 1).shadow_choices == ("2", "4", "6", "8")
    assert refused(state, "0 choose_shadow T") == refused(state, "0 choose_shadow zz") == "not_a_candidate"
    assert hand(after(state, "0 choose_shadow 6"), 0) == "3h 6c"


def test_ST_V32_duel_without_a_single_market_card():
    state = at(
        {0: "9d 3h"},
        seats=2,
        shadow="4c 5c 5d 5h 6c 6d 6h 7c 7d 7h Qc Qd Qh",
        market="(5s Kc) (6s Kd) (7s Kh) (8c Ks) (9c Kc) (Tc Kd)",
        stock="Kh 3c 4h",
    )
    state = after(state, "0 play 9d")
    assert (hand(state, 0), state.removed, state.stock) == ("3h 4c", ("Kh",), ("4h",))
    assert sum(len(one.cards) for one in state.shadow) == 13
    assert now(state) == ("play", 1)


def test_ST_V33_duel_the_stock_runs_out():
    state = at({0: "9c 9d 3h"}, seats=2, shadow="4c 4d 5c 5d 5h 6c 6d 6h 7c 7d 7h Qc Qd", stock="Kd 8s")
    state = after(state, "0 play 9c 9d")
    assert (hand(state, 0), state.market[0], state.stock) == ("3h 4c 4d", ("2c", "Kd"), ())
    assert sum(len(one.cards) for one in state.shadow) == 12
    assert now(state) == ("play", 1)


def test_ST_V35_duel_the_last_group_steals_nothing():
    state = at({0: "9c"}, seats=2, shadow="4c")
    state = after(state, "0 play 9c")
    assert (GAME.result(state).reason, state.shadow) == ("hand_empty", groups("[4c]"))


def test_ST_V38_duel_with_eight_kings():
    market_cards, kings = (
        ["9c", "5c", "5d", "Ac", "Qc", "2c"],
        ["Kc", "Kd", "Kh", "Ks", "Kc", "Kd", "Kh", "Ks"],
    )
    rest = [card for card in PACK if card != "X"]
    for card in market_cards + kings:
        rest.remove(card)
    deck = (*rest[:22], *market_cards, *kings, *rest[22:], *["X"] * 4)
    state = GAME.setup(2, Options(duel=True), 0, Stacked(decks=[deck])).state
    assert market(state) == "(9c Kc) (5c Kh) (5d Ks) (Ac Kc) (Qc Kd) (2c Kd)"
    assert state.removed == ("Kh", "Ks")
    assert sum(len(one.cards) for one in state.shadow) == 13
    assert len(state.stock) == 55


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


def test_ST_37_and_140_each_has_two_jokers_and_the_rest_of_the_deck_keeps_its_order():
    step = GAME.setup(2, Options(duel=True), 1, Stacked(decks=[PACK[::-1]]))
    others = [card for card in PACK[::-1] if card != "X"]
    assert sorted(step.state.hands[1]) == sorted(["X", "X", *others[0:22:2]])
    assert sorted(step.state.hands[0]) == sorted(["X", "X", *others[1:22:2]])
    assert step.state.turn == 1


def test_ST_134_an_ace_is_the_lowest_single_card_of_the_market():
    _, slots, _, _, _ = fill((), (("2c",), ("Ac",), ("As",)), ("Kc", "Kd", "Kh"), ())
    assert slots == (("2c", "Kh"), ("Ac", "Kc"), ("As", "Kd"))


def test_ST_144_and_157_a_joker_turned_up_by_hand_is_treated_like_a_king():
    shadow, slots, stock, removed, events = fill((), (("X",), ("Kc",)), ("X", "X", "X", "4c"), ())
    assert slots == (("X", "X"), ("Kc", "X"))
    assert (removed, shadow, stock) == (("X",), groups("[4c]"), ())
    assert [type(event) for event in events] == [KingLaid, KingLaid, KingRemoved, ShadowFilled]


def test_ST_145a_and_155_slots_hold_two_cards_at_most_and_a_refill_never_ends_the_game():
    for n in range(30):
        state = GAME.setup(2, Options(duel=True), n % 2, Seeded(b"duel", "slots", n)).state
        for before, after_it in walk(state, n):
            assert all(len(cards) <= 2 for cards in after_it.market)
            assert not {"K", "X"} & {one.rank for one in after_it.shadow}
            if before.phase in ("play", "choose_shadow") and after_it.ended:
                assert after_it.ended == "hand_empty"


def test_ST_150_what_is_told_of_a_steal_and_the_refill():
    state = at({0: "9c 3h"}, seats=2, shadow="4c", stock="Kc 5d", market="2c 3c 5c 6c 8c Tc")
    (step,) = steps(state, "0 play 9c")
    told = [(type(event), event.cards) for event in step.events]
    assert told == [
        (Laid, ("9c",)),
        (ShadowStolen, ("4c",)),
        (KingLaid, ("Kc",)),
        (ShadowFilled, ("5d",)),
    ]
    assert step.events[2].slot == 0


def test_ST_147_two_shadow_groups_are_a_choice_and_ST_173_so_they_are_without_stock():
    state = at({0: "9c 3h"}, seats=2, shadow="4c 6c Tc", stock="")
    state = after(state, "0 play 9c")
    assert GAME.moves(state, 0) == (ChooseShadow("4"), ChooseShadow("6"))
    state = after(state, "0 choose_shadow 4")
    assert (hand(state, 0), now(state)) == ("3h 4c", ("play", 1))
    assert [one.rank for one in state.shadow] == ["6", "T"]


def test_ST_151_the_opponent_is_compared_after_the_choice():
    state = at({0: "9c 3h"}, {1: "[5d]"}, seats=2, shadow="4c 6c", stock="7c 8c")
    state = after(state, "0 play 9c", "0 choose_shadow 6")
    assert claims(state) == 1
    state = after(state, "0 leave", "1 take_back")
    assert (now(state), [one.rank for one in state.shadow]) == (("play", 1), ["4", "7", "8"])


def test_ST_153_and_154_a_slot_of_two_is_one_optional_draw_and_is_filled_with_one_card():
    state = at({0: "3c 9h"}, seats=2, market="(5c Kc) 2c 2d 2h 2s 8c", stock="Ks 4d")
    state = after(state, "0 play 3c", "0 draw_market 0")
    assert (hand(state, 0), market(state)) == ("5c 9h Kc", "Ks 2c 2d 2h 2s 8c")
    assert now(state) == ("play", 1)


def test_ST_172_an_empty_shadow_display_is_ignored():
    state = after(at({0: "9c 3h"}, seats=2, shadow="", stock=""), "0 play 9c")
    assert (now(state), state.shadow) == (("optional_draw", 0), ())


def test_ST_25_the_duel_goes_with_aces_bite_and_ST_131_kings_steal_from_the_shadow():
    assert GAME.options(2, Options(duel=True, aces_bite=True)) == Options(False, True, True)
    state = after(at({0: "Kc 3h"}, seats=2, shadow="Ac", aces_bite=True), "0 play Kc")
    assert (hand(state, 0), now(state)) == ("3h Ac", ("play", 1))


def test_ST_157_a_joker_put_into_the_stock_by_hand_is_not_lost_in_imagined_states():
    state = at({0: "9c X", 1: "4d"}, seats=2, stock="X Jc X")
    for n in range(20):
        for viewer in (0, 1, None):
            other = GAME.imagine(state, viewer, Seeded(b"duel", "imagine", n))
            assert Counter(chain(*GAME.zones(other).values())) == Counter(chain(*GAME.zones(state).values()))
            assert GAME.view(other, viewer) == GAME.view(state, viewer)
