"""What the process that proves tells of a text, after those that it has seen before."""

import os
import sys
import threading
import time
from multiprocessing import Pipe
from multiprocessing.connection import Connection

import attrs
import pytest

from interpreter import load
from interpreter.editor import prover
from interpreter.hosting.playthrough import record, to_text
from rulelang import pipeline
from rulelang.parsing.spacing import Spacing

TEXT = """\
game "Wells"
players 2
var water(Player): 0..9
play:
    each turn of p, at most 6:
        p chooses:
            wait: add 1 to water(p)
    end: draw

to pour(p):
    set water(p) to 8
    add 5 to water(p)

scenario "too much":
    do pour(P1)
scenario "less":
    given water(P1) is 2
    expect water(P1) is 3
"""


@attrs.define
class Jobs:
    """Where somebody listens who asks for nothing else."""

    told: list[object] = attrs.field(factory=list)

    def poll(self):
        return False

    def send(self, report):
        self.told.append(report)


PLAYED = TEXT.partition("to pour")[0]
"""Rules of which a play is saved; what they tell last is where it stands."""
PATIENCE_S = 60


def proved(desk, memory, text):
    jobs = Jobs()
    prover.do(jobs, prover.Job(1, "wells.rules", text, {}), memory, desk)
    return jobs.told


def stands(path, text, memory, desk):
    jobs = Jobs()
    prover.do(jobs, prover.Job(1, str(path), text, {}), memory, desk)
    return jobs.told[-1].standing


def played(path, rules):
    """Write rules, and beside them a play of them with three steps."""
    path.write_text(rules, encoding="utf-8")
    game = load(str(path), engine="reference")
    state = game.start(seed=1)
    for _ in range(3):
        state = state.child(state.legal_actions[0])
    path.with_suffix(".json").write_text(to_text(record(state)), encoding="utf-8")


def test_it_is_told_where_the_newest_saved_play_of_these_rules_stands(tmp_path):
    path = tmp_path / "wells.rules"
    rules = PLAYED
    played(path, rules)
    desk, memory = pipeline.Desk(spacing=Spacing()), prover.Watching()
    standing = stands(path, "# a well\n" + rules, memory, desk)
    assert standing.told("water", "water") == (
        "In `wells.json`, after 3 steps: `water(P1)`: 2; `water(P2)`: 1."
    )
    assert standing.told("water", "water(P2)").endswith(": `water(P2)`: 1.")
    assert standing.told("fire", "fire") == ""
    assert stands(path, rules, memory, desk) is standing
    assert stands(path, rules.replace("0..9", "0..8"), memory, desk) is None
    assert stands(path, rules.replace("players 2", "players 3"), memory, desk) is None


def lines(text):
    """Return where an effect, what fails in it and what fails in examples stand."""
    found = ("to pour", "    add 5 to", "    do pour", "    expect water")
    return [1 + text[: text.index(line)].count("\n") for line in found]


def test_places_are_those_of_the_text_wherever_it_was_laid_out():
    desk, memory = pipeline.Desk(spacing=Spacing()), prover.Watching()
    moved = TEXT.replace("    set water(p) to 8", "    # eight\n    set water(p) to 8")
    for text in (TEXT, moved, moved.replace("play:", "# how\n\nplay:"), TEXT):
        *_, checked, _, ran = proved(desk, memory, text)
        effect, adds, pours, expects = lines(text)
        too_much, less = ran.outcomes["too much"], ran.outcomes["less"]
        assert (too_much.line, less.line) == (pours, expects)
        assert f"wells.rules:{adds}:" in too_much.message
        assert [one.span.line for one in checked.findings] == [effect]


def test_what_was_proved_before_is_not_proved_again():
    desk, memory = pipeline.Desk(spacing=Spacing()), prover.Watching()
    proved(desk, memory, TEXT)
    before, units = memory.made, units_of(desk)
    proved(desk, memory, TEXT.replace("\nscenario", "\n# a remark\n\nscenario", 1))
    assert memory.made == before
    assert units_of(desk) == units


def units_of(desk):
    return {id(unit) for made in desk.shelf.instances.values() for unit in made.units}


@attrs.define
class Wire:
    """Where jobs come from, until nobody is there; the next one waits once `until` was heard."""

    jobs: list[prover.Job | None]
    until: type | None = None
    told: list[object] = attrs.field(factory=list)

    def poll(self):
        heard = type(self.told[-1]) if self.told else None
        return bool(self.jobs) and heard is self.until

    def recv(self):
        if not self.jobs:
            raise EOFError
        return self.jobs.pop(0)

    def send(self, report):
        self.told.append(report)


def worked(monkeypatch, jobs, until=None):
    """Return what the other process would tell, as number and sort."""
    monkeypatch.setattr(sys, "stdout", sys.stdout)  # which it turns away
    monkeypatch.setattr(prover, "_GLANCES_S", 1e9)
    wire = Wire(jobs, until)
    prover._work(wire)  # noqa: SLF001 - what runs in a process that is killed in the end
    return [(report.number, type(report).__name__) for report in wire.told]


@pytest.mark.parametrize(
    ("text", "until"), [(TEXT, prover.Begun), (TEXT, prover.Added), (PLAYED, prover.Added)]
)
def test_a_job_is_given_up_for_the_next_one_wherever_it_is(text, until, tmp_path, monkeypatch):
    path = tmp_path / "wells.rules"
    if text is PLAYED:
        played(path, text)
    jobs = [prover.Job(number, str(path), text, {}) for number in (1, 2)]
    told = worked(monkeypatch, jobs, until)
    assert told[told.index((2, "Begun")) - 1] == (1, until.__name__)
    assert told[-1] == (2, "Ran")


def test_only_the_last_of_some_jobs_is_done_and_none_behind_the_end(monkeypatch):
    jobs = [prover.Job(number, "wells.rules", TEXT, {}) for number in (1, 2, 3)]
    told = worked(monkeypatch, [*jobs])
    assert {number for number, _ in told} == {3}
    assert told[-1] == (3, "Ran")
    assert worked(monkeypatch, [None, *jobs], prover.Ran) == []


@attrs.define(eq=False)
class Silent:
    """A process that answers what the test has it answer."""

    target: object
    args: tuple[Connection]
    daemon: bool
    mine: Connection | None = None
    is_killed: bool = False

    def start(self):
        self.mine = Connection(os.dup(self.args[0].fileno()))

    def kill(self):
        self.is_killed = True
        self.mine.close()


@attrs.define
class Processes:
    """All that were begun, instead of the spawned ones."""

    begun: list[Silent] = attrs.field(factory=list)

    def Pipe(self):  # noqa: N802 - as it is called there
        return Pipe()

    def Process(self, **how):  # noqa: N802 - as above
        self.begun.append(Silent(**how))
        return self.begun[-1]


@pytest.fixture
def processes(monkeypatch):
    found = Processes()
    monkeypatch.setattr(prover, "get_context", lambda _: found)
    yield found
    for one in found.begun:
        one.mine.close()


def job(number):
    return prover.Job(number, "wells.rules", TEXT, {})


def come(is_there):
    """Wait until something has come."""
    until = time.monotonic() + PATIENCE_S
    while not is_there():
        assert time.monotonic() < until
        time.sleep(0.002)


def test_a_process_that_gives_nothing_up_in_time_is_replaced(processes):
    mine = prover.Prover(lambda _: None, patience_s=0.01)
    mine.ask(job(1))
    mine.ask(job(2))
    come(lambda: len(processes.begun) == 2 and processes.begun[1].mine)
    first, second = processes.begun
    assert second.mine.recv() == job(2)
    assert first.is_killed
    mine.close()
    assert second.is_killed


def test_a_process_that_ended_by_itself_is_followed_by_another(processes):
    mine = prover.Prover(lambda _: None)
    before = {*threading.enumerate()}
    mine.ask(job(1))
    (listener,) = {*threading.enumerate()} - before
    processes.begun[0].mine.close()
    listener.join(PATIENCE_S)
    mine.ask(job(2))
    first, second = processes.begun
    assert second.mine.recv() == job(2)
    mine.close()
    assert (first.is_killed, second.is_killed) == (False, True)


def test_a_process_of_whose_end_nobody_has_heard_yet_is_followed_by_another(processes):
    mine = prover.Prover(lambda _: None)
    mine.ask(job(1))
    with mine._lock:  # noqa: SLF001 - so that the end is not heard before
        processes.begun[0].mine.close()
        mine.ask(job(2))
    _, second = processes.begun
    assert second.mine.recv() == job(2)
    mine.close()


def test_what_a_process_told_before_it_was_replaced_is_not_heard(processes):
    heard = []
    mine = prover.Prover(heard.append)
    mine.ask(job(1))
    with mine._lock:  # noqa: SLF001 - so that it is replaced while a report is being taken
        processes.begun[0].mine.send(prover.Begun(1))
        come(lambda: not mine._jobs.poll())  # noqa: SLF001 - the report is taken
        mine.close()
    mine.ask(job(2))
    processes.begun[1].mine.send(prover.Begun(2))
    come(lambda: heard)
    assert heard == [prover.Begun(2)]
    mine.close()
