"""Masks that depend on nothing but what the rules say before play, from tables.

before:  column(c) is n and ahead(p, a, c), for all c
after:   table of columns[n], table[p][a]
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import Final

import attrs

from interpreter.native.evaluate import asking, drafts
from interpreter.native.evaluate.lane import Lane, blanks
from interpreter.native.evaluate.scalars import Scalar
from interpreter.native.evaluate.unit import Code, Env
from interpreter.native.ir.nodes import NONE, Operand, Width
from interpreter.native.plan.static import is_static
from rulelang import core
from rulelang.core import Value as Constant
from rulelang.core.constants import Asked, NotStaticError
from rulelang.core.walk import free
from rulelang.freezing import frozen

TABLED: Final = 1 << 14
"""Values that one table may ask for, lanes times the locals that it depends on."""

_SIDE: Final = -1
"""The slot of what a fixed value is compared with; no rule has it."""


@frozen
class Made:
    """How the masks of a table are made: `mask` gives that for some values, at a cost of `size`.

    Those of equal `of` are the same for the same values.
    """

    of: tuple[object, ...]
    size: int
    width: Width
    mask: Callable[[tuple[Constant, ...]], int]


def tabled(code: Code, e: core.Expr, env: Env, lane: Lane) -> Operand | None:
    """Return the mask from a table over the locals that the expression depends on."""
    asked = code.unit.evaluator.function(e)
    outer = sorted(free(e) - lane.slots)
    mask = _mask_of(asked, outer, lane)
    return by_locals(code, outer, env, Made((e, lane), lane.count, lane.width, mask))


def _mask_of(
    asked: Asked, slots: Sequence[int], lane: Lane
) -> Callable[[tuple[Constant, ...]], int]:
    """Return what gives, for values of some locals, the mask of the lanes where that holds."""
    lanes = tuple(lane.known())

    def mask(values: tuple[Constant, ...]) -> int:
        known = dict(zip(slots, values, strict=True))
        found = 0
        for at, here in lanes:
            known.update(here)
            if asked(known):
                found |= 1 << at
        return found

    return mask


def by_locals(code: Code, outer: list[int], env: Env, made: Made) -> Operand | None:
    """Return a mask that depends on nothing but some locals, from a table over their values.

    None where the table would cost too much, or a value cannot be told before play.
    """
    found: list[Scalar] = []
    for slot in outer:
        local = asking.value(code, core.Local(slot), env)
        if not isinstance(local, Scalar):
            return None
        found.append(local)
    return _by_scalars(code, found, made)


def _by_scalars(code: Code, known: list[Scalar], made: Made) -> Operand | None:
    """Return a mask that depends on nothing but some values, from a table over them."""
    b, size = code.b, made.size
    place: Operand = 0
    values: list[tuple[int | None, ...]] = []
    for found in known:
        if found.range.is_none:
            return None
        low, count = found.range.low, found.range.high - found.range.low + 1
        digit = b.op("sub", found.op, low)
        own: tuple[int | None, ...] = tuple(range(low, low + count)) if count <= TABLED else ()
        if found.range.maybe:  # `none` comes behind the numbers
            digit = b.op("select", b.op("eq", found.op, NONE), count, digit, width=64)
            own = (*own, None)
        place = b.op("add", b.op("mul", place, len(own)), digit)
        values.append(own)
        size *= max(count, len(own))
        if size > TABLED:
            return None
    masks = _masks(code, values, made)
    if len(set(masks)) <= 1:
        return masks[0] if masks else None
    step = _step(masks) if made.width == 64 else 0
    if step:
        return b.op("shl", masks[0], b.op("mul", place, step), width=64)
    return b.table(code.unit.constants.table(masks, made.width // 8), place, made.width)


def _step(masks: tuple[int, ...]) -> int:
    """Return by how much each mask is shifted from the one before; 0 where it is not so.

    Columns of a board, and its rows: in one word a shift is there sooner than what is read.
    """
    step = masks[1].bit_length() - masks[0].bit_length()
    even = step > 0 and all(mask == masks[0] << at * step for at, mask in enumerate(masks))
    return step if even else 0


def _masks(code: Code, values: list[tuple[int | None, ...]], made: Made) -> tuple[int, ...]:
    """Return the masks for all combinations of some values; none where one cannot be told."""
    known = code.unit.masks.get(key := (made.of, *values))
    if known is None:
        try:
            known = tuple(map(made.mask, product(*values)))
        except NotStaticError:
            known = ()
        code.unit.masks[key] = known
    return known


def by_side(code: Code, e: core.Compare, env: Env, lane: Lane) -> Operand | None:
    """Return where a fixed value of the lane compares with one that is the same for all lanes.

    `column(c) is n`: a table over the values of `n`; `column(c) - column(a) is n`: over those of
    `a` and `n`.
    """
    left_is_fixed = bool(lane.slots & free(e.left))
    fixed, other = (e.left, e.right) if left_is_fixed else (e.right, e.left)
    if lane.slots & free(other) or not is_static(fixed, code.unit.spec):
        return None
    if not drafts.is_safe(code, core.Compare("is", other, core.Const(0)), env, lane):
        return None
    outer = sorted(free(fixed) - lane.slots)
    found = [asking.value(code, core.Local(slot), env) for slot in outer]
    found.append(asking.value(code, other, (*env, *blanks(lane))))
    scalars = [one for one in found if isinstance(one, Scalar)]
    if len(scalars) < len(found):
        return None

    side = core.Local(_SIDE)
    asked = attrs.evolve(e, right=side) if left_is_fixed else attrs.evolve(e, left=side)
    mask = _mask_of(code.unit.evaluator.function(asked), [*outer, _SIDE], lane)
    # The other side may be any expression: what it gives is what the table is over.
    of = (e.op, fixed, left_is_fixed, lane)
    return _by_scalars(code, scalars, Made(of, lane.count, lane.width, mask))


def fixed(
    code: Code, search: tuple[core.Expr, list[core.Expr]], env: Env, lane: Lane
) -> Operand | None:
    """Return the elements of a domain for which some parts hold, from a table."""
    domain, parts = search
    evaluator = code.unit.evaluator
    relation = core.Search(
        (core.Binder(lane.slot, domain, followed=False),), core.And(tuple(parts))
    )

    outer = sorted(free(domain, *parts) - {lane.slot})

    def mask(values: tuple[Constant, ...]) -> int:
        total = 0
        for inner in evaluator.found(relation, dict(zip(outer, values, strict=True))):
            element = inner[lane.slot]
            if not isinstance(element, int) or not 0 <= element - lane.low < lane.count:
                raise NotStaticError
            total |= 1 << element - lane.low
        return total

    size, _ = drafts.domain_bound(code, domain, env)
    return by_locals(code, outer, env, Made((relation, lane), max(1, size), lane.width, mask))
