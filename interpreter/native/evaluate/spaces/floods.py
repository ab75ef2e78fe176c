"""Floods over all spaces at once: masks shifted along the distances of the edges.

    before:  a is within 121 of c along l in Link where every x in ends(l) has on(x) is Stone(p)
    after:   seen |= seen << 1 & open …, for each distance, until nothing is new

That is for edges that are crossed if something holds at both of their ends: such an edge leads
from an open space to an open space, and which one it is does not matter.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from interpreter.native.evaluate import asking, boards
from interpreter.native.evaluate.lane import Lane
from interpreter.native.evaluate.scalars import Scalar
from interpreter.native.evaluate.unit import Code, Env
from interpreter.native.ir.builder import Builder
from interpreter.native.ir.nodes import Operand, OpName, Width
from interpreter.native.plan.static import conjuncts
from rulelang import core
from rulelang.core.intervals import Range
from rulelang.core.walk import free, unfolded

Steps = tuple[tuple[int, int], ...]
"""Distances, and for each the spaces that lie so far behind a neighbour of theirs."""

MOST_SHIFTED: Final = 96
"""Distances times words of a mask that are worth shifting each round."""


def flooded(
    code: Code, e: core.Within, env: Env, what: tuple[Operand, Operand, Scalar], width: Width
) -> Operand | None:
    """Return the spaces that a breadth-first search reaches; None where that takes a loop.

    `what`: where it begins and where it may stop, as masks, and how many edges far it goes.
    """
    first, goal, radius = what
    neighbours = _neighbours(code, e)
    steps = steps_of(neighbours)
    spaces = {*neighbours, *(end for beyond in neighbours.values() for end in beyond)}
    if len(steps) > boards.SHIFTS or len(steps) * width // 64 > MOST_SHIFTED:
        return None
    opened = _open(code, e, env, (max(spaces, default=0) + 1, width))
    if opened is None:
        return None
    b = code.b
    seed = b.op("and", first, opened, width=width)
    if radius.range.low >= len(spaces) - 1:
        reached = filled_by_shifts(code, (seed, opened, goal), steps, width)
    else:
        reached = _levels(code, (seed, opened, goal), (steps, radius.op), width)
    return b.op("or", reached, first, width=width)


def _neighbours(code: Code, e: core.Within) -> dict[int, frozenset[int]]:
    """Return for each space those at the other ends of its edges."""
    tables = code.unit.spec.tables
    ends = {args: both for args, both in tables[e.ends].entries if isinstance(both, tuple)}
    found: dict[int, frozenset[int]] = {}
    for (space,), edges in tables[e.edges_at].entries:
        assert isinstance(space, int), "spaces are numbered"
        at_edges = edges if isinstance(edges, tuple) else ()
        beyond = {end for edge in at_edges for end in ends.get((edge,), ()) if end != space}
        found[space] = frozenset(end for end in beyond if isinstance(end, int))
    return found


def steps_of(neighbours: dict[int, frozenset[int]]) -> Steps:
    """Return the distances between neighbours, and which spaces lie so far behind one."""
    targets: dict[int, int] = {}
    for space, beyond in neighbours.items():
        for end in beyond:
            targets[end - space] = targets.get(end - space, 0) | 1 << end
    return tuple(sorted(targets.items(), key=lambda item: (abs(item[0]), item[0])))


def _open(code: Code, e: core.Within, env: Env, what: tuple[int, Width]) -> Operand | None:
    """Return the spaces for which an edge asks what it asks of both its ends.

    None where it asks something else.
    """
    b = code.b
    count, width = what
    lane = Lane(len(env) + 1, 0, count, width)
    edge = Scalar(0, Range(0, 0))
    opened: Operand = lane.full
    assert e.slot == len(env), "locals lie in the order in which they are bound"
    for part in conjuncts(e.where):
        asked = _of_both_ends(code, part, e)
        if asked is None:
            return None
        mask = asking.lane_mask(code, asked, (*env, edge), lane)
        if mask is None:
            return None
        opened = b.op("and", opened, mask, width=width)
    return opened


def _of_both_ends(code: Code, part: core.Expr, e: core.Within) -> core.Expr | None:
    """Return what a part asks of every end of the edge, or without regard to the edge."""
    part = unfolded(part, e.slot + 1, code.unit.spec)
    match part:
        case core.Not(
            expr=core.Fold(
                fold="some",
                search=core.Search(
                    binders=(
                        core.Binder(
                            domain=core.Lookup(table=table, args=(core.Local(slot=slot),)),
                            followed=False,
                        ),
                    ),
                    where=core.Not(expr=inner),
                ),
            )
        ) if table == e.ends and slot == e.slot and e.slot not in free(inner):
            return inner
        case _:
            return None if e.slot in free(part) else part


def shifted(code: Code, mask: Operand, step: int, width: Width) -> Operand:
    """Return a mask moved by a distance."""
    op: OpName = "shl" if step > 0 else "shr"
    return code.b.op(op, mask, abs(step), width=width)


def filled_by_shifts(
    code: Code,
    masks: tuple[Operand, Operand, Operand],
    steps: Steps,
    width: Width,
    *,
    is_wide: bool = False,
) -> Operand:
    """Return all open spaces that are reached; each way goes on from what the one before reached.

    `is_wide`: it begins in many places, and so all that is open is mostly soon reached.
    """
    b = code.b
    seed, opened, goal = masks
    seen = b.variable(width)
    b.set(seen, seed)

    def lacks(now: Operand) -> Operand:
        """Return whether what is wanted is not reached yet."""
        if is_wide:
            return b.op("ne", now, opened)
        return b.op("eq", b.op("and", now, goal, width=width), 0)

    fields = {step: b.op("and", opened, targets, width=width) for step, targets in steps}
    head, done = b.block("flood"), b.block()
    b.branch(lacks(seed), head, done)
    b.enter(head)
    before = b.get(seen)
    now = before
    for ways in _ways(steps):
        new = now
        for step in ways:
            part = b.op("and", shifted(code, now, step, width), fields[step], width=width)
            new = b.op("or", new, part, width=width)
        now = new
    b.set(seen, now)
    b.branch(b.op("and", b.op("ne", now, before), lacks(now), width=1), head, done)
    b.enter(done)
    return b.get(seen)


def _ways(steps: Steps) -> list[tuple[int, ...]]:
    """Return distances with their opposites, which go on from the same spaces.

    >>> _ways(((-1, 2), (1, 4), (-9, 2), (8, 512)))
    [(-1, 1), (-9,), (8,)]
    """
    far = [step for step, _ in steps]
    return [
        (step, -step) if -step in far else (step,) for step in far if step < 0 or -step not in far
    ]


def _levels(
    code: Code,
    masks: tuple[Operand, Operand, Operand],
    far: tuple[Steps, Operand],
    width: Width,
) -> Operand:
    """Return what is reached over so many edges at most: all neighbours of what is new."""
    b = code.b
    seed, opened, goal = masks
    steps, radius = far
    with level_by_level(b, (seed, goal, radius), width, "flood") as (seen, front):
        near: Operand = 0
        for step, targets in steps:
            part = b.op("and", shifted(code, b.get(front), step, width), targets, width=width)
            near = b.op("or", near, part, width=width)
        go_on(b, (seen, front), (near, opened), width)
    return b.get(seen)


def go_on(
    b: Builder, reached: tuple[int, int], what: tuple[Operand, Operand], width: Width
) -> Operand:
    """Go an edge further, and return what is new.

    `reached`: the variables of `level_by_level`; `what`: what lies beside the last round, and what
    is open.
    """
    (seen, front), (near, opened) = reached, what
    unseen = b.op("xor", b.get(seen), (1 << width) - 1, width=width)
    new = b.op("and", b.op("and", near, opened, width=width), unseen, width=width)
    b.set(front, new)
    b.set(seen, b.op("or", b.get(seen), new, width=width))
    return new


@contextmanager
def level_by_level(
    b: Builder, what: tuple[Operand, Operand, Operand], width: Width, note: str
) -> Iterator[tuple[int, int]]:
    """Write a loop that goes an edge further each round, and yield two variables that it sets.

    They hold what was reached, and what the round before reached first. It ends where that is
    nothing. `what`: where it begins and where it may stop, as masks, and how many rounds it has.
    """
    seed, goal, radius = what
    seen, front, rounds = b.variable(width), b.variable(width), b.variable()
    b.set(seen, seed)
    b.set(front, seed)
    b.set(rounds, radius)
    head, go, done = b.block(note), b.block(), b.block()
    b.jump(head)
    b.enter(head)
    missing = b.op("eq", b.op("and", b.get(seen), goal, width=width), 0)
    more = b.op("and", missing, b.op("gt", b.get(rounds), 0), width=1)
    b.branch(b.op("and", more, b.op("ne", b.get(front), 0), width=1), go, done)
    b.enter(go)
    b.set(rounds, b.op("sub", b.get(rounds), 1))
    yield seen, front
    b.jump(head)
    b.enter(done)
