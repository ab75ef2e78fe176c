"""What an author waits for who edits a text: two hundred edits, one after the other.

    python -m benchmarks.edits pergamemnon --edits 200

Each edit is one that a hand makes (another number, another word, a line taken out, written twice,
a remark put in), anywhere in the text, scenarios included; then it is taken back, which is not
counted. Seconds of the processor in one process, as an editor has it: until names and types are
known of the first variant, and until all variants are proved. The same seed makes the same edits.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from pathlib import Path
from time import process_time
from typing import Final

import attrs

from benchmarks.redeals import at
from interpreter import shipped
from rulelang import pipeline
from rulelang.parsing.spacing import Spacing
from rulelang.prove.memory import Memory
from rulelang.source import Source

_WORD: Final = re.compile(r"\b[a-z]\w*\b")
_NUMBER: Final = re.compile(r"\b\d+\b")
_HEAD: Final = (
    "| game | texts | errors in | | median | 90 of 100 | 99 of 100 | most |\n"
    "|---|---:|---:|---|---:|---:|---:|---:|\n"
)


def edited(lines: list[str], rng: random.Random) -> list[str]:
    """Return the lines of a text with one edit."""
    words = [word for line in lines for word in _WORD.findall(line)]
    while True:
        place = rng.randrange(len(lines))
        before, line, after = lines[:place], lines[place], lines[place + 1 :]
        match rng.choice(("number", "number", "word", "out", "twice", "remark")):
            case "number" if found := [*_NUMBER.finditer(line)]:
                one = rng.choice(found)
                new = [line[: one.start()] + str(int(one[0]) + 1) + line[one.end() :]]
            case "word" if found := [*_WORD.finditer(line)]:
                one = rng.choice(found)
                new = [line[: one.start()] + rng.choice(words) + line[one.end() :]]
            case "out":
                new = []
            case "twice":
                new = [line, line]
            case "remark":
                new = ["# a remark", line]
            case _:
                continue
        return [*before, *new, *after]


@attrs.define
class Waits:
    """What each text took, in seconds of the processor; `errors`: in how many there are some."""

    glances: list[float] = attrs.field(factory=list)
    checks: list[float] = attrs.field(factory=list)
    errors: int = 0

    def rows(self, name: str) -> str:
        """Return the rows of the table."""
        rows = ""
        for what, spent in (("names and types", self.glances), ("all", self.checks)):
            figures = (at(spent, 0.5), at(spent, 0.9), at(spent, 0.99), max(spent))
            told = " | ".join(f"{figure:.2f}" for figure in figures)
            rows += f"| {name} | {len(spent)} | {self.errors} | {what} | {told} |\n"
        return rows


def measure(path: str, count: int, seed: int) -> Waits:
    """Check a text, then with one edit after the other."""
    lines = Path(path).read_text(encoding="utf-8").split("\n")
    memory, open_text, waits = Memory(), pipeline.Desk(), Waits()
    proving = pipeline.Desk(spacing=Spacing())
    pipeline.glance(pipeline.read(path, desk=open_text))
    pipeline.check(path, memory, desk=proving)
    rng = random.Random(seed)
    for _ in range(count):
        source = Source(path, "\n".join(edited(lines, rng)))
        began = process_time()
        pipeline.glance(pipeline.read(path, source, open_text))
        seen = process_time()
        found = pipeline.check(path, memory, source, proving)
        waits.glances.append(seen - began)
        waits.checks.append(process_time() - seen)
        waits.errors += not found.ok
        pipeline.glance(pipeline.read(path, desk=open_text))
        pipeline.check(path, memory, desk=proving)
    return waits


def main() -> None:
    """Measure, and write a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="+", metavar="GAME", choices=shipped())
    parser.add_argument("--edits", type=int, default=200, help="texts that are checked (200)")
    parser.add_argument("--seed", type=int, default=0)
    told = parser.parse_args()
    sys.stdout.write(_HEAD)
    for name in told.games:
        sys.stdout.write(measure(f"games/{name}.rules", told.edits, told.seed).rows(name))
        sys.stdout.flush()


if __name__ == "__main__":
    main()
