"""Boxes in rows, and rows in columns: arithmetic on sizes alone."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.picture.ink.svg import Piece

GAP = 8.0


def flow(pieces: Sequence[Piece], room: float, gap: float = GAP) -> Piece:
    """Return pieces from left to right, in as many rows as the room asks for.

    >>> flow([Piece(60, 10, "a"), Piece(60, 20, "b")], 100, 5).height
    35.0
    """
    body, x, y, deep, widest = "", 0.0, 0.0, 0.0, 0.0
    for piece in pieces:
        if x and x + piece.width > room:
            x, y, deep = 0.0, y + deep + gap, 0.0
        body += piece.at(x, y)
        x += piece.width + gap
        deep = max(deep, piece.height)
        widest = max(widest, x - gap)
    return Piece(widest, y + deep, body)


def stack(pieces: Sequence[Piece], gap: float = GAP) -> Piece:
    """Return pieces one below the other; those without height take no room.

    >>> stack([Piece(60, 10, "a"), Piece(0, 0, ""), Piece(60, 20, "b")], 5).height
    35.0
    """
    body, y, widest = "", 0.0, 0.0
    for piece in pieces:
        if piece.height:
            body += piece.at(0, y)
            y += piece.height + gap
            widest = max(widest, piece.width)
    return Piece(widest, max(0.0, y - gap), body)


def packed(sizes: Sequence[tuple[float, float]], room: float) -> list[tuple[float, float]]:
    """Return where boxes go, each as high as it can in order, then as far left.

    >>> packed([(50, 40), (30, 10), (30, 10)], 90)
    [(0.0, 0.0), (58.0, 0.0), (58.0, 18.0)]
    """
    line = [(0.0, 0.0)]  # from which x on what height is taken, from the left
    places: list[tuple[float, float]] = []
    for width, height in sizes:
        best = min(
            (_level(line, x, width), x) for x, _ in line if not x or x + width <= room + 0.5
        )
        y, x = best
        places.append((x, y))
        line = _raised(line, x, x + width + GAP, y + height + GAP)
    return places


def _level(line: Sequence[tuple[float, float]], x: float, width: float) -> float:
    """Return how low a box from `x` must lie."""
    found = 0.0
    for at, (start, height) in enumerate(line):
        end = line[at + 1][0] if at + 1 < len(line) else float("inf")
        if end > x and start < x + width:
            found = max(found, height)
    return found


def _raised(
    line: Sequence[tuple[float, float]], left: float, right: float, height: float
) -> list[tuple[float, float]]:
    found: list[tuple[float, float]] = []
    after = 0.0
    for start, level in line:
        if start <= right:
            after = level
        if start < left:
            found.append((start, level))
    found += [(left, height), (right, after)]
    return found + [(start, level) for start, level in line if start > right]


def pack(pieces: Sequence[Piece], room: float) -> Piece:
    """Return pieces as `packed` places them."""
    places = packed([(piece.width, piece.height) for piece in pieces], room)
    body, width, height = "", 0.0, 0.0
    for piece, (x, y) in zip(pieces, places, strict=True):
        body += piece.at(x, y)
        width, height = max(width, x + piece.width), max(height, y + piece.height)
    return Piece(width, height, body)
