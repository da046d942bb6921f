"""What Slobberhannes imagines could have been: it agrees with the tricks to be seen."""

import pytest

from rules.cards import suit
from rules.chance import Seeded
from rules.slobberhannes.types import Options
from tests.rules.slobberhannes_positions import GAME, after, at


def test_SL_45_whoever_did_not_follow_suit_is_imagined_without_it():
    state = at("8c 9c Tc | 7d 8d 9d | 7h 8h Qh | Th Jh Kh", number=2, trick="3:Ah 0:Qc", turn=1)
    for n in range(40):
        other = GAME.imagine(state, 1, Seeded(b"void", "imagine", n))
        assert GAME.view(other, 1) == GAME.view(state, 1)
        assert "h" not in {suit(card) for card in other.hands[0]}


def test_SL_46_whoever_revoked_is_imagined_with_the_suit_he_held_back():
    state = at("8c 9h Qd | Ac 8h 9s | 7h 8d Qh | Th Jh Kh", number=2, trick="3:Ah", revoke="penalty", turn=0)
    state = after(state, "0:Qd")
    for n in range(40):
        other = GAME.imagine(state, 1, Seeded(b"revoke", "imagine", n))
        assert (other.revokes, GAME.view(other, 1)) == ((0,), GAME.view(state, 1))
        assert "h" in {suit(card) for card in other.hands[0]}


@pytest.mark.parametrize("revoke", ["forbidden", "penalty"])
def test_SL_31_every_imagined_match_is_one_that_could_have_been(revoke: str):
    """In random play, no imagined hand contradicts the tricks to be seen."""
    for n in range(30):
        chance = Seeded(b"possible", revoke, n)
        state = GAME.setup(3 + n % 5, Options(revoke=revoke), 0, chance).state
        while state.turn is not None and state.deal < 3:
            moves = GAME.moves(state, state.turn)
            state = GAME.apply(state, state.turn, moves[chance.below(len(moves))], chance).state
            if state.turn is None:
                break
            other = GAME.imagine(state, state.turn, chance)
            assert GAME.view(other, state.turn) == GAME.view(state, state.turn)
            for played in state.trick:
                led, held = suit(state.trick[0].card), {suit(card) for card in other.hands[played.seat]}
                if suit(played.card) != led and played.seat != state.turn:
                    assert (led in held) == (played.seat in state.revokes)
