"""Several games at one table: the next one, and giving the table up by agreement of all who sit there."""

from msgspec.structs import replace

from rules.chance import GAMES_PER_CHAIN
from service.tables.desk import Ask, Caller, Desk, Outcome
from service.tables.events import Abandoned, AbandonVoted, AbandonVoteWithdrawn
from service.tables.games import begin
from service.tables.play import own_seat, scope
from service.tables.record import ENDED, FREE, Draft, Record, Snapshot
from service.tables.refused import Conflict


def agreed(record: Record) -> bool:
    """Whether every seated human wants to give the table up."""
    humans = {seat for seat, chair in enumerate(record.chairs) if chair.kind == "human"}
    return bool(humans) and humans <= set(record.abandon_votes)


class Series:
    """The use cases between and about the games of a table."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def start(self, ask: Ask) -> Outcome:
        """Deals the next game, by anybody seated or the host; of two who ask at once the second is told it runs."""

        def decide(snapshot: Snapshot, caller: Caller | None) -> list[Draft]:
            if not (caller and caller.host):
                own_seat(caller)
            record = snapshot.record
            if record.status == "waiting":
                raise Conflict("game_not_started")
            if record.status == "playing":
                raise Conflict("game_running")
            if record.status in ENDED:
                raise Conflict("table_ended", status=record.status)
            if FREE in record.chairs:
                raise Conflict("seats_free")
            if len(record.firsts) == GAMES_PER_CHAIN:
                raise Conflict("series_full", games=GAMES_PER_CHAIN)
            return [begin(self._desk.game, record, snapshot.version + 1)]

        return self._desk.write(ask, scope, decide)

    def vote(self, ask: Ask, *, abandon: bool) -> Outcome:
        """Votes for giving the table up, or takes that back; it is given up once every seated human is for it.

        Nothing changes, and no version comes about, if the seat had said so already.
        """

        def decide(snapshot: Snapshot, caller: Caller | None) -> list[Draft]:
            seat, record = own_seat(caller), snapshot.record
            if record.status == "waiting":
                raise Conflict("game_not_started")
            if record.status in ENDED:
                raise Conflict("table_ended", status=record.status)
            votes = set(record.abandon_votes)
            if abandon == (seat in votes):
                return []
            votes ^= {seat}
            asides = record.asides + (record.status == "playing")
            record = replace(record, abandon_votes=tuple(sorted(votes)), asides=asides)
            voted = AbandonVoted(seat) if abandon else AbandonVoteWithdrawn(seat)
            if not agreed(record):
                return [Draft(None, "table", None, (voted,), record, snapshot.state)]
            record = replace(record, status="abandoned", reason="agreed")
            events = (voted, Abandoned("agreed"))
            return [Draft(None, "table", None, events, record, snapshot.state)]

        return self._desk.write(ask, scope, decide)
