"""Stibitzen, the dice game: keep scoring dice, then bank the points of the turn or risk them in a throw.

The clauses cited (SD-...) are those of rules.en.md and rules.de.md beside this file. What dice are worth
stands in values.py, by the dice in rising order. Where they are silent:

- Of a seat that is not to act every move is refused by SD-13, whether or not there is such a seat.
- Legal moves are listed with `bank` before `roll`, keeps of fewer dice first.
- Nothing is hidden, so what anybody imagines is the state itself; no dice are drawn before they are thrown.
"""

from collections import Counter
from collections.abc import Sequence
from enum import StrEnum
from typing import ClassVar, get_args

from msgspec.structs import replace

from rules.chance import Chance
from rules.core import OptionRefusal, Refusal, Rules, Seat, Step
from rules.dice import Dice, in_order, throw
from rules.stibitzen_dice.bot import Bot
from rules.stibitzen_dice.types import (
    TARGETS,
    Bank,
    Banked,
    Busted,
    Event,
    Keep,
    Kept,
    LastBank,
    LastKeep,
    LastRoll,
    Move,
    Options,
    Result,
    Roll,
    Rolled,
    Series,
    Standings,
    State,
    ThrowLimit,
    View,
)
from rules.stibitzen_dice.values import KEEPS, SET, VALUES

THROWS = 3
"""Throws of a set, or counted ones of a turn (SD-43, SD-43a)."""

KEEP_MOVES: dict[Dice, tuple[Move, ...]] = {roll: tuple(map(Keep, keeps)) for roll, keeps in KEEPS.items()}
"""The legal keeps of every throw in rising order (SD-53)."""


class No(StrEnum):
    """Why a move is refused, in the order of SD-70."""

    GAME_OVER = "game_over"
    NOT_YOUR_TURN = "not_your_turn"
    MUST_ROLL = "must_roll"
    MUST_KEEP = "must_keep"
    ALREADY_KEPT = "already_kept"
    MUST_KEEP_ONE = "must_keep_one"
    DICE_NOT_IN_ROLL = "dice_not_in_roll"
    NON_SCORING_DIE = "non_scoring_die"
    NO_THROWS_LEFT = "no_throws_left"


class StibitzenDice(Rules[State, Move, Event, View, Options, Result, Series, Standings]):
    """The game for 2 to 4 players with five dice."""

    slug = "stibitzen-dice"
    title: ClassVar[dict[str, str]] = {"de": "Stibitzen (Würfelspiel)", "en": "Stibitzen (dice)"}
    seats = range(2, 5)
    longest = 45_000
    refusals = No
    bot = Bot()

    # Set-up

    def options(self, seats: int, given: Options) -> Options | Refusal:
        if seats not in self.seats:
            return Refusal(OptionRefusal.INVALID_PLAYERS, "SD-1", {"seats": seats})
        if given.target not in TARGETS or given.throw_limit not in get_args(ThrowLimit):
            return Refusal(OptionRefusal.INVALID_OPTION, "SD-15")
        return given

    def setup(self, seats: int, options: Options, first: Seat, chance: Chance) -> Step[State, Event]:
        if seats not in self.seats or not 0 <= first < seats:
            raise ValueError(f"no game for {seats} seats with seat {first} first")
        state = State(
            options=options,
            scores=(0,) * seats,
            turn=first,
            turns=1,
            phase="must_roll",
            turn_points=0,
            sets=1,
            throws=0,
            aside=(),
            roll=(),
            last=None,
        )
        return Step(state, ())

    # Play

    def actors(self, state: State) -> tuple[Seat, ...]:
        return () if state.phase == "over" else (state.turn,)

    def moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        if seat != state.turn:
            return ()
        match state.phase:
            case "must_roll":
                return (Roll(),)
            case "must_keep":
                return KEEP_MOVES[in_order(state.roll)]
            case "may_roll_or_bank":
                return (Bank(), Roll()) if may_throw_again(state) else (Bank(),)
            case "over":
                return ()

    def check(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        if state.phase == "over":
            return Refusal(No.GAME_OVER, "SD-80")
        if seat != state.turn:
            return Refusal(No.NOT_YOUR_TURN, "SD-13", {"to_act": (state.turn,)})
        if state.phase == "must_roll" and not isinstance(move, Roll):
            return Refusal(No.MUST_ROLL, "SD-40")
        match move:
            case Roll() | Bank() if state.phase == "must_keep":
                return Refusal(No.MUST_KEEP, "SD-41", {"keeps": written(state)})
            case Keep():
                return why_no_keep(state, move)
            case Roll() if state.phase == "may_roll_or_bank" and not may_throw_again(state):
                return Refusal(No.NO_THROWS_LEFT, "SD-46", {"points": state.turn_points})
        return None

    def apply(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        match move:
            case Roll():
                return roll(state, chance)
            case Keep(dice):
                return keep(state, in_order(dice))
            case Bank():
                return bank(state)

    # Knowledge

    def view(self, state: State, seat: Seat | None) -> View:
        return View(
            phase=state.phase,
            scores=state.scores,
            turns=state.turns,
            turn_points=state.turn_points,
            set_=state.sets,
            throws_used=state.throws,
            dice_left=dice_left(state),
            aside=state.aside,
            roll=state.roll,
            last=state.last,
        )

    def imagine(self, state: State, seat: Seat | None, chance: Chance) -> State:
        return state  # all is open (SD-61)

    def zones(self, state: State) -> None:
        return None

    # End and series

    def result(self, state: State) -> Result | None:
        if state.phase != "over":
            return None
        won = tuple(seat == state.turn for seat in range(len(state.scores)))
        return Result(winner=state.turn, scores=state.scores, won=won)

    def games(self, seats: int, series: Series) -> int | None:
        return series.games

    def next_first(self, seats: int, firsts: Sequence[Seat], results: Sequence[Result]) -> Seat | None:
        return (firsts[-1] + 1) % seats if firsts else None  # SD-86, SD-21

    def standings(self, seats: int, series: Series, results: Sequence[Result], *, closed: bool) -> Standings:
        won = Counter(result.winner for result in results)
        return Standings(games=len(results), won=tuple(won[seat] for seat in range(seats)))  # SD-85


# What the clauses ask about a state


def dice_left(state: State) -> int:
    """Dice of the set that are not yet set aside."""
    return SET - sum(map(len, state.aside))


def may_throw_again(state: State) -> bool:
    """Whether a throw may follow a keep: the bonus throw, or one of the three (SD-44)."""
    return not dice_left(state) or state.throws < THROWS


# What the legal moves do


def roll(state: State, chance: Chance) -> Step[State, Event]:
    """A throw of what is left of the set, or of all five dice of a new one (SD-50)."""
    seat, left = state.turn, dice_left(state)
    bonus = not left
    dice = throw(chance, left or SET)
    bust = not KEEPS[in_order(dice)]
    lost = state.turn_points if bust else 0
    rolled = Rolled(seat, dice, bonus)
    last = LastRoll(seat, dice, bonus, bust, lost)
    if bust:
        return Step(next_turn(state, state.scores, last), (rolled, Busted(seat, lost)))
    after = replace(
        state,
        phase="must_keep",
        sets=state.sets + bonus,
        throws=throws_used(state, bonus=bonus),
        aside=() if bonus else state.aside,
        roll=dice,
        last=last,
    )
    return Step(after, (rolled,))


def throws_used(state: State, *, bonus: bool) -> int:
    """The counter after a throw (SD-43); counted by turn, it takes no notice of bonus throws (SD-43a)."""
    if not bonus:
        return state.throws + 1
    return 1 if state.options.throw_limit == "per_set" else state.throws


def keep(state: State, dice: Dice) -> Step[State, Event]:
    """The dice, given in rising order, are set aside for their value (SD-51)."""
    points = VALUES[dice]
    after = replace(
        state,
        phase="may_roll_or_bank",
        turn_points=state.turn_points + points,
        aside=(*state.aside, dice),
        roll=(),
        last=LastKeep(state.turn, dice, points),
    )
    return Step(after, (Kept(state.turn, dice, points),))


def bank(state: State) -> Step[State, Event]:
    """The points of the turn are written down; the game is over, or the turn passes (SD-52, SD-80)."""
    seat, points = state.turn, state.turn_points
    score = state.scores[seat] + points
    scores = (*state.scores[:seat], score, *state.scores[seat + 1 :])
    last = LastBank(seat, points)
    if score >= state.options.target:
        after = replace(state, scores=scores, phase="over", turn_points=0, last=last)
    else:
        after = next_turn(state, scores, last)
    return Step(after, (Banked(seat, points, score),))


def next_turn(state: State, scores: tuple[int, ...], last: LastRoll | LastBank) -> State:
    """The next seat has yet to throw its first set (SD-13, SD-40)."""
    return State(
        options=state.options,
        scores=scores,
        turn=(state.turn + 1) % len(scores),
        turns=state.turns + 1,
        phase="must_roll",
        turn_points=0,
        sets=1,
        throws=0,
        aside=(),
        roll=(),
        last=last,
    )


# Explaining refusals


def why_no_keep(state: State, move: Keep) -> Refusal | None:
    """After the first throw of a turn (SD-41, SD-51, SD-30)."""
    if state.phase == "may_roll_or_bank":
        return Refusal(No.ALREADY_KEPT, "SD-41")
    if not move.dice:
        return Refusal(No.MUST_KEEP_ONE, "SD-41", {"keeps": written(state)})
    if extra := Counter(move.dice) - Counter(state.roll):
        return Refusal(No.DICE_NOT_IN_ROLL, "SD-51", {"die": min(extra), "roll": in_order(state.roll)})
    if in_order(move.dice) not in VALUES:
        return Refusal(No.NON_SCORING_DIE, "SD-30", {"keeps": written(state)})
    return None


def written(state: State) -> tuple[str, ...]:
    """What can be kept of the throw, each as a text like "1 5"."""
    return tuple(" ".join(map(str, dice)) for dice in KEEPS[in_order(state.roll)])
