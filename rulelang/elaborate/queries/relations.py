"""Static relations between places, as tables.

Neighbours, lines, distances on a ring, ends of edges. Each is made when it is first asked for, and
once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from rulelang import core
from rulelang.elaborate.context import Context
from rulelang.elaborate.sharing import RelationAsked
from rulelang.rule_types import Member

Entry = tuple[tuple[core.Value, ...], core.Value]
DIRECTIONS = {
    "orthogonal": ((0, -1), (-1, 0), (1, 0), (0, 1)),
    "diagonal": ((-1, -1), (1, -1), (-1, 1), (1, 1)),
}
ALL_EIGHT = ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1))
BOARDS = {
    "grid": ALL_EIGHT,
    "hex": ((0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1)),
}


def member(c: Context, family: str) -> Member:
    """Return the type of a family's individuals."""
    return Member(family, len(c.family(family).labels))


def once(
    c: Context, key: tuple[str, ...], make: Callable[[], Iterable[Entry]], default: core.Value
) -> int:
    """Return the table of a relation, which is made when it is first asked for."""
    if key not in c.relations:
        c.relations[key] = c.add_table(" ".join(key), make(), default)
    number = c.relations[key]
    if c.trace is not None:
        c.trace.asked.append(RelationAsked(key, c.tables[number], number))
    return number


def is_grid(c: Context, family: str) -> bool:
    """Return whether a family of spaces is a grid."""
    return family in c.shapes and c.shapes[family].shape == "grid"


def is_board(c: Context, family: str) -> bool:
    """Return whether a family of spaces lies in rows and columns."""
    return family in c.shapes and c.shapes[family].shape in BOARDS


def cell_name(column: int, row: int) -> str:
    """Return the name of a cell: column letter and row, both from 0.

    >>> cell_name(0, 0), cell_name(7, 7), cell_name(26, 0)
    ('a1', 'h8', 'aa1')
    """
    letters = chr(ord("a") + column % 26)
    while column >= 26:
        column = column // 26 - 1
        letters = chr(ord("a") + column % 26) + letters
    return f"{letters}{row + 1}"


def _cells(c: Context, family: str) -> Iterator[tuple[int, int, int]]:
    for cell, (x, y) in enumerate(c.shapes[family].cells):
        yield cell, x, y


def _at(c: Context, family: str, x: int, y: int) -> int | None:
    return c.shapes[family].numbers.get((x, y))


def _straight(c: Context, family: str, start: tuple[int, int], way: tuple[int, int]) -> list[int]:
    """Return the cells on a straight way from one, without it, up to an edge or a gap."""
    found: list[int] = []
    (x, y), (dx, dy) = start, way
    while (cell := _at(c, family, x := x + dx, y := y + dy)) is not None:
        found.append(cell)
    return found


def coordinate(c: Context, family: str, which: str) -> int:
    """Return the table cell → its row or column, from 1."""
    entries = (((cell,), (y if which == "row" else x) + 1) for cell, x, y in _cells(c, family))
    return once(c, (which, family), lambda: entries, 0)


def neighbours(c: Context, family: str) -> int:
    """Return the table space → the set of spaces beside it: by the shape, and one edge away."""
    return once(
        c,
        ("neighbours", family),
        lambda: (((space,), near) for space, near in enumerate(beside(c, family))),
        (),
    )


def beside(c: Context, family: str) -> tuple[tuple[int, ...], ...]:
    """Return the spaces beside each space, ascending: by the shape, and one edge away."""
    near = _beside(c, family)
    for edges in c.edges.values():
        if edges.joins == family:
            for a, b in edges.ends:
                near[a].add(b)
                near[b].add(a)
    return tuple(tuple(sorted(near[space])) for space in sorted(near))


def coordinates(c: Context, family: str) -> tuple[tuple[int, int], ...]:
    """Return the column and row of each cell of a board, from 0; () for other shapes."""
    return tuple((x, y) for _, x, y in _cells(c, family)) if is_board(c, family) else ()


def _beside(c: Context, family: str) -> dict[int, set[int]]:
    """Return the spaces beside each space by the shape alone."""
    shape, size = c.shapes[family].shape, len(c.family(family).labels)
    beside: dict[int, set[int]] = {space: set() for space in range(size)}
    if shape in BOARDS:
        ways = DIRECTIONS["orthogonal"] if c.shapes[family].is_orthogonal else BOARDS[shape]
        for cell, x, y in _cells(c, family):
            near = (_at(c, family, x + dx, y + dy) for dx, dy in ways)
            beside[cell] = {n for n in near if n is not None}
    elif shape == "corners":
        for around in c.shapes[family].corners:
            for a, b in round_trip(around):
                beside[a].add(b)
                beside[b].add(a)
    elif shape == "ring":
        for space in range(size):
            beside[space] = {(space - 1) % size, (space + 1) % size} - {space}
    elif shape == "track":
        for space in range(size):
            beside[space] = {n for n in (space - 1, space + 1) if 0 <= n < size}
    return beside


def round_trip(corners: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Go through the sides of a cell, each as the two corners that it joins."""
    return zip(corners, (*corners[1:], corners[0]), strict=True)


def pairs_beside(c: Context, family: str) -> list[tuple[int, int]]:
    """Return all pairs of spaces that the shape puts beside each other, the earlier one first."""
    beside = _beside(c, family)
    return [(a, b) for a in beside for b in sorted(beside[a]) if a < b]


def step(c: Context, family: str, by: int) -> int:
    """Return the table individual → the next (`by` 1) or previous one.

    It goes round on rings and for players; else an end has none.
    """
    size = len(c.family(family).labels)
    round_ = family not in c.shapes or c.shapes[family].shape == "ring"

    def make() -> Iterator[Entry]:
        for one in range(size):
            if round_ or 0 <= one + by < size:
                yield (one,), (one + by) % size

    return once(c, ("next" if by > 0 else "previous", family), make, None)


def teams(c: Context) -> int:
    """Return the table player → team."""
    return once(c, ("team",), lambda: (((p,), team) for p, team in enumerate(c.teams or ())), None)


def partners(c: Context) -> int:
    """Return the table player → the other one of his team; nobody in teams that are not of two."""

    def make() -> Iterator[Entry]:
        for player, team in enumerate(c.teams or ()):
            others = [p for p, t in enumerate(c.teams or ()) if t == team and p != player]
            if len(others) == 1:
                yield (player,), others[0]

    return once(c, ("partner",), make, None)


def steps(c: Context, family: str, direction: str, far: int) -> int:
    """Return the table cell → the cells `far` steps away in straight directions of a sort."""

    def make() -> Iterator[Entry]:
        for cell, x, y in _cells(c, family):
            ways = (_straight(c, family, (x, y), way) for way in DIRECTIONS[direction])
            yield (cell,), tuple(way[far - 1] for way in ways if len(way) >= far)

    return once(c, ("steps", family, direction, str(far)), make, ())


def between(c: Context, family: str) -> int:
    """Return the table two cells → those strictly between them, from the first on.

    Nothing where they do not lie on a straight line.
    """

    def make() -> Iterator[Entry]:
        for cell, x, y in _cells(c, family):
            for way in ALL_EIGHT:
                along = _straight(c, family, (x, y), way)
                for far, other in enumerate(along[1:], 1):
                    yield (cell, other), tuple(along[:far])

    return once(c, ("between", family), make, ())


def lines(c: Context, family: str, length: int) -> tuple[tuple[int, ...], ...]:
    """Return all straight lines of so many cells: to the right, up, and both diagonals."""
    found: list[tuple[int, ...]] = []
    if not 0 < length <= max(c.shapes[family].sizes):
        return ()
    for _, x, y in _cells(c, family):
        for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1)):
            line = [_at(c, family, x + dx * n, y + dy * n) for n in range(length)]
            cells = tuple(cell for cell in line if cell is not None)
            if len(cells) == length:
                found.append(cells)
    return tuple(found)


def clockwise(c: Context, family: str) -> int:
    """Return the table two fields of a ring → steps clockwise from the first to the second.

    From 1 to n; n is once round.
    """
    size = len(c.family(family).labels)
    entries = (((a, b), (b - a - 1) % size + 1) for a in range(size) for b in range(size))
    return once(c, ("clockwise", family), lambda: entries, 0)


def ends(c: Context, family: str) -> int:
    """Return the table edge → its two ends."""
    return once(
        c,
        ("ends", family),
        lambda: (((i,), pair) for i, pair in enumerate(c.edges[family].ends)),
        (),
    )


def edges_at(c: Context, family: str) -> int:
    """Return the table space → the edges that touch it, ascending."""

    def make() -> Iterator[Entry]:
        touching: dict[int, list[int]] = {}
        for i, pair in enumerate(c.edges[family].ends):
            for space in set(pair):
                touching.setdefault(space, []).append(i)
        for space in range(len(c.family(c.edges[family].joins).labels)):
            yield (space,), tuple(touching.get(space, ()))

    return once(c, ("edges at", family), make, ())
