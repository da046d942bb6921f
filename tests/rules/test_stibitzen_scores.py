"""How games of Stibitzen end and score, and how series do: test vectors and clauses."""

import pytest
from msgspec.structs import replace

from rules.chance import Seeded
from rules.stibitzen.groups import group
from rules.stibitzen.types import DrewFromStock, Options, Result, Revealed, Series
from tests.rules.stibitzen_positions import GAME, after, at, groups, market, now, steps, walk


def test_ST_V2_score_is_display_less_hand():
    state = at({0: "9c"}, {1: "[4c 4d 4h 4s] [5c 5d 5h 5s] [6c 6d 6h 6s] [8c 8d 8h 8s] [9h]"})
    state = after(replace(state, hands=(("9c",), ("2c", "2d", "2h", "2s"), ("2s",))), "0 play 9c")
    result = GAME.result(state)
    assert (result.displayed[1], result.in_hand[1], result.scores[1]) == (17, 4, 13)


def test_ST_V14_going_out_steals_nothing():
    state = at({0: "Kc Kd", 1: "2s", 2: "2s 2h"}, {1: "[5c 5d]"})
    step = steps(state, "0 play Kc Kd")[-1]
    result = GAME.result(step.state)
    assert result == Result("hand_empty", (2, 2, 0), (0, 1, 2), (2, 1, -2), (1, 2, 3), (0,))
    assert step.events[-1] == Revealed("hand_empty", step.state.hands)


@pytest.mark.parametrize("draws", [("1 draw_stock", "1 draw_market 0"), ("1 draw_market 0", "1 draw_stock")])
def test_ST_V15_and_V16_exhausted_in_mid_draw(draws):
    state = at(
        {0: "7c 7d 7h 9c"},
        {1: "[4c 4d 4h]", 2: "[5c 5d 5h]"},
        market="2c - - - - -",
        stock="Jc",
    )
    state = after(state, "0 play 7c 7d 7h", "0 take", draws[0])
    assert (state.phase, state.owed) == ("draw", 2)
    state = after(state, draws[1])
    result = GAME.result(state)
    assert (result.reason, result.scores, result.winners) == ("cards_exhausted", (-1, -3, 2), (2,))


def scored(displayed, in_hand):
    """The result of a game with so many cards displayed and in hand."""
    state = at({seat: " ".join(["2s"] * held) for seat, held in enumerate(in_hand)})
    displays = tuple((group(["3c"] * laid),) if laid else () for laid in displayed)
    return GAME.result(replace(state, displays=displays, phase="over", ended="hand_empty"))


def test_ST_V22_ties_are_broken_by_hand_cards():
    result = scored((5, 7, 3), (0, 2, 1))
    assert (result.scores, result.places, result.winners) == ((5, 5, 2), (1, 2, 3), (0,))


def test_ST_V23_a_shared_win():
    result = scored((0, 6, 6), (4, 1, 1))
    assert (result.scores, result.places, result.winners) == ((-4, 5, 5), (3, 1, 1), (1, 2))


def test_ST_V27_a_series():
    def of(scores):
        return Result("hand_empty", (0,) * 3, (0,) * 3, scores, (1, 1, 1), ())

    results = [of((5, -2, 7)), of((1, 9, 0)), of((3, 2, 2))]
    assert GAME.games(3, Series()) == 3
    assert GAME.games(2, Series()) == 2
    running = GAME.standings(3, Series(), results[:2], closed=False)
    assert (running.totals, running.places, running.winners) == ((6, 7, 7), (3, 1, 1), ())
    settled = GAME.standings(3, Series(), results, closed=True)
    assert (settled.games, settled.totals, settled.winners) == (3, (9, 9, 9), (0, 1, 2))
    firsts = [2]
    while len(firsts) < 3:
        firsts.append(GAME.next_first(3, firsts, results))
    assert firsts == [2, 0, 1]
    assert GAME.next_first(3, (), ()) is None


def test_ST_100_comes_before_ST_168_and_101():
    state = at({0: "9c"}, market="- - - - - -", stock="")
    assert GAME.result(after(state, "0 play 9c")).reason == "hand_empty"


def test_ST_101_and_161_owed_draws_that_equal_what_is_left_end_the_game():
    state = at({0: "7c 7d 9c"}, {1: "[4c 4d]", 2: "[5c 5d]"}, market="- - - Tc - -", stock="Jc")
    step = steps(state, "0 play 7c 7d", "0 take", "1 draw_market 3", "1 draw_stock")[-1]
    assert [type(event) for event in step.events] == [DrewFromStock, Revealed]
    assert GAME.result(step.state).reason == "cards_exhausted"
    assert step.state.displays[2] == groups("[5c 5d]")


def test_ST_102_a_market_emptied_or_a_stock_emptied_goes_on():
    state = at({0: "3d 9c"}, market="2c - - - - -", stock="Jc")
    state = after(state, "0 play 3d", "0 draw_stock")
    assert (market(state), now(state)) == ("2c - - - - -", ("play", 1))
    state = at({0: "3d 9c"}, market="2c - - - - -", stock="Jc")
    state = after(state, "0 play 3d", "0 draw_market 0")
    assert (market(state), now(state)) == ("Jc - - - - -", ("play", 1))


def test_ST_111_jokers_count_one_and_other_zones_count_for_nobody():
    state = at({0: "9c", 1: "X 2s"}, {1: "[5c X]"}, stock="Jc")
    state = replace(state, discard=("4c", "4d"), removed=("Kc",))
    result = GAME.result(after(state, "0 play 9c"))
    assert (result.displayed, result.in_hand, result.scores) == ((1, 2, 0), (0, 2, 1), (1, 0, -1))


def test_ST_115_who_goes_out_need_not_win():
    result = GAME.result(after(at({0: "9c"}, {1: "[4c 4d 4h]"}), "0 play 9c"))
    assert (result.scores, result.winners) == ((1, 2, -1), (1,))


def test_ST_160_and_165_what_was_taken_counts_against_the_thief():
    state = at({0: "7c 7d 9c"}, {1: "[4c 4d]"}, market="2c - - - - -", stock="")
    state = after(state, "0 play 7c 7d", "0 take", "1 draw_market 0")
    result = GAME.result(state)
    assert (result.reason, result.in_hand, result.scores[0]) == ("cards_exhausted", (3, 2, 1), -1)


def test_ST_167_a_whole_hand_may_be_one_group():
    state = after(at({0: "7c 7c 7d X"}), "0 play X 7d 7c 7c")
    assert GAME.result(state).reason == "hand_empty"
    assert state.displays[0] == groups("[7c 7c 7d X]")


def test_ST_114_places_leave_a_gap_after_equals():
    state = at(dict.fromkeys(range(4), "2s"), {1: "[3c]", 2: "[3d]", 3: "[4c 4d]"}, seats=4)
    result = GAME.result(replace(state, phase="over", ended="cards_exhausted"))
    assert (result.places, result.winners) == ((4, 2, 2, 1), (3,))


def test_ST_120_to_124_nothing_but_the_totals_counts():
    first = Result("hand_empty", (4, 0), (0, 4), (4, -4), (1, 2), (0,))
    second = Result("cards_exhausted", (0, 9), (1, 1), (-1, 8), (2, 1), (1,))
    none = GAME.standings(2, Series(), [], closed=False)
    assert (none.games, none.totals, none.places, none.winners) == (0, (0, 0), (1, 1), ())
    final = GAME.standings(2, Series(), [first, second], closed=True)
    assert (final.games, final.totals, final.places, final.winners) == (2, (3, 4), (2, 1), (1,))
    assert GAME.next_first(2, (1,), [first]) == 0


TABLES = [
    (seats, Options(draw, bite, seats == 2))
    for seats in GAME.seats
    for draw in (True, False)
    for bite in (True, False)
]


@pytest.mark.parametrize("seats, given", TABLES)
def test_ST_103_and_171_and_190_and_192_random_games_end_and_have_something_to_draw(seats, given):
    start = GAME.setup(seats, GAME.options(seats, given), 0, Seeded(b"random", "games", seats)).state
    played = list(walk(start, seats))
    for before, state in played:
        assert all(state.hands) or (before.phase, state.ended) == ("play", "hand_empty")
        assert state.phase not in ("draw", "optional_draw") or state.stock or any(state.market)
    assert len(played) < 2000
    assert GAME.result(played[-1][1]) is not None
