"""Say of what is loaded between which numbers it is known to lie, where it was not stored since.

    before:  b20: known: on[r195] is r7 to r8   r197 = on[r195]   quiet := r207   r461 = on[r195]
    after:   b20: r197 = on[r195], r7 to r8   quiet := r207   r461 = on[r195], r7 to r8

What a player draws is legal, so that a place that he names holds what the conditions of his choice
ask for. LLVM drops tests that follow from it, and what is done for other values.
"""

from __future__ import annotations

from typing import TypeAlias

import attrs

from interpreter.native.ir.dataflow import at_entries
from interpreter.native.ir.nodes import (
    Field,
    Function,
    Hold,
    Instruction,
    Load,
    LoadTable,
    Op,
    Operand,
    Store,
)
from interpreter.native.ir.uses import operands, read

Ends: TypeAlias = tuple[Operand, Operand]
Known: TypeAlias = dict[tuple[Field, Operand], Ends]


def bound(function: Function) -> None:
    """Bound what is loaded in a function, in place, and drop what was known."""
    known_at = at_entries(function, _pass_by)
    for block in function.blocks:
        known: Known = dict(known_at.get(block.label, {}))
        nodes: list[Instruction] = []
        for node in block.instructions:
            if isinstance(node, Load) and (node.field, node.index) in known:
                low, high = known[node.field, node.index]
                nodes.append(attrs.evolve(node, low=low, high=high))
            elif not isinstance(node, Hold):
                nodes.append(node)
            _pass_by(node, known)
        block.instructions = nodes


def forget(function: Function) -> None:
    """Drop what is known, where somebody may come who did not draw, and what only it read."""
    dropped: list[Instruction] = [node for node in function.nodes if isinstance(node, Hold)]
    while dropped:
        gone = {id(node) for node in dropped}
        for block in function.blocks:
            block.instructions = [node for node in block.instructions if id(node) not in gone]
        asked = {one for node in dropped for one in operands(node)}
        asked -= {one for block in function.blocks for one in read(block)}
        made = (node for node in function.nodes if isinstance(node, Op | Load | LoadTable))
        dropped = [node for node in made if node.dst in asked]


def _pass_by(node: Instruction, known: Known) -> None:
    """Change what is known as an instruction does."""
    match node:
        case Hold(field=field, index=index, low=low, high=high):
            known[field, index] = (low, high)
        case Store(field=field):
            for place in [place for place in known if place[0] == field]:
                del known[place]
        case _:
            pass
