"""The cells of a CSV file with their places, as a text that is being written may have them."""

from __future__ import annotations

import re
from functools import lru_cache

from rulelang.source import Source, Span, lines_of
from rulelang.surface import Name, Row

MAX_ROWS = 20_000
_CELL = re.compile(r'[ \t]*(?:"([^"]*)"|([^,]*))(?:,|$)')


@lru_cache(maxsize=32)
def cells_of(source: Source) -> tuple[Row, ...]:
    """Return the rows that are not empty, the head line first; at most `MAX_ROWS`.

    >>> [cell.text for cell in cells_of(Source("a.csv", "name, size"))[0].cells]
    ['name', 'size']
    """
    rows: list[Row] = []
    for number, line in enumerate(lines_of(source.text), start=1):
        if line.strip() and len(rows) < MAX_ROWS:
            span = Span(source.name, number, 1, number, len(line) + 1)
            rows.append(Row(_cells(source.name, number, line), span))
    return tuple(rows)


def _cells(file: str, number: int, line: str) -> tuple[Name, ...]:
    found: list[Name] = []
    at = 0
    while at < len(line):
        cell = _CELL.match(line, at)
        assert cell is not None, "a cell may have anything in it, and nothing"
        group = 1 if cell[1] is not None else 2
        text = cell[group].strip()
        column = cell.start(group) + 1 + (len(cell[group]) - len(cell[group].lstrip()))
        found.append(Name(text, Span(file, number, column, number, column + len(text))))
        at = cell.end()
    return tuple(found)
