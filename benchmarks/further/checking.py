"""What `rulelang check` costs: a text never seen, after a change of one line, and unchanged.

Seconds of the processor. The changes are made inside effects, spread over the text: each leaves a
text without errors. A new process finds on disk what the one before it left there; the same
process (as an editor has it) keeps it in memory. What the grammar becomes is made once for an
installation, so it is there.
"""

from __future__ import annotations

import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from statistics import median
from time import process_time

from benchmarks.report import markdown
from rulelang import pipeline
from rulelang.parsing.spacing import Spacing
from rulelang.prove.memory import Memory
from rulelang.source import Source

GAMES = ("egemonia", "antike_duellum", "pergamon", "agamemnon", "pergamemnon")
EDITS = 5
_BYTECODE = {"PYTHONDONTWRITEBYTECODE": ""}
"""Modules are compiled once for an installation, too; empty: they are."""
_FOLDER = Path(__file__).parents[2] / "games"
_HEADER = (
    "game",
    "variants",
    "cold, new process",
    "edit, new process: median",
    "most",
    "edit, same process: median",
    "most",
    "unchanged, new process",
)


def table(games: Iterable[str] = GAMES, *, repeats: int = 3) -> str:
    """Return the table: medians of `repeats` processes, and of some changes."""
    return markdown(_HEADER, (_row(game, repeats) for game in games))


def edits(text: str, most: int = EDITS) -> list[str]:
    r"""Return some texts in which a number in an effect is higher by one.

    >>> edits("to go:\n    gold += 1\n")
    ['to go:\n    gold += 2\n']
    """
    lines = text.split("\n")
    places = list(_places(lines))
    step = max(1, len(places) // max(1, most))
    spread = [*places[::step], *places]
    found: dict[str, None] = {}
    for place in spread:
        if len(found) >= most:
            break
        changed = lines.copy()
        changed[place] = _NUMBER.sub(lambda number: str(int(number[0]) + 1), lines[place], count=1)
        found.setdefault("\n".join(changed))
    return list(found)


_NUMBER = re.compile(r"(?<=[ (])\d+\b(?!\.\.)")


def _places(lines: list[str]) -> Iterator[int]:
    """Yield the lines of effects that have a number."""
    inside = False
    for number, line in enumerate(lines):
        if line and not line[0].isspace():
            inside = line.startswith("to ")
        elif inside and _NUMBER.search(line.partition("#")[0]) and '"' not in line:
            yield number


def _row(game: str, repeats: int) -> tuple[str, ...]:
    path = _FOLDER / f"{game}.rules"
    text = path.read_text(encoding="utf-8")
    first = pipeline.check(str(path))
    changed = list(islice(_good(path, edits(text, 4 * EDITS)), EDITS))
    warm = _warm(path, changed)
    with tempfile.TemporaryDirectory() as place:
        copied = _copy(path, Path(place))
        cold = [_cold(copied, Path(place) / f"cold{i}") for i in range(repeats)]
        cache = Path(place) / "cold0"
        same = [_seconds(copied, cache) for _ in range(repeats)]
        anew = []
        for other in changed:
            copied.write_text(other, encoding="utf-8")
            anew.append(_seconds(copied, cache))
    figures = (median(cold), median(anew), max(anew), median(warm), max(warm), median(same))
    return game, str(len(first.instances)), *(f"{figure:.2f}" for figure in figures)


def _good(path: Path, texts: Iterable[str]) -> Iterator[str]:
    """Yield the texts that have no errors: where there are some, nothing is proved."""
    memory, desk = Memory(), pipeline.Desk(spacing=Spacing())
    for text in texts:
        if pipeline.check(str(path), memory, Source(str(path), text), desk).ok:
            yield text


def _copy(path: Path, place: Path) -> Path:
    """Copy a game with all that lies beside it."""
    beside = path.with_suffix("")
    if beside.is_dir():
        shutil.copytree(beside, place / beside.name)
    for file in path.parent.glob(f"{path.stem}.*"):
        shutil.copy(file, place / file.name)
    return place / path.name


def _warm(path: Path, texts: list[str]) -> list[float]:
    """Return what each change costs in a process that has checked the text before it."""
    memory, desk = Memory(), pipeline.Desk(spacing=Spacing())
    source = Source(str(path), path.read_text(encoding="utf-8"))
    found = []
    for text in texts:
        pipeline.check(str(path), memory, source, desk)
        began = process_time()
        pipeline.check(str(path), memory, Source(str(path), text), desk)
        found.append(process_time() - began)
    return found


def _cold(path: Path, cache: Path) -> float:
    """Return what a process costs that finds the tables of the grammar alone."""
    small = path.with_name("small.rules")
    small.write_text('game "Small"\nplayers 2\nplay:\n    end: all win\n', encoding="utf-8")
    _seconds(small, cache)
    return _seconds(path, cache)


def _seconds(path: Path, cache: Path) -> float:
    """Return what `rulelang check` costs as a process of its own."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(  # noqa: S603  this interpreter with our own module
        [sys.executable, "-m", "interpreter.cli.main", "check", str(path)],
        check=False,
        stdout=subprocess.DEVNULL,
        env={**os.environ, "RULELANG_CACHE": str(cache), **_BYTECODE},
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
