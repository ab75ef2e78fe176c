"""The C programs in `references/` as peers: built with each compiler there is, the fastest counts.

What is built is kept in `build/benchmarks`, under a name that changes with sources and options.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
from pathlib import Path
from statistics import median

import attrs

from benchmarks.catalogue import Program
from benchmarks.measuring import Measurement, Missing

HERE = Path(__file__).parent
SOURCES = HERE / "references"
BUILT = HERE.parent / "build" / "benchmarks"
COMPILERS = (
    ("gcc", "-O3"),
    ("gcc", "-O2"),
    ("clang", "-O3"),
)
OPTIONS = ("-march=native", "-std=c11")
_TRIAL_S = 0.05


@attrs.frozen
class HandWritten:
    """A program that has been built; `compiler` says how."""

    name: str
    game: str
    binary: Path
    compiler: str

    def run(self, seconds: float, seed: int) -> Measurement:
        """Play for some time."""
        told = report(self.binary, seconds, seed)
        first, second, _ = told.results
        lead = (first - second) / told.playouts
        return Measurement(told.playouts, told.choices, told.decisions, told.cpu_s, (lead, -lead))


@attrs.frozen
class Report:
    """The line that a program prints. `results`: won by the first seat, by the second, drawn."""

    playouts: int
    choices: int
    decisions: int
    chances: int
    cpu_s: float
    mean_length: float
    results: tuple[int, int, int] = attrs.field(converter=tuple)


def report(binary: Path, seconds: float, seed: int) -> Report:
    """Run a program and return what it prints."""
    command = [str(binary), str(seconds), str(seed)]
    ran = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603
    return Report(**json.loads(ran.stdout))


def handwritten(game: str, program: Program) -> HandWritten | Missing:
    """Return a program as a peer, in its fastest build."""
    if not any(shutil.which(compiler) for compiler, _ in COMPILERS):
        return Missing(program.peer, "there is no C compiler")
    builds = [
        (build, f"{compiler} {level}")
        for compiler, level in COMPILERS
        if (build := _build(program, compiler, level)) is not None
    ]
    if not builds:
        return Missing(program.peer, "it does not compile for this processor")
    binary, how = min(builds, key=lambda build: _seconds_a_playout(build[0]))
    return HandWritten(program.peer, game, binary, how)


def _seconds_a_playout(binary: Path) -> float:
    runs = [report(binary, _TRIAL_S, seed) for seed in range(3)]
    return median(run.cpu_s / run.playouts for run in runs)


def _build(program: Program, compiler: str, level: str) -> Path | None:
    """Return the program as built by a compiler; None where that is missing or refuses."""
    where = shutil.which(compiler)
    if where is None:
        return None
    defines = (f"-D{name}" for name in program.defines)
    command = [where, level, *OPTIONS, *defines, str(SOURCES / program.source)]
    fingerprint = hashlib.sha256("\0".join(command).encode())
    for file in (*sorted(SOURCES.glob("*.h")), SOURCES / program.source):
        fingerprint.update(file.read_bytes())
    binary = BUILT / f"{Path(program.source).stem}-{fingerprint.hexdigest()[:16]}"
    if not binary.exists():
        BUILT.mkdir(parents=True, exist_ok=True)
        fresh = binary.with_name(f"{binary.name}-{os.getpid()}")  # others may build it too
        built = subprocess.run([*command, "-o", str(fresh)], check=False, capture_output=True)  # noqa: S603
        if built.returncode != 0:
            return None
        fresh.replace(binary)
    return binary
