"""What the bot of Stibitzen thinks of moves, and how well it thinks a seat stands."""

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest

from rules.bots import sight
from rules.chance import Seeded
from rules.core import Advice, Glance
from rules.stibitzen.bot import Why
from rules.stibitzen.types import Options, State
from tests.rules.stibitzen_positions import CLASSIC, GAME, NO_CHANCE, after, at, moved

EIGHT = "3s 4s 5s 6s 8s 9s Js Qs"
"""A hand that is not to be laid soon."""


def glance(state: State) -> Glance[Any, Any, Any]:
    (seat,) = GAME.actors(state)
    return sight(GAME, state, seat, state.options, len(state.hands)).glance


def advice(state: State, text: str) -> Advice[Any]:
    """What is thought of a listed move, written as in positions."""
    _, move = moved(text)
    return next(one for one in GAME.bot.advise(glance(state)) if one.move == move)


def prefers(state: State, better: str, worse: str) -> bool:
    return advice(state, better).worth > advice(state, worse).worth


def reason(state: State, text: str) -> str:
    return advice(state, text).reason


# Laying


def test_ST_52_several_cards_at_once_are_better_than_a_low_one():
    state = at({0: "3c 9c 9d Kc", 1: EIGHT, 2: EIGHT})
    assert prefers(state, "0 play 9c 9d", "0 play 3c")
    assert reason(state, "0 play 9c 9d") == Why.SEVERAL


def test_ST_A1_a_large_group_is_laid_first():
    state = at({0: "9c 9d 9h 9s Tc Td Th", 1: EIGHT, 2: EIGHT})
    assert prefers(state, "0 play 9c 9d 9h 9s", "0 play Tc Td Th")
    assert reason(state, "0 play 9c 9d 9h 9s") == Why.LARGE


def test_ST_A2_a_low_card_is_laid_before_a_high_one():
    state = at({0: "4c Kc"})
    assert prefers(state, "0 play 4c", "0 play Kc")
    assert (reason(state, "0 play 4c"), reason(state, "0 play Kc")) == (Why.BAIT, Why.HIGH_LATER)


def test_ST_54_cards_of_a_rank_are_not_divided():
    state = at({0: "7c 7d 9c", 1: EIGHT, 2: EIGHT})
    assert prefers(state, "0 play 9c", "0 play 7c")
    assert reason(state, "0 play 7c") == Why.DIVIDES


def test_ST_A4_cards_are_worth_laying_more_when_somebody_is_about_to_end_the_game():
    late, early = (at({0: "3c 9c 9d Kc", 1: hand, 2: EIGHT}) for hand in ("2s", EIGHT))
    gains = [
        advice(state, "0 play 9c 9d").worth - advice(state, "0 play 3c").worth for state in (late, early)
    ]
    assert gains[0] > gains[1]
    assert reason(late, "0 play 9c 9d") == Why.HURRY


def test_ST_A5_jokers_are_kept():
    state = at({0: "7c 7d 9c X", 1: EIGHT, 2: EIGHT})
    assert prefers(state, "0 play 7c 7d", "0 play 7c 7d X")
    assert reason(state, "0 play 7c 7d X") == Why.SAVE_JOKER
    assert prefers(state, "0 play 9c", "0 play X")
    assert reason(state, "0 play X") == Why.JOKERS_ALONE


def test_ST_A5_jokers_alone_are_not_safe_if_aces_bite():
    assert reason(at({0: "7c X"}, aces_bite=True), "0 play X") == Why.SAVE_JOKER


def test_ST_2_a_high_card_that_steals_is_better_than_a_low_one():
    state = at({0: "4c Kc 9h"}, {1: "[Qc]"})
    assert prefers(state, "0 play Kc", "0 play 4c")
    assert not prefers(at({0: "4c Kc 9h"}, {1: "[Qc Qd]"}), "0 play Kc", "0 play 4c")


def test_ST_A4_stealing_from_a_small_hand_is_better():
    near, far = at({0: "9c 9h", 2: EIGHT}, {1: "[5c]"}), at({0: "9c 9h", 2: EIGHT}, {2: "[5c]"})
    assert advice(near, "0 play 9c").worth > advice(far, "0 play 9c").worth
    assert (reason(near, "0 play 9c"), reason(far, "0 play 9c")) == (Why.SETS_BACK, Why.STEALS)


def test_ST_130_aces_steal_kings_if_they_bite():
    biting, others = (at({0: "Ac 9c", 1: EIGHT}, {1: "[Kc]"}, **on) for on in ({"aces_bite": True}, CLASSIC))
    assert advice(biting, "0 play Ac").worth > advice(others, "0 play Ac").worth
    assert (reason(biting, "0 play Ac"), reason(others, "0 play Ac")) == (Why.STEALS, Why.BAIT)


def test_stealing_what_goes_with_cards_in_hand_is_better():
    fits, new = (at({0: "9c Kc 4h"}, {1: f"[{card}]"}) for card in ("4c", "5c"))
    assert advice(fits, "0 play 9c").worth > advice(new, "0 play 9c").worth
    fits, new = (at({0: "9c Kc 4h"}, seats=2, shadow=card) for card in ("4c", "5c"))
    assert advice(fits, "0 play 9c").worth > advice(new, "0 play 9c").worth


def test_ST_115_the_game_is_ended_only_with_a_win():
    ahead, behind = at({0: "9c 9d"}), at({0: "9c 9d"}, {1: "[3c 3d 3h 3s]"})
    assert prefers(ahead, "0 play 9c 9d", "0 play 9c")
    assert prefers(behind, "0 play 9c", "0 play 9c 9d")
    assert reason(ahead, "0 play 9c 9d") == Why.ENDS_WON
    assert reason(behind, "0 play 9c 9d") == Why.ENDS_LOST


# Stolen groups


def test_ST_A3_stolen_cards_are_taken_only_if_there_is_time_to_lay_them():
    early = after(at({0: "9c 4h 7h Kh", 1: EIGHT, 2: EIGHT}, {1: "[5c]"}), "0 play 9c")
    late = after(at({0: "9c 4h 7h Kh Jh Qh"}, {1: "[5c]"}), "0 play 9c")
    assert prefers(early, "0 take", "0 leave")
    assert prefers(late, "0 leave", "0 take")
    assert (reason(early, "0 take"), reason(late, "0 take")) == (Why.TAKE_USEFUL, Why.TAKE_BURDEN)


def test_ST_A3_a_stolen_card_that_makes_a_group_larger_is_taken_late():
    state = after(at({0: "9c 4h 5h 5s Kh Jh Qh"}, {1: "[5c]"}), "0 play 9c")
    assert prefers(state, "0 take", "0 leave")


@pytest.mark.parametrize(
    ("display", "better", "worse"), [("", "take", "leave"), ("[8c 8d 8h 8s]", "leave", "take")]
)
def test_ST_160_a_steal_that_ends_the_game_is_taken_only_with_a_win(display, better, worse):
    state = at({0: "7c 7d 9c"}, {1: "[4c 4d]", 2: display, 0: "[3c 3d 3h]"}, market="2c - - - - -", stock="")
    state = after(state, "0 play 7c 7d")
    assert prefers(state, f"0 {better}", f"0 {worse}")


def test_ST_66_a_pair_that_market_and_hand_cannot_replace_is_taken_back():
    state = at({0: "Kc Kd 9c", 1: "5s 9s Js", 2: EIGHT}, {1: "[5c 5d]"}, market="Ac 3c 4c 6c 8c Tc")
    assert prefers(after(state, "0 play Kc Kd", "0 leave"), "1 take_back", "1 discard")


def test_ST_A2_bait_is_discarded_for_what_goes_with_the_hand():
    state = at({0: "Kc 9c", 1: "7c 7d 9s Js 3h"}, {1: "[3c]"}, market="Ac 4c 5c 6c 7h Tc")
    state = after(state, "0 play Kc", "0 leave")
    assert prefers(state, "1 discard", "1 take_back")


def test_ST_160_a_group_is_not_discarded_if_that_ends_the_game_with_a_loss():
    state = at({0: "Kc 9c", 1: "7c 7d"}, {0: "[8c 8d]", 1: "[3c]"}, market="7h - - - - -", stock="")
    state = after(state, "0 play Kc", "0 leave")
    assert prefers(state, "1 take_back", "1 discard")
    assert reason(state, "1 discard") == Why.ENDS_LOST


def test_ST_147_the_shadow_group_that_goes_with_the_hand_is_chosen():
    state = after(at({0: "9c 4h Kh"}, seats=2, shadow="4c 6c"), "0 play 9c")
    assert prefers(state, "0 choose_shadow 4", "0 choose_shadow 6")
    assert reason(state, "0 choose_shadow 4") == Why.SHADOW_FITS
    assert reason(state, "0 choose_shadow 6") == Why.SHADOW_NEW


# Drawing


def drawing(hand: str, market: str, stock: str = "Jc") -> State:
    """Seat 0 may draw a card; the game is far from its end."""
    others = {1: EIGHT, 2: EIGHT}
    return after(at({0: f"3d {hand}"} | others, market=market, stock=stock), "0 play 3d")


def test_ST_70_cards_of_the_largest_group_are_drawn_first_and_jokers_before_them():
    hand = "5h 5s 9c Ts Jh Qh Kh 7h 8h"
    state = drawing(hand, "X 5c Kc Ac - -", stock="Jc Jd")
    assert prefers(state, "0 draw_market 0", "0 draw_market 1")
    assert prefers(state, "0 draw_market 1", "0 draw_market 3")
    late = after(at({0: f"3d {hand}"}, market="5c 7c - - - -"), "0 play 3d")
    assert prefers(late, "0 draw_market 0", "0 draw_market 1")
    reasons = [reason(state, f"0 draw_market {slot}") for slot in (0, 1, 3)]
    assert reasons == [Why.DRAW_JOKER, Why.DRAW_FITS, Why.DRAW_NEW]


def test_ST_70_the_stock_is_better_than_a_new_rank_and_worse_than_one_that_fits():
    state = drawing("5h 5s 9c Ts Jh Qh Kh 7h", "5c 2c - - - -")
    assert prefers(state, "0 draw_market 0", "0 draw_stock")
    assert prefers(state, "0 draw_stock", "0 draw_market 1")
    assert reason(state, "0 draw_stock") == Why.DRAW_BLIND


def test_ST_10_of_two_new_ranks_the_higher_is_drawn():
    assert prefers(drawing("9c", "4c Kc - - - -"), "0 draw_market 1", "0 draw_market 0")


def test_ST_75_nothing_is_drawn_that_cannot_be_laid():
    state = after(at({0: "3d 5h 5s 9c Ts Jh Kh"}, market="2c - - - - -"), "0 play 3d")
    assert prefers(state, "0 pass", "0 draw_market 0")
    assert reason(state, "0 pass") == Why.NO_MORE
    assert prefers(drawing("5h 9c", "2c - - - - -"), "0 draw_market 0", "0 pass")


def test_ST_153_two_cards_in_a_slot_are_better_than_one():
    state = at({0: "3d 5h Kh", 1: EIGHT}, seats=2, market="5c (5d Kc) - - - -")
    assert prefers(after(state, "0 play 3d"), "0 draw_market 1", "0 draw_market 0")


@pytest.mark.parametrize(
    ("display", "better", "worse"), [("", "draw_market 0", "pass"), ("[Kc Kd]", "pass", "draw_market 0")]
)
def test_ST_101_the_last_card_is_drawn_only_with_a_win(display, better, worse):
    state = at({0: "3d 5c"}, {0: "[4c 4d]", 1: display}, market="5d - - - - -", stock="")
    state = after(state, "0 play 3d")
    assert prefers(state, f"0 {better}", f"0 {worse}")


# The outlook


@pytest.mark.parametrize(
    ("better", "display", "worse"),
    [
        ("9c", "[9d]", "9c 9d"),
        ("9c 8c 6c 5c 4c", "", "9c 8c 6c 5c 4c 3c"),
        ("9c 9d 9h 3c 3d 3h", "", "9c 8c 6c 5c 4c 3c"),
        ("9c X 3c", "", "9c 9d 3c"),
    ],
)
def test_the_outlook_is_better_with_more_displayed_fewer_ranks_in_hand_and_jokers(better, display, worse):
    others = {1: "9d 3d", 2: "9h 3h"}
    outlooks = [
        GAME.bot.outlook(at({0: better} | others, {0: display}), 0),
        GAME.bot.outlook(at({0: worse} | others), 0),
    ]
    assert outlooks[0] > outlooks[1]


def test_ST_112_and_113_the_outlook_at_the_end_is_best_for_the_winners():
    tie = after(at({0: "9c", 1: "2s", 2: "2s 3s"}, {1: "[3c 3d]", 2: "[4c 4d 4h]"}), "0 play 9c")
    assert GAME.result(tie).places == (1, 2, 3)
    outlooks = [GAME.bot.outlook(tie, seat) for seat in range(3)]
    assert outlooks[0] > 0.5 > outlooks[1] > outlooks[2]


# Whole games

TABLES = [
    (seats, Options(not bite and draw, bite, seats == 2))
    for seats, draw, bite in product(GAME.seats, (True, False), (True, False))
]


def played(seats: int, options: Options, seed: int) -> Iterator[State]:
    """A game in which every other move is the bot's, the rest by lot."""
    state = GAME.setup(seats, options, 0, Seeded(b"stibitzen", "bot", seed)).state
    lot = Random(seed)
    while to_act := GAME.actors(state):
        yield state
        moves = GAME.moves(state, to_act[0])
        move = lot.choice(moves) if lot.randrange(2) else GAME.bot.choose(glance(state))
        state = GAME.apply(state, to_act[0], move, NO_CHANCE).state
    yield state


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_every_legal_move_gets_advice_in_order(seats, options):
    *running, last = played(seats, options, 7)
    for state in running:
        seen = glance(state)
        given = GAME.bot.advise(seen)
        assert tuple(one.move for one in given) == seen.moves
        assert all(one.reason in Why for one in given)
        assert GAME.bot.choose(seen) == max(given, key=lambda one: one.worth).move
        assert all(0 <= GAME.bot.outlook(state, seat) <= 1 for seat in range(seats))
    result, outlooks = GAME.result(last), [GAME.bot.outlook(last, seat) for seat in range(seats)]
    assert [seat for seat in range(seats) if outlooks[seat] == max(outlooks)] == list(result.winners)
    assert all(0 <= outlook <= 1 for outlook in outlooks)


def test_ST_191_bots_do_not_play_in_circles_even_if_aces_bite():
    for seats in GAME.seats:
        state = GAME.setup(
            seats, Options(False, True, seats == 2), 0, Seeded(b"stibitzen", "ends", seats)
        ).state
        made = 0
        while GAME.actors(state):
            state = GAME.apply(state, GAME.actors(state)[0], GAME.bot.choose(glance(state)), NO_CHANCE).state
            made += 1
            assert made < 400
