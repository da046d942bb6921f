"""Every refusal of Skitgubbe: the first reason that applies, its clause and its texts."""

import re
import tomllib
from importlib import resources

import msgspec
import pytest

from rules.chance import Stacked
from rules.core import Refusal
from rules.referee import play
from rules.skitgubbe.game import No
from rules.skitgubbe.types import Discard, Lay, Options, Play
from tests.rules.skitgubbe_positions import (
    GAME,
    after,
    at,
    cards,
    collecting,
    move,
    options,
    refusal,
    shedding,
)

OVER = after(shedding("5h", "6h"), "0 L 5h")
LEAD = collecting("5c 9h 2d", "Ks 5d 4d", "7d 8s 3h")
ANSWER = after(LEAD, "0 P 5c")
STRICT = after(collecting("5c", "Ks 5d", "7d", strict_discard=True), "0 P 5c")
BOUNCE = after(collecting("5c", "Ks 5d", "7d", phase1_tricks="head_to_head"), "0 P 5c")
BOTH = after(collecting("5c", "Ks 5d", strict_discard=True), "0 P 5c")
ASKED = at("Kc", "2c", "3c 4c", phase="redistribute", queue=(0,), redistribute_low=True)
SHED = shedding("5h Kc 9s 2d", "2s 6d 6h 7h")
FOLLOW = after(SHED, "0 L 9s")
EMPTIED = after(shedding("5h Kc", "2d", "6d 7h"), "0 L 5h", "1 U")

REFUSALS = [
    ("game_over", "SG-126", OVER, "1 L 6h"),
    ("game_over", "SG-126", OVER, "5 P zz"),
    ("not_your_turn", "SG-49", LEAD, "1 U"),
    ("not_your_turn", "SG-49", LEAD, "3 P 5c"),
    ("not_your_turn", "SG-49", LEAD, "-1 P 5c"),
    ("not_your_turn", "SG-49", ASKED, "1 redistribute"),
    ("wrong_phase", "SG-129", LEAD, "0 L zz"),
    ("wrong_phase", "SG-129", LEAD, "0 pass"),
    ("wrong_phase", "SG-129", STRICT, "1 U"),
    ("wrong_phase", "SG-129", ASKED, "0 P Kc"),
    ("wrong_phase", "SG-129", ASKED, "0 U"),
    ("wrong_phase", "SG-129", SHED, "0 D zz"),
    ("wrong_phase", "SG-129", SHED, "0 redistribute"),
    ("discard_not_allowed", "SG-60", STRICT, "1 D zz"),
    ("discard_not_allowed", "SG-61", BOUNCE, "1 D 5d"),
    ("discard_not_allowed", "SG-61", BOTH, "1 D 5d"),
    ("card_not_in_hand", "SG-52", LEAD, "0 P Ks"),
    ("card_not_in_hand", "SG-52", LEAD, "0 D Ks"),
    ("card_not_in_hand", "SG-99", FOLLOW, "1 L 5h Qc"),
    ("card_not_in_hand", "SG-99", FOLLOW, "1 L 6h 6h"),
    ("no_matching_rank", "SG-62", LEAD, "0 D 5c"),
    ("no_matching_rank", "SG-59", ANSWER, "1 D Ks"),
    ("not_a_sequence", "SG-101", FOLLOW, "1 L 6h 6d"),
    ("must_beat_top", "SG-104", FOLLOW, "1 L 6h 7h"),
    ("nothing_to_pick_up", "SG-100", SHED, "0 U"),
    ("nothing_to_pick_up", "SG-119", EMPTIED, "2 U"),
]


@pytest.mark.parametrize("reason, clause, state, text", REFUSALS)
def test_SG_135_the_first_reason_that_applies(reason, clause, state, text):
    why = refusal(state, text)
    assert (why.code, why.clause) == (reason, clause)


def test_SG_135_reasons_in_order():
    assert list(No) == list(dict.fromkeys(reason for reason, *_ in REFUSALS))


@pytest.mark.parametrize("card", ["1x", "", "??", "5C"])
def test_SG_136_a_string_that_is_no_card_is_not_in_the_hand(card):
    for unknown in (Play(card), Discard(card)):
        assert GAME.check(LEAD, 0, unknown).code == No.CARD_NOT_IN_HAND
    assert GAME.check(SHED, 0, Lay(("5h", card))).code == No.CARD_NOT_IN_HAND


@pytest.mark.parametrize("reason, clause, state, text", REFUSALS)
def test_SG_134_what_is_refused_changes_nothing(reason, clause, state, text):
    before = msgspec.json.encode(state)
    assert isinstance(
        play(GAME, state, int(text.split()[0]), move(text.split(maxsplit=1)[1]), Stacked()), Refusal
    )
    assert msgspec.json.encode(state) == before


@pytest.mark.parametrize(
    "state, text, params",
    [
        (LEAD, "1 P Ks", {"to_act": (0,)}),
        (LEAD, "0 P Ks", {"card": "Ks", "hand": cards("5c 2d 9h")}),
        (FOLLOW, "1 L 6h 6h", {"card": "6h", "hand": cards("6d 6h 7h 2s")}),
        (ANSWER, "1 D Ks", {"card": "Ks"}),
        (FOLLOW, "1 L 6h 7h", {"top": "9s"}),
    ],
)
def test_a_refusal_says_what_would_be_legal(state, text, params):
    assert refusal(state, text).params == params


def test_SG_22_SG_137_numbers_of_players():
    for seats in (2, 3, 4):
        assert isinstance(options(seats), Options)
    for seats in (-1, 0, 1, 5):
        why = options(seats)
        assert (why.code, why.clause, why.params) == ("invalid_players", "SG-22", {"seats": seats})


def test_SG_25_SG_137_two_players_only_head_to_head():
    why = options(2, phase1_tricks="all")
    assert (why.code, why.clause) == ("invalid_option", "SG-25")
    assert options(1, phase1_tricks="all").code == "invalid_players"


TEXTS = tomllib.loads(resources.files("rules.skitgubbe").joinpath("refusals.toml").read_text("utf-8"))


def test_every_refusal_has_its_texts():
    assert list(TEXTS) == ["game_over", "malformed_move", *list(No)[1:], "invalid_players", "invalid_option"]


@pytest.mark.parametrize("language", ["de", "en"])
def test_texts_name_nothing_but_the_params(language):
    refused = [refusal(state, text) for _, _, state, text in REFUSALS]
    for why in (*refused, options(1), options(2, phase1_tricks="all")):
        assert "{" not in TEXTS[why.code][language].format(**why.params)


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_clause_that_is_cited_stands_in_the_rules(language):
    book = resources.files("rules.skitgubbe").joinpath(f"rules.{language}.md").read_text("utf-8")
    stated = {id for ids in re.findall(r"^- \*\*(.+?)\*\*", book, re.MULTILINE) for id in ids.split(", ")}
    assert {clause for _, clause, *_ in REFUSALS} | {"SG-22", "SG-25"} <= stated
