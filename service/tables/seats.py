"""Tables and their seats: opening, joining, leaving and closing one."""

import unicodedata
from hmac import compare_digest
from time import time
from typing import Annotated, Generic
from uuid import UUID

from msgspec import Meta, Struct
from msgspec.structs import replace

from rules.bots import Level
from rules.core import Options, Refusal, Seat, Series, Tagged, put
from service.store.port import Stale, Unavailable
from service.tables.bots import STAND_IN, Budget
from service.tables.desk import Ask, Caller, Desk, Outcome
from service.tables.events import Abandoned, BotTookOver, HostChanged, SeatLeft, SeatTaken, SeriesOver
from service.tables.games import begin, encoded, seed_chain, standings_of
from service.tables.play import scope
from service.tables.record import (
    ENDED,
    FREE,
    RULES_VERSION,
    Chair,
    Draft,
    Record,
    Snapshot,
    Visibility,
)
from service.tables.refused import BadToken, Conflict, Forbidden, Invalid, NotFound, OptionsRefused
from service.tables.series import agreed

Name = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=32,
        description="Name to go by: 1 to 32 characters, not blank, no control characters.",
        examples=["Ada"],
    ),
]
ClientSeed = Annotated[
    str,
    Meta(
        pattern=r"^[!-~]{1,64}$",
        description="Visible ASCII characters that go into the deal, so that nobody can have chosen it beforehand.",
    ),
]


class Creation(Struct, Generic[Options, Series], frozen=True, kw_only=True):
    """A table to be opened."""

    seats: Annotated[int, Meta(description="Number of seats.", examples=[4])]
    options: Annotated[
        Options | None, Meta(description="Options of the game; its defaults where left out.")
    ] = None
    series: Annotated[
        Series | None, Meta(description="Play several games, with these settings; null: a single one.")
    ] = None
    name: Name | None = None
    play: Annotated[bool, Meta(description="False: open it for others, as a host without a seat.")] = True
    seat: Annotated[int | None, Meta(description="Seat to take; null: seat 0.")] = None
    visibility: Annotated[
        Visibility, Meta(description="Public: in the lobby; private: joined by invite only.")
    ] = "public"
    spectators: Annotated[bool, Meta(description="Whether somebody without a seat may watch.")] = True
    client_seed: ClientSeed | None = None
    bots: Annotated[
        tuple[Level, ...],
        Meta(description="Levels of bots for the other seats, in ascending order; the rest stays free."),
    ] = ()


class Joining(Struct, frozen=True, kw_only=True):
    """A seat to be taken."""

    name: Name | None = None
    bot: Annotated[
        Level | None, Meta(description="Give the seat to a bot of this level, as host; null: sit down.")
    ] = None
    seat: Annotated[int | None, Meta(description="Seat to take; null: the first free one.")] = None
    invite: Annotated[str | None, Meta(description="Invite of a private table.")] = None
    client_seed: ClientSeed | None = None


class Opened(Struct, frozen=True):
    """A table opened."""

    outcome: Outcome
    seat: Seat | None
    token: str


class Taken(Struct, frozen=True):
    """A seat taken, or given to a bot."""

    outcome: Outcome
    seat: Seat | None
    """The caller's seat."""
    token: str | None
    """None for a bot's seat."""


def proper_name(name: str | None) -> str:
    """A name in Unicode's composed form (NFC). Invalid for a blank, overlong or unprintable one."""
    composed = unicodedata.normalize("NFC", name or "")
    printable = all(
        unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") or c == "\u200d"
        for c in composed
    )
    if not composed.strip() or len(composed) > 32 or not printable:
        raise Invalid("invalid_name", "#/name")
    return composed


def secret_key(key: str | None) -> None:
    """Invalid for a key that is no random UUID: on create and join it stands for a token, so it must not be guessed."""
    if key is None:
        return
    try:
        version = UUID(key).version
    except ValueError:
        version = None
    if version != 4:
        raise Invalid("invalid_idempotency_key", "#/headers/Idempotency-Key")


def bot_chair(seat: Seat, level: Level, name: str | None = None, *, stand_in: bool = False) -> Chair:
    """The chair of a bot, named after its seat if it has no name."""
    return Chair(name or f"Bot {seat + 1}", "bot", level, stand_in=stand_in)


class Seats:
    """The use cases of tables and their seats."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._game = desk.game

    # Opening

    def create(self, ask: Ask, creation: Creation[Options, Series]) -> Opened:
        """Opens a table. OptionsRefused, Invalid, Unavailable when the store is almost full."""
        secret_key(ask.key)
        seat, record = self._opened(creation)
        if not self._desk.store.has_room():
            raise Unavailable("the store is almost full")
        ask = replace(ask, table=self._desk.new_id(ask.key))
        record = replace(record, id=ask.table)
        taken = [other for other, chair in enumerate(record.chairs) if chair != FREE]
        events = tuple(self._seat_taken(record, other) for other in taken)
        drafts = [Draft(None, "table", None, events, record, None)]
        if FREE not in record.chairs:
            drafts.append(begin(self._game, record, 2))
        drafts = self._desk.answered(Snapshot(0, record.created_at, record, None), drafts, Budget())
        public = record.visibility == "public"
        if public:
            self._desk.store.advertise(record.game, ask.table, record.created_at)
        try:
            outcome = self._desk.commit(ask, None, drafts, None, "create")
        except Stale:
            # A key that was forgotten, or the same id drawn twice: never give away what belongs to another request.
            raise Invalid("idempotency_key_reused", "#/headers/Idempotency-Key") from None
        return Opened(outcome, seat, self._desk.token(ask.table, seat, 0 if seat is None else 1))

    def _opened(self, creation: Creation[Options, Series]) -> tuple[Seat | None, Record]:
        game, seats = self._game, creation.seats
        if creation.options is None and seats in game.seats:
            options = game.defaults(seats)
        else:
            options = game.options(seats, creation.options or game.options_type())
        if isinstance(options, Refusal):
            raise OptionsRefused(options)
        seat = (creation.seat or 0) if creation.play else None
        if creation.seat is not None and (seat is None or not 0 <= seat < seats):
            raise Invalid("invalid_seat", "#/seat", seats=seats)
        chairs = [FREE] * seats
        if seat is not None:
            chairs[seat] = Chair(proper_name(creation.name), "human", join=1)
        free = [other for other in range(seats) if other != seat]
        if len(creation.bots) > len(free):
            raise Invalid("too_many_bots", "#/bots", free=len(free))
        for other, level in zip(free, creation.bots, strict=False):
            chairs[other] = bot_chair(other, level)
        last, commitment = seed_chain()
        series = creation.series or game.series_type()
        return seat, Record(
            rules_version=RULES_VERSION,
            id="",
            game=game.slug,
            created_at=int(time() * 1000),
            chairs=tuple(chairs),
            options=encoded(options),
            series=encoded(creation.series),
            length=1 if creation.series is None else game.games(seats, creation.series),
            standings=encoded(game.standings(seats, series, (), closed=False)),
            seed=last,
            commitment=commitment,
            host=seat,
            host_apart=seat is None,
            joins=0 if seat is None else 1,
            visibility=creation.visibility,
            spectators=creation.spectators,
            client_seeds=() if creation.client_seed is None else (creation.client_seed,),
        )

    def look(self, ask: Ask) -> tuple[Snapshot, Seat | None]:
        """The table and the caller's seat."""
        snapshot, caller = self._desk.look(ask)
        return snapshot, caller.seat if caller else None

    # Sitting down and getting up

    def join(self, ask: Ask, joining: Joining) -> Taken:
        """Takes a seat, or gives it to a bot as host; the game begins with the last one."""
        secret_key(ask.key)
        if joining.bot is not None:
            return self._give_to_bot(ask, joining, joining.bot)
        name = proper_name(joining.name)

        def decide(snapshot: Snapshot, _: Caller | None) -> list[Draft]:
            record = snapshot.record
            self._invited(record, joining.invite)
            seat = self._free_seat(record, joining.seat)
            chair = Chair(name, "human", join=record.joins + 1)
            nobody = record.host is None and not record.host_apart
            record = replace(
                record,
                chairs=put(record.chairs, seat, chair),
                joins=chair.join,
                host=seat if nobody else record.host,
                client_seeds=(*record.client_seeds, *([joining.client_seed] if joining.client_seed else [])),
            )
            events: tuple[Tagged, ...] = (self._seat_taken(record, seat),)
            if nobody:
                events += (HostChanged(seat),)
            return self._filled(snapshot, record, events)

        outcome = self._desk.write(replace(ask, token=None), lambda _: "join", decide)
        sat = next(
            event for _, entry in outcome.entries for event in entry.events if isinstance(event, SeatTaken)
        )
        chair = outcome.snapshot.record.chairs[sat.seat]
        return Taken(outcome, sat.seat, self._desk.token(ask.table, sat.seat, chair.join))

    def _give_to_bot(self, ask: Ask, joining: Joining, level: Level) -> Taken:
        if ask.token is None:
            raise BadToken("missing_token")
        name = None if joining.name is None else proper_name(joining.name)

        def decide(snapshot: Snapshot, caller: Caller | None) -> list[Draft]:
            if not (caller and caller.host):
                raise Forbidden("host_only")
            record = snapshot.record
            seat = self._free_seat(record, joining.seat)
            record = replace(record, chairs=put(record.chairs, seat, bot_chair(seat, level, name)))
            return self._filled(snapshot, record, (self._seat_taken(record, seat),))

        outcome = self._desk.write(ask, scope, decide)
        return Taken(outcome, outcome.seat, None)

    def _filled(self, snapshot: Snapshot, record: Record, events: tuple[Tagged, ...]) -> list[Draft]:
        """A seat was taken; the first game begins with the last one."""
        drafts = [Draft(None, "table", None, events, record, snapshot.state)]
        if FREE not in record.chairs and record.status == "waiting":
            drafts.append(begin(self._game, record, snapshot.version + 2))
        return drafts

    def _invited(self, record: Record, invite: str | None) -> None:
        if record.visibility == "public":
            return
        if invite is None:
            raise Forbidden("invite_required")
        if not compare_digest(invite.upper().encode(), self._desk.invite(record.id).encode()):
            raise Forbidden("wrong_invite")

    def _free_seat(self, record: Record, wanted: int | None) -> Seat:
        seats = len(record.chairs)
        if wanted is not None and not 0 <= wanted < seats:
            raise Invalid("invalid_seat", "#/seat", seats=seats)
        if record.status not in ("waiting", "between_games"):
            raise Conflict("table_not_open", status=record.status)
        if FREE not in record.chairs:
            raise Conflict("table_full")
        if wanted is None:
            return record.chairs.index(FREE)
        if record.chairs[wanted] != FREE:
            raise Conflict("seat_taken", seat=wanted)
        return wanted

    @staticmethod
    def _seat_taken(record: Record, seat: Seat) -> SeatTaken:
        chair = record.chairs[seat]
        return SeatTaken(seat, chair.name or "", chair.kind, chair.level)

    def leave(self, ask: Ask, seat: Seat) -> Outcome | None:
        """Frees a seat: its owner leaves, or the host sends somebody away; a bot holds it to the end of the game.

        None: this token had left already.
        """

        def decide(snapshot: Snapshot, caller: Caller | None) -> list[Draft]:
            record = snapshot.record
            if not 0 <= seat < len(record.chairs):
                raise NotFound("unknown_seat", seats=len(record.chairs))
            own = caller is not None and caller.seat == seat
            if not own and not (caller and caller.host):
                raise Forbidden("not_your_seat")
            if record.chairs[seat] == FREE:
                raise Conflict("seat_free", seat=seat)
            if not own and record.status == "playing":
                raise Conflict("cannot_send_away", seat=seat)
            return [self._left(snapshot, seat)]

        try:
            return self._desk.write(ask, scope, decide)
        except BadToken as dead:
            if dead.code == "token_expired" and self._desk.bearer(ask)[0] == seat:
                return None
            raise

    def _left(self, snapshot: Snapshot, seat: Seat) -> Draft:
        record = snapshot.record
        events: tuple[Tagged, ...] = (SeatLeft(seat),)
        playing = record.status == "playing"
        chair = bot_chair(seat, STAND_IN, stand_in=True) if playing else FREE
        record = replace(
            record,
            chairs=put(record.chairs, seat, chair),
            abandon_votes=tuple(voter for voter in record.abandon_votes if voter != seat),
            asides=record.asides + playing,
        )
        if playing:
            events += (BotTookOver(seat, chair.name or "", STAND_IN),)
        if record.host == seat:
            record = replace(record, host=self._next_human(record, seat))
            events += (HostChanged(record.host),)
        deserted = not record.host_apart and all(chair.kind != "human" for chair in record.chairs)
        if playing and deserted:
            record = replace(record, status="abandoned", reason="left")
            events += (Abandoned("left"),)
        elif record.status in ("playing", "between_games") and agreed(record):
            record = replace(record, status="abandoned", reason="agreed")
            events += (Abandoned("agreed"),)
        return Draft(None, "table", None, events, record, snapshot.state)

    @staticmethod
    def _next_human(record: Record, seat: Seat) -> Seat | None:
        seats = len(record.chairs)
        around = ((seat + i) % seats for i in range(1, seats))
        return next((other for other in around if record.chairs[other].kind == "human"), None)

    def close(self, ask: Ask) -> Outcome:
        """Ends the table, by its host: a series of open length between two games is settled, all else given up."""

        def decide(snapshot: Snapshot, caller: Caller | None) -> list[Draft]:
            if not (caller and caller.host):
                raise Forbidden("host_only")
            if snapshot.record.status in ENDED:
                raise Conflict("table_ended", status=snapshot.record.status)
            record = snapshot.record
            if record.status == "between_games" and record.length is None:
                standings = standings_of(self._game, record, closed=True)
                record = replace(record, status="finished", standings=encoded(standings))
                return [Draft(None, "table", None, (SeriesOver(standings),), record, snapshot.state)]
            record = replace(record, status="abandoned", reason="closed")
            return [Draft(None, "table", None, (Abandoned("closed"),), record, snapshot.state)]

        return self._desk.write(ask, scope, decide)
