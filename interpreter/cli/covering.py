"""Which rule lines scenarios and plays reach, for `rulelang simulate --coverage`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from interpreter.cli.output import write
from interpreter.coverage import Coverage, Reached
from interpreter.marking import Point, What

_NOT_REACHED: Final[Mapping[What, str]] = {
    "statement": "is never run",
    "last": "is run only when the turns are used up, and they never were",
    "false": "the condition is never false",
    "arm": "is never chosen",
    "need": "never refuses anything",
    "fact": "is never asked for",
    "value": "is never the value",
}


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
    """Write what nobody reaches."""
    for point in (*found.unreached, *found.unreached_ends):
        write(f"{point.span}: {_NOT_REACHED[point.what]}")


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
        "absent": [{"line": span.line, "column": span.column} for span in found.absent],
    }


def _point(reached: Reached) -> dict[str, object]:
    point = reached.point
    return {"column": point.span.column, "what": point.what, "reached_by": list(reached.by)}


def place(point: Point) -> dict[str, object]:
    """Return where a point is, as data."""
    return {"line": point.span.line, "column": point.span.column, "what": point.what}
