"""Copies of blocks and of what is in them, with names of their own.

before:  b1: r2 = v0   go to b3
after:   b41: r62 = v7   go to b43
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

import attrs

from interpreter.native.ir.nodes import (
    Block,
    Branch,
    Instruction,
    Jump,
    Operand,
    Reg,
    Return,
    Switch,
    Terminator,
)
from rulelang.freezing import frozen


@frozen
class Renaming:
    """By how much the labels, registers, variables and buffers of a copy are numbered higher.

    `names`: what some registers are called instead.
    """

    label: int
    registers: int
    variables: int = 0
    buffers: int = 0
    names: Mapping[Reg, Reg] = attrs.field(factory=dict)

    def block(self, block: Block) -> Block:
        """Return a copy of a block."""
        made = Block(self.label + block.label, block.note, block.line, is_head=block.is_head)
        made.instructions = [self.instruction(node) for node in block.instructions]
        made.terminator = None if block.terminator is None else self.terminator(block.terminator)
        return made

    def register(self, register: Reg) -> Reg:
        """Return what a register is called."""
        known = self.names.get(register)
        return Reg(self.registers + register.number, register.width) if known is None else known

    def operand(self, value: Operand) -> Operand:
        """Return what an operand is called."""
        return self.register(value) if isinstance(value, Reg) else value

    def instruction(self, node: Instruction) -> Instruction:
        """Return an instruction with other names in it."""
        changed: dict[str, object] = {}
        for field in attrs.fields(type(node)):
            value = getattr(node, field.name)
            if isinstance(value, Reg):
                changed[field.name] = self.register(value)
            elif field.name == "args":
                changed["args"] = tuple(self.operand(one) for one in value)
            elif field.name == "variable":
                changed["variable"] = self.variables + value
            elif field.name == "buffer":
                changed["buffer"] = self.buffers + value
        return attrs.evolve(node, **changed)  # type: ignore[arg-type]  # each by its field

    def terminator(self, node: Terminator) -> Terminator:
        """Return the end of a block with other names in it."""
        match node:
            case Jump(to=to):
                return Jump(self.label + to)
            case Branch(test=test, yes=yes, no=no):
                return Branch(self.operand(test), self.label + yes, self.label + no)
            case Switch(value=value, cases=cases, default=default):
                moved = tuple((number, self.label + to) for number, to in cases)
                return Switch(self.operand(value), moved, self.label + default)
            case Return(value=value):
                return Return(None if value is None else self.operand(value))
            case _:
                assert_never(node)
