"""How often a play may remember: the loops around `remember` multiplied out.

    before:  each turn of p, at most 80: … remember seen
    after:   seen: 80

What `forget` empties is not reckoned with, so that a bound below this is one that may still hold.
"""

from __future__ import annotations

from math import prod
from typing import assert_never

from rulelang import core
from rulelang.prove.footprints import Gatherer, effects_in_order

BEYOND = 1 << 40


def most_remembered(spec: core.Spec) -> tuple[int, ...]:
    """Return for each memory how often a play may add to it; `BEYOND` where that is not known."""
    return tuple(_of_spec(spec, number) for number in range(len(spec.memories)))


def _of_spec(spec: core.Spec, memory: int) -> int:
    effects: dict[int, int] = {}
    for effect in effects_in_order(spec, Gatherer()):
        effects[effect] = _of_block(spec.effects[effect].body, memory, effects)
    return sum(_of_block(block, memory, effects) for block in (spec.setup, spec.play))


def _of_block(block: core.Block, memory: int, effects: dict[int, int]) -> int:
    return min(BEYOND, sum(_of(node, memory, effects) for node in block.statements))


def _of(node: core.Statement, memory: int, effects: dict[int, int]) -> int:  # noqa: C901 - a flat dispatch
    def inside(block: core.Block | None) -> int:
        return 0 if block is None else _of_block(block, memory, effects)

    if isinstance(node, core.Simple):
        return int(isinstance(node, core.Remember) and node.memory == memory and not node.forgets)
    match node:
        case core.If(then=then, other=other):
            return max(inside(then), inside(other))
        case core.For(search=search, body=body):
            domains = [binder.domain for binder in search.binders]
            sizes = [
                len(d.value)
                if isinstance(d, core.Const) and isinstance(d.value, tuple)
                else BEYOND
                for d in domains
            ]
            return inside(body) and min(BEYOND, prod(sizes) * inside(body))
        case core.Repeat(limit=limit, body=body) | core.Turns(limit=limit, body=body):
            return inside(body) and min(BEYOND, _times(limit) * inside(body))
        case core.Phase(body=body) | core.Random(body=body):
            return inside(body)
        case core.Choose(arms=arms, limit=limit, otherwise=otherwise):
            picked = max((inside(arm.body) for arm in arms), default=0)
            rounds = 1 if limit is None else _times(limit) + 1
            return min(BEYOND, (picked and rounds * picked) + inside(otherwise))
        case core.Anytime(arms=arms, limit=limit, body=body):
            picked = max((inside(arm.body) for arm in arms), default=0)
            return min(BEYOND, (picked and _times(limit) * picked) + inside(body))
        case core.Invoke(effect=effect):
            return effects[effect]
        case core.Draw() | core.Roll():
            return 0
        case _:
            assert_never(node)


def _times(limit: core.Expr) -> int:
    match limit:
        case core.Const(value=int(number)):
            return max(0, number)
        case _:
            return BEYOND
