"""How many steps of the reference a round of a loop may take, so that no endless play is missed.

    before:  spend a round of loop 12
    after:   spend 40 steps

The reference counts its steps and stops after `STEP_BUDGET` of them (Ref §1). Native code takes
none that could be counted: a round of a `repeat` or of turns spends what the reference could take
in it at most, and what stands outside of loops is taken off beforehand. So it gives up before the
reference would have to, and the reference then says whether play was endless.

Rounds of a `for` spend nothing, and queries count nothing that they go through, where the worst of
both fits in the budget: such are nearly all games, and they pay nothing. In any other game a round
of a `for` spends as one of a `repeat` does, and all loops count their rounds (`count`).

A loop each of whose rounds waits spends nothing: from one point to the next there is at most the
rest of one round and the beginning of another, and so much is taken off beforehand.

Where nothing counts, what queries go through and facts call counts beforehand, `SHARE` of it as
one step: else a few rounds that count a hundred million pairs each would take minutes.
"""

from __future__ import annotations

from typing import Final, assert_never

import attrs

from interpreter.facts.bounds import Bounds
from interpreter.native.errors import too_many
from interpreter.native.evaluate.unit import Unit
from interpreter.native.ir.nodes import Spend
from interpreter.native.plan.effort import Efforts
from interpreter.native.plan.suspension import Waiting
from rulelang import core

STEP_BUDGET: Final = 500_000
"""Steps of the reference from one point to the next; a test holds it equal to that one's."""

SHARE: Final = 512
"""Elements of queries and calls of facts that count as one step."""

AROUND: Final = 4
"""Steps at most of a statement that waits or goes through a block, beside those of its blocks."""


class UnboundedError(Exception):
    """What spends nothing may take too long: the loops have to count."""


def charge(unit: Unit) -> int:
    """Set what rounds spend, and return how much they may spend from one point to the next.

    Raises:
        UnboundedError: what spends nothing may take too long; never where loops count.
        NotCompilableError: the text itself is that long.
    """
    steps = _Steps(unit.spec, unit.rounds, counts=unit.counts)
    rounds = steps.of_rounds()
    for function in unit.module.functions.values():
        for block in function.blocks:
            block.instructions[:] = [
                attrs.evolve(node, steps=rounds[node.loop]) if isinstance(node, Spend) else node
                for node in block.instructions
            ]
    outside = steps.outside()
    effort = 0 if unit.counts else steps.efforts.most()
    if outside + effort // SHARE >= STEP_BUDGET:
        if unit.counts:
            reason = too_many(
                "steps from one choice to the next",
                outside,
                STEP_BUDGET,
                "call effects from fewer places, or let a loop call them",
            )
            reason.stands_at(steps.longest().span)
            raise reason
        raise UnboundedError
    return STEP_BUDGET - outside - effort // SHARE


def fits_in_text(spec: core.Spec) -> bool:
    """Return whether the text itself is short enough for loops that count."""
    return _Steps(spec, {}, counts=True).outside() < STEP_BUDGET


def goes_through_much(spec: core.Spec) -> bool:
    """Return whether the text uses up the budget, even if each `for` had no round.

    That is known before anything is written, so that it is not written in vain.
    """
    steps = _Steps(spec, {}, counts=False)
    return steps.outside() + steps.efforts.most() // SHARE >= STEP_BUDGET


class _Steps:
    """Bounds on the steps of the reference.

    A round of a `repeat` or of turns is counted once, since each spends for itself; one of a
    `for` as often as there may be one, unless those spend too: `counts`.
    """

    def __init__(self, spec: core.Spec, rounds: dict[int, int], *, counts: bool) -> None:
        self.counts = counts
        self.spec = spec
        self.rounds = rounds
        self.efforts = Efforts(Bounds(spec))
        self.waiting = Waiting(spec)
        self.loops: dict[int, int] = {}
        self.effects: dict[int, int] = {}

    def of_rounds(self) -> dict[int, int]:
        """Return what a round takes, for every `repeat` and all turns, by number."""
        for block in (self.spec.setup, self.spec.play):
            self.block(block)
        for effect in range(len(self.spec.effects)):
            self.effect(effect)
        return self.loops

    def outside(self) -> int:
        """Return the steps that are taken off beforehand: of set-up and play."""
        return self.block(self.spec.setup) + self.block(self.spec.play)

    def block(self, block: core.Block | None) -> int:
        """Return the steps of a block: one for each statement, one to leave it."""
        if block is None:
            return 0
        return 1 + sum(1 + self.statement(node) for node in block.statements)

    def effect(self, effect: int) -> int:
        """Return the steps of an effect."""
        known = self.effects.get(effect)
        if known is None:
            known = self.effects[effect] = self.block(self.spec.effects[effect].body)
        return known

    def longest(self) -> core.Statement:
        """Return the statement of set-up or play that takes the most steps."""
        both = (*self.spec.setup.statements, *self.spec.play.statements)
        return max(both, key=self.statement)

    def statement(self, node: core.Statement) -> int:
        """Return the steps of a statement, without the one that begins it."""
        if isinstance(node, core.Simple):
            return AROUND
        match node:
            case core.If(then=then, other=other):
                return max(self.block(then), self.block(other))
            case core.For(number=number, body=body) if not self.counts:
                return 1 + self.rounds.get(number, 0) * (1 + self.block(body))
            case (
                core.Repeat(number=number, body=body)
                | core.Turns(number=number, body=body)
                | core.For(number=number, body=body)
            ):
                effort = 0 if self.counts else self.efforts.of(body, {}) // SHARE
                self.loops[number] = 1 + self.block(body) + effort
                begun = 2 if self.waiting.surely(body) else 1
                return AROUND + begun * self.loops[number]
            case core.Choose(arms=arms, otherwise=otherwise):
                return AROUND + self.block(otherwise) + self._arms(arms)
            case core.Anytime(arms=arms, body=body):
                return AROUND + self.block(body) + self._arms(arms)
            case core.Phase(body=body) | core.Random(body=body):
                return AROUND + self.block(body)
            case core.Invoke(effect=effect):
                return self.effect(effect)
            case core.Draw() | core.Roll():
                return AROUND
            case _:
                assert_never(node)

    def _arms(self, arms: tuple[core.Arm, ...]) -> int:
        return sum(self.block(arm.body) for arm in arms)
