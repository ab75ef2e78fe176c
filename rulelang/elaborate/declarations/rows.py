"""Rows of tables, inline or from CSV files, as cells with a place.

And what a cell means for a type.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, assert_never

import attrs

from rulelang import core, surface
from rulelang.diagnostics import Diagnostic, Sink
from rulelang.elaborate.context import Context
from rulelang.elaborate.declarations import constants
from rulelang.elaborate.symbols import Constant
from rulelang.elaborate.typing import fits
from rulelang.freezing import frozen
from rulelang.messages import files, flow, layout, names, tables
from rulelang.messages.foreign import NUMBERS
from rulelang.parsing.lines import MAX_COLUMNS
from rulelang.rule_types import (
    Component,
    Flag,
    Maybe,
    Member,
    Nothing,
    Number,
    SetOf,
    Type,
    Unknown,
    Word,
)
from rulelang.source import Source, Span, lines_of

QUOTED = re.compile(r'"[^"]*"')
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*\Z")
MAX_ROWS = 20_000
MAX_CELLS = 200_000
KEPT = 32
"""Files of which the cells are remembered."""


@frozen
class TableRow:
    """A row: its cells by column."""

    cells: Mapping[str, surface.Name]
    span: Span

    def span_of(self, column: str) -> Span:
        """Return where a cell is, though it may be empty."""
        return self.cells[column].span if column in self.cells else self.span

    def get(self, column: str) -> surface.Name | None:
        """Return a cell that may be missing or empty."""
        cell = self.cells.get(column)
        return cell if cell is not None and cell.text else None


@frozen
class Rows:
    """A whole table: header and rows."""

    header: tuple[surface.Name, ...]
    rows: tuple[TableRow, ...]
    span: Span

    @property
    def header_span(self) -> Span:
        """Return where the columns are named."""
        return self.header[0].span.to(self.header[-1].span)

    def has(self, column: str) -> bool:
        """Return whether there is a column of this name."""
        return any(name.text == column for name in self.header)


PLAIN = re.compile(r"-?[0-9]{1,9}")
_DASHES = re.compile(r":?-{2,}:?")

EMPTY = Rows((), (), Span("", 0, 0, 0, 0))


def read(c: Context, table: surface.TableText, span: Span) -> Rows | None:
    """Read the rows of a declaration; what is wrong with them is reported.

    None: it has no rows at all.
    """
    if table.path is not None:
        lines: Sequence[Sequence[surface.Name]] | None = _csv_lines(c, table.path, table.path_span)
    elif table.rows:
        lines = [row.cells for row in table.rows]
    else:
        return None
    if lines is None:
        c.incomplete = True
        return EMPTY
    if not lines:
        c.report(tables.empty_table(table.path or "", table.path_span))
        c.incomplete = True
        return EMPTY
    header, *body = lines
    sign = _other_separator(header)
    if sign:
        c.report(tables.separator(header[0].text, sign, header[0].span))
        c.incomplete = True
        return EMPTY
    _check_header(c, header)
    return Rows(tuple(header), tuple(_checked(c, header, body)), span)


def _other_separator(header: Sequence[surface.Name]) -> str:
    """Return what separates the names of columns in one cell, where that is not `,`."""
    only = header[0].text if len(header) == 1 else ""
    return next((sign for sign in (";", "\t", "|") if sign in only), "")


def _check_header(c: Context, header: Sequence[surface.Name]) -> None:
    first: dict[str, Span] = {}
    for name in header:
        if name.text in first:
            c.report(names.listed_twice(name.text, name.span, first[name.text]))
        first.setdefault(name.text, name.span)


def _checked(
    c: Context, header: Sequence[surface.Name], body: Sequence[Sequence[surface.Name]]
) -> list[TableRow]:
    rows, astray = list[TableRow](), list[tuple[surface.Name, str]]()
    for cells in body:
        span = cells[0].span.to(cells[-1].span)
        if all(_DASHES.fullmatch(cell.text) for cell in cells):
            c.report(tables.dashes(span))
            c.incomplete = True
            continue
        sign = _other_separator(cells)
        if sign and cells[0].text.count(sign) == len(header) - 1:
            astray.append((cells[0], sign))
            c.incomplete = True
            continue
        if len(cells) != len(header):
            c.report(
                tables.row_length(
                    len(cells),
                    [cell.text for cell in header],
                    span,
                    header[0].span.to(header[-1].span),
                )
            )
            c.incomplete = True
            continue
        rows.append(
            TableRow({column.text: cell for column, cell in zip(header, cells, strict=True)}, span)
        )
    if astray:
        c.report(tables.separated([(cell.text, cell.span) for cell, _ in astray], astray[0][1]))
    return rows


def _csv_lines(c: Context, path: str, span: Span) -> Sequence[Sequence[surface.Name]] | None:
    """Read a CSV file whose name may hold `{option}`; None if it cannot be read."""
    filled = re.sub(r"\{(\w+)\}", lambda hole: c.setting.options.get(hole[1], hole[0]), path)
    for hole in re.finditer(r"\{(\w+)\}", path):
        if hole[1] in c.setting.options:
            c.used.add(hole[1])
            c.symbols.ask(hole[1])
        else:
            where = _within(span, hole.start(1), hole.end(1))
            if hole[1] not in c.broken:
                c.report(names.unknown_name(hole[1], where, c.setting.options, "no option"))
            return None
    source = c.read_file(filled)
    if isinstance(source, Diagnostic):
        if source.mend and filled != path:  # an option names it, and is right to do so
            source = attrs.evolve(source, hint=files.LOOK, mend=())
        inner, at = _within(span, 0, len(path)), attrs.evolve(source.primary, span=span)
        mend = tuple(attrs.evolve(edit, span=inner) for edit in source.mend)
        c.report(attrs.evolve(source, primary=at, mend=mend))
        return None
    lines = _lines_of(source)
    if isinstance(lines, Diagnostic):
        c.report(lines)
        return None
    return lines


@lru_cache(maxsize=KEPT)
def _lines_of(source: Source) -> list[tuple[surface.Name, ...]] | Diagnostic:
    """Return the cells of a file, line by line: every instance asks for the same ones."""
    found, cells = list[tuple[surface.Name, ...]](), 0
    for number, line in enumerate(lines_of(source.text), start=1):
        if len(line) > MAX_COLUMNS:
            end = Span(source.name, number, MAX_COLUMNS + 1, number, len(line) + 1)
            found_long = layout.line_too_long(end, len(line), MAX_COLUMNS)
            return attrs.evolve(found_long, hint="take out what no rule needs")
        if line.strip():
            found.append(tuple(_cells(source.name, number, line)))
            cells += len(found[-1])
        if len(found) > MAX_ROWS:
            return tables.too_many_rows(MAX_ROWS, Span(source.name, number, 1, number, 1))
        if cells > MAX_CELLS:
            told = flow.factors((len(found), len(found[-1])))
            where = Span(source.name, number, 1, number, 1)
            return flow.too_large("a table has too many cells", cells, MAX_CELLS, where, told)
    return found


def _within(text: Span, start: int, end: int) -> Span:
    """Return the span of some characters of a text, which stands in quotation marks."""
    first = text.column + 1
    return attrs.evolve(text, column=first + start, end_column=first + end)


def _cells(file: str, number: int, line: str) -> list[surface.Name]:
    parts = next(csv.reader([line.replace("\r", " ")]))
    exact = ",".join(parts) == line
    cells, column = [], 1
    for part in parts:
        lead = len(part) - len(part.lstrip())
        start = column + lead if exact else 1
        end = start + len(part.strip()) if exact else len(line) + 1
        cells.append(
            surface.Name(part.strip(), Span(file, number, start, number, max(end, start + 1)))
        )
        column += len(part) + 1
    return cells


def name_of(c: Context, row: TableRow) -> surface.Name | None:
    """Return the name of a row, which must be a name."""
    cell = row.get("name")
    if cell is None:
        _bad(c, tables.bad_cell("nothing", "a name", "name", row.span_of("name")))
        c.incomplete = True
        return None
    if not NAME.match(cell.text):
        c.report(tables.bad_name(cell.text, cell.span))
        c.incomplete = True
        return None
    return cell


def value(  # noqa: C901 - a flat dispatch
    c: Context, cell: surface.Name | None, column: str, type_: Type, span: Span
) -> core.Value:
    """Return what a cell means for a type; what it cannot mean is reported."""
    text = "" if cell is None else cell.text
    where = span if cell is None else cell.span
    match type_:
        case Flag():
            if text not in ("", "x"):
                bad = tables.bad_cell(f"`{text}`", "`x` or nothing", column, where)
                _bad(c, tables.as_flag(bad, text))
            return int(text == "x")
        case Maybe(of=inner):
            return None if text in ("", "none") else value(c, cell, column, inner, span)
        case Number():
            return _number(c, text, column, type_, where)
        case Word(words=words):
            number = c.words.get(text)
            if number is None or number not in words:
                listed = list(c.words)
                _bad(c, tables.bad_word(text, [listed[w] for w in words], column, where))
                return words[0] if words else None
            return number
        case Member() | Component():
            symbol = c.symbols.get(text)
            if text in c.broken or (text and c.incomplete and symbol is None):
                return None
            if not isinstance(symbol, Constant) or not fits(symbol.type, type_):
                _bad(c, tables.bad_word(text, individuals(c, type_), column, where))
                return None
            c.used.add(text)
            return symbol.value
        case SetOf() | Nothing() | Unknown():
            return None
        case _:
            assert_never(type_)


def text(c: Context, cell: surface.Name | None, column: str, *, quoted: bool) -> str:
    """Return what players read in a cell; `quoted`: it must stand in quotation marks."""
    if cell is None:
        return ""
    if QUOTED.fullmatch(cell.text):
        return cell.text[1:-1].strip()
    if quoted:
        _bad(c, tables.bad_cell(f"`{cell.text}`", "a text in quotation marks", column, cell.span))
    return cell.text


def _bad(c: Context, finding: Diagnostic) -> None:
    c.bad_cells += 1
    c.report(finding)


def _number(c: Context, text: str, column: str, held: Number, where: Span) -> int:
    number = int(text) if PLAIN.fullmatch(text) else constants.of_cell(c, text, where)
    if number is not None and held.low <= number <= held.high:
        return number
    written = "" if number is None or text == str(number) else f", which is {number}"
    found = f"`{text}`{written}" if text else "nothing"
    bad = tables.bad_cell(found, f"a number {held.low}..{held.high}", column, where)
    meant = NUMBERS.get(text.casefold())
    _bad(c, bad if meant is None else tables.in_digits(bad, meant))
    return held.low


_COLUMN: Final = 3
"""So many cells that do not fit, and no other, say that the type of their column is wrong."""


def column(
    c: Context, found: Rows, name: str, type_: Type, default: core.Value
) -> list[core.Value]:
    """Return what the cells of a column mean; a default for all where there is no such column."""
    if not found.has(name):
        return [default for _ in found.rows]
    around, c.sink = c.sink, Sink()
    values = [value(c, row.get(name), name, type_, row.span_of(name)) for row in found.rows]
    told, c.sink = c.sink.found, around
    fits_none = len(told) == len(values) >= _COLUMN
    if fits_none and all(one.code == "bad-cell" and not one.mend for one in told):
        told = (tables.bad_column(told[0], len(told)),)  # its type is wrong, not each of them
    for one in told:
        c.sink.add(one)
    return values


def individuals(c: Context, type_: Type) -> list[str]:
    """Return the names of all individuals that fit a type."""
    return [
        name for name, s in c.symbols.items() if isinstance(s, Constant) and fits(s.type, type_)
    ]
