"""Code for which zone or variable of a family is meant: an index, checked where it may not fit."""

from __future__ import annotations

from typing import Final, TypeAlias

from interpreter.native.errors import too_many
from interpreter.native.evaluate import asking
from interpreter.native.evaluate.scalars import Scalar, is_between
from interpreter.native.evaluate.unit import Code, Env
from interpreter.native.ir.nodes import Operand
from interpreter.native.ir.statuses import FAULT
from rulelang import core
from rulelang.rule_types import Type, values_of

Indexed: TypeAlias = core.Read | core.Contents | core.Held | core.Place

MAX_APART: Final = 1 << 16


def index_of(code: Code, node: Indexed, env: Env) -> Operand:
    """Return the place in its family of the zone or variable that a node names."""
    if isinstance(node, core.Read):
        index = code.unit.spec.variables[node.variable].index
    else:
        index = code.unit.spec.zones[node.zone].index
    args = [asking.scalar(code, arg, env) for arg in node.args]
    return slot_index(code, index, args)


def slot_index(code: Code, index: tuple[Type, ...], args: list[Scalar]) -> Operand:
    """Return the mixed-radix place of some index values; a fault where one does not fit."""
    b = code.b
    at: Operand = 0
    for kind, arg in zip(index, args, strict=True):
        values = values_of(kind)
        digit = digit_of(code, values, arg)
        at = b.op("add", b.op("mul", at, len(values)), digit)
    return at


def digit_of(code: Code, values: tuple[int, ...], arg: Scalar) -> Operand:
    """Return the place of a value among static values; a fault, and 0, where it is not there."""
    b = code.b
    if not values:
        b.fault(FAULT)
        return 0
    low, high = values[0], values[-1]
    if high - low + 1 != len(values):
        return _sparse_digit(code, values, arg)
    digit = b.op("sub", arg.op, low)
    if arg.range.within(low, high):
        return digit
    inside = is_between(b, arg, low, high)
    b.fault_unless(inside, FAULT)
    return b.op("select", inside, digit, 0, width=64)


def _sparse_digit(code: Code, values: tuple[int, ...], arg: Scalar) -> Operand:
    """Return the place among values with gaps between them, by a table."""
    b = code.b
    low, high = min(values), max(values)
    if high - low > MAX_APART:
        raise too_many(
            "values from the least to the greatest of an index",
            high - low,
            MAX_APART,
            "number what the index stands for without gaps",
        )
    places = {value: digit for digit, value in enumerate(values)}
    table = code.unit.constants.table(tuple(places.get(v, -1) for v in range(low, high + 1)))
    inside = is_between(b, arg, low, high)
    at = b.op("select", inside, b.op("sub", arg.op, low), 0, width=64)
    digit = b.table(table, at)
    fits = b.op("and", inside, b.op("ge", digit, 0), width=1)
    b.fault_unless(fits, FAULT)
    return b.op("select", fits, digit, 0, width=64)
