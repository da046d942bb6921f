"""What the test vectors of Slobberhannes leave out: options, dealing, revokes, payment, clause by clause."""

from itertools import product

import pytest

from rules.chance import Chance, Seeded, Stacked
from rules.core import Place, Seat
from rules.slobberhannes.deal import SHORT_PACK, cards_for
from rules.slobberhannes.types import Options, Paid, Revealed, State
from tests.rules.slobberhannes_positions import GAME, after, at, dealt, legal, paid, refused, steps


def shared(queen_in: int, winners: tuple[Seat, ...], chips: int) -> tuple[State, str]:
    """A deal of three tricks in diamonds, hearts and spades, won as asked, and the cards that are played.

    The queen of clubs is discarded on one of them, by a seat that neither leads to it nor wins it.
    """
    leaders = (0, *winners)
    hands: list[list[str]] = [[], [], [], []]
    played = []
    for number, (leader, winner, suit_led) in enumerate(zip(leaders, winners, "dhs", strict=False), 1):
        low = iter("789")
        cards = {seat: ("A" if seat == winner else next(low)) + suit_led for seat in range(4)}
        if number == queen_in:
            cards[next(seat for seat in range(4) if seat not in (leader, winner))] = "Qc"
        for seat, card in cards.items():
            hands[seat].append(card)
        played += [f"{seat % 4}:{cards[seat % 4]}" for seat in range(leader, leader + 4)]
    state = at(" | ".join(map(" ".join, hands)), chips=[chips] * 4)
    return state, " ".join(played)


def play_on(state: State, chance: Chance, moves: int) -> State:
    """The state after the first legal move, so many times."""
    for _ in range(moves):
        (seat,) = GAME.actors(state)
        state = GAME.apply(state, seat, GAME.moves(state, seat)[0], chance).state
    return state


# Options and dealing


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_SL_16_two_out_is_for_seven(seats: int):
    refusal = GAME.options(seats, Options(seven_deal="two_out"))
    assert (refusal.code, refusal.clause) == ("invalid_option", "SL-16")


def test_SL_11_two_black_sevens_are_removed():
    assert len(cards_for(4)) == 32
    for seats in (3, 5, 6, 7):
        assert set(cards_for(4)) - set(cards_for(seats)) == {"7c", "7s"}
        assert len(cards_for(seats)) == 30


def test_SL_13_and_14_chips_and_penalty_points():
    state = after(dealt(3, 0, chips=4), "0:7d 1:8d 2:9d")
    view = GAME.view(state, None)
    assert (view.chips, view.pool, view.penalty_points) == ((4, 4, 3), 1, (0, 0, 1))


def test_SL_24_and_26_packets_of_seven_and_the_two_left_out():
    deck = SHORT_PACK
    state = dealt(7, 3, deck, seven_deal="two_out")
    for place, seat in enumerate((3, 4, 5, 6, 0, 1, 2)):
        packets = deck[2 * place : 2 * place + 2] + deck[14 + 2 * place : 16 + 2 * place]
        assert state.hands[seat] == tuple(sorted(packets))
    assert state.left_out == deck[28:]
    assert GAME.view(state, 0).out_count == 2
    assert GAME.zones(state)[Place("out", None)] == deck[28:]


@pytest.mark.parametrize("seven_deal", ["dealer_out", "two_out"])
def test_SL_28_every_deal_is_of_a_pack_of_its_own(seven_deal: str):
    packs = [SHORT_PACK, SHORT_PACK[::-1], (*SHORT_PACK[15:], *SHORT_PACK[:15])]
    chance = Stacked(decks=packs)
    state = GAME.setup(7, Options(seven_deal=seven_deal), 0, chance).state
    moves = sum(map(len, state.hands))
    for number, deck in enumerate(packs):
        assert (state.deal, state.dealer) == (number + 1, (6 + number) % 7)
        again = dealt(7, number, deck, seven_deal=seven_deal)
        assert (state.hands, state.left_out) == (again.hands, again.left_out)
        state = play_on(state, chance, moves - 1 if deck is packs[-1] else moves)
    (seat,) = GAME.actors(state)
    with pytest.raises(IndexError):  # the fourth deal belongs to the move that ends the third (SL-43)
        GAME.apply(state, seat, GAME.moves(state, seat)[0], chance)


def test_SL_26_cards_left_out_are_gathered_too():
    chance = Stacked(decks=[SHORT_PACK, SHORT_PACK])
    state = play_on(GAME.setup(7, Options(seven_deal="two_out"), 0, chance).state, chance, 27)
    (seat,) = GAME.actors(state)
    events = GAME.apply(state, seat, GAME.moves(state, seat)[0], chance).events
    gathered = [event for event in events if type(event).__name__ == "Gathered"]
    assert [(event.from_.zone, len(event.cards)) for event in gathered] == [("tricks", 28), ("out", 2)]


def test_SL_E9_another_seat_sits_out_every_deal():
    chance = Stacked(decks=[SHORT_PACK] * 9)
    state = GAME.setup(7, Options(), 3, chance).state
    idle = []
    for _ in range(8):
        idle.append([seat for seat, hand in enumerate(state.hands) if not hand])
        assert refused(state, idle[-1][0], "8c") == "not_your_turn"
        state = play_on(state, chance, 30)
    assert idle == [[2], [3], [4], [5], [6], [0], [1], [2]]


# Revokes


def test_SL_47_every_revoke_costs_a_chip_anew():
    state = at("Ah Kh 7s | 7h 8h Ac | 9h Qs Ks | Th Jh Td", revoke="penalty")
    state = after(state, "0:Ah 1:Ac 2:Qs")
    assert (state.chips, state.revokes) == ((10, 9, 9, 10), (1, 2))
    assert GAME.view(state, None).revokes == (1, 2)
    state = after(state, "3:Th")
    assert (state.last_trick.revokes, state.revokes) == ((1, 2), ())
    assert GAME.view(state, None).revokes == ()
    assert state.chips == (9, 9, 9, 10)
    state = after(state, "0:Kh 1:7h 2:Ks")
    assert (state.chips, state.revokes) == ((9, 9, 8, 10), (2,))


def test_SL_E7_who_holds_only_the_suit_led_cannot_revoke():
    state = at("Ah 7s | 7h 8h | 9h 9s | Th Ts", revoke="penalty")
    state = after(state, "0:Ah")
    assert legal(state, 1) == {"7h", "8h"}
    assert after(state, "1:8h").revokes == ()


def test_SL_E8_a_revoke_can_save_another_player():
    state = at("Ah 7s | 7h 8h | 9h 9s | Th Ts", revoke="penalty", chips=[1, 5, 5, 1])
    state = after(state, "0:Ah 1:7h 2:9h 3:Ts")
    assert (GAME.result(state).loser, state.chips) == (3, (1, 5, 5, 0))
    assert state.last_trick is None


def test_SL_E10_a_revoke_is_none_of_the_three():
    state = at("7h Ac | 8h Tc | Ah Qc | 9h 9c", revoke="penalty")
    state = after(state, "0:7h 1:Tc 2:Ah 3:9h 2:Qc 3:9c 0:Ac 1:8h")
    assert paid(state) == ["queen", "last"]
    assert state.chips == (8, 9, 9, 10)


# Payment


@pytest.mark.parametrize("chips", [1, 2, 3, 4, 10])
def test_SL_50_to_54_and_61_every_way_to_win_first_queen_and_last(chips: int):
    """Played out: each seat may win each of three tricks, and the queen may fall on any of them."""
    seen = set()
    for queen_in, winners in product((1, 2, 3), product(range(4), repeat=3)):
        first, middle, last = winners
        queen = winners[queen_in - 1]
        owed = [(first, "first"), (middle, "middle"), (last, "last")]
        owed.insert({1: 1, 2: 1, 3: 2}[queen_in], (queen, "queen"))
        if first == queen == last:
            owed.append((last, "all_three"))
        expected, left = [], [chips] * 4
        for seat, reason in owed:
            if reason != "middle" and 0 not in left:
                left[seat] -= 1
                expected.append(Paid(seat, reason, left[seat]))
        state, played = shared(queen_in, winners, chips)
        found = []
        for one in played.split():
            (step,) = steps(state, one)
            state = step.state
            found += [event for event in step.events if isinstance(event, Paid)]
            if GAME.result(state):
                assert isinstance(step.events[-1], Revealed)
                break
        assert (found, state.chips) == (expected, tuple(left))
        assert (GAME.result(state) is not None) == (0 in left)
        seen.add((queen_in, winners))
    assert len(seen) == 3 * 4**3


def test_SL_64_the_result_counts_the_deals_begun():
    chance = Seeded(b"deals", "test", 1)
    state = GAME.setup(4, Options(chips=3), 0, chance).state
    begun = 1
    while GAME.actors(state):
        (seat,) = GAME.actors(state)
        step = GAME.apply(state, seat, GAME.moves(state, seat)[0], chance)
        begun += sum(type(event).__name__ == "DealBegan" for event in step.events)
        state = step.state
    result = GAME.result(state)
    assert begun > 1
    assert (result.deals, sum(result.settlement)) == (begun, 0)
    assert result.penalty_points == tuple(3 - left for left in result.chips)


# Knowledge


def test_SL_31_cards_left_out_are_open_at_the_end_only():
    chance = Stacked(decks=[SHORT_PACK])
    state = GAME.setup(7, Options(seven_deal="two_out", chips=1), 0, chance).state
    assert GAME.view(state, 0).left_out is None
    step = None
    while GAME.actors(state):
        (seat,) = GAME.actors(state)
        step = GAME.apply(state, seat, GAME.moves(state, seat)[0], chance)
        state = step.state
    assert step.events[-1] == Revealed(state.hands, SHORT_PACK[28:])
    assert GAME.view(state, None).left_out == SHORT_PACK[28:]


def test_SL_31_the_imagined_queen_lies_where_the_view_says():
    for number in range(20):
        chance = Seeded(b"imagined", "test", number)
        state = GAME.setup(7, Options(seven_deal="two_out"), 0, chance).state
        while GAME.actors(state) and state.deal == 1:
            for viewer in (*range(7), None):
                imagined = GAME.imagine(state, viewer, chance)
                assert ("Qc" in imagined.tricks) == (state.taken.queen is not None)
            (seat,) = GAME.actors(state)
            moves = GAME.moves(state, seat)
            state = GAME.apply(state, seat, moves[chance.below(len(moves))], chance).state


def test_SL_33_tricks_won_are_counted_by_seat():
    state = after(at("7d Ah | 8d 8h | 9d 9s | Qc Th"), "0:7d 1:8d 2:9d 3:Qc")
    assert GAME.view(state, 0).tricks_won == (0, 0, 1, 0)
