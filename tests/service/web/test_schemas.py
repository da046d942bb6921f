"""Schemas derived from types: what they take, what they refuse, and how they stand in the document."""

from typing import Annotated, Any, Literal

import marshmallow as ma
import pytest
from msgspec import Meta, Struct

from rules.core import Tagged
from service.web.schemas import Derived


class Roll(Tagged, frozen=True):
    """A move without fields."""


class Keep(Tagged, frozen=True):
    """A move with dice."""

    dice: tuple[Annotated[int, Meta(ge=1, le=6)], ...]


class Sent(Struct, frozen=True):
    """What a client sends."""

    count: Annotated[int, Meta(ge=0, le=9)]
    colour: Literal["red", "blue"] = "red"
    loud: bool = False
    note: Annotated[str, Meta(max_length=3)] | None = None


@pytest.fixture
def derived() -> Derived:
    return Derived("Toy", __name__.rpartition(".")[0], {Roll | Keep: "Move"}, {})


def load(derived: Derived, kind: Any, data: Any) -> Any:
    return derived.incoming(kind)().load(data)


def test_defaults_may_be_left_out_by_clients_only(derived: Derived) -> None:
    assert load(derived, Sent, {"count": 3.0}) == {"count": 3}
    shown = Derived("Toy", __name__.rpartition(".")[0], {}, {}).outgoing(Sent)
    assert all(field.required for field in shown().fields.values())


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({"count": -1}, "count"),
        ({"count": 10}, "count"),
        ({"count": "1"}, "count"),
        ({"count": True}, "count"),
        ({"count": None}, "count"),
        ({"count": float("inf")}, "count"),
        ({"count": 1, "colour": "green"}, "colour"),
        ({"count": 1, "loud": 1}, "loud"),
        ({"count": 1, "note": "long"}, "note"),
        ({"count": 1, "x": 1}, "x"),
    ],
)
def test_what_does_not_fit_is_refused_by_name(derived: Derived, data: Any, field: str) -> None:
    with pytest.raises(ma.ValidationError) as refused:
        load(derived, Sent, data)
    assert list(refused.value.messages_dict) == [field]


def test_a_union_goes_by_its_tag(derived: Derived) -> None:
    assert load(derived, Roll | Keep, {"type": "keep", "dice": [1, 6]}) == {"type": "keep", "dice": [1, 6]}
    for data in (
        {},
        {"type": "bank"},
        {"type": None},
        {"type": "roll", "dice": []},
        [],
        {"type": "keep", "dice": [7]},
    ):
        with pytest.raises(ma.ValidationError):
            load(derived, Roll | Keep, data)


def test_a_union_of_many_dumps_each(derived: Derived) -> None:
    schema = derived.outgoing(Roll | Keep)(many=True)
    moves = [{"type": "roll"}, {"type": "keep", "dice": [2]}]
    assert schema.dump(moves) == moves


def test_text_of_a_query_is_read_as_numbers(derived: Derived) -> None:
    schema = derived.query(Sent)()
    assert schema.load({"count": "7"}) == {"count": 7}
    for text in ("7.0", "x", "", " 7", "1" * 30):
        with pytest.raises(ma.ValidationError):
            schema.load({"count": text})
