"""What is said of a cell of a table, inline or in a CSV file beside the text.

A cell that names something says what that is; each says of what its column tells, and the values
that fit there.
"""

from __future__ import annotations

from typing import TypeAlias, assert_never

from rulelang import surface as s
from rulelang.freezing import frozen
from rulelang.source import Span
from rulelang.workbench.draft import Draft
from rulelang.workbench.rows import Tabled, table_at
from rulelang.workbench.telling import type_in_words

_Typed: TypeAlias = s.Attribute | s.Parameter


@frozen
class Cell:
    """A cell: where it stands, and a sentence about its column; `of_head` in the head line."""

    span: Span
    told: str
    of_head: bool


def cell_at(draft: Draft, line: int, column: int, file: str | None = None) -> Cell | None:
    """Return the cell at a place, if there is one that something is written in."""
    node = table_at(draft, line, file)
    if node is None:
        return None
    head, *rows = node.table.rows
    row = next((row for row in (head, *rows) if row.span.line == line), None)
    for at, cell in enumerate(() if row is None else row.cells):
        span = cell.span
        if cell.text and span.column <= column <= span.end_column and at < len(head.cells):
            return Cell(span, _told(node, head.cells[at].text, at), row is head)
    return None


def _told(node: Tabled, column: str, at: int) -> str:
    """Return what stands in a column of a table. `at`: which one it is, from 0."""
    owner = _owner(node)
    typed = _typed(node, column)
    if typed is not None:
        values = type_in_words(typed.type)
        shown = isinstance(typed, s.Attribute) and typed.on_the_back
        back = " It shows on the back: all see it." if shown else ""
        return f"Column `{column}` of {owner}: {values}.{back}"
    match node, column:
        case _, "name":
            return f"Column `name` of {owner}: what each is called."
        case s.Edge(joins=joins, other=other), "a" | "b":
            space = joins if column == "a" or other is None else other
            return f"Column `{column}` of {owner}: a place of `{space.text}`, where one end is."
        case s.Component(), "copies":
            return f"Column `copies` of {owner}: how many there are of each."
        case s.Table(index=index, type=type_), _:
            values = type_in_words(index[at].type if at < len(index) else type_)
            way = "what goes in" if at < len(index) else "what comes out"
            return f"Column `{column}` of {owner}, {way}: {values}."
        case _:
            return f"Column `{column}` of {owner}, which does not declare it."


def _owner(node: Tabled) -> str:
    match node:
        case s.Space(name=name):
            return f"space `{name.text}`"
        case s.Edge(name=name):
            return f"edge `{name.text}`"
        case s.Component(name=name):
            return f"component `{name.text}`"
        case s.Table(name=name):
            return f"table `{name.text}`"
        case _:
            assert_never(node)


def _typed(node: Tabled, column: str) -> _Typed | None:
    """Return what declares a column."""
    for parameter in node.index if isinstance(node, s.Component) else ():
        if parameter.name is not None and parameter.name.text == column:
            return parameter
    declared = (one for one in node.table.attributes if column in {n.text for n in one.names})
    return next(declared, None)
