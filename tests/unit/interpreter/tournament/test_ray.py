"""A Ray cluster plays tournaments as one process does, whoever is killed: deep runs."""

import json
import signal
from pathlib import Path

import pytest

from interpreter.cli.main import main
from tests.support.processes.heads import PATIENCE_S, begun, lines_of, until

pytest.importorskip("ray", reason="this needs Ray, the extra `cluster`")
pytestmark = pytest.mark.soak
RAY = ("--ray", "local", "--jobs", "2")

BOTS = """
import os
import pathlib
import time

HERE = pathlib.Path(__file__).parent


class Mortal:
    def choose(self, view):
        if len(view.legal_actions) == 5:
            try:
                (HERE / "killed").touch(exist_ok=False)
            except FileExistsError:
                return view.legal_actions[0]
            os.kill(os.getpid(), 9)
        return view.legal_actions[0]


class Ends:
    def choose(self, view):
        os._exit(7)


class Late:
    def choose(self, view):
        while True:
            pass


class Weary:
    def choose(self, view):
        (HERE / f"asleep_{os.getpid()}").touch()
        time.sleep(300)
"""


@pytest.fixture
def bots(tmp_path):
    path = tmp_path / "bots.py"
    path.write_text(BOTS, encoding="utf-8")
    return path


@pytest.fixture
def told(capsys):
    """Return a function that plays a tournament: its figures without times, and remarks."""

    def run(*words):
        assert main(["tournament", *map(str, words), "--json"]) == 0
        out, err = capsys.readouterr()
        found = json.loads(out)
        for bot in found["bots"]:
            del bot["seconds"], bot["longest"]
        return found, err

    return run


def test_a_killed_worker_costs_its_game_alone(told, bots, tmp_path):
    words = ("tic_tac_toe", "mc:5", f"{bots}:Mortal", "-n", 4)
    far, err = told(*words, *RAY, "--log", tmp_path / "log")
    assert (tmp_path / "killed").exists()
    assert err.count("Ray says: The worker died") == 1
    assert lines_of(tmp_path / "log") == far["games"] == 8
    assert far["forfeits"] == []
    assert far == told(*words)[0]


def test_who_forfeits_here_forfeits_there(told, bots):
    words = ("tic_tac_toe", f"{bots}:Ends", f"{bots}:Late", "-n", 1, "--time-per-choice", 0.3)
    far, err = told(*words, *RAY)
    assert err.count("Ray says: The worker died") in (2, 4)  # who is late first plays no further
    assert {each["reason"].split()[0] for each in far["forfeits"]} == {"ended", "took"}
    assert far == told(*words)[0]


def playing(pids):
    """Return those processes that are still there, and not only a line in a table."""
    lines = [Path(f"/proc/{pid}/cmdline") for pid in pids]
    return [line for line in lines if line.exists() and line.read_bytes()]


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="it looks up processes there")
def test_nobody_goes_on_when_the_head_is_gone(bots, tmp_path):
    with begun("tournament", "tic_tac_toe", f"{bots}:Weary", "random", "-n", 4, *RAY) as head:
        until(lambda: len(list(tmp_path.glob("asleep_*"))) == 2)
        head.send_signal(signal.SIGKILL)
        assert head.wait(PATIENCE_S) == -signal.SIGKILL
        pids = [int(path.name.partition("_")[2]) for path in tmp_path.glob("asleep_*")]
        until(lambda: not playing(pids))
