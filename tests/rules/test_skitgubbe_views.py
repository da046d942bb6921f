"""What a seat, its opponents and spectators may see of Skitgubbe, and what they can imagine."""

import msgspec
import pytest
from msgspec.structs import replace

from rules.cards import pack
from rules.chance import Seeded
from rules.referee import shown
from rules.skitgubbe.between import low
from tests.rules.skitgubbe_positions import (
    GAME,
    SORTED,
    after,
    as_json,
    cards,
    collecting,
    dealt,
    options,
    shedding,
    step,
)


def test_SG_48_view_of_the_deal():
    state = dealt(3, first=1).state
    assert as_json(GAME.view(state, 0)) == {
        "first": 1,
        "phase": "phase1",
        "hand": ["4c", "7c", "Tc"],
        "pile": [],
        "hand_counts": [3, 3, 3],
        "pile_counts": [0, 0, 0],
        "stock_count": 43,
        "out_of_play_count": 0,
        "leader": 1,
        "round": 1,
        "contestants": [1, 2, 0],
        "plays": [],
        "carried": [],
        "drawer": None,
        "trump": None,
        "trump_card": None,
        "redistribute_queue": [],
        "redistributed_by": None,
        "redistributed": [],
        "table": [],
        "acted": [],
        "last_layer": None,
        "out": [],
        "skitgubbe": None,
        "hands": None,
    }


def test_SG_48_hand_and_pile_are_in_order():
    view = GAME.view(collecting("As 2d Tc", "9c", piles=("Ks 3d 2h", "")), 0)
    assert (view.hand, view.pile) == (cards("Tc 2d As"), cards("3d 2h Ks"))


def test_SG_48_a_replay_is_seen_as_it_lies():
    state = collecting("9c 2c 3c", "9d 2d 3d", "9h 2h 3h", "8h 4h 5h")
    state = after(state, "0 P 9c", "1 P 9d", "2 D 9h", "3 P 8h", "0 P 2c")
    view = as_json(GAME.view(state, None))
    assert view["plays"] == [{"seat": 0, "card": "2c", "type": "play"}]
    assert (view["carried"], view["contestants"], view["round"]) == (["9c", "9d", "9h"], [0, 1], 2)
    state = after(collecting("9c", "9d 2d", "8h"), "0 P 9c", "1 D 9d")
    assert as_json(GAME.view(state, None))["plays"][1]["type"] == "discard"


def test_SG_42_SG_43_piles_and_hands_are_their_owners():
    state = collecting("2c 3c 4c", "Kd 5d 6d", piles=("Tc Td", "Th Ts Js"), stock="Jd Jh", out_of_play="Ac")
    own, other, spectator = (GAME.view(state, viewer) for viewer in (0, 1, None))
    assert (own.pile, other.pile) == (cards("Tc Td"), cards("Th Ts Js"))
    assert spectator == replace(own, hand=None, pile=None)
    assert (spectator.hand_counts, spectator.pile_counts) == ((3, 3), (2, 3))
    assert (spectator.stock_count, spectator.out_of_play_count) == (2, 1)  # SG-44
    seen = msgspec.json.encode(spectator).decode()
    assert not [card for card in pack() if f'"{card}"' in seen]


def test_SG_42_phase_2_is_open():
    state = after(shedding("5h 2c", "6h 2d", "3c"), "0 L 5h", "1 L 6h")
    view = GAME.view(state, None)
    assert (view.table, view.acted, view.last_layer, view.drawer) == (cards("5h 6h"), (0, 1), 1, 0)
    assert (view.phase, view.round, view.contestants, view.trump) == ("phase2", None, (), "s")


def test_SG_48_the_end_opens_the_hand_that_is_left():
    done = step(shedding("5h", "6h 7d", out_of_play="Ac"), "0 L 5h")
    view = GAME.view(done.state, None)
    assert (view.phase, view.skitgubbe, view.hands) == ("over", 1, ((), cards("7d 6h")))
    assert (view.out, view.table, view.out_of_play_count) == ((0,), cards("5h"), 1)
    assert "Ac" not in msgspec.json.encode(view).decode()  # SG-44
    assert as_json(done.events[-1]) == {"type": "revealed", "seat": 1, "hand": ["7d", "6h"]}


# Events


def seen(done, viewer):
    """The events of a step, as a viewer sees them, without those that are alike for everybody."""
    return [(e.__struct_config__.tag, *e.cards) for e in (shown(e, viewer) for e in done.events)]


def test_SG_37_only_the_seat_sees_its_hand():
    done = dealt(2, first=1)
    assert seen(done, 0) == [("dealt", "??", "??", "??"), ("dealt", "3c", "5c", "7c")]
    assert [event.seat for event in done.events] == [1, 0]
    assert seen(done, None) == [("dealt", "??", "??", "??")] * 2


def test_SG_45_all_see_how_many_cards_are_drawn_but_not_which():
    state = collecting("5c 9h 2d", "Ks 4c 4d", stock="Jc Jd Jh")
    done = step(after(state, "0 P 5c"), "1 P Ks")
    assert seen(done, 0) == [
        ("played", "Ks"),
        ("trick_won", "5c", "Ks"),
        ("drew", "??"),
        ("drew", "Jd"),
    ]
    assert seen(done, 1)[2:] == [("drew", "Jc"), ("drew", "??")]
    assert seen(done, None)[2:] == [("drew", "??"), ("drew", "??")]


LAST_TRICK = collecting("2c", "Kd", "7h 8h", piles=("", "Tc", "Td"), stock="Js 3s")


@pytest.mark.parametrize("no_trump, card, trump", [(False, "3s", "s"), (True, None, None)])
def test_SG_45_SG_80_SG_81_the_last_card_is_shown_unless_there_is_no_trump(no_trump, card, trump):
    state = replace(LAST_TRICK, options=options(3, no_trump=no_trump))
    done = step(after(state, "0 P 2c", "1 P Kd"), "2 P 7h")
    tags = [event.__struct_config__.tag for event in done.events]
    assert tags == [
        "played",
        "trick_won",
        "drew",
        "last_card_drawn",
        "went_out",
        "pile_joined",
        "pile_joined",
    ]
    last = done.events[3]
    assert (last.seat, last.card, last.trump) == (1, card, trump)
    assert shown(done.events[2], 0).cards == ("??", "??")
    view = GAME.view(done.state, 0)
    assert (view.trump, view.trump_card, view.drawer) == (trump, card, 1)


def test_SG_46_what_is_picked_up_is_seen_by_all():
    done = step(after(shedding("5h 2c", "6h 2d", "3c"), "0 L 5h"), "1 U")
    assert seen(done, 2) == [("picked_up", "5h")]


REDISTRIBUTED = after(
    collecting(
        "Kc 6c 7c",
        "Td 8d 8h",
        "9h Qs Qd",
        piles=("2c 3d Jh", "4h 5s 2s Jc", ""),
        stock="8s 8c",
        deck=" ".join(SORTED[::-1]),
        redistribute_low=True,
    ),
    "0 P Kc",
    "1 P Td",
    "2 P 9h",
)


def test_SG_47_who_got_which_low_card_is_seen_by_its_owner_only():
    done = step(REDISTRIBUTED, "2 redistribute")
    assert as_json(done.events[0]) == {"type": "redistributed", "seat": 2, "count": 5}
    moved = done.events[1:6]
    assert [(e.__struct_config__.tag, e.seat, len(e.cards)) for e in moved] == [
        ("low_taken", 0, 2),
        ("low_taken", 1, 3),
        ("low_dealt", 2, 2),
        ("low_dealt", 0, 2),
        ("low_dealt", 1, 1),
    ]
    assert [shown(e, 2).cards for e in moved] == [
        ("??", "??"),
        ("??", "??", "??"),
        cards("2s 5s"),
        ("??", "??"),
        ("??",),
    ]
    spectator = [shown(e, None) for e in done.events[1:]]
    assert {card for e in spectator for card in e.cards} == {"??"}
    view = GAME.view(done.state, None)
    assert (view.redistributed_by, view.redistributed) == (2, (2, 1, 2))


def test_SG_42_who_is_asked_is_seen_by_all():
    view = GAME.view(REDISTRIBUTED, None)
    assert (view.phase, view.redistribute_queue, view.leader, view.drawer) == ("redistribute", (2,), 1, 1)


def test_SG_42_the_deck_order_is_seen_by_nobody_and_forgotten():
    assert REDISTRIBUTED.deck == SORTED[::-1]
    for viewer in (0, 1, 2, None):
        assert GAME.view(replace(REDISTRIBUTED, deck=SORTED), viewer) == GAME.view(REDISTRIBUTED, viewer)
    for text in ("2 redistribute", "2 pass"):
        assert after(REDISTRIBUTED, text).deck == ()
    assert dealt(3).state.deck == ()
    assert dealt(3, redistribute_low=True).state.deck == SORTED


# Imagining


def imagined(state, viewer, number=50):
    return [GAME.imagine(state, viewer, Seeded(b"", "imagine", version)) for version in range(number)]


@pytest.mark.parametrize("viewer", [0, 1, None])
@pytest.mark.parametrize(
    "state",
    [
        after(dealt(3, redistribute_low=True).state, "0 P 2c", "1 P 3c"),
        REDISTRIBUTED,
        after(REDISTRIBUTED, "2 redistribute", "1 L Jc"),
    ],
    ids=["phase 1", "redistribution", "phase 2"],
)
def test_what_is_imagined_depends_on_nothing_hidden(state, viewer):
    first, second = imagined(state, viewer, 2)
    assert first != second
    assert imagined(first, viewer, 2) == [first, second]


def test_a_seat_imagines_everything_but_its_own_cards():
    state = collecting("5c 9h 2d", "Ks 4c 4d", "7d 8s 3h", piles=("Tc Td", "Th Ts", "Qc"), out_of_play="Ac")
    states = imagined(state, 0)
    assert {(s.hands[0], s.piles[0]) for s in states} == {(state.hands[0], state.piles[0])}
    for part in ("hands", "piles", "stock", "out_of_play"):
        assert len({getattr(s, part) for s in states}) > 1, part
    assert len({s.piles[0] for s in imagined(state, None)}) > 1


@pytest.mark.parametrize("viewer", [0, 2, None])
def test_the_trump_card_stays_with_the_drawer_until_phase_2(viewer):
    states = imagined(REDISTRIBUTED, viewer)
    assert all("8c" in s.hands[1] for s in states)
    states = imagined(after(REDISTRIBUTED, "2 pass"), viewer)
    assert not all("8c" in s.hands[1] for s in states)


@pytest.mark.parametrize("viewer", [0, 2, None])
def test_SG_91_some_low_card_is_imagined_in_a_pile(viewer):
    hands = ("9s", "Kc Kd", "Qc Qd Qh Qs Tc Td Th Ts")
    state = replace(
        REDISTRIBUTED,
        hands=tuple(map(cards, hands)),
        piles=((), ("2h",), ()),
        drawer=0,
        trump_card="9s",
        out_of_play=("Ac",),
    )
    states = imagined(state, viewer)
    assert all(any(map(low, s.piles)) for s in states)
    assert len({s.hands for s in states}) > 1


def test_SG_95_the_deck_that_is_imagined_fits():
    for state in imagined(dealt(3, redistribute_low=True).state, 0, 5):
        assert state.deck[-len(state.stock) :] == state.stock
        assert sorted(state.deck) == sorted(SORTED)
    for state in imagined(REDISTRIBUTED, 0, 5):
        assert state.deck[-1] == "8c"
    hidden = replace(REDISTRIBUTED, trump=None, trump_card=None)
    for state in imagined(hidden, 0, 5):
        assert state.deck[-1] in state.hands[1]


def test_SG_95_other_decks_deal_otherwise():
    dealt_to = {after(state, "2 redistribute").hands for state in imagined(REDISTRIBUTED, 2)}
    assert len(dealt_to) > 1


def test_after_the_end_every_hand_is_known():
    state = after(shedding("5h", "6h 7d", out_of_play="Ac Kc"), "0 L 5h")
    for viewer in (0, None):
        assert {(s.hands, s.table, frozenset(s.out_of_play)) for s in imagined(state, viewer, 5)} == {
            (state.hands, state.table, frozenset(cards("Ac Kc")))
        }
