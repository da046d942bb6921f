"""Why moves of Shithead are refused: reasons in order, clauses, texts."""

import tomllib
from importlib import resources

import pytest

from rules.shithead.game import No
from rules.shithead.types import Options
from tests.rules.shithead_positions import GAME, after, at, cards, refusal

OVER = after(at(H0="3c", H1="9c"), "0 play 3c")

REFUSALS = [  # in the order of SH-80; to most of them a later reason applies as well
    ("game_over", "SH-90", OVER, 1, "ready"),
    ("wrong_phase", "SH-31", at(ready=False), 0, "play 3c"),
    ("wrong_phase", "SH-31", at(ready=False), 9, "pick_up"),
    ("wrong_phase", "SH-31", at(ready=False, D0="3c 4c 5c"), 0, "flip 0"),
    ("wrong_phase", "SH-31", at(H0="3c", U0="4c"), 1, "swap 3c 4c"),
    ("wrong_phase", "SH-31", at(), 0, "ready"),
    ("not_your_turn", "SH-16", at(H0="3c", H1="9c"), 1, "play 9c"),
    ("not_your_turn", "SH-14", at(H0="3c"), 2, "play 3c"),
    ("not_your_turn", "SH-14", at(H0="3c"), -2, "play 3c"),
    ("not_your_turn", "SH-14", at(ready=False), -1, "ready"),
    ("already_ready", "SH-31", after(at(ready=False), "0 ready"), 0, "swap 3c 4c"),
    ("already_ready", "SH-31", after(at(ready=False), "0 ready"), 0, "ready"),
    ("card_not_in_hand", "SH-51", at(ready=False, H0="3c", U0="4c"), 0, "swap 4c 3c"),
    ("card_not_on_table", "SH-51", at(ready=False, H0="3c", U0="4c"), 0, "swap 3c 3c"),
    ("flip_not_allowed", "SH-42", at(H0="3c", D0="– 4c 5c"), 0, "flip 0"),
    ("empty_slot", "SH-24", at(D0="– 4c 5c"), 0, "flip 0"),
    ("must_flip", "SH-46", at(D0="Kc – 5c", P="Ad"), 0, "pick_up"),
    ("must_flip", "SH-46", at(D0="Kc – 5c", P="Ad"), 0, "play zz"),
    ("must_play", "SH-45", at(H0="3c Kd", P="Qc"), 0, "pick_up"),
    ("must_play", "SH-45", at(H0="3c"), 0, "pick_up"),
    ("card_not_held", "SH-53", at(H0="4c", U0="4d", P="3h"), 0, "play 4d zz"),
    ("card_not_held", "SH-53", at(U0="4d", P="3h"), 0, "play 4d 4d"),
    ("wrong_source", "SH-44", at(H0="4c", U0="5d", P="Kh"), 0, "play 4c 5d"),
    ("mixed_ranks", "SH-53", at(H0="4c 3c", P="Kh"), 0, "play 4c 3c"),
    ("too_low", "SH-50", at(H0="4c 3c", P="Kh"), 0, "play 4c"),
]


@pytest.mark.parametrize("reason, clause, state, seat, text", REFUSALS)
def test_SH_80_the_first_reason_that_applies(reason, clause, state, seat, text):
    why = refusal(state, seat, text)
    assert (why.code, why.clause) == (reason, clause)


def test_SH_80_reasons_in_order():
    assert list(No) == list(dict.fromkeys(reason for reason, *_ in REFUSALS))


@pytest.mark.parametrize(
    "state, text, params",
    [
        (at(H0="4c 3c", P="Qd Kh"), "play 4c", {"top": "Kh", "ranks": ("2", "T", "K", "A")}),
        (at(D0="Kc – 5c"), "pick_up", {"filled": (0, 2)}),
        (at(D0="Kc – 5c"), "flip 1", {"index": 1, "filled": (0, 2)}),
        (at(H0="3c Kd 2d", P="Qc"), "pick_up", {"cards": cards("2d Kd")}),
        (at(H0="3c", U0="4d"), "play 4d", {"cards": cards("3c")}),
        (at(H0="3c", turn=1), "play 3c", {"to_act": (1,)}),
    ],
)
def test_a_refusal_says_what_would_be_legal(state, text, params):
    assert refusal(state, 0, text).params == params


TEXTS = tomllib.loads(resources.files("rules.shithead").joinpath("refusals.toml").read_text("utf-8"))


def test_every_refusal_has_its_texts():
    assert list(TEXTS) == ["game_over", "malformed_move", *list(No)[1:], "invalid_players", "invalid_option"]


@pytest.mark.parametrize("language", ["de", "en"])
def test_texts_name_nothing_but_the_params(language):
    refused = [refusal(state, seat, text) for _, _, state, seat, text in REFUSALS]
    for why in (*refused, GAME.options(1, Options())):
        assert "{" not in TEXTS[why.code][language].format(**why.params)
