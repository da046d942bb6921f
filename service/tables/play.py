"""Moves: which are legal, whether one would be, and playing it."""

from collections.abc import Callable

from msgspec import Struct

from rules import referee
from rules.bots import by_worth
from rules.chance import Seeded
from rules.core import Advice, Refusal, Seat, Tagged
from service.tables.desk import Ask, Caller, Desk, Outcome
from service.tables.games import after_move
from service.tables.record import Draft, Snapshot
from service.tables.refused import Conflict, Forbidden, Illegal


class Judged(Struct, frozen=True):
    """Whether a move would be legal, and at which version."""

    refusal: Refusal | None
    version: int


class Listed(Struct, frozen=True):
    """The legal moves of a seat, and the version they hold for."""

    version: int
    moves: tuple[Tagged, ...]
    advised: Callable[[], list[Advice[Tagged]]]
    """The same with the advice of the game's heuristics, the best first."""


def own_seat(caller: Caller | None) -> Seat:
    """The caller's seat. Forbidden without one."""
    if caller is None or caller.seat is None:
        raise Forbidden("not_seated")
    return caller.seat


def scope(caller: Caller | None) -> str:
    """Whose idempotency keys a token uses: those of the join it was issued for."""
    return str(caller.join) if caller else ""


def running(snapshot: Snapshot) -> None:
    """Conflict where no game was dealt, or the table was given up: else the rules have the word."""
    if snapshot.record.status == "abandoned":
        raise Conflict("table_abandoned")
    if snapshot.state is None:
        raise Conflict("game_not_started")


class Play:
    """The use cases of a running game."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._game = desk.game

    def moves(self, ask: Ask) -> Listed:
        """The legal moves of the caller's seat; none where it is not to act."""
        snapshot, caller = self._desk.look(ask)
        seat, record = own_seat(caller), snapshot.record
        if record.status != "playing":
            return Listed(snapshot.version, (), list)
        seen = self._desk.sight(snapshot, seat)
        return Listed(snapshot.version, seen.glance.moves, lambda: by_worth(self._game, seen.glance))

    def check(self, ask: Ask, move: Tagged) -> Judged:
        """Whether the caller's seat could make a move now; nothing changes."""
        snapshot, caller = self._desk.look(ask)
        seat = own_seat(caller)
        running(snapshot)
        return Judged(self._game.check(snapshot.state, seat, move), snapshot.version)

    def play(self, ask: Ask, move: Tagged) -> Outcome:
        """Makes the caller's move."""

        def decide(snapshot: Snapshot, caller: Caller | None) -> list[Draft]:
            seat = own_seat(caller)
            running(snapshot)
            chance = Seeded(bytes.fromhex(snapshot.record.key), "game", snapshot.version + 1)
            step = referee.play(self._game, snapshot.state, seat, move, chance)
            if isinstance(step, Refusal):
                raise Illegal(step, snapshot.version)
            draft = Draft(seat, "move", move, step.events, snapshot.record, step.state)
            return [after_move(self._game, snapshot, draft)]

        return self._desk.write(ask, scope, decide)
