"""Run the command line in a process of its own, with little time and little memory.

One process imports the front end once and makes a child for each command, so that a case costs
what the command costs.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
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
    # What every command imports; a child that imports it pays for it.
    from interpreter.cli import main  # noqa: PLC0415
    from interpreter.cli.checking import check, fmt  # noqa: F401, PLC0415
    from interpreter.cli.playing import replay  # noqa: F401, PLC0415
    from rulelang.diagnostics import Sink  # noqa: PLC0415
    from rulelang.parse import parse  # noqa: PLC0415
    from rulelang.source import Source  # noqa: PLC0415

    parse(Source("warm", 'game "Warm"\nplay: end: draw\n'), Sink())
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
