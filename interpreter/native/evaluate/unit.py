"""What code is written from and into: one instance of a game, and the function being written."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, TypeAlias

import attrs

from interpreter.layout import Layout
from interpreter.native.evaluate.sets import Loaded, Value
from interpreter.native.ir.bits import Bitset
from interpreter.native.ir.builder import Builder
from interpreter.native.ir.nodes import Block, Module, Operand
from interpreter.native.memory.coverage import NO_COVERAGE, CoveragePoints
from interpreter.native.memory.slots import Fields, Slots
from interpreter.native.memory.tables import Constants, Grid
from rulelang import core
from rulelang.core.constants import Evaluator
from rulelang.core.intervals import Range
from rulelang.freezing import define, frozen

if TYPE_CHECKING:
    from interpreter.native.evaluate.lane import Lane


@frozen
class FactFunction:
    """A fact as a function: its name and the range of what it returns."""

    name: str
    range: Range


class Lowerer(Protocol):
    """What modules call that ask for parts of an expression: those that know them stand above.

    `asking` has the rest, which follows from these.
    """

    def value(self, code: Code, e: core.Expr, env: Env) -> Loaded:
        """Return the value of an expression."""

    def condition(self, code: Code, e: core.Expr, env: Env) -> Operand:
        """Return whether an expression holds, as a register of one bit."""

    def branch_on(self, code: Code, e: core.Expr, env: Env, yes: Block, no: Block) -> None:
        """Go on in `yes` where an expression holds, else in `no`."""

    def each_found(
        self,
        code: Code,
        search: core.Search,
        env: Env,
        body: Callable[[Env], None],
        *,
        distinct: bool,
    ) -> None:
        """Run the body for every tuple that a search finds."""

    def found_bitset(self, code: Code, search: core.Search, env: Env) -> Bitset | None:
        """Return the mask of what a search finds; None where it needs a loop."""

    def lane_mask(self, code: Code, e: core.Expr, env: Env, lane: Lane) -> Operand | None:
        """Return the values of a lane for which a condition holds; None where it needs a loop."""


Cases: TypeAlias = dict[core.Expr, list[int | None]]
"""What a condition becomes, with the numbers of the boards for which it does; None: no value."""


@define
class Unit:
    """One game instance on its way to native code.

    `rounds`: how many each `for` has at most. `masks`: those that `tabled` has made, by what they
    are of. `cases`: what conditions become for the values of a term (see `bitsets`). `kept`: where
    the context keeps ways, and how many words of them (see `reaching`). `logs`: its code
    records what happens, `texts` by their numbers. `tries`: its code judges one action after the
    other of nearly one position. `counts`: its loops count what they go through, since the text
    alone does not bound that. `drafts`: how many are written in each other (see `drafts`).
    """

    layout: Layout
    slots: Slots
    fields: Fields
    module: Module
    constants: Constants
    lowerer: Lowerer
    coverage: CoveragePoints = NO_COVERAGE
    grids: dict[int, Grid] = attrs.Factory(dict)
    facts: dict[tuple[int, tuple[Range, ...]], FactFunction] = attrs.Factory(dict)
    weights: dict[int, int] = attrs.Factory(dict)
    rounds: dict[int, int] = attrs.Factory(dict)
    masks: dict[tuple[object, ...], tuple[int, ...]] = attrs.Factory(dict)
    cases: dict[tuple[object, ...], Cases | None] = attrs.Factory(dict)
    kept: dict[tuple[object, ...], tuple[int, int]] = attrs.Factory(dict)
    logs: bool = False
    tries: bool = False
    counts: bool = False
    drafts: int = 0
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


@frozen
class Code:
    """The function being written."""

    unit: Unit
    b: Builder


Env = tuple[Value, ...]
