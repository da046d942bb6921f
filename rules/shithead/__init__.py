"""Shithead: get rid of all cards; the last player who holds any is the shithead."""

from rules.shithead.game import Shithead

__all__ = ["Shithead"]
