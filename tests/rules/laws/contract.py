"""What holds of a game as a whole: its names, its types, its options, its series."""

import re
from typing import Any

from rules.core import AnyRules, Refusal
from tests.rules.laws.laws import survives
from tests.rules.laws.reflect import fields, mutable_parts, option_sets, settings, structs, tags
from tests.rules.laws.sample import Sample

RESERVED = frozenset(
    """seat_taken seat_left bot_took_over seat_held seat_resumed host_changed game_started game_over
    series_over abandon_voted abandon_vote_withdrawn seat_moved abandoned""".split()  # noqa: SIM905
)
"""Tags of the events of a table; no event or move of a game is called so."""


def names_are_proper(game: AnyRules) -> None:
    """Slug, titles and limits have their form; no name stands for two things."""
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", game.slug), f"{game.slug} is no slug"
    assert set(game.title) == {"de", "en"}, f"{game.slug}: title in {set(game.title)}"
    assert all(game.title.values()), f"{game.slug}: a title is empty"
    assert game.seats.start > 0, f"{game.slug}: seats {game.seats}"
    assert list(game.seats), f"{game.slug}: nobody can play"
    assert 0 < game.longest < 50_000, f"{game.slug}: longest is {game.longest}"
    for kind in (game.move_type, game.event_type):
        found = tags(kind)
        assert len(set(found)) == len(found), f"{game.slug}: a tag stands for two types: {found}"
        assert not RESERVED & set(found), f"{game.slug}: reserved tags {RESERVED & set(found)}"
    kinds = ("move", "event", "view", "options", "result", "series", "standings")
    names = sorted(c.__name__ for c in structs(*(getattr(game, f"{kind}_type") for kind in kinds)))
    assert len(set(names)) == len(names), f"{game.slug}: a name stands for two types: {names}"


def values_cannot_change(game: AnyRules) -> None:
    """Every value is frozen through and through."""
    for kind in ("state", "move", "event", "view", "options", "result", "series", "standings"):
        faults = mutable_parts(getattr(game, f"{kind}_type"))
        assert not faults, f"{game.slug}: {kind} holds what can change: {faults}"


def options_are_judged(game: AnyRules) -> None:
    """Effective options are complete and stand by themselves; what is refused has a listed reason."""
    for seats in game.seats:
        sets = option_sets(game, seats)
        assert game.defaults(seats) in sets, f"{game.slug}: defaults of {seats} seats"
        for options in sets:
            again = game.options(seats, options)
            assert again == options, f"{game.slug}, {seats} seats: {options} becomes {again}"
            gaps = [f.name for f in fields(game.options_type) if getattr(options, f.name) is None]
            assert not gaps, f"{game.slug}, {seats} seats: {gaps} are null in {options}"
    outside = {0, -1, game.seats.start - 1, game.seats.stop, 1000}
    for given in settings(game.options_type):
        for seats in (*outside, *game.seats):
            answer = game.options(seats, given)
            refused = isinstance(answer, Refusal)
            assert refused or seats in game.seats, f"{game.slug} can be played by {seats}"
            if refused:
                assert answer.code in list(game.option_refusals), f"{game.slug}: unknown code {answer.code}"
                assert answer.clause, f"{game.slug}: {answer.code} cites no clause"


def series_are_counted(sample: Sample) -> None:
    """Lengths, first seats and standings of series of up to three games, running and closed."""
    game = sample.game
    for seats in game.seats:
        walks = [w for w in sample.walks if w.seats == seats and game.result(w.end) is not None][:3]
        assert walks, f"{game.slug}: no game of {seats} seats has a result"
        results = [game.result(w.end) for w in walks]
        starts = [w.first for w in walks]
        for count in range(len(walks) + 1):
            following = game.next_first(seats, starts[:count], results[:count])
            assert following is None or following in range(seats), f"{game.slug}: seat {following} starts"
        for series in settings(game.series_type):
            _settled(game, seats, series, results)


def _settled(game: AnyRules, seats: int, series: Any, results: list[Any]) -> None:
    length = game.games(seats, series)
    assert length is None or 1 <= length <= 99, f"{game.slug}: a series of {length}"
    for count in range(len(results) + 1):
        for closed in (False, True):
            standings = game.standings(seats, series, results[:count], closed=closed)
            survives(standings, game.standings_type)


def every_option_is_played(sample: Sample) -> None:
    """The random games hold every number of seats with every value of every option that is accepted there."""
    game = sample.game
    names = [f.name for f in fields(game.options_type)]
    played = {(w.seats, name, getattr(w.options, name)) for w in sample.walks for name in names}
    assert {w.seats for w in sample.walks} == set(game.seats), f"{game.slug}: numbers of seats not played"
    for seats in game.seats:
        for options in option_sets(game, seats):
            wanted = {(seats, name, getattr(options, name)) for name in names}
            assert wanted <= played, f"{game.slug}: never played: {wanted - played}"
