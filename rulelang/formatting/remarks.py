"""Comments, citations and blank lines, taken from the author's lines to the sentences.

The tree keeps them by line. A whole-line comment stays before the line that it precedes. What
stands at the end of a line stays with the words before it: where a sentence goes on after it, the
sentence is cut there. If there is no place to cut, citations of a line are joined, and comments
but the last go above it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import attrs

from rulelang import surface as s
from rulelang.formatting.breaking import lines, pieces
from rulelang.formatting.flow import Sentence
from rulelang.freezing import frozen


@frozen
class Alone:
    """A comment on a line of its own, with its `#`; a blank line if there is no text."""

    text: str
    indent: int = 0


@frozen
class Note:
    """What stands at the end of a line; `above`: comments between it and the line before."""

    line: int
    above: tuple[str, ...]
    comment: str | None
    citation: str | None


@attrs.define
class Remarked:
    """A sentence, what stands alone before it, and the notes in it."""

    sentence: Sentence
    before: tuple[Alone, ...] = ()
    notes: list[Note] = attrs.field(factory=list)


@frozen
class Written:
    """A line: its rule text with the indentation, and what stands above it and at its end."""

    text: str
    above: tuple[str, ...]
    comment: str | None
    citation: str | None


def attached(
    text: s.RuleText, lines_: Sequence[str], sentences: Iterable[Sentence]
) -> tuple[tuple[Remarked, ...], tuple[Alone, ...]]:
    """Return the sentences with their remarks, and what stands alone after the last one."""
    found = tuple(map(Remarked, sentences))
    if not found:
        return (), tuple(map(_alone, lines_))
    first = {r.sentence.line: r for r in reversed(found)}
    last = {r.sentence.line: r for r in found}
    alone: list[Alone] = []
    current = found[0]
    for number, line in enumerate(lines_, start=1):
        begins = first.get(number)
        if begins is None and _is_alone(line):
            alone.append(_alone(line))
            continue
        if begins is not None and not begins.sentence.moved:
            begins.before = tuple(alone)
        else:
            current.notes.append(Note(number, tuple(a.text for a in alone if a.text), None, None))
        alone = []
        current = last.get(number, current)
        comment, citation = text.comments.get(number), text.citations.get(number)
        current.notes.append(Note(number, (), comment, citation))
    return found, tuple(alone)


def written(remarked: Remarked) -> tuple[Written, ...]:
    """Return the lines of a sentence, with the notes in it."""
    sentence = remarked.sentence
    starts = _starts(sentence)
    notes = [
        n for n in remarked.notes if n.above or n.comment is not None or n.citation is not None
    ]
    cut = {_next(starts, n.line) for n in notes if n.comment is not None or n.citation is not None}
    cut |= {_at(starts, n.line) for n in notes if n.above}
    found = lines(sentence.flow, sentence.indent, cut)
    ends = (*(begin for begin, _ in found[1:]), len(starts))
    return tuple(
        _with_notes(
            line,
            [c for n in notes if _at(starts, n.line) == begin for c in n.above],
            [n for n in notes if begin < _next(starts, n.line) <= end],
        )
        for (begin, line), end in zip(found, ends, strict=True)
    )


def comment(text: str) -> str:
    """Return a comment with its `#`, from what stands behind that."""
    return f"#{text}" if text[:1] in {"", " ", "\t", "#", "!"} else f"# {text}"


def _is_alone(line: str) -> bool:
    stripped = line.strip()
    return not stripped or stripped.startswith("#")


def _alone(line: str) -> Alone:
    stripped = line.strip()
    if not stripped:
        return Alone("")
    return Alone(comment(stripped[1:]), len(line) - len(line.lstrip()))


def _starts(sentence: Sentence) -> tuple[int, ...]:
    """Return for each piece of a sentence the line on which its author began it."""
    return tuple(
        sentence.line if piece.start is None else piece.start.line
        for piece in pieces(sentence.flow)
    )


def _next(starts: tuple[int, ...], line: int) -> int:
    """Return the first piece after `line`; how many there are if none is."""
    return next((i for i, start in enumerate(starts) if i and start > line), len(starts))


def _at(starts: tuple[int, ...], line: int) -> int:
    """Return the first piece that begins on `line` or later; the first of all if none does."""
    return next((i for i, start in enumerate(starts) if i and start >= line), 0)


def _with_notes(text: str, above: Sequence[str], notes: Sequence[Note]) -> Written:
    comments = [n.comment for n in notes if n.comment is not None]
    citations = [n.citation for n in notes if n.citation is not None]
    return Written(
        text,
        (*above, *map(comment, comments[:-1])),
        comments[-1] if comments else None,
        "; ".join(citations) if citations else None,
    )
