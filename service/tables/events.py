"""Events of a table itself; in updates they stand among those of its game. Nothing in them is secret."""

from typing import Annotated, Any, Generic

from msgspec import Meta

from rules.bots import Level
from rules.core import Result, Seat, Standings, Tagged
from service.tables.record import Kind


class SeatTaken(Tagged, frozen=True):
    """Somebody sat down."""

    seat: Annotated[Seat, Meta(description="The seat taken.")]
    name: Annotated[str, Meta(description="Name its holder goes by.")]
    kind: Annotated[Kind, Meta(description="Human or bot.")]
    level: Annotated[Level | None, Meta(description="How well a bot plays; null for a human.")]


class SeatLeft(Tagged, frozen=True):
    """A seat was left, or its holder sent away by the host. During a game a bot takes it over."""

    seat: Annotated[Seat, Meta(description="The seat left.")]


class BotTookOver(Tagged, frozen=True):
    """A bot holds a seat that was left, to the end of the game; then the bot leaves it."""

    seat: Annotated[Seat, Meta(description="The seat taken over.")]
    name: Annotated[str, Meta(description="Name the bot goes by.")]
    level: Annotated[Level, Meta(description="How well it plays.")]


class HostChanged(Tagged, frozen=True):
    """Somebody else is host now."""

    host: Annotated[Seat | None, Meta(description="Seat of the new host; null when nobody is.")]


class GameStarted(Tagged, frozen=True):
    """A game begins; the events of its deal follow."""

    number: Annotated[int, Meta(ge=1, description="Number of the game in its series, from 1.")]
    first: Annotated[Seat, Meta(description="The first seat of the game.")]


class GameOver(Tagged, Generic[Result], frozen=True):
    """A game has ended."""

    number: Annotated[int, Meta(ge=1, description="Number of the game in its series, from 1.")]
    result: Annotated[Result, Meta(description="How it ended.")]


class SeriesOver(Tagged, Generic[Standings], frozen=True):
    """The series has ended."""

    standings: Annotated[Standings, Meta(description="The final standings.")]


class AbandonVoted(Tagged, frozen=True):
    """A seat wants to give the table up."""

    seat: Annotated[Seat, Meta(description="The seat that voted.")]


class AbandonVoteWithdrawn(Tagged, frozen=True):
    """A seat no longer wants to give the table up."""

    seat: Annotated[Seat, Meta(description="The seat that took its vote back.")]


class Abandoned(Tagged, frozen=True):
    """The table was given up."""

    reason: Annotated[str, Meta(description="Why: left, closed, agreed, move_limit, log_limit.")]


TABLE_EVENTS: tuple[Any, ...] = (
    SeatTaken,
    SeatLeft,
    BotTookOver,
    HostChanged,
    GameStarted,
    GameOver,
    SeriesOver,
    AbandonVoted,
    AbandonVoteWithdrawn,
    Abandoned,
)
