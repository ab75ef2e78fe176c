"""Columns of tables, and the attributes that declare them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rulelang import surface
from rulelang.elaborate.context import MAX_GUESSES, Context
from rulelang.elaborate.declarations import rows
from rulelang.elaborate.symbols import Symbol, TypeName
from rulelang.messages import tables
from rulelang.rule_types import Member, Word
from rulelang.suggest import nearest
from rulelang.surface.reserved import OPENING


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
    others = [name for name in header if name not in known]
    missing = [name.text for name in declared if name.text not in header]
    instead = missing[0] if len(others) == len(missing) == 1 else None
    for name, cell in header.items():
        if name not in known:
            kind = "" if instead else _type_of(c, found, name)
            c.report(
                tables.other_column(name, instead, cell.span)
                if instead
                else tables.unknown_column(name, sorted(known), cell.span, kind, above)
            )
            c.broken.add(f"{family}.{name}")  # whoever asks for it is right
    for attribute in declared:
        is_named = attribute.text in header or attribute.text == instead
        if not is_named and nearest(attribute.text, others) is None:
            c.report(tables.missing_column(attribute.text, attribute.span, found.header_span))


def _type_of(c: Context, found: rows.Rows, column: str) -> str:
    """Return how a type is written that all cells of a column fit; "" where none is plain.

    In a text of very many mistakes only the first are looked at.
    """
    c.guesses += 1
    if c.guesses > MAX_GUESSES or not rows.NAME.fullmatch(column) or column in OPENING:
        return ""
    cells = [row.cells[column].text for row in found.rows]
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
    return next((name for name, symbol in c.symbols.items() if _holds(c, symbol, said)), "")


def _holds(c: Context, symbol: Symbol, said: Collection[str]) -> bool:
    """Return whether all cells may be of a type of this name."""
    match symbol:
        case TypeName(type=Word(words=words)):
            numbers = {*words}
            return all(c.words.get(cell) in numbers for cell in said)
        case TypeName(type=Member(family=family)):
            labels = {*c.family(family).labels}
            return all(cell in labels for cell in said)
        case _:
            return False
