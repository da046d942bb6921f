"""Positions and moves of Shithead, written as in the test vectors of its rules."""

import re

import msgspec

from rules.cards import pack
from rules.chance import Stacked
from rules.core import Refusal, Step
from rules.referee import play
from rules.shithead import Shithead
from rules.shithead.types import Flip, Options, PickUp, Play, Ready, State, Swap

GAME = Shithead()


def cards(text):
    """A row of cards, written with blanks between them."""
    return tuple(text.split())


def as_json(value):
    """What a client gets."""
    return msgspec.json.decode(msgspec.json.encode(value))


def dealt(seats, deck=None, first=0):
    """The deal of a pack in a given order; by default ranks rise from 2 to A, suits c d h s."""
    deck = deck or pack()
    return GAME.setup(seats, Options(), first, Stacked(decks=[deck]))


def at(*, seats=2, turn=0, ready=True, **zones):
    """A position: H0 hand, U0 face-up, D0 face-down cards ("–" an empty slot), S stock, P pile, B burned.

    A seat that is not named holds a hand card that does not matter.
    """
    named = {int(name[1]) for name in zones if name[1:]}
    spare = iter(card for card in pack("69QK") if card not in " ".join(zones.values()))
    seats = max({seats - 1} | named) + 1

    def row(letter, seat):
        return cards(zones.pop(f"{letter}{seat}", ""))

    hands = [row("H", seat) if seat in named else (next(spare),) for seat in range(seats)]
    up = [row("U", seat) for seat in range(seats)]
    down = [row("D", seat) or ("–",) * 3 for seat in range(seats)]
    stock, pile, burned = (cards(zones.pop(letter, "")) for letter in "SPB")
    assert not zones, f"no such zone: {zones}"
    return State(
        hands=tuple(tuple(sorted(hand)) for hand in hands),
        up=tuple(up),
        down=tuple(tuple(None if card == "–" else card for card in slots) for slots in down),
        ready=(ready,) * seats,
        stock=stock,
        pile=pile,
        burned=burned,
        turn=turn if ready else None,
        places=(),
        last=None,
    )


def move(text):
    """A move as in the vectors: "play 9c 9s", "pick_up", "flip 0", "swap 5d 3s", "ready"."""
    match text.split():
        case ["play", *played]:
            return Play(tuple(played))
        case ["pick_up"]:
            return PickUp()
        case ["flip", index]:
            return Flip(int(index))
        case ["swap", hand, table]:
            return Swap(hand, table)
        case ["ready"]:
            return Ready()
    raise ValueError(text)


def written(legal):
    """The legal moves as in the vectors: those of `play` by their cards, the others as for `move`."""
    match legal:
        case Play(played):
            return " ".join(played)
        case Flip(index):
            return f"flip {index}"
        case Swap(hand, table):
            return f"swap {hand} {table}"
    return legal.__struct_config__.tag


def legal(state, seat=0):
    """What `written` gives for all legal moves of a seat, in string order, separated by commas."""
    return ", ".join(sorted(map(written, GAME.moves(state, seat))))


def step(state, seat, text):
    """What a legal move does: the new state and the events."""
    done = play(GAME, state, seat, move(text), Stacked())
    assert isinstance(done, Step), f"{text}: {done}"
    return done


def after(state, *moves):
    """The state after some legal moves, each written as "0 play 9c"."""
    for text in moves:
        seat, done = re.fullmatch(r"(\d) (.+)", text).groups()
        state = step(state, int(seat), done).state
    return state


def refusal(state, seat, text):
    """Why a move is refused."""
    why = GAME.check(state, seat, move(text))
    assert isinstance(why, Refusal), f"{text} is legal"
    return why


def code(state, seat, text):
    """The code of the refusal of a move."""
    return refusal(state, seat, text).code
