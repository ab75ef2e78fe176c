"""Picks that lead nowhere: subsets with a closing condition, such as paying a price. Ref §29.

In a repeating choose whose closing arms all have needs, a pick `in order` is offered only if picks
that may follow it bring a closing arm within reach. The search takes the pick on a copy: the rules
themselves look whether anything can follow, and so look ahead in turn. It is over where the choose
is closed: what comes after that is not looked at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.faults import DeadEnd, RuleFault
from interpreter.layout import MAX_DEPTH, MAX_LOOKS
from interpreter.position import Choosing, Env, Frame, Position
from interpreter.reference.machine import Machine
from interpreter.reference.taking import take_action
from interpreter.reference.values import World

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.reference.choice import Open


def leads_on(found: Open, env: Env, world: World) -> bool:
    """Return whether the choose can be brought to its end after this pick."""
    if world.depth >= MAX_DEPTH or world.effort.looks >= MAX_LOOKS:
        return True
    world.effort.looks += 1
    position = Position(
        tuple(world.cells),
        tuple(world.control),
        world.result,
        tuple(world.clocks),
        tuple(world.memories),
    )
    machine = Machine(world.layout, position)
    machine.world.effort = world.effort
    machine.world.depth = world.depth + 1
    try:
        take_action(machine, found, env[len(found.env) :])
        while _is_open(machine.control, found.frame) and not machine.step():
            pass
    except DeadEnd:
        return False
    except RuleFault:
        return True  # the pick itself is legal; its fault shows when it is taken
    return True


def _is_open(control: Sequence[Frame], at: int) -> bool:
    """Return whether the choose whose frame has this place is in progress, and not closed."""
    if at >= len(control):
        return False
    frame = control[at]
    return isinstance(frame, Choosing) and frame.left >= 0
