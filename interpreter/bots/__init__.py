"""Players that are programs. They see only what their seat sees."""

from interpreter.bots.bot import Bot, SeatView, View
from interpreter.bots.monte_carlo import MonteCarlo
from interpreter.bots.policy import BotPolicy
from interpreter.bots.tree_search import TreeSearch
from interpreter.bots.uniform import Uniform

__all__ = ["Bot", "BotPolicy", "MonteCarlo", "SeatView", "TreeSearch", "Uniform", "View"]
