"""A plugin of pytest that measures what tests cost: `pytest --costs FILE`.

    python -m tests.support.costs build/costs.json

tells who is over the budget in such a file, and exits with 1 if somebody is; `make costs` ends
with it. No test asks it: figures hang on the processor.

Costs are seconds of processor time, of this process and of those it has waited for: unlike the
time that passes they hang on nothing else that the machine does. A file pays for what it is the
first to compile or to read; the test that happens to be the last does not pay for what ends with
it, such as a browser that others have used.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from collections import Counter
from collections.abc import Callable, Generator, Mapping
from pathlib import Path

import pytest

KEY = "costs"
ELSEWHERE = "to start, to collect and to end"
LONGEST = 15
"""Files that are told of; all are in the file that is written."""

MOST = 10.0
"""What one test may cost, in processor seconds; what takes more is for the soak."""

WHOLE = 960
BUDGET = {
    "tests": 50,
    "tests/adapters": 30,
    "tests/browser": 20,
    "tests/cli": 100,
    "tests/differential": 80,
    "tests/docs": 5,
    "tests/external": 20,
    "tests/games": 70,
    "tests/oracles": 20,
    "tests/picture": 25,
    "tests/properties": 120,
    "tests/secrecy": 35,
    "tests/unit/benchmarks": 15,
    "tests/unit/interpreter": 225,
    "tests/unit/rulelang": 85,
}
"""What folders may cost; the rest of `WHOLE` is for starting, collecting and the linters."""


def spent() -> float:
    """Return the processor time of this process and of its children that have ended."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


class Costs:
    """Gathers what each test takes, also of those that other processes run."""

    def __init__(self, config: pytest.Config, file: Path) -> None:
        self.config, self.file = config, file
        self.tests: Counter[str] = Counter()
        self.whole = 0.0
        self.began = self.done = 0.0
        self.is_last = False

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(
        self, nextitem: pytest.Item | None
    ) -> Generator[None, object, object]:
        """Begin to measure before what a test needs is set up."""
        self.began = spent()
        self.is_last = nextitem is None
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Send the costs of a test along with its last report."""
        report = yield
        if call.when != "teardown" or not self.is_last:
            self.done = spent()
        if call.when == "teardown":
            report.user_properties.append((KEY, self.done - self.began))
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take in what a test has cost."""
        if report.when == "teardown":
            self.tests[report.nodeid] += sum(
                seconds for key, seconds in report.user_properties if key == KEY
            )

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: object) -> None:
        """Take in what a process has taken in all."""
        self.whole += getattr(node, "workeroutput", {}).get(KEY, 0.0)

    def pytest_sessionfinish(self) -> None:
        """Write what was found; a process that runs a part of the tests tells what it took."""
        output = getattr(self.config, "workeroutput", None)
        if output is not None:
            output[KEY] = spent()
            return
        alone = not self.config.getoption("numprocesses", None)
        self.whole += spent() if alone else time.process_time()
        self.file.parent.mkdir(parents=True, exist_ok=True)
        self.file.write_text(json.dumps(self._found(), indent=1) + "\n", encoding="utf-8")

    def _found(self) -> dict[str, object]:
        return {
            "seconds": round(self.whole, 1),
            "folders": tidy(sums(self.tests, folder_of)),
            "files": tidy(sums(self.tests, file_of)),
            "tests": {name: round(cost, 3) for name, cost in self.tests.most_common()},
        }

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Tell the sum, and where most of it goes."""
        if hasattr(self.config, "workeroutput"):
            return
        terminalreporter.section("processor seconds")
        folders = sums(self.tests, folder_of)
        folders[ELSEWHERE] = self.whole - sum(folders.values())
        for found in (folders, sums(self.tests, file_of)):
            for name, seconds in found.most_common(LONGEST):
                terminalreporter.line(f"{seconds:9.1f}  {name}")
            terminalreporter.line("")
        for line in over(self.tests):
            terminalreporter.line(f"over the budget: {line}")
        told = f"{self.whole:9.1f}  in all, of {len(self.tests):,} tests; each is in {self.file}"
        terminalreporter.line(told)


def over(tests: Mapping[str, float]) -> list[str]:
    """Return a line for each test and folder that costs more than it may, the dearest first.

    >>> over({"tests/cli/test_one.py::test_two": 11.0, "tests/new/test_one.py::test_two": 1.0})
    ['11.0 of 10 s  tests/cli/test_one.py::test_two', '1.0 of 0 s  tests/new']
    """
    costs = [(cost, MOST, test) for test, cost in tests.items() if cost > MOST]
    folders = sums(tests, folder_of)
    costs += [
        (cost, BUDGET.get(folder, 0), folder)
        for folder, cost in folders.items()
        if cost > BUDGET.get(folder, 0)
    ]
    return [f"{cost:.1f} of {most:.0f} s  {name}" for cost, most, name in sorted(costs)[::-1]]


def main(file: str) -> int:
    """Tell who is over the budget; return 1 if somebody is."""
    found = over(json.loads(Path(file).read_text(encoding="utf-8"))["tests"])
    print("\n".join(["over the budget:", *found] if found else ["all within the budget"]))  # noqa: T201
    return int(bool(found))


def file_of(test: str) -> str:
    """Return the file of a test."""
    return test.partition("::")[0]


def folder_of(test: str) -> str:
    """Return the folder of a test as budgets name it: `tests/cli`, `tests/unit/rulelang`."""
    parts = Path(file_of(test)).parent.parts
    return "/".join(parts[: 3 if parts[1:2] == ("unit",) else 2])


def sums(tests: Mapping[str, float], place_of: Callable[[str], str]) -> Counter[str]:
    """Return the costs by what a function says of each test."""
    found: Counter[str] = Counter()
    for test, seconds in tests.items():
        found[place_of(test)] += seconds
    return found


def tidy(costs: Counter[str]) -> dict[str, float]:
    """Return costs in the order of their size, as they are written."""
    return {name: round(seconds, 1) for name, seconds in costs.most_common()}


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
