"""Play games whose rules are text: the public API.

game = load("tic_tac_toe")                  # interpreter.load
state = game.start(seed=7)
while not state.is_terminal:
    state = state.apply(state.legal_actions[0])
print(state.returns)
"""

from interpreter.choice import Action
from interpreter.faults import BudgetExceeded, EngineBug, IllegalAction, RuleFault
from interpreter.game import Game, GameFacts
from interpreter.position import CHANCE, TERMINAL
from interpreter.state import State

__all__ = [
    "CHANCE",
    "TERMINAL",
    "Action",
    "BudgetExceeded",
    "EngineBug",
    "Game",
    "GameFacts",
    "IllegalAction",
    "RuleFault",
    "State",
]
