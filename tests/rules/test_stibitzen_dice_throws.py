"""Every throw there is, and every selection from it, against a valuation that tries all divisions."""

import time
from collections import Counter
from functools import cache
from itertools import combinations, product

import pytest

from rules.chance import Stacked
from rules.core import Refusal
from rules.referee import play
from rules.stibitzen_dice.game import No
from rules.stibitzen_dice.types import Busted, Keep, Roll
from rules.stibitzen_dice.values import VALUES
from tests.rules.stibitzen_dice_positions import GAME, at, start

ALIKE = {1: 1000, 2: 200, 3: 300, 4: 400, 5: 500, 6: 600}


def combination(dice):
    """The points of one combination, None if the dice are none (SD-25, SD-26)."""
    counts = sorted(Counter(dice).values())
    match len(dice), counts:
        case 1, _:
            return {1: 100, 5: 50}.get(dice[0])
        case 3, [3]:
            return ALIKE[dice[0]]
        case 5, [5]:
            return 2000
        case 5, [2, 3]:
            return 1500
        case 5, [1, 1, 1, 1, 1] if max(dice) - min(dice) == 4:
            return 500
    return None


@cache
def worth(dice):
    """The points of the best division into combinations, None if there is none (SD-30)."""
    if not dice:
        return 0
    sums = []
    for size in range(len(dice)):
        for others in combinations(range(1, len(dice)), size):
            block = combination(tuple(dice[i] for i in (0, *others)))
            rest = worth(tuple(d for i, d in enumerate(dice) if i and i not in others))
            if block is not None and rest is not None:
                sums.append(block + rest)
    return max(sums, default=None)


@cache
def selections(roll):
    """Every different non-empty selection of a throw in rising order, and what it is worth."""
    chosen = {dice for size in range(1, len(roll) + 1) for dice in combinations(roll, size)}
    return {dice: worth(dice) for dice in chosen}


def throws(size):
    return product(range(1, 7), repeat=size)


@pytest.mark.parametrize("size", range(1, 6))
def test_SD_29_SD_30_SD_53_all_keeps_of_all_throws(size):
    for roll in throws(size):
        state = at(roll=" ".join(map(str, roll)))
        expected = {dice for dice, points in selections(tuple(sorted(roll))).items() if points is not None}
        listed = [move.dice for move in GAME.moves(state, 0)]
        assert set(listed) == expected, roll
        assert len(listed) == len(expected), roll
        assert listed == sorted(listed, key=lambda dice: (len(dice), dice)), roll
        assert all(list(dice) == sorted(dice) for dice in listed), roll


@pytest.mark.parametrize("size", range(1, 6))
def test_SD_30_SD_51_check_and_value_of_every_selection(size):
    for roll in throws(size):
        state = at(roll=" ".join(map(str, roll)), points=50)
        for chosen in {dice for k in range(1, size + 1) for dice in combinations(roll, k)}:
            points = worth(tuple(sorted(chosen)))
            answer = play(GAME, state, 0, Keep(chosen), Stacked())
            if points is None:
                assert answer.code == No.NON_SCORING_DIE, (roll, chosen)
            else:
                assert answer.state.turn_points == 50 + points, (roll, chosen)
                assert answer.state.aside == (tuple(sorted(chosen)),), (roll, chosen)


@pytest.mark.parametrize("size, busts", [(1, 4), (2, 16), (3, 60), (4, 204), (5, 600)])
def test_SD_27_SD_A1_busts(size, busts):
    """Of a set with some ones set aside, or of a whole one."""
    state = at(aside="1 " * (5 - size), points=100) if size < 5 else start()
    found = 0
    for roll in throws(size):
        events = GAME.apply(state, 0, Roll(), Stacked(dice=roll)).events
        bust = isinstance(events[-1], Busted)
        assert bust == all(points is None for points in selections(tuple(sorted(roll))).values()), roll
        found += bust
    assert found == busts
    assert round(100 * found / 6**size) == (67, 44, 28, 16, 8)[size - 1]


def test_SD_30_the_table_holds_exactly_what_can_be_divided():
    every = {tuple(sorted(dice)) for size in range(1, 6) for dice in throws(size)}
    assert {dice: worth(dice) for dice in every if worth(dice) is not None} == VALUES


def test_SD_32_every_value_is_a_multiple_of_50():
    assert [points for points in VALUES.values() if points % 50] == []


def test_SD_51_what_was_not_thrown_is_refused_for_that():
    """All selections of up to three dice, of every throw of three."""
    wanted = [dice for size in (1, 2, 3) for dice in throws(size)]
    for roll in combinations(range(1, 7), 3):
        state = at(aside="1 1", roll=" ".join(map(str, roll)))
        for dice in wanted:
            answer = GAME.check(state, 0, Keep(dice))
            missing = Counter(dice) - Counter(roll)
            assert (isinstance(answer, Refusal) and answer.code == No.DICE_NOT_IN_ROLL) == bool(missing)
            if missing:
                assert answer.params["die"] in missing


def test_SD_51_a_very_long_keep_is_refused_at_once():
    state = at(roll="1 1 1 1 1")
    began = time.perf_counter()
    assert GAME.check(state, 0, Keep((1,) * 30_000)).code == No.DICE_NOT_IN_ROLL
    assert time.perf_counter() - began < 0.25
