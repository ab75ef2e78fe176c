"""Whether registers are written once, and whatever is read was written on every path before.

before:  b0: branch to b1, b2   b1: r1 = 5, jump b2   b2: read r1
after:   (b2, the read, "r1 is read before it is written")
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from interpreter.native.ir.clean import successors
from interpreter.native.ir.nodes import Block, Function, Get, Instruction, Reg, Set, Terminator
from interpreter.native.ir.uses import destination, operands

Mistake: TypeAlias = tuple[Block, Instruction | Terminator, str]
"""Where something is wrong, and what."""


def in_order(function: Function) -> list[Block]:
    """Return the blocks that can be reached, each after one that leads to it, loops apart."""
    blocks = {block.label: block for block in function.blocks}
    done: list[Block] = []
    seen = {0}
    todo: list[tuple[int, Iterator[int]]] = [(0, iter(successors(blocks[0])))]
    while todo:
        label, rest = todo[-1]
        onward = next((to for to in rest if to not in seen), None)
        if onward is None:
            done.append(blocks[label])
            todo.pop()
        else:
            seen.add(onward)
            todo.append((onward, iter(successors(blocks[onward]))))
    return done[::-1]


def misassigned(function: Function) -> Iterator[Mistake]:
    """Yield what is written twice, or read before it is written on every path."""
    yield from _written_again(function)
    known = _known_at_entry(function)
    for block in in_order(function):
        yield from _read_too_early(function, block, known[block.label])


def _written_again(function: Function) -> Iterator[Mistake]:
    seen = {reg.number for reg in function.parameters}
    for block in function.blocks:
        for node in block.instructions:
            reg = destination(node)
            if reg is not None:
                if reg.number in seen:
                    yield block, node, f"r{reg.number} is written twice"
                if reg.number >= function.registers:
                    yield block, node, f"r{reg.number} is not known"
                seen.add(reg.number)


def _known_at_entry(function: Function) -> dict[int, int]:
    """Return what is written whenever a block is entered, for each label.

    Registers and variables are bits of a number, registers first; what is known at the entry of a
    block is what all blocks that lead to it know at their ends.
    """
    count = function.registers
    reached = in_order(function)
    everything = (1 << count + len(function.variables)) - 1
    entry = {block.label: everything for block in reached}
    entry[0] = sum(1 << reg.number for reg in function.parameters)
    made = {block.label: sum({1 << bit for bit in _writes(block, count)}) for block in reached}
    changed = True
    while changed:
        changed = False
        for block in reached:
            leaving = entry[block.label] | made[block.label]
            for to in successors(block):
                if entry[to] & ~leaving:
                    entry[to] &= leaving
                    changed = True
    return entry


def _writes(block: Block, count: int) -> Iterator[int]:
    for node in block.instructions:
        reg = destination(node)
        if reg is not None:
            yield reg.number
        if isinstance(node, Set):
            yield count + node.variable


def _read_too_early(function: Function, block: Block, known: int) -> Iterator[Mistake]:
    count = function.registers
    for node in (*block.instructions, *([block.terminator] if block.terminator else [])):
        for operand in operands(node):
            if isinstance(operand, Reg) and not known >> operand.number & 1:
                yield block, node, f"r{operand.number} is read before it is written"
        match node:
            case Get(variable=variable):
                if not known >> count + variable & 1:
                    yield block, node, f"variable {variable} is read before it is set"
            case Set(variable=variable):
                known |= 1 << count + variable
            case _:
                pass
        reg = destination(node)
        if reg is not None:
            known |= 1 << reg.number
