"""Drop blocks that nothing leads to, and chains of jumps.

    before:  b1: jump b2   b2: jump b3   b4: (nothing leads here)
    after:   b1: jump b3

A block without an end goes on nowhere here. It is unreachable, or a mistake that `verify` finds.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import assert_never

from interpreter.native.ir.nodes import Block, Branch, Function, Jump, Return, Switch, Terminator


def clean(function: Function) -> None:
    """Drop unreachable blocks and chains of jumps of a function, in place."""
    blocks = {block.label: block for block in function.blocks}
    onward = {label: _end_of_chain(label, blocks) for label in blocks}
    for block in function.blocks:
        if block.terminator is not None:
            block.terminator = _redirected(block.terminator, onward)
    reached: set[int] = set()
    todo = [0]
    while todo:
        label = todo.pop()
        if label not in reached:
            reached.add(label)
            todo += successors(blocks[label])
    function.blocks = [block for block in function.blocks if block.label in reached]


def successors(block: Block) -> tuple[int, ...]:
    """Return the labels that a block may go on with."""
    match block.terminator:
        case Jump(to=to):
            return (to,)
        case Branch(yes=yes, no=no):
            return (yes, no)
        case Switch(cases=cases, default=default):
            return (*(to for _, to in cases), default)
        case Return() | None:
            return ()
        case _:
            assert_never(block.terminator)


def going_on(function: Function, ends: Collection[int] = ()) -> list[Block]:
    """Return the blocks from which a function may go on without end: what leads out is left.

    `ends`: labels of blocks that count as the end.
    """
    onward = {
        block.label: set() if block.label in ends else set(successors(block))
        for block in function.blocks
    }
    before: dict[int, list[int]] = {}
    for label, follow in onward.items():
        for other in follow:
            before.setdefault(other, []).append(label)
    left = [label for label, follow in onward.items() if not follow]
    while left:
        end = left.pop()
        del onward[end]
        for label in before.get(end, ()):
            onward[label].discard(end)
            if not onward[label]:
                left.append(label)
    return [block for block in function.blocks if block.label in onward]


def _end_of_chain(label: int, blocks: dict[int, Block]) -> int:
    seen = {label}
    while True:
        block = blocks[label]
        if block.instructions or not isinstance(block.terminator, Jump):
            return label
        label = block.terminator.to
        if label in seen:
            return label
        seen.add(label)


def _redirected(node: Terminator, onward: dict[int, int]) -> Terminator:
    match node:
        case Jump(to=to):
            return Jump(onward[to])
        case Branch(test=test, yes=yes, no=no):
            yes, no = onward[yes], onward[no]
            return Jump(yes) if yes == no else Branch(test, yes, no)
        case Switch(value=value, cases=cases, default=default):
            new = tuple((number, onward[to]) for number, to in cases)
            return Switch(value, new, onward[default])
        case Return():
            return node
        case _:
            assert_never(node)
