"""What a request brings, taken in before its schemas judge it: size, content type, JSON, token, headers.

Tests come in the order of the API: 413, 415, 400, missing token 401; the shape (422) follows in the view's schemas.
"""

import hashlib
import json
import re
from typing import Any, NoReturn

import msgspec
from flask import Flask, current_app, g, request
from msgspec import Struct
from webargs.flaskparser import FlaskParser
from werkzeug.exceptions import RequestEntityTooLarge, UnsupportedMediaType

from service.tables.desk import Ask
from service.tables.refused import BadToken, Invalid, NotFound, Refused

LARGEST_BODY = 64 * 1024
"""Bytes."""

_ID = re.compile(r"[0-9a-hjkmnp-tv-z]{20}")
_KEY = re.compile(r"[!-~]{1,64}")
_IF_MATCH = re.compile(r'(?:W/)?"?([0-9]{1,9})(?:\.[0-9]{1,3})?"?')


class Intake(Struct, frozen=True):
    """What an operation takes in."""

    body: bool = False
    token: bool = False
    """Whether it is for holders of a token only."""


class MalformedJson(Refused):
    """The body is not one JSON value as the API takes it."""

    def __init__(self) -> None:
        super().__init__("malformed_json")


class MissingToken(Refused):
    """There is no bearer token."""

    def __init__(self) -> None:
        super().__init__("missing_token")


class Parser(FlaskParser):
    """webargs on the body that was taken in already."""

    def load_json(self, req: Any, schema: Any) -> Any:
        return g.body


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("duplicate names")
    return members


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


_decode = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_no_constant).decode


def parsed(raw: bytes) -> Any:
    """The JSON value of a body. MalformedJson for anything else, lone surrogates and duplicate names included."""
    try:
        value = _decode(raw.decode("utf-8"))
        if b"\\u" in raw:
            msgspec.json.encode(value)  # an escaped lone surrogate cannot be said in UTF-8 again
    except (ValueError, RecursionError):
        raise MalformedJson from None
    return value


def bearer() -> str | None:
    """The bearer token; None without an Authorization header. BadToken for a header of another scheme."""
    header = request.headers.get("Authorization")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise BadToken("bad_token")
    return token.strip()


def _take_in() -> None:
    view = current_app.view_functions.get(request.endpoint or "")
    intake: Intake | None = getattr(view, "intake", None)
    if intake is None:
        return
    if intake.body:
        raw = request.get_data()
        if len(raw) > LARGEST_BODY:
            raise RequestEntityTooLarge
        if request.mimetype != "application/json":
            raise UnsupportedMediaType
        g.body = parsed(raw)
    if intake.token and "Authorization" not in request.headers:
        raise MissingToken


def ask(table: str) -> Ask:
    """The request as the use cases see it. NotFound for an id of the wrong form, Invalid for a header."""
    key = idempotency_key()
    if table and not _ID.fullmatch(table):
        raise NotFound("unknown_table")
    return Ask(table, bearer(), if_match(), key, fingerprint() if key else "")


def if_match() -> int | None:
    """The version that If-Match names; None for none, or any. Invalid."""
    header = request.headers.get("If-Match")
    if header is None or header.strip() == "*":
        return None
    match = _IF_MATCH.fullmatch(header.strip())
    if match is None:
        raise Invalid("invalid_if_match", "#/headers/If-Match")
    return int(match[1])


def idempotency_key() -> str | None:
    """The key under which the request is remembered. Invalid."""
    key = request.headers.get("Idempotency-Key")
    if key is not None and not _KEY.fullmatch(key):
        raise Invalid("invalid_idempotency_key", "#/headers/Idempotency-Key")
    return key


def fingerprint() -> str:
    """A digest of method, path and body, equal however the body's JSON is written."""
    body = msgspec.json.encode(g.get("body"), order="sorted")
    return hashlib.sha256(b"%s %s %s" % (request.method.encode(), request.path.encode(), body)).hexdigest()[
        :32
    ]


def register(app: Flask) -> None:
    """Takes in every request of the application."""
    # One byte more: a body of unknown length is cut off there, which must not pass for the whole.
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_BODY + 1
    app.before_request(_take_in)
