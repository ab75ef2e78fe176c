"""Declarations of zones, variables and tables: where things are, what has a value."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import TypeAlias

from rulelang import core, surface
from rulelang.core import Const
from rulelang.diagnostics import Diagnostic
from rulelang.elaborate import ask, naming
from rulelang.elaborate import expressions as ex
from rulelang.elaborate.context import MAX_TABLE_ENTRIES, Context
from rulelang.elaborate.declarations import rows
from rulelang.elaborate.declarations.components import indices_of
from rulelang.elaborate.declarations.sight import seen_by
from rulelang.elaborate.declarations.things import declare, default_of, type_of, width_of
from rulelang.elaborate.symbols import Scope, TableName, Typed, TypeName, VariableName, ZoneName
from rulelang.elaborate.typing import bare, described
from rulelang.evolving import evolve
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
    count_of,
    values_of,
)
from rulelang.source import Span

MAX_FAMILY = 50_000
MAX_CELLS = 400_000


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
            known = (
                name
                for name, s in c.symbols.items()
                if isinstance(s, TypeName) and isinstance(s.type, Component)
            )
            c.unknown(held, known, "no component")
            c.broken.add(node.name.text)
    if node.name.text in c.broken:
        return
    if not _size_is_fine(c, node.name, index):
        return
    shape: core.Shape = "set"
    match node.shape:
        case "row" | "bag" | "one":
            shape = node.shape
        case _:
            pass
    capacity = 1 if shape == "one" else _capacity(c, node)
    seen = seen_by(c, node.sight, index, node.index, node.name)
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
            c.broken.add(name.text)
            return False
    if width_of(index) > MAX_FAMILY:
        c.report(_too_wide(f"there are too many `{name.text}`", index, MAX_FAMILY, name.span))
        c.broken.add(name.text)
        return False
    c.cells += width_of(index)
    if c.cells <= MAX_CELLS:
        return True
    if c.cells - width_of(index) <= MAX_CELLS:
        what = "all zones and variables together are too many"
        c.report(flow.too_large(what, c.cells, MAX_CELLS, name.span, f"… + {width_of(index):,}"))
    c.broken.add(name.text)
    return False


def _capacity(c: Context, node: surface.Zone) -> int | None:
    if node.capacity is None:
        return None
    capacity, span = ask.number(c, node.capacity, Scope()), node.capacity.span
    match capacity:
        case Typed(expr=Const(value=int(number))) if number > 0:
            return number
        case Typed(expr=Const(value=int(number))):
            c.report(types.no_room(number, span))
        case Typed(type=Number()):
            c.report(types.does_not_fit("a number that changes", "a fixed capacity", span))
        case _:
            pass
    return None


def variable(c: Context, node: surface.Var) -> None:
    """Declare variables."""
    index = tuple(type_of(c, parameter.type) for parameter in node.index)
    kind = type_of(c, node.type)
    if node.initial is None and isinstance(kind, Number) and kind.low < 0:
        c.report(types.no_start(node.names[0].text, f"{kind.low}..{kind.high}", node.type.span))
    initial = first_of(kind) if node.initial is None else _initial(c, node.initial, kind)
    each = None if node.fresh is None else node.fresh.text
    for name in node.names:
        if not _size_is_fine(c, name, index):
            continue
        seen = seen_by(c, node.sight, index, node.index, name)
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
    if isinstance(kind, Number):
        return kind.low
    return values_of(kind)[0] if values_of(kind) else None


def _initial(c: Context, node: surface.Expr, kind: Type) -> core.Value:
    is_name = isinstance(node, surface.Apply) and node.args == ()
    if is_name and isinstance(bare(kind), Word) and not c.incomplete:
        assert isinstance(node, surface.Apply)
        if node.name.text not in {*c.words, *c.symbols, *c.broken, *c.later}:
            known = [c.label(bare(kind), word) for word in values_of(bare(kind))]
            c.report(names.unknown_name(node.name.text, node.span, known, "no word here"))
            return first_of(kind)
    typed = ex.expression(c, node, Scope())
    ask.check_fit(c, typed, kind, node.span)
    if isinstance(typed.expr, Const):
        return typed.expr.value
    if c.incomplete:  # the name may be that of a word which could not be read
        return first_of(kind)
    if not isinstance(typed.type, Unknown):
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
    if any(isinstance(t, Unknown) for t in (*index, kind)):
        c.broken.add(node.name.text)
        return
    found = rows.read(c, node.table, node.span)
    if found is None:
        c.report(tables.no_rows(f"`{node.name.text}`", node.name.span))
        c.broken.add(node.name.text)
        return
    if width_of(index) > MAX_TABLE_ENTRIES:
        what = f"`{node.name.text}` is too large a table"
        c.report(_too_wide(what, index, MAX_TABLE_ENTRIES, node.name.span))
        c.broken.add(node.name.text)
        return
    if found.header and len(found.header) != len(index) + 1:
        c.report(
            tables.value_columns(
                len(found.header), len(index) + 1, found.header_span, node.name.span
            )
        )
        c.broken.add(node.name.text)
        return
    entries = _entries(c, node, found, index, kind)
    if node.name.text in c.broken:
        return
    if found.header and not isinstance(kind, Maybe | Flag):
        _check_complete(c, node, entries, index)
    number = c.add_table(node.name.text, entries.items(), default_of(kind))
    declare(c, node.name, TableName(number, index, kind, node.name.span))


def _too_wide(what: str, index: Sequence[Type], limit: int, span: Span) -> Diagnostic:
    return flow.too_large(
        what, width_of(index), limit, span, flow.factors(count_of(kind) for kind in index)
    )


Entries: TypeAlias = dict[tuple[core.Value, ...], core.Value]


def _entries(
    c: Context, node: surface.Table, found: rows.Rows, index: Sequence[Type], kind: Type
) -> Entries:
    entries: Entries = {}
    first: dict[tuple[core.Value, ...], Span] = {}
    columns = [name.text for name in found.header]
    for row in found.rows:
        bad = c.bad_cells
        cells = [
            rows.value(c, row.get(name), name, t, row.span_of(name))
            for name, t in zip(columns, (*index, kind), strict=True)
        ]
        args = tuple(cells[:-1])
        if c.bad_cells > bad:
            c.broken.add(node.name.text)
            continue
        if args in first:
            shown = _shown(c, index, args)
            c.report(tables.row_twice(node.name.text, shown, row.span, first[args]))
        first.setdefault(args, row.span)
        entries[args] = cells[-1]
    return entries


def _check_complete(
    c: Context, node: surface.Table, entries: Entries, index: Sequence[Type]
) -> None:
    for args in product(*(values_of(kind) for kind in index)):
        if args not in entries:
            shown = _shown(c, index, args)
            c.report(tables.table_gap(node.name.text, shown, node.name.span, node.table.path))
            return


def _shown(c: Context, index: Sequence[Type], args: Sequence[core.Value]) -> list[str]:
    return [c.label(kind, value) for kind, value in zip(index, args, strict=True)]


def homes(c: Context, node: surface.Component | surface.Token) -> None:
    """Settle where the kinds of a component are at the start."""
    if node.name.text in c.broken:
        return
    symbol = c.symbols.get(node.home.name.text)
    if not isinstance(symbol, ZoneName):
        known = (name for name, s in c.symbols.items() if isinstance(s, ZoneName))
        c.unknown(node.home.name, known, "no zone")
        return
    c.used.add(node.home.name.text)
    combinations = indices_of(c, node)
    mine = c.kinds_of(node.name.text) if combinations else []
    for i, number in enumerate(mine):
        if number not in symbol.zone.kinds:
            c.report(
                names.not_a(
                    node.home.name.text,
                    "a zone that holds other components",
                    f"a home of `{node.name.text}`",
                    node.home.span,
                    hint=f"let it hold them: `zone {symbol.zone.name}: … or {node.name.text} …`",
                )
            )
            return
        args = _home_args(c, node, symbol, combinations[i % len(combinations)])
        if args is None:
            return
        c.kinds[number] = evolve(c.kinds[number], home_zone=symbol.number, home=args)
        c.at_home.add(number)


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
    for kind in (c.kinds[number] for number in sorted(c.at_home)):
        key = (kind.home_zone, kind.home)
        load[key] = load.get(key, 0) + (kind.copies if kind.starts is None else kind.starts)
    for (number, _), amount in load.items():
        zone_ = c.zones[number] if number < len(c.zones) else None
        if zone_ is not None and zone_.capacity is not None and amount > zone_.capacity:
            c.report(flow.home_too_small(zone_.name, amount, zone_.capacity, zone_.span))
