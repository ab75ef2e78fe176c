"""Words of memory in LLVM's text: 64 bits each, named, at fixed places behind a pointer.

The context of a thread, the jobs and nodes of a search, the rows of playouts are read so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping


def word(base: str, place: int, register: str, kind: str = "i64") -> str:
    """Return the lines that load a word behind `%base`, its address staying in `%register_at`."""
    return (
        f"  %{register}_at = getelementptr i64, ptr %{base}, i64 {place}\n"
        f"  %{register} = load {kind}, ptr %{register}_at"
    )


def words(
    base: str,
    places: Mapping[str, int],
    names: Iterable[str],
    kinds: Mapping[str, str] | None = None,
) -> str:
    """Return the lines that load words behind `%base` into registers of their names.

    `kinds`: what those are that are no whole numbers, by name.
    """
    known = kinds or {}
    return "\n".join(word(base, places[name], name, known.get(name, "i64")) for name in names)
