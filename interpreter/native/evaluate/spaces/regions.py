"""Groups of spaces and what lies around them, as floods in words.

    before:  group at c of d in Cell where stone(d) is p
    after:   seen = bit c; seen |= seen << 1 & open, … for each distance, until nothing is new

    before:  g in groups of c in Cell where open(c) where not some d in neighbours(g) where free(d)
    after:   of the open spaces, without those that are flooded from beside free ones, the groups

The spaces that count are a mask. Where spaces lie at few distances from those beside them, as on
boards, a mask is shifted along each; else each space that is new has a row of its neighbours.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from interpreter.native.errors import too_many
from interpreter.native.evaluate import asking, boards
from interpreter.native.evaluate.lane import Lane, moved
from interpreter.native.evaluate.listed_sets import BufferSet
from interpreter.native.evaluate.scalars import Scalar
from interpreter.native.evaluate.sets import MAX_BUFFER, MaskSet, SetValue, masked
from interpreter.native.evaluate.spaces import floods
from interpreter.native.evaluate.spaces.graphs import found_mask
from interpreter.native.evaluate.unit import Code, Env
from interpreter.native.ir.bits import Bitset, bit_of, lowest, write_mask
from interpreter.native.ir.nodes import NONE, Block, Operand, Width
from interpreter.native.memory.slots import mask_width
from interpreter.native.plan.static import written_out
from rulelang import core
from rulelang.core.intervals import Range
from rulelang.core.walk import free, unfolded

Near = dict[int, frozenset[int]]

_SMALLER = "a board of fewer spaces"


def regions(code: Code, e: core.Regions, env: Env) -> SetValue:
    """Return the groups of spaces, each a mask, or the one that a space is in."""
    near = near_of(code, e.beside)
    width = mask_width(0, len(near) - 1)
    b = code.b
    opened = moved(code.b, found_mask(code, e.search, env), 0, width)
    fill = partial(filled, code, near, width)
    if e.start is None:
        return _all(code, opened, fill, (len(near), width))
    start = asking.scalar(code, e.start, env)
    if start.range.is_none:
        return MaskSet(Bitset(0, width, 0, len(near)), len(near))
    there = b.op("ne", start.op, NONE) if start.range.maybe else 1
    at = b.op("select", there, start.op, 0, width=64)
    seed = b.op("select", there, bit_of(b, at, width), 0, width=width)
    seed = b.op("and", seed, opened, width=width)
    return MaskSet(Bitset(0, width, fill((seed, opened, 0)), len(near)), len(near))


def touching(
    code: Code, search: core.Search, env: Env
) -> tuple[SetValue, tuple[core.Expr, ...]] | None:
    """Return the groups that a search goes through, and the parts of `where` left to be asked.

    Which groups have a neighbour for which something holds, or have none, is asked of all by one
    flood from beside such spaces. None where the first part asks something else.
    """
    spec = code.unit.spec
    domain = unfolded(search.binders[0].domain, len(env), spec)
    if not isinstance(domain, core.Regions) or domain.start is not None:
        return None
    near = near_of(code, domain.beside)
    lane = Lane(len(env) + 1, 0, len(near), mask_width(0, len(near) - 1))
    parts = list(written_out(search.where, len(env) + 1, spec))
    b, width = code.b, lane.width
    opened: Operand | None = None
    while parts:
        asked = parts[0]
        is_sure = not isinstance(asked, core.Not)
        if isinstance(asked, core.Not):
            asked = asked.expr
        asked = unfolded(asked, len(env) + 1, spec)
        beyond = _beyond(code, asked, (env, domain.beside), lane)
        if beyond is None:
            break
        if opened is None:
            opened = moved(code.b, found_mask(code, domain.search, env), 0, width)
        seed = _touched(code, near, lane, (opened, beyond))
        reached = filled(code, near, width, (seed, opened, 0), is_wide=True)
        opened = reached if is_sure else b.op("xor", opened, reached, width=width)
        parts.pop(0)
    if opened is None:
        return None
    fill = partial(filled, code, near, width)
    return _all(code, opened, fill, (len(near), width)), tuple(parts)


def branch_on_touch(code: Code, e: core.Expr, env: Env, to: tuple[Block, Block]) -> bool:
    """Write a test whether the group that a space is in has a neighbour of some sort.

    None begins where the space itself has one, as it mostly does; else the flood ends where it
    comes to one. False where something else is asked.
    """
    spec = code.unit.spec
    match unfolded(e, len(env), spec):
        case core.Fold(
            fold="some",
            search=core.Search(
                binders=(
                    core.Binder(domain=core.Border(source=group, beside=beside), followed=False),
                ),
                where=where,
            ),
        ):
            group = unfolded(group, len(env), spec)
        case _:
            return False
    if not isinstance(group, core.Regions) or group.start is None or group.beside != beside:
        return False
    near = near_of(code, beside)
    lane = Lane(len(env), 0, len(near), mask_width(0, len(near) - 1))
    b, width = code.b, lane.width
    start = asking.scalar(code, group.start, env)
    wanted = lane.full if where is None else asking.lane_mask(code, where, env, lane)
    if (
        wanted is None
        or start.range.maybe
        or not 0 <= start.range.low <= start.range.high < len(near)
    ):
        return False
    opened = moved(code.b, found_mask(code, group.search, env), 0, width)
    outside = b.op("and", wanted, b.op("xor", opened, lane.full, width=width), width=width)
    seed = b.op("and", bit_of(b, start.op, width), opened, width=width)
    around = b.table(_rows(code, near, width), start.op, width=width)
    at_once = b.op("ne", b.op("and", around, outside, width=width), 0)
    further = b.block("further")
    b.branch(b.op("and", at_once, b.op("ne", seed, 0), width=1), to[0], further)
    b.enter(further)
    goal = b.op("and", all_beside(code, near, width, outside), opened, width=width)
    reached = filled(code, near, width, (seed, opened, goal))
    b.branch(b.op("ne", b.op("and", reached, goal, width=width), 0), *to)
    return True


def _touched(code: Code, near: Near, lane: Lane, masks: tuple[Operand, Operand]) -> Operand:
    """Return the open spaces beside wanted ones that are not open; `masks`: open, wanted."""
    b, width = code.b, lane.width
    opened, wanted = masks
    outside = b.op("and", wanted, b.op("xor", opened, lane.full, width=width), width=width)
    return b.op("and", all_beside(code, near, width, outside), opened, width=width)


def _beyond(code: Code, e: core.Expr, what: tuple[Env, int], lane: Lane) -> Operand | None:
    """Return the spaces for which a part asks whether one is a neighbour of the group.

    `what`: what is bound around the group, and the table of what lies beside each space. None
    where the part asks something else, or what it asks is no mask.
    """
    env, beside = what
    group = len(env)
    match e:
        case core.Fold(
            fold="some",
            search=core.Search(
                binders=(
                    core.Binder(
                        domain=core.Border(source=core.Local(slot=source), beside=near),
                        followed=False,
                    ),
                ),
                where=where,
            ),
        ) if source == group and near == beside:
            if where is None:
                return lane.full
            if group in free(where):
                return None
            return asking.lane_mask(code, where, (*env, Scalar(0, Range(0, 0))), lane)
        case _:
            return None


def _all(
    code: Code,
    opened: Operand,
    fill: Callable[[tuple[Operand, Operand, Operand]], Operand],
    sizes: tuple[int, Width],
) -> BufferSet:
    """Return all groups, from that of the least space on."""
    b, (count, width) = code.b, sizes
    words = width // 64
    if count * words > MAX_BUFFER:
        raise too_many("words of masks of groups", count * words, MAX_BUFFER, _SMALLER)
    buffer, length, left = b.buffer(count * words), b.variable(), b.variable(width)
    b.set(length, 0)
    b.set(left, opened)
    head, inside, done = b.block("groups"), b.block(), b.block()
    b.jump(head)
    b.enter(head)
    head.is_head = True
    rest = b.get(left)
    b.branch(b.op("ne", rest, 0), inside, done)
    b.enter(inside)
    seed = lowest(b, rest, width)
    whole = fill((seed, rest, 0))
    write_mask(b, buffer, b.op("mul", b.get(length), words), whole, width)
    b.set(length, b.op("add", b.get(length), 1))
    b.set(left, b.op("xor", b.get(left), whole, width=width))
    b.jump(head)
    b.enter(done)
    spaces = Range(0, count - 1)
    return BufferSet(buffer, 0, b.get(length), spaces, count, is_plain=False, nested=width)


def border(code: Code, e: core.Border, env: Env) -> MaskSet:
    """Return the spaces beside those of a set and not among them."""
    b = code.b
    near = near_of(code, e.beside)
    width = mask_width(0, len(near) - 1)
    source = masked(code, asking.set_of(code, e.source, env), 0, width)
    outside = b.op("xor", source, (1 << width) - 1, width=width)
    beyond = b.op("and", all_beside(code, near, width, source), outside, width=width)
    return MaskSet(Bitset(0, width, beyond, len(near)), len(near))


def all_beside(code: Code, near: Near, width: Width, source: Operand) -> Operand:
    """Return the spaces that have one of a mask beside them, whether in the mask or not."""
    b, steps = code.b, floods.steps_of(near)
    around: Operand
    if _is_shifted(steps, width):
        around = 0
        for step, targets in steps:
            part = b.op("and", floods.shifted(code, source, step, width), targets, width=width)
            around = b.op("or", around, part, width=width)
    else:
        rows, union = _rows(code, near, width), b.variable(width)
        b.set(union, 0)

        def join(space: Operand) -> None:
            row = b.table(rows, space, width=width)
            b.set(union, b.op("or", b.get(union), row, width=width))

        b.each_bit(source, width, join)
        around = b.get(union)
    return around


def filled(
    code: Code,
    near: Near,
    width: Width,
    masks: tuple[Operand, Operand, Operand],
    *,
    is_wide: bool = False,
) -> Operand:
    """Return all open spaces that are reached from those of a seed.

    `masks`: the seed, what is open, and a goal: once one of it is reached, the rest may lack.
    """
    b, steps = code.b, floods.steps_of(near)
    if _is_shifted(steps, width):
        return floods.filled_by_shifts(code, masks, steps, width, is_wide=is_wide)
    seed, opened, _ = masks
    rows, group, fresh = _rows(code, near, width), b.variable(width), b.variable(width)
    b.set(group, seed)
    b.set(fresh, seed)
    head, inside, done = b.block("flood"), b.block(), b.block()
    b.jump(head)
    b.enter(head)
    head.is_head = True
    now = b.get(fresh)
    b.branch(b.op("ne", now, 0), inside, done)
    b.enter(inside)
    rest = b.op("and", now, b.op("sub", now, 1, width=width), width=width)
    row = b.table(rows, b.op("ctz", now, width=64), width=width)
    unseen = b.op("xor", b.get(group), (1 << width) - 1, width=width)
    new = b.op("and", b.op("and", row, opened, width=width), unseen, width=width)
    b.set(group, b.op("or", b.get(group), new, width=width))
    b.set(fresh, b.op("or", rest, new, width=width))
    b.jump(head)
    b.enter(done)
    return b.get(group)


def _is_shifted(steps: floods.Steps, width: Width) -> bool:
    return len(steps) <= boards.SHIFTS and len(steps) * width // 64 <= floods.MOST_SHIFTED


def near_of(code: Code, beside: int) -> Near:
    """Return for each space those beside it."""
    found: Near = {}
    for (space,), near in code.unit.spec.tables[beside].entries:
        assert isinstance(space, int), "spaces are numbered"
        assert isinstance(near, tuple), "those beside it are a set"
        found[space] = frozenset(one for one in near if isinstance(one, int))
    return found


def _rows(code: Code, near: Near, width: Width) -> str:
    """Return the table of the masks of what is beside each space."""
    masks = tuple(sum(1 << one for one in near[space]) for space in range(len(near)))
    return code.unit.constants.table(masks, width // 8)
