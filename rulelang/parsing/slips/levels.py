"""A line, or a block, that stands a level too far in or out: all is read with it where it belongs.

before:  for p in Player:
         evening(p)
after:   for p in Player:
             evening(p)
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile
from typing import Final

from rulelang.diagnostics import Diagnostic, Edit
from rulelang.freezing import frozen
from rulelang.messages import layout, syntax
from rulelang.parsing.lines import Line
from rulelang.parsing.slips.foreign import WORDS
from rulelang.parsing.slips.trying import is_long, reads
from rulelang.parsing.stops import Scene, Stop, aligned
from rulelang.source import Span

_LEVEL: Final = 4
_FIRST_WORDS: Final = re.compile(r" *\S+(?: +\S+)?")


def shifted(stop: Stop, scene: Scene) -> Diagnostic | None:
    """Find the one line, or block, that must be a level further in or out."""
    if stop.in_text or stop.kind == "INDENT" or is_long(scene.lines):
        return None
    if any(line.has_tabs for line in scene.lines):
        return None
    ways = [*_fitting(stop, scene, several=False)]
    if not ways or "INDENT" in stop.expected:
        ways += _fitting(stop, scene, several=True)
    least = min((way.uneven for way in ways), default=0)
    even = [way for way in ways if way.uneven == least]
    if len(even) != 1:  # of several readings we take none
        return None
    return moved(stop.span.file, even[0].part, even[0].by)


def moved(file: str, part: Sequence[Line], by: int) -> Diagnostic:
    """Return that some lines belong further in, or out."""
    edits = tuple(_edit(file, line, by) for line in part if line.text.strip())
    first = part[0]
    span = Span(file, first.number, first.indent + 1, first.number, len(first.code) + 1)
    return layout.shifted(span, by, len(edits), edits)


@frozen
class _Way:
    """Lines that may belong further in; `uneven`: how many levels are no usual ones then."""

    part: Sequence[Line]
    by: int
    uneven: int


def _fitting(stop: Stop, scene: Scene, *, several: bool) -> Iterator[_Way]:
    """Yield what lets all be read where it stands elsewhere."""
    for part, by in _parts(stop, scene, several=several):
        instead = {x.number: _moved(x.code, by) for x in part if x.code}
        if part and reads(scene.lines, instead):
            codes = [instead.get(x.number, x.code) for x in scene.lines if x.code]
            yield _Way(part, by, _uneven(codes))


def _uneven(codes: Sequence[str]) -> int:
    """Return how many lines stand further in than those above them, by more or less than usual."""
    levels = [len(code) - len(code.lstrip(" ")) for code in codes]
    return sum(1 for above, here in pairwise(levels) if here > above and here - above != _LEVEL)


def _parts(stop: Stop, scene: Scene, *, several: bool) -> Iterator[tuple[Sequence[Line], int]]:
    """Yield what may stand wrongly, and by how much; `several`: blocks, else single lines."""
    first = scene.lines[0].number
    if "INDENT" in stop.expected:
        header = _header(stop, scene)
        below = _below(scene, header.number)
        if below is not None:
            yield _block(scene, below) if several else [below], _LEVEL
        if header.number > first and header.indent >= _LEVEL:
            yield _block(scene, header) if several else [header], -_LEVEL
        return
    words = _FIRST_WORDS.match(scene.line.code)
    if scene.line.number == first or words is None or stop.span.column > words.end() + 2:
        return
    part = _block(scene, scene.line) if several else [scene.line]
    if scene.first_word == "else" or scene.first_word in WORDS:
        return
    yield part, _LEVEL
    if scene.line.indent >= _LEVEL and scene.first_word != "need" and not _follows_arm(scene):
        yield part, -_LEVEL


def _follows_arm(scene: Scene) -> bool:
    """Return whether a sentence stands below an arm that does nothing, and may be what it does."""
    above = [x for x in scene.lines if x.number < scene.line.number and x.code]
    last = above[-1] if above else scene.line
    is_beside = last.indent == scene.line.indent and not last.code.endswith(":")
    return is_beside and scene.first_word in scene.statements


def _block(scene: Scene, line: Line) -> Sequence[Line]:
    """Return a line and what stands below it, as far in or further; () where that is but one."""
    below = takewhile(lambda x: not x.code or x.indent >= line.indent, scene.since(line)[1:])
    found = [line, *below]
    return found if any(x.code for x in found[1:]) else ()


def _moved(code: str, by: int) -> str:
    return " " * by + code if by > 0 else code[-by:]


def _edit(file: str, line: Line, by: int) -> Edit:
    end = 1 if by > 0 else 1 - by
    return Edit(Span(file, line.number, 1, line.number, end), " " * max(by, 0))


# ---------------------------------------------------------------- blocks


def outline(stop: Stop, scene: Scene) -> Diagnostic | None:
    """Find what stands further in though nothing opened a block, and a block that is empty."""
    if stop.kind == "INDENT":
        return _needless(stop, scene)
    if "INDENT" in stop.expected and not stop.in_text:
        end = _header_end(stop, scene)
        word = re.search(r"\bmatch\b|^\w+", _header(stop, scene).code.strip())
        return layout.missing_block(end, _idle_arm(end, scene), word[0] if word else "")
    return None


def _idle_arm(end: Span, scene: Scene) -> str:
    """Return the arm whose `:` ends at a place, without it, if another arm stands behind it."""
    first = scene.lines[0].number
    header = scene.lines[end.line - first].code.strip()
    below = _below(scene, end.line)
    is_arm = end.line > first and header.endswith(":") and _LABELLED.match(header)
    is_alone = below is None or _LABELLED.match(below.code.strip())
    return header[:-1] if is_arm and is_alone else ""


def _header(stop: Stop, scene: Scene) -> Line:
    """Return the header: the stop is behind it, or at the next line with code."""
    last = stop.span.line - (1 if stop.text else 0)
    return next(x for x in reversed(scene.lines) if x.number <= last and x.code)


def _below(scene: Scene, number: int) -> Line | None:
    """Return the next line with code below one."""
    return next((x for x in scene.lines if x.number > number and x.code), None)


def _header_end(stop: Stop, scene: Scene) -> Span:
    """Return the `:` of the header."""
    header = _header(stop, scene)
    end = len(header.code)
    return Span(stop.span.file, header.number, end, header.number, end + 1)


_TEXT = re.compile(r'"[^"]*"')
_HEADER = re.compile(
    r'(?:component|space|edge)\b[^:"]*(?:"")?|table [^:]+: [^:]+|[a-z]\w*(?:\(.*\))? ""'
)
"""Lines below which a block may stand, and which may have ended without one."""
_ARM = re.compile(r"[a-z]\w*(?:\(.*\))?")
_LABELLED = re.compile(r'(?!say\b)[a-z]\w*(?:\(.*\))? "')


def _needless(stop: Stop, scene: Scene) -> Diagnostic | None:
    """Point at the spaces of the indented line; the stop is at the end of the line above."""
    below = _below(scene, stop.span.line) or scene.line
    code = scene.line.code.rstrip()
    is_whole = scene.statements <= stop.expected or _LABELLED.match(below.code.strip())
    if not is_whole and _HEADER.fullmatch(_TEXT.sub('""', code.strip())):
        at = Span(
            stop.span.file, scene.line.number, len(code) + 1, scene.line.number, len(code) + 1
        )
        return syntax.missing_colon(at, "at the end of this line", f"{code.strip()}:", at)
    span = Span(stop.span.file, below.number, 1, below.number, below.indent + 1)
    is_arm = stop.expected == {"DEDENT", "NAME"} and _ARM.fullmatch(code.strip())
    header = f"{code.strip()}:" if is_arm and not is_whole else ""
    above = [x for x in scene.lines if x.code and x.number < scene.line.number]
    is_sentence = scene.statements <= stop.expected
    inner = takewhile(lambda x: x.indent > scene.line.indent, reversed(above))
    if is_sentence and any(x.indent == below.indent for x in inner):
        return layout.slipped(span, code.strip())
    mend = aligned(stop.span.file, scene.since(below), scene.head.indent)
    return layout.needless_indentation(span, below.code.strip(), header, mend)
