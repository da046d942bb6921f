"""Several games at one table, over HTTP: who starts, how they add up, how they end; votes for giving up."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import pytest

from rules import GAMES
from tests.service.client import Client


def opened(client: Client, **body: Any) -> tuple[str, list[str]]:
    """A table of a series, its first game running."""
    return client.seated(GAMES[client.game].seats[0], **({"series": {}} | body))


def series_of_two(client: Client) -> dict[str, Any]:
    """Settings of a short series, where the game lets one choose."""
    has_games = "games" in GAMES[client.game].series_type.__struct_fields__
    return {"games": 2} if has_games else {}


@pytest.mark.parametrize("slug", GAMES)
def test_a_whole_series_is_played_and_adds_up_as_the_rules_say(client: Client, slug: str) -> None:
    game = GAMES[slug]
    client = Client(client.app, game=slug)
    settings = series_of_two(client)
    id, tokens = opened(client, series=settings)
    table = client.finish(id, tokens)
    while table["status"] == "between_games":
        assert client("POST", f"{id}/games", token=tokens[-1]).status == 200
        table = client.finish(id, tokens)
    series = table["series"]
    seats = game.seats[0]
    results = [msgspec.convert(result, game.result_type) for result in series["results"]]
    chosen = msgspec.convert(settings, game.series_type)
    assert table["status"] == "finished"
    assert len(results) == series["games"] == series["number"] == game.games(seats, chosen) == 2
    expected = game.standings(seats, chosen, results, closed=True)
    assert series["standings"] == msgspec.json.decode(msgspec.json.encode(expected))
    for n in range(1, len(results)):
        told = game.next_first(seats, series["firsts"][:n], results[:n])
        assert told is None or series["firsts"][n] == told
    last = client("GET", f"{id}/events?after={table['version'] - 1}").body["updates"][0]["events"]
    assert [event["type"] for event in last][-2:] == ["game_over", "series_over"]
    assert last[-1]["standings"] == series["standings"]


def test_between_games_the_table_waits_for_anybody_seated(client: Client) -> None:
    id, tokens = opened(client)
    running = client("POST", f"{id}/games", token=tokens[0])
    assert (running.status, running.body["code"]) == (409, "game_running")
    table = client.finish(id, tokens)
    assert (table["status"], table["actors"], table["moves"]) == ("between_games", [], None)
    assert table["result"] == table["series"]["results"][0]
    assert client("POST", f"{id}/games").body["code"] == "missing_token"
    over = client("POST", f"{id}/moves", {"type": "pick_up"}, token=tokens[0])
    assert over.body["code"] == "game_over"
    started = client("POST", f"{id}/games", token=tokens[1])
    assert started.status == 200
    table = started.body["table"]
    assert (table["status"], table["series"]["number"], table["result"]) == ("playing", 2, None)
    assert started.body["updates"][0]["events"][0]["type"] == "game_started"
    assert client("POST", f"{id}/games", token=tokens[0]).body["code"] == "game_running"


def test_of_two_who_start_at_once_one_does(client: Client) -> None:
    id, tokens = opened(client)
    client.finish(id, tokens)
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda t: Client(client.app)("POST", f"{id}/games", token=t), tokens))
    assert sorted(answer.status for answer in answers) == [200, 409]
    assert client.table(id)["series"]["number"] == 2


def test_each_game_is_dealt_from_a_seed_of_its_own_and_the_past_stays_as_it_was(client: Client) -> None:
    id, tokens = opened(client)
    first = client.table(id, tokens[0])
    client.finish(id, tokens)
    between = client.table(id)
    client("POST", f"{id}/games", token=tokens[0])
    second = client.table(id, tokens[0])
    assert second["view"] != first["view"]
    assert client("GET", f"{id}/views/{first['version']}", token=tokens[0]).body["view"] == first["view"]
    assert client("GET", f"{id}/views/{between['version']}").body["view"] == between["view"]
    assert client("GET", f"{id}/views/{second['version']}", token=tokens[0]).body["view"] == second["view"]


def test_a_seat_left_between_games_can_be_taken_and_then_the_game_started(client: Client) -> None:
    id, tokens = opened(client)
    full = client("POST", f"{id}/seats", {"name": "C"})
    assert full.body["code"] == "table_not_open"
    client.finish(id, tokens)
    assert client("POST", f"{id}/seats", {"name": "C"}).body["code"] == "table_full"
    assert client("DELETE", f"{id}/seats/1", token=tokens[1]).status == 204
    assert client.table(id)["status"] == "between_games"
    assert client("POST", f"{id}/games", token=tokens[0]).body["code"] == "seats_free"
    joined = client("POST", f"{id}/seats", {"name": "C"})
    assert (joined.status, joined.body["table"]["status"]) == (201, "between_games")
    assert client("POST", f"{id}/games", token=joined.body["token"]).status == 200


def test_a_series_of_open_length_is_settled_when_the_host_closes_it(client: Client) -> None:
    client = Client(client.app, game="skitgubbe")
    id, tokens = opened(client, series={"stake": "pot"})
    table = client.finish(id, tokens)
    loser = table["result"]["skitgubbe"]
    assert table["series"]["games"] is None
    assert table["series"]["standings"]["payout"] == [0, 0]
    assert client("DELETE", id, token=tokens[0]).status == 204
    table = client.table(id)
    assert (table["status"], table["reason"]) == ("finished", None)
    assert table["series"]["standings"]["payout"][1 - loser] == 1
    assert client("POST", f"{id}/games", token=tokens[0]).body["code"] == "table_ended"


def test_a_series_of_fixed_length_closed_early_is_given_up(client: Client) -> None:
    id, tokens = opened(client, series={"games": 3})
    client.finish(id, tokens)
    client("DELETE", id, token=tokens[0])
    table = client.table(id)
    assert (table["status"], table["reason"]) == ("abandoned", "closed")
    assert client("POST", f"{id}/games", token=tokens[0]).body["code"] == "table_ended"


def test_without_a_series_one_game_is_played(client: Client) -> None:
    id, tokens = client.seated()
    table = client.finish(id, tokens)
    assert (table["status"], table["series"]["games"], table["series"]["settings"]) == ("finished", 1, None)
    assert client("POST", f"{id}/games", token=tokens[0]).body["code"] == "table_ended"


@pytest.mark.parametrize("series", [{"games": 0}, {"games": 100}, {"rounds": 2}, {"games": "2"}, 3])
def test_wrong_settings_of_a_series_are_refused(client: Client, series: Any) -> None:
    answer = client.create(series=series)
    assert (answer.status, answer.body["code"]) == (422, "invalid_option")


def test_a_game_that_has_not_begun_cannot_be_started_or_voted_down(client: Client) -> None:
    made = client.create(series={}).body
    id, token = made["table"]["id"], made["token"]
    assert client("POST", f"{id}/games", token=token).body["code"] == "game_not_started"
    assert client("PUT", f"{id}/abandon-vote", token=token).body["code"] == "game_not_started"


def test_the_table_is_given_up_when_everybody_has_voted_for_it(client: Client) -> None:
    id, tokens = client.seated(3)
    path = f"{id}/abandon-vote"
    assert client("PUT", path, token=tokens[2]).body["table"]["abandon_votes"] == [2]
    again = client("PUT", path, token=tokens[2])
    assert (again.status, again.body["updates"], again.body["table"]["version"]) == (200, [], 5)
    assert client("PUT", path, token=tokens[0]).body["table"]["abandon_votes"] == [0, 2]
    back = client("DELETE", path, token=tokens[2]).body
    assert (back["table"]["abandon_votes"], back["updates"][0]["events"][0]["type"]) == (
        [0],
        "abandon_vote_withdrawn",
    )
    assert client("DELETE", path, token=tokens[2]).body["updates"] == []
    client("PUT", path, token=tokens[2])
    last = client("PUT", path, token=tokens[1]).body
    assert [event["type"] for event in last["updates"][0]["events"]] == ["abandon_voted", "abandoned"]
    assert (last["table"]["status"], last["table"]["reason"]) == ("abandoned", "agreed")
    assert client("PUT", path, token=tokens[1]).body["code"] == "table_ended"


def test_votes_are_for_seats_and_do_not_last_into_the_next_game(client: Client) -> None:
    id, tokens = opened(client)
    assert client("PUT", f"{id}/abandon-vote").body["code"] == "missing_token"
    client("PUT", f"{id}/abandon-vote", token=tokens[0])
    assert client.table(id)["abandon_votes"] == [0]
    client.finish(id, tokens)
    client("POST", f"{id}/games", token=tokens[1])
    assert client.table(id)["abandon_votes"] == []


def test_whoever_leaves_takes_his_vote_along_and_the_rest_may_agree_by_that(client: Client) -> None:
    id, tokens = client.seated(3, series={})
    client.finish(id, tokens)
    for token in tokens[:2]:
        client("PUT", f"{id}/abandon-vote", token=token)
    assert client.table(id)["status"] == "between_games"
    client("DELETE", f"{id}/seats/2", token=tokens[2])
    assert (client.table(id)["status"], client.table(id)["reason"]) == ("abandoned", "agreed")


def test_a_vote_does_not_count_as_a_move(client: Client) -> None:
    id, tokens = client.playing()
    token, table = client.to_act(id, tokens)
    client("PUT", f"{id}/abandon-vote", token=tokens[0])
    answer = client("POST", f"{id}/moves", table["moves"][0], token=token)
    assert answer.status == 200
    version = answer.body["table"]["version"]
    view = client.table(id, token)["view"]
    assert client("GET", f"{id}/views/{version}", token=token).body["view"] == view
