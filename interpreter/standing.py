"""What a play that search cuts short is worth: by the standing that its rules declare. Ref §35.

It is as though the game ended there. Play itself never asks for it.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from interpreter.reference import flow
from interpreter.reference.machine import Machine
from interpreter.state import State
from rulelang import core

if TYPE_CHECKING:
    from interpreter.game import Game

HORIZON: Final = 60
"""Choices and outcomes of chance after which playouts are cut, where a standing is declared."""


def standing(state: State) -> tuple[Fraction, ...]:
    """Return what a state is worth to the players; what they got where the game is over.

    Raises:
        ValueError: the rules declare no standing.
        RuleFault: the standing does what it must not do; the message names its line.
    """
    game = state.game
    if game.spec.standing is None:
        raise ValueError(f"the rules of {game.name} declare no standing")
    if state.is_terminal:
        return state.returns
    machine = Machine(game.layout, state.position)
    flow.end(machine, core.End(game.spec.standing), ())
    assert machine.result is not None, "an end has returns"
    return machine.result


def horizon_in(game: Game, wanted: int | None) -> int | None:
    """Return after how much playouts of a game are cut; None where no standing is declared."""
    if game.spec.standing is None:
        return None
    return HORIZON if wanted is None else max(0, wanted)
