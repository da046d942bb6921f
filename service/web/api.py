"""The house's Api and Blueprint: flask-smorest with derived schemas and problems, and the document it generates."""

import json
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, TypeVar

import flask_smorest
import marshmallow as ma
from flask import Flask, Response
from werkzeug.exceptions import HTTPException

from service.web.errors import CONTENT_TYPE, Problem, framework_error
from service.web.intake import Intake, Parser
from service.web.schemas import Derived, Plugin

View = TypeVar("View", bound=Callable[..., Any])

DESCRIPTION = """\
The referee for turn-based card and dice games: it deals, lists the legal moves, explains every refusal, carries out
moves, and shows each client exactly what it may see.

A **table** is a game with its seats. Whoever creates or joins one gets a bearer token for the seat; the token alone
decides which seat one is. Without a token one watches. Every change raises the table's **version**, which is its
ETag: send it as `If-Match` to move only on what you have seen. Send an `Idempotency-Key` to repeat a write safely.

Errors are problems (RFC 9457) with a stable `code`; texts follow `Accept-Language` (de, en).
"""

PATH = {
    "id": "Id of the table.",
    "seat": "Index of the seat, from 0.",
    "version": "Version of the table, from 1.",
    "slug": "Slug of the game.",
}
"""What the variable segments of paths are."""

HEADERS: dict[str, dict[str, Any]] = {
    "IdempotencyKey": {
        "name": "Idempotency-Key",
        "description": "A key of your own for this request: repeated with it, the request is carried out once.",
        "schema": {"type": "string", "pattern": "^[!-~]{1,64}$"},
    },
    "SecretIdempotencyKey": {
        "name": "Idempotency-Key",
        "description": "A random UUID (version 4), kept secret: it gets the same answer again, token included.",
        "schema": {
            "type": "string",
            "format": "uuid",
            "pattern": "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-4[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$",
        },
    },
    "IfMatch": {
        "name": "If-Match",
        "description": "Version or ETag of the table; 412 if it has changed since.",
        "schema": {"type": "string", "pattern": r'^(\*|(W/)?"?[0-9]{1,9}(\.[0-9]{1,3})?"?)$'},
    },
    "IfNoneMatch": {
        "name": "If-None-Match",
        "description": "ETag of the table you have; 304 if it is still the same.",
        "schema": {"type": "string"},
    },
    "AcceptLanguage": {
        "name": "Accept-Language",
        "description": "Language of texts for people: de or en.",
        "schema": {"type": "string"},
    },
}


class Api(flask_smorest.Api):
    """The application's API; `document()` is its OpenAPI description."""

    DEFAULT_ERROR_RESPONSE_NAME = None
    """No catch-all: each operation lists every status it gives."""

    def __init__(self, app: Flask) -> None:
        app.config.update(
            API_TITLE="Spielwart",
            API_VERSION="1",
            OPENAPI_VERSION="3.1.0",
            OPENAPI_URL_PREFIX="/",
            OPENAPI_JSON_PATH="openapi.json",
            OPENAPI_SWAGGER_UI_PATH="docs",
            OPENAPI_SWAGGER_UI_URL="/static/swagger-ui/",
            API_SPEC_OPTIONS={
                "info": {
                    "description": DESCRIPTION,
                    "license": {"name": "Proprietary", "identifier": "LicenseRef-Proprietary"},
                },
                "servers": [{"url": "/", "description": "This server."}],
            },
        )
        self.shared: dict[str, Any] = {}
        """Schemas that all games share."""
        self.ERROR_SCHEMA = Derived("", "", {}, self.shared).outgoing(Problem)
        self._document: bytes | None = None
        super().__init__(app, spec_kwargs={"marshmallow_plugin": Plugin()})
        for name, header in HEADERS.items():
            self.spec.components.parameter(name, "header", header | {"required": False})
        self.spec.components.security_scheme("bearerAuth", {"type": "http", "scheme": "bearer"})

    def _register_responses(self) -> None:
        usual = self.DEFAULT_RESPONSE_CONTENT_TYPE
        self.DEFAULT_RESPONSE_CONTENT_TYPE = CONTENT_TYPE
        super()._register_responses()
        self.DEFAULT_RESPONSE_CONTENT_TYPE = usual

    def _register_pagination_header(self) -> None:
        """Pages here have cursors in their bodies, no such header."""

    def handle_http_exception(self, error: HTTPException) -> Response:
        return framework_error(error)

    def component(self, schema: Any) -> dict[str, str]:
        """A reference to a schema, registered as a component."""
        if schema.component not in self.spec.components.schemas:
            self.spec.components.schema(schema.component, schema=schema)
        return {"$ref": f"#/components/schemas/{schema.component}"}

    def document(self) -> bytes:
        """The OpenAPI document as JSON, made once."""
        if self._document is None:
            whole = self.spec.to_dict()
            self._document = json.dumps(_plain_refs(whole), indent=1, ensure_ascii=False).encode() + b"\n"
        return self._document

    def _openapi_json(self) -> Response:
        return Response(self.document(), mimetype="application/json")


def _plain_refs(part: Any) -> Any:
    """The same document with `allOf` around a single reference taken away: 3.1 allows a text beside `$ref`."""
    if isinstance(part, list):
        return [_plain_refs(one) for one in part]
    if not isinstance(part, dict):
        return part
    plain = {key: _plain_refs(value) for key, value in part.items()}
    whole = plain.get("allOf")
    if isinstance(whole, list) and len(whole) == 1 and set(whole[0]) == {"$ref"}:
        del plain["allOf"]
        plain = whole[0] | plain
    return plain


class Blueprint(flask_smorest.Blueprint):
    """A blueprint whose operations say in one place what they take and give."""

    ARGUMENTS_PARSER = Parser()

    def operation(
        self,
        method: str,
        path: str,
        *,
        id: str,
        summary: str,
        description: str,
        answer: dict[str, Any],
        fails: tuple[int, ...] = (),
        stale: dict[str, Any] | None = None,
        body: Any = None,
        example: Any = None,
        query: Any = None,
        headers: tuple[str, ...] = (),
        token: bool | None = None,
    ) -> Callable[[View], View]:
        """Registers a view under the operation's id and documents it.

        `answer` are its responses of success by status; `fails` statuses of problems; `stale` the schema of a 412;
        `body` and `query` are schema instances; `token` says whether it needs one (True), takes one (False) or not
        (None).
        """
        problems: dict[str, Any] = {str(status): HTTPStatus(status).name for status in (*fails, 500)}
        if stale is not None:
            problems["412"] = {
                "description": "The table has changed since the version that If-Match names.",
                "content": {CONTENT_TYPE: {"schema": stale}},
            }
        bearer: dict[str, list[str]] = {"bearerAuth": []}
        security = {True: [bearer], False: [bearer, {}], None: []}[token]

        asked = [] if query is None else [{"in": "query", "schema": query}]

        def register(view: View) -> View:
            wrapped: Any = view
            if body is not None:
                wrapped = self.arguments(body, example=example)(wrapped)
            if query is not None:
                wrapped = self.arguments(query, location="query", unknown=ma.RAISE)(wrapped)
            wrapped = self.doc(
                operationId=id,
                summary=summary,
                description=description,
                # All of them here: what is said in `doc` stands in place of what `arguments` says.
                parameters=[*asked, "AcceptLanguage", *headers],
                responses=answer | problems,
                security=security,
            )(wrapped)
            wrapped.intake = Intake(body=body is not None, token=token is True)
            named = [
                {"in": "path", "name": name, "description": text}
                for name, text in PATH.items()
                if f":{name}>" in path
            ]
            self.add_url_rule(
                path, endpoint=view.__name__, view_func=wrapped, methods=[method], parameters=named
            )
            return view

        return register


def success(
    status: int,
    description: str,
    schema: dict[str, Any] | None = None,
    *,
    example: Any = None,
    headers: Any = None,
) -> dict[str, Any]:
    """The response of a success, for `Blueprint.operation`."""
    response: dict[str, Any] = {"description": description}
    if headers:
        response["headers"] = headers
    if schema is not None:
        content: dict[str, Any] = {"schema": schema}
        if example is not None:
            content["example"] = example
        response["content"] = {"application/json": content}
    return {str(status): response}
