"""Give playouts code of their own where they choose in a loop; all other play has the code it had.

    before:  root1:     case r0 of 5: b5, 7: b7   b5: r11 = context.auto   r12 = r11 != 0
                        if r12: b8 else b10   b7: r19 = context.taken
    after:   root1:     case r0 of 5: b5, 7: b7   b5: go to b10
             playout1:  case r0 of 5: b5          b5: go to b8

Playouts enter where somebody is asked, and nobody else comes back with an action: so that what is
taken is what was drawn, which is known to be legal. What they do not read, `dce` drops.
"""

from __future__ import annotations

from collections.abc import Collection

import attrs

from interpreter.native.ir.nodes import (
    Block,
    Branch,
    Fault,
    Function,
    Jump,
    LoadContext,
    Module,
    Op,
    Return,
    Switch,
)


def clone(module: Module, name: str, made: str, answers: Collection[int], *, is_cut: bool) -> None:
    """Add a copy of a function for playouts to the module, and leave the draws to it.

    `answers`: the blocks at which it is entered with what somebody chose. `is_cut`: playouts may
    end in the middle.
    """
    function = module.functions[name]
    blocks = [attrs.evolve(one, instructions=list(one.instructions)) for one in function.blocks]
    copy = attrs.evolve(
        function,
        name=made,
        blocks=blocks,
        variables=list(function.variables),
        buffers=list(function.buffers),
    )
    first = blocks[0]
    assert isinstance(first.terminator, Switch), "a root begins with where it is entered"
    asked = tuple(case for case in first.terminator.cases if case[1] not in answers)
    first.terminator = attrs.evolve(first.terminator, cases=asked)
    for block in blocks:
        _leave_at_fault(block)
    _settle(function, draws=False)
    if not is_cut:
        _settle(copy, draws=True)
    module.functions[made] = copy


def _leave_at_fault(block: Block) -> None:
    """End with the first fault: a playout that came to one is left out."""
    for at, node in enumerate(block.instructions):
        if isinstance(node, Fault):
            block.instructions = block.instructions[: at + 1]
            block.terminator = Return(-1)
            return


def _settle(function: Function, *, draws: bool) -> None:
    """Go on without asking whether a playout is to draw."""
    for block in function.blocks:
        match block:
            case Block(
                instructions=[
                    *rest,
                    LoadContext(dst=auto, slot="auto"),
                    Op(dst=test, op="ne", args=(asked, 0)),
                ],
                terminator=Branch(test=decides, yes=yes, no=no),
            ) if asked == auto and decides == test:
                block.instructions, block.terminator = rest, Jump(yes if draws else no)
