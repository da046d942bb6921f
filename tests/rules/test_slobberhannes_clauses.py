"""What the clauses of Slobberhannes say besides the test vectors."""

from itertools import product

import pytest
from msgspec.structs import replace

from rules.cards import suit
from rules.chance import Seeded, Stacked
from rules.core import HIDDEN, Refusal
from rules.referee import shown
from rules.slobberhannes.deal import FULL_PACK, taking_part
from rules.slobberhannes.tricks import due
from rules.slobberhannes.types import Gathered, Options, Paid, Revealed, Series, Taken
from tests.rules.slobberhannes_positions import GAME, after, at, dealt, last, pack, paid, refused, steps


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


def test_SL_43_and_46_cards_are_gathered_unseen_and_dealt_anew():
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


def test_SL_E5_a_refusal_says_what_would_be_legal():
    refusal = GAME.check(at("8c | 7h 9h Ac | 8h | Th", trick="0:Ah", number=2), 1, GAME.move_type("Ac"))
    assert isinstance(refusal, Refusal)
    assert (refusal.clause, refusal.params) == ("SL-45", {"suit": "h", "cards": ("7h", "9h")})


def test_SL_33_the_view_has_the_fields_of_the_rules_and_no_others():
    assert GAME.view_type.__struct_fields__ == (
        *("phase", "dealer", "deal", "trick_number", "tricks_in_deal", "hand", "hand_counts", "out_count"),
        *("trick", "revokes", "last_trick", "tricks_won", "taken", "hands", "left_out"),
        *("chips", "pool", "penalty_points"),
    )


def test_SL_13_and_14_chips_lost_are_the_pool_and_the_penalty_points():
    state = at("7d 7h | 8d 8h | 9d 9h | Td Th", chips=[5, 4, 5, 3])
    state = replace(state, options=Options(chips=5))
    view = GAME.view(after(state, "0:7d 1:8d 2:9d 3:Td"), None)
    assert (view.chips, view.pool, view.penalty_points) == ((5, 4, 5, 2), 4, (0, 1, 0, 3))


def test_SL_26_and_31_two_cards_are_left_out_and_only_counted():
    state = dealt(7, 0, seven_deal="two_out")
    for viewer in (*range(7), None):
        view = GAME.view(state, viewer)
        assert (view.out_count, view.left_out, view.hands) == (2, None, None)
    ended = GAME.view(replace(state, turn=None), None)
    assert (ended.left_out, ended.hands) == (state.left_out, state.hands)


def test_SL_33_the_view_counts_tricks_and_names_takers():
    state = at("7d Ah Kh | 8d 8h 9h | 9d 9s Ts | Qc Th Qh", number=1)
    view = GAME.view(after(state, "0:7d 1:8d 2:9d 3:Qc"), 0)
    assert (view.tricks_won, view.taken, view.trick_number) == ((0, 0, 1, 0), Taken(2, 2, None), 2)
    assert (view.trick, view.tricks_in_deal) == ((), 3)


def test_SL_E3_queen_in_the_last_trick_costs_two_or_three():
    for first, cost in ((3, 2), (0, 3)):
        state = after(last("0:Ac 1:7c 2:8c 3:Qc", taken=Taken(first, None, None)), "0:Ac 1:7c 2:8c 3:Qc")
        assert state.chips[0] == 10 - cost


def test_SL_E8_a_revoke_saves_the_one_who_would_have_paid():
    state = at("Ah 7s | 7h Ac | 8h 8s | 9h 9s", revoke="penalty", chips=[1, 1, 9, 9])
    result = GAME.result(after(state, "0:Ah 1:Ac"))
    assert (result.loser, result.winners, result.chips) == (1, (0, 2, 3), (1, 0, 9, 9))


def test_SL_E10_a_revoke_chip_does_not_count_towards_the_extra_chip():
    """Seat 0 took the first trick and the queen, and revokes; seat 3 takes the last trick."""
    state = at("7h 7s | 8h 8s | 9h 9s | Ah As", number=2, taken=Taken(0, 0, None), turn=3, revoke="penalty")
    state = replace(state, tricks=("zz",) * 4)
    state = after(state, "3:Ah 0:7s 1:8h 2:9h 3:As 0:7h 1:8s 2:9s")
    assert (paid(state), state.chips) == (["last"], (9, 10, 10, 9))


def test_SL_70_the_first_reason_in_the_order_of_the_table():
    state = at("8c | 7h 9h Ac | 8h | Th", trick="0:Ah", number=2)
    assert refused(state, 2, "zz") == refused(state, 0, "8c") == "not_your_turn"
    assert refused(state, 1, "8c") == "card_not_in_hand"
    assert GAME.check(state, 2, GAME.move_type("8h")).clause == "SL-41"
    assert GAME.check(state, 1, GAME.move_type("zz")).clause == "SL-44"
    assert GAME.check(replace(state, turn=None), 1, GAME.move_type("Ac")).clause == "SL-60"


def test_SL_E4_without_the_queen_nobody_can_take_all_three():
    assert due(4, 4, Taken(0, None, 0), queen=False) == ["last"]


def test_SL_45_whoever_did_not_follow_suit_is_imagined_without_it():
    state = at("8c 9c Tc | 7d 8d 9d | 7h 8h Qh | Th Jh Kh", number=2, trick="3:Ah 0:Qc", turn=1)
    for n in range(40):
        other = GAME.imagine(state, 1, Seeded(b"void", "imagine", n))
        assert GAME.view(other, 1) == GAME.view(state, 1)
        assert "h" not in {suit(card) for card in other.hands[0]}


def test_SL_46_whoever_revoked_is_imagined_with_the_suit_he_held_back():
    state = at("8c 9h Qd | Ac 8h 9s | 7h 8d Qh | Th Jh Kh", number=2, trick="3:Ah", revoke="penalty", turn=0)
    state = after(state, "0:Qd")
    for n in range(40):
        other = GAME.imagine(state, 1, Seeded(b"revoke", "imagine", n))
        assert (other.revokes, GAME.view(other, 1)) == ((0,), GAME.view(state, 1))
        assert "h" in {suit(card) for card in other.hands[0]}


@pytest.mark.parametrize("revoke", ["forbidden", "penalty"])
def test_SL_31_every_imagined_match_is_one_that_could_have_been(revoke: str):
    """In random play, no imagined hand contradicts the tricks to be seen."""
    for n in range(30):
        chance = Seeded(b"possible", revoke, n)
        state = GAME.setup(3 + n % 5, Options(revoke=revoke), 0, chance).state
        while state.turn is not None and state.deal < 3:
            moves = GAME.moves(state, state.turn)
            state = GAME.apply(state, state.turn, moves[chance.below(len(moves))], chance).state
            if state.turn is None:
                break
            other = GAME.imagine(state, state.turn, chance)
            assert GAME.view(other, state.turn) == GAME.view(state, state.turn)
            for played in state.trick:
                led, held = suit(state.trick[0].card), {suit(card) for card in other.hands[played.seat]}
                if suit(played.card) != led and played.seat != state.turn:
                    assert (led in held) == (played.seat in state.revokes)
