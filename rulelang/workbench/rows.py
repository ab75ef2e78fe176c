"""What may stand in a cell of a table, inline or in a CSV file beside the text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from rulelang import surface as s
from rulelang.parsing.lines import cells_of
from rulelang.source import lines_of
from rulelang.workbench.draft import Draft
from rulelang.workbench.names import Definition

Tabled: TypeAlias = s.Space | s.Edge | s.Component | s.Table


def cells_at(
    draft: Draft, line: int, column: int, file: str | None = None
) -> tuple[Definition, ...]:
    """Return the names that fit in the cell around a place."""
    lines: Sequence[str] = draft.lines
    sign = "|"
    if file is not None:
        source = draft.parsed.sources.get(file)
        lines, sign = (() if source is None else lines_of(source.text)), ","
    if file is None and draft.parsed.text is not None and draft.parsed.text.unread:
        return tuple(_in_broken(draft, line, number(lines, line, column, sign)))
    node = table_at(draft, line, file)
    if node is None or not 0 < line <= len(lines):
        return ()
    at = number(lines, line, column, sign)
    header = node.table.rows[0].cells if node.table.rows else ()
    if not 0 <= at < len(header) or (node.table.rows[0].span.line == line):
        return ()
    return tuple(_fitting(draft, node, header[at].text))


def columns_at(draft: Draft, line: int) -> tuple[str, ...]:
    """Return what may stand in the head of a table, beside what does; () in rows below it."""
    mine = _begun(draft, line)
    if not mine or any(text.lstrip().startswith("|") for text in mine):
        return ()
    declared = [found for text in mine[1:] if (found := _ATTRIBUTE.match(text))]
    names = [name for found in declared for name in re.split(r"\s*,\s*", found[1].strip())]
    first, *last = _COLUMNS.get(mine[0].split(maxsplit=1)[0], ("",))
    known = (*first.split(), *names, *last)
    stands = {cell.strip() for cell in cells_of(draft.lines[line - 1])}
    return tuple(name for name in known if name not in stands)


_COLUMNS: Final = {"component": ("name", "copies"), "edge": ("a b",), "space": ("name",)}
"""What a table of each sort has before and behind the columns of attributes."""


def _begun(draft: Draft, line: int) -> Sequence[str]:
    """Return the lines above one that belong to its declaration."""
    begin = line
    while begin > 1 and not draft.lines[begin - 1][:1].isalpha():
        begin -= 1
    return draft.lines[begin - 1 : line - 1]


def number(lines: Sequence[str], line: int, column: int, sign: str) -> int:
    """Return in which cell of its line a place is, from 0."""
    before = lines[line - 1][: column - 1]
    return before.count(",") if sign == "," else len(cells_of(before)) - 2


def _in_broken(draft: Draft, line: int, at: int) -> Iterator[Definition]:
    """Yield what fits in a cell of a declaration that cannot be read, as with half a row."""
    mine = _begun(draft, line)
    header = next((text for text in mine if text.lstrip().startswith("|")), "")
    columns = [cell.strip() for cell in cells_of(header)[1:]]
    column = columns[at] if 0 <= at < len(columns) else ""
    joins = _JOINS.match(mine[0]) if mine else None
    types = [joins[1]] if joins and column in {"a", "b"} else []
    for text in mine:
        declared = _ATTRIBUTE.match(text)
        if declared and column in re.split(r"\s*,\s*", declared[1]):
            types += _TYPE.findall(declared[2])
    for name in types:
        yield from _of_family(draft, name)


_JOINS = re.compile(r"edge\s+\w+\s+joins\s+(\w+)")
_ATTRIBUTE = re.compile(r"\s+([\w, ]+):\s*(.*)")
_TYPE = re.compile(r"[A-Za-z]\w*")


def table_at(draft: Draft, line: int, file: str | None) -> Tabled | None:
    """Return the last declaration with a table whose rows begin above a line."""
    best = None
    for node in draft.declarations:
        if isinstance(node, s.Space | s.Edge | s.Component | s.Table) and node.table.rows:
            first = node.table.rows[0].span
            if first.file == (file or draft.source.name) and first.line <= line:
                best = node
    return best


def _fitting(draft: Draft, node: Tabled, column: str) -> Iterator[Definition]:
    names = draft.declared
    if isinstance(node, s.Edge) and column in {"a", "b"}:
        space = node.joins if column == "a" or node.other is None else node.other
        yield from _of_family(draft, space.text)
        return
    attribute = names.find(column, "attribute")
    declared = attribute.node if attribute is not None else None
    if isinstance(declared, s.Attribute | s.Parameter):
        type_ = declared.type
        if isinstance(type_, s.WordsType | s.MaybeType):
            for name in type_.names:
                yield from _of_family(draft, name.text)


def _of_family(draft: Draft, name: str) -> Iterator[Definition]:
    names = draft.declared
    known = names.find(name, "names", "word")
    if known is None:
        return
    if known.sort == "word":
        yield known
    for one in names.of("word", "place", "piece", "player"):
        owner = getattr(one.node, "name", None)
        if isinstance(owner, s.Name) and owner.text == name:
            yield one
