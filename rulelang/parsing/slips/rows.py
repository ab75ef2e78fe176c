"""Rows of a table that are written otherwise than between bars: what to write here.

before:  Stop in `name, good, size` below `component Ship in ships:`
after:   the finding `unclosed-row`, with `| name | good | size |` as its mend
"""

from __future__ import annotations

import re
from itertools import takewhile
from typing import Final

import attrs

from rulelang.diagnostics import Diagnostic, Edit
from rulelang.messages import layout
from rulelang.parsing.lines import Line
from rulelang.parsing.stops import Scene, Stop, sentence_of

_WITH_ROWS: Final = re.compile(r"(?:component|space|edge)\b")
_BETWEEN: Final = re.compile(r" *[,;\t] *")
_CELL: Final = re.compile(r"[-\w. ]*\w")


def unclosed(stop: Stop, scene: Scene) -> Diagnostic | None:
    """Find a row of which the last bar is missing."""
    code = scene.line.code
    if stop.in_text or not code.lstrip(" \t").startswith("|") or code.endswith("|"):
        return None
    start = scene.line.indent + 1
    return layout.unclosed_row(attrs.evolve(stop.span, column=start, end_column=len(code) + 1))


def bare(stop: Stop, scene: Scene) -> Diagnostic | None:
    """Find rows whose cells have commas between them, and no bars."""
    cells = _cells(scene.line)
    if stop.in_text or len(cells) < 2 or _WITH_ROWS.match(scene.lines[0].code) is None:
        return None
    rows = takewhile(lambda line: len(_cells(line)) == len(cells), scene.since(scene.line))
    edits = tuple([Edit(sentence_of(stop, line), _row(line)) for line in rows])
    return layout.bare_row(sentence_of(stop, scene.line), _row(scene.line), edits)


def _cells(line: Line) -> list[str]:
    """Return the cells of a row without bars; [] where it is none."""
    found = _BETWEEN.split(line.code.strip()) if line.indent else []
    return found if all(map(_CELL.fullmatch, found)) else []


def _row(line: Line) -> str:
    return f"| {' | '.join(_cells(line))} |"
