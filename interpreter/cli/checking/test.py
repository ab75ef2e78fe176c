"""Run the scenarios inside rule files."""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping, Sequence

import attrs

from interpreter.cli.arguments import add_engine, add_json, rule_files
from interpreter.cli.findings import as_data, counted, exit_code, shown_here
from interpreter.cli.output import write, write_json
from interpreter.game import EngineName, Game
from interpreter.load import ENGINE, engine_named
from interpreter.testing.scenarios import ScenarioResult, named
from interpreter.testing.scenarios import run as run_scenario
from rulelang import pipeline
from rulelang.diagnostics import Diagnostic
from rulelang.source import Source

EXAMPLE = "  rulelang test games/"


@attrs.frozen
class _Tested:
    """What came of one file. `found`: errors, because of which nothing could be run."""

    file: str
    found: tuple[Diagnostic, ...]
    sources: Mapping[str, Source]
    results: tuple[ScenarioResult, ...]

    @property
    def failed(self) -> tuple[ScenarioResult, ...]:
        return tuple(result for result in self.results if result.failures)

    @property
    def code(self) -> int:
        return exit_code(self.found) or int(bool(self.failed))


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument(
        "files", metavar="FILE", nargs="+", help="rule files, folders of them, or games"
    )
    parser.add_argument(
        "--scenario",
        metavar="NAME",
        action="append",
        default=[],
        help="only this one, by its name or part of it; may be given several times",
    )
    add_engine(parser, "reference")
    add_json(parser)


def run(parsed: argparse.Namespace) -> int:
    """Run all scenarios, and show those that fail."""
    tested: list[_Tested] = []
    # Texts that are being written change often: they would be compiled each time.
    engine = engine_named(parsed.engine or os.environ.get(ENGINE) or "reference")
    for name in rule_files(parsed.files):
        done = _test(name, engine, parsed.scenario)
        tested.append(done)
        if not parsed.json:
            _show(done)
    if parsed.json:
        write_json([_as_json(done) for done in tested])
    return max(done.code for done in tested)


def _test(file: str, engine: EngineName, wanted: Sequence[str]) -> _Tested:
    checked = pipeline.check(file)
    if not checked.ok:
        return _Tested(file, checked.diagnostics, checked.sources, ())
    names = [scenario.name for scenario in checked.scenarios]
    meant = {named(one, names, file) for one in wanted} or set(names)
    scenarios = [scenario for scenario in checked.scenarios if scenario.name in meant]
    games: dict[int, Game] = {}
    for scenario in scenarios:
        if id(scenario.spec) not in games:
            games[id(scenario.spec)] = Game(scenario.spec, engine=engine)
    results = tuple(run_scenario(s, games[id(s.spec)]) for s in scenarios)
    return _Tested(file, (), checked.sources, results)


def _show(done: _Tested) -> None:
    if done.found:
        write(shown_here(done.found, done.sources))
        write(f"{done.file}: not run: {counted(done.found)}")
        return
    total = len(done.results)
    marks = "".join("F" if result.failures else "." for result in done.results)
    verdict = f"{len(done.failed)} of {total} failed" if done.failed else f"{total} passed"
    write(f"{done.file}: {marks} {verdict}" if total else f"{done.file}: no scenarios")
    for result in done.results:
        if result.ways:
            write(f'  scenario "{result.name}": {result.ways}')
    for result in done.failed:
        write(f'  scenario "{result.name}"')
        for failure in result.failures:
            write(f"    {failure.span}: {failure.message}")


def _as_json(done: _Tested) -> dict[str, object]:
    return {
        "file": done.file,
        "findings": as_data(done.found),
        "scenarios": [
            {
                "name": result.name,
                "passed": not result.failures,
                "failures": [
                    {
                        "line": failure.span.line,
                        "column": failure.span.column,
                        "message": failure.message,
                    }
                    for failure in result.failures
                ],
            }
            for result in done.results
        ],
    }
