"""Every clause that a game states for its players is cited by its code or by a test that shows it."""

import re
from pathlib import Path

import pytest

from rules import GAMES

ROOT = Path(__file__).parents[2]


def stated(folder: Path) -> list[str]:
    """Ids of the clauses of a rule book, advice and examples apart."""
    text = (folder / "rules.en.md").read_text(encoding="utf-8").partition("## Advice")[0]
    ids = [id for bold in re.findall(r"^- \*\*(.+?)\*\*", text, re.MULTILINE) for id in bold.split(", ")]
    return [id for id in ids if re.fullmatch(r"[A-Z]+-E?\d+[a-z]?", id)]


def cited(text: str) -> set[str]:
    """Ids that a text cites: SL-45, and in names of tests SL_45, SL_43_and_46, SL_50_to_54."""
    found = {f"{prefix}-{id}" for prefix, id in re.findall(r"\b([A-Z]{2})-(E?\d+[a-z]?)", text)}
    for name in re.findall(r"def test_(\w+)", text):
        for prefix, run in re.findall(
            r"(?:^|_)([A-Z]{2})_((?:E?\d+[a-z]?(?:_and_|_to_|_(?=E?\d)|(?=_|$)))+)", name
        ):
            found |= {f"{prefix}-{id}" for id in re.findall(r"E?\d+[a-z]?", run)}
            for low, high in re.findall(r"(\d+)_to_(\d+)", run):
                found |= {f"{prefix}-{id}" for id in range(int(low), int(high) + 1)}
    return found


def sources_of(slug: str) -> list[Path]:
    """The files of a game's tests; those of a game whose name only begins alike are not among them."""
    names = [other.replace("-", "_") for other in GAMES]
    own = slug.replace("-", "_")
    longer = [name for name in names if name != own and name.startswith(own)]
    found = sorted((ROOT / "tests" / "rules").glob(f"*{own}*.py"))
    return [path for path in found if not any(name in path.name for name in longer)]


@pytest.mark.parametrize("slug", GAMES)
def test_every_clause_is_cited(slug: str):
    name = slug.replace("-", "_")
    folder = ROOT / "rules" / name
    sources = [*folder.glob("*.py"), *sources_of(slug)]
    known = cited("\n".join(source.read_text(encoding="utf-8") for source in sources))
    missing = [id for id in stated(folder) if id not in known]
    assert len(stated(folder)) > 20
    assert not missing, f"neither code nor a test cites {missing}"
