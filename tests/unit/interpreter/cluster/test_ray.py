"""A Ray cluster of two workers plays as one process does, also when one of them is killed.

A cluster takes ten seconds to begin, and ports and shared memory: what begins one is a deep run.
"""

import json
import logging
import os
import socket

import pytest

from interpreter import load, simulate
from interpreter.bots import BotPolicy
from interpreter.cli.bots import bot_kind
from interpreter.cli.main import main
from interpreter.cluster.playing import Simulated, simulate_with
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
