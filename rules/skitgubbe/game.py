"""Skitgubbe: collect cards in short tricks, then shed them; the last player who holds cards has lost.

The clauses cited (SG-...) are those of rules.en.md and rules.de.md beside this file. Phase 1 stands in
collecting.py, what comes between the phases in between.py, phase 2 in shedding.py. Where they are silent:

- `leader`, `acted`, `last_layer` and the table pile stay as they were when the game ends.
- The view also says how many low cards a redistribution dealt to each seat, as the events do (SG-47).
- `imagine` knows what the view shows, and no more: neither cards won or picked up openly, nor, once phase 2
  has begun, whether the trump card still is in the drawer's hand.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import ClassVar

from msgspec.structs import replace

from rules.cards import pack, rank
from rules.chance import Chance
from rules.core import Cards, OptionRefusal, Place, Refusal, Rules, Seat, Step
from rules.skitgubbe import knowledge
from rules.skitgubbe.between import pass_on, redistribute
from rules.skitgubbe.bot import Bot
from rules.skitgubbe.collecting import deal, put_down, trick
from rules.skitgubbe.events import Event
from rules.skitgubbe.position import (
    HANDS,
    OUT_OF_PLAY,
    PILES,
    PLACE,
    STOCK,
    TABLE,
    TRICK,
    active,
    beats,
    in_order,
    is_sequence,
    may_discard,
    ranks_lying,
)
from rules.skitgubbe.shedding import lay, pick_up
from rules.skitgubbe.types import (
    Discard,
    Lay,
    Move,
    Options,
    Pass,
    PickUp,
    Play,
    Redistribute,
    Result,
    Series,
    Standings,
    State,
    View,
)


class No(StrEnum):
    """Why a move is refused, in the order of SG-135."""

    GAME_OVER = "game_over"
    NOT_YOUR_TURN = "not_your_turn"
    WRONG_PHASE = "wrong_phase"
    DISCARD_NOT_ALLOWED = "discard_not_allowed"
    CARD_NOT_IN_HAND = "card_not_in_hand"
    NO_MATCHING_RANK = "no_matching_rank"
    NOT_A_SEQUENCE = "not_a_sequence"
    MUST_BEAT_TOP = "must_beat_top"
    NOTHING_TO_PICK_UP = "nothing_to_pick_up"


FORMS = {"phase1": Play | Discard, "redistribute": Redistribute | Pass, "phase2": Lay | PickUp}
"""The moves of each phase (SG-129)."""


class Skitgubbe(Rules[State, Move, Event, View, Options, Result, Series, Standings]):
    """The game for 2 to 4 players with one pack: one deal of two phases, everybody alone (SG-1, SG-7, SG-8).

    Who holds cards last is the skitgubbe (SG-3, SG-6).
    """

    slug = "skitgubbe"
    title: ClassVar[Mapping[str, str]] = {"de": "Skitgubbe", "en": "Skitgubbe"}
    seats = range(2, 5)
    longest = 10_000
    refusals = No
    bot = Bot()

    # Set-up

    def options(self, seats: int, given: Options) -> Options | Refusal:
        if seats not in self.seats:
            return Refusal(OptionRefusal.INVALID_PLAYERS, "SG-22", {"seats": seats})
        if given.phase1_tricks is None:
            return replace(given, phase1_tricks="head_to_head" if seats == 2 else "all")
        if seats == 2 and given.phase1_tricks == "all":
            return Refusal(OptionRefusal.INVALID_OPTION, "SG-25")
        return given

    def setup(self, seats: int, options: Options, first: Seat, chance: Chance) -> Step[State, Event]:
        if seats not in self.seats or not 0 <= first < seats:
            raise ValueError(f"no deal for {seats} seats with seat {first} first")
        return deal(seats, options, first, chance.shuffled(pack()))

    # Play

    def actors(self, state: State) -> tuple[Seat, ...]:
        return () if state.turn is None else (state.turn,)

    def moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        if seat != state.turn:
            return ()
        if state.phase == "phase1":
            return tuple(put_downs(state, state.hands[seat]))
        if state.phase == "redistribute":
            return (Redistribute(), Pass())
        found = lays(state.hands[seat], state.table, state.trump)
        return (*found, PickUp()) if state.table else tuple(found)

    def check(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        if state.turn is None:
            return Refusal(No.GAME_OVER, "SG-126")
        if seat != state.turn:
            return Refusal(No.NOT_YOUR_TURN, "SG-49", {"to_act": (state.turn,)})
        if not isinstance(move, FORMS[state.phase]):
            return Refusal(No.WRONG_PHASE, "SG-129")
        match move:
            case Play(card):
                return why_not_in_hand(state.hands[seat], (card,), "SG-52")
            case Discard():
                return why_no_discard(state, seat, move)
            case Lay():
                return why_no_lay(state, seat, move)
            case PickUp() if not state.table:
                return Refusal(No.NOTHING_TO_PICK_UP, "SG-119" if state.acted else "SG-100")
        return None

    def apply(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        match move:
            case Play(card):
                return put_down(state, seat, card, "play")
            case Discard(card):
                return put_down(state, seat, card, "discard")
            case Lay(cards):
                return lay(state, seat, cards)
            case PickUp():
                return pick_up(state, seat)
            case Redistribute():
                return redistribute(state, seat)
            case Pass():
                return pass_on(state, seat)

    # Knowledge

    def view(self, state: State, seat: Seat | None) -> View:
        return knowledge.view(state, seat)

    def imagine(self, state: State, seat: Seat | None, chance: Chance) -> State:
        return knowledge.imagine(state, seat, chance)

    def zones(self, state: State) -> Mapping[Place, Cards]:
        places = {
            STOCK: state.stock,
            TRICK: trick(state),
            TABLE: state.table,
            OUT_OF_PLAY: state.out_of_play,
        }
        places.update(zip(HANDS, state.hands, strict=False))
        places.update(zip(PILES, state.piles, strict=False))
        return places

    # End and series

    def result(self, state: State) -> Result | None:
        if state.turn is not None:
            return None
        (skitgubbe,) = active(state)
        return Result(
            outcomes=tuple("loss" if seat == skitgubbe else "win" for seat in range(len(state.hands))),
            skitgubbe=skitgubbe,
            out_order=state.out,
        )

    def games(self, seats: int, series: Series) -> int | None:
        return series.games

    def next_first(self, seats: int, firsts: Sequence[Seat], results: Sequence[Result]) -> Seat | None:
        return (firsts[-1] + 1) % seats if firsts else None  # SG-33, SG-143

    def standings(self, seats: int, series: Series, results: Sequence[Result], *, closed: bool) -> Standings:
        lost = [result.skitgubbe for result in results]
        losses = tuple(map(lost.count, range(seats)))
        fewest = tuple(seat for seat in range(seats) if losses[seat] == min(losses))
        most = tuple(seat for seat in range(seats) if losses[seat] == max(losses))
        pot = len(results) if series.stake == "pot" else 0
        share, left_over = divmod(pot, len(fewest)) if closed else (0, 0)
        return Standings(
            losses=losses,
            fewest=fewest,
            most=most,
            pot=pot,
            payout=tuple(share if seat in fewest else 0 for seat in range(seats)),
            left_over=left_over,
            pays_drinks=most if closed and results and series.stake == "drinks" else (),
        )


# Building moves (SG-130)


def put_downs(state: State, hand: Cards) -> list[Move]:
    """A play of each card, and a discard of each that may be discarded."""
    found: list[Move] = list(map(Play, hand))
    if state.plays and may_discard(state):
        lying = ranks_lying(state.plays)
        found += (Discard(card) for card in hand if rank(card) in lying)
    return found


def lays(hand: Cards, table: Cards, trump: str | None) -> list[Move]:
    """Each card that may be laid, and each sequence that ends with it."""
    found: list[Move] = []
    for end, card in enumerate(hand):
        if table and not beats(card, table[-1], trump):
            continue
        start = end
        found.append(Lay((card,)))
        while start > 0 and PLACE[hand[start]] - PLACE[hand[start - 1]] == 1:
            start -= 1
            found.append(Lay(hand[start : end + 1]))
    return found


# Explaining refusals


def why_not_in_hand(hand: Cards, cards: Cards, clause: str) -> Refusal | None:
    """The first card that is not in the hand, or not twice (SG-52, SG-99, SG-136)."""
    for index, card in enumerate(cards):
        if card not in hand or card in cards[:index]:
            return Refusal(No.CARD_NOT_IN_HAND, clause, {"card": card, "hand": hand})
    return None


def why_no_discard(state: State, seat: Seat, move: Discard) -> Refusal | None:
    """In phase 1 (SG-59 to SG-62)."""
    if not may_discard(state):
        bounced = state.options.phase1_tricks == "head_to_head"
        return Refusal(No.DISCARD_NOT_ALLOWED, "SG-61" if bounced else "SG-60")
    if refusal := why_not_in_hand(state.hands[seat], (move.card,), "SG-52"):
        return refusal
    if rank(move.card) not in ranks_lying(state.plays):
        return Refusal(No.NO_MATCHING_RANK, "SG-59" if state.plays else "SG-62", {"card": move.card})
    return None


def why_no_lay(state: State, seat: Seat, move: Lay) -> Refusal | None:
    """In phase 2 (SG-99, SG-101, SG-104)."""
    if refusal := why_not_in_hand(state.hands[seat], move.cards, "SG-99"):
        return refusal
    cards = in_order(move.cards)
    if not is_sequence(cards):
        return Refusal(No.NOT_A_SEQUENCE, "SG-101")
    if state.table and not beats(cards[-1], state.table[-1], state.trump):
        return Refusal(No.MUST_BEAT_TOP, "SG-104", {"top": state.table[-1]})
    return None
