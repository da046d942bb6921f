"""The rules of the games, pure: no clock, no random source of their own, no input or output.

GAMES is the only list of games in the repository.
"""

from rules.core import AnyRules
from rules.shithead import Shithead
from rules.skitgubbe import Skitgubbe
from rules.slobberhannes import Slobberhannes
from rules.stibitzen import Stibitzen
from rules.stibitzen_dice import StibitzenDice

GAMES: dict[str, AnyRules] = {
    game.slug: game for game in (Shithead(), Slobberhannes(), Skitgubbe(), Stibitzen(), StibitzenDice())
}
