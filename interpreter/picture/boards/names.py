"""Where the names of places are written (rule L4): beside them, wrapped at blanks, apart.

No name lies over a place, a figure on an edge or another name, and none leaves the board. Over
edges they may lie, on the ground's colour, where no side is free. A place that no name has room
beside gets a number, and its name stands in the key at the foot of the board.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot

import attrs

from interpreter.look_model import Point
from interpreter.picture.boards.model import Anchor, Board, Frame, Label, Place, WidthOf
from rulelang.freezing import frozen

LEADING = 1.15  # of the size, from one line to the next
_GAPS = (3.0, 8.0)  # pixels between a place and its name
_SMALLER = (1.0, 0.93, 0.86)  # of the size
_FEW = 5  # candidates: with fewer, smaller letters are tried too
_APART = 1.0  # pixels between names
_NEAR = 3.0  # pixels to another place below which a name may be taken for that one's
_ROUNDS = 8  # how often, as a mean, a name may be moved for another
_SHIFT = 0.3  # of the width, for names above and below
# Costs, in pixels of an edge that a name hides.
_FAR, _SMALL, _WRAPPED, _MISTAKEN, _SIDE = 5.0, 9.0, 1.0, 14.0, 0.4
_MOVED = 40.0
# The sides in the order in which they are taken where they are equally free; x and y of a unit.
_SIDES = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1))
_ANCHORS: dict[int, Anchor] = {0: "middle", 1: "start", -1: "end"}


@frozen
class _Candidate:
    cost: float
    label: Label
    box: Frame


@frozen
class _Page:
    """What names have to keep off, in pixels: the board, its places and figures, its edges.

    `unit`: pixels a unit of the board; `letters`: the size of letters and how wide they are.
    """

    unit: float
    letters: tuple[float, WidthOf]
    size: tuple[float, float]
    discs: tuple[tuple[float, float, float], ...]
    figures: tuple[Frame, ...]
    edges: tuple[tuple[Point, Point], ...]


def labels(
    board: Board, unit: float, size: float, width_of: WidthOf, figures: Sequence[Frame] = ()
) -> tuple[Label | None, ...]:
    """Return for each place of a board where its name stands; None where none is written outside.

    A label with a `key` is that number instead: there is no room for the name.

    Args:
        board: circles and points; other outlines have their names inside.
        unit: pixels a unit of the board.
        size: of the letters, in pixels.
        width_of: how wide a text is in pixels.
        figures: what is written on edges, as boxes in pixels.
    """
    page = _page(board, unit, (size, width_of), figures)
    wanted = [
        i
        for i, p in enumerate(board.places)
        if p.outline == "circle" and p.name_style == "plain" and not p.behind
    ]
    ways = {i: _ways(page, board.places[i], i) for i in wanted}
    chosen = _settled(ways)
    found: list[Label | None] = [None] * len(board.places)
    number = 0
    for i in wanted:
        if i not in chosen:
            place = attrs.evolve(board.places[i], name=str(number + 1))
            taken = [other.box for other in chosen.values()]
            free = (
                way
                for way in _ways(page, place, i)
                if not any(_touch(way.box, box) for box in taken)
            )
            way = next(free, None)
            if way is None:
                continue
            number += 1
            chosen[i] = attrs.evolve(way, label=attrs.evolve(way.label, key=number))
        found[i] = chosen[i].label
    return tuple(found)


def _page(
    board: Board, unit: float, letters: tuple[float, WidthOf], figures: Sequence[Frame]
) -> _Page:
    return _Page(
        unit,
        letters,
        (board.width * unit, board.height * unit),
        tuple((p.x * unit, p.y * unit, p.width / 2 * unit) for p in board.places if not p.behind),
        tuple(figures),
        tuple(
            ((ax * unit, ay * unit), (bx * unit, by * unit))
            for line in board.edges
            for (ax, ay), (bx, by) in zip(line.points, line.points[1:], strict=False)
        ),
    )


# ---------------------------------------------------------------- one name


def _ways(page: _Page, place: Place, number: int) -> list[_Candidate]:
    """Return where the name of one place may stand, the best first."""
    unit, (size, width_of) = page.unit, page.letters
    reach = place.width / 2 * unit + width_of(place.name) + 2 * size + _GAPS[-1]
    near = _within(page, (place.x * unit, place.y * unit), reach)
    found: list[_Candidate] = []
    for factor in _SMALLER:
        found += [
            attrs.evolve(way, cost=cost)
            for way in _candidates(page, place, number, factor)
            if (cost := _cost(near, way, place)) is not None
        ]
        if len(found) >= _FEW:
            break
    return sorted(found, key=lambda way: way.cost)


def _within(page: _Page, at: Point, reach: float) -> _Page:
    """Return what lies so near a point."""
    x, y = at
    return attrs.evolve(
        page,
        discs=tuple(
            d for d in page.discs if abs(d[0] - x) < reach + d[2] and abs(d[1] - y) < reach + d[2]
        ),
        figures=tuple(f for f in page.figures if f[0] < x + reach and f[2] > x - reach),
        edges=tuple(
            e
            for e in page.edges
            if min(e[0][0], e[1][0]) < x + reach
            and max(e[0][0], e[1][0]) > x - reach
            and min(e[0][1], e[1][1]) < y + reach
            and max(e[0][1], e[1][1]) > y - reach
        ),
    )


def _candidates(page: _Page, place: Place, number: int, factor: float) -> Iterator[_Candidate]:
    """Yield names around a place, in one line and wrapped, near and a little further off."""
    unit, (full, width_of) = page.unit, page.letters
    size = full * factor
    x, y, radius = place.x * unit, place.y * unit, place.width / 2 * unit
    for wrapped, lines in enumerate(_wrappings(place.name)):
        wide = max(map(width_of, lines)) * factor
        high = size * LEADING * len(lines)
        for far, gap in enumerate(_GAPS):
            r = radius + gap
            for side, (dx, dy) in enumerate(_SIDES):
                slant = 0.75 if dx and dy else 1.0
                for shift in (0.0, -_SHIFT, _SHIFT) if not (dx and dy) else (0.0,):
                    across = shift * wide if not dx else 0.0
                    down = shift * 2 * size if not dy else 0.0
                    at = x + dx * r * slant + across
                    left = at - wide / 2 if not dx else at if dx > 0 else at - wide
                    top = y - high / 2 if not dy else y + r * slant * dy - (high if dy < 0 else 0)
                    top += down
                    label = Label(number, lines, at, top + size * LEADING / 2, _ANCHORS[dx], size)
                    cost = _FAR * far + _SMALL * (1 - factor) * 10 + _WRAPPED * wrapped
                    cost += _SIDE * (side + 2 * bool(shift))
                    yield _Candidate(cost, label, (left, top, left + wide, top + high))


def _wrappings(name: str) -> Iterator[tuple[str, ...]]:
    yield (name,)
    words = name.split()
    if len(words) > 1:
        lengths = [len(" ".join(words[:n])) for n in range(1, len(words))]
        half = 1 + min(range(len(lengths)), key=lambda n: abs(lengths[n] - len(name) / 2))
        yield " ".join(words[:half]), " ".join(words[half:])


def _cost(page: _Page, way: _Candidate, place: Place) -> float | None:
    """Return what it costs to write a name there; None where it may not stand."""
    left, top, right, bottom = way.box
    if left < 1 or top < 1 or right > page.size[0] - 1 or bottom > page.size[1] - 1:
        return None
    own = place.x * page.unit, place.y * page.unit
    cost = way.cost
    gap = _distance(way.box, own) - place.width / 2 * page.unit
    for x, y, radius in page.discs:
        apart = _distance(way.box, (x, y)) - radius
        if apart < 0:
            return None
        if (x, y) != own and apart < max(_NEAR, gap + 1):
            cost += _MISTAKEN
    if any(_touch(way.box, frame) for frame in page.figures):
        return None
    return cost + sum(_hidden(way.box, a, b) for a, b in page.edges)


def _distance(box: Frame, point: Point) -> float:
    """Return how far a point lies from a box: 0 inside."""
    x, y = point
    return hypot(max(box[0] - x, 0.0, x - box[2]), max(box[1] - y, 0.0, y - box[3]))


def _hidden(box: Frame, a: Point, b: Point) -> float:
    """Return how much of a line lies in a box.

    >>> _hidden((0, 0, 10, 10), (-5, 5), (20, 5))
    10.0
    """
    low, high = 0.0, 1.0
    for start, step, least, most in (
        (a[0], b[0] - a[0], box[0], box[2]),
        (a[1], b[1] - a[1], box[1], box[3]),
    ):
        if not step:
            if not least < start < most:
                return 0.0
            continue
        first, last = sorted(((least - start) / step, (most - start) / step))
        low, high = max(low, first), min(high, last)
    return max(0.0, high - low) * hypot(b[0] - a[0], b[1] - a[1])


# ---------------------------------------------------------------- all names


def _settled(ways: dict[int, list[_Candidate]]) -> dict[int, _Candidate]:
    """Return names that lie apart, as many as can be found: they move for each other."""
    chosen: dict[int, _Candidate] = {}
    moved = dict.fromkeys(ways, 0)
    waiting = sorted((i for i in ways if ways[i]), key=lambda i: len(ways[i]))
    left = _ROUNDS * len(ways)
    while waiting and left:
        left -= 1
        i = waiting.pop(0)
        way = min(ways[i], key=lambda way: way.cost + _in_the_way(way, chosen, moved))
        for other in [j for j, held in chosen.items() if _touch(way.box, held.box)]:
            del chosen[other]
            moved[other] += 1
            waiting.append(other)
        chosen[i] = way
    for i in waiting:
        _place(i, ways[i], chosen)
    for i in sorted(chosen):
        _place(i, ways[i], chosen)
    return chosen


def _in_the_way(way: _Candidate, chosen: dict[int, _Candidate], moved: dict[int, int]) -> float:
    return sum(_MOVED * (1 + moved[j]) for j, held in chosen.items() if _touch(way.box, held.box))


def _place(i: int, ways: Sequence[_Candidate], chosen: dict[int, _Candidate]) -> None:
    """Put a name where it is best as all others stand, if there is such a place."""
    others = [held.box for j, held in chosen.items() if j != i]
    for way in ways:
        if not any(_touch(way.box, box) for box in others):
            chosen[i] = way
            return


def _touch(one: Frame, other: Frame) -> bool:
    wide = min(one[2], other[2]) - max(one[0], other[0])
    return wide > -_APART and min(one[3], other[3]) - max(one[1], other[1]) > -_APART
