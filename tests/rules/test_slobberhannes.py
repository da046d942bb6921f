"""The test vectors of Slobberhannes, by their ids, and what its clauses say besides."""

from itertools import product
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from rules.chance import Seeded, Stacked
from rules.core import HIDDEN, Refusal
from rules.referee import shown
from rules.slobberhannes.deal import FULL_PACK, SHORT_PACK, cards_for, taking_part
from rules.slobberhannes.tricks import due, tricks_in_deal
from rules.slobberhannes.types import Gathered, Options, Paid, Result, Revealed, Series, Taken
from tests.rules.slobberhannes_positions import (
    GAME,
    after,
    at,
    dealt,
    last,
    legal,
    pack,
    paid,
    refused,
    steps,
)


def taken(first: Any = None, queen: Any = None) -> Taken:
    return Taken(first, queen, None)


# Test vectors


def test_SL_T01_the_first_trick_costs_its_winner_a_chip():
    state = after(at("8d 7s | 7d 8s | Ad 9s | Td 7h"), "0:8d 1:7d 2:Ad 3:Td")
    assert state.chips == (10, 10, 9, 10)
    assert GAME.view(state, None).pool == 1
    assert state.turn == 2
    assert paid(state) == ["first"]


def test_SL_T02_the_queen_costs_whoever_takes_her():
    state = at("Qc 9h | 8c 9d | 9c Th | 7h", trick="3:Kc", chips=[10, 10, 9, 10], number=5)
    assert legal(state, 0) == {"Qc"}
    assert refused(state, 0, "9h") == "must_follow_suit"
    state = after(state, "0:Qc 1:8c 2:9c")
    assert state.last_trick.winner == 3
    assert paid(state) == ["queen"]
    assert state.chips == (10, 10, 9, 9)


def test_SL_T03_suit_must_be_followed():
    state = at("8c | 7h 9h Ac | 8h | Th", trick="0:Ah", number=2)
    assert legal(state, 1) == {"7h", "9h"}
    assert refused(state, 1, "Ac") == "must_follow_suit"


def test_SL_T04_the_queen_may_be_discarded_on_the_first_trick():
    state = at("7h | 8h | Qc Ts | 9d 9h", trick="0:7d 1:8d", tricks="")
    assert legal(state, 2) == {"Qc", "Ts"}
    state = after(state, "2:Qc 3:9d")
    assert state.last_trick.winner == 3
    assert paid(state) == ["first", "queen"]
    assert state.chips == (10, 10, 10, 8)


def test_SL_T05_only_the_suit_led_wins():
    state = after(at("7d 7h | Ah 8h | As 9h | Ac Th", number=3), "0:7d 1:Ah 2:As 3:Ac")
    assert state.last_trick.winner == 0
    assert paid(state) == []


def test_SL_T06_all_three_in_one_deal_cost_four_chips():
    state = after(at("Ac Ah | 7c 7h | 8c 8h | Qc 9h"), "0:Ac 1:7c 2:8c 3:Qc")
    assert state.chips == (8, 10, 10, 10)
    assert paid(state) == ["first", "queen"]
    state = after(state, "0:Ah 1:7h 2:8h 3:9h")
    assert paid(state) == ["last", "all_three"]
    assert state.chips == (6, 10, 10, 10)
    assert GAME.view(state, None).pool == 4


def test_SL_T07_queen_and_last_after_the_first():
    state = after(last("0:Ac 1:7c 2:8c 3:Qc", taken=taken(0), chips=[9, 10, 10, 10]), "0:Ac 1:7c 2:8c 3:Qc")
    assert paid(state) == ["queen", "last", "all_three"]
    assert state.chips[0] == 6


def test_SL_T08_three_takers_pay_one_each():
    state = after(last("0:Ac 1:7c 2:8c 3:9c", taken=taken(1, 2)), "0:Ac 1:7c 2:8c 3:9c")
    assert paid(state) == ["last"]


def test_SL_T09_two_of_three_cost_no_extra_chip():
    state = after(last("0:Ah 1:7h 2:8h 3:9h", taken=taken(0, 1)), "0:Ah 1:7h 2:8h 3:9h")
    assert paid(state) == ["last"]
    state = after(last("0:Ac 1:7c 2:8c 3:Qc", taken=taken(3)), "0:Ac 1:7c 2:8c 3:Qc")
    assert paid(state) == ["queen", "last"]


def test_SL_T10_what_cannot_be_paid_lapses():
    state = after(last("0:Ac 1:7c 2:8c 3:Qc", taken=taken(0), chips=[2, 5, 4, 10]), "0:Ac 1:7c 2:8c 3:Qc")
    result = GAME.result(state)
    assert paid(state) == ["queen", "last"]
    assert result == Result(0, (1, 2, 3), (0, 5, 4, 10), (10, 5, 6, 0), (-19, 5, 4, 10), 1)
    assert GAME.actors(state) == ()
    assert refused(state, 1, "7c") == refused(state, 9, "zz") == "game_over"


def test_SL_T11_the_match_ends_in_mid_deal():
    state = after(at("7d 7h | 8d 8h | Qd 9h | Ad Th", chips=[4, 4, 4, 1]), "0:7d 1:8d 2:Qd 3:Ad")
    result = GAME.result(state)
    assert (result.loser, result.settlement) == (3, (4, 4, 4, -12))
    assert GAME.view(state, 0).hands == (("7h",), ("8h",), ("9h",), ("Th",))


def test_SL_T12_a_revoke_costs_a_chip_at_once():
    position = at("8c | 7h 9h Ac | 8h 8s | Th Ts", trick="0:Ah", number=2, revoke="penalty")
    assert legal(position, 1) == {"7h", "9h", "Ac"}
    state = after(position, "1:Ac")
    assert (state.chips, state.turn, state.revokes) == ((10, 9, 10, 10), 2, (1,))
    state = after(state, "2:8h 3:Th")
    assert state.last_trick.winner == 0
    assert (state.last_trick.revokes, state.revokes) == ((1,), ())
    without = at("8c | 7d Ac | 8h 8s | Th Ts", trick="0:Ah", number=2, revoke="penalty")
    assert after(without, "1:Ac").chips == (10, 10, 10, 10)


def test_SL_T13_a_revoke_may_end_the_match():
    state = at("8c | 7h Ac | 8h 8s | Th Ts", trick="0:Ah", number=2, revoke="penalty", chips=[3, 1, 7, 5])
    state = after(state, "1:Ac")
    assert [played.card for played in state.trick] == ["Ah", "Ac"]
    assert GAME.result(state).settlement == (3, -15, 7, 5)


def test_SL_T14_the_revoke_is_paid_before_the_trick():
    def start(chips: list[int]) -> Any:
        return at("Ah 7s | 7h Ac | 8h 8s | 9h 9s", revoke="penalty", chips=chips)

    state = after(start([1, 2, 9, 9]), "0:Ah 1:Ac 2:8h 3:9h")
    assert (GAME.result(state).loser, state.chips) == (0, (0, 1, 9, 9))
    state = after(start([1, 1, 9, 9]), "0:Ah 1:Ac")
    assert (GAME.result(state).loser, state.chips) == (1, (1, 0, 9, 9))


@pytest.mark.parametrize(("seats", "size", "out"), [(3, 10, 0), (4, 8, 0), (5, 6, 0), (6, 5, 0), (7, 4, 2)])
def test_SL_T15_sizes_of_deals(seats: int, size: int, out: int):
    options = {"seven_deal": "two_out"} if seats == 7 else {}
    state = dealt(seats, 1, **options)
    assert (state.dealer, state.turn) == (0, 1)
    assert {len(hand) for hand in state.hands} == {size}
    assert len(state.left_out) == out
    cards = {card for hand in state.hands for card in hand} | set(state.left_out)
    assert ({"7c", "7s"} <= cards) == (seats == 4)
    assert set(cards_for(seats)[: 2 if size == 4 else 3]) <= set(state.hands[1])
    assert tricks_in_deal(state) == size


def test_SL_T16_packets():
    state = dealt(4, 0)
    assert set(state.hands[0]) == {"7c", "7d", "7h", "Tc", "Td", "Th", "Kc", "Kd"}
    assert set(state.hands[3]) == {"9d", "9h", "9s", "Qd", "Qh", "Qs", "Ah", "As"}


def test_SL_T17_the_queen_may_lie_out_of_the_deal():
    deck = (*(card for card in SHORT_PACK if card not in ("Qc", "Ac")), "Qc", "Ac")
    chance = Stacked(decks=[deck, deck])
    state = GAME.setup(7, Options(seven_deal="two_out"), 0, chance).state
    while state.deal == 1:
        for viewer in (*range(7), None):
            assert b"Qc" not in msgspec.json.encode(GAME.view(state, viewer))
        move = GAME.moves(state, state.turn)[0]
        state = GAME.apply(state, state.turn, move, chance).state
    assert sum(state.chips) == 70 - 2


def test_SL_T18_the_deal_goes_round():
    chance = pack(4)
    state = GAME.setup(4, Options(), 2, chance).state
    seen = []
    while state.deal < 4:
        if state.trick_number == 1 and not state.trick:
            assert state.taken == Taken(None, None, None)
            assert state.tricks_won == (0, 0, 0, 0)
            seen.append((state.dealer, state.turn))
        state = GAME.apply(state, state.turn, GAME.moves(state, state.turn)[0], chance).state
    assert seen == [(1, 2), (2, 3), (3, 0)]


def test_SL_T19_the_dealer_sits_out():
    chance = pack(7)
    state = GAME.setup(7, Options(), 3, chance).state
    assert [len(hand) for hand in state.hands] == [5, 5, 0, 5, 5, 5, 5]
    assert refused(state, 2, "8c") == "not_your_turn"
    order = []
    while state.trick_number == 1:
        order.append(state.turn)
        state = GAME.apply(state, state.turn, GAME.moves(state, state.turn)[0], chance).state
    assert order == [3, 4, 5, 6, 0, 1]


def test_SL_T20_refusals():
    state = dealt(4, 0)
    assert refused(state, 1, state.hands[1][0]) == refused(state, -1, "zz") == "not_your_turn"
    assert (
        refused(state, 0, state.hands[1][0])
        == refused(state, 0, "zz")
        == refused(state, 0, "")
        == "card_not_in_hand"
    )
    for malformed in (
        {"type": "play"},
        {"type": "play", "cards": ["8d"]},
        {"type": "pass"},
        None,
        {"type": "play", "card": 8},
    ):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(malformed, GAME.move_type)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"type": "play", "card": "8d", "x": 1}, GAME.move_type)
    for seats in (0, 2, 8, -1, 10**9):
        assert GAME.options(seats, Options()).code == "invalid_players"
    assert GAME.options(4, Options(seven_deal="two_out")).code == "invalid_option"
    for given in ({"chips": 0}, {"chips": 100}, {"jokers": 1}, {"revoke": "maybe"}, {"chips": True}):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(given, Options)


def test_SL_T21_the_owner_may_take_his_own_queen():
    state = after(at("Qc 7h | 7c 8h | 8c 9h | 9c Th", number=3), "0:Qc 1:7c 2:8c 3:9c")
    assert (state.last_trick.winner, paid(state), state.chips) == (0, ["queen"], (9, 10, 10, 10))


def test_SL_T22_a_match_of_one_chip():
    state = after(at("7d 7h | 8d 8h | 9d 9h | Td Th", chips=[1] * 4), "0:7d 1:8d 2:9d 3:Td")
    result = GAME.result(state)
    assert (result.loser, result.settlement) == (3, (1, 1, 1, -3))
    standings = GAME.standings(4, Series(), [result, result], closed=True)
    assert (standings.games, standings.lost, standings.settlement) == (2, (0, 0, 0, 2), (2, 2, 2, -6))


def test_SL_T23_anything_may_be_led():
    assert legal(at("Qc 7d | 8c 8d | 9c 9d | Tc Td"), 0) == {"Qc", "7d"}


# What the clauses say besides


def test_SL_50_to_54_every_way_to_share_first_queen_and_last():
    """Brute force: who pays what, for each distribution of the three among four seats, the last trick's winner 0."""
    for first, queen in product(range(4), range(4)):
        owed = due(8, 8, Taken(first, queen, 0), queen=False)
        assert owed == ["last"] + (["all_three"] if first == queen == 0 else [])
    for first in range(4):
        assert due(8, 8, Taken(first, 0, 0), queen=True) == ["queen", "last"] + (
            ["all_three"] if first == 0 else []
        )
    assert due(1, 8, Taken(0, 0, None), queen=True) == ["first", "queen"]
    assert due(1, 8, Taken(0, None, None), queen=False) == ["first"]
    assert due(3, 8, Taken(0, 0, None), queen=True) == ["queen"]
    assert due(3, 8, Taken(0, 1, None), queen=False) == []


@pytest.mark.parametrize("seats", range(3, 8))
def test_SL_55_a_whole_deal_costs_what_its_takers_owe(seats: int):
    """Played at random: a deal costs three chips, or four where one seat took all three."""
    for n in range(40):
        chance = Seeded(b"deals", "test", n)
        state = GAME.setup(seats, Options(chips=99), n % seats, chance).state
        first = queen = None
        while state.deal == 1:
            moves = GAME.moves(state, state.turn)
            state = GAME.apply(state, state.turn, moves[chance.below(len(moves))], chance).state
            if state.deal == 1:
                first, queen = state.taken.first, state.taken.queen
        trick = state.last_trick
        if any(played.card == "Qc" for played in trick.cards):
            queen = trick.winner
        assert 99 * seats - sum(state.chips) == (4 if first == queen == trick.winner else 3)


def test_SL_16_options_of_every_number_of_seats():
    for seats in range(3, 8):
        assert GAME.defaults(seats) == Options()
    assert GAME.options(7, Options(seven_deal="two_out")) == Options(seven_deal="two_out")


def test_SL_25_and_26_who_takes_part():
    assert taking_part(7, Options(), 2) == (3, 4, 5, 6, 0, 1)
    assert taking_part(7, Options(seven_deal="two_out"), 2) == (3, 4, 5, 6, 0, 1, 2)
    assert taking_part(4, Options(), 3) == (0, 1, 2, 3)


def test_SL_27_an_ill_formed_pack_is_a_fault_of_the_caller():
    with pytest.raises(ValueError, match="stacked deck"):
        GAME.setup(4, Options(), 0, Stacked(decks=[FULL_PACK[:-1]]))
    for seats, first in ((2, 0), (4, 4), (4, -1)):
        with pytest.raises(ValueError, match="no deal"):
            GAME.setup(seats, Options(), first, pack(4))


def test_SL_31_hands_are_hidden_and_tricks_are_not():
    state = after(dealt(4, 0), "0:7c")
    own, other, spectator = (GAME.view(state, viewer) for viewer in (1, 2, None))
    assert (own.hand, other.hand, spectator.hand) == (state.hands[1], state.hands[2], None)
    assert own.hand_counts == (7, 8, 8, 8)
    assert own.trick == state.trick
    assert replace(own, hand=None) == replace(other, hand=None) == spectator
    assert GAME.moves(state, 2) == ()


def test_SL_33_the_last_trick_stays_into_the_next_deal():
    state = after(last("0:Ac 1:7c 2:8c 3:9c"), "0:Ac 1:7c 2:8c 3:9c")
    assert (state.deal, state.last_trick.deal, state.last_trick.number) == (2, 1, 2)
    assert state.taken.last is None


def test_SL_43_and_28_cards_are_gathered_unseen_and_dealt_anew():
    step = steps(last("0:Ac 1:7c 2:8c 3:9c"), "0:Ac 1:7c 2:8c 3:9c")[-1]
    kinds = [type(event).__name__ for event in step.events]
    assert kinds == ["CardPlayed", "TrickTaken", "Paid", "Gathered", "DealBegan", *["Dealt"] * 4]
    gathered = next(event for event in step.events if isinstance(event, Gathered))
    assert shown(gathered, 0).cards == (HIDDEN,) * 8
    assert [event.reason for event in step.events if isinstance(event, Paid)] == ["last"]


def test_SL_60_to_64_at_the_end_everything_is_open():
    state = at("Ah 7s | 7h Ac | 8h 8s | 9h 9s", revoke="penalty", chips=[1, 1, 9, 9])
    step = steps(state, "0:Ah 1:Ac")[-1]
    assert step.events[-1] == Revealed(step.state.hands, ())
    view = GAME.view(step.state, None)
    assert (view.phase, view.hands, view.left_out) == ("over", step.state.hands, ())


def test_SL_85_and_86_series():
    assert GAME.games(4, Series()) is None
    assert GAME.games(4, Series(games=3)) == 3
    assert GAME.next_first(4, (0,), ()) is None


def test_SL_90_no_match_is_longer_than_the_net():
    seats = {3: 10, 4: 8, 5: 6, 6: 5, 7: 4}
    for players, tricks in seats.items():
        deals = players * 98 // (2 if players == 7 else 3) + 1
        assert deals * max(tricks, 5) * players < GAME.longest


def test_SL_45_a_refusal_says_what_would_be_legal():
    refusal = GAME.check(at("8c | 7h 9h Ac | 8h | Th", trick="0:Ah", number=2), 1, GAME.move_type("Ac"))
    assert isinstance(refusal, Refusal)
    assert (refusal.clause, refusal.params) == ("SL-45", {"suit": "h", "cards": ("7h", "9h")})
