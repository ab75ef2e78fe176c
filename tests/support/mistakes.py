"""Mistakes as authors make them, seeded one by one into a text, and what `check` says of each.

    python -m tests.support.mistakes

`tests/mistakes/market.csv` has what is written instead of what; where no change of the text is the
right mend, as nobody can know which number was meant, it has words that the finding must say. What
is another game, and no mistake, has no place there. A mistake is found exactly where a finding
stands on what was changed, and mended right where the mends of `check --fix` give the text back,
laid out in the one way that all share. Findings behind the first one are follow-on findings.
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path

import attrs

from rulelang import pipeline
from rulelang.diagnostics import Diagnostic, Sink
from rulelang.format_rules import format_rules
from rulelang.mends import mended
from rulelang.parse import parse
from rulelang.prove.memory import Memory
from rulelang.source import Source

FOLDER = Path(__file__).parents[1] / "mistakes"
TEXT = (FOLDER / "market.rules").read_text(encoding="utf-8")
NAME = "game.rules"


@attrs.frozen
class Mistake:
    """What is written in place of a part of the text; `says`: words of the right answer.

    `becomes`: what the right mend makes of it, where that says otherwise what was meant.
    """

    written: str
    instead_of: str
    says: str
    becomes: str

    @property
    def text(self) -> str:
        """The text with the mistake."""
        return TEXT.replace(self.instead_of, self.written, 1)

    @property
    def changed(self) -> tuple[int, int, int]:
        """The line of the mistake, and the columns that it covers."""
        same = 0
        while self.written[same : same + 1] == self.instead_of[same : same + 1] != "":
            same += 1
        back = 0
        most = min(len(self.written), len(self.instead_of)) - same
        while back < most and self.written[-1 - back] == self.instead_of[-1 - back]:
            back += 1
        start = TEXT.index(self.instead_of) + same
        line = TEXT.count("\n", 0, start) + 1
        column = start - TEXT.rfind("\n", 0, start)
        return line, column, column + max(1, len(self.written) - back - same)


@attrs.frozen
class Outcome:
    """What `check` made of a mistake."""

    mistake: Mistake
    found: tuple[Diagnostic, ...]
    is_exact: bool
    is_mended: bool


def mistakes() -> list[Mistake]:
    """Return all mistakes."""
    with (FOLDER / "market.csv").open(encoding="utf-8", newline="") as file:
        return [
            Mistake(
                row["written"].replace("\\t", "\t"),
                row["instead_of"],
                row["says"],
                row["becomes"] or row["instead_of"],
            )
            for row in csv.DictReader(file)
        ]


def outcome(mistake: Mistake, memory: Memory) -> Outcome:
    """Check a text with a mistake, and mend it."""
    source = Source(NAME, mistake.text)
    found = pipeline.check(NAME, memory, source).diagnostics
    if mistake.says:
        right = any(mistake.says in f"{d.title} {d.text} {d.hint}" for d in found)
    else:
        meant = TEXT.replace(mistake.instead_of, mistake.becomes, 1)
        right = _laid_out(mended(NAME, source, memory).source.text) == _laid_out(meant)
    return Outcome(mistake, found, any(_meets(d, mistake) for d in found), right)


def _meets(found: Diagnostic, mistake: Mistake) -> bool:
    """Return whether a finding stands on what was changed, or on the word around it."""
    line, start, end = mistake.changed
    text = mistake.text.split("\n")[line - 1]
    while start > 1 and text[start - 2 : start - 1].isalnum():
        start -= 1
    while text[end - 1 : end].isalnum():
        end += 1
    span = found.span
    return span.line == line and span.column <= end and span.end_column >= start


def _laid_out(text: str) -> str:
    tree = parse(Source(NAME, text), sink := Sink())
    return text if tree is None or sink.has_errors else format_rules(tree)


def main() -> None:
    """Print what is found, and each mistake of which something is left to be wished for."""
    memory, outcomes = Memory(), list[Outcome]()
    for mistake in mistakes():
        one = outcome(mistake, memory)
        outcomes.append(one)
        lacking = [
            what
            for what, lacks in (
                ("not found", not one.found),
                ("elsewhere", not one.is_exact),
                ("not mended", not one.is_mended),
                (f"{len(one.found) - 1} more", len(one.found) > 1),
            )
            if lacks
        ]
        if lacking:
            first = one.found[0].title if one.found else ""
            sys.stdout.write(f"{mistake.written!r}: {', '.join(lacking)}: {first}\n")
    sys.stdout.write(
        f"{len(outcomes)} mistakes: found {sum(bool(o.found) for o in outcomes)}, "
        f"exact place {sum(o.is_exact for o in outcomes)}, "
        f"right mend {sum(o.is_mended for o in outcomes)}, "
        f"follow-on {sum(max(0, len(o.found) - 1) for o in outcomes)}\n"
    )


if __name__ == "__main__":
    main()
