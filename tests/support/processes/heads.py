"""Commands that are begun in processes of their own, to be killed on the way."""

import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.support.games import ROOT

PATIENCE_S = 120  # on a machine that has other things to do


@contextmanager
def begun(*words):
    """Begin a command in a session of its own; whoever is left of it at the end is killed."""
    with subprocess.Popen(  # noqa: S603 - this Python, and a command of ours
        [sys.executable, "-m", "interpreter.cli.main", *map(str, words)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        try:
            yield process
        finally:
            if process.poll() is None:  # what was waited for did not come
                os.killpg(process.pid, signal.SIGKILL)


def is_gone(group):
    """Return whether nobody is left in a group of processes, but names that nobody asked after.

    Those stay for ever where the first process of a container does not ask.
    """
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    states = list(_states(group))
    return bool(states) and set(states) <= set("ZX")


def _states(group):
    """Yield what each process of a group does, as Linux tells it: `Z` has ended."""
    for file in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has gone meanwhile
            state, _, its = file.read_text(errors="replace").rpartition(")")[2].split()[:3]
            if int(its) == group:
                yield state


def until(holds):
    """Wait until something holds."""
    end = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.02)


def lines_of(path):
    """Return how many lines stand below the first one of a log."""
    return max(0, path.read_bytes().count(b"\n") - 1) if path.exists() else 0
