"""The values of Stibitzen: options, state, moves, events, view, result, standings.

The texts beside the attributes become the API's documentation. What runs by seat has one entry a seat, seat 0 first.
"""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from rules.core import Cards, Moved, Seat, Secret, Tagged, Value

Phase: TypeAlias = Literal["play", "choose_shadow", "claim", "reclaim", "draw", "optional_draw", "over"]

Reason: TypeAlias = Literal["hand_empty", "cards_exhausted"]

# Set-up


class Options(Value, frozen=True):
    """How a game is played."""

    draw_when_nothing_stolen: Annotated[
        bool,
        Meta(description="Whoever stole nothing in his turn may draw a card; false: the variant Classic."),
    ] = True
    aces_bite: Annotated[
        bool,
        Meta(description="Aces steal kings and jokers too; includes Classic, whatever is asked for there."),
    ] = False
    duel: Annotated[
        bool, Meta(description="The game for two, with a shadow display; needed by two seats.")
    ] = False


class Series(Value, frozen=True):
    """A series has as many games as there are players, and each starts once: there is nothing to set."""


# Parts of state and view


class Group(Value, frozen=True):
    """Cards of one rank that lie together."""

    rank: Annotated[str, Meta(description="Rank of its natural cards, or X for jokers alone.")]
    cards: Annotated[Cards, Meta(description="Its cards, in no order that matters.")]


class Capture(Value, frozen=True):
    """The group that is being stolen; it still lies on its owner's display."""

    victim: Annotated[Seat, Meta(description="Its owner.")]
    rank: Annotated[str, Meta(description="Its rank.")]
    cards: Annotated[Cards, Meta(description="Its cards.")]


class Draw(Value, frozen=True):
    """Who draws, and how often."""

    seat: Annotated[Seat, Meta(description="The seat that draws.")]
    remaining: Annotated[int, Meta(description="Draws left.")]
    optional: Annotated[bool, Meta(description="Whether the seat may pass instead.")]


class State(Struct, frozen=True):
    """Everything about a running game, hidden cards included. Rows run by seat."""

    options: Options
    phase: Phase
    turn: Seat
    """The active player, also while a victim decides or draws."""
    hands: tuple[Cards, ...]
    """In ascending string order."""
    displays: tuple[tuple[Group, ...], ...]
    """Bottom to top."""
    market: tuple[Cards, ...]
    """Six slots of no, one or two cards."""
    stock: Cards
    """Index 0 is drawn next; its order is hidden from everybody."""
    discard: Cards
    removed: Cards
    shadow: tuple[Group, ...] | None
    """The neutral groups of the Duel, ascending by rank; None in the main game."""
    compared: int
    """How many opponents have been compared in this turn, clockwise from the left neighbour."""
    stole: bool
    """Whether the active player has stolen anything in this turn."""
    victim: Seat | None
    """Whose top group is being stolen, or who draws for it."""
    owed: int
    """Draws the victim still owes."""
    ended: Reason | None


# Moves


class Play(Tagged, frozen=True):
    """Lay a group on your display: cards of one rank, any number of them jokers."""

    cards: Annotated[Cards, Meta(description="The cards, from your hand, in any order.")]


class Take(Tagged, frozen=True):
    """Take the group you stole into your hand; its owner draws as many cards."""


class Leave(Tagged, frozen=True):
    """Leave the group you stole to its owner, who decides."""


class TakeBack(Tagged, frozen=True):
    """Take your stolen group back into your hand."""


class Discard(Tagged, frozen=True):
    """Discard your stolen group, and draw as many cards."""


class DrawStock(Tagged, frozen=True):
    """Draw the top card of the stock."""


class DrawMarket(Tagged, frozen=True):
    """Draw what lies in a slot of the market."""

    slot: Annotated[int, Meta(description="Slot of the market, 0 to 5.")]


class Pass(Tagged, frozen=True):
    """Do without the draw that you may make."""


class ChooseShadow(Tagged, frozen=True):
    """Choose which group of the shadow display you steal."""

    rank: Annotated[str, Meta(description="Rank of the group, one of the choices.")]


Move: TypeAlias = Play | Take | Leave | TakeBack | Discard | DrawStock | DrawMarket | Pass | ChooseShadow

# Events

ActingSeat: TypeAlias = Annotated[Seat, Meta(description="The seat this happened to.")]
Slot: TypeAlias = Annotated[int, Meta(description="Slot of the market, 0 to 5.")]


class Dealt(Moved, frozen=True):
    """A seat got its hand."""

    seat: ActingSeat
    cards: Annotated[
        Cards, Secret("seat"), Meta(description='In the order dealt; "??" for all but the seat.')
    ]


class MarketFilled(Moved, frozen=True):
    """A card of the stock was turned up in the market."""

    slot: Slot


class ShadowFilled(Moved, frozen=True):
    """A card of the stock joined the shadow display."""


class KingLaid(Moved, frozen=True):
    """A king or joker turned up for the shadow display went to the lowest single card of the market instead."""

    slot: Slot


class KingRemoved(Moved, frozen=True):
    """A king or joker turned up for the shadow display left the game: no market slot holds a single card."""


class Laid(Moved, frozen=True):
    """A seat laid a group on its display."""

    seat: ActingSeat
    rank: Annotated[str, Meta(description="Rank of the group, X for jokers alone.")]


class ShadowStolen(Moved, frozen=True):
    """The active player stole a group of the shadow display; it is in his hand."""

    seat: ActingSeat
    rank: Annotated[str, Meta(description="Rank of the group.")]


class Stolen(Tagged, frozen=True):
    """A group is stolen; what becomes of it follows."""

    seat: Annotated[Seat, Meta(description="The thief.")]
    victim: Annotated[Seat, Meta(description="The owner.")]
    rank: Annotated[str, Meta(description="Rank of the group.")]
    count: Annotated[int, Meta(description="Number of its cards; as many are drawn if the owner loses it.")]


class GroupTaken(Moved, frozen=True):
    """The thief took the group into his hand."""

    seat: Annotated[Seat, Meta(description="The thief.")]


class GroupLeft(Tagged, frozen=True):
    """The thief left the group to its owner."""

    seat: Annotated[Seat, Meta(description="The thief.")]


class GroupTakenBack(Moved, frozen=True):
    """The owner took his group back into his hand."""

    seat: Annotated[Seat, Meta(description="The owner.")]


class GroupDiscarded(Moved, frozen=True):
    """The owner discarded his group."""

    seat: Annotated[Seat, Meta(description="The owner.")]


class DrewFromStock(Moved, frozen=True):
    """A seat drew the top card of the stock."""

    seat: ActingSeat
    cards: Annotated[Cards, Secret("seat"), Meta(description='The card; "??" for all but the seat.')]


class DrewFromMarket(Moved, frozen=True):
    """A seat took what lay in a slot of the market."""

    seat: ActingSeat
    slot: Slot


class Passed(Tagged, frozen=True):
    """A seat did without its draw."""

    seat: ActingSeat


class Revealed(Tagged, frozen=True):
    """The game is over: all hands are shown to everybody. No card moves."""

    reason: Annotated[
        Reason, Meta(description="How it ended: somebody's hand is empty, or no cards are left to draw.")
    ]
    hands: Annotated[tuple[Cards, ...], Meta(description="The hands by seat.")]


Event: TypeAlias = (
    Dealt
    | MarketFilled
    | ShadowFilled
    | KingLaid
    | KingRemoved
    | Laid
    | ShadowStolen
    | Stolen
    | GroupTaken
    | GroupLeft
    | GroupTakenBack
    | GroupDiscarded
    | DrewFromStock
    | DrewFromMarket
    | Passed
    | Revealed
)

# View, result and standings


class View(Value, frozen=True):
    """What a seat or a spectator may see of a game."""

    phase: Annotated[Phase, Meta(description="What is to be done; over: the end.")]
    turn: Annotated[Seat, Meta(description="The active player; once the game is over, who was it last.")]
    hand: Annotated[
        Cards | None, Meta(description="Your hand, in no order that matters; null for spectators.")
    ]
    hand_counts: Annotated[tuple[int, ...], Meta(description="Number of hand cards by seat.")]
    displays: Annotated[
        tuple[tuple[Group, ...], ...], Meta(description="The groups laid by each seat, bottom to top.")
    ]
    market: Annotated[tuple[Cards, ...], Meta(description="The six slots of the market; an empty one is [].")]
    stock_count: Annotated[int, Meta(description="Number of cards in the stock.")]
    discard: Annotated[Cards, Meta(description="The discard pile.")]
    removed: Annotated[Cards, Meta(description="Cards removed from the game; always [] outside the Duel.")]
    shadow: Annotated[
        tuple[Group, ...] | None,
        Meta(description="The shadow display, ascending by rank; null outside the Duel."),
    ]
    shadow_choices: Annotated[
        tuple[str, ...] | None,
        Meta(description="Ranks to choose from in phase choose_shadow; null otherwise."),
    ]
    capture: Annotated[
        Capture | None,
        Meta(description="The group being stolen, in phases claim and reclaim; null otherwise."),
    ]
    draw: Annotated[
        Draw | None, Meta(description="Who draws, in phases draw and optional_draw; null otherwise.")
    ]
    hands: Annotated[
        tuple[Cards, ...] | None, Meta(description="All hands by seat once the game is over; null before.")
    ]


class Result(Value, frozen=True):
    """How a game ended."""

    reason: Annotated[Reason, Meta(description="Somebody's hand is empty, or no cards are left to draw.")]
    displayed: Annotated[tuple[int, ...], Meta(description="Cards displayed by seat.")]
    in_hand: Annotated[tuple[int, ...], Meta(description="Cards in hand by seat.")]
    scores: Annotated[tuple[int, ...], Meta(description="Cards displayed less cards in hand by seat.")]
    places: Annotated[
        tuple[int, ...], Meta(description="Place by seat, 1 is best; equals share one (1, 2, 2, 4).")
    ]
    winners: Annotated[tuple[Seat, ...], Meta(description="Seats in the first place, ascending.")]


class Standings(Value, frozen=True):
    """The table of a series."""

    games: Annotated[int, Meta(description="Number of games finished.")]
    totals: Annotated[tuple[int, ...], Meta(description="Scores added up by seat.")]
    places: Annotated[tuple[int, ...], Meta(description="Place by total, 1 is best; equal seats share one.")]
    winners: Annotated[
        tuple[Seat, ...],
        Meta(description="Seats in the first place, ascending, once the series is over; else []."),
    ]
