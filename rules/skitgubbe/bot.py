"""How to play Skitgubbe: few cards and good ones from phase 1, then runs first and trumps last (SG-190 to SG-195).

All is weighed in burdens: how much a card adds to the odds of being the skitgubbe. Each card adds some; high ones,
trumps and neighbours of one suit, which can be laid together, add less. The figures come from games among bots.
"""

from collections.abc import Mapping, Sequence, Set
from enum import StrEnum
from itertools import pairwise
from math import exp

from msgspec import Struct

from rules.core import Advice, Card, Cards, Glance, Policy, Seat
from rules.skitgubbe.between import low
from rules.skitgubbe.position import HEIGHT, PLACE, taken
from rules.skitgubbe.types import Discard, Lay, Move, Options, PickUp, Play, Redistribute, State, View


class Why(StrEnum):
    """What speaks for a move."""

    LOW_AWAY = "low_away"
    GOOD_TRICK = "good_trick"
    UNWANTED_TRICK = "unwanted_trick"
    KEEP_HIGH = "keep_high"
    TIES = "ties"
    NO_CLAIM = "no_claim"
    SHARE_LOW = "share_low"
    WOULD_GET_LOW = "would_get_low"
    LEAVE_LOW = "leave_low"
    GO_OUT = "go_out"
    ONE_LEFT = "one_left"
    LAY_RUN = "lay_run"
    SPLITS_RUN = "splits_run"
    LOW_FIRST = "low_first"
    HARD_TO_BEAT = "hard_to_beat"
    BEAT = "beat"
    TAKE_LEAD = "take_lead"
    SAVE_TRUMP = "save_trump"
    TRUMP_IN_NEED = "trump_in_need"
    CANNOT_BEAT = "cannot_beat"
    FITTING_CARDS = "fitting_cards"
    MORE_CARDS = "more_cards"


class Scale(Struct, frozen=True):
    """What weighs how much, in one stage of the game."""

    burdens: Mapping[str | None, Mapping[Card, float]]
    """By trump suit, then by card."""
    link: float
    """How much less two neighbours of one suit burden."""
    last: float
    """What it is worth to lay as the last of a trick, and so to lead the next one."""
    turn: float
    """How much less a hand burdens whose turn it is."""


def burdens(
    plain: float, plain_step: float, trump: float, trump_step: float
) -> Mapping[str | None, Mapping[Card, float]]:
    """Burdens that fall from the two by so much a rank, of trumps and other cards."""
    return {
        trumps: {
            card: trump - trump_step * HEIGHT[card[0]]
            if card[1] == trumps
            else plain - plain_step * HEIGHT[card[0]]
            for card in PLACE
        }
        for trumps in (None, *"cdhs")
    }


COLLECTING = Scale(burdens(0.17, 0.008, 0.17, 0.008), link=0.09, last=0.0, turn=0.0)
"""Until phase 2."""

MANY = Scale(burdens(0.5, 0.02, 0.16, 0.022), link=0.25, last=0.63, turn=0.22)
"""Phase 2 with more than two seats that hold cards."""

TWO = Scale(burdens(1.15, 0.03, 0.65, 0.016), link=0.6, last=1.0, turn=0.55)
"""Phase 2 with two seats that hold cards."""

WANTED = {r: 0.005 * h - 0.1 + 0.03 * max(0, h - 9) for r, h in HEIGHT.items()}
"""How welcome a card is in phase 1, by rank: kings and aces are, all others are rather not."""

UNKNOWN = -0.02
"""How welcome a card is that somebody will put down later in a round."""

HANDED_OVER = 0.15
"""With two seats left: worth of each card that the other one has to pick up."""

NEXT_OUT = 3.0
"""Worth of a lead that is one's own with but one card or run left."""


class Bot(Policy[State, Move, View, Options]):
    """The heuristics of the game."""

    reasons = Why
    horizon = 12
    pace = 20

    def advise(self, glance: Glance[View, Move, Options]) -> Sequence[Advice[Move]]:
        match glance.view.phase:
            case "phase1":
                return collecting(glance)
            case "redistribute":
                return redistributing(glance)
            case _:
                return shedding(glance)

    def choose(self, glance: Glance[View, Move, Options]) -> Move:
        if glance.view.phase != "phase2":
            return super().choose(glance)
        hand = hand_of(glance)
        worths = [worth(hand, move) for move in glance.moves]
        return glance.moves[worths.index(max(worths))]

    def outlook(self, state: State, seat: Seat) -> float:
        if state.turn is None:
            return float(not state.hands[seat])
        if seat in state.out:
            return 1.0
        odds = [0.0 if s in state.out else exp(burden(state, s)) for s in range(len(state.hands))]
        return 1 - odds[seat] / sum(odds)


def scale_of(phase: str, active: int) -> Scale:
    """The scale of a stage of the game."""
    if phase != "phase2":
        return COLLECTING
    return TWO if active == 2 else MANY


def burden(state: State, seat: Seat) -> float:
    """What the cards of a seat burden it with."""
    scale = scale_of(state.phase, len(state.hands) - len(state.out))
    weight = scale.burdens[state.trump]
    places = set(map(PLACE.__getitem__, state.hands[seat] + state.piles[seat]))
    total = -scale.turn if seat == state.turn else 0.0
    for cards in (state.hands[seat], state.piles[seat]):
        total += sum(map(weight.__getitem__, cards))
    return total - scale.link * sum(place + 1 in places for place in places)


# Phase 1


def collecting(glance: Glance[View, Move, Options]) -> list[Advice[Move]]:
    """What speaks for each card put down: a trick is worth what lies in it (SG-190), mostly too little (SG-191)."""
    view = glance.view
    left = len(view.contestants) - len(view.plays) - 1
    best = max((HEIGHT[lying.card[0]] for lying in view.plays if lying.kind == "play"), default=-1)
    stake = left * UNKNOWN + sum(WANTED[lying.card[0]] for lying in view.plays)
    stake += sum(WANTED[card[0]] for card in view.carried)
    found: list[Advice[Move]] = []
    for move in glance.moves:
        if not isinstance(move, Play | Discard):
            continue
        height, own = HEIGHT[move.card[0]], WANTED[move.card[0]]
        if isinstance(move, Discard):
            found.append(Advice(move, -own, Why.NO_CLAIM))
        elif height < best:
            found.append(Advice(move, -own, Why.LOW_AWAY if own < 0 else Why.KEEP_HIGH))
        elif height == best:
            found.append(Advice(move, -own / 2, Why.TIES))
        else:
            wins = (height / 12.5) ** left
            found.append(Advice(move, wins * stake - (1 - wins) * own, why_claim(stake, own, left)))
    return found


def why_claim(stake: float, own: float, left: int) -> Why:
    """What there is to say of a claim that is the highest so far."""
    if stake > 0:
        return Why.GOOD_TRICK
    if own >= 0:
        return Why.KEEP_HIGH
    return Why.LOW_AWAY if left else Why.UNWANTED_TRICK


def redistributing(glance: Glance[View, Move, Options]) -> list[Advice[Move]]:
    """Low cards are worth sharing for a seat that holds more than it would get: four ranks of thirteen (SG-88)."""
    view = glance.view
    share = sum(view.pile_counts) * 4 / 13 / (glance.seats - len(view.out))
    gain = len(low(view.pile or ())) - share
    found: list[Advice[Move]] = []
    for move in glance.moves:
        if isinstance(move, Redistribute):
            found.append(Advice(move, gain, Why.SHARE_LOW if gain > 0 else Why.WOULD_GET_LOW))
        else:
            found.append(Advice(move, 0.0, Why.LEAVE_LOW))
    return found


# Phase 2


class Hand(Struct, frozen=True):
    """What a seat weighs its moves of phase 2 by."""

    scale: Scale
    weight: Mapping[Card, float]
    cards: Cards
    places: Set[int]
    """Of its cards; neighbours in a suit differ by 1."""
    runs: int
    """Single cards among them: the turns it takes to lay them all."""
    trump: str | None
    table: Cards
    takes: Cards
    """What it would pick up."""
    last: bool
    """Whether it acts last in the trick."""
    alone: Mapping[Card, float]
    """With two seats left and the other yet to act: the chance, by top card, that it cannot beat."""


def hand_of(glance: Glance[View, Move, Options]) -> Hand:
    """The hand of the seat to act."""
    view = glance.view
    cards, trump = view.hand or (), view.trump
    places = set(map(PLACE.__getitem__, cards))
    last = not any(
        count and seat != glance.seat and seat not in view.acted
        for seat, count in enumerate(view.hand_counts)
    )
    scale = scale_of("phase2", glance.seats - len(view.out))
    return Hand(
        scale,
        scale.burdens[trump],
        cards,
        places,
        sum(place + 1 not in places for place in places),
        trump,
        view.table,
        taken(view.table, glance.options.pickup) if view.table else (),
        last,
        {} if last or scale is MANY else chances(view, cards),
    )


def chances(view: View, cards: Cards) -> Mapping[Card, float]:
    """By card of the hand, the chance that the one other hand has nothing to beat it (SG-105 to SG-108)."""
    others = sum(view.hand_counts) - len(cards)
    missing = 1 - others / (52 - len(cards) - len(view.table))
    trumps = 13 - sum(card[1] == view.trump for card in cards) if view.trump else 0
    found: dict[Card, float] = {}
    seen, row = 0, ""
    for card in reversed(cards):
        seen, row = (seen + 1, row) if card[1] == row else (0, card[1])
        beating = 12 - HEIGHT[card[0]] - seen + (0 if row == view.trump else trumps)
        found[card] = missing**beating
    return found


def shedding(glance: Glance[View, Move, Options]) -> list[Advice[Move]]:
    """What speaks for each lay, and for picking up."""
    hand = hand_of(glance)
    lays = [move for move in glance.moves if isinstance(move, Lay)]
    plain_fits = any(lay.cards[-1][1] != hand.trump for lay in lays)
    found: list[Advice[Move]] = [
        Advice(lay, laid(hand, lay.cards), why_lay(hand, lay.cards, plain_fits=plain_fits)) for lay in lays
    ]
    found += (
        Advice(move, picked_up(hand), why_pick_up(hand, forced=not lays))
        for move in glance.moves
        if isinstance(move, PickUp)
    )
    return found


def worth(hand: Hand, move: Move) -> float:
    """How good a move of phase 2 is."""
    return laid(hand, move.cards) if isinstance(move, Lay) else picked_up(hand)


def laid(hand: Hand, cards: Cards) -> float:
    """What cards on the table are worth: the burden they take away, the lead they win or keep."""
    count = len(cards)
    if count == len(hand.cards):
        return 100.0
    outside = neighbours(hand, cards)
    worth = sum(map(hand.weight.__getitem__, cards)) - hand.scale.link * (count - 1 + outside)
    alone = hand.alone.get(cards[-1], 0.0)
    worth += hand.scale.last if hand.last else alone * HANDED_OVER * count
    if hand.runs + outside == 2:
        worth += NEXT_OUT * (1.0 if hand.last else alone)
    return worth


def picked_up(hand: Hand) -> float:
    """What it is worth to pick up: a run may be worth some cards (SG-194)."""
    inner = sum(PLACE[higher] - PLACE[lower] == 1 for lower, higher in pairwise(hand.takes))
    links = inner + neighbours(hand, hand.takes)
    return hand.scale.link * links - sum(map(hand.weight.__getitem__, hand.takes))


def neighbours(hand: Hand, cards: Cards) -> int:
    """How many cards of the hand continue others, in order, below and above."""
    return (PLACE[cards[0]] - 1 in hand.places) + (PLACE[cards[-1]] + 1 in hand.places)


def why_lay(hand: Hand, cards: Cards, *, plain_fits: bool) -> Why:
    """What there is to say first of cards on the table."""
    if len(cards) == len(hand.cards):
        return Why.GO_OUT
    outside = neighbours(hand, cards)
    alone = hand.alone.get(cards[-1], 0.0) > 0.5
    if hand.runs + outside == 2 and (hand.last or alone):
        return Why.ONE_LEFT
    if outside:
        return Why.SPLITS_RUN
    if alone:
        return Why.HARD_TO_BEAT
    if len(cards) > 1:
        return Why.LAY_RUN
    if cards[-1][1] == hand.trump:
        return Why.SAVE_TRUMP if plain_fits else Why.TRUMP_IN_NEED
    if not hand.table:
        return Why.LOW_FIRST
    return Why.TAKE_LEAD if hand.last else Why.BEAT


def why_pick_up(hand: Hand, *, forced: bool) -> Why:
    """What there is to say of picking up."""
    if forced:
        return Why.CANNOT_BEAT
    return Why.FITTING_CARDS if neighbours(hand, hand.takes) else Why.MORE_CARDS
