"""Shithead: beat the top card, get rid of hand, face-up and face-down cards; the last to hold cards loses.

Everybody plays alone (SH-1) and sheds the hand, then the face-up, then the face-down cards (SH-2). Nobody
wins as such, and there are no points (SH-92): who holds cards when all others are out is the shithead (SH-3).

The clauses cited (SH-...) are those of rules.en.md and rules.de.md beside this file. What they ask about a
state stands in position.py, what the moves do in effects.py. Where they are silent:

- `first` has no effect (SH-34), so no lot is drawn for it in a series: `next_first` is always seat 0.
- `imagine` keeps what the view shows, the card of the last swap or failed flip included. It concludes nothing
  from the rules, such as that the seat on turn just after the start holds the lowest card (SH-32).
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from itertools import combinations, groupby, islice
from typing import ClassVar

from msgspec.structs import replace

from rules.cards import pack, rank, without
from rules.chance import Chance
from rules.core import Card, Cards, OptionRefusal, Place, Refusal, Rules, Seat, Step
from rules.shithead.bot import Bot
from rules.shithead.effects import BURNED, PILE, STOCK, deal, flip, pick_up, play, say_ready, swap
from rules.shithead.position import filled, fitting, in_order, is_over, of_rank, shown_in_hand, source
from rules.shithead.types import (
    Event,
    Flip,
    Move,
    Options,
    Phase,
    PickUp,
    Play,
    Ready,
    Result,
    Series,
    Standings,
    State,
    Swap,
    View,
)


class No(StrEnum):
    """Why a move is refused, in the order of SH-80."""

    GAME_OVER = "game_over"
    WRONG_PHASE = "wrong_phase"
    NOT_YOUR_TURN = "not_your_turn"
    ALREADY_READY = "already_ready"
    CARD_NOT_IN_HAND = "card_not_in_hand"
    CARD_NOT_ON_TABLE = "card_not_on_table"
    FLIP_NOT_ALLOWED = "flip_not_allowed"
    EMPTY_SLOT = "empty_slot"
    MUST_FLIP = "must_flip"
    MUST_PLAY = "must_play"
    CARD_NOT_HELD = "card_not_held"
    WRONG_SOURCE = "wrong_source"
    MIXED_RANKS = "mixed_ranks"
    TOO_LOW = "too_low"


class Shithead(Rules[State, Move, Event, View, Options, Result, Series, Standings]):
    """The game for 2 to 5 players (SH-4) with one pack of 52 cards (SH-10)."""

    slug = "shithead"
    title: ClassVar[Mapping[str, str]] = {"de": "Shithead", "en": "Shithead"}
    seats = range(2, 6)
    longest = 40_000  # SH-112: about 700 moves under random play, rarely more than 15,000
    refusals = No
    bot = Bot()

    # Set-up

    def options(self, seats: int, given: Options) -> Options | Refusal:
        if seats not in self.seats:
            return Refusal(OptionRefusal.INVALID_PLAYERS, "SH-4", {"seats": seats})
        return given

    def setup(self, seats: int, options: Options, first: Seat, chance: Chance) -> Step[State, Event]:
        if seats not in self.seats or not 0 <= first < seats:
            raise ValueError(f"no deal for {seats} seats with seat {first} first")
        return deal(seats, chance.shuffled(pack()))

    # Play

    def actors(self, state: State) -> tuple[Seat, ...]:
        if state.turn is not None:
            return (state.turn,)
        return tuple(seat for seat, ready in enumerate(state.ready) if not ready)

    def moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        if seat not in self.actors(state):
            return ()
        if state.turn is None:
            return (*swaps(state.hands[seat], in_order(state.up[seat])), Ready())
        zone, cards = source(state, seat)
        if zone == "down":
            return tuple(map(Flip, filled(state.down[seat])))
        return tuple(plays(cards, fitting(state.pile))) or (PickUp(),)

    def variants(self, state: State, seat: Seat, move: Move) -> tuple[Move, ...]:
        match move:
            case Swap(hand, table):
                given, taken = of_rank(state.hands[seat], hand), of_rank(state.up[seat], table)
                return tuple(Swap(h, t) for h in given for t in taken)
            case Play(cards):
                same = of_rank(source(state, seat)[1], cards[0])
                return tuple(map(Play, combinations(same, len(cards))))
            case _:
                return (move,)

    def check(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        to_act = self.actors(state)
        if not to_act:
            return Refusal(No.GAME_OVER, "SH-90")
        if isinstance(move, Swap | Ready) != (state.turn is None):
            return Refusal(No.WRONG_PHASE, "SH-31")
        if not 0 <= seat < len(state.hands):
            return Refusal(No.NOT_YOUR_TURN, "SH-14", {"to_act": to_act})
        if state.turn not in (None, seat):
            return Refusal(No.NOT_YOUR_TURN, "SH-16", {"to_act": to_act})
        match move:
            case Swap():
                return why_no_swap(state, seat, move)
            case Ready():
                return Refusal(No.ALREADY_READY, "SH-31") if state.ready[seat] else None
            case Play():
                return why_no_play(state, seat, move)
            case PickUp():
                return why_no_pick_up(state, seat)
            case Flip():
                return why_no_flip(state, seat, move)

    def apply(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        match move:
            case Swap():
                return swap(state, seat, move)
            case Ready():
                return say_ready(state, seat)
            case Play():
                return play(state, seat, move)
            case PickUp():
                return pick_up(state, seat)
            case Flip():
                return flip(state, seat, move)

    # Knowledge

    def view(self, state: State, seat: Seat | None) -> View:
        over = is_over(state)
        phase: Phase = "over" if over else "swap" if state.turn is None else "play"
        return View(
            phase=phase,
            hand=None if seat is None else state.hands[seat],
            hand_counts=tuple(map(len, state.hands)),
            up=state.up,
            down=tuple(tuple(card is not None for card in slots) for slots in state.down),
            ready=state.ready,
            stock_count=len(state.stock),
            pile=state.pile,
            burned=state.burned,
            hands=state.hands if over else None,
            down_cards=state.down if over else None,
            places=state.places,
            last=state.last,
        )

    def imagine(self, state: State, seat: Seat | None, chance: Chance) -> State:
        if is_over(state):  # all is open, and the stock is empty (SH-105)
            return state
        shown = [hand if s == seat else shown_in_hand(state, s) for s, hand in enumerate(state.hands)]
        hidden: list[Card] = []
        for hand, known in zip(state.hands, shown, strict=True):
            hidden += without(hand, known)
        hidden += (card for slots in state.down for card in slots if card is not None)
        hidden += state.stock
        # Sorted, so that the outcome depends on nothing but chance and what the viewer may see.
        pool = iter(chance.shuffled(sorted(hidden)))
        hands = tuple(
            in_order((*known, *islice(pool, len(hand) - len(known))))
            for hand, known in zip(state.hands, shown, strict=True)
        )
        down = tuple(tuple(None if card is None else next(pool) for card in slots) for slots in state.down)
        return replace(state, hands=hands, down=down, stock=tuple(pool))

    def zones(self, state: State) -> Mapping[Place, Cards]:
        places = {STOCK: state.stock, PILE: state.pile, BURNED: state.burned}
        for seat, (hand, up, slots) in enumerate(zip(state.hands, state.up, state.down, strict=True)):
            places[Place("hand", seat)] = hand
            places[Place("up", seat)] = up
            places[Place("down", seat)] = tuple(card for card in slots if card is not None)
        return places

    # End and series

    def result(self, state: State) -> Result | None:
        if not is_over(state):
            return None
        seats, shithead = range(len(state.places)), state.places[-1]
        return Result(
            places=state.places,
            place=tuple(state.places.index(seat) + 1 for seat in seats),
            shithead=shithead,
            not_shithead=tuple(int(seat != shithead) for seat in seats),
        )

    def games(self, seats: int, series: Series) -> int | None:
        return series.games

    def next_first(self, seats: int, firsts: Sequence[Seat], results: Sequence[Result]) -> Seat | None:
        return 0  # it has no effect (SH-34), and nothing carries over (SH-96)

    def standings(self, seats: int, series: Series, results: Sequence[Result], *, closed: bool) -> Standings:
        counts = tuple(sum(result.not_shithead[seat] for result in results) for seat in range(seats))
        return Standings(games=len(results), not_shithead=counts)


# Building moves (SH-65); cards are given in string order


def swaps(hand: Cards, up: Cards) -> list[Move]:
    """One swap for each pair of a hand rank and a face-up rank."""
    given = [next(group) for _, group in groupby(hand, rank)]
    taken = [next(group) for _, group in groupby(up, rank)]
    return [Swap(h, t) for h in given for t in taken]


def plays(cards: Cards, ranks: str) -> list[Move]:
    """One play for each of those ranks among the cards and each number of them."""
    found: list[Move] = []
    for r, group in groupby(cards, rank):
        if r in ranks:
            same = tuple(group)
            found += (Play(same[:count]) for count in range(1, len(same) + 1))
    return found


# Explaining refusals


def why_no_swap(state: State, seat: Seat, move: Swap) -> Refusal | None:
    """In phase swap (SH-31, SH-51)."""
    if state.ready[seat]:
        return Refusal(No.ALREADY_READY, "SH-31")
    if move.hand not in state.hands[seat]:
        return Refusal(No.CARD_NOT_IN_HAND, "SH-51", {"card": move.hand, "hand": state.hands[seat]})
    if move.table not in state.up[seat]:
        return Refusal(No.CARD_NOT_ON_TABLE, "SH-51", {"card": move.table, "up": state.up[seat]})
    return None


def why_no_play(state: State, seat: Seat, move: Play) -> Refusal | None:
    """For the seat on turn (SH-44, SH-46, SH-50, SH-53)."""
    zone, cards = source(state, seat)
    if zone == "down":
        return Refusal(No.MUST_FLIP, "SH-46", {"filled": filled(state.down[seat])})
    own = [*state.hands[seat], *state.up[seat]]
    for card in move.cards:
        if card not in own:
            return Refusal(No.CARD_NOT_HELD, "SH-53", {"card": card, "cards": cards})
        own.remove(card)
    if not set(move.cards) <= set(cards):
        return Refusal(No.WRONG_SOURCE, "SH-44", {"cards": cards})
    ranks = {rank(card) for card in move.cards}
    if len(ranks) > 1:
        return Refusal(No.MIXED_RANKS, "SH-53")
    if ranks.isdisjoint(fitting(state.pile)):
        return Refusal(No.TOO_LOW, "SH-50", {"top": state.pile[-1], "ranks": tuple(fitting(state.pile))})
    return None


def why_no_pick_up(state: State, seat: Seat) -> Refusal | None:
    """For the seat on turn (SH-45, SH-46)."""
    zone, cards = source(state, seat)
    if zone == "down":
        return Refusal(No.MUST_FLIP, "SH-46", {"filled": filled(state.down[seat])})
    if fits := tuple(card for card in cards if rank(card) in fitting(state.pile)):
        return Refusal(No.MUST_PLAY, "SH-45", {"cards": fits})
    return None


def why_no_flip(state: State, seat: Seat, move: Flip) -> Refusal | None:
    """For the seat on turn (SH-24, SH-42)."""
    zone, _ = source(state, seat)
    if zone != "down":
        return Refusal(No.FLIP_NOT_ALLOWED, "SH-42")
    slots = state.down[seat]
    if slots[move.index] is None:
        return Refusal(No.EMPTY_SLOT, "SH-24", {"index": move.index, "filled": filled(slots)})
    return None
