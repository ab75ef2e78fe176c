"""Columns of tables, and the attributes that declare them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rulelang import surface
from rulelang.elaborate.context import Context
from rulelang.elaborate.declarations import rows
from rulelang.elaborate.symbols import TypeName
from rulelang.messages import tables
from rulelang.rule_types import Member, Word
from rulelang.suggest import nearest


def check_columns(
    c: Context, family: str, found: rows.Rows, table: surface.TableText, extra: Sequence[str]
) -> None:
    """Report columns that nothing declares, and attributes without a column.

    `family`: what has the attributes; "" for a component.
    """
    declared = [name for attribute in table.attributes for name in attribute.names]
    known = {*(name.text for name in declared), *extra}
    header = {name.text: name for name in found.header}
    if not header:
        return
    above = None if table.path is not None or not table.rows else table.rows[0].span
    for name, cell in header.items():
        if name not in known:
            cells = [row.cells[name].text for row in found.rows if name in row.cells]
            kind = _type_of(c, cells)
            c.report(tables.unknown_column(name, sorted(known), cell.span, kind, above))
            c.broken.add(f"{family}.{name}")  # whoever asks for it is right
    others = [name for name in header if name not in known]
    for attribute in declared:
        if attribute.text not in header and nearest(attribute.text, others) is None:
            c.report(tables.missing_column(attribute.text, attribute.span, found.header_span))


def _type_of(c: Context, cells: Sequence[str]) -> str:
    """Return how a type is written that all cells of a column fit; "" where none is plain."""
    said = {cell for cell in cells if cell not in ("", "none")}
    if said == {"x"}:
        return "flag"
    named = _type_with(c, said)
    return f"{named} or none" if named and len(said) < len({*cells}) else named


def _type_with(c: Context, said: Collection[str]) -> str:
    if not said:
        return ""
    if all(map(rows.PLAIN.fullmatch, said)):
        numbers = [*map(int, said)]
        return f"{min(0, *numbers)}..{max(numbers)}" if max(numbers) > 0 else ""
    names = [name for name, symbol in c.symbols.items() if isinstance(symbol, TypeName)]
    return next((name for name in names if {*said} <= {*_values(c, name)}), "")


def _values(c: Context, name: str) -> Sequence[str]:
    """Return what a cell may hold that is of a type with this name."""
    symbol = c.symbols[name]
    match symbol:
        case TypeName(type=Word(words=words)):
            known = list(c.words)
            return [known[word] for word in words]
        case TypeName(type=Member(family=family)):
            return c.family(family).labels
        case _:
            return ()
