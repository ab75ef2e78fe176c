"""Give playouts code of their own where they choose in a loop; all other play has the code it had.

    before:  coroutine1: case r0 of 5: b5, 7: b7   b5: r11 = context.auto   r12 = r11 != 0
                         if r12: b8 else b10   b7: r19 = context.taken
    after:   coroutine1: case r0 of 5: b5, 7: b7   b5: go to b10
             playout1:   case r0 of 5: b5          b5: go to b8

Playouts enter where somebody is asked, and nobody else comes back with an action: so that what is
taken is what was drawn, which is known to be legal. What they do not read, `dce` drops.
"""

from __future__ import annotations

from collections.abc import Collection

import attrs

from interpreter.native.ir.builder import Builder
from interpreter.native.ir.nodes import (
    Block,
    Branch,
    Fault,
    Function,
    Get,
    Jump,
    LoadContext,
    Module,
    Op,
    Operand,
    Return,
    Set,
    StoreContext,
    Switch,
)
from interpreter.native.ir.statuses import STOP


def ask_who_draws(b: Builder, plays: Block, waits: Block) -> None:
    """Go on at `plays` where a playout draws, else at `waits`; `clone` settles it."""
    b.branch(b.op("ne", b.context("auto"), 0), plays, waits)


def is_among(b: Builder, number: Operand, first: int, count: int) -> Operand:
    """Return whether an action number is one of an arm's; of the last one `clone` says yes."""
    return b.op("and", b.op("ge", number, first), b.op("lt", number, first + count), width=1)


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
    assert isinstance(first.terminator, Switch), "a coroutine begins with where it is entered"
    asked = tuple(case for case in first.terminator.cases if case[1] not in answers)
    first.terminator = attrs.evolve(first.terminator, cases=asked)
    for block in blocks:
        _leave_at_fault(block)
    _keep_taken(copy)
    _settle(function, draws=False)
    if not is_cut:
        _settle(copy, draws=True)
    module.functions[made] = copy


def _leave_at_fault(block: Block) -> None:
    """End with the first fault: a playout that came to one is left out."""
    for at, node in enumerate(block.instructions):
        if isinstance(node, Fault):
            block.instructions = block.instructions[: at + 1]
            block.terminator = Return(STOP)
            return


def _keep_taken(function: Function) -> None:
    """Keep what is taken in a variable, as nobody but the function comes with it or looks at it.

    Where a player may choose it is a legal action, so that the last arm asks no more whether it is
    one of its own.
    """
    taken, entered = function.variable(64), function.register(64)
    read: set[Operand] = set()
    for block in function.blocks:
        for at, node in enumerate(block.instructions):
            if isinstance(node, LoadContext) and node.slot == "taken":
                read.add(node.dst)
                block.instructions[at] = Get(node.dst, taken)
            elif isinstance(node, StoreContext) and node.slot == "taken":
                block.instructions[at] = Set(taken, node.value)
        if isinstance(block.terminator, Return) and block.terminator.value != STOP:
            held = function.register(64)
            block.instructions += [Get(held, taken), StoreContext("taken", held)]
    function.blocks[0].instructions[:0] = [LoadContext(entered, "taken"), Set(taken, entered)]
    faults = {
        block.label
        for block in function.blocks
        if any(isinstance(one, Fault) for one in block.instructions[:1])
    }
    for block in function.blocks:
        match block:
            case Block(
                instructions=[
                    *_,
                    Op(args=(number, _)),
                    Op(args=(same, _)),
                    Op(dst=test, op="and"),
                ],
                terminator=Branch(test=decides, yes=yes, no=no),
            ) if number == same and number in read and decides == test and no in faults:
                block.terminator = Jump(yes)


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
    left = (node for node in function.nodes if isinstance(node, LoadContext))
    assert all(node.slot != "auto" for node in left), "it is asked as `ask_who_draws` does"
