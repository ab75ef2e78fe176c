"""Where pieces lie on a sheet of paper; all lengths are millimetres."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import attrs


class SizeError(Exception):
    """A piece does not fit the paper."""


@attrs.frozen
class Paper:
    """A sheet of paper; `margin` stays free at each side."""

    name: str
    width: float
    height: float
    margin: float = 10.0


PAPERS: Final = {
    "a4": Paper("a4", 210.0, 297.0),
    "letter": Paper("letter", 215.9, 279.4),
}


@attrs.frozen
class Cells:
    """A block of cells in the middle of a paper, without gaps: one cut parts two pieces."""

    paper: Paper
    width: float
    height: float
    columns: int
    rows: int

    @property
    def count(self) -> int:
        """How many pieces one sheet has."""
        return self.columns * self.rows

    @property
    def left(self) -> float:
        """Where the first column begins."""
        return (self.paper.width - self.columns * self.width) / 2

    @property
    def top(self) -> float:
        """Where the first row begins."""
        return (self.paper.height - self.rows * self.height) / 2

    def at(self, number: int, *, mirrored: bool = False) -> tuple[float, float]:
        """Return the upper left corner of a cell, rows first.

        `mirrored`: as it lies behind that cell when the paper is turned over its long side.

        >>> cells = cells_for(PAPERS["a4"], 60, 80)
        >>> cells.columns, cells.at(0), cells.at(0, mirrored=True)
        (3, (15.0, 28.5), (135.0, 28.5))
        """
        row, column = divmod(number, self.columns)
        if mirrored:
            column = self.columns - 1 - column
        return self.left + column * self.width, self.top + row * self.height

    def cuts(self) -> Iterator[tuple[float, float, float, float]]:
        """Yield the cut marks, from point to point: at all four sides, outside of the cells."""
        right, bottom = self.left + self.columns * self.width, self.top + self.rows * self.height
        for column in range(self.columns + 1):
            x = self.left + column * self.width
            yield x, self.top - 5, x, self.top - 1
            yield x, bottom + 1, x, bottom + 5
        for row in range(self.rows + 1):
            y = self.top + row * self.height
            yield self.left - 5, y, self.left - 1, y
            yield right + 1, y, right + 5, y


def cells_for(paper: Paper, width: float, height: float) -> Cells:
    """Return as many cells of a size as a paper holds.

    Raises:
        SizeError: it holds none.
    """
    columns = int((paper.width - 2 * paper.margin) // width)
    rows = int((paper.height - 2 * paper.margin) // height)
    if not (columns and rows):
        raise SizeError(
            f"a piece of {width:g} × {height:g} mm does not fit {paper.name}, which has"
            f" {paper.width - 2 * paper.margin:g} × {paper.height - 2 * paper.margin:g} mm"
        )
    return Cells(paper, width, height, columns, rows)
