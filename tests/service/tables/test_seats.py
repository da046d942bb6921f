"""Names and keys that no schema can judge."""

import pytest

from service.tables.refused import Invalid
from service.tables.seats import proper_name, secret_key


@pytest.mark.parametrize(
    "name", ["Ada", "  x ", "Zo\u00eb", "\u674e\u5c0f\u9f99", "a" * 32, "\U0001f468\u200d\U0001f373"]
)
def test_a_name_may_be_anything_printable(name: str) -> None:
    assert proper_name(name) == name


def test_a_name_is_composed_before_it_is_measured() -> None:
    assert proper_name("e\u0301" * 32) == "\u00e9" * 32


@pytest.mark.parametrize(
    "name",
    [
        None,
        "",
        " ",
        "\u00a0\u2003",
        "a" * 33,
        "a\u0000",
        "a\u001b[31m",
        "\u202eevil",
        "a\u2066b",
        "\u200b",
        "a\u2028b",
        "\ue000",
    ],
)
def test_a_name_is_not_blank_overlong_or_invisible(name: str | None) -> None:
    with pytest.raises(Invalid) as refused:
        proper_name(name)
    assert (refused.value.code, refused.value.pointer) == ("invalid_name", "#/name")


def test_a_secret_key_is_a_random_uuid() -> None:
    secret_key(None)
    secret_key("0b5d8b3a-6f0e-4c7e-9d55-2f3b1a6c7d88")
    for key in ("k", "0b5d8b3a-6f0e-1c7e-9d55-2f3b1a6c7d88", "", "0b5d8b3a"):
        with pytest.raises(Invalid):
            secret_key(key)
