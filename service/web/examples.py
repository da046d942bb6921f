"""Examples for the API's description, made by the rules themselves: a game dealt from a fixed key, two moves in."""

import json
from functools import cached_property
from typing import Any

import msgspec
from msgspec.structs import replace

from rules import referee
from rules.chance import Seeded, seed
from rules.core import AnyRules, Refusal
from service.tables import answers
from service.tables.fairness import Proof, VersionDraws, deal_again
from service.tables.games import after_move, begin, encoded
from service.tables.record import RULES_VERSION, Chair, Draft, LogEntry, Record, Snapshot

TABLE = "7h2k9m4q8r1t3v5w6x0y"
TOKEN = "WyI3aDJrOW00cThyMXQzdjV3NngweSIsMCwxXQ.example-signature"  # noqa: S105 (an example)
AT = 1_796_112_000_000
"""2026-12-01T08:00:00Z"""
NAMES = ("Ada", "Grace", "Alan", "Edsger", "Barbara", "Donald", "Tony")


class Examples:
    """One game's examples; each is made when first asked for."""

    def __init__(self, game: AnyRules) -> None:
        self._game = game
        self._seats = game.seats[0]

    @cached_property
    def _waiting(self) -> Snapshot:
        game = self._game
        record = Record(
            rules_version=RULES_VERSION,
            id=TABLE,
            game=game.slug,
            created_at=AT,
            chairs=(Chair(NAMES[0], "human", join=1), *[Chair()] * (self._seats - 1)),
            options=encoded(game.defaults(self._seats)),
            series=encoded(None),
            length=1,
            standings=encoded(game.standings(self._seats, game.series_type(), (), closed=False)),
            seed=bytes(32).hex(),
            commitment=seed(bytes(32), 0).hex(),
            host=0,
            joins=1,
        )
        return Snapshot(1, AT, record, None)

    @cached_property
    def _dealt(self) -> tuple[Snapshot, Draft]:
        chairs = tuple(Chair(NAMES[seat], "human", join=seat + 1) for seat in range(self._seats))
        record = replace(self._waiting.record, chairs=chairs, joins=self._seats)
        draft = begin(self._game, record, self._seats + 1)
        return Snapshot(self._seats + 1, AT + 60_000, draft.record, draft.state), draft

    @cached_property
    def _moved(self) -> tuple[Snapshot, Draft]:
        dealt, _ = self._dealt
        seat, move = self._choice
        step = referee.play(
            self._game, dealt.state, seat, move, Seeded(bytes(32), "example", dealt.version + 1)
        )
        if isinstance(step, Refusal):
            raise AssertionError("a listed move was refused")
        draft = after_move(
            self._game, dealt, Draft(seat, "move", move, step.events, dealt.record, step.state)
        )
        return Snapshot(dealt.version + 1, AT + 90_000, draft.record, draft.state), draft

    @property
    def _choice(self) -> tuple[int, Any]:
        dealt, _ = self._dealt
        seat = self._game.actors(dealt.state)[0]
        return seat, self._game.moves(dealt.state, seat)[0]

    def _updates(self, *moments: tuple[Snapshot, Draft]) -> Any:
        entries = [
            (snapshot.version, LogEntry(draft.seat, draft.cause, draft.move, draft.events, snapshot.at))
            for snapshot, draft in moments
        ]
        return answers.updates(entries, self._choice[0])

    def table(self) -> Any:
        """The table of the seat to act."""
        return _plain(answers.table(self._game, self._dealt[0], self._choice[0]))

    def created(self) -> Any:
        """A table just opened."""
        return _plain(answers.Created(answers.table(self._game, self._waiting, 0), TOKEN, None))

    def joined(self) -> Any:
        """The last seat just taken."""
        return _plain(answers.Joined(answers.table(self._game, self._dealt[0], self._seats - 1), TOKEN))

    def lobby(self) -> Any:
        """A lobby of one table."""
        return _plain(answers.Lobby((answers.summary(self._waiting),), None))

    def move(self) -> Any:
        """A legal move."""
        return _plain(self._choice[1])

    def moves(self) -> Any:
        """The legal moves."""
        dealt, _ = self._dealt
        return _plain(answers.Moves(dealt.version, self._game.moves(dealt.state, self._choice[0]), None))

    def verdict(self) -> Any:
        """What a dry run of the move says."""
        return _plain(answers.Verdict(True, None, self._dealt[0].version))

    def done(self) -> Any:
        """What the move brings about."""
        after, _ = self._moved
        return _plain(
            answers.Done(self._updates(self._moved), answers.table(self._game, after, self._choice[0]))
        )

    def started(self) -> Any:
        """What dealing a game brings about."""
        dealt, _ = self._dealt
        return _plain(
            answers.Done(self._updates(self._dealt), answers.table(self._game, dealt, self._choice[0]))
        )

    def voted(self) -> Any:
        """The table after a vote that changed nothing."""
        dealt, _ = self._dealt
        return _plain(answers.Done((), answers.table(self._game, dealt, self._choice[0])))

    def proof(self) -> Any:
        """The proof of the dealt game."""
        dealt, _ = self._dealt
        draws = VersionDraws(dealt.version, deal_again(self._game, dealt.record, dealt.version))
        proven = seed(bytes(32), 1).hex()
        return _plain(
            Proof(
                TABLE,
                self._game.slug,
                1,
                dealt.record.commitment,
                proven,
                dealt.record.client_seeds,
                self._seats,
                dealt.record.options,
                dealt.record.firsts[0],
                (draws,),
            )
        )

    def updates(self) -> Any:
        """The deal and the move."""
        after, _ = self._moved
        return _plain(answers.Updates(self._updates(self._dealt, self._moved), after.version))

    def past_view(self) -> Any:
        """The view after the deal."""
        dealt, _ = self._dealt
        return _plain(answers.PastView(dealt.version, self._game.view(dealt.state, self._choice[0])))


def _plain(answer: Any) -> Any:
    return json.loads(msgspec.json.encode(answer))
