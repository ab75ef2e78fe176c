"""Whether play can go on behind a statement: behind `end` and `stop` it never does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from rulelang import core


def goes_on(block: core.Block, returning: Mapping[int, bool]) -> bool:
    """Return whether what follows a block may be reached.

    `returning` says so of the effects that it calls.
    """
    return all(_goes_on(node, returning) for node in block.statements)


def _goes_on(node: core.Statement, returning: Mapping[int, bool]) -> bool:
    if isinstance(node, core.Simple):
        return not isinstance(node, core.End | core.Stop)
    match node:
        case core.If(then=then, other=other):
            return other is None or goes_on(then, returning) or goes_on(other, returning)
        case core.Phase(body=body) | core.Random(body=body) | core.Anytime(body=body):
            return goes_on(body, returning)
        case core.Choose(limit=None, arms=arms, otherwise=otherwise):
            bodies = [arm.body for arm in arms]
            return any(
                goes_on(body, returning)
                for body in (*bodies, *((otherwise,) if otherwise else ()))
            )
        case core.Invoke(effect=effect):
            return returning[effect]
        case core.Draw() | core.Roll() | core.For() | core.Repeat() | core.Turns() | core.Choose():
            return True
        case _:
            assert_never(node)
