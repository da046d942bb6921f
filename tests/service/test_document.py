"""The OpenAPI document: valid, complete, and true of the running service."""

import json
import os
import re
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from openapi_spec_validator import validate

from rules import GAMES
from service import create_app, serve
from service.settings import Settings
from service.web.kit import camel
from tests.service.client import Client, Document

ROOT = Path(__file__).parents[2]
CHECKS = (
    "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance,"
    "negative_data_rejection,positive_data_acceptance"
)
COMMITTED = ROOT / "openapi" / "spielwart.json"


@pytest.fixture(scope="module")
def document() -> Any:
    app = create_app(Settings(secret="-" * 32, redis_url="redis://127.0.0.1:1"))
    return json.loads(app.extensions["document"]())


def operations(document: Any) -> list[tuple[str, str, Any]]:
    return [
        (method, path, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
        if method != "parameters"
    ]


def test_the_committed_document_is_the_generated_one(document: Any) -> None:
    assert json.loads(COMMITTED.read_text(encoding="utf-8")) == document, "run `make spec` and commit"


def test_it_is_valid_openapi_3_1(document: Any) -> None:
    assert document["openapi"] == "3.1.0"
    validate(document)


def test_every_operation_is_described_with_examples_and_problems(document: Any) -> None:
    ids = []
    for _, path, operation in operations(document):
        ids.append(operation["operationId"])
        assert operation["summary"], path
        assert operation["description"], path
        assert operation["tags"], path
        success = {s: r for s, r in operation["responses"].items() if s.startswith("2")}
        assert len(success) == 1
        for status, response in success.items():
            if status == "204":
                continue
            assert list(response["content"]) == ["application/json"]
            assert "example" in response["content"]["application/json"], path
        if "{" in path:
            assert "404" in operation["responses"], path
        if "requestBody" in operation:
            assert {"400", "413", "415", "422", "503"} <= set(operation["responses"])
    assert len(set(ids)) == len(ids)


def test_each_game_has_the_operations_of_the_api(document: Any) -> None:
    ids = {operation["operationId"] for _, _, operation in operations(document)}
    names = (
        *("create{}Table", "list{}Tables", "get{}Table", "close{}Table", "join{}Table", "leave{}Table"),
        *("list{}Moves", "check{}Move", "play{}Move", "list{}Events", "get{}View"),
        *("start{}Game", "vote{}Abandon", "withdraw{}Abandon"),
    )
    for slug in GAMES:
        assert {name.format(camel(slug)) for name in names} <= ids
    assert {"listGames", "getGame"} <= ids


def test_every_parameter_is_described(document: Any) -> None:
    shared = document["components"]["parameters"]
    named = {}
    for method, path, operation in operations(document):
        listed = [
            shared[one["$ref"].rpartition("/")[2]] if "$ref" in one else one
            for one in [*document["paths"][path].get("parameters", []), *operation["parameters"]]
        ]
        assert all(one["description"] for one in listed), path
        named[operation["operationId"]] = {one["name"] for one in listed}
        assert set(re.findall(r"{(.*?)}", path)) <= named[operation["operationId"]]
        if method in ("post", "put", "delete") and not path.endswith("/check"):
            assert "Idempotency-Key" in named[operation["operationId"]]
    assert named["listShitheadEvents"] >= {"after", "limit", "wait", "id"}
    assert named["listShitheadTables"] >= {"cursor", "limit"}
    assert named["playShitheadMove"] >= {"If-Match", "Idempotency-Key", "Accept-Language"}
    assert "If-None-Match" in named["getShitheadTable"]


def test_unions_are_told_by_a_constant_tag(document: Any) -> None:
    schemas = document["components"]["schemas"]
    unions = {name: schema for name, schema in schemas.items() if "oneOf" in schema}
    assert {"ShitheadMove", "ShitheadEvent"} <= set(unions)
    for schema in unions.values():
        mapping = schema["discriminator"]["mapping"]
        assert sorted(mapping.values()) == sorted(ref["$ref"] for ref in schema["oneOf"])
        for tag, ref in mapping.items():
            variant = schemas[ref.rpartition("/")[2]]
            assert variant["properties"]["type"] == {"type": "string", "const": tag}
            assert "type" in variant["required"]


def test_requests_are_closed_and_answers_open_and_complete(document: Any) -> None:
    schemas = document["components"]["schemas"]
    sent = {
        operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
        for _, _, operation in operations(document)
        if "requestBody" in operation
    }
    moves = {ref["$ref"].rpartition("/")[2] for n in sent for ref in schemas[n].get("oneOf", [])}
    inputs = {name for name in schemas if name.endswith(("OptionsInput", "SeriesInput"))}
    closed = {name for name, schema in schemas.items() if schema.get("additionalProperties") is False}
    assert closed == {name for name in sent if "oneOf" not in schemas[name]} | moves | inputs
    for name, schema in schemas.items():
        if name not in closed and name != "Problem" and "properties" in schema:
            assert sorted(schema.get("required", [])) == sorted(schema["properties"]), name


def test_every_text_is_there(document: Any) -> None:
    for name, schema in document["components"]["schemas"].items():
        if "properties" not in schema:
            continue
        assert schema["description"], name
        for field, described in schema["properties"].items():
            assert field == "type" or "description" in described, f"{name}.{field}"


def test_examples_are_what_their_schemas_say(document: Any) -> None:
    checked = Document(json.dumps(document).encode())
    for method, path, operation in operations(document):
        for status, response in operation["responses"].items():
            example = response.get("content", {}).get("application/json", {}).get("example")
            if example is not None:
                checked.validate_body(method.upper(), path, status, example)


@pytest.mark.parametrize("slug", GAMES)
def test_the_example_of_a_creation_opens_a_table(app: Flask, document: Any, slug: str) -> None:
    body = document["paths"][f"/v1/{slug}/tables"]["post"]["requestBody"]["content"]["application/json"]
    assert Client(app, game=slug)("POST", "", body["example"]).status == 201


@pytest.mark.parametrize("slug", GAMES)
def test_answers_survive_a_dump_through_their_schemas(app: Flask, slug: str) -> None:
    client = Client(app, game=slug)
    kit = app.extensions["kits"][slug]
    made = client.create(seats=kit.game.seats[0])
    id, tokens = client.seated(kit.game.seats[0])
    move = client.table(id, tokens[client.table(id)["actors"][0]])["moves"][0]
    token = tokens[client.table(id)["actors"][0]]
    for kind, answer in (
        (kit.types.created, made),
        (kit.types.table, client("GET", id, token=tokens[0])),
        (kit.types.lobby, client("GET", "")),
        (kit.types.moves, client("GET", f"{id}/moves", token=token)),
        (kit.types.verdict, client("POST", f"{id}/moves/check", move, token=token)),
        (kit.types.done, client("POST", f"{id}/moves", move, token=token)),
        (kit.types.updates, client("GET", f"{id}/events", token=token)),
        (kit.types.past_view, client("GET", f"{id}/views/{kit.game.seats[0] + 1}", token=token)),
    ):
        assert answer.body == kit.schemas.outgoing(kind)().dump(answer.body)


def test_schemathesis_finds_no_fault_and_nothing_undocumented(tmp_path: Path) -> None:
    bind = f"127.0.0.1:{serve.free_port()}"
    here = Path(__file__).parent
    with serve.running(tmp_path, bind, os.environ):
        tables = [
            pair
            for slug in GAMES
            for _ in range(3)
            for pair in _seated(f"http://{bind}/v1/{slug}/tables", slug)
        ]
        run = subprocess.run(
            [
                *(
                    Path(sys.executable).with_name("schemathesis"),
                    "--config-file",
                    here / "schemathesis.toml",
                    "run",
                ),
                *("--phases", "examples,coverage,fuzzing,stateful", "--max-examples", "15", "--seed", "1"),
                # One worker: Python 3.11 cannot parse code in two threads at once ("AST recursion depth mismatch").
                *("--checks", CHECKS, "--workers", "1", f"http://{bind}/openapi.json"),
            ],
            env=os.environ
            | {
                "SCHEMATHESIS_HOOKS": "tests.service.schemathesis_hooks",
                "SPIELWART_TEST_TABLES": json.dumps(tables),
                "PYTHONPATH": str(ROOT),
            },
            capture_output=True,
            text=True,
            timeout=180,
            check=False,
        )
    assert run.returncode == 0, run.stdout[-8_000:] + run.stderr[-2_000:]


def _seated(url: str, slug: str) -> list[tuple[str, str]]:
    def post(url: str, body: Any) -> Any:
        request = urllib.request.Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    seats = GAMES[slug].seats[0]
    made = post(url, {"seats": seats, "name": "A"})
    id = made["table"]["id"]
    joined = [post(f"{url}/{id}/seats", {"name": "B"}) for _ in range(seats - 1)]
    return [(id, one["token"]) for one in (made, *joined)]
