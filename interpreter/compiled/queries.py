"""Code for queries: loops through domains, and what is made of what they find. Ref §20.

before:  Tally(x in Cell where on(x) is 3)
after:   a loop over the cells that counts; or, where `lanes` can, one `popcount`
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from interpreter.compiled import expressions, lanes
from interpreter.compiled.code import FAULT, Code, Env
from interpreter.compiled.ir import NONE, Block, Operand
from interpreter.compiled.ranges import NotCompilableError, Range, combine, join
from interpreter.compiled.sets import (
    MAX_BUFFER,
    BufferSet,
    Lanes,
    MaskSet,
    PoolSet,
    Scalar,
    Value,
    bit_of,
    buffered,
    each_lane,
    write_mask,
)
from interpreter.compiled.slots import lane_width
from rulelang import core

Answer: TypeAlias = core.Tally | core.Total | core.Extreme | core.First | core.Best


def each_found(
    code: Code,
    search: core.Search,
    env: Env,
    body: Callable[[Env], None],
    *,
    distinct: bool = False,
) -> None:
    """Run the body for every tuple that a search finds, with the bindings appended to `env`.

    `distinct`: of alike elements of a single binder one is enough.
    """
    fast = (
        lanes.found_lanes(code, search, env) if distinct or _is_plain(code, search, env) else None
    )
    if fast is not None:
        each_lane(code, fast, lambda element: body((*env, element)))
        return
    _bound(code, search, 0, env, (body, distinct and len(search.binders) == 1))


def _is_plain(code: Code, search: core.Search, env: Env) -> bool:
    """Return whether a search with one binder goes through distinct elements, ascending."""
    return len(search.binders) == 1 and lanes.is_plain(code, search.binders[0].domain, env)


def _bound(
    code: Code,
    search: core.Search,
    at: int,
    env: Env,
    what: tuple[Callable[[Env], None], bool],
) -> None:
    b = code.b
    body, distinct = what
    if at == len(search.binders):
        if search.where is None:
            body(env)
            return
        inside, after = b.block("where"), b.block()
        expressions.branch_on(code, search.where, env, inside, after)
        b.enter(inside)
        body(env)
        b.jump(after)
        b.enter(after)
        return
    binder = search.binders[at]
    domain = expressions.set_of(code, binder.domain, env)
    if binder.followed:
        row = buffered(code, domain)
        limit = b.op("sub", row.length, 1)

        def pair(first: Operand) -> None:
            slot = b.op("add", row.start, first)
            one = row.element(code, slot)
            other = row.element(code, b.op("add", slot, 1))
            _bound(code, search, at + 1, (*env, one, other), what)

        b.count_up(0, limit, pair)
        return
    domain.each(
        code,
        lambda element: _bound(code, search, at + 1, (*env, element), what),
        distinct=distinct,
    )


def most_found(code: Code, search: core.Search, env: Env) -> int:
    """Return how many tuples a search may find at most; it writes code that is dropped."""
    return lanes.bound(code, search, env)


def branch_on_exists(code: Code, search: core.Search, env: Env, to: tuple[Block, Block]) -> None:
    """Go on in the first block where a search finds anything, else in the second."""
    b = code.b
    yes, no = to
    fast = lanes.found_lanes(code, search, env)
    if fast is not None:
        b.branch(b.op("ne", fast.mask, 0), yes, no)
        return
    if lanes.branch_on_lines(code, search, env, to):
        return

    def hit(_: Env) -> None:
        b.jump(yes)

    each_found(code, search, env, hit, distinct=True)
    b.jump(no)


def answer(code: Code, e: Answer, env: Env) -> Value:
    """Return what a query makes of what it finds."""
    match e:
        case core.Tally(search=search):
            return _tally(code, search, env)
        case core.Total():
            return _total(code, e, env)
        case core.Extreme():
            return _extreme(code, e, env)
        case core.First():
            return _first(code, e, env)
        case core.Best():
            return _best(code, e, env)


def _tally(code: Code, search: core.Search, env: Env) -> Scalar:
    b = code.b
    found = Range(0, most_found(code, search, env))
    if _is_plain(code, search, env):
        fast = lanes.found_lanes(code, search, env)
        if fast is not None:
            return Scalar(b.op("popcount", fast.mask, width=64), found)
    count = b.variable()
    b.set(count, 0)
    each_found(code, search, env, lambda _: b.set(count, b.op("add", b.get(count), 1)))
    return Scalar(b.get(count), found)


def _total(code: Code, e: core.Total, env: Env) -> Scalar:
    b = code.b
    total = b.variable()
    b.set(total, 0)
    ranges: list[Range] = []

    def add(inner: Env) -> None:
        found = expressions.number(code, e.value, inner)
        ranges.append(found.range)
        b.set(total, b.op("add", b.get(total), found.op))

    each_found(code, e.search, env, add)
    one = join(Range(0, 0), *ranges)
    times = Range(0, most_found(code, e.search, env))
    return Scalar(b.get(total), combine("*", one, times))


def _extreme(code: Code, e: core.Extreme, env: Env) -> Scalar:
    b = code.b
    best, some = b.variable(), b.variable(1)
    b.set(best, 0)
    b.set(some, 0)
    ranges: list[Range] = []

    def weigh(inner: Env) -> None:
        found = expressions.number(code, e.value, inner)
        ranges.append(found.range)
        ahead = b.op("gt" if e.highest else "lt", found.op, b.get(best))
        better = b.op("or", ahead, b.invert(b.get(some)), width=1)
        b.set(best, b.op("select", better, found.op, b.get(best), width=64))
        b.set(some, 1)

    each_found(code, e.search, env, weigh, distinct=True)
    otherwise = _otherwise(code, e.otherwise, env, (b.get(some), best))
    return Scalar(b.get(best), join(otherwise, *ranges))


def _otherwise(code: Code, e: core.Expr, env: Env, found: tuple[Operand, int]) -> Range:
    """Put the value of an expression into a variable where nothing was found."""
    b = code.b
    some, into = found
    none, after = b.block("otherwise"), b.block()
    b.branch(some, after, none)
    b.enter(none)
    other = expressions.scalar(code, e, env)
    b.set(into, other.op)
    b.jump(after)
    b.enter(after)
    return other.range


def _first(code: Code, e: core.First, env: Env) -> Value:
    b = code.b
    if _is_plain(code, e.search, env):
        fast = lanes.found_lanes(code, e.search, env)
        if fast is not None:
            return _first_lane(code, e, env, fast)
    into, done = b.variable(), b.block("found")
    kinds: list[Value] = []

    def take(inner: Env) -> None:
        b.set(into, _number_of(inner[-1]))
        kinds.append(inner[-1])
        b.jump(done)

    each_found(code, e.search, env, take)
    other = expressions.value(code, e.otherwise, env)
    b.set(into, _number_of(other) if not _is_pooled(kinds) else NONE)
    b.jump(done)
    b.enter(done)
    return _named(code, b.get(into), kinds, other)


def _first_lane(code: Code, e: core.First, env: Env, found: Lanes) -> Scalar:
    b = code.b
    into = b.variable()
    some = b.op("ne", found.mask, 0)
    hit, miss, after = b.block(), b.block("otherwise"), b.block()
    b.branch(some, hit, miss)
    b.enter(hit)
    b.set(into, b.op("add", b.op("ctz", found.mask, width=64), found.base))
    b.jump(after)
    b.enter(miss)
    other = expressions.scalar(code, e.otherwise, env)
    b.set(into, other.op)
    b.jump(after)
    b.enter(after)
    inside = Range(found.base, found.base + found.width - 1)
    return Scalar(b.get(into), join(inside, other.range))


def _number_of(found: Value) -> Operand:
    if isinstance(found, Scalar):
        return found.op
    if isinstance(found, PoolSet):
        return found.number
    raise NotCompilableError("a query gives one of some sets that are made in play")


def _is_pooled(found: list[Value]) -> bool:
    return any(isinstance(one, PoolSet) for one in found)


def _named(code: Code, op: Operand, kinds: list[Value], other: Value) -> Value:
    """Return what a number found stands for: an element, or a set of one pool."""
    pools = {one.pool.name: one.pool for one in kinds if isinstance(one, PoolSet)}
    if pools:
        if len(pools) > 1 or not isinstance(other, Scalar) or not other.range.is_none:
            raise NotCompilableError("a query gives one of sets of several sorts")
        (pool,) = pools.values()
        # Where nothing is found the answer is `none`, which has no elements: the empty set.
        sets = code.unit.constants.pool((*pool.sets, ()))
        empty = sets.sets.index(())
        return PoolSet(sets, code.b.op("select", code.b.op("eq", op, NONE), empty, op, width=64))
    ranges = [one.range for one in kinds if isinstance(one, Scalar)]
    if not isinstance(other, Scalar):
        raise NotCompilableError("a query gives a set where nothing is found")
    return Scalar(op, join(other.range, *ranges))


def _best(code: Code, e: core.Best, env: Env) -> Scalar:
    b = code.b
    best, some, tied = b.variable(), b.variable(1), b.variable(1)
    marks = [b.variable() for _ in e.keys]
    for variable in (best, some, tied, *marks):
        b.set(variable, 0)
    ranges: list[Range] = []

    def weigh(inner: Env) -> None:
        element = inner[-1]
        if not isinstance(element, Scalar):
            raise NotCompilableError("the best of some sets is asked for")
        ranges.append(element.range)
        ahead, level = compare_keys(code, e.keys, inner, marks)
        new = b.op("or", b.op("and", ahead[0], 1, width=1), b.invert(b.get(some)), width=1)
        values = ahead[1]
        other = b.op("ne", element.op, b.get(best))
        draws = b.op("and", b.op("and", level, other, width=1), b.get(some), width=1)
        still = b.op("or", b.get(tied), draws, width=1)
        b.set(tied, b.op("and", still, b.invert(new), width=1))
        for mark, found in zip(marks, values, strict=True):
            b.set(mark, b.op("select", new, found, b.get(mark), width=64))
        b.set(best, b.op("select", new, element.op, b.get(best), width=64))
        b.set(some, 1)

    each_found(code, e.search, env, weigh, distinct=True)
    clear = b.op("and", b.get(some), b.invert(b.get(tied)), width=1)
    otherwise = _otherwise(code, e.otherwise, env, (clear, best))
    return Scalar(b.get(best), join(otherwise, *ranges))


def compare_keys(
    code: Code, keys: tuple[core.Key, ...], env: Env, marks: list[int]
) -> tuple[tuple[Operand, list[Operand]], Operand]:
    """Return whether the keys are ahead of the marks, the keys, and whether they are level."""
    b = code.b
    values: list[Operand] = []
    ahead: Operand = 0
    level: Operand = 1
    for key, mark in zip(keys, marks, strict=True):
        found = expressions.number(code, key.value, env)
        values.append(found.op)
        better = b.op("gt" if key.most else "lt", found.op, b.get(mark))
        ahead = b.op("or", ahead, b.op("and", level, better, width=1), width=1)
        level = b.op("and", level, b.op("eq", found.op, b.get(mark)), width=1)
    return (ahead, values), level


# ---------------------------------------------------------------- orders and unions


def around(code: Code, e: core.Around, env: Env) -> BufferSet:
    """Return the elements of a set once round from one of them."""
    b = code.b
    source = buffered(code, expressions.set_of(code, e.source, env))
    start = expressions.scalar(code, e.start, env)
    if source.nested:
        raise NotCompilableError("sets of sets are put in order")
    place, there = b.variable(), b.variable(1)
    b.set(place, 0)
    b.set(there, 0)

    def find(at: Operand) -> None:
        same = b.op("eq", b.peek(source.buffer, b.op("add", source.start, at)), start.op)
        fresh = b.op("and", same, b.invert(b.get(there)), width=1)
        b.set(place, b.op("select", fresh, at, b.get(place), width=64))
        b.set(there, b.op("or", b.get(there), same, width=1))

    b.count_up(0, source.length, find)
    b.fault_unless(b.get(there), FAULT)
    into = b.buffer(source.most)
    length = b.op("max", source.length, 1)

    def lay(at: Operand) -> None:
        step = b.op("add", at, 1 if e.after else 0)
        if e.backwards:
            turned = b.op("sub", b.op("add", b.get(place), length), step)
        else:
            turned = b.op("add", b.get(place), step)
        slot = b.op("add", source.start, b.op("floormod", turned, length))
        b.poke(into, at, b.peek(source.buffer, slot))

    b.count_up(0, source.length, lay)
    return BufferSet(into, 0, source.length, source.range, source.most, is_plain=False)


def spread(code: Code, e: core.Spread, env: Env) -> MaskSet:
    """Return the union of the sets that a table gives for the elements of a set."""
    b, grid = code.b, code.unit.grid(e.table)
    if grid.pool is None or not grid.pool.width or len(grid.lows) != 1:
        raise NotCompilableError("a union of sets that are no masks")
    pool, low = grid.pool, grid.pool.range.low
    union = b.variable(pool.width)
    b.set(union, 0)

    def join_in(element: Value) -> None:
        row = lanes.row_of(code, grid, element)
        mask = b.table(f"{pool.name}.mask", row, width=pool.width)
        b.set(union, b.op("or", b.get(union), mask, width=pool.width))

    expressions.set_of(code, e.source, env).each(code, join_in, distinct=True)
    return MaskSet(Lanes(low, pool.width, b.get(union)), pool.range.high - low + 1)


# ---------------------------------------------------------------- edges


def groups(code: Code, e: core.Groups, env: Env) -> BufferSet:
    """Return the connected groups of the edges that a search finds, each a mask.

    A flood from the least edge that is left, over the spaces that join.
    """
    b = code.b
    edges = _edge_lanes(code, e.search, env)
    ends, low, width = code.unit.grid(e.ends), edges.base, edges.width
    count = ends.spans[0]
    at_space = _edges_at(code, e.ends, low, width)
    words = width // 64
    if count * words > MAX_BUFFER:
        raise NotCompilableError("too many edges to group")
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
    first = b.op("and", rest, b.op("sub", 0, rest, width=width), width=width)
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
        b.branch(b.op("ne", new, 0), asks, on)
        b.enter(asks)
        joins = b.block()
        expressions.branch_on(code, e.joined, (*env, space), joins, on)
        b.enter(joins)
        b.set(group, b.op("or", b.get(group), new, width=width))
        b.set(fresh, b.op("or", b.get(fresh), new, width=width))
        b.jump(on)
        b.enter(on)

    row = lanes.row_of(code, ends, Scalar(b.op("add", edge, low), Range(low, low + width - 1)))
    assert ends.pool is not None
    PoolSet(ends.pool, row).each(code, cross)
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
    return BufferSet(
        buffer, 0, b.get(length), Range(low, low + width - 1), count, is_plain=False, nested=width
    )


def _edge_lanes(code: Code, search: core.Search, env: Env) -> Lanes:
    """Return the edges that a search finds, as a mask."""
    fast = lanes.found_lanes(code, search, env)
    if fast is not None:
        return fast
    b = code.b
    domain = expressions.set_of(code, search.binders[0].domain, env)
    low, width = domain.range.low, lane_width(domain.range.low, domain.range.high)
    mask = b.variable(width)
    b.set(mask, 0)

    def note(inner: Env) -> None:
        edge = inner[-1]
        assert isinstance(edge, Scalar)
        bit = bit_of(b, b.op("sub", edge.op, low), width)
        b.set(mask, b.op("or", b.get(mask), bit, width=width))

    _bound(code, search, 0, env, (note, True))
    return Lanes(low, width, b.get(mask))


class _SpaceTable:
    """For each space the mask of its edges."""

    def __init__(self, code: Code, ends: int, low: int, width: int) -> None:
        entries = code.unit.spec.tables[ends].entries
        spaces = [s for _, both in entries if isinstance(both, tuple) for s in both]
        masks = [0] * (max((s for s in spaces if isinstance(s, int)), default=0) + 1)
        for (edge, *_), both in entries:
            assert isinstance(edge, int), "edges are numbered"
            for space in both if isinstance(both, tuple) else ():
                assert isinstance(space, int), "spaces are numbered"
                masks[space] |= 1 << edge - low
        self.name = code.unit.constants.table(tuple(masks), width // 8)


def _edges_at(code: Code, ends: int, low: int, width: int) -> _SpaceTable:
    return _SpaceTable(code, ends, low, width)


def within(code: Code, e: core.Within, env: Env) -> Operand:
    """Return whether a space is reached from another: a breadth-first search over masks."""
    b = code.b
    target, start = expressions.scalar(code, e.target, env), expressions.scalar(code, e.start, env)
    radius = expressions.number(code, e.radius, env)
    edges, ends = code.unit.grid(e.edges_at), code.unit.grid(e.ends)
    if edges.pool is None or ends.pool is None:
        raise NotCompilableError("edges without ends")
    spaces = max(edges.spans[0], ends.pool.range.high + 1) if edges.spans else 1
    width = lane_width(0, spaces - 1)
    reached, front, rounds = b.variable(width), b.variable(width), b.variable()
    here = b.op("ne", start.op, NONE) if start.range.maybe else 1
    there = b.op("ne", target.op, NONE) if target.range.maybe else 1
    both = b.op("and", here, there, width=1)
    first = bit_of(b, b.op("select", both, start.op, 0, width=64), width)
    goal = bit_of(b, b.op("select", both, target.op, 0, width=64), width)
    for variable in (reached, front):
        b.set(variable, first)
    b.set(rounds, b.op("select", both, radius.op, 0, width=64))
    head, go, spill, done = b.block("within"), b.block(), b.block(), b.block()
    b.jump(head)
    b.enter(head)
    missing = b.op("eq", b.op("and", b.get(reached), goal, width=width), 0)
    more = b.op("and", missing, b.op("gt", b.get(rounds), 0), width=1)
    b.branch(b.op("and", more, b.op("ne", b.get(front), 0), width=1), go, done)
    b.enter(go)
    b.set(rounds, b.op("sub", b.get(rounds), 1))
    frontier = b.get(front)
    b.set(front, 0)

    def from_space(space: Value) -> None:
        row = lanes.row_of(code, edges, space)
        assert edges.pool is not None
        PoolSet(edges.pool, row).each(code, over_edge)

    def over_edge(edge: Value) -> None:
        assert ends.pool is not None
        row = lanes.row_of(code, ends, edge)
        both_ends = b.table(f"{ends.pool.name}.mask", row, width=ends.pool.width)
        wide = _aligned(code, both_ends, (ends.pool.range.low, ends.pool.width), width)
        new = b.op(
            "and", wide, b.op("xor", b.get(reached), (1 << width) - 1, width=width), width=width
        )
        asks, on = b.block(), b.block()
        b.branch(b.op("ne", new, 0), asks, on)
        b.enter(asks)
        cross = b.block()
        if e.where is None:
            b.jump(cross)
        else:
            expressions.branch_on(code, e.where, (*env, edge), cross, on)
        b.enter(cross)
        b.set(reached, b.op("or", b.get(reached), new, width=width))
        b.set(front, b.op("or", b.get(front), new, width=width))
        b.jump(on)
        b.enter(on)

    b.jump(spill)
    b.enter(spill)
    each_lane(code, Lanes(0, width, frontier), from_space)
    b.jump(head)
    b.enter(done)
    met = b.op("ne", b.op("and", b.get(reached), goal, width=width), 0)
    return b.op("and", both, met, width=1)


def _aligned(code: Code, mask: Operand, came: tuple[int, int], width: int) -> Operand:
    """Return a mask with another base and width as one from 0 with this width."""
    b = code.b
    low, old = came
    wide = b.op("widen", mask, width=width) if width > old else mask
    if width < old:
        raise NotCompilableError("edges end at spaces that are not there")
    return b.op("shl", wide, low, width=width) if low else wide
