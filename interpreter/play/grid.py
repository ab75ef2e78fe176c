"""Spaces that lie in rows and columns, told by their labels: `a1`, `b1`, … as on a chess board."""

from __future__ import annotations

import re
from collections.abc import Sequence

import attrs

_LABEL = re.compile(r"([a-z]+)([0-9]+)")


@attrs.frozen
class Grid:
    """Columns by letters, rows by numbers. `places[row][column]`: the number of that space."""

    columns: tuple[str, ...]
    rows: tuple[str, ...]
    places: tuple[tuple[int, ...], ...]


def grid_of(labels: Sequence[str]) -> Grid | None:
    """Return the grid that labels form; None when they form none.

    >>> grid_of(("a1", "b1", "a2", "b2")).places
    ((0, 1), (2, 3))
    >>> grid_of(("s0", "s1", "s2")) is None
    True
    """
    found: dict[tuple[str, str], int] = {}
    for place, label in enumerate(labels):
        match = _LABEL.fullmatch(label)
        if match is None:
            return None
        found[match[1], match[2]] = place
    columns = tuple(sorted({column for column, _ in found}, key=lambda c: (len(c), c)))
    rows = tuple(sorted({row for _, row in found}, key=int))
    if len(columns) < 2 or len(rows) < 2 or len(found) != len(columns) * len(rows):
        return None
    places = tuple(tuple(found[column, row] for column in columns) for row in rows)
    return Grid(columns, rows, places)


def draw_grid(grid: Grid, squares: Sequence[str], *, slanted: bool = False) -> list[str]:
    r"""Return the lines of a board, the first row at the bottom; `squares[n]` stands on space `n`.

    >>> board = grid_of(("a1", "b1", "a2", "b2"))
    >>> print("\n".join(draw_grid(board, ("X", "", "", "O"))))
    2  .  O
    1  X  .
       a  b

    `slanted`: hexagons, each row half a place to the right of the one below.

    >>> print("\n".join(draw_grid(board, ("X", "", "", "O"), slanted=True)))
      2  .   O
    1  X   .
       a   b
    """
    width = max(1, *(len(text) for text in squares), *(len(c) for c in grid.columns))
    gap = 2 + (width % 2 if slanted else 0)
    half = (width + gap) // 2 if slanted else 0
    edge = max(len(row) for row in grid.rows)
    lines = [
        " " * (half * height)
        + f"{row.rjust(edge)}  "
        + _line([squares[place] or "." for place in grid.places[height]], width, gap)
        for height, row in reversed(tuple(enumerate(grid.rows)))
    ]
    lines.append(" " * edge + "  " + _line(grid.columns, width, gap))
    return [line.rstrip() for line in lines]


def _line(texts: Sequence[str], width: int, gap: int) -> str:
    return (" " * gap).join(text.ljust(width) for text in texts)
