"""Why an action is not on offer: in a sentence, and need by need with its line."""

from __future__ import annotations

import attrs

from interpreter.knowledge.explain import parse_action, why_not
from interpreter.layout import ArmLayout
from interpreter.position import Env
from interpreter.reference import trying
from interpreter.reference.choice import Open, parsed
from interpreter.reference.values import value
from interpreter.reference.wording import render
from interpreter.state import State
from rulelang.source import Span


@attrs.frozen
class Judged:
    """A need of an action, and whether it holds. `reason`: what it answers when it does not."""

    span: Span
    holds: bool
    reason: str


def why(state: State | None, text: str) -> str:
    """Return why what a text asks for is not on offer; `state` None: the rules are under way."""
    if state is None:
        return "nobody is asked here: the rules are under way; go to a choice first"
    name = parse_action(text)[0]
    elsewhere = sorted({arm.arm.span.line for arm in _arms(state) if arm.arm.name == name})
    asked = name in state.arm_names or not elsewhere
    if asked or state.current_player < 0:
        return why_not(state, text)
    lines = " and ".join(map(str, elsewhere))
    return f"`{name}` is not asked for here; it is at line {lines}: {state.label}"


def judged(state: State, text: str) -> tuple[Judged, ...]:
    """Return each need of an action that is asked for, in order; () for one that is not."""
    name, arguments = parse_action(text)
    found: list[Judged] = []
    for arm in state.open_arms:
        if arm.layout.arm.name == name:
            values = parsed(arm, arguments, state.world)
            if values is not None:
                found += _needs(arm, state, (*arm.env, *values))
    return tuple(found)


def _needs(arm: Open, state: State, env: Env) -> list[Judged]:
    world = state.asked()
    found = [
        Judged(need.span, bool(value(need.test, world, env)), render(need.reason, world, env))
        for need in arm.layout.arm.needs
    ]
    if arm.layout.trial and all(one.holds for one in found):
        failed = trying.failing(arm.layout, env, world)
        if failed is not None:
            reason = render(failed.need.reason, failed.world, failed.env)
            found.append(Judged(failed.need.span, holds=False, reason=reason))
    return found


def _arms(state: State) -> list[ArmLayout]:
    return [arm for arms in state.game.layout.arms.values() for arm in arms]
