"""The door: commands by name, help, and answers to faults."""

import os
import subprocess
import sys
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from interpreter.cli import main as door
from interpreter.cli.main import COMMANDS, main
from interpreter.reference import values
from tests.support.games import ROOT
from tests.support.processes.heads import until

FULL = Path("/dev/full")


def test_without_a_command_all_are_listed(command):
    code, out, _ = command()
    assert code == 2
    assert all(name in out for name in COMMANDS)


def test_an_unknown_command_gets_the_nearest(command):
    assert command("plai") == (
        2,
        "",
        "rulelang: there is no command `plai`; did you mean `play`?\n",
    )


@pytest.mark.parametrize("name", COMMANDS)
def test_help_has_an_example(command, name):
    code, out, err = command(name, "--help")
    assert (code, err) == (0, "")
    assert f"example:\n  rulelang {name}" in out


def test_the_release_can_be_asked_for(command):
    code, out, _ = command("--version")
    assert code == 0
    assert out.startswith("rulelang")


def test_what_is_not_installed_has_no_release(command, monkeypatch):
    def missing(name):
        raise PackageNotFoundError(name)

    served = []
    monkeypatch.setattr("importlib.metadata.version", missing)
    monkeypatch.setattr("interpreter.cli.checking.lsp.version", missing)
    monkeypatch.setattr("interpreter.editor.serving.serve", served.append)
    told = "rulelang, from a checkout that is not installed\n"
    assert command("--version") == (0, told, "")
    assert command("lsp") == (0, "", "")
    assert served == ["0"]


def test_what_nobody_reads_any_more_is_no_fault(monkeypatch, capsys):
    read, written = os.pipe()
    os.close(read)
    with os.fdopen(written, "w", encoding="utf-8") as out:
        monkeypatch.setattr(sys, "stdout", out)
        assert main(["explain"]) == 0
    assert not capsys.readouterr().err


@pytest.mark.skipif(not FULL.exists(), reason="there is no device that is full")
def test_what_cannot_be_written_is_said(monkeypatch, capsys):
    with FULL.open("w", encoding="utf-8") as out:
        monkeypatch.setattr(sys, "stdout", out)
        assert main(["explain"]) == 2
    assert capsys.readouterr().err == "rulelang: No space left on device\n"


def test_a_fault_while_something_is_cleared_away_is_told_as_python_does(command, monkeypatch):
    class Cleared:
        def __del__(self):
            raise ValueError("nobody expected this")

    monkeypatch.setattr(door, "_dispatch", lambda _: bool(Cleared()) - 1)
    code, _, err = command("play")
    assert code == 0
    assert "Exception ignored" in err
    assert "ValueError: nobody expected this" in err


def test_ctrl_c_while_something_is_cleared_away_comes_again(command, monkeypatch):
    """Also where no signals are sent to threads, as on Windows."""

    class Cleared:
        def __del__(self):
            raise KeyboardInterrupt

    def clear_away(_):
        Cleared()
        until(lambda: False)

    monkeypatch.delattr("signal.pthread_kill")
    monkeypatch.setattr(door, "_dispatch", clear_away)
    code, _, err = command("play")
    assert (code, err) == (130, "\nrulelang: interrupted\n")


ENDLESS = """\
game "Wide"
players 2
var x: 0..9

let pairs = count q in 0..199
    and r in 0..199 where q * r + x > 7

play:
    each turn of p, at most 3:
        p chooses:
            go(k in 1..3):
                set x to pairs mod 9
    end: draw
"""


def test_rules_that_go_through_too_much_are_named(command, tmp_path, monkeypatch):
    monkeypatch.setattr(values, "EFFORT", 10_000)
    rules = tmp_path / "wide.rules"
    rules.write_text(ENDLESS, encoding="utf-8")
    code, out, err = command("play", rules, "--seat", "none", "--engine", "reference")
    assert (code, "Bots play." in out) == (1, True)
    assert "error[endless-rules]: the rules go through more than 10,000 things here" in err
    assert f"--> {rules}:5:" in err
    assert "was running" in err


def test_a_fault_of_ours_is_one_line_without_a_traceback(command, monkeypatch):
    monkeypatch.setattr(door, "_dispatch", _fail)
    monkeypatch.delenv("RULELANG_DEBUG", raising=False)
    code, _, err = command("play")
    assert code == 70
    assert "this is a bug in rulelang" in err
    assert "Traceback" not in err


@pytest.mark.parametrize(("name", "expected"), [("lark.tree", 2), ("interpreter.gone", 70)])
def test_a_package_that_is_not_installed_is_named(command, monkeypatch, name, expected):
    def fail(_):
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)

    monkeypatch.setattr(door, "_dispatch", fail)
    code, _, err = command("check")
    assert code == expected
    assert (f"needs {name}, which is not installed" in err) == (expected == 2)


def test_a_fault_of_ours_can_be_looked_into(command, monkeypatch):
    monkeypatch.setattr(door, "_dispatch", _fail)
    monkeypatch.setenv("RULELANG_DEBUG", "1")
    assert "Traceback" in command("play")[2]


def test_interruption_is_no_traceback(capsys, monkeypatch):
    monkeypatch.setattr(door, "_dispatch", _interrupt)
    assert main(["play"]) == 130
    assert "interrupted" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("play", "tic_tac"), "did you mean `tic_tac_toe`"),
        (("play", "nowhere/x.rules"), "there is no file `nowhere/x.rules`"),
        (("play", "tic_tac_toe", "--seed", "abc"), "`abc` is no seed"),
        (("play", "tic_tac_toe", "--seat", "Z"), "no seat is named `Z`; there are X, O"),
        (("play", "tic_tac_toe", "--players", "3"), "it is for 2 players"),
        (("play", "tic_tac_toe", "--option", "a=b"), "there is no option `a`"),
        (("play", "tic_tac_toe", "--option", "a"), "`a` names no value; write --option a=VALUE"),
        (("play", "agamemnon", "--option", "startr=Greeks"), "did you mean `starter`?"),
        (("play", "agamemnon", "--option", "starter=Romans"), "it is Trojans or Greeks"),
        (("play", "tic_tac_toe", "--bot", "genius"), "`genius` is no bot"),
        (("play", "tic_tac_toe", "--bot", "mcts:much"), "`much` is no whole number"),
        (("play", "tic_tac_toe", "--bot", "mcts:0"), "`mcts:0` is no bot"),
        (("play", "tic_tac_toe", "--bot", "mcts:0s"), "`0s` is no time above 0, such as 2s"),
        (("play", "tic_tac_toe", "--bot", "mc:soons"), "`soons` is no time above 0"),
        (("play", "tic_tac_toe", "--bot", "mc:nans"), "`nans` is no time above 0"),
        (("play", "tic_tac_toe", "--bot", "random:3"), "`random:3` is no bot"),
        (("play", "tic_tac_toe", "--load", "none.json"), "none.json cannot be read"),
        (("perft", "tic_tac_toe", "deep"), "`deep` is no whole number"),
        (("check", "./nowhere"), "there is no file or folder `./nowhere`"),
        (("test", "nowhere"), "no game is named `nowhere`; there are"),
        (("fmt", "otello"), "no game is named `otello`; did you mean `othello`"),
        (("fmt", "othello.txt"), "there is no file `othello.txt`"),
        (("show", "tic_tac_toe", "--scenario", "nothing like it"), "has no scenario"),
        (("explain", "no-such-code"), "no finding has the code `no-such-code`"),
    ],
)
def test_what_cannot_be_met_is_said_in_one_line(command, words, said):
    code, out, err = command(*words)
    assert code == 2
    assert said in err
    assert out == ""
    assert len(err.splitlines()) == 1


CLOSED = (">&-", "2>&-", "<&-", "<&- >&- 2>&-")
ASKED = (
    ("play tic_tac_toe", 0),
    ("fmt -", 0),
    ("simulate kuhn_poker -n 9 --jobs 1", 0),
    ("plai", 2),
)


@pytest.mark.skipif(os.name != "posix", reason="a shell of Unix closes them")
@pytest.mark.parametrize(
    ("words", "code", "closed"),
    [
        pytest.param(*asked, closed, marks=pytest.mark.soak if (at + where) % 2 else ())
        for at, asked in enumerate(ASKED)
        for where, closed in enumerate(CLOSED)
    ],
)
def test_what_is_closed_leads_nowhere(words, code, closed):
    """Services begin programs so, and shells where `>&-` is written."""
    command = f'"$0" -m interpreter.cli.main {words} {closed}'
    done = subprocess.run(  # noqa: S603 - our own command
        ["/bin/sh", "-c", command, sys.executable],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        cwd=ROOT,
    )
    assert done.returncode == code, done.stderr


def _fail(_words):
    raise ValueError("nobody expected this")


def _interrupt(_words):
    raise KeyboardInterrupt
