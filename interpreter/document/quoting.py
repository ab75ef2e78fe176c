"""Lines of rule texts, read again from their files where somebody asks why."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Final

from rulelang.source import Span, lines_of

_BEHIND: Final = re.compile(r"\s+(?:\[[^\]\"]*\]|#[^\"]*)$")
"""Citations and remarks at the end of a line."""


def lines_in(file: str) -> tuple[str, ...]:
    """Return the lines of a file; () where it cannot be read."""
    try:
        changed = Path(file).stat().st_mtime_ns
        return _read(file, changed)
    except (OSError, ValueError):
        return ()


@lru_cache(maxsize=16)
def _read(file: str, _changed: int) -> tuple[str, ...]:
    return lines_of(Path(file).read_text(encoding="utf-8"))


def source_of(span: Span) -> str:
    """Return the text at a place of one line; "" where it cannot be read."""
    lines = lines_in(span.file)
    if span.line != span.end_line or not 1 <= span.line <= len(lines):
        return ""
    return lines[span.line - 1][span.column - 1 : span.end_column - 1]


def line_at(span: Span) -> str:
    """Return the line that a place begins in, bare of what stands behind; "" where it is not."""
    lines = lines_in(span.file)
    text = lines[span.line - 1].strip() if 1 <= span.line <= len(lines) else ""
    while _BEHIND.search(text):
        text = _BEHIND.sub("", text)
    return text
