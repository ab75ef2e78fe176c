"""A plugin of pytest that gathers what tests tell of their cases: `pytest --counted FILE`.

What a run finds is merged into the file. Cases that hypothesis draws are others in each run, so
they add up; all others are the same again, so they take the place of what was known of their test.
What tells nothing of itself counts one case, or its examples, of the game among its parameters.
What is there no more, of tests and parameters that a run has looked for, is forgotten.
"""

from __future__ import annotations

import functools
import json
import shlex
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from hypothesis import settings

from tests.support.cases import NOBODY, ROOT, Running, Told, counted, name_of

KEY = "cases"
UNITS = {"Instance": "instances", "PosixPath": "texts", "Group": "plays"}


class Counting:
    """Gathers what tests tell, also those that other processes run."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.tests: dict[str, dict[str, dict[str, object]]] = {}
        self.there: set[str] = set()

    def pytest_itemcollected(self, item: pytest.Item) -> None:
        """Note a test that is there, whether it is to run or not."""
        self.there.add(item.nodeid)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: object) -> None:
        """Take in which tests another process has found."""
        self.there.update(getattr(node, "workeroutput", {}).get(KEY, ()))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, None, None]:
        """Run a test, and send along with its result what it told."""
        Running.told = Told()
        try:
            with examples_counted(item):
                yield
        except BaseException:
            item.user_properties.append((KEY, failed(*about(item))))
            raise
        item.user_properties.append((KEY, held(item, Running.told)))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take in the result of a test."""
        name, bracket, rest = report.nodeid.partition("[")
        items = self.tests.setdefault(name, {})
        told = dict(report.user_properties).get(KEY)
        if report.failed:
            items[bracket + rest] = told if told and told["failed"] else failed(NOBODY, "runs")
        elif report.when == "call" and report.passed:
            items[bracket + rest] = told

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Write what is known now, in the process that began the others."""
        if hasattr(session.config, "workerinput"):
            session.config.workeroutput[KEY] = sorted(self.there)
            return
        arguments = session.config.invocation_params.args
        known = merge(read(self.file), self.tests, shlex.join(arguments))
        if not session.config.getoption("lf", default=False):
            forget(known["tests"], self.there, session.config.args)
        write(self.file, known)


@contextmanager
def examples_counted(item: pytest.Item) -> Iterator[None]:
    """Count the examples that hypothesis draws for a test, each behind its end."""
    handle = getattr(getattr(item, "obj", None), "hypothesis", None)
    if handle is None:
        yield
        return
    inner = handle.inner_test

    @functools.wraps(inner)
    def once(*positional: object, **named: object) -> None:
        inner(*positional, **named)
        counted(NOBODY, "examples")

    handle.inner_test = once
    try:
        yield
    finally:
        handle.inner_test = inner


def about(item: pytest.Item) -> tuple[str, str]:
    """Return the game among the parameters of a test, and what one case of it is called."""
    parameters = getattr(item, "callspec", None)
    for value in [] if parameters is None else parameters.params.values():
        name = name_of(value)
        if name is not None:
            return name, UNITS.get(type(value).__name__, "runs")
    return NOBODY, "runs"


def held(item: pytest.Item, told: Told) -> dict[str, object]:
    """Return as data what a test told that has passed."""
    sides = (told.drawn, told.fixed)
    examples = [counts.pop((NOBODY, "examples"), 0) for counts in sides]
    if not any(sides):
        game, unit = about(item)
        for counts, drawn in zip(sides, examples, strict=True):
            if drawn:
                counts[game, "examples"] = drawn
        if not any(examples):
            told.fixed[game, unit] = 1
    return data(told)


def failed(game: str, unit: str) -> dict[str, object]:
    """Return as data that a test has failed."""
    return {**data(Told(fixed=Counter({(game, unit): 0}))), "failed": True}


def data(told: Told) -> dict[str, object]:
    """Return what a test told, as it is kept."""
    return {
        "drawn": [[*key, number] for key, number in told.drawn.items()],
        "fixed": [[*key, number] for key, number in told.fixed.items()],
        "said": [list(each) for each in told.said],
        "failed": False,
    }


# ---------------------------------------------------------------- what is kept


def merge(
    known: dict[str, object], tests: dict[str, dict[str, dict[str, object]]], command: str
) -> dict[str, object]:
    """Return what is known with what a run found."""
    for name, items in tests.items():
        before = known["tests"].setdefault(name, {})
        for which, found in items.items():
            before[which] = joined(before.get(which), found)
    known["runs"].append(
        {
            "when": time.strftime("%Y-%m-%d %H:%M", time.gmtime()),
            "commit": commit(),
            "profile": settings.default.max_examples,
            "arguments": command,
        }
    )
    return known


def forget(tests: dict[str, dict[str, object]], there: set[str], asked: Sequence[str]) -> None:
    """Drop tests and parameters that are not among those found where a run was asked to look.

    Of a file of which tests were named, no more is known than these tests; where parameters were
    named, of no test all of them.
    """
    found: dict[str, set[str]] = {}
    for test in there:
        name, bracket, rest = test.partition("[")
        found.setdefault(name, set()).add(bracket + rest)
    named = {Path(name_in(word)).name for word in asked if "::" in word}
    files = {name_in(name) for name in found if Path(name_in(name)).name not in named}
    for name in [*tests]:
        if name in found and not any("[" in word for word in asked):
            gone = tests[name].keys() - found[name]
            tests[name] = {which: held for which, held in tests[name].items() if which not in gone}
        if not tests[name] or (name not in found and name_in(name) in files):
            del tests[name]


def name_in(test: str) -> str:
    """Return the file of a test."""
    return test.partition("::")[0]


def joined(before: dict[str, object] | None, found: dict[str, object]) -> dict[str, object]:
    """Return what is known of a test after another run of it."""
    if before is None or before["failed"] or found["failed"]:
        return found
    sums = Counter({(game, unit): number for game, unit, number in before["drawn"]})
    for game, unit, number in found["drawn"]:
        sums[game, unit] += number
    return {**found, "drawn": [[*key, number] for key, number in sums.items()]}


def read(file: Path) -> dict[str, object]:
    """Return what is kept in a file; nothing where there is none."""
    if not file.exists():
        return {"runs": [], "tests": {}}
    return json.loads(file.read_text(encoding="utf-8"))


def write(file: Path, known: dict[str, object]) -> None:
    """Write a file whole or not at all."""
    file.parent.mkdir(parents=True, exist_ok=True)
    beside = file.with_suffix(".new")
    beside.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")
    beside.replace(file)


def commit() -> str:
    """Return the commit that is checked out, with a sign where rules or engine differ from it."""
    told = ["git", "-C", str(ROOT), "describe", "--always", "--dirty=+", "--exclude=*"]
    said = ""
    with suppress(OSError):  # there is no git
        said = subprocess.run(told, capture_output=True, text=True, check=False).stdout  # noqa: S603
    return said.strip() or f"no commit, Python {sys.version_info.major}"
