"""Positions and moves of Stibitzen, the dice game, written as in the test vectors of its rules."""

import msgspec

from rules.chance import Stacked
from rules.core import Refusal, Step
from rules.referee import deal, play
from rules.stibitzen_dice import StibitzenDice
from rules.stibitzen_dice.types import Bank, Keep, Options, Roll, State

GAME = StibitzenDice()


def dice(text):
    """Some dice, written with blanks between them."""
    return tuple(map(int, text.split()))


def as_json(value):
    """What a client gets."""
    return msgspec.json.decode(msgspec.json.encode(value))


def start(seats=2, first=0, **options):
    """A game just begun, with these options."""
    return deal(GAME, seats, Options(**options), first, Stacked())[1].state


def at(*, scores=(0, 0), turn=0, aside="", roll="", points=0, throws=None, sets=1, **options):
    """A position: dice set aside (keeps separated by "|"), and the throw that waits for a keep.

    With neither a turn begins. `throws` defaults to as many as the keeps and the waiting throw need.
    """
    kept = tuple(dice(text) for text in aside.split("|") if text)
    return State(
        options=Options(**options),
        scores=scores,
        turn=turn,
        turns=1,
        phase="must_keep" if roll else "may_roll_or_bank" if kept else "must_roll",
        turn_points=points,
        sets=sets,
        throws=len(kept) + bool(roll) if throws is None else throws,
        aside=kept,
        roll=dice(roll),
        last=None,
    )


def move(text):
    """A move, written "roll", "keep 1 5" or "bank"."""
    match text.split():
        case ["roll"]:
            return Roll()
        case ["keep", *kept]:
            return Keep(tuple(map(int, kept)))
        case ["bank"]:
            return Bank()
    raise ValueError(text)


def legal(state):
    """The legal moves of the seat on turn in their order, keeps by their dice, separated by commas."""
    moves = GAME.moves(state, state.turn)
    texts = [" ".join(map(str, m.dice)) if isinstance(m, Keep) else m.__struct_config__.tag for m in moves]
    return ", ".join(texts)


def step(state, text):
    """What a legal move of the seat on turn does; "roll 1 2 5 6 3" tells the dice, all of them used."""
    word, *values = text.split()
    chance = Stacked(dice=map(int, values if word == "roll" else ()))
    done = play(GAME, state, state.turn, move(word if word == "roll" else text), chance)
    assert isinstance(done, Step), f"{text}: {done}"
    assert word != "roll" or done.state.last.dice == dice(" ".join(values)), f"{text}: {done.state.last}"
    return done


def after(state, *moves):
    """The state after some legal moves, each of the seat then on turn."""
    for text in moves:
        state = step(state, text).state
    return state


def refusal(state, seat, text):
    """Why a move is refused."""
    why = GAME.check(state, seat, move(text))
    assert isinstance(why, Refusal), f"{text} is legal"
    return why


def code(state, text, seat=0):
    """The code of the refusal of a move."""
    return refusal(state, seat, text).code
