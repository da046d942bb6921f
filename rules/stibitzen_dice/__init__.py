"""Stibitzen, the dice game: throw, set scoring dice aside, and bank before a throw loses it all."""

from rules.stibitzen_dice.game import StibitzenDice

__all__ = ["StibitzenDice"]
