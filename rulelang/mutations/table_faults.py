"""What can be wrong with a table of a rule text: a row, a cell, a whole column.

of_rows(rows)     faults of a table in the text, as those of every node (`faults.py`)
of_columns(rows)  the column that is wrong, what the fault is, and the rows with it
of_table(text)    the same for the text of a table in a file, its rows included
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from rulelang import surface

Fault = tuple[tuple[str | int, ...], str, object]
ROWS_TRIED = 3  # of a table in a file: the first, one in the middle, the last


def of_rows(rows: tuple[surface.Row, ...]) -> Iterator[Fault]:
    """Yield changed rows of an inline table: one left out, each cell another."""
    for number, row in enumerate(rows[1:], start=1):
        for cell, name in enumerate(rows[0].cells):
            column = [other.cells[cell].text for other in rows[1:]]
            if any(text.startswith('"') for text in column):
                continue  # what players read changes no play
            other = _other_cell(column, number - 1)
            if name.text != "name" and other is not None:
                path = ("rows", number, "cells", cell, "text")
                yield path, f"{name.text} {_cell(other)} for {_cell(row.cells[cell].text)}", other


def of_columns(rows: tuple[surface.Row, ...]) -> Iterator[tuple[str, str, object]]:
    """Yield a column, the fault that it is alike in all rows, and those rows."""
    for column, name in enumerate(rows[0].cells if rows else ()):
        alike = (rows[0], *(_with_cell(row, column, rows[1]) for row in rows[1:]))
        read = any(row.cells[column].text.startswith('"') for row in rows)
        if name.text not in ("name", "copies") and alike != rows and not read:
            yield name.text, f"{name.text} alike in all rows", alike


def _with_cell(row: surface.Row, column: int, other: surface.Row) -> surface.Row:
    cells = (*row.cells[:column], other.cells[column], *row.cells[column + 1 :])
    return attrs.evolve(row, cells=cells)


def _cell(text: str) -> str:
    return text or "nothing"


def _other_cell(column: Sequence[str], row: int) -> str | None:
    """Return what a cell could be instead: a number more, else what another row has."""
    text = column[row]
    if text.isdigit():
        return str(int(text) + 1)
    for other in (*column[row + 1 :], *column[:row]):
        if other != text:
            return other
    return None


def of_table(text: str) -> Iterator[tuple[str, str, str]]:
    """Yield changed texts of a table in a file: a row left out, a cell another.

    A few rows stand for all: the first, one in the middle and the last.
    """
    lines = text.splitlines()
    head, rows = lines[0].split(","), [line.split(",") for line in lines[1:] if line]
    for column, name in enumerate(head):
        if name != "name" and any(row[column] != rows[0][column] for row in rows):
            alike = [[*row[:column], rows[0][column], *row[column + 1 :]] for row in rows]
            yield name, f"{name} alike in all rows", _as_text(head, alike)
    chosen = sorted({0, len(rows) // 2, len(rows) - 1})[:ROWS_TRIED]
    for row in chosen:
        fewer = [cells for number, cells in enumerate(rows) if number != row]
        yield "", f"without the row {','.join(rows[row])}", _as_text(head, fewer)
        for column, name in enumerate(head):
            other = _other_cell([cells[column] for cells in rows], row)
            if name == "name" or other is None:
                continue
            cells = [*rows[row][:column], other, *rows[row][column + 1 :]]
            other_rows = [*rows[:row], cells, *rows[row + 1 :]]
            yield name, f"{rows[row][0]} has {name} {_cell(other)}", _as_text(head, other_rows)


def _as_text(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    return "".join(",".join(cells) + "\n" for cells in (head, *rows))
