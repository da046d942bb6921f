"""The API's page in a real browser: it shows the operations and asks nothing of other hosts."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect, sync_playwright

from service import serve

CHROMIUM = shutil.which("chromium")

pytestmark = pytest.mark.skipif(
    CHROMIUM is None, reason="no chromium on the PATH: the browser tests need Debian's package chromium"
)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    bind = f"127.0.0.1:{serve.free_port()}"
    with serve.running(Path(tmp_path_factory.mktemp("data")), bind, os.environ):
        yield f"http://{bind}"


@pytest.fixture
def page() -> Iterator[Page]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=["--no-sandbox", "--disable-background-networking", "--disable-component-update"],
        )
        yield browser.new_page()
        browser.close()


def test_the_page_shows_the_operations_and_stays_on_this_host(page: Page, address: str) -> None:
    asked: list[str] = []
    faults: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(f"{address}/docs")
    operation = page.locator("#operations-shithead-playShitheadMove")
    expect(operation).to_be_visible(timeout=20_000)
    operation.locator("button").first.click()
    expect(
        operation.get_by_text("move-refused").or_(operation.get_by_text("Idempotency-Key")).first
    ).to_be_visible()
    assert faults == []
    assert [url for url in asked if not url.startswith((address, "data:", "blob:"))] == []
