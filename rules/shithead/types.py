"""The values of Shithead: options, state, moves, events, view, result, standings.

The texts beside the attributes become the API's documentation. What runs by seat has one
entry a seat, seat 0 first.
"""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct, field

from rules.core import Card, Cards, Moved, Seat, Secret, Tagged, Value

Phase: TypeAlias = Literal["swap", "play", "over"]

Slots: TypeAlias = tuple[Card | None, ...]
"""The three face-down slots of a seat; None where one is empty. A slot keeps its index (SH-24)."""


# Set-up


class Options(Value, frozen=True):
    """How a game is played: Shithead has no options besides the number of seats."""


class Series(Value, frozen=True):
    """How long a series is."""

    games: (
        Annotated[
            int, Meta(ge=1, le=99, description="Number of games, 1 to 99; null: until the table is closed.")
        ]
        | None
    ) = None


class State(Struct, frozen=True):
    """Everything about a game, hidden cards included (SH-36), in the zones of SH-13. Rows run by seat."""

    hands: tuple[Cards, ...]
    """In ascending string order, so that equal ranks lie together."""
    up: tuple[Cards, ...]
    """Face-up cards in the order of their places."""
    down: tuple[Slots, ...]
    ready: tuple[bool, ...]
    """True for every seat once play has begun."""
    stock: Cards
    """Index 0 is drawn next; its order is hidden from everybody."""
    pile: Cards
    """Top card last."""
    burned: Cards
    """In the order in which they came."""
    turn: Seat | None
    """None while seats swap, and when the game is over."""
    places: tuple[Seat, ...]
    """Seats in the order of going out; holds every seat, the shithead last, once the game is over."""
    last: "LastMove | None"


# Moves


class Swap(Tagged, frozen=True):
    """Before play begins: exchange one of your hand cards for one of your face-up cards."""

    hand: Annotated[Card, Meta(description="Your hand card that goes to the table.")]
    table: Annotated[Card, Meta(description="Your face-up card that comes to your hand.")]


class Ready(Tagged, frozen=True):
    """Before play begins: end your swapping, for good. Play begins when every seat is ready."""


class Play(Tagged, frozen=True):
    """Put cards of one rank on the pile: from your hand; once hand and stock are gone, face-up cards."""

    cards: Annotated[
        Cards,
        Meta(
            min_length=1,
            description="One to four cards of one rank, in any order; they go down in string order.",
        ),
    ]


class PickUp(Tagged, frozen=True):
    """Take the whole pile into your hand; legal only if none of your cards fits."""


class Flip(Tagged, frozen=True):
    """Turn one of your face-down cards over, when nothing else is left to you."""

    index: Annotated[int, Meta(ge=0, le=2, description="Slot of the face-down card, 0 to 2.")]


Move: TypeAlias = Swap | Ready | Play | PickUp | Flip


# Events

ActingSeat: TypeAlias = Annotated[Seat, Meta(description="The seat this happened to.")]


class DealtDown(Moved, frozen=True):
    """A seat got its face-down cards; nobody sees them."""

    seat: ActingSeat
    cards: Annotated[Cards, Secret(None), Meta(description='Three times "??", slots 0 to 2.')]


class DealtUp(Moved, frozen=True):
    """A seat got its face-up cards, in the order of their places."""

    seat: ActingSeat


class DealtHand(Moved, frozen=True):
    """A seat got its hand."""

    seat: ActingSeat
    cards: Annotated[
        Cards, Secret("seat"), Meta(description='In the order dealt; "??" for all but the seat.')
    ]


class Swapped(Moved, frozen=True):
    """Half of a swap: first the hand card goes to the table, then the face-up card goes to the hand."""

    seat: ActingSeat
    index: Annotated[int, Meta(description="Place in the seat's row of face-up cards, 0 to 2.")]


class SaidReady(Tagged, frozen=True):
    """A seat has ended its swapping."""

    seat: ActingSeat


class PlayBegan(Tagged, frozen=True):
    """Every seat is ready; the seat with the lowest hand card starts."""

    seat: Annotated[Seat, Meta(description="The seat that starts.")]


class Played(Moved, frozen=True):
    """A seat put cards on the pile; the last of them is the new top card."""

    seat: ActingSeat


class Flipped(Moved, frozen=True):
    """A seat turned a face-down card over and laid it on the pile."""

    seat: ActingSeat
    index: Annotated[int, Meta(description="Slot the card came from, 0 to 2; it stays empty.")]
    ok: Annotated[
        bool, Meta(description="Whether the card fits; if not, the seat picks it up with the pile.")
    ]


class PickedUp(Moved, frozen=True):
    """A seat took the whole pile into its hand, a turned card that did not fit included."""

    seat: ActingSeat


class PileBurned(Moved, frozen=True):
    """The whole pile left the game, by a 10 or by four equal cards on top; the seat plays again if it can."""

    seat: Annotated[Seat, Meta(description="The seat that burned the pile.")]


class Drew(Moved, frozen=True):
    """A seat filled its hand up from the stock."""

    seat: ActingSeat
    cards: Annotated[
        Cards, Secret("seat"), Meta(description='In the order drawn; "??" for all but the seat.')
    ]


class WentOut(Tagged, frozen=True):
    """A seat got rid of its last card."""

    seat: ActingSeat
    place: Annotated[int, Meta(description="Its place, 1 for the first seat to go out.")]


class Revealed(Tagged, frozen=True):
    """The game is over: what the shithead still holds is shown to everybody. No card moves."""

    seat: Annotated[Seat, Meta(description="The shithead, the only seat that still holds cards.")]
    hand: Annotated[Cards, Meta(description="The hand that is left.")]
    down_cards: Annotated[Slots, Meta(description="The three face-down slots; null for an empty one.")]


Event: TypeAlias = (
    DealtDown
    | DealtUp
    | DealtHand
    | Swapped
    | SaidReady
    | PlayBegan
    | Played
    | Flipped
    | PickedUp
    | PileBurned
    | Drew
    | WentOut
    | Revealed
)


# Views

Mover: TypeAlias = Annotated[Seat, Meta(description="The seat that moved.")]


class LastSwap(Tagged, frozen=True, tag="swap"):
    """The last move was a swap."""

    seat: Mover
    hand: Annotated[Card, Meta(description="The card that left the hand for the table.")]
    table: Annotated[Card, Meta(description="The card that came to the hand.")]


class LastReady(Tagged, frozen=True, tag="ready"):
    """The last move ended a seat's swapping."""

    seat: Mover


class LastPlay(Tagged, frozen=True, tag="play"):
    """The last move put cards on the pile."""

    seat: Mover
    from_: Annotated[
        Literal["hand", "up"], Meta(description="Where the cards came from: the hand or the face-up cards.")
    ] = field(name="from")
    cards: Annotated[Cards, Meta(description="The cards played, in the order in which they lay on the pile.")]
    burned: Annotated[bool, Meta(description="Whether the pile was burned.")]
    drew: Annotated[int, Meta(description="Number of cards drawn from the stock afterwards.")]


class LastPickUp(Tagged, frozen=True, tag="pick_up"):
    """The last move took the pile."""

    seat: Mover
    count: Annotated[int, Meta(description="Number of cards picked up.")]


class LastFlip(Tagged, frozen=True, tag="flip"):
    """The last move turned a face-down card over."""

    seat: Mover
    index: Annotated[int, Meta(description="The slot turned over, 0 to 2.")]
    card: Annotated[Card, Meta(description="The card turned over.")]
    ok: Annotated[bool, Meta(description="Whether it fitted and was played.")]
    burned: Annotated[bool, Meta(description="Whether the pile was burned.")]
    count: Annotated[
        int, Meta(description="Number of cards picked up, the turned one included; 0 if it fitted.")
    ]


LastMove: TypeAlias = LastSwap | LastReady | LastPlay | LastPickUp | LastFlip


class View(Value, frozen=True):
    """What a seat or a spectator may see of a game."""

    phase: Annotated[
        Phase,
        Meta(
            description="swap: seats exchange cards and say ready; play: one seat is on turn; over: the end."
        ),
    ]
    hand: Annotated[
        Cards | None, Meta(description="Your hand, in no order that matters; null for spectators.")
    ]
    hand_counts: Annotated[tuple[int, ...], Meta(description="Number of hand cards by seat.")]
    up: Annotated[tuple[Cards, ...], Meta(description="Face-up cards by seat, in the order of their places.")]
    down: Annotated[
        tuple[tuple[bool, ...], ...],
        Meta(
            description="The three face-down slots by seat: true where a card lies. Nobody knows these cards."
        ),
    ]
    ready: Annotated[
        tuple[bool, ...],
        Meta(description="By seat, whether it has said ready; all true once play has begun."),
    ]
    stock_count: Annotated[int, Meta(description="Number of cards in the stock.")]
    pile: Annotated[Cards, Meta(description="The discard pile, top card last.")]
    burned: Annotated[Cards, Meta(description="Cards burned so far, in the order in which they came.")]
    hands: Annotated[
        tuple[Cards, ...] | None, Meta(description="All hands by seat once the game is over; null before.")
    ]
    down_cards: Annotated[
        tuple[Slots, ...] | None,
        Meta(
            description="The three face-down slots by seat (card or null) once the game is over; null before."
        ),
    ]
    places: Annotated[
        tuple[Seat, ...],
        Meta(description="Seats in the order of going out; once the game is over, the shithead comes last."),
    ]
    last: Annotated[LastMove | None, Meta(description="The last move of any seat; null before the first.")]


# Result and standings


class Result(Value, frozen=True):
    """How a game ended."""

    places: Annotated[
        tuple[Seat, ...], Meta(description="Seats in the order of going out, the shithead last.")
    ]
    place: Annotated[
        tuple[int, ...], Meta(description="Place by seat: 1 went out first, the last is the shithead.")
    ]
    shithead: Annotated[Seat, Meta(description="The seat that lost.")]
    not_shithead: Annotated[
        tuple[int, ...], Meta(description="By seat: 0 for the shithead, 1 for the others.")
    ]


class Standings(Value, frozen=True):
    """The table of a series."""

    games: Annotated[int, Meta(description="Number of games finished.")]
    not_shithead: Annotated[
        tuple[int, ...],
        Meta(description="By seat: number of finished games in which it was not the shithead."),
    ]
