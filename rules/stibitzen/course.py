"""How a turn of Stibitzen goes: laying, the comparisons one after another, decisions, draws, and the end."""

from msgspec.structs import replace

from rules.cards import without
from rules.core import Cards, Place, Seat, Step, put
from rules.stibitzen.duel import MARKET, SHADOW, STOCK, candidates, fill
from rules.stibitzen.groups import JOKER, group, steals
from rules.stibitzen.types import (
    Dealt,
    DrewFromMarket,
    DrewFromStock,
    Event,
    Group,
    GroupDiscarded,
    GroupLeft,
    GroupTaken,
    GroupTakenBack,
    Laid,
    MarketFilled,
    Options,
    Passed,
    Reason,
    Revealed,
    ShadowStolen,
    State,
    Stolen,
)

HAND_SIZE = 13
SLOTS = 6
DISCARD = Place("discard", None)


def hand(seat: Seat) -> Place:
    """Where a seat's hand lies."""
    return Place("hand", seat)


def display(seat: Seat) -> Place:
    """Where a seat's groups lie."""
    return Place("display", seat)


def deal(seats: int, options: Options, first: Seat, deck: Cards) -> Step[State, Event]:
    """Thirteen cards each, the market, and in the Duel the shadow display (ST-32, ST-33, ST-35, ST-37).

    The shadow display is filled after the market (ST-140, ST-141, ST-142).
    """
    jokers: Cards = ()
    if options.duel:
        jokers = (JOKER, JOKER)
        deck = tuple(card for card in deck if card != JOKER)
    rounds = HAND_SIZE - len(jokers)
    dealt = {(first + i) % seats: jokers + deck[i : rounds * seats : seats] for i in range(seats)}
    at = rounds * seats
    events: list[Event] = [Dealt(STOCK, hand(seat), dealt[seat], seat) for seat in dealt]
    market: tuple[Cards, ...] = tuple((card,) for card in deck[at : at + SLOTS])
    events += (MarketFilled(STOCK, MARKET, cards, slot) for slot, cards in enumerate(market))
    stock = deck[at + SLOTS :]
    removed: Cards = ()
    shadow: tuple[Group, ...] | None = None
    if options.duel:
        shadow, market, stock, removed, filled = fill((), market, stock, ())
        events += filled
    state = State(
        options=options,
        phase="play",
        turn=first,
        hands=tuple(tuple(sorted(dealt[seat])) for seat in range(seats)),
        displays=((),) * seats,
        market=market,
        stock=stock,
        discard=(),
        removed=removed,
        shadow=shadow,
        compared=0,
        stole=False,
        victim=None,
        owed=0,
        ended=None,
    )
    return Step(state, tuple(events))


def play(state: State, cards: Cards) -> Step[State, Event]:
    """The group goes on top of the display (ST-53, ST-54, ST-80); an empty hand ends the game, else stealing begins."""
    seat, laid = state.turn, group(cards)
    events: list[Event] = [Laid(hand(seat), display(seat), laid.cards, seat, laid.rank)]
    state = replace(
        state,
        hands=put(state.hands, seat, without(state.hands[seat], cards)),
        displays=put(state.displays, seat, (*state.displays[seat], laid)),
    )
    if not state.hands[seat]:
        return over(state, "hand_empty", events)
    choices = candidates(laid, state.shadow, state.options)
    if len(choices) > 1:
        return Step(replace(state, phase="choose_shadow"), tuple(events))
    if choices:
        return steal_shadow(state, choices[0], events)
    return compare(state, events)


def steal_shadow(state: State, rank: str, events: list[Event]) -> Step[State, Event]:
    """A shadow group goes to the active player's hand, and the display is filled again (ST-149, ST-150).

    It must be stolen, one at most, and counts as stealing (ST-147, ST-148, ST-152).
    """
    seat, shadow = state.turn, state.shadow or ()
    cards = next(one.cards for one in shadow if one.rank == rank)
    events.append(ShadowStolen(SHADOW, hand(seat), cards, seat, rank))
    kept = tuple(one for one in shadow if one.rank != rank)
    kept, market, stock, removed, filled = fill(kept, state.market, state.stock, state.removed)
    events += filled
    state = replace(
        state,
        hands=put(state.hands, seat, tuple(sorted(state.hands[seat] + cards))),
        shadow=kept,
        market=market,
        stock=stock,
        removed=removed,
        stole=True,
    )
    return compare(state, events)


def compare(state: State, events: list[Event]) -> Step[State, Event]:
    """The next opponent whose top group is stolen, or the end of the turn (ST-60, ST-62, ST-63, ST-74, ST-77)."""
    seats, laid = len(state.hands), state.displays[state.turn][-1]
    for compared in range(state.compared + 1, seats):
        other = (state.turn + compared) % seats
        if state.displays[other] and steals(laid, top := state.displays[other][-1], state.options):
            events.append(Stolen(state.turn, other, top.rank, len(top.cards)))
            claim = replace(state, phase="claim", compared=compared, stole=True, victim=other)
            return Step(claim, tuple(events))
    if not state.stole and state.options.draw_when_nothing_stolen:
        ready = replace(state, phase="optional_draw", compared=seats - 1, victim=None)
        return Step(ready, tuple(events))
    return end_turn(state, events)


def end_turn(state: State, events: list[Event]) -> Step[State, Event]:
    """The left neighbour is the active player (ST-76)."""
    turn = (state.turn + 1) % len(state.hands)
    following = replace(state, phase="play", turn=turn, compared=0, stole=False, victim=None, owed=0)
    return Step(following, tuple(events))


def take(state: State) -> Step[State, Event]:
    """The thief takes the group, and the victim draws (ST-64)."""
    thief, victim, (state, cards) = state.turn, victim_of(state), uncover(state)
    events: list[Event] = [GroupTaken(display(victim), hand(thief), cards, thief)]
    hands = put(state.hands, thief, tuple(sorted(state.hands[thief] + cards)))
    return Step(replace(state, hands=hands, phase="draw", owed=len(cards)), tuple(events))


def leave(state: State) -> Step[State, Event]:
    """The victim decides (ST-65)."""
    return Step(replace(state, phase="reclaim"), (GroupLeft(state.turn),))


def take_back(state: State) -> Step[State, Event]:
    """The victim takes the group back, and nobody draws (ST-66)."""
    victim, (state, cards) = victim_of(state), uncover(state)
    events: list[Event] = [GroupTakenBack(display(victim), hand(victim), cards, victim)]
    hands = put(state.hands, victim, tuple(sorted(state.hands[victim] + cards)))
    return compare(replace(state, hands=hands, victim=None), events)


def discard(state: State) -> Step[State, Event]:
    """The victim discards the group and draws (ST-67)."""
    victim, (state, cards) = victim_of(state), uncover(state)
    events: list[Event] = [GroupDiscarded(display(victim), DISCARD, cards, victim)]
    pile = state.discard + cards
    return Step(replace(state, discard=pile, phase="draw", owed=len(cards)), tuple(events))


def draw_stock(state: State) -> Step[State, Event]:
    """The drawer gets the top card of the stock (ST-83)."""
    seat, cards = drawer(state), state.stock[:1]
    events: list[Event] = [DrewFromStock(STOCK, hand(seat), cards, seat)]
    return drawn(replace(state, stock=state.stock[1:]), cards, events)


def draw_market(state: State, slot: int) -> Step[State, Event]:
    """The drawer gets every card of a slot (ST-84, ST-153)."""
    seat, cards = drawer(state), state.market[slot]
    events: list[Event] = [DrewFromMarket(MARKET, hand(seat), cards, seat, slot)]
    return drawn(replace(state, market=put(state.market, slot, ())), cards, events)


def drawn(state: State, cards: Cards, events: list[Event]) -> Step[State, Event]:
    """What follows a draw, in the order of ST-85 (ST-70, ST-71, ST-102)."""
    seat = drawer(state)
    state = replace(state, hands=put(state.hands, seat, tuple(sorted(state.hands[seat] + cards))))
    if not state.stock and not any(state.market):
        return over(state, "cards_exhausted", events)
    if state.phase == "draw" and state.owed > 1:
        return Step(replace(state, owed=state.owed - 1), tuple(events))
    optional = state.phase == "optional_draw"
    state = replace(refilled(state, events), owed=0, victim=None)
    return end_turn(state, events) if optional else compare(state, events)


def refilled(state: State, events: list[Event]) -> State:
    """Empty slots are filled in ascending order, as far as the stock goes (ST-72, ST-73)."""
    market, stock = list(state.market), state.stock
    for slot, cards in enumerate(market):
        if not cards and stock:
            market[slot], stock = stock[:1], stock[1:]
            events.append(MarketFilled(STOCK, MARKET, market[slot], slot))
    return replace(state, market=tuple(market), stock=stock)


def pass_by(state: State) -> Step[State, Event]:
    """The turn ends without a draw (ST-75, ST-86)."""
    return end_turn(state, [Passed(state.turn)])


def over(state: State, reason: Reason, events: list[Event]) -> Step[State, Event]:
    """The game ends at once (ST-100, ST-101), and all hands are open (ST-45)."""
    events.append(Revealed(reason, state.hands))
    return Step(replace(state, phase="over", ended=reason, victim=None, owed=0), tuple(events))


def uncover(state: State) -> tuple[State, Cards]:
    """The state without the group being stolen, and its cards (ST-68)."""
    victim = victim_of(state)
    *kept, stolen = state.displays[victim]
    return replace(state, displays=put(state.displays, victim, tuple(kept))), stolen.cards


def victim_of(state: State) -> Seat:
    """The seat that is being stolen from, or draws for it."""
    if state.victim is None:
        raise ValueError(f"nobody is stolen from in phase {state.phase}")
    return state.victim


def drawer(state: State) -> Seat:
    """The seat that draws: the victim, or the active player if it is his choice."""
    return state.turn if state.phase == "optional_draw" else victim_of(state)
