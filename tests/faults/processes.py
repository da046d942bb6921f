"""The service as it runs in earnest, gunicorn and a Redis of its own, and what tests do to both."""

import contextlib
import http.client
import json
import os
import signal
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Barrier
from time import monotonic, sleep
from typing import Any, NamedTuple, TypeVar

import redis

from service import serve

SECRET = "a secret for tests, 32 characters long"

Given = TypeVar("Given")


class Reply(NamedTuple):
    """An answer of the service over the wire, and how many seconds it took."""

    status: int
    body: Any
    headers: http.client.HTTPMessage
    raw: bytes
    seconds: float

    @property
    def replayed(self) -> bool:
        return self.headers["Idempotent-Replayed"] == "true"


class Caller:
    """A client with one connection that is kept alive. Paths are below a game's tables unless they begin with "/"."""

    def __init__(self, address: str, game: str = "shithead") -> None:
        self._http = http.client.HTTPConnection(address, timeout=30)
        self._tables = f"/v1/{game}/tables"

    def __enter__(self) -> "Caller":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._http.close()

    def __call__(
        self, method: str, path: str, body: Any = None, *, token: str | None = None, **headers: str
    ) -> Reply:
        """Headers are given as keywords: if_match="3"."""
        if not path.startswith("/"):
            path = self._tables + (path if path[:1] in ("", "?") else f"/{path}")
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if token is not None:
            sent["Authorization"] = f"Bearer {token}"
        data = None
        if body is not None:
            sent["Content-Type"], data = "application/json", json.dumps(body).encode()
        began = monotonic()
        self._http.request(method, path, data, sent)
        response = self._http.getresponse()
        raw = response.read()
        seconds = monotonic() - began
        return Reply(response.status, json.loads(raw) if raw else None, response.headers, raw, seconds)

    def seated(self, seats: int = 2) -> tuple[str, list[str]]:
        """A table whose game has begun: its id and the tokens by seat."""
        made = self("POST", "", {"seats": seats, "name": "Seat 0"}).body
        id, tokens = made["table"]["id"], [made["token"]]
        tokens += [
            self("POST", f"{id}/seats", {"name": f"Seat {seat}"}).body["token"] for seat in range(1, seats)
        ]
        return id, tokens

    def move(self, id: str, tokens: Sequence[str], **headers: str) -> Reply:
        """Makes the first move of the first seat that is to act."""
        token = tokens[self("GET", id).body["actors"][0]]
        return self(
            "POST", f"{id}/moves", self("GET", id, token=token).body["moves"][0], token=token, **headers
        )


class Service(NamedTuple):
    """A running service."""

    address: str
    process: "subprocess.Popen[bytes]"

    def caller(self, game: str = "shithead") -> Caller:
        return Caller(self.address, game)

    def ask(self, method: str, path: str, body: Any = None, **more: Any) -> Reply:
        """One request over a connection of its own."""
        with self.caller() as caller:
            return caller(method, path, body, **more)


@contextmanager
def service(redis_url: str, **settings: str) -> Iterator[Service]:
    """A service on a Redis that need not be there; settings are given as keywords: workers="4"."""
    environ = {name: value for name, value in os.environ.items() if not name.startswith("SPIELWART_")}
    environ |= {"REDIS_URL": redis_url, "SPIELWART_SECRET": SECRET}
    environ |= {f"SPIELWART_{name.upper()}": value for name, value in settings.items()}
    address = f"127.0.0.1:{serve.free_port()}"
    with (
        tempfile.TemporaryDirectory(prefix="sw-") as folder,
        serve.running(Path(folder), address, environ) as process,
    ):
        yield Service(address, process)


class RedisServer:
    """A server that can be started, killed, halted and started again on the same socket with the same data."""

    def __init__(self, program: str, folder: Path) -> None:
        self._program = program
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        self._socket = folder / "redis.sock"
        self.url = f"unix://{self._socket}"

    def start(self, *options: str) -> None:
        """Starts it and waits until it answers, were it only that it is loading."""
        with (self._folder / "server.log").open("ab") as log:
            self._process = subprocess.Popen(
                [
                    *(self._program, "--port", "0", "--unixsocket", str(self._socket)),
                    *("--dir", str(self._folder), "--save", "", "--appendonly", "yes"),
                    *options,
                ],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        with self.client() as client:

            def answers() -> bool:
                try:
                    return bool(client.ping())
                except redis.exceptions.BusyLoadingError:
                    return True
                except redis.ConnectionError:
                    return False

            until(answers, "the server answers")

    def client(self) -> "redis.Redis":
        return redis.Redis.from_url(self.url)

    def kill(self) -> None:
        """Ends it at once, as a crash does."""
        self._signal(signal.SIGKILL)
        if self._process is not None:
            self._process.wait()

    def halt(self) -> None:
        """It does nothing any more, but its connections stay."""
        self._signal(signal.SIGSTOP)

    def resume(self) -> None:
        self._signal(signal.SIGCONT)

    def _signal(self, number: int) -> None:
        if self._process is not None:
            self._process.send_signal(number)


@contextmanager
def redis_server(program: str) -> Iterator[RedisServer]:
    """A server that is not started yet; killed at the end."""
    with tempfile.TemporaryDirectory(prefix="sw-") as folder:  # a short path: that of a socket is limited
        server = RedisServer(program, Path(folder))
        try:
            yield server
        finally:
            server.kill()


def until(happens: Callable[[], bool], what: str, seconds: float = 10.0) -> None:
    """Waits for something; AssertionError when it does not happen in time."""
    end = monotonic() + seconds
    while not happens():
        assert monotonic() < end, f"{what}: not within {seconds} s"
        sleep(0.02)


def at_once(count: int, do: Callable[[int], Given]) -> list[Given]:
    """What `do` gives for 0 to count - 1, in that order, all begun at the same moment."""
    gate = Barrier(count)

    def run(i: int) -> Given:
        gate.wait()
        return do(i)

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(run, range(count)))


@contextmanager
def callers(service: Service, count: int) -> Iterator[list[Caller]]:
    """Clients with a connection each."""
    with contextlib.ExitStack() as stack:
        yield [stack.enter_context(service.caller()) for _ in range(count)]
