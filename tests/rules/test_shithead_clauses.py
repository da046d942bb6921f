"""What the test vectors of Shithead leave out: set-up, moves, end, edge cases, clause by clause."""

import msgspec
import pytest

from rules.cards import SUITS, pack
from rules.shithead.game import No
from rules.shithead.types import Options, PileBurned, Result, Series, WentOut
from tests.rules.laws.walks import Walk
from tests.rules.shithead_positions import (
    GAME,
    after,
    as_json,
    at,
    cards,
    code,
    dealt,
    legal,
    move,
    step,
)

# Set-up


def test_SH_4_two_to_five_players():
    assert [GAME.options(seats, Options()) for seats in (2, 5)] == [Options(), Options()]
    for seats in (1, 6):
        assert GAME.options(seats, Options()).code == "invalid_players"
        with pytest.raises(ValueError, match="no deal"):
            dealt(seats)
    with pytest.raises(ValueError, match="no deal"):
        dealt(3, first=3)


def test_SH_15_no_options():
    assert msgspec.convert({}, GAME.options_type) == Options()
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"sevens": True}, GAME.options_type)


@pytest.mark.parametrize("seats, left", [(2, 34), (3, 25), (4, 16), (5, 7)])
def test_SH_22_the_rest_is_the_stock_in_unchanged_order(seats, left):
    assert dealt(seats).state.stock == pack()[-left:]


@pytest.mark.parametrize("deck", [pack()[1:], (*pack()[1:], "3c")], ids=["51 cards", "a card twice"])
def test_SH_20_an_ill_formed_pack_is_not_dealt(deck):
    with pytest.raises(ValueError, match="stacked deck"):
        dealt(2, deck)


def test_SH_30_cards_change_places_and_the_row_keeps_its_order():
    state = at(ready=False, H0="5c 8c Kc", U0="7d 3d 9d")
    done = step(state, 0, "swap Kc 3d")
    assert (done.state.hands[0], done.state.up[0]) == (cards("3d 5c 8c"), cards("7d Kc 9d"))
    assert as_json(done.events) == [
        {
            "type": "swapped",
            "from": {"zone": "hand", "seat": 0},
            "to": {"zone": "up", "seat": 0},
            "cards": ["Kc"],
            "seat": 0,
            "index": 1,
        },
        {
            "type": "swapped",
            "from": {"zone": "up", "seat": 0},
            "to": {"zone": "hand", "seat": 0},
            "cards": ["3d"],
            "seat": 0,
            "index": 1,
        },
    ]
    assert after(done.state, "0 swap 3d Kc", "0 swap Kc 3d") == done.state


def test_SH_31_all_swap_at_once_until_the_last_is_ready():
    state = dealt(3).state
    assert GAME.actors(state) == (0, 1, 2)
    state = after(state, "1 ready")
    assert GAME.actors(state) == (0, 2)
    assert legal(state, 1) == ""
    assert code(state, 1, "ready") == No.ALREADY_READY
    state = after(state, "2 ready")
    assert [event.__struct_config__.tag for event in step(state, 0, "ready").events] == [
        "said_ready",
        "play_began",
    ]


GAME_OF_THREE = Result(places=(2, 0, 1), place=(2, 3, 1), shithead=1, not_shithead=(1, 0, 1))


def test_SH_34_first_has_no_effect():
    assert dealt(3, first=2) == dealt(3, first=0)
    assert GAME.next_first(3, (2,), (GAME_OF_THREE,)) == 0


def test_SH_35_the_starter_need_not_play_the_lowest_card():
    assert legal(at(H0="3c 9c 9d 2d Th")) == "2d, 3c, 9c, 9c 9d, Th"


# Moves


def test_SH_53_the_order_of_the_list_does_not_matter():
    state = at(H0="9c 9s 4d", P="8h")
    assert after(state, "0 play 9s 9c") == after(state, "0 play 9c 9s")


def test_SH_43_back_to_the_table_cards_once_the_hand_is_empty():
    state = after(at(U0="4c 5d", H1="9c 9d 6d", P="8c"), "0 pick_up", "1 play 6d")
    assert legal(state) == "8c"
    state = after(state, "0 play 8c", "1 play 9c")
    assert state.hands[0] == ()
    assert legal(state) == "pick_up"
    assert code(state, 0, "play 4c") == No.TOO_LOW


@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize("rank", "2T")
def test_SH_54_several_twos_or_tens_together(rank, count):
    played = [rank + suit for suit in SUITS[:count]]
    done = step(at(H0=" ".join([*played, "3c"]), P="Ad"), 0, f"play {' '.join(played)}")
    burned = [event.cards for event in done.events if isinstance(event, PileBurned)]
    assert burned == ([("Ad", *played)] if rank == "T" else [])
    assert done.state.pile == (() if rank == "T" else ("Ad", *played))  # SH-56


def test_SH_58_four_twos_burn_like_any_other_rank():
    state = after(at(H0="2c 2d 2h 2s 3c", P="Ad", B="Tc 9c"), "0 play 2s 2h 2d 2c")
    assert (state.pile, state.burned) == ((), cards("Tc 9c Ad 2c 2d 2h 2s"))


def test_SH_64_face_down_cards_are_played_one_at_a_time():
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"type": "flip", "index": [0, 1]}, GAME.move_type)
    state = after(at(D0="3c 3d 3h"), "0 flip 1")
    assert (state.pile, state.down[0], state.turn) == (cards("3d"), ("3c", None, "3h"), 1)


def test_SH_55_effects_in_order():
    done = step(at(seats=3, H0="Tc", S="", P="Ad", H1="9c"), 0, "play Tc")
    assert [event.__struct_config__.tag for event in done.events] == ["played", "pile_burned", "went_out"]
    done = step(at(H0="Tc 3c 4c", S="5c 6c", P="Ad"), 0, "play Tc")
    assert [event.__struct_config__.tag for event in done.events] == ["played", "pile_burned", "drew"]
    assert as_json(done.events[-1]) == {
        "type": "drew",
        "from": {"zone": "stock", "seat": None},
        "to": {"zone": "hand", "seat": 0},
        "cards": ["5c"],
        "seat": 0,
    }


def test_SH_60_face_up_cards_stay_and_nothing_is_drawn():
    done = step(at(H0="3c 4c 5c", U0="Kd", S="6c", P="8d 9d"), 0, "pick_up")
    assert done.state.up[0] == cards("Kd")
    assert as_json(done.events) == [
        {
            "type": "picked_up",
            "from": {"zone": "pile", "seat": None},
            "to": {"zone": "hand", "seat": 0},
            "cards": ["8d", "9d"],
            "seat": 0,
        }
    ]


def test_SH_63_a_card_that_does_not_fit_is_shown_on_the_pile_and_picked_up():
    events = step(at(D0="Kc 4c 5c", P="Jd Qd"), 0, "flip 1").events
    assert [(event.from_.zone, event.to.zone, event.cards) for event in events] == [
        ("down", "pile", cards("4c")),
        ("pile", "hand", cards("Jd Qd 4c")),
    ]
    assert (events[0].index, events[0].ok) == (1, False)


def test_SH_65_one_move_a_class():
    assert legal(at(H0="9s 9c 9d", P="8h")) == "9c, 9c 9d, 9c 9d 9s"
    assert legal(at(ready=False, H0="9s 9c 2d", U0="4d 4c Ah")) == (
        "ready, swap 2d 4c, swap 2d Ah, swap 9c 4c, swap 9c Ah"
    )


def test_SH_65_any_other_cards_of_the_class_are_accepted():
    state = at(H0="9s 9c 9d", P="8h")
    assert GAME.variants(state, 0, move("play 9c 9d")) == (
        move("play 9c 9d"),
        move("play 9c 9s"),
        move("play 9d 9s"),
    )
    state = at(ready=False, H0="9s 9c 2d", U0="4d 4c Ah")
    assert set(GAME.variants(state, 0, move("swap 9c 4c"))) == {
        move(f"swap {hand} {table}") for hand in ("9c", "9s") for table in ("4c", "4d")
    }


# End and series


def test_SH_91_places_follow_the_order_of_going_out():
    state = at(H0="9c Kd", H1="Tc", H2="Ac Kh", turn=1)
    state = after(state, "1 play Tc", "2 play Kh", "0 play Kd", "2 play Ac")
    result = GAME.result(state)
    assert (result.places, result.place, result.shithead) == ((1, 2, 0), (3, 1, 2), 0)


def test_SH_95_standings_count_the_games_not_lost():
    other = Result(places=(0, 1, 2), place=(1, 2, 3), shithead=2, not_shithead=(1, 1, 0))
    for closed in (False, True):
        standings = GAME.standings(3, Series(), (GAME_OF_THREE, other, other), closed=closed)
        assert (standings.games, standings.not_shithead) == (3, (3, 2, 1))
    assert GAME.standings(2, Series(), (), closed=False).not_shithead == (0, 0)


def test_length_of_a_series():
    assert GAME.games(3, Series()) is None
    assert GAME.games(3, Series(games=7)) == 7
    for games in (0, 100):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({"games": games}, GAME.series_type)


# Edge cases


def test_SH_100_a_ten_on_the_empty_pile_burns_itself():
    state = after(at(H0="Tc 3c"), "0 play Tc")
    assert (state.burned, state.pile, state.turn) == (cards("Tc"), (), 0)


def test_SH_101_out_with_four_equal_cards_does_not_play_again():
    state = after(at(seats=3, H0="7s", P="7c 7d 7h"), "0 play 7s")
    assert (state.places, state.pile, state.turn) == ((0,), (), 1)


def test_SH_102_out_with_a_two_leaves_it_on_the_pile():
    state = after(at(H0="2c", H1="3c", H2="Kd", P="Ad"), "0 play 2c")
    assert (state.pile, state.turn, legal(state, 1)) == (cards("Ad 2c"), 1, "3c")


@pytest.mark.parametrize("card, pile", [("2c", "Ad"), ("Tc", "Ad"), ("7s", "7c 7d 7h"), ("3c", "")])
def test_SH_103_turning_over_the_last_card_puts_the_player_out_at_once(card, pile):
    state = after(at(seats=3, D0=f"– {card} –", P=pile), "0 flip 1")
    assert (state.places, state.turn) == ((0,), 1)


@pytest.mark.parametrize("card", pack()[::4])
def test_SH_104_every_card_fits_on_the_empty_pile(card):
    assert legal(at(H0=card)) == card
    assert code(at(H0=card), 0, "pick_up") == No.MUST_PLAY
    assert step(at(D0=f"{card} 3d 3h"), 0, "flip 0").events[0].ok


def test_SH_106_the_last_cards_of_the_stock():
    state = after(at(H0="4c 5c 6c", P="3c", S=""), "0 play 4c")
    assert state.hands[0] == cards("5c 6c")
    state = after(at(H0="4c 4d 4h", P="3c", S="Kd Kh"), "0 play 4c 4d 4h")
    assert (state.hands[0], state.stock) == (cards("Kd Kh"), ())


def test_SH_107_burning_with_the_last_hand_card_goes_on_with_the_face_up_cards():
    state = after(at(H0="Tc", U0="Td", D0="5c – –", P="Ad"), "0 play Tc", "0 play Td")
    assert (state.turn, legal(state)) == (0, "flip 0")


@pytest.mark.parametrize(
    "played, reason", [("8c 8d 8h 8s 8c", No.CARD_NOT_HELD), ("8c 8d 8h 8s 9c", No.MIXED_RANKS)]
)
def test_SH_108_never_more_than_four_cards(played, reason):
    assert code(at(H0="8c 8d 8h 8s 9c"), 0, f"play {played}") == reason


def test_SH_110_fewer_cards_than_held():
    state = after(at(H0="8c 8d", P="8h 8s"), "0 play 8d")
    assert (state.pile, state.hands[0]) == (cards("8h 8s 8d"), cards("8c"))


@pytest.fixture(scope="module", params=[2, 3, 4, 5])
def walk(request):
    return Walk(GAME, request.param, Options(), seed=request.param)


def test_SH_105_hands_are_full_while_the_stock_lasts(walk):
    while_it_lasts = [state for state in walk.states if state.stock]
    assert while_it_lasts
    for state in while_it_lasts:
        assert min(map(len, state.hands)) >= 3
        assert set(map(len, state.up)) == {3}
        assert all(None not in slots for slots in state.down)


def test_SH_109_only_the_seat_on_turn_goes_out(walk):
    went = [(turn, event) for turn in walk.turns for event in turn.step.events if isinstance(event, WentOut)]
    assert [event.seat for _, event in went] == [turn.seat for turn, _ in went]
    assert [event.place for _, event in went] == list(range(1, walk.seats))


def test_SH_5_play_goes_clockwise(walk):
    for turn in walk.turns:
        state, new = turn.state, turn.step.state
        if state.turn is None or new.turn in (None, turn.seat):
            continue
        passed = range(turn.seat + 1, turn.seat + (new.turn - turn.seat) % walk.seats)
        assert {seat % walk.seats for seat in passed} <= set(new.places)


def test_SH_90_to_93_a_random_game_has_one_shithead(walk):
    result = GAME.result(walk.end)
    assert sorted(result.places) == list(range(walk.seats))
    assert result.places[-1] == result.shithead
    assert [result.places[place - 1] for place in result.place] == list(range(walk.seats))
    assert result.not_shithead.count(0) == 1
    assert result.not_shithead[result.shithead] == 0
