"""Rule B8: places that other places name as theirs are polygons between these, drawn behind.

So are the cells of a board whose corners are places of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2

from interpreter.document.model import Family, GameDocument
from interpreter.look_model import Look, Point
from interpreter.picture.boards.layers import edges_of
from interpreter.picture.boards.layout import Site, to_line
from rulelang.freezing import frozen
from rulelang.rule_types import is_member, plain

_FEWEST = 3


@frozen
class Behind:
    """A family whose place i lies between the places `corners[i]` of the space `front`."""

    family: Family
    front: str
    corners: tuple[tuple[int, ...], ...]


def all_behind(document: GameDocument, look: Look) -> tuple[Behind, ...]:
    """Return the families that lie behind another; never two behind each other."""
    found: list[Behind] = []
    spaces = [f for f in document.families if f.sort == "space"]
    for family in spaces:
        placed = look.board(family.name).places or look.board(family.name).art
        if placed or edges_of(document, family.name):
            continue
        for front in spaces:
            corners = front.corners if front.corners_of == family.name else ()
            if family.shape == "table":
                corners = corners_of(family, front)
            taken = {b.family.name for b in found} | {b.front for b in found}
            if corners and not {family.name, front.name} & taken:
                found.append(Behind(family, front.name, corners))
    return tuple(found)


def corners_of(family: Family, front: Family) -> tuple[tuple[int, ...], ...]:
    """Return for each place of `family` the places of `front` whose attributes name it.

    () where one of them is named by fewer than three.
    """
    if family.name == front.name:
        return ()
    found: list[list[int]] = [[] for _ in family.labels]
    for attribute in front.attributes:
        if is_member(plain(attribute.type), family.name):
            for place, value in enumerate(attribute.values):
                if isinstance(value, int) and place not in found[value]:
                    found[value].append(place)
    if any(len(corners) < _FEWEST for corners in found):
        return ()
    return tuple(tuple(corners) for corners in found)


def polygon(corners: Sequence[Point]) -> tuple[Site, float]:
    """Return the polygon between some points, and how much room there is around its middle."""
    count = len(corners)
    x = sum(p[0] for p in corners) / count
    y = sum(p[1] for p in corners) / count
    ordered = tuple(sorted(corners, key=lambda p: atan2(p[1] - y, p[0] - x)))
    sides = zip(ordered, ordered[1:] + ordered[:1], strict=True)
    room = min(to_line((x, y), a, b) for a, b in sides)
    width = max(p[0] for p in corners) - min(p[0] for p in corners)
    height = max(p[1] for p in corners) - min(p[1] for p in corners)
    return Site(x, y, "polygon", width, height, ordered), room


def site_of(behind: Behind, member: int, sites: Sequence[Site]) -> tuple[Site, float]:
    """Return the polygon of one place, and the radius that its contents may take."""
    site, room = polygon([(sites[i].x, sites[i].y) for i in behind.corners[member]])
    return site, max(0.1, 0.6 * room)
