"""Tests over a family of sets at once, such as four in a row.

before:  some l in lines(Cell, 4) where c is in l and every d in l has on(d) is Disc(p)
after:   for each direction: board and board >> 1 and … and the lines through c, from a table
"""

from __future__ import annotations

from typing import Final

from interpreter.native.evaluate import asking, tabled
from interpreter.native.evaluate.lane import Lane, aside
from interpreter.native.evaluate.listed_sets import ConstSet
from interpreter.native.evaluate.scalars import Scalar
from interpreter.native.evaluate.unit import Code, Env
from interpreter.native.ir.builder import Builder
from interpreter.native.ir.nodes import Block, Operand, Width
from interpreter.native.memory.tables import mask_of
from interpreter.native.plan.static import conjuncts, is_static
from rulelang import core
from rulelang.core import Value as Constant
from rulelang.core.intervals import Range
from rulelang.core.walk import free

SHAPES: Final = 12
"""Shapes of lines that are worth a row of shifts each."""


def branch_on_lines(code: Code, search: core.Search, env: Env, to: tuple[Block, Block]) -> bool:
    """Write a test over a family of sets at once; False where that takes a loop.

    Whether some set of the family has a property in all its elements: sets of one shape are
    shifts of each other, so a mask is laid over itself, shifted by each distance of the shape.
    """
    lines = _family(code, search, env)
    if lines is None or search.where is None:
        return False
    slot = len(env)
    asked = [(part, _in_all(part, slot)) for part in conjuncts(search.where)]
    wanted = [inner for _, inner in asked if inner is not None]
    static = [part for part, inner in asked if inner is None]
    if len(wanted) != 1 or not is_static(tuple(static), code.unit.spec):
        return False
    shapes: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    for line in lines:
        start = min(line)
        shapes.setdefault(tuple(sorted(at - start for at in line)), []).append(line)
    if len(shapes) > SHAPES:
        return False
    count = max(max(line) for line in lines) + 1
    lane = Lane(slot + 1, 0, count, max(1, -(-count // 64)) * 64)
    hits = _hits(code, env, (slot, shapes, wanted[0], static), lane)
    if hits is None:
        return False
    code.b.branch(code.b.op("ne", hits, 0), *to)
    return True


def _hits(
    code: Code,
    env: Env,
    what: tuple[int, dict[tuple[int, ...], list[tuple[int, ...]]], core.Expr, list[core.Expr]],
    lane: Lane,
) -> Operand | None:
    """Return the least elements of the lines that have the property in all elements."""
    b, width = code.b, lane.width
    slot, shapes, wanted, static = what
    mask = asking.lane_mask(code, wanted, (*env, Scalar(0, Range(0, 0))), lane)
    if mask is None:
        return None
    hits: Operand = 0
    for shape, lines in shapes.items():
        starts = _starts(code, env, (slot, lines, static), lane)
        if starts is None:
            return None
        full = b.op("and", starts, _laid_over(b, mask, shape, width), width=width)
        hits = b.op("or", hits, full, width=width)
    return hits


def _laid_over(b: Builder, mask: Operand, shape: tuple[int, ...], width: Width) -> Operand:
    """Return the elements that have all those of a shape behind them in a mask.

    Where they lie at equal distances, a run of two is two runs of one, and one of four is two of
    two: the mask is laid over itself as often as the length of the shape has binary digits.
    """
    step = shape[1] - shape[0] if len(shape) > 1 else 0
    if step == 0 or shape != tuple(range(0, step * len(shape), step)):
        run = mask
        for distance in shape[1:]:
            run = b.op("and", run, b.op("shr", mask, distance, width=width), width=width)
        return run
    run, length = mask, 1
    while length < len(shape):
        more = min(length, len(shape) - length)
        run = b.op("and", run, b.op("shr", run, more * step, width=width), width=width)
        length += more
    return run


def _family(code: Code, search: core.Search, env: Env) -> list[tuple[int, ...]] | None:
    """Return the lines that a search goes through, where those are constant."""
    if len(search.binders) != 1 or search.binders[0].followed:
        return None
    domain = asking.set_of(Code(code.unit, aside()), search.binders[0].domain, env)
    if not isinstance(domain, ConstSet) or not domain.nested:
        return None
    lines = [line for line in domain.values if isinstance(line, tuple)]
    return [tuple(cell for cell in line if isinstance(cell, int)) for line in lines]


def _in_all(e: core.Expr, slot: int) -> core.Expr | None:
    """Return what `e` asks of every element of the set in a slot; None where it does not."""
    match e:
        case core.Not(
            expr=core.Fold(
                fold="some",
                search=core.Search(
                    binders=(core.Binder(domain=core.Local(slot=source), followed=False),),
                    where=core.Not(expr=inner),
                ),
            )
        ) if source == slot and slot not in free(inner):
            return inner
        case _:
            return None


def _starts(
    code: Code,
    env: Env,
    what: tuple[int, list[tuple[int, ...]], list[core.Expr]],
    lane: Lane,
) -> Operand | None:
    """Return the least elements of the lines of one shape for which the static parts hold."""
    slot, lines, static = what
    together = core.And(tuple(static))
    evaluator = code.unit.evaluator

    outer = sorted(free(together) - {slot})

    def mask(values: tuple[Constant, ...]) -> int:
        known = dict(zip(outer, values, strict=True))
        here = (line for line in lines if evaluator.value(together, {**known, slot: line}))
        return mask_of(tuple(min(line) for line in here), 0)

    made = tabled.Made((together, slot, *lines), len(lines), lane.width, mask)
    return tabled.by_locals(code, outer, env, made)
