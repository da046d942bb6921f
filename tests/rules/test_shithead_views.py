"""What a seat, its opponents and spectators may see of Shithead, and what they can imagine."""

import msgspec
import pytest
from msgspec.structs import replace

from rules.chance import Seeded
from rules.referee import shown
from tests.rules.shithead_positions import GAME, after, as_json, at, cards, dealt, legal, step


def test_SH_48_view_in_the_swap_phase():
    state = dealt(2).state
    assert as_json(GAME.view(state, 0)) == {
        "phase": "swap",
        "hand": ["5c", "5h", "6c"],
        "hand_counts": [3, 3],
        "up": [["3h", "4c", "4h"], ["3s", "4d", "4s"]],
        "down": [[True, True, True], [True, True, True]],
        "ready": [False, False],
        "stock_count": 34,
        "pile": [],
        "burned": [],
        "hands": None,
        "down_cards": None,
        "places": [],
        "last": None,
    }


def test_SH_37_a_spectator_sees_no_hand():
    state = at(H0="9c", H1="8c", D0="3c – –", S="4c", P="7c", B="Tc")
    view = GAME.view(state, None)
    assert view == replace(GAME.view(state, 0), hand=None)
    assert (view.phase, view.hand_counts, view.stock_count) == ("play", (1, 1), 1)
    shown = msgspec.json.encode(view).decode()
    assert not [card for card in cards("9c 8c 3c 4c") if card in shown]
    assert (view.pile, view.burned) == (cards("7c"), cards("Tc"))  # SH-38


def test_SH_37_only_the_seat_sees_the_cards_it_draws():
    state = at(H0="9c", H1="8c", S="4c 5c 6c", P="7c")
    one, other = (replace(state, stock=cards(stock)) for stock in ("4c 5c 6c", "3d 3h 6c"))
    views = [GAME.view(after(start, "0 play 9c"), 1) for start in (one, other)]
    assert views[0] == views[1]


def test_SH_39_flips_depend_only_on_which_slots_are_filled():
    assert legal(at(D0="3c – Tc", P="Ad")) == legal(at(D0="2c – Kc", P="Ad")) == "flip 0, flip 2"


@pytest.mark.parametrize(
    "state, text, last",
    [
        (
            at(ready=False, H0="3c", U0="Kd"),
            "swap 3c Kd",
            {"seat": 0, "type": "swap", "hand": "3c", "table": "Kd"},
        ),
        (at(ready=False), "ready", {"seat": 0, "type": "ready"}),
        (
            at(H0="9s 9c 3d", S="4c 5c 6c", P="8c"),
            "play 9s 9c",
            {"seat": 0, "type": "play", "from": "hand", "cards": ["9c", "9s"], "burned": False, "drew": 2},
        ),
        (
            at(U0="Tc 3c", P="8c"),
            "play Tc",
            {"seat": 0, "type": "play", "from": "up", "cards": ["Tc"], "burned": True, "drew": 0},
        ),
        (at(H0="3c", P="8c 9d"), "pick_up", {"seat": 0, "type": "pick_up", "count": 2}),
        (
            at(D0="3c Kc –", P="8c"),
            "flip 1",
            {"seat": 0, "type": "flip", "index": 1, "card": "Kc", "ok": True, "burned": False, "count": 0},
        ),
        (
            at(D0="3c Tc –", P="8c"),
            "flip 1",
            {"seat": 0, "type": "flip", "index": 1, "card": "Tc", "ok": True, "burned": True, "count": 0},
        ),
        (
            at(D0="3c Kc –", P="8c"),
            "flip 0",
            {"seat": 0, "type": "flip", "index": 0, "card": "3c", "ok": False, "burned": False, "count": 2},
        ),
    ],
)
def test_SH_48_the_last_move(state, text, last):
    view = GAME.view(step(state, 0, text).state, 1)
    assert as_json(view.last) == last


def test_SH_48_what_the_shithead_holds_is_shown_at_the_end():
    done = step(at(H0="9c", H1="8c", U1="Ah", D1="– 4c 5c"), 0, "play 9c")
    view = GAME.view(done.state, None)
    assert (view.phase, view.places) == ("over", (0, 1))
    assert (view.hands, view.down_cards) == (((), cards("8c")), ((None,) * 3, (None, "4c", "5c")))
    assert as_json(done.events[-1]) == {
        "type": "revealed",
        "seat": 1,
        "hand": ["8c"],
        "down_cards": [None, "4c", "5c"],
    }


def test_SH_23_face_down_cards_are_dealt_unknown_to_everybody():
    for viewer in (0, 1, None):
        events = [shown(event, viewer) for event in dealt(2).events]
        assert [event.cards for event in events[:2]] == [("??",) * 3] * 2
        assert [event.cards for event in events[2:4]] == [cards("3h 4c 4h"), cards("3s 4d 4s")]
        hands = [cards("5c 5h 6c"), cards("5d 5s 6d")]
        assert [event.cards for event in events[4:]] == [
            hand if seat == viewer else ("??",) * 3 for seat, hand in enumerate(hands)
        ]


def imagined(state, viewer, number=50):
    return [GAME.imagine(state, viewer, Seeded(b"", "imagine", version)) for version in range(number)]


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_what_is_imagined_depends_on_nothing_hidden(viewer):
    state = after(dealt(3).state, "0 ready", "1 swap 6s 4h")
    first, second = imagined(state, viewer, 2)
    assert first != second
    assert imagined(first, viewer, 2) == [first, second]


def test_a_seat_imagines_everything_but_its_own_hand():
    state = after(dealt(2).state, "0 ready", "1 ready")
    states = imagined(state, 0)
    assert {s.hands[0] for s in states} == {state.hands[0]}
    assert len({s.hands[1] for s in states}) > 1
    assert len({s.down[0] for s in states}) > 1
    assert len({s.stock for s in states}) > 1


@pytest.mark.parametrize("viewer", [1, None])
@pytest.mark.parametrize(
    "state, text, card",
    [
        (at(ready=False, H0="3c 4c", U0="Kd", S="5c 6c 7c"), "swap 3c Kd", "Kd"),
        (at(D0="3c 4c 5c", H1="9c 9d 9h", P="8c"), "flip 0", "3c"),
    ],
)
def test_a_card_that_the_last_move_showed_stays_where_it_went(state, text, card, viewer):
    states = imagined(step(state, 0, text).state, viewer)
    assert all(card in s.hands[0] for s in states)
    assert len({(s.hands, s.down, s.stock) for s in states}) > 1


def test_after_the_end_nothing_is_left_to_imagine():
    state = after(at(H0="9c", H1="8c", D1="– 4c 5c"), "0 play 9c")
    assert set(imagined(state, None, 5)) == {state}
