"""Whether the group that a space is in has a space for which something holds.

    before:  some s in (group at here of d in Cell where open(d)) where row(s) is 17
    after:   a flood from `here` that ends where it comes to such a space

A late need asks that of nearly the same position for one action after the other. There the code
keeps two ways that it found: spaces each beside another, from the first to one that was wanted. A
way that is still open answers at once, whatever lies beside it, so the answer does not depend on
what is kept.
"""

from __future__ import annotations

from functools import reduce
from hashlib import blake2b

from interpreter.native.evaluate import asking
from interpreter.native.evaluate.lane import Lane, is_aside, moved
from interpreter.native.evaluate.scalars import Scalar
from interpreter.native.evaluate.spaces.floods import go_on, level_by_level
from interpreter.native.evaluate.spaces.graphs import found_mask
from interpreter.native.evaluate.spaces.regions import Near, all_beside, filled, near_of
from interpreter.native.evaluate.unit import Code, Env
from interpreter.native.ir.bits import bit_of, lowest, read_mask, write_mask
from interpreter.native.ir.nodes import KEPT, Block, Operand, Width
from interpreter.native.memory.slots import mask_width
from rulelang import core
from rulelang.core.walk import unfolded
from rulelang.freezing import frozen

WAYS = 2
"""Ways that are kept: one that most actions leave open, and one for most that do not."""


@frozen
class _Asked:
    """Masks of what is asked: the first space if it is open, the open ones, those wanted."""

    seed: Operand
    opened: Operand
    goal: Operand
    near: Near
    width: Width


def branch_on_reached(code: Code, e: core.Expr, env: Env, to: tuple[Block, Block]) -> bool:
    """Write a test whether a group has a space that is wanted; False where another is asked."""
    asked = _asked(code, e, env)
    if asked is None:
        return False
    at = _place(code, e, env, asked)
    if at is not None:
        _by_ways(code, asked, at, to)
        return True
    b, width = code.b, asked.width
    reached = filled(code, asked.near, width, (asked.seed, asked.opened, asked.goal))
    b.branch(b.op("ne", b.op("and", reached, asked.goal, width=width), 0), *to)
    return True


def _asked(code: Code, e: core.Expr, env: Env) -> _Asked | None:
    match unfolded(e, len(env), code.unit.spec):
        case core.Fold(
            fold="some",
            search=core.Search(binders=(core.Binder(domain=domain, followed=False),), where=where),
        ) if where is not None:
            pass
        case _:
            return None
    group = unfolded(domain, len(env), code.unit.spec)
    if not isinstance(group, core.Regions) or group.start is None:
        return None
    near = near_of(code, group.beside)
    lane = Lane(len(env), 0, len(near), mask_width(0, len(near) - 1))
    start = asking.scalar(code, group.start, env)
    if start.range.maybe or not 0 <= start.range.low <= start.range.high < len(near):
        return None
    wanted = asking.lane_mask(code, where, env, lane)
    if wanted is None:
        return None
    b, width = code.b, lane.width
    opened = moved(code.b, found_mask(code, group.search, env), 0, width)
    seed = b.op("and", bit_of(b, start.op, width), opened, width=width)
    return _Asked(seed, opened, b.op("and", wanted, opened, width=width), near, width)


# ---------------------------------------------------------------- ways that are kept


def _place(code: Code, e: core.Expr, env: Env, asked: _Asked) -> int | None:
    """Return where the ways of this question are kept; None where they are not."""
    unit = code.unit
    if not unit.tries:
        return None
    known = tuple(
        one.op if isinstance(one, Scalar) and isinstance(one.op, int) else None for one in env
    )
    if (e, known) not in unit.kept:
        words = 1 + WAYS * (asked.width // 64)
        begin = sum(size for _, size in unit.kept.values())
        if begin + words > KEPT or is_aside(code.b):
            return None
        unit.kept[e, known] = begin, words
    return unit.kept[e, known][0]


def _by_ways(code: Code, asked: _Asked, at: int, to: tuple[Block, Block]) -> None:
    """Write the test by ways: the one that held last, the other, else a new one is looked for.

    Their spaces are each beside another on this board alone; what was kept for another is none.
    """
    b, width, (yes, no) = code.b, asked.width, to
    first, other = at + 1, at + 1 + width // 64
    board = _digest(asked.near)
    ours = b.op("eq", b.recall(at, 64), board)
    ways = [b.op("select", ours, b.recall(of, width), 0, width=width) for of in (first, other)]
    lead = [_leads(code, asked, way) for way in ways]
    start = [b.op("ne", b.op("and", way, asked.seed, width=width), 0) for way in ways]
    holds = [b.op("and", *both, width=1) for both in zip(lead, start, strict=True)]
    second, swap, search = b.block("other way"), b.block(), b.block("search")
    b.branch(holds[0], yes, second)
    b.enter(second)
    b.branch(holds[1], swap, search)
    b.enter(swap)
    b.keep(first, ways[1], width)
    b.keep(other, ways[0], width)
    b.jump(yes)
    b.enter(search)
    usable = [b.op("select", ok, way, 0, width=width) for ok, way in zip(lead, ways, strict=True)]
    way = _found(code, asked, usable, no)
    b.keep(at, board, 64)
    b.keep(first, way, width)
    b.keep(other, ways[0], width)
    b.jump(yes)


def _leads(code: Code, asked: _Asked, way: Operand) -> Operand:
    """Return whether a way is open, and leads to a space that is wanted."""
    b, width = code.b, asked.width
    shut = b.op("xor", asked.opened, (1 << width) - 1, width=width)
    is_open = b.op("eq", b.op("and", way, shut, width=width), 0)
    return b.op("and", is_open, b.op("ne", b.op("and", way, asked.goal, width=width), 0), width=1)


def _found(code: Code, asked: _Asked, usable: list[Operand], no: Block) -> Operand:
    """Return a way from the first space, by levels; go on in `no` where there is none.

    `usable`: ways that lead to what is wanted. To come to one of them is enough: both together
    are a way.
    """
    b, width = code.b, asked.width
    words, rounds = width // 64, len(asked.near)
    goal = reduce(lambda x, y: b.op("or", x, y, width=width), usable, asked.goal)
    levels, level = b.buffer((rounds + 1) * words), b.variable()
    b.set(level, 0)
    write_mask(b, levels, 0, asked.seed, width)
    with level_by_level(b, (asked.seed, goal, rounds), width, "levels") as (seen, front):
        around = all_beside(code, asked.near, width, b.get(front))
        new = go_on(b, (seen, front), (around, asked.opened), width)
        b.set(level, b.op("add", b.get(level), 1))
        write_mask(b, levels, b.op("mul", b.get(level), words), new, width)
    end = lowest(b, b.op("and", b.get(seen), goal, width=width), width)
    walk = b.block("walk")
    b.branch(b.op("ne", end, 0), walk, no)
    b.enter(walk)
    way = _back(code, asked, (levels, level), end)
    for further in usable:
        meets = b.op("ne", b.op("and", further, end, width=width), 0)
        joined = b.op("select", meets, further, 0, width=width)
        way = b.op("or", way, joined, width=width)
    return way


def _back(code: Code, asked: _Asked, what: tuple[int, int], end: Operand) -> Operand:
    """Return the spaces of a way from the seed to one that was reached in the last level."""
    b, width = code.b, asked.width
    levels, level = what
    way, here = b.variable(width), b.variable(width)
    b.set(way, end)
    b.set(here, end)
    head, step, done = b.block("back"), b.block(), b.block()
    b.jump(head)
    b.enter(head)
    b.branch(b.op("gt", b.get(level), 0), step, done)
    b.enter(step)
    b.set(level, b.op("sub", b.get(level), 1))
    before = read_mask(b, levels, b.op("mul", b.get(level), width // 64), width)
    around = all_beside(code, asked.near, width, b.get(here))
    b.set(here, lowest(b, b.op("and", before, around, width=width), width))
    b.set(way, b.op("or", b.get(way), b.get(here), width=width))
    b.jump(head)
    b.enter(done)
    return b.get(way)


def _digest(near: Near) -> int:
    """Return a number for a board: what lies beside each space."""
    told = repr([sorted(near[space]) for space in sorted(near)]).encode()
    return int.from_bytes(blake2b(told, digest_size=7).digest(), "little") | 1
