"""Code for questions about edges: groups that hang together, and who is within reach.

Both are floods over masks: of edges, and of spaces.
"""

from __future__ import annotations

from interpreter.native.errors import too_many
from interpreter.native.evaluate import asking
from interpreter.native.evaluate.listed_sets import BufferSet, ConstSet, TabledSet
from interpreter.native.evaluate.scalars import Scalar
from interpreter.native.evaluate.sets import MAX_BUFFER, MaskSet, SetValue, Value, each_in, masked
from interpreter.native.evaluate.spaces import floods
from interpreter.native.evaluate.unit import Code, Env
from interpreter.native.ir.bits import Bitset, bit_of, lowest, write_mask
from interpreter.native.ir.nodes import NONE, Operand, Width
from interpreter.native.memory.slots import mask_width
from interpreter.native.memory.tables import Grid, SetTable
from rulelang import core
from rulelang.core.intervals import Range, join


def spread(code: Code, e: core.Spread, env: Env) -> MaskSet:
    """Return the union of the sets that a table gives for the elements of a set."""
    b, grid = code.b, code.unit.grid(e.table)
    ends = sets_of(grid).range
    low, width = ends.low, mask_width(ends.low, ends.high)
    union = b.variable(width)
    b.set(union, 0)

    def join_in(element: Value) -> None:
        mask = masked(code, row_of(code, grid, element), low, width)
        b.set(union, b.op("or", b.get(union), mask, width=width))

    asking.set_of(code, e.source, env).each(code, join_in, distinct=True)
    count = ends.high - low + 1
    return MaskSet(Bitset(low, width, b.get(union), count), count)


def groups(code: Code, e: core.Groups, env: Env) -> SetValue:
    """Return the connected groups of the edges that a search finds, each a mask.

    A flood from the least edge that is left, over the spaces that join.
    """
    b, ends = code.b, code.unit.grid(e.ends)
    if not ends.spans:  # there are no edges
        return ConstSet(())
    edges = found_mask(code, e.search, env)
    low, width = edges.base, edges.width
    count = ends.spans[0]
    at_space = SpaceTable(code, e.ends, low, width)
    words = width // 64
    if count * words > MAX_BUFFER:
        raise too_many("words of masks of groups", count * words, MAX_BUFFER, "fewer edges")
    buffer, length = b.buffer(count * words), b.variable()
    left, group, fresh = b.variable(width), b.variable(width), b.variable(width)
    b.set(length, 0)
    b.set(left, edges.mask)
    outer, seed, done = b.block("groups"), b.block(), b.block()
    b.jump(outer)
    b.enter(outer)
    b.branch(b.op("ne", b.get(left), 0), seed, done)
    b.enter(seed)
    rest = b.get(left)
    first = lowest(b, rest, width)
    b.set(group, first)
    b.set(fresh, first)
    flood, spill, filled = b.block("flood"), b.block(), b.block()
    b.jump(flood)
    b.enter(flood)
    b.branch(b.op("ne", b.get(fresh), 0), spill, filled)
    b.enter(spill)
    now = b.get(fresh)
    edge = b.op("ctz", now, width=64)
    b.set(fresh, b.op("and", now, b.op("sub", now, 1), width=width))

    def cross(space: Value) -> None:
        assert isinstance(space, Scalar)
        beside = b.op(
            "and", b.table(at_space.name, space.op, width=width), edges.mask, width=width
        )
        new = b.op(
            "and", beside, b.op("xor", b.get(group), (1 << width) - 1, width=width), width=width
        )
        asks, on = b.block(), b.block()
        some = b.op("ne", new, 0)
        if code.unit.coverage.count:  # noted wherever edges meet, though they are joined already
            some = b.op("gt", b.op("popcount", beside, width=64), 1)
        b.branch(some, asks, on)
        b.enter(asks)
        joins = b.block()
        asking.branch_on(code, e.joined, (*env, space), joins, on)
        b.enter(joins)
        b.set(group, b.op("or", b.get(group), new, width=width))
        b.set(fresh, b.op("or", b.get(fresh), new, width=width))
        b.jump(on)
        b.enter(on)

    row_of(code, ends, Scalar(b.op("add", edge, low), edges.range)).each(code, cross)
    b.jump(flood)
    b.enter(filled)
    whole = b.get(group)
    write_mask(b, buffer, b.op("mul", b.get(length), words), whole, width)
    b.set(length, b.op("add", b.get(length), 1))
    b.set(
        left,
        b.op("and", b.get(left), b.op("xor", whole, (1 << width) - 1, width=width), width=width),
    )
    b.jump(outer)
    b.enter(done)
    return BufferSet(buffer, 0, b.get(length), edges.range, count, is_plain=False, nested=width)


def found_mask(code: Code, search: core.Search, env: Env) -> Bitset:
    """Return what a search with one binder finds, as a mask."""
    fast = asking.found_bitset(code, search, env)
    if fast is not None:
        return fast
    b = code.b
    domain = asking.set_of(code, search.binders[0].domain, env)
    low, width = domain.range.low, mask_width(domain.range.low, domain.range.high)
    mask = b.variable(width)
    b.set(mask, 0)

    def note(inner: Env) -> None:
        edge = inner[-1]
        assert isinstance(edge, Scalar)
        bit = bit_of(b, b.op("sub", edge.op, low), width)
        b.set(mask, b.op("or", b.get(mask), bit, width=width))

    asking.each_found(code, search, env, note, distinct=True)
    return Bitset(low, width, b.get(mask), domain.range.high - low + 1)


class SpaceTable:
    """For each space the mask of its edges, those that a mask has a bit for; `count` spaces."""

    def __init__(self, code: Code, ends: int, low: int, width: int) -> None:
        entries = code.unit.spec.tables[ends].entries
        spaces = [s for _, both in entries if isinstance(both, tuple) for s in both]
        masks = [0] * (max((s for s in spaces if isinstance(s, int)), default=0) + 1)
        for (edge, *_), both in entries:
            assert isinstance(edge, int), "edges are numbered"
            for space in both if isinstance(both, tuple) else ():
                assert isinstance(space, int), "spaces are numbered"
                if 0 <= edge - low < width:
                    masks[space] |= 1 << edge - low
        self.count = len(masks)
        self.name = code.unit.constants.table(tuple(masks), width // 8)


def within(code: Code, e: core.Within, env: Env) -> Operand:
    """Return whether a space is reached from another."""
    b = code.b
    target, start = asking.scalar(code, e.target, env), asking.scalar(code, e.start, env)
    radius = asking.number(code, e.radius, env)
    width = _space_width(code, e)
    here = b.op("ne", start.op, NONE) if start.range.maybe else 1
    there = b.op("ne", target.op, NONE) if target.range.maybe else 1
    both = b.op("and", here, there, width=1)
    first = bit_of(b, b.op("select", both, start.op, 0, width=64), width)
    goal = bit_of(b, b.op("select", both, target.op, 0, width=64), width)
    rounds = b.op("select", both, radius.op, 0, width=64)
    far = Scalar(rounds, radius.range if both == 1 else join(radius.range, Range(0, 0)))
    first = _begun(code, first, far, width)
    flooded = _flood(code, e, env, (first, goal, far))
    met = b.op("ne", b.op("and", flooded, goal, width=width), 0)
    return b.op("and", both, met, width=1)


def reached(code: Code, e: core.Within, origin: core.Expr, env: Env) -> Bitset | None:
    """Return all spaces that are within reach of one."""
    b = code.b
    start = asking.scalar(code, origin, env)
    radius = asking.number(code, e.radius, env)
    width = _space_width(code, e)
    if start.range.is_none:
        return None
    there = b.op("ne", start.op, NONE) if start.range.maybe else 1
    first = bit_of(b, b.op("select", there, start.op, 0, width=64), width)
    first = _begun(code, b.op("select", there, first, 0, width=width), radius, width)
    return Bitset(0, width, _flood(code, e, env, (first, 0, radius)))


def _begun(code: Code, first: Operand, radius: Scalar, width: Width) -> Operand:
    """Return where a flood begins: nowhere with a radius below 0."""
    if radius.range.low >= 0:
        return first
    return code.b.op("select", code.b.op("ge", radius.op, 0), first, 0, width=width)


def _space_width(code: Code, e: core.Within) -> Width:
    edges, ends = code.unit.grid(e.edges_at), code.unit.grid(e.ends)
    spaces = max(edges.spans[0], sets_of(ends).range.high + 1)
    return mask_width(0, spaces - 1)


def _flood(code: Code, e: core.Within, env: Env, what: tuple[Operand, Operand, Scalar]) -> Operand:
    """Return the spaces that a breadth-first search reaches.

    `what`: where it begins and where it may stop, as masks, and how many edges far it goes.
    """
    b = code.b
    first, goal, radius = what
    edges, ends = code.unit.grid(e.edges_at), code.unit.grid(e.ends)
    width = _space_width(code, e)
    fast = floods.flooded(code, e, env, what, width)
    if fast is not None:
        return fast
    with floods.level_by_level(b, (first, goal, radius.op), width, "within") as (seen, front):
        frontier = b.get(front)
        b.set(front, 0)

        def from_space(space: Value) -> None:
            row_of(code, edges, space).each(code, over_edge)

        def over_edge(edge: Value) -> None:
            both_ends = masked(code, row_of(code, ends, edge), 0, width)
            unseen = b.op("xor", b.get(seen), (1 << width) - 1, width=width)
            new = b.op("and", both_ends, unseen, width=width)
            asks, on = b.block(), b.block()
            b.branch(b.op("ne", new, 0), asks, on)
            b.enter(asks)
            cross = b.block()
            if e.where is None:
                b.jump(cross)
            else:
                asking.branch_on(code, e.where, (*env, edge), cross, on)
            b.enter(cross)
            b.set(seen, b.op("or", b.get(seen), new, width=width))
            b.set(front, b.op("or", b.get(front), new, width=width))
            b.jump(on)
            b.enter(on)

        each_in(code, Bitset(0, width, frontier), from_space)
    return b.get(seen)


def sets_of(grid: Grid) -> SetTable:
    """Return the sets that a relation of spaces and edges gives."""
    assert grid.set_table is not None, "what is beside a space, or an end of an edge, is a set"
    return grid.set_table


def row_of(code: Code, grid: Grid, element: Value) -> TabledSet:
    """Return the set that a lookup with one argument gives."""
    b = code.b
    assert isinstance(element, Scalar), "spaces and edges are single values"
    if not grid.lows:  # there are no edges
        return TabledSet(sets_of(grid), grid.default)
    low, span = grid.lows[0], grid.spans[0]
    at = b.op("sub", element.op, low)
    if element.range.within(low, low + span - 1):
        return TabledSet(sets_of(grid), b.table(grid.name, at))
    inside = b.op("and", b.op("ge", at, 0), b.op("lt", at, span), width=1)
    row = b.table(grid.name, b.op("select", inside, at, 0, width=64))
    return TabledSet(sets_of(grid), b.op("select", inside, row, grid.default, width=64))
