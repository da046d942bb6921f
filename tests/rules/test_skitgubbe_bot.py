"""What Skitgubbe's heuristics decide: one position for each piece of advice, written as in the test vectors."""

import tomllib
from pathlib import Path

import pytest

from rules import skitgubbe
from rules.bots import sight
from rules.chance import Seeded
from rules.skitgubbe.bot import Why
from tests.rules.skitgubbe_positions import GAME, after, at, collecting, dealt, shedding, written


def advice(state):
    """What the bot on turn says of its moves: their reasons by move, the move valued most first."""
    glance = sight(GAME, state, state.turn, state.options, len(state.hands)).glance
    given = sorted(GAME.bot.advise(glance), key=lambda advice: -advice.worth)
    assert GAME.bot.choose(glance) == given[0].move
    return {written(advice.move): advice.reason for advice in given}


def best(state):
    """The move that the bot on turn makes, and why."""
    return next(iter(advice(state).items()))


# Phase 1


def test_SG_191_a_low_card_is_led_rather_than_a_high_one():
    state = collecting("3c 8d Ks", "5c 6c 7c", "9c 9d 9h")
    assert best(state) == ("P 3c", Why.LOW_AWAY)


def test_SG_191_a_trick_of_low_cards_is_left_to_others():
    state = after(collecting("7c 2c 3c", "4d 8d Jh"), "0 P 7c")
    assert best(state) == ("P 4d", Why.LOW_AWAY)
    assert advice(state)["P 8d"] == Why.UNWANTED_TRICK


def test_SG_190_a_trick_of_high_cards_is_worth_winning():
    state = collecting(
        "Kc 2c", "Qc Td", "4d 8d", carried="Ac Ad Ah", round=2, contestants=(1, 0), turn=1, leader=1
    )
    assert best(after(state, "1 P Qc")) == ("P Kc", Why.GOOD_TRICK)


def test_SG_192_a_high_card_is_not_thrown_at_a_lost_trick():
    state = after(collecting("Ac 2c 3c", "Qd Kd Tc"), "0 P Ac")
    assert list(advice(state))[-1] == "P Kd"
    assert advice(state)["P Kd"] == Why.KEEP_HIGH


def test_SG_59_an_equal_card_is_discarded_rather_than_played():
    state = after(collecting("9c 2c 3c", "9d Jd Jh", "5c 5d 5h"), "0 P 9c")
    assert best(state) == ("D 9d", Why.NO_CLAIM)
    assert advice(state)["P 9d"] == Why.TIES


def test_SG_73_a_low_card_may_bounce_rather_than_win():
    state = after(collecting("4c 2c 3c", "4d Jd Qh"), "0 P 4c")
    assert best(state) == ("P 4d", Why.TIES)


# Between the phases


def asked(pile, *others):
    """A seat that may have the low cards redistributed."""
    piles = (pile, *others)
    return at("9c", *["Kc"] * len(others), piles=piles, phase="redistribute", drawer=0, queue=(0,), trump="c")


def test_SG_96_low_cards_are_shared_by_who_has_most_of_them():
    assert best(asked("2c 3c 4c", "Jc Qc", "Jd Qd Kd")) == ("redistribute", Why.SHARE_LOW)
    state = asked("2c", "3c 4d 5d Jc Qc Kh Ah", "2d 3d Jd Qd Kd Ad")
    assert best(state) == ("pass", Why.LEAVE_LOW)
    assert advice(state)["redistribute"] == Why.WOULD_GET_LOW


# Phase 2


def test_SG_125_the_last_cards_are_laid():
    assert best(shedding("3h 4h", "5c 9d", "7d 8d")) == ("L 3h 4h", Why.GO_OUT)
    state = after(shedding("8h 2c", "Ks As", "7d 8d"), "0 L 8h")
    assert best(state) == ("L Ks As", Why.GO_OUT)


def test_SG_194_a_run_is_laid_in_one_turn():
    state = shedding("4h 5h 6h 2c 9d", "5c 7c Jd Qh", "7d 8d Td Kd")
    assert best(state) == ("L 4h 5h 6h", Why.LAY_RUN)
    assert advice(state)["L 4h"] == Why.SPLITS_RUN


def test_SG_194_a_run_is_not_split_to_beat():
    state = after(shedding("6h 2c 9d", "7h 8h Jh 3d", "5c 9c"), "0 L 6h")
    assert best(state) == ("L 7h 8h", Why.LAY_RUN)
    state = after(shedding("7h 2c 9d", "8d 8h 9h 5c Qh", "5d 9c"), "0 L 7h")
    assert advice(state)["L 9h"] == Why.SPLITS_RUN
    assert list(advice(state)).index("L Qh") < list(advice(state)).index("L 9h")


def test_SG_192_a_low_card_is_led_and_a_high_one_kept():
    state = shedding("3h 8d Kc As", "5c 7c Jd Qh", "7d 9d Td Kd")
    assert list(advice(state)) == ["L 3h", "L 8d", "L Kc", "L As"]
    assert best(state) == ("L 3h", Why.LOW_FIRST)


def test_SG_195_a_trump_is_saved_where_another_card_beats():
    state = after(shedding("6h 2c 9d", "2s Kh 5c", "7h 8c Tc"), "0 L 6h")
    assert best(state) == ("L Kh", Why.BEAT)
    assert advice(state)["L 2s"] == Why.SAVE_TRUMP


def test_SG_195_a_trump_is_spent_rather_than_picking_up():
    state = after(shedding("6h 2c 9d", "2s Kd 5c", "7h 8c Tc"), "0 L 6h")
    assert best(state) == ("L 2s", Why.TRUMP_IN_NEED)
    assert advice(state)["U"] == Why.MORE_CARDS


def test_SG_124_the_last_to_act_beats_even_with_a_run_to_gain():
    state = after(shedding("6h 2c 9d", "Kh Jd 5c", "Qh As 4d 9c"), "0 L 6h", "1 L Kh")
    assert best(state) == ("L As", Why.TRUMP_IN_NEED)
    assert advice(state)["U"] == Why.FITTING_CARDS
    state = after(shedding("6h 2c 9d", "Th Kd 5c", "9h Qh 7c 4d"), "0 L 6h", "1 L Th")
    assert best(state) == ("L Qh", Why.TAKE_LEAD)


def test_SG_113_who_cannot_beat_picks_up():
    state = after(shedding("6d 2c 9d", "6h Qs 4d 9c", "5h 7h Js 8c"), "0 L 6d", "1 L Qs")
    assert best(state) == ("U", Why.CANNOT_BEAT)


def test_SG_123_with_two_left_the_lead_is_kept_by_what_cannot_be_beaten():
    state = shedding("Ac Kc 9c 4d 6h", "4c 5d 7h", no_trump=True)
    assert best(state) == ("L Kc Ac", Why.HARD_TO_BEAT)


def test_SG_125_before_the_last_card_comes_what_wins_the_lead():
    assert best(shedding("As 3d", "4d 5d")) == ("L As", Why.ONE_LEFT)
    state = after(shedding("6h 2c 9d", "Th Kd 5c", "Jh 2s"), "0 L 6h", "1 L Th")
    assert best(state)[1] == Why.ONE_LEFT


# The whole


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_move_is_judged_in_order_and_outlooks_lie_between_0_and_1(seats):
    state = dealt(seats, redistribute_low=True).state
    chance = Seeded(b"skitgubbe", "bot", seats)
    while state.turn is not None:
        glance = sight(GAME, state, state.turn, state.options, seats).glance
        given = GAME.bot.advise(glance)
        assert tuple(advice.move for advice in given) == glance.moves
        assert {advice.reason for advice in given} <= set(Why)
        assert all(0 <= GAME.bot.outlook(state, seat) <= 1 for seat in range(seats))
        state = GAME.apply(state, state.turn, glance.moves[chance.below(len(glance.moves))], chance).state
    assert [GAME.bot.outlook(state, seat) for seat in range(seats)] == [
        float(outcome == "win") for outcome in GAME.result(state).outcomes
    ]


def test_outlook_is_better_with_fewer_cards_with_trumps_and_with_runs():
    def outlook(hand):
        return GAME.bot.outlook(shedding("4c 9d Jh", hand, "5d 8h Qc"), 1)

    assert outlook("3d 7c") > outlook("3d 7c 9h")
    assert outlook("3d 7s 9h") > outlook("3d 7c 9h")
    assert outlook("3d 7c 8c") > outlook("3d 7c 9c")


def test_every_reason_has_its_text():
    texts = tomllib.loads((Path(skitgubbe.__file__).parent / "advice.toml").read_text("utf-8"))
    assert set(texts) == set(Why)
