"""What came of changes, a line of JSON for each, so that a run goes on where it was left.

The first line names the rules and how they were played; where those are others, all begins anew.
Scenarios may change: what they noticed is forgotten with them, and what survived is tried again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final, TypeGuard

import attrs

from interpreter.cli.mutating.judging import OUTCOMES, Verdict
from interpreter.faults import PlaythroughError
from interpreter.formats import format_of
from interpreter.hosting import INSTEAD, kind_of, refuse_other
from interpreter.hosting.entries import bytes_of
from rulelang import surface
from rulelang.diagnostics import Diagnostic
from rulelang.formatting.layout import bare
from rulelang.mutations.changes import Change, identity, short_hash
from rulelang.results import Parsed
from rulelang.source import Source

COMPARED: Final = "points, views and what is told"
"""What play is compared by; where it was less, what seemed the same is tried again."""


@attrs.frozen
class Result:
    """A change and what came of it."""

    key: str
    line: int
    label: str
    verdict: Verdict

    @classmethod
    def of(cls, change: Change, verdict: Verdict) -> Result:
        """Return what is kept of a change."""
        return cls(change.key, change.line, change.label, verdict)


@attrs.frozen
class Head:
    """What results hold for: the rules and tables and how they are played, and each scenario."""

    rules: str
    scenarios: Mapping[str, str]

    @classmethod
    def of(cls, parsed: Parsed, *played: int) -> Head:
        """Return the head of a text whose tables have been read."""
        assert parsed.text is not None
        declared = [*parsed.text.declarations, *parsed.library]
        rules = [bare(node) for node in declared if not isinstance(node, surface.Scenario)]
        tables = [read.text for _, read in sorted(parsed.tables.items()) if _is_source(read)]
        scenes = [node for node in declared if isinstance(node, surface.Scenario)]
        return cls(
            short_hash(json.dumps([rules, tables, played]), 16),
            {node.name: identity(node) for node in scenes},
        )

    def holds(self, before: Mapping[str, object], result: Result) -> bool:
        """Return whether what came of a change when the scenarios were those still holds.

        Who survived may be noticed by a new scenario.
        """
        if before == self.scenarios:
            return True
        name, outcome = result.verdict.by, result.verdict.outcome
        if outcome == "scenario":
            return name in self.scenarios and before.get(name) == self.scenarios[name]
        return outcome != "survived"


def _is_source(found: Source | Diagnostic) -> TypeGuard[Source]:
    return isinstance(found, Source)


@attrs.frozen
class Kept:
    """The results in a file; `file` None: they are nowhere but here."""

    file: Path | None
    found: dict[str, Result]

    @classmethod
    def read(cls, file: Path | None, head: Head) -> Kept:
        """Return what is kept and still holds; nothing of other rules.

        Raises:
            PlaythroughError: the file is another one, which is left as it is.
        """
        if file is None:
            return cls(None, {})
        lines = _lines(file)
        before = _entry(lines[0]) if lines else {}
        scenarios = before.get("scenarios")
        kept = cls(file, {})
        if before.get("rules") == head.rules and isinstance(scenarios, dict):
            results = (_result(_entry(line)) for line in lines[1:])
            holding = [each for each in results if each and head.holds(scenarios, each)]
            alike = before.get("compared") == COMPARED
            kept.found.update(
                {each.key: each for each in holding if alike or each.verdict.outcome != "same"}
            )
        first: dict[str, object] = {
            "format": format_of("mutations"),
            "compared": COMPARED,
            "rules": head.rules,
            "scenarios": dict(head.scenarios),
        }
        told = [first, *map(as_data, kept.found.values())]
        text = "".join(json.dumps(entry, ensure_ascii=False) + "\n" for entry in told)
        file.write_text(text, encoding="utf-8")
        return kept

    def add(self, result: Result) -> None:
        """Keep a result."""
        self.found[result.key] = result
        if self.file is not None:
            with self.file.open("a", encoding="utf-8") as out:
                out.write(json.dumps(as_data(result), ensure_ascii=False) + "\n")


def as_data(result: Result) -> dict[str, object]:
    """Return a result as data."""
    verdict = result.verdict
    return {
        "key": result.key,
        "line": result.line,
        "change": result.label,
        "outcome": verdict.outcome,
        "by": verdict.by,
        "instance": verdict.instance,
        "play": list(verdict.play),
        "alike": verdict.alike,
    }


def _lines(file: Path) -> list[str]:
    """Return the lines of a file, none where there is no file.

    Raises:
        PlaythroughError: something else is in it.
    """
    if not file.exists():
        return []
    text = bytes_of(file).decode("utf-8", errors="replace")
    refuse_other(kind_of(text), "mutations", str(file))
    lines = text.splitlines()
    if lines and not {"rules", "scenarios"} <= _entry(lines[0]).keys():
        raise PlaythroughError(f"{file}: this is something else; {INSTEAD['mutations']}")
    return lines


def _entry(line: str) -> Mapping[str, object]:
    """Return what a line says; nothing where it was cut off."""
    try:
        found: object = json.loads(line)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _result(entry: Mapping[str, object]) -> Result | None:
    match entry:
        case {
            "key": str(key),
            "line": int(line),
            "change": str(label),
            "outcome": str(named),
            "by": str(by),
            "instance": str(instance),
            "play": list(play),
            "alike": int(alike),
        }:
            outcome = next((known for known in OUTCOMES if known == named), None)
            if outcome is not None:
                told = tuple(map(str, play))
                return Result(key, line, label, Verdict(outcome, by, instance, told, alike))
        case _:
            pass
    return None
