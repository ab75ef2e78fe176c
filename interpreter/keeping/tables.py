"""Digests of the tables that a text names: an entry counts only if all are found as they were."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from rulelang.keeping import disk
from rulelang.source import Source


def digests_of(tables: Mapping[str, object]) -> tuple[tuple[str, str], ...]:
    """Return the path of each table with its digest; `tables`: as they were read, by path."""
    return tuple((path, _digest(found)) for path, found in tables.items())


def are_alike(digests: Iterable[tuple[str, str]], read: Callable[[str], object]) -> bool:
    """Return whether tables are found as they were; `read` gives what a path has now."""
    return all(_digest(read(path)) == digest for path, digest in digests)


def _digest(table: object) -> str:
    return disk.key_of(table.name, table.text) if isinstance(table, Source) else ""
