"""How to play Stibitzen with dice: throw on while that makes winning likelier than banking (SD-A1 to SD-A4).

What is likely is worked out in race.py; how much a seat dares depends on how close the others are to the target.
"""

from collections.abc import Sequence
from enum import StrEnum

from rules.core import Advice, Glance, Policy, Seat
from rules.dice import in_order
from rules.stibitzen_dice.race import FAR, UNIT, Turn, chance, delay, threat, turn
from rules.stibitzen_dice.types import Bank, Keep, Move, Options, Roll, State, View
from rules.stibitzen_dice.values import KEEPS, SET, VALUES

FEW = 2
"""Dice down to which a throw is mostly not worth it (SD-A1)."""

PRESSED = 0.5
"""Respite below which a seat has to hurry."""

CALM = 0.95
"""Respite of a seat that nobody presses."""

EQUAL = 1e-9
"""What a point counts between keeps that are equally likely to win."""


class Why(StrEnum):
    """What speaks for a move."""

    TURN_BEGINS = "turn_begins"
    TARGET_REACHED = "target_reached"
    ALL_FIVE = "all_five"
    MOST_POINTS = "most_points"
    MORE_DICE = "more_dice"
    LEAVES_POINTS = "leaves_points"
    BANK_WINS = "bank_wins"
    NO_THROW_LEFT = "no_throw_left"
    FEW_DICE = "few_dice"
    ENOUGH = "enough"
    TOO_LITTLE = "too_little"
    BONUS_THROW = "bonus_throw"
    NO_TIME = "no_time"
    WORTH_THE_RISK = "worth_the_risk"
    TOO_RISKY = "too_risky"


class Bot(Policy[State, Move, View, Options]):
    """The heuristics of the game."""

    reasons = Why
    horizon = 0  # what the dice may bring after a move is in the tables already
    pace = 60

    def advise(self, glance: Glance[View, Move, Options]) -> Sequence[Advice[Move]]:
        worths = likely(glance)
        match glance.view.phase:
            case "must_roll":
                reasons = [Why.TURN_BEGINS]
            case "must_keep":
                reasons = keep_reasons(glance, worths)
            case _:
                reasons = risk_reasons(glance, worths)
        return [Advice(*advice) for advice in zip(glance.moves, worths, reasons, strict=True)]

    def choose(self, glance: Glance[View, Move, Options]) -> Move:
        worths = likely(glance)
        return glance.moves[worths.index(max(worths))]

    def outlook(self, state: State, seat: Seat) -> float:
        if state.phase == "over":
            return float(seat == state.turn)
        return standing(state, seat)


def needed(options: Options, score: int) -> int:
    """Units that a score lacks, one at least."""
    return max(-((score - options.target) // UNIT), 1)


def respite(options: Options, scores: Sequence[int], seat: Seat) -> float:
    """The chance that the others leave a seat another turn, in steps so that the tables stay few."""
    left = 1.0
    for other, score in enumerate(scores):
        if other != seat:
            left *= 1 - threat(needed(options, score), options.throw_limit)
    return min(max(round(left, 1), 0.05), CALM)


def running(options: Options, scores: Sequence[int], seat: Seat) -> Turn:
    """The turn of a seat, with its chances."""
    need = min(needed(options, scores[seat]), FAR)
    return turn(need, respite(options, scores, seat), options.throw_limit)


# What speaks for a move


def likely(glance: Glance[View, Move, Options]) -> list[float]:
    """How likely to win each legal move makes its seat, in their order."""
    view = glance.view
    now = running(glance.options, view.scores, glance.seat)
    points, left, used = view.turn_points, view.dice_left, view.throws_used
    worths = []
    for move in glance.moves:
        match move:
            case Keep(dice):
                total = points + VALUES[dice]
                worths.append(now.kept(total // UNIT, left - len(dice), used) + EQUAL * total)
            case Bank():
                worths.append(now.banked(points // UNIT))
            case Roll():
                worths.append(now.thrown(points // UNIT, left, used))
    return worths


def keep_reasons(glance: Glance[View, Move, Options], worths: Sequence[float]) -> list[Why]:
    """What speaks for or against each keep."""
    view = glance.view
    lacking = glance.options.target - view.scores[glance.seat] - view.turn_points
    keeps = [move.dice for move in glance.moves if isinstance(move, Keep)]
    most = max(VALUES[dice] for dice in keeps)
    plain = max(worth for dice, worth in zip(keeps, worths, strict=True) if VALUES[dice] == most)
    reasons = []
    for dice, worth in zip(keeps, worths, strict=True):
        if VALUES[dice] >= lacking:
            reasons.append(Why.TARGET_REACHED)
        elif len(dice) == view.dice_left:
            reasons.append(Why.ALL_FIVE)
        elif VALUES[dice] == most:
            reasons.append(Why.MOST_POINTS)
        else:
            reasons.append(Why.MORE_DICE if worth > plain else Why.LEAVES_POINTS)
    return reasons


def risk_reasons(glance: Glance[View, Move, Options], worths: Sequence[float]) -> list[Why]:
    """What speaks for or against banking, and throwing if that is allowed."""
    view, options, seat = glance.view, glance.options, glance.seat
    wins = view.scores[seat] + view.turn_points >= options.target
    if len(worths) == 1:
        return [Why.BANK_WINS if wins else Why.NO_THROW_LEFT]
    if wins:
        return [Why.BANK_WINS, Why.TOO_RISKY]
    bank, throw = worths
    few = 0 < view.dice_left <= FEW
    if bank >= throw:
        return [Why.FEW_DICE if few else Why.ENOUGH, Why.TOO_RISKY]
    if not view.dice_left:
        return [Why.TOO_LITTLE, Why.BONUS_THROW]
    return [Why.TOO_LITTLE, Why.NO_TIME if hurries(glance) else Why.WORTH_THE_RISK]


def hurries(glance: Glance[View, Move, Options]) -> bool:
    """Whether a seat throws only because it may not get another turn."""
    view, options, seat = glance.view, glance.options, glance.seat
    if respite(options, view.scores, seat) >= PRESSED:
        return False
    units = view.turn_points // UNIT
    calm = turn(min(needed(options, view.scores[seat]), FAR), CALM, options.throw_limit)
    return calm.banked(units) >= calm.thrown(units, view.dice_left, view.throws_used)


# How a seat stands


def standing(state: State, seat: Seat) -> float:
    """How likely a seat is to win its race, in step with what `likely` says of banking and throwing."""
    options, scores = state.options, state.scores
    need, left = needed(options, scores[seat]), respite(options, scores, seat)
    if seat != state.turn:
        return left * chance(need, left, options.throw_limit)
    return on_turn(state) * delay(max(need - FAR, 0), left)


def on_turn(state: State) -> float:
    """The same for the seat on turn, which never needs more than FAR here."""
    now = running(state.options, state.scores, state.turn)
    units, left = state.turn_points // UNIT, SET - sum(map(len, state.aside))
    match state.phase:
        case "must_roll":
            return now.begun()
        case "must_keep":
            return max(
                now.kept(units + VALUES[dice] // UNIT, left - len(dice), state.throws)
                for dice in KEEPS[in_order(state.roll)]
            )
        case _:
            return now.kept(units, left, state.throws)
