"""The lines of a text: its sentences, cut where they are too long, with their remarks."""

from __future__ import annotations

import attrs

from rulelang import surface as s
from rulelang.formatting.declarations import declarations
from rulelang.formatting.flow import INDENT, WIDTH, Page, Sentence, flat
from rulelang.formatting.remarks import Alone, Remarked, Written, attached, comment, written

# Columns, counted from 1. A comment stands at a stop, so that those of lines nearby stand alike.
_CITATIONS = 95
_COMMENTS = 58
_STOPS = range(10, WIDTH, 16)


def rule_texts(text: s.RuleText) -> tuple[str, ...]:
    """Return the lines that count as rules: no tables, scenarios, comments and citations."""
    found, _ = _remarked(text)
    return tuple(line.text for r in found if r.sentence.kind == "rule" for line in written(r))


def bare(node: s.Declaration) -> str:
    """Return a declaration alone, a line for each sentence, however long.

    Where it stood, how it was laid out there and what was remarked makes no difference.
    """
    found = declarations(Page(), (node,))
    return "\n".join(" " * sentence.indent + flat(sentence.flow) for sentence in found)


def laid_out(text: s.RuleText) -> str:
    """Return the whole text."""
    found, rest = _remarked(text)
    levels = _Levels(text.source.text.split("\n"))
    out: list[str] = []
    for remarked in found:
        opens = levels.opens(remarked.sentence)
        for alone in remarked.before:
            _add_alone(out, alone, levels.depth(alone, remarked.sentence.depth), opens=opens)
            opens = opens and not alone.text
        levels.enter(remarked.sentence)
        for line in written(remarked):
            indent = len(line.text) - len(line.text.lstrip())
            out.extend(" " * indent + above for above in line.above)
            out.append(_line(line))
    for alone in rest:
        _add_alone(out, alone, levels.depth(alone, 0), opens=False)
    while out and not out[-1]:
        out.pop()
    return "".join(f"{line}\n" for line in out)


def _remarked(text: s.RuleText) -> tuple[tuple[Remarked, ...], tuple[Alone, ...]]:
    lines = tuple(line.removesuffix("\r") for line in text.source.text.split("\n"))
    page = Page(lines if text.source.text else ())
    return attached(text, lines, declarations(page, text.declarations))


@attrs.define
class _Levels:
    """The blocks around the last sentence: how far the author indented each, and its depth."""

    lines: list[str]
    found: list[tuple[int, int]] = attrs.field(factory=list)

    def opens(self, sentence: Sentence) -> bool:
        """Return whether `sentence` is the first in the block of the last one."""
        return bool(self.found) and sentence.depth > self.found[-1][1]

    def enter(self, sentence: Sentence) -> None:
        """Make `sentence` the last one."""
        while self.found and self.found[-1][1] >= sentence.depth:
            self.found.pop()
        outer = self.found[-1][0] if self.found else -1
        line = self.lines[sentence.line - 1] if sentence.line else ""
        self.found.append((max(outer + 1, len(line) - len(line.lstrip())), sentence.depth))

    def depth(self, alone: Alone, following: int) -> int:
        """Return the depth of a comment before a sentence of depth `following`.

        It may still belong to a block that ends there: its indentation tells.
        """
        return next(
            (
                depth
                for indent, depth in reversed(self.found)
                if depth > following and indent <= alone.indent
            ),
            following,
        )


def _add_alone(out: list[str], alone: Alone, depth: int, *, opens: bool) -> None:
    """Add a comment, or a blank line where one can stand: between lines, not after a colon."""
    if alone.text:
        out.append(" " * INDENT * depth + alone.text)
    elif out and out[-1] and not opens:
        out.append("")


def _line(line: Written) -> str:
    text = line.text
    if line.comment is not None:
        remark = comment(line.comment)
        limit = WIDTH if line.citation is None else _CITATIONS - 2
        text = text.ljust(_column(len(text), len(remark), limit) - 1) + remark
    if line.citation is None:
        return text
    return f"{text.ljust(_CITATIONS - 2)} [{line.citation}]"


def _column(before: int, width: int, limit: int) -> int:
    """Return where a comment of `width` begins behind `before` columns, to end at `limit`."""
    nearest = before + 3
    usual = next((stop for stop in _STOPS if stop >= max(nearest, _COMMENTS)), nearest)
    if usual + width - 1 <= limit:
        return usual
    stops = [stop for stop in _STOPS if stop >= nearest and stop + width - 1 <= limit]
    return max(stops, default=nearest)
