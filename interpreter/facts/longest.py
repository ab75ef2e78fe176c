"""How long a play can get: bounds on its choices and outcomes of chance, from the text. Ref §22.

Every loop of a text has a bound. Their product is sound, and often far above any play.
"""

from __future__ import annotations

from typing import Final, NamedTuple, assert_never

import attrs

from interpreter.facts.bounds import BEYOND, Bounds, Known
from rulelang import core
from rulelang.core.intervals import Range, range_of
from rulelang.freezing import frozen


class Count(NamedTuple):
    """At most so many choices of players, and outcomes of chance."""

    choices: int = 0
    chances: int = 0

    def then(self, other: Count) -> Count:
        """Return the bound of this and then the other."""
        return Count(
            min(BEYOND, self.choices + other.choices), min(BEYOND, self.chances + other.chances)
        )

    def either(self, other: Count) -> Count:
        """Return the bound of this or the other."""
        return Count(max(self.choices, other.choices), max(self.chances, other.chances))

    def times(self, rounds: int) -> Count:
        """Return the bound of so many times this."""
        return Count(min(BEYOND, self.choices * rounds), min(BEYOND, self.chances * rounds))


ONE_CHOICE: Final = Count(1, 0)
ONE_CHANCE: Final = Count(0, 1)


@frozen
class Scored:
    """An end at which each player scores a value, and what its locals may hold."""

    result: core.Scores
    held: Known


@attrs.frozen(eq=False)
class Walk:
    """A walk over the text of a game: the bound of all of it, and the ends that `Scores`."""

    spec: core.Spec
    bounds: Bounds
    scored: list[Scored] = attrs.field(factory=list, init=False)
    effects: dict[int, Count] = attrs.field(factory=dict, init=False)

    def block(self, block: core.Block, held: Known) -> Count:
        """Return the bound of a block."""
        found, inside = Count(), dict(held)
        for statement in block.statements:
            if isinstance(statement, core.Let):
                value = self.bounds.value(statement.value, inside)
                inside.pop(statement.slot, None)
                if value is not None:
                    inside[statement.slot] = value
            else:
                found = found.then(self._statement(statement, inside))
        return found

    def _statement(self, node: core.Statement, held: Known) -> Count:  # noqa: C901 - an arm each
        if isinstance(node, core.Simple):
            if isinstance(node, core.End) and isinstance(node.result, core.Scores):
                self.scored.append(Scored(node.result, held))
            return Count()
        match node:
            case core.Draw(count=count, source=source):
                drawn = self.spec.zones[source.zone].shape in ("bag", "set")
                return ONE_CHANCE.times(self.bounds.most(count, held)) if drawn else Count()
            case core.Roll(place=place):
                return ONE_CHANCE.times(self.bounds.room(place.zone))
            case core.If(then=then, other=other):
                found = self.block(then, held)
                return found if other is None else found.either(self.block(other, held))
            case core.For() | core.Repeat() | core.Turns() | core.Random():
                return self._loop(node, held)
            case core.Phase(body=body):
                return self.block(body, held)
            case core.Choose():
                return self._choose(node, held)
            case core.Anytime(limit=limit, arms=arms, body=body):
                acted = self._arms(arms, held).times(self.bounds.most(limit, held))
                return self.block(body, held).then(acted)
            case core.Invoke(effect=effect):
                return self._effect(effect)
            case _:
                assert_never(node)

    def _loop(self, node: core.For | core.Repeat | core.Turns | core.Random, held: Known) -> Count:
        match node:
            case core.For(search=search, body=body):
                return self.block(body, self.bounds.bound(search, held)).times(
                    self.bounds.tuples(search, held)
                )
            case core.Random(search=search, body=body):
                return ONE_CHANCE.then(self.block(body, self.bounds.bound(search, held)))
            case core.Repeat(limit=limit, body=body):
                return self.block(body, held).times(self.bounds.most(limit, held))
            case core.Turns(slot=slot, limit=limit, body=body):
                rounds = self.bounds.most(limit, held)
                players = Range(0, len(self.spec.players) - 1)
                inside = {**held, slot: players, slot + 1: Range(0, rounds)}
                return self.block(body, inside).times(rounds)
            case _:
                assert_never(node)

    def _choose(self, node: core.Choose, held: Known) -> Count:
        picked = self._arms(node.arms, held)
        if node.limit is not None:
            # The picks, and the arm that closes.
            picked = picked.times(min(BEYOND, self.bounds.most(node.limit, held) + 1))
        if node.otherwise is None:
            return picked
        # A repeating choose may have picks behind it when no arm is legal.
        return picked.then(self.block(node.otherwise, held))

    def _arms(self, arms: tuple[core.Arm, ...], held: Known) -> Count:
        found = Count()
        for arm in arms:
            inside = dict(held)
            for choice in arm.choices:
                for slot in range(choice.slot, choice.slot + 1 + choice.pair):
                    inside[slot] = range_of(choice.type)
            found = found.either(self.block(arm.body, inside))
        return ONE_CHOICE.then(found)

    def _effect(self, number: int) -> Count:
        """Return the bound of an effect, whatever its arguments. None calls itself."""
        if number not in self.effects:
            effect = self.spec.effects[number]
            held = {slot: range_of(kind) for slot, kind in enumerate(effect.parameters)}
            self.effects[number] = self.block(effect.body, held)
        return self.effects[number]


def walked(spec: core.Spec) -> tuple[Count, tuple[Scored, ...]]:
    """Return the bound of a whole play, and the ends at which players score."""
    walk = Walk(spec, Bounds(spec))
    whole = walk.block(spec.setup, {}).then(walk.block(spec.play, {}))
    return whole, tuple(walk.scored)
