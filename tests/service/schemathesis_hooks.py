"""Hooks of schemathesis: half of its requests go to tables that are there, with tokens that fit."""

import json
import os
import random
from typing import Any

import schemathesis

TABLES = json.loads(os.environ["SPIELWART_TEST_TABLES"])
"""Pairs of a table's id and a token of it."""

_random = random.Random(1)


@schemathesis.hook
def map_query(_: Any, query: Any) -> Any:
    """Nobody has time to wait 25 s for each example."""
    if query and str(query.get("wait")).isdigit() and 0 <= int(query["wait"]) <= 25:
        query["wait"] = int(query["wait"]) % 2
    return query


@schemathesis.hook
def before_call(_: Any, case: Any, **__: Any) -> None:
    if "id" in (case.path_parameters or {}) and _random.random() < 0.5:
        id, token = _random.choice(TABLES)
        case.path_parameters["id"] = id
        case.headers["Authorization"] = f"Bearer {token}"
