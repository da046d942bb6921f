"""The description of the games: a form can be made of it, and a generic client can draw."""

import re
from enum import StrEnum
from importlib.resources import files

import pytest

from rules import GAMES
from rules.core import AnyRules
from service.web import texts
from tests.service.client import Client


def test_every_game_is_listed_and_described(client: Client) -> None:
    listed = client("GET", "/v1/games").body["games"]
    assert [game["slug"] for game in listed] == sorted(GAMES)
    for game in listed:
        described = client("GET", f"/v1/games/{game['slug']}").body
        assert {key: described[key] for key in game} == game
        assert [form["seats"] for form in described["forms"]] == game["seats"]
    answer = client("GET", "/v1/games/chess")
    assert (answer.status, answer.body["code"]) == (404, "unknown_game")


@pytest.mark.parametrize("slug", GAMES)
def test_the_untouched_form_is_accepted_for_every_number_of_seats(client: Client, slug: str) -> None:
    client = Client(client.app, game=slug)
    for form in client("GET", f"/v1/games/{slug}").body["forms"]:
        options = {choice["name"]: choice["default"] for choice in form["options"]}
        made = client.create(seats=form["seats"], options=options)
        assert made.status == 201
        assert made.body["table"]["options"] == options
        assert client.create(seats=form["seats"]).body["table"]["options"] == options


@pytest.mark.parametrize("slug", GAMES)
def test_each_value_of_the_form_is_accepted_and_no_other(client: Client, slug: str) -> None:
    client = Client(client.app, game=slug)
    described = client("GET", f"/v1/games/{slug}").body
    every = {option["name"]: option["values"] for option in described["options"]}
    for form in described["forms"]:
        defaults = {choice["name"]: choice["default"] for choice in form["options"]}
        for choice in form["options"]:
            for value in every[choice["name"]] or ():
                status = client.create(seats=form["seats"], options=defaults | {choice["name"]: value}).status
                assert status == (201 if value in choice["values"] else 422)


@pytest.mark.parametrize("slug", GAMES)
def test_zones_of_events_and_phases_of_views_have_words(client: Client, slug: str) -> None:
    client = Client(client.app, game=slug)
    words = client("GET", f"/v1/games/{slug}").body["words"]
    id, tokens = client.seated(GAMES[slug].seats[0])
    table = client.finish(id, tokens)
    zones = set()
    for update in client("GET", f"{id}/events?limit=1000").body["updates"]:
        for event in update["events"]:
            zones |= {event[end]["zone"] for end in ("from", "to") if isinstance(event.get(end), dict)}
    assert zones <= set(words["zones"])
    assert table["view"]["phase"] in words["phases"]
    for kind in words.values():
        assert all(text["de"] and text["en"] for text in kind.values())


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_code_has_a_text_in_both_languages(game: AnyRules) -> None:
    said = texts.refusals(game)
    kinds: tuple[type[StrEnum], ...] = (game.refusals, game.option_refusals)
    for code in [code for kind in kinds for code in kind] + ["malformed_move", "invalid_option"]:
        assert said[code].de
        assert said[code].en
        assert said[code].de != said[code].en


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_reason_for_a_move_has_a_text_and_a_clause_of_the_rules(game: AnyRules) -> None:
    said = texts.advice(game)
    assert set(said) == set(game.bot.reasons)
    for language in texts.LANGUAGES:
        rules = files(texts.package(game)).joinpath(f"rules.{language}.md").read_text(encoding="utf-8")
        clauses = {id for marked in re.findall(r"\*\*(.+?)\*\*", rules) for id in marked.split(", ")}
        assert {reason.clause for reason in said.values()} <= clauses
    assert all(
        reason.text.de and reason.text.en and reason.text.de != reason.text.en for reason in said.values()
    )
