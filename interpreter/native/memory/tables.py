"""Constant tables of a module: lookups of the rules, and the sets that they give.

A set that a table gives is a number: its place in a set table, which knows for each where its
elements begin, how many there are, and the mask of them. Equal sets of a set table are one.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import attrs

from interpreter.native.errors import too_many
from interpreter.native.ir.nodes import NONE, Module, Table, Width
from interpreter.native.memory.slots import mask_width
from rulelang import core
from rulelang.core import Value
from rulelang.core.intervals import Range, bytes_for, of_values
from rulelang.freezing import define, frozen

MAX_TABLE: Final = 1 << 20
MAX_BITSET: Final = 1024

Ints: TypeAlias = tuple[int, ...]


@frozen
class SetTable:
    """Sets of single values, or of sets in `inner`. Table names end in `.start` and so on."""

    name: str
    sets: tuple[tuple[Value, ...], ...]
    range: Range
    most: int
    distinct: bool
    ascending: bool
    width: Width
    inner: SetTable | None


@frozen
class Grid:
    """A lookup as one array: for each argument its lowest value and how many there are.

    `range` is that of all it gives, `inside` that of what it gives for arguments that fit.
    `set_table`: what the numbers in it stand for, where they stand for sets.
    """

    name: str
    lows: Ints
    spans: Ints
    range: Range
    inside: Range
    default: int
    set_table: SetTable | None


def encoded(value: Value) -> int:
    """Return a single value as native code holds it."""
    assert not isinstance(value, tuple), "no column of a table holds sets beside values"
    return NONE if value is None else value


@define
class Constants:
    """Puts tables into a module, equal ones once."""

    module: Module
    _names: dict[tuple[int, Ints], str] = attrs.Factory(dict)
    _set_tables: dict[tuple[tuple[Value, ...], ...], SetTable] = attrs.Factory(dict)
    _made_set_tables: int = 0

    def table(self, entries: Ints, size: int = 0) -> str:
        """Return the name of a constant table with these entries; `size` in bytes, 0: fitting."""
        assert len(entries) <= MAX_TABLE, "who makes a table limits what it is over"
        if not size:
            low, high = min(entries, default=0), max(entries, default=0)
            size = bytes_for(Range(low, high))
        known = self._names.get((size, entries))
        if known is None:
            known = f"t{len(self._names)}"
            self._names[size, entries] = known
            self.module.tables[known] = Table(known, size, entries)
        return known

    def set_table(self, sets: tuple[tuple[Value, ...], ...]) -> SetTable:
        """Return the set table of some constant sets."""
        known = self._set_tables.get(sets)
        if known is None:
            known = self._made(tuple(dict.fromkeys(sets)))
            self._set_tables[sets] = known
        return known

    def joined(self, one: SetTable, other: SetTable) -> tuple[SetTable, Ints]:
        """Return a table of the sets of one, numbered alike, and behind them those of another.

        And the numbers of those in it.
        """
        both = self.set_table((*one.sets, *other.sets))
        places = {found: at for at, found in enumerate(both.sets)}
        return both, tuple(places[found] for found in other.sets)

    def _made(self, sets: tuple[tuple[Value, ...], ...]) -> SetTable:
        self._made_set_tables += 1
        name = f"p{self._made_set_tables}"
        flat = tuple(element for one in sets for element in one)
        inner: SetTable | None = None
        if any(isinstance(element, tuple) for element in flat):
            inner = self.set_table(tuple(e for e in flat if isinstance(e, tuple)))
            items = tuple(inner.sets.index(e) for e in flat if isinstance(e, tuple))
            found = Range(0, max(0, len(inner.sets) - 1))
        else:
            items = tuple(encoded(e) for e in flat)
            found = of_values(flat)
        starts = [0]
        for one in sets:
            starts.append(starts[-1] + len(one))
        width = mask_width(found.low, found.high)
        masked = inner is None and not found.maybe and width <= MAX_BITSET
        set_table = SetTable(
            name,
            sets,
            found,
            max(map(len, sets), default=0),
            all(len(set(one)) == len(one) for one in sets),
            inner is None and all(_ascends(one) for one in sets),
            width if masked else 0,
            inner,
        )
        self._put(f"{name}.start", tuple(starts[:-1]))
        self._put(f"{name}.length", tuple(map(len, sets)))
        self._put(f"{name}.items", items or (0,))
        if masked:
            self._put(f"{name}.mask", tuple(mask_of(one, found.low) for one in sets), width // 8)
        return set_table

    def _put(self, name: str, entries: Ints, size: int = 0) -> None:
        low, high = min(entries, default=0), max(entries, default=0)
        self.module.tables[name] = Table(name, size or bytes_for(Range(low, high)), entries)

    def grid(self, table: core.Table) -> Grid:
        """Return the array that a lookup reads.

        Raises:
            NotCompilableError: it would be too large.
        """
        arguments = [tuple(encoded(a) for a in args) for args, _ in table.entries]
        count = len(arguments[0]) if arguments else 0
        lows = tuple(min(args[i] for args in arguments) for i in range(count))
        spans = tuple(max(args[i] for args in arguments) - lows[i] + 1 for i in range(count))
        size = 1
        for span in spans:
            size *= span
        if size > MAX_TABLE:
            raise too_many(
                f"entries of the table `{table.name}`, gaps included",
                size,
                MAX_TABLE,
                "look things up by fewer columns",
            )
        values = [value for _, value in table.entries]
        set_table: SetTable | None = None
        if isinstance(table.default, tuple) or any(isinstance(v, tuple) for v in values):
            sets = tuple(v if isinstance(v, tuple) else () for v in (table.default, *values))
            set_table = self.set_table(sets)
            places = {one: at for at, one in enumerate(set_table.sets)}
            default, *numbers = (places[one] for one in sets)
            found = Range(0, len(set_table.sets) - 1)
        else:
            default, *numbers = (encoded(v) for v in (table.default, *values))
            found = of_values((table.default, *values))
        entries = [default] * size
        for args, number in zip(arguments, numbers, strict=True):
            at = 0
            for arg, low, span in zip(args, lows, spans, strict=True):
                at = at * span + arg - low
            entries[at] = number
        inside = _range_of_entries(entries)
        return Grid(self.table(tuple(entries)), lows, spans, found, inside, default, set_table)


def _range_of_entries(entries: list[int]) -> Range:
    return of_values(None if entry == NONE else entry for entry in entries)


def _ascends(one: tuple[Value, ...]) -> bool:
    numbers = [element for element in one if isinstance(element, int)]
    return len(numbers) == len(one) and numbers == sorted(numbers)


def mask_of(elements: tuple[Value, ...], low: int) -> int:
    """Return the mask of some numbers: bit `i` is `low + i`."""
    mask = 0
    for element in elements:
        assert isinstance(element, int), "masks are made of numbers"
        mask |= 1 << element - low
    return mask
