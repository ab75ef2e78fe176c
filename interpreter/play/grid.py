"""Boards in rows and columns: squares, hexagons, and points that lines join."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

import attrs

from interpreter.document.model import Family

_POINT: Final = re.compile(r"([a-z])([0-9]+)")
_LEAST: Final = 3
"""Points have so many columns and rows at least: names as `s0`, `s1` make no board."""


@attrs.frozen
class Grid:
    """Columns by letters, rows by numbers. `places[row][column]`: the number of that space.

    It is None where there is no space. `slanted`: hexagons. `joined`: pairs of spaces that a line
    joins, in a row or a column.
    """

    columns: tuple[str, ...]
    rows: tuple[str, ...]
    places: tuple[tuple[int | None, ...], ...]
    slanted: bool = False
    joined: frozenset[tuple[int, int]] = frozenset()


def grid_of(family: Family, edges: Sequence[tuple[int, int]] = ()) -> Grid | None:
    """Return the grid on which the places of a space lie; None where they lie on none.

    `edges`: the places that edges join. Places of a table lie on a grid where their names say so,
    as `a1` and `d7` do, and all edges go straight along a row or a column.

    >>> from interpreter import load
    >>> document = load("tic_tac_toe").document()
    >>> grid_of(document.families[1]).places[0]
    (0, 1, 2)
    >>> grid_of(document.families[0]) is None
    True
    """
    if family.shape in ("grid", "hex") and family.coordinates:
        at = dict(enumerate(family.coordinates))
        return _grid(family, at, frozenset(), slanted=family.shape == "hex")
    if family.shape != "table" or not edges:
        return None
    found = [_POINT.fullmatch(name) for name in family.labels]
    points = {at: (ord(m[1]) - ord("a"), int(m[2])) for at, m in enumerate(found) if m}
    if len(points) < len(found):
        return None
    columns, rows = ({p[part] for p in points.values()} for part in (0, 1))
    straight = all(
        (points[a][0] == points[b][0]) != (points[a][1] == points[b][1]) for a, b in edges
    )
    if not straight or min(len(columns), len(rows)) < _LEAST:
        return None
    return _grid(family, points, frozenset(edges))


def _grid(
    family: Family,
    at: Mapping[int, tuple[int, int]],
    joined: frozenset[tuple[int, int]],
    *,
    slanted: bool = False,
) -> Grid:
    """Return the grid of places by their (column, row)."""
    columns = sorted({column for column, _ in at.values()})
    rows = sorted({row for _, row in at.values()})
    by_point = {point: place for place, point in at.items()}
    names = {point: _POINT.fullmatch(family.labels[place]) for place, point in at.items()}
    letters = {point[0]: m[1] for point, m in names.items() if m}
    figures = {point[1]: m[2] for point, m in names.items() if m}
    return Grid(
        tuple(letters.get(column, str(column + 1)) for column in columns),
        tuple(figures.get(row, str(row + 1)) for row in rows),
        tuple(tuple(by_point.get((column, row)) for column in columns) for row in rows),
        slanted,
        joined,
    )


def draw_grid(grid: Grid, squares: Sequence[str]) -> list[str]:
    r"""Return the lines of a board, the first row at the bottom; `squares[n]` stands on space `n`.

    Rows of hexagons stand half a place to the right of the ones below.

    >>> board = Grid(("a", "b"), ("1", "2"), ((0, 1), (2, 3)))
    >>> print("\n".join(draw_grid(board, ("X", "", "", "O"))))
    2  .  O
    1  X  .
       a  b
    >>> print("\n".join(draw_grid(Grid(*attrs.astuple(board)[:3], True), ("X", "", "", "O"))))
      2  .   O
    1  X   .
       a   b
    >>> points = Grid(
    ...     ("a", "b"), ("1", "2"), ((0, 1), (2, None)), joined=frozenset({(0, 1), (0, 2)})
    ... )
    >>> print("\n".join(draw_grid(points, ("X", "", "O"))))
    2  O
       |
    1  X--.
       a  b
    """
    width = max(1, *(len(text) for text in squares), *(len(c) for c in grid.columns))
    gap = 2 + (width % 2 if grid.slanted else 0)
    half = (width + gap) // 2 if grid.slanted else 0
    edge = max(len(row) for row in grid.rows)
    texts = [[_square(place, squares) for place in row] for row in grid.places]
    found: list[str] = []
    for height in range(len(grid.rows) - 1, -1, -1):
        line = _line(texts[height], width, gap, _joins(grid, height))
        found.append(" " * (half * height) + f"{grid.rows[height].rjust(edge)}  {line}")
        if grid.joined and height:
            found.append(" " * edge + "  " + _line(_falls(grid, height), width, gap))
    found.append(" " * edge + "  " + _line(grid.columns, width, gap))
    return [line.rstrip() for line in found]


def _square(place: int | None, squares: Sequence[str]) -> str:
    return "" if place is None else squares[place] or "."


def _line(texts: Sequence[str], width: int, gap: int, joins: Sequence[bool] = ()) -> str:
    """Return texts in columns; `joins[n]`: a line goes from column n to the next."""
    found = ""
    for at, text in enumerate(texts):
        fill = "-" if at < len(joins) and joins[at] else " "
        found += (text or fill).ljust(width, fill) + fill * gap
    return found


def _joins(grid: Grid, height: int) -> list[bool]:
    """Return for each column of a row whether a line goes on to the right of it."""
    row = grid.places[height]
    found = [False] * len(row)
    for a, b in grid.joined:
        if a in row and b in row:
            first, last = sorted((row.index(a), row.index(b)))
            found[first:last] = [True] * (last - first)
    return found


def _falls(grid: Grid, height: int) -> list[str]:
    """Return for each column whether a line goes down from a row to the one below."""
    found: list[str] = []
    for column in range(len(grid.columns)):
        heights = {row[column]: at for at, row in enumerate(grid.places)}
        goes = any(
            a in heights and b in heights and _between(heights[a], height, heights[b])
            for a, b in grid.joined
        )
        found.append("|" if goes else "")
    return found


def _between(one: int, height: int, other: int) -> bool:
    return min(one, other) < height <= max(one, other)
