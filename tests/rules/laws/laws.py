"""The laws of play, each a function that raises AssertionError with the case that breaks it.

They know nothing of any game but its contract, rules/core.py. The numbers are those of the design.
"""

import json
from collections.abc import Iterable
from itertools import islice
from random import Random
from typing import Any

import msgspec
from msgspec import to_builtins

from rules import referee
from rules.core import AnyRules, Seat
from tests.rules.laws.draw import Palette
from tests.rules.laws.sample import Case, Position, Sample, seats_and_others
from tests.rules.laws.walks import Walk

PROVOKED = 5
"""How often each reason code has to be met."""
ROUNDS = 12
"""Further rounds of drawing for the codes that were met too rarely."""


def encoded(value: Any) -> bytes:
    """The JSON of a value: what is equal here is equal for every client."""
    return msgspec.json.encode(value)


def plain(move: Any) -> str:
    """A move as text, the order of the items in its lists apart."""
    fields = {
        n: sorted(v, key=repr) if isinstance(v, list) else v for n, v in json.loads(encoded(move)).items()
    }
    return json.dumps(fields, sort_keys=True)


# Law 1


def check_agrees_with_moves(sample: Sample) -> None:
    """Law 1: check accepts exactly the variants of the listed moves, and every reason code is met."""
    rng = sample.random("law 1")
    agreement(sample, sample.positions, rng, 8)
    for _ in range(ROUNDS):
        if not rare_codes(sample):
            return
        agreement(sample, sample.pick(rng), rng, 8)
    rare = rare_codes(sample)
    assert not rare, f"law 1, {sample.game.slug}: codes met fewer than {PROVOKED} times: {rare}"


def rare_codes(sample: Sample) -> list[str]:
    """The reason codes that were met too rarely so far."""
    return [code for code in sample.game.refusals if sample.met["code", code] < PROVOKED]


def agreement(sample: Sample, positions: Iterable[Position], rng: Random, number: int) -> None:
    """The first half of law 1 for these positions, drawing that many moves of each shape."""
    for position in positions:
        acting = sample.game.actors(position.state)
        for seat in seats_and_others(position.walk):
            whole = _listed_moves_are_legal(sample.game, position, seat)
            _drawn_moves(sample, position, seat, whole, rng, number if seat in acting else 1)


def _listed_moves_are_legal(game: AnyRules, position: Position, seat: Seat) -> set[str]:
    """All legal moves of a seat, as text; each belongs to one listed move, and check accepts it."""
    state = position.state
    case = Case(f"seat {seat}", position)
    listed = game.moves(state, seat)
    assert not listed or seat in game.actors(state), f"law 1: moves for who is not to act: {case}"
    whole: set[str] = set()
    for move in listed:
        variants = game.variants(state, seat, move)
        texts = {plain(v) for v in variants}
        assert plain(move) in texts, f"law 1: {move} is no variant of itself: {case}"
        assert not whole & texts, f"law 1: {move} has a variant in common with another one: {case}"
        whole |= texts
        for variant in islice(variants, 60):
            refusal = game.check(state, seat, variant)
            assert refusal is None, f"law 1: {variant} is listed, but check says {refusal}: {case}"
    return whole


def _drawn_moves(
    sample: Sample, position: Position, seat: Seat, whole: set[str], rng: Random, number: int
) -> None:
    game, (walk, state) = sample.game, position
    for move in Palette(game, walk.seats, state, seat, rng).moves(number):
        refusal = game.check(state, seat, move)
        case = Case(f"seat {seat}", position)
        if plain(move) in whole:
            assert refusal is None, f"law 1: {move} is listed, but check says {refusal}: {case}"
            continue
        assert refusal is not None, f"law 1: {move} is not listed, but legal: {case}"
        assert refusal.code in list(game.refusals), f"law 1: unknown code {refusal.code}: {case}"
        assert refusal.clause, f"law 1: {refusal.code} cites no clause: {case}"
        sample.met["code", refusal.code] += 1


# Law 2


def over_exactly_with_a_result(sample: Sample) -> None:
    """Law 2: nobody is to act exactly when there is a result; whoever is to act has a move."""
    game = sample.game
    for walk in sample.walks:
        for state in walk.states:
            case = Case(walk, state)
            acting = game.actors(state)
            over = game.result(state) is not None
            assert (not acting) == over, f"law 2: {acting} to act, result {game.result(state)}: {case}"
            assert list(acting) == sorted(set(acting)), f"law 2: actors {acting} do not ascend: {case}"
            assert set(acting) <= set(range(walk.seats)), f"law 2: actors {acting} are no seats: {case}"
            for seat in acting:
                assert game.moves(state, seat), f"law 2: seat {seat} is to act and has no move: {case}"


# Law 3


def same_input_same_output(sample: Sample) -> None:
    """Law 3: the rules answer the same when asked again, and leave what they are given as it was."""
    for walk in sample.walks:
        again = Walk(sample.game, walk.seats, walk.options, walk.seed, len(walk.turns))
        assert encoded(walk.steps) == encoded(again.steps), f"law 3: played again, it went otherwise: {walk}"
    for position in sample.positions:
        before = encoded(position.state)
        assert _answers(position) == _answers(position), f"law 3: two answers: {position}"
        assert encoded(position.state) == before, f"law 3: the state was changed in place: {position}"


def _answers(position: Position) -> list[bytes]:
    walk, state = position
    game, seats = walk.game, range(walk.seats)
    given = [encoded(game.view(state, viewer)) for viewer in (*seats, None)]
    given += [encoded(game.moves(state, seat)) for seat in seats]
    given += [encoded(game.imagine(state, viewer, position.chance(1))) for viewer in (*seats, None)]
    for seat in game.actors(state):
        for move in game.moves(state, seat)[:3]:
            given.append(encoded(game.check(state, seat, move)))
            given.append(encoded(referee.play(game, state, seat, move, walk.chance("again", 1))))
    return given


# Law 6


def values_survive_json(sample: Sample) -> None:
    """Law 6: states, moves, events, views and results come back from their JSON equal."""
    game = sample.game
    for walk in sample.walks:
        survives(walk.options, game.options_type)
        survives(game.result(walk.end), game.result_type | None)
        for turn in walk.turns:
            survives(turn.move, game.move_type)
            move = msgspec.convert(to_builtins(turn.move), game.move_type)
            assert move == turn.move, f"law 6: {turn.move} became {move}"
        for step in walk.steps:
            survives(step.state, game.state_type)
            survives(step.events, tuple[game.event_type, ...])
    for walk, state in sample.positions:
        for viewer in (*range(walk.seats), None):
            survives(game.view(state, viewer), game.view_type)
        for seat in game.actors(state):
            survives(game.moves(state, seat), tuple[game.move_type, ...])


def survives(value: Any, kind: Any) -> None:
    """The value comes back from its JSON as one of its type, equal."""
    try:
        back = msgspec.json.decode(encoded(value), type=kind)
    except (msgspec.ValidationError, TypeError) as fault:
        raise AssertionError(f"law 6: {value} is lost in JSON: {fault}") from fault
    assert back == value, f"law 6: {value} became {back}"


# Law 7


def games_end(sample: Sample) -> None:
    """Law 7: random games come to an end within `longest` moves."""
    for walk in sample.walks:
        assert len(walk.turns) < sample.game.longest, f"law 7: no end after {len(walk.turns)} moves: {walk}"
        assert not sample.game.actors(walk.end), f"law 7: stuck after {len(walk.turns)}: {walk}, {walk.end}"
