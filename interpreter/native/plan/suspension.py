"""What may wait for a player or for chance, what may end the game, and what names the next turn.

A statement that never waits is plain code. One that may wait is cut at its points: what outlives
them lies in the state.
"""

from __future__ import annotations

from typing import assert_never

import attrs

from rulelang import core
from rulelang.core.walk import blocks_in, nested
from rulelang.freezing import define

AT_ONCE = ("row", "one")
"""Shapes out of which a draw is no chance."""


@define
class Waiting:
    """Answers for one game instance; asked again and again, so they are kept."""

    spec: core.Spec
    _waits: dict[int, bool] = attrs.Factory(dict)
    _ends: dict[int, bool] = attrs.Factory(dict)

    def block(self, block: core.Block) -> bool:
        """Return whether a block may wait."""
        return any(self.statement(statement) for statement in block.statements)

    def statement(self, node: core.Statement) -> bool:
        """Return whether a statement may wait."""
        if isinstance(node, core.Simple):
            return False
        match node:
            case core.Choose() | core.Roll() | core.Random() | core.Anytime() | core.Turns():
                return True
            case core.Draw(source=source):
                return self.spec.zones[source.zone].shape not in AT_ONCE
            case core.Invoke(effect=effect):
                return self.effect(effect)
            case core.If() | core.For() | core.Repeat() | core.Phase():
                return any(self.block(block) for block in blocks_in(node))
            case _:
                assert_never(node)

    def effect(self, effect: int) -> bool:
        """Return whether an effect may wait."""
        known = self._waits.get(effect)
        if known is None:
            known = self._waits[effect] = self.block(self.spec.effects[effect].body)
        return known

    def surely(self, block: core.Block) -> bool:
        """Return whether a block that comes to its end has waited."""
        return any(self._surely(statement) for statement in block.statements)

    def _surely(self, node: core.Statement) -> bool:
        if isinstance(node, core.Simple):
            return False
        match node:
            case core.Choose(limit=limit, otherwise=otherwise):
                return limit is None and otherwise is None
            case core.Random():
                return True
            case core.Invoke(effect=effect):
                return self.surely(self.spec.effects[effect].body)
            case core.If(then=then, other=other):
                return other is not None and self.surely(then) and self.surely(other)
            case core.Phase(body=body) | core.Anytime(body=body):
                return self.surely(body)
            case core.Draw() | core.Roll() | core.For() | core.Repeat() | core.Turns():
                return False
            case _:
                assert_never(node)

    def ends(self, block: core.Block) -> bool:
        """Return whether a block may end the game."""
        return any(self._statement_ends(statement) for statement in block.statements)

    def _statement_ends(self, node: core.Statement) -> bool:
        if isinstance(node, core.Simple):
            return isinstance(node, core.End)
        match node:
            case core.Invoke(effect=effect):
                known = self._ends.get(effect)
                if known is None:
                    known = self._ends[effect] = self.ends(self.spec.effects[effect].body)
                return known
            case _:
                return any(self.ends(block) for block in blocks_in(node))


def names_turns(spec: core.Spec) -> bool:
    """Return whether rules may say who has the next turn."""
    return any(isinstance(node, core.NextTurn) for root in spec.roots for node in nested(root))
