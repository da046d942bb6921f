"""Law 8: golden playthroughs are played to the same bytes, and no game is without them."""

import pytest
from msgspec.structs import replace

from rules import GAMES
from tests.rules.golden import FOLDER, missing, name, read, record, records, render, wanted
from tests.rules.toy import Options, Toy

FILES = sorted(FOLDER.glob("*/*.json"))
LARGEST = 300_000
"""Bytes of all records of a game together."""


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_played_again_to_the_same_bytes(path):
    found = read(path)
    assert render(GAMES[found.head.game], found) == path.read_bytes()


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_record_stands_in_its_games_folder(path):
    assert read(path).head.game == path.parent.name


@pytest.mark.parametrize("slug", GAMES)
def test_some_record_is_a_whole_game(slug):
    assert any(found.result is not None for found in records(FOLDER, slug).values())


def test_every_game_is_recorded():
    assert missing(GAMES) == []


@pytest.mark.parametrize("slug", GAMES)
def test_records_of_a_game_stay_small(slug):
    assert sum(path.stat().st_size for path in (FOLDER / slug).glob("*.json")) < LARGEST


def test_new_game_is_missing_until_it_is_recorded(tmp_path):
    games = {"toy": Toy()}
    assert "toy: 2 seats" in missing(games, tmp_path)
    assert "toy: strict = True" in missing(games, tmp_path)
    assert "toy: move lay" in missing(games, tmp_path)
    (tmp_path / "toy").mkdir()
    for number, (seats, options) in enumerate(wanted(Toy())):
        (tmp_path / "toy" / name(seats, number)).write_bytes(render(Toy(), record(Toy(), seats, options)))
    assert missing(games, tmp_path) == []


def test_lost_record_is_missed(tmp_path):
    (tmp_path / "toy").mkdir()
    path = tmp_path / "toy" / "a.json"
    path.write_bytes(render(Toy(), record(Toy(), 2, Options())))
    gaps = missing({"toy": Toy()}, tmp_path)
    assert "toy: 3 seats" in gaps
    assert "toy: 2 seats" not in gaps


class DrawsFromBelow(Toy):
    """The rules have changed: another card is drawn."""

    def setup(self, seats, options, first, chance):
        step = super().setup(seats, options, first, chance)
        return replace(step, state=replace(step.state, stock=step.state.stock[::-1]))


class NeverLetsPlay(Toy):
    """The rules have changed: every game is over before it began."""

    def check(self, state, seat, move):
        return super().check(replace(state, over=True), seat, move)


def test_rules_that_play_otherwise_give_other_bytes():
    found = record(Toy(), 2, Options())
    assert render(DrawsFromBelow(), found) != render(Toy(), found)


def test_move_that_is_refused_now_is_an_error():
    with pytest.raises(ValueError, match="game_over"):
        render(NeverLetsPlay(), record(Toy(), 2, Options()))
