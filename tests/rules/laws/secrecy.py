"""Law 5, no leak: who cannot know two states apart is told the same in both."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from random import Random
from typing import Any, NamedTuple

from rules import referee
from rules.core import HIDDEN, AnyRules, Card, Cards, Moved, Place, Seat
from tests.rules.laws.draw import Palette
from tests.rules.laws.laws import encoded
from tests.rules.laws.sample import Position, Sample
from tests.rules.laws.story import movements, total
from tests.rules.laws.walks import Walk

IMAGINED = 2
"""States imagined for each viewer of a position."""
COMPARED = 20
"""How many steps, at least, have to leave a viewer equal views of states that differ."""


class Pair(NamedTuple):
    """A position, and another state that is imagined for a viewer of it."""

    position: Position
    viewer: Seat | None
    other: Any

    def __str__(self) -> str:
        return f"{self.other}, imagined for viewer {self.viewer} of {self.position}"


def nothing_leaks(sample: Sample) -> None:
    """Law 5: a seat or spectator gets equal views, moves, refusals and events in a state imagined for it."""
    rng = sample.random("law 5")
    for pair in pairs(sample, sample.positions):
        _possible(sample, pair)
        _same_knowledge(pair, rng)
        _same_events(sample, pair, rng)
    for walk in sample.walks:
        _deal_tells_what_the_view_does(walk)
    if sample.game.zones(sample.walks[0].end) is not None:
        _imagination_is_free(sample)


def pairs(sample: Sample, positions: Iterable[Position]) -> Iterable[Pair]:
    """Every position with states imagined for each of its viewers."""
    for position in positions:
        for viewer in (*range(position.walk.seats), None):
            for version in range(IMAGINED):
                other = sample.game.imagine(position.state, viewer, position.chance(version))
                yield Pair(position, viewer, other)


def _possible(sample: Sample, pair: Pair) -> None:
    """What is imagined has the same cards, as many at each place, and goes on."""
    game, state, other = sample.game, pair.position.state, pair.other
    zones, guessed = game.zones(state) or {}, game.zones(other) or {}
    sizes = {place: len(cards) for place, cards in zones.items() if cards}
    assert sizes == {p: len(c) for p, c in guessed.items() if c}, f"law 5: other numbers of cards: {pair}"
    assert total(zones) == total(guessed), f"law 5: other cards: {pair}"
    for place, cards in guessed.items():
        if _differs(place, zones.get(place, ()), cards):
            sample.met["imagined", relation(place, pair.viewer), place.zone] += 1
    for seat in game.actors(other):
        assert game.moves(other, seat), f"law 5: seat {seat} has no move: {pair}"
    sample.met["pairs"] += 1
    sample.met["vacuous"] += other == state


def _differs(place: Place, cards: Cards, guessed: Cards) -> bool:
    """Of a place of the table the order counts too: cards may be dealt from it."""
    return cards != guessed if place.seat is None else sorted(cards) != sorted(guessed)


def known(game: AnyRules, state: Any, viewer: Seat | None) -> bytes:
    """What every table tells a viewer of a state: its view, who is to act, and the result."""
    return encoded((game.view(state, viewer), game.actors(state), game.result(state)))


def relation(place: Place, viewer: Seat | None) -> str:
    """Whose a place is, as seen by a viewer."""
    if place.seat is None:
        return "of the table"
    return "own" if place.seat == viewer else "of others"


def _same_knowledge(pair: Pair, rng: Random) -> None:
    """Views, and for a seat the legal moves and the refusals, are equal."""
    (walk, state), viewer, other = pair
    game = walk.game
    view, guessed = known(game, state, viewer), known(game, other, viewer)
    assert view == guessed, f"law 5: known is {view!r} or {guessed!r}: {pair}"
    if viewer is None:
        return
    listed = game.moves(state, viewer)
    assert encoded(listed) == encoded(game.moves(other, viewer)), f"law 5: other legal moves: {pair}"
    for move in listed:
        same = encoded(game.variants(state, viewer, move)) == encoded(game.variants(other, viewer, move))
        assert same, f"law 5: other variants of {move}: {pair}"
    for move in Palette(game, walk.seats, state, viewer, rng).moves(1):
        told, guess = encoded(game.check(state, viewer, move)), encoded(game.check(other, viewer, move))
        assert told == guess, f"law 5: {move} gives {told!r} or {guess!r}: {pair}"


def _same_events(sample: Sample, pair: Pair, rng: Random) -> None:
    """Where the same move, legal in both states, leaves the viewer equal views, it is shown equal events."""
    (walk, state), viewer, other = pair
    game = walk.game
    for seat in game.actors(state):
        listed = [
            rng.sample(some, min(3, len(some))) for some in (game.moves(state, seat), game.moves(other, seat))
        ]
        for move in {encoded(m): m for some in listed for m in some}.values():
            if game.check(state, seat, move) or game.check(other, seat, move):
                continue
            one, two = (game.apply(s, seat, move, walk.chance("pair", 1)) for s in (state, other))
            if known(game, one.state, viewer) != known(game, two.state, viewer):
                continue
            told, guess = ([referee.shown(e, viewer) for e in step.events] for step in (one, two))
            assert encoded(told) == encoded(guess), f"law 5: {move} is told as {told} or {guess}: {pair}"
            sample.met["compared"] += other != state


def _deal_tells_what_the_view_does(walk: Walk) -> None:
    """Where a viewer saw cards dealt, they lie there in every state imagined for it: its view says so too.

    Of the deal only: later, cards may be shown on their way to where they are hidden again.
    """
    position = Position(walk, walk.start.state)
    for viewer in (*range(walk.seats), None):
        known = seen_to_lie([referee.shown(event, viewer) for event in walk.start.events])
        other = walk.game.imagine(walk.start.state, viewer, position.chance(1))
        guessed = walk.game.zones(other) or {}
        for place, cards in known.items():
            more = cards - Counter(guessed.get(place, ()))
            pair = Pair(position, viewer, other)
            assert not more, f"law 5: the deal tells {dict(more)} in {place}, the view does not: {pair}"


def seen_to_lie(events: Iterable[Any]) -> dict[Place, Counter[Card]]:
    """The cards that a viewer of these events saw arrive somewhere, and that cannot have left it unseen."""
    known: dict[Place, Counter[Card]] = defaultdict(Counter)
    for source, target, cards in movements(events):
        known[source] = Counter() if HIDDEN in cards else known[source] - Counter(cards)
        known[target] += Counter(card for card in cards if card != HIDDEN)
    return known


def _imagination_is_free(sample: Sample) -> None:
    """The comparison says something: what lies hidden is really imagined otherwise."""
    met, slug = sample.met, sample.game.slug
    assert 2 * met["vacuous"] <= met["pairs"], (
        f"law 5, {slug}: vacuous {met['vacuous']} of {met['pairs']} pairs"
    )
    assert met["compared"] >= COMPARED, f"law 5, {slug}: events of only {met['compared']} steps compared"
    for whose, zone in sorted(hidden_places(sample.walks)):
        anew = met["imagined", whose, zone]
        assert anew, f"law 5, {slug}: cards went hidden to {zone} {whose}, which is never imagined anew"


def hidden_places(walks: Iterable[Walk]) -> set[tuple[str, str]]:
    """Where cards went that a viewer did not see: whose place, and which zone."""
    found = set()
    for walk in walks:
        for event in (e for step in walk.steps for e in step.events if isinstance(e, Moved)):
            for viewer in (*range(walk.seats), None):
                if HIDDEN in referee.shown(event, viewer).cards:
                    found.add((relation(event.to, viewer), event.to.zone))
    return found
