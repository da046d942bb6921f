"""Card strings, packs, and taking cards out."""

import pytest

from rules.cards import RANKS, SUITS, pack, rank, suit, without


def test_card_is_rank_then_suit():
    assert (rank("Td"), suit("Td")) == ("T", "d")


def test_pack_has_every_card_once_in_the_order_of_the_rules_files():
    cards = pack()
    assert len(set(cards)) == len(cards) == 52
    assert cards[:5] == ("2c", "2d", "2h", "2s", "3c")
    assert cards[-4:] == ("Ac", "Ad", "Ah", "As")
    assert {rank(c) for c in cards} == set(RANKS)
    assert {suit(c) for c in cards} == set(SUITS)


def test_pack_of_other_ranks_keeps_their_order():
    assert pack("87") == ("8c", "8d", "8h", "8s", "7c", "7d", "7h", "7s")


def test_cards_taken_out_leave_the_others_in_order():
    assert without(("7c", "8c", "7c", "9c"), ("7c",)) == ("8c", "7c", "9c")
    assert without(("7c", "8c", "7c", "9c"), ("9c", "7c", "7c")) == ("8c",)
    assert without(("7c",), ()) == ("7c",)


@pytest.mark.parametrize("gone", [("8c",), ("7c", "7c")])
def test_card_that_is_not_there_cannot_be_taken_out(gone):
    with pytest.raises(ValueError, match="not in list"):
        without(("7c", "9c"), gone)
