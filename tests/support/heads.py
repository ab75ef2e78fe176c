"""Commands that are begun in processes of their own, to be killed on the way."""

import os
import subprocess
import sys
import time

from tests.support.games import ROOT

PATIENCE_S = 50


def begun(*words):
    """Begin a command in a session of its own."""
    return subprocess.Popen(  # noqa: S603 - this Python, and a command of ours
        [sys.executable, "-m", "interpreter.cli.main", *map(str, words)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def is_gone(group):
    """Return whether nobody is left in a group of processes."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False


def until(holds, patience_s=PATIENCE_S):
    """Wait until something holds."""
    end = time.monotonic() + patience_s
    while not holds():
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.02)


def lines_of(path):
    """Return how many lines stand below the first one of a log."""
    return max(0, path.read_bytes().count(b"\n") - 1) if path.exists() else 0
