"""Slobberhannes: a trick-avoidance game; the first and last trick and the queen of clubs cost a chip each.

The clauses cited (SL-...) are those of rules.en.md and rules.de.md beside this file. How cards are dealt stands in
deal.py, what a card does in tricks.py. Where the clauses are silent:

- Complete tricks lie in one zone of the table, `tricks`; who took how many is counted beside it (SL-31).
- `imagine` knows what the view shows, so it may put cards of earlier tricks back into hands (imagined.py).
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import ClassVar

from rules.cards import suit
from rules.chance import Chance
from rules.core import Cards, OptionRefusal, Place, Refusal, Rules, Seat, Step, put
from rules.slobberhannes.bot import Bot
from rules.slobberhannes.deal import OUT, TRICK, TRICKS, first_deal
from rules.slobberhannes.imagined import imagined
from rules.slobberhannes.tricks import play, revokes, tricks_in_deal
from rules.slobberhannes.types import (
    Event,
    Move,
    Options,
    Play,
    Result,
    Series,
    Standings,
    State,
    View,
)


class No(StrEnum):
    """Why a move is refused, in the order of SL-70."""

    GAME_OVER = "game_over"
    NOT_YOUR_TURN = "not_your_turn"
    CARD_NOT_IN_HAND = "card_not_in_hand"
    MUST_FOLLOW_SUIT = "must_follow_suit"


class Slobberhannes(Rules[State, Move, Event, View, Options, Result, Series, Standings]):
    """The match for 3 to 7 players with 30 or 32 cards: who loses all chips first loses it (SL-1, SL-4)."""

    slug = "slobberhannes"
    title: ClassVar[Mapping[str, str]] = {"de": "Slobberhannes", "en": "Slobberhannes"}
    seats = range(3, 8)
    longest = 20_000
    """With 99 chips no match takes more than 9,632 moves: seven seats, the queen out of all 344 deals (SL-90)."""
    refusals = No
    bot = Bot()

    # Set-up

    def options(self, seats: int, given: Options) -> Options | Refusal:
        if given.seven_deal == "two_out" and seats != 7 and seats in self.seats:
            return Refusal(OptionRefusal.INVALID_OPTION, "SL-16", {"option": "seven_deal"})
        if seats not in self.seats:
            return Refusal(OptionRefusal.INVALID_PLAYERS, "SL-5", {"seats": seats})
        return given

    def setup(self, seats: int, options: Options, first: Seat, chance: Chance) -> Step[State, Event]:
        if isinstance(self.options(seats, options), Refusal) or not 0 <= first < seats:
            raise ValueError(f"no deal for {seats} seats with seat {first} first")
        return first_deal(seats, options, first, chance)

    # Play

    def actors(self, state: State) -> tuple[Seat, ...]:
        return () if state.turn is None else (state.turn,)

    def moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        if seat != state.turn:
            return ()
        hand = state.hands[seat]
        if state.trick and state.options.revoke == "forbidden":
            led = suit(state.trick[0].card)
            following = tuple(card for card in hand if suit(card) == led)
            return tuple(map(Play, following or hand))
        return tuple(map(Play, hand))

    def check(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        if state.turn is None:
            return Refusal(No.GAME_OVER, "SL-60")
        if seat != state.turn:
            return Refusal(No.NOT_YOUR_TURN, "SL-41", {"to_act": state.turn})
        if move.card not in state.hands[seat]:
            return Refusal(No.CARD_NOT_IN_HAND, "SL-44", {"card": move.card, "hand": state.hands[seat]})
        if state.options.revoke == "forbidden" and revokes(state, seat, move.card):
            led = suit(state.trick[0].card)
            legal = tuple(card for card in state.hands[seat] if suit(card) == led)
            return Refusal(No.MUST_FOLLOW_SUIT, "SL-45", {"suit": led, "cards": legal})
        return None

    def apply(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        return play(state, seat, move.card, chance)

    # Knowledge

    def view(self, state: State, seat: Seat | None) -> View:
        ended = state.turn is None
        return View(
            phase="over" if ended else "play",
            dealer=state.dealer,
            deal=state.deal,
            trick_number=state.trick_number,
            tricks_in_deal=tricks_in_deal(state),
            hand=None if seat is None else state.hands[seat],
            hand_counts=tuple(map(len, state.hands)),
            out_count=len(state.left_out),
            trick=state.trick,
            revokes=state.revokes,
            last_trick=state.last_trick,
            tricks_won=state.tricks_won,
            taken=state.taken,
            hands=state.hands if ended else None,
            left_out=state.left_out if ended else None,
            chips=state.chips,
            pool=state.options.chips * len(state.chips) - sum(state.chips),
            penalty_points=penalty_points(state),
        )

    def imagine(self, state: State, seat: Seat | None, chance: Chance) -> State:
        return imagined(state, seat, chance)

    def zones(self, state: State) -> Mapping[Place, Cards] | None:
        zones = {Place("hand", seat): hand for seat, hand in enumerate(state.hands)}
        zones[OUT] = state.left_out
        zones[TRICKS] = state.tricks
        zones[TRICK] = tuple(played.card for played in state.trick)
        return zones

    # End and series

    def result(self, state: State) -> Result | None:
        if state.turn is not None:
            return None
        loser = state.chips.index(0)
        settlement = put(state.chips, loser, -sum(state.chips))
        return Result(
            loser=loser,
            winners=tuple(seat for seat in range(len(state.chips)) if seat != loser),
            chips=state.chips,
            penalty_points=penalty_points(state),
            settlement=settlement,
            deals=state.deal,
        )

    def games(self, seats: int, series: Series) -> int | None:
        return series.games

    def next_first(self, seats: int, firsts: Sequence[Seat], results: Sequence[Result]) -> Seat | None:
        return None  # a newly drawn first dealer for every match (SL-86)

    def standings(self, seats: int, series: Series, results: Sequence[Result], *, closed: bool) -> Standings:
        return Standings(
            games=len(results),
            lost=tuple(sum(result.loser == seat for result in results) for seat in range(seats)),
            settlement=tuple(sum(result.settlement[seat] for result in results) for seat in range(seats)),
        )


def penalty_points(state: State) -> tuple[int, ...]:
    """Chips lost by seat (SL-14)."""
    return tuple(state.options.chips - left for left in state.chips)
