"""Texts side by side: aligned tables, blocks beside each other, wrapped lists."""

from __future__ import annotations

import re
from collections.abc import Sequence
from textwrap import wrap
from typing import Final

INDENT: Final = "  "
_GAP: Final = 2
_WIDE: Final = 60
_LEAST: Final = 24
"""Characters that the last column of a table has at least, if it is to be wrapped."""
_BETWEEN: Final = re.compile(r"(?<=[,;]) (?![^()]*\))")
"""Between the parts of a list, outside of brackets."""

_SHORT: Final = 32
_HARD: Final = "\xa0"


def table(rows: Sequence[Sequence[str]], width: int, most: int = _WIDE) -> list[str]:
    r"""Return rows with aligned columns; columns that are empty are left out.

    The last one goes on in the next line at `width`, the others after `most` characters.

    >>> print("\n".join(table([("", "cost", "", "wins"), ("Siren", "3", "", "2")], 40)))
             cost  wins
      Siren  3     2
    """
    used = [at for at in range(max(map(len, rows))) if any(row[at : at + 1] for row in rows)]
    used = [at for at in used if any(at < len(row) and row[at] for row in rows)]
    texts = [[row[at] if at < len(row) else "" for at in used] for row in rows]
    widths = [max(len(row[at]) for row in texts) for at in range(len(used))]
    widths[:-1] = [min(most, w) for w in widths[:-1]]
    left = width - len(INDENT) - sum(w + _GAP for w in widths[:-1])
    widths[-1] = min(widths[-1], max(left, _LEAST))
    return [line for row in texts for line in _row(row, widths)]


def _row(row: Sequence[str], widths: Sequence[int]) -> list[str]:
    """Return the lines of a row whose cells may take several."""
    cells = [
        [text] if len(text) <= w else lines(text, w, "", "")
        for text, w in zip(row, widths, strict=True)
    ]
    found: list[str] = []
    for at in range(max(map(len, cells))):
        parts = [cell[at] if at < len(cell) else "" for cell in cells]
        texts = (part.ljust(w + _GAP) for part, w in zip(parts, widths, strict=True))
        found.append((INDENT + "".join(texts)).rstrip())
    return found


def lines(text: str, width: int, first: str = INDENT, later: str = INDENT * 3) -> list[str]:
    """Return a list in lines; what is short in it, such as `2 Card(clubs, ace)`, stays whole."""
    parts = _BETWEEN.split(text)
    whole = (part.replace(" ", _HARD) if len(part) <= _SHORT else part for part in parts)
    wrapped = wrap(
        " ".join(whole),
        width,
        initial_indent=first,
        subsequent_indent=later,
        break_long_words=False,
        break_on_hyphens=False,
        drop_whitespace=True,
    )
    return [line.replace(_HARD, " ").rstrip() for line in wrapped]


def packed(rows: Sequence[str], width: int) -> list[str]:
    """Return lines downwards in as many columns as the width holds.

    >>> packed(["  a", "  b", "  c"], 12)
    ['  a    c', '  b']
    """
    wide = max(map(len, rows)) + _GAP
    count = max(1, (width + _GAP) // max(wide, 1))
    if count == 1 or len(rows) < count * 2 - 1:
        return list(rows)
    height = -(-len(rows) // count)
    return ["".join(row.ljust(wide) for row in rows[at::height]).rstrip() for at in range(height)]


def beside(blocks: Sequence[Sequence[str]], width: int) -> list[str]:
    """Return blocks of lines beside each other, as many as the width holds, then those below.

    >>> beside([["  a", "  b"], ["  c"]], 20)
    ['  a      c', '  b']
    """
    found: list[str] = []
    row: list[Sequence[str]] = []
    for block in blocks:
        if row and _breadth([*row, block]) > width:
            found += _joined(row)
            row = []
        row.append(block)
    return found + (_joined(row) if row else [])


def _breadth(row: Sequence[Sequence[str]]) -> int:
    return sum(max(map(len, block)) + 2 * _GAP for block in row) - 2 * _GAP


def _joined(row: Sequence[Sequence[str]]) -> list[str]:
    height = max(map(len, row))
    widths = [max(map(len, block)) + 2 * _GAP for block in row]
    return [
        "".join(
            (block[at] if at < len(block) else "").ljust(w)
            for block, w in zip(row, widths, strict=True)
        ).rstrip()
        for at in range(height)
    ]
