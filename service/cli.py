"""The command `spielwart`."""

import json
import os
import random
import sys
import tempfile
from pathlib import Path
from typing import IO

import click
import msgspec

from rules import GAMES
from rules.bots import LEVELS, Level
from service import create_app, demo, serve, terminal
from service.recording import SEEDS
from service.settings import Settings, SettingsError, wants_colour
from service.store.local import NoServerError
from service.tables import fairness


@click.group()
@click.version_option(package_name="spielwart")
@click.pass_context
def main(context: click.Context) -> None:
    """Spielwart, the referee for turn-based card and dice games."""
    if not wants_colour(os.environ):
        context.color = False


@main.command(name="serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="Port; 0: any free one."
)
@click.option(
    "--data",
    default=Path(".spielwart"),
    show_default=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for the secret and, without REDIS_URL, the tables.",
)
def serve_command(host: str, port: int, data: Path) -> None:
    """Runs the service on this machine, with a Valkey of its own unless REDIS_URL is set."""
    bind = f"{host}:{port or serve.free_port()}"
    try:
        with serve.running(data, bind, os.environ) as gunicorn:
            click.echo(f"Spielwart is at http://{bind} (API: http://{bind}/docs). Ctrl-C stops it.")
            serve.stop_on_signals(gunicorn.terminate)
            code = gunicorn.wait()
    except (SettingsError, NoServerError, serve.StartError) as fault:
        sys.exit(f"spielwart: {fault}")
    sys.exit(1 if code > 0 else 0)


@main.command(name="demo")
@click.option("--game", default=next(iter(GAMES)), show_default=True, type=click.Choice(sorted(GAMES)))
@click.option("--bots", type=click.Choice(LEVELS), help="Plays against bots of this level.")
@click.option("--seed", type=int, help="Makes the clients' choices repeatable (the deal stays random).")
def demo_command(game: str, bots: Level | None, seed: int | None) -> None:
    """Plays a whole game over HTTP on a server of its own, and prints the result."""
    seed = random.randrange(1 << 32) if seed is None else seed
    try:
        with tempfile.TemporaryDirectory(prefix="spielwart-demo-") as data:
            bind = f"127.0.0.1:{serve.free_port()}"
            with serve.running(Path(data), bind, os.environ):
                click.echo(f"Playing {GAMES[game].title['en']} at http://{bind} ...")
                table = demo.play(f"http://{bind}", game, seed=seed, bots=bots, progress=demo.show_progress)
    except (SettingsError, NoServerError, serve.StartError) as fault:
        sys.exit(f"spielwart: {fault}")
    demo.show_progress("")
    click.echo(f"{table['status']} at version {table['version']}: {json.dumps(table['result'])}")


@main.command(name="spec")
@click.argument("target", type=click.File("wb"), default="-")
def spec_command(target: IO[bytes]) -> None:
    """Writes the OpenAPI document."""
    app = create_app(Settings(secret="-" * 32, redis_url="redis://127.0.0.1:1"))
    target.write(app.extensions["document"]())


@main.command(name="verify")
@click.argument("file", type=click.File("rb"))
def verify_command(file: IO[bytes]) -> None:
    """Checks the proof of a fair deal, as the API gives it: FILE, or - for standard input."""
    try:
        proof = msgspec.json.decode(file.read(), type=fairness.AnyProof)
    except (msgspec.DecodeError, UnicodeDecodeError) as unreadable:
        raise click.ClickException(f"This is no proof: {unreadable}") from unreadable
    if found := fairness.fault(proof):
        raise click.ClickException(f"The proof does not hold: {found}.")
    draws = sum(len(at.drawn) for at in proof.draws)
    click.echo(
        f"Game {proof.number} of table {proof.table} was dealt fairly: {draws} draws follow from the seeds."
    )


def _pairs(_: click.Context, __: click.Parameter, given: tuple[str, ...]) -> list[tuple[str, str]]:
    """The options of a game, each given as NAME=VALUE."""
    for one in given:
        if "=" not in one:
            raise click.BadParameter(f"{one!r} is not of the form NAME=VALUE.")
    return [(name, value) for name, _, value in (one.partition("=") for one in given)]


@main.command(name="play")
@click.argument("game", type=click.Choice(sorted(GAMES)))
@click.option("--seats", type=int, help="Number of players, you included.  [default: the fewest]")
@click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", callback=_pairs, help="Option of the game."
)
@click.option("--seed", type=click.IntRange(0, SEEDS - 1), help="Repeats deal, throws and opponents.")
@click.option(
    "--level", default="regular", show_default=True, type=click.Choice(LEVELS), help="How well the bots play."
)
@click.option("--save", type=click.Path(dir_okay=False, path_type=Path), help="File to write the game to.")
def play_command(
    game: str,
    seats: int | None,
    options: list[tuple[str, str]],
    seed: int | None,
    level: Level,
    save: Path | None,
) -> None:
    """Plays a game here in the terminal, without a server, against bots."""
    seed = random.randrange(1 << 32) if seed is None else seed
    terminal.play(GAMES[game], seats, options, seed, level, save)


@main.command(name="replay")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--seat", default=terminal.ME, show_default=True, help="Seat whose view is shown.")
@click.option("--all", "all_at_once", is_flag=True, help="Shows all moves without waiting.")
def replay_command(file: Path, seat: int, *, all_at_once: bool) -> None:
    """Steps through a game that was saved by `play --save`, or {"proof", "updates"} as the API gives them.

    Without input it runs to the end.
    """
    terminal.replay(file, seat, all_at_once=all_at_once)
