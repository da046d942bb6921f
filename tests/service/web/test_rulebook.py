"""The rules as text: both languages say the same clauses, and every refusal finds its clause there."""

import re
from importlib.resources import files

import pytest

from rules import GAMES
from service.web.rulebook import Rulebook, rulebook
from service.web.texts import package
from tests.service.client import Client


def ids(book: Rulebook) -> list[str]:
    return [id for section in book.sections for clause in section.clauses for id in clause.ids]


@pytest.mark.parametrize("slug", GAMES)
def test_the_rules_are_served_in_the_callers_language(client: Client, slug: str) -> None:
    for spoken, other in (("de", "en"), ("en", "de")):
        answer = client("GET", f"/v1/games/{slug}/rules", accept_language=spoken)
        assert answer.status == 200
        assert answer.headers["Content-Language"] == answer.body["language"] == spoken
        assert answer.body["title"] == GAMES[slug].title[spoken]
        assert answer.body != client("GET", f"/v1/games/{slug}/rules", accept_language=other).body
    assert client("GET", "/v1/games/chess/rules").status == 404


@pytest.mark.parametrize("slug", GAMES)
def test_both_languages_state_the_same_clauses_once(slug: str) -> None:
    german, english = (rulebook(GAMES[slug], spoken) for spoken in ("de", "en"))
    assert ids(german) == ids(english)
    assert len(set(ids(german))) == len(ids(german))
    assert len(german.sections) == len(english.sections)
    for mine, theirs in zip(german.sections, english.sections, strict=True):
        assert mine.heading
        assert all(a.text != b.text for a, b in zip(mine.clauses, theirs.clauses, strict=True))
    assert (german.sections[-1].heading, english.sections[-1].heading) == ("Rat", "Advice")


@pytest.mark.parametrize("slug", GAMES)
def test_every_clause_a_refusal_cites_stands_in_the_rules(slug: str) -> None:
    game = GAMES[slug]
    stated = set(ids(rulebook(game, "en")))
    for module in files(package(game)).iterdir():
        if module.name.endswith(".py"):
            source = module.read_text(encoding="utf-8")
            refusals = re.findall(r"Refusal\(\s*[^,()]+(?:\([^()]*\))?,\s*\"([^\"]+)\"", source)
            assert set(refusals) <= stated, module.name
