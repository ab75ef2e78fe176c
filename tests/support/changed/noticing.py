"""Whether a scenario or a test notices that a rule text was changed.

What comes of a change and a scenario or test:

    noticed   the scenario fails; the test fails
    refused   the checker refuses the changed text, or the scenario about it
    idle      the change makes no difference in the instance that the scenario is about
    missed    the scenario holds all the same; the test passes

Scenarios run in this process. Tests run in one of their own, in which `pipeline.read` gives the
changed text: `python -m tests.support.changed.noticing RULES KEY TESTS...`.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal

import attrs
import pytest

from interpreter.cli.mutating.limits import EndlessError, limited
from interpreter.faults import BudgetExceeded, RuleFault
from interpreter.keeping import front_end
from interpreter.testing.scenarios import run
from rulelang import core, pipeline, settings, surface
from rulelang.diagnostics import Diagnostic, Sink
from rulelang.mutations import changes
from rulelang.mutations.changes import Change
from rulelang.results import Parsed

Outcome = Literal["noticed", "refused", "idle", "missed"]
ROOT = Path(__file__).parents[3]
TESTS_PASSED, TESTS_FAILED = 0, 1  # pytest's exit codes
RAN = 100  # is added to them: a process that could not even begin ends with 1 as well
UNCHANGED = "unchanged"
TEST_LIMIT_S = 600
LIMIT_S = 20  # a text that was changed may go on for long


@attrs.define
class Trial:
    """Runs the scenarios of one rule text on changed texts."""

    parsed: Parsed
    _unchanged: dict[str, Mapping[str, core.Scenario]] = attrs.field(factory=dict)

    def outcome(self, change: Change, node: surface.Scenario) -> Outcome:
        """Return what a scenario makes of a changed text."""
        return self.outcomes(change, [node])[0]

    def outcomes(self, change: Change, nodes: Sequence[surface.Scenario]) -> list[Outcome]:
        """Return what each of some scenarios makes of a changed text."""
        changed = change.applied(self.parsed)
        assert changed.text is not None
        if next(settings.problems(changed.text), None) is not None:
            return ["refused" for _ in nodes]
        alike: dict[str, tuple[settings.Setting, list[surface.Scenario]]] = {}
        came: dict[str, Outcome] = {}
        for node in nodes:
            setting = settings.of_scenario(changed.text, node)
            if isinstance(setting, Diagnostic):
                came[node.name] = "refused"
            else:
                alike.setdefault(str(setting), (setting, []))[1].append(node)
        for setting, grouped in alike.values():
            came |= self._in_one_setting(changed, setting, grouped)
        return [came[node.name] for node in nodes]

    def _in_one_setting(
        self, changed: Parsed, setting: settings.Setting, nodes: list[surface.Scenario]
    ) -> dict[str, Outcome]:
        sink = Sink()
        made = pipeline.instance_of(changed, setting, nodes, sink).scenarios
        if sink.has_errors and len(nodes) > 1:  # of all, or of one scenario
            alone = [self._in_one_setting(changed, setting, [node]) for node in nodes]
            return {name: outcome for one in alone for name, outcome in one.items()}
        if sink.has_errors:
            return {nodes[0].name: "noticed" if _names_what_is_gone(sink, nodes[0]) else "refused"}
        before = self._before(setting, nodes)
        return {scenario.name: _after(scenario, before.get(scenario.name)) for scenario in made}

    def _before(
        self, setting: settings.Setting, nodes: Sequence[surface.Scenario]
    ) -> Mapping[str, core.Scenario]:
        """Return scenarios on the text as it is, where they must hold, in the same company."""
        key = f"{setting}: {[node.name for node in nodes]}"
        if key not in self._unchanged:
            sink = Sink()
            made = pipeline.instance_of(self.parsed, setting, nodes, sink).scenarios
            self._unchanged[key] = {scenario.name: scenario for scenario in made}
        return self._unchanged[key]


def _names_what_is_gone(sink: Sink, node: surface.Scenario) -> bool:
    """Return whether all that is wrong is that a scenario names an action that is not there."""
    errors = [found for found in sink.found if found.severity == "error"]
    within = range(node.span.line, node.lines[-1].span.end_line + 1)
    return all(e.code == "unknown-name" and e.primary.span.line in within for e in errors)


def _after(scenario: core.Scenario, before: core.Scenario | None) -> Outcome:
    if scenario == before:
        return "idle"
    return "missed" if _holds(scenario) else "noticed"


def _holds(scenario: core.Scenario) -> bool:
    try:
        with limited(LIMIT_S):
            return not run(scenario).failures
    except (RuleFault, BudgetExceeded, EndlessError):
        return False


# ---------------------------------------------------------------- tests in Python


def tested(rules: Path, change: Change | None, test: str) -> Outcome:
    """Return what a test, as `file::name`, makes of a changed text; without a change, of its own.

    Raises:
        RuntimeError: the test could not be run.
    """
    key = UNCHANGED if change is None else change.key
    command = [sys.executable, "-m", "tests.support.changed.noticing", str(rules), key, test]
    try:
        done = subprocess.run(  # noqa: S603 - the command is ours
            command,
            cwd=ROOT,
            env=os.environ | {"HYPOTHESIS_PROFILE": "changed"},
            capture_output=True,
            text=True,
            check=False,
            timeout=TEST_LIMIT_S,
        )
    except subprocess.TimeoutExpired:
        return "noticed"
    if done.returncode not in (RAN + TESTS_PASSED, RAN + TESTS_FAILED):
        raise RuntimeError(f"{test} could not be run:\n{done.stdout}\n{done.stderr}")
    return "noticed" if done.returncode == RAN + TESTS_FAILED else "missed"


def _run_tests(rules: Path, key: str, test: str) -> int:
    """Run a test in this process on the text that the change with this key makes of `rules`."""
    read = pipeline.read
    parsed = read(str(rules))
    possible = changes.changes_of(parsed)
    changed = None if key == UNCHANGED else next(c for c in possible if c.key == key)

    def read_changed(path: str) -> Parsed:
        found = read(path)
        is_meant = changed is not None and Path(path).resolve() == rules.resolve()
        return changed.applied(found) if is_meant else found

    pipeline.read = read_changed
    front_end.digest = lambda: None  # no tree of the unchanged text is looked up, none is kept
    quiet = ["-W", "ignore::pytest.PytestAssertRewriteWarning"]  # our plugin is imported already
    return RAN + pytest.main(["-q", "-x", "-p", "no:cacheprovider", *quiet, test])


if __name__ == "__main__":
    sys.exit(_run_tests(Path(sys.argv[1]), *sys.argv[2:]))
