"""Boards as a seat looks at them, and upright for narrow pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import attrs

from interpreter.picture.boards.model import Board, Head, Place

Growth = Literal["up", "down"] | None
_OTHER: Mapping[Growth, Growth] = {"up": "down", "down": "up", None: None}


def turned(board: Board, seat: int | None) -> Board:
    """Return a board with the own row or side of `seat` below; None, an onlooker, as seat 0.

    By half a turn for all but the first player; where each player has a row, his comes last.
    """
    if not seat or board.turns == "none" or not board.places:
        return board
    if board.turns == "rows":
        return _own_row_last(board, seat)
    if board.turns == "flip":
        return _upside_down(board, seat)
    across = _sum(board, 0)
    down = _sum(board, 1)
    places = tuple(_half(place, across, down) for place in board.places)
    edges = tuple(
        attrs.evolve(line, points=tuple((across - x, down - y) for x, y in line.points))
        for line in board.edges
    )
    heads = tuple(
        attrs.evolve(
            head,
            x=head.x if head.stays == "x" else across - head.x,
            y=head.y if head.stays == "y" else down - head.y,
        )
        for head in board.heads
    )
    beside = tuple(attrs.evolve(m, x=across - m.x, y=down - m.y) for m in board.moorings)
    return attrs.evolve(board, places=places, edges=edges, heads=heads, moorings=beside)


def upright(board: Board) -> Board:
    """Return a wide board of points turned by a quarter, for a page narrower than it is high.

    Only what has no upper side of its own: circles and polygons without art and names outside.
    """
    points = all(place.outline in {"circle", "polygon"} for place in board.places)
    if board.width <= board.height or not points or board.art or board.heads:
        return board
    w = board.width
    places = tuple(
        attrs.evolve(
            place,
            x=place.y,
            y=w - place.x,
            width=place.height,
            height=place.width,
            points=tuple((y, w - x) for x, y in place.points),
        )
        for place in board.places
    )
    edges = tuple(
        attrs.evolve(line, points=tuple((y, w - x) for x, y in line.points))
        for line in board.edges
    )
    beside = tuple(attrs.evolve(m, x=m.y, y=w - m.x) for m in board.moorings)
    return attrs.evolve(
        board, places=places, edges=edges, moorings=beside, width=board.height, height=w
    )


def _sum(board: Board, axis: int) -> float:
    """Return the least and greatest coordinate of the places together: x becomes that minus x."""
    sides = [
        (p.x - p.width / 2, p.x + p.width / 2)
        if axis == 0
        else (p.y - p.height / 2, p.y + p.height / 2)
        for p in board.places
    ]
    return min(low for low, _ in sides) + max(high for _, high in sides)


def _half(place: Place, across: float, down: float) -> Place:
    return attrs.evolve(
        place,
        x=across - place.x,
        y=down - place.y,
        points=tuple((across - x, down - y) for x, y in place.points),
        grows=_OTHER[place.grows],
    )


def _upside_down(board: Board, seat: int) -> Board:
    """Return rows of numbered cells that two players share, counted as `seat` counts them."""
    down = _sum(board, 1)
    places = tuple(
        attrs.evolve(
            place,
            y=down - place.y,
            grows=_OTHER[place.grows],
            name=dict(place.called).get(seat)
            or next((str(c.index[-1]) for c in place.cells if c.index[0] == seat), place.name),
        )
        for place in board.places
    )
    return attrs.evolve(board, places=places)


def _own_row_last(board: Board, seat: int) -> Board:
    """Return the rows of the players in seat order, ending with that of `seat`."""
    levels: dict[int, list[float]] = {}  # the heights of each player's rows, fold by fold
    for place in board.places:
        assert place.owner is not None, "boards that turn by rows have a row for each player"
        ys = levels.setdefault(place.owner, [])
        if place.y not in ys:
            ys.append(place.y)
    owners = sorted(levels)
    order = [(seat + n) % len(owners) for n in range(len(owners))]
    new = {owner: levels[place] for owner, place in zip(order, owners, strict=True)}

    def height(owner: int, y: float) -> float:
        return new[owner][levels[owner].index(y)]

    places = tuple(
        place if place.owner is None else attrs.evolve(place, y=height(place.owner, place.y))
        for place in board.places
    )
    heads = tuple(
        head if head.owner is None else _beside(head, new[head.owner][0]) for head in board.heads
    )
    return attrs.evolve(board, places=places, heads=heads)


def _beside(head: Head, y: float) -> Head:
    return attrs.evolve(head, y=y)
