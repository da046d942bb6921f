"""The laws of where the cards are: none is lost, and the events tell of every movement."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from msgspec import to_builtins

from rules import referee
from rules.core import HIDDEN, Cards, Moved, Place
from tests.rules.laws.draw import leaves
from tests.rules.laws.sample import Case, Sample
from tests.rules.laws.walks import Walk

Zones = Mapping[Place, Cards] | None


def total(zones: Mapping[Place, Cards]) -> Counter[str]:
    """All cards, wherever they lie."""
    return Counter(card for cards in zones.values() for card in cards)


def piles(zones: Mapping[Place, Cards]) -> dict[Place, Counter[str]]:
    """The cards of each place that has any, their order apart."""
    return {place: Counter(cards) for place, cards in zones.items() if cards}


# Law 4


def cards_are_conserved(sample: Sample) -> None:
    """Law 4: the cards of a game are always the same ones, in places of seats that exist."""
    for walk in sample.walks:
        zones = sample.game.zones(walk.start.state)
        cards = total(zones or {})
        for state in walk.states:
            now = sample.game.zones(state)
            case = Case(walk, state)
            assert (now is None) == (zones is None), f"law 4: zones come or go: {case}"
            found = total(now or {})
            assert found == cards, f"law 4: lost {dict(cards - found)}, new {dict(found - cards)}: {case}"
            assert HIDDEN not in found, f"law 4: a hidden card is in play: {case}"
            strange = [p for p in now or {} if p.seat is not None and p.seat not in range(walk.seats)]
            assert not strange, f"law 4: places of no seat, {strange}: {case}"


# Law 9


def events_tell_the_whole_story(sample: Sample) -> None:
    """Law 9: the events, true and as shown to each viewer, lead from the zones before to the zones after."""
    for walk in sample.walks:
        _deal_is_told(walk, sample.game.zones(walk.start.state))
        before = sample.game.zones(walk.start.state)
        for turn in walk.turns:
            after = sample.game.zones(turn.step.state)
            case = Case(walk, f"{turn.move} of seat {turn.seat} in {turn.state}")
            told = carried(before or {}, turn.step.events, case)
            assert told == piles(after or {}), f"law 9: told {told}, zones are {after}: {case}"
            before = after
        for event in (e for step in walk.steps for e in step.events):
            for viewer in (*range(walk.seats), None):
                _shown_truly(event, referee.shown(event, viewer))


class Movement(NamedTuple):
    """Cards that change their place, as an event tells it or the other way round."""

    source: Place
    target: Place
    cards: Cards


def movements(events: Iterable[Any]) -> list[Movement]:
    """The movements of cards among the events, in order."""
    return [Movement(e.from_, e.to, e.cards) for e in events if isinstance(e, Moved)]


def carried(zones: Mapping[Place, Cards], events: Iterable[Any], case: Case) -> dict[Place, Counter[str]]:
    """The cards of each place after the events."""
    return _moved(piles(zones), movements(events), case)


def _moved(
    table: dict[Place, Counter[str]], told: Iterable[Movement], case: Case
) -> dict[Place, Counter[str]]:
    for source, target, cards in told:
        left, taken = table.get(source, Counter()), Counter(cards)
        assert taken <= left, f"law 9: {cards} do not lie in {source}: {case}"
        table[source] = left - taken
        table[target] = table.get(target, Counter()) + taken
    return {place: cards for place, cards in table.items() if cards}


def _deal_is_told(walk: Walk, zones: Zones) -> None:
    """Taken back, the events of the deal leave all cards in one place."""
    case = Case("the deal", walk)
    back = [Movement(m.target, m.source, m.cards) for m in movements(walk.start.events)[::-1]]
    before = _moved(piles(zones or {}), back, case)
    assert len(before) == (zones is not None), f"law 9: before it the cards lay in {list(before)}: {case}"


def _shown_truly(event: Any, seen: Any) -> None:
    """What is shown is the event itself, with nothing changed but cards hidden in true number."""
    assert type(seen) is type(event), f"law 9: {event} is shown as {seen}"
    true, told = to_builtins(event), to_builtins(seen)
    for name, value in true.items():
        if told[name] != value:
            pairs = list(zip(told[name], value, strict=False))
            hidden = len(told[name]) == len(value) and all(t in (HIDDEN, v) for t, v in pairs)
            assert hidden, f"law 9: {name} of {event} is shown as {seen}"


# The end


def the_end_opens_everything(sample: Sample) -> None:
    """At the end everybody sees what the seats still hold, in the view and in the events that led to it."""
    game = sample.game
    for walk in sample.walks:
        zones = game.zones(walk.end) or {}
        held = Counter(c for place, cards in zones.items() if place.seat is not None for c in cards)
        if game.actors(walk.end):
            continue
        last = walk.turns[-1]
        for viewer in (*range(walk.seats), None):
            seen = Counter(leaves(to_builtins(game.view(walk.end, viewer))))
            assert held <= seen, f"the end hides {dict(held - seen)} from {viewer}: {walk}, {walk.end}"
            told = {*leaves(to_builtins(game.view(last.state, viewer)))}
            told |= {*leaves(to_builtins([referee.shown(e, viewer) for e in last.step.events]))}
            assert set(held) <= told, f"no event opens {set(held) - told} to {viewer}: {walk}, {last}"
