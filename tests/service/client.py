"""A client of the API for tests: every answer it gets is held against the OpenAPI document."""

import json
import random
import re
from functools import cache
from typing import Any, NamedTuple

from flask import Flask
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012
from werkzeug.test import TestResponse

GAME = "shithead"


class Answer(NamedTuple):
    status: int
    body: Any
    headers: Any
    raw: bytes


class Document:
    """The OpenAPI document, asked for the schema of an answer."""

    def __init__(self, document: bytes) -> None:
        self.whole = json.loads(document)
        resource = Resource(contents=self.whole, specification=DRAFT202012)
        self._registry = Registry().with_resource("urn:spec", resource)
        self._paths = {
            re.compile("^" + re.sub(r"\{[^}]*\}", "[^/]+", path) + "$"): path for path in self.whole["paths"]
        }
        self._validators: dict[tuple[str, str, str], Draft202012Validator | None] = {}

    def path(self, path: str) -> str | None:
        found = [template for pattern, template in self._paths.items() if pattern.match(path)]
        return min(found, key=lambda template: template.count("{")) if found else None

    def validate(self, method: str, path: str, answer: TestResponse) -> None:
        """AssertionError for an answer that the document does not foresee."""
        template = self.path(path)
        if template is None:
            assert answer.status_code == 404, path
            return
        operation = self.whole["paths"][template].get(method.lower())
        if operation is None:
            assert answer.status_code == 405, (method, path)
            return
        status = str(answer.status_code)
        assert status in operation["responses"], f"{operation['operationId']} does not document {status}"
        self.validate_body(method, template, status, answer.json if answer.data else None)

    def validate_body(self, method: str, template: str, status: str, body: Any) -> None:
        """AssertionError for a body that the document does not foresee for this status of an operation."""
        key = (method, template, status)
        if key not in self._validators:
            self._validators[key] = self._validator(method, template, status)
        validator = self._validators[key]
        if validator is None:
            assert body is None
            return
        faults = [f"{fault.json_path}: {fault.message[:200]}" for fault in validator.iter_errors(body)]
        assert not faults, faults

    def _validator(self, method: str, template: str, status: str) -> Draft202012Validator | None:
        responses = self.whole["paths"][template][method.lower()]["responses"]
        where = ["paths", template, method.lower(), "responses", status]
        if "$ref" in responses[status]:
            where = responses[status]["$ref"].removeprefix("#/").split("/")
        response = self.whole
        for name in where:
            response = response[name]
        if "content" not in response:
            return None
        (media,) = response["content"]
        pointer = "/".join(
            part.replace("~", "~0").replace("/", "~1") for part in (*where, "content", media, "schema")
        )
        return Draft202012Validator({"$ref": f"urn:spec#/{pointer}"}, registry=self._registry)


@cache
def _document(document: bytes) -> Document:
    return Document(document)


class Client:
    """Requests to the application; paths are below the game's tables unless they begin with a slash."""

    def __init__(self, app: Flask, *, game: str = GAME, validate: bool = True) -> None:
        self.app = app
        self.game = game
        self._validate = validate
        self._http = app.test_client()
        self._rng = random.Random(7)

    def __call__(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        token: str | None = None,
        raw: bytes | None = None,
        **headers: str,
    ) -> Answer:
        """Headers are given as keywords: if_match="3"."""
        if not path.startswith("/"):
            path = f"/v1/{self.game}/tables" + (path if path[:1] in ("", "?") else f"/{path}")
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if token is not None:
            sent["Authorization"] = f"Bearer {token}"
        if body is not None:
            raw = json.dumps(body).encode()
        if raw is not None:
            sent.setdefault("content-type", "application/json")
        plain, _, query = path.partition("?")
        answer = self._http.open(plain, method=method, data=raw, headers=sent, query_string=query)
        if self._validate and plain.startswith("/v1/"):
            _document(self.app.extensions["document"]()).validate(method, plain, answer)
        whole = Answer(
            answer.status_code, answer.json if answer.is_json else None, answer.headers, answer.data
        )
        answer.close()
        return whole

    # What most tests begin with

    def create(self, **body: Any) -> Answer:
        return self("POST", "", {"seats": 2, "name": "Ada"} | body)

    def seated(self, seats: int = 2, **body: Any) -> tuple[str, list[str]]:
        """A table whose game has begun: its id and the tokens by seat."""
        made = self.create(seats=seats, **body).body
        id, tokens = made["table"]["id"], [made["token"]]
        for seat in range(1, seats):
            joined = self("POST", f"{id}/seats", {"name": f"Player {seat}", "invite": made["invite"]})
            tokens.append(joined.body["token"])
        return id, tokens

    def playing(self, seats: int = 2) -> tuple[str, list[str]]:
        """A table whose seats have said ready."""
        id, tokens = self.seated(seats)
        for token in tokens:
            assert self("POST", f"{id}/moves", {"type": "ready"}, token=token).status == 200
        return id, tokens

    def table(self, id: str, token: str | None = None) -> Any:
        return self("GET", id, token=token).body

    def to_act(self, id: str, tokens: list[str]) -> tuple[str, Any]:
        """Token of the seat on turn and the table as it sees it."""
        seat = self.table(id)["actors"][0]
        return tokens[seat], self.table(id, tokens[seat])

    def quick(self) -> "Client":
        """The same client, for many requests: it holds no answer against the document."""
        return Client(self.app, game=self.game, validate=False)

    def choice(self, moves: list[Any]) -> Any:
        """Mostly the first move listed, a cheap one; now and then any: no endless round."""
        return self._rng.choice(moves) if self._rng.random() < 0.2 else moves[0]

    def finish(self, id: str, tokens: list[str], most: int = 5_000) -> Any:
        """Plays on to the end of the game; bots have made their moves."""
        quick = self.quick()
        table = self.table(id)
        for _ in range(most):
            if table["status"] != "playing":
                return table
            token = tokens[table["actors"][0]]
            move = quick.choice(quick.table(id, token)["moves"])
            table = quick("POST", f"{id}/moves", move, token=token).body["table"]
        raise AssertionError("the game does not end")
