"""Go on at once where it is known which way a branch further on goes: jump threading.

    before:  b17: v0 := none   go to b18
             b18: r31 = v0   r32 = r31 >= 0   if r32: b20 else b19
    after:   b17: v0 := none   go to b19

LLVM does so too, but late: by then it may have made one value of both ways, which is waited for
where it was never in doubt.
"""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.native.ir.clean import successors
from interpreter.native.ir.folding import folded
from interpreter.native.ir.nodes import (
    Block,
    Branch,
    Function,
    Get,
    Jump,
    Load,
    LoadContext,
    LoadTable,
    Op,
    Operand,
    Set,
)
from interpreter.native.ir.uses import destination, read

_PURE = Op | Get | Load | LoadTable | LoadContext
"""What may be left out, where nobody reads what it makes."""


def thread(function: Function) -> None:
    """Thread the jumps of a function behind constants, in place."""
    blocks = {block.label: block for block in function.blocks}
    for block in function.blocks:
        known: dict[int, int] = {}
        for node in block.instructions:
            if isinstance(node, Set):
                known.pop(node.variable, None)
                if isinstance(node.value, int):
                    known[node.variable] = node.value
        seen = {block.label}
        while known and isinstance(block.terminator, Jump) and block.terminator.to not in seen:
            passed = blocks[block.terminator.to]
            seen.add(passed.label)
            onward = _decided(passed, known)
            if onward is None or _are_read(passed, blocks[onward], blocks):
                break
            block.terminator = Jump(onward)


def _decided(block: Block, known: Mapping[int, int]) -> int | None:
    """Return where a block leads that only computes, where some variables are known."""
    if not isinstance(block.terminator, Branch):
        return None
    values: dict[Operand, Operand] = {}
    for node in block.instructions:
        if not isinstance(node, _PURE):
            return None
        if isinstance(node, Get) and node.variable in known:
            values[node.dst] = known[node.variable]
        elif isinstance(node, Op):
            value = folded(node.op, tuple(values.get(arg, arg) for arg in node.args))
            if value is not None:
                values[node.dst] = value
    test = values.get(block.terminator.test)
    if not isinstance(test, int):
        return None
    return block.terminator.yes if test else block.terminator.no


def _are_read(passed: Block, onward: Block, blocks: Mapping[int, Block]) -> bool:
    """Return whether what a block makes is read from another on, without coming through it."""
    made = {destination(node) for node in passed.instructions}
    seen, todo = {passed.label, onward.label}, [onward]
    while todo:
        block = todo.pop()
        if any(one in made for one in read(block)):
            return True
        for label in successors(block):
            if label not in seen:
                seen.add(label)
                todo.append(blocks[label])
    return False
