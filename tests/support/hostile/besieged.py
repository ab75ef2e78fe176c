"""Try hostile input in a process of its own: 20 seconds of the processor each, 1 GiB.

One process takes many inputs of a door (`doors.py`), one after another. It is the child of one
that has imported what all doors need, a `Camp`. Inputs follow from a seed:
`python -m tests.support.hostile.besieged DOOR SEED COUNT` tries them again and says what is wrong.
"""

from __future__ import annotations

import json
import os
import resource
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path
from random import Random
from typing import IO

import attrs

ROOT = Path(__file__).parents[3]
SECONDS = 20  # of the processor, for one input; here one in a second, elsewhere it takes longer
PATIENCE = 300  # seconds on the clock, on a machine that has other things to do
MEMORY = 1 << 30  # bytes of addresses, for all inputs of a process together, beside its own


class Camp:
    """A process that makes one for each door, one after the other."""

    def __init__(self) -> None:
        self._talk, end = socket.socketpair()
        with end:
            self._process = subprocess.Popen(  # noqa: S603  our own Python
                [sys.executable, "-m", "tests.support.hostile.besieged", str(end.fileno())],
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                pass_fds=[end.fileno()],
            )

    def begun(self, door: str) -> tuple[int, socket.socket]:
        """Begin a process for a door; return its number, and where it hears and answers."""
        talk, end = socket.socketpair()
        with end:
            socket.send_fds(self._talk, [door.encode()], [end.fileno()])
        return int(self._talk.recv(64)), talk

    def close(self) -> None:
        """End the process."""
        self._talk.close()
        self._process.wait()


@attrs.define
class Besieged:
    """A process that tries inputs of one door. `tried`: how many it took so far."""

    camp: Camp
    door: str
    tried: int = 0
    _process: int | None = None
    _talk: socket.socket | None = None
    _answers: IO[bytes] | None = None

    def try_out(self, seed: int, count: int) -> str:
        """Try the inputs that follow from a seed; return what was wrong with the first, or ""."""
        if self._process is None:
            self._process, self._talk = self.camp.begun(self.door)
            self._answers = self._talk.makefile("rb", buffering=0)
        self._talk.sendall(f"{seed} {count}\n".encode())
        for at in range(count):
            answer = self._answer()
            if answer is None:
                self.close()
                return f"{self.door} {seed}, input {at}: no answer within the limits"
            if answer:
                return f"{self.door} {seed}, input {at}:\n{answer}"
            self.tried += 1
        return ""

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            os.kill(self._process, signal.SIGKILL)  # its number is its own until it is followed
            self._answers.close()
            self._talk.close()
            self._process = None

    def _answer(self) -> str | None:
        """Return what was said of an input; None where the process is gone, or says nothing."""
        if not select.select([self._answers], [], [], PATIENCE)[0]:
            return None
        line = self._answers.readline()
        return json.loads(line) if line else None


def _encamp(talk: socket.socket) -> None:
    """Make a child for each door that is asked for; it is waited for before the next one."""
    from tests.support.hostile import doors  # noqa: PLC0415 - not for the tests' process

    os.dup2(2, 1)
    doors.warm()
    child, folder = 0, ""
    while True:
        name, ends, *_ = socket.recv_fds(talk, 64, 1)
        if child:
            os.waitpid(child, 0)
            shutil.rmtree(folder)
        if not name:
            return
        folder = tempfile.mkdtemp()
        with socket.socket(fileno=ends[0]) as end:
            child = os.fork()
            if not child:
                talk.close()
                _serve(name.decode(), Path(folder), end)
                os._exit(0)
        talk.sendall(str(child).encode())


def _serve(name: str, folder: Path, end: socket.socket) -> None:
    """Answer each line that is heard, a seed and how many, with a line for each input."""
    from tests.support.hostile.doors import DOORS  # noqa: PLC0415 - as above

    os.environ["RULELANG_CACHE"] = str(folder / "kept")
    door = DOORS[name](folder)
    limit = _held() + MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    asked, answers = end.makefile("r"), end.makefile("w")
    for line in asked:
        seed, count = map(int, line.split())
        for at in range(count):
            answers.write(json.dumps(_tried(door, Random(f"{name} {seed} {at}"))) + "\n")
            answers.flush()


def _held() -> int:
    """Return how many bytes of addresses this process has: numpy takes some for each processor."""
    told = Path("/proc/self/statm")
    return int(told.read_text().split()[0]) * resource.getpagesize() if told.exists() else 0


def _tried(door, random: Random) -> str:
    """Put one input to a door, and return what is wrong."""
    used = int(time.process_time())
    resource.setrlimit(resource.RLIMIT_CPU, (used + SECONDS + 1, resource.RLIM_INFINITY))
    shown: list[object] = []
    try:
        door(random, shown)
    except BaseException:  # noqa: BLE001 - whatever comes out is a fault
        return f"{traceback.format_exc()}\nInput: {shown!r:.20000}"
    return ""


def _again(name: str, seed: int, count: int) -> None:
    camp = Camp()
    process = Besieged(camp, name)
    wrong = process.try_out(seed, count)
    process.close()
    camp.close()
    print(wrong or f"{count} inputs, nothing wrong")  # noqa: T201  the answer


if __name__ == "__main__":
    match sys.argv[1:]:
        case [door, seed, count]:
            _again(door, int(seed), int(count))
        case [number]:
            _encamp(socket.socket(fileno=int(number)))
