"""Where phases end in what somebody is told: events say only where they begin.

That a phase is over follows from the rules that are in progress before and after each event. The
rules go through a step once more where a phase ended in it; nothing is kept for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import attrs

from interpreter.document import once_more
from interpreter.layout import Layout
from interpreter.position import Frame, Run
from interpreter.reference.events import PhaseBegan, SeenEvent, project
from interpreter.state import State


class PhaseOver(NamedTuple):
    """A phase is over. `around`: the phase that goes on then, "" for none."""

    name: str
    around: str


Told: TypeAlias = SeenEvent | PhaseOver


def heard(state: State, player: int | None) -> list[Told]:
    """Return what a player (None: all together) was told of the last step, with ends of phases.

    >>> from interpreter import load
    >>> state = load("tic_tac_toe").start().child(4)
    >>> heard(state, 0) == list(state.events(0))
    True
    """
    ends = _ends(state)
    if not ends:
        return list(state.events(player))
    chosen = None if player is None else state.told(player)
    found: list[Told] = [] if chosen is None else [chosen]
    for at, event in enumerate(state.transition):
        found += [over for place, over in ends if place == at]
        seen = event if player is None else project(event, player, state.game.layout)
        found += [] if seen is None else [seen]
    return found + [over for place, over in ends if place == len(state.transition)]


def _ends(state: State) -> list[tuple[int, PhaseOver]]:
    """Return the phases that ended in the last step, each with the event before which it did."""
    before, layout = state.previous, state.game.layout
    if before is None or state.action is None or not layout.phases:
        return []
    began = sum(isinstance(event, PhaseBegan) for event in state.transition)
    at_first, at_last = (_phases(s.position.control, layout) for s in (before, state))
    if len(at_first) + began == len(at_last):
        return []
    found: list[tuple[int, PhaseOver]] = []
    last = at_first
    for machine in once_more(state):
        now = _phases(machine.control, layout)
        over = [*range(len(now), len(last))]
        for depth in reversed(over):
            around = last[depth - 1] if depth else ""
            found.append((len(machine.events), PhaseOver(last[depth], around)))
        last = now
    return found


def _phases(control: Sequence[Frame], layout: Layout) -> tuple[str, ...]:
    """Return the phases in progress, from outside in."""
    runs = (frame.block for frame in control if isinstance(frame, Run))
    return tuple(layout.phases[block] for block in runs if block in layout.phases)


@attrs.define
class Headings:
    """The heading under which a line stands, so that none stays when its phase is over.

    `outside`: the last phase is over and no other is around, so that lines stand beside headings.
    """

    outside: bool = False
    _last: str | None = None
    _due: str = ""

    def phase(self, name: str) -> str:
        """Return the heading of a phase that begins."""
        self._last, self._due, self.outside = name, "", False
        return f"{name.replace('_', ' ')}:"

    def turn(self) -> None:
        """Take in that a turn begins, which has a heading of its own."""
        self._last, self._due, self.outside = None, "", False

    def over(self, phase: PhaseOver) -> None:
        """Take in that a phase is over."""
        is_told = phase.around and phase.around != self._last
        self._due = f"{phase.around.replace('_', ' ')}:" if is_told else ""
        self._last, self.outside = phase.around or None, not phase.around

    def due(self) -> list[str]:
        """Return the heading that the next line needs above it, if it needs one."""
        found, self._due = self._due, ""
        return [found] if found else []
