"""What happens in Skitgubbe. The texts beside the attributes become the API's documentation.

By SG-47 an event may say all that lies openly. Drawn, collected and redistributed cards are shown to the seat
they belong to, in the order of a hand, so that nothing is told of the order in which they lay.
"""

from typing import Annotated, TypeAlias

from msgspec import Meta

from rules.core import Card, Cards, Moved, Seat, Secret, Tagged

ActingSeat: TypeAlias = Annotated[Seat, Meta(description="The seat this happened to.")]

OwnCards: TypeAlias = Annotated[
    Cards, Secret("seat"), Meta(description='By suit and rank; "??" for all but the seat.')
]


class Dealt(Moved, frozen=True):
    """A seat got its hand."""

    seat: ActingSeat
    cards: OwnCards


# Phase 1


class Played(Moved, frozen=True):
    """A seat put down a card that claims the trick."""

    seat: ActingSeat


class Discarded(Moved, frozen=True):
    """A seat put down a card without a claim to the trick."""

    seat: ActingSeat


class TrickWon(Moved, frozen=True):
    """A seat claimed the highest rank alone: it gets all cards of the trick and leads the next one."""

    seat: Annotated[Seat, Meta(description="The winner.")]


class LowerRemoved(Moved, frozen=True):
    """The cards of a tied round that are lower than the tied rank left play."""


class Tied(Tagged, frozen=True):
    """Several seats claimed the highest rank and replay for the trick."""

    contestants: Annotated[
        tuple[Seat, ...], Meta(description="The tied seats, in the order in which they will play.")
    ]
    round: Annotated[int, Meta(description="Number of the new round; the first replay is 2.")]


class TrickVoided(Moved, frozen=True):
    """Nobody gets the trick: its cards left play."""

    leader: Annotated[Seat, Meta(description="The seat that leads the next trick.")]


class Drew(Moved, frozen=True):
    """A seat refilled its hand from the stock."""

    seat: ActingSeat
    cards: OwnCards


class LastCardDrawn(Tagged, frozen=True):
    """The last stock card was drawn, and phase 1 is over."""

    seat: Annotated[Seat, Meta(description="The drawer, who leads phase 2.")]
    card: Annotated[
        Card | None, Meta(description="The card, which the drawer keeps; null if it is not shown: no trump.")
    ]
    trump: Annotated[str | None, Meta(description="Its suit, the trump suit; null if there is none.")]


# Between the phases


class RedistributionOpened(Tagged, frozen=True):
    """Some seats have fewer than five cards and are asked whether the low cards be redistributed."""

    queue: Annotated[tuple[Seat, ...], Meta(description="These seats, in the order in which they are asked.")]


class Passed(Tagged, frozen=True):
    """A seat left the low cards where they are."""

    seat: ActingSeat


class Redistributed(Tagged, frozen=True):
    """A seat had the low cards redistributed."""

    seat: Annotated[Seat, Meta(description="The seat that called for it, and is dealt to first.")]
    count: Annotated[int, Meta(description="Number of low cards in all collected piles.")]


class LowTaken(Moved, frozen=True):
    """The low cards of a collected pile were put where the stock lay."""

    seat: Annotated[Seat, Meta(description="The owner of the pile.")]
    cards: OwnCards


class LowDealt(Moved, frozen=True):
    """A seat was dealt its share of the low cards, from where the stock lay to its collected pile."""

    seat: ActingSeat
    cards: OwnCards


class PileJoined(Moved, frozen=True):
    """A seat took its collected pile into its hand."""

    seat: ActingSeat
    cards: OwnCards


# Phase 2


class Laid(Moved, frozen=True):
    """A seat laid a card or a sequence on the table pile; the last of the cards is on top."""

    seat: ActingSeat


class PickedUp(Moved, frozen=True):
    """A seat took cards from the top of the table pile; they are given from bottom to top."""

    seat: ActingSeat


class TrickEnded(Moved, frozen=True):
    """All seats have acted: what is left of the table pile (perhaps nothing) left play."""

    winner: Annotated[Seat, Meta(description="The seat that laid last.")]
    leader: Annotated[
        Seat, Meta(description="The seat that leads next: the winner, or the next one if he is out.")
    ]


class WentOut(Tagged, frozen=True):
    """A seat has no card left and is safe."""

    seat: ActingSeat


class Revealed(Tagged, frozen=True):
    """The game is over: the hand of the skitgubbe is shown to everybody. No card moves."""

    seat: Annotated[Seat, Meta(description="The skitgubbe, the only seat that still holds cards.")]
    hand: Annotated[Cards, Meta(description="The hand that is left.")]


Event: TypeAlias = (
    Dealt
    | Played
    | Discarded
    | TrickWon
    | LowerRemoved
    | Tied
    | TrickVoided
    | Drew
    | LastCardDrawn
    | RedistributionOpened
    | Passed
    | Redistributed
    | LowTaken
    | LowDealt
    | PileJoined
    | Laid
    | PickedUp
    | TrickEnded
    | WentOut
    | Revealed
)
