"""`rulelang tournament`."""

import json
import os
import signal
import sys
import time

import pytest

from interpreter import Game
from interpreter.cluster import ClusterError
from tests.support.processes.heads import PATIENCE_S, begun, is_gone, lines_of, until
from tests.support.schemas import hold

BOT = """
import os
import time
from pathlib import Path


class First:
    def choose(self, view):
        return view.legal_actions[0]


class Ends:
    def choose(self, view):
        os._exit(7)


class Raises:
    def choose(self, view):
        raise ValueError("no idea")


class Weary(First):
    # Sleeps from the eleventh choice on, until it is told to be awake.
    def choose(self, view):
        here = Path(__file__).parent
        games = here / f"played_{os.getpid()}"
        with games.open("a") as file:
            file.write(".")
        if games.stat().st_size > 10 and not (here / "awake").exists():
            (here / f"asleep_{os.getpid()}").touch()
            time.sleep(300)
        return view.legal_actions[0]
"""
SLOW = (
    BOT
    + """

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


def test_without_a_terminal_a_line_tells_now_and_then_how_far_it_is(command, monkeypatch):
    words = ("tournament", "kuhn_poker", "random", "random", "-n", 2)
    assert command(*words)[2] == ""  # now and then is not within this time
    monkeypatch.setattr("interpreter.cli.output._PERIOD_OF_LINES_S", 0.0)
    said = "".join(f"{done} of 4 games\n" for done in (1, 2, 3, 4))
    assert command(*words)[2] == said


@pytest.mark.parametrize(
    "words",
    [
        ("tournament", "kuhn_poker", "random", "random", "-n", 1),
        ("simulate", "kuhn_poker", "-n", 2, "--jobs", 1),
    ],
    ids=["tournament", "simulate"],
)
def test_at_a_terminal_it_says_what_it_waits_for(command, monkeypatch, words):
    monkeypatch.setattr("interpreter.cli.output.is_terminal", lambda _: True)
    monkeypatch.setattr("interpreter.cli.output._PATIENCE_S", 0.01)
    monkeypatch.setattr(Game, "prepare", lambda _: time.sleep(0.1))
    assert "making machine code of the rules" in command(*words)[2]


@pytest.mark.parametrize(
    ("bot", "said"),
    [
        ("genius", "`genius` is no bot"),
        ("mc:x", "is no whole number"),
        ("mcts:0", "`mcts:0` is no bot"),
        ("mtcs:400", "`mtcs:400` is no bot; there are `random`"),
        ("bots.py:First", "there is no file"),
    ],
)
def test_an_unknown_bot_is_said(command, bot, said):
    code, out, err = command("tournament", "kuhn_poker", "random", bot)
    assert (code, out) == (2, "")
    assert said in err


@pytest.mark.parametrize("time", ["soon", "0", "-1s", "inf"])
def test_a_time_for_a_choice_is_above_0(command, time):
    code, out, err = command(
        "tournament", "kuhn_poker", "random", "random", f"--time-per-choice={time}"
    )
    assert (code, out) == (2, "")
    assert f"`{time}` is no time above 0, such as 2 or 0.5" in err


def test_a_log_that_was_cut_off_loses_its_last_line_alone(command, tmp_path):
    log = tmp_path / "log"
    words = ("tournament", "kuhn_poker", "random", "random", "-n", 2, "--log", log)
    whole = figures(command(*words, "--json")[1])
    log.write_bytes(log.read_bytes()[:-20])
    code, out, err = command(*words, "--json")
    assert (code, figures(out)) == (0, whole)
    assert err == f"rulelang: the last line of {log} was written only in part; left out\n"


def test_without_openskill_standings_have_no_ratings(command, monkeypatch):
    words = ("tournament", "kuhn_poker", "random", "random", "-n", 1)
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    lines = command(*words)[1].splitlines()
    assert lines[1].split()[-2:] == ["longest", "choice"]
    assert lines[-1] == "  ratings: pip install 'rulelang[tournament]'"
    (first, _) = json.loads(command(*words, "--json")[1])["bots"]
    assert first["rating"] is None


def test_workers_that_cannot_be_begun_are_an_error(command, monkeypatch):
    def play(*_):
        raise ClusterError("no worker comes up")
        yield

    monkeypatch.setattr("interpreter.cli.measuring.tournament.play", play)
    told = command("tournament", "kuhn_poker", "random", "random", "-n", 1)
    assert told == (2, "", "rulelang: no worker comes up\n")


def test_a_bot_that_was_changed_is_not_the_one_of_the_log(command, bots, tmp_path):
    words = ("tournament", "kuhn_poker", "random", f"{bots}:First", "--log", tmp_path / "log")
    assert command(*words, "-n", 1)[0] == 0
    bots.write_text(BOT, encoding="utf-8")
    code, _, err = command(*words, "-n", 1)
    assert code == 2
    assert "bots that have changed since" in err


def test_a_bot_that_ends_its_process_forfeits_without_jobs_too(command, bots, tmp_path):
    log = tmp_path / "log"
    words = ("tournament", "kuhn_poker", "random", f"{bots}:Ends", "-n", 1, "--log", log)
    code, out, err = command(*words)
    assert code == 0
    assert (
        f"  game 1: {bots}:Ends as P1 ended its process with code 7 when it was to choose" in out
    )
    assert "ended with code 7; its game 1 is done again" in err
    for line in log.read_text(encoding="ascii").splitlines():
        hold("tournament", json.loads(line))
    code, again, err = command(*words, "--jobs", 1)
    assert (code, again, err) == (0, out, "")


def test_games_of_the_log_beyond_the_rounds_asked_for_do_not_count(command, tmp_path):
    words = ("tournament", "kuhn_poker", "random", "mc:3", "--log", tmp_path / "log", "--json")
    first = figures(command(*words, "-n", 1)[1])
    assert figures(command(*words, "-n", 3)[1])["games"] == 6
    assert figures(command(*words, "-n", 1)[1]) == first
    assert lines_of(tmp_path / "log") == 6


def test_a_cluster_that_is_not_there_is_told_and_nothing_is_lost(command, tmp_path):
    pytest.importorskip("ray", reason="this needs Ray, the extra `cluster`")
    words = ("tournament", "kuhn_poker", "random", "mc:3", "--log", tmp_path / "log")
    command(*words, "-n", 1)
    before = (tmp_path / "log").read_bytes()
    code, out, err = command(*words, "-n", 2, "--ray", "nowhere")
    assert code == 2
    assert out.startswith("Kuhn poker: 2 games")
    assert "`nowhere` is no address of a cluster" in err
    assert "stopped after 2 of 4 games; the same command goes on from" in err
    assert (tmp_path / "log").read_bytes() == before


@pytest.mark.skipif(os.name != "posix", reason="signals are sent to the process")
@pytest.mark.parametrize("jobs", [(), ("--jobs", 2)], ids=str)
def test_an_interrupt_prints_what_is_done_and_loses_nothing(bots, tmp_path, jobs):
    log = tmp_path / "log"
    words = ("tournament", "tic_tac_toe", "random", f"{bots}:Slow", "-n", "100000", "--json")
    with begun(*words, "--log", log, *jobs) as running:
        until(lambda: lines_of(log) >= 3 or running.poll() is not None)
        os.killpg(running.pid, signal.SIGINT)  # as a terminal does
        out, err = running.communicate(timeout=PATIENCE_S)
    assert running.returncode == 130, err
    found = json.loads(out)
    assert found["interrupted"]
    assert found["games"] >= 2
    assert 0 <= lines_of(log) - found["games"] <= 1  # it may come while a game is written down
    assert b"the same command goes on from" in err
    assert b"Traceback" not in err


@pytest.mark.skipif(os.name != "posix", reason="it has no groups of processes")
@pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGTERM], ids=lambda by: by.name)
def test_nobody_goes_on_when_the_head_is_gone(command, bots, tmp_path, by):
    """A bot in each worker sleeps for minutes then: nobody waits for it."""
    log = tmp_path / "log"
    words = ("tournament", "tic_tac_toe", "random", f"{bots}:Weary", "-n", 5, "--log", log)
    with begun(*words, "--jobs", 2) as head:
        until(lambda: len(list(tmp_path.glob("asleep*"))) == 2)
        head.send_signal(by)
        assert head.wait(PATIENCE_S) == -by
        until(lambda: is_gone(head.pid))
    kept = lines_of(log)
    assert 2 <= kept <= 8
    (tmp_path / "awake").touch()
    code, out, _ = command(*words, "--json")
    assert (code, json.loads(out)["games"], lines_of(log)) == (0, 10, 10)
    assert figures(out) == figures(command(*words[:-2], "--json")[1])
