"""Masks: sets of small numbers, a bit for each."""

from __future__ import annotations

from interpreter.native.ir.builder import Builder
from interpreter.native.ir.nodes import Operand, Width
from rulelang.core.intervals import Range
from rulelang.freezing import frozen


@frozen
class Bitset:
    """The distinct elements of a set as a mask.

    Only its lowest `count` bits may be set; all of them where it is 0.
    """

    base: int
    width: Width
    mask: Operand
    count: int = 0

    @property
    def range(self) -> Range:
        """The range of the elements."""
        return Range(self.base, self.base + (self.count or self.width) - 1)


def bit_of(b: Builder, at: Operand, width: Width) -> Operand:
    """Return the mask with one bit."""
    if isinstance(at, int):
        return 1 << at
    wide = at if width == 64 else b.op("widen", at, width=width)
    return b.op("shl", 1, wide, width=width)


def lowest(b: Builder, mask: Operand, width: Width) -> Operand:
    """Return the mask with the lowest bit of another; none where it has none."""
    return b.op("and", mask, b.op("sub", 0, mask, width=width), width=width)


def tested(b: Builder, mask: Operand, at: Operand, width: Width) -> Operand:
    """Return whether a bit of a mask is set."""
    if isinstance(at, int):
        return b.op("ne", b.op("and", mask, 1 << at, width=width), 0)
    wide = at if width == 64 else b.op("widen", at, width=width)
    shifted = b.op("shr", mask, wide, width=width)
    return b.op("ne", b.op("and", shifted, 1, width=width), 0)


def write_mask(b: Builder, buffer: int, slot: Operand, mask: Operand, width: Width) -> None:
    """Put a mask into a buffer, lowest 64 bits first."""
    for word in range(width // 64):
        part = mask if width == 64 else b.op("shr", mask, 64 * word, width=width)
        low = part if width == 64 else b.op("narrow", part, width=64)
        b.poke(buffer, b.op("add", slot, word), low)


def read_mask(b: Builder, buffer: int, slot: Operand, width: Width) -> Operand:
    """Return a mask from a buffer."""
    mask = b.peek(buffer, slot)
    if width == 64:
        return mask
    whole = b.op("widen", mask, width=width)
    for word in range(1, width // 64):
        part = b.op("widen", b.peek(buffer, b.op("add", slot, word)), width=width)
        whole = b.op("or", whole, b.op("shl", part, 64 * word, width=width), width=width)
    return whole
