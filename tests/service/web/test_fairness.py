"""Proofs of fair deals: had after the game, checked by an implementation of its own, and nothing before."""

import hashlib
import hmac
import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from rules import GAMES
from service.cli import main
from tests.service.client import Client

DOCS = Path(__file__).parents[3] / "docs" / "fairness.md"


class Stream:
    """docs/fairness.md, written down again."""

    def __init__(self, key: bytes, version: int) -> None:
        self._key, self._version, self._counter = key, version, 0
        self._words: list[int] = []

    def word(self) -> int:
        if not self._words:
            text = f"game/{self._version}/{self._counter}"
            block = hmac.new(self._key, text.encode(), hashlib.sha256).digest()
            self._words = [int(block[4 * i : 4 * i + 4].hex(), 16) for i in range(8)]
            self._counter += 1
        return self._words.pop(0)

    def below(self, m: int) -> int:
        while (w := self.word()) >= 2**32 - 2**32 % m:
            pass
        return w % m

    def shuffle(self, pack: list[str]) -> list[str]:
        deck = list(pack)
        for i in reversed(range(1, len(deck))):
            j = self.below(i + 1)
            deck[i], deck[j] = deck[j], deck[i]
        return deck


def key_of(proof: Any) -> bytes:
    message = json.dumps([proof["table"], proof["number"], proof["client_seeds"]], separators=(",", ":"))
    return hmac.new(bytes.fromhex(proof["seed"]), message.encode(), hashlib.sha256).digest()


def check(proof: Any) -> int:
    """Holds a proof against the algorithm; the number of its draws."""
    hashed = bytes.fromhex(proof["seed"])
    for _ in range(proof["number"]):
        hashed = hashlib.sha256(hashed).digest()
    assert hashed.hex() == proof["commitment"]
    draws = 0
    for at in proof["draws"]:
        stream = Stream(key_of(proof), at["version"])
        for drawn in at["drawn"]:
            draws += 1
            match drawn["type"]:
                case "deck":
                    assert stream.shuffle(drawn["pack"]) == drawn["deck"]
                case "die":
                    assert stream.below(6) + 1 == drawn["value"]
                case "lot":
                    assert stream.below(drawn["seats"]) == drawn["seat"]
    return draws


def verified(proof: Any) -> Any:
    return CliRunner().invoke(main, ["verify", "-"], input=json.dumps(proof).encode())


@pytest.mark.parametrize("slug", GAMES)
def test_the_proof_of_a_game_holds_and_leads_to_its_deal(client: Client, slug: str) -> None:
    client = Client(client.app, game=slug)
    id, tokens = client.seated(GAMES[slug].seats[0], client_seed="my-own-luck")
    dealt = client.table(id)
    running = client("GET", f"{id}/proof")
    assert (running.status, running.body["code"]) == (409, "game_running")
    client.finish(id, tokens)
    proof = client("GET", f"{id}/proof").body
    assert proof["commitment"] == dealt["commitment"]
    assert proof["client_seeds"] == ["my-own-luck"]
    assert check(proof) >= 1
    assert verified(proof).exit_code == 0
    assert client("GET", f"{id}/proof?game=1", token=tokens[0]).body == proof
    assert client("GET", f"{id}/proof?game=2").body["code"] == "unknown_number"


def test_each_game_of_a_series_has_its_proof_and_later_seeds_stay_hidden(client: Client) -> None:
    client = Client(client.app, game="stibitzen-dice")
    id, tokens = client.seated(2, series={"games": 3}, client_seed="one")
    proofs = []
    for number in (1, 2):
        client.finish(id, tokens)
        proofs.append(client("GET", f"{id}/proof?game={number}").body)
        if number == 1:
            client("DELETE", f"{id}/seats/1", token=tokens[1])
            joined = client("POST", f"{id}/seats", {"name": "C", "client_seed": "two"}).body
            tokens[1] = joined["token"]
        client("POST", f"{id}/games", token=tokens[0])
    assert client("GET", f"{id}/proof?game=3").body["code"] == "game_running"
    assert [check(proof) > 1 for proof in proofs] == [True, True]
    assert [proof["client_seeds"] for proof in proofs] == [["one"], ["one", "two"]]
    assert hashlib.sha256(bytes.fromhex(proofs[1]["seed"])).hexdigest() == proofs[0]["seed"]
    assert client("GET", f"{id}/proof?game=1").body == proofs[0]


@pytest.mark.parametrize("game", ["0", "1001", "x", "-1"])
def test_a_wrong_number_is_refused(client: Client, game: str) -> None:
    id, _ = client.seated()
    assert client("GET", f"{id}/proof?game={game}").status == 422


def test_a_table_without_a_game_or_without_spectators_shows_none(client: Client) -> None:
    waiting = client.create().body["table"]["id"]
    assert client("GET", f"{waiting}/proof").body["code"] == "game_running"
    closed, tokens = client.seated(spectators=False)
    assert client("GET", f"{closed}/proof").status == 403
    client("DELETE", f"{closed}/seats/1", token=tokens[1])
    given_up = client("GET", f"{closed}/proof", token=tokens[0])
    assert given_up.status == 409, "a game that was given up has hidden cards still"


def test_a_forged_proof_is_found_out(client: Client) -> None:
    id, tokens = client.seated()
    client.finish(id, tokens)
    proof = client("GET", f"{id}/proof").body
    deck = proof["draws"][0]["drawn"][0]
    swapped = deck | {"deck": [*deck["deck"][1:], deck["deck"][0]]}
    for forged in (
        proof | {"seed": "0" * 64},
        proof | {"client_seeds": ["x"]},
        proof | {"table": "0" * 20},
        proof | {"draws": [proof["draws"][0] | {"drawn": [swapped]}]},
        proof | {"draws": [proof["draws"][0] | {"version": 4}]},
    ):
        done = verified(forged)
        assert done.exit_code == 1
        assert "does not hold" in done.output
    for unreadable in ({}, [], proof | {"seed": "xy"}, proof | {"number": 10**9}):
        done = verified(unreadable)
        assert done.exit_code == 1
        assert "This is no proof" in done.output


def test_the_vectors_of_the_docs_hold() -> None:
    text = DOCS.read_text(encoding="utf-8")
    key, commitment = re.findall(r"^    ([0-9a-f]{64})$", text, re.MULTILINE)
    proof = {"table": "t", "number": 1, "client_seeds": ["a", "b"], "seed": "01" * 32}
    assert key_of(proof).hex() == key
    assert hashlib.sha256(b"\x01" * 32).hexdigest() == commitment
    words = re.search(r"begins with the numbers ([\d ]+);", text)
    deck = re.search(r"shuffled there is\n`([^`]+)`", text)
    dice = re.search(r"show ([\d ]+);", text)
    assert words
    assert deck
    assert dice
    numbers = Stream(bytes.fromhex(key), 3)
    assert [numbers.word() for _ in range(3)] == [int(word) for word in words[1].split()]
    assert Stream(bytes.fromhex(key), 3).shuffle(["Ac", "2c", "3c", "4c", "5c"]) == deck[1].split()
    throws = Stream(bytes.fromhex(key), 3)
    assert [throws.below(6) + 1 for _ in range(3)] == [int(die) for die in dice[1].split()]
