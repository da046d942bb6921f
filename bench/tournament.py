"""Bots against each other: `make tournament`, a table with 95 % intervals, and how long games among bots last.

Seats are held by the two levels in turn, and each deal is played twice with the levels changed over. A game counts
for a level by the mean outlook of its seats at the end, 0 to 1; what is printed is how much better the first did.
"""

import argparse
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from statistics import fmean, quantiles, stdev
from typing import Any

from rules import GAMES
from rules.bots import Level, Work, choose, sight
from rules.chance import Seeded

PAIRINGS: tuple[tuple[Level, Level], ...] = (("regular", "novice"), ("expert", "regular"))

Job = tuple[str, int, Any, tuple[Level, ...], int, int]


def play(job: Job) -> tuple[int, list[float]]:
    """Plays one game; its number of moves, and the outlook of each seat at the end."""
    slug, seats, options, levels, seed, milliseconds = job
    game = GAMES[slug]
    state = game.setup(seats, options, seed % seats, Seeded(b"tournament", "game", seed)).state
    made = 0
    while (actors := game.actors(state)) and made < game.longest:
        seat = actors[0]
        made += 1
        version = seed * 100_000 + made
        seen = sight(game, state, seat, options, seats)
        thought = Seeded(b"tournament", "bot", version)
        move = choose(game, levels[seat], seen, thought, Work.lasting(game, milliseconds))
        state = game.apply(state, seat, move, Seeded(b"tournament", "game", version)).state
    return made, [game.bot.outlook(state, seat) for seat in range(seats)]


def jobs(slug: str, seats: int, pairing: tuple[Level, Level], games: int, milliseconds: int) -> Iterator[Job]:
    """Each deal twice, the levels changed over."""
    options = GAMES[slug].defaults(seats)
    for seed in range(games // 2):
        for turn in (0, 1):
            levels = tuple(pairing[(seat + turn) % 2] for seat in range(seats))
            yield slug, seats, options, levels, seed, milliseconds


def margins(pool: ProcessPoolExecutor, given: list[Job], first: Level) -> list[float]:
    """By deal, how much better the first level did in both of its games together."""
    leads = []
    for job, (_, outlooks) in zip(given, pool.map(play, given, chunksize=2), strict=True):
        own = [outlook for level, outlook in zip(job[3], outlooks, strict=True) if level == first]
        others = [outlook for level, outlook in zip(job[3], outlooks, strict=True) if level != first]
        leads.append(fmean(own) - fmean(others))
    return [fmean(leads[i : i + 2]) for i in range(0, len(leads), 2)]


def compare(
    pool: ProcessPoolExecutor,
    slug: str,
    seats: int,
    pairing: tuple[Level, Level],
    games: int,
    milliseconds: int,
) -> None:
    """Prints one line of the table."""
    given = list(jobs(slug, seats, pairing, games, milliseconds))
    found = margins(pool, given, pairing[0])
    lead, half = fmean(found), 1.96 * stdev(found) / len(found) ** 0.5
    verdict = "better" if lead > half else "worse" if lead < -half else "no difference shown"
    name = f"{pairing[0]} - {pairing[1]}"
    print(
        f"{slug:15} {seats} seats  {name:17} {len(given):5} games  {lead:+.3f} +- {half:.3f}  {verdict}",
        flush=True,
    )


def lengths(pool: ProcessPoolExecutor, slug: str, seats: int, games: int) -> None:
    """Prints how many moves games among regular bots take."""
    options = GAMES[slug].defaults(seats)
    given: list[Job] = [(slug, seats, options, ("regular",) * seats, seed, 0) for seed in range(games)]
    made = sorted(moves for moves, _ in pool.map(play, given, chunksize=8))
    cuts = quantiles(made, n=20)
    print(
        f"{slug:15} {seats} seats  {games:5} games  moves: least {made[0]}, median {cuts[9]:.0f}, "
        f"mean {fmean(made):.0f}, 95 % {cuts[18]:.0f}, most {made[-1]} (given up at {GAMES[slug].longest})",
        flush=True,
    )


def main() -> None:
    """Prints the table and the lengths."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("slugs", nargs="*", metavar="game", help="games; all of them by default")
    parser.add_argument("--seats", type=int, help="number of seats; the least and the most by default")
    parser.add_argument("--games", type=int, default=400, help="games of regular against novice")
    parser.add_argument("--expert-games", type=int, default=100, help="games of expert against regular")
    parser.add_argument("--milliseconds", type=int, default=100, help="CPU time of an expert's decision")
    given = parser.parse_args()
    counts = {"novice": given.games, "regular": given.expert_games}
    with ProcessPoolExecutor(2) as pool:
        for slug in given.slugs or GAMES:
            seats = GAMES[slug].seats
            for number in [given.seats] if given.seats else sorted({seats[0], seats[-1]}):
                lengths(pool, slug, number, given.games)
                for pairing in PAIRINGS:
                    if counts[pairing[1]]:
                        compare(pool, slug, number, pairing, counts[pairing[1]], given.milliseconds)


if __name__ == "__main__":
    main()
