"""One machine's service: a server for the tables unless there is one, gunicorn, and the secret they share."""

import os
import secrets
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from time import monotonic, sleep

from service.settings import PREFIX, Settings
from service.store import local

PATIENCE = 20.0
"""Seconds the service may take to answer."""


class StartError(Exception):
    """The service did not start; the text says why."""


def secret(data: Path) -> str:
    """The secret kept in a folder, made at first use, readable by its owner only."""
    path = data / "secret"
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as new:
            new.write(secrets.token_urlsafe(48))
    except FileExistsError:
        pass
    return path.read_text(encoding="ascii").strip()


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running(data: Path, bind: str, environ: Mapping[str, str]) -> Iterator["subprocess.Popen[bytes]"]:
    """The service on an address, as its gunicorn process; stopped in order at the end.

    REDIS_URL of the environment is used where it is set, else a server of our own. StartError, NoServerError,
    SettingsError.
    """
    environ = dict(environ)
    environ.setdefault(PREFIX + "SECRET", secret(data))
    environ[PREFIX + "BIND"] = bind
    if environ.get("REDIS_URL"):
        with _gunicorn(bind, environ) as process:
            yield process
        return
    with local.server(data) as url, _gunicorn(bind, environ | {"REDIS_URL": url}) as process:
        yield process


@contextmanager
def _gunicorn(bind: str, environ: Mapping[str, str]) -> Iterator["subprocess.Popen[bytes]"]:
    Settings.from_env(environ)
    _reserve(bind)
    config = str(files("service").joinpath("gunicorn.conf.py"))
    process = subprocess.Popen(
        [sys.executable, "-m", "gunicorn", "--log-level", "warning", "-c", config, "service.wsgi:app"],
        env=dict(environ),
        stdin=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        _await(f"http://{bind}/healthz", process)
        yield process
    finally:
        process.terminate()
        process.wait()


def _reserve(bind: str) -> None:
    """StartError for an address that is not ours to listen on: its holder would answer for us."""
    host, _, port = bind.rpartition(":")
    try:
        with socket.create_server((host, int(port))):
            return
    except OSError as fault:
        raise StartError(
            f"cannot listen on {bind} ({fault.strerror}): choose another address or port"
        ) from None


def _await(url: str, process: "subprocess.Popen[bytes]") -> None:
    until = monotonic() + PATIENCE
    while process.poll() is None and monotonic() < until:
        try:
            with urllib.request.urlopen(url, timeout=1):  # noqa: S310 (an http address of ours)
                return
        except OSError:
            sleep(0.05)
    raise StartError(f"the service does not answer at {url}")


def stop_on_signals(stop: Callable[[], None]) -> None:
    """Calls `stop` when the process is told to end (SIGTERM) or interrupted (SIGINT)."""

    def ended(number: int, frame: object) -> None:
        stop()

    signal.signal(signal.SIGTERM, ended)
    signal.signal(signal.SIGINT, ended)
