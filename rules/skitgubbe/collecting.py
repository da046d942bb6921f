"""Phase 1 of Skitgubbe: the deal, short tricks, refilling from the stock (SG-4; rounds SG-16, SG-17, drawer SG-20)."""

from msgspec.structs import replace

from rules.cards import rank, without
from rules.core import Card, Cards, Seat, Step, put
from rules.skitgubbe.between import end_phase_one
from rules.skitgubbe.events import (
    Dealt,
    Discarded,
    Drew,
    Event,
    LowerRemoved,
    Played,
    Tied,
    TrickVoided,
    TrickWon,
)
from rules.skitgubbe.position import HANDS, HEIGHT, OUT_OF_PLAY, PILES, STOCK, TRICK, clockwise, in_order
from rules.skitgubbe.types import Options, PutDown, RoundCard, State


def deal(seats: int, options: Options, first: Seat, deck: Cards) -> Step[State, Event]:
    """Single cards clockwise from the eldest hand, who leads; the rest is the stock (SG-37, SG-38, SG-40)."""
    dealt = seats * options.hand_size
    hands = tuple(in_order(deck[(seat - first) % seats : dealt : seats]) for seat in range(seats))
    state = State(
        options=options,
        first=first,
        phase="phase1",
        turn=first,
        leader=first,
        hands=hands,
        piles=((),) * seats,
        stock=deck[dealt:],
        deck=deck if options.redistribute_low else (),
        out_of_play=(),
        round=1,
        contestants=(),
        plays=(),
        carried=(),
        drawer=None,
        trump=None,
        trump_card=None,
        queue=(),
        redistributed_by=None,
        redistributed=(),
        table=(),
        acted=(),
        last_layer=None,
        out=(),
    )
    events = tuple(Dealt(STOCK, HANDS[seat], hands[seat], seat) for seat in clockwise(state, first))
    return Step(lead(state, first), events)


def lead(state: State, leader: Seat) -> State:
    """A new trick: every seat takes part, or the leader and his left neighbour (SG-57, SG-71)."""
    contestants = clockwise(state, leader)
    if state.options.phase1_tricks == "head_to_head":
        contestants = contestants[:2]
    return replace(state, turn=leader, leader=leader, round=1, contestants=contestants, plays=(), carried=())


def put_down(state: State, seat: Seat, card: Card, kind: PutDown) -> Step[State, Event]:
    """A card goes from the hand to the trick; the last one of a round decides (SG-131)."""
    hands = put(state.hands, seat, without(state.hands[seat], (card,)))
    plays = (*state.plays, RoundCard(seat, card, kind))
    told = Played if kind == "play" else Discarded
    event = told(HANDS[seat], TRICK, (card,), seat)
    if len(plays) < len(state.contestants):
        return Step(replace(state, hands=hands, plays=plays, turn=state.contestants[len(plays)]), (event,))
    return decide(replace(state, hands=hands, plays=plays), [event])


def decide(state: State, events: list[Event]) -> Step[State, Event]:
    """The highest claim of a round wins; equal ones replay, or make the trick void (SG-64 to SG-73)."""
    claims = [(HEIGHT[rank(lying.card)], lying.seat) for lying in state.plays if lying.kind == "play"]
    highest = max(height for height, _ in claims)
    tied = tuple(seat for height, seat in claims if height == highest)
    if len(tied) == 1:
        return win(state, tied[0], events)
    bounced = state.options.phase1_tricks == "head_to_head"
    if bounced or not all(state.hands[seat] for seat in tied):
        return void(state, events)
    return replay(state, tied, highest, events)


def win(state: State, winner: Seat, events: list[Event]) -> Step[State, Event]:
    """The winner gets all cards of the trick, discards included, and leads next (SG-54, SG-65)."""
    cards = trick(state)
    events.append(TrickWon(TRICK, PILES[winner], cards, winner))
    piles = put(state.piles, winner, in_order(state.piles[winner] + cards))
    return refill(replace(state, piles=piles), winner, events)


def void(state: State, events: list[Event]) -> Step[State, Event]:
    """All cards of the trick leave play; the left neighbour of its leader leads next (SG-70, SG-73)."""
    cards = trick(state)
    leader = (state.leader + 1) % len(state.hands)
    events.append(TrickVoided(TRICK, OUT_OF_PLAY, cards, leader))
    return refill(replace(state, out_of_play=state.out_of_play + cards), leader, events)


def replay(state: State, tied: tuple[Seat, ...], height: int, events: list[Event]) -> Step[State, Event]:
    """Lower cards leave play, the others are carried; the tied seats play a further round (SG-66, SG-67)."""
    lying = tuple(play.card for play in state.plays)
    lower = tuple(card for card in lying if HEIGHT[rank(card)] < height)
    number = state.round + 1
    if lower:
        events.append(LowerRemoved(TRICK, OUT_OF_PLAY, lower))
    events.append(Tied(tied, number))
    after = replace(
        state,
        turn=tied[0],
        round=number,
        contestants=tied,
        plays=(),
        carried=state.carried + without(lying, lower),
        out_of_play=state.out_of_play + lower,
    )
    return Step(after, tuple(events))


def refill(state: State, leader: Seat, events: list[Event]) -> Step[State, Event]:
    """Hands are filled clockwise from the next leader; the last stock card ends phase 1 (SG-76 to SG-78)."""
    hands, stock = list(state.hands), state.stock
    for seat in clockwise(state, leader):
        drawn = stock[: max(0, state.options.hand_size - len(hands[seat]))]
        if not drawn:
            continue
        stock = stock[len(drawn) :]
        hands[seat] = in_order(hands[seat] + drawn)
        events.append(Drew(STOCK, HANDS[seat], in_order(drawn), seat))
        if not stock:
            return end_phase_one(replace(state, hands=tuple(hands), stock=()), seat, drawn[-1], events)
    return Step(lead(replace(state, hands=tuple(hands), stock=stock), leader), tuple(events))


def trick(state: State) -> Cards:
    """All cards of the current trick, in the order in which they came."""
    return state.carried + tuple(lying.card for lying in state.plays)
