"""Rules B1 and B7: kept places, art whose ids are places, and what to do without either."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, sqrt

from interpreter.document.model import Family
from interpreter.look_model import Art, BoardLook, Point
from interpreter.picture.boards.layout import (
    GRAPH_RADIUS,
    MARGIN,
    Layout,
    Site,
    boxed,
    clearance,
    least_distance,
)
from interpreter.picture.boards.rings import around

_SMALLEST, _LARGEST = 15.12, 33.12  # pixels of a radius
_CLEAR = 0.85  # of the least distance to a foreign edge
_ROUNDS = 12
_CORNER = 0.22
Ends = Sequence[tuple[int, int]]


def kept(family: Family, look: BoardLook, ends: Ends) -> Layout | None:
    """Return places where the look puts them; None where it puts none of them (rule B1)."""
    where = _points(family, look)
    found = [p for p in where if p is not None]
    if not found:
        return None
    unit = least_distance(found)
    unit = unit if 0 < unit < inf else 100.0
    missing = [label for label, p in zip(family.labels, where, strict=True) if p is None]
    foot = max(y for _, y in found) + unit
    points: list[Point] = []
    for p in where:
        points.append(p or (min(x for x, _ in found) + unit * (len(points) % 12), foot))
    notes = (f"no places are kept for {', '.join(missing)}",) if missing else ()
    if look.art is not None:
        radius = look.radius or _drawn_radius(family, look.art, unit)
        return _over(look.art, points, unit, radius, notes)
    radius = look.radius or _radius([(x / unit, y / unit) for x, y in points], ends)
    left = min(x for x, _ in points) - (radius + MARGIN / 2) * unit
    top = min(y for _, y in points) - (radius + MARGIN / 2) * unit
    sites = tuple(
        Site((x - left) / unit, (y - top) / unit, "circle", 2 * radius, 2 * radius)
        for x, y in points
    )
    width = max(site.x for site in sites) + radius + MARGIN / 2
    height = max(site.y for site in sites) + radius + MARGIN / 2
    return Layout("B1", sites, width, height, radius, _scale(radius), edges=True, notes=notes)


def of_corners(family: Family) -> Layout:
    """Return the corners of a board where they are, one side of a cell apart (rule B8)."""
    wide, high = (sqrt(3) / 2, 0.5) if len(family.corners[0]) == 6 else (1.0, 1.0)
    size = 2 * _CORNER
    sites = [Site(x * wide, -y * high, "circle", size, size) for x, y in family.coordinates]
    laid, width, height = boxed(sites)
    return Layout("B8", laid, width, height, _CORNER, _scale(_CORNER), edges=True)


def unplaced(family: Family, ends: Ends) -> Layout:
    """Return all places on a ring, joined ones near each other (rule B7 without kept places)."""
    count = len(family.labels)
    order = ring_order(count, ends)
    laid = around(count, "B7", crowded=True)
    sites = {place: laid.sites[n] for n, place in enumerate(order)}
    note = f"no places are kept for {family.name}: `rulelang look GAME --places` lays them out"
    return Layout(
        "B7",
        tuple(sites[i] for i in range(count)),
        laid.width,
        laid.height,
        laid.radius,
        laid.scale,
        edges=True,
        notes=(note,),
    )


def ring_order(count: int, ends: Ends) -> tuple[int, ...]:
    """Return an order of the places round a ring in which edges are short; always the same.

    >>> ring_order(4, [(0, 2), (2, 1), (1, 3), (3, 0)])
    (0, 2, 1, 3)
    """
    beside: list[list[int]] = [[] for _ in range(count)]
    for a, b in ends:
        beside[a].append(b)
        beside[b].append(a)
    order = _walk(beside)
    place = {i: n for n, i in enumerate(order)}
    left, moved = _ROUNDS, True
    while moved and left:
        left, moved = left - 1, False
        for n in range(count):
            a, b = order[n], order[(n + 1) % count]
            if _gain(a, b, place, beside, count) < 0:
                order[n], order[(n + 1) % count] = b, a
                place[a], place[b] = place[b], place[a]
                moved = True
    return tuple(order)


def _walk(beside: Sequence[Sequence[int]]) -> list[int]:
    """Return the places as a walk comes to them that goes on where fewest ways are left."""
    order: list[int] = []
    seen: set[int] = set()
    for start in range(len(beside)):
        stack = [start]
        while stack:
            here = stack.pop()
            if here in seen:
                continue
            seen.add(here)
            order.append(here)
            onward = [i for i in dict.fromkeys(beside[here]) if i not in seen]
            left = {i: sum(j not in seen for j in beside[i]) for i in onward}
            stack += sorted(onward, key=lambda i: (-left[i], -i))
    return order


def _gain(
    a: int, b: int, place: dict[int, int], beside: Sequence[Sequence[int]], count: int
) -> int:
    """Return by how much the edges grow if two neighbours on the ring change places."""

    def length(here: int, there: int) -> int:
        apart = abs(here - there)
        return min(apart, count - apart)

    change = 0
    for one, other in ((a, b), (b, a)):
        for i in beside[one]:
            if i != other:
                change += length(place[other], place[i]) - length(place[one], place[i])
    return change


def _points(family: Family, look: BoardLook) -> list[Point | None]:
    """Return the place of each member: from the art's ids first, then from the table."""
    places = look.places or {}
    boxes = look.art.boxes if look.art else {}
    size = max(look.art.view[2], look.art.view[3]) / 1000 if look.art else 1.0
    left, top = look.art.view[:2] if look.art else (0.0, 0.0)
    found: list[Point | None] = []
    for label in family.labels:
        if label in boxes:
            x, y, width, height = boxes[label]
            found.append((x + width / 2, y + height / 2))
        elif label in places:
            x, y = places[label]
            found.append((left + x * size, top + y * size))
        else:
            found.append(None)
    return found


def _radius(points: Sequence[Point], ends: Ends) -> float:
    """Return the radius of places whose least distance is 1, so that no foreign edge is hidden."""
    return max(0.12, _CLEAR * clearance(points, ends, GRAPH_RADIUS / _CLEAR))


def _drawn_radius(family: Family, art: Art, unit: float) -> float:
    """Return the radius of places that lie on shapes of a drawing: inside of all of these."""
    boxes = [art.boxes[label] for label in family.labels if label in art.boxes]
    sides = [min(width, height) for _, _, width, height in boxes if min(width, height) > 0]
    room = 0.45 * min(sides) / unit if sides else GRAPH_RADIUS
    return max(0.12, min(GRAPH_RADIUS, room))


def _scale(radius: float) -> tuple[float, float]:
    """Return least and most pixels a unit, so that places are neither tiny nor huge."""
    return round(_SMALLEST / radius, 3), round(_LARGEST / radius, 3)


def _over(
    art: Art, points: Sequence[Point], unit: float, radius: float, notes: tuple[str, ...]
) -> Layout:
    """Return places on a drawing, whose view box is the board."""
    left, top, width, height = art.view
    sites = tuple(
        Site((x - left) / unit, (y - top) / unit, "circle", 2 * radius, 2 * radius)
        for x, y in points
    )
    box = (0.0, 0.0, width / unit, height / unit)
    return Layout(
        "B1",
        sites,
        width / unit,
        height / unit,
        radius,
        _scale(radius),
        edges=False,
        art=art,
        art_box=box,
        notes=notes,
    )
