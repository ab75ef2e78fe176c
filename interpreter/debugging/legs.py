"""One leg of a play, stop by stop: from a choice, or a beginning, to where the rules wait again.

A leg is gone through again whenever something of it is asked: the rules are the same each time, so
nothing between two choices has to be kept. What steps is the reference engine itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final, Literal, TypeAlias, assert_never

import attrs

from interpreter.faults import BudgetExceeded, RuleFault
from interpreter.layout import Layout
from interpreter.position import Choosing, Drawing, Leg, Picking, Position, Rolling, Run
from interpreter.reference.events import TurnBegan
from interpreter.reference.machine import Machine
from interpreter.reference.stepping import arm_of, resume
from interpreter.state import State
from rulelang import core
from rulelang.source import NOWHERE, Span

Kind: TypeAlias = Literal["chosen", "line", "choice", "chance", "end", "done", "fault", "verdict"]
WAITS: Final = frozenset({"choice", "chance", "end", "done", "fault"})
"""What a leg ends with."""


@attrs.frozen
class Stop:
    """Where one may stand: before a line, behind a choice, or where the rules wait.

    `leg`, `index`: which leg of the play, and which stop of it. `depth`: how many routines are in
    progress. `begins_turn`: somebody's turn began since the stop before. `repeats`: it is at the
    line of the stop before, as in a loop that stands in one line. `told`: what failed, or what
    looking ahead came to.
    """

    leg: int
    index: int
    kind: Kind
    span: Span
    depth: int
    begins_turn: bool
    repeats: bool = False
    told: str = ""

    @property
    def line(self) -> int:
        """The line of the text, from 1; 0 where there is none."""
        return self.span.line


class Legs:
    """Goes through legs of plays of one game. `named`: what blocks are called besides routines."""

    named: Mapping[int, str] = MappingProxyType({})

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self._roots = frozenset(roots(layout))

    def scan(self, leg: Leg, number: int) -> Iterator[tuple[Stop, Machine]]:
        """Yield the stops of a leg, each with the machine as it stands there.

        The machine goes on when the next stop is asked for. `number`: of the leg in its play.
        """
        position, taken = leg
        machine = Machine(self.layout, position)
        index, turns, place = 0, 0, (0, 0)

        def stop(kind: Kind, span: Span, told: str = "") -> tuple[Stop, Machine]:
            nonlocal index, turns, place
            now = sum(isinstance(event, TurnBegan) for event in machine.events)
            depth = self._depth(machine)
            again = kind == "line" and place == (span.line, depth)
            found = Stop(number, index, kind, span, depth, now > turns, again, told)
            index, turns, place = index + 1, now, (span.line, depth)
            return found, machine

        try:
            if taken is not None:
                yield stop("chosen", _chosen(machine, taken))
                resume(machine, taken)
            waits = False
            while machine.control and not waits:
                node = next_line(machine)
                if node is not None:
                    yield stop("line", node.span)
                waits = machine.step()
        except (RuleFault, BudgetExceeded) as fault:
            yield stop("fault", fault.span, fault.message)
            return
        yield stop(*_waiting(machine))

    def _depth(self, machine: Machine) -> int:
        """Return how many routines are in progress."""
        return sum(
            isinstance(frame, Run) and frame.block in self._roots for frame in machine.control
        )


def next_line(machine: Machine) -> core.Statement | None:
    """Return the statement that is next, where somebody wants to see it: not in the library."""
    frame = machine.control[-1]
    if not isinstance(frame, Run):
        return None
    statements = machine.layout.blocks[frame.block].statements
    if frame.at >= len(statements):
        return None
    node = statements[frame.at]
    settled = isinstance(node, core.If) and node.test == core.Const(1)
    return None if settled or is_library(node.span) else node


def is_library(span: Span) -> bool:
    """Return whether a place is in the standard library.

    >>> is_library(Span("std/cards.rules", 1, 1, 1, 2)), is_library(Span("my.rules", 1, 1, 1, 2))
    (True, False)
    """
    return span.file.startswith("std/")


def _chosen(machine: Machine, number: int) -> Span:
    """Return where the arm stands that was chosen, or what asked chance."""
    if isinstance(machine.control[-1], Choosing):
        arm = arm_of(machine.layout, number)
        return NOWHERE if arm is None else arm.arm.span
    return _waiting(machine)[1]


def _waiting(machine: Machine) -> tuple[Kind, Span]:
    """Return what a machine waits for, and where."""
    if machine.result is not None:
        return "end", NOWHERE
    if not machine.control:
        return "done", NOWHERE
    frame = machine.control[-1]
    assert isinstance(frame, Choosing | Drawing | Rolling | Picking), "rules wait for nothing else"
    match frame:
        case Choosing(choice=number):
            return "choice", machine.layout.statements[number].span
        case Drawing(draw=number) | Rolling(roll=number) | Picking(random=number):
            return "chance", machine.layout.statements[number].span
        case _:
            assert_never(frame)


def roots(layout: Layout) -> dict[int, str]:
    """Return what the outermost blocks are called, by their numbers."""
    spec = layout.spec
    named = {spec.setup.number: "setup", spec.play.number: "play"}
    return named | {effect.body.number: f"to {effect.name}" for effect in spec.effects}


def play_of(state: State) -> tuple[Leg, ...]:
    """Return the legs of the play that led to a state.

    >>> from interpreter import load
    >>> [number for _, number in play_of(load("tic_tac_toe").start().apply(4))]
    [None, 4]
    """
    steps = [(one.previous.position, one.action) for one in state.path if one.previous is not None]
    return (beginning(state.game.layout), *steps)


def beginning(layout: Layout) -> Leg:
    """Return the leg that every play begins with, up to where somebody is asked first."""
    control = (Run(layout.spec.play.number, 0, ()), Run(layout.spec.setup.number, 0, ()))
    return Position(layout.start, control, memories=layout.no_memories), None
