"""Declarations of components: their kinds, how many of each, and their attributes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

from rulelang import core, surface
from rulelang.diagnostics import Diagnostic
from rulelang.elaborate import dice
from rulelang.elaborate.context import AttributeColumn, Context
from rulelang.elaborate.declarations import constants, rows
from rulelang.elaborate.declarations.columns import check_columns
from rulelang.elaborate.declarations.things import (
    declare,
    default_of,
    is_text,
    names_of,
    texts,
    type_of,
    width_of,
)
from rulelang.elaborate.symbols import Constant, KindName, Symbol, TypeName
from rulelang.elaborate.typing import bare, described, join
from rulelang.messages import flow, tables, types
from rulelang.rule_types import Component, Number, Type, Unknown, count_of, values_of
from rulelang.source import Span

MAX_KINDS = 20_000
MAX_COPIES = 10_000


def component_names(c: Context, node: surface.Component | surface.Token | surface.Die) -> None:
    """Declare the kinds of a component: every row (a token: one) for every value of its index."""
    if isinstance(node, surface.Die):
        _die_names(c, node)
        return
    index = tuple(type_of(c, parameter.type) for parameter in node.index)
    if any(isinstance(kind, Unknown) for kind in index):
        c.broken.add(node.name.text)
        c.incomplete = True
        return
    named = _named_rows(c, node)
    first = len(c.kinds)
    if len(named) * width_of(index) > MAX_KINDS - first:
        c.report(_too_many_kinds(node.name, first, len(named), index))
        c.broken.add(node.name.text)
        c.incomplete = True
        return
    combinations = list(product(*(values_of(kind) for kind in index)))
    for name, copies in named:
        if not 0 < copies <= MAX_COPIES:
            c.report(types.wrong_copies(name.text, copies, MAX_COPIES, name.span))
        start = len(c.kinds)
        entries = []
        for values in combinations:
            labels = ", ".join(
                c.label(bare(kind), value) for kind, value in zip(index, values, strict=True)
            )
            entries.append((values, len(c.kinds)))
            label = f"{name.text}({labels})" if index else name.text
            c.kind_names.append(name.text)
            c.kinds.append(
                core.Kind(label, node.name.text, max(1, min(copies, MAX_COPIES)), 0, (), None)
            )
        kinds = tuple(range(start, len(c.kinds)))
        if isinstance(node, surface.Component):
            what = f"a kind of `{node.name.text}`"
            symbol: Symbol = Constant(start, Component((start,)), what, name.span)
            if index:
                symbol = KindName(
                    c.add_table(name.text, entries, None), index, kinds, what, name.span
                )
            declare(c, name, symbol)
        else:
            constructor = KindName(
                c.add_table(name.text, entries, None), index, kinds, "a token", name.span
            )
            declare(c, name, TypeName(Component(kinds), kinds, "a token", name.span, constructor))
    c.own_kinds.setdefault(node.name.text, []).extend(range(first, len(c.kinds)))
    if isinstance(node, surface.Component):
        kinds = tuple(range(first, len(c.kinds)))
        declare(
            c, node.name, TypeName(Component(kinds), kinds, "a kind of component", node.name.span)
        )


def _die_names(c: Context, node: surface.Die) -> None:
    if dice.has_too_many_faces(c, node):
        c.broken.add(node.name.text)
        c.incomplete = True
        return
    component_names(c, dice.as_token(node))
    dice.set_faces(c, node)


def _too_many_kinds(
    name: surface.Name, before: int, rows_: int, index: Sequence[Type]
) -> Diagnostic:
    sizes = [count_of(kind) for kind in index]
    product_ = flow.factors([rows_, *sizes] if rows_ > 1 else sizes)
    total = rows_ * width_of(index)
    reckoning = f"{before:,} before it + {product_ or f'{total:,}'}" if before else product_
    what = f"`{name.text}` has too many kinds"
    return flow.too_large(what, before + total, MAX_KINDS, name.span, reckoning)


def _named_rows(
    c: Context, node: surface.Component | surface.Token
) -> list[tuple[surface.Name, int]]:
    if isinstance(node, surface.Token):
        return [(node.name, constants.number(c, node.copies, "a fixed number of copies"))]
    table = rows.read(c, node.table, node.span)
    if table is None:
        c.report(tables.no_rows(f"`{node.name.text}`", node.name.span))
        c.incomplete = True
        return []
    listed = names_of(c, table, node.name)
    if c.incomplete:
        return [(name, 1) for name in listed]
    copies = [_copies(c, row) for row in table.rows]
    return list(zip(listed, copies, strict=True))


def _copies(c: Context, row: rows.TableRow) -> int:
    cell = row.get("copies")
    if cell is None:
        return 1
    number = rows.value(c, cell, "copies", Number(1, MAX_COPIES), row.span)
    return number if isinstance(number, int) else 1


class ComponentColumns:
    """Attributes of components, gathered over all declarations: one table for each name."""

    def __init__(self) -> None:
        self.entries: dict[str, list[tuple[tuple[core.Value, ...], core.Value]]] = {}
        self.types: dict[str, Type] = {}
        self.first: dict[str, Span] = {}

    def add(
        self, c: Context, name: surface.Name, kind: Type, values: Iterable[tuple[int, core.Value]]
    ) -> None:
        """Add what an attribute is for some kinds."""
        known = self.types.get(name.text, kind)
        first = self.first.setdefault(name.text, name.span)
        joined = kind if known is kind else join(known, kind)
        if joined is None:
            c.report(types.no_common_type(described(known), described(kind), name.span, first))
        else:
            self.types[name.text] = joined
        self.entries.setdefault(name.text, []).extend(
            ((number,), value) for number, value in values
        )

    def declare(self, c: Context) -> None:
        """Make the tables."""
        for name, entries in self.entries.items():
            kinds = frozenset(args[0] for args, _ in entries if isinstance(args[0], int))
            number = c.add_table(name, entries, default_of(self.types[name]))
            c.attributes[("", name)] = AttributeColumn(number, self.types[name], kinds)


def indices_of(c: Context, node: surface.Component | surface.Token) -> list[tuple[int, ...]]:
    """Return what each kind of a row is told apart by, in order.

    None where a type in its index lost its meaning behind it, to another declaration of its name.
    """
    index = (type_of(c, parameter.type) for parameter in node.index)
    return list(product(*(values_of(kind) for kind in index)))


def component_attributes(
    c: Context, node: surface.Component | surface.Token, columns: ComponentColumns
) -> None:
    """Gather the attributes of a component: its named indices, and the columns of its rows."""
    if node.name.text in c.broken:
        return
    mine = c.kinds_of(node.name.text)
    index = tuple(type_of(c, parameter.type) for parameter in node.index)
    combinations = indices_of(c, node)
    if not combinations:
        return
    for place, parameter in enumerate(node.index):
        if parameter.name is not None:
            owned = [
                (number, combinations[i % len(combinations)][place])
                for i, number in enumerate(mine)
            ]
            columns.add(c, parameter.name, index[place], owned)
    if isinstance(node, surface.Component):
        _columns_of_rows(c, node, columns, len(combinations))


def _columns_of_rows(
    c: Context, node: surface.Component, columns: ComponentColumns, per_row: int
) -> None:
    """Gather the attributes and texts of the rows, each of which makes `per_row` kinds."""
    mine = c.kinds_of(node.name.text)
    table = rows.read(c, node.table, node.span) or rows.EMPTY
    check_columns(c, "", table, node.table, ("name", "copies"))
    for attribute in node.table.attributes:
        if is_text(c, attribute):
            for text, said in texts(c, node.table, table, attribute):
                each = (one for one in said for _ in range(per_row))
                c.texts[(node.name.text, text)] = tuple(each)
            continue
        kind = type_of(c, attribute.type)
        for column in attribute.names:
            values: list[tuple[int, core.Value]] = []
            cells = rows.column(c, table, column.text, kind, default_of(kind))
            for i, cell in enumerate(cells):
                values.extend((number, cell) for number in mine[i * per_row : (i + 1) * per_row])
            columns.add(c, column, kind, values)
            if attribute.on_the_back:
                _put_on_backs(c, values, kind)


def _put_on_backs(c: Context, values: Sequence[tuple[int, core.Value]], kind: Type) -> None:
    for number, value in values:
        label = c.label(bare(kind), value)
        old = c.kinds[number]
        told = label if old.back is None else f"{list(c.backs)[old.back]} {label}"
        back = c.backs.setdefault(told, len(c.backs))
        c.kinds[number] = core.Kind(
            old.label, old.component, old.copies, old.home_zone, old.home, back
        )
