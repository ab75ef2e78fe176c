"""Text into room: how wide it is, where it breaks, how small it must be written.

Lengths are CSS pixels. No text is written smaller than `LEAST`.
"""

from __future__ import annotations

from functools import lru_cache

import attrs

from interpreter.picture.ink.widths import thousandths

LEAST = 9.0
_ELLIPSIS = "…"
_STEP = 0.5


@lru_cache(maxsize=20_000)
def width_of(text: str, size: float, *, bold: bool = False) -> float:
    """Return how wide a line of text is.

    >>> round(width_of("Ravens", 10), 1), round(width_of("Ravens", 10, bold=True), 1)
    (36.7, 40.8)
    """
    return thousandths(text, bold=bold) * size / 1000


@attrs.frozen
class Fitted:
    """Lines of one size that fit. `cut`: whether letters had to go."""

    lines: tuple[str, ...]
    size: float
    cut: bool = False


@lru_cache(maxsize=20_000)
def fitted(text: str, room: float, size: float, *, bold: bool = False, lines: int = 1) -> Fitted:
    """Return `text` in at most `lines` lines, each within `room`, in letters up to `size`.

    More lines come before smaller letters, and cutting comes last.

    >>> fitted("Mare Hadriaticum", 70, 11, lines=2)
    Fitted(lines=('Mare', 'Hadriaticum'), size=11, cut=False)
    >>> fitted("Quinquireme", 40, 11)
    Fitted(lines=('Quinq…',), size=9.0, cut=True)
    """
    smaller = size
    while smaller >= LEAST:
        found = wrapped(text, room, smaller, bold=bold)
        if len(found) <= lines and all(
            width_of(line, smaller, bold=bold) <= room for line in found
        ):
            return Fitted(found, smaller)
        smaller -= _STEP
    found = wrapped(text, room, LEAST, bold=bold)
    kept = [*found[: lines - 1], " ".join(found[lines - 1 :])]
    return Fitted(tuple(cut(line, room, LEAST, bold=bold) for line in kept), LEAST, cut=True)


@lru_cache(maxsize=20_000)
def wrapped(text: str, room: float, size: float, *, bold: bool = False) -> tuple[str, ...]:
    """Return `text` broken at blanks so that lines stay within `room` where words allow it.

    >>> wrapped("one two three", 45, 10)
    ('one two', 'three')
    """
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if line and width_of(longer, size, bold=bold) > room:
            lines.append(line)
            line = word
        else:
            line = longer
    return (*lines, line)


def beginning(text: str, room: float, size: float, *, bold: bool = False) -> str:
    """Return the first letters of a text that have room, without a sign that some are missing.

    >>> beginning("Phalanx", 30, 9, bold=True)
    'Phala'
    """
    kept = text
    while len(kept) > 1 and width_of(kept, size, bold=bold) > room:
        kept = kept[:-1].rstrip()
    return kept


def cut(text: str, room: float, size: float, *, bold: bool = False) -> str:
    """Return as much of a line as fits, with an ellipsis where letters are missing."""
    if width_of(text, size, bold=bold) <= room:
        return text
    kept = text
    while kept and width_of(kept + _ELLIPSIS, size, bold=bold) > room:
        kept = kept[:-1]
    return kept.rstrip() + _ELLIPSIS
