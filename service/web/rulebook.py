"""The rules of a game as text for players, read from its package: sections of numbered clauses, in both languages."""

import re
from collections.abc import Iterator
from importlib.resources import files
from typing import Annotated

from msgspec import Meta, Struct

from rules.core import AnyRules
from service.web.texts import Language, package

_CLAUSE = re.compile(r"- \*\*([^*]+)\*\* (.+)")


class Clause(Struct, frozen=True):
    """A statement of the rules."""

    ids: Annotated[
        tuple[str, ...],
        Meta(description="Ids of the clauses it states; refusals cite them.", examples=[["SH-50"]]),
    ]
    text: Annotated[str, Meta(description="What it says.")]


class Section(Struct, frozen=True):
    """A part of the rules."""

    heading: Annotated[str, Meta(description="Its heading.")]
    paragraphs: Annotated[tuple[str, ...], Meta(description="Text before its clauses.")]
    clauses: Annotated[tuple[Clause, ...], Meta(description="Its clauses, in order.")]


class Rulebook(Struct, frozen=True):
    """The rules of a game."""

    game: Annotated[str, Meta(description="Slug of the game.")]
    language: Annotated[Language, Meta(description="Language of the texts.")]
    title: Annotated[str, Meta(description="Name of the game.")]
    paragraphs: Annotated[tuple[str, ...], Meta(description="What the game is about.")]
    sections: Annotated[tuple[Section, ...], Meta(description="Its parts in order; the last is advice.")]


def rulebook(game: AnyRules, language: Language) -> Rulebook:
    """The rules of a game in a language. ValueError for a line that is neither heading, clause nor paragraph."""
    text = files(package(game)).joinpath(f"rules.{language}.md").read_text(encoding="utf-8")
    title, *parts = re.split(r"^## ", text, flags=re.MULTILINE)
    head, *paragraphs = _lines(title)
    return Rulebook(
        game.slug,
        language,
        head.removeprefix("# "),
        tuple(paragraphs),
        tuple(_section(part) for part in parts),
    )


def _lines(text: str) -> Iterator[str]:
    return (line.strip() for line in text.splitlines() if line.strip())


def _section(text: str) -> Section:
    heading, *lines = _lines(text)
    clauses, paragraphs = [], []
    for line in lines:
        if match := _CLAUSE.fullmatch(line):
            clauses.append(Clause(tuple(match[1].split(", ")), match[2]))
        elif line.startswith(("-", "#")):
            raise ValueError(f"not a clause: {line}")
        else:
            paragraphs.append(line)
    return Section(heading, tuple(paragraphs), tuple(clauses))
