"""What is said of the word at a place: what it is, what may be there, who may see it."""

from __future__ import annotations

import re

from rulelang.freezing import frozen
from rulelang.source import Span
from rulelang.workbench.cell_hovering import Cell, cell_at
from rulelang.workbench.constructs import BUILT_IN, meaning
from rulelang.workbench.draft import Draft
from rulelang.workbench.names import Definition, Use
from rulelang.workbench.sorts import types_of
from rulelang.workbench.telling import headline, sentences, sort_of

_WORD = re.compile(r"[A-Za-z_]\w*")


@frozen
class Hover:
    """What to say, as Markdown, of a stretch of the text."""

    span: Span
    markdown: str


def hover(draft: Draft, line: int, column: int, file: str | None = None) -> Hover | None:
    """Return what is said of the word at a place; None where there is nothing to say.

    `file`: a table beside the text, if the place is in that.
    """
    use = draft.use_at(line, column, file)
    is_row = file is not None or draft.text_of(line).lstrip().startswith("|")
    cell = cell_at(draft, line, column, file) if is_row else None
    if cell is not None:
        return Hover(cell.span, _of_cell(draft, cell, use))
    if file is not None:
        return None
    if use is not None:
        return Hover(use.span, _of_name(draft, use))
    text = draft.text_of(line)
    found = next((w for w in _WORD.finditer(text) if w.start() < column <= w.end() + 1), None)
    if found is None or _is_remark(text, found.start()):
        return None
    span = Span(draft.source.name, line, found.start() + 1, line, found.end() + 1)
    word = found[0]
    if word in BUILT_IN and text[found.end() : found.end() + 1] == "(":
        given, gives = BUILT_IN[word]
        return Hover(span, f"```rules\n{word}({given})\n```\nThe language itself: {gives}.")
    at_start = not text[: found.start()].strip() or text[: found.start()].rstrip().endswith(":")
    known = meaning(word, at_start=at_start, in_scenario=_in_scenario(draft, line))
    if known is None:
        return None
    pattern = f"\n```rules\n{_plain(known.pattern)}\n```" if known.pattern else ""
    return Hover(span, f"**{word}**: {known.meaning}{pattern}")


def _is_remark(text: str, at: int) -> bool:
    before = text[:at]
    return "#" in before or before.count('"') % 2 == 1


def _in_scenario(draft: Draft, line: int) -> bool:
    for number in range(line, 0, -1):
        text = draft.lines[number - 1]
        if text[:1].isalpha():
            return text.startswith("scenario")
    return False


def _plain(pattern: str) -> str:
    """Return a pattern without the signs of its places to fill in."""
    chosen = re.sub(r"\$\{\d+\|([^,|]*)[^|]*\|\}", r"\1", pattern)
    filled = re.sub(r"\$\{\d+:(\{p\} acts)\}", r"\1", chosen)
    return re.sub(r"\$\{\d+:([^}]*)\}|\$\d+", lambda m: m[1] or "…", filled)


def _of_cell(draft: Draft, cell: Cell, use: Use | None) -> str:
    if use is None or cell.of_head:
        return cell.told
    return f"{_of_name(draft, use)}\n\n{cell.told}"


def _of_name(draft: Draft, use: Use) -> str:
    known = use.definition
    told = sentences(draft, known)
    if known.sort == "local":
        told = _local(draft, known)
    remark = _remark(draft, known)
    lines = [f"```rules\n{headline(draft, known)}\n```", f"`{known.name}` is {sort_of(known)}."]
    return "\n\n".join([*lines, " ".join(told), remark]).strip()


def _local(draft: Draft, known: Definition) -> list[str]:
    types = sorted(types_of(draft.declared, known.node, {}))
    return [f"It may be: {', '.join(f'`{name}`' for name in types)}."] if types else []


def _remark(draft: Draft, known: Definition) -> str:
    """Return the comment that stands directly above a declaration, or at the end of its line."""
    if known.span.file != draft.source.name or known.sort == "local":
        return ""
    text = draft.parsed.text
    at_end = "" if text is None else text.comments.get(known.span.line, "")
    above: list[str] = []
    number = known.span.line - 1
    while 0 < number <= len(draft.lines) and draft.lines[number - 1].startswith("#"):
        above.insert(0, draft.lines[number - 1].lstrip("# "))
        number -= 1
    return " ".join([*above[-4:], at_end]).strip()
