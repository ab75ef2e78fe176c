"""A line for each play that a report counts: how long it was, who sat where, who got what."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator

import attrs

from interpreter.formats import Json
from interpreter.report.model import Report


@attrs.frozen
class _Row:
    """One play; `seats` and `scores` are None where they are not known."""

    play: int
    choices: int
    seats: tuple[str, ...] | None
    returns: tuple[float, ...]
    scores: tuple[int, ...] | None


def rows(report: Report) -> str:
    r"""Return plays as CSV: number, choices, and of each player the return, score and who it was.

    Scores have columns where the game has any, and who sat where in plays of which that is known.

    >>> from interpreter import load
    >>> from interpreter.report import of_plays
    >>> end = load("tic_tac_toe").start().apply(0).apply(3).apply(1).apply(4).apply(2)
    >>> rows(of_plays(end.game, [end], "by hand"))
    'play,choices,X,O\n0,5,1,-1\n'
    """
    names = report.game.players
    found = list(_rows(report))
    has_scores = any(row.scores is not None for row in found)
    has_seats = any(row.seats is not None for row in found)
    titles = ["play", "choices", *names]
    titles += [f"score {name}" for name in names] if has_scores else []
    titles += [f"seat {name}" for name in names] if has_seats else []
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(titles)
    empty = ("",) * len(names)
    for row in found:
        cells = [row.play, row.choices, *(f"{part:g}" for part in row.returns)]
        cells += (row.scores or empty) if has_scores else ()
        cells += (row.seats or empty) if has_seats else ()
        writer.writerow(cells)
    return out.getvalue()


def row_lines(report: Report) -> str:
    r"""Return plays as JSON lines: the number of each, its choices, and who got what.

    >>> from interpreter import load
    >>> from interpreter.report import of_plays
    >>> end = load("tic_tac_toe").start().apply(0).apply(3).apply(1).apply(4).apply(2)
    >>> row_lines(of_plays(end.game, [end], "by hand"))
    '{"play": 0, "choices": 5, "returns": {"X": 1.0, "O": -1.0}}\n'
    """
    names = report.game.players

    def told(row: _Row) -> dict[str, Json]:
        line: dict[str, Json] = {"play": row.play, "choices": row.choices}
        if row.seats is not None:
            line["seats"] = dict(zip(names, row.seats, strict=True))
        line["returns"] = dict(zip(names, row.returns, strict=True))
        if row.scores is not None:
            line["scores"] = dict(zip(names, row.scores, strict=True))
        return line

    return "".join(json.dumps(told(row)) + "\n" for row in _rows(report))


def _rows(report: Report) -> Iterator[_Row]:
    for at, (length, won) in enumerate(zip(report.lengths, report.returns, strict=True)):
        yield _Row(
            at,
            length,
            report.seated[at] if at < len(report.seated) else None,
            tuple(map(float, won)),
            report.finals[at] if at < len(report.finals) else None,
        )
