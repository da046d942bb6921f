"""Checks the proof of a fair deal in Python, from docs/fairness.md alone."""

import hashlib
import hmac
import json
from collections.abc import Iterator
from typing import assert_never

from spielwart_client.models import Deck, Die, Lot, ShitheadProof


def words(key: bytes, version: int) -> Iterator[int]:
    """The stream of a version, 32-bit numbers."""
    counter = 0
    while True:
        block = hmac.digest(key, f"game/{version}/{counter}".encode(), "sha256")
        yield from (int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4))
        counter += 1


def below(stream: Iterator[int], m: int) -> int:
    """A number from 0 to m - 1."""
    return next(word for word in stream if word < 2**32 - 2**32 % m) % m


def shuffled(stream: Iterator[int], pack: list[str]) -> list[str]:
    """Fisher-Yates, from the last index down."""
    deck = list(pack)
    for i in range(len(deck) - 1, 0, -1):
        j = below(stream, i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return deck


def key_of(seed: str, table: str, number: int, client_seeds: list[str]) -> bytes:
    """The key of a game."""
    text = json.dumps([table, number, client_seeds], separators=(",", ":"))
    return hmac.digest(bytes.fromhex(seed), text.encode("ascii"), "sha256")


def holds(proof: ShitheadProof, commitment: str) -> bool:
    """Whether all that a game drew follows from its seeds, and these from what was published before it."""
    hashed = bytes.fromhex(proof.seed)
    for _ in range(proof.number):
        hashed = hashlib.sha256(hashed).digest()
    if hashed.hex() != commitment:
        return False
    key = key_of(proof.seed, proof.table, proof.number, proof.client_seeds)
    for at in proof.draws:
        stream = words(key, at.version)
        for drawn in at.drawn:
            match drawn:
                case Deck(pack=pack, deck=deck):
                    true = shuffled(stream, pack) == deck
                case Die(value=value):
                    true = below(stream, 6) + 1 == value
                case Lot(seats=seats, seat=seat):
                    true = below(stream, seats) == seat
                case _:
                    assert_never(drawn)
            if not true:
                return False
    return True
