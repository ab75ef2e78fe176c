"""Read at once what was put into a variable, where nothing else can be there: copy propagation.

    before:  b8: r5 = lone_bit(r3, r4)   r6 = ctz(r5)   v1 := r6   go to b9
             b9: r7 = v1   r8 = 1 << r7
    after:   b8: r5 = lone_bit(r3, r4)   r6 = ctz(r5)   v1 := r6   go to b9
             b9: r8 = r5

A place that is drawn is found in a mask with one bit: a choice that turns the bit on a board waits
for the mask alone.
"""

from __future__ import annotations

from interpreter.native.ir.dataflow import at_entries
from interpreter.native.ir.nodes import (
    Block,
    Function,
    Get,
    Instruction,
    Op,
    Operand,
    Reg,
    Set,
)
from interpreter.native.ir.renaming import Renaming
from interpreter.native.ir.runtime_calls import calls
from interpreter.native.ir.uses import destination, read


def forward(function: Function) -> None:
    """Forward what is put into variables of a function, in place."""
    _Forwarding(function).rewrite()


class _Forwarding:
    """Rewrites one function. `names`: for registers that equal another one, that one."""

    def __init__(self, function: Function) -> None:
        self.function = function
        self.names: dict[Reg, Reg] = {}
        self.made: dict[Operand, Instruction] = {}

    def rewrite(self) -> None:
        """Rewrite all blocks."""
        held = at_entries(self.function, self.pass_by)
        for block in self.function.blocks:
            state = dict(held.get(block.label, {}))
            for node in block.instructions:
                if isinstance(node, Get) and node.variable in state:
                    self.names[node.dst] = self.root(state[node.variable])
                self.pass_by(node, state)
                made = destination(node)
                if made is not None:
                    self.made[made] = node
        for block in self.function.blocks:
            self.name_bits(block)
        renaming = Renaming(0, 0, names={one: self.root(one) for one in self.names})
        for block in self.function.blocks:
            if any(one in self.names for one in read(block)):
                renamed = renaming.block(block)
                block.instructions = [
                    old if destination(old) in self.names else new
                    for old, new in zip(block.instructions, renamed.instructions, strict=True)
                ]
                block.terminator = renamed.terminator

    def root(self, one: Reg) -> Reg:
        """Return the register that one is the same as."""
        while one in self.names:
            one = self.names[one]
        return one

    def pass_by(self, node: Instruction, state: dict[int, Reg]) -> None:
        """Change what variables hold as an instruction does."""
        if isinstance(node, Set):
            state.pop(node.variable, None)
            if isinstance(node.value, Reg):
                state[node.variable] = node.value

    def name_bits(self, block: Block) -> None:
        """Name bits that are made of the place of one after the mask that has it alone."""
        for node in block.instructions:
            match node:
                case Op(dst=dst, op="shl", args=(1, Reg() as place)):
                    alone = self.alone_at(place)
                    if alone is not None and alone.width == dst.width:
                        self.names[dst] = alone
                case _:
                    pass

    def alone_at(self, place: Reg) -> Reg | None:
        """Return the mask whose only bit is at a place, where it was found in one."""
        found = self.made.get(self.root(place))
        if not (isinstance(found, Op) and found.op == "ctz" and isinstance(found.args[0], Reg)):
            return None
        mask = self.root(found.args[0])
        made = self.made.get(mask)
        return mask if calls(made, "lone_bit") else None
