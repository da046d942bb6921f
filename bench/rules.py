"""Steps a second of purely random play, legal moves included, on one core: `make bench-rules`."""

import random
import sys
from time import process_time

from rules import GAMES
from rules.chance import Seeded
from rules.core import AnyRules

SECONDS = 2.0
LONGEST = 5_000
"""Moves after which a random game is left for another one."""


def steps(game: AnyRules, seed: int) -> int:
    """Plays one game with its middle number of seats; the number of its moves."""
    rng, chance = random.Random(seed), Seeded(b"bench", "game", seed)
    seats = game.seats[len(game.seats) // 2]
    state = game.setup(seats, game.defaults(seats), seed % seats, chance).state
    for made in range(LONGEST):
        actors = game.actors(state)
        if not actors:
            return made
        seat = actors[0] if len(actors) == 1 else rng.choice(actors)
        moves = game.moves(state, seat)
        state = game.apply(state, seat, moves[int(rng.random() * len(moves))], chance).state
    return LONGEST


def main(slugs: list[str]) -> None:
    """Prints a line for each game."""
    for slug in slugs or GAMES:
        made = games = 0
        began = process_time()
        while (took := process_time() - began) < SECONDS:
            made += steps(GAMES[slug], games)
            games += 1
        print(f"{slug:16} {made / took:9,.0f} steps/s   {games} games of {made / games:.0f} moves")


if __name__ == "__main__":
    main(sys.argv[1:])
