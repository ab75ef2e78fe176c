"""Code for whether something holds: conditions, comparisons, what is among what. Ref §20.

    before:  Compare("<", Read(coins, (Local(0),)), Const(3))
    after:   r2 = coins[r1]   r3 = r2 < 3

Conditions are written as jumps, so that parts after the deciding one are not evaluated.
"""

from __future__ import annotations

from typing import Final

from interpreter.native.evaluate import asking, queries
from interpreter.native.evaluate.scalars import Scalar, in_bitset
from interpreter.native.evaluate.sets import RangeSet, Value
from interpreter.native.evaluate.spaces import graphs, reaching, regions
from interpreter.native.evaluate.unit import Code, Env
from interpreter.native.ir.nodes import NONE, Block, Operand, OpName
from rulelang import core
from rulelang.core.intervals import Range

_BY_GROUPS: Final = (regions.branch_on_touch, reaching.branch_on_reached)
_ORDER: Final[dict[str, OpName]] = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge"}


def condition(code: Code, e: core.Expr, env: Env) -> Operand:
    """Return whether an expression holds, as a register of one bit."""
    b = code.b
    if isinstance(e, core.Compare):
        return _compare(code, e, env)
    if isinstance(e, core.Among):
        return _among(code, e, env)
    if isinstance(e, core.Not):
        return b.invert(condition(code, e.expr, env))
    is_search = isinstance(e, core.Fold) and e.fold == "some"
    if not is_search and not isinstance(e, core.And | core.Or | core.Within | core.IfThen):
        return truth(code, asking.scalar(code, e, env))
    yes, no, after = b.block(), b.block(), b.block()
    into = b.variable(1)
    branch_on(code, e, env, yes, no)
    for block, result in ((yes, 1), (no, 0)):
        b.enter(block)
        b.set(into, result)
        b.jump(after)
    b.enter(after)
    return b.get(into)


def truth(code: Code, found: Scalar) -> Operand:
    """Return whether a value counts as true: neither 0 nor `none`."""
    b = code.b
    nonzero = b.op("ne", found.op, 0)
    if not found.range.maybe:
        return nonzero
    return b.op("and", nonzero, b.op("ne", found.op, NONE), width=1)


def branch_on(code: Code, e: core.Expr, env: Env, yes: Block, no: Block) -> None:
    """Go on in `yes` where an expression holds, else in `no`."""
    b = code.b
    if any(way(code, e, env, (yes, no)) for way in _BY_GROUPS):
        return
    match e:
        case core.Not(expr=inner):
            branch_on(code, inner, env, no, yes)
        case core.And(parts=parts):
            for part in parts[:-1]:
                on = b.block()
                branch_on(code, part, env, on, no)
                b.enter(on)
            branch_on(code, parts[-1], env, yes, no)
        case core.Or(parts=parts):
            for part in parts[:-1]:
                on = b.block()
                branch_on(code, part, env, yes, on)
                b.enter(on)
            branch_on(code, parts[-1], env, yes, no)
        case core.IfThen(test=test, then=then, other=other):
            first, second = b.block(), b.block()
            branch_on(code, test, env, first, second)
            b.enter(first)
            branch_on(code, then, env, yes, no)
            b.enter(second)
            branch_on(code, other, env, yes, no)
        case core.Fold(fold="some", search=search):
            queries.branch_on_exists(code, search, env, (yes, no))
        case core.Within():
            b.branch(graphs.within(code, e, env), yes, no)
        case _:
            b.branch(condition(code, e, env), yes, no)


def _compare(code: Code, e: core.Compare, env: Env) -> Operand:
    b = code.b
    if e.op in ("is", "is not"):
        same = _equal(code, asking.scalar(code, e.left, env), asking.scalar(code, e.right, env))
        return same if e.op == "is" else b.invert(same)
    left, right = asking.number(code, e.left, env), asking.number(code, e.right, env)
    op = _ORDER[e.op]
    known = _decided(op, left.range, right.range)
    return b.op(op, left.op, right.op) if known is None else known


def _decided(op: OpName, a: Range, b: Range) -> int | None:
    """Return what the ranges decide: 0 or 1."""
    if op in ("gt", "ge"):
        return _decided("lt" if op == "gt" else "le", b, a)
    if op == "lt":
        return 1 if a.high < b.low else 0 if a.low >= b.high else None
    return 1 if a.high <= b.low else 0 if a.low > b.high else None


def _equal(code: Code, left: Scalar, right: Scalar) -> Operand:
    """Return whether two single values are equal; what only looks like `none` is not `none`."""
    b, a, c = code.b, left.range, right.range
    if a.is_none and c.is_none:
        return 1
    meets = a.low <= c.high and c.low <= a.high
    if not meets and not (a.maybe and c.maybe):
        return 0
    same = b.op("eq", left.op, right.op)
    for one, other in ((left, c), (right, a)):
        if one.range.maybe and not other.maybe and other.low <= NONE <= other.high:
            same = b.op("and", same, b.op("ne", one.op, NONE), width=1)
    return same


def _among(code: Code, e: core.Among, env: Env) -> Operand:
    b = code.b
    wanted = asking.value(code, e.value, env)
    source = asking.set_of(code, e.source, env)
    if not isinstance(wanted, Scalar):  # only `{}` can be asked for collections
        return 0
    if isinstance(source, RangeSet):
        inside = b.op(
            "and",
            b.op("ge", wanted.op, source.low.op),
            b.op("le", wanted.op, source.high.op),
            width=1,
        )
        if wanted.range.maybe:
            return b.op("and", inside, b.op("ne", wanted.op, NONE), width=1)
        return inside
    bitset = source.bitset(code)
    if bitset is not None:
        return in_bitset(b, bitset, wanted)
    into = b.variable(1)
    b.set(into, 0)

    def compare(element: Value) -> None:
        assert isinstance(element, Scalar), "collections hold what is looked for in them"
        b.set(into, b.op("or", b.get(into), _equal(code, wanted, element), width=1))

    source.each(code, compare)
    return b.get(into)
