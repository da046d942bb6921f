"""How a game of a table begins and ends."""

import secrets
from hashlib import sha256

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from rules import chance, referee
from rules.core import AnyRules, Value
from service.tables.events import Abandoned, GameOver, GameStarted, SeatLeft, SeriesOver
from service.tables.record import FREE, Draft, Record, Snapshot


def encoded(value: Value | None) -> Raw:
    """A value as JSON, to be kept and sent as it is."""
    return Raw(msgspec.json.encode(value))


def seed_chain() -> tuple[str, str]:
    """A new seed chain: its end s_1000, drawn by the system, and its start s_0, the commitment; both in hex."""
    last = secrets.token_bytes(sha256().digest_size)
    return last.hex(), chance.seed(last, 0).hex()


def begin(game: AnyRules, record: Record, version: int) -> Draft:
    """The next game of a table, dealt at a version; the key of its randomness includes all client seeds so far."""
    seats, number = len(record.chairs), len(record.firsts) + 1
    secret = chance.seed(bytes.fromhex(record.seed), number)
    key = chance.game_key(secret, record.id, number, record.client_seeds)
    results = [msgspec.json.decode(result, type=game.result_type) for result in record.results]
    first, step = referee.deal(
        game,
        seats,
        msgspec.json.decode(record.options, type=game.options_type),
        game.next_first(seats, record.firsts, results),
        chance.Seeded(key, "game", version),
    )
    record = replace(
        record,
        status="playing",
        firsts=(*record.firsts, first),
        key=key.hex(),
        deals=(*record.deals, version),
        asides=0,
        abandon_votes=(),
    )
    events = (GameStarted(number, first), *step.events)
    return Draft(None, "table", None, events, record, step.state, deal=True)


def standings_of(game: AnyRules, record: Record, *more: Value, closed: bool) -> Value:
    """The totals of a table's finished games, and of further results; settled if the series is closed."""
    series = msgspec.json.decode(record.series, type=game.series_type | None) or game.series_type()
    results = [msgspec.json.decode(earlier, type=game.result_type) for earlier in record.results]
    standings: Value = game.standings(len(record.chairs), series, [*results, *more], closed=closed)
    return standings


def after_move(game: AnyRules, snapshot: Snapshot, draft: Draft) -> Draft:
    """A move's draft with what it means for the table: the end of the game or series, or giving up at its length."""
    record = snapshot.record
    result = game.result(draft.state)
    if result is None:
        if snapshot.moves + 1 < game.longest:
            return draft
        record = replace(record, status="abandoned", reason="move_limit")
        return replace(draft, events=(*draft.events, Abandoned("move_limit")), record=record)

    number = len(record.firsts)
    over = number == record.length
    standings = standings_of(game, record, result, closed=over)
    record = replace(
        record,
        status="finished" if over else "between_games",
        results=(*record.results, encoded(result)),
        standings=encoded(standings),
    )
    if over:
        return replace(
            draft, events=(*draft.events, GameOver(number, result), SeriesOver(standings)), record=record
        )
    leaving = [seat for seat, chair in enumerate(record.chairs) if chair.stand_in]
    chairs = tuple(FREE if chair.stand_in else chair for chair in record.chairs)
    events = (*draft.events, GameOver(number, result), *map(SeatLeft, leaving))
    return replace(draft, events=events, record=replace(record, chairs=chairs))
