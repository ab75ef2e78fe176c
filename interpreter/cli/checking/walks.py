"""What walks for secrets came to, on disk, so that after an edit only what changed is walked.

It is kept by where the text lies, apart for variants that declare something else, and unpacked
only where it is asked for. To pack it takes as long as to walk a few bodies. So of a body that is
edited nothing is kept until the text is edited elsewhere, and of all others what there was.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from interpreter.keeping import entries, front_end, plain
from rulelang.freezing import define, frozen

if TYPE_CHECKING:  # imported where something is walked: that takes long
    from rulelang.prove.memory import Memory
    from rulelang.secrecy.common import Common

SORT: Final = ".walked"
MOST: Final = 16
"""For the declarations of so many variants walks are kept, those that were asked for last."""
LARGEST: Final = 1 << 20
"""Bytes of what is kept for one of them; what has grown beyond that is walked anew once."""


@frozen
class Entry:
    """What lies there: its name, and what walks came to, packed, by the digests of declarations.

    `anew`: the bodies that the last text had, and of which nothing is kept.
    """

    name: str
    walks: Mapping[str, bytes]
    anew: frozenset[str]


@define
class Walks:
    """What is kept of a rule file. `name`: of the entry; None where nothing can be kept."""

    name: str | None
    _entry: Entry | None = None

    def found(self, key: str, kind: type) -> object:
        """Return what walks of variants that declare the same share; None: that is not known."""
        return entries.unpacked(self._read().walks.get(key), kind, "walk")

    def _read(self) -> Entry:
        if self._entry is None:
            entry = None if self.name is None else entries.find(self.name, Entry, "list of walks")
            if entry is None or entry.name != self.name:
                entry = Entry(self.name or "", {}, frozenset())
            self._entry = entry
        return self._entry

    def keep(self, memory: Memory) -> None:
        """Keep what walks of a text came to, if that can be and enough of it is new."""
        if self.name is None or not memory.all_common:
            return
        from rulelang.secrecy.common import Common  # noqa: PLC0415 - the walks have imported it

        before = self._read()
        asked = {k: one for k, (_, one) in memory.all_common.items() if isinstance(one, Common)}
        anew = frozenset[str]().union(*(one.anew() for one in asked.values()))
        new = {k: data for k, one in asked.items() if (data := _packed(one, before.anew))}
        if new or anew - before.anew:
            kept = sorted({**before.walks, **new}.items(), key=lambda pair: pair[0] in asked)
            entries.keep(self.name, Entry(self.name, dict(kept[-MOST:]), anew))


def _packed(common: Common, anew: frozenset[str]) -> bytes | None:
    known = common.for_another(anew)
    if known is None:
        return None
    try:
        data = plain.packed(known)
    except plain.UnreadableError:
        return None
    return data if len(data) <= LARGEST else None


def find(rules: str) -> Walks:
    """Return what is kept of a rule file; what is not is walked anew."""
    return Walks(front_end.name_at(rules, SORT))
