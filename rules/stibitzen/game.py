"""Stibitzen: lay groups, steal weaker groups of the same size; displayed cards score, cards in hand cost.

The clauses cited (ST-...) are those of rules.en.md and rules.de.md beside this file. What a group is and which one it
steals stands in groups.py, the course of a turn in course.py, the shadow display of the Duel in duel.py. Where the
clauses are silent:

- A table with a series plays as many games as there are seats (ST-120): the series has nothing to set (ST-27).
- `imagine` knows what the view shows; in the Duel it leaves no joker in the stock, as the deal did (ST-157), unless a
  position set by hand holds one there.
- Random games take 13 to 321 moves (ST-192); `longest` stands far above, for Aces bite allows endless play (ST-191).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import StrEnum
from itertools import combinations
from typing import ClassVar

from msgspec.structs import replace

from rules.cards import rank
from rules.chance import Chance
from rules.core import Cards, Place, Refusal, Rules, Seat, Step, put
from rules.stibitzen import course
from rules.stibitzen.bot import Bot
from rules.stibitzen.duel import MARKET, REMOVED, SHADOW, STOCK, candidates, cards_in
from rules.stibitzen.groups import JOKER, ORDER, PACK, ranks_of
from rules.stibitzen.types import (
    Capture,
    ChooseShadow,
    Discard,
    Draw,
    DrawMarket,
    DrawStock,
    Event,
    Leave,
    Move,
    Options,
    Pass,
    Phase,
    Play,
    Result,
    Series,
    Standings,
    State,
    Take,
    TakeBack,
    View,
)


class No(StrEnum):
    """Why a move is refused, in the order of ST-90."""

    GAME_OVER = "game_over"
    NOT_YOUR_TURN = "not_your_turn"
    MUST_PLAY = "must_play"
    MUST_DRAW = "must_draw"
    WRONG_PHASE = "wrong_phase"
    NO_CARDS = "no_cards"
    CARD_NOT_IN_HAND = "card_not_in_hand"
    MIXED_RANKS = "mixed_ranks"
    STOCK_EMPTY = "stock_empty"
    NO_SUCH_SLOT = "no_such_slot"
    SLOT_EMPTY = "slot_empty"
    NOT_A_CANDIDATE = "not_a_candidate"


class BadOption(StrEnum):
    """Why a game cannot be played so (ST-20 to ST-26)."""

    INVALID_OPTION = "invalid_option"
    INVALID_PLAYERS = "invalid_players"
    DUEL_REQUIRED = "duel_required"
    DUEL_NEEDS_TWO_PLAYERS = "duel_needs_two_players"


PHASES: Mapping[type[Move], tuple[Phase, ...]] = {
    Play: ("play",),
    ChooseShadow: ("choose_shadow",),
    Take: ("claim",),
    Leave: ("claim",),
    TakeBack: ("reclaim",),
    Discard: ("reclaim",),
    DrawStock: ("draw", "optional_draw"),
    DrawMarket: ("draw", "optional_draw"),
    Pass: ("optional_draw",),
}
"""The phases in which each move exists (ST-50)."""


class Stibitzen(Rules[State, Move, Event, View, Options, Result, Series, Standings]):
    """The game for 3 to 5 players, and the Duel for two (ST-4), with two packs and four jokers.

    Laid groups score (ST-1) and steal (ST-2, ST-3); the words are those of ST-5.
    """

    slug = "stibitzen"
    title: ClassVar[Mapping[str, str]] = {"de": "Stibitzen", "en": "Stibitzen"}
    seats = range(2, 6)
    longest = 20_000
    refusals = No
    option_refusals = BadOption
    bot = Bot()

    # Set-up

    def options(self, seats: int, given: Options) -> Options | Refusal:
        if seats not in self.seats:
            return Refusal(BadOption.INVALID_PLAYERS, "ST-20", {"seats": seats})
        if seats == 2 and not given.duel:
            return Refusal(BadOption.DUEL_REQUIRED, "ST-21")
        if seats > 2 and given.duel:
            return Refusal(BadOption.DUEL_NEEDS_TWO_PLAYERS, "ST-22", {"seats": seats})
        # Aces bite includes Classic (ST-23, ST-24); both go with the Duel (ST-25).
        return replace(given, draw_when_nothing_stolen=False) if given.aces_bite else given

    def defaults(self, seats: int) -> Options:
        return Options(duel=seats == 2)

    def setup(self, seats: int, options: Options, first: Seat, chance: Chance) -> Step[State, Event]:
        if isinstance(self.options(seats, options), Refusal) or not 0 <= first < seats:
            raise ValueError(f"no deal for {seats} seats with seat {first} first")
        return course.deal(seats, options, first, chance.shuffled(PACK))

    # Play

    def actors(self, state: State) -> tuple[Seat, ...]:
        if state.phase == "over":
            return ()
        if state.phase in ("reclaim", "draw"):
            return (course.victim_of(state),)
        return (state.turn,)

    def moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        if (seat,) != self.actors(state):
            return ()
        match state.phase:
            case "play":
                return groups_of(state.hands[seat])
            case "choose_shadow":
                return tuple(map(ChooseShadow, shadow_choices(state)))
            case "claim":
                return (Take(), Leave())
            case "reclaim":
                return (TakeBack(), Discard())
            case _:
                stock = (DrawStock(),) if state.stock else ()
                market = tuple(DrawMarket(slot) for slot, cards in enumerate(state.market) if cards)
                return (*stock, *market, *((Pass(),) if state.phase == "optional_draw" else ()))

    def variants(self, state: State, seat: Seat, move: Move) -> tuple[Move, ...]:
        if not isinstance(move, Play):
            return (move,)
        naturals = [card for card in move.cards if card != JOKER]
        jokers = (JOKER,) * (len(move.cards) - len(naturals))
        same = [card for card in state.hands[seat] if naturals and rank(card) == rank(naturals[0])]
        return tuple(Play(chosen + jokers) for chosen in sorted(set(combinations(same, len(naturals)))))

    def check(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        to_act = self.actors(state)
        if not to_act:
            return Refusal(No.GAME_OVER, "ST-50")
        if seat not in to_act:
            return Refusal(No.NOT_YOUR_TURN, "ST-51", {"to_act": to_act})
        if state.phase not in PHASES[type(move)]:
            return wrong_phase(state, move)
        match move:
            case Play(cards):
                return why_no_group(state.hands[seat], cards)
            case DrawStock() if not state.stock:
                return Refusal(No.STOCK_EMPTY, "ST-83", {"slots": occupied(state)})
            case DrawMarket(slot):
                return why_no_slot(state, slot)
            case ChooseShadow(chosen) if chosen not in shadow_choices(state):
                return Refusal(No.NOT_A_CANDIDATE, "ST-146", {"ranks": shadow_choices(state)})
            case _:
                return None

    def apply(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        match move:
            case Play(cards):
                return course.play(state, cards)
            case ChooseShadow(chosen):
                return course.steal_shadow(state, chosen, [])
            case Take():
                return course.take(state)
            case Leave():
                return course.leave(state)
            case TakeBack():
                return course.take_back(state)
            case Discard():
                return course.discard(state)
            case DrawStock():
                return course.draw_stock(state)
            case DrawMarket(slot):
                return course.draw_market(state, slot)
            case Pass():
                return course.pass_by(state)

    # Knowledge

    def view(self, state: State, seat: Seat | None) -> View:
        capture = draw = None
        if state.phase in ("claim", "reclaim"):
            victim = course.victim_of(state)
            top = state.displays[victim][-1]
            capture = Capture(victim, top.rank, top.cards)
        elif state.phase == "draw":
            draw = Draw(course.victim_of(state), state.owed, optional=False)
        elif state.phase == "optional_draw":
            draw = Draw(state.turn, 1, optional=True)
        return View(
            phase=state.phase,
            turn=state.turn,
            hand=None if seat is None else state.hands[seat],
            hand_counts=tuple(map(len, state.hands)),
            displays=state.displays,
            market=state.market,
            stock_count=len(state.stock),
            discard=state.discard,
            removed=state.removed,
            shadow=state.shadow,
            shadow_choices=shadow_choices(state) if state.phase == "choose_shadow" else None,
            capture=capture,
            draw=draw,
            hands=state.hands if state.phase == "over" else None,
        )

    def imagine(self, state: State, seat: Seat | None, chance: Chance) -> State:
        over = state.phase == "over"
        others = [] if over else [other for other in range(len(state.hands)) if other != seat]
        hidden = sorted([card for other in others for card in state.hands[other]] + list(state.stock))
        kept = JOKER if state.options.duel and JOKER not in state.stock else None
        in_hands = [card for card in hidden if card == kept]
        rest = list(chance.shuffled([card for card in hidden if card != kept]))
        while len(in_hands) < sum(len(state.hands[other]) for other in others):
            in_hands.append(rest.pop())
        in_hands = list(chance.shuffled(in_hands))
        hands = state.hands
        for other in others:
            hands = put(hands, other, tuple(sorted(in_hands.pop() for _ in state.hands[other])))
        return replace(state, hands=hands, stock=tuple(rest))

    def zones(self, state: State) -> Mapping[Place, Cards] | None:
        zones = {course.hand(seat): hand for seat, hand in enumerate(state.hands)}
        for seat, groups in enumerate(state.displays):
            zones[course.display(seat)] = cards_in(groups)
        zones[MARKET] = tuple(card for cards in state.market for card in cards)
        zones[STOCK] = state.stock
        zones[course.DISCARD] = state.discard
        zones[REMOVED] = state.removed
        zones[SHADOW] = cards_in(state.shadow or ())
        return zones

    # End and series

    def result(self, state: State) -> Result | None:
        if state.ended is None:
            return None
        displayed = tuple(len(cards_in(groups)) for groups in state.displays)
        in_hand = tuple(map(len, state.hands))
        scores = tuple(d - h for d, h in zip(displayed, in_hand, strict=True))
        # Cards displayed less cards in hand (ST-110); higher first, fewer in hand among equals (ST-112).
        places = competition([(-s, h) for s, h in zip(scores, in_hand, strict=True)])
        return Result(state.ended, displayed, in_hand, scores, places, first_of(places))

    def games(self, seats: int, series: Series) -> int | None:
        return seats

    def next_first(self, seats: int, firsts: Sequence[Seat], results: Sequence[Result]) -> Seat | None:
        return (firsts[-1] + 1) % seats if firsts else None  # ST-121

    def standings(self, seats: int, series: Series, results: Sequence[Result], *, closed: bool) -> Standings:
        totals = tuple(sum(result.scores[seat] for result in results) for seat in range(seats))
        places = competition([(-total,) for total in totals])  # ST-122, ST-123
        return Standings(len(results), totals, places, first_of(places) if closed else ())


def groups_of(hand: Cards) -> tuple[Move, ...]:
    """One move for each rank and number of naturals and jokers that a hand allows, and for jokers alone (ST-88)."""
    jokers = hand.count(JOKER)
    by_rank: dict[str, list[str]] = {}
    for card in hand:
        if card != JOKER:
            by_rank.setdefault(rank(card), []).append(card)
    natural = [
        Play((*cards[:count], *[JOKER] * more))
        for _, cards in sorted(by_rank.items(), key=lambda item: ORDER[item[0]])
        for count in range(1, len(cards) + 1)
        for more in range(jokers + 1)
    ]
    return (*natural, *(Play((JOKER,) * count) for count in range(1, jokers + 1)))


def shadow_choices(state: State) -> tuple[str, ...]:
    """Ranks of the shadow groups that the group just laid steals."""
    laid = state.displays[state.turn][-1]
    return candidates(laid, state.shadow, state.options)


def occupied(state: State) -> tuple[int, ...]:
    """Slots of the market that hold a card."""
    return tuple(slot for slot, cards in enumerate(state.market) if cards)


def wrong_phase(state: State, move: Move) -> Refusal:
    """Why a move does not exist in this phase (ST-50, ST-52, ST-64)."""
    if isinstance(move, Pass) and state.phase == "play":
        return Refusal(No.MUST_PLAY, "ST-52")
    if isinstance(move, Pass) and state.phase == "draw":
        return Refusal(No.MUST_DRAW, "ST-64", {"remaining": state.owed})
    return Refusal(No.WRONG_PHASE, "ST-50", {"phase": state.phase})


def why_no_group(hand: Cards, cards: Cards) -> Refusal | None:
    """Why cards cannot be laid (ST-52, ST-80, ST-14)."""
    if not cards:
        return Refusal(No.NO_CARDS, "ST-52")
    held = Counter(hand)
    for card in cards:
        held[card] -= 1
        if held[card] < 0:
            return Refusal(No.CARD_NOT_IN_HAND, "ST-80", {"card": card})
    if len(ranks_of(cards)) > 1:
        return Refusal(No.MIXED_RANKS, "ST-14", {"ranks": tuple(sorted(ranks_of(cards)))})
    return None


def why_no_slot(state: State, slot: int) -> Refusal | None:
    """Why nothing can be drawn from a slot of the market (ST-84)."""
    if not 0 <= slot < course.SLOTS:
        return Refusal(No.NO_SUCH_SLOT, "ST-84", {"slots": occupied(state)})
    if not state.market[slot]:
        return Refusal(No.SLOT_EMPTY, "ST-84", {"slot": slot, "slots": occupied(state)})
    return None


def competition(keys: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Places by ascending key, equal keys sharing one: 1, 2, 2, 4 (ST-113, ST-114)."""
    return tuple(1 + sum(other < key for other in keys) for key in keys)


def first_of(places: Sequence[int]) -> tuple[Seat, ...]:
    """Seats in the first place, ascending."""
    return tuple(seat for seat, place in enumerate(places) if place == 1)
