"""What modules ask for that stand below those that know it: values, conditions, finds, masks.

A search is asked of expressions, which have searches in them: so these calls go to the `Lowerer`
that a unit is given, and no module imports one above it.
"""

from __future__ import annotations

from collections.abc import Callable

from interpreter.native.evaluate.lane import Lane
from interpreter.native.evaluate.listed_sets import ConstSet
from interpreter.native.evaluate.scalars import Scalar
from interpreter.native.evaluate.sets import Loaded, SetValue, Value
from interpreter.native.evaluate.unit import Code, Env
from interpreter.native.ir.bits import Bitset
from interpreter.native.ir.nodes import NONE, Block, Operand
from rulelang import core


def value(code: Code, e: core.Expr, env: Env) -> Loaded:
    """Return the value of an expression."""
    return code.unit.lowerer.value(code, e, env)


def scalar(code: Code, e: core.Expr, env: Env) -> Scalar:
    """Return the value of an expression that is no set."""
    return as_single(code.unit.lowerer.value(code, e, env))


def as_single(found: Value) -> Scalar:
    """Return a value that is no set."""
    assert isinstance(found, Scalar), "a set stands where a single value is wanted"
    return found


def number(code: Code, e: core.Expr, env: Env) -> Scalar:
    """Return a value where a number is wanted: `none` counts 0."""
    return as_number(code, scalar(code, e, env))


def as_number(code: Code, found: Scalar) -> Scalar:
    """Return a value as a number: `none` counts 0."""
    if not found.range.maybe:
        return found
    b = code.b
    none = b.op("eq", found.op, NONE)
    return Scalar(b.op("select", none, 0, found.op, width=64), found.range.numbers)


def set_of(code: Code, e: core.Expr, env: Env) -> SetValue:
    """Return the value of an expression that is a set; `none` has no elements."""
    return as_set(code.unit.lowerer.value(code, e, env))


def as_set(found: Loaded) -> SetValue:
    """Return a value that is a set, or `none`."""
    if isinstance(found, Scalar):
        assert found.range.is_none, "a single value stands where a set is wanted"
        return ConstSet(())
    return found


def condition(code: Code, e: core.Expr, env: Env) -> Operand:
    """Return whether an expression holds, as a register of one bit."""
    return code.unit.lowerer.condition(code, e, env)


def branch_on(code: Code, e: core.Expr, env: Env, yes: Block, no: Block) -> None:
    """Go on in `yes` where an expression holds, else in `no`."""
    code.unit.lowerer.branch_on(code, e, env, yes, no)


def each_found(
    code: Code,
    search: core.Search,
    env: Env,
    body: Callable[[Env], None],
    *,
    distinct: bool = False,
) -> None:
    """Run the body for every tuple that a search finds, with the bindings appended to `env`.

    `distinct`: of alike elements of a binder one is enough.
    """
    code.unit.lowerer.each_found(code, search, env, body, distinct=distinct)


def found_bitset(code: Code, search: core.Search, env: Env) -> Bitset | None:
    """Return the mask of what a search finds; None where it needs a loop."""
    return code.unit.lowerer.found_bitset(code, search, env)


def lane_mask(code: Code, e: core.Expr, env: Env, lane: Lane) -> Operand | None:
    """Return the values of a lane for which a condition holds; None where it needs a loop."""
    return code.unit.lowerer.lane_mask(code, e, env, lane)
