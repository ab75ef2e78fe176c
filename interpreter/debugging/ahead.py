"""Looking ahead, gone through: the needs of an action, and what is tried for those that come late.

Rules look ahead at every choice, for every candidate; play is stopped there only where somebody
asks for it. What is gone through happens on a copy of the position, as in play.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import attrs

from interpreter.debugging.legs import Kind, Stop, next_line
from interpreter.faults import BudgetExceeded, IllegalAction, RuleFault
from interpreter.knowledge.explain import parse_action
from interpreter.labels import label
from interpreter.layout import ArmLayout, Layout
from interpreter.position import Env, Leg, Position, Run
from interpreter.reference.choice import Open, candidates, parsed
from interpreter.reference.machine import Machine
from interpreter.reference.values import value
from interpreter.reference.wording import render
from interpreter.state import State
from rulelang import core
from rulelang.source import Span

Passed: TypeAlias = tuple[Stop, Machine]


@attrs.frozen
class Ahead:
    """An action that is judged where a player is to choose. `env`: of its arm, arguments bound."""

    layout: Layout
    arm: ArmLayout
    env: Env
    name: str

    @property
    def named(self) -> dict[int, str]:
        """Return what the block of the action is called while it is judged."""
        return {self.arm.arm.body.number: self.name}

    def scan(self, leg: Leg, number: int) -> Iterator[Passed]:
        """Yield a stop before each need and each line up to the last of them, then the verdict."""
        position, _ = leg
        control = (Run(self.arm.arm.body.number, 0, self.env),)
        bare = Position(position.cells, control, position.result, memories=position.memories)
        passing = _Passing(Machine(self.layout, bare), number)
        try:
            yield from self._judged(passing)
        except (RuleFault, BudgetExceeded) as fault:
            yield passing.at("fault", fault.span, fault.message)

    def _judged(self, passing: _Passing) -> Iterator[Passed]:
        machine = passing.machine
        for need in self.arm.arm.needs:
            yield passing.at("line", need.span)
            if not value(need.test, machine.world, self.env):
                yield passing.refused(need, self.env)
                return
        last = self.arm.arm.span
        while self.arm.trial:
            frame = machine.control[-1]
            node = next_line(machine)
            if node is not None:
                yield passing.at("line", node.span)
            if len(machine.control) == 1 and isinstance(frame, Run):
                late = self.arm.trial[frame.at]
                last = late.span
                if isinstance(late, core.Need):
                    if not value(late.test, machine.world, frame.env):
                        yield passing.refused(late, frame.env)
                        return
                    if frame.at + 1 == len(self.arm.trial):
                        break
            machine.step()
        yield passing.at("verdict", last, "it is allowed")


@attrs.define
class _Passing:
    """Where looking ahead has come to."""

    machine: Machine
    number: int
    index: int = 0
    place: tuple[int, int] = (0, 0)

    def at(self, kind: Kind, span: Span, told: str = "") -> Passed:
        """Return the next stop, and the machine as it stands there."""
        depth = len(self.machine.control)
        again = kind == "line" and self.place == (span.line, depth)
        found = Stop(self.number, self.index, kind, span, depth, False, again, told)
        self.index, self.place = self.index + 1, (span.line, depth)
        return found, self.machine

    def refused(self, need: core.Need, env: Env) -> Passed:
        """Return the stop where a need fails."""
        reason = render(need.reason, self.machine.world, env)
        return self.at("verdict", need.span, f"it is refused: {reason}")


def ahead_of(state: State, text: str) -> Ahead:
    """Return an action that is to be judged where a player is to choose.

    Raises:
        IllegalAction: nobody is asked for such an action here.
    """
    name, arguments = parse_action(text)
    for arm in state.open_arms if state.current_player >= 0 else ():
        if arm.layout.arm.name == name:
            values = parsed(arm, arguments, state.world)
            if values is not None:
                return _ahead(state, arm, (*arm.env, *values))
    raise IllegalAction(f"`{text}` is nothing that is asked for here; `legal` lists what is")


def judged_at(state: State, line: int) -> Iterator[Ahead]:
    """Yield what a need at a line is asked about where a player is to choose, legal or not."""
    for arm in state.open_arms if state.current_player >= 0 else ():
        if any(need.span.line == line for need in needs(arm.layout)):
            for candidate, _ in candidates(arm, state.world):
                yield _ahead(state, arm, candidate.env)


def needs(arm: ArmLayout) -> Iterator[core.Need]:
    """Yield the needs of an arm, and those that come late."""
    yield from arm.arm.needs
    yield from (late for late in arm.trial if isinstance(late, core.Need))


def _ahead(state: State, arm: Open, env: Env) -> Ahead:
    layout = state.game.layout
    kinds = zip(env[len(arm.env) :], arm.layout.kinds, strict=True)
    said = ", ".join(label(one, kind, layout.spec) for one, kind in kinds)
    who = state.game.players[state.current_player]
    name = arm.layout.arm.name
    called = f"{name}({said})" if said else name
    return Ahead(layout, arm.layout, env, f"would {who} be allowed to {called}?")
