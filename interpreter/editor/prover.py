"""The process that proves, and runs scenarios, while somebody writes.

It is asked for one text at a time. It gives up what it does when it is asked again, and keeps what
it has proved; if it does not answer in time, it is killed, and another one begins.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Mapping
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Literal, TypeAlias

import attrs

from interpreter.editor.desk import Outcome
from rulelang.diagnostics import Diagnostic
from rulelang.obligations import Obligation
from rulelang.prove.memory import Digest, Memory, Walked
from rulelang.source import Source

if TYPE_CHECKING:  # imported in the process that proves alone
    from interpreter.editor.at_play import Standing, Standings
    from rulelang import core, pipeline, results
    from rulelang.source import Span

PATIENCE_S = 1.0
"""How long it may take to give something up."""
FILES = 4
"""Of so many files it is kept what was found last; of the largest game that is 100 MB."""
_GLANCES_S = 0.02


@attrs.frozen
class Job:
    """A text to prove. `number`: which job it is.

    `unsaved`: the open files beside rule texts, by their resolved paths: tables, looks and what
    these name.
    """

    number: int
    path: str
    text: str
    unsaved: Mapping[str, str]


@attrs.frozen
class Begun:
    """A job has begun."""

    number: int


@attrs.frozen
class Progress:
    """So many variants of all are done."""

    number: int
    done: int
    of: int


@attrs.frozen
class Checked:
    """What was found."""

    number: int
    findings: tuple[Diagnostic, ...]
    obligations: tuple[Obligation, ...]
    variants: int


@attrs.frozen
class Added:
    """What native code cannot hold, and what is wrong with the look; known soon after the rest.

    `sources`: the files besides the text in which something was found.
    """

    number: int
    findings: tuple[Diagnostic, ...]
    sources: Mapping[str, Source]


@attrs.frozen
class Ran:
    """What came of the scenarios, by their names; then the job is done.

    `standing`: where the newest saved play beside the text stands, if it is of these rules.
    """

    number: int
    outcomes: Mapping[str, Outcome]
    standing: Standing | None = None


Report: TypeAlias = Begun | Progress | Checked | Added | Ran


class _GivenUpError(Exception):
    """There is another job."""


@attrs.define
class Watching(Memory):
    """Remembers what was proved and where plays stand; gives up where there is another job."""

    waiting: Callable[[], bool] = attrs.field(default=bool)
    standings: Standings | None = None
    _looked: float = 0.0

    def walked(self, key: Digest, make: Callable[[], Walked]) -> Walked:
        """Return what came of a walk, unless somebody waits for something else."""
        self._glance()
        return super().walked(key, make)

    def is_fine(self, key: Digest) -> bool:
        """Return whether something was in order, unless somebody waits for something else."""
        self._glance()
        return super().is_fine(key)

    def _glance(self) -> None:
        now = time.monotonic()
        if now - self._looked > _GLANCES_S:
            self._looked = now
            if self.waiting():
                raise _GivenUpError


def _work(jobs: Connection) -> None:
    """Do jobs until nobody is there any more."""
    sys.stdout = sys.stderr  # what is printed here belongs into no protocol
    from rulelang import pipeline  # noqa: PLC0415 - in this process, before the first job
    from rulelang.parsing.spacing import Spacing  # noqa: PLC0415

    def begun() -> tuple[Watching, pipeline.Desk]:
        return Watching(waiting=jobs.poll), pipeline.Desk(spacing=Spacing())

    known: dict[str, tuple[Watching, pipeline.Desk]] = {}
    try:
        while True:
            job = jobs.recv()
            while jobs.poll():
                job = jobs.recv()
            if job is None:
                return
            mine = known.pop(job.path, None) or begun()
            known = dict([*known.items(), (job.path, mine)][-FILES:])
            try:
                do(jobs, job, *mine)
            except _GivenUpError:
                continue
    except (EOFError, OSError, KeyboardInterrupt):
        return


def do(jobs: Connection, job: Job, memory: Watching, before: pipeline.Desk) -> None:
    """Do a job, and tell what comes of it. `memory`, `before`: what is known of earlier texts."""
    from rulelang import pipeline  # noqa: PLC0415 - in this process alone

    jobs.send(Begun(job.number))

    def heard(done: int, of: int) -> None:
        if jobs.poll():
            raise _GivenUpError
        jobs.send(Progress(job.number, done, of))

    desk = attrs.evolve(before, tables=job.unsaved, heard=heard)
    found = pipeline.check(job.path, memory, Source(job.path, job.text), desk)
    variants = len(found.instances)
    jobs.send(Checked(job.number, found.diagnostics, found.obligations, variants))
    jobs.send(_added(job, found, memory))
    standing = _standing(jobs, job, found, memory)
    jobs.send(Ran(job.number, _outcomes(jobs, found), standing))


def _added(job: Job, found: results.Checked, memory: Memory) -> Added:
    from interpreter.findings.both import with_both  # noqa: PLC0415 - in this process alone

    both = with_both(job.path, found, memory, job.unsaved)
    more = both.diagnostics[len(found.diagnostics) :]
    labels = [label for one in more for label in (one.primary, *one.related)]
    files = {label.span.file for label in labels} - {job.path}
    return Added(job.number, more, {file: both.sources[file] for file in files & {*both.sources}})


def _outcomes(jobs: Connection, found: results.Checked) -> dict[str, Outcome]:
    told: dict[str, Outcome] = {}
    for scenario in found.scenarios:
        if jobs.poll():
            raise _GivenUpError
        told[scenario.name] = outcome_of(scenario, found.home)
    return told


def _standing(
    jobs: Connection, job: Job, found: results.Checked, memory: Watching
) -> Standing | None:
    from interpreter.editor.at_play import Standings  # noqa: PLC0415 - in this process alone
    from rulelang import pipeline  # noqa: PLC0415 - as above

    def go_on() -> None:
        if jobs.poll():
            raise _GivenUpError

    memory.standings = memory.standings or Standings()
    title = next((spec.title for spec in found.specs), "")
    text = Source(job.path, job.text)
    return memory.standings.newest(text, title, pipeline.Desk(tables=job.unsaved), go_on)


def outcome_of(scenario: core.Scenario, home: Callable[[Span], Span]) -> Outcome:
    """Return what comes of a scenario, by playing it."""
    from interpreter.testing.scenarios import run  # noqa: PLC0415 - in this process alone

    first = next(iter(run(scenario, home=home).failures), None)
    return Outcome("") if first is None else Outcome(first.message, first.span.line)


@attrs.define(eq=False)
class Prover:
    """Another process that proves. `heard` is called with each report, in a thread of its own."""

    heard: Callable[[Report], None]
    patience_s: float = PATIENCE_S
    _process: object = None
    _jobs: Connection | None = None
    _kill: Callable[[], None] = attrs.field(default=lambda: None)
    _last: int = 0
    _begun: int = 0
    _busy: Literal[True, False] = False
    _timer: threading.Timer | None = None
    _lock: threading.RLock = attrs.field(factory=threading.RLock)

    def ask(self, job: Job) -> None:
        """Ask for a job in place of all before it."""
        with self._lock:
            self._last = job.number
            if self._jobs is None:
                self._begin()
            assert self._jobs is not None, "it was just begun"
            was_busy, self._busy = self._busy, True
            try:
                self._jobs.send(job)
            except (OSError, ValueError):
                self._end()
                self._begin()
                self._jobs.send(job)
            if was_busy:
                self._watch(job)

    def close(self) -> None:
        """End the process."""
        with self._lock:
            self._end()

    def _watch(self, job: Job) -> None:
        """Kill the process if it goes on for too long with what nobody wants any more."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = threading.Timer(self.patience_s, self._replace, (job,))
        self._timer.daemon = True
        self._timer.start()

    def _replace(self, job: Job) -> None:
        with self._lock:
            if self._last == job.number and self._begun < job.number and self._jobs is not None:
                self._end()
                self._busy = False
                self.ask(job)

    def _begin(self) -> None:
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_work, args=(theirs,), daemon=True)
        process.start()
        theirs.close()
        self._jobs, self._process, self._kill = ours, process, process.kill
        threading.Thread(target=self._listen, args=(ours,), daemon=True).start()

    def _end(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._kill()
        self._jobs, self._busy = None, False

    def _listen(self, jobs: Connection) -> None:
        """Hear what a process tells until it has ended.

        The connection is closed here alone: else the number of its file could be that of the next
        one while this thread is about to read from it.
        """
        with jobs:
            while True:
                try:
                    report: Report = jobs.recv()
                except (EOFError, OSError):
                    self._ended(jobs)
                    return
                with self._lock:
                    if jobs is not self._jobs:
                        return
                    self._begun = max(self._begun, report.number)
                    if isinstance(report, Ran) and report.number == self._last:
                        self._busy = False
                self.heard(report)

    def _ended(self, jobs: Connection) -> None:
        """Forget a process that ended by itself; the next job begins another one."""
        with self._lock:
            if jobs is self._jobs:
                self._jobs, self._busy = None, False
