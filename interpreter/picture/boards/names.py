"""Where the names of places are written: on the freest side, wrapped at blanks (rule L4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import attrs

from interpreter.look.model import Point
from interpreter.picture.boards.model import Anchor, Board, Label, Place, WidthOf

_GAP = 2.0  # pixels between a place and its name
_LEADING = 1.15  # of the size, from one line to the next
_OUTSIDE = 6.0  # what a pixel outside of the board weighs against one of overlap
_EDGE_STEPS = 8
# The sides in the order in which they are taken where they are equally free; x and y of a unit.
_SIDES = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1))
_ANCHORS: dict[int, Anchor] = {0: "middle", 1: "start", -1: "end"}


@attrs.frozen
class _Box:
    left: float
    top: float
    right: float
    bottom: float

    def over(self, other: _Box) -> float:
        """Return how large the part is that two boxes share, in square pixels."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return wide * high if wide > 0 and high > 0 else 0.0

    def holds(self, p: Point) -> bool:
        """Return whether a point lies inside."""
        return self.left < p[0] < self.right and self.top < p[1] < self.bottom


def labels(board: Board, unit: float, size: float, width_of: WidthOf) -> tuple[Label | None, ...]:
    """Return for each place of a board where its name stands; None where none is written outside.

    Args:
        board: circles and points; other outlines have their names inside.
        unit: pixels a unit of the board.
        size: of the letters, in pixels.
        width_of: how wide a text is in pixels.
    """
    outside = [
        p.outline == "circle" and p.name_style == "plain" and not p.behind for p in board.places
    ]
    taken = [_around(p, unit) for p in board.places if not p.behind]
    points = tuple(_edge_points(board, unit))
    room = _Box(0, 0, board.width * unit, board.height * unit)
    found: list[Label | None] = [None] * len(board.places)
    for i, place in enumerate(board.places):
        if not outside[i]:
            continue
        reach = _Box(*_grown(_around(place, unit), width_of(place.name) + 2 * size))
        near = [p for p in points if reach.holds(p)]
        best: tuple[float, Label, _Box] | None = None
        for n, (label, box) in enumerate(_candidates(i, place, unit, size, width_of)):
            cost = sum(box.over(other) for other in taken) + 12 * sum(map(box.holds, near))
            cost += _OUTSIDE * _beyond(box, room) * size + 0.01 * n
            if best is None or cost < best[0]:
                best = (cost, label, box)
        if best is not None:
            found[i] = best[1]
            taken.append(best[2])
    return tuple(found)


def _candidates(
    number: int, place: Place, unit: float, size: float, width_of: WidthOf
) -> Iterator[tuple[Label, _Box]]:
    """Yield labels on the eight sides of a place, in one line and wrapped."""
    x, y, r = place.x * unit, place.y * unit, place.width / 2 * unit + _GAP
    for lines in _wrappings(place.name):
        wide = max(map(width_of, lines))
        high = size * _LEADING * len(lines)
        for dx, dy in _SIDES:
            slant = 0.75 if dx and dy else 1.0
            at = x + dx * r * slant
            left = at - wide / 2 if not dx else at if dx > 0 else at - wide
            top = y - high / 2 if not dy else y + r * slant * dy - (high if dy < 0 else 0)
            label = Label(number, lines, at, top + size * _LEADING / 2, _ANCHORS[dx])
            yield label, _Box(left, top, left + wide, top + high)


def _wrappings(name: str) -> Iterator[tuple[str, ...]]:
    yield (name,)
    words = name.split()
    if len(words) > 1:
        lengths = [len(" ".join(words[:n])) for n in range(1, len(words))]
        half = 1 + min(range(len(lengths)), key=lambda n: abs(lengths[n] - len(name) / 2))
        yield " ".join(words[:half]), " ".join(words[half:])


def _around(place: Place, unit: float) -> _Box:
    wide, high = place.width / 2, place.height / 2
    return _Box(
        (place.x - wide) * unit,
        (place.y - high) * unit,
        (place.x + wide) * unit,
        (place.y + high) * unit,
    )


def _grown(box: _Box, by: float) -> tuple[float, float, float, float]:
    return box.left - by, box.top - by, box.right + by, box.bottom + by


def _edge_points(board: Board, unit: float) -> Iterable[Point]:
    """Yield points along the edges, a few to a unit."""
    for line in board.edges:
        for (ax, ay), (bx, by) in zip(line.points, line.points[1:], strict=False):
            steps = max(2, round(_EDGE_STEPS * (abs(bx - ax) + abs(by - ay))))
            for n in range(1, steps):
                t = n / steps
                yield (ax + t * (bx - ax)) * unit, (ay + t * (by - ay)) * unit


def _beyond(box: _Box, room: _Box) -> float:
    """Return by how many pixels a box lies outside of the room."""
    return (
        max(0.0, room.left - box.left)
        + max(0.0, room.top - box.top)
        + max(0.0, box.right - room.right)
        + max(0.0, box.bottom - room.bottom)
    )
