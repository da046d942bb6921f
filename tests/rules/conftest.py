"""What the run of the rules' tests showed, in numbers."""

import re
from pathlib import Path

import pytest

from rules import GAMES
from tests.rules.laws.reflect import configurations
from tests.rules.test_clauses import cited, sources_of, stated

HERE = Path(__file__).parent
VECTOR = re.compile(r"(?:^|_)[TV]\d+")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    terminalreporter.section("rules")
    for slug, game in GAMES.items():
        name = slug.replace("-", "_")
        folder = HERE.parents[1] / "rules" / name
        tests = "\n".join(path.read_text(encoding="utf-8") for path in sources_of(slug))
        sources = "\n".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
        vectors = {id for test in re.findall(r"def test_(\w+)", tests) for id in VECTOR.findall(test)}
        clauses = len([id for id in stated(folder) if id in cited(tests + sources)])
        terminalreporter.write_line(
            f"{slug}: {len(vectors)} test vectors, {clauses} clauses cited, "
            f"{len(configurations(game))} option sets over {len(game.seats)} numbers of seats"
        )
