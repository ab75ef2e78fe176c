"""Declarations of zones, variables and tables: where things are, what has a value."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import TypeAlias

import attrs

from rulelang import core, surface
from rulelang.core import Const
from rulelang.elaborate import expressions as ex
from rulelang.elaborate import naming, rows
from rulelang.elaborate.context import MAX_TABLE_ENTRIES, Context
from rulelang.elaborate.sight import seen_by
from rulelang.elaborate.symbols import Scope, TableName, Typed, TypeName, VariableName, ZoneName
from rulelang.elaborate.things import declare, default_of, type_of, width_of
from rulelang.elaborate.typing import described
from rulelang.messages import flow, names, tables, types
from rulelang.rule_types import (
    Component,
    Flag,
    Maybe,
    Member,
    Number,
    Type,
    Unknown,
    Word,
    values_of,
)

MAX_FAMILY = 50_000


def zone(c: Context, node: surface.Zone) -> None:
    """Declare a family of zones."""
    index = tuple(type_of(c, parameter.type) for parameter in node.index)
    kinds: list[int] = []
    for held in node.holds:
        symbol = c.symbols.get(held.text)
        if isinstance(symbol, TypeName) and isinstance(symbol.type, Component):
            c.used.add(held.text)
            kinds.extend(symbol.type.kinds)
        else:
            known = [
                n
                for n, s in c.symbols.items()
                if isinstance(s, TypeName) and isinstance(s.type, Component)
            ]
            c.report(names.unknown_name(held.text, held.span, known, "no component"))
    if node.shape == "pile":
        c.report(flow.not_built_yet("a `pile`", node.span, "a deck that nobody stacks is a `bag`"))
    if not _size_is_fine(c, node.name, index):
        return
    shape: core.Shape = "set"
    match node.shape:
        case "row" | "bag" | "one":
            shape = node.shape
        case _:
            pass
    capacity = 1 if shape == "one" else _capacity(c, node)
    seen = seen_by(c, node.sight, index, node.index)
    made = core.Zone(node.name.text, index, shape, capacity, tuple(kinds), seen, node.name.span)
    declare(c, node.name, ZoneName(len(c.zones), made))
    c.zones.append(made)


def _size_is_fine(c: Context, name: surface.Name, index: Sequence[Type]) -> bool:
    for kind in index:
        if not isinstance(kind, Number | Flag | Word | Member | Component | Unknown):
            c.report(
                types.does_not_fit(
                    described(kind), "a type with a fixed list of values", name.span
                )
            )
            return False
    if width_of(index) > MAX_FAMILY:
        c.report(
            flow.too_large(
                f"`{name.text}` is too large a family", width_of(index), MAX_FAMILY, name.span
            )
        )
        return False
    return True


def _capacity(c: Context, node: surface.Zone) -> int | None:
    if node.capacity is None:
        return None
    match ex.number(c, node.capacity, Scope()).expr:
        case Const(value=int(number)) if number > 0:
            return number
        case _:
            c.report(
                types.does_not_fit(
                    "something else", "a fixed capacity of at least 1", node.capacity.span
                )
            )
            return None


def variable(c: Context, node: surface.Var) -> None:
    """Declare variables."""
    index = tuple(type_of(c, parameter.type) for parameter in node.index)
    kind = type_of(c, node.type)
    if isinstance(kind, Component):
        c.report(
            flow.not_built_yet(
                "a variable that holds a component",
                node.span,
                "components lie in zones: `zone … one`",
            )
        )
    initial = first_of(kind) if node.initial is None else _initial(c, node.initial, kind)
    each = None if node.fresh is None else node.fresh.text
    for name in node.names:
        if not _size_is_fine(c, name, index):
            continue
        seen = seen_by(c, node.sight, index, node.index)
        made = core.Variable(name.text, index, kind, initial, each == "turn", seen, name.span)
        symbol = VariableName(len(c.variables), made)
        if each not in (None, "turn"):
            c.fresh_at.setdefault(str(each), []).append(symbol)
        declare(c, name, symbol)
        c.variables.append(made)


def first_of(kind: Type) -> core.Value:
    """Return the value that a variable has when its text names none.

    The least number, false, `none`, or the first.
    """
    if isinstance(kind, Maybe | Unknown):
        return None
    return values_of(kind)[0] if values_of(kind) else None


def _initial(c: Context, node: surface.Expr, kind: Type) -> core.Value:
    typed = ex.expression(c, node, Scope())
    ex.check_fit(c, typed, kind, node.span)
    if isinstance(typed.expr, Const):
        return typed.expr.value
    c.report(
        types.does_not_fit(
            "a value that may change", "a constant", node.span, hint="set it in `setup:`"
        )
    )
    return first_of(kind)


def table(c: Context, node: surface.Table) -> None:
    """Declare a table: the first columns are its index, the last is its value."""
    index = tuple(type_of(c, parameter.type) for parameter in node.index)
    kind = type_of(c, node.type)
    found = rows.read(c, node.table, node.span)
    if found is None:
        c.report(tables.no_rows(f"`{node.name.text}`", node.span))
        return
    if width_of(index) > MAX_TABLE_ENTRIES:
        c.report(
            flow.too_large(
                f"`{node.name.text}` is too large a table",
                width_of(index),
                MAX_TABLE_ENTRIES,
                node.span,
            )
        )
        return
    if found.header and len(found.header) != len(index) + 1:
        wanted = [*(f"index {i + 1}" for i in range(len(index))), "value"]
        header_span = found.header[0].span
        c.report(
            tables.row_length(
                len(found.header), len(wanted), [*wanted, "value"], header_span, node.span
            )
        )
        return
    entries = _entries(c, node, found, index, kind)
    if found.header and not isinstance(kind, Maybe | Flag):
        _check_complete(c, node, entries, index)
    number = c.add_table(node.name.text, entries.items(), default_of(kind))
    declare(c, node.name, TableName(number, index, kind, node.name.span))


Entries: TypeAlias = dict[tuple[core.Value, ...], core.Value]


def _entries(
    c: Context, node: surface.Table, found: rows.Rows, index: Sequence[Type], kind: Type
) -> Entries:
    entries: Entries = {}
    *columns, last = [name.text for name in found.header] or [""]
    for row in found.rows:
        args = tuple(
            rows.value(c, row.get(name), name, t, row.span)
            for name, t in zip(columns, index, strict=True)
        )
        if args in entries:
            c.report(tables.row_twice(node.name.text, _shown(c, index, args), row.span))
        entries[args] = rows.value(c, row.get(last), last, kind, row.span)
    return entries


def _check_complete(
    c: Context, node: surface.Table, entries: Entries, index: Sequence[Type]
) -> None:
    for args in product(*(values_of(kind) for kind in index)):
        if args not in entries:
            c.report(tables.table_gap(node.name.text, _shown(c, index, args), node.span))
            return


def _shown(c: Context, index: Sequence[Type], args: Sequence[core.Value]) -> str:
    return ", ".join(c.label(kind, value) for kind, value in zip(index, args, strict=True))


def homes(c: Context, node: surface.Component | surface.Token) -> None:
    """Settle where the kinds of a component are at the start."""
    symbol = c.symbols.get(node.home.name.text)
    if not isinstance(symbol, ZoneName):
        known = [name for name, s in c.symbols.items() if isinstance(s, ZoneName)]
        c.report(names.unknown_name(node.home.name.text, node.home.name.span, known, "no zone"))
        return
    c.used.add(node.home.name.text)
    index = tuple(type_of(c, parameter.type) for parameter in node.index)
    combinations = list(product(*(values_of(kind) for kind in index)))
    mine = [i for i, kind in enumerate(c.kinds) if kind.component == node.name.text]
    for i, number in enumerate(mine):
        if number not in symbol.zone.kinds:
            c.report(
                names.not_a(
                    node.home.name.text,
                    "a zone that holds other components",
                    f"a home of `{node.name.text}`",
                    node.home.span,
                )
            )
            return
        args = _home_args(c, node, symbol, combinations[i % len(combinations)])
        if args is None:
            return
        c.kinds[number] = attrs.evolve(c.kinds[number], home_zone=symbol.number, home=args)


def _home_args(
    c: Context, node: surface.Component | surface.Token, symbol: ZoneName, values: Sequence[int]
) -> tuple[int, ...] | None:
    """Return the index of a kind's home.

    Its arguments are the component's own indices, or constants.
    """
    scope = Scope()
    constants = {}
    for parameter, value in zip(node.index, values, strict=True):
        if parameter.name is not None:
            constants[parameter.name.text] = (
                parameter.name,
                Typed(Const(value), type_of(c, parameter.type)),
            )
    for name, typed in constants.values():
        scope = scope.bind_constant(name, typed)
    declared = names.Indexed("a zone", len(symbol.zone.index), symbol.zone.span)
    args = naming.arguments(c, node.home, scope, symbol.zone.index, declared)
    found = tuple(
        arg.value for arg in args if isinstance(arg, Const) and isinstance(arg.value, int)
    )
    return found if len(found) == len(symbol.zone.index) else None


def capacity_of_homes(c: Context) -> None:
    """Report homes that are too small for what begins there."""
    load: dict[tuple[int, tuple[int, ...]], int] = {}
    for kind in c.kinds:
        key = (kind.home_zone, kind.home)
        load[key] = load.get(key, 0) + (kind.copies if kind.starts is None else kind.starts)
    for (number, _), amount in load.items():
        zone_ = c.zones[number] if number < len(c.zones) else None
        if zone_ is not None and zone_.capacity is not None and amount > zone_.capacity:
            c.report(
                flow.too_large(
                    f"`{zone_.name}` is the home of too many components",
                    amount,
                    zone_.capacity,
                    zone_.span,
                )
            )
