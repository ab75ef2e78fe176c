"""What was proved of a text, on disk, so that after an edit only what changed is proved again.

It is kept by where the text lies: of each file what its last check knew. What an edit leaves as it
was is found by the digests of all that it follows from, so nothing else says whether it counts.
"""

from __future__ import annotations

from typing import Final

from interpreter.keeping import entries, front_end
from rulelang.freezing import frozen
from rulelang.keeping import disk
from rulelang.prove.kept import Kept, kept, remembered
from rulelang.prove.memory import Memory

SORT: Final = ".proved"


@frozen
class _Entry:
    """An entry: its own name, and what was proved."""

    name: str
    proved: Kept


def find(rules: str) -> Memory:
    """Return what is known of a rule file from before; what is not known is proved anew."""
    name = front_end.name_at(rules, SORT)
    entry = None if name is None else entries.find(name, _Entry, "proof")
    if entry is None or entry.name != name:
        return Memory()
    try:
        return remembered(entry.proved)
    except KeyError as reason:
        disk.spoilt(f"is no proof ({reason})")
        return Memory()


def keep(rules: str, memory: Memory) -> None:
    """Keep what is known of a rule file, if that can be and there is anything new."""
    name = front_end.name_at(rules, SORT) if memory.is_new else None
    if name is not None:
        entries.keep(name, _Entry(name, kept(memory)))
