"""Tabs in front of lines: how wide they are meant, and the finding for all of them.

Tabs have no width of their own. Who mixes them with spaces has seen them in one width, which is
told from how the lines then stand below each other.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.diagnostics import Diagnostic, Edit
from rulelang.messages import layout
from rulelang.parsing.lines import Chunk, Line
from rulelang.source import Span

TAB = 4
"""Columns of a tab where nothing tells."""
_WIDTHS = (TAB, 8, 2, 3)


def tabs(lines: Sequence[Line], file: str, width: int) -> Diagnostic | None:
    """Return one finding for all lines of the file that are indented with tabs so wide."""
    found = [line for line in lines if begins_with_tab(line)]
    if not found:
        return None
    mend = tuple(
        Edit(_in_front(line, file), line.text[: line.indent].expandtabs(width))
        for line in lines
        if line.has_tabs
    )
    return layout.tab_in_indentation(_in_front(found[0], file), len(found) - 1, mend)


def begins_with_tab(line: Line) -> bool:
    """Return whether a sentence begins behind tabs; where one goes on they are no matter."""
    return bool(line.code) and not line.continues and line.has_tabs


def width_of_tabs(lines: Sequence[Line]) -> int:
    r"""Return how wide tabs are meant: so that lines stand below those above as blocks ask for.

    Of several widths that do, one with which blocks are as deep as others, and end most seldom.

    >>> from rulelang.parsing.lines import lines_of
    >>> from rulelang.source import Source
    >>> text = "play:\n    repeat 3:\n\tstop\n"
    >>> width_of_tabs(lines_of(Source("a.rules", text)))
    8
    """
    if not any(line.has_tabs for line in lines):
        return TAB
    return min(_WIDTHS, key=lambda width: _misfits(lines, width))


def is_torn(chunk: Chunk, width: int) -> bool:
    """Return whether lines stand elsewhere than a reader sees them: tabs are not as wide."""
    return width != TAB and any(map(begins_with_tab, chunk.lines))


def _misfits(lines: Sequence[Line], width: int) -> tuple[int, int, int]:
    """Return how many lines stand where none may, and how odd the others are.

    That is, how many blocks with tabs are as deep as none with spaces, and how many end at tabs.
    """
    wrong = ended = depth = 0
    levels = [0]
    is_opened = False
    steps: dict[bool, list[int]] = {True: [], False: []}
    for line in lines:
        is_inside = depth > 0 or line.continues
        depth += sum(1 if bracket in "({" else -1 for bracket, _ in line.brackets)
        if not line.code:
            continue
        if not is_inside:
            at = len(line.text[: line.indent].expandtabs(width))
            left = [level for level in levels if level <= at]
            ended += (len(levels) - len(left)) * line.has_tabs
            is_deeper = left[-1] < at
            wrong += is_deeper != is_opened or (is_deeper and left != levels)
            if is_deeper:
                steps[line.has_tabs].append(at - left[-1])
            levels = [*left, at] if is_deeper else left
        is_opened = line.code.endswith(":")
    usual = steps[False] or steps[True]
    return wrong, sum(step not in usual for step in steps[True]), ended


def _in_front(line: Line, file: str) -> Span:
    return Span(file, line.number, 1, line.number, line.indent + 1)
