"""Number the actions: one id for each combination of an arm's choices.

Choose statements in the order of the text, their arms too.

    before:  arms with `first_id` 0
    after:   arms whose ids follow each other without a gap

Ids are static for an instance: they depend on nothing that happens in play.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import assert_never

from rulelang import core
from rulelang.core.walk import arms_in
from rulelang.elaborate.context import Context
from rulelang.elaborate.sharing import Numbered, Shelf
from rulelang.evolving import evolve
from rulelang.freezing import define
from rulelang.messages import flow
from rulelang.rule_types import count_of

MAX_ACTIONS = 2**20


@define
class _Counter:
    next_id: int
    widest: tuple[int, core.Arm] | None = None


def number_actions(
    c: Context, blocks: Sequence[core.Block], first: int = 0
) -> tuple[tuple[core.Block, ...], int]:
    """Return the blocks, in this order, with numbered arms, and the first id after them."""
    counter = _Counter(first)
    numbered = tuple(_shared(c, block, counter) for block in blocks)
    if counter.next_id > MAX_ACTIONS and counter.widest is not None:
        wide, arm = counter.widest
        factors = flow.factors(_sizes(arm))
        reckoning = f"{factors} = {wide:,}" if factors else f"{wide:,}"
        c.report(
            flow.too_many_actions(counter.next_id, MAX_ACTIONS, arm.name, reckoning, arm.span)
        )
    return numbered, counter.next_id


def width(arm: core.Arm) -> int:
    """Return how many ids an arm has."""
    return prod(_sizes(arm))


def needed(block: core.Block) -> int:
    """Return how many ids a block has."""
    return sum(map(width, arms_in(block)))


def _sizes(arm: core.Arm) -> list[int]:
    return [count_of(choice.type) for choice in arm.choices for _ in range(1 + choice.pair)]


def _shared(c: Context, block: core.Block, counter: _Counter) -> core.Block:
    """Return a body with numbered arms, the same for all who begin with that number."""
    if c.world is None or c.shelf is None:
        return _block(block, counter)
    known = numbered_from(c.shelf, block, counter.next_id)
    counter.next_id = known.next_id
    if known.widest and (counter.widest is None or known.widest[0] > counter.widest[0]):
        counter.widest = known.widest
    return known.after


def numbered_from(shelf: Shelf, block: core.Block, first: int) -> Numbered:
    """Return a body whose arms have numbers from the first on, the same for all who ask."""
    key = (id(block), first)
    _, known = shelf.numbered.get(key, (0, None))
    if known is None:
        mine = _Counter(first)
        known = Numbered(block, _block(block, mine), mine.next_id, mine.widest)
    shelf.numbered[key] = (shelf.text, known)
    return known


def _block(block: core.Block, counter: _Counter) -> core.Block:
    made = tuple([_statement(statement, counter) for statement in block.statements])
    if all(new is old for new, old in zip(made, block.statements, strict=True)):
        return block
    return evolve(block, statements=made)


def _maybe(block: core.Block | None, counter: _Counter) -> core.Block | None:
    return None if block is None else _block(block, counter)


def _statement(node: core.Statement, counter: _Counter) -> core.Statement:
    if isinstance(node, core.Simple):
        return node
    match node:
        case core.If(then=then, other=other):
            now, otherwise = _block(then, counter), _maybe(other, counter)
            same = now is then and otherwise is other
            return node if same else evolve(node, then=now, other=otherwise)
        case core.For() | core.Repeat() | core.Turns() | core.Phase() | core.Random():
            body = _block(node.body, counter)
            return node if body is node.body else evolve(node, body=body)
        case core.Choose(arms=arms, otherwise=otherwise):
            numbered = tuple(_arm(arm, counter) for arm in arms)
            inner = tuple(_arm_body(arm, counter) for arm in numbered)
            return evolve(node, arms=inner, otherwise=_maybe(otherwise, counter))
        case core.Anytime(arms=arms, body=body):
            numbered = tuple(_arm(arm, counter) for arm in arms)
            inner = tuple(_arm_body(arm, counter) for arm in numbered)
            return evolve(node, arms=inner, body=_block(body, counter))
        case core.Draw() | core.Roll() | core.Invoke():
            return node
        case _:
            assert_never(node)


def _arm(arm: core.Arm, counter: _Counter) -> core.Arm:
    first, wide = counter.next_id, width(arm)
    counter.next_id += wide
    if counter.widest is None or wide > counter.widest[0]:
        counter.widest = (wide, arm)
    return evolve(arm, first_id=first)


def _arm_body(arm: core.Arm, counter: _Counter) -> core.Arm:
    return evolve(arm, body=_block(arm.body, counter))
