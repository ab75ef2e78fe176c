"""Conditions over all elements of a domain at once: one bit for each, as a mask.

    before:  c in Cell where on(c) is empty and column(c) is n
    after:   and (not (or board of each mark)), table of columns[n]

A part is written so only where it cannot fault, so that no order of evaluation shows. What depends
on nothing but locals is tabled; the rest is asked of *boards*, which a family of zones keeps
beside its slots: for each kind a mask of the places where it lies.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Final

import attrs

from interpreter.compiled import expressions, graphs
from interpreter.compiled.boards import (
    classes_at,
    compared,
    may_be_none,
    shifted,
    where_class,
    where_value,
)
from interpreter.compiled.code import Code, Env
from interpreter.compiled.ir import NONE, Operand, OpName, Width
from interpreter.compiled.lane import Lane, aside, blank, is_safe, moved
from interpreter.compiled.masks import Lanes
from interpreter.compiled.ranges import FLAG, Range
from interpreter.compiled.sets import ConstSet, PoolSet, Scalar, single
from interpreter.compiled.static import (
    Evaluator,
    NotStaticError,
    free_locals,
    inlined,
    is_static,
    replaced,
    settled,
    terms_of,
)
from rulelang import core
from rulelang.core import Value as Constant

TABLED: Final = 1 << 14
"""Values that one table may ask for, lanes times the locals that it depends on."""


# ---------------------------------------------------------------- who asks


def found_lanes(code: Code, search: core.Search, env: Env) -> Lanes | None:
    """Return what a search with one binder finds, as a mask; None where that takes a loop."""
    lanes, rest = narrowed(code, search, env)
    return lanes if not rest else None


def narrowed(
    code: Code, search: core.Search, env: Env
) -> tuple[Lanes | None, tuple[core.Expr, ...]]:
    """Return the mask of a search with one binder, and the parts of `where` still to be asked.

    None where its domain is no mask, or a loop is as good.
    """
    if len(search.binders) != 1 or search.binders[0].followed:
        return None, (core.Const(1),)
    domain = expressions.set_of(Code(code.unit, aside()), search.binders[0].domain, env)
    if isinstance(domain, ConstSet) and domain.nested:
        return None, (core.Const(1),)
    if isinstance(domain, PoolSet) and not domain.pool.width:
        return None, (core.Const(1),)
    parts = conjuncts(search.where)
    if domain.lanes(Code(code.unit, aside())) is None:
        return None, parts or (core.Const(1),)
    lanes = expressions.set_of(code, search.binders[0].domain, env).lanes(code)
    if lanes is None:
        return None, parts
    width, found = lanes.width, domain.range
    count = min(width, found.high - lanes.base + 1)
    mask, rest = filtered(
        code, list(parts), env, (lanes.mask, width, tuple(range(lanes.base, lanes.base + count)))
    )
    return Lanes(lanes.base, width, mask, count), tuple(rest)


def filtered(
    code: Code,
    parts: list[core.Expr],
    env: Env,
    what: tuple[Operand, Width, tuple[int, ...]],
) -> tuple[Operand, list[core.Expr]]:
    """Return a mask without the values for which a part fails, and the parts left to be asked.

    `what`: the mask, its width, and the values of its bits. A part behind one that is left may
    only be asked before it where that one cannot fault.
    """
    mask, width, values = what
    b = code.b
    lane = Lane(len(env), values[0] if values else 0, len(values), width)
    rest: list[core.Expr] = []
    for part in [inner for one in parts for inner in conjuncts(one)]:
        if rest and not all(is_safe(code, left, env, lane) for left in rest):
            rest.append(part)
            continue
        found = lane_mask(code, part, env, lane)
        if found is None:
            rest.append(part)
        else:
            mask = b.op("and", mask, found, width=width)
    return mask, rest


def is_plain(code: Code, domain: core.Expr, env: Env) -> bool:
    """Return whether the elements of a domain are distinct and ascend."""
    return expressions.set_of(Code(code.unit, aside()), domain, env).is_plain


def conjuncts(e: core.Expr | None) -> tuple[core.Expr, ...]:
    """Return the parts that must all hold."""
    if e is None:
        return ()
    if isinstance(e, core.And):
        return tuple(inner for part in e.parts for inner in conjuncts(part))
    return (e,)


# ---------------------------------------------------------------- masks


def lane_mask(code: Code, e: core.Expr, env: Env, lane: Lane) -> Operand | None:  # noqa: C901
    """Return for which values of the lane an expression holds; None where that takes a loop."""
    b, spec, width = code.b, code.unit.spec, lane.width
    if lane.slot not in free_locals(e):
        return _alike(code, e, env, lane)
    if is_static(e, spec):
        return _tabled(code, e, env, lane)
    match e:
        case core.And(parts=parts) | core.Or(parts=parts):
            masks = [lane_mask(code, part, env, lane) for part in parts]
            if any(mask is None for mask in masks):
                return None
            op: OpName = "and" if isinstance(e, core.And) else "or"
            total: Operand = lane.full if op == "and" else 0
            for mask in masks:
                assert mask is not None
                total = b.op(op, total, mask, width=width)
            return total
        case core.Not(expr=inner):
            mask = lane_mask(code, inner, env, lane)
            return None if mask is None else b.op("xor", mask, lane.full, width=width)
        case core.IfThen(test=test, then=then, other=other):
            return lane_mask(
                code,
                core.Or((core.And((test, then)), core.And((core.Not(test), other)))),
                env,
                lane,
            )
        case core.Call():
            return lane_mask(code, inlined(e, len(env) + 1, spec), env, lane)
        case core.Compare():
            asked = _asks_whether_any(code, e, len(env) + 1)
            if asked is not None:
                return lane_mask(code, asked, env, lane)
            found = compared(code, e, env, lane)
            return _by_value(code, e, env, lane) if found is None else found
        case core.Exists(search=search):
            return _exists(code, search, env, lane)
        case core.Read(variable=variable):
            if code.unit.slots.variables[variable].range != FLAG:
                return None
            return where_value(code, e, Scalar(1, Range(1, 1)), lane)
        case core.Within():
            return _within(code, e, env, lane)
        case _:
            return _by_value(code, e, env, lane)


def _alike(code: Code, e: core.Expr, env: Env, lane: Lane) -> Operand | None:
    """Return all or nothing: the condition is the same for every lane."""
    if not is_safe(code, e, env, lane):
        return None
    holds = expressions.condition(code, e, (*env, blank(lane)))
    return code.b.op("select", holds, lane.full, 0, width=lane.width)


def _tabled(code: Code, e: core.Expr, env: Env, lane: Lane) -> Operand | None:
    """Return the mask from a table over the locals that the expression depends on."""
    evaluator = Evaluator(code.unit.spec)

    def mask(known: dict[int, Constant]) -> int:
        return sum(
            1 << at
            for at in range(lane.count)
            if evaluator.value(e, {**known, lane.slot: lane.low + at})
        )

    outer = sorted(free_locals(e) - {lane.slot})
    return by_locals(code, outer, env, (lane.count, lane.width, mask))


def by_locals(
    code: Code,
    outer: list[int],
    env: Env,
    what: tuple[int, Width, Callable[[dict[int, Constant]], int]],
) -> Operand | None:
    """Return a mask that depends on nothing but some locals, from a table over their values.

    `what`: how much a mask costs, its width, and the mask for some values. None where the table
    would cost too much, or a value cannot be told before play.
    """
    size, width, mask = what
    b = code.b
    place: Operand = 0
    values: list[tuple[int | None, ...]] = []
    for slot in outer:
        found = expressions.value(code, core.Local(slot), env)
        if not isinstance(found, Scalar) or found.range.is_none:
            return None
        low, count = found.range.low, found.range.high - found.range.low + 1
        digit = b.op("sub", found.op, low)
        own: tuple[int | None, ...] = tuple(range(low, low + count))
        if found.range.maybe:  # `none` comes behind the numbers
            digit = b.op("select", b.op("eq", found.op, NONE), count, digit, width=64)
            own = (*own, None)
        place = b.op("add", b.op("mul", place, len(own)), digit)
        values.append(own)
        size *= len(own)
        if size > TABLED:
            return None
    try:
        masks = tuple(mask(dict(zip(outer, known, strict=True))) for known in product(*values))
    except NotStaticError:
        return None
    if len(set(masks)) == 1:
        return masks[0]
    return b.table(code.unit.constants.table(masks, width // 8), place, width)


def _exists(code: Code, search: core.Search, env: Env, lane: Lane) -> Operand | None:
    """Return for which lanes something is found: shifts of a mask over the domain.

    What ties the element to the lane must be a fixed relation; the rest is a mask of its own.
    """
    if len(search.binders) != 1 or search.binders[0].followed:
        return None
    binder = search.binders[0]
    parts = conjuncts(search.where)
    fixed = tuple(part for part in parts if lane.slot in free_locals(part))
    rest = tuple(part for part in parts if lane.slot not in free_locals(part))
    if not free_locals((binder.domain, *fixed)) <= {lane.slot, binder.slot}:
        return None
    if not is_static((binder.domain, *fixed), code.unit.spec):
        return None
    relation = core.Search((binder,), core.And(fixed) if fixed else None)
    pairs = _pairs(code, relation, lane)
    if pairs is None:
        return None
    if not pairs:
        return 0
    count = max(place for _, place in pairs) + 1
    width = max(1, -(-count // 64)) * 64
    # The element searched for takes the slot behind the lane's; the lane itself is not read there.
    inner = Lane(binder.slot, 0, count, width)
    found: Operand | None = inner.full
    if rest:
        found = lane_mask(code, core.And(rest), (*env, blank(lane)), inner)
    return None if found is None else shifted(code, pairs, (found, width), lane)


def _pairs(code: Code, relation: core.Search, lane: Lane) -> list[tuple[int, int]] | None:
    """Return the lanes and elements that a fixed relation ties; None where it has no masks."""
    evaluator = Evaluator(code.unit.spec)
    pairs: list[tuple[int, int]] = []
    try:
        for at in range(lane.count):
            for known in evaluator.found(relation, {lane.slot: lane.low + at}):
                element = known[relation.binders[0].slot]
                if not isinstance(element, int) or element < 0:
                    return None
                pairs.append((at, element))
    except NotStaticError:
        return None
    return pairs


def _asks_whether_any(code: Code, e: core.Compare, depth: int) -> core.Expr | None:
    """Return what asks the same as `first x in … else none is none`: whether there is any."""
    if e.op not in ("is", "is not") or not isinstance(e.right, core.Const):
        return None
    left = e.left
    if isinstance(left, core.Call):
        left = inlined(left, depth, code.unit.spec)
    if not isinstance(left, core.First) or e.right.value is not None:
        return None
    if not isinstance(left.otherwise, core.Const) or left.otherwise.value is not None:
        return None
    found = core.Exists(left.search)
    return found if e.op == "is not" else core.Not(found)


def _by_value(code: Code, e: core.Expr, env: Env, lane: Lane) -> Operand | None:
    """Return the mask of a condition on one value that lies at the lane: asked for each value.

    `on(c).owner is p` holds where a kind lies for which `owner` gives `p`. Of values that share a
    board the condition must be the same.
    """
    terms = terms_of(e, lane.slot)
    if len(terms) != 1:
        return None
    (term,) = terms
    cases = _cases(code, e, term)
    if cases is None or any(lane.slot in free_locals(case) for _, case in cases):
        return None
    if not all(is_safe(code, case, env, lane) for _, case in cases):
        return None
    b = code.b
    mask: Operand = 0
    for number, case in cases:
        holds = expressions.condition(code, case, (*env, blank(lane)))
        if isinstance(holds, int) and not holds:
            continue
        if number is None:
            there = where_value(code, term, single(None), lane)
        else:
            there = where_class(code, term, number, lane)
        if there is None:
            return None
        mask = b.op(
            "or", mask, b.op("select", holds, there, 0, width=lane.width), width=lane.width
        )
    return mask


def _cases(
    code: Code, e: core.Expr, term: core.Held | core.Read
) -> list[tuple[int | None, core.Expr]] | None:
    """Return what a condition becomes for the values of each board, and without a value (None).

    None where there are no boards, or it is not the same for all values of one.
    """
    classes = classes_at(code, term)
    if classes is None:
        return None
    evaluator = Evaluator(code.unit.spec)
    cases: list[tuple[int | None, core.Expr]] = []
    for number, values in enumerate(classes):
        if len(values) == 1:
            cases.append((number, replaced(e, term, core.Const(values[0]))))
            continue
        alike = {settled(replaced(e, term, core.Const(v)), evaluator) for v in values}
        if len(alike) > 1:
            return None
        cases += [(number, one) for one in alike]
    if may_be_none(code, term):
        cases.append((None, replaced(e, term, core.Const(None))))
    return cases


def _within(code: Code, e: core.Within, env: Env, lane: Lane) -> Operand | None:
    """Return the lanes that are within reach of the other end: one flood for all of them."""
    ends = (e.target, e.start)
    at_lane = [isinstance(end, core.Local) and end.slot == lane.slot for end in ends]
    if at_lane == [True, False]:
        origin = e.start
    elif at_lane == [False, True]:
        origin = e.target
    else:
        return None
    others = (origin, e.radius) if e.where is None else (origin, e.radius, e.where)
    if lane.slot in free_locals(others):
        return None
    whole = attrs.evolve(e, target=origin, start=origin)
    if not is_safe(code, whole, env, lane):
        return None
    reached = graphs.reached(code, e, origin, (*env, blank(lane)))
    return None if reached is None else moved(code, reached, lane.low, lane.width)
