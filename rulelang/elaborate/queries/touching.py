"""Which places touch which: `S at x`, and the corners of the cells of a board.

An edge touches its ends; a corner the cells around it, a side of a cell those on both hands; and
an edge between two spaces lets what it joins touch each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from rulelang import core, surface
from rulelang.elaborate import ask
from rulelang.elaborate.context import NOTHING, Context, SpaceShape
from rulelang.elaborate.queries import relations
from rulelang.elaborate.symbols import Scope, Typed
from rulelang.elaborate.typing import bare, described
from rulelang.messages import shapes, types
from rulelang.rule_types import Member, SetOf, Unknown

Pair = tuple[int, int]
_ROUND = {
    "grid": ((0, 0), (1, 0), (1, 1), (0, 1)),
    "hex": ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)),
}
_MIDDLE: dict[str, Callable[[int, int], Pair]] = {
    "grid": lambda x, y: (x, y),
    "hex": lambda x, y: (2 * x + y, 3 * y),
}


def corners(shape: SpaceShape, board: str) -> tuple[int, SpaceShape]:
    """Return how many corners a grid or hex board has, and the shape that they are.

    They are numbered row by row, as cells are; each counts once, though cells share it.
    """
    ways, middle = _ROUND[shape.shape], _MIDDLE[shape.shape]
    around = [
        [(x + dx, y + dy) for dx, dy in ways] for x, y in (middle(*cell) for cell in shape.cells)
    ]
    places = sorted({corner for cell in around for corner in cell}, key=lambda at: (at[1], at[0]))
    number = {at: i for i, at in enumerate(places)}
    numbered = tuple(tuple(number[at] for at in cell) for cell in around)
    left, low = (min((at[way] for at in places), default=0) for way in (0, 1))
    points = tuple((x - left, y - low) for x, y in places)
    return len(places), SpaceShape(
        "corners", (), corners_of=board, corners=numbered, points=points
    )


def members_at(c: Context, node: surface.Touching, scope: Scope) -> Typed:
    """Elaborate `S at x`: the members of S that touch the place x."""
    members, place = (
        ask.domain(c, node.members, scope),
        c.elaborator.expression(c, node.place, scope),
    )
    match members.type, bare(place.type):
        case SetOf(element=Member(family=family, size=size)), Member(family=at):
            found = _table(c, family, at)
            if found is not None:
                table, most = found
                most = size if family in c.edges and c.edges[family].joins == at else most
                looked_up = core.Lookup(table, (place.expr,), node.span)
                return Typed(looked_up, SetOf(Member(family, size), most))
            near = [f.name for f in c.families if _ways(c, family, f.name)]
            c.report(types.never_touch(family, at, near, node.span))
        case (Unknown(), _) | (_, Unknown()):
            pass
        case SetOf(element=Member(family=family)), _ if _places(c, family):
            c.report(types.does_not_fit(described(place.type), "a place", node.place.span))
        case _:
            wanted = "a family of spaces or edges"
            c.report(types.does_not_fit(described(members.type), wanted, node.members.span))
    return NOTHING


def _places(c: Context, family: str) -> bool:
    return family in c.shapes or family in c.edges or family in c.cross_edges


def _table(c: Context, members: str, at: str) -> tuple[int, int] | None:
    """Return the table place → the members that touch it, and how many do at most."""
    ways = _ways(c, members, at)
    if not ways:
        return None
    touching: dict[int, set[int]] = {}
    for way in ways:
        for member, place in way:
            touching.setdefault(place, set()).add(member)
    most = max(map(len, touching.values()), default=0)
    if members in c.edges and c.edges[members].joins == at:
        return relations.edges_at(c, members), most
    listed = (
        ((place,), tuple(sorted(touching.get(place, ()))))
        for place in range(len(c.family(at).labels))
    )
    return relations.once(c, ("at", members, at), lambda: listed, ()), most


def _ways(c: Context, members: str, at: str) -> list[list[Pair]]:
    """Return the relations in which members of one family touch places of another."""
    there = [list(way) for way in _one_way(c, members, at)]
    return there + [[(b, a) for a, b in way] for way in _one_way(c, at, members)]


def _one_way(c: Context, small: str, large: str) -> Iterator[Iterable[Pair]]:
    """Go through the relations of corners to cells, edges to ends, sides to cells, and across."""
    if small in c.shapes and c.shapes[small].corners_of == large:
        yield [
            (corner, cell)
            for cell, around in enumerate(c.shapes[small].corners)
            for corner in around
        ]
    if small in c.edges:
        edges = c.edges[small]
        if edges.joins == large:
            yield [(edge, end) for edge, ends in enumerate(edges.ends) for end in ends]
        if c.shapes[edges.joins].corners_of == large:
            yield _sides(c, small)
    for name, cross in c.cross_edges.items():
        if name == small and large in cross.joins:
            end = cross.joins.index(large)
            yield [(edge, ends[end]) for edge, ends in enumerate(cross.ends)]
        if cross.joins == (small, large):
            yield cross.ends


def _sides(c: Context, family: str) -> Iterator[Pair]:
    """Go through the edges between corners that are sides of cells, with the cell."""
    edges = c.edges[family]
    for cell, around in enumerate(c.shapes[edges.joins].corners):
        sides = {frozenset(pair) for pair in relations.round_trip(around)}
        for edge, ends in enumerate(edges.ends):
            if frozenset(ends) in sides:
                yield edge, cell


def declare_corners(c: Context, node: surface.Space, board: surface.Name) -> int | None:
    """Declare the corners of a board as a shape; return how many there are, None for no board."""
    shape = c.shapes.get(board.text)
    if shape is None:
        c.unknown(board, (name for name in c.shapes if relations.is_board(c, name)), "no board")
        return None
    c.used.add(board.text)
    if not relations.is_board(c, board.text):
        c.report(shapes.no_corners(shape.shape, board.span))
        return None
    count, c.shapes[node.name.text] = corners(shape, board.text)
    return count
