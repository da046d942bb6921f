"""For the tests that plant faults in the toy: the law has to refuse it."""

from typing import Any

import pytest

from tests.rules.laws import WHOLE, Sample
from tests.rules.toy import Toy

GAMES = 24


def broken(law: Any, game: Any) -> str:
    """The message with which the law refuses the game."""
    with pytest.raises(AssertionError) as refused:
        law(game if law in WHOLE else Sample.of(game, GAMES))
    return str(refused.value)


def retyped(**types: Any) -> Toy:
    """The toy with other types than its brackets say."""
    game = type("Retyped", (Toy,), {})()
    for name, kind in types.items():
        setattr(game, name, kind)
    return game
