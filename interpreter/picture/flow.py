"""Boxes in rows, and rows in columns: arithmetic on sizes alone."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.picture.svg import Piece

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
