"""Whether a game that is over was won, or lost, by all together."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from interpreter.facts.results import results_of
from rulelang import core


def is_together(spec: core.Spec) -> bool:
    """Return whether a game ends in no other way than that all win or all lose.

    >>> from interpreter import load
    >>> is_together(load("tic_tac_toe").spec)
    False
    """
    results = list(results_of(spec))
    return bool(results) and all(isinstance(one, core.Together) for one in results)


def ended_together(spec: core.Spec, returns: Sequence[Fraction]) -> Literal["win", "lose"] | None:
    """Return what all did together; None where somebody won from others, or nobody did.

    >>> from interpreter import load
    >>> ended_together(load("tic_tac_toe").spec, [Fraction(0), Fraction(0)])
    """
    alike = set(returns)
    if alike not in ({Fraction(1)}, {Fraction(-1)}) or not any(
        isinstance(result, core.Together) for result in results_of(spec)
    ):
        return None
    return "win" if Fraction(1) in alike else "lose"
