"""Exact play of small games: by search where all is open, by regrets where something is hidden."""

from interpreter.solving.exact import LIMIT, Perfect, Solution, Solver, solve
from interpreter.solving.regrets import Equilibrium, cfr, exploitability
from interpreter.solving.unrolled import HISTORIES, TooLargeToSolve

__all__ = [
    "HISTORIES",
    "LIMIT",
    "Equilibrium",
    "Perfect",
    "Solution",
    "Solver",
    "TooLargeToSolve",
    "cfr",
    "exploitability",
    "solve",
]
