"""The values of Slobberhannes: options, state, moves, events, view, result, standings.

The texts beside the attributes become the API's documentation. What runs by seat has one entry a seat, seat 0 first.
"""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from rules.core import Card, Cards, Moved, Seat, Secret, Tagged, Value

Phase: TypeAlias = Literal["play", "over"]

Penalty: TypeAlias = Literal["first", "queen", "last", "all_three"]
"""What a chip is paid for at the end of a trick."""

Reason: TypeAlias = Literal["revoke", "first", "queen", "last", "all_three"]
"""What any chip is paid for."""

# Set-up


class Options(Value, frozen=True):
    """How a match is played."""

    revoke: Annotated[
        Literal["forbidden", "penalty"],
        Meta(description="Not following suit although able: forbidden, or allowed at the cost of one chip."),
    ] = "forbidden"
    chips: Annotated[int, Meta(ge=1, le=99, description="Chips of each player at the start of a match.")] = 10
    seven_deal: Annotated[
        Literal["dealer_out", "two_out"],
        Meta(
            description="With seven players: the dealer sits the deal out, or two cards are left out. "
            "Other numbers of players take only the default."
        ),
    ] = "dealer_out"


class Series(Value, frozen=True):
    """How long a series is."""

    games: (
        Annotated[
            int, Meta(ge=1, le=99, description="Number of matches, 1 to 99; null: until the table is closed.")
        ]
        | None
    ) = None


# Parts of state and view


class CardOfTrick(Value, frozen=True):
    """A card of a trick and who played it."""

    seat: Annotated[Seat, Meta(description="Seat that played it.")]
    card: Annotated[Card, Meta(description="The card.")]


Trick: TypeAlias = tuple[CardOfTrick, ...]


class LastTrick(Value, frozen=True):
    """The last complete trick."""

    deal: Annotated[int, Meta(description="Number of its deal, from 1.")]
    number: Annotated[int, Meta(description="Its number in the deal, from 1.")]
    cards: Annotated[Trick, Meta(description="Its cards in the order played.")]
    winner: Annotated[Seat, Meta(description="Seat that took it.")]
    paid: Annotated[
        tuple[Penalty, ...],
        Meta(description="What the winner paid chips for, in order; one he lacked is not named."),
    ]
    revokes: Annotated[tuple[Seat, ...], Meta(description="Seats that revoked in it, in order.")]


class Taken(Value, frozen=True):
    """Who took the tricks that cost chips in this deal."""

    first: Annotated[Seat | None, Meta(description="Seat that took the first trick; null before.")]
    queen: Annotated[Seat | None, Meta(description="Seat that took the queen of clubs; null before.")]
    last: Annotated[
        Seat | None, Meta(description="Seat that took the last trick; not null only if it ended the match.")
    ]


NOTHING_TAKEN = Taken(None, None, None)


class State(Struct, frozen=True):
    """Everything about a running match, hidden cards included. Rows run by seat."""

    options: Options
    dealer: Seat
    deal: int
    hands: tuple[Cards, ...]
    """In ascending string order."""
    left_out: Cards
    tricks: Cards
    """The cards of this deal's complete tricks, in the order played."""
    trick: Trick
    revokes: tuple[Seat, ...]
    trick_number: int
    tricks_won: tuple[int, ...]
    taken: Taken
    last_trick: LastTrick | None
    chips: tuple[int, ...]
    turn: Seat | None
    """None when the match is over."""


# Move


class Play(Tagged, frozen=True):
    """Play a card: lead any, follow suit if you can."""

    card: Annotated[Card, Meta(description="The card, from your hand.")]


Move: TypeAlias = Play

# Events

ActingSeat: TypeAlias = Annotated[Seat, Meta(description="The seat this happened to.")]


class Gathered(Moved, frozen=True):
    """The cards of the deal before were gathered for the next; they were played openly, and are not shown again."""

    cards: Annotated[Cards, Secret(None), Meta(description='As many "??" as there are cards.')]


class DealBegan(Tagged, frozen=True):
    """A deal begins."""

    deal: Annotated[int, Meta(description="Its number, from 1.")]
    dealer: Annotated[Seat, Meta(description="The dealer.")]
    leader: Annotated[Seat, Meta(description="Eldest hand, who leads to the first trick.")]


class Dealt(Moved, frozen=True):
    """A seat got its cards."""

    seat: ActingSeat
    cards: Annotated[
        Cards, Secret("seat"), Meta(description='In the order dealt; "??" for all but the seat.')
    ]


class LeftOut(Moved, frozen=True):
    """Two cards stay out of the deal; nobody sees them."""

    cards: Annotated[Cards, Secret(None), Meta(description='Twice "??".')]


class CardPlayed(Moved, frozen=True):
    """A seat played a card."""

    seat: ActingSeat
    revoke: Annotated[bool, Meta(description="Whether it did not follow suit although it could.")]


class Paid(Tagged, frozen=True):
    """A seat paid a chip into the pool."""

    seat: ActingSeat
    reason: Annotated[Reason, Meta(description="What it was paid for.")]
    left: Annotated[int, Meta(description="Chips the seat has left.")]


class TrickTaken(Moved, frozen=True):
    """A seat took the trick."""

    seat: Annotated[Seat, Meta(description="The seat that played the highest card of the suit led.")]
    number: Annotated[int, Meta(description="Number of the trick in its deal, from 1.")]


class Revealed(Tagged, frozen=True):
    """The match is over: what lay hidden is shown to everybody. No card moves."""

    hands: Annotated[tuple[Cards, ...], Meta(description="What each seat still held.")]
    left_out: Annotated[Cards, Meta(description="The cards left out of the deal.")]


Event: TypeAlias = Gathered | DealBegan | Dealt | LeftOut | CardPlayed | Paid | TrickTaken | Revealed

# View, result and standings


class View(Value, frozen=True):
    """What a seat or a spectator may see of a match."""

    phase: Annotated[Phase, Meta(description="play: one seat is on turn; over: the end.")]
    dealer: Annotated[Seat, Meta(description="The dealer of this deal.")]
    deal: Annotated[int, Meta(description="Number of the deal, from 1.")]
    trick_number: Annotated[int, Meta(description="Number of the trick in the deal, from 1.")]
    tricks_in_deal: Annotated[int, Meta(description="Number of tricks of the deal.")]
    hand: Annotated[
        Cards | None, Meta(description="Your hand, in no order that matters; null for spectators.")
    ]
    hand_counts: Annotated[tuple[int, ...], Meta(description="Number of hand cards by seat.")]
    out_count: Annotated[int, Meta(description="Number of cards left out of the deal: 0 or 2.")]
    trick: Annotated[Trick, Meta(description="The trick so far, in the order played.")]
    revokes: Annotated[tuple[Seat, ...], Meta(description="Seats that revoked in this trick, in order.")]
    last_trick: Annotated[
        LastTrick | None,
        Meta(description="The last complete trick, of the deal before too; null before the first."),
    ]
    tricks_won: Annotated[tuple[int, ...], Meta(description="Number of tricks taken in this deal by seat.")]
    taken: Annotated[Taken, Meta(description="Who took the tricks that cost chips in this deal.")]
    hands: Annotated[
        tuple[Cards, ...] | None, Meta(description="All hands by seat once the match is over; null before.")
    ]
    left_out: Annotated[
        Cards | None, Meta(description="The cards left out of the deal once the match is over; null before.")
    ]
    chips: Annotated[tuple[int, ...], Meta(description="Chips left by seat.")]
    pool: Annotated[int, Meta(description="Chips paid so far.")]
    penalty_points: Annotated[tuple[int, ...], Meta(description="Chips lost by seat.")]


class Result(Value, frozen=True):
    """How a match ended."""

    loser: Annotated[Seat, Meta(description="The seat without chips.")]
    winners: Annotated[tuple[Seat, ...], Meta(description="All other seats, ascending.")]
    chips: Annotated[tuple[int, ...], Meta(description="Chips left by seat.")]
    penalty_points: Annotated[tuple[int, ...], Meta(description="Chips lost by seat.")]
    settlement: Annotated[
        tuple[int, ...],
        Meta(
            description="By seat: what the loser pays each winner, as many chips as he has left; adds up to 0."
        ),
    ]
    deals: Annotated[int, Meta(description="Number of deals begun.")]


class Standings(Value, frozen=True):
    """The table of a series."""

    games: Annotated[int, Meta(description="Number of matches finished.")]
    lost: Annotated[tuple[int, ...], Meta(description="By seat: number of matches lost.")]
    settlement: Annotated[
        tuple[int, ...], Meta(description="By seat: the settlements added up; adds up to 0.")
    ]
