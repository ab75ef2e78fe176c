"""Rule texts with something wrong in them: a line of a good one, changed so that it may fail."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

Change = Callable[[str], str]


def _swap(pattern: str, replacement: str) -> Change:
    return lambda line: re.sub(pattern, replacement, line, count=1)


def _fewer(pattern: str) -> Change:
    """Return a change that makes the number in a pattern one or two less, at least 1."""
    return lambda line: re.sub(
        pattern,
        lambda m: m[0].replace(m[1], str(max(1, int(m[1]) - 1 - len(line) % 2))),
        line,
        count=1,
    )


# What a line looks like, and how it is damaged. Removed lines are empty.
CHANGES: tuple[tuple[str, Change], ...] = (
    (r"^\s+need ", lambda _: ""),
    (r"^\s+(end|otherwise|otherwise:.*|end:.*)$", lambda _: ""),
    (r"^\s+(move|draw|set|add|take) ", lambda _: ""),
    (r"^\s+(move|draw) ", lambda line: f"{line}\n{line}"),
    (r"\b0\.\.\d+", _fewer(r"0\.\.(\d+)")),
    (r"(set|row|bag) of \d+", _fewer(r"of (\d+)")),
    (r"zone .* (set|row|bag),", _swap(r" (set|row|bag),", r" \1 of 2,")),
    (r"\d+ each", _fewer(r"(\d+) each")),
    (r"^\s+for .* where [^:\"]*:", _swap(r" where [^:\"]*:", ":")),
    (r"^\s+if [^:]*: \S", _swap(r"if [^:]*:", "if 1 is 1:")),
    (r"max\(0, [^()]*\)", _swap(r"max\(0, ([^()]*)\)", r"(\1)")),
    (r"min\([^(),]*, [^()]*\)", _swap(r"min\([^(),]*, ([^()]*)\)", r"(\1)")),
    (r" \+ 1", _swap(r" \+ 1", " + 3")),
    (r" 1 ", _swap(" 1 ", " 2 ")),
    (r">=", _swap(">=", "<=")),
    (r" is not none", _swap(" is not none", " is none")),
    (r" is not empty", _swap(" is not empty", " is empty")),
    (r" is empty", _swap(" is empty", " is not empty")),
    (r"up to \d+ from", _swap("up to ", "")),
)


def damaged(text: str, seed: int) -> str:
    """Return a text without its scenarios, one or two of its lines changed."""
    rng = random.Random(seed)
    lines = text.partition("\nscenario ")[0].splitlines()
    for _ in range(rng.choice((1, 1, 2))):
        fitting = [
            (number, change)
            for number, line in enumerate(lines)
            for pattern, change in CHANGES
            if re.search(pattern, line)
        ]
        if not fitting:
            break
        number, change = rng.choice(fitting)
        lines[number] = change(lines[number])
    return "\n".join(lines) + "\n"
