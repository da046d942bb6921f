"""Skitgubbe: collect cards in tricks, then shed them all; the last player who holds any is the skitgubbe."""

from rules.skitgubbe.game import Skitgubbe

__all__ = ["Skitgubbe"]
