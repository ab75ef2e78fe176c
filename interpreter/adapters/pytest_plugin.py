"""Rule files as tests of pytest: `pytest games/` tries what each of them promises.

pytest loads this by itself where the package is installed (`-p no:rulelang` keeps it out). A file
`*.rules` with a line that begins with `game` is a collector of trials (`interpreter.trials`), each
with the line of the text it is about; a saved playthrough is one that replays it. Nothing of a
game is read before a rule file is met.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from interpreter import NotTried, Plan, Trial, is_playthrough, replayed, trials

_GAME: Final = re.compile(rb"^game\b", re.MULTILINE)
_NUMBERS: Final = (
    ("rulelang_playouts", "20", "random games of each variant of a rule file (20)"),
    ("rulelang_seed", "0", "what decides the random games (0)"),
    ("rulelang_instances", "8", "how many variants of a rule file are played (8); 0: all"),
)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add what can be set."""
    group = parser.getgroup("rulelang", "rule files of games")
    group.addoption(
        "--rulelang-coverage",
        action="store_true",
        help="fail where nothing reaches a line of a rule file",
    )
    for name, default, text in _NUMBERS:
        parser.addini(name, text, default=default)
    parser.addini(
        "rulelang_coverage", "as --rulelang-coverage, always", type="bool", default=False
    )


def pytest_collect_file(
    file_path: Path, parent: pytest.Collector
) -> RuleFile | PlaythroughFile | None:
    """Return a collector for a rule file or a saved playthrough."""
    if file_path.suffix == ".rules" and _GAME.search(file_path.read_bytes()):
        return RuleFile.from_parent(parent, path=file_path)
    if file_path.suffix == ".json" and is_playthrough(file_path):
        return PlaythroughFile.from_parent(parent, path=file_path)
    return None


class RuleFile(pytest.File):
    """A rule file: what it promises are its items."""

    def collect(self) -> Iterator[TrialItem]:
        """Yield an item for each trial; only one where the text has errors."""
        here = Path.cwd()
        path = self.path.relative_to(here) if self.path.is_relative_to(here) else self.path
        for trial in trials(str(path), _plan(self.config)):
            yield TrialItem.from_parent(self, name=trial.name, trial=trial)


class PlaythroughFile(pytest.File):
    """A saved playthrough."""

    def collect(self) -> Iterator[TrialItem]:
        """Yield the item that plays it again."""

        def run() -> str | None:
            return replayed(self.path, self.config.rootpath)

        yield TrialItem.from_parent(self, name="replay", trial=Trial("replay", 1, run))


class TrialFailed(Exception):
    """A trial failed; the message says how, in the words of the rules."""


class TrialItem(pytest.Item):
    """A trial as pytest runs it."""

    def __init__(self, *, trial: Trial, **given: object) -> None:
        """Keep the trial; the rest is pytest's."""
        super().__init__(**given)  # type: ignore[arg-type]
        self.trial = trial
        self.add_marker("rulelang")

    def runtest(self) -> None:
        """Try.

        Raises:
            TrialFailed: it fails.
        """
        try:
            failure = self.trial.run()
        except NotTried as reason:
            pytest.skip(str(reason))
        if failure is not None:
            raise TrialFailed(failure)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException]) -> str:  # type: ignore[override]
        """Return how it failed; of our own failures without a traceback."""
        if isinstance(excinfo.value, TrialFailed):
            return str(excinfo.value)
        return str(super().repr_failure(excinfo))

    def reportinfo(self) -> tuple[Path, int, str]:
        """Return where it stands: the file, its line from 0, and its name."""
        return self.path, self.trial.line - 1, self.name


def pytest_configure(config: pytest.Config) -> None:
    """Make the mark of our items known: `-m rulelang`, `-m "not rulelang"`."""
    config.addinivalue_line("markers", "rulelang: what a rule file promises")


def _plan(config: pytest.Config) -> Plan:
    playouts, seed, instances = (_number(config, name) for name, _, _ in _NUMBERS)
    covers = bool(config.getoption("--rulelang-coverage") or config.getini("rulelang_coverage"))
    return Plan(playouts=playouts, seed=seed, instances=instances, covers=covers)


def _number(config: pytest.Config, name: str) -> int:
    text = str(config.getini(name))
    if not (text.isascii() and text.isdigit()):
        raise pytest.UsageError(f"{name} must be a whole number, and is `{text}`")
    return int(text)
