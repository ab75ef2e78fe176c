"""Run the command line in this process, with what somebody types."""

import io
import sys

import pytest

from interpreter.cli.main import main


@pytest.fixture
def command(capsys, monkeypatch, tmp_path):
    """Return a function that runs a command: exit code, standard output, standard error.

    `typed` is what comes from a pipe; without it nothing comes.
    """

    def run(*words, typed=""):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed.encode()), "utf-8"))
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
