"""Fair deals: what is published leads to what was dealt, by the algorithm and nothing else."""

import hmac
import json
from hashlib import sha256
from typing import Any

import msgspec
from flask import Flask

from rules import GAMES, referee
from rules.chance import Seeded
from service.store.redis_store import RedisStore
from service.tables.games import seed_chain
from service.tables.record import Record
from tests.service.client import Client


def kept(store: RedisStore, id: str) -> Record:
    return msgspec.json.decode(store.load(id).record, type=Record)


def test_a_seed_chain_leads_from_its_end_to_the_commitment() -> None:
    last, commitment = seed_chain()
    seed = bytes.fromhex(last)
    for _ in range(1_000):
        seed = sha256(seed).digest()
    assert seed.hex() == commitment
    assert seed_chain() != (last, commitment)


def test_the_key_of_a_game_holds_every_client_seed_in_the_order_given(app: Flask, store: RedisStore) -> None:
    client = Client(app)
    made = client.create(seats=3, client_seed="one").body
    id = made["table"]["id"]
    client("POST", f"{id}/seats", {"name": "B"})
    client("POST", f"{id}/seats", {"name": "C", "client_seed": "two"})
    record = kept(store, id)
    seed = bytes.fromhex(record.seed)
    for _ in range(999):
        seed = sha256(seed).digest()
    message = json.dumps([id, 1, ["one", "two"]], separators=(",", ":")).encode()
    assert hmac.digest(seed, message, "sha256").hex() == record.key
    assert client.table(id)["commitment"] == sha256(seed).hexdigest() == record.commitment


def test_the_deal_follows_from_the_key_and_the_version(client: Client, store: RedisStore) -> None:
    id, tokens = client.seated(2)
    record = kept(store, id)
    chance = Seeded(bytes.fromhex(record.key), "game", 3)
    game = GAMES["shithead"]
    _, step = referee.deal(game, 2, game.defaults(2), game.next_first(2, (), ()), chance)
    for seat, token in enumerate(tokens):
        assert client.table(id, token)["view"] == json.loads(msgspec.json.encode(game.view(step.state, seat)))


def test_nothing_secret_of_the_record_goes_out(client: Client, store: RedisStore) -> None:
    id, tokens = client.seated(2, visibility="private")
    record: Any = kept(store, id)
    answers = b"".join(
        client(method, path, body, token=token).raw
        for token in (*tokens, None)
        for method, path, body in (
            ("GET", id, None),
            ("GET", f"{id}/events?limit=1000", None),
            ("GET", f"{id}/views/3", None),
            ("POST", f"{id}/moves", {"type": "pick_up"}),
        )
    )
    assert record.commitment.encode() in answers
    for secret in (record.key, record.seed, *tokens, "hand_order", '"joins"', '"join"'):
        assert secret.encode() not in answers
