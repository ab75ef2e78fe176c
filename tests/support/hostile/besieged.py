"""Try hostile input in a process of its own: 20 seconds of the processor each, 1 GiB.

One process takes many inputs of a door (`doors.py`), one after another. Inputs follow from a seed:
`python -m tests.support.hostile.besieged DOOR SEED COUNT` tries them again and says what is wrong.
"""

from __future__ import annotations

import json
import os
import resource
import select
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path
from random import Random

import attrs

ROOT = Path(__file__).parents[3]
SECONDS = 20  # of the processor, for one input; here one in a second, elsewhere it takes longer
PATIENCE = 300  # seconds on the clock, on a machine that has other things to do
MEMORY = 1 << 30  # bytes of addresses, for all inputs of a process together, beside its own


@attrs.define
class Besieged:
    """A process that tries inputs of one door. `tried`: how many it took so far."""

    door: str
    tried: int = 0
    _process: subprocess.Popen[bytes] | None = None

    def try_out(self, seed: int, count: int) -> str:
        """Try the inputs that follow from a seed; return what was wrong with the first, or ""."""
        process = self._running()
        process.stdin.write(f"{seed} {count}\n".encode())
        process.stdin.flush()
        for at in range(count):
            answer = self._answer(process)
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
            self._process.kill()
            self._process.wait()
            self._process.stdin.close()
            self._process.stdout.close()
            self._process = None

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            self._process = subprocess.Popen(  # noqa: S603  our own Python
                [sys.executable, "-m", "tests.support.hostile.besieged", self.door],
                cwd=ROOT,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
            )
        return self._process

    def _answer(self, process: subprocess.Popen[bytes]) -> str | None:
        """Return what was said of an input; None where the process is gone, or says nothing."""
        if not select.select([process.stdout], [], [], PATIENCE)[0]:
            return None
        line = process.stdout.readline()
        return json.loads(line) if line else None


def _serve(name: str) -> None:
    """Answer each line of standard input, a seed and how many, with a line for each input."""
    from tests.support.hostile.doors import DOORS  # noqa: PLC0415 - not for the tests' process

    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["RULELANG_CACHE"] = str(Path(folder) / "kept")
        door = DOORS[name](Path(folder))
        limit = _held() + MEMORY
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
        for line in sys.stdin:
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
    process = Besieged(name)
    wrong = process.try_out(seed, count)
    process.close()
    print(wrong or f"{count} inputs, nothing wrong")  # noqa: T201  the answer


if __name__ == "__main__":
    match sys.argv[1:]:
        case [door, seed, count]:
            _again(door, int(seed), int(count))
        case [door]:
            _serve(door)
