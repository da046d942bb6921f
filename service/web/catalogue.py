"""Endpoints that describe the games: who can play, the options as a form, and the words for what one sees."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
import msgspec.inspect as mi
from flask import Response
from msgspec import Meta, Struct

from rules.core import AnyRules, Refusal
from service.tables.refused import NotFound
from service.web import texts
from service.web.api import Api, Blueprint, success
from service.web.rulebook import Rulebook, rulebook
from service.web.schemas import Derived
from service.web.texts import Text

Kind = Literal["boolean", "integer", "string"]


class Setting(Struct, frozen=True):
    """An option of a game, or a setting of its series."""

    name: Annotated[str, Meta(description="Name of the field.")]
    type: Annotated[Kind, Meta(description="JSON type of its values.")]
    nullable: Annotated[bool, Meta(description="Whether null may be sent, for the default.")]
    label: Annotated[Text, Meta(description="What a form calls it.")]
    description: Annotated[str, Meta(description="What it means, in English.")]
    values: Annotated[tuple[Any, ...] | None, Meta(description="Every value there is; null for an integer.")]
    minimum: Annotated[int | None, Meta(description="Least value of an integer.")]
    maximum: Annotated[int | None, Meta(description="Greatest value of an integer.")]


class Choice(Struct, frozen=True):
    """An option at a certain number of seats."""

    name: Annotated[str, Meta(description="Name of the option.")]
    default: Annotated[Any, Meta(description="Value in force when nothing else is chosen.")]
    values: Annotated[
        tuple[Any, ...] | None,
        Meta(description="Values allowed beside the other defaults; null: any integer within the bounds."),
    ]


class Form(Struct, frozen=True):
    """The options at a certain number of seats; sent with these defaults they are accepted."""

    seats: Annotated[int, Meta(description="Number of seats.")]
    options: Annotated[tuple[Choice, ...], Meta(description="Every option of the game.")]


class Words(Struct, frozen=True):
    """Words for what one sees, by the names used in views and events."""

    zones: Annotated[dict[str, Text], Meta(description="Places where cards lie.")]
    phases: Annotated[dict[str, Text], Meta(description="Phases of the game.")]
    ranks: Annotated[dict[str, Text], Meta(description="Ranks of cards, by the first letter of a card.")]
    suits: Annotated[dict[str, Text], Meta(description="Suits of cards, by the second letter of a card.")]


class GameSummary(Struct, frozen=True):
    """A game in the list of games."""

    slug: Annotated[str, Meta(description="Name of the game in paths.")]
    title: Annotated[Text, Meta(description="Name of the game.")]
    seats: Annotated[tuple[int, ...], Meta(description="Numbers of seats that can play.")]


class GameList(Struct, frozen=True):
    """The games there are."""

    games: Annotated[tuple[GameSummary, ...], Meta(description="In the order of their slugs.")]


class GameDescription(Struct, frozen=True):
    """All that a generic client needs to open a table of a game and to draw it."""

    slug: Annotated[str, Meta(description="Name of the game in paths.")]
    title: Annotated[Text, Meta(description="Name of the game.")]
    seats: Annotated[tuple[int, ...], Meta(description="Numbers of seats that can play.")]
    options: Annotated[tuple[Setting, ...], Meta(description="The options of the game.")]
    forms: Annotated[tuple[Form, ...], Meta(description="The options at each number of seats.")]
    series: Annotated[tuple[Setting, ...], Meta(description="The settings of a series.")]
    words: Annotated[Words, Meta(description="Words for what one sees.")]


def _unwrapped(info: Any) -> tuple[Any, str, bool]:
    """The plain type of a field, its description, and whether it may be null."""
    description, nullable = "", False
    while isinstance(info, mi.Metadata | mi.UnionType):
        if isinstance(info, mi.Metadata):
            description = (info.extra_json_schema or {}).get("description", description)
            info = info.type
        else:
            nullable = info.includes_none
            info = next(one for one in info.types if not isinstance(one, mi.NoneType))
    return info, description, nullable


def _setting(field: mi.Field, labels: Mapping[str, Text]) -> Setting:
    info, description, nullable = _unwrapped(field.type)
    kind: Kind = "string"
    values: tuple[Any, ...] | None = None
    low = high = None
    match info:
        case mi.BoolType():
            kind, values = "boolean", (False, True)
        case mi.LiteralType():
            values = tuple(info.values)
            kind = "integer" if isinstance(values[0], int) else "string"
        case mi.EnumType():
            values = tuple(one.value for one in info.cls)
        case mi.IntType():
            kind, low, high = "integer", info.ge, info.le
        case _:
            raise TypeError(f"an option cannot be {info}")
    return Setting(
        field.encode_name, kind, nullable, labels[field.encode_name], description, values, low, high
    )


def settings(kind: Any, labels: Mapping[str, Text]) -> tuple[Setting, ...]:
    """The fields of an options or series type, as a form needs them."""
    info: Any = mi.type_info(kind)
    return tuple(_setting(field, labels) for field in info.fields)


def form(game: AnyRules, seats: int, options: tuple[Setting, ...]) -> Form:
    """The options at a number of seats: a value is allowed if it is accepted beside the defaults of the others."""
    defaults = game.defaults(seats)
    plain = msgspec.to_builtins(defaults)

    def allowed(name: str, value: Any) -> bool:
        given = msgspec.convert(plain | {name: value}, game.options_type)
        return not isinstance(game.options(seats, given), Refusal)

    return Form(
        seats,
        tuple(
            Choice(
                option.name,
                plain[option.name],
                None
                if option.values is None
                else tuple(value for value in option.values if allowed(option.name, value)),
            )
            for option in options
        ),
    )


def summary(game: AnyRules) -> GameSummary:
    """A game in the list of games."""
    return GameSummary(game.slug, Text(**game.title), tuple(game.seats))


def describe(game: AnyRules) -> GameDescription:
    """All that a generic client needs to know of a game."""
    words = texts.words(game)
    options = settings(game.options_type, words.get("options", {}))
    cards = texts.card_words() if words.get("zones") else {}
    return GameDescription(
        game.slug,
        Text(**game.title),
        tuple(game.seats),
        options,
        tuple(form(game, seats, options) for seats in game.seats),
        settings(game.series_type, words.get("series", {})),
        Words(
            dict(words.get("zones", {})),
            dict(words.get("phases", {})),
            dict(cards.get("ranks", {})),
            dict(cards.get("suits", {})),
        ),
    )


def register(api: Api, games: Mapping[str, AnyRules]) -> None:
    """Registers the endpoints. What they answer is made once."""
    blueprint = Blueprint(
        "games", __name__, url_prefix="/v1", description="The games there are, their options and their words."
    )
    schemas = Derived("", "", {}, api.shared)
    whole = {slug: describe(game) for slug, game in sorted(games.items())}
    summaries = GameList(tuple(summary(games[slug]) for slug in whole))
    everything = msgspec.json.encode(summaries)
    described = {slug: msgspec.json.encode(description) for slug, description in whole.items()}

    @blueprint.operation(
        "GET",
        "/games",
        id="listGames",
        summary="List the games",
        description="The games that can be played here, with the numbers of seats they take.",
        answer=success(
            200,
            "The games.",
            api.component(schemas.outgoing(GameList)),
            example=msgspec.to_builtins(summaries),
        ),
    )
    def games_list() -> Response:
        return Response(everything, mimetype="application/json")

    @blueprint.operation(
        "GET",
        "/games/<string:slug>",
        id="getGame",
        summary="Describe a game",
        description="Options and series settings for a form, per number of seats, and words for zones, phases and "
        "cards in German and English.",
        answer=success(
            200,
            "The game.",
            api.component(schemas.outgoing(GameDescription)),
            example=msgspec.to_builtins(next(iter(whole.values()))),
        ),
        fails=(404,),
    )
    def game(slug: str) -> Response:
        if slug not in described:
            raise NotFound("unknown_game")
        return Response(described[slug], mimetype="application/json")

    books = {
        (slug, spoken): rulebook(game, spoken) for slug, game in games.items() for spoken in texts.LANGUAGES
    }
    printed = {key: msgspec.json.encode(book) for key, book in books.items()}

    @blueprint.operation(
        "GET",
        "/games/<string:slug>/rules",
        id="getGameRules",
        summary="Read the rules of a game",
        description="The rules as text for players, in the language of Accept-Language: sections of numbered clauses, "
        "those that refusals cite, and advice.",
        answer=success(
            200,
            "The rules.",
            api.component(schemas.outgoing(Rulebook)),
            example=msgspec.to_builtins(next(iter(books.values()))),
            headers={"Content-Language": {"description": "de or en.", "schema": {"type": "string"}}},
        ),
        fails=(404,),
    )
    def rules(slug: str) -> Response:
        if slug not in described:
            raise NotFound("unknown_game")
        spoken = texts.language()
        response = Response(printed[slug, spoken], mimetype="application/json")
        response.headers["Content-Language"] = spoken
        return response

    api.register_blueprint(blueprint)
