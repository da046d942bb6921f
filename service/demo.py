"""A whole game over HTTP by simple clients that know no game: they read what is legal and choose."""

import json
import random
import sys
import urllib.request
from collections import Counter
from collections.abc import Callable
from typing import Any

CURIOSITY = 0.1
"""How often a client tries any legal move instead of the one it likes best."""


class Client:
    """A player with a seat and a token."""

    def __init__(self, url: str, slug: str, rng: random.Random) -> None:
        self._url = f"{url}/v1/{slug}/tables"
        self._rng = rng
        self._token = ""
        self.id = ""

    def create(self, seats: int, name: str, bots: list[str]) -> dict[str, Any]:
        """Opens a table, with bots in some of the other seats."""
        return self._seated(self._send("POST", "", {"seats": seats, "name": name, "bots": bots}))

    def join(self, table: str, name: str) -> dict[str, Any]:
        """Joins a table."""
        return self._seated(self._send("POST", f"/{table}/seats", {"name": name}))

    def _seated(self, answer: Any) -> dict[str, Any]:
        self._token, self.id = answer["token"], answer["table"]["id"]
        table: dict[str, Any] = answer["table"]
        return table

    def look(self) -> dict[str, Any]:
        """The table as this seat sees it."""
        table: dict[str, Any] = self._send("GET", f"/{self.id}")
        return table

    def play(self, table: dict[str, Any]) -> dict[str, Any]:
        """Makes one of the moves that the table lists; the table after it."""
        after: dict[str, Any] = self._send("POST", f"/{self.id}/moves", self.choose(table["moves"]))["table"]
        return after

    def choose(self, moves: list[dict[str, Any]]) -> dict[str, Any]:
        """A sensible choice without knowing the game: of the kind of move with fewest choices, the first listed.

        Lists begin with the cheapest card; what has few choices (to be ready, to bank) brings a game on.
        """
        if self._rng.random() < CURIOSITY:
            return self._rng.choice(moves)
        kinds = Counter(move["type"] for move in moves)
        return min(moves, key=lambda move: kinds[move["type"]])

    def _send(self, method: str, path: str, body: Any = None) -> Any:
        request = urllib.request.Request(self._url + path, method=method)  # noqa: S310 (an http address of ours)
        if self._token:
            request.add_header("Authorization", f"Bearer {self._token}")
        data = None
        if body is not None:
            request.add_header("Content-Type", "application/json")
            data = json.dumps(body).encode()
        with urllib.request.urlopen(request, data, timeout=10) as response:  # noqa: S310
            return json.load(response)


def play(
    url: str, slug: str, *, seed: int, bots: str | None, progress: Callable[[str], None]
) -> dict[str, Any]:
    """The finished table of a game between as many clients as it needs at least, or of one against bots of a level."""
    rng = random.Random(seed)
    with urllib.request.urlopen(f"{url}/v1/games/{slug}", timeout=10) as response:  # noqa: S310
        seats = json.load(response)["seats"][0]
    players = [Client(url, slug, rng) for _ in range(1 if bots else seats)]
    table = players[0].create(seats, "Player 0", [bots] * (seats - 1) if bots else [])
    for seat, player in enumerate(players[1:], 1):
        table = player.join(table["id"], f"Player {seat}")
    moves = 0
    while table["status"] == "playing":
        acting = [seat for seat in table["actors"] if seat < len(players)]
        if not acting:  # bots have more to do than one request has time for: asking goes on with it
            table = players[0].look()
            continue
        player = players[acting[0]]
        table = player.play(player.look())
        moves += 1
        progress(f"move {moves}, seat {table['actors'] or '-'} to act")
    return table


def show_progress(line: str) -> None:
    """One line that is written over, on a terminal only."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{line}\x1b[K")
        sys.stderr.flush()
