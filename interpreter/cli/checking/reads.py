"""Declarations as they were read, on disk, so that after an edit only what changed is read again.

They are kept by where the text lies: of each file those of its last check, each by its lines. So
nothing else says whether one counts, and each is unpacked only where it is asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attrs

from interpreter.keeping import entries, front_end, plain
from rulelang.freezing import define, frozen
from rulelang.keeping import disk
from rulelang.parsing.kept import KeptTrees, Read

SORT: Final = ".read"


@frozen
class _Entry:
    """An entry: its own name, and what was read, packed, by the digest of its lines."""

    name: str
    reads: Mapping[str, bytes]


@define
class Reads:
    """What is kept of a rule file; `trees` takes from it, and has what was read besides.

    `name`: of the entry; None where nothing can be kept.
    """

    name: str | None
    _packed: Mapping[str, bytes]
    trees: KeptTrees = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        """Begin with trees that ask here."""
        self.trees = KeptTrees(elsewhere=self._found)

    def _found(self, file: str, lines: tuple[str, ...]) -> Read | None:
        return entries.unpacked(self._packed.get(disk.key_of(file, *lines)), Read, "declaration")

    def keep(self) -> None:
        """Keep what the last text had, if that can be and it is not what lies there."""
        now = {disk.key_of(file, *lines): read for (file, lines), read in self.trees.last()}
        if self.name is None or now.keys() == self._packed.keys():
            return
        try:
            packed = {key: self._packed.get(key) or plain.packed(now[key]) for key in now}
        except plain.UnreadableError:
            return
        entries.keep(self.name, _Entry(self.name, packed))


def find(rules: str) -> Reads:
    """Return what was read of a rule file before; what was not is read anew."""
    name = front_end.name_at(rules, SORT)
    entry = None if name is None else entries.find(name, _Entry, "list of declarations")
    return Reads(name, {} if entry is None or entry.name != name else entry.reads)
