"""Writes the golden playthroughs anew: `python -m tests.rules.golden [slug ...]`."""

import sys
from itertools import count
from pathlib import Path
from typing import Any

import msgspec

from rules import GAMES
from rules.core import AnyRules
from tests.rules.golden import (
    FOLDER,
    Record,
    happened,
    missing,
    name,
    record,
    recorded,
    records,
    render,
    wanted,
)
from tests.rules.laws.reflect import configurations
from tests.rules.laws.walks import Walk

SEARCHED = 2000
"""Random games in which a rare move or event is looked for."""


def write(game: AnyRules, folder: Path) -> None:
    """Renders every record of a game again, and adds those that are missing."""
    kept = records(folder, game.slug)
    configured = [_configuration(game, old) for old in kept.values()]
    for path, old in kept.items():
        path.write_bytes(_again(game, old))
    for seats, options in wanted(game):
        if (seats, options) not in configured:
            _add(game, record(game, seats, options), folder)
    _add_rare(game, folder)


def _configuration(game: AnyRules, old: Record) -> tuple[int, Any]:
    return old.head.seats, msgspec.convert(old.head.options, game.options_type)


def _again(game: AnyRules, old: Record) -> bytes:
    """The text of a record with the same moves; of another game if they are refused now or end otherwise."""
    try:
        text = render(game, old)
    except ValueError:
        return render(game, record(game, *_configuration(game, old)))
    same = (msgspec.json.decode(text)["result"] is None) == (old.result is None)
    return text if same else render(game, record(game, *_configuration(game, old)))


def _add_rare(game: AnyRules, folder: Path) -> None:
    """Records games in which the moves and events occur that no record has so far."""
    configured = configurations(game)
    for seed in range(SEARCHED):
        rare = {gap.split(": ", 1)[1] for gap in missing({game.slug: game}, folder)}
        if not rare:
            return
        walk = Walk(game, *configured[seed % len(configured)], seed)
        if rare & happened(walk):
            _add(game, recorded(walk, len(walk.turns)), folder)


def _add(game: AnyRules, new: Record, folder: Path) -> None:
    own = folder / game.slug
    own.mkdir(exist_ok=True)
    path = next(p for n in count(1) if not (p := own / name(new.head.seats, n)).exists())
    path.write_bytes(render(game, new))


def main() -> int:
    for slug in sys.argv[1:] or GAMES:
        write(GAMES[slug], FOLDER)
    gaps = missing({slug: GAMES[slug] for slug in sys.argv[1:] or GAMES})
    print("\n".join(gaps) or "every game is recorded")
    return 1 if gaps else 0


if __name__ == "__main__":
    sys.exit(main())
