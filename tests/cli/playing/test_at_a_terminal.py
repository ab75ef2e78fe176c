"""`rulelang play` at a real terminal: Tab completes, and waiting is told."""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
from contextlib import contextmanager
from time import monotonic

import pytest

PATIENCE_S = 60
ROWS, COLUMNS = 50, 100
PROMPT = r"> $"
LEAVES = "\x15\x04"
"""What is typed is wiped, and the input ends."""


class Person:
    """Sits at a terminal: types, and reads what is on it since the last reading."""

    def __init__(self, descriptor):
        self._descriptor = descriptor
        self._unread = ""

    def type(self, keys):
        os.write(self._descriptor, keys.encode())

    def read_until(self, pattern):
        """Return what came up to `pattern`, without what colours and moves the cursor."""
        until = monotonic() + PATIENCE_S
        while not re.search(pattern, self._unread):
            assert monotonic() < until, f"no {pattern!r} in {self._unread!r}"
            ready, _, _ = select.select([self._descriptor], [], [], 0.1)
            if ready:
                text = os.read(self._descriptor, 65536).decode()
                self._unread += re.sub(r"\x1b\[[?\d;]*[A-Za-z]|\x07", "", text)
        found, self._unread = self._unread, ""
        return found


@contextmanager
def person(keeping, *words):
    """Start `rulelang play` at a terminal of 100 columns, and yield who sits there; at last leave.

    `keeping`: the folder in which a play is kept that was left.
    """
    own, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    command = [sys.executable, "-m", "interpreter.cli.main", "play", *words]
    environment = {
        **os.environ, "TERM": "xterm", "INPUTRC": os.devnull, "TMPDIR": str(keeping),
    }  # fmt: skip
    process = subprocess.Popen(  # noqa: S603 - our own command
        command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, close_fds=True
    )
    os.close(theirs)
    try:
        one = Person(own)
        yield one
        one.type(LEAVES)
        one.read_until("The input has ended here")
        assert process.wait(PATIENCE_S) == 0
    finally:
        process.kill()
        process.wait()
        os.close(own)


@pytest.mark.parametrize(
    ("typed", "line", "told"),
    [
        ("ma\tb2\r", "mark b2", "X marks b2"),
        ("mark c\t3\r", "mark c3", "X marks c3"),
        ("b2 m\t\r", "b2 mark", "X marks b2"),
    ],
)
def test_tab_completes_what_is_typed(tmp_path, typed, line, told):
    with person(tmp_path, "tic_tac_toe", "--bot", "random", "--seed", "1") as one:
        one.read_until(PROMPT)
        one.type(typed)
        found = one.read_until(rf"{told}[\s\S]*{PROMPT}")
        assert found.splitlines()[0].strip() == line


def test_tab_twice_lists_what_may_come_next(tmp_path):
    with person(tmp_path, "tic_tac_toe", "--bot", "random", "--seed", "1") as one:
        one.read_until(PROMPT)
        one.type("mark a\t\t")
        assert "b1" not in one.read_until(r"a1\s+a2\s+a3")


def test_a_bot_that_thinks_for_more_than_a_second_says_so(tmp_path):
    with person(tmp_path, "tic_tac_toe", "--bot", "mcts:2.5s", "--seed", "1") as one:
        one.read_until(PROMPT)
        one.type("b2\r")
        found = one.read_until(rf"O marks[\s\S]*{PROMPT}")
        assert "O is thinking (1 s)" in found
        assert "O is thinking (2 s)" in found
