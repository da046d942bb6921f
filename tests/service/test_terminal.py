"""`spielwart play` and `spielwart replay`: whole games, saved games, and whatever else may be entered."""

import json
import os
import pty
import random
import re
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from rules import GAMES
from rules.bots import LEVELS
from service import notation
from service.cli import main
from tests.rules.laws.reflect import configurations
from tests.rules.laws.walks import Walk
from tests.service.client import Client

ROOT = Path(__file__).parents[2]
NUMBERS = "".join(f"{number}\n" for number in random.Random(1).choices(range(1, 12), k=50_000))
"""Input that plays: numbers of moves, many of them too high."""


def run(*arguments: str, entered: str | bytes = "", charset: str = "utf-8") -> Result:
    """What the command does with that input; any exception but a proper exit is a failure."""
    done = CliRunner(charset=charset).invoke(main, arguments, input=entered)
    assert done.exception is None or isinstance(done.exception, SystemExit), repr(done.exception)
    assert "Traceback" not in done.output
    return done


def played(path: Path) -> list[Any]:
    """The moves of a saved game, of all seats."""
    return [line["move"] for line in json.loads(path.read_text())["moves"]]


# Every game


@pytest.mark.parametrize("slug", GAMES)
def test_a_game_is_played_to_its_end_and_replayed(slug: str, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    done = run("play", slug, "--seed", "1", "--save", str(path), entered=NUMBERS)
    assert done.exit_code == 0
    _, result = done.output.split("The game is over.\n")
    assert len(result.splitlines()) == len(GAMES[slug].result_type.__struct_fields__)
    again = run("replay", str(path), "--all")
    assert again.exit_code == 0
    assert again.output.endswith(f"The game is over.\n{result}")
    assert again.output.count("\nMove ") == len(played(path))


@pytest.mark.parametrize("slug", GAMES)
def test_every_number_of_seats_can_be_chosen(slug: str) -> None:
    for seats in GAMES[slug].seats:
        done = run("play", slug, "--seats", str(seats), "--seed", "5")
        assert f"{GAMES[slug].title['en']}, {seats} seats" in done.output
        assert done.output.endswith("You left the table.\n")
    done = run("play", slug, "--seats", "99")
    assert done.exit_code == 1
    assert "99" in done.stderr


@pytest.mark.parametrize("slug", GAMES)
def test_moves_are_read_as_they_are_written(slug: str) -> None:
    game = GAMES[slug]
    for seed, (seats, options) in enumerate(configurations(game)[:6]):
        for turn in Walk(game, seats, options, seed, 300).turns:
            line = notation.written(game, turn.move)
            assert notation.read(game, line) == turn.move, line


@pytest.mark.parametrize("slug", GAMES)
def test_help_names_every_kind_of_move(slug: str) -> None:
    output = run("play", slug, "--seed", "1", entered="?\n" + NUMBERS[:40]).output
    for form in notation.forms(GAMES[slug]):
        assert f"\n  {form}\n" in output


@pytest.mark.parametrize("slug", GAMES)
def test_a_game_too_long_is_given_up(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAMES[slug], "longest", 3)
    output = run("play", slug, "--seed", "1", entered=NUMBERS).output
    assert output.endswith("After 3 moves the game is not over.\n")


# The seed


def test_a_seed_repeats_a_game_whoever_is_first() -> None:
    first = set()
    for seed in ("1", "2", "3", "4"):
        once, twice = (
            run("play", "stibitzen-dice", "--seed", seed, entered=NUMBERS[:60]).output for _ in range(2)
        )
        assert once == twice
        first |= set(re.findall(r"drawn to be first: (seat \d)", once))
    assert first == {"seat 0", "seat 1"}


def test_without_a_seed_games_differ() -> None:
    assert run("play", "stibitzen-dice").output != run("play", "stibitzen-dice").output


# What is shown


def test_what_is_hidden_from_the_seat_is_not_shown(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    lines = run("play", "shithead", "--seed", "1", "--save", str(path), entered=NUMBERS).output.splitlines()
    lines += run("replay", str(path), "--all").output.splitlines()
    own = [line for line in lines if re.match(r"  seat 0 (drew|dealt hand)", line)]
    others = [line for line in lines if re.match(r"  seat 1 (drew|dealt hand)", line)]
    assert own
    assert others
    assert not [line for line in own if "??" in line]
    assert [line for line in others if re.fullmatch(r".* cards (\?\? ?)+", line)] == others


def test_replay_can_show_another_seat(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    run("play", "shithead", "--seed", "1", "--save", str(path))
    output = run("replay", str(path), "--seat", "1").output
    assert re.search(r"seat 0 dealt hand: .* cards \?\? \?\? \?\?", output)
    assert not re.search(r"seat 1 dealt hand: .* cards \?\?", output)


def test_view_and_events_are_readable() -> None:
    output = run("play", "stibitzen-dice", "--seed", "5", entered="1\n1\n").output
    assert "phase        To roll\n" in output
    assert "  seat 0 rolled: dice 1 1 4 2 4, bonus no\n" in output
    assert "roll         1 1 4 2 4\n" in output
    assert "  1  keep 1\n  2  keep 1 1\n" in output
    assert "aside        [1]\n" in output
    assert "last         seat 0 keep: dice 1, points 100\n" in output


def test_cards_are_drawn_and_coloured_only_where_the_terminal_can(tmp_path: Path) -> None:
    entered = "ready\n"
    drawn = run("play", "shithead", "--seed", "1", entered=entered).output
    assert re.search(r"hand +(?:10|[2-9JQKA])[\u2663\u2666\u2665\u2660] ", drawn)
    assert "\x1b" not in drawn
    plain = run("play", "shithead", "--seed", "1", entered=entered, charset="ascii").output
    assert re.search(r"hand +[2-9TJQKA][cdhs] ", plain)
    assert "?" not in plain.replace("??", "").replace("? for help", "")


def test_drawn_cards_are_read_again_and_words_are_left_alone() -> None:
    game = GAMES["shithead"]
    assert notation.drawn("swap Tc As; Ask As, 10d") == "swap 10\u2663 A\u2660; Ask A\u2660, 10d"
    assert notation.drawn("Td") == "\x1b[31m10\u2666\x1b[0m"
    assert notation.drawn("Ts") == "10\u2660"
    for line in ("swap Td 9c", "swap 10\u2666 9\u2663", "swap 10d 9\u2663"):
        assert notation.written(game, notation.read(game, line)) == "swap Td 9c"


@pytest.mark.parametrize(
    ("environ", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)]
)
def test_a_terminal_gets_colours_unless_it_does_not_want_them(
    environ: dict[str, str], coloured: bool
) -> None:
    arguments = ["play", "shithead", "--seed", "1", "--seats", "5"]
    plain = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", "from service.cli import main; main()", *arguments],
        cwd=ROOT,
        env=plain | {"TERM": "xterm", "PYTHONIOENCODING": "utf-8"} | environ,
        stdin=subprocess.DEVNULL,
        stdout=slave,
    )
    os.close(slave)
    output = b""
    with suppress(OSError):  # a terminal whose program has ended
        while part := os.read(master, 65_536):
            output += part
    os.close(master)
    assert process.wait(30) == 0
    assert b"\xe2\x99" in output
    assert (b"\x1b[31m" in output) == coloured


@pytest.mark.parametrize("level", LEVELS)
def test_bots_of_each_level_are_opponents(level: str, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    done = run(
        "play", "shithead", "--seed", "3", "--level", level, "--save", str(path), entered="ready\n" * 2
    )
    assert f"the others are bots ({level})" in done.output
    assert [line["seat"] for line in json.loads(path.read_text())["moves"]].count(1) >= 1


def test_a_hint_names_the_best_moves_with_reason_and_clause() -> None:
    output = run("play", "shithead", "--seed", "1", entered="h\n").output
    hints = re.findall(r"^  (swap|ready).*\n      .+ \((SH-A4)\)$", output, re.MULTILINE)
    assert 1 <= len(hints) <= 3
    assert output.endswith("You left the table.\n")


# What may be entered; with seed 5 seat 0 begins, and its first throw is 1 1 4 2 4


@pytest.mark.parametrize(
    "entered",
    ["1\n2\n1\n", "roll\nkeep 1 1\nbank\n", '{"type":"roll"}\n {"type":"keep","dice":[1,1]} \n\tbank\n'],
    ids=["numbers", "words", "JSON"],
)
def test_a_move_is_entered_as_number_words_or_json(entered: str, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    run("play", "stibitzen-dice", "--seed", "5", "--save", str(path), entered=entered)
    assert played(path)[:3] == [{"type": "roll"}, {"type": "keep", "dice": [1, 1]}, {"type": "bank"}]


@pytest.mark.parametrize(
    ("entered", "said"),
    [
        ("bank", "Your turn begins with a throw: roll the five dice. (SD-40)"),
        ("keep 1", "Your turn begins with a throw: roll the five dice. (SD-40)"),
        ("roll\nkeep", "You can keep: 1, 1 1. (SD-41)"),
        ("roll\nkeep 6", "You did not throw a 6 as often as that. Your throw is 1, 1, 2, 4, 4. (SD-51)"),
        ("roll\nkeep " + "1 " * 30_000, "You did not throw a 1 as often as that."),
        ("roll\nkeep 4 4", "Not every one of these dice scores"),
        ("0", "The list has the numbers 1 to 1."),
        ("2", "The list has the numbers 1 to 1."),
        ("9" * 60_000, "The list has the numbers 1 to 1."),
    ],
    ids=lambda text: text[:12],
)
def test_a_refusal_is_explained(entered: str, said: str) -> None:
    done = run("play", "stibitzen-dice", "--seed", "5", entered=f"{entered}\n")
    assert said in done.output
    assert done.output.endswith("You left the table.\n")
    assert done.exit_code == 0


@pytest.mark.parametrize(
    "entered",
    [
        "",
        "fly",
        "keep one",
        "keep 7",
        "keep 1.5",
        "roll 2",
        "-1",
        "1.0",
        "²",
        "null",
        "[]",
        "{}",
        "{",
        '{"type":"roll","n":2}',
        '{"type":"keep"}',
        '{"type":"keep","dice":["1"]}',
        '{"type":' * 7000,
        "[" * 60_000,
        "keep " + "1 " * 100_000,
        b"\xff\xfe\x00",
        b"\x1b[A",
        "ä ß 🎲",
    ],
    ids=lambda text: repr(text[:12]),
)
def test_what_is_no_move_is_said_so(entered: str | bytes) -> None:
    line = entered.encode() if isinstance(entered, str) else entered
    done = run("play", "stibitzen-dice", "--seed", "5", entered=line + b"\n")
    assert "This is no move of the game. There are roll, keep and bank" in done.output
    assert done.exit_code == 0


def test_what_the_terminal_cannot_show_is_replaced() -> None:
    done = run("play", "shithead", "--seed", "1", entered="swap ää 9c\n".encode(), charset="ascii")
    assert re.search(r"\?+ is not in your hand", done.output)


@pytest.mark.parametrize("entered", ["", "q\n", "quit\n", "roll"], ids=repr)
def test_leaving_is_polite_and_saves(entered: str, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    done = run("play", "stibitzen-dice", "--seed", "5", "--save", str(path), entered=entered)
    assert done.exit_code == 0
    assert done.output.endswith("You left the table.\n")
    assert len(played(path)) == (entered == "roll")
    assert "the game is not over" in run("replay", str(path)).output


def test_ctrl_c_leaves_and_saves(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    arguments = ["play", "stibitzen-dice", "--seed", "5", "--save", str(path)]
    process = subprocess.Popen(
        [sys.executable, "-c", "from service.cli import main; main()", *arguments],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdin
    assert process.stdout
    process.stdin.write("roll\n")
    process.stdin.flush()
    while "keep 1 1" not in process.stdout.readline():
        pass
    process.stdout.read(len("Your move"))
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (0, "")
    assert out.endswith("You left the table.\n")
    assert played(path) == [{"type": "roll"}]


# Options


def test_options_are_set_by_name() -> None:
    output = run("play", "stibitzen-dice", "--option", "target=50", "--option", "throw_limit=per_turn").output
    assert "target       50\nthrow limit  per_turn\n" in output


@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("target=49", "target"),
        ("target=many", "target"),
        ("target=" + "9" * 5000, "target"),
        ("target=", "target"),
        ("throw_limit=none", "throw_limit"),
        ("foo=1", "options of this game: target, throw_limit"),
        ("=1", "options of this game: target, throw_limit"),
        ("target", "NAME=VALUE"),
    ],
    ids=lambda text: text[:14],
)
def test_a_wrong_option_is_explained(option: str, said: str) -> None:
    done = run("play", "stibitzen-dice", "--option", option)
    assert done.exit_code in (1, 2)
    assert said in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["play"],
        ["play", "whist"],
        ["play", "shithead", "--seats", "two"],
        ["play", "shithead", "--seats", "-1"],
        ["play", "shithead", "--seed", "-1"],
        ["play", "shithead", "--seed", str(1 << 63)],
        ["play", "shithead", "--save", "/dev/null/game.json"],
        ["play", "shithead", "--save", "."],
        ["replay"],
        ["replay", "/nowhere"],
        ["replay", "."],
    ],
    ids=" ".join,
)
def test_a_wrong_call_is_explained(arguments: list[str]) -> None:
    done = run(*arguments)
    assert done.exit_code in (1, 2)
    assert "Error: " in done.stderr


# Saved games

SAVED: dict[str, Any] = {
    "game": "stibitzen-dice",
    "seats": 2,
    "options": {"target": 500, "throw_limit": "per_set"},
    "first": 0,
    "seed": 5,
    "moves": [
        {"seat": 0, "move": {"type": "roll"}},
        {"seat": 0, "move": {"type": "keep", "dice": [1, 1]}},
        {"seat": 0, "move": {"type": "bank"}},
    ],
}


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(SAVED))
    return path


def test_a_saved_game_is_options_first_seed_and_moves(saved: Path, tmp_path: Path) -> None:
    path = tmp_path / "again.json"
    entered = "roll\nkeep 1 1\nbank\n"
    run("play", "stibitzen-dice", "--seed", "5", "--save", str(path), entered=entered)
    found = json.loads(path.read_text())
    assert found | {"moves": found["moves"][:3]} == SAVED


@pytest.mark.parametrize(
    ("entered", "moves"), [("", 3), ("\n", 3), ("q\n", 0), ("\nq\n", 1), ("\n\nquit\n", 2), ("\na\n", 3)]
)
def test_replay_goes_step_by_step(saved: Path, entered: str, moves: int) -> None:
    done = run("replay", str(saved), entered=entered)
    assert done.exit_code == 0
    numbers = re.findall(r"^Move (\d) of 3, seat 0: (\w+)", done.output, re.MULTILINE)
    assert numbers == [("1", "roll"), ("2", "keep"), ("3", "bank")][:moves]
    assert ("scores       200 0\n" in done.output) == (moves == 3)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"game": "whist"}, "not played here"),
        ({"seats": 9}, "2 to 4 players, not 9"),
        ({"seats": 10**30}, "2 to 4 players"),
        ({"first": 2}, "cannot be dealt"),
        ({"first": -1}, "cannot be dealt"),
        ({"seed": -1}, "no saved game"),
        ({"seed": "5"}, "no saved game"),
        ({"options": {"target": 1}}, "options of the saved game"),
        ({"options": None}, "options of the saved game"),
        ({"moves": None}, "no saved game"),
        ({"moves": [{"seat": 0}]}, "no saved game"),
        ({"moves": [{"seat": 0, "move": {"type": "fly"}}]}, "Move 1 of the saved game is none"),
        ({"moves": [{"seat": 0, "move": {"type": "bank"}}]}, "Move 1 of the saved game is refused"),
        ({"moves": [{"seat": 7, "move": {"type": "roll"}}]}, "It is not your turn. To act: seat 0. (SD-13)"),
        ({"seed": 6}, "Move 2 of the saved game is refused"),
        ({"more": 1}, "no saved game"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_saved_game_that_is_none_is_explained(saved: Path, changed: dict[str, Any], said: str) -> None:
    saved.write_text(json.dumps(SAVED | changed))
    done = run("replay", str(saved), "--all")
    assert done.exit_code == 1
    assert said in done.stderr


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe",
        b"null",
        b"[" * 100_000,
        b'{"game":' * 100_000,
        b'{"seed":' + b"9" * 5000 + b"}",
        json.dumps(SAVED).replace('{"type": "roll"}', "[" * 50_000).encode(),
        json.dumps(SAVED).replace('{"type": "roll"}', "[" * 50_000 + "]" * 50_000).encode(),
    ],
    ids=lambda content: repr(content[:10]),
)
def test_a_file_that_is_no_saved_game_is_refused(saved: Path, content: bytes) -> None:
    saved.write_bytes(content)
    done = run("replay", str(saved), "--all")
    assert done.exit_code == 1
    assert "saved game" in done.stderr


def test_there_is_no_view_of_a_seat_that_is_not_there(saved: Path) -> None:
    done = run("replay", str(saved), "--seat", "2")
    assert done.exit_code == 1
    assert "seats 0 to 1" in done.stderr


# Games published by the API


@pytest.fixture
def published(client: Client, tmp_path: Path) -> tuple[Path, dict[str, Any]]:
    """A finished game of a series against a bot, as a seat got it from the API."""
    made = client.create(bots=["regular"], series={"games": 2}).body
    id, token = made["table"]["id"], made["token"]
    client.finish(id, [token])
    client("POST", f"{id}/games", token=token)
    proof = client("GET", f"{id}/proof?game=1", token=token).body
    updates = client("GET", f"{id}/events?limit=1000", token=token).body["updates"]
    game = {"proof": proof, "updates": updates}
    path = tmp_path / "game.json"
    path.write_text(json.dumps(game))
    return path, game


on_one_store = pytest.mark.parametrize("redis_url", ["valkey"], indirect=True)


@on_one_store
def test_a_published_game_is_replayed(published: tuple[Path, dict[str, Any]]) -> None:
    path, game = published
    done = run("replay", str(path), "--all")
    assert done.exit_code == 0, done.output
    start = next(
        i for i, u in enumerate(game["updates"]) if u["events"][-1]["type"] in ("game_over", "seat_left")
    )
    moves = [update for update in game["updates"][: start + 1] if update["move"]]
    assert done.output.count("\nMove ") == len(moves)
    assert f"table {game['proof']['table']}, game 1" in done.output
    assert "The game is over." in done.output


def _without(game: dict[str, Any], version: int) -> None:
    game["updates"] = [update for update in game["updates"] if update["version"] != version]


def _other_card(game: dict[str, Any]) -> None:
    played = next(e for u in game["updates"] for e in u["events"] if e["type"] == "dealt_up")
    played["cards"][0] = "2c" if played["cards"][0] != "2c" else "3c"


@on_one_store
@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda game: game["proof"].update(seed="0" * 64), "does not hold"),
        (lambda game: game["proof"].update(client_seeds=["x"]), "does not hold"),
        (lambda game: game["proof"].update(game="whist"), "not played here"),
        (lambda game: game["proof"].update(seats=9), "players"),
        (lambda game: game["proof"].update(options={"x": 1}), "options of the saved game"),
        (lambda game: game["proof"].pop("first"), "no saved game"),
        (lambda game: game.update(updates=[]), "do not hold the deal"),
        (lambda game: game.update(updates=3), "no saved game"),
        (lambda game: game.update(updates=[{"version": 1}]), "none of this game"),
        (lambda game: _without(game, 6), "lack version 6"),
        (_other_card, "not what the proof and its moves lead to"),
        (lambda game: game.update(more=1), "no saved game"),
    ],
)
def test_a_published_game_that_is_not_true_is_explained(
    published: tuple[Path, dict[str, Any]], change: Any, said: str
) -> None:
    path, game = published
    change(game)
    path.write_text(json.dumps(game))
    done = run("replay", str(path), "--all")
    assert done.exit_code == 1
    assert said in done.stderr
