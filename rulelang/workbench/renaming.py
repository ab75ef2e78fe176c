"""All places of a name, and the edits that give it another one."""

from __future__ import annotations

import re

from rulelang.diagnostics import Edit
from rulelang.elaborate.queries.builtins import NAMES as BUILT_IN
from rulelang.parsing.library import words_of_language
from rulelang.parsing.words import OPENING
from rulelang.source import Span
from rulelang.workbench.draft import Draft
from rulelang.workbench.names import Definition, Use

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*\Z")


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
    if name in OPENING or name in words_of_language() or name in BUILT_IN:
        return f"`{name}` is a word of the language"
    if name == known.name:
        return ()
    taken = _taken(draft, known, name)
    if taken is not None:
        return f"`{name}` is taken: line {taken.span.line}"
    ends = re.compile(rf"\b(?:{known.name}_\w+|\w+_{known.name})\b")
    called = ends.search(draft.text) if known.sort == "place" else None
    if called is not None:
        return f"edges are called after it, such as `{called[0]}`: rename those by hand"
    return tuple(Edit(span, name) for span in uses_of(draft, known))


def _taken(draft: Draft, known: Definition, name: str) -> Definition | None:
    """Return what has the new name already, or would hide it or be hidden."""
    names = draft.names
    if known.sort in {"attribute", "arm", "phase"}:
        return names.find(name, known.sort)
    local = (use.definition for use in names.uses if use.definition.name == name)
    return names.find(name, "names", "word") or next(local, None)
