"""Every error as a problem (RFC 9457): what happened, why, and what to do, in the caller's language."""

import traceback
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Generic

import msgspec
import structlog
from flask import Flask, Response, request
from flask_smorest import Blueprint
from msgspec import Meta, Struct
from werkzeug.exceptions import HTTPException

from rules.core import AnyRules, Move, Options, Refusal, Result, Series, Standings, View
from service.store.port import StoreError
from service.tables import answers, refused
from service.web import texts

log = structlog.get_logger(__name__)

CONTENT_TYPE = "application/problem+json"
RETRY_AFTER = 1
"""Seconds after which a request may be repeated that failed for now."""

BY_STATUS = {
    400: "bad_request",
    401: "missing_token",
    404: "not_found",
    405: "method_not_allowed",
    406: "not_acceptable",
    413: "payload_too_large",
    415: "unsupported_media_type",
    422: "invalid_request",
    503: "store_unavailable",
}
"""The problem that an error of the framework is, by its status."""


class ShapeError(Struct, frozen=True):
    """A place in the request that does not have the shape it needs."""

    pointer: Annotated[
        str, Meta(description="JSON pointer to the place, #/query/... and #/headers/... included.")
    ]
    detail: Annotated[str, Meta(description="What is wrong there.")]


class Problem(Struct, frozen=True, omit_defaults=True):
    """Why a request was not carried out (RFC 9457)."""

    type: Annotated[str, Meta(description="Path that explains this kind of problem; stable.")]
    title: Annotated[str, Meta(description="The kind of problem in short, in the caller's language.")]
    status: Annotated[int, Meta(description="The HTTP status.")]
    detail: Annotated[str, Meta(description="What to do about it, in the caller's language.")]
    code: Annotated[str, Meta(description="The reason for programs; stable.")]
    clause: Annotated[str | None, Meta(description="Clause of the game's rules that refuses it.")] = None
    params: Annotated[dict[str, Any] | None, Meta(description="What the detail mentions.")] = None
    errors: Annotated[tuple[ShapeError, ...] | None, Meta(description="Every place of the wrong shape.")] = (
        None
    )
    version: Annotated[int | None, Meta(description="Version of the table that this holds for.")] = None


class StaleProblem(Struct, Generic[View, Move, Options, Result, Series, Standings], frozen=True):
    """If-Match named another version; the table as it is now."""

    type: Annotated[str, Meta(description="Path that explains this kind of problem; stable.")]
    title: Annotated[str, Meta(description="The kind of problem in short, in the caller's language.")]
    status: Annotated[int, Meta(description="The HTTP status.")]
    detail: Annotated[str, Meta(description="What to do about it, in the caller's language.")]
    code: Annotated[str, Meta(description="The reason for programs; stable.")]
    version: Annotated[int, Meta(description="Version of the table now.")]
    table: Annotated[
        answers.Table[View, Move, Options, Result, Series, Standings],
        Meta(description="The table as the caller may see it now."),
    ]


def _type(code: str) -> str:
    return "/problems/" + code.replace("_", "-")


def respond(problem: Problem | StaleProblem[Any, Any, Any, Any, Any, Any]) -> Response:
    """A problem as an answer."""
    response = Response(msgspec.json.encode(problem), problem.status, content_type=CONTENT_TYPE)
    if problem.status == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    if problem.status in (429, 503):
        response.headers["Retry-After"] = str(RETRY_AFTER)
    return response


def problem(code: str, params: Mapping[str, Any] | None = None, **more: Any) -> Problem:
    """A problem of the service, its texts in the caller's language."""
    text, spoken = texts.problems()[code], texts.language()
    return Problem(
        type=_type(code),
        title=text.title.said(spoken, {}),
        status=text.status,
        detail=text.detail.said(spoken, params or {}),
        code=code,
        params=dict(params) if params else None,
        **more,
    )


def refusal(code: str, game: AnyRules, reason: Refusal, version: int | None = None) -> Problem:
    """A refusal by the rules of a game; `code` names the problem of the service that it is."""
    text, spoken = texts.problems()[code], texts.language()
    return Problem(
        type=_type(code),
        title=text.title.said(spoken, {}),
        status=text.status,
        detail=texts.refusal_text(game, reason),
        code=reason.code,
        clause=reason.clause,
        params=dict(reason.params) or None,
        version=version,
    )


def _places(messages: Any, at: str) -> Iterator[ShapeError]:
    """The messages of a schema, flattened: each with a pointer to where it holds."""
    if isinstance(messages, Mapping):
        for name, inner in messages.items():
            escaped = str(name).replace("~", "~0").replace("/", "~1")
            yield from _places(inner, at if name == "_schema" else f"{at}/{escaped}")
    else:
        for message in messages:
            yield ShapeError(at, texts.shape_text(str(message)))


def shape_problem(messages: Mapping[str, Any]) -> Problem:
    """The problem of a request that its schemas refuse; messages by location, as webargs gives them."""
    places = tuple(
        place
        for location, inner in messages.items()
        for place in _places(inner, "#" if location == "json" else f"#/{location}")
    )
    code = "invalid_request"
    if request.endpoint and request.endpoint.rpartition(".")[2] in MOVE_ENDPOINTS:
        code = "malformed_move"
    elif places and all(place.pointer.startswith(("#/options", "#/series")) for place in places):
        code = "invalid_option"
    game = request.blueprint or ""
    return problem(code, {"game": game} if code == "invalid_option" else None, errors=places)


MOVE_ENDPOINTS = ("play", "check")
"""Endpoints whose body is a move."""


def framework_error(error: HTTPException) -> Response:
    """An error of Flask, werkzeug or webargs as a problem."""
    data = getattr(error, "data", None) or {}
    if error.code is not None and error.code < 400:
        return Response(status=error.code, headers=error.get_headers())
    if error.code == 422 and "messages" in data:
        return respond(shape_problem(data["messages"]))
    response = respond(problem(BY_STATUS.get(error.code or 500, "internal_error")))
    if error.code == 405:
        response.headers.update((k, v) for k, v in error.get_headers() if k == "Allow")
    return response


def store_error(_: StoreError) -> Response:
    """A store that cannot be used now."""
    return respond(problem("store_unavailable"))


def unexpected(error: Exception) -> Response:
    """A fault of ours: nothing of it is said, and its message is not logged, for it may hold hidden cards."""
    frames = traceback.extract_tb(error.__traceback__)
    log.error(
        "internal_error",
        endpoint=request.endpoint,
        error=type(error).__name__,
        frames=[f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames],
    )
    return respond(problem("internal_error"))


def refused_request(error: refused.Refused) -> Response:
    """A request that the use cases refuse, apart from what only a game can word."""
    if isinstance(error, refused.Invalid):
        said = problem(error.code, error.params)
        place = ShapeError(error.pointer, said.detail)
        return respond(msgspec.structs.replace(said, errors=(place,)))
    return respond(problem(error.code, error.params))


def register_game_errors(blueprint: Blueprint, game: AnyRules) -> None:
    """Words what the rules of a game refuse at its endpoints, and encloses its table in a 412."""

    def illegal(error: refused.Illegal) -> Response:
        return respond(refusal("move_refused", game, error.refusal, error.version))

    def options_refused(error: refused.OptionsRefused) -> Response:
        return respond(refusal("options_refused", game, error.refusal))

    def outdated(error: refused.Outdated) -> Response:
        version = error.snapshot.version
        said = problem(error.code, {"version": version})
        table = answers.table(game, error.snapshot, error.seat)
        return respond(
            StaleProblem(said.type, said.title, said.status, said.detail, said.code, version, table)
        )

    blueprint.register_error_handler(refused.Illegal, illegal)
    blueprint.register_error_handler(refused.OptionsRefused, options_refused)
    blueprint.register_error_handler(refused.Outdated, outdated)


def register(app: Flask) -> None:
    """Answers every error of the application as a problem."""
    app.register_error_handler(refused.Refused, refused_request)
    app.register_error_handler(StoreError, store_error)
    app.register_error_handler(Exception, unexpected)
