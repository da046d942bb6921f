"""Two seats of a generated Python client play Shithead against a bot; unions are told apart to the last variant."""

import sys
from typing import assert_never
from uuid import uuid4

import python_verifier
from spielwart_client import AuthenticatedClient, Client
from spielwart_client.api.shithead import (
    check_shithead_move,
    create_shithead_table,
    get_shithead_proof,
    get_shithead_table,
    join_shithead_table,
    list_shithead_events,
    play_shithead_move,
)
from spielwart_client.models import (
    Abandoned,
    AbandonVoted,
    AbandonVoteWithdrawn,
    BotLevel,
    BotTookOver,
    Cause,
    GameStarted,
    HostChanged,
    Joining,
    Problem,
    SeatLeft,
    SeatTaken,
    ShitheadCreated,
    ShitheadCreation,
    ShitheadDealtDown,
    ShitheadDealtHand,
    ShitheadDealtUp,
    ShitheadDone,
    ShitheadDrew,
    ShitheadFlip,
    ShitheadFlipped,
    ShitheadGameOver,
    ShitheadJoined,
    ShitheadLastFlip,
    ShitheadLastPickUp,
    ShitheadLastPlay,
    ShitheadLastReady,
    ShitheadLastSwap,
    ShitheadPickedUp,
    ShitheadPickUp,
    ShitheadPileBurned,
    ShitheadPlay,
    ShitheadPlayBegan,
    ShitheadPlayed,
    ShitheadProof,
    ShitheadReady,
    ShitheadRevealed,
    ShitheadSaidReady,
    ShitheadSeriesOver,
    ShitheadStaleProblem,
    ShitheadSwap,
    ShitheadSwapped,
    ShitheadTable,
    ShitheadUpdates,
    ShitheadVerdict,
    ShitheadView,
    ShitheadWentOut,
    TableStatus,
)

Move = ShitheadSwap | ShitheadReady | ShitheadPlay | ShitheadPickUp | ShitheadFlip
Moved = (
    ShitheadDealtDown
    | ShitheadDealtUp
    | ShitheadDealtHand
    | ShitheadSwapped
    | ShitheadPlayed
    | ShitheadFlipped
    | ShitheadPickedUp
    | ShitheadPileBurned
    | ShitheadDrew
)
Event = (
    Moved
    | ShitheadSaidReady
    | ShitheadPlayBegan
    | ShitheadWentOut
    | ShitheadRevealed
    | SeatTaken
    | SeatLeft
    | BotTookOver
    | HostChanged
    | GameStarted
    | ShitheadGameOver
    | ShitheadSeriesOver
    | Abandoned
    | AbandonVoted
    | AbandonVoteWithdrawn
)


def weight(move: Move) -> int:
    """How gladly a sensible player makes it: the least first."""
    match move:
        case ShitheadReady():
            return 0
        case ShitheadPlay(cards=cards):
            return "3456789JQKA2T".index(cards[0][0]) * 4 - len(cards)
        case ShitheadPickUp() | ShitheadFlip():
            return 0
        case ShitheadSwap():
            return 1_000
        case _:
            assert_never(move)


def told(event: Event) -> str:
    """An event in words."""
    match event:
        case ShitheadSaidReady(seat=seat) | ShitheadPlayBegan(seat=seat) | ShitheadRevealed(seat=seat):
            return f"{event.type_} {seat}"
        case ShitheadWentOut(seat=seat, place=place):
            return f"{seat} is out, place {place}"
        case SeatTaken(seat=seat, name=name):
            return f"{name} takes {seat}"
        case SeatLeft(seat=seat) | AbandonVoted(seat=seat) | AbandonVoteWithdrawn(seat=seat):
            return f"{event.type_} {seat}"
        case BotTookOver(seat=seat, name=name, level=level):
            return f"{name}, {level}, takes {seat} over"
        case HostChanged(host=host):
            return f"host is {host}"
        case GameStarted(number=number):
            return f"game {number}"
        case ShitheadGameOver(result=result):
            return f"{result.shithead} is the shithead"
        case ShitheadSeriesOver(standings=standings):
            return f"{standings.not_shithead}"
        case Abandoned(reason=reason):
            return reason
        case (
            ShitheadDealtDown(from_=place, to=to, cards=cards)
            | ShitheadDealtUp(from_=place, to=to, cards=cards)
            | ShitheadDealtHand(from_=place, to=to, cards=cards)
            | ShitheadSwapped(from_=place, to=to, cards=cards)
            | ShitheadPlayed(from_=place, to=to, cards=cards)
            | ShitheadFlipped(from_=place, to=to, cards=cards)
            | ShitheadPickedUp(from_=place, to=to, cards=cards)
            | ShitheadPileBurned(from_=place, to=to, cards=cards)
            | ShitheadDrew(from_=place, to=to, cards=cards)
        ):
            return f"{cards} from {place.zone} to {to.zone}"
        case _:
            assert_never(event)


def last(view: ShitheadView) -> str:
    """The last move in words."""
    move = view.last
    match move:
        case None:
            return "nothing yet"
        case ShitheadLastSwap(hand=hand, table=table):
            return f"{hand} for {table}"
        case ShitheadLastReady(seat=seat):
            return f"{seat} is ready"
        case ShitheadLastPlay(cards=cards, from_=source):
            return f"{cards} from {source}"
        case ShitheadLastPickUp(count=count):
            return f"{count} picked up"
        case ShitheadLastFlip(card=card, ok=ok):
            return f"{card} {ok}"
        case _:
            assert_never(move)


def refusals(id: str, client: AuthenticatedClient, move: Move, version: int) -> None:
    """An illegal move, its dry run, and a move on a version that is past."""
    nonsense = ShitheadPlay(type_="play", cards=["7c", "7c"])
    verdict = check_shithead_move.sync(id, client=client, body=nonsense)
    assert isinstance(verdict, ShitheadVerdict)
    assert verdict.refusal is not None
    problem = play_shithead_move.sync(id, client=client, body=nonsense, accept_language="de")
    assert isinstance(problem, Problem)
    assert (problem.status, problem.code, problem.clause) == (
        409,
        verdict.refusal.code,
        verdict.refusal.clause,
    )
    stale = play_shithead_move.sync(id, client=client, body=move, if_match=f'"{version - 1}"')
    assert isinstance(stale, ShitheadStaleProblem)
    assert (stale.status, stale.table.version, stale.version) == (412, version, version)


def replayed(id: str, client: AuthenticatedClient, move: Move) -> ShitheadTable:
    """A move sent twice under one key: made once, answered equally."""
    key = str(uuid4())
    first = play_shithead_move.sync_detailed(id, client=client, body=move, idempotency_key=key)
    again = play_shithead_move.sync_detailed(id, client=client, body=move, idempotency_key=key)
    assert again.content == first.content
    assert "idempotent-replayed" not in first.headers
    assert again.headers["idempotent-replayed"] == "true"
    assert isinstance(first.parsed, ShitheadDone)
    return first.parsed.table


def fair(id: str, client: AuthenticatedClient, commitment: str) -> None:
    """The vector of docs/fairness.md, the proof of the game, and the same with another seed."""
    key = python_verifier.key_of("01" * 32, "t", 1, ["a", "b"])
    assert key.hex() == "35073872c17681e8a8b022bca842c6662a4ead81b6e46c367e9ca71af47d5227"
    deck = python_verifier.shuffled(python_verifier.words(key, 3), ["Ac", "2c", "3c", "4c", "5c"])
    assert deck == ["2c", "4c", "5c", "3c", "Ac"]
    proof = get_shithead_proof.sync(id, client=client)
    assert isinstance(proof, ShitheadProof)
    assert python_verifier.holds(proof, commitment)
    proof.client_seeds.append("x")
    assert not python_verifier.holds(proof, commitment)


def play(url: str) -> str:
    """Plays a whole game."""
    body = ShitheadCreation(seats=3, name="Ada", bots=[BotLevel.REGULAR], client_seed="from-Ada")
    made = create_shithead_table.sync(client=Client(url), body=body)
    assert isinstance(made, ShitheadCreated)
    id = made.table.id
    joined = join_shithead_table.sync(id, client=Client(url), body=Joining(name="Grace"))
    assert isinstance(joined, ShitheadJoined)
    assert joined.token is not None
    clients = {0: AuthenticatedClient(url, made.token), 2: AuthenticatedClient(url, joined.token)}
    table = joined.table
    moves = 0
    while table.status == TableStatus.PLAYING:
        client = next(clients[seat] for seat in table.actors if seat in clients)
        mine = get_shithead_table.sync(id, client=client)
        assert isinstance(mine, ShitheadTable)
        assert mine.moves
        assert mine.view is not None
        last(mine.view)
        move = min(mine.moves, key=weight)
        if moves == 5:
            refusals(id, client, move, mine.version)
            table = replayed(id, client, move)
        else:
            done = play_shithead_move.sync(id, client=client, body=move, if_match=f'"{mine.version}"')
            assert isinstance(done, ShitheadDone), done
            table = done.table
            assert all(told(event) for update in done.updates for event in update.events)
        moves += 1
        assert moves < 3_000, "the game does not end"
    history = list_shithead_events.sync(id, client=clients[0], limit=1_000)
    assert isinstance(history, ShitheadUpdates)
    assert [update.version for update in history.updates] == list(range(1, len(history.updates) + 1))
    assert any(update.cause == Cause.BOT for update in history.updates)
    assert table.status == TableStatus.FINISHED
    fair(id, clients[0], made.table.commitment)
    assert table.result is not None
    return f"Python: {moves} moves, seat {table.result.shithead} is the shithead"


if __name__ == "__main__":
    print(play(sys.argv[1]))
