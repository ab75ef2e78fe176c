"""`rulelang tournament`."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

BOT = """
import os


class First:
    def choose(self, view):
        return view.legal_actions[0]


class Ends:
    def choose(self, view):
        os._exit(7)


class Raises:
    def choose(self, view):
        raise ValueError("no idea")
"""
SLOW = (
    BOT
    + """
import time
class Slow(First):
    def choose(self, view):
        time.sleep(0.02)
        return view.legal_actions[0]
"""
)


@pytest.fixture
def bots(tmp_path):
    path = tmp_path / "bots.py"
    path.write_text(SLOW, encoding="utf-8")
    return path


def figures(out):
    found = json.loads(out)
    for bot in found["bots"]:
        del bot["seconds"], bot["longest"]
    return found


def test_standings_are_a_page(command, bots):
    code, out, err = command("tournament", "tic_tac_toe", "random", f"{bots}:Raises", "-n", 2)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "Tic-Tac-Toe: 4 games, seed 0; an even share is 0.500"
    assert lines[2].split()[:6] == ["random", "4", "4", "0", "0", "1.000"]
    assert lines[3].split()[1:6] == ["4", "0", "0", "4", "0.000"]
    assert (
        f"  game 1: {bots}:Raises as X raised ValueError: no idea when it was to choose" in lines
    )


def test_a_tournament_goes_on_from_its_log(command, tmp_path):
    words = ("tournament", "kuhn_poker", "random", "mc:3", "--seed", 4, "--json")
    whole = figures(command(*words, "-n", 5)[1])
    log = tmp_path / "games.jsonl"
    command(*words, "-n", 2, "--log", log)
    command(*words, "-n", 5, "--log", log, "--jobs", 2)
    assert len(log.read_text(encoding="ascii").splitlines()) == 11
    code, out, _ = command(*words, "-n", 5, "--log", log)
    assert (code, figures(out)) == (0, whole)
    assert whole["games"] == 10
    assert [bot["expected"] for bot in whole["bots"]] == [0.5, 0.5]


@pytest.mark.parametrize(
    ("bot", "said"),
    [
        ("genius", "`genius` is no bot"),
        ("mc:x", "is no whole number"),
        ("mcts:0", "`mcts:0` is no bot"),
        ("bots.py:First", "there is no file"),
    ],
)
def test_an_unknown_bot_is_said(command, bot, said):
    code, out, err = command("tournament", "kuhn_poker", "random", bot)
    assert (code, out) == (2, "")
    assert said in err


def test_a_bot_that_was_changed_is_not_the_one_of_the_log(command, bots, tmp_path):
    words = ("tournament", "kuhn_poker", "random", f"{bots}:First", "--log", tmp_path / "log")
    assert command(*words, "-n", 1)[0] == 0
    bots.write_text(BOT, encoding="utf-8")
    for name in [name for name in sys.modules if name.startswith("bots_in_")]:
        del sys.modules[name]
    code, _, err = command(*words, "-n", 1)
    assert code == 2
    assert "bots that have changed since" in err


def test_a_bot_that_ends_its_process_ends_the_tournament_with_a_sentence(command, bots):
    words = ("tournament", "kuhn_poker", "random", f"{bots}:Ends", "-n", 1, "--jobs", 2)
    code, out, err = command(*words)
    assert code == 2
    assert out.startswith("Kuhn poker: 0 games")
    assert "a bot must have ended it after 0 of 2 games" in err


@pytest.mark.skipif(os.name != "posix", reason="signals are sent to the process")
@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupt_prints_what_is_done_and_loses_nothing(bots, tmp_path, jobs):
    log = tmp_path / "log"
    words = ["tournament", "tic_tac_toe", "random", f"{bots}:Slow", "-n", "100000", "--json"]
    running = subprocess.Popen(  # noqa: S603 - our own command
        [sys.executable, "-m", "interpreter.cli.main", *words, "--log", log, "--jobs", str(jobs)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    while running.poll() is None and (not log.exists() or len(log.read_bytes().splitlines()) < 4):
        time.sleep(0.05)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate()
    assert running.returncode == 130, err
    found = json.loads(out)
    assert found["interrupted"]
    lines = len(log.read_bytes().splitlines()) - 1
    assert found["games"] >= 2
    assert 0 <= lines - found["games"] <= 1  # it may come while a game is written down
    assert "the same command goes on from" in err
