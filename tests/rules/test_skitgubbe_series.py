"""Series of Skitgubbe, clause by clause: what the test vectors leave out."""

import msgspec
import pytest

from rules.skitgubbe.types import Result, Series
from tests.rules.skitgubbe_positions import (
    GAME,
    as_json,
)


def result(loser, seats=3):
    """The result of a game with this loser."""
    return Result(
        outcomes=tuple("loss" if seat == loser else "win" for seat in range(seats)),
        skitgubbe=loser,
        out_order=tuple(seat for seat in range(seats) if seat != loser),
    )


def test_SG_33_SG_34_SG_143_SG_163_the_deal_passes_clockwise():
    assert GAME.next_first(3, (), ()) is None
    for first, loser in ((0, 0), (1, 0), (2, 1)):
        assert GAME.next_first(3, (1, first), (result(2), result(loser))) == (first + 1) % 3


def test_SG_145_SG_150_losses_are_counted():
    for closed in (False, True):
        counted = GAME.standings(3, Series(), (result(2), result(2), result(0)), closed=closed)
        assert as_json(counted) == {
            "losses": [1, 0, 2],
            "fewest": [1],
            "most": [2],
            "pot": 0,
            "payout": [0, 0, 0],
            "left_over": 0,
            "pays_drinks": [],
        }


def test_SG_146_SG_147_the_pot_is_paid_out_at_the_end_only():
    running = GAME.standings(3, Series(stake="pot"), (result(2), result(0)), closed=False)
    assert (running.pot, running.payout, running.left_over) == (2, (0, 0, 0), 0)
    closed = GAME.standings(3, Series(stake="pot"), (result(2), result(0)), closed=True)
    assert (closed.pot, closed.payout, closed.left_over) == (2, (0, 2, 0), 0)


def test_SG_148_the_rest_of_the_pot_goes_to_nobody():
    closed = GAME.standings(4, Series(stake="pot"), [result(3, 4)] * 5, closed=True)
    assert (closed.fewest, closed.payout, closed.left_over) == ((0, 1, 2), (1, 1, 1, 0), 2)


def test_SG_149_all_who_lost_most_pay():
    results = (result(1), result(2), result(2), result(1), result(0))
    for closed, pays in ((False, ()), (True, (1, 2))):
        standings = GAME.standings(3, Series(stake="drinks"), results, closed=closed)
        assert standings.pays_drinks == pays


def test_SG_151_length_of_a_series():
    assert GAME.games(3, Series()) is None
    assert GAME.games(3, Series(games=7)) == 7
    for wrong in ({"games": 0}, {"games": 100}, {"games": True}, {"stake": "chips"}):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(wrong, GAME.series_type)


def test_SG_152_without_a_finished_game_nobody_pays():
    closed = GAME.standings(2, Series(stake="drinks"), (), closed=True)
    assert (closed.losses, closed.pot, closed.pays_drinks) == ((0, 0), 0, ())


def settled(stake, *losers):
    """The standings of a closed series of three."""
    results = tuple(map(result, losers))
    return as_json(GAME.standings(3, Series(stake=stake), results, closed=True))


def test_V42_SG_146_to_SG_153_standings():
    assert settled("pot", 0, 2, 0, 1, 0) == {
        "losses": [3, 1, 1],
        "fewest": [1, 2],
        "most": [0],
        "pot": 5,
        "payout": [0, 2, 2],
        "left_over": 1,
        "pays_drinks": [],
    }
    drinks = settled("drinks", 0, 2, 0, 1, 0)
    assert (drinks["pays_drinks"], drinks["pot"], drinks["payout"]) == ([0], 0, [0, 0, 0])
    assert settled("pot", 0, 1, 1)["payout"] == [0, 0, 3]
    for stake in ("none", "pot", "drinks"):
        empty = settled(stake)
        assert (empty["pot"], empty["payout"], empty["pays_drinks"]) == (0, [0, 0, 0], [])
