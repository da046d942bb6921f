"""Ids, invites and tokens: derived, never stored, and of one table each."""

import pytest

from rules import GAMES
from service.settings import Settings
from service.store.redis_store import RedisStore
from service.tables.desk import ALPHABET, Ask, Desk
from service.tables.refused import BadToken


@pytest.fixture
def desk(store: RedisStore, settings: Settings) -> Desk:
    return Desk(GAMES["shithead"], store, settings)


def test_ids_are_drawn_or_follow_from_the_key(desk: Desk) -> None:
    assert desk.new_id("k") == desk.new_id("k") != desk.new_id("l")
    drawn = {desk.new_id(None) for _ in range(100)}
    assert len(drawn) == 100
    assert all(len(id) == 20 and set(id) <= set(ALPHABET) for id in drawn)


def test_another_secret_gives_other_ids_invites_and_tokens(desk: Desk, store: RedisStore) -> None:
    other = Desk(desk.game, store, Settings(secret="another secret of 32 characters!", redis_url="x"))
    assert other.new_id("k") != desk.new_id("k")
    assert other.invite("t") != desk.invite("t")
    with pytest.raises(BadToken):
        other.bearer(Ask("t", desk.token("t", 0, 1)))


def test_a_token_names_table_seat_and_join(desk: Desk) -> None:
    assert desk.bearer(Ask("t", desk.token("t", 2, 7))) == (2, 7)
    assert desk.bearer(Ask("t", desk.token("t", None, 0))) == (None, 0)
    with pytest.raises(BadToken):
        desk.bearer(Ask("u", desk.token("t", 2, 7)))


@pytest.mark.parametrize("token", ["", "x", "a.b", "\u00e4", "W10.x", "e30." + "A" * 27])
def test_what_is_no_token_is_refused(desk: Desk, token: str) -> None:
    with pytest.raises(BadToken):
        desk.bearer(Ask("t", token))
