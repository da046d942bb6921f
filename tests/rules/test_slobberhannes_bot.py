"""Good decisions of the bot of Slobberhannes, one for each piece of advice of its rules."""

import tomllib
from importlib.resources import files
from typing import Any

import pytest
from msgspec.structs import replace

from rules.bots import Work, choose, sight
from rules.chance import Seeded
from rules.slobberhannes.bot import Bot, Why
from rules.slobberhannes.types import LastTrick, Options, State, Taken
from tests.rules.slobberhannes_positions import GAME, after, at, last

BOT = Bot()


def advice(state: State) -> dict[str, tuple[float, str]]:
    """Worth and reason of each legal card of the seat on turn."""
    assert state.turn is not None
    glance = sight(GAME, state, state.turn, state.options, len(state.hands)).glance
    found = BOT.advise(glance)
    assert BOT.choose(glance) == max(found, key=lambda one: one.worth).move
    return {one.move.card: (one.worth, one.reason) for one in found}


def best(state: State) -> tuple[str, str]:
    """The card with the highest worth, and why."""
    found = advice(state)
    card = max(found, key=lambda one: found[one][0])
    return card, found[card][1]


def test_SL_A1_a_low_card_is_led_to_the_first_trick():
    state = at("7d Ad Kd Qd | 8d 8h 8s 9s | 9d 9h Th Ts | Td Jd 7h 7s")
    assert best(state) == ("7d", Why.LOW_TO_FIRST)
    assert advice(state)["Ad"][1] == Why.TAKES_FIRST
    assert advice(state)["Ad"][0] < advice(replace(state, trick_number=2))["Ad"][0] - 0.5


def test_SL_A1_in_the_first_trick_one_stays_below():
    state = at("7s 8s | Td Ad 7h | 8d 9d Th | 7d Jd Jh", trick="0:Qd")
    assert best(state) == ("Td", Why.BELOW_FIRST)


def test_SL_50_with_no_way_out_the_highest_card_takes_the_trick():
    state = at("7s 8s | 7h Th | 8h 9h | Td Jd Ad", trick="0:8d 1:7d 2:9d")
    assert best(state) == ("Ad", Why.TAKES_FIRST)


def test_SL_56_whoever_can_stays_below_a_trick_with_the_queen():
    state = at("7s 8s | 9s Ks | 7h Jh Ah | 9h Ts Js", "0:Th 1:Qc", number=2, tricks="7d 8d 9d Td")
    assert best(state) == ("7h", Why.BELOW)
    assert advice(state)["Ah"][1] == Why.TAKES_QUEEN


def test_SL_56_the_queen_goes_below_a_higher_club():
    state = at("7s 8s | Qc 8c 7h | 8h 9h Qh | Td Jd Ad", trick="0:Kc", number=2, tricks="7d 8d 9d Kd")
    assert best(state) == ("Qc", Why.QUEEN_BELOW)


def test_SL_A2_the_ace_of_clubs_is_discarded_before_higher_cards_of_other_suits():
    state = at("7s 8s | Ac Ah Jh | 8h 9h Qh | Qc Jd Ad", trick="0:7d", number=2, tricks="9c 8d 9d Kd")
    assert best(state) == ("Ac", Why.TOP_CLUB_AWAY)
    gone = replace(state, taken=Taken(0, 0, None))
    assert advice(state)["Ac"][0] > advice(gone)["Ac"][0]


def test_SL_A2_the_king_of_clubs_is_not_led_while_the_queen_is_out():
    state = at("Kc Kh 9d | Ac Jh Th | 8h 9h Qh | Qc Jd Ad", number=2, tricks="9c 8d 7d Kd")
    loose, gone = advice(state), advice(replace(state, taken=Taken(0, 0, None)))
    assert loose["Kc"][1] == Why.TOP_CLUB_AT_RISK
    assert loose["Kc"][0] < loose["Kh"][0]
    assert gone["Kc"][0] > loose["Kc"][0] + 0.1


def test_SL_A2_low_clubs_make_the_ace_of_clubs_safe():
    state = at("7s 8s | Ac 8c 9c | 8h 9h Qh | Qc Jd Ad", trick="0:7d", number=2, tricks="7c 8d 9d Kd")
    gone = replace(state, taken=Taken(0, 0, None))
    assert advice(state)["Ac"][0] == pytest.approx(advice(gone)["Ac"][0])


def test_SL_A3_the_queen_is_discarded_on_a_suit_one_lacks():
    state = at("7s 8s | Qc Ah Jh | 8h 9h Qh | 8c Jd Ad", trick="0:7d", number=2, tricks="9c 8d 9d Kd")
    assert best(state) == ("Qc", Why.QUEEN_AWAY)


def test_SL_A3_the_queen_is_no_misfortune_beside_low_clubs():
    rest = "| 8h 9h Qh Kh | Td Jd Ad Js | 7s 8s 9s Ts"
    guarded, bare = (
        advice(at(hand + rest, number=2, tricks="7d 8d 9d Kd")) for hand in ("Qc 8c 9c 7c", "Qc Ah Th 7h")
    )
    assert guarded["Qc"][0] < bare["Qc"][0]


def test_SL_A4_a_low_card_is_kept_for_the_last_trick():
    state = at("9s | 7h Kh | 8h Qh | Jh Ad", trick="0:Td", number=7, taken=Taken(2, 3, None))
    assert best(state) == ("Kh", Why.LOW_FOR_LAST)
    found = advice(state)
    assert found["7h"][1] == Why.HIGH_FOR_LAST
    assert found["7h"][0] < found["Kh"][0] - 0.15


def test_SL_A4_low_cards_are_not_discarded():
    state = at("9s 8s | 7h Kh 7s | 8h Qh Ah | Jh Ad Js", "0:Td", number=6, taken=Taken(2, 3, None))
    assert best(state) == ("Kh", Why.HIGH_AWAY)
    assert advice(state)["7h"][1] == Why.KEEP_LOW


def test_SL_42_a_trick_that_costs_nothing_is_not_worth_the_next_lead():
    state = at("7h Ad Kd | 9h Qh 8d | 8h Jh Qd | Jd Td 9d", number=3, taken=Taken(2, 3, None))
    assert best(state) == ("7h", Why.LOW_LEAD)
    assert advice(state)["Ad"][1] == Why.FREE_TRICK


def test_SL_E6_the_only_card_of_a_suit_is_discarded_first():
    hands = "9s 8s Ts | 9h Th Kh Jd | 7h 8d Qh Ah | Jh Ad 7s Qs"
    state = at(hands, "0:7c", number=3, taken=Taken(2, 3, None))
    assert best(state)[0] == "Jd"


def test_SL_E6_cards_seen_in_the_last_trick_are_known_to_be_gone():
    state = at("9s 8s | Th Ts Ks | 8h Qh Ah | Jh Ad Js", "0:Kd", number=6, taken=Taken(2, 3, None))
    gone = tuple(replace(state.trick[0], card=card) for card in ("7h", "8h", "9h", "Jd"))
    shown = replace(state, last_trick=LastTrick(state.deal, 5, gone, 0, (), ()))
    assert advice(state)["Th"][0] > advice(shown)["Th"][0]


def test_SL_47_a_revoke_is_never_advised():
    state = at("7s 8s | Qh Ah Qc | 8h 9h Jh | Td Jd Ad", trick="0:Kh", revoke="penalty")
    found = advice(state)
    assert found["Qc"][1] == Why.REVOKES
    assert found["Qc"][0] < min(found["Qh"][0], found["Ah"][0])


def test_the_outlook_at_the_end_is_by_the_settlement_and_nothing_for_the_loser():
    state = after(
        last("0:Ac 1:7c 2:8c 3:Qc", taken=Taken(0, None, None), chips=[2, 5, 4, 5]), "0:Ac 1:7c 2:8c 3:Qc"
    )
    seen = [BOT.outlook(state, seat) for seat in range(4)]
    assert seen[0] == 0
    assert 0.5 < seen[2] < seen[1] == seen[3] <= 1


def test_the_outlook_is_worse_with_few_chips():
    state = at("7d 8h | 8d 9h | Qd Th | Ad Jh", chips=[1, 5, 5, 9])
    seen = [BOT.outlook(state, seat) for seat in range(4)]
    assert seen[0] < seen[1] == seen[2] < seen[3]


def test_the_outlook_is_worse_with_the_queen_in_hand():
    filler = "7s 8s 9s Ts Js Qs Ks As"
    bare = at("Qc Kh | 7c 8h | 9d Th | Td 7h", number=3, tricks=filler)
    without = at("7c Kh | Qc 8h | 9d Th | Td 7h", number=3, tricks=filler)
    assert BOT.outlook(bare, 0) < BOT.outlook(without, 0)


@pytest.mark.parametrize(
    ("seats", "options"),
    [(3, {}), (4, {"revoke": "penalty"}), (5, {}), (6, {}), (7, {}), (7, {"seven_deal": "two_out"})],
)
def test_every_legal_card_is_advised_upon(seats: int, options: dict[str, Any]):
    chance, played = Seeded(b"bot", "game", seats), Options(chips=3, **options)
    state = GAME.setup(seats, played, 0, chance).state
    while state.turn is not None:
        glance = sight(GAME, state, state.turn, played, seats).glance
        found = BOT.advise(glance)
        assert tuple(one.move for one in found) == glance.moves
        assert all(one.reason in Why for one in found)
        assert all(0 <= BOT.outlook(state, seat) <= 1 for seat in range(seats))
        state = GAME.apply(state, state.turn, glance.moves[chance.below(len(glance.moves))], chance).state
    assert all(0 <= BOT.outlook(state, seat) <= 1 for seat in range(seats))


def test_an_expert_stays_below_too():
    state = at("7s 8s | Td Ad 7h | 8d 9d Th | 7d Jd Jh", trick="0:Qd")
    seen = sight(GAME, state, 1, state.options, 4)
    move = choose(GAME, "expert", seen, Seeded(b"bot", "expert", 1), Work(300))
    assert move in [one for one in seen.glance.moves if one.card != "Ad"]


def test_every_reason_has_a_text():
    texts = tomllib.loads(files("rules.slobberhannes").joinpath("advice.toml").read_text("utf-8"))
    assert list(texts) == [why.value for why in Why]
    assert all(set(text) == {"clause", "de", "en"} for text in texts.values())
