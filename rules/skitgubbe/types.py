"""The values of Skitgubbe: options, series, state, moves, view, result, standings. Events stand in events.py.

The texts beside the attributes become the API's documentation. What runs by seat has one
entry a seat, seat 0 first. Hands and collected piles are kept in order: suits c d h s, ranks rising.
"""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct, field

from rules.core import Card, Cards, Seat, Tagged, Value

Phase: TypeAlias = Literal["phase1", "redistribute", "phase2", "over"]

PutDown: TypeAlias = Literal["play", "discard"]
"""How a card was put down in phase 1: with a claim to the trick or without."""


# Set-up: SG-23 to SG-32; strict_discard SG-27, no_trump SG-28, redistribute_low SG-29, pickup SG-30


class Options(Value, frozen=True):
    """How a game is played. Every combination is accepted, but "all" needs three or four seats."""

    hand_size: Annotated[
        Literal[3, 5], Meta(description="Cards dealt to each seat, and up to which hands are refilled.")
    ] = 3
    phase1_tricks: Annotated[
        Literal["all", "head_to_head"] | None,
        Meta(
            description="Who plays to a trick of phase 1. all: every seat (3 or 4 seats only); "
            "head_to_head: the leader and his left neighbour. Null: head_to_head with 2 seats, else all."
        ),
    ] = None
    strict_discard: Annotated[
        bool,
        Meta(description="Whether discards are forbidden in phase 1; no effect on head_to_head tricks."),
    ] = False
    no_trump: Annotated[
        bool, Meta(description="Whether phase 2 has no trump suit, and the last stock card stays hidden.")
    ] = False
    redistribute_low: Annotated[
        bool,
        Meta(
            description="Whether a seat with fewer than five cards may have the ranks 2 to 5 of all "
            "collected piles redistributed before phase 2."
        ),
    ] = False
    pickup: Annotated[
        Literal["sequence", "pile"],
        Meta(
            description="What is picked up in phase 2. sequence: the top card and the unbroken run "
            "beneath it; pile: the whole table pile."
        ),
    ] = "sequence"


class Series(Value, frozen=True):
    """What a series is about, and how long it is."""

    stake: Annotated[
        Literal["none", "pot", "drinks"],
        Meta(
            description="none: losses are only counted; pot: each loss puts a chip into a pot, which goes "
            "to the fewest losses; drinks: the most losses pay the next round."
        ),
    ] = "none"
    games: (
        Annotated[
            int, Meta(ge=1, le=99, description="Number of games, 1 to 99; null: until the table is closed.")
        ]
        | None
    ) = None


class RoundCard(Value, frozen=True):
    """A card put down in the current round of a phase-1 trick."""

    seat: Annotated[Seat, Meta(description="The seat that put it down.")]
    card: Annotated[Card, Meta(description="The card.")]
    kind: Annotated[
        PutDown, Meta(description="play: it claims the trick with its rank; discard: it makes no claim.")
    ] = field(name="type")


class State(Struct, frozen=True):
    """Everything about a running game, hidden cards included. Rows run by seat."""

    options: Options
    """Effective: no null left."""
    first: Seat
    """The eldest hand."""
    phase: Phase
    turn: Seat | None
    """The seat to act; None when the game is over."""
    leader: Seat
    """Of the current trick; the drawer while redistribution is asked for."""
    hands: tuple[Cards, ...]
    piles: tuple[Cards, ...]
    """The collected piles; empty in phase 2."""
    stock: Cards
    """Index 0 is drawn next; its order is hidden from everybody."""
    deck: Cards
    """The deck order, kept only where it may still be needed: until the redistribution is settled (SG-95)."""
    out_of_play: Cards
    """In the order in which they came."""
    round: int
    """In phase 1: 1 for the first round of a trick, then one more for each replay. Else 0."""
    contestants: tuple[Seat, ...]
    """In phase 1: participants of the round, in the order in which they put down their cards."""
    plays: tuple[RoundCard, ...]
    carried: Cards
    """In phase 1: cards of the trick's earlier rounds."""
    drawer: Seat | None
    """The seat that drew the last stock card."""
    trump: str | None
    trump_card: Card | None
    queue: tuple[Seat, ...]
    """The seats still to be asked for the redistribution, the one on turn first."""
    redistributed_by: Seat | None
    redistributed: tuple[int, ...]
    """By seat, how many low cards the redistribution dealt to it; empty if there was none."""
    table: Cards
    """The table pile of phase 2, top card last."""
    acted: tuple[Seat, ...]
    """Seats that have acted in the current phase-2 trick, in order."""
    last_layer: Seat | None
    """The seat that laid last in the current phase-2 trick."""
    out: tuple[Seat, ...]
    """Seats without cards, in the order of going out."""


# Moves


class Play(Tagged, frozen=True):
    """Phase 1: put down a card that claims the trick with its rank."""

    card: Annotated[Card, Meta(description="Any card of your hand.")]


class Discard(Tagged, frozen=True):
    """Phase 1: put down a card without a claim to the trick."""

    card: Annotated[
        Card, Meta(description="A card of your hand, of a rank that lies in the current round already.")
    ]


class Redistribute(Tagged, frozen=True):
    """Have the low cards of all collected piles dealt anew."""


class Pass(Tagged, frozen=True):
    """Leave the low cards where they are, for good."""


class Lay(Tagged, frozen=True):
    """Phase 2: lay a card or a sequence on the table pile."""

    cards: Annotated[
        Cards,
        Meta(
            min_length=1,
            description="One card, or a sequence (one suit, ranks without a gap) in any order; its highest "
            "card goes on top.",
        ),
    ]


class PickUp(Tagged, frozen=True):
    """Phase 2: take cards from the table pile into your hand; always possible if there are any."""


Move: TypeAlias = Play | Discard | Redistribute | Pass | Lay | PickUp


# View


class View(Value, frozen=True):
    """What a seat or a spectator may see of a game."""

    first: Annotated[Seat, Meta(description="The eldest hand, who led the first trick.")]
    phase: Annotated[
        Phase,
        Meta(
            description="phase1: collecting; redistribute: seats are asked whether the low cards be "
            "redistributed; phase2: shedding; over: the end."
        ),
    ]
    hand: Annotated[
        Cards | None, Meta(description="Your hand, by suit c d h s and rising rank; null for spectators.")
    ]
    pile: Annotated[
        Cards | None,
        Meta(description="Your collected pile, by suit c d h s and rising rank; null for spectators."),
    ]
    hand_counts: Annotated[tuple[int, ...], Meta(description="Number of hand cards by seat.")]
    pile_counts: Annotated[tuple[int, ...], Meta(description="Number of collected cards by seat.")]
    stock_count: Annotated[int, Meta(description="Number of cards in the stock.")]
    out_of_play_count: Annotated[int, Meta(description="Number of cards that have left play.")]
    leader: Annotated[
        Seat, Meta(description="Leader of the current (or last) trick; the drawer during redistribution.")
    ]
    round: Annotated[
        int | None,
        Meta(description="Round of a phase-1 trick: 1 for the first, 2 for its replay; null after phase 1."),
    ]
    contestants: Annotated[
        tuple[Seat, ...],
        Meta(description="Seats that take part in the current round of phase 1, in the order of play."),
    ]
    plays: Annotated[
        tuple[RoundCard, ...], Meta(description="Cards put down in the current round of phase 1, in order.")
    ]
    carried: Annotated[
        Cards, Meta(description="Cards of tied earlier rounds of the phase-1 trick; its winner gets them.")
    ]
    drawer: Annotated[
        Seat | None, Meta(description="The seat that drew the last stock card; null in phase 1.")
    ]
    trump: Annotated[
        str | None, Meta(description="Trump suit, a letter c d h s; null in phase 1 and if there is none.")
    ]
    trump_card: Annotated[
        Card | None,
        Meta(description="The last stock card, which the drawer got; null in phase 1 and without trump."),
    ]
    redistribute_queue: Annotated[
        tuple[Seat, ...], Meta(description="Seats still to be asked, the next one first.")
    ]
    redistributed_by: Annotated[
        Seat | None, Meta(description="The seat that had the low cards redistributed; null if none did.")
    ]
    redistributed: Annotated[
        tuple[int, ...],
        Meta(description="Number of low cards dealt to each seat by the redistribution; empty without one."),
    ]
    table: Annotated[Cards, Meta(description="The table pile of phase 2, from bottom to top.")]
    acted: Annotated[
        tuple[Seat, ...], Meta(description="Seats that have acted in the current phase-2 trick, in order.")
    ]
    last_layer: Annotated[
        Seat | None, Meta(description="The seat that laid last in the current phase-2 trick.")
    ]
    out: Annotated[tuple[Seat, ...], Meta(description="Safe seats in the order of going out.")]
    skitgubbe: Annotated[Seat | None, Meta(description="The loser once the game is over; null before.")]
    hands: Annotated[
        tuple[Cards, ...] | None, Meta(description="All hands by seat once the game is over; null before.")
    ]


# Result and standings

Outcome: TypeAlias = Literal["win", "loss"]


class Result(Value, frozen=True):
    """How a game ended: one seat has lost, all others have won equally."""

    outcomes: Annotated[tuple[Outcome, ...], Meta(description="By seat: loss for the skitgubbe, else win.")]
    skitgubbe: Annotated[Seat, Meta(description="The seat that was left with cards.")]
    out_order: Annotated[
        tuple[Seat, ...], Meta(description="The other seats in the order of going out, for information only.")
    ]


class Standings(Value, frozen=True):
    """The table of a series; payout, left_over and pays_drinks are settled when the series ends."""

    losses: Annotated[tuple[int, ...], Meta(description="By seat: how often it was the skitgubbe.")]
    fewest: Annotated[tuple[Seat, ...], Meta(description="The seats with the fewest losses.")]
    most: Annotated[tuple[Seat, ...], Meta(description="The seats with the most losses.")]
    pot: Annotated[int, Meta(description="Chips paid in, one a game; 0 unless the stake is the pot.")]
    payout: Annotated[tuple[int, ...], Meta(description="By seat: chips paid out; all 0 before the end.")]
    left_over: Annotated[int, Meta(description="Chips that cannot be shared equally and go to nobody.")]
    pays_drinks: Annotated[
        tuple[Seat, ...],
        Meta(description="The seats that pay the next round: empty before the end or without that stake."),
    ]
