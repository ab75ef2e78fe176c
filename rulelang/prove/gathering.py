"""What stands in the bodies of rules, found in one go.

before:  the body of an effect, of a fact, of set-up or play
after:   which effects or facts it calls, what moves there, which arms it offers at any time
"""

from __future__ import annotations

from typing import TypeAlias

from rulelang import core
from rulelang.core.walk import blocks_in, operands
from rulelang.freezing import frozen

Moving: TypeAlias = core.Move | core.Draw | core.Roll


@frozen
class Gathered:
    """What stands in a block, with all blocks inside it.

    `invoked`: the effects that it calls, each once. `offered`: the bodies of the arms of every
    `anytime`. `ends`, `stops`: whether it has an end of the game, and something that stops a loop.
    """

    block: core.Block
    invoked: tuple[int, ...]
    moves: tuple[Moving, ...]
    offered: tuple[core.Block, ...]
    ends: bool
    stops: bool


def gathered(block: core.Block) -> Gathered:
    """Return what stands in a block."""
    invoked: dict[int, None] = {}
    moves: list[Moving] = []
    offered: list[core.Block] = []
    ends = stops = False
    todo = [block]
    while todo:
        for node in todo.pop().statements:
            todo.extend(blocks_in(node))
            match node:
                case core.Invoke(effect=effect):
                    invoked.setdefault(effect)
                case core.Move() | core.Draw() | core.Roll():
                    moves.append(node)
                case core.Anytime(arms=arms):
                    offered += [arm.body for arm in arms]
                case core.End():
                    ends = True
                case core.Stop():
                    stops = True
                case _:
                    pass
    return Gathered(block, tuple(invoked), tuple(moves), tuple(offered), ends, stops)


def called(body: core.Expr) -> tuple[int, ...]:
    """Return the facts that the body of a fact calls, each once."""
    found: dict[int, None] = {}
    todo = [body]
    while todo:
        part = todo.pop()
        todo.extend(operands(part))
        if isinstance(part, core.Call):
            found.setdefault(part.fact)
    return tuple(found)
