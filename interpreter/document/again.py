"""The last step of play, gone through once more where somebody asks what was on its way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from interpreter.faults import BudgetExceeded, RuleFault
from interpreter.reference.machine import Machine
from interpreter.reference.stepping import resume

if TYPE_CHECKING:
    from interpreter.state import State


def once_more(state: State) -> Iterator[Machine]:
    """Yield the machine behind the choice that led to a state, then after each of its steps.

    It is one machine, which goes on. Nothing is yielded of what a rule fault breaks off.
    """
    before = state.previous
    if before is None or state.action is None:
        return
    machine = Machine(state.game.layout, before.position)
    try:
        resume(machine, state.action)
        yield machine
        waits = False
        while machine.control and not waits:
            waits = machine.step()
            yield machine
    except (RuleFault, BudgetExceeded):
        return
