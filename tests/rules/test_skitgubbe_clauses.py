"""The deal, phase 1 and what follows it in Skitgubbe, clause by clause: what the test vectors leave out."""

import pytest
from msgspec.structs import replace

from rules.cards import pack
from rules.chance import Seeded, Stacked
from rules.core import Place
from rules.skitgubbe.between import mixed
from rules.skitgubbe.game import No
from rules.skitgubbe.types import Options
from tests.rules.skitgubbe_positions import (
    GAME,
    SORTED,
    after,
    as_json,
    at,
    cards,
    code,
    collecting,
    dealt,
    events,
    legal,
    options,
    step,
)

# Options and deal


def test_SG_2_SG_22_numbers_of_seats():
    assert list(GAME.seats) == [2, 3, 4]


@pytest.mark.parametrize("seats, mode", [(2, "head_to_head"), (3, "all"), (4, "all")])
def test_SG_26_SG_31_defaults(seats, mode):
    assert as_json(options(seats)) == {
        "hand_size": 3,
        "phase1_tricks": mode,
        "strict_discard": False,
        "no_trump": False,
        "redistribute_low": False,
        "pickup": "sequence",
    }
    assert GAME.defaults(seats) == options(seats)


def test_SG_24_SG_32_every_other_combination_is_accepted():
    for seats in (3, 4):
        for mode in ("all", "head_to_head"):
            given = Options(5, mode, True, True, True, "pile")
            assert GAME.options(seats, given) == given
    given = Options(5, "head_to_head", True, True, True, "pile")
    assert GAME.options(2, given) == given


@pytest.mark.parametrize("seats, first", [(1, 0), (5, 0), (3, 3), (3, -1)])
def test_SG_22_ill_formed_seats_are_not_dealt(seats, first):
    with pytest.raises(ValueError, match="no deal"):
        GAME.setup(seats, options(3), first, Stacked(decks=[SORTED]))


@pytest.mark.parametrize("deck", [SORTED[1:], (*SORTED[1:], "3c")], ids=["51 cards", "a card twice"])
def test_SG_10_an_ill_formed_pack_is_not_dealt(deck):
    with pytest.raises(ValueError, match="stacked deck"):
        dealt(3, deck)


def test_SG_10_SG_15_the_pack_lies_in_hands_and_stock():
    zones = GAME.zones(dealt(3).state)
    assert sorted(card for row in zones.values() for card in row) == sorted(pack())
    assert {place.zone for place, row in zones.items() if row} == {"hand", "stock"}
    assert set(zones) == {Place(name, None) for name in ("stock", "trick", "table", "out_of_play")} | {
        Place(name, seat) for name in ("hand", "pile") for seat in range(3)
    }


def test_SG_36_SG_41_the_deck_is_the_only_chance():
    deck = Seeded(b"", "game", 1).shuffled(pack())
    drawn = GAME.setup(4, options(4), 0, Seeded(b"", "game", 1))
    assert drawn == dealt(4, deck)


@pytest.mark.parametrize("first", [0, 1, 2])
def test_SG_35_SG_38_SG_40_the_eldest_hand_leads(first):
    state = dealt(3, first=first).state
    assert (state.first, state.turn, state.leader) == (first,) * 3
    assert state.hands[first] == cards("2c 5c 8c")
    assert state.stock == SORTED[9:]
    assert state.contestants == (first, (first + 1) % 3, (first + 2) % 3)


def test_SG_39_no_card_is_turned_up():
    state = dealt(3).state
    assert (state.trump, state.trump_card, state.drawer) == (None, None, None)


# Phase 1


@pytest.mark.parametrize("suits", ["cds", "hhh", "shd"])
def test_SG_12_suits_mean_nothing_in_phase_1(suits):
    first, second, third = (f"{rank}{suit}" for rank, suit in zip("5K7", suits, strict=True))
    state = collecting(f"{first} 2c", f"{second} 3c", f"{third} 4c")
    state = after(state, f"0 P {first}", f"1 P {second}", f"2 P {third}")
    assert len(state.piles[1]) == 3


def test_SG_52_SG_58_SG_157_any_card_may_be_played():
    state = after(collecting("9c", "2d 9d Kd", "3c"), "0 P 9c")
    assert legal(state) == "P 2d, P 9d, P Kd, D 9d"


def test_SG_53_collected_cards_cannot_be_used():
    state = collecting("9c", "2d", piles=("Ac", ""))
    assert legal(state) == "P 9c"
    assert code(state, "0 P Ac") == No.CARD_NOT_IN_HAND


def test_SG_54_SG_55_SG_131_resolved_then_refilled():
    state = collecting("5c 6c", "Kd 6d", "7h 6h")
    assert events(state, "0 P 5c", "1 P Kd", "2 P 7h") == ["played", "trick_won", "drew", "drew", "drew"]
    assert events(state, "0 P 5c", "1 P 6d", "2 P 6h") == ["played", "lower_removed", "tied"]
    assert events(state, "0 P 6c", "1 P 6d", "2 P 6h") == ["played", "tied"]
    assert events(collecting("6c", "6d"), "0 P 6c", "1 P 6d") == ["played", "trick_voided", "drew", "drew"]
    assert events(state, "0 P 6c", "1 D 6d") == ["discarded"]


def test_SG_59_a_discarded_rank_can_be_discarded_on():
    state = after(collecting("9c", "9d", "9h Kh", "9s"), "0 P 9c", "1 D 9d")
    assert legal(state) == "P 9h, P Kh, D 9h"
    state = after(state, "2 P Kh", "3 D 9s")
    assert len(state.piles[2]) == 4


def test_SG_60_discards_with_four_players_too():
    state = collecting("9c", "9d", "3h", "3s")
    assert "D 9d" in legal(after(state, "0 P 9c"))
    assert "D 9d" not in legal(after(replace(state, options=options(4, strict_discard=True)), "0 P 9c"))


def test_SG_72_the_higher_rank_wins_two_cards():
    for moves, winner in ((("0 P 9c", "1 P Td"), 1), (("0 P 9c", "1 P 8d"), 0), (("0 P Ac", "1 P Kd"), 0)):
        state = after(collecting("9c Ac", "Td 8d Kd"), *moves)
        assert (len(state.piles[winner]), state.turn) == (2, winner)


def test_SG_75_SG_73_equal_cards_bounce_only_head_to_head():
    hands = ("9c 2c", "9d 2d", "3h 4h")
    assert after(collecting(*hands), "0 P 9c", "1 P 9d", "2 P 3h").round == 2
    state = after(collecting(*hands, phase1_tricks="head_to_head"), "0 P 9c", "1 P 9d")
    assert (state.out_of_play, state.round, state.turn) == (cards("9c 9d"), 1, 1)
    assert state.plays == state.carried == ()  # SG-156


def test_SG_77_nobody_draws_above_the_hand_size():
    state = collecting("5c 6c 7c 8c 9c", "Kd 2d", "7h 3h 4h")
    state = after(state, "0 P 5c", "1 P Kd", "2 P 7h")
    assert list(map(len, state.hands)) == [4, 3, 3]
    state = after(replace(state, options=options(3, hand_size=5)), "1 P 2d", "2 P 3h", "0 P 6c")
    assert min(map(len, state.hands)) == 5


def test_SG_164_equal_ranks_below_the_highest_are_no_tie():
    state = after(collecting("9c", "9d", "Jh"), "0 P 9c", "1 P 9d", "2 P Jh")
    assert (len(state.piles[2]), state.turn) == (3, 2)


@pytest.mark.parametrize("size, rounds", [(3, 3), (5, 5)])
def test_SG_167_a_trick_has_as_many_rounds_as_a_hand_has_cards(size, rounds):
    mine, yours = (" ".join(f"{rank}{suit}" for rank in "6789T"[:size]) for suit in "cd")
    state = collecting(mine, yours, "2h 3h 4h 5h Kh", hand_size=size)
    moves = []
    for number, rank in enumerate("6789T"[:size]):
        moves += [f"0 P {rank}c", f"1 P {rank}d"] + (["2 P 2h"] if number == 0 else [])
    state = after(state, *moves[:-1])
    assert state.round == rounds
    state = after(state, moves[-1])
    assert (state.round, len(state.out_of_play), state.turn) == (1, 2 * size + 1, 1)


def test_SG_70_one_tied_player_without_a_card_makes_the_trick_void():
    state = after(collecting("6c", "2d 3d", "6h 7h"), "0 P 6c", "1 P 2d", "2 P 6h")
    assert (state.round, len(state.out_of_play), state.turn) == (1, 3, 1)


def test_SG_168_the_left_neighbour_leads_after_a_void_trick_though_not_tied():
    state = after(collecting("6c", "2d 3d", "6h", "4s 5s"), "0 P 6c", "1 P 2d", "2 P 6h", "3 P 4s")
    assert (state.turn, len(state.out_of_play)) == (1, 4)
    state = collecting("6c 7c", "2d 3d", "6h 7h", leader=1)
    state = after(state, "1 P 2d", "2 P 6h", "0 P 6c")
    assert (state.leader, state.turn) == (1, 2)  # SG-70: not the leader of the replay counts
    state = after(state, "2 P 7h", "0 P 7c")
    assert state.turn == 2


# The end of phase 1


def test_SG_78_SG_169_the_winner_may_draw_the_last_card():
    state = after(collecting("Kc 5c", "2d 6d", "3h 7h", stock="Js"), "0 P Kc", "1 P 2d", "2 P 3h")
    assert (state.drawer, state.turn, state.leader) == (0, 0, 0)
    assert state.hands == (cards("5c Kc 2d 3h Js"), cards("6d"), cards("7h"))  # SG-170


def test_SG_76_after_a_void_trick_the_next_leader_draws_first():
    state = after(collecting("6c", "6d", stock="Js"), "0 P 6c", "1 P 6d")
    assert (state.drawer, state.out) == (1, (0,))


def test_SG_82_out_clockwise_from_the_drawer():
    state = collecting("6c", "6d", "6h", "7s 8s", round=2, contestants=(0, 1, 2), stock="Js", leader=1)
    state = replace(state, turn=0)
    state = after(state, "0 P 6c", "1 P 6d", "2 P 6h")
    assert (state.drawer, state.out, state.turn) == (2, (0, 1), 2)


def test_SG_83_without_the_option_nobody_is_asked():
    state = collecting("Kc", "2d", piles=("", "3d"), stock="Js")
    assert after(state, "0 P Kc", "1 P 2d").phase == "phase2"
    state = replace(state, options=options(2, redistribute_low=True), deck=SORTED)
    assert after(state, "0 P Kc", "1 P 2d").phase == "redistribute"


# Redistribution


def asked(*hands, piles, queue=(0,), drawer=0, out=()):
    """A position in which the seats of the queue are asked."""
    return at(
        *hands,
        piles=piles,
        phase="redistribute",
        turn=queue[0],
        queue=queue,
        leader=drawer,
        drawer=drawer,
        out=out,
        deck=" ".join(SORTED),
        redistribute_low=True,
    )


def test_SG_89_hands_are_not_touched():
    state = after(asked("2c 9c", "3d Kd", piles=("", "4h Ah")), "0 redistribute")
    assert state.hands == (cards("2c 9c 4h"), cards("3d Kd Ah"))


def test_SG_88_from_two_to_five():
    state = after(asked("9c", "Kd", piles=("", "2h 3h 4h 5h 6h 7h")), "0 redistribute")
    assert (len(state.hands[0]), state.redistributed) == (3, (2, 2))
    assert {"6h", "7h"} <= set(state.hands[1])


@pytest.mark.parametrize(
    "held, pile, eligible",
    [
        ("9c", "", True),
        ("9c 9d 9h", "9s", True),
        ("", "9s", True),
        ("9c 9d 9h 9s Tc", "", False),
        ("9c", "9d 9h 9s Tc", False),
    ],
)
def test_SG_90_who_is_asked_has_one_to_four_cards(held, pile, eligible):
    hands = (f"2c {held}", "Ac", "3h 6h 7h 8h Jh")
    state = collecting(*hands, piles=(pile, "5d", "Qs"), stock="Js", redistribute_low=True)
    state = after(state, "0 P 2c", "1 P Ac", "2 P 3h")
    assert (state.phase, state.queue) == (("redistribute", (0,)) if eligible else ("phase2", ()))


def test_SG_92_clockwise_from_the_drawer():
    state = collecting("6c 7c", "Ac", "3h 7h", piles=("", "5d", ""), stock="Js", redistribute_low=True)
    state = after(replace(state, leader=2, contestants=(2, 0, 1), turn=2), "2 P 3h", "0 P 6c", "1 P Ac")
    assert (state.drawer, state.queue, state.leader) == (1, (2, 0), 1)


def test_SG_91_two_seats_have_to_be_in_play():
    state = collecting("6c", "6d", piles=("", "2h"), stock="Js", redistribute_low=True)
    state = after(state, "0 P 6c", "1 P 6d")
    assert (state.phase, state.out, len(state.hands[1])) == ("over", (0,), 2)


def test_SG_90_a_seat_that_is_out_is_not_asked():
    state = collecting("6c", "Ad", "3h 7h", piles=("", "2h", ""), stock="Js", redistribute_low=True)
    state = after(state, "0 P 6c", "1 P Ad", "2 P 3h")
    assert (state.out, state.queue) == ((0,), (2,))


def test_SG_92_SG_93_a_pass_is_final_and_the_next_is_asked():
    state = asked("9c", "9d", "9h", piles=("2c", "3c", "4c"), queue=(0, 2))
    assert (GAME.actors(state), legal(state)) == ((0,), "redistribute, pass")
    state = after(state, "0 pass")
    assert (state.queue, GAME.actors(state)) == ((2,), (2,))
    assert code(state, "0 redistribute") == No.NOT_YOUR_TURN
    done = step(state, "2 pass")
    assert (done.state.phase, done.state.redistributed_by, done.state.turn) == ("phase2", None, 0)
    assert done.state.hands == (cards("2c 9c"), cards("3c 9d"), cards("4c 9h"))


def test_SG_93_the_first_call_closes_the_window():
    state = after(asked("9c", "9d", "9h", piles=("2c", "3c", "4c"), queue=(0, 2)), "0 redistribute")
    assert (state.phase, state.queue, state.redistributed_by) == ("phase2", (), 0)


def test_SG_95_the_order_depends_on_the_deck():
    assert mixed(cards("2c 3d 4h 5s 2s"), SORTED[::-1]) == cards("5s 2c 4h 2s 3d")
    low = cards("2c 3c 4c 5c 2d 3d 4d 5d")
    assert sorted(mixed(low, SORTED)) == sorted(low)
    assert mixed(low, SORTED) == mixed(low[::-1], SORTED) != mixed(low, SORTED[::-1])


def test_SG_96_SG_183_the_first_from_the_caller_get_one_more():
    state = asked("9c", "9d", "", "9s", piles=("2c 3c", "2d", "", "2s 3s"), queue=(3,), out=(2,))
    state = after(state, "3 redistribute")
    assert state.redistributed == (2, 1, 0, 2)
    assert state.hands[2] == ()


def test_SG_98_out_clockwise_from_the_drawer():
    state = asked("", "9d", "9h", "", piles=("3c", "", "", "2c"), queue=(1,), drawer=2)
    state = after(state, "1 redistribute")
    assert (state.out, state.turn) == ((3, 0), 2)
    assert list(map(len, state.hands)) == [0, 2, 2, 0]
