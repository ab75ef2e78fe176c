"""Conditions over all elements of a domain at once: one bit for each, as a mask.

    before:  c in Cell where on(c) is empty and column(c) is n
    after:   and (not (or board of each mark)), table of columns[n]

A part is written so only where it cannot fault, so that no order of evaluation shows. What depends
on nothing but locals is tabled; the rest is asked of *boards*, which a family of zones keeps
beside its slots: for each kind a mask of the places where it lies.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce

import attrs

from interpreter.native.evaluate import asking, boards, drafts, relations, tabled, tallies
from interpreter.native.evaluate.lane import Lane, aside, blanks, moved
from interpreter.native.evaluate.listed_sets import ConstSet, TabledSet
from interpreter.native.evaluate.relaxing import is_long, relaxed
from interpreter.native.evaluate.scalars import Scalar, single
from interpreter.native.evaluate.spaces import graphs
from interpreter.native.evaluate.unit import Cases, Code, Env
from interpreter.native.ir.bits import Bitset
from interpreter.native.ir.nodes import Operand, OpName, Width
from interpreter.native.plan.static import conjuncts, is_static, settled, terms_of
from rulelang import core
from rulelang.core.intervals import FLAG, Range
from rulelang.core.walk import below, free, inlined, replaced, unfolded

# ---------------------------------------------------------------- who asks


def found_bitset(code: Code, search: core.Search, env: Env) -> Bitset | None:
    """Return what a search with one binder finds, as a mask; None where that takes a loop."""
    bitset, rest = narrowed(code, search, env)
    return bitset if not rest else None


def maybe_found(code: Code, search: core.Search, env: Env) -> Bitset | None:
    """Return a mask of elements among which are all that a search finds.

    None where that leaves out nothing, or the search is no mask itself: it might fault.
    """
    if len(search.binders) != 1 or search.where is None:
        return None
    where = relaxed(search.where, search.binders[0].slot, code.unit.spec)
    if where == search.where or found_bitset(Code(code.unit, aside()), search, env) is None:
        return None
    return found_bitset(code, core.Search(search.binders, where), env)


def narrowed(
    code: Code, search: core.Search, env: Env
) -> tuple[Bitset | None, tuple[core.Expr, ...]]:
    """Return the mask of a search with one binder, and the parts of `where` still to be asked.

    None where its domain is no mask, or a loop is as good.
    """
    if len(search.binders) != 1 or search.binders[0].followed:
        return None, (core.Const(1),)
    domain = asking.set_of(Code(code.unit, aside()), search.binders[0].domain, env)
    if isinstance(domain, ConstSet) and domain.nested:
        return None, (core.Const(1),)
    if isinstance(domain, TabledSet) and not domain.table.width:
        return None, (core.Const(1),)
    parts = conjuncts(search.where)
    if domain.bitset(Code(code.unit, aside())) is None:
        return None, parts or (core.Const(1),)
    bitset = asking.set_of(code, search.binders[0].domain, env).bitset(code)
    assert bitset is not None, "the same code says so twice"
    width, found = bitset.width, domain.range
    count = min(width, found.high - bitset.base + 1)
    if count <= 0:  # a domain that never has an element
        return Bitset(bitset.base, width, 0), ()
    mask, left = begun(
        code,
        (search.binders[0].domain, list(parts)),
        env,
        (bitset.mask, width, tuple(range(bitset.base, bitset.base + count))),
    )
    return Bitset(bitset.base, width, mask, count), tuple(left)


def begun(
    code: Code,
    search: tuple[core.Expr, list[core.Expr]],
    env: Env,
    what: tuple[Operand, Width, tuple[int, ...]],
) -> tuple[Operand, list[core.Expr]]:
    """Return a domain without the values for which a part fails, and the parts left to be asked.

    `search`: the domain and the parts; `what` as `filtered` has it. Where the domain and some
    parts are fixed before play, one table has the values that are left.
    """
    domain, parts = search
    _, width, values = what
    lane = Lane(len(env), values[0] if values else 0, len(values), width)
    taken, rest = _split(code, [inner for one in parts for inner in conjuncts(one)], env, lane)
    if taken and is_static(domain, code.unit.spec):
        fixed = tabled.fixed(code, (domain, taken), env, lane)
        if fixed is not None:
            return filtered(code, rest, env, (fixed, width, values))
    return filtered(code, parts, env, what)


def _split(
    code: Code, parts: list[core.Expr], env: Env, lane: Lane
) -> tuple[list[core.Expr], list[core.Expr]]:
    """Return the parts that are fixed before play, and the others; none passes one that faults."""
    taken: list[core.Expr] = []
    rest: list[core.Expr] = []
    fixed = [is_static(part, code.unit.spec) for part in parts]
    for at, part in enumerate(parts):
        if fixed[at]:
            taken.append(part)
        elif any(fixed[at:]) and not drafts.is_safe(code, part, env, lane):
            return taken, rest + parts[at:]
        else:
            rest.append(part)
    return taken, rest


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
        if rest and not all(drafts.is_safe(code, left, env, lane) for left in rest):
            rest.append(part)
            continue
        found = lane_mask(code, part, env, lane)
        if found is not None:
            mask = b.op("and", mask, found, width=width)
            continue
        mask, left = _filtered_by_fact(code, part, env, (mask, width, values))
        for one in left:
            some = _maybe(code, one, env, lane)
            mask = mask if some == lane.full else b.op("and", mask, some, width=width)
        rest += left
    return mask, rest


def _maybe(code: Code, part: core.Expr, env: Env, lane: Lane) -> Operand:
    """Return lanes among which are all for which a part holds that has to be asked of each."""
    if not drafts.is_safe(code, part, env, lane, with_functions=True):
        return lane.full
    return _wanted(code, part, env, lane)


def _wanted(code: Code, e: core.Expr, env: Env, lane: Lane) -> Operand:
    """Return the mask of what a condition wants, with all else taken for granted.

    What it only forbids is taken so too: that leaves most elements as they are.
    """
    b, width, spec = code.b, lane.width, code.unit.spec

    def each(parts: tuple[core.Expr, ...]) -> Iterator[Operand]:
        return (_wanted(code, part, env, lane) for part in parts)

    match e:
        case core.And(parts=parts):
            return reduce(lambda x, y: b.op("and", x, y, width=width), each(parts))
        case core.Or(parts=parts):
            return reduce(lambda x, y: b.op("or", x, y, width=width), each(parts))
        case core.Call():
            return _wanted(code, inlined(e, lane.depth, spec), env, lane)
        case core.Not() | core.Compare(op="is not"):
            return lane.full
        case core.Fold(fold="some", search=search) if is_long(search, lane.slot, spec):
            return lane.full
        case _:
            found = lane_mask(code, e, env, lane)
            return lane.full if found is None else found


def _filtered_by_fact(
    code: Code, part: core.Expr, env: Env, what: tuple[Operand, Width, tuple[int, ...]]
) -> tuple[Operand, list[core.Expr]]:
    """Return a mask without the values for which a part of a fact fails, and what is left of it.

    The fact is left whole where no part of it is a mask.
    """
    mask, _, _ = what
    if not isinstance(part, core.Call):
        return mask, [part]
    inner = conjuncts(inlined(part, len(env) + 1, code.unit.spec))
    if len(inner) == 1:
        return mask, [part]
    fewer, left = filtered(code, list(inner), env, what)
    return (fewer, left) if len(left) < len(inner) else (mask, [part])


def is_plain(code: Code, domain: core.Expr, env: Env) -> bool:
    """Return whether the elements of a domain are distinct and ascend."""
    return asking.set_of(Code(code.unit, aside()), domain, env).is_plain


# ---------------------------------------------------------------- masks


def lane_mask(code: Code, e: core.Expr, env: Env, lane: Lane) -> Operand | None:
    """Return for which values of the lane an expression holds; None where that takes a loop."""
    asked = (code.b, e, env)
    if asked not in lane.masks:
        lane.masks[asked] = _lane_mask(code, e, env, lane)
    return lane.masks[asked]


def _lane_mask(code: Code, e: core.Expr, env: Env, lane: Lane) -> Operand | None:  # noqa: C901
    b, spec, width = code.b, code.unit.spec, lane.width
    if not lane.slots & free(e):
        return _alike(code, e, env, lane)
    if is_static(e, spec):
        table = tabled.tabled(code, e, env, lane)
        if table is not None:
            return table
    match e:
        case core.And(parts=parts) | core.Or(parts=parts):
            op: OpName = "and" if isinstance(e, core.And) else "or"
            total: Operand = lane.full if op == "and" else 0
            for part in parts:
                mask = lane_mask(code, part, env, lane)
                if mask is None:
                    return None
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
            return lane_mask(code, inlined(e, lane.depth, spec), env, lane)
        case core.Compare():
            asked = _asks_whether_any(code, e, lane.depth)
            if asked is not None:
                return lane_mask(code, asked, env, lane)
            ways = boards.compared, _by_value, tabled.by_side, _alike_truth, tallies.compared
            for way in ways:
                found = way(code, e, env, lane)
                if found is not None:
                    return found
            return None
        case core.Fold(fold="some", search=search):
            return relations.found(code, search, env, lane)
        case core.Read(variable=variable):
            assert code.unit.slots.variables[variable].range == FLAG, "only flags are true"
            return boards.where_value(code, e, Scalar(1, Range(1, 1)), lane)
        case core.Within():
            return _within(code, e, env, lane)
        case core.Among(value=core.Local(slot=slot)) if slot == lane.slot:
            return _among(code, e, env, lane)
        case _:
            return _by_value(code, e, env, lane)


def _among(code: Code, e: core.Among, env: Env, lane: Lane) -> Operand | None:
    """Return the lanes that are in a set that is the same for all of them: its own mask."""
    if lane.slots & free(e.source) or not drafts.is_safe(code, e, env, lane):
        return None
    around = (*env, *blanks(lane))
    draft = Code(code.unit, aside())
    if asking.set_of(draft, e.source, around).bitset(draft) is None:
        return None
    found = asking.set_of(code, e.source, around).bitset(code)
    assert found is not None, "the same code says so twice"
    mask = moved(code.b, found, lane.low, lane.width)
    return code.b.op("and", mask, lane.full, width=lane.width)


def _alike(code: Code, e: core.Expr, env: Env, lane: Lane) -> Operand | None:
    """Return all or nothing: the condition is the same for every lane."""
    if not drafts.is_safe(code, e, env, lane):
        return None
    holds = asking.condition(code, e, (*env, *blanks(lane)))
    return code.b.op("select", holds, lane.full, 0, width=lane.width)


_TRUTH = core.Compare | core.And | core.Or | core.Not | core.Among | core.Within


def _is_truth(e: core.Expr) -> bool:
    return isinstance(e, _TRUTH) or (isinstance(e, core.Fold) and e.fold == "some")


def _alike_truth(code: Code, e: core.Compare, env: Env, lane: Lane) -> Operand | None:
    """Return where two conditions are both true or both false, or with `is not` one of each."""
    if not (_is_truth(e.left) and _is_truth(e.right)):
        return None
    left, right = (lane_mask(code, side, env, lane) for side in (e.left, e.right))
    if left is None or right is None or e.op not in ("is", "is not"):
        return None
    apart = code.b.op("xor", left, right, width=lane.width)
    return apart if e.op == "is not" else code.b.op("xor", apart, lane.full, width=lane.width)


def _asks_whether_any(code: Code, e: core.Compare, depth: int) -> core.Expr | None:
    """Return what asks the same as `first x in … else none is none`: whether there is any."""
    if e.op not in ("is", "is not") or not isinstance(e.right, core.Const):
        return None
    left = unfolded(e.left, depth, code.unit.spec)
    if not isinstance(left, core.Fold) or left.fold != "first" or e.right.value is not None:
        return None
    if not isinstance(left.otherwise, core.Const) or left.otherwise.value is not None:
        return None
    found = core.Fold("some", left.search)
    return found if e.op == "is not" else core.Not(found)


def _by_value(code: Code, e: core.Expr, env: Env, lane: Lane) -> Operand | None:
    """Return the mask of a condition on one value that lies at the lane: asked for each value.

    `on(c).owner is p` holds where a kind lies for which `owner` gives `p`. Of values that share a
    board the condition must be the same.
    """
    terms = terms_of(e, lane.slots)
    if len(terms) != 1:
        return None
    (term,) = terms
    cases = _cases(code, e, term)
    if cases is None:
        return None
    b = code.b
    mask: Operand = 0
    for case, numbers in cases.items():
        holds = lane_mask(code, case, env, lane)
        if holds is None:
            return None
        if isinstance(holds, int) and not holds:
            continue
        there: Operand = 0
        for number in numbers:
            if number is None:
                one = boards.where_value(code, term, single(None), lane)
            else:
                one = boards.where_class(code, term, number, lane)
            if one is None:
                return None
            there = b.op("or", there, one, width=lane.width)
        mask = b.op("or", mask, b.op("and", holds, there, width=lane.width), width=lane.width)
    return mask


def _cases(code: Code, e: core.Expr, term: core.Held | core.Read) -> Cases | None:
    """Return what a condition becomes for the values of each board, and without a value (None).

    Each with the numbers of its boards. None where there are no boards, or it is not the same for
    all values of one.
    """
    known = code.unit.cases
    places = [getattr(part, "span", None) for part in below(e)]  # equal nodes may stand elsewhere
    key = (e, term, *places)
    if key not in known:
        known[key] = _found_cases(code, e, term)
    return known[key]


def _found_cases(code: Code, e: core.Expr, term: core.Held | core.Read) -> Cases | None:
    classes = boards.classes_at(code, term)
    if classes is None:
        return None
    evaluator = code.unit.evaluator
    cases: Cases = {}
    for number, values in enumerate(classes):
        alike = {settled(replaced(e, term, core.Const(v)), evaluator) for v in values}
        if len(alike) > 1:
            return None
        for one in alike:
            cases.setdefault(one, []).append(number)
    if boards.may_be_none(code, term):
        cases.setdefault(replaced(e, term, core.Const(None)), []).append(None)
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
    if lane.slots & free(*others):
        return None
    whole = attrs.evolve(e, target=origin, start=origin)
    if not drafts.is_safe(code, whole, env, lane):
        return None
    reached = graphs.reached(code, e, origin, (*env, *blanks(lane)))
    return None if reached is None else moved(code.b, reached, lane.low, lane.width)
