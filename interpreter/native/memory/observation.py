"""What a player sees, as a row of numbers: its layout, and the code that writes it.

    before:  zone hand(Player): Card one, owner sees     var coins: 0..9
    after:   hand(P1): 1 for the kind that lies there; hand(P1): how many; ...; coins: its value

Every place that somebody sees has entries for what lies there; they are 0 for whoever does not see
it. Every place that somebody does not see has an entry for how many lie there, and entries for the
backs of what lies there. So nothing is in a row that `State.observation` does not tell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Final, Literal, TypeAlias

import attrs

from interpreter.labels import label
from interpreter.layout import Layout
from interpreter.native.ir.builder import Builder
from interpreter.native.ir.nodes import NONE, Field, Function, Operand, Table
from interpreter.native.memory.slots import Slots, VariableSlots, ZoneSlots
from rulelang.rule_types import Flag, Maybe, Number

NAME: Final = "observe"
"""The function that is written: `observe(player, who is to choose)`."""

ENTRY: Final = 4
"""Bytes of an entry."""

LIMIT: Final = 1 << 31

_Body: TypeAlias = Callable[[Operand, Operand], None]
Sort: TypeAlias = Literal["kinds", "row", "number", "backs", "value", "given", "to act"]


@attrs.frozen
class Part:
    """Entries `start` to below `start + size` of a row: what they say of a zone or variable.

    | `sort` | entries |
    |---|---|
    | `kinds` | for each label, how many of that kind lie there |
    | `row` | from the first place on, 1 + the index of the label that lies there; 0: nothing |
    | `number` | how many components lie there |
    | `backs` | for each label, how many with that back lie there, where the faces are not seen |
    | `value` | the value of a variable: a number, or the index of one of the labels |
    | `given` | 1 where the variable is seen and not `none`, else 0 |
    | `to act` | for each player, 1 where he is to choose |
    """

    name: str
    sort: Sort
    start: int
    size: int
    labels: tuple[str, ...] = ()


@attrs.frozen
class _Run:
    """Neighbouring cells of a family that the same players see, and what each one's entries are.

    `start`: of the first cell's entries. `parts`: sort, size, labels.
    """

    family: ZoneSlots | VariableSlots
    first: int
    cells: int
    seen_by: frozenset[int]
    start: int
    parts: tuple[tuple[Sort, int, tuple[str, ...]], ...]

    @property
    def size(self) -> int:
        """Entries of one cell."""
        return sum(size for _, size, _ in self.parts)

    def offset(self, sort: Sort) -> int | None:
        """Return where the entries of a sort begin in those of a cell; None: there are none."""
        at = 0
        for known, size, _ in self.parts:
            if known == sort:
                return at
            at += size
        return None


def parts_of(slots: Slots, layout: Layout) -> tuple[Part, ...]:
    """Return the layout of a row, from its first entry on, without gaps."""
    found: list[Part] = []
    start = 0
    for run in _runs(slots, layout):
        for at in range(run.cells):
            name = layout.names[run.family.first + run.first + at]
            for sort, size, labels in run.parts:
                found.append(Part(name, sort, start, size, labels))
                start += size
    players = layout.spec.players
    return (*found, Part("to act", "to act", start, len(players), players))


def observation_size(parts: tuple[Part, ...]) -> int:
    """Return how many entries a row has."""
    return parts[-1].start + parts[-1].size


def _runs(slots: Slots, layout: Layout) -> Iterator[_Run]:
    everybody = frozenset(range(len(layout.spec.players)))
    start = 0
    families: tuple[ZoneSlots | VariableSlots, ...] = (*slots.zones, *slots.variables)
    for family in families:
        seen = [layout.seen_by[family.first + at] for at in range(family.cells)]
        first = 0
        for players, group in groupby(seen):
            cells = len(tuple(group))
            parts = tuple(
                _entries(family, layout, somebody=bool(players), everybody=everybody <= players)
            )
            run = _Run(family, first, cells, players, start, parts)
            yield run
            first += cells
            start += cells * run.size


def _entries(
    family: ZoneSlots | VariableSlots, layout: Layout, *, somebody: bool, everybody: bool
) -> Iterator[tuple[Sort, int, tuple[str, ...]]]:
    """Yield what is said of one cell, which somebody sees, and everybody or not."""
    if isinstance(family, VariableSlots):
        if somebody:
            yield "value", 1, _values(family, layout)
            if family.range.maybe or not everybody:
                yield "given", 1, ()
        return
    if somebody and family.span > 0:
        kinds = layout.spec.kinds[family.base : family.base + family.span]
        labels = tuple(kind.label for kind in kinds)
        if family.items is None:
            yield "kinds", family.span, labels
        else:
            yield "row", max(1, family.room), labels
    if not everybody:
        yield "number", 1, ()
        if _has_backs(family, layout):
            yield "backs", len(layout.spec.backs), layout.spec.backs


def _values(family: VariableSlots, layout: Layout) -> tuple[str, ...]:
    """Return the labels of the values that are no numbers, from the least on."""
    found = family.range
    assert found.is_none or -LIMIT <= found.low <= found.high < LIMIT, "types are narrower"
    kind = family.variable.type
    if isinstance(kind, Maybe):
        kind = kind.of
    if isinstance(kind, Number | Flag):
        return ()
    return tuple(label(value, kind, layout.spec) for value in range(found.low, found.high + 1))


def _has_backs(family: ZoneSlots, layout: Layout) -> bool:
    kinds = layout.back_of[family.base : family.base + family.span]
    return family.zone.shape != "bag" and any(back is not None for back in kinds)


# ---------------------------------------------------------------- the code


def observing(slots: Slots, layout: Layout, at: int) -> tuple[Function, tuple[Table, ...]]:
    """Return the function that writes a row, and the tables it reads.

    The row lies behind the state, from byte `at` on, and holds 0 everywhere before.
    """
    b = Builder(NAME, 2, 0)
    player, actor = b.function.parameters
    parts = parts_of(slots, layout)
    row = Field("row", at, ENTRY, observation_size(parts))
    backs = Table("backs", 8, tuple(-1 if back is None else back for back in layout.back_of))
    for run in _runs(slots, layout):
        _Writer(b, run, row, layout).write(player)
    with b.when(b.op("ge", actor, 0), "to act"):
        b.store(row, 1, b.op("add", actor, parts[-1].start))
    b.give(None)
    return b.function, ((backs,) if backs.entries else ())


@attrs.frozen
class _Writer:
    """Writes the code for a run of cells."""

    b: Builder
    run: _Run
    row: Field
    layout: Layout

    def write(self, player: Operand) -> None:
        """Write what a player sees of these cells, and what he gets where he sees nothing."""
        if not self.run.parts:
            return
        b, seen_by = self.b, self.run.seen_by
        everybody = len(seen_by) == len(self.layout.spec.players)
        mask = sum(1 << seer for seer in seen_by)
        seen: Operand = 1 if everybody else 0
        if seen_by and not everybody:
            seen = b.op("ne", b.op("and", b.op("shr", mask, player), 1), 0)
        with b.when(seen, "seen"):
            if seen_by:
                self._each(self._contents)
        if not everybody and isinstance(self.run.family, ZoneSlots):
            self._each(self._number)
            with b.when(b.invert(seen), "not seen"):
                if self.run.offset("backs") is not None:
                    self._each(self._backs)

    def _each(self, body: _Body) -> None:
        """Run `body(cell, where its entries begin)` for all cells of the run."""
        b, run = self.b, self.run

        def one(at: Operand) -> None:
            start = b.op("add", b.op("mul", at, run.size), run.start)
            body(b.op("add", at, run.first), start)

        if run.cells == 1:
            one(0)
        else:
            b.count_up(0, run.cells, one)

    def _put(self, start: Operand, sort: Sort, value: Operand, more: Operand = 0) -> None:
        offset = self.run.offset(sort)
        assert offset is not None
        self.b.store(self.row, value, self.b.op("add", self.b.op("add", start, offset), more))

    def _contents(self, cell: Operand, start: Operand) -> None:
        b, family = self.b, self.run.family
        if isinstance(family, VariableSlots):
            value = b.load(family.value, cell)
            low = family.range.low if self.run.parts[0][2] else 0
            if not family.range.maybe:
                self._put(start, "value", b.op("sub", value, low))
                if self.run.offset("given") is not None:
                    self._put(start, "given", 1)
                return
            there = b.op("ne", value, NONE)
            given = b.op("select", there, b.op("sub", value, low), 0, width=64)
            self._put(start, "value", given)
            self._put(start, "given", b.flag(there))
        elif family.span == 0:
            return
        elif family.kind is not None:
            kind = b.load(family.kind, cell)
            for at in range(family.span):
                self._put(start, "kinds", b.flag(b.op("eq", kind, family.base + at)), at)
        elif family.items is not None and family.length is not None:
            items, first = family.items, b.op("mul", cell, max(1, family.room))

            def place(at: Operand) -> None:
                kind = b.load(items, b.op("add", first, at))
                self._put(start, "row", b.op("sub", kind, family.base - 1), at)

            b.count_up(0, b.load(family.length, cell), place)
        else:
            base = family.base

            def put(kind: Operand, count: Operand) -> None:
                self._put(start, "kinds", count, b.op("sub", kind, base))

            self._components(cell, put)

    def _components(self, cell: Operand, body: _Body) -> None:
        """Run `body(kind, how many)` for the kinds that lie in a set or bag."""
        b, family = self.b, self.run.family
        assert isinstance(family, ZoneSlots)
        assert family.mask is not None
        mask = b.load(family.mask, cell, family.width)
        counts, first = family.counts, b.op("mul", cell, family.span)

        def one(at: Operand) -> None:
            count = 1 if counts is None else b.load(counts, b.op("add", first, at))
            body(b.op("add", at, family.base), count)

        b.each_bit(mask, family.width, one)

    def _number(self, cell: Operand, start: Operand) -> None:
        b, family = self.b, self.run.family
        assert isinstance(family, ZoneSlots)
        if family.kind is not None:
            count = b.flag(b.op("ne", b.load(family.kind, cell), NONE))
        elif family.length is not None:
            count = b.load(family.length, cell)
        elif family.total is not None:
            count = b.load(family.total, cell)
        else:
            assert family.mask is not None
            mask = b.load(family.mask, cell, family.width)
            count = b.op("popcount", mask, width=64)
        self._put(start, "number", count)

    def _backs(self, cell: Operand, start: Operand) -> None:
        b, family = self.b, self.run.family
        assert isinstance(family, ZoneSlots)
        offset = self.run.offset("backs")
        assert offset is not None

        def add(kind: Operand, count: Operand) -> None:
            back = b.table("backs", kind)
            with b.when(b.op("ge", back, 0)):
                at = b.op("add", b.op("add", start, offset), back)
                b.store(self.row, b.op("add", b.load(self.row, at), count), at)

        if family.kind is not None:
            kind = b.load(family.kind, cell)
            with b.when(b.op("ne", kind, NONE)):
                add(kind, 1)
        elif family.items is not None and family.length is not None:
            items, first = family.items, b.op("mul", cell, max(1, family.room))
            b.count_up(
                0,
                b.load(family.length, cell),
                lambda at: add(b.load(items, b.op("add", first, at)), 1),
            )
        else:
            self._components(cell, add)
