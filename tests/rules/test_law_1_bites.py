"""Law 1 finds faults of check, moves and variants that are planted in the toy."""

from itertools import pairwise

import pytest
from msgspec.structs import replace

from rules.cards import rank
from rules.core import Refusal
from tests.rules.biting import broken
from tests.rules.laws.laws import check_agrees_with_moves
from tests.rules.toy import Draw, No, Play, Toy, changed

# Faults of check


class TooLowAccepted(Toy):
    def fits(self, state, card):
        return True

    def moves(self, state, seat):
        listed = super().moves(state, seat)
        top = rank(state.pile[-1]) if state.pile else "0"
        return tuple(m for m in listed if not isinstance(m, Play) or rank(m.cards[0]) >= top)


class EqualRankRefused(Toy):
    """Off by one: what is equal to the top card is refused although it is listed."""

    def check(self, state, seat, move):
        strict = isinstance(move, Play) and not state.over
        return super().check(replace(state, strict=True) if strict else state, seat, move)


class OneCardTwiceAccepted(Toy):
    def check_play(self, state, hand, cards):
        return super().check_play(state, hand, tuple(dict.fromkeys(cards)))


class MixedRanksAccepted(Toy):
    def check_play(self, state, hand, cards):
        refusal = super().check_play(state, hand, cards)
        return None if refusal and refusal.code == No.MIXED_RANKS else refusal


class LaidCardsAccepted(Toy):
    """Cards of another place of the seat can be played."""

    def check(self, state, seat, move):
        if isinstance(move, Play) and seat in range(len(state.hands)) and not state.over:
            state = replace(state, hands=changed(state.hands, seat, state.hands[seat] + state.laid[seat]))
        return super().check(state, seat, move)


class EveryoneMayDraw(Toy):
    def check(self, state, seat, move):
        refusal = super().check(state, seat, move)
        out_of_turn = refusal and refusal.code == No.NOT_YOUR_TURN
        return None if out_of_turn and isinstance(move, Draw) else refusal


class StrangeSeatAccepted(Toy):
    """Seat -1 counts as the last one."""

    def check(self, state, seat, move):
        return super().check(state, seat % len(state.hands), move)


class UnlistedCode(Toy):
    def check(self, state, seat, move):
        refusal = super().check(state, seat, move)
        return Refusal("too_small", "TOY-8") if refusal and refusal.code == No.TOO_LOW else refusal


class CodeNeverGiven(Toy):
    def check_play(self, state, hand, cards):
        refusal = super().check_play(state, hand, cards)
        return Refusal(No.TOO_LOW, "TOY-8") if refusal and refusal.code == No.MIXED_RANKS else refusal


class NoClause(Toy):
    def check(self, state, seat, move):
        refusal = super().check(state, seat, move)
        return refusal and Refusal(refusal.code, "")


# Faults of moves and variants


class TooManyListed(Toy):
    """Pairs are built of neighbouring ranks too."""

    def moves(self, state, seat):
        hand = sorted(state.hands[seat]) if seat in self.actors(state) and all(state.laid) else []
        pairs = [p for p in pairwise(hand) if rank(p[0]) != rank(p[1])]
        return (*super().moves(state, seat), *map(Play, pairs))


class DrawForgotten(Toy):
    def moves(self, state, seat):
        listed = super().moves(state, seat)
        return tuple(m for m in listed if not isinstance(m, Draw)) or listed


class VariantsForgotten(Toy):
    def variants(self, state, seat, move):
        return (move,)


class ListedTwice(Toy):
    """Not one move per class: each card of a rank by itself."""

    def moves(self, state, seat):
        hand = state.hands[seat] if seat in self.actors(state) and all(state.laid) else ()
        single = [Play((c,)) for c in hand if self.fits(state, c)]
        return (*super().moves(state, seat), *single)


class MovesForEveryone(Toy):
    def moves(self, state, seat):
        if state.over or seat not in range(len(state.hands)) or not all(state.laid):
            return super().moves(state, seat)
        return super().moves(replace(state, turn=seat), seat)


LAW_1 = (
    (TooLowAccepted, "is not listed, but legal"),
    (EqualRankRefused, "is listed, but check says"),
    (OneCardTwiceAccepted, "is not listed, but legal"),
    (MixedRanksAccepted, "is not listed, but legal"),
    (LaidCardsAccepted, "is not listed, but legal"),
    (EveryoneMayDraw, "is not listed, but legal"),
    (StrangeSeatAccepted, "is not listed, but legal"),
    (UnlistedCode, "unknown code too_small"),
    (CodeNeverGiven, "codes met fewer"),
    (NoClause, "cites no clause"),
    (TooManyListed, "is no variant of itself"),
    (DrawForgotten, "is not listed, but legal"),
    (VariantsForgotten, "is not listed, but legal"),
    (ListedTwice, "in common"),
    (MovesForEveryone, "moves for who is not to act"),
)


@pytest.mark.parametrize("fault, message", LAW_1, ids=lambda x: getattr(x, "__name__", ""))
def test_law_1_finds(fault, message):
    assert message in broken(check_agrees_with_moves, fault())
