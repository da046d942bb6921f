"""Holds the laws against many random games: `python -m tests.rules.laws --games 500 [slug ...]`."""

import sys
from argparse import ArgumentParser

from rules import GAMES
from rules.core import AnyRules
from tests.rules.laws import LAWS, WHOLE, Sample
from tests.rules.laws.sample import GAMES as AT_ONCE


def hold(game: AnyRules, games: int) -> list[str]:
    """What breaks which law, in that many random games; each batch has seeds of its own."""
    faults = [fault for law in WHOLE if (fault := broken(law, game))]
    played = 0
    while played < games and not faults:
        sample = Sample.of(game, AT_ONCE, None, seed=played)
        faults = [fault for law in LAWS if (fault := broken(law, sample))]
        played += len(sample.walks)
        moves = sum(len(walk.turns) for walk in sample.walks)
        print(f"{game.slug}: {played} games; the last {len(sample.walks)} had {moves} moves", flush=True)
    return faults


def broken(law, subject) -> str | None:
    """How a law is broken, None if it is not."""
    try:
        law(subject)
    except AssertionError as fault:
        return f"{law.__name__}: {fault}"
    return None


def main() -> int:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=500, help="random games of each game, about")
    parser.add_argument("slugs", nargs="*", help="games to try; all if none is named")
    given = parser.parse_args()
    faults = [fault for slug in given.slugs or GAMES for fault in hold(GAMES[slug], given.games)]
    print("\n".join(faults) or "every law holds")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
