"""What is known where blocks begin, whichever way they are entered: facts that flow forward.

before:  b3: v1 := r5   go to b5     b4: v1 := r5   v2 := r6   go to b5     b5: ...
after:   b5: v1 is r5
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from interpreter.native.ir.clean import successors
from interpreter.native.ir.nodes import Function, Instruction

_K = TypeVar("_K")
_V = TypeVar("_V")


def at_entries(
    function: Function, pass_by: Callable[[Instruction, dict[_K, _V]], None]
) -> dict[int, dict[_K, _V]]:
    """Return what is known where each block begins, by label; of blocks that are reached.

    `pass_by` changes what is known as an instruction does. Where ways meet, what is known on all
    of them (Kildall, "A Unified Approach to Global Program Optimization", 1973). So nothing is
    known of a register before where it is written, once, in a loop either: on the first way there
    nothing was.
    """
    first = function.blocks[0]
    blocks = {block.label: block for block in function.blocks}
    states: dict[int, dict[_K, _V]] = {first.label: {}}
    todo = [first]
    while todo:
        block = todo.pop()
        state = dict(states[block.label])
        for node in block.instructions:
            pass_by(node, state)
        for label in successors(block):
            known = states.get(label)
            both = state if known is None else dict(known.items() & state.items())
            if known is None or both != known:
                states[label] = dict(both)
                todo.append(blocks[label])
    return states
