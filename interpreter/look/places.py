"""Kept places: `NAME,x,y` with whole numbers from 0 to 1000, beside the rule text.

The first line says of which board they are, `# places of 3f2a91c04b77`: a digest of the names and
of who is joined to whom.
"""

from __future__ import annotations

import csv
import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence

from interpreter.document.model import Family, GameDocument
from interpreter.look_model import Point
from rulelang.freezing import frozen

LARGEST = 1000
_HEAD = re.compile(r"# places of ([0-9a-f]{12})\b.*")
_NUMBER = re.compile(r"-?\d{1,6}(\.\d{1,6})?")
_MOST_ROWS = 5000


@frozen
class Row:
    """A place as it stands in the file, and its line from 1."""

    name: str
    point: Point
    line: int


@frozen
class Places:
    """What a file of places says. `board`: the digest in its first line, None without one."""

    rows: tuple[Row, ...]
    board: str | None

    @property
    def points(self) -> dict[str, Point]:
        """Return the places by name; the first where a name stands twice."""
        found: dict[str, Point] = {}
        for row in self.rows:
            found.setdefault(row.name, row.point)
        return found


@frozen
class BadLine:
    """A line that says no place: its number from 1, and what is wrong."""

    line: int
    words: str


def read_places(text: str) -> Places | BadLine:
    r"""Return what a file says, or its first line that says nothing.

    >>> read_places("name,x,y\nRome,10,20").points
    {'Rome': (10.0, 20.0)}
    """
    lines = text.splitlines()
    found = _HEAD.fullmatch(lines[0].strip()) if lines else None
    rows: list[Row] = []
    seen_header = False
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        cells = [cell.strip() for cell in next(csv.reader([line]), [])]
        if not seen_header:
            if cells != ["name", "x", "y"]:
                return BadLine(number, "the first row is `name,x,y`")
            seen_header = True
            continue
        if len(cells) != 3 or not all(_NUMBER.fullmatch(cell) for cell in cells[1:]):
            return BadLine(number, "a row is a name and two numbers from 0 to 1000")
        x, y = float(cells[1]), float(cells[2])
        if not (0 <= x <= LARGEST and 0 <= y <= LARGEST):
            return BadLine(number, "numbers go from 0 to 1000")
        rows.append(Row(cells[0], (x, y), number))
        if len(rows) > _MOST_ROWS:
            return BadLine(number, f"there are more than {_MOST_ROWS:,} rows")
    if not seen_header:
        return BadLine(1, "the first row is `name,x,y`")
    return Places(tuple(rows), found[1] if found else None)


def places_text(board: str, places: Mapping[str, Point]) -> str:
    """Return the file for some places."""
    out = [f"# places of {board}: by `rulelang look`; numbers may be changed by hand", "name,x,y"]
    out += [f"{_cell(name)},{round(x)},{round(y)}" for name, (x, y) in places.items()]
    return "\n".join(out) + "\n"


def board_of(family: Family, ends: Iterable[tuple[int, int]]) -> str:
    """Return the digest of a board: its names, and who is joined to whom."""
    pairs = sorted({(min(a, b), max(a, b)) for a, b in ends})
    names = family.labels
    words = [*names, "", *(f"{names[a]}\t{names[b]}" for a, b in pairs)]
    return hashlib.sha256("\n".join(words).encode()).hexdigest()[:12]


def ends_of(document: GameDocument, family: str) -> tuple[tuple[int, int], ...]:
    """Return who is joined to whom in a space, by all its families of edges."""
    joins: Sequence[Family] = [f for f in document.families if f.joins == family]
    return tuple(pair for f in joins for pair in f.ends)


def _cell(name: str) -> str:
    quote = any(c in name for c in ',"')
    return '"{}"'.format(name.replace('"', '""')) if quote else name
