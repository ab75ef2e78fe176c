"""Many processes that want to write one journal, some of them ended in the midst of it.

    python -m tests.support.processes.writers FOLDER NAME LINES

adds lines to `FOLDER/log` until so many of its own are acknowledged; each that is goes to
`FOLDER/NAME.acknowledged`, and a writer that was ended goes on behind those. Who finds the file
taken waits and tries again.
"""

import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path

from interpreter.faults import PlaythroughError
from interpreter.hosting.journal import Journal, whole_lines

TURN = 500
"""Lines that a writer adds before it lets somebody else."""


def opened(path: Path) -> tuple[list[str], Journal]:
    """Return the lines of the log, and the log, new where there is none."""
    while True:
        try:
            if not path.exists():
                header = json.dumps({"format": "rulelang/ranges", "version": 2, "work": {}})
                return [header], Journal.create(path, [header])
            lines, journal = whole_lines(path, path.read_bytes(), "ranges")
            journal.claim()
        except PlaythroughError as refusal:
            if "somebody else" not in str(refusal) and "exists already" not in str(refusal):
                raise
            time.sleep(random.uniform(0, 0.1))
        else:
            return lines, journal


def write(folder: Path, name: str, count: int) -> None:
    """Add lines until `count` are acknowledged."""
    noted = folder / f"{name}.acknowledged"
    done = len(noted.read_bytes().splitlines()) if noted.exists() else 0
    with noted.open("ab", buffering=0) as acknowledged:
        while done < count:
            _, journal = opened(folder / "log")
            for number in range(done, min(done + TURN, count)):
                journal.append([json.dumps({"by": name, "number": number})])
                acknowledged.write(b"%d\n" % number)
                done += 1
            journal.close()


def contend(folder: Path, writers: int, lines: int, kills: int, seed: int) -> int:
    """Let so many write `lines` each, and end some in between; return how many were ended."""
    chance = random.Random(seed)

    def begin(name: str) -> "subprocess.Popen[bytes]":
        command = [
            sys.executable,
            "-m",
            "tests.support.processes.writers",
            str(folder),
            name,
            str(lines),
        ]
        return subprocess.Popen(command)  # noqa: S603 - ourselves

    running = {f"w{number}": begin(f"w{number}") for number in range(writers)}
    killed = 0
    while running:
        time.sleep(0.01)
        for name, process in list(running.items()):
            if process.poll() is not None:
                del running[name]
                if process.returncode:
                    raise AssertionError(f"{name} ended with {process.returncode}")
        if killed < kills and running and (folder / "log").exists() and chance.random() < 0.2:
            name = chance.choice(sorted(running))
            running[name].kill()
            running[name].wait()
            killed += running[name].returncode == -9
            running[name] = begin(name)
    return killed


if __name__ == "__main__":
    write(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
    os._exit(0)
