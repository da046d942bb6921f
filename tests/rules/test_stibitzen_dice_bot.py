"""How the bot of Stibitzen, the dice game, plays: a position for each piece of advice."""

import pytest

from rules.bots import sight
from rules.chance import Seeded
from rules.stibitzen_dice.bot import Why
from rules.stibitzen_dice.race import chance, threat, turn
from tests.rules.stibitzen_dice_positions import GAME, after, at, move


def glance(state):
    """What the seat on turn sees."""
    return sight(GAME, state, state.turn, state.options, len(state.scores)).glance


def reasons(state):
    """The reason for each legal move, the best move first."""
    given = sorted(GAME.bot.advise(glance(state)), key=lambda advice: -advice.worth)
    return [(advice.move, Why(advice.reason)) for advice in given]


def best(state):
    """The best move and what speaks for it; `choose` has to agree."""
    found = reasons(state)[0]
    assert GAME.bot.choose(glance(state)) == found[0]
    return found


def test_SD_A1_two_dice_are_few_and_four_are_not():
    assert best(at(aside="1 1 5", points=250)) == (move("bank"), Why.FEW_DICE)
    assert best(at(aside="1", points=100)) == (move("roll"), Why.WORTH_THE_RISK)


def test_SD_A1_much_is_not_put_at_stake_with_more_dice_either():
    much = at(aside="5|5", points=900, sets=2, target=5000)
    assert best(much) == (move("bank"), Why.ENOUGH)
    assert reasons(much)[1] == (move("roll"), Why.TOO_RISKY)


def test_SD_A2_the_bonus_throw_is_taken():
    assert best(at(aside="1 5|1 5 5", points=350)) == (move("roll"), Why.BONUS_THROW)


def test_SD_A2_all_five_dice_are_set_aside():
    assert best(at(roll="2 2 2 1 5", target=10_000)) == (move("keep 1 2 2 2 5"), Why.ALL_FIVE)


@pytest.mark.parametrize("roll, kept", [("5 5 2 3 3", "keep 5"), ("1 5 2 4 6", "keep 1")])
def test_SD_A3_with_few_points_only_the_best_die_is_kept(roll, kept):
    assert best(at(roll=roll)) == (move(kept), Why.MORE_DICE)


def test_SD_A3_with_no_throw_to_come_nothing_is_left_lying():
    assert best(at(aside="1|1", roll="5 5 2", points=200)) == (move("keep 5 5"), Why.MOST_POINTS)


def test_SD_A3_counted_by_turn_no_throw_comes_after_the_third_and_a_bonus_throw():
    bonus = {"roll": "5 5 2 3 3", "points": 300, "sets": 2, "target": 10_000}
    assert best(at(**bonus, throws=3, throw_limit="per_turn"))[0] == move("keep 5 5")
    assert best(at(**bonus, throws=1, throw_limit="per_set"))[0] == move("keep 5")


def test_SD_A4_banking_that_wins_is_done_even_before_a_bonus_throw():
    won = at(aside="1 5|1 5 5", points=350, scores=(150, 0))
    assert reasons(won) == [(move("bank"), Why.BANK_WINS), (move("roll"), Why.TOO_RISKY)]


def test_SD_A4_the_keep_that_reaches_the_target_is_made():
    assert best(at(roll="1 5 2 4 6", scores=(350, 0))) == (move("keep 1 5"), Why.TARGET_REACHED)
    assert best(at(roll="1 5 2 4 6", scores=(300, 0), target=480))[0] == move("keep 1")  # 450 is not enough
    assert best(at(roll="1 1 1 3 4", scores=(450, 0))) == (move("keep 1 1 1"), Why.TARGET_REACHED)


def test_SD_46_without_a_throw_left_there_is_only_the_bank():
    assert reasons(at(aside="1|1|1", points=300)) == [(move("bank"), Why.NO_THROW_LEFT)]
    assert reasons(at(aside="1|1|1", points=300, scores=(200, 0))) == [(move("bank"), Why.BANK_WINS)]


def test_SD_80_a_seat_dares_more_when_another_is_about_to_win():
    hurried = at(aside="1 1 5", points=250, scores=(0, 450))
    assert reasons(hurried) == [(move("roll"), Why.NO_TIME), (move("bank"), Why.TOO_LITTLE)]
    assert best(at(aside="1 1 5", points=250, scores=(350, 100), target=1000))[1] == Why.WORTH_THE_RISK


def test_a_turn_is_worth_less_when_bonus_throws_do_not_renew_the_three():
    per_turn, per_set = (turn(40, 0.9, limit).thrown(8, 0, 3) for limit in ("per_turn", "per_set"))
    assert per_turn < per_set


def test_a_bonus_throw_is_one_of_five_dice_with_two_more_to_come():
    race = turn(40, 0.9, "per_set")
    assert race.thrown(8, 0, 3) == race.thrown(8, 5, 0)


def test_the_race_agrees_with_chances_worked_out_by_hand():
    assert threat(1, "per_set") == pytest.approx(1 - 600 / 7776)  # any throw but a bust
    assert threat(71, "per_set") == 0
    once = chance(1, 0.5, "per_set")
    assert once == pytest.approx(1 - 600 / 7776 + 600 / 7776 * 0.5 * once, abs=1e-3)
    assert chance(13, 0.5, "per_set") < chance(12, 0.5, "per_set")


def test_advice_has_each_legal_move_in_order_and_outlooks_are_chances():
    state, version = at(scores=(0, 0, 0)), 0
    while GAME.actors(state):
        seen = glance(state)
        given = GAME.bot.advise(seen)
        assert tuple(advice.move for advice in given) == seen.moves
        assert all(advice.reason in Why for advice in given)
        assert all(0 <= GAME.bot.outlook(state, seat) <= 1 for seat in range(3))
        version += 1
        drawn = Seeded(b"bot", "game", version)
        state = GAME.apply(state, state.turn, seen.moves[drawn.below(len(seen.moves))], drawn).state
    assert [GAME.bot.outlook(state, seat) for seat in range(3)] == [
        float(seat == state.turn) for seat in range(3)
    ]


@pytest.mark.parametrize("target", [500, 5000, 100_000])
@pytest.mark.parametrize(
    "position, moves",
    [({"aside": "1 1 5", "points": 250}, ("bank",)), ({"roll": "1 5 2 4 6"}, ("keep 1", "keep 1 5"))],
)
def test_the_outlook_after_a_move_is_in_step_with_its_worth(target, position, moves):
    state = at(**position, target=target)
    worths = {advice.move: advice.worth for advice in GAME.bot.advise(glance(state))}
    here = GAME.bot.outlook(state, 0) / max(worths.values())
    for text in moves:
        there = GAME.bot.outlook(after(state, text), 0)
        assert there == pytest.approx(worths[move(text)] * here, rel=1e-3)
