"""The reference engine: what a rule text means, one small step after another.

The rest of play is data (`Position.control`); a step looks at the frame on top, or begins one
statement. `advance` makes steps up to the next choice point, chance point or end. The tables below
say which function takes which step; a test holds them complete. Speed is not its business beyond
choosing a table over class patterns.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import Final, Never, TypeAlias

from interpreter.faults import IllegalAction, RuleFault
from interpreter.layout import ArmLayout, Layout
from interpreter.position import (
    Acting,
    Cell,
    Choosing,
    Drawing,
    Each,
    Env,
    Meanwhile,
    Picking,
    Position,
    Repeating,
    Rolling,
    Run,
    Turning,
)
from interpreter.reference import effects, flow, points
from interpreter.reference.choice import Open, open_arms
from interpreter.reference.events import Event
from interpreter.reference.machine import FRAMES, STEP_BUDGET, Machine
from interpreter.reference.taking import take_action
from rulelang import core
from rulelang.source import NOWHERE

Began: TypeAlias = tuple[Position, tuple[Event, ...]]

STATEMENTS: Final[dict[type, Callable[[Machine, Never, Env], None]]] = {
    core.Let: flow.let,
    core.Move: effects.move,
    core.Draw: points.begin_draw,
    core.Roll: points.begin_roll,
    core.Assign: effects.assign,
    core.Remember: effects.remember,
    core.Reveal: effects.reveal,
    core.Show: effects.show,
    core.Say: effects.say,
    core.If: flow.branch,
    core.For: flow.begin_for,
    core.Repeat: flow.begin_repeat,
    core.Turns: flow.begin_turns,
    core.NextTurn: flow.next_turn,
    core.Stop: flow.stop,
    core.Phase: flow.phase,
    core.Random: points.begin_random,
    core.Choose: points.begin_choose,
    core.Anytime: points.begin_anytime,
    core.End: flow.end,
    core.Invoke: flow.invoke,
    core.Need: flow.judged,
    core.TooDeep: flow.too_deep,
}


def go_on_run(machine: Machine, frame: Run) -> bool:
    """Begin the next statement of a block, or leave it."""
    statements = machine.layout.blocks[frame.block].statements
    if frame.at < len(statements):
        machine.control[-1] = Run(frame.block, frame.at + 1, frame.env)
        node = statements[frame.at]
        STATEMENTS[type(node)](machine, node, frame.env)  # type: ignore[arg-type]  # pairs of the table
        return False
    if frame.block == machine.layout.spec.play.number:
        span = statements[-1].span if statements else NOWHERE
        raise RuleFault("play comes to its last line and nothing says who has won", span)
    machine.drop()
    return False


FRAMES.update(
    {
        Run: go_on_run,
        Each: flow.go_on_for,
        Turning: flow.go_on_turns,
        Repeating: flow.go_on_repeat,
        Choosing: points.go_on_choose,
        Drawing: points.wait,
        Rolling: points.wait,
        Picking: points.wait,
        Meanwhile: points.leave,
        Acting: points.leave,
    }
)


def start(layout: Layout) -> Began:
    """Return the first choice or chance point of a game, and what happened before it."""
    spec = layout.spec
    control = (Run(spec.play.number, 0, ()), Run(spec.setup.number, 0, ()))
    return advance(layout, Position(layout.start, control, memories=layout.no_memories))


def begin(layout: Layout, cells: tuple[Cell, ...], block: int, env: Env = ()) -> Began:
    """Return the first point after a block began with nothing else to do.

    Its control is () when the block is done.
    """
    nothing = layout.no_memories
    return advance(layout, Position(cells, (Run(block, 0, env),), memories=nothing))


def advance(layout: Layout, position: Position, budget: int = STEP_BUDGET) -> Began:
    """Return the next choice point, chance point or end, and what happened on the way.

    Raises:
        RuleFault: the rules say something impossible.
        BudgetExceeded: that point is not reached within `budget` steps.
    """
    return run(Machine(layout, position, budget))


def take(layout: Layout, position: Position, number: int) -> Began:
    """Return what follows a legal action or a possible outcome of chance.

    The caller has checked that it is one.
    """
    machine = Machine(layout, position)
    resume(machine, number)
    return run(machine)


def take_while(
    layout: Layout, position: Position, number: int, agrees: Callable[[Sequence[Event]], bool]
) -> Began | None:
    """Return what follows as `take` does; None as soon as `agrees` denies what happened so far.

    `agrees` is asked whenever something more has happened.
    """
    machine = Machine(layout, position)
    resume(machine, number)
    known = 0
    while machine.control:
        waits = machine.step()
        if len(machine.events) > known:
            known = len(machine.events)
            if not agrees(machine.events):
                return None
        if waits:
            break
    return machine.frozen(), tuple(machine.events)


def resume(machine: Machine, number: int) -> None:
    """Let a machine that waits take a legal action or a possible outcome of chance."""
    if isinstance(machine.control[-1], Choosing):
        arm = arm_of(machine.layout, number)
        open_arm = opened(arm, open_arms(machine.control, machine.world))
        if arm is None or open_arm is None:
            raise IllegalAction(f"action {number} is not on offer here")
        take_action(machine, open_arm, arm.arguments(number))
    else:
        points.take_outcome(machine, number)


def run(machine: Machine) -> Began:
    """Make steps up to the next choice point, chance point or end."""
    while machine.control and not machine.step():
        pass
    return machine.frozen(), tuple(machine.events)


def arm_of(layout: Layout, number: int) -> ArmLayout | None:
    """Return the arm whose actions include a number."""
    numbering = layout.numbering
    at = bisect_right(numbering, number, key=lambda arm: arm.arm.first_id) - 1
    if at < 0 or number >= numbering[at].arm.first_id + numbering[at].size:
        return None
    return numbering[at]


def opened(arm: ArmLayout | None, arms: tuple[Open, ...]) -> Open | None:
    """Return the open one among `arms` that is this arm."""
    return next((found for found in arms if found.layout is arm), None)
