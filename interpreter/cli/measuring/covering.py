"""Which rule lines scenarios and plays reach, for `rulelang simulate --coverage`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from interpreter.cli.output import write
from interpreter.facts.coverage_points import Point, What
from interpreter.testing.coverage import Coverage, Reached
from rulelang.files import read_source
from rulelang.source import Source, Span

_SAID: Final[Mapping[What, str]] = {
    "statement": "{} is never run",
    "last": "{} is run only when the turns are used up, and they never were",
    "false": "the condition of {} is never false",
    "arm": "{} is never chosen",
    "need": "{} never refuses anything",
    "fact": "{} is never asked for",
    "value": "{} is never the value",
    "key": "{} never decides: what stands before it is enough",
    "tie": "{} leaves ties to the order in which they are found",
}
"""What is said of a piece of text."""

_LONGEST: Final = 40


def show(title: str, found: Coverage) -> None:
    """Write who reaches how many lines, and what nobody reaches."""
    lines = found.lines
    variants = f"{found.instances} variant{'' if found.instances == 1 else 's'}"
    write(f"{title}: {len(lines)} lines with rules, in {variants}")
    names = [f"{times} {name}" for name, times in found.runs]
    width = max(map(len, (*names, "nothing")))
    for (name, _), shown in zip(found.runs, names, strict=True):
        write(f"  reached by {shown.ljust(width)}  {sum(name in line.by for line in lines)}")
    missing = {point.span.line for point in found.unreached} | {s.line for s in found.absent}
    write(f"  reached by {'nothing'.ljust(width)}  {len(missing)}")
    show_unreached(found)
    for span in found.absent:
        write(f"{span}: no variant has this line")


def show_unreached(found: Coverage) -> None:
    """Write what nobody reaches, and what the text leaves undecided."""
    for point in (*found.unreached, *found.unreached_ends, *found.undecided, *found.ties):
        said = _SAID[point.what].format(f"`{_quoted(point.span)}`")
        write(f"{point.span}: {said}")


def _quoted(span: Span) -> str:
    """Return a piece of text in one line, cut where it is long."""
    source = read_source(span.file)
    if not isinstance(source, Source):
        return "…"
    line = source.line_text(span.line)
    is_whole = span.end_line == span.line
    piece = line[span.column - 1 : span.end_column - 1 if is_whole else None].strip()
    if is_whole and len(piece) <= _LONGEST:
        return piece
    return f"{piece[:_LONGEST].rstrip()} …"


def as_data(found: Coverage) -> dict[str, object]:
    """Return all lines as data, each with those who reach it."""
    return {
        "file": found.file,
        "instances": found.instances,
        "runs": dict(found.runs),
        "interrupted": found.interrupted,
        "lines": [
            {
                "line": line.number,
                "reached_by": list(line.by),
                "points": [_point(reached) for reached in line.points],
            }
            for line in found.lines
        ],
        "unreached": [place(point) for point in found.unreached],
        "unreached_ends": [place(point) for point in found.unreached_ends],
        **orders(found),
        "absent": [{"line": span.line, "column": span.column} for span in found.absent],
    }


def orders(found: Coverage) -> dict[str, object]:
    """Return what sorting keys never decided, and ties that none does, as data."""
    return {
        "undecided": [place(point) for point in found.undecided],
        "ties": [place(point) for point in found.ties],
    }


def _point(reached: Reached) -> dict[str, object]:
    point = reached.point
    return {"column": point.span.column, "what": point.what, "reached_by": list(reached.by)}


def place(point: Point) -> dict[str, object]:
    """Return where a point is, as data."""
    return {"line": point.span.line, "column": point.span.column, "what": point.what}
