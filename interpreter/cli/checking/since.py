"""What the last check of a file left open, on disk, so that what is new is told first.

An entry holds what is open in the last text without errors, and in the one before it that was
another: a text that has not changed is told the same again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from interpreter.cli.checking.callers import deciding, digests
from interpreter.keeping import entries, front_end
from rulelang.freezing import frozen
from rulelang.keeping import disk
from rulelang.obligations import Obligation, Told, new_since, told
from rulelang.source import Source, Span

SORT: Final = ".open"


@frozen
class _Left:
    """What a text left open, and what tells its declarations."""

    open: tuple[Told, ...]
    declared: tuple[str, ...]


@frozen
class _Entry:
    """An entry: its own name, the digest of the text, and what it and the one before left open.

    `before`: what was left, None where there was no text. With each the digests of declarations.
    """

    name: str
    text: str
    left: _Left
    before: _Left | None


@frozen
class New:
    """What is open and was not; `calls`: where the effect or fact is called, if that decides."""

    claim: Obligation
    calls: tuple[Span, ...]


def new(
    rules: str, claims: tuple[Obligation, ...], texts: Mapping[str, Source]
) -> tuple[New, ...]:
    """Return what is open and was not in the text before; the next check asks for this one."""
    name = front_end.name_at(rules, SORT)
    if name is None or rules not in texts:
        return ()
    source = texts[rules]
    last, text, now = _found(name), disk.key_of(source.text), told(claims, texts)
    before = None if last is None else last.left
    if last is not None and last.text == text:
        before, left = last.before, _Left(now, last.left.declared)
    else:
        left = _Left(now, digests(source))
    entry = _Entry(name, text, left, before)
    if entry != last:
        entries.keep(name, entry)
    if before is None:
        return ()
    return tuple(
        New(claim, deciding(claim.span, source, before.declared))
        for claim in new_since(before.open, claims, texts)
    )


def _found(name: str) -> _Entry | None:
    entry = entries.find(name, _Entry, "list of what is open")
    return None if entry is None or entry.name != name else entry
