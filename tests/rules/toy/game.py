"""A small card game for the tests of the core, of the referee, and of the laws themselves.

Twenty cards, 2 to 6. First every seat lays one card of its hand face down, all at once. Then the seats take
turns: play cards of one rank that is no lower (`strict`: higher) than the top of the pile, or draw a card.
Whoever has no card left in hand, or draws the last card of the stock, ends the game; fewest cards win.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from itertools import combinations
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from rules.cards import pack, rank, without
from rules.chance import Chance
from rules.core import (
    Advice,
    Cards,
    Glance,
    Moved,
    Place,
    Policy,
    Refusal,
    Rules,
    Seat,
    Secret,
    Step,
    Tagged,
    Value,
)


class Options(Value, frozen=True):
    strict: bool = False
    hand: Annotated[int, Meta(ge=2, le=4)] = 3


class Series(Value, frozen=True):
    games: Annotated[int, Meta(ge=1, le=99)] | None = None


class State(Value, frozen=True):
    strict: bool
    hands: tuple[Cards, ...]
    laid: tuple[Cards, ...]
    stock: Cards
    pile: Cards = ()
    turn: Seat = 0
    over: bool = False


class Lay(Tagged, frozen=True):
    card: str


class Play(Tagged, frozen=True):
    cards: Annotated[Cards, Meta(min_length=1)]


class Draw(Tagged, frozen=True):
    pass


Move = Lay | Play | Draw


class Hid(Moved, frozen=True):
    """A card went face down: only its seat knows it."""

    seat: Seat
    cards: Annotated[Cards, Secret("seat")]


class Drew(Moved, frozen=True):
    """Cards came from the stock: only their seat knows them."""

    seat: Seat
    cards: Annotated[Cards, Secret("seat")]


class Played(Moved, frozen=True):
    """Cards went on the pile, for all to see."""


class Opened(Tagged, frozen=True):
    """What a seat held when the game ended."""

    seat: Seat
    hand: Cards
    laid: Cards


Event = Hid | Drew | Played | Opened


class View(Value, frozen=True):
    hand: Cards | None
    own: Cards | None
    counts: tuple[int, ...]
    laid: tuple[bool, ...]
    stock: int
    pile: Cards
    turn: Seat
    hands: tuple[Cards, ...] | None
    all_laid: tuple[Cards, ...] | None


class Result(Value, frozen=True):
    winner: Seat


class Standings(Value, frozen=True):
    won: tuple[int, ...]
    closed: bool


class No(StrEnum):
    GAME_OVER = "game_over"
    NOT_YOUR_TURN = "not_your_turn"
    WRONG_PHASE = "wrong_phase"
    ALREADY_LAID = "already_laid"
    CARD_NOT_IN_HAND = "card_not_in_hand"
    MIXED_RANKS = "mixed_ranks"
    TOO_LOW = "too_low"


class Why(StrEnum):
    FEWER_CARDS = "fewer_cards"
    LOW_CARD = "low_card"
    LAST_RESORT = "last_resort"


class Bot(Policy[State, Move, View, Options]):
    reasons = Why
    horizon = 30
    pace = 40

    def advise(self, glance: Glance[View, Move, Options]) -> Sequence[Advice[Move]]:
        return [self.judged(move) for move in glance.moves]

    def judged(self, move: Move) -> Advice[Move]:
        match move:
            case Lay(card=card):
                return Advice(move, -"23456".index(rank(card)), Why.LOW_CARD)
            case Play(cards=cards):
                return Advice(move, len(cards), Why.FEWER_CARDS)
            case Draw():
                return Advice(move, -1, Why.LAST_RESORT)

    def outlook(self, state: State, seat: Seat) -> float:
        sizes = [len(h) for h in state.hands]
        if state.over:
            return float(sizes.index(min(sizes)) == seat)
        return 1 - sizes[seat] / (sum(sizes) + 1)


STOCK, PILE = Place("stock", None), Place("pile", None)


def changed(piles: tuple[Cards, ...], seat: Seat, cards: Cards) -> tuple[Cards, ...]:
    return (*piles[:seat], cards, *piles[seat + 1 :])


class Toy(Rules[State, Move, Event, View, Options, Result, Series, Standings]):
    slug = "toy"
    title = {"de": "Spielzeug", "en": "Toy"}  # noqa: RUF012
    seats = range(2, 4)
    longest = 200
    refusals = No
    bot = Bot()

    def options(self, seats: int, given: Options) -> Options | Refusal:
        return given if seats in self.seats else Refusal("invalid_players", "TOY-1")

    def setup(self, seats: int, options: Options, first: Seat, chance: Chance) -> Step[State, Event]:
        deck = chance.shuffled(pack("23456"))
        hands = tuple(deck[s * options.hand : (s + 1) * options.hand] for s in range(seats))
        stock = deck[seats * options.hand :]
        state = State(options.strict, hands, ((),) * seats, stock, turn=first)
        dealt = [Drew(from_=STOCK, to=Place("hand", s), cards=hands[s], seat=s) for s in range(seats)]
        return Step(state, tuple(dealt))

    def actors(self, state: State) -> tuple[Seat, ...]:
        waiting = tuple(s for s, laid in enumerate(state.laid) if not laid)
        return () if state.over else waiting or (state.turn,)

    def moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        if seat not in self.actors(state):
            return ()
        hand = sorted(state.hands[seat])
        if not all(state.laid):
            return tuple(Lay(c) for c in hand)
        fitting = [c for c in hand if self.fits(state, c)]
        equal = [[c for c in fitting if rank(c) == r] for r in sorted({rank(c) for c in fitting})]
        return (*(Play(tuple(s[: n + 1])) for s in equal for n in range(len(s))), Draw())

    def variants(self, state: State, seat: Seat, move: Move) -> tuple[Move, ...]:
        if not isinstance(move, Play):
            return (move,)
        same = [c for c in state.hands[seat] if rank(c) == rank(move.cards[0])]
        return tuple(Play(cards) for cards in combinations(same, len(move.cards)))

    def fits(self, state: State, card: str) -> bool:
        if not state.pile:
            return True
        top = rank(state.pile[-1])
        return rank(card) > top if state.strict else rank(card) >= top

    def check(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        if state.over:
            return Refusal(No.GAME_OVER, "TOY-2")
        laying = not all(state.laid)
        if isinstance(move, Lay) != laying:
            return Refusal(No.WRONG_PHASE, "TOY-3")
        if not 0 <= seat < len(state.hands) or (not laying and seat != state.turn):
            return Refusal(No.NOT_YOUR_TURN, "TOY-4")
        if laying and state.laid[seat]:
            return Refusal(No.ALREADY_LAID, "TOY-5")
        match move:
            case Lay(card=card):
                return None if card in state.hands[seat] else Refusal(No.CARD_NOT_IN_HAND, "TOY-6")
            case Play(cards=cards):
                return self.check_play(state, state.hands[seat], cards)
            case Draw():
                return None

    def check_play(self, state: State, hand: Cards, cards: Cards) -> Refusal | None:
        if len(set(cards)) < len(cards) or not set(cards) <= set(hand):
            return Refusal(No.CARD_NOT_IN_HAND, "TOY-6")
        if len({rank(c) for c in cards}) > 1:
            return Refusal(No.MIXED_RANKS, "TOY-7")
        return None if self.fits(state, cards[0]) else Refusal(No.TOO_LOW, "TOY-8")

    def apply(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        hand = state.hands[seat]
        own = Place("hand", seat)
        match move:
            case Lay(card=card):
                hands = changed(state.hands, seat, without(hand, (card,)))
                hid = Hid(from_=own, to=Place("laid", seat), cards=(card,), seat=seat)
                return Step(replace(state, hands=hands, laid=changed(state.laid, seat, (card,))), (hid,))
            case Play(cards=cards):
                left = without(hand, cards)
                after = replace(state, hands=changed(state.hands, seat, left), pile=state.pile + cards)
                return self.passed_on(after, Played(from_=own, to=PILE, cards=cards), over=not left)
            case Draw():
                more = changed(state.hands, seat, (*hand, state.stock[0]))
                after = replace(state, hands=more, stock=state.stock[1:])
                drew = Drew(from_=STOCK, to=own, cards=state.stock[:1], seat=seat)
                return self.passed_on(after, drew, over=not after.stock)

    def passed_on(self, state: State, event: Event, *, over: bool) -> Step[State, Event]:
        if not over:
            return Step(replace(state, turn=(state.turn + 1) % len(state.hands)), (event,))
        opened = [Opened(s, hand, state.laid[s]) for s, hand in enumerate(state.hands)]
        return Step(replace(state, over=True), (event, *opened))

    def view(self, state: State, seat: Seat | None) -> View:
        return View(
            hand=None if seat is None else state.hands[seat],
            own=None if seat is None else state.laid[seat],
            counts=tuple(len(h) for h in state.hands),
            laid=tuple(bool(c) for c in state.laid),
            stock=len(state.stock),
            pile=state.pile,
            turn=state.turn,
            hands=state.hands if state.over else None,
            all_laid=state.laid if state.over else None,
        )

    def imagine(self, state: State, seat: Seat | None, chance: Chance) -> State:
        hidden = [] if state.over else [s for s in range(len(state.hands)) if s != seat]
        gone = [c for s in hidden for c in state.hands[s] + state.laid[s]]
        order = iter(chance.shuffled(sorted([*gone, *state.stock])))
        hands, laid = list(state.hands), list(state.laid)
        for s in hidden:
            hands[s] = tuple(next(order) for _ in hands[s])
            laid[s] = tuple(next(order) for _ in laid[s])
        return replace(state, hands=tuple(hands), laid=tuple(laid), stock=tuple(order))

    def zones(self, state: State) -> Mapping[Place, Cards] | None:
        hands = {Place("hand", s): cards for s, cards in enumerate(state.hands)}
        laid = {Place("laid", s): cards for s, cards in enumerate(state.laid)}
        return hands | laid | {STOCK: state.stock, PILE: state.pile}

    def result(self, state: State) -> Result | None:
        sizes = [len(h) for h in state.hands]
        return Result(sizes.index(min(sizes))) if state.over else None

    def games(self, seats: int, series: Series) -> int | None:
        return series.games

    def next_first(self, seats: int, firsts: Sequence[Seat], results: Sequence[Result]) -> Seat | None:
        return (firsts[-1] + 1) % seats if firsts else None

    def standings(self, seats: int, series: Series, results: Sequence[Result], *, closed: bool) -> Standings:
        won = tuple(sum(r.winner == s for r in results) for s in range(seats))
        return Standings(won, closed)
