"""Single values while code is written; `sets` has the shapes in which sets come."""

from __future__ import annotations

from interpreter.native.ir.bits import Bitset, tested
from interpreter.native.ir.builder import Builder
from interpreter.native.ir.nodes import NONE, Field, Operand
from interpreter.native.memory.tables import encoded
from rulelang.core.intervals import Range, of_values
from rulelang.freezing import frozen


@frozen
class Scalar:
    """A single value and what is known of it."""

    op: Operand
    range: Range


@frozen
class SpilledScalar:
    """A local that lies in the state: it outlives choice points."""

    field: Field
    range: Range


def single(value: int | None) -> Scalar:
    """Return a constant that is no set."""
    return Scalar(encoded(value), of_values((value,)))


def is_between(b: Builder, found: Scalar, low: int, high: int) -> Operand:
    """Return whether a value is one of some numbers; `none` is not, whatever stands for it."""
    inside = b.op("and", b.op("ge", found.op, low), b.op("lt", found.op, high + 1), width=1)
    if found.range.maybe and low <= NONE <= high:
        inside = b.op("and", inside, b.op("ne", found.op, NONE), width=1)
    return inside


def in_bitset(b: Builder, bitset: Bitset, found: Scalar) -> Operand:
    """Return whether a value is in a bitset; one outside of it, or `none`, is not."""
    high = bitset.base + bitset.width - 1
    at = b.op("sub", found.op, bitset.base)
    if found.range.within(bitset.base, high):
        return tested(b, bitset.mask, at, bitset.width)
    inside = is_between(b, found, bitset.base, high)
    safe = b.op("select", inside, at, 0, width=64)
    return b.op("and", inside, tested(b, bitset.mask, safe, bitset.width), width=1)
