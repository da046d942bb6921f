"""Bots at a table: they move in the commit that gives them the turn, as far as a request's budget goes.

What is left then is work that is due: the next request that touches the table goes on with it.
"""

from functools import lru_cache
from time import thread_time

import msgspec

from rules import bots, referee
from rules.bots import Level, Sight, Work
from rules.chance import Seeded
from rules.core import AnyRules, Refusal, Seat
from service.tables.games import after_move
from service.tables.record import Draft, Snapshot

SECONDS = 0.25
"""CPU time of one request for the moves of bots; the move in hand is finished."""

MOVES = 200
"""Moves of bots in one request."""

STAND_IN: Level = "regular"
"""How well a bot plays that holds a seat for somebody else."""


class Budget:
    """What one request may still spend on the moves of bots."""

    def __init__(self) -> None:
        self._until = thread_time() + SECONDS
        self._moves = MOVES

    def spend(self) -> bool:
        """Whether there is room for another move, which is counted then."""
        if self._moves <= 0 or thread_time() >= self._until:
            return False
        self._moves -= 1
        return True


class Bots:
    """The bots at the tables of one game."""

    def __init__(self, game: AnyRules, expert_ms: int) -> None:
        self._game = game
        self._expert_ms = expert_ms
        self._options = lru_cache(maxsize=256)(msgspec.json.Decoder(game.options_type).decode)

    def to_act(self, snapshot: Snapshot) -> Seat | None:
        """The first seat to act that a bot holds."""
        record = snapshot.record
        if record.status != "playing" or not any(chair.kind == "bot" for chair in record.chairs):
            return None
        actors = self._game.actors(snapshot.state)
        return next((seat for seat in actors if record.chairs[seat].kind == "bot"), None)

    def moves(self, snapshot: Snapshot, budget: Budget) -> list[Draft]:
        """The moves of bots that are due, one version each, until a human is to act or the budget is spent."""
        drafts: list[Draft] = []
        while (seat := self.to_act(snapshot)) is not None and budget.spend():
            draft = self._move(snapshot, seat)
            drafts.append(draft)
            snapshot = snapshot.after([draft])
        return drafts

    def _move(self, snapshot: Snapshot, seat: Seat) -> Draft:
        game, record, version = self._game, snapshot.record, snapshot.version + 1
        key = bytes.fromhex(record.key)
        move = bots.choose(
            game,
            record.chairs[seat].level or STAND_IN,
            self.sight(snapshot, seat),
            Seeded(key, "bot", version),
            self._work(),
        )
        step = referee.play(game, snapshot.state, seat, move, Seeded(key, "game", version))
        if isinstance(step, Refusal):
            raise AssertionError(f"a bot made a move that is refused: {step.code}")
        return after_move(game, snapshot, Draft(seat, "bot", move, step.events, record, step.state))

    def sight(self, snapshot: Snapshot, seat: Seat) -> Sight:
        """What the bot of a seat may see while a game runs."""
        options = self._options(bytes(snapshot.record.options))
        return bots.sight(self._game, snapshot.state, seat, options, len(snapshot.record.chairs))

    def _work(self) -> Work:
        until = thread_time() + self._expert_ms / 1000
        return Work.lasting(self._game, self._expert_ms, lambda: thread_time() >= until)
