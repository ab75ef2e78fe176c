"""Rules B2, B3 and B4: squares, hexagons, and points whose names say column and row."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import cos, hypot, pi, sin, sqrt

from interpreter.document.model import Family
from interpreter.picture.boards.layout import GRAPH_RADIUS, Layout, Site, boxed
from interpreter.picture.boards.model import Head

_OUTSIDE = 0.55  # how far from the edge of the squares names of rows and columns are written
_LETTER_NUMBER = re.compile(r"([a-z]{1,2}|[A-Z]{1,2})([0-9]{1,3})")
_CELL = re.compile(r"([a-z]+)([0-9]+)")
_FEWEST = 3
_SPARSE = 0.5
_GRID_SCALE = (24.0, 72.0)
_POINT_SCALE = (36.0, 96.0)
_THIN = 0.4  # of a lattice: the width of its lines, in widths of a box
_LATTICE_SCALE = (40.0, 100.0)
_BESIDE = 0.6  # from a name beside a board of hexagons to a cell or another name, in cells


def is_coordinate(label: str) -> bool:
    """Return whether a name is a letter and a number and says nothing else.

    >>> is_coordinate("s12"), is_coordinate("Sparta")
    (True, False)
    """
    return _LETTER_NUMBER.fullmatch(label) is not None


def grid(family: Family, *, lines: bool) -> Layout:
    """Return squares, `a1` at the lower left; with `lines` points on a grid (rule B2)."""
    last = max((row for _, row in family.coordinates), default=0)
    cells = [(column, last - row) for column, row in family.coordinates]
    names = [_parted(label) for label in family.labels]
    shades = [(column + row + 1) % 2 for column, row in family.coordinates]
    return _squares("B2", cells, names, None if lines else shades, lines=lines)


def lettered(family: Family, ends: Sequence[tuple[int, int]]) -> Layout | None:
    """Return points on the grid that names such as `d4` say; None where they do not (rule B4).

    That takes three letters and three numbers at least, names for every place, and edges that
    run straight in a column or row without touching a foreign place. Without edges the places are
    squares, if half of that grid is there.
    """
    parts = [_LETTER_NUMBER.fullmatch(label) for label in family.labels]
    found = [(m[1], int(m[2])) for m in parts if m is not None]
    letters = sorted({letter for letter, _ in found}, key=lambda s: (len(s), s))
    numbers = sorted({number for _, number in found})
    if len(found) != len(parts) or min(len(letters), len(numbers)) < _FEWEST:
        return None
    if len(set(found)) != len(found):
        return None
    # Columns and rows without any place keep their room where they are few.
    low, high = numbers[0], numbers[-1]
    columns = {letter: place for place, letter in enumerate(_letters(letters))}
    cells = [(columns[letter], high - number) for letter, number in found]
    names = [(letter, str(number)) for letter, number in found]
    if not ends:
        room = len(columns) * (high - low + 1)
        shades = [(x + y + 1) % 2 for x, y in cells]
        dense = len(cells) >= _SPARSE * room
        return _squares("B4", cells, names, shades, lines=False) if dense else None
    if not all(_straight(cells, a, b) for a, b in ends):
        return None
    return _squares("B4", cells, names, None, lines=True)


def hexes(family: Family) -> Layout:
    """Return pointed hexagons, each row half a cell further right than the one below (B3)."""
    half = 1 / sqrt(3)
    corners = [(half * sin(i * pi / 3), half * cos(i * pi / 3)) for i in range(6)]
    raw = [
        Site(
            column + row / 2,
            -row * sqrt(3) / 2,
            "hexagon",
            1.0,
            2 * half,
            tuple((column + row / 2 + x, -row * sqrt(3) / 2 + y) for x, y in corners),
        )
        for column, row in family.coordinates
    ]
    sites, width, height = boxed(raw, 0.7)
    names = [_parted(label) for label in family.labels]
    heads: dict[tuple[str, str], Head] = {}
    at = family.coordinates
    order = sorted(range(len(at)), key=lambda i: at[i])
    first = {at[i][1]: i for i in reversed(order)}  # the leftmost place of each row
    lowest = {at[i][0]: i for i in reversed(order)}
    highest = {at[i][0]: i for i in order}
    # Where the lower left is cut off, rows and columns would have their names at the same places.
    above = len({*first.values()} & {*lowest.values()}) > 1
    for row, i in sorted(first.items()):
        here = Head(names[i][1], sites[i].x - 0.78, sites[i].y, along="row", number=row + 1)
        heads["row", names[i][1]] = here
    for column in sorted(lowest):
        under, over = sites[lowest[column]], sites[highest[column]]
        ends = [(under.x - 0.45, under.y + 0.78), (over.x + 0.45, over.y - 0.78)]
        taken = [*((site.x, site.y) for site in sites), *((h.x, h.y) for h in heads.values())]
        free = [point for point in ends[:: -1 if above else 1] if _is_free(point, taken)]
        name = names[lowest[column]][0]
        for x, y in free[:1]:  # in a corner of a star neither end has room for a name
            heads["column", name] = Head(name, x, y, along="column", number=column + 1)
    return Layout(
        "B3", sites, width, height, 0.42, _GRID_SCALE, tuple(heads.values()), turns="none"
    )


def _is_free(point: tuple[float, float], taken: Sequence[tuple[float, float]]) -> bool:
    """Return whether a name has room at a point of a board of hexagons."""
    return all(hypot(point[0] - x, point[1] - y) >= _BESIDE for x, y in taken)


def _squares(
    rule: str,
    cells: Sequence[tuple[int, int]],
    names: Sequence[tuple[str, str]],
    shades: Sequence[int] | None,
    *,
    lines: bool,
) -> Layout:
    """Return sites at whole numbers, y downwards, and the names of columns and rows outside."""
    size = 2 * GRAPH_RADIUS if lines else 1.0
    raw = [
        Site(
            x, y, "circle" if lines else "square", size, size, shade=shades[i] if shades else None
        )
        for i, (x, y) in enumerate(cells)
    ]
    sites, width, height = boxed(raw, 0.35 + _OUTSIDE)
    heads = _outside(cells, names, sites, size)
    scale = _POINT_SCALE if lines else _GRID_SCALE
    radius = GRAPH_RADIUS if lines else 0.42
    return Layout(rule, sites, width, height, radius, scale, heads, edges=lines)


def _outside(
    cells: Sequence[tuple[int, int]],
    names: Sequence[tuple[str, str]],
    sites: Sequence[Site],
    size: float,
) -> tuple[Head, ...]:
    """Return the names of columns, below, and of rows, at the left; `size`: of outer places."""
    edge = size / 2 + _OUTSIDE - 0.2
    foot, left = max(s.y for s in sites) + edge, min(s.x for s in sites) - edge
    first, last = min(x for x, _ in cells), max(y for _, y in cells)
    columns = {x: (name, s.x) for (x, _), (name, _), s in zip(cells, names, sites, strict=True)}
    rows = {y: (name, s.y) for (_, y), (_, name), s in zip(cells, names, sites, strict=True)}
    below = [
        Head(name, at, foot, stays="y", along="column", number=x - first + 1)
        for x, (name, at) in sorted(columns.items())
    ]
    beside = [
        Head(name, left, at, stays="x", along="row", number=last - y + 1)
        for y, (name, at) in sorted(rows.items())
    ]
    return (*below, *beside)


def lattice(family: Family, *, boxes_first: bool) -> Layout:
    """Return dots, lines and boxes in turn: the first column and row are dots and lines (B2).

    `boxes_first`: they are boxes and the lines between them, as where walls part cells.
    """
    last = max((row for _, row in family.coordinates), default=0)
    cells = [(column, last - row) for column, row in family.coordinates]
    raw = []
    for (column, row), (x, y) in zip(family.coordinates, cells, strict=True):
        thin = column % 2 == boxes_first, row % 2 == boxes_first
        raw.append(
            Site(
                _along(x),
                _along(y),
                "dot" if all(thin) else "bar" if any(thin) else "square",
                _THIN if thin[0] else 1.0,
                _THIN if thin[1] else 1.0,
                shade=0,
            )
        )
    sites, width, height = boxed(raw, 0.35 + _OUTSIDE)
    names = [_parted(label) for label in family.labels]
    heads = _outside(cells, names, sites, 1.0 if boxes_first else _THIN)
    return Layout("B2", sites, width, height, 0.42, _LATTICE_SCALE, heads)


def _along(step: int) -> float:
    """Return where the middle of a step of a lattice lies, thin ones and wide ones in turn.

    >>> _along(0), _along(1), _along(2)
    (0.0, 0.7, 1.4)
    """
    return step * (1.0 + _THIN) / 2


def _parted(label: str) -> tuple[str, str]:
    """Return column and row of the name of a cell, however large its board is.

    >>> _parted("a1"), _parted("aaa1000")
    (('a', '1'), ('aaa', '1000'))
    """
    found = _CELL.fullmatch(label)
    assert found is not None, "cells of boards are named by column and row"
    return found[1], found[2]


def _letters(used: Sequence[str]) -> Sequence[str]:
    """Return the letters from the first to the last, those between that are not used as well."""
    if all(len(letter) == 1 for letter in used):
        return [chr(code) for code in range(ord(used[0]), ord(used[-1]) + 1)]
    return used


def _straight(cells: Sequence[tuple[int, int]], a: int, b: int) -> bool:
    (ax, ay), (bx, by) = cells[a], cells[b]
    if ax != bx and ay != by:
        return False
    low, high = (min(ax, bx), min(ay, by)), (max(ax, bx), max(ay, by))
    return not any(
        i not in {a, b} and low[0] <= x <= high[0] and low[1] <= y <= high[1]
        for i, (x, y) in enumerate(cells)
    )
