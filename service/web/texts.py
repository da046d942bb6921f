"""Texts for people, in German and English: problems of the service, refusals and words of a game. Read once."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Annotated, Any, Literal

from flask import request
from msgspec import Meta, Struct

from rules.core import AnyRules, Refusal

Language = Literal["de", "en"]
LANGUAGES: tuple[Language, ...] = ("en", "de")


class Text(Struct, frozen=True):
    """A text in both languages."""

    de: Annotated[str, Meta(description="In German.")]
    en: Annotated[str, Meta(description="In English.")]

    def said(self, language: Language, params: Mapping[str, Any]) -> str:
        """The text in a language, its placeholders filled; a list is joined by commas."""
        text = self.de if language == "de" else self.en
        words = {
            name: ", ".join(map(str, value)) if isinstance(value, tuple | list) else value
            for name, value in params.items()
        }
        return text.format_map(words)


class ProblemText(Struct, frozen=True):
    """What is said of one problem of the service."""

    status: int
    title: Text
    detail: Text


def language() -> Language:
    """The language the caller likes best of those we speak; English otherwise."""
    best = request.accept_languages.best_match(LANGUAGES)
    return "de" if best == "de" else "en"


def _toml(package: str, name: str) -> dict[str, Any]:
    return tomllib.loads(files(package).joinpath(name).read_text(encoding="utf-8"))


@cache
def problems() -> Mapping[str, ProblemText]:
    """The problems of the service by code."""
    return {
        code: ProblemText(entry["status"], Text(**entry["title"]), Text(**entry["detail"]))
        for code, entry in _toml("service.web", "problems.toml").items()
    }


def package(game: AnyRules) -> str:
    """The package a game lives in."""
    home: str = game.options_type.__module__
    return home.rpartition(".")[0]


@cache
def refusals(game: AnyRules) -> Mapping[str, Text]:
    """The texts of a game's refusals by code."""
    return {code: Text(**entry) for code, entry in _toml(package(game), "refusals.toml").items()}


def _by_kind(tables: Mapping[str, Any]) -> Mapping[str, Mapping[str, Text]]:
    return {
        kind: {name: Text(**entry) for name, entry in entries.items()} for kind, entries in tables.items()
    }


@cache
def card_words() -> Mapping[str, Mapping[str, Text]]:
    """The words of cards: ranks and suits by their letters."""
    return _by_kind(_toml("rules", "cards.toml"))


@cache
def words(game: AnyRules) -> Mapping[str, Mapping[str, Text]]:
    """The words of a game by kind (zones, phases, options, series) and name."""
    return _by_kind(_toml(package(game), "words.toml"))


class AdviceText(Struct, frozen=True):
    """What is said of one reason for a move, and the advice or clause it rests on."""

    clause: str
    text: Text


@cache
def advice(game: AnyRules) -> Mapping[str, AdviceText]:
    """The texts of a game's advice by reason code."""
    return {
        code: AdviceText(entry["clause"], Text(entry["de"], entry["en"]))
        for code, entry in _toml(package(game), "advice.toml").items()
    }


def refusal_text(game: AnyRules, refusal: Refusal) -> str:
    """Why the rules refuse something, in the caller's language."""
    return refusals(game)[refusal.code].said(language(), refusal.params)


_SHAPES: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(english), german)
    for english, german in (
        (r"Missing data for required field\.", "Dieses Feld fehlt."),
        (r"Unknown field\.", "Dieses Feld gibt es hier nicht."),
        (r"Field may not be null\.", "Dieses Feld darf nicht null sein."),
        (r"Not a valid integer\.", "Das ist keine ganze Zahl."),
        (r"Not a valid string\.", "Das ist keine Zeichenkette."),
        (r"Not a valid boolean\.", "Das ist weder true noch false."),
        (r"Not a valid list\.", "Das ist keine Liste."),
        (r"Not a valid mapping type\.", "Das ist kein Objekt."),
        (r"Invalid input type\.", "Das ist kein Objekt."),
        (r"Must be one of: (.*)\.", r"Erlaubt sind: \1."),
        (r"Must be equal to (.*)\.", r"Erlaubt ist nur: \1."),
        (
            r"Must be greater than or equal to (\S+) and less than or equal to (\S+)\.",
            r"Der Wert muss zwischen \1 und \2 liegen.",
        ),
        (r"Must be greater than or equal to (\S+)\.", r"Der Wert muss mindestens \1 sein."),
        (r"Must be less than or equal to (\S+)\.", r"Der Wert darf höchstens \1 sein."),
        (r"Shorter than minimum length (\d+)\.", r"Die Länge muss mindestens \1 sein."),
        (r"Longer than maximum length (\d+)\.", r"Die Länge darf höchstens \1 sein."),
        (r"Length must be between (\d+) and (\d+)\.", r"Die Länge muss zwischen \1 und \2 liegen."),
        (r"String does not match expected pattern\.", "Die Zeichenkette hat nicht die nötige Form."),
    )
)


def shape_text(english: str) -> str:
    """A message of a schema in the caller's language."""
    if language() == "de":
        for pattern, german in _SHAPES:
            if match := pattern.fullmatch(english):
                return match.expand(german)
    return english
