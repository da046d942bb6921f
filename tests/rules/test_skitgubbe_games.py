"""What the rules of Skitgubbe say of whole games, held against random ones; and that every clause is cited."""

import re
from itertools import pairwise, product
from pathlib import Path

import pytest

from rules.chance import Stacked
from rules.skitgubbe.types import Options
from tests.rules.laws.walks import Walk
from tests.rules.skitgubbe_positions import GAME, options

SETTINGS = [
    (seats, given)
    for seats in (2, 3, 4)
    for given in (
        {},
        {"pickup": "pile", "redistribute_low": True},
        {"phase1_tricks": "head_to_head", "hand_size": 5, "no_trump": True},
    )
]


@pytest.fixture(scope="module", params=SETTINGS, ids=str)
def walks(request):
    """Some games played evenly at random."""
    seats, given = request.param
    return [Walk(GAME, seats, options(seats, **given), seed) for seed in (0, 3, 6, 9)]


def turns(walks, phase):
    return [turn for walk in walks for turn in walk.turns if turn.state.phase == phase]


def test_SG_41_no_further_chance(walks):
    for walk in walks:
        for turn in walk.turns:
            assert GAME.apply(turn.state, turn.seat, turn.move, Stacked()) == turn.step


def test_SG_49_SG_51_SG_158_one_seat_is_to_act_and_can(walks):
    for walk in walks:
        for state in list(walk.states)[:-1]:
            (seat,) = GAME.actors(state)
            assert GAME.moves(state, seat)
            assert not any(GAME.moves(state, other) for other in range(walk.seats) if other != seat)


def test_SG_56_SG_79_SG_155_hands_are_full_when_a_phase_1_trick_begins(walks):
    begun = [turn.state for turn in turns(walks, "phase1") if turn.state.round == 1 and not turn.state.plays]
    assert begun
    for state in begun:
        assert set(map(len, state.hands)) == {state.options.hand_size}
        assert state.stock


def test_SG_9_SG_57_SG_71_SG_74_who_takes_part(walks):
    for turn in turns(walks, "phase1"):
        state, seats = turn.state, len(turn.state.hands)
        if state.round == 1:
            number = seats if state.options.phase1_tricks == "all" else 2
            assert state.contestants == tuple((state.leader + step) % seats for step in range(number))
        assert turn.seat == state.contestants[len(state.plays)]


def test_SG_130_SG_154_only_cards_of_the_hand_are_put_down(walks):
    for turn in turns(walks, "phase1"):
        assert {move.card for move in GAME.moves(turn.state, turn.seat)} == set(turn.state.hands[turn.seat])


def test_SG_50_SG_78_SG_159_phase_1_ends_with_the_stock(walks):
    for walk in walks:
        for state in walk.states:
            assert bool(state.stock) == (state.phase == "phase1")
            assert (state.drawer is None) == (state.phase == "phase1")
            if state.phase in ("phase2", "over"):
                assert not any(state.piles)


def test_SG_85_SG_182_the_drawer_leads_phase_2(walks):
    for walk in walks:
        opening = next(state for state in walk.states if state.phase == "phase2")
        assert opening.turn == opening.leader == opening.drawer
        assert opening.hands[opening.drawer]


def test_SG_19_SG_111_the_table_pile_rises(walks):
    for turn in turns(walks, "phase2"):
        table, trump = turn.state.table, turn.state.trump
        values = [(card[1] == trump, "23456789TJQKA".index(card[0])) for card in table]
        assert values == sorted(values)
        assert len({card[1] for card in table if card[1] != trump}) <= 1


def test_SG_121_SG_122_each_active_seat_acts_once(walks):
    for walk in walks:
        acted, active = [], None
        for turn in (turn for turn in walk.turns if turn.state.phase == "phase2"):
            if active is None:
                active = {seat for seat, hand in enumerate(turn.state.hands) if hand}
                assert (turn.seat, turn.state.table) == (turn.state.leader, ())
            acted.append(turn.seat)
            if turn.step.state.acted == ():
                assert sorted(acted) == sorted(active)
                acted, active = [], None


def test_SG_138_SG_139_SG_140_SG_141_SG_142_one_loses(walks):
    for walk in walks:
        result = GAME.result(walk.end)
        assert sorted(result.outcomes) == ["loss"] + ["win"] * (walk.seats - 1)
        assert result.outcomes[result.skitgubbe] == "loss"
        assert sorted((*result.out_order, result.skitgubbe)) == list(range(walk.seats))
        assert [seat for seat, hand in enumerate(walk.end.hands) if hand] == [result.skitgubbe]
        assert result.out_order == walk.end.out


def test_SG_184_phase_1_has_at_most_51_moves(walks):
    for walk in walks:
        assert sum(turn.state.phase == "phase1" for turn in walk.turns) <= 51


def tricks(walk):
    """The states at the start of each phase-2 trick."""
    return [s for s in walk.states if s.phase == "phase2" and not s.acted]


def progress(state):
    return len(state.out_of_play)


@pytest.mark.parametrize("pickup", ["sequence", "pile"])
def test_SG_185_with_two_seats_each_trick_brings_the_end_nearer(pickup):
    for seed in range(0, 30, 3):
        begun = tricks(Walk(GAME, 2, options(2, pickup=pickup), seed))
        for before, later in pairwise(begun):
            shrank = later.leader == before.leader and len(later.hands[later.leader]) < len(
                before.hands[before.leader]
            )
            assert progress(later) >= progress(before) + 2 or shrank


def test_SG_186_with_three_active_seats_nearly_every_trick_takes_cards_out():
    for seed in range(0, 30, 3):
        begun = tricks(Walk(GAME, 3, options(3), seed))
        for before, later in pairwise(begun):
            if progress(later) == progress(before) and all(before.hands):
                assert later.leader == (before.leader + 1) % 3


def test_SG_187_with_four_active_seats_and_whole_piles_the_third_leads_after_an_empty_trick():
    for seed in range(0, 30, 3):
        begun = tricks(Walk(GAME, 4, options(4, pickup="pile"), seed))
        for before, later in pairwise(begun):
            if progress(later) == progress(before) and all(before.hands) and all(later.hands):
                assert later.leader == (before.leader + 2) % 4


def test_SG_189_random_play_ends_soon(walks):
    assert max(len(walk.turns) for walk in walks) < 1000


def test_SG_87_hands_of_phase_2_are_large():
    for seats, low, high in ((2, 21, 26), (3, 14, 20), (4, 9, 15)):
        begun = [tricks(Walk(GAME, seats, options(seats), seed))[0] for seed in range(0, 60, 3)]
        mean = sum(len(hand) for state in begun for hand in state.hands) / len(begun) / seats
        assert low <= mean <= high


def test_SG_32_all_160_combinations_are_played_to_the_end():
    fields = ((3, 5), ("all", "head_to_head"), *((False, True),) * 3, ("sequence", "pile"))
    combinations = [(seats, Options(*given)) for seats in GAME.seats for given in product(*fields)]
    accepted = [(seats, given) for seats, given in combinations if GAME.options(seats, given) == given]
    assert len(accepted) == 160
    for seats, given in accepted:
        walk = Walk(GAME, seats, given, 0, 1000)
        assert sum(map(len, GAME.zones(walk.end).values())) == 52
        assert GAME.result(walk.end) is not None


def test_SG_144_options_stay(walks):
    assert all(isinstance(state.options, Options) for walk in walks for state in walk.states)
    assert all(state.options == walk.options for walk in walks for state in walk.states)


# What no position can show: names, what the game is like, advice
TOLD = {1, 3, 4, 5, 6, 7, 8, 13, 16, 17, 18, 20, 23, 27, 28, 29, 30} | set(range(190, 196))

ROOT = Path(__file__).parents[2]


def cited(text):
    """The clauses that a text cites, ranges included."""
    ids = {int(number) for number in re.findall(r"SG[-_](\d+)", text)}
    for first, last in re.findall(r"SG[-_](\d+)[ _]to[ _]SG[-_](\d+)", text):
        ids |= set(range(int(first), int(last) + 1))
    return ids


def test_every_clause_is_cited():
    files = [*ROOT.glob("rules/skitgubbe/*.py"), *ROOT.glob("tests/rules/*skitgubbe*.py")]
    found = set().union(*(cited(path.read_text("utf-8")) for path in files))
    assert set(range(1, 196)) - TOLD <= found
    for language in ("de", "en"):
        assert cited((ROOT / f"rules/skitgubbe/rules.{language}.md").read_text("utf-8")) >= TOLD
