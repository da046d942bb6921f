"""The laws that every game keeps, held against random games of it.

Each law is a plain function that raises AssertionError with the case that breaks it. Those of `WHOLE` are
about the game itself, those of `LAWS` about a `Sample` of random games.
`python -m tests.rules.laws --games 500` holds them against more games than the test suite does.
"""

from collections.abc import Callable

from rules.core import AnyRules
from tests.rules.laws import bots, contract, laws, secrecy, story
from tests.rules.laws.sample import Sample

WHOLE: tuple[Callable[[AnyRules], None], ...] = (
    contract.names_are_proper,
    contract.values_cannot_change,
    contract.options_are_judged,
)

LAWS: tuple[Callable[[Sample], None], ...] = (
    laws.check_agrees_with_moves,
    laws.over_exactly_with_a_result,
    laws.same_input_same_output,
    story.cards_are_conserved,
    secrecy.nothing_leaks,
    laws.values_survive_json,
    laws.games_end,
    bots.games_among_bots_end,
    bots.advice_is_whole,
    bots.bots_know_no_more_than_their_seat,
    story.events_tell_the_whole_story,
    story.the_end_opens_everything,
    contract.series_are_counted,
    contract.every_option_is_played,
)

__all__ = ["LAWS", "WHOLE", "Sample"]
