"""Positions of Stibitzen, written as in the test vectors of its rules."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

from msgspec import convert

from rules.chance import Chance, Stacked
from rules.core import Refusal, Step
from rules.referee import play
from rules.stibitzen import Stibitzen
from rules.stibitzen.duel import joined
from rules.stibitzen.groups import group
from rules.stibitzen.types import Group, Options, Play, State

GAME = Stibitzen()

MARKET = "2c 3c 5c 6c 8c Tc"
STOCK = "Jc Jd Jh Js Qc Qd Qh Qs"

CLASSIC = {"draw_when_nothing_stolen": False}

NO_CHANCE = Stacked()


def groups(text: str) -> tuple[Group, ...]:
    """The display "[3d] [5d 5h]", bottom to top."""
    return tuple(group(cards.split()) for cards in re.findall(r"\[(.*?)\]", text))


def slots(text: str) -> tuple[tuple[str, ...], ...]:
    """The market "2c - (5s Kc) ..."."""
    return tuple(
        () if one == "-" else tuple(one.strip("()").split()) for one in re.findall(r"\(.*?\)|\S+", text)
    )


def at(
    hands: dict[int, str],
    displays: dict[int, str] | None = None,
    seats: int = 3,
    turn: int = 0,
    market: str = MARKET,
    stock: str = STOCK,
    shadow: str | None = None,
    **options: Any,
) -> State:
    """The active player is about to lay a group; hands not shown hold one 2s."""
    chosen = GAME.options(seats, Options(**options, duel=seats == 2))
    assert not isinstance(chosen, Refusal)
    shadows: tuple[Group, ...] | None = None
    if seats == 2:
        shadows = ()
        for card in (shadow or "").split():
            shadows = joined(shadows, card)
    return State(
        options=chosen,
        phase="play",
        turn=turn,
        hands=tuple(tuple(sorted(hands.get(seat, "2s").split())) for seat in range(seats)),
        displays=tuple(groups((displays or {}).get(seat, "")) for seat in range(seats)),
        market=slots(market),
        stock=tuple(stock.split()),
        discard=(),
        removed=(),
        shadow=shadows,
        compared=0,
        stole=False,
        victim=None,
        owed=0,
        ended=None,
    )


def moved(text: str) -> tuple[int, Any]:
    """The move "0 play 7c 7d", "1 draw_market 3", "0 choose_shadow 6" or "1 take"."""
    seat, kind, *more = text.split()
    fields: dict[str, Any] = {"type": kind}
    if kind == "play":
        fields["cards"] = more
    elif kind == "draw_market":
        fields["slot"] = int(more[0])
    elif kind == "choose_shadow":
        fields["rank"] = more[0]
    return int(seat), convert(fields, GAME.move_type)


def steps(state: State, *moves: str, chance: Chance = NO_CHANCE) -> list[Step[State, Any]]:
    done = []
    for text in moves:
        seat, move = moved(text)
        step = play(GAME, state, seat, move, chance)
        assert not isinstance(step, Refusal), (text, step)
        state = step.state
        done.append(step)
    return done


def after(state: State, *moves: str) -> State:
    return steps(state, *moves)[-1].state


def refused(state: State, text: str) -> str:
    """The code with which a move is refused; "" if it is legal."""
    seat, move = moved(text)
    refusal = GAME.check(state, seat, move)
    return "" if refusal is None else str(refusal.code)


def now(state: State) -> tuple[str, int]:
    """Phase and active player."""
    return state.phase, state.turn


def claims(state: State) -> int | None:
    """Who is being stolen from, in phase claim; None otherwise."""
    return state.victim if state.phase == "claim" else None


def hand(state: State, seat: int) -> str:
    return " ".join(state.hands[seat])


def market(state: State) -> str:
    return " ".join(
        "-" if not cards else cards[0] if len(cards) == 1 else f"({' '.join(cards)})"
        for cards in state.market
    )


def classes(state: State) -> set[str]:
    """The ranks and jokers of the groups that may be laid: "77X"."""
    seat = state.turn
    moves = [move for move in GAME.moves(state, seat) if isinstance(move, Play)]
    return {"".join(card[0] for card in move.cards) for move in moves}


def walk(state: State, seed: int) -> Iterator[tuple[State, State]]:
    """Random play to the end: each position with the one after it."""
    chosen = Random(seed)
    while to_act := GAME.actors(state):
        move = chosen.choice(GAME.moves(state, to_act[0]))
        before, state = state, GAME.apply(state, to_act[0], move, NO_CHANCE).state
        yield before, state
