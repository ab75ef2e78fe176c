"""What stands in the bodies of rules, found in one go.

before:  the body of an effect, of a fact, of set-up or play
after:   which effects or facts it calls, on which ways something moves, which arms are on offer
"""

from __future__ import annotations

from typing import Literal, assert_never

from rulelang import core
from rulelang.core.walk import blocks_in, operands
from rulelang.freezing import frozen


@frozen(cache_hash=True)
class Way:
    """From where to where something may move. `kind`: which one, if that is known beforehand.

    `source` None: from anywhere. What is rolled stays where it is.
    """

    sort: Literal["move", "draw", "roll"]
    kind: int | None
    source: int | None
    target: int


@frozen
class Gathered:
    """What stands in a block, with all blocks inside it.

    `invoked`: the effects that it calls, each once. `offered`: the bodies of the arms of every
    `anytime`. `ends`, `stops`: whether it has an end of the game, and something that stops a loop.
    """

    block: core.Block
    invoked: tuple[int, ...]
    ways: frozenset[Way]
    offered: tuple[core.Block, ...]
    ends: bool
    stops: bool


def gathered(block: core.Block) -> Gathered:
    """Return what stands in a block."""
    invoked: dict[int, None] = {}
    ways: set[Way] = set()
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
                    ways.add(_way(node))
                case core.Anytime(arms=arms):
                    offered += [arm.body for arm in arms]
                case core.End():
                    ends = True
                case core.Stop():
                    stops = True
                case (
                    core.Let() | core.Assign() | core.Remember() | core.Reveal() | core.Show()
                    | core.Say() | core.Need() | core.NextTurn() | core.TooDeep() | core.If()
                    | core.For() | core.Repeat() | core.Turns() | core.Phase() | core.Random()
                    | core.Choose()
                ):  # fmt: skip
                    pass
                case _:
                    assert_never(node)
    return Gathered(block, tuple(invoked), frozenset(ways), tuple(offered), ends, stops)


def _way(node: core.Move | core.Draw | core.Roll) -> Way:
    match node:
        case core.Roll(place=place):
            return Way("roll", None, place.zone, place.zone)
        case core.Draw(source=source, target=target):
            return Way("draw", None, source.zone, target.zone)
        case core.Move(what=what, source=place, target=target):
            kind = what.value if isinstance(what, core.Const) else None
            known = kind if isinstance(kind, int) else None
            return Way("move", known, None if place is None else place.zone, target.zone)
        case _:
            assert_never(node)


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
