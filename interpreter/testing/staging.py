"""Lay the components of a scenario out: its `given` lines, all together. Ref §24.

The lines are a picture, not a sequence: in the end each named zone holds exactly what its line
says. First everything goes home from the zones that are named; then the lines in turn take what
they need, from the home zone of a kind or else from the first zone that no line names; last, each
named zone is compared with its line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypeAlias, assert_never

import attrs

from interpreter.labels import label
from interpreter.layout import Layout
from interpreter.position import Cell
from interpreter.reference.values import World, number, value, variable_cell, zone_cell
from rulelang import core
from rulelang.rule_types import Flag, Maybe, Nothing, Type, values_of
from rulelang.source import Span

GivenLine: TypeAlias = core.Given | core.GivenValue | core.GivenIn


class StagingError(Exception):
    """A `given` line asks for what cannot be."""

    def __init__(self, message: str, span: Span) -> None:
        super().__init__(message)
        self.message = message
        self.span = span


@attrs.frozen
class _Wanted:
    """What a line wants to lie in a zone cell; `exact`: that and nothing else, in this order."""

    cell: int
    kinds: tuple[int, ...]
    exact: bool
    span: Span


def stage(layout: Layout, cells: Sequence[Cell], lines: Sequence[GivenLine]) -> tuple[Cell, ...]:
    """Return `cells` with the components and variables that the lines name as they say.

    Raises:
        StagingError: a zone cannot hold what its line says, or the components do not suffice.
        RuleFault: an index in a line is none or outside its family.
    """
    stage_now = _Stage(layout, cells)
    wanted: list[_Wanted] = []
    for line in lines:
        match line:
            case core.GivenValue():
                stage_now.set(line)
            case core.Given() | core.GivenIn():
                wanted.append(stage_now.read(line))
            case _:
                assert_never(line)
    stage_now.lay_out(wanted)
    return tuple(stage_now.cells)


class _Stage:
    """The cells while the lines are carried out."""

    def __init__(self, layout: Layout, cells: Sequence[Cell]) -> None:
        self.layout = layout
        self.spec = layout.spec
        self.cells: list[Cell] = list(cells)
        self.world = World(layout, self.cells)
        self.named: set[int] = set()

    def set(self, line: core.GivenValue) -> None:
        variable = self.spec.variables[line.variable]
        cell = variable_cell(line.variable, line.args, self.world, (), line.span)
        wanted = value(line.value, self.world, ())
        if isinstance(wanted, tuple) or not _fits(wanted, variable.type):
            shown = label(wanted, variable.type, self.spec)
            raise StagingError(f"{self.layout.names[cell]} cannot be {shown}", line.span)
        self.cells[cell] = wanted

    def read(self, line: core.Given | core.GivenIn) -> _Wanted:
        """Evaluate a line about a zone, and check that the zone can hold it."""
        cell = zone_cell(line.place.zone, line.place.args, self.world, (), line.span)
        if isinstance(line, core.GivenIn):
            items = [(value(line.kind, self.world, ()), 1)]
        else:
            items = [
                (value(kind, self.world, ()), number(copies, self.world, ()))
                for kind, copies in line.items
            ]
        kinds = [kind for kind, copies in items for _ in range(copies)]
        return _Wanted(
            cell,
            tuple(self._held(kind, cell, line.span) for kind in kinds),
            isinstance(line, core.Given),
            line.span,
        )

    def _held(self, kind: core.Value, cell: int, span: Span) -> int:
        if not isinstance(kind, int):
            raise StagingError("this is no component", span)
        if kind not in self.layout.holds[cell]:
            shown = self.spec.kinds[kind].label
            raise StagingError(f"{self.layout.names[cell]} is no place for {shown}", span)
        return kind

    def lay_out(self, lines: Sequence[_Wanted]) -> None:
        last = {line.cell: line for line in lines if line.exact}
        for line in lines:
            if not line.exact and line.cell in last:
                both = last[line.cell].kinds + line.kinds
                last[line.cell] = attrs.evolve(last[line.cell], kinds=both)
        lines = [*last.values(), *(line for line in lines if line.cell not in last)]
        self.named = {line.cell for line in lines}
        for cell in last:
            self._send_home(cell)
        for line in lines:
            self._turn_dice(line)
            for kind, copies in sorted(Counter(line.kinds).items()):
                for _ in range(copies - self._lying(line.cell).count(kind)):
                    self._fetch(kind, line)
        for line in lines:
            self._compare(line)

    def _lying(self, cell: int) -> tuple[int, ...]:
        found = self.cells[cell]
        assert isinstance(found, tuple), "zone cells hold tuples"
        return found

    def _home(self, kind: int) -> int:
        home = self.spec.kinds[kind]
        return self.layout.zone_cells[home.home_zone][home.home]

    def _send_home(self, cell: int) -> None:
        for kind in self._lying(cell):
            if self._home(kind) != cell:
                self._carry(kind, cell, self._home(kind))

    def _turn_dice(self, line: _Wanted) -> None:
        """Turn dice that lie there already to the faces that are wanted."""
        lying = list(self._lying(line.cell))
        surplus = list((Counter(lying) - Counter(line.kinds)).elements())
        for kind in (Counter(line.kinds) - Counter(lying)).elements():
            die = next((die for die in surplus if kind in self.spec.kinds[die].faces), None)
            if die is not None:
                surplus.remove(die)
                lying[lying.index(die)] = kind
        ordered = self.layout.zone_of[line.cell].shape == "row"
        self.cells[line.cell] = tuple(lying if ordered else sorted(lying))

    def _fetch(self, kind: int, line: _Wanted) -> None:
        """Bring one copy from home, or else from the first zone that no line names.

        A die comes with any face, and is turned.
        """
        zones = range(len(self.layout.zone_of))
        sources = [self._home(kind), *(cell for cell in zones if cell not in self.named)]
        alike = (kind, *self.spec.kinds[kind].faces)
        for source in sources:
            lying = self._lying(source)
            found = next((one for one in alike if source != line.cell and one in lying), None)
            if found is not None:
                self._carry(found, source, line.cell, kind)
                return
        shown = self.spec.kinds[kind].label
        raise StagingError(
            f"there are not enough copies of {shown} for {self.layout.names[line.cell]}", line.span
        )

    def _carry(self, kind: int, source: int, target: int, turned: int | None = None) -> None:
        left = list(self._lying(source))
        left.remove(kind)
        self.cells[source] = tuple(left)
        there = (*self._lying(target), kind if turned is None else turned)
        ordered = self.layout.zone_of[target].shape == "row"
        self.cells[target] = there if ordered else tuple(sorted(there))

    def _compare(self, line: _Wanted) -> None:
        """Check what lies there now, and put a row in the order of its line."""
        lying = self._lying(line.cell)
        zone = self.layout.zone_of[line.cell]
        name = self.layout.names[line.cell]
        room = 1 if zone.shape == "one" else zone.capacity
        if room is not None and len(lying) > room:
            raise StagingError(f"{name} has room for {room}, not for {len(lying)}", line.span)
        if not line.exact:
            return
        rest = Counter(lying) - Counter(line.kinds)
        missing = Counter(line.kinds) - Counter(lying)
        if rest:
            shown = self._listed(rest)
            raise StagingError(f"{name} would hold {shown} too, which is at home there", line.span)
        if missing:
            shown = self._listed(missing)
            raise StagingError(f"{name} lacks {shown}, which another line took", line.span)
        if zone.shape == "row":
            self.cells[line.cell] = line.kinds

    def _listed(self, kinds: Counter[int]) -> str:
        return ", ".join(f"{n} {self.spec.kinds[kind].label}" for kind, n in sorted(kinds.items()))


def _fits(wanted: int | None, kind: Type) -> bool:
    if wanted is None:
        return isinstance(kind, Maybe | Nothing)
    return wanted in (0, 1) if isinstance(kind, Flag) else wanted in values_of(kind)
