"""What follows when a player takes a legal action.

Below the choice points, which ask for it themselves: a pick is taken on a copy to see whether it
leads on (`interpreter.reference.lookahead`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.layout import Layout
from interpreter.position import Acting, Choosing, Env, Meanwhile
from interpreter.reference.machine import Machine
from rulelang import core

if TYPE_CHECKING:
    from interpreter.reference.choice import Open


def take_action(machine: Machine, open_arm: Open, arguments: Env) -> None:
    """Go on with a legal action."""
    layout = open_arm.layout
    frame = machine.control[open_arm.frame]
    if isinstance(frame, Meanwhile):
        machine.control[open_arm.frame] = frame._replace(left=frame.left - 1)
        machine.control.append(Acting(frame.anytime))
    else:
        assert isinstance(frame, Choosing)
        machine.control[-1] = _after_pick(frame, open_arm, arguments, machine.layout)
    machine.enter(layout.arm.body, open_arm.env + arguments)


def _after_pick(frame: Choosing, open_arm: Open, arguments: Env, layout: Layout) -> Choosing:
    arm = open_arm.layout
    if arm.arm.closes or choose_of(frame, layout).limit is None:
        return frame._replace(left=-1, last=())
    last = frame.last
    if arm.is_ordered:
        picked: Env = ()
        at = 0
        for choice in arm.arm.choices:
            width = 2 if choice.pair else 1
            if choice.in_order:
                picked += arguments[at : at + width]
            at += width
        last = (*last[: arm.index], picked, *last[arm.index + 1 :])
    return frame._replace(left=frame.left - 1, last=last if frame.left > 1 else ())


def choose_of(frame: Choosing, layout: Layout) -> core.Choose:
    """Return the statement of a choice in progress."""
    node = layout.statements[frame.choice]
    assert isinstance(node, core.Choose)
    return node
