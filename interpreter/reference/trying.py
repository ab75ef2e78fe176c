"""Late needs: what an arm does up to its last need is done on a copy, which judges each. Ref §8.

Nothing is told there, nobody is asked, and the copy is dropped. Taking the arm does it all again.
"""

from __future__ import annotations

from typing import NamedTuple

from interpreter.layout import ArmLayout
from interpreter.position import Env, Position, Run
from interpreter.reference.machine import Machine
from interpreter.reference.values import World, value
from rulelang import core


class Failed(NamedTuple):
    """A late need that does not hold, and what its reason is read in."""

    need: core.Need
    world: World
    env: Env


def failing(arm: ArmLayout, env: Env, world: World) -> Failed | None:
    """Return the first late need of an arm that fails with these arguments; None for none."""
    control = (Run(arm.arm.body.number, 0, env),)
    memories = tuple(world.memories)
    machine = Machine(
        world.layout, Position(tuple(world.cells), control, world.result, memories=memories)
    )
    machine.world.effort = world.effort
    machine.world.tables, machine.world.scales = world.tables, world.scales
    while True:
        frame = machine.control[-1]
        if len(machine.control) == 1 and isinstance(frame, Run):
            need = arm.trial[frame.at]
            if isinstance(need, core.Need):
                if not value(need.test, machine.world, frame.env):
                    return Failed(need, machine.world, frame.env)
                if frame.at + 1 == len(arm.trial):
                    return None
        machine.step()
