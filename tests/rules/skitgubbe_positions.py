"""Positions and moves of Skitgubbe, written as in the test vectors of its rules."""

import re

import msgspec

from rules.cards import RANKS, SUITS
from rules.chance import Stacked
from rules.core import Refusal, Step
from rules.referee import play
from rules.skitgubbe import Skitgubbe
from rules.skitgubbe.position import in_order
from rules.skitgubbe.types import (
    Discard,
    Lay,
    Options,
    Pass,
    PickUp,
    Play,
    Redistribute,
    State,
)

GAME = Skitgubbe()

SORTED = tuple(r + s for s in SUITS for r in RANKS)
"""The sorted pack of the vectors."""


def cards(text):
    """A row of cards, written with blanks between them."""
    return tuple(text.split())


def as_json(value):
    """What a client gets."""
    return msgspec.json.decode(msgspec.json.encode(value))


def options(seats, **given):
    """Effective options."""
    return GAME.options(seats, Options(**given))


def dealt(seats, deck=SORTED, first=0, **given):
    """The deal of a pack in a given order, sorted by default."""
    return GAME.setup(seats, options(seats, **given), first, Stacked(decks=[deck]))


def at(*hands, piles=(), leader=0, **fields):
    """A position of as many seats as hands are given; rows of cards may be written as text."""
    given = {name: fields.pop(name) for name in Options.__struct_fields__ if name in fields}
    rows = ("stock", "deck", "out_of_play", "carried", "table")
    state = dict.fromkeys((*rows, "plays", "queue", "redistributed", "acted", "out"), ())
    state |= {
        name: cards(value) if isinstance(value, str) and name in rows else value
        for name, value in fields.items()
    }
    return State(
        options=options(len(hands), **given),
        hands=tuple(in_order(cards(hand)) for hand in hands),
        piles=tuple(in_order(cards(pile)) for pile in piles or [""] * len(hands)),
        leader=leader,
        **{
            "first": 0,
            "turn": leader,
            "round": 0,
            "contestants": (),
            "drawer": None,
            "trump": None,
            "trump_card": None,
            "redistributed_by": None,
            "last_layer": None,
        }
        | state,
    )


def collecting(*hands, leader=0, **fields):
    """A position of phase 1, by default at the start of a trick, with all cards that are not named in the stock."""
    seats = len(hands)
    order = tuple((leader + step) % seats for step in range(seats))
    if seats == 2 or fields.get("phase1_tricks") == "head_to_head":
        order = order[:2]
    named = " ".join((*hands, *fields.get("piles", ()), fields.get("carried", "")))
    rest = tuple(card for card in SORTED if card not in named)
    begun = {"phase": "phase1", "round": 1, "contestants": order, "stock": rest}
    return at(*hands, leader=leader, **begun | fields)


def shedding(*hands, leader=0, trump="s", **fields):
    """A position of phase 2, by default at the start of a trick."""
    if fields.get("no_trump"):
        trump = None
    return at(*hands, leader=leader, phase="phase2", trump=trump, **{"drawer": leader} | fields)


def move(text):
    """A move as in the vectors: "P 9c" play, "D 9c" discard, "L 7h 8h" lay, "U", "redistribute", "pass"."""
    match text.split():
        case ["P", card]:
            return Play(card)
        case ["D", card]:
            return Discard(card)
        case ["L", *laid]:
            return Lay(tuple(laid))
        case ["U"]:
            return PickUp()
        case ["redistribute"]:
            return Redistribute()
        case ["pass"]:
            return Pass()
    raise ValueError(text)


def written(legal):
    """A legal move as for `move`."""
    match legal:
        case Play(card):
            return f"P {card}"
        case Discard(card):
            return f"D {card}"
        case Lay(laid):
            return " ".join(("L", *laid))
        case PickUp():
            return "U"
    return legal.__struct_config__.tag


def legal(state, seat=None):
    """What `written` gives for all legal moves of a seat, by default the one on turn, separated by commas."""
    return ", ".join(map(written, GAME.moves(state, state.turn if seat is None else seat)))


def step(state, text):
    """What a legal move does, written as "0 P 9c": the new state and the events."""
    seat, done = re.fullmatch(r"(\d) (.+)", text).groups()
    found = play(GAME, state, int(seat), move(done), Stacked())
    assert isinstance(found, Step), f"{text}: {found}"
    return found


def after(state, *moves):
    """The state after some legal moves."""
    for text in moves:
        state = step(state, text).state
    return state


def events(state, *moves):
    """What happened by the last of some moves, as tags."""
    return [event.__struct_config__.tag for event in step(after(state, *moves[:-1]), moves[-1]).events]


def refusal(state, text):
    """Why a move, written as "0 P 9c", is refused."""
    seat, done = re.fullmatch(r"(-?\d) (.+)", text).groups()
    why = GAME.check(state, int(seat), move(done))
    assert isinstance(why, Refusal), f"{text} is legal"
    return why


def code(state, text):
    """The code of the refusal of a move."""
    return refusal(state, text).code


def rows(*texts):
    """Hands or piles, in any order of their cards."""
    return [sorted(cards(text)) for text in texts]


def unordered(piles):
    """Hands or piles of a state, to be compared with `rows`."""
    return [sorted(pile) for pile in piles]
