"""What the last check of a file left open, on disk, so that what is new is told first.

An entry holds what is open in the last text without errors, and in the one before it that was
another: a text that has not changed is told the same again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from interpreter.keeping import entries, front_end
from rulelang.freezing import frozen
from rulelang.keeping import disk
from rulelang.obligations import Obligation, Told, new_since, told
from rulelang.source import Source

SORT: Final = ".open"


@frozen
class _Entry:
    """An entry: its own name, the digest of the text, and what it and the one before left open.

    `before`: None where there was none.
    """

    name: str
    text: str
    open: tuple[Told, ...]
    before: tuple[Told, ...] | None


def new(
    rules: str, claims: tuple[Obligation, ...], texts: Mapping[str, Source]
) -> tuple[Obligation, ...]:
    """Return what is open and was not in the text before; the next check asks for this one."""
    name = front_end.name_at(rules, SORT)
    if name is None or rules not in texts:
        return ()
    last, text, now = _found(name), disk.key_of(texts[rules].text), told(claims, texts)
    before = None if last is None else last.open
    if last is not None and last.text == text:
        before = last.before
    entry = _Entry(name, text, now, before)
    if entry != last:
        entries.keep(name, entry)
    return () if before is None else new_since(before, claims, texts)


def _found(name: str) -> _Entry | None:
    entry = entries.find(name, _Entry, "list of what is open")
    return None if entry is None or entry.name != name else entry
