"""Apply the mends of findings, each only if it removes its finding and brings no new one.

    before:  set pionts(p) to 3        unknown-name: did you mean `points`?
    after:   set points(p) to 3

What a parser finds hides what else is wrong with its declaration: further down there more may be
found then. Of the words that the mend wrote nothing may be: neither by the parser nor in the text
as it is understood then. Any other mend is held against all that is found; warnings are told of
texts without errors, so the last error of a text may have hidden some.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

import attrs

from rulelang import pipeline
from rulelang.diagnostics import Diagnostic, Edit
from rulelang.evolving import evolve
from rulelang.freezing import frozen
from rulelang.prove.memory import Memory
from rulelang.source import Source, Span

MOST = 200
"""Mends that are tried in one text."""
MOST_ON_LINE = 6
"""Mends of one line that are tried together, where each lets the parser read on to the next."""

_MISUNDERSTOOD = frozenset(
    (
        "declared-twice",
        "never-equal",
        "no-attribute",
        "not-a-claim",
        "not-a-collection",
        "shadowed",
        "type-mismatch",
        "unknown-name",
        "wrong-arity",
        "wrong-sort",
    )
)
"""What is found of names and types, whatever else may be wrong with a text."""


@frozen
class Mended:
    """A text with its mends, and the findings that those removed. `tables`: those that changed."""

    source: Source
    removed: tuple[Diagnostic, ...]
    tables: tuple[Source, ...] = ()


def applied(text: str, edits: Iterable[Edit]) -> str | None:
    """Return a text with some changes; None where two meet, or one is outside of it.

    >>> here = Span("a.rules", 1, 5, 1, 8)
    >>> applied("set pionts(p) to 3", [Edit(Span("a.rules", 1, 5, 1, 11), "points")])
    'set points(p) to 3'
    """
    lines, starts = text.split("\n"), _starts(text)

    def place(line: int, column: int) -> int | None:
        inside = 1 <= line <= len(lines) and 1 <= column <= len(lines[line - 1]) + 1
        return starts[line - 1] + column - 1 if inside else None

    found: list[tuple[int, int, str]] = []
    for edit in set(edits):
        span = edit.span
        start, end = place(span.line, span.column), place(span.end_line, span.end_column)
        if start is None or end is None or start > end:
            return None
        found.append((start, end, edit.text))
    last = len(text)
    for start, end, new in sorted(found, reverse=True):
        if end > last:
            return None
        text, last = text[:start] + new + text[end:], start
    return text


def mended(path: str, source: Source, memory: Memory | None = None) -> Mended:
    """Return a rule text and its tables with the mends that help. Nothing is written."""
    known, desk = Memory() if memory is None else memory, pipeline.Desk()
    removed: list[Diagnostic] = []
    refused: set[tuple[str, str, Span]] = set()
    now = look(path, source, known, desk)
    read = now.tables
    for _ in range(MOST):
        for finding in now.findings:
            key = (finding.code, finding.title, finding.span)
            if key in refused or not finding.mend:
                continue
            tried = [finding]
            after: Found | None = _after(path, now, finding, known, desk)
            while after is not None and not now.is_helped_by(after, finding):
                behind = now.hidden(after, tried) if len(tried) < MOST_ON_LINE else None
                tried += () if behind is None else (behind,)
                after = None if behind is None else _after(path, after, behind, known, desk)
            if after is not None:
                removed += tried
                now, read = after, {**after.tables, **read}
                break
            refused.add(key)
        else:
            break
    changed = (table for name, table in now.tables.items() if table != read[name])
    return Mended(now.source, tuple(removed), tuple(changed))


def _after(
    path: str, now: Found, finding: Diagnostic, memory: Memory, desk: pipeline.Desk
) -> Found:
    """Return what is found once a finding is mended."""
    texts = {**now.tables, now.source.name: now.source}
    for file in {edit.span.file for edit in finding.mend}:
        edits = [edit for edit in finding.mend if edit.span.file == file]
        text = applied(texts[file].text, edits)
        assert text is not None, "the edits of a mend stand in its texts, and do not meet"
        texts[file] = Source(file, text)
    source = texts.pop(now.source.name)
    return look(path, source, memory, evolve(desk, tables=_by_path(texts)))


def _by_path(texts: Mapping[str, Source]) -> dict[str, str]:
    return {os.path.realpath(name): table.text for name, table in texts.items()}


@frozen
class Found:
    """A text, what its parser finds, all that is found, and the tables by their files."""

    source: Source
    parsed: tuple[Diagnostic, ...]
    findings: tuple[Diagnostic, ...]
    tables: Mapping[str, Source] = attrs.field(factory=dict)

    def is_helped_by(self, after: Found, finding: Diagnostic) -> bool:
        """Return whether a finding is gone, and nothing new has come but what it hid."""
        is_parsed = finding in self.parsed
        found = after.parsed if is_parsed else after.findings
        if is_parsed:  # of a declaration the parser finds what comes first
            found = tuple(one for one in found if not self._hid(finding, one, after.source))
            if self._brought(after, finding):
                return False
        elif finding.severity == "error":
            found = tuple(one for one in found if one.severity == "error")
        before, then = _told(self.parsed if is_parsed else self.findings), _told(found)
        key = (finding.code, finding.title)
        return then <= before and then[key] < before[key]

    def hidden(self, after: Found, tried: Sequence[Diagnostic]) -> Diagnostic | None:
        """Return what the parser finds behind the mends of a line, on that line, if it is new."""
        finding = tried[0]
        if finding not in self.parsed:
            return None
        first = min(edit.span.line for edit in finding.mend)
        lines = range(first, first + 1 + finding.mend[0].text.count("\n"))
        known = _told(self.parsed).keys() - _told(tried).keys()
        return next(
            (
                one
                for one in after.parsed
                if one.span.line in lines and one.mend and (one.code, one.title) not in known
            ),
            None,
        )

    def _brought(self, after: Found, finding: Diagnostic) -> tuple[Diagnostic, ...]:
        """Return what is wrong with the words that a mend wrote, as they are understood.

        What has a mend of its own may be a further slip of the author, and is mended next.
        """
        file, known = self.source.name, _told(self.findings)
        edits = (edit for edit in finding.mend if edit.span.file == file)
        written, starts = list(_written(self.source.text, edits)), _starts(after.source.text)
        then = _told(after.findings)
        return tuple(
            one
            for one in after.findings
            if one.code in _MISUNDERSTOOD and one.span.file == file and not one.mend
            if then[one.code, one.title] > known[one.code, one.title]
            and any(_meets(_stretch(one.span, starts), stretch) for stretch in written)
        )

    def _hid(self, finding: Diagnostic, other: Diagnostic, source: Source) -> bool:
        """Return whether `other` stands further down in the declaration of a finding.

        On the same line it does at its end, behind a word that begins a sentence or a head, and
        behind a sign for a sign; else a mend may have broken what it says it mends.
        """
        if other in self.parsed or other.span.file != self.source.name:
            return False
        last = max((edit.span.end_line, edit.span.end_column) for edit in finding.mend)
        lines, then = self.source.text.split("\n"), source.text.split("\n")
        more = len(then) - len(lines)
        if more and other.span.line <= last[0] + more:
            return False
        if other.span.line == last[0]:
            line, after = lines[last[0] - 1], then[last[0] - 1]
            first = len(line) - len(line.lstrip()) + 1
            begun = finding.code == "comparison-sign" or first == 1
            starts = {edit.span.column for edit in finding.mend}
            begun |= all(at == first or line[: at - 1].endswith(": ") for at in starts)
            behind = other.span.column >= last[1] + len(after) - len(line)
            return (begun and behind) or other.span.column > len(after.rstrip())
        between = then[last[0] + more : other.span.line]
        return other.span.line > last[0] and all(
            line[:1] in ("", " ", "#", "/") for line in between
        )


def _written(text: str, edits: Iterable[Edit]) -> Iterator[tuple[int, int]]:
    """Yield where words begin and end, in a text with some edits, that those put in.

    >>> here = Span("a.rules", 1, 1, 1, 9)
    >>> list(_written("a = b(n)", [Edit(here, "set a to b(n)")]))
    [(0, 8)]
    """
    starts, moved = _starts(text), 0
    for edit in sorted(edits, key=lambda one: (one.span.line, one.span.column)):
        begin, end = _stretch(edit.span, starts)
        old, new = text[begin:end], edit.text
        same = _alike(old, new)
        rest = _alike(old[same:][::-1], new[same:][::-1])
        yield begin + moved + same, begin + moved + len(new) - rest
        moved += len(new) - len(old)


def _alike(one: str, other: str) -> int:
    """Return how many characters two texts begin with alike."""
    pairs = zip(one, other, strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _meets(about: tuple[int, int], written: tuple[int, int]) -> bool:
    """Return whether something is about words that were written; where none were, beside them."""
    (start, end), (first, last) = about, written
    return start <= first <= end if first == last else start < last and first < end


def _starts(text: str) -> list[int]:
    """Return where each line of a text begins."""
    return [0, *(at + 1 for at, sign in enumerate(text) if sign == "\n")]


def _stretch(span: Span, starts: Sequence[int]) -> tuple[int, int]:
    """Return where a stretch begins and ends, counted in characters of the text."""
    return (
        starts[span.line - 1] + span.column - 1,
        starts[span.end_line - 1] + span.end_column - 1,
    )


def look(path: str, source: Source, memory: Memory, desk: pipeline.Desk | None = None) -> Found:
    """Return what is found in a text. `desk`: what is known of those before it."""
    parsed = pipeline.read(path, source, desk).diagnostics
    checked = pipeline.check(path, memory, source, desk)
    tables = {one.name: one for one in checked.tables.values() if isinstance(one, Source)}
    return Found(source, parsed, checked.diagnostics, tables)


def _told(findings: Iterable[Diagnostic]) -> Counter[tuple[str, str]]:
    return Counter((finding.code, finding.title) for finding in findings)
