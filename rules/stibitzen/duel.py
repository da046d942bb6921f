"""The shadow display of the Duel: neutral groups, filled from the stock, stolen before the opponent's (ST-140 on)."""

from collections.abc import Iterable

from rules.core import Card, Cards, Place
from rules.stibitzen.groups import JOKER, ORDER, steals
from rules.stibitzen.types import Event, Group, KingLaid, KingRemoved, Options, ShadowFilled

SHADOW_SIZE = 13
"""Cards to which the shadow display is filled (ST-143, ST-150)."""

STOCK, MARKET, SHADOW, REMOVED = (Place(zone, None) for zone in ("stock", "market", "shadow", "removed"))


def candidates(laid: Group, shadow: tuple[Group, ...] | None, options: Options) -> tuple[str, ...]:
    """Ranks of the shadow groups that a laid group steals, ascending (ST-146)."""
    return tuple(other.rank for other in shadow or () if steals(laid, other, options))


def joined(shadow: tuple[Group, ...], card: Card) -> tuple[Group, ...]:
    """The shadow display with a card more: one layer, all cards of a rank together (ST-146)."""
    groups = {group.rank: group.cards for group in shadow}
    groups[card[0]] = (*groups.get(card[0], ()), card)
    return tuple(Group(rank, groups[rank]) for rank in sorted(groups, key=ORDER.__getitem__))


def lowest_single(market: tuple[Cards, ...]) -> int | None:
    """The slot of the lowest single card, the lower number among equal ranks; None if there is none (ST-144)."""
    singles = [(ORDER[slot[0][0]], i) for i, slot in enumerate(market) if len(slot) == 1]
    return min(singles)[1] if singles else None


def fill(
    shadow: tuple[Group, ...], market: tuple[Cards, ...], stock: Cards, removed: Cards
) -> tuple[tuple[Group, ...], tuple[Cards, ...], Cards, Cards, list[Event]]:
    """Shadow display, market, stock and removed cards after filling, and what happened (ST-143 to ST-145)."""
    events: list[Event] = []
    size = sum(len(group.cards) for group in shadow)
    at = 0
    while size < SHADOW_SIZE and at < len(stock):
        card = stock[at]
        at += 1
        if card[0] not in ("K", JOKER):
            shadow = joined(shadow, card)
            size += 1
            events.append(ShadowFilled(STOCK, SHADOW, (card,)))
        elif (slot := lowest_single(market)) is not None:
            market = (*market[:slot], (*market[slot], card), *market[slot + 1 :])
            events.append(KingLaid(STOCK, MARKET, (card,), slot))
        else:
            removed = (*removed, card)
            events.append(KingRemoved(STOCK, REMOVED, (card,)))
    return shadow, market, stock[at:], removed, events


def cards_in(shadow: Iterable[Group]) -> Cards:
    """All cards of the shadow display."""
    return tuple(card for group in shadow for card in group.cards)
