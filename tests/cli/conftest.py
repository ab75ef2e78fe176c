"""Run the command line in this process, with what somebody types."""

import io
import sys

import pytest

from interpreter.cli.main import main

CTRL_C = "\x03"


class Typed(io.TextIOWrapper):
    """What somebody types; Ctrl-C interrupts whoever waits for it."""

    def __init__(self, text, *, at_terminal):
        super().__init__(io.BytesIO(text.encode()), "utf-8")
        self._at_terminal = at_terminal

    def isatty(self):
        return self._at_terminal

    def readline(self, *size):
        line = super().readline(*size)
        if CTRL_C in line:
            raise KeyboardInterrupt
        return line


@pytest.fixture
def command(capsys, monkeypatch, tmp_path):
    """Return a function that runs a command: exit code, standard output, standard error.

    `typed` is what comes from a pipe, or from a terminal; without it nothing comes. What is
    written goes to a terminal where `seen`.
    """

    def run(*words, typed="", at_terminal=False, seen=False):
        monkeypatch.setattr(sys, "stdin", Typed(typed, at_terminal=at_terminal))
        monkeypatch.setattr(sys.stdout, "isatty", lambda: seen)
        monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "kept"))
        (tmp_path / "kept").mkdir(exist_ok=True)
        code = main([str(word) for word in words])
        written = capsys.readouterr()
        return code, written.out, written.err

    return run


@pytest.fixture
def broken(tmp_path):
    """Return a rule file with a mistake."""
    file = tmp_path / "broken.rules"
    file.write_text('game "Broken"\nplayers 2\n\nplay:\n    end: nobody wins\n', encoding="utf-8")
    return file


@pytest.fixture
def failing(tmp_path):
    """Return a rule file whose scenario does not hold."""
    file = tmp_path / "failing.rules"
    file.write_text(
        'game "Failing"\nplayers X, O\n\nplay:\n    X chooses:\n        win:\n'
        '            end: X wins\n\nscenario "the other one":\n    play win\n    expect O wins\n',
        encoding="utf-8",
    )
    return file
