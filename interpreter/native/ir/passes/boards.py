"""Ask boards what zones hold, where playouts then need not keep the zones.

    before:  r7 = on[r3]   r8 = r7 == none
    after:   r9 = on.boards[0]   r10 = on.boards[1]   r11 = r9 | r10   r12 = r11 >> r3
             r13 = r12 & 1   r8 = r13 == 0

What a family of zones holds is written down twice: a kind for each zone, and a mask for each kind.
In a loop of choices the masks lie in registers, and a kind is stored and loaded again. Where
nobody but the loop reads the kinds, they are asked of the masks, and `dce` drops them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from interpreter.native.ir.nodes import (
    NONE,
    Field,
    Function,
    Instruction,
    Load,
    Op,
    Operand,
    Reg,
    Width,
)
from rulelang.freezing import frozen


@frozen
class Masks:
    """The masks that say what an array of numbers says; `low`: the first's number."""

    field: Field
    low: int
    width: Width = 64


def ask_boards(function: Function, boards: Mapping[Field, Masks]) -> None:
    """Ask the boards of arrays in a function, in place, whatever it read of the arrays."""
    _Asking(function, boards).rewrite()


class _Asking:
    """Rewrites one function. `is_there`: for what was loaded, a bit that is 0 if it is none."""

    def __init__(self, function: Function, boards: Mapping[Field, Masks]) -> None:
        self.function, self.boards = function, boards
        self.is_there: dict[Operand, Reg] = {}

    def rewrite(self) -> None:
        """Rewrite all blocks."""
        for node in self.function.nodes:
            if isinstance(node, Load) and node.field in self.boards:
                width = self.boards[node.field].width
                self.is_there[node.dst] = self.function.register(width)
        for block in self.function.blocks:
            nodes = block.instructions
            block.instructions = [new for node in nodes for new in self.instead(node)]

    def instead(self, node: Instruction) -> Iterator[Instruction]:
        """Yield what is done in place of an instruction."""
        match node:
            case Load(dst=dst, field=field, index=index) if field in self.boards:
                yield from self.asked(dst, self.boards[field], index)
            case Op(dst=dst, op="eq" | "ne" as op, args=(held, int(number))) if (
                held in self.is_there and number == NONE
            ):
                yield Op(dst, op, (self.is_there[held], 0))
            case _:
                yield node

    def asked(self, dst: Reg, masks: Masks, index: Operand) -> Iterator[Instruction]:
        """Yield what asks all masks together for a zone, and which of them it is on."""
        register, width, last = self.function.register, masks.width, masks.field.count - 1
        if isinstance(index, Reg) and index.width < width:
            wide = register(width)
            yield Op(wide, "widen", (index,))
            index = wide
        whole: Operand = 0
        found: Operand = NONE
        for at in range(masks.field.count):
            held, bit, is_on = register(width), register(width), register(1)
            yield Load(held, masks.field, at)
            yield from self.bit(held, index, bit)
            yield Op(is_on, "ne", (bit, 0))
            made = dst if at == last else register(64)
            yield Op(made, "select", (is_on, masks.low + at, found))
            found = made
            if at:
                both = register(width)
                yield Op(both, "or", (whole, held))
                held = both
            whole = held
        yield from self.bit(whole, index, self.is_there[dst])

    def bit(self, mask: Operand, index: Operand, bit: Reg) -> Iterator[Instruction]:
        """Yield what asks a mask for a bit."""
        moved = self.function.register(bit.width)
        yield Op(moved, "shr", (mask, index))
        yield Op(bit, "and", (moved, 1))
