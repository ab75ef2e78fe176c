"""What code is written from and into: one instance of a game, and the function being written."""

from __future__ import annotations

from typing import Final

import attrs

from interpreter.compiled.builder import Builder
from interpreter.compiled.constants import Constants, Grid
from interpreter.compiled.evaluator import Evaluator
from interpreter.compiled.ir import Module
from interpreter.compiled.ranges import Range
from interpreter.compiled.sets import Value
from interpreter.compiled.sites import NO_SITES, Sites
from interpreter.compiled.slots import Fields, Slots
from interpreter.layout import Layout
from rulelang import core

FAULT: Final = 1
"""The rules did what they must not do."""
DEAD_END: Final = 2
"""A player is to choose and nothing is legal."""
SPENT: Final = 3
"""No point was reached within the budget of the native code."""
CROWDED: Final = 4
"""There are more legal actions, or looks ahead, than the buffers hold."""

MOST_GONE_THROUGH: Final = 1 << 28
"""Elements that the loops of native code go through from one point to the next, where they count
them."""


@attrs.frozen
class FactFunction:
    """A fact as a function: its name and the range of what it returns."""

    name: str
    range: Range


@attrs.define
class Unit:
    """One game instance on its way to native code.

    `rounds`: how many each `for` has at most. `masks`: those that `tabled` has made, by what they
    are of. `tells`: its code tells what happens, `texts` by their numbers. `counts`: its loops
    count what they go through, since the text alone does not bound that.
    """

    layout: Layout
    slots: Slots
    fields: Fields
    module: Module
    constants: Constants
    sites: Sites = NO_SITES
    grids: dict[int, Grid] = attrs.Factory(dict)
    facts: dict[tuple[int, tuple[Range, ...]], FactFunction] = attrs.Factory(dict)
    weights: dict[int, int] = attrs.Factory(dict)
    rounds: dict[int, int] = attrs.Factory(dict)
    masks: dict[tuple[object, ...], tuple[int, ...]] = attrs.Factory(dict)
    tells: bool = False
    counts: bool = False
    texts: dict[str, int] = attrs.Factory(dict)
    evaluator: Evaluator = attrs.field(init=False)

    @evaluator.default
    def _evaluator(self) -> Evaluator:
        return Evaluator(self.layout.spec)

    @property
    def spec(self) -> core.Spec:
        """The game instance."""
        return self.layout.spec

    def grid(self, table: int) -> Grid:
        """Return the array that a lookup reads."""
        known = self.grids.get(table)
        if known is None:
            known = self.grids[table] = self.constants.grid(self.spec.tables[table])
        return known

    def text_number(self, text: str) -> int:
        """Return a number for a text, the same for the same."""
        return self.texts.setdefault(text, len(self.texts))

    def finish(self, b: Builder) -> None:
        """Put a function that is written into the module."""
        self.module.functions[b.function.name] = b.function


@attrs.frozen
class Code:
    """The function being written."""

    unit: Unit
    b: Builder


Env = tuple[Value, ...]
