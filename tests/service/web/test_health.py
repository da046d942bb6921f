"""What operators' tools ask, and the pages that explain problems."""

from typing import Any

import pytest

from service import create_app
from service.settings import Settings
from service.store.redis_store import RedisStore
from service.web import texts
from tests.service.client import Client


def test_a_process_with_its_store_is_alive_and_ready(client: Client) -> None:
    assert client("GET", "/healthz").body == {"status": "ok"}
    ready = client("GET", "/readyz")
    assert (ready.status, ready.body) == (200, {"status": "ok", "store": "ok"})


def test_without_a_store_it_is_alive_and_not_yet_ready(tmp_path: Any) -> None:
    settings = Settings(secret="x" * 32, redis_url=f"unix://{tmp_path}/none.sock")
    client = Client(create_app(settings))
    assert client("GET", "/healthz").status == 200
    ready = client("GET", "/readyz")
    assert (ready.status, ready.body["status"]) == (503, "starting")
    answer = client("GET", "0" * 20)
    assert (answer.status, answer.body["code"]) == (503, "store_unavailable")
    assert int(answer.headers["Retry-After"]) >= 1


def test_a_draining_process_is_not_ready_and_still_answers(settings: Settings, store: RedisStore) -> None:
    app = create_app(settings, store)
    client = Client(app)
    assert client("GET", "/readyz").status == 200
    app.extensions["drain"].begin()
    assert client("GET", "/readyz").body["status"] == "draining"
    assert client("GET", "/readyz").status == 503
    assert client.create().status == 201


@pytest.mark.parametrize("code", texts.problems())
def test_every_problem_is_explained_in_both_languages(client: Client, code: str) -> None:
    path = "/problems/" + code.replace("_", "-")
    english, german = (client("GET", path, accept_language=spoken) for spoken in ("en", "de"))
    assert english.status == german.status == 200
    assert english.body["code"] == code
    assert english.body["status"] == texts.problems()[code].status
    assert english.body["title"] != german.body["title"]
    assert english.body["detail"] != german.body["detail"]


def test_an_unknown_problem_is_404(client: Client) -> None:
    assert client("GET", "/problems/nothing").status == 404
    assert client("GET", "/problems/bad_token").status == 404


def test_the_document_and_its_page_are_served_from_here(client: Client) -> None:
    assert client("GET", "/openapi.json").body["openapi"] == "3.1.0"
    page = client("GET", "/docs")
    assert page.status == 200
    html = page.raw.decode()
    assert "https://" not in html
    assert "http://" not in html.replace("http://localhost", "")
    for file in ("swagger-ui.css", "swagger-ui-bundle.js", "swagger-ui-standalone-preset.js"):
        assert file in html
        assert client("GET", f"/static/swagger-ui/{file}").status == 200
