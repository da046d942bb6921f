"""A game in the terminal, without a server: a human at seat 0 against bots, all through the referee.

It knows no game; what is printed follows from types and words (notation.py). How a game is saved stands in
recording.py.
"""

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import click
import msgspec
from msgspec import Raw

from rules import bots, referee
from rules.bots import Level, Work
from rules.chance import Seeded
from rules.core import AnyRules, Refusal, Seat
from service import notation, recording
from service.recording import Played, Saved, UnreadableError, saved_chance, why
from service.web import texts

ME: Seat = 0
"""The seat of the human."""

LONGEST_LINE = 1 << 16
"""Bytes of input taken for one line."""

EXPERT_MS = 100
"""Milliseconds that an expert thinks, about."""


class Sitting:
    """A game being played, with what is needed to play it again."""

    def __init__(self, game: AnyRules, seats: int, options: Any, seed: int, level: Level) -> None:
        """Deals, after a lot for the first seat."""
        self.game, self.seats, self.options, self.seed, self.level = game, seats, options, seed, level
        self.moves: list[Played] = []
        first = self.chance("first", 1).first(seats)
        self.first, step = referee.deal(game, seats, options, first, self.chance("game", 1))
        self.state, self.events = step.state, step.events

    def chance(self, label: str, version: int) -> Seeded:
        """A stream of this game's randomness."""
        return saved_chance(self.seed, label, version)

    def play(self, seat: Seat, move: Any) -> Refusal | None:
        """Carries a move out and keeps what happened; the reason if it is refused."""
        step = referee.play(self.game, self.state, seat, move, self.chance("game", len(self.moves) + 2))
        if isinstance(step, Refusal):
            return step
        self.moves.append(Played(seat, Raw(msgspec.json.encode(move))))
        self.state, self.events = step.state, step.events
        return None

    def sight(self, seat: Seat) -> bots.Sight:
        """What a seat that is to act may see."""
        return bots.sight(self.game, self.state, seat, self.options, self.seats)

    def opponent(self, seat: Seat) -> None:
        """A bot's move."""
        chance = self.chance("bot", len(self.moves) + 2)
        work = Work.lasting(self.game, EXPERT_MS)
        self.play(seat, bots.choose(self.game, self.level, self.sight(seat), chance, work))

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
    game: AnyRules,
    seats: int | None,
    given: Sequence[tuple[str, str]],
    seed: int,
    level: Level,
    save: Path | None,
) -> None:
    """Plays a game with the human until it is over or he leaves. ClickException for options that cannot be."""
    seats = game.seats[0] if seats is None else seats
    sitting = Sitting(game, seats, chosen(game, seats, dict(given)), seed, level)
    if save:
        sitting.save(save)  # now, so that a file that cannot be written is known before the game
    try:
        _head(game, seats, sitting.options, f"drawn to be first: seat {sitting.first}; seed {seed}")
        say(f"You are seat {ME}; the others are bots ({level}).")
        if save:
            say(f"The game is kept in {save}.")
        _tell(game, sitting.events, ME)
        if _stayed(sitting):
            _end(game, sitting.state, ME, len(sitting.moves))
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
        _tell(game, sitting.events, ME)
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
    show("", *notation.rows(game, game.view(sitting.state, ME)), "")
    show(*(f"{number:3}  {notation.written(game, move)}" for number, move in enumerate(listed, 1)))
    while True:
        line = ask("Your move (number or words, h for a hint, ? for help, q to leave): ")
        if line in (None, "q", "quit"):
            return False
        if line == "h":
            _hint(sitting)
        elif line == "?":
            say("Enter the number of a move of the list, or any move in words or as JSON:")
            say(*(f"  {form}" for form in notation.forms(game)))
        elif (move := _meant(game, listed, line)) is not None:
            refusal = sitting.play(ME, move)
            if refusal is None:
                return True
            say(why(game, refusal))


def _hint(sitting: Sitting) -> None:
    """Which moves a regular bot would like best, and why."""
    game = sitting.game
    for advice in bots.by_worth(game, sitting.sight(ME).glance)[:3]:
        reason = texts.advice(game)[advice.reason]
        show(f"  {notation.written(game, advice.move)}")
        say(f"      {reason.text.en} ({reason.clause})")


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
    """Steps through a recorded game as a seat saw it. ClickException for a file that holds none."""
    try:
        _replay(recording.read(path), viewer, all_at_once=all_at_once)
    except UnreadableError as fault:
        raise click.ClickException(str(fault)) from fault


def _replay(recorded: recording.Recording, viewer: Seat, *, all_at_once: bool) -> None:
    game, seats, state = recorded.game, recorded.seats, recorded.start.state
    if viewer not in range(seats):
        raise click.ClickException(f"There is no seat {viewer}: the game has the seats 0 to {seats - 1}.")
    _head(game, seats, recorded.options, f"first: seat {recorded.first}; {recorded.origin}")
    _tell(game, recorded.start.events, viewer)
    show("", *notation.rows(game, game.view(state, viewer)))
    steps = recorded.steps()
    for number in range(1, len(recorded.turns) + 1):
        if not all_at_once:
            line = ask("Enter: next move, a: all others, q: end ")
            if line in ("q", "quit"):
                return
            all_at_once = line in (None, "a")
        turn, step = next(steps)
        state = step.state
        written = notation.written(game, turn.move)
        show("", f"Move {number} of {len(recorded.turns)}, seat {turn.seat}: {written}")
        _tell(game, step.events, viewer)
        show(*notation.rows(game, game.view(state, viewer)))
    _end(game, state, viewer, len(recorded.turns))


# What both of them say


def _head(game: AnyRules, seats: int, options: Any, origin: str) -> None:
    say(f"{game.title['en']}, {seats} seats; {origin}")
    say(*notation.rows(game, options))


def _tell(game: AnyRules, events: Iterable[Any], viewer: Seat) -> None:
    """What happened last, a line an event, as a seat may see it."""
    for event in events:
        show(f"  {notation.event_line(game, referee.shown(event, viewer))}")


def _end(game: AnyRules, state: Any, viewer: Seat, moves: int) -> None:
    result = game.result(state)
    if result is None:
        say("", f"After {moves} moves the game is not over.")
        return
    show("", *notation.rows(game, game.view(state, viewer)))
    say("", "The game is over.", *notation.rows(game, result))


def show(*lines: str) -> None:
    """Prints lines with cards in them, drawn as far as the terminal can."""
    if not _can_draw():
        say(*lines)
        return
    for line in lines:
        click.echo(notation.drawn(line))


def _can_draw() -> bool:
    try:
        "".join(notation.SUITS.values()).encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return False
    return True


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
