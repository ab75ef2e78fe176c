"""Copy small functions into a loop that plays on from choice to choice.

    before:  b8: r13 = draw1()   r14 = r13 >= 0   if r14: b9 else b10
    after:   b8: go to b41   b41 …: the blocks of draw1, which end with: v7 := r60   go to b53
             b53: r13 = v7   r14 = r13 >= 0   if r14: b9 else b10

LLVM would do the same, but behind this what a loop reads and writes is seen here: see `promote`.
"""

from __future__ import annotations

from typing import Final

from interpreter.native.ir.clean import successors
from interpreter.native.ir.nodes import (
    Block,
    CallFunction,
    Function,
    Get,
    Instruction,
    Jump,
    Module,
    Outcome,
    Return,
    Room,
    Row,
    Set,
)
from interpreter.native.ir.renaming import Renaming

MOST: Final = 150
"""Instructions of a function that is copied."""

MOST_HOT: Final = 600
"""Those of one that playouts call at each choice."""

MOST_COPIED: Final = 2000
"""Those of all that are copied into one function, but for the hot ones: these are called once."""


def inline(module: Module) -> None:
    """Copy into loops of choices the small functions that they call, in place."""
    for function in [one for one in module.functions.values() if _plays_on(one, module)]:
        function.is_loop = True
        todo, left = list(function.blocks), MOST_COPIED
        while todo:
            block = todo.pop()
            for at, node in enumerate(block.instructions):
                callee = called(node, module)
                if callee is not None and _is_small(callee, left):
                    left -= 0 if callee.is_hot else len(callee.nodes)
                    todo += _split(function, block, at, callee)
                    break


def called(node: Instruction, module: Module) -> Function | None:
    """Return the function of the module that an instruction calls, if it does."""
    return module.functions.get(node.name) if isinstance(node, CallFunction) else None


def _plays_on(function: Function, module: Module) -> bool:
    blocks = {block.label: block for block in function.blocks}
    for block in function.blocks:
        callees = [called(node, module) for node in block.instructions]
        is_hot = any(callee is not None and callee.is_hot for callee in callees)
        if is_hot and block.label in _behind(block, blocks):
            return True
    return False


def _behind(block: Block, blocks: dict[int, Block]) -> set[int]:
    """Return the labels that a block leads to, at once or later."""
    seen: set[int] = set()
    todo = list(successors(block))
    while todo:
        label = todo.pop()
        if label not in seen:
            seen.add(label)
            todo += successors(blocks[label])
    return seen


def _is_small(function: Function, left: int) -> bool:
    """Return whether a function may be copied: those that list keep account until their end.

    `left`: how many instructions may be copied yet.
    """
    nodes = function.nodes
    lists = any(isinstance(node, Row | Room | Outcome) for node in nodes)
    most = MOST_HOT if function.is_hot else min(MOST, left)
    return not (function.is_rare or lists) and len(nodes) <= most


def _split(function: Function, block: Block, at: int, callee: Function) -> list[Block]:
    """Put the blocks of a callee in the place of a call; return them and what comes behind."""
    call = block.instructions[at]
    assert isinstance(call, CallFunction), "this is where the callee is called"
    first = function.labels
    copy = Renaming(first, function.registers, len(function.variables), len(function.buffers))
    function.registers += callee.registers
    function.variables += callee.variables
    function.buffers += callee.buffers
    behind = Block(first + callee.labels, "behind", block.line)
    behind.instructions = block.instructions[at + 1 :]
    behind.terminator, behind.is_head = block.terminator, block.is_head
    result = -1
    if call.dst is not None:
        result = function.variable(call.dst.width)
        behind.instructions.insert(0, Get(call.dst, result))
    block.instructions = block.instructions[:at]
    block.terminator, block.is_head = Jump(first + callee.blocks[0].label), False
    given: list[Instruction] = []
    for parameter, value in zip(callee.parameters, call.args, strict=True):
        held = function.variable(64)
        block.instructions.append(Set(held, value))
        given.append(Get(copy.register(parameter), held))
    blocks = [copy.block(one) for one in callee.blocks]
    for one in blocks:
        if isinstance(one.terminator, Return):
            if result >= 0 and one.terminator.value is not None:
                one.instructions.append(Set(result, one.terminator.value))
            one.terminator = Jump(behind.label)
    blocks[0].instructions[:0] = given
    function.blocks += (*blocks, behind)
    return [*blocks, behind]
