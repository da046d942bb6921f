"""The only guarded way into a game: deal, play, show, replay. What passes here has been checked."""

from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from msgspec.structs import replace

from rules.chance import Chance
from rules.core import (
    HIDDEN,
    Event,
    Move,
    Options,
    Refusal,
    Result,
    Rules,
    Seat,
    Series,
    Standings,
    State,
    Step,
    Tagged,
    View,
    secrets,
)

Shown = TypeVar("Shown", bound=Tagged)


def deal(
    game: Rules[State, Move, Event, View, Options, Result, Series, Standings],
    seats: int,
    options: Options,
    first: Seat | None,
    chance: Chance,
) -> tuple[Seat, Step[State, Event]]:
    """The seat that starts, drawn by lot when None is given, and the dealt game.

    ValueError when the options are refused, incomplete, or the seat is not at the table.
    """
    effective = game.options(seats, options)
    if isinstance(effective, Refusal):
        raise ValueError(f"{game.slug} cannot be dealt: {effective.code} ({effective.clause})")
    if first is None:
        first = chance.first(seats)
    if not 0 <= first < seats:
        raise ValueError(f"seat {first} is not one of {seats}")
    return first, game.setup(seats, effective, first, chance)


def play(
    game: Rules[State, Move, Event, View, Options, Result, Series, Standings],
    state: State,
    seat: Seat,
    move: Move,
    chance: Chance,
) -> Step[State, Event] | Refusal:
    """The new state and what happened, or why the move is refused."""
    return game.check(state, seat, move) or game.apply(state, seat, move, chance)


def shown(event: Shown, viewer: Seat | None) -> Shown:
    """The event as a seat may see it, None for a spectator: each secret card is "??", their number is true."""
    hidden = {
        name: (HIDDEN,) * len(getattr(event, name))
        for name, owner in secrets(type(event))
        if viewer is None or owner is None or getattr(event, owner) != viewer
    }
    return replace(event, **hidden) if hidden else event


def replay(
    game: Rules[State, Move, Event, View, Options, Result, Series, Standings],
    state: State,
    moves: Iterable[tuple[Seat, Any, Chance]],
) -> Iterator[Step[State, Event]]:
    """The steps by which accepted moves lead on from a state; ValueError at one that the rules refuse."""
    for seat, move, chance in moves:
        step = play(game, state, seat, move, chance)
        if isinstance(step, Refusal):
            raise ValueError(f"seat {seat} cannot {move}: {step.code} ({step.clause})")
        yield step
        state = step.state
