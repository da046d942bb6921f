"""Everything that can be set, read once from the environment."""

from collections.abc import Mapping
from typing import Annotated
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta, Struct

PREFIX = "SPIELWART_"

Seconds = Annotated[int, Meta(ge=1, le=366 * 86_400)]


class SettingsError(Exception):
    """A setting that is unknown, missing or malformed; the text says which and what it takes."""


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of one process. A field `x` is read from SPIELWART_X; the Redis URL from REDIS_URL."""

    secret: Annotated[str, Meta(min_length=32)]
    """Signs tokens, and names tables after idempotency keys: whoever knows it can take any seat."""
    redis_url: Annotated[str, Meta(min_length=1)]
    """redis://, rediss:// or unix:// address of a Redis 7.0 or later, or of a Valkey."""
    bind: str = "127.0.0.1:8000"
    """Address gunicorn listens on."""
    workers: Annotated[int, Meta(ge=1, le=64)] = 2
    """Worker processes."""
    threads: Annotated[int, Meta(ge=2, le=512)] = 32
    """Threads of a worker."""
    waits: Annotated[int, Meta(ge=0, le=512)] = 12
    """Reads of a worker that may wait for news at the same time; any more are answered at once."""
    trusted_proxies: Annotated[int, Meta(ge=0, le=8)] = 0
    """Reverse proxies in front whose X-Forwarded-* headers count."""
    expert_ms: Annotated[int, Meta(ge=1, le=10_000)] = 100
    """Milliseconds of CPU that an expert bot may think about a move."""
    ttl_waiting: Seconds = 3_600
    """Seconds after its last change at which a table that has not begun is forgotten."""
    ttl_running: Seconds = 7 * 86_400
    """The same for a table at which a game or series runs."""
    ttl_ended: Seconds = 86_400
    """The same for a table that is finished or abandoned."""

    @classmethod
    def from_env(cls, environ: Mapping[str, str]) -> "Settings":
        """The settings an environment holds; SettingsError for an unknown or malformed one."""
        given = {
            name.removeprefix(PREFIX).lower(): value
            for name, value in environ.items()
            if name.startswith(PREFIX)
        }
        unknown = sorted(set(given) - (set(cls.__struct_fields__) - {"redis_url"}))
        if unknown:
            names = ", ".join(PREFIX + name.upper() for name in unknown)
            raise SettingsError(f"unknown setting {names}: see docs/operations.md for those there are")
        if not given.get("secret"):
            raise SettingsError("SPIELWART_SECRET is not set: give 32 or more random characters")
        if not environ.get("REDIS_URL"):
            raise SettingsError("REDIS_URL is not set: give the address of a Redis, redis://host:6379/0")
        if not _is_redis_url(environ["REDIS_URL"]):
            raise SettingsError("REDIS_URL: Expected a redis://, rediss:// or unix:// address")
        try:
            return msgspec.convert(given | {"redis_url": environ["REDIS_URL"]}, cls, strict=False)
        except msgspec.ValidationError as fault:
            text, _, path = str(fault).partition(" - at `$.")
            name = path.rstrip("`")
            setting = "REDIS_URL" if name == "redis_url" else PREFIX + name.upper()
            raise SettingsError(f"{setting}: {text}") from None


def wants_colour(environ: Mapping[str, str]) -> bool:
    """Whether a terminal with this environment is to be given colours; https://no-color.org."""
    return not environ.get("NO_COLOR") and environ.get("TERM") != "dumb"


def _is_redis_url(url: str) -> bool:
    try:
        return url.startswith(("redis://", "rediss://", "unix://")) and urlsplit(url).port != 0
    except ValueError:  # a port that is none; the text would show parts of the address
        return False
