"""`rulelang solve`."""

import json
import os
import pty
import re
import signal
import subprocess
import sys

import pytest

from interpreter import load, playthrough


def test_an_open_game_has_a_value_and_a_line(command):
    code, out, err = command("solve", "tic_tac_toe")
    assert (code, err) == (0, "")
    assert out.startswith("Tic-Tac-Toe, best play: X 0, O 0 (")
    assert out.splitlines()[1].count("mark(") == 9


def test_a_saved_playthrough_is_gone_on_from(command, tmp_path):
    file = tmp_path / "play.json"
    playthrough.save(load("tic_tac_toe").start().apply(4).apply(1), file, rules="tic_tac_toe")
    code, out, _ = command("solve", "tic_tac_toe", "--from", file, "--json")
    found = json.loads(out)
    assert (code, found["value"], found["returns"]) == (0, 1.0, [1.0, -1.0])
    assert len(found["line"]) == 5


def test_what_is_not_settled_is_told_as_far_as_it_is(command):
    code, out, _ = command("solve", "connect_four", "--limit", 100)
    assert code == 2
    assert out == (
        "Connect Four: not settled, White gets from -1 to 1 "
        "(100 positions looked into; --limit allows more)\n"
    )


def test_of_a_play_that_is_over_there_is_no_line(command, tmp_path):
    state = load("tic_tac_toe").start()
    for cell in (0, 3, 1, 4, 2):
        state = state.apply(cell)
    file = tmp_path / "play.json"
    playthrough.save(state, file, rules="tic_tac_toe")
    code, out, _ = command("solve", "tic_tac_toe", "--from", file)
    assert (code, out) == (0, "Tic-Tac-Toe, best play: X 1, O -1 (0 positions looked into)\n")


def test_an_equilibrium_that_is_interrupted_is_told_as_far_as_it_is(command, monkeypatch):
    def shown(line):
        def show(done):
            if line(done) == "20 of 300 iterations":
                raise KeyboardInterrupt

        return show

    monkeypatch.setattr("interpreter.cli.measuring.solve.progress", shown)
    code, out, err = command("solve", "kuhn_poker", "--iterations", 300)
    assert (code, err) == (130, "rulelang: interrupted after 20 of 300 iterations\n")
    assert "  20 iterations over " in out


def test_a_game_that_hides_something_has_an_equilibrium(command):
    code, out, _ = command("solve", "kuhn_poker", "--iterations", 300)
    assert code == 0
    assert out.startswith("Kuhn poker, near an equilibrium: P1 -0.055")
    found = json.loads(command("solve", "kuhn_poker", "--iterations", 50, "--json")[1])
    assert len(found["strategies"]) == 12
    assert {tuple(each["actions"]) for each in found["strategies"]} == {("bet", "pass")}


def test_what_cannot_be_solved_is_said(command, tmp_path):
    code, out, err = command("solve", "kuhn_poker", "--limit", 20)
    assert (code, out) == (2, "")
    assert err.startswith("rulelang: Kuhn poker has more than 20 histories: too many")
    assert err.endswith("(--limit allows more)\n")
    file = tmp_path / "play.json"
    playthrough.save(load("kuhn_poker").start(seed=1), file, rules="kuhn_poker")
    code, _, err = command("solve", "kuhn_poker", "--from", file)
    assert code == 2
    assert "it is solved from its start alone" in err
    code, _, err = command("solve", "tic_tac_toe", "--from", tmp_path / "none.json")
    assert code == 2
    assert "cannot be read" in err


def test_a_tree_that_passes_the_limit_is_refused_with_what_random_plays_tell(command):
    code, out, err = command("solve", "liars_dice", "--limit", 5_000)
    assert (code, out) == (2, "")
    told = re.fullmatch(
        r"rulelang: Liar's dice has more than 5,000 histories: too many to go through all; "
        r"random plays tell of about 10\^(\d+) \(--limit allows more\)\n",
        err,
    )
    assert told
    assert int(told[1]) > 20


@pytest.mark.parametrize(
    ("game", "limit", "says"),
    [
        ("liars_dice", 100_000_000, "histories"),
        ("connect_four", 100_000_000, "positions looked into, at most 100,000,000"),
    ],
)
def test_how_far_it_is_is_shown_and_ctrl_c_ends_it(game, limit, says, tmp_path):
    """A pseudo-terminal for standard error: without one a line comes twice a minute."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "interpreter.cli.main", "solve", game, "--limit", str(limit)]
    with subprocess.Popen(  # noqa: S603 - this Python
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=theirs, text=True
    ) as running:
        os.close(theirs)
        shown = told_on(ours, says)
        running.send_signal(signal.SIGINT)
        shown += told_on(ours, "interrupted")
        out, _ = running.communicate(timeout=60)
    os.close(ours)
    assert running.returncode == 130, shown
    if game == "connect_four":
        assert out.startswith("Connect Four: not settled, White gets from -1 to 1 (")


def told_on(terminal, words):
    """Return what a program writes to a terminal until it has said some words."""
    shown = ""
    while words not in shown:
        shown += os.read(terminal, 4096).decode()
    return shown
