"""Every registered game keeps the laws, over all its numbers of seats and options."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import GAMES
from tests.rules.laws import LAWS, WHOLE, Sample
from tests.rules.laws.laws import agreement, over_exactly_with_a_result, values_survive_json
from tests.rules.laws.reflect import configurations
from tests.rules.laws.story import cards_are_conserved, events_tell_the_whole_story
from tests.rules.laws.walks import Walk


@cache
def sample(slug):
    return Sample.of(GAMES[slug])


def name(law):
    return law.__name__


@pytest.mark.parametrize("law", WHOLE, ids=name)
@pytest.mark.parametrize("slug", GAMES)
def test_game(slug, law):
    law(GAMES[slug])


@pytest.mark.parametrize("law", LAWS, ids=name)
@pytest.mark.parametrize("slug", GAMES)
def test_random_games(slug, law):
    law(sample(slug))


@pytest.mark.parametrize("slug", GAMES)
@given(data=st.data())
@settings(max_examples=20, deadline=None, derandomize=True, database=None)
def test_openings(slug, data):
    """The first moves of a game; where a law is broken, Hypothesis looks for the shortest case."""
    game = GAMES[slug]
    seats, options = data.draw(st.sampled_from(configurations(game)))
    rng = data.draw(st.randoms(use_true_random=False))
    walk = Walk(game, seats, options, seed=data.draw(st.integers(0, 999)), limit=12, choices=rng)
    opening = Sample(game, [walk])
    agreement(opening, opening.positions, opening.random("opening"), 2)
    for law in (
        over_exactly_with_a_result,
        cards_are_conserved,
        events_tell_the_whole_story,
        values_survive_json,
    ):
        law(opening)
