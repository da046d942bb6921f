"""The values of Stibitzen, the dice game: options, state, moves, events, view, result, standings.

The texts beside the attributes become the API's documentation. What runs by seat has one
entry a seat, seat 0 first.
"""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct, field

from rules.core import Seat, Tagged, Value
from rules.dice import Dice

Phase: TypeAlias = Literal["must_roll", "must_keep", "may_roll_or_bank", "over"]

ThrowLimit: TypeAlias = Literal["per_set", "per_turn"]

TARGETS = range(50, 100_001)
"""Scores that a game can be played for (SD-15)."""


# Set-up


class Options(Value, frozen=True):
    """How a game is played."""

    target: Annotated[
        int, Meta(ge=TARGETS[0], le=TARGETS[-1], description="The score that wins when it is banked.")
    ] = 500
    throw_limit: Annotated[
        ThrowLimit,
        Meta(
            description=(
                "per_set: at most three throws with a set of five dice, counted anew after a bonus throw; "
                "per_turn: at most three throws in a turn, bonus throws not counted."
            )
        ),
    ] = "per_set"


class Series(Value, frozen=True):
    """How long a series is."""

    games: (
        Annotated[
            int, Meta(ge=1, le=99, description="Number of games, 1 to 99; null: until the table is closed.")
        ]
        | None
    ) = None


class State(Struct, frozen=True):
    """Everything about a running game; nothing of it is hidden (SD-60, SD-61)."""

    options: Options
    scores: tuple[int, ...]
    """Banked points by seat."""
    turn: Seat
    """The seat on turn; the winner once the game is over."""
    turns: int
    """Turns begun, 1 at the start."""
    phase: Phase
    turn_points: int
    sets: int
    """Number of the set, 1 for the first of a turn."""
    throws: int
    """Throws used: of the set, or counted throws of the turn, as the option has it (SD-43, SD-43a)."""
    aside: tuple[Dice, ...]
    """Dice set aside in the set, an entry a keep, each in rising order."""
    roll: Dice
    """The throw that waits for a keep, in the order thrown; empty outside `must_keep`."""
    last: "LastMove | None"


# Moves


class Roll(Tagged, frozen=True):
    """Throw all dice of the set that are not set aside; all five again, as a new set, if none is left."""


class Keep(Tagged, frozen=True):
    """Set scoring dice of your last throw aside, once after each throw."""

    dice: Annotated[
        Dice,
        Meta(
            description=(
                "Values of dice of the throw, at least one, in any order; every one has to belong to a "
                "combination."
            )
        ),
    ]


class Bank(Tagged, frozen=True):
    """Write the points of your turn down and end it; a score that reaches the target wins."""


Move: TypeAlias = Roll | Keep | Bank


# Events

ActingSeat: TypeAlias = Annotated[Seat, Meta(description="The seat on turn.")]


class Rolled(Tagged, frozen=True):
    """Dice were thrown."""

    seat: ActingSeat
    dice: Annotated[Dice, Meta(description="The dice in the order thrown.")]
    bonus: Annotated[bool, Meta(description="Whether it was a bonus throw, which opened a new set.")]


class Busted(Tagged, frozen=True):
    """No die of the throw scores: the turn is over, its points are lost."""

    seat: ActingSeat
    lost: Annotated[int, Meta(description="Points of the turn that are lost.")]


class Kept(Tagged, frozen=True):
    """Dice were set aside."""

    seat: ActingSeat
    dice: Annotated[Dice, Meta(description="The dice in rising order.")]
    points: Annotated[int, Meta(description="What they are worth; the points of the turn grow by it.")]


class Banked(Tagged, frozen=True):
    """The points of a turn were written down, and the turn is over."""

    seat: ActingSeat
    points: Annotated[int, Meta(description="Points of the turn.")]
    score: Annotated[int, Meta(description="The seat's score with them.")]


Event: TypeAlias = Rolled | Busted | Kept | Banked


# Views

Mover: TypeAlias = Annotated[Seat, Meta(description="The seat that moved.")]


class LastRoll(Tagged, frozen=True, tag="roll"):
    """The last move was a throw."""

    seat: Mover
    dice: Annotated[Dice, Meta(description="The dice in the order thrown.")]
    bonus: Annotated[bool, Meta(description="Whether it was a bonus throw, which opened a new set.")]
    bust: Annotated[bool, Meta(description="Whether no die scored; then the next seat is on turn already.")]
    lost: Annotated[int, Meta(description="Points of the turn lost by a bust; 0 without one.")]


class LastKeep(Tagged, frozen=True, tag="keep"):
    """The last move set dice aside."""

    seat: Mover
    dice: Annotated[Dice, Meta(description="The dice in rising order.")]
    points: Annotated[int, Meta(description="What they are worth.")]


class LastBank(Tagged, frozen=True, tag="bank"):
    """The last move wrote points down."""

    seat: Mover
    points: Annotated[int, Meta(description="Points of the turn.")]


LastMove: TypeAlias = LastRoll | LastKeep | LastBank


class View(Value, frozen=True):
    """What everybody may see of a game: all of it. Once it is over, it stays as the winning bank left it."""

    phase: Annotated[
        Phase,
        Meta(
            description=(
                "must_roll: a turn begins; must_keep: a throw waits for a keep; may_roll_or_bank: after a "
                "keep; over: the end."
            )
        ),
    ]
    scores: Annotated[tuple[int, ...], Meta(description="Banked points by seat.")]
    turns: Annotated[int, Meta(description="Number of turns begun, 1 at the start.")]
    turn_points: Annotated[int, Meta(description="Points of the running turn, not banked; 0 at the end.")]
    set_: Annotated[int, Meta(description="Number of the set of five dice, 1 for the first of a turn.")] = (
        field(name="set")
    )
    throws_used: Annotated[
        int,
        Meta(description="Throws used, 0 to 3: of this set, or counted throws of this turn, by throw_limit."),
    ]
    dice_left: Annotated[int, Meta(description="Dice of the set that are not yet set aside, 0 to 5.")]
    aside: Annotated[
        tuple[Dice, ...],
        Meta(description="Dice set aside in this set, one entry for each keep, each in rising order."),
    ]
    roll: Annotated[
        Dice,
        Meta(
            description="The throw that waits for a keep, in the order thrown; empty outside phase must_keep."
        ),
    ]
    last: Annotated[
        LastMove | None,
        Meta(description="The last move of any seat; null before the first. Only here a bust can be seen."),
    ]


# Result and standings


class Result(Value, frozen=True):
    """How a game ended."""

    winner: Annotated[Seat, Meta(description="The seat whose banked score reached the target.")]
    scores: Annotated[tuple[int, ...], Meta(description="Banked points by seat.")]
    won: Annotated[tuple[bool, ...], Meta(description="By seat: true for the winner alone.")]


class Standings(Value, frozen=True):
    """The table of a series."""

    games: Annotated[int, Meta(description="Number of games finished.")]
    won: Annotated[tuple[int, ...], Meta(description="By seat: number of games won.")]
