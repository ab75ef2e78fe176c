"""Where the places of a map lie, in letters: names at the places that are kept for its picture.

Who is beside whom stands in the drawing; this says what is left of what, and above what.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count
from typing import Final

from interpreter.document.model import Family
from interpreter.play.look import Look
from interpreter.play.places import boards_of, stands_at

NO_MAP: Final = "There is no map of it: the drawing says where all places are."

_HIGH: Final = 36
_LOW: Final = 8
_CHARACTER: Final = 2.2
"""How many times as high as wide a character is, with the space between lines."""
_HELD: Final = "*"


def charts(look: Look, width: int) -> str:
    """Return the maps of a table for which places are kept; `NO_MAP` where there are none.

    >>> from interpreter import load
    >>> charts(Look(load("tic_tac_toe").start()), 88) == NO_MAP
    True
    """
    told: list[str] = []
    for board in boards_of(look.document):
        places = look.said.board(board.family.name).places
        if board.grid is None and places:
            held = {p for p in range(len(board.family.labels)) if stands_at(look, board, p)}
            told += [f"  {board.family.name}:", *_chart(board.family, places, held, width)]
            told += [f"  {_HELD} something stands there"] if held else []
    return "\n".join(told) or NO_MAP


def _chart(
    family: Family, places: Mapping[str, tuple[float, float]], held: set[int], width: int
) -> Iterator[str]:
    """Yield the lines of a map."""
    names = {
        label: f"{label}{_HELD if at in held else ''}"
        for at, label in enumerate(family.labels)
        if label in places
    }
    across = [places[label][0] for label in names]
    down = [places[label][1] for label in names]
    room = max(1, width - 4 - max(map(len, names.values())))
    wide = max(1.0, max(across) - min(across))
    high = max(1.0, max(down) - min(down))
    rows = min(_HIGH, max(_LOW, round(room / _CHARACTER * high / wide)))
    lines: dict[int, str] = {}
    for label in sorted(names, key=lambda name: (places[name][1], places[name][0])):
        column = round((places[label][0] - min(across)) / wide * room)
        row = round((places[label][1] - min(down)) / high * (rows - 1))
        at = next(n for n in _around(row) if _is_free(lines.get(n, ""), column, names[label]))
        lines[at] = _with(lines.get(at, ""), column, names[label])
    for row in range(max(lines) + 1):
        yield f"    {lines.get(row, '')}".rstrip()


def _around(row: int) -> Iterator[int]:
    """Yield a row, then those next to it, and on and on: below there is always room."""
    yield row
    yield from (n for far in count(1) for n in (row + far, row - far) if n >= 0)


def _is_free(line: str, column: int, name: str) -> bool:
    """Return whether a name has room in a line, with a blank on both sides."""
    return not line[max(0, column - 1) : column + len(name) + 1].strip()


def _with(line: str, column: int, name: str) -> str:
    padded = line.ljust(column + len(name))
    return padded[:column] + name + padded[column + len(name) :]
