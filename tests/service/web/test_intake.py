"""What bad input gets: a problem that says what to do, and an unchanged table."""

import io

import pytest

from tests.service.client import Client

BODIES = {
    "no JSON": (b"{", 400),
    "nothing": (b"", 400),
    "two values": (b"{} {}", 400),
    "NaN": (b'{"type": "flip", "index": NaN}', 400),
    "Infinity": (b'{"type": "flip", "index": -Infinity}', 400),
    "duplicate names": (b'{"type": "ready", "type": "ready"}', 400),
    "deep duplicate names": (b'{"type": "play", "cards": [{"a": 1, "a": 1}]}', 400),
    "invalid UTF-8": (b'{"type": "play", "cards": ["\xff"]}', 400),
    "UTF-16": ('{"type": "ready"}'.encode("utf-16"), 400),
    "byte order mark": (b'\xef\xbb\xbf{"type": "ready"}', 400),
    "lone surrogate": (b'{"type": "play", "cards": ["\\ud800"]}', 400),
    "raw null byte": (b'{"type": "play", "cards": ["\x00"]}', 400),
    "a number of 5,000 digits": (b'{"type": "flip", "index": ' + b"9" * 5_000 + b"}", 400),
    "a huge exponent": (b'{"type": "flip", "index": 1e999}', 422),
    "a number of 400 digits": (b'{"type": "flip", "index": ' + b"9" * 400 + b"}", 422),
    "1,000 levels of lists": (b'{"type": "play", "cards": ' + b"[" * 1_000 + b"]" * 1_000 + b"}", None),
    "1,000 levels of objects": (b'{"a":' * 1_000 + b"1" + b"}" * 1_000, None),
    "30,000 levels": (b"[" * 30_000 + b"]" * 30_000, None),
    "64 KiB": (b'{"type": "ready"' + b" " * (64 * 1024 - 17) + b"}", 200),
    "64 KiB + 1": (b'{"type": "ready"' + b" " * (64 * 1024 - 16) + b"}", 413),
}


@pytest.mark.parametrize("name", BODIES)
def test_a_bad_body_is_refused_and_changes_nothing(client: Client, name: str) -> None:
    raw, status = BODIES[name]
    id, tokens = client.seated()
    answer = client("POST", f"{id}/moves", raw=raw, token=tokens[0])
    assert answer.status == status or (status is None and answer.status in (400, 422)), answer.body
    if answer.status != 200:
        assert answer.headers["Content-Type"] == "application/problem+json"
        assert answer.body["detail"]
        assert client.table(id)["version"] == 3


@pytest.mark.parametrize(
    "type",
    [
        "",
        "text/plain",
        "application/x-www-form-urlencoded",
        "application/xml",
        "json",
        "application/problem+json",
    ],
)
def test_another_content_type_is_415(client: Client, type: str) -> None:
    id, tokens = client.seated()
    answer = client("POST", f"{id}/moves", raw=b'{"type":"ready"}', token=tokens[0], content_type=type)
    assert (answer.status, answer.body["code"]) == (415, "unsupported_media_type")


def test_json_with_a_charset_is_json(client: Client) -> None:
    id, tokens = client.seated()
    type = "application/json; charset=utf-8"
    assert (
        client("POST", f"{id}/moves", raw=b'{"type":"ready"}', token=tokens[0], content_type=type).status
        == 200
    )


def test_tests_come_in_the_order_of_the_api(client: Client) -> None:
    id, tokens = client.seated()
    unknown, bad = "0" * 20, b'{"type": "pass"}'
    large = b" " * (64 * 1024 + 1)
    path = f"{unknown}/moves"
    assert client("POST", path, raw=large, content_type="text/plain").status == 413
    assert client("POST", path, raw=b"{", content_type="text/plain").status == 415
    assert client("POST", path, raw=b"{").status == 400
    assert client("POST", path, raw=bad).status == 401
    assert client("POST", path, raw=bad, token="x").status == 422
    assert client("POST", path, raw=b'{"type":"ready"}', token="x").status == 404
    assert client("POST", f"{id}/moves", raw=b'{"type":"ready"}', token="x", if_match="1").status == 401
    assert (
        client("POST", f"{id}/moves", raw=b'{"type":"pick_up"}', token=tokens[0], if_match="1").status == 412
    )
    assert client("POST", f"{id}/moves", raw=b'{"type":"pick_up"}', token=tokens[0]).status == 409


def test_an_unknown_path_or_method_is_a_problem(client: Client) -> None:
    for path in ("/", "/v1", "/v1/chess/tables", "/v1/shithead/tables/x/y/z", "/v1/games/chess"):
        answer = client("GET", path)
        assert (answer.status, answer.headers["Content-Type"]) == (404, "application/problem+json"), path
    answer = client("PATCH", "/v1/games")
    assert (answer.status, answer.body["code"]) == (405, "method_not_allowed")
    assert "GET" in answer.headers["Allow"]


def test_a_header_with_odd_bytes_does_no_harm(client: Client) -> None:
    id, _ = client.seated()
    for name in (
        "authorization",
        "if_match",
        "idempotency_key",
        "if_none_match",
        "accept_language",
        "content_type",
    ):
        for value in ("\u00ff", "a" * 5_000, "\t", '"', ";;;", "Bearer", "Bearer \u00ff"):
            answer = client("POST", f"{id}/moves", raw=b'{"type":"pick_up"}', **{name: value})
            assert 400 <= answer.status < 500, (name, value)


@pytest.mark.parametrize(("size", "status"), [(64 * 1024, 200), (64 * 1024 + 1, 413), (200_000, 413)])
def test_a_body_of_unknown_length_is_measured_too(client: Client, size: int, status: int) -> None:
    id, tokens = client.seated()
    body = b'{"type": "ready"}'
    answer = client.app.test_client().post(
        f"/v1/shithead/tables/{id}/moves",
        input_stream=io.BytesIO(body + b" " * (size - len(body))),
        content_type="application/json",
        headers={"Authorization": f"Bearer {tokens[0]}"},
        environ_overrides={"wsgi.input_terminated": True},
    )
    assert answer.status_code == status
    assert client.table(id)["version"] == (4 if status == 200 else 3)
