"""Proof of a fair deal: what a game drew follows from seeds fixed before it, see docs/fairness.md."""

import hmac
from hashlib import sha256
from typing import Annotated, Generic, TypeVar

import msgspec
from msgspec import Meta, Raw, Struct

from rules import chance, referee
from rules.chance import Drawn, Noted, Seeded
from rules.core import AnyRules, Seat
from service.tables.desk import Ask, Desk
from service.tables.record import AnyEntry, Record, Snapshot
from service.tables.refused import Conflict, NotFound

PAGE = 1_000
"""Log entries read at a time."""

InForce = TypeVar("InForce")
"""Options of a game, or their JSON."""

Hex = Annotated[str, Meta(min_length=64, max_length=64, pattern="^[0-9a-f]{64}$")]


class VersionDraws(Struct, frozen=True):
    """What was drawn at one version of a table."""

    version: Annotated[int, Meta(ge=1, description="The version.")]
    drawn: Annotated[tuple[Drawn, ...], Meta(description="Decks, throws and lots, in the order drawn.")]


class Proof(Struct, Generic[InForce], frozen=True):
    """All that is needed to compute again what a game drew, and with its moves to play it again."""

    table: Annotated[str, Meta(description="Id of the table.")]
    game: Annotated[str, Meta(description="Slug of the game.")]
    number: Annotated[int, Meta(ge=1, le=chance.GAMES_PER_CHAIN, description="Number of the game, from 1.")]
    commitment: Annotated[Hex, Meta(description="Published when the table was created, in hex.")]
    seed: Annotated[
        Hex, Meta(description="The game's seed, in hex: hashed `number` times it is the commitment.")
    ]
    client_seeds: Annotated[
        tuple[str, ...],
        Meta(description="Seeds of those who sat down before the game, in the order handed in."),
    ]
    seats: Annotated[int, Meta(description="Number of seats.")]
    options: Annotated[InForce, Meta(description="The options in force.")]
    first: Annotated[Seat, Meta(description="The first seat of the game.")]
    draws: Annotated[tuple[VersionDraws, ...], Meta(description="What was drawn, by version, ascending.")]


AnyProof = Proof[Raw]


class Fairness:
    """The use case of proofs."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def proof(self, ask: Ask, number: int | None) -> AnyProof:
        """The proof of a finished game, the last one by default. NotFound; Conflict while it runs."""
        now, _ = self._desk.look(ask)
        record = now.record
        if number is None:
            number = max(len(record.results), 1)
        if number > len(record.results):
            if number > max(len(record.firsts), 1):
                raise NotFound("unknown_number", number=number, games=len(record.firsts))
            raise Conflict("game_running")
        start = record.deals[number - 1]
        end = record.deals[number] - 1 if number < len(record.deals) else now.version
        _, dealt, _ = self._desk.past(ask, start)
        return Proof(
            table=record.id,
            game=record.game,
            number=number,
            commitment=record.commitment,
            seed=chance.seed(bytes.fromhex(record.seed), number).hex(),
            client_seeds=dealt.record.client_seeds,
            seats=len(record.chairs),
            options=record.options,
            first=record.firsts[number - 1],
            draws=self._draws(ask, dealt, start, end),
        )

    def _draws(self, ask: Ask, dealt: Snapshot, start: int, end: int) -> tuple[VersionDraws, ...]:
        game, record = self._desk.game, dealt.record
        draws = [VersionDraws(start, deal_again(game, record, start))]
        state = dealt.state
        chances = self._desk.chances(record)
        for version, entry in self._entries(ask, start, end):
            if entry.move is None or entry.seat is None:
                continue
            noted = Noted(chances(version))
            (step,) = referee.replay(game, state, [(entry.seat, entry.move, noted)])
            state = step.state
            if noted.drawn:
                draws.append(VersionDraws(version, tuple(noted.drawn)))
        return tuple(draws)

    def _entries(self, ask: Ask, after: int, end: int) -> list[tuple[int, AnyEntry]]:
        entries: list[tuple[int, AnyEntry]] = []
        while after < end:
            _, page = self._desk.log(ask, after, min(PAGE, end - after))
            entries += page
            after = page[-1][0]
        return entries


def deal_again(game: AnyRules, record: Record, version: int) -> tuple[Drawn, ...]:
    """What the deal of the record's last game drew."""
    seats, before = len(record.chairs), len(record.firsts) - 1
    results = [msgspec.json.decode(result, type=game.result_type) for result in record.results[:before]]
    first: Seat | None = game.next_first(seats, record.firsts[:before], results)
    noted = Noted(Seeded(bytes.fromhex(record.key), "game", version))
    options = msgspec.json.decode(record.options, type=game.options_type)
    referee.deal(game, seats, options, first, noted)
    return tuple(noted.drawn)


def fault(proof: AnyProof) -> str | None:
    """Why a proof does not hold; None when it does."""
    secret = bytes.fromhex(proof.seed)
    start = secret
    for _ in range(proof.number):
        start = sha256(start).digest()
    if not hmac.compare_digest(start.hex(), proof.commitment):
        return "the seed does not lead to the commitment"
    key = chance.game_key(secret, proof.table, proof.number, proof.client_seeds)
    for at in proof.draws:
        noted = Noted(Seeded(key, "game", at.version))
        for drawn in at.drawn:
            match drawn:
                case chance.Deck(pack=pack):
                    noted.shuffled(pack)
                case chance.Die():
                    noted.die()
                case chance.Lot(seats=seats):
                    noted.first(max(seats, 1))
            if noted.drawn[-1] != drawn:
                return f"at version {at.version} the seeds give {noted.drawn[-1]}, not {drawn}"
    return None
