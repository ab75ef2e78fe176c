"""A game instance in IR: what `lower` makes, and what is kept of it beside its machine code.

Apart from `lower`, so that a game that was compiled before begins without the compiler.
"""

from __future__ import annotations

from typing import Final

import attrs

from interpreter.native.ir.nodes import Field, Module
from interpreter.native.memory.coverage import NO_COVERAGE, CoveragePoints
from interpreter.native.memory.frames import Control
from interpreter.native.memory.slots import Slots
from rulelang.freezing import frozen

SETUP: Final = 0
PLAY: Final = 1
"""Numbers of coroutines."""

COROUTINE: Final = 1 << 16
"""A label for all of the code is `coroutine * COROUTINE + block`; below 0 it leaves the loop."""


def coroutine_name(number: int) -> str:
    """Return what the function of a coroutine is called."""
    return f"coroutine{number}"


@frozen
class Lowered:
    """A game instance in IR, and where everything lies. Returns are multiplied by `scale`.

    `budget`: what rounds of loops may spend from one point to the next. `coverage`: what it
    notes. `is_cut`: it has a standing, and so the playouts have a horizon. `playouts`: the
    functions that playouts enter instead, by the numbers of coroutines.
    """

    module: Module
    slots: Slots
    fields: tuple[Field, ...]
    control: Control
    pc: Field
    returns: Field
    scale: int
    legal: dict[int, str]
    chances: dict[int, str]
    budget: int
    coverage: CoveragePoints = NO_COVERAGE
    is_cut: bool = False
    playouts: dict[int, str] = attrs.Factory(dict)

    @property
    def coroutines(self) -> dict[int, str]:
        """The functions of all coroutines, by their numbers."""
        return {number: coroutine_name(number) for number in range(len(self.control.coroutines))}


def state_size(lowered: Lowered) -> int:
    """Return the bytes of a state."""
    return max(8, lowered.module.size)
