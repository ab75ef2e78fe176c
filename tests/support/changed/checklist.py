"""Checklists of rulebooks: every statement, the lines that answer to it, and what tests it.

A checklist is a table in `tests/rulebooks/`. Its first two columns, the item and what the rulebook
says, are written by hand. The others are gathered from the rule text, whose citations name items
(`[Turns; C37]`), and from the tests marked `@pytest.mark.rule("C37")`.
"""

from __future__ import annotations

import ast
import re
from functools import cached_property
from pathlib import Path

import attrs

from rulelang import pipeline, surface

_HEAD = "| item | the rulebook says | lines | scenarios | tests |"
_RULE = "|---|---|---|---|---|"
_ROW = re.compile(r"^\| (?P<item>[A-Z]\d+) \| (?P<statement>[^|]*) \|.*$", re.MULTILINE)
_ITEM = re.compile(r"\b[A-Z]\d+\b")


@attrs.define
class Cited:
    """Where a rule text cites an item: in which of its lines, and for which of its scenarios."""

    lines: list[int] = attrs.field(factory=list)
    scenarios: list[str] = attrs.field(factory=list)


def citations(rules: Path) -> dict[str, Cited]:
    """Return what a rule text cites, by item."""
    text = pipeline.read(str(rules)).text
    assert text is not None
    scenarios = {
        node.span.line: node.name
        for node in text.declarations
        if isinstance(node, surface.Scenario)
    }
    found: dict[str, Cited] = {}
    for line, citation in sorted(text.citations.items()):
        for item in _ITEM.findall(citation):
            cited = found.setdefault(item, Cited())
            if line in scenarios:
                cited.scenarios.append(scenarios[line])
            else:
                cited.lines.append(line)
    return found


def marked(tests: Path) -> dict[str, list[str]]:
    """Return the names of the tests that are marked with each item."""
    found: dict[str, list[str]] = {}
    for node in ast.parse(tests.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            for item in _marks(node):
                found.setdefault(item, []).append(node.name)
    return found


def _marks(test: ast.FunctionDef) -> list[str]:
    return [
        str(argument.value)
        for decorator in test.decorator_list
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.rule"
        for argument in decorator.args
        if isinstance(argument, ast.Constant)
    ]


@attrs.frozen(slots=False)
class Checklist:
    """A checklist file, with the rule text and the tests that it is about."""

    file: Path
    rules: Path
    tests: Path

    @cached_property
    def statements(self) -> dict[str, str]:
        """What the rulebook says, by item."""
        text = self.file.read_text(encoding="utf-8")
        return {row["item"]: row["statement"].strip() for row in _ROW.finditer(text)}

    @cached_property
    def cited(self) -> dict[str, Cited]:
        """Where the rule text cites each item."""
        return citations(self.rules)

    @cached_property
    def tested(self) -> dict[str, list[str]]:
        """Which tests are marked with each item."""
        return marked(self.tests)

    @property
    def unknown(self) -> set[str]:
        """The items that are cited or marked, and are in no row."""
        return (self.cited.keys() | self.tested.keys()) - self.statements.keys()

    @property
    def uncovered(self) -> set[str]:
        """The items for which neither a scenario nor a test is there."""
        covered = {item for item, cited in self.cited.items() if cited.scenarios}
        return self.statements.keys() - covered - self.tested.keys()

    @property
    def is_true(self) -> bool:
        """Whether the file says what the rule text and the tests say."""
        return self.file.read_text(encoding="utf-8") == self._rewritten()

    def bless(self) -> None:
        """Write the gathered columns into the file."""
        self.file.write_text(self._rewritten(), encoding="utf-8")

    def _rewritten(self) -> str:
        before = self.file.read_text(encoding="utf-8").partition(_HEAD)[0]
        rows = [self._row(item, statement) for item, statement in self.statements.items()]
        return "\n".join((before + _HEAD, _RULE, *rows, ""))

    def _row(self, item: str, statement: str) -> str:
        cited = self.cited.get(item, Cited())
        lines = ", ".join(map(str, cited.lines))
        scenarios = "; ".join(cited.scenarios)
        tests = ", ".join(f"`{name}`" for name in self.tested.get(item, ()))
        return f"| {item} | {statement} | {lines} | {scenarios} | {tests} |"
