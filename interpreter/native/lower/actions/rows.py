"""Rows of legal actions: where they go, and how many an arm has at most."""

from __future__ import annotations

from interpreter.layout import ArmLayout
from interpreter.native.evaluate.unit import Code
from interpreter.native.ir.nodes import Operand, Row, Width
from rulelang.freezing import frozen


@frozen
class Sink:
    """Where the legal actions of an arm go: the variable that counts them."""

    code: Code
    count: int
    first: int | None
    checked: bool

    def row(self, base: Operand, mask: Operand, width: Width) -> None:
        """Note the actions `base + i` for the bits of a mask."""
        b = self.code.b
        if isinstance(mask, int) and not mask:
            return
        b.set(self.count, b.op("add", b.get(self.count), b.op("popcount", mask, width=64)))
        if self.first is not None:
            unset = b.op("lt", b.get(self.first), 0)
            some = b.op("and", unset, b.op("ne", mask, 0), width=1)
            with b.when(some):
                b.set(self.first, b.op("add", base, b.op("ctz", mask, width=64)))
        for word in range(width // 64):
            part = b.op("shr", mask, 64 * word, width=width) if word else mask
            low = part if width == 64 else b.op("narrow", part, width=64)
            first = b.op("add", base, 64 * word)
            if not self.checked:
                b.add(Row(first, low, checked=False))
                continue
            with b.when(b.op("ne", low, 0)):
                b.add(Row(first, low))


def most_rows(arm: ArmLayout) -> int:
    """Return how many rows the legal actions of an arm take at most."""
    rows = 1
    for static in arm.statics[:-1]:
        rows *= len(static)
    last = len(arm.statics[-1]) if arm.statics else 1
    return rows * -(-last // 64)
