"""What was proved of a text, on disk, so that after an edit only what changed is proved again.

It is kept by where the text lies: of each file what its last checks knew. What an edit leaves as
it was is found by the digests of all that it follows from, so nothing else says whether it counts.
What a check has made anew is written behind what lies there, which is not packed again; when there
are many such pieces, all that is still asked for becomes one.
"""

from __future__ import annotations

from typing import Final

from interpreter.keeping import entries, front_end, plain
from rulelang.freezing import define, frozen
from rulelang.keeping import disk
from rulelang.prove.kept import Asked, Kept, asked, kept, together
from rulelang.prove.memory import Memory

SORT: Final = ".proved"
MOST: Final = 8
"""So many pieces become one."""


@frozen
class _Entry:
    """An entry: its own name, what was proved, packed, and which texts asked for it."""

    name: str
    pieces: tuple[bytes, ...]
    asked: Asked


@define
class Proofs:
    """What is known of a rule file. `name`: of the entry; None where nothing can be kept.

    `pieces`: what lies there of `memory`.
    """

    name: str | None
    memory: Memory
    pieces: tuple[bytes, ...] = ()

    def keep(self) -> None:
        """Keep what is known behind a check, if that can be and there is anything new."""
        if self.name is None or not self.memory.fresh:
            return
        before = self.pieces if len(self.pieces) < MOST else ()
        try:
            piece = plain.packed(kept(self.memory, fresh=bool(before)))
        except plain.UnreadableError:
            return
        self.pieces = (*before, piece)
        entries.keep(self.name, _Entry(self.name, self.pieces, asked(self.memory)))


def find(rules: str) -> Proofs:
    """Return what is known of a rule file from before; what is not known is proved anew."""
    name = front_end.name_at(rules, SORT)
    entry = None if name is None else entries.find(name, _Entry, "proof")
    if entry is None or entry.name != name:
        return Proofs(name, Memory())
    pieces = [entries.unpacked(piece, Kept, "proof") for piece in entry.pieces]
    found = [piece for piece in pieces if piece is not None]
    if len(found) < len(pieces):
        return Proofs(name, Memory())
    try:
        return Proofs(name, together(found, entry.asked), entry.pieces)
    except KeyError as reason:
        disk.spoilt(f"is no proof ({reason})")
        return Proofs(name, Memory())
