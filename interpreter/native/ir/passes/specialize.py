"""Give a loop of choices a copy for each of two players whose turn it is.

    before:  b3: r4 = turns2.player   turns2.player := r9   go to b5   b5: r11 = turns2.player
    after:   b0: r60 = turns2.player   case r60 of 0: b1, else b41
             b4: v7 := 0   r4 = v7   turns2.player := r9   case r9 of 0: b6, else b46
             b6: v7 := 0   r11 = v7      b46: v7 := 1   r41 = v7

What hangs on whose turn it is, is known in each copy: whose board it is, which way he goes, who is
next. LLVM computes it, and nothing is computed or selected while playouts run.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

import attrs

from interpreter.native.ir.nodes import (
    Block,
    Field,
    Function,
    Get,
    Instruction,
    Jump,
    Load,
    Operand,
    Reg,
    Set,
    Store,
    Switch,
    Terminator,
)
from interpreter.native.ir.renaming import Renaming
from interpreter.native.ir.uses import destination, operands, read

MOST: Final = 2500
"""Instructions of all copies together."""

TURNS: Final = 2
"""Players for each of whom there is a copy: with more, what is copied is read once too seldom."""

HANGS: Final = 5
"""One of so many instructions has to hang on whose turn it is, else copies gain little."""


def specialize(function: Function) -> None:
    """Copy the blocks of a function for each of two players whose turn it may be, in place.

    Not where little hangs on that, or the copies would be too large.
    """
    nodes = function.nodes
    often = Counter(one.field for one in nodes if isinstance(one, Load) and one.field.turns)
    if not often:
        return
    ((field, _),) = often.most_common(1)
    is_large = field.turns * len(nodes) > MOST
    if field.turns == TURNS and _hanging(nodes, field) * HANGS >= len(nodes) and not is_large:
        stored = _split(function, field)
        _demote(function)
        _Copies(function, field, stored).make()


def _hanging(nodes: list[Instruction], field: Field) -> int:
    """Return how many instructions compute with what a field says, or with what hangs on it."""
    hanging: set[Operand] = set()
    variables: set[int] = set()
    found = 0
    for node in nodes:
        hangs = not hanging.isdisjoint(operands(node))
        found += hangs
        if hangs and isinstance(node, Set):
            variables.add(node.variable)
        says = (isinstance(node, Load) and node.field == field) or (
            isinstance(node, Get) and node.variable in variables
        )
        made = destination(node)
        if made is not None and (hangs or says):
            hanging.add(made)
    return found


def _split(function: Function, field: Field) -> dict[int, Operand]:
    """Let blocks end where a field is stored; return which do, by label, and what is stored."""
    stored: dict[int, Operand] = {}
    todo = list(function.blocks)
    while todo:
        block = todo.pop()
        for at, node in enumerate(block.instructions, 1):
            if isinstance(node, Store) and node.field == field:
                rest = attrs.evolve(
                    block, label=function.labels, instructions=block.instructions[at:]
                )
                block.instructions, block.is_head = block.instructions[:at], False
                block.terminator = Jump(rest.label)
                stored[block.label] = node.value
                function.blocks.append(rest)
                todo.append(rest)
                break
    return stored


def _demote(function: Function) -> None:
    """Put registers that are read in other blocks than their own into variables.

    There will be a copy of a block for each of those before it, and each may lead to it.
    """
    homes: dict[Operand, Block] = {}
    for block in function.blocks:
        for node in block.instructions:
            made = destination(node)
            if made is not None:
                homes[made] = block
    held: dict[Reg, int] = {}
    for block in function.blocks:
        names: dict[Reg, Reg] = {}
        for one in dict.fromkeys(read(block)):
            if isinstance(one, Reg) and homes.get(one, block) is not block:
                if one not in held:
                    held[one] = function.variable(one.width)
                names[one] = function.register(one.width)
        if names:
            renamed = Renaming(0, 0, names=names).block(block)
            got = [Get(new, held[old]) for old, new in names.items()]
            block.instructions = [*got, *renamed.instructions]
            block.terminator = renamed.terminator
    for one, variable in held.items():
        nodes = homes[one].instructions
        at = next(at for at, node in enumerate(nodes, 1) if destination(node) == one)
        nodes.insert(at, Set(variable, one))


class _Copies:
    """The copies of the blocks of a function. `stored`: what some store at their end."""

    def __init__(self, function: Function, field: Field, stored: dict[int, Operand]) -> None:
        self.function, self.field, self.stored = function, field, stored
        self.blocks = function.blocks
        self.labels, self.registers = function.labels, function.registers
        self.turn = function.variable(64)

    def make(self) -> None:
        """Make them, behind a block that looks whose turn it is."""
        function, first = self.function, self.blocks[0]
        now = Reg(self.field.turns * self.registers, 64)
        function.registers = now.number + 1
        function.blocks = [Block(0, first.note, first.line)]
        function.blocks[0].instructions.append(Load(now, self.field, 0))
        function.blocks[0].terminator = self.by_turn(now, first.label)
        for value in range(self.field.turns):
            function.blocks += self.copy(value)

    def copy(self, value: int) -> list[Block]:
        """Return the copies for one of whom it may be the turn."""
        parameters = {one: one for one in self.function.parameters}
        renaming = Renaming(self.at(value, 0), value * self.registers, names=parameters)
        copies = []
        for block in self.blocks:
            made = renaming.block(block)
            loads = [
                at
                for at, node in enumerate(made.instructions)
                if isinstance(node, Load) and node.field == self.field
            ]
            for at in loads:
                load = made.instructions[at]
                assert isinstance(load, Load), "they were looked for"
                made.instructions[at] = Get(load.dst, self.turn)
            if loads:
                made.instructions.insert(0, Set(self.turn, value))
            if block.label in self.stored:
                assert isinstance(block.terminator, Jump), "it was split there"
                new = renaming.operand(self.stored[block.label])
                made.terminator = self.by_turn(new, block.terminator.to)
            copies.append(made)
        return copies

    def by_turn(self, turn: Operand, label: int) -> Terminator:
        """Return how play goes on with the copy of a block for whose turn it is."""
        if isinstance(turn, int):
            return Jump(self.at(turn, label))
        cases = tuple((value, self.at(value, label)) for value in range(1, self.field.turns))
        return Switch(turn, cases, self.at(0, label))

    def at(self, value: int, label: int) -> int:
        """Return the label of the copy of a block."""
        return 1 + value * self.labels + label
