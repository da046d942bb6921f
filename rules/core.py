"""The contract of a game: `Rules` and its `Policy`, and the few value types that every game shares.

A state is a frozen value, a rules object has no state of its own. The eight types of a game are said once, in the
brackets of `Rules[...]`, and read off there. How a game is added stands in README.md beside this file.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cache
from typing import Annotated, Any, ClassVar, Generic, TypeAlias, TypeVar, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct, field

from rules.chance import Chance

Seat: TypeAlias = int
"""Index of a player at the table, 0 to seats - 1; clockwise is rising index, modulo the number of seats."""

Card: TypeAlias = str
"""A card as a string, see rules/cards.py; HIDDEN where the viewer may not know it."""

Cards: TypeAlias = tuple[Card, ...]

HIDDEN = "??"
"""What stands for each card that a viewer may not see."""


def snake(name: str) -> str:
    """The tag of a type: its class name in snake case, PickUp -> "pick_up"."""
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in name).lstrip("_")


Item = TypeVar("Item")


def put(row: tuple[Item, ...], index: int, item: Item) -> tuple[Item, ...]:
    """The row with another item at the index; rows run by seat, slot or place."""
    return (*row[:index], item, *row[index + 1 :])


class Value(Struct, frozen=True, forbid_unknown_fields=True):
    """A frozen value: options, views, results and whatever lies inside them."""


class Tagged(Struct, frozen=True, tag_field="type", tag=snake, forbid_unknown_fields=True):
    """A variant of a union, told by its field `type`: every move and every event."""


class Place(Value, frozen=True):
    """A pile of cards: which zone, and whose."""

    zone: Annotated[str, Meta(description="Name of the zone, as listed by the game's description.")]
    seat: Annotated[Seat | None, Meta(description="Seat the zone belongs to; null for a zone of the table.")]


class Moved(Tagged, frozen=True):
    """An event by which cards change their place. Every movement of a card is one."""

    from_: Annotated[Place, Meta(description="Where the cards lay.")] = field(name="from")
    to: Annotated[Place, Meta(description="Where the cards lie now.")]
    cards: Annotated[Cards, Meta(description='The cards in the order moved; "??" for each you may not see.')]


class Secret(Struct, frozen=True):
    """Marks a field of an event (cards) that not everybody may see: `Annotated[Cards, Secret("seat")]`."""

    owner: str | None
    """Name of the event's field that holds the one seat which sees it; None: nobody does."""


@cache
def secrets(kind: type[Any]) -> tuple[tuple[str, str | None], ...]:
    """The secret fields of an event type, each with the name of the field that holds its owner."""
    hints = get_type_hints(kind, include_extras=True)
    return tuple(
        (name, mark.owner)
        for name, hint in hints.items()
        for mark in getattr(hint, "__metadata__", ())
        if isinstance(mark, Secret)
    )


class Refusal(Struct, frozen=True):
    """Why something is not allowed: a code of the game, the clause of its rules, and what the text mentions."""

    code: str
    clause: str
    params: Mapping[str, str | int | tuple[str | int, ...]] = {}


class OptionRefusal(StrEnum):
    """Codes of `Rules.options` that every game has; a game with more declares an enum of its own."""

    INVALID_PLAYERS = "invalid_players"
    INVALID_OPTION = "invalid_option"


State = TypeVar("State", bound=Struct)
Move = TypeVar("Move", bound=Tagged)
Event = TypeVar("Event", bound=Tagged)
View = TypeVar("View", bound=Struct)
Options = TypeVar("Options", bound=Value)
Result = TypeVar("Result", bound=Value)
Series = TypeVar("Series", bound=Value)
Standings = TypeVar("Standings", bound=Value)


class Step(Struct, Generic[State, Event], frozen=True):
    """A new state and what happened on the way to it."""

    state: State
    events: tuple[Event, ...]
    """In the order in which they happened."""


class Glance(Struct, Generic[View, Move, Options], frozen=True):
    """What a seat that is to act knows: all that advice to it may go by."""

    seat: Seat
    seats: int
    options: Options
    """Effective ones."""
    view: View
    moves: tuple[Move, ...]
    """Its legal moves, as `Rules.moves` lists them."""


class Advice(Struct, Generic[Move], frozen=True):
    """What a policy thinks of a legal move."""

    move: Move
    worth: float
    """Higher is better; to be compared within one position only."""
    reason: str
    """Code of the reason; its text and clause stand in the game's advice.toml."""


class Policy(ABC, Generic[State, Move, View, Options]):
    """How to play a game sensibly: the heuristics of its bots, and of hints for people."""

    reasons: ClassVar[type[StrEnum]]
    """Every reason that `advise` can give; each has a text in advice.toml."""
    blunders: ClassVar[frozenset[str]] = frozenset()
    """Reasons for which no bot makes a move for the sake of variety."""
    horizon: ClassVar[int]
    """Moves after which play in an imagined state stops and `outlook` judges what came about."""
    pace: ClassVar[int]
    """Imagined moves in a millisecond of CPU on a slow machine: what an expert's time is counted in."""

    @abstractmethod
    def advise(self, glance: Glance[View, Move, Options]) -> Sequence[Advice[Move]]:
        """One advice for each legal move, in the order of `glance.moves`."""

    def choose(self, glance: Glance[View, Move, Options]) -> Move:
        """The move with the highest worth, the first among equals."""
        return max(self.advise(glance), key=lambda advice: advice.worth).move

    @abstractmethod
    def outlook(self, state: State, seat: Seat) -> float:
        """How well a seat stands in an imagined or finished state, 0 (lost) to 1 (won); higher is better.

        At the end it tells all that counts in a game: best for whoever won, equal for those who did equally well.
        """


class Rules(ABC, Generic[State, Move, Event, View, Options, Result, Series, Standings]):
    """A game: stateless, pure and total over its states. Refusals are values, faults of the caller are exceptions."""

    slug: ClassVar[str]
    """Key in GAMES and segment of the API's paths: lower-case words joined by hyphens."""
    title: ClassVar[Mapping[str, str]]
    """Name of the game by language, "de" and "en"."""
    seats: ClassVar[range]
    """Numbers of seats that can play."""
    longest: ClassVar[int]
    """Accepted moves after which a table gives the game up: far above real games, below 50,000."""
    refusals: ClassVar[type[StrEnum]]
    """Every code that `check` can give, in the order of the rules' table; each has a text in refusals.toml."""
    option_refusals: ClassVar[type[StrEnum]] = OptionRefusal
    """Every code that `options` can give; each has a text in refusals.toml."""
    bot: ClassVar[Policy[Any, Any, Any, Any]]
    """The game's heuristics."""

    state_type: ClassVar[Any]
    move_type: ClassVar[Any]
    event_type: ClassVar[Any]
    view_type: ClassVar[Any]
    options_type: ClassVar[Any]
    result_type: ClassVar[Any]
    series_type: ClassVar[Any]
    standings_type: ClassVar[Any]

    def __init_subclass__(cls, **keywords: Any) -> None:
        """Reads the types off the brackets."""
        super().__init_subclass__(**keywords)
        for base in getattr(cls, "__orig_bases__", ()):
            if get_origin(base) is Rules:
                (
                    cls.state_type,
                    cls.move_type,
                    cls.event_type,
                    cls.view_type,
                    cls.options_type,
                    cls.result_type,
                    cls.series_type,
                    cls.standings_type,
                ) = get_args(base)

    # Set-up

    @abstractmethod
    def options(self, seats: int, given: Options) -> Options | Refusal:
        """The options in force at that number of seats (no null left), or why it cannot be played so."""

    def defaults(self, seats: int) -> Options:
        """The options that an untouched form shows for that number of seats: complete, and accepted by `options`."""
        effective = self.options(seats, self.options_type())
        if isinstance(effective, Refusal):
            raise ValueError(f"{self.slug} has no default options for {seats} seats")
        return effective

    @abstractmethod
    def setup(self, seats: int, options: Options, first: Seat, chance: Chance) -> Step[State, Event]:
        """The dealt game. Options are effective ones; ValueError for ill-formed packs or seats."""

    # Play

    @abstractmethod
    def actors(self, state: State) -> tuple[Seat, ...]:
        """The seats to act, ascending: none when the game is over, several in a simultaneous phase."""

    @abstractmethod
    def moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        """The legal moves of a seat, one per class, in a stable order; none for a seat that is not to act.

        Built directly from the state, never by asking `check`.
        """

    def variants(self, state: State, seat: Seat, move: Move) -> tuple[Move, ...]:
        """All legal moves for which a listed one stands, the order of its cards apart."""
        return (move,)

    @abstractmethod
    def check(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        """Why a move is not legal, the first reason in the order of the rules' table; None if it is legal."""

    @abstractmethod
    def apply(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        """What a legal move does; the given state is left as it was."""

    # Knowledge

    @abstractmethod
    def view(self, state: State, seat: Seat | None) -> View:
        """What a seat may see, None for a spectator: built up from what may be seen, never stripped down."""

    @abstractmethod
    def imagine(self, state: State, seat: Seat | None, chance: Chance) -> State:
        """Another possible state whose view, for this seat or spectator, equals that of the real one.

        All that the viewer cannot know is drawn anew, each possibility with a chance above zero.
        """

    @abstractmethod
    def zones(self, state: State) -> Mapping[Place, Cards] | None:
        """Every card in play by where it lies, empty places left out or empty; None for a game without cards."""

    # End and series

    @abstractmethod
    def result(self, state: State) -> Result | None:
        """How the game ended; None while it runs."""

    @abstractmethod
    def games(self, seats: int, series: Series) -> int | None:
        """Number of games of a series; None: until it is closed."""

    @abstractmethod
    def next_first(self, seats: int, firsts: Sequence[Seat], results: Sequence[Result]) -> Seat | None:
        """Who starts the next game, given the first seats and results of those before; None: drawn by lot."""

    @abstractmethod
    def standings(self, seats: int, series: Series, results: Sequence[Result], *, closed: bool) -> Standings:
        """Running totals of a series; settled once it is closed."""


AnyRules = Rules[Any, Any, Any, Any, Any, Any, Any, Any]
