"""A game in the terminal, without a server: a human at seat 0, random opponents, all through the referee.

It knows no game; what is printed follows from types and words (notation.py). A saved game is what the rules
need to play it again: options, first seat, seed, moves. The deal draws from version 1 of the stream "game" whose
key is the SHA-256 of the seed in decimal digits, the n-th move from version n + 1; the first seat was drawn from
the stream "first".
"""

import sys
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any

import click
import msgspec
from msgspec import Meta, Raw, Struct

from rules import GAMES, referee
from rules.chance import Seeded
from rules.core import AnyRules, Refusal, Seat
from service import notation
from service.web import texts

ME: Seat = 0
"""The seat of the human."""

SEEDS = 1 << 63
"""Seeds run from 0 to below this."""

LONGEST_LINE = 1 << 16
"""Bytes of input taken for one line."""


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


class Sitting:
    """A game being played, with what is needed to play it again."""

    def __init__(
        self, game: AnyRules, seats: int, options: Any, seed: int, first: Seat | None = None
    ) -> None:
        """Deals, after a lot for the first seat if none is given; ValueError when the rules cannot."""
        self.game, self.seats, self.options, self.seed = game, seats, options, seed
        self.moves: list[Played] = []
        if first is None:
            first = self.chance("first", 1).first(seats)
        self.first, step = referee.deal(game, seats, options, first, self.chance("game", 1))
        self.state, self.events = step.state, step.events

    def chance(self, label: str, version: int) -> Seeded:
        """A stream of this game's randomness."""
        return Seeded(sha256(str(self.seed).encode()).digest(), label, version)

    def play(self, seat: Seat, move: Any) -> Refusal | None:
        """Carries a move out and keeps what happened; the reason if it is refused."""
        step = referee.play(self.game, self.state, seat, move, self.chance("game", len(self.moves) + 2))
        if isinstance(step, Refusal):
            return step
        self.moves.append(Played(seat, Raw(msgspec.json.encode(move))))
        self.state, self.events = step.state, step.events
        return None

    def opponent(self, seat: Seat) -> None:
        """A random move: of a kind drawn first, so that a kind with many moves does not outweigh the others."""
        chance = self.chance("opponents", len(self.moves) + 2)
        listed = self.game.moves(self.state, seat)
        kinds = list(dict.fromkeys(map(type, listed)))
        kind = kinds[chance.below(len(kinds))]
        among = [move for move in listed if type(move) is kind]
        self.play(seat, among[chance.below(len(among))])

    def save(self, path: Path) -> None:
        """Writes the game as far as it was played."""
        options = Raw(msgspec.json.encode(self.options))
        saved = Saved(self.game.slug, self.seats, options, self.first, self.seed, tuple(self.moves))
        try:
            path.write_bytes(msgspec.json.format(msgspec.json.encode(saved)))
        except OSError as fault:
            raise click.ClickException(f"The game cannot be saved: {fault}") from fault


# Playing


def play(
    game: AnyRules, seats: int | None, given: Sequence[tuple[str, str]], seed: int, save: Path | None
) -> None:
    """Plays a game with the human until it is over or he leaves. ClickException for options that cannot be."""
    seats = game.seats[0] if seats is None else seats
    sitting = Sitting(game, seats, chosen(game, seats, dict(given)), seed)
    if save:
        sitting.save(save)  # now, so that a file that cannot be written is known before the game
    try:
        _head(sitting, ME)
        if _stayed(sitting):
            _end(sitting, ME)
        else:
            say("You left the table.")
    except KeyboardInterrupt:
        say("", "You left the table.")
    finally:
        if save:
            sitting.save(save)


def _stayed(sitting: Sitting) -> bool:
    """Plays on to the end, or until `longest`; False if the human leaves."""
    game = sitting.game
    while (to_act := game.actors(sitting.state)) and len(sitting.moves) < game.longest:
        if ME not in to_act:
            sitting.opponent(to_act[0])
        elif not _my_turn(sitting):
            return False
        _tell(sitting, ME)
    return True


def chosen(game: AnyRules, seats: int, given: dict[str, str]) -> Any:
    """The options in force: what is given, on top of an untouched form. ClickException says why there are none."""
    untouched = msgspec.to_builtins(game.defaults(seats)) if seats in game.seats else {}
    try:
        options = msgspec.convert(untouched | given, game.options_type, strict=False)
    except msgspec.ValidationError as fault:
        names = ", ".join(msgspec.to_builtins(game.options_type())) or "none"
        raise click.ClickException(f"{fault} (options of this game: {names})") from fault
    effective = game.options(seats, options)
    if isinstance(effective, Refusal):
        raise click.ClickException(why(game, effective))
    return effective


def _my_turn(sitting: Sitting) -> bool:
    """Asks until a move is accepted; False when the human leaves."""
    game = sitting.game
    listed = game.moves(sitting.state, ME)
    say("", *notation.rows(game, game.view(sitting.state, ME)), "")
    say(*(f"{number:3}  {notation.written(game, move)}" for number, move in enumerate(listed, 1)))
    while True:
        line = ask("Your move (number or words, ? for help, q to leave): ")
        if line in (None, "q", "quit"):
            return False
        if line == "?":
            say("Enter the number of a move of the list, or any move in words or as JSON:")
            say(*(f"  {form}" for form in notation.forms(game)))
        elif (move := _meant(game, listed, line)) is not None:
            refusal = sitting.play(ME, move)
            if refusal is None:
                return True
            say(why(game, refusal))


def _meant(game: AnyRules, listed: Sequence[Any], line: str) -> Any | None:
    """The move of that number or in those words; None, and what is wrong is said, if there is none."""
    if line.isdecimal():
        number = int(line[:9])
        if 1 <= number <= len(listed):
            return listed[number - 1]
        say(f"The list has the numbers 1 to {len(listed)}.")
        return None
    try:
        return notation.read(game, line)
    except notation.Malformed:
        say(texts.refusals(game)["malformed_move"].said("en", {}))
        return None


# Replaying


def replay(path: Path, viewer: Seat, *, all_at_once: bool) -> None:
    """Steps through a saved game as a seat saw it. ClickException for a file that holds none."""
    saved = _read(path)
    game = GAMES[saved.game]
    sitting = _dealt(game, saved)
    if viewer not in range(saved.seats):
        raise click.ClickException(
            f"There is no seat {viewer}: the game has the seats 0 to {saved.seats - 1}."
        )
    _head(sitting, viewer)
    say("", *notation.rows(game, game.view(sitting.state, viewer)))
    for number, played in enumerate(saved.moves, 1):
        if not all_at_once:
            line = ask("Enter: next move, a: all others, q: end ")
            if line in ("q", "quit"):
                return
            all_at_once = line in (None, "a")
        move = _again(sitting, played, number)
        say("", f"Move {number} of {len(saved.moves)}, seat {played.seat}: {notation.written(game, move)}")
        _tell(sitting, viewer)
        say(*notation.rows(game, game.view(sitting.state, viewer)))
    _end(sitting, viewer)


def _read(path: Path) -> Saved:
    try:
        saved = msgspec.json.decode(path.read_bytes(), type=Saved)
    except (OSError, msgspec.DecodeError, RecursionError) as fault:
        raise click.ClickException(f"{path} is no saved game: {fault}") from fault
    if saved.game not in GAMES:
        raise click.ClickException(
            f"{path} is of a game that is not played here; there are {', '.join(GAMES)}."
        )
    return saved


def _dealt(game: AnyRules, saved: Saved) -> Sitting:
    try:
        options = msgspec.json.decode(saved.options, type=game.options_type)
    except (msgspec.DecodeError, RecursionError) as fault:
        raise click.ClickException(f"The options of the saved game are none of this game: {fault}") from fault
    refusal = game.options(saved.seats, options)
    if isinstance(refusal, Refusal):
        raise click.ClickException(why(game, refusal))
    try:
        return Sitting(game, saved.seats, options, saved.seed, saved.first)
    except ValueError as fault:
        raise click.ClickException(f"The saved game cannot be dealt: {fault}") from fault


def _again(sitting: Sitting, played: Played, number: int) -> Any:
    """A saved move, played again. ClickException if it is none, or is refused."""
    game = sitting.game
    try:
        move = msgspec.json.decode(played.move, type=game.move_type)
    except (msgspec.DecodeError, RecursionError) as fault:
        raise click.ClickException(
            f"Move {number} of the saved game is none of this game: {fault}"
        ) from fault
    if refusal := sitting.play(played.seat, move):
        raise click.ClickException(f"Move {number} of the saved game is refused: {why(game, refusal)}")
    return move


# What both of them say


def _head(sitting: Sitting, viewer: Seat) -> None:
    game = sitting.game
    say(
        f"{game.title['en']}, {sitting.seats} seats; drawn to be first: seat {sitting.first}; seed {sitting.seed}"
    )
    say(*notation.rows(game, sitting.options))
    _tell(sitting, viewer)


def _tell(sitting: Sitting, viewer: Seat) -> None:
    """What happened last, a line an event, as a seat may see it."""
    for event in sitting.events:
        say(f"  {notation.event_line(sitting.game, referee.shown(event, viewer))}")


def _end(sitting: Sitting, viewer: Seat) -> None:
    game = sitting.game
    result = game.result(sitting.state)
    if result is None:
        say("", f"After {len(sitting.moves)} moves the game is not over.")
        return
    say("", *notation.rows(game, game.view(sitting.state, viewer)))
    say("", "The game is over.", *notation.rows(game, result))


def why(game: AnyRules, refusal: Refusal) -> str:
    """Why something is refused, with the clause of the rules."""
    return f"{texts.refusals(game)[refusal.code].said('en', refusal.params)} ({refusal.clause})"


def say(*lines: str) -> None:
    """Prints lines; what the terminal cannot show is replaced."""
    encoding = sys.stdout.encoding
    for line in lines:
        click.echo(line.encode(encoding, "replace").decode(encoding))


def ask(prompt: str) -> str | None:
    """A line of input without the blanks around it; None when there is no more."""
    click.echo(prompt, nl=False)
    line = sys.stdin.buffer.readline(LONGEST_LINE)
    if not line:
        click.echo()
        return None
    return line.decode(errors="replace").strip()
