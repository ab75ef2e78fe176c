"""Wording of findings about the shapes of boards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rulelang.diagnostics import Diagnostic, Edit, Label
from rulelang.source import Span
from rulelang.suggest import nearest

_SHAPES: Final = {"grid": (8, 8), "hex": (8, 8), "ring": (12,), "track": (12,)}
"""The shapes that there are, with the numbers of an example."""
_MEANT: Final = {
    **dict.fromkeys(("square", "squares", "board", "rectangle", "chessboard", "matrix"), "grid"),
    **dict.fromkeys(("hexagon", "hexagons", "honeycomb"), "hex"),
    **dict.fromkeys(("circle", "loop", "wheel"), "ring"),
    **dict.fromkeys(("line", "path", "road", "row"), "track"),
}


def bad_shape(shape: str, sizes: Sequence[int], span: Span) -> Diagnostic:
    """Report `on` something that is no shape, or with the wrong numbers."""
    best = shape if shape in _SHAPES else _MEANT.get(shape) or nearest(shape, _SHAPES)
    if best is None:
        *others, last = [f"`{_written(one, sizes)}`" for one in _SHAPES]
        hint = f"write {', '.join(others)} or {last}"
    else:
        hint = f"write `{_written(best, sizes)}`"
    numbers = "one number" if len(_SHAPES.get(shape, ())) == 1 else "two numbers"
    title = (
        f"a {shape} has {numbers}, not {('none', 'one', 'two')[len(sizes)]}"
        if shape in _SHAPES
        else f"`{shape}` is no shape of a board"
    )
    is_named = best is not None and best != shape and len(sizes) == len(_SHAPES[best])
    mend = (Edit(span, best),) if best is not None and is_named else ()
    return Diagnostic("bad-shape", title, Label(span), hint=hint, mend=mend)


def _written(shape: str, sizes: Sequence[int]) -> str:
    """Return a shape with the numbers that stand behind another one, as far as they do for it.

    >>> _written("hex", [7]), _written("ring", [3, 4]), _written("track", [])
    ('on hex 7 x 7', 'on ring 12', 'on track 12')
    """
    example = _SHAPES[shape]
    if len(sizes) == len(example):
        numbers = [*sizes]
    elif len(sizes) == 1:
        numbers = [*sizes] * len(example)
    else:
        numbers = [*example]
    return f"on {shape} {' x '.join(map(str, numbers))}"


def only_grids(shape: str, sizes: Sequence[int], span: Span) -> Diagnostic:
    """Report `orthogonal` behind a board that has no corners to leave out."""
    grid = f"{_written('grid', sizes)}, orthogonal"
    return Diagnostic(
        "bad-shape",
        f"`orthogonal` says what is beside what on a grid, and this is a {shape}",
        Label(span, "not a grid"),
        hint=f"leave it out, or write `{grid}`",
    )


def only_boards(shape: str, span: Span) -> Diagnostic:
    """Report `without` behind what has no rows and columns."""
    return Diagnostic(
        "bad-shape",
        f"`without` leaves out cells of a grid or of a hex board, and this is a {shape}",
        Label(span, "no rows and columns"),
        hint="leave the places out of the table, or say how many there are",
    )


def no_cells_left(family: str, span: Span) -> Diagnostic:
    """Report a board without any cell."""
    return Diagnostic(
        "bad-shape",
        f"`{family}` has no cells",
        Label(span, "holds for all of them"),
        hint="`without` says which cells there are not",
    )


def no_corners(shape: str, span: Span) -> Diagnostic:
    """Report corners of what is neither a grid nor a hex board."""
    told = "this is a table" if shape == "table" else f"this lies `on {shape}`"
    return Diagnostic(
        "bad-shape",
        f"cells of a grid or of a hex board have corners, and {told}",
        Label(span, "no board"),
        hint="list the places in a table, and what they touch as edges",
    )
