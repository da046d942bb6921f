"""The contract: types read off the brackets, tags, secrets, defaults of the base class."""

from typing import Annotated

import msgspec
import pytest
from msgspec import Meta
from msgspec.structs import replace

from rules.cards import pack
from rules.chance import Stacked
from rules.core import (
    Cards,
    Moved,
    OptionRefusal,
    Place,
    Refusal,
    Rules,
    Seat,
    Secret,
    Tagged,
    secrets,
    snake,
)
from tests.rules.toy import Toy
from tests.rules.toy import game as toy


def test_types_are_read_off_the_brackets():
    assert Toy.state_type is toy.State
    assert Toy.move_type == toy.Lay | toy.Play | toy.Draw
    assert Toy.event_type == toy.Hid | toy.Drew | toy.Played | toy.Opened
    assert Toy.view_type is toy.View
    assert Toy.options_type is toy.Options
    assert Toy.result_type is toy.Result
    assert Toy.series_type is toy.Series
    assert Toy.standings_type is toy.Standings


def test_game_derived_from_a_game_has_its_types():
    assert type("Variant", (Toy,), {}).state_type is toy.State


def test_contract_has_no_gaps():
    with pytest.raises(TypeError, match="abstract"):
        type("Half", (Rules,), {"slug": "half"})()


@pytest.mark.parametrize(
    "name, tag", [("Ready", "ready"), ("PickUp", "pick_up"), ("ChooseShadowRank", "choose_shadow_rank")]
)
def test_tag_is_the_name_in_snake_case(name, tag):
    assert snake(name) == tag


class TakeBack(Tagged, frozen=True):
    count: int = 1


def test_variant_carries_its_tag_and_takes_no_other_field():
    assert msgspec.to_builtins(TakeBack()) == {"type": "take_back", "count": 1}
    assert msgspec.convert({"type": "take_back"}, TakeBack) == TakeBack()
    for wrong in ({"type": "take"}, {"type": "take_back", "x": 1}, {"count": "1", "type": "take_back"}):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(wrong, TakeBack)


def test_values_are_frozen_and_can_be_keys():
    place = Place("hand", 1)
    with pytest.raises(AttributeError):
        place.seat = 2
    assert {place: 1}[Place("hand", 1)] == 1
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"zone": "hand"}, Place)


def test_movement_says_from_and_to():
    told = msgspec.to_builtins(Moved(Place("stock", None), Place("hand", 0), ("7c",)))
    assert told == {
        "type": "moved",
        "from": {"zone": "stock", "seat": None},
        "to": {"zone": "hand", "seat": 0},
        "cards": ("7c",),
    }


class Two(Tagged, frozen=True):
    giver: Seat
    given: Annotated[Cards, Secret("giver"), Meta(description="first")]
    burned: Annotated[Cards, Meta(description="second"), Secret(None)]
    open: Annotated[Cards, Meta(description="third")]


class Three(Two, frozen=True):
    kept: Annotated[Cards, Secret("giver")]


def test_secrets_are_declared_in_the_type():
    assert secrets(Two) == (("given", "giver"), ("burned", None))
    assert set(secrets(Three)) == {("given", "giver"), ("burned", None), ("kept", "giver")}
    assert secrets(Moved) == ()
    assert secrets(toy.Drew) == (("cards", "seat"),)


def test_listed_move_stands_for_itself_unless_the_game_says_more():
    state = Toy().setup(2, toy.Options(), 0, Stacked(decks=[pack("23456")])).state
    assert Rules.variants(Toy(), state, 0, toy.Draw()) == (toy.Draw(),)


def test_defaults_are_the_effective_options():
    class Short(Toy):
        def options(self, seats, given):
            return replace(given, hand=2) if seats == 2 else super().options(seats, given)

    assert Short().defaults(2) == toy.Options(hand=2)
    assert Short().defaults(3) == toy.Options()
    with pytest.raises(ValueError, match="no default options for 4 seats"):
        Short().defaults(4)


def test_refusals_are_values():
    assert Refusal("a", "B-1") == Refusal("a", "B-1", {})
    assert Refusal(OptionRefusal.INVALID_PLAYERS, "B-1", {"seats": 9}).code == "invalid_players"
    assert Refusal("a", "B-1")  # so that `check(...) or apply(...)` means what it says
