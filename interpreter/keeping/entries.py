"""Entries of `rulelang.keeping.disk` as nodes: plain data, read and written in one place."""

from __future__ import annotations

from contextlib import suppress
from typing import TypeVar

from interpreter.keeping import plain
from rulelang.keeping import disk

_T = TypeVar("_T")


def find(name: str, root: type[_T], what: str) -> _T | None:
    """Return the node of an entry; None where there is none, and it is told if it is no `what`."""
    return unpacked(disk.read(name), root, what)


def unpacked(data: bytes | None, root: type[_T], what: str) -> _T | None:
    """Return a node that was packed; None where there is none, and it is told if it is no `what`.

    What is large is packed in parts within an entry, so that each is read only if it is asked for.
    """
    if data is None:
        return None
    try:
        return plain.unpacked(data, root)
    except plain.UnreadableError as reason:
        disk.spoilt(f"is no {what} ({reason})")
        return None


def keep(name: str, entry: object) -> None:
    """Keep a node, if that can be."""
    with suppress(plain.UnreadableError):
        disk.write(name, plain.packed(entry))
