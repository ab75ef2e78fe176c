"""Single values while code is written; `sets` has the shapes in which sets come."""

from __future__ import annotations

from interpreter.native.ir.bits import Lanes, tested
from interpreter.native.ir.builder import Builder
from interpreter.native.ir.nodes import Field, Operand
from interpreter.native.memory.tables import encoded
from rulelang.core.intervals import Range, of_values
from rulelang.freezing import frozen


@frozen
class Scalar:
    """A single value and what is known of it."""

    op: Operand
    range: Range


@frozen
class Kept:
    """A local that lies in the state: it outlives choice points."""

    field: Field
    range: Range


def single(value: int | None) -> Scalar:
    """Return a constant that is no set."""
    return Scalar(encoded(value), of_values((value,)))


def in_lanes(b: Builder, lanes: Lanes, found: Scalar) -> Operand:
    """Return whether a value is among some lanes; one outside of them, or `none`, is not."""
    high = lanes.base + lanes.width - 1
    at = b.op("sub", found.op, lanes.base)
    if found.range.within(lanes.base, high):
        return tested(b, lanes.mask, at, lanes.width)
    inside = b.op("and", b.op("ge", found.op, lanes.base), b.op("le", found.op, high), width=1)
    safe = b.op("select", inside, at, 0, width=64)
    return b.op("and", inside, tested(b, lanes.mask, safe, lanes.width), width=1)
