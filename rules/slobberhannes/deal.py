"""How Slobberhannes is dealt: which pack, to whom, in which packets, deal after deal."""

from rules.cards import pack
from rules.chance import Chance
from rules.core import Cards, Place, Seat, Step
from rules.slobberhannes.types import (
    NOTHING_TAKEN,
    DealBegan,
    Dealt,
    Event,
    Gathered,
    LeftOut,
    Options,
    State,
)

RANKS = "789TJQKA"
"""Rising (SL-12)."""

FULL_PACK = pack(RANKS)
SHORT_PACK = tuple(card for card in FULL_PACK if card not in ("7c", "7s"))
"""For all numbers of players but four (SL-11)."""

PACKETS = {10: (3, 3, 2, 2), 8: (3, 3, 2), 6: (3, 3), 5: (3, 2), 4: (2, 2)}
"""Sizes of the packets in which a hand is dealt, by its size (SL-22, SL-23, SL-24)."""

PACK, TRICK, TRICKS, OUT = (Place(zone, None) for zone in ("pack", "trick", "tricks", "out"))


def cards_for(seats: int) -> Cards:
    """The pack for a number of players (SL-10, SL-11)."""
    return FULL_PACK if seats == 4 else SHORT_PACK


def taking_part(seats: int, options: Options, dealer: Seat) -> tuple[Seat, ...]:
    """The seats that play a deal, eldest hand first, clockwise (SL-15, SL-25)."""
    sits_out = seats == 7 and options.seven_deal == "dealer_out"
    return tuple((dealer + i) % seats for i in range(1, seats + (not sits_out)))


def first_deal(seats: int, options: Options, first: Seat, chance: Chance) -> Step[State, Event]:
    """The first deal of a match: `first` leads (SL-40), and the seat on his right deals (SL-21). Chips: SL-13."""
    chips = (options.chips,) * seats
    dealer = (first - 1) % seats
    deck = chance.shuffled(cards_for(seats))
    return _deal(options, 1, dealer, deck, chips, None, [])


def next_deal(state: State, chance: Chance) -> Step[State, Event]:
    """The next deal, by the last dealer's left neighbour, with all cards shuffled again (SL-20, SL-28)."""
    seats = len(state.hands)
    gathered: list[Event] = [Gathered(TRICKS, PACK, state.tricks)]
    if state.left_out:
        gathered.append(Gathered(OUT, PACK, state.left_out))
    deck = chance.shuffled(cards_for(seats))
    dealer = (state.dealer + 1) % seats
    return _deal(state.options, state.deal + 1, dealer, deck, state.chips, state, gathered)


def _deal(
    options: Options,
    number: int,
    dealer: Seat,
    deck: Cards,
    chips: tuple[int, ...],
    before: State | None,
    events: list[Event],
) -> Step[State, Event]:
    seats = len(chips)
    players = taking_part(seats, options, dealer)
    size = len(deck) // len(players)
    dealt: dict[Seat, Cards] = dict.fromkeys(range(seats), ())
    at = 0
    for packet in PACKETS[size]:
        for seat in players:
            dealt[seat] += deck[at : at + packet]
            at += packet
    left_out = deck[at:]
    events.append(DealBegan(number, dealer, players[0]))
    events += (Dealt(PACK, Place("hand", seat), dealt[seat], seat) for seat in players)
    if left_out:
        events.append(LeftOut(PACK, OUT, left_out))
    state = State(
        options=options,
        dealer=dealer,
        deal=number,
        hands=tuple(tuple(sorted(dealt[seat])) for seat in range(seats)),
        left_out=left_out,
        tricks=(),
        trick=(),
        revokes=(),
        trick_number=1,
        tricks_won=(0,) * seats,
        taken=NOTHING_TAKEN,
        last_trick=before.last_trick if before else None,
        chips=chips,
        turn=players[0],
    )
    return Step(state, tuple(events))
