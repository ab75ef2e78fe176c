"""Run the command line in a process of its own, with little time and little memory.

One process imports once what commands need and makes a child for each of them, so that a case
costs what the command costs.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import attrs

ROOT = Path(__file__).parents[3]
SECONDS = 20  # of the processor; here all take less than two, elsewhere they take longer
PATIENCE = 300  # seconds on the clock, on a machine that has other things to do
MEMORY = 1 << 30  # bytes of addresses


@attrs.frozen
class Outcome:
    """What a command did: its exit code (below 0: the signal that stopped it) and its output."""

    code: int
    text: str


class Confined:
    """A process that runs commands, each in a child of it."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.support.hostile.confined"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def run(self, *words: object, folder: Path = ROOT) -> Outcome:
        """Run a command in a folder; nothing comes from its standard input."""
        asked = json.dumps([[str(word) for word in words], str(folder)])
        self._process.stdin.write(asked.encode() + b"\n")
        self._process.stdin.flush()
        code, text = json.loads(self._process.stdout.readline())
        return Outcome(code, text)

    def close(self) -> None:
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait()


def _serve() -> None:
    """Answer each line of standard input, a command and a folder, with a line."""
    from interpreter.cli import main  # noqa: PLC0415
    from interpreter.cli.checking import fmt  # noqa: F401, PLC0415
    from interpreter.cli.playing import replay  # noqa: F401, PLC0415

    _warm(main.main)
    for line in iter(sys.stdin.buffer.readline, b""):
        words, folder = json.loads(line)
        with tempfile.TemporaryFile() as output:
            child = os.fork()
            if not child:
                _confine(output.fileno(), folder)
                code = main.main(words)
                sys.stdout.flush()
                sys.stderr.flush()
                os._exit(code)
            code = _waited(child)
            output.seek(0)
            text = output.read().decode("utf-8", "replace")
        print(json.dumps([code, text]), flush=True)  # noqa: T201  the answer


def _warm(run: Callable[[list[str]], int]) -> None:
    """Check texts that nobody has checked, and test one: what a child imports, it pays for."""
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
        file = Path(folder, "warm.rules")
        file.write_text(f'game "Warm {os.getpid()}"\nplayers 2\nplay:\n    end: draw\n')
        for command in ("check", "test"):
            assert run([command, str(file)]) == 0
        file.write_text(f'game "Wrong {os.getpid()}"\nplayers 2\nplay:\n    end draw\n')
        assert run(["check", str(file)]) == 1


def _confine(output: int, folder: str) -> None:
    os.chdir(folder)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for old, new in ((nothing, 0), (output, 1), (output, 2)):
        os.dup2(old, new)
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def _waited(child: int) -> int:
    """Return the exit code of a child; one that hangs is stopped."""
    end = time.monotonic() + PATIENCE
    while not (ended := os.waitpid(child, os.WNOHANG))[0]:
        if time.monotonic() > end:
            os.kill(child, signal.SIGKILL)
        time.sleep(0.002)
    return os.waitstatus_to_exitcode(ended[1])


if __name__ == "__main__":
    _serve()
