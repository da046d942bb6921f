"""Slobberhannes: avoid the first trick, the last trick, and the trick with the queen of clubs."""

from rules.slobberhannes.game import Slobberhannes

__all__ = ["Slobberhannes"]
