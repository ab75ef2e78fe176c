"""Sheets of faces: one picture with a face in each cell, as programs for tables want them."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from itertools import groupby
from typing import Final

import attrs

from interpreter.exports.pieces import BOARD_MM, Item, Pieces, back_key
from interpreter.picture import Placed
from interpreter.rulebook import rasters
from interpreter.sheets.art import key_of
from interpreter.sheets.boards import board_svg, framed
from interpreter.sheets.drawing import Drawer, defined

MOST: Final = 69
"""Cells of a sheet: Tabletop Simulator has ten by seven, and keeps the last one for itself."""
_COLUMNS: Final = 10
_SIDE: Final = 4_096
_CELL: Final = 400
_BOARD: Final = 2_048


@attrs.frozen
class Atlas:
    """Faces of alike pieces, row by row; all have one back. `name`: of its files."""

    name: str
    items: tuple[Item, ...]
    columns: int
    rows: int
    front: str = attrs.field(repr=False)
    back: str | None = attrs.field(repr=False)
    pixels: tuple[int, int]

    @property
    def cell(self) -> tuple[int, int]:
        """Width and height of a cell, in pixels."""
        return self.pixels[0] // self.columns, self.pixels[1] // self.rows


def atlases(pieces: Pieces) -> tuple[Atlas, ...]:
    """Return the sheets of faces of a game: one or more for each component and back."""
    found: list[Atlas] = []
    order = sorted(pieces.items, key=lambda item: (item.component, item.back or ""))
    for (component, back), group in groupby(order, key=lambda i: (i.component, i.back or "")):
        items = sorted(group, key=lambda item: item.number)
        for at in range(0, len(items), MOST):
            name = key_of(f"{component} {back} {at // MOST + 1 if len(items) > MOST else ''}")
            found.append(_atlas(pieces, name, tuple(items[at : at + MOST])))
    return tuple(found)


def _atlas(pieces: Pieces, name: str, items: tuple[Item, ...]) -> Atlas:
    columns = min(_COLUMNS, len(items))
    rows = -(-len(items) // columns)
    width, height = items[0].width, items[0].height
    cell = min(_CELL, _SIDE // columns, int(_SIDE // rows * width / height))
    high = round(cell * height / width)
    drawer = Drawer(pieces.plan, pieces.art)
    kinds = [pieces.plan.document.kinds[item.number] for item in items]
    bodies = [drawer.front(kind, (width, height)) for kind in kinds]
    used = [pieces.plan.faces.card(item.number) for item in items]
    front = _drawn((columns, rows), (width, height), bodies, defined(pieces.plan, used))
    back = None
    if items[0].sort == "card":
        back = _drawn((1, 1), (width, height), [drawer.back(kinds[0], (width, height))], "")
    return Atlas(name, items, columns, rows, front, back, (columns * cell, rows * high))


def _drawn(
    grid: tuple[int, int], size: tuple[float, float], bodies: Sequence[str], defs: str
) -> str:
    columns, rows = grid
    cells = "".join(
        f'<g transform="translate({at % columns * size[0]:g} {at // columns * size[1]:g})">'
        f"{body}</g>"
        for at, body in enumerate(bodies)
    )
    return framed(columns * size[0], rows * size[1], defs, cells)


def board_size(placed: Placed) -> tuple[float, float]:
    """Return width and height of a board in millimetres."""
    return BOARD_MM, BOARD_MM * placed.height / placed.width


def images(
    pieces: Pieces, found: Sequence[Atlas], *, alone: Container[str] = ()
) -> dict[str, bytes]:
    """Return the PNG files of sheets, their backs and the boards, by name.

    `alone`: sorts of pieces that get a file for each kind, in place of a sheet.

    Raises:
        UsageError: the extra `print` is not installed.
    """
    named = list(_pictures(pieces, found, alone))
    made = rasters([svg for _, svg, _ in named], [size for _, _, size in named])
    return {name: data for (name, _, _), data in zip(named, made, strict=True)}


def _pictures(
    pieces: Pieces, found: Sequence[Atlas], alone: Container[str]
) -> Iterator[tuple[str, str, tuple[int, int]]]:
    backs: set[str] = set()
    for atlas in found:
        if atlas.items[0].sort not in alone:
            yield f"{atlas.name}.png", atlas.front, atlas.pixels
        name = back_name(atlas.items[0])
        if atlas.back is not None and name is not None and name not in backs:
            backs.add(name)
            yield name, atlas.back, atlas.cell
    for item in pieces.items:
        if item.sort in alone:
            one = _atlas(pieces, face_name(item), (item,))
            yield one.name, one.front, one.pixels
    for number, placed in enumerate(pieces.boards, 1):
        size = (_BOARD, max(1, round(_BOARD * placed.height / placed.width)))
        yield f"board-{number}.png", board_svg(pieces.plan, pieces.empty, placed), size


def face_name(item: Item) -> str:
    """Return the file of the face of a piece that has one of its own."""
    return f"{key_of(item.component)}-{key_of(item.label)}.png"


def back_name(item: Item) -> str | None:
    """Return the file of the back of a piece; None where it has none."""
    return f"{key_of(item.component)}-{back_key(item)}.png" if item.sort == "card" else None
