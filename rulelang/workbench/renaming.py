"""All places of a name, and the edits that give it another one."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

from rulelang import surface as s
from rulelang.diagnostics import Edit
from rulelang.elaborate.queries.builtins import NAMES as BUILT_IN
from rulelang.parsing.library import words_of_language
from rulelang.parsing.lines import lines_of
from rulelang.source import Span
from rulelang.workbench.draft import Draft
from rulelang.workbench.names import Definition, Use

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*\Z")
_WORD = re.compile(r"(?<![\w.])[A-Za-z]\w*")


def uses_of(draft: Draft, known: Definition) -> tuple[Span, ...]:
    """Return every place of a name, its declaration among them, by file and place."""
    found = {use.span for use in draft.names.uses if use.definition == known}
    return tuple(sorted(found, key=lambda span: (span.file, span.line, span.column)))


def renamable(draft: Draft, line: int, column: int, file: str | None = None) -> Use | str:
    """Return the use of a name at a place, or why nothing can be renamed there."""
    use = draft.use_at(line, column, file)
    if use is None:
        return "there is no name of the text here"
    if use.definition.sort == "library" or use.definition.span.file.startswith("std/"):
        return f"`{use.definition.name}` belongs to the library"
    if draft.parsed.text is None or draft.parsed.text.unread:
        return "mend first what cannot be read: uses in it would be left behind"
    return use


def rename(draft: Draft, known: Definition, name: str) -> tuple[Edit, ...] | str:
    """Return the edits that rename, also in tables, or why it cannot be renamed so."""
    if _NAME.match(name) is None:
        return f"`{name}` is no name: letters, digits and `_`, beginning with a letter"
    if name in words_of_language() or name in BUILT_IN:
        return f"`{name}` is a word of the language"
    if name == known.name:
        return ()
    taken = _taken(draft, known, name)
    if taken is not None:
        return f"`{name}` is taken: line {taken.span.line}"
    edges = _called_after(draft, known, name) if known.sort == "place" else {}
    taken = next(filter(None, (_taken(draft, known, new) for new in edges.values())), None)
    if taken is not None:
        return f"an edge would be called `{taken.name}`, which is taken: line {taken.span.line}"
    renamed = (Edit(span, edges[word]) for span, word in _words(draft, edges))
    return (*(Edit(span, name) for span in uses_of(draft, known)), *renamed)


def _called_after(draft: Draft, known: Definition, name: str) -> Mapping[str, str]:
    """Return the edges that are called after their ends, with what they are called then."""
    found: dict[str, str] = {}
    for node in draft.declarations:
        if not isinstance(node, s.Edge) or not node.table.rows:
            continue
        header, *rows = node.table.rows
        columns = [cell.text for cell in header.cells]
        if "name" in columns:
            continue
        for row in rows:
            ends = dict(zip(columns, (cell.text for cell in row.cells), strict=False))
            pair = [ends.get("a", ""), ends.get("b", "")]
            if known.name in pair:
                found["_".join(pair)] = "_".join(name if e == known.name else e for e in pair)
    return found


def _words(draft: Draft, wanted: Collection[str]) -> Iterator[tuple[Span, str]]:
    """Yield where some words stand in rules and in tables beside them."""
    if not wanted:
        return
    for line in lines_of(draft.source):
        for found in _WORD.finditer(line.code):
            if found[0] in wanted and not _is_said(line.code[: found.start()]):
                start, end = found.start() + 1, found.end() + 1
                yield Span(draft.source.name, line.number, start, line.number, end), found[0]
    for node in draft.declarations:
        if isinstance(node, s.Space | s.Edge | s.Component | s.Table):
            for cell in (cell for row in node.table.rows for cell in row.cells):
                if cell.text in wanted and cell.span.file != draft.source.name:
                    yield cell.span, cell.text


def _is_said(before: str) -> bool:
    """Return whether what follows is prose: in quotes, and in no braces there."""
    quote = before.rfind('"') if before.count('"') % 2 else -1
    return quote >= 0 and before.rfind("{") <= max(quote, before.rfind("}"))


def _taken(draft: Draft, known: Definition, name: str) -> Definition | None:
    """Return what has the new name already, or would hide it or be hidden."""
    names = draft.names
    if known.sort in {"attribute", "arm", "phase"}:
        return names.find(name, known.sort)
    local = (use.definition for use in names.uses if use.definition.name == name)
    return names.find(name, "names", "word") or next(local, None)
