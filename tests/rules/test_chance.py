"""Randomness: the same numbers everywhere and for ever, by an independent reading of the algorithm."""

import hashlib
import hmac
import json
from collections import Counter
from itertools import permutations

import pytest

from rules.cards import pack
from rules.chance import GAMES_PER_CHAIN, Chance, Seeded, Stacked, game_key, seed

KEY = bytes(range(32))
LAST = b"\x5a" * 32

NUMBERS = [55, 692, 383, 469, 946, 364, 640, 895, 54, 446]
PACK = (
    "Ts9s3d5s6d5hJd3cAdAcKhAs7dKs2c6c6h6s4d3s2sThJcJs4hQc9d4cQh2hAh9h5dQs7sKcJh7c3hTcKd5c8c7h8d9c8s8h2dTdQd4s"
)
DICE = [1, 1, 4, 1, 1, 5, 3, 2, 2, 1, 4, 6, 5, 3, 1, 3, 5, 2, 2, 3]
FIRSTS = [3, 1, 1, 2, 2, 3, 0, 1, 3, 2, 2, 3]
COMMITMENT = "1b218d44aa2d06af1f5cdac626910f5778b20aed0198de1776b1b7667bc8f8c0"
SEED_1 = "f5a6d0bec0989a03992114992cf5bee72962dc43749a10fd87a89171c6b1f2c7"
KEY_BARE = "5a16c08317f6149b1b1883f9bd52883a728d47baabbb4d5df1e29b1c3966c6a9"
KEY_SEEDED = "f2bb7f288f7a689f4f01ec1f721ecac4c19e0c8d286e195e9e3f269f049de00e"


class Retold:
    """The stream as docs and docstrings tell it, written a second time, from bytes instead of an iterator."""

    def __init__(self, key, label, version):
        self.key, self.name, self.used = key, f"{label}/{version}", 0

    def word(self):
        block, at = divmod(self.used, 8)
        self.used += 1
        digest = hmac.new(self.key, f"{self.name}/{block}".encode(), hashlib.sha256).digest()
        a, b, c, d = digest[at * 4 : at * 4 + 4]
        return ((a * 256 + b) * 256 + c) * 256 + d

    def below(self, n):
        while (word := self.word()) >= 2**32 // n * n:
            pass
        return word % n

    def shuffled(self, cards):
        left = list(cards)
        for last in reversed(range(1, len(left))):
            other = self.below(last + 1)
            left[last], left[other] = left[other], left[last]
        return tuple(left)


# Vectors: whoever changes one of these breaks every published proof


def test_numbers_of_a_known_key():
    stream = Seeded(KEY, "game", 1)
    assert [stream.below(1000) for _ in range(10)] == NUMBERS


def test_pack_of_a_known_key():
    assert "".join(Seeded(KEY, "game", 1).shuffled(pack())) == PACK


def test_dice_of_a_known_key():
    stream = Seeded(KEY, "game", 17)
    assert [stream.die() for _ in range(20)] == DICE


def test_first_seats_of_a_known_key():
    assert [Seeded(KEY, "game", version).first(4) for version in range(1, 13)] == FIRSTS


def test_commitment_and_seeds_of_a_known_chain():
    assert seed(LAST, 0).hex() == COMMITMENT
    assert seed(LAST, 1).hex() == SEED_1
    assert seed(LAST, GAMES_PER_CHAIN) == LAST


def test_game_keys_of_a_known_seed():
    assert game_key(LAST, "tbl", 1, []).hex() == KEY_BARE
    assert game_key(LAST, "tbl", 2, ["a", "Grüße 🂡"]).hex() == KEY_SEEDED


# The algorithm, read a second time


@pytest.mark.parametrize("label, version", [("game", 1), ("game", 2), ("bot/3", 999), ("imagine", 0)])
def test_stream_is_the_one_described(label, version):
    stream, told = Seeded(KEY, label, version), Retold(KEY, label, version)
    assert stream.shuffled(pack()) == told.shuffled(pack())
    for n in (1, 2, 3, 5, 6, 7, 52, 1000, 2**31 + 1, 2**32):
        assert [stream.below(n) for _ in range(20)] == [told.below(n) for _ in range(20)]


def test_words_above_the_largest_multiple_are_skipped():
    """With n just above half of all words, nearly every other word is thrown away."""
    n = 2**31 + 1
    told = Retold(KEY, "game", 1)
    words = [told.word() for _ in range(200)]
    kept = [word for word in words if word < n]
    stream = Seeded(KEY, "game", 1)
    assert len(kept) < 150
    assert [stream.below(n) for _ in kept] == kept


def test_seeds_hash_back_to_the_commitment():
    chain = LAST
    for _ in range(GAMES_PER_CHAIN):
        chain = hashlib.sha256(chain).digest()
    assert chain == seed(LAST, 0)
    assert hashlib.sha256(seed(LAST, 7)).digest() == seed(LAST, 6)


def test_game_key_is_the_one_described():
    message = b'["tbl",2,["a","Gr\\u00fc\\u00dfe \\ud83c\\udca1"]]'
    assert json.loads(message) == ["tbl", 2, ["a", "Grüße 🂡"]]
    assert game_key(LAST, "tbl", 2, ["a", "Grüße 🂡"]) == hmac.new(LAST, message, hashlib.sha256).digest()


def test_everything_named_in_a_key_changes_it():
    keys = {
        game_key(LAST, "tbl", 1, []),
        game_key(KEY, "tbl", 1, []),
        game_key(LAST, "tbm", 1, []),
        game_key(LAST, "tbl", 2, []),
        game_key(LAST, "tbl", 1, [""]),
        game_key(LAST, "tbl", 1, ["a", "b"]),
        game_key(LAST, "tbl", 1, ["b", "a"]),
        game_key(LAST, "tbl", 1, ["a,b"]),
    }
    assert len(keys) == 8


def test_label_version_and_key_part_the_streams():
    streams = [
        Seeded(KEY, "game", 1),
        Seeded(KEY, "game", 2),
        Seeded(KEY, "bot", 1),
        Seeded(LAST, "game", 1),
    ]
    assert len({stream.shuffled(pack()) for stream in streams}) == 4


def test_label_is_ascii():
    with pytest.raises(UnicodeEncodeError):
        Seeded(KEY, "würfel", 1).die()


# Fairness, on fixed keys: chi-square bounds that a fair source misses once in a thousand


def chi_square(counts, cells):
    expected = sum(counts.values()) / cells
    return sum((count - expected) ** 2 for count in counts.values()) / expected


def test_dice_are_fair():
    stream = Seeded(KEY, "dice", 1)
    counts = Counter(stream.die() for _ in range(12_000))
    assert set(counts) == {1, 2, 3, 4, 5, 6}
    assert chi_square(counts, 6) < 20.5  # 5 degrees of freedom


def test_every_order_of_four_cards_is_equally_likely():
    stream = Seeded(KEY, "orders", 1)
    counts = Counter(stream.shuffled("abcd") for _ in range(12_000))
    assert set(counts) == set(permutations("abcd"))
    assert chi_square(counts, 24) < 49.7  # 23 degrees of freedom


def test_every_card_comes_everywhere_equally_often():
    stream = Seeded(KEY, "places", 1)
    counts = Counter(place for _ in range(4_000) for place in enumerate(stream.shuffled("abcdefgh")))
    assert len(counts) == 64
    assert chi_square(counts, 64) < 85.4  # 49 degrees of freedom, each row and column being given


def test_first_seat_is_drawn_fairly():
    counts = Counter(Seeded(KEY, "first", version).first(5) for version in range(5_000))
    assert set(counts) == set(range(5))
    assert chi_square(counts, 5) < 18.5  # 4 degrees of freedom


# Shuffling


@pytest.mark.parametrize("cards", [(), ("7c",), ("7c", "7c", "X"), pack()])
def test_shuffling_keeps_the_cards(cards):
    for chance in (Seeded(KEY, "game", 1), Stacked(decks=[cards[::-1]])):
        assert sorted(chance.shuffled(cards)) == sorted(cards)


def test_shuffling_leaves_what_it_is_given():
    cards = ["7c", "8c", "9c"]
    Seeded(KEY, "game", 1).shuffled(cards)
    assert cards == ["7c", "8c", "9c"]


# Stacked


def test_stacked_gives_its_answers_in_order():
    chance: Chance = Stacked(decks=[("7c", "8c"), ["9c"]], dice=[3, 6], firsts=[1, 0])
    assert [chance.die(), chance.first(2)] == [3, 1]
    assert chance.shuffled(["8c", "7c"]) == ("7c", "8c")
    assert [chance.first(4), chance.die()] == [0, 6]
    assert chance.shuffled(["9c"]) == ("9c",)


@pytest.mark.parametrize(
    "ask",
    [lambda c: c.die(), lambda c: c.first(2), lambda c: c.shuffled(["7c"])],
    ids=["die", "first", "deck"],
)
def test_stacked_without_an_answer_left_says_so(ask):
    chance = Stacked(decks=[["7c"]], dice=[1], firsts=[1])
    ask(chance)
    with pytest.raises(IndexError):
        ask(chance)


@pytest.mark.parametrize("deck", [["7c"], ["7c", "8c", "8c"], ["7c", "9c"], []])
def test_stacked_deck_has_to_hold_the_cards(deck):
    with pytest.raises(ValueError, match="deck"):
        Stacked(decks=[deck]).shuffled(["7c", "8c"])


@pytest.mark.parametrize("seat", [-1, 2, 7])
def test_stacked_seat_has_to_be_one(seat):
    with pytest.raises(ValueError, match="seat"):
        Stacked(firsts=[seat]).first(2)
