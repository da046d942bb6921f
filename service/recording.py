"""A game that was played, read from a file to be played again: a saved one, or one published by the API.

A saved game is what `spielwart play --save` writes: options, first seat, seed, moves. The deal draws from version 1
of the stream "game" whose key is the SHA-256 of the seed in decimal digits, the n-th move from version n + 1; the
first seat was drawn from the stream "first". A published game is `{"proof": ..., "updates": [...]}`, the proof of a
finished game and the updates of its table from the deal on, as any one viewer got them.
"""

from collections.abc import Iterator
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Raw, Struct

from rules import GAMES, referee
from rules.chance import Lot, Seeded, game_key
from rules.core import AnyRules, Refusal, Seat, Step
from service.tables import fairness
from service.tables.answers import GameTypes
from service.tables.events import TABLE_EVENTS, GameStarted
from service.web import texts

SEEDS = 1 << 63
"""Seeds of saved games run from 0 to below this."""

FAULTS = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What a file that is no JSON of the right shape raises."""


class UnreadableError(Exception):
    """The file holds no game that can be played again; the text says why."""


class Played(Struct, frozen=True, forbid_unknown_fields=True):
    """A move of a saved game."""

    seat: Seat
    move: Raw


class Saved(Struct, frozen=True, forbid_unknown_fields=True):
    """A saved game, as the file has it."""

    game: str
    seats: int
    options: Raw
    first: Seat
    seed: Annotated[int, Meta(ge=0, le=SEEDS - 1)]
    moves: tuple[Played, ...]


class Published(Struct, frozen=True, forbid_unknown_fields=True):
    """What the API gives of a finished game."""

    proof: fairness.AnyProof
    updates: tuple[Raw, ...]


class Turn(Struct, frozen=True):
    """A move, by whom, and the randomness it draws from."""

    seat: Seat
    move: Any
    chance: Seeded


class Recording(Struct, frozen=True):
    """A game that can be played again."""

    game: AnyRules
    seats: int
    options: Any
    first: Seat
    origin: str
    """Where its randomness comes from, in words."""
    start: Step[Any, Any]
    turns: tuple[Turn, ...]

    def steps(self) -> Iterator[tuple[Turn, Step[Any, Any]]]:
        """Each move and what it did. UnreadableError at one that the rules refuse."""
        state = self.start.state
        for number, turn in enumerate(self.turns, 1):
            step = referee.play(self.game, state, turn.seat, turn.move, turn.chance)
            if isinstance(step, Refusal):
                raise UnreadableError(f"Move {number} of the saved game is refused: {why(self.game, step)}")
            yield turn, step
            state = step.state


def saved_chance(seed: int, label: str, version: int) -> Seeded:
    """A stream of the randomness of a saved game."""
    return Seeded(sha256(str(seed).encode()).digest(), label, version)


def why(game: AnyRules, refusal: Refusal) -> str:
    """Why something is refused, with the clause of the rules."""
    return f"{texts.refusals(game)[refusal.code].said('en', refusal.params)} ({refusal.clause})"


def read(path: Path) -> Recording:
    """The game that a file holds. UnreadableError."""
    try:
        content = path.read_bytes()
        published = "proof" in msgspec.json.decode(content, type=dict[str, Raw])
        if published:
            return _published(msgspec.json.decode(content, type=Published))
        saved = msgspec.json.decode(content, type=Saved)
    except (OSError, *FAULTS) as fault:
        raise UnreadableError(f"{path} is no saved game: {fault}") from fault
    return _saved(saved)


def _game(slug: str) -> AnyRules:
    if slug not in GAMES:
        raise UnreadableError(f"The saved game is one that is not played here; there are {', '.join(GAMES)}.")
    return GAMES[slug]


def _options(game: AnyRules, seats: int, given: Raw) -> Any:
    try:
        options = msgspec.json.decode(given, type=game.options_type)
    except FAULTS as fault:
        raise UnreadableError(f"The options of the saved game are none of this game: {fault}") from fault
    if isinstance(refusal := game.options(seats, options), Refusal):
        raise UnreadableError(why(game, refusal))
    return options


# Saved games


def _saved(saved: Saved) -> Recording:
    game = _game(saved.game)
    options = _options(game, saved.seats, saved.options)
    try:
        _, start = referee.deal(game, saved.seats, options, saved.first, saved_chance(saved.seed, "game", 1))
    except ValueError as fault:
        raise UnreadableError(f"The saved game cannot be dealt: {fault}") from fault
    turns = []
    for number, played in enumerate(saved.moves, 1):
        try:
            move = msgspec.json.decode(played.move, type=game.move_type)
        except FAULTS as fault:
            raise UnreadableError(f"Move {number} of the saved game is none of this game: {fault}") from fault
        turns.append(Turn(played.seat, move, saved_chance(saved.seed, "game", number + 1)))
    return Recording(game, saved.seats, options, saved.first, f"seed {saved.seed}", start, tuple(turns))


# Published games


def _published(published: Published) -> Recording:
    proof = published.proof
    if untrue := fairness.fault(proof):
        raise UnreadableError(f"The proof of the saved game does not hold: {untrue}.")
    game = _game(proof.game)
    options = _options(game, proof.seats, proof.options)
    updates = _updates(game, proof.number, published.updates)
    key = game_key(bytes.fromhex(proof.seed), proof.table, proof.number, proof.client_seeds)
    dealt = Seeded(key, "game", updates[0].version)
    drawn = proof.draws[0].drawn if proof.draws else ()
    by_lot = bool(drawn) and isinstance(drawn[0], Lot)
    try:
        first, start = referee.deal(game, proof.seats, options, None if by_lot else proof.first, dealt)
    except ValueError as fault:
        raise UnreadableError(f"The saved game cannot be dealt: {fault}") from fault
    turns = tuple(
        Turn(update.seat, update.move, Seeded(key, "game", update.version))
        for update in updates
        if update.move is not None and update.seat is not None
    )
    origin = f"table {proof.table}, game {proof.number}"
    recording = Recording(game, proof.seats, options, first, origin, start, turns)
    _compare(recording, updates)
    return recording


def _updates(game: AnyRules, number: int, given: tuple[Raw, ...]) -> list[Any]:
    """The updates from the deal of a game to its end."""
    kind = GameTypes(game).update
    try:
        updates = [msgspec.json.decode(update, type=kind) for update in given]
    except FAULTS as fault:
        raise UnreadableError(f"The updates of the saved game are none of this game: {fault}") from fault
    starts = [
        (i, event.number)
        for i, update in enumerate(updates)
        for event in update.events
        if isinstance(event, GameStarted)
    ]
    begins = [i for i, started in starts if started == number]
    if not begins:
        raise UnreadableError(f"The updates of the saved game do not hold the deal of game {number}.")
    end = min((i for i, started in starts if started > number), default=len(updates))
    found = updates[begins[0] : end]
    for before, after in pairwise(found):
        if after.version != before.version + 1:
            raise UnreadableError(f"The updates of the saved game lack version {before.version + 1}.")
    return found


def _compare(recording: Recording, updates: list[Any]) -> None:
    """UnreadableError where no viewer would have seen these updates of the game."""
    steps = [recording.start, *(step for _, step in recording.steps())]
    told = [
        tuple(event for event in update.events if not isinstance(event, _OF_TABLES))
        for i, update in enumerate(updates)
        if i == 0 or update.move is not None
    ]
    for viewer in (None, *range(recording.seats)):
        if told == [tuple(referee.shown(event, viewer) for event in step.events) for step in steps]:
            return
    raise UnreadableError("The updates of the saved game are not what the proof and its moves lead to.")


_OF_TABLES = tuple(getattr(kind, "__origin__", kind) for kind in TABLE_EVENTS)
