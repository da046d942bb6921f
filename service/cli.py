"""The command `spielwart`."""

import json
import os
import random
import sys
import tempfile
from pathlib import Path
from typing import IO

import click

from rules import GAMES
from service import create_app, demo, serve
from service.settings import Settings, SettingsError
from service.store.local import NoServerError


@click.group()
@click.version_option(package_name="spielwart")
def main() -> None:
    """Spielwart, the referee for turn-based card and dice games."""


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
@click.option("--seed", type=int, help="Makes the clients' choices repeatable (the deal stays random).")
def demo_command(game: str, seed: int | None) -> None:
    """Plays a whole game over HTTP on a server of its own, and prints the result."""
    seed = random.randrange(1 << 32) if seed is None else seed
    try:
        with tempfile.TemporaryDirectory(prefix="spielwart-demo-") as data:
            bind = f"127.0.0.1:{serve.free_port()}"
            with serve.running(Path(data), bind, os.environ):
                click.echo(f"Playing {GAMES[game].title['en']} at http://{bind} ...")
                table = demo.play(f"http://{bind}", game, seed=seed, progress=demo.show_progress)
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
