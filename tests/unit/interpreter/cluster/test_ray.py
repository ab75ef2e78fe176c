"""A Ray cluster of two workers plays as one process does, also when one of them is killed.

A cluster takes ten seconds to begin, and ports and shared memory: what begins one is a deep run.
Elsewhere something stands for it that does the work at once, in this process.
"""

import json
import logging
import os
import socket
import subprocess

import pytest

from interpreter import load, simulate
from interpreter.bots import BotPolicy
from interpreter.cli.bots import bot_kind
from interpreter.cli.main import main
from interpreter.cluster.playing import Simulated, simulate_with
from interpreter.cluster.run import Care, run
from interpreter.cluster.work import ClusterError
from tests.support.processes.cluster import Astray, Deadly, Mortal, figures

ray = pytest.importorskip("ray", reason="this needs Ray, the extra `cluster`")

from interpreter.cluster import ray_workers  # noqa: E402 - it needs Ray
from interpreter.cluster.ray_workers import RayCluster  # noqa: E402


@pytest.fixture(scope="module")
def apart():
    """Leave no cluster behind."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("RAY_USAGE_STATS_ENABLED", "0")
        yield
    ray.shutdown()


@pytest.fixture
def crew(apart):  # noqa: ARG001 - which ends it
    """Return a cluster of two workers, which tests share: it takes ten seconds to begin."""
    if not ray.is_initialized():
        ray.init(
            address="local",
            num_cpus=2,
            object_store_memory=128 << 20,
            include_dashboard=False,
            log_to_driver=False,
            logging_level=logging.CRITICAL,
        )
    return RayCluster("local")


@pytest.fixture(scope="module")
def plain():
    return figures(simulate(load("tic_tac_toe"), 400, seed=5))


@pytest.fixture
def elsewhere():
    """Leave the cluster that tests share: whoever is in one stays there."""
    ray.shutdown()


@pytest.mark.usefixtures("elsewhere")
@pytest.mark.parametrize("address", ["nowhere", "host:", ":1", "host:x", "host:-1"])
def test_what_is_no_address_is_refused(address):
    with pytest.raises(ClusterError, match="no address of a cluster; write `local`, `auto` or"):
        simulate_with(Simulated(RayCluster(address)), load("tic_tac_toe"), 5)


@pytest.mark.usefixtures("elsewhere")
def test_where_nothing_answers_no_cluster_is_and_nothing_is_lost(tmp_path, capsys):
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))  # nobody listens there, and nobody else can
        address = f"127.0.0.1:{bound.getsockname()[1]}"
        words = ["simulate", "tic_tac_toe", "-n", "50", "--log", str(tmp_path / "log")]
        assert main(words) == 0
        before = (tmp_path / "log").read_bytes()
        capsys.readouterr()
        assert main([*words, "-n", "60", "--ray", address]) == 2
    out, err = capsys.readouterr()
    assert not out
    assert f"nothing answers at {address}" in err
    assert (tmp_path / "log").read_bytes() == before


@pytest.mark.usefixtures("elsewhere")
def test_what_answers_and_is_no_cluster_is_told(monkeypatch):
    monkeypatch.setattr(ray_workers, "_JOINED_S", 2.0)
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"127.0.0.1:{server.getsockname()[1]}"
        with pytest.raises(ClusterError, match=f"what answers at {address} is no cluster"):
            simulate_with(Simulated(RayCluster(address)), load("tic_tac_toe"), 5)


class Worker:
    """What Ray makes of a function: it is called at once."""

    def __init__(self, function, cluster):
        self.function, self.cluster = function, cluster

    def options(self, **_):
        return self

    def remote(self, *handed):
        fault = self.cluster.faults.pop() if self.cluster.faults else None
        return self.cluster.put(fault or self.function(*handed))


class StandIn:
    """What stands for Ray; `faults`: what becomes of what is handed out, the last one first."""

    exceptions = ray.exceptions

    def __init__(self):
        self.cpus, self.faults, self.refusal = 2, [], None
        self.begun, self.is_there, self.kept = [], False, []

    def init(self, **how):
        if self.refusal is not None:
            raise self.refusal
        self.begun.append(how)
        self.is_there = True

    def is_initialized(self):
        return self.is_there

    def shutdown(self):
        self.is_there = False

    def cluster_resources(self):
        return {"CPU": float(self.cpus)} if self.cpus else {}

    def remote(self, function):
        return Worker(function, self)

    def put(self, found):
        self.kept.append(found)
        return len(self.kept) - 1

    def wait(self, handed):
        return handed[:1], handed[1:]

    def get(self, number):
        if isinstance(self.kept[number], Exception):
            raise self.kept[number]
        return self.kept[number]


@pytest.fixture
def stand_in(monkeypatch):
    """Let something stand for Ray."""
    made = StandIn()
    monkeypatch.setattr(ray_workers, "ray", made)
    monkeypatch.setattr(ray_workers, "_doers", {})
    return made


class Squares:
    """Work that shows what was done."""

    def begin(self):
        return lambda part: [number**2 for number in range(part.first, part.past)]


class Unready(Squares):
    def begin(self):
        raise OSError("no room")


def squares(number=None, *, work=None, told=None, address="local"):
    """Let the cluster do work in ranges of one; return what came of it, in order."""
    care = Care(notice=told, most=1)
    pieces = run(work or Squares(), 6, RayCluster(address, number), care=care)
    return [piece.done for piece in sorted(pieces)]


SQUARES = [[number**2] for number in range(6)]
CRASHED = ray.exceptions.WorkerCrashedError


@pytest.mark.parametrize(("number", "cpus"), [(3, 3), (None, None)])
def test_a_cluster_is_begun_for_the_work_and_ends_with_it(stand_in, number, cpus):
    assert squares(number) == SQUARES
    (how,) = stand_in.begun
    assert (how["address"], how["num_cpus"], how["include_dashboard"]) == ("local", cpus, False)
    assert not stand_in.is_there


def test_who_is_connected_stays_so(stand_in):
    stand_in.is_there = True
    assert squares() == SQUARES
    assert (stand_in.begun, stand_in.is_there) == ([], True)


def test_what_a_dead_worker_had_is_done_again(stand_in):
    stand_in.faults, told = [CRASHED()], []
    assert squares(told=told.append) == SQUARES
    why = "Ray says: The worker died unexpectedly while executing this task"
    assert told == [f"{why}; its range 0 is done again"]
    stand_in.faults = [CRASHED()] * 20
    with pytest.raises(ClusterError, match=f"lost 3 times, the last time because {why}$"):
        squares(1)


def test_what_goes_wrong_in_a_worker_is_told(stand_in):
    lost = "Traceback (most recent call last):\n  somewhere\nModuleNotFoundError: no rulelang"
    stand_in.faults = [ray.exceptions.RayTaskError("_do", lost, None)]
    with pytest.raises(ClusterError, match=r"done: ModuleNotFoundError: no rulelang$") as told:
        squares(1)
    assert not hasattr(told.value, "__notes__")
    with pytest.raises(ClusterError, match=r"the range 0 went wrong .*: OSError: no room"):
        squares(work=Unready())


def test_a_cluster_without_processors_is_refused_and_left(stand_in):
    stand_in.cpus = 0
    with pytest.raises(ClusterError, match="the cluster at local has no processors for work"):
        squares()
    assert not stand_in.is_there


def test_what_ray_says_of_a_cluster_that_cannot_begin_is_told(stand_in):
    stand_in.refusal = RuntimeError("no room in /dev/shm\nand so on")
    with pytest.raises(ClusterError, match=r"no cluster at local: no room in /dev/shm$"):
        squares()


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("", None),
        ("RuntimeError: Unauthenticated\n", "asks for its token: set RAY_AUTH_MODE=token"),
        ("Traceback\nRuntimeError: other Python\n", "refuses: RuntimeError: other Python"),
    ],
)
@pytest.mark.parametrize("address", ["auto", "host"])
def test_a_cluster_is_tried_in_another_process_first(stand_in, monkeypatch, address, said, told):
    tried = []

    def try_out(command, **_):
        tried.append(command[-1])
        return subprocess.CompletedProcess(command, int(bool(said)), "", said)

    monkeypatch.setattr(subprocess, "run", try_out)
    with socket.create_server(("127.0.0.1", 0)) as server:
        if address == "host":
            address = f"127.0.0.1:{server.getsockname()[1]}"
        if told is None:
            assert squares(address=address) == SQUARES
            assert [how["address"] for how in stand_in.begun] == [address]
        else:
            with pytest.raises(ClusterError, match=f"the cluster at {address} {told}"):
                squares(address=address)
    assert tried == [address]


@pytest.mark.soak
def test_totals_are_those_of_one_process(crew, plain, tmp_path):
    how = Simulated(crew, tmp_path / "log")
    assert figures(simulate_with(how, load("tic_tac_toe"), 400, seed=5)) == plain
    lines = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
    assert sum(line.get("length", 0) for line in lines) == 400


@pytest.mark.soak
def test_a_killed_worker_costs_its_range_alone(crew, plain, tmp_path):
    mortal, told = Mortal(tmp_path), []
    how = Simulated(crew, tmp_path / "log", notice=told.append)
    done = simulate_with(how, load("tic_tac_toe"), 400, seed=5, policy=mortal)
    assert mortal.has_killed
    assert figures(done) == plain
    assert len(told) == 1
    assert "Ray says: The worker died" in told[0]


@pytest.mark.soak
def test_bots_play_the_same_in_workers(crew):
    game, bots = load("kuhn_poker"), BotPolicy(bot_kind("mc:20").simulated)
    done = simulate_with(Simulated(crew), game, 12, seed=1, policy=bots, who="mc:20")
    again = BotPolicy(bot_kind("mc:20").simulated)
    assert figures(done) == figures(simulate(game, 12, seed=1, policy=again))


@pytest.mark.soak
def test_a_range_that_kills_everybody_ends_the_work(crew):
    with pytest.raises(ClusterError, match="was lost 3 times"):
        simulate_with(Simulated(crew), load("tic_tac_toe"), 2, policy=Deadly())


@pytest.mark.soak
def test_a_fault_of_one_place_is_told_as_such(crew):
    with pytest.raises(ClusterError, match="where it was done: LookupError: nothing is here"):
        simulate_with(Simulated(crew), load("tic_tac_toe"), 5, policy=Astray(os.getpid()))


@pytest.mark.soak
@pytest.mark.usefixtures("elsewhere")
def test_the_command_begins_a_cluster_of_its_own(capsys):
    words = ["simulate", "kuhn_poker", "-n", "5000", "--seed", "3", "--json"]
    assert main([*words, "--ray", "local", "--jobs", "2"]) == 0
    apart = json.loads(capsys.readouterr().out)
    assert main(words) == 0
    plainly = json.loads(capsys.readouterr().out)
    assert {**apart, "seconds": 0} == {**plainly, "seconds": 0}
