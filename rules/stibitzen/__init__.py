"""Stibitzen, the card game: lay groups, steal weaker ones of the same size."""

from rules.stibitzen.game import Stibitzen

__all__ = ["Stibitzen"]
