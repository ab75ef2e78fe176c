"""Show findings: as text for a terminal, as plain data for other programs.

    error[missing-colon]: expected `:` after the phase name
      --> game.rules:30:11
    30 | phase draw
       |           ^ here
    hint: write `phase draw:`

Text is pure: nothing here asks what kind of terminal there is. Characters that a terminal would
act on are replaced, long lines cut around the place that matters.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from unicodedata import combining, east_asian_width

import attrs

from rulelang.diagnostics import Diagnostic, Label
from rulelang.freezing import frozen
from rulelang.source import Source, Span

_WIDEST = 140  # characters of a line that are shown
_LEAD_IN = 60  # of those, how many before the place in question, at most
_COLOURS = {"error": "31;1", "warning": "33;1", "^": "31;1", "-": "36", "hint": "32"}


def render(diagnostic: Diagnostic, sources: Mapping[str, Source], *, colour: bool = False) -> str:
    """Return a finding with the lines it is about, without a line end after the last.

    Args:
        diagnostic: what to show.
        sources: the files by name; of a file that is not among them only the name is shown.
        colour: mark what matters with ANSI escapes.
    """
    show = _Show(sources, _gutter(diagnostic), colour)
    severity = diagnostic.severity
    head = show.paint(f"{severity}[{diagnostic.code}]", severity)
    lines = [f"{head}: {diagnostic.title}", *show.label(diagnostic.primary, "^")]
    for related in diagnostic.related:
        lines += show.label(related, "-")
    if diagnostic.text:
        lines += show.beside("=", diagnostic.text)
    if diagnostic.hint:
        lines.append(f"{show.paint('hint', 'hint')}: {diagnostic.hint}")
    return "\n".join(lines)


def render_all(
    diagnostics: Iterable[Diagnostic], sources: Mapping[str, Source], *, colour: bool = False
) -> str:
    """Return findings one below the other, with an empty line between."""
    return "\n\n".join(render(d, sources, colour=colour) for d in diagnostics)


def to_json(diagnostic: Diagnostic) -> dict[str, object]:
    """Return a finding as plain data. Lines and columns count from 1, `end_column` is exclusive.

    A finding about a whole file has line and column 0.
    """
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity,
        "title": diagnostic.title,
        **_place(diagnostic.primary),
        "related": [_place(label) for label in diagnostic.related],
        "text": diagnostic.text,
        "hint": diagnostic.hint,
        "mend": [{**attrs.asdict(edit.span), "text": edit.text} for edit in diagnostic.mend],
    }


def _place(label: Label) -> dict[str, object]:
    return {**attrs.asdict(label.span), "label": label.text}


def _gutter(diagnostic: Diagnostic) -> int:
    """Return how wide the line numbers are."""
    labels = (diagnostic.primary, *diagnostic.related)
    return max(len(str(label.span.line)) for label in labels)


@frozen
class _Show:
    sources: Mapping[str, Source]
    gutter: int
    colour: bool

    def paint(self, text: str, what: str) -> str:
        return f"\x1b[{_COLOURS[what]}m{text}\x1b[0m" if self.colour else text

    def beside(self, sign: str, text: str) -> list[str]:
        """Return `text` behind a margin with `sign`, a line for each of its lines."""
        margin = " " * self.gutter
        first, *rest = text.splitlines()
        return [f"{margin} {sign} {first}", *(f"{margin}   {line}" for line in rest)]

    def label(self, label: Label, mark: str) -> list[str]:
        """Return where a label points, its line, and the marks below it."""
        span = label.span
        if not span.file:
            return []
        arrow = " " * self.gutter + "-->"
        source = self.sources.get(span.file)
        if span.line == 0 or source is None:
            return [f"{arrow} {span if span.line else span.file}"]
        text = source.line_text(span.line).rstrip()
        before, marked, after = _cut(text, span)
        marks = self.paint(mark * max(1, _width(marked)), mark)
        told = f"{' ' * _width(before)}{marks} {label.text}".rstrip()
        return [
            f"{arrow} {span}",
            f"{span.line:>{self.gutter}} | {before}{marked}{after}".rstrip(),
            f"{' ' * self.gutter} | {told}",
        ]


def _cut(text: str, span: Span) -> tuple[str, str, str]:
    """Return what is shown of a line: before the place, the place, after it."""
    start = min(span.column - 1, len(text))
    end = span.end_column - 1 if span.end_line == span.line else len(text)
    end = min(max(start, end), len(text))
    left, right = 0, len(text)
    if len(text) > _WIDEST:
        left = max(0, min(start - _LEAD_IN, len(text) - _WIDEST))
        right = left + _WIDEST
    before = ("…" if left else "") + _printable(text[left:start])
    after = _printable(text[end:right]) + ("…" if right < len(text) else "")
    return before, _printable(text[start : min(end, right)]), after


def _printable(text: str) -> str:
    return "".join(
        c if c.isprintable() else " " if c == "\u00a0" else "    " if c == "\t" else "\ufffd"
        for c in text
    )


def _width(text: str) -> int:
    """Return how many columns of a terminal `text` takes."""
    wide = sum(east_asian_width(c) in {"W", "F"} for c in text)
    return len(text) + wide - sum(combining(c) > 0 for c in text)
