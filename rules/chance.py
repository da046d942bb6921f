"""All randomness of a game: what it may ask for, and where the answers come from.

`Seeded` is the provable source: HMAC-SHA256 in counter mode, the same on every machine and Python. `Stacked` gives
answers fixed beforehand: test vectors, and the replay of a published proof. docs/fairness.md states the algorithm.
"""

import hmac
import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Annotated

from msgspec import Meta, Struct

GAMES_PER_CHAIN = 1000
"""Length of a table's seed chain: the most games a table can play."""

_WORD = 1 << 32


class Chance(ABC):
    """A source of randomness, asked in the order in which a game needs it."""

    @abstractmethod
    def shuffled(self, cards: Sequence[str]) -> tuple[str, ...]:
        """The same cards in random order; index 0 is dealt first."""

    @abstractmethod
    def die(self) -> int:
        """A throw of one fair die, 1 to 6."""

    @abstractmethod
    def first(self, seats: int) -> int:
        """A seat drawn by lot, 0 to seats - 1."""


class Seeded(Chance):
    """Randomness that anyone can compute again from the key.

    The stream is the concatenation of HMAC-SHA256(key, "<label>/<version>/<counter>") for counter 0, 1, 2 ..., read
    as unsigned 32-bit numbers, most significant byte first.
    """

    def __init__(self, key: bytes, label: str, version: int) -> None:
        """Takes the game's key, what the stream is for (ASCII), and the table's version at which it is drawn."""
        self._words = self._stream(key, f"{label}/{version}")

    @staticmethod
    def _stream(key: bytes, name: str) -> Iterator[int]:
        counter = 0
        while True:
            block = hmac.digest(key, f"{name}/{counter}".encode("ascii"), "sha256")
            for at in range(0, 32, 4):
                yield int.from_bytes(block[at : at + 4], "big")
            counter += 1

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each equally likely: words at or above the largest multiple of n are skipped."""
        limit = _WORD - _WORD % n
        for word in self._words:
            if word < limit:
                return word % n
        raise AssertionError("the stream has no end")

    def shuffled(self, cards: Sequence[str]) -> tuple[str, ...]:
        """Fisher-Yates: for i from the last index down to 1, swap i with below(i + 1)."""
        order = list(cards)
        for i in range(len(order) - 1, 0, -1):
            j = self.below(i + 1)
            order[i], order[j] = order[j], order[i]
        return tuple(order)

    def die(self) -> int:
        return self.below(6) + 1

    def first(self, seats: int) -> int:
        return self.below(seats)


class Stacked(Chance):
    """Answers given beforehand, used up in order. IndexError when none is left, ValueError when one does not fit."""

    def __init__(
        self, decks: Iterable[Sequence[str]] = (), dice: Iterable[int] = (), firsts: Iterable[int] = ()
    ) -> None:
        self._decks = list(decks)[::-1]
        self._dice = list(dice)[::-1]
        self._firsts = list(firsts)[::-1]

    def shuffled(self, cards: Sequence[str]) -> tuple[str, ...]:
        deck = self._decks.pop()
        if sorted(deck) != sorted(cards):
            raise ValueError("the stacked deck does not hold the cards to be shuffled")
        return tuple(deck)

    def die(self) -> int:
        return self._dice.pop()

    def first(self, seats: int) -> int:
        seat = self._firsts.pop()
        if not 0 <= seat < seats:
            raise ValueError(f"seat {seat} is not one of {seats}")
        return seat


class Deck(Struct, frozen=True, tag_field="type", tag="deck"):
    """Cards were shuffled."""

    pack: Annotated[tuple[str, ...], Meta(description="The cards in the order in which they were before.")]
    deck: Annotated[tuple[str, ...], Meta(description="The cards in the order in which they were dealt.")]


class Die(Struct, frozen=True, tag_field="type", tag="die"):
    """A die was thrown."""

    value: Annotated[int, Meta(description="What it showed, 1 to 6.")]


class Lot(Struct, frozen=True, tag_field="type", tag="lot"):
    """A seat was drawn by lot."""

    seats: Annotated[int, Meta(description="Number of seats.")]
    seat: Annotated[int, Meta(description="The seat drawn.")]


Drawn = Deck | Die | Lot


class Noted(Chance):
    """Another's answers, passed on and noted in order."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self.drawn: list[Drawn] = []

    def shuffled(self, cards: Sequence[str]) -> tuple[str, ...]:
        deck = self._chance.shuffled(cards)
        self.drawn.append(Deck(tuple(cards), deck))
        return deck

    def die(self) -> int:
        value = self._chance.die()
        self.drawn.append(Die(value))
        return value

    def first(self, seats: int) -> int:
        seat = self._chance.first(seats)
        self.drawn.append(Lot(seats, seat))
        return seat


def seed(last: bytes, number: int) -> bytes:
    """The seed s_number of a chain that ends with s_1000 = last, where s_(i-1) = SHA-256(s_i).

    s_0 is the commitment, published when a table is created; number runs from 0 to GAMES_PER_CHAIN.
    """
    for _ in range(GAMES_PER_CHAIN - number):
        last = sha256(last).digest()
    return last


def game_key(secret: bytes, table: str, number: int, client_seeds: Sequence[str]) -> bytes:
    """The key of a table's game: HMAC-SHA256(s_number, JSON of [table, number, client seeds]).

    `secret` is s_number; client seeds stand in the order in which they were handed in. The JSON has no white space
    and is ASCII.
    """
    message = json.dumps([table, number, list(client_seeds)], separators=(",", ":"))
    return hmac.digest(secret, message.encode("ascii"), "sha256")
