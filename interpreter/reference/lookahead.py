"""Picks that lead nowhere: subsets with a closing condition, such as paying a price. Ref §29.

In a repeating choose whose closing arms all have needs, a pick `in order` is offered only if picks
that may follow it bring a closing arm within reach. The search takes the pick on a copy: the rules
themselves look whether anything can follow, and so look ahead in turn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.faults import DeadEnd, RuleFault
from interpreter.position import Env, Position
from interpreter.reference.values import World

if TYPE_CHECKING:
    from interpreter.reference.choice import Open

MAX_LOOKS = 10_000  # picks tried from one position; past that a pick is offered unsearched


def leads_on(found: Open, env: Env, world: World) -> bool:
    """Return whether the choose can be brought to its end after this pick."""
    from interpreter.reference import points, stepping  # noqa: PLC0415 - they enumerate choices themselves
    from interpreter.reference.machine import Machine  # noqa: PLC0415 - as above

    if world.looks[0] >= MAX_LOOKS:
        return True
    world.looks[0] += 1
    position = Position(
        tuple(world.cells), tuple(world.control), world.result, tuple(world.clocks)
    )
    machine = Machine(world.layout, position)
    machine.world.looks = world.looks
    try:
        points.take_action(machine, found, env[len(found.env) :])
        stepping.run(machine)
    except DeadEnd:
        return False
    except RuleFault:
        return True  # the pick itself is legal; its fault shows when it is taken
    return True
