"""What a zone holds, or a variable is, where the scenario around a place has come to there.

before:  a place in line 31, in `expect points(P1) is 3`
after:   `points(P1)` 3, `points(P2)` 0, as it stands before line 31
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from interpreter.editor.at_play import in_words, values
from interpreter.game import Game
from interpreter.state import State
from interpreter.testing.scenarios import line_span, run
from rulelang import core, pipeline, surface
from rulelang.diagnostics import Sink
from rulelang.workbench import Draft

HAVE_VALUES = frozenset({"zone", "variable"})


@attrs.define
class Stage:
    """The scenario that was asked about last, with its game, of one state of a text."""

    draft: Draft | None = None
    name: str = ""
    scenario: core.Scenario | None = None
    game: Game | None = None
    _states: dict[int, State | None] = attrs.field(factory=dict)

    def told(self, draft: Draft, line: int, name: str, written: str = "") -> str:
        """Return what is there of a name before a line of a scenario; "" where nobody knows.

        `written`: the name with what stands in brackets behind it; one of a family is told alone.
        """
        around = scenario_at(draft, line)
        if around is None or not self._is_ready(draft, around):
            return ""
        assert self.game is not None, "it is ready"
        if line not in self._states:
            self._states[line] = self._before(line)
        state = self._states[line]
        if state is None:
            return "What it is here, nobody knows: a line above does not hold."
        found = in_words(values(state).get(name, ()), written)
        return f"Here {found}" if found else ""

    def _is_ready(self, draft: Draft, around: surface.Scenario) -> bool:
        if draft is not self.draft or around.name != self.name:
            self.draft, self.name, self._states = draft, around.name, {}
            self.scenario = _elaborated(draft, around)
            self.game = None if self.scenario is None else Game(self.scenario.spec)
        return self.scenario is not None and not self.scenario.any_chance

    def _before(self, line: int) -> State | None:
        assert self.scenario is not None, "it is ready"
        result = run(
            attrs.evolve(self.scenario, lines=tuple(_cut(self.scenario, line))), self.game
        )
        return None if result.failures else result.reached or result.given


def scenario_at(draft: Draft, line: int) -> surface.Scenario | None:
    """Return the scenario that a line belongs to."""
    begun = [node for node in draft.read if node.span.line <= line]
    last = max(begun, key=lambda node: node.span.line, default=None)
    return last if isinstance(last, surface.Scenario) else None


def _elaborated(draft: Draft, around: surface.Scenario) -> core.Scenario | None:
    text = draft.parsed.text
    if text is None or text.unread:
        return None
    sink = Sink()
    for setting, mine in pipeline.settings_of(text, sink):
        if around in mine:
            made = pipeline.instance_of(draft.parsed, setting, (around,), sink).scenarios
            return None if sink.has_errors else next(iter(made), None)
    return None


def _cut(scenario: core.Scenario, line: int) -> Iterator[core.SceneLine]:
    """Yield what a scenario says above a line, expectations left out."""
    for one in scenario.lines:
        if isinstance(one, core.Play):
            acts = tuple(act for act in one.acts if act.span.line < line)
            if acts:
                yield attrs.evolve(one, acts=acts)
        elif line_span(one).line < line and isinstance(
            one, core.Do | core.Given | core.GivenValue | core.GivenIn
        ):
            yield one
