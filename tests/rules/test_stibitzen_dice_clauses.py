"""What the test vectors of Stibitzen, the dice game, leave out: set-up, views, refusals, end, texts."""

import re
import tomllib
from importlib import resources

import msgspec
import pytest
from msgspec.structs import replace

from rules import GAMES
from rules.chance import Seeded, Stacked
from rules.referee import deal, play
from rules.stibitzen_dice.game import No, StibitzenDice
from rules.stibitzen_dice.types import Keep, Options, Result, Roll, Series, Standings
from tests.rules.laws.walks import Walk
from tests.rules.stibitzen_dice_positions import GAME, after, as_json, at, code, legal, refusal, start, step

# Overview, options, set-up


def test_SD_1_SD_3_SD_10_the_game():
    assert isinstance(GAMES["stibitzen-dice"], StibitzenDice)
    assert list(GAME.seats) == [2, 3, 4]
    assert all(GAME.options(seats, Options()) == Options() for seats in (2, 3, 4))
    assert len(after(start(), "roll 1 2 5 6 3").roll) == 5
    assert GAME.zones(start()) is None


def test_SD_2_SD_15_SD_16_defaults():
    assert GAME.defaults(2) == Options(target=500, throw_limit="per_set")
    assert msgspec.convert({}, GAME.options_type) == Options()


@pytest.mark.parametrize(
    "options", [{"target": 50}, {"target": 100_000}, {"throw_limit": "per_turn"}], ids=str
)
def test_SD_15_options_that_are_accepted(options):
    given = msgspec.convert(options, GAME.options_type)
    assert GAME.options(3, given) == given
    assert start(3, **options).options == given


def test_SD_11_SD_12_SD_20_SD_60_the_start():
    state = start(3, first=2)
    assert (state.scores, state.turn, state.turns) == ((0, 0, 0), 2, 1)
    assert (state.turn_points, state.sets, state.throws) == (0, 1, 0)
    assert (state.aside, state.roll, state.last) == ((), (), None)
    assert (GAME.actors(state), legal(state)) == ((2,), "roll")


def test_SD_21_the_first_seat_is_drawn_by_lot():
    assert deal(GAME, 4, Options(), None, Stacked(firsts=[3]))[0] == 3
    assert GAME.next_first(4, (), ()) is None


@pytest.mark.parametrize("first", [-1, 3])
def test_SD_13_a_seat_that_is_not_at_the_table_cannot_begin(first):
    with pytest.raises(ValueError, match="no game"):
        GAME.setup(3, Options(), first, Stacked())


def test_SD_22_a_throw_takes_the_next_values_in_order():
    chance = Stacked(dice=[3, 1, 5, 2, 4, 6, 6, 1])
    state = play(GAME, start(), 0, Roll(), chance).state
    assert state.roll == (3, 1, 5, 2, 4)
    state = play(GAME, state, 0, Keep((5, 1)), chance).state
    state = play(GAME, state, 0, Roll(), chance).state
    assert state.roll == (6, 6, 1)
    with pytest.raises(IndexError):
        chance.die()


# Turns


def test_SD_13_turns_go_round_by_rising_seat():
    state = start(4, first=2)
    order = []
    for _ in range(8):
        order.append(state.turn)
        state = after(state, "roll 2 3 4 6 6")
    assert order == [2, 3, 0, 1, 2, 3, 0, 1]
    assert state.turns == 9


def test_SD_4_SD_27_SD_47_SD_90_a_bust_at_once_costs_only_the_turn():
    done = step(at(scores=(300, 250)), "roll 2 2 3 3 4")
    assert replace(done.state, last=None) == replace(at(scores=(300, 250), turn=1), turns=2)
    assert (done.state.last.bust, done.state.last.lost) == (True, 0)


def test_SD_40_all_five_dice_are_thrown_at_the_start_of_a_turn():
    state = after(start(), "roll 1 1 3 4 6", "keep 1", "bank", "roll 5 3 4 6 2", "keep 5")
    assert state.scores == (100, 0)
    assert GAME.view(state, 0).dice_left == 4


def test_SD_41_SD_42_SD_52_keep_once_then_roll_or_bank():
    state = after(start(), "roll 1 5 3 4 6", "keep 1")
    assert legal(state) == "bank, roll"
    assert code(state, "keep 5") == No.ALREADY_KEPT
    assert after(state, "bank").scores == (100, 0)
    assert after(state, "roll 5 3 4 6").roll == (5, 3, 4, 6)


@pytest.mark.parametrize("options", [{}, {"throw_limit": "per_turn"}], ids=str)
def test_SD_43_SD_44_SD_46_three_throws(options):
    state = after(start(**options), "roll 1 2 3 4 6", "keep 1")
    assert (state.throws, legal(state)) == (1, "bank, roll")
    state = after(state, "roll 1 3 4 6", "keep 1")
    assert (state.throws, legal(state)) == (2, "bank, roll")
    state = after(state, "roll 1 4 6", "keep 1")
    assert (state.throws, legal(state)) == (3, "bank")
    state = after(state, "bank", "roll 1 2 3 4 6")
    assert state.throws == 1


def test_SD_43_counted_anew_in_every_set():
    state = after(at(aside="1 | 1 | 1 5 5", points=400), "roll 1 1 1 5 5", "keep 1 1 1 5 5")
    assert (state.sets, state.throws) == (2, 1)
    state = after(state, "roll 5 2 3 4 4")
    assert (state.sets, state.throws) == (3, 1)


def test_SD_43a_bonus_throws_are_not_counted_in_a_turn():
    state = after(
        start(target=1000, throw_limit="per_turn"), "roll 1 2 3 4 5", "keep 1 2 3 4 5", "roll 1 3 4 6 6"
    )
    assert (state.sets, state.throws) == (2, 1)
    state = after(state, "keep 1", "roll 1 3 4 6", "keep 1")
    assert (state.throws, legal(state)) == (2, "bank, roll")
    state = after(state, "roll 1 3 4", "keep 1")
    assert (state.throws, legal(state)) == (3, "bank")
    state = after(state, "bank")
    assert (state.throws, state.sets) == (0, 1)


def test_SD_43a_after_three_counted_throws_there_is_still_the_bonus_throw():
    state = at(aside="1 | 1 | 1 5 5", points=400, throw_limit="per_turn")
    state = after(state, "roll 1 1 1 5 5", "keep 1 1 1 5 5", "roll 1 2 3 4 5", "keep 1 2 3 4 5")
    assert (state.sets, state.throws, legal(state)) == (3, 3, "bank, roll")


@pytest.mark.parametrize("kept", ["1 2 3 4 5", "2 3 4 5 6", "2 2 2 3 3", "6 6 6 6 6", "1 1 1 5 5"])
def test_SD_45_SD_92_a_first_throw_that_scores_as_a_whole(kept):
    state = after(start(), f"roll {kept}", f"keep {kept}")
    assert legal(state) == "bank, roll"
    bonus = step(state, "roll 1 2 3 4 6")
    assert bonus.events[0].bonus
    assert (bonus.state.aside, bonus.state.sets, bonus.state.throws) == ((), 2, 1)
    assert bonus.state.turn_points == state.turn_points


@pytest.mark.parametrize("options", [{}, {"throw_limit": "per_turn"}], ids=str)
def test_SD_46_SD_91_the_third_throw_with_all_dice_set_aside(options):
    state = after(at(aside="1 | 1", points=200, **options), "roll 2 2 2", "keep 2 2 2")
    assert (state.throws, legal(state)) == (3, "bank, roll")


def test_SD_47_SD_94_a_bust_after_a_bonus_throw_loses_all_sets():
    state = at(scores=(150, 0), aside="1 2 3 4 5", points=500)
    state = after(state, "roll 1 2 3 4 6", "keep 1", "roll 2 3 4 6")
    assert (state.last.lost, state.scores, state.turn) == (600, (150, 0), 1)


def test_SD_28_SD_93_dice_of_a_former_throw_or_set_are_not_combined():
    state = after(at(aside="1 1 | 5 5 5", points=700), "roll 1 2 3 4 6")
    assert legal(state) == "1"
    state = after(at(aside="5 5", points=100), "roll 1 1 1", "keep 1 1 1")
    assert state.turn_points == 1100  # no full house


@pytest.mark.parametrize(
    "state", [at(roll="2 2 3 4 5"), at(roll="6 4 4 3 5")], ids=["pair of 2", "pair of 4"]
)
def test_SD_26_what_is_worth_nothing(state):
    assert legal(state) == "5"


def test_SD_31_four_alike_and_full_house():
    assert after(at(roll="1 1 1 1 3"), "keep 1 1 1 1").turn_points == 1100
    assert after(at(roll="5 5 5 5 3"), "keep 5 5 5 5").turn_points == 550
    assert after(at(roll="1 1 1 5 5"), "keep 1 1 1 5 5").turn_points == 1500
    assert code(at(roll="2 2 2 2 1"), "keep 2 2 2 2") == No.NON_SCORING_DIE


def test_SD_17_nothing_else_scores_or_binds():
    assert after(at(aside="5", points=50), "bank").scores == (50, 0)  # no minimum
    assert after(at(roll="6 6 6 6 5"), "keep 6 6 6 5").turn_points == 650  # four alike have no value
    assert after(at(scores=(450, 499), aside="5", points=50), "bank").phase == "over"  # no last round


# Moves


def test_SD_50_a_throw():
    done = step(at(aside="1 5", points=150), "roll 5 5 2")
    assert as_json(done.events) == [{"type": "rolled", "seat": 0, "dice": [5, 5, 2], "bonus": False}]
    assert (done.state.phase, done.state.throws, done.state.turn_points) == ("must_keep", 2, 150)
    done = step(at(aside="1 5", points=150), "roll 6 4 2")
    assert as_json(done.events) == [
        {"type": "rolled", "seat": 0, "dice": [6, 4, 2], "bonus": False},
        {"type": "busted", "seat": 0, "lost": 150},
    ]


def test_SD_51_SD_98_the_order_of_a_keep_does_not_matter():
    done = step(at(roll="5 1 3 1 5", points=50), "keep 5 1 1")
    assert done == step(at(roll="5 1 3 1 5", points=50), "keep 1 5 1")
    assert as_json(done.events) == [{"type": "kept", "seat": 0, "dice": [1, 1, 5], "points": 250}]
    assert (done.state.turn_points, done.state.aside, done.state.roll) == (300, ((1, 1, 5),), ())


def test_SD_52_SD_80_banking():
    done = step(at(scores=(100, 0), aside="1 5", points=150), "bank")
    assert as_json(done.events) == [{"type": "banked", "seat": 0, "points": 150, "score": 250}]
    assert (done.state.turn, done.state.turns, done.state.phase) == (1, 2, "must_roll")
    assert (done.state.aside, done.state.throws, done.state.turn_points) == ((), 0, 0)


def test_SD_53_SD_98_each_different_keep_once():
    assert legal(at(roll="5 5 1 3 3")) == "1, 5, 1 5, 5 5, 1 5 5"
    assert GAME.moves(at(roll="5 5 1 3 3"), 1) == ()


def test_SD_54_SD_95_nothing_is_banked_automatically():
    state = after(at(scores=(450, 0), roll="1 1 1 2 3", target=600), "keep 1 1 1")
    assert (state.phase, GAME.result(state)) == ("may_roll_or_bank", None)
    assert after(state, "roll 3 4").scores == (450, 0)
    assert after(state, "bank").scores == (1450, 0)


def test_SD_96_the_same_value_by_keeps_of_different_size():
    state = at(roll="1 5 5 3 4")
    assert after(state, "keep 1").turn_points == after(state, "keep 5 5").turn_points == 100


def test_SD_97_kept_dice_stay():
    state = after(at(roll="1 5 3 4 6"), "keep 5", "roll 1 1 3 4")
    assert state.aside == ((5,),)
    assert after(state, "keep 1").aside == ((5,), (1,))


# Views

VIEW = {
    "phase": "may_roll_or_bank",
    "scores": [0, 0],
    "turns": 1,
    "turn_points": 150,
    "set": 1,
    "throws_used": 1,
    "dice_left": 3,
    "aside": [[1, 5]],
    "roll": [],
    "last": {"seat": 0, "type": "keep", "dice": [1, 5], "points": 150},
}


@pytest.mark.parametrize(
    "moves, changed",
    [
        (
            [],
            {
                "phase": "must_roll",
                "turn_points": 0,
                "throws_used": 0,
                "dice_left": 5,
                "aside": [],
                "last": None,
            },
        ),
        (
            ["roll 5 2 1 6 3"],
            {
                "phase": "must_keep",
                "turn_points": 0,
                "dice_left": 5,
                "aside": [],
                "roll": [5, 2, 1, 6, 3],
                "last": {
                    "seat": 0,
                    "type": "roll",
                    "dice": [5, 2, 1, 6, 3],
                    "bonus": False,
                    "bust": False,
                    "lost": 0,
                },
            },
        ),
        (["roll 5 2 1 6 3", "keep 5 1"], {}),
        (
            ["roll 5 2 1 6 3", "keep 5 1", "roll 6 4 2"],
            {
                "phase": "must_roll",
                "turns": 2,
                "turn_points": 0,
                "throws_used": 0,
                "dice_left": 5,
                "aside": [],
                "last": {
                    "seat": 0,
                    "type": "roll",
                    "dice": [6, 4, 2],
                    "bonus": False,
                    "bust": True,
                    "lost": 150,
                },
            },
        ),
        (
            ["roll 5 2 1 6 3", "keep 5 1", "bank"],
            {
                "phase": "must_roll",
                "scores": [150, 0],
                "turns": 2,
                "turn_points": 0,
                "throws_used": 0,
                "dice_left": 5,
                "aside": [],
                "last": {"seat": 0, "type": "bank", "points": 150},
            },
        ),
        (
            ["roll 2 2 2 3 3", "keep 2 2 2 3 3", "roll 1 1 3 4 4"],
            {
                "phase": "must_keep",
                "turn_points": 1500,
                "set": 2,
                "dice_left": 5,
                "aside": [],
                "roll": [1, 1, 3, 4, 4],
                "last": {
                    "seat": 0,
                    "type": "roll",
                    "dice": [1, 1, 3, 4, 4],
                    "bonus": True,
                    "bust": False,
                    "lost": 0,
                },
            },
        ),
    ],
    ids=["start", "thrown", "kept", "bust", "banked", "bonus throw"],
)
def test_SD_61_SD_62_the_view_is_the_same_for_everybody(moves, changed):
    state = after(start(), *moves)
    for viewer in (0, 1, None):
        assert as_json(GAME.view(state, viewer)) == VIEW | changed


def test_SD_62_when_the_game_is_over_the_winning_bank_has_left_the_rest():
    state = after(at(scores=(400, 0), aside="1 | 5 5", points=200, sets=2), "bank")
    assert as_json(GAME.view(state, 1)) == {
        "phase": "over",
        "scores": [600, 0],
        "turns": 1,
        "turn_points": 0,
        "set": 2,
        "throws_used": 2,
        "dice_left": 2,
        "aside": [[1], [5, 5]],
        "roll": [],
        "last": {"seat": 0, "type": "bank", "points": 200},
    }


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_SD_61_there_is_nothing_to_imagine(viewer):
    state = at(roll="1 2 3 4 6")
    assert GAME.imagine(state, viewer, Stacked()) == state


# Refusals: one position a code, in the order of the table; each but the last reason of a pair also applies

OVER = after(at(scores=(450, 0), aside="5", points=50), "bank")

REFUSALS = [
    ("game_over", "SD-80", OVER, 1, "keep"),
    ("game_over", "SD-80", OVER, 7, "bank"),
    ("not_your_turn", "SD-13", at(), 1, "bank"),
    ("not_your_turn", "SD-13", at(roll="1 2 3 4 6"), 1, "keep 2"),
    ("not_your_turn", "SD-13", at(), 2, "roll"),
    ("not_your_turn", "SD-13", at(turn=1), -1, "roll"),
    ("must_roll", "SD-40", at(), 0, "bank"),
    ("must_roll", "SD-40", at(), 0, "keep"),
    ("must_roll", "SD-40", at(), 0, "keep 2 2"),
    ("must_keep", "SD-41", at(roll="1 2 3 4 6"), 0, "bank"),
    ("must_keep", "SD-41", at(aside="1 | 1", roll="1 2 3"), 0, "roll"),
    ("already_kept", "SD-41", at(aside="1"), 0, "keep"),
    ("already_kept", "SD-41", at(aside="1 2 3 4 5"), 0, "keep 1"),
    ("must_keep_one", "SD-41", at(roll="1 2 3 4 6"), 0, "keep"),
    ("dice_not_in_roll", "SD-51", at(roll="1 2 3 4 6"), 0, "keep 2 2"),
    ("dice_not_in_roll", "SD-51", at(aside="5", roll="1 2 3 4"), 0, "keep 5"),
    ("non_scoring_die", "SD-30", at(roll="1 2 3 4 6"), 0, "keep 1 2"),
    ("no_throws_left", "SD-46", at(aside="1 | 1 | 1"), 0, "roll"),
]


@pytest.mark.parametrize("reason, clause, state, seat, text", REFUSALS)
def test_SD_70_the_first_reason_that_applies(reason, clause, state, seat, text):
    why = refusal(state, seat, text)
    assert (why.code, why.clause) == (reason, clause)


def test_SD_70_reasons_in_order():
    assert list(No) == list(dict.fromkeys(reason for reason, *_ in REFUSALS))


@pytest.mark.parametrize(
    "state, text, params",
    [
        (at(turn=1), "roll", {"to_act": (1,)}),
        (at(roll="5 1 2 3 6"), "bank", {"keeps": ("1", "5", "1 5")}),
        (at(roll="4 2 1 4 4"), "keep", {"keeps": ("1", "4 4 4", "1 4 4 4")}),
        (at(roll="4 2 1 4 4"), "keep 4 4", {"keeps": ("1", "4 4 4", "1 4 4 4")}),
        (at(roll="6 2 1 4 3"), "keep 5 1 1", {"die": 1, "roll": (1, 2, 3, 4, 6)}),
        (at(aside="1 | 1 | 1", points=300), "roll", {"points": 300}),
    ],
)
def test_a_refusal_says_what_would_be_legal(state, text, params):
    assert refusal(state, 0, text).params == params


PACKAGE = resources.files("rules.stibitzen_dice")
TEXTS = tomllib.loads(PACKAGE.joinpath("refusals.toml").read_text("utf-8"))


def test_every_refusal_has_its_texts():
    assert list(TEXTS) == ["game_over", "malformed_move", *list(No)[1:], "invalid_players", "invalid_option"]


@pytest.mark.parametrize("language", ["de", "en"])
def test_texts_name_nothing_but_the_params(language):
    refused = [refusal(state, seat, text) for _, _, state, seat, text in REFUSALS]
    for why in (*refused, GAME.options(1, Options()), GAME.options(2, Options(target=0))):
        assert "{" not in TEXTS[why.code][language].format(**why.params)


def statements(language):
    """The clause ids of each statement of the rules for players, in order."""
    text = PACKAGE.joinpath(f"rules.{language}.md").read_text("utf-8")
    items = [line for line in text.splitlines() if line.startswith("- ")]
    return [re.fullmatch(r"- \*\*((?:SD-\w+, )*SD-\w+)\*\* .+", item)[1].split(", ") for item in items]


def test_rules_for_players_cite_the_same_clauses_in_both_languages():
    assert statements("de") == statements("en")
    cited = [clause for ids in statements("de") for clause in ids]
    assert len(cited) == len(set(cited))
    refused = {clause for _, clause, *_ in REFUSALS} | {"SD-1", "SD-15"}
    assert refused <= set(cited)
    assert {"SD-A1", "SD-A2", "SD-A3", "SD-A4"} <= set(cited)


# End and series


def test_SD_81_overshooting_does_no_harm():
    state = after(at(scores=(450, 0), aside="6 6 6 6 6", points=2000), "bank")
    assert GAME.result(state).scores == (2450, 0)


def test_SD_80_one_point_too_few_does_not_win():
    state = after(at(scores=(400, 0), aside="5", points=50), "bank")
    assert (GAME.result(state), state.turn) == (None, 1)


def test_SD_82_SD_83_the_result():
    state = after(at(scores=(0, 450, 200), turn=1, aside="5", points=50), "bank")
    assert GAME.actors(state) == ()
    assert GAME.result(state) == Result(winner=1, scores=(0, 500, 200), won=(False, True, False))


def test_SD_85_standings_count_the_games_won():
    results = [Result(w, (0, 0, 0), tuple(s == w for s in range(3))) for w in (2, 0, 2)]
    for closed in (False, True):
        assert GAME.standings(3, Series(), results, closed=closed) == Standings(games=3, won=(1, 0, 2))
    assert GAME.standings(2, Series(), (), closed=False) == Standings(games=0, won=(0, 0))


def test_SD_86_the_left_neighbour_begins_the_next_game():
    won = Result(0, (500, 0, 0), (True, False, False))
    assert GAME.next_first(3, (1,), (won,)) == 2
    assert GAME.next_first(3, (1, 2), (won, won)) == 0


def test_length_of_a_series():
    assert GAME.games(3, Series()) is None
    assert GAME.games(3, Series(games=7)) == 7
    for games in (0, 100):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({"games": games}, GAME.series_type)


# Termination


def test_SD_110_nothing_ends_a_game_but_a_bank():
    state = start()
    for _ in range(1000):
        state = after(state, "roll 2 2 3 3 4")
    assert (state.turns, state.scores, legal(state)) == (1001, (0, 0), "roll")


@pytest.mark.parametrize("seats, mean", [(2, 21), (3, 25), (4, 29)])
def test_SD_111_length_of_random_games(seats, mean):
    seeds = range(0, 1500, 3)  # with them a walk chooses evenly
    games = [len(Walk(GAME, seats, Options(), seed).turns) for seed in seeds]
    assert sum(games) / len(games) == pytest.approx(mean, abs=2)
    assert sum(length > 90 for length in games) <= 2


def points_of_a_turn(again, turns=2000):
    """Mean points of turns that keep the dearest selection and throw again while `again` says so."""
    chance, total = Seeded(b"", "turns", 1), 0
    for _ in range(turns):
        state = GAME.apply(start(), 0, Roll(), chance).state
        while state.phase == "must_keep":
            kept = (GAME.apply(state, 0, move, chance).state for move in GAME.moves(state, 0))
            state = max(kept, key=lambda after_keep: after_keep.turn_points)
            if Roll() in GAME.moves(state, 0) and again(GAME.view(state, 0).dice_left):
                state = GAME.apply(state, 0, Roll(), chance).state
        total += state.turn_points
    return total / turns


def test_SD_A1_SD_A2_advice_is_sound():
    """Throwing again with all five dice brings more than with one or two."""
    assert points_of_a_turn(lambda left: left == 0) > points_of_a_turn(lambda left: left in (1, 2))
