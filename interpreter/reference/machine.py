"""The working copy of a position while the rules run from one choice point to the next."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Final, Never

from interpreter.faults import BudgetExceeded
from interpreter.layout import Layout
from interpreter.position import (
    Cell,
    Choosing,
    Each,
    Env,
    Frame,
    Kinds,
    Meanwhile,
    Picture,
    Position,
    Repeating,
    Run,
    Turning,
)
from interpreter.reference.events import Event
from interpreter.reference.values import World, contents
from rulelang import core
from rulelang.source import NOWHERE, Span

STEP_BUDGET = 500_000


class Machine:
    """A position being changed. `world` reads the very `cells` that effects write."""

    __slots__ = (
        "budget",
        "cells",
        "clocks",
        "control",
        "events",
        "layout",
        "memories",
        "result",
        "steps_left",
        "world",
    )

    def __init__(self, layout: Layout, position: Position, budget: int = STEP_BUDGET) -> None:
        self.layout = layout
        self.cells: list[Cell] = list(position.cells)
        self.control: list[Frame] = list(position.control)
        self.clocks: list[int] = list(position.clocks)
        self.result: tuple[Fraction, ...] | None = position.result
        self.events: list[Event] = []
        self.memories: list[tuple[Picture, ...]] = list(position.memories)
        self.world = World(layout, self.cells, position.result)
        self.world.memories = self.memories
        self.world.control, self.world.clocks = self.control, self.clocks
        self.budget = budget
        self.steps_left = budget

    def frozen(self) -> Position:
        """Return the position as it is now."""
        control, clocks = tuple(self.control), tuple(self.clocks)
        return Position(tuple(self.cells), control, self.result, clocks, tuple(self.memories))

    def contents(self, cell: int) -> Kinds:
        """Return what lies in a zone cell."""
        return contents(cell, self.world)

    def enter(self, block: core.Block, env: Env) -> None:
        """Put a block on top of what is to do; an empty one is done already."""
        if block.statements:
            self.control.append(Run(block.number, 0, env))

    def drop(self) -> Frame:
        """Take the top frame off, and its clock if it has one."""
        frame = self.control.pop()
        if has_clock(frame, self.layout):
            self.clocks.pop()
        return frame

    def finish(self, returns: tuple[Fraction, ...]) -> None:
        """End the game: nothing is left to do."""
        self.result = returns
        self.world.result = returns
        self.control.clear()
        self.clocks.clear()

    def step(self) -> bool:
        """Make one step; return whether the rules wait."""
        frame = self.control[-1]
        try:
            self.spend_step()
            return FRAMES[type(frame)](self, frame)  # type: ignore[arg-type]  # pairs of the table
        except BudgetExceeded as reason:
            raise reason.at(self.place()) from None

    def spend_step(self) -> None:
        """Count one step.

        Raises:
            BudgetExceeded: that was one too many.
        """
        self.steps_left -= 1
        if self.steps_left < 0:
            what = f"the rules ran {self.budget:,} steps without reaching a choice or the end"
            raise BudgetExceeded(what)
        self.world.effort.spend(1)

    def place(self) -> Span:
        """Return where in the text the rules are: in which loop, if they are in one."""
        blocks = [frame for frame in reversed(self.control) if isinstance(frame, Run)]
        for frame in reversed(self.control):
            match frame:
                case Each(loop=loop) | Turning(loop=loop) | Repeating(loop=loop):
                    return self.layout.statements[loop].span
                case Choosing() | Meanwhile():
                    break
                case _:
                    pass
        return self.layout.blocks[blocks[0].block].statements[0].span if blocks else NOWHERE


FRAMES: Final[dict[type, Callable[[Machine, Never], bool]]] = {}
"""Which function goes on with a frame; `interpreter.reference.stepping` completes it. It lies here
since choices make steps on a copy, and steps lead to choices."""


def has_clock(frame: Frame, layout: Layout) -> bool:
    """Return whether a frame owns an entry of the clocks."""
    if isinstance(frame, Turning):
        loop = layout.statements[frame.loop]
        return isinstance(loop, core.Turns) and not loop.counted
    if isinstance(frame, Repeating):
        repeat = layout.statements[frame.loop]
        return isinstance(repeat, core.Repeat) and repeat.until is not None
    return False
