"""The actions that an observer must think possible at a choice point."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product

import attrs

from interpreter.faults import BudgetExceeded, EngineBug, RuleFault
from interpreter.layout import ArmLayout
from interpreter.observation.blanked import SOMEBODY
from interpreter.observation.unseen import Unknown, Unseen, unseen
from interpreter.position import Acting, Choosing, Env, Frame, Meanwhile
from interpreter.reference.choice import picks
from interpreter.reference.values import World, value
from rulelang import core
from rulelang.core import Value

GIVES_UP = (Unknown, RuleFault, BudgetExceeded, EngineBug, IndexError)
"""What the reference raises over what is not known, besides what rules do wrong."""


def arms_possible(control: Sequence[Frame], world: World) -> Iterator[tuple[ArmLayout, Env, int]]:
    """Yield the arms that may be on offer, each with the locals before it and its frame's place.

    Those of a last resort and of every `anytime` of the actor are among them.
    """
    top = control[-1]
    assert isinstance(top, Choosing), "only a choice point has arms"
    for arm in world.layout.arms[top.choice]:
        yield arm, top.env, len(control) - 1
    actor = _actor(top, world)
    for at in range(len(control) - 2, -1, -1):
        frame = control[at]
        if isinstance(frame, Choosing | Acting):
            return
        if isinstance(frame, Meanwhile) and (actor is None or frame.actor in {actor, SOMEBODY}):
            for arm in world.layout.arms[frame.anytime]:
                yield arm, frame.env, at


def _actor(top: Choosing, world: World) -> int | None:
    node = world.layout.statements[top.choice]
    assert isinstance(node, core.Choose)
    try:
        actor = value(node.actor, world, top.env)
    except GIVES_UP:
        return None
    return actor if isinstance(actor, int) and not isinstance(actor, Unseen) else None


@attrs.frozen(eq=False)
class Options:
    """The arguments with which one arm may have been chosen.

    `env`: the locals before it. `fits`: whether the arm with these arguments may have led to what
    was seen. What fits with no value of an argument does not fit with an unknown one, so that is
    tried first.
    """

    arm: ArmLayout
    env: Env
    world: World
    fits: Callable[[Env], bool]

    def __iter__(self) -> Iterator[Env]:
        """Yield those that fit. Of arguments in an unknown domain two values each are enough."""
        if self.arm.size > 1 and not self.fits(unseen(len(self.arm.kinds))):
            return
        for rough in self._bound(0, self.env):
            arguments = rough[len(self.env) :]
            unknown = [at for at, part in enumerate(arguments) if isinstance(part, Unseen)]
            if unknown:
                yield from self._spelt_out(arguments, unknown)
            else:
                yield arguments

    def rough(self) -> Iterator[Env]:
        """Yield all that may have been chosen; arguments in an unknown domain stay unknown."""
        for env in self._bound(0, self.env):
            yield env[len(self.env) :]

    def _bound(self, at: int, env: Env) -> Iterator[Env]:
        """Yield the environments that bindings `at` and later make, as far as can be known."""
        choices = self.arm.arm.choices
        if at == len(choices):
            if self._is_legal(env) and self.fits(env[len(self.env) :]):
                yield env
            return
        choice = choices[at]
        try:
            picked = list(picks(choice, self.world, env))
        except GIVES_UP:
            picked = [unseen(2 if choice.pair else 1)]
        for part in picked:
            inner = env + part
            if choice.where is None or _may_hold(choice.where, self.world, inner):
                yield from self._bound(at + 1, inner)

    def _is_legal(self, env: Env) -> bool:
        return all(_may_hold(need.test, self.world, env) for need in self.arm.arm.needs)

    def _spelt_out(self, arguments: Env, unknown: list[int]) -> Iterator[Env]:
        """Yield arguments with values for the unknown ones, until none of these is certain."""
        met: list[set[Value]] = [set() for _ in unknown]
        for values in product(*(self.arm.statics[at] for at in unknown)):
            spelt = dict(zip(unknown, values, strict=True))
            whole = tuple(spelt.get(at, part) for at, part in enumerate(arguments))
            if self._may_be_meant(whole) and self.fits(whole):
                yield whole
                for known, part in zip(met, values, strict=True):
                    known.add(part)
                if all(len(known) > 1 for known in met):
                    return

    def _may_be_meant(self, arguments: Env) -> bool:
        env, left = self.env, arguments
        for choice in self.arm.arm.choices:
            width = 2 if choice.pair else 1
            env, left = env + left[:width], left[width:]
            if choice.where is not None and not _may_hold(choice.where, self.world, env):
                return False
        return self._is_legal(env)


def _may_hold(test: core.Expr, world: World, env: Env) -> bool:
    try:
        return bool(value(test, world, env))
    except GIVES_UP:
        return True
