"""What walks for secrets came to, on disk, so that after an edit only what changed is walked.

It is kept by where the text lies, apart for variants that declare something else, and unpacked
only where it is asked for. Of a text that is checked for the first time nothing is kept: to pack
it takes two hundredths of that, and perhaps nobody will ever change the text.
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
class _Entry:
    """An entry: its own name, and what walks came to, packed, by the digests of declarations."""

    name: str
    walks: Mapping[str, bytes]


@define
class Walks:
    """What is kept of a rule file. `name`: of the entry; None where nothing can be kept."""

    name: str | None
    _packed: Mapping[str, bytes] | None = None

    def found(self, key: str, kind: type) -> object:
        """Return what walks of variants that declare the same share; None: that is not known."""
        return entries.unpacked(self._read().get(key), kind, "walk")

    def _read(self) -> Mapping[str, bytes]:
        if self._packed is None:
            entry = None if self.name is None else entries.find(self.name, _Entry, "list of walks")
            self._packed = {} if entry is None or entry.name != self.name else entry.walks
        return self._packed

    def keep(self, memory: Memory) -> None:
        """Keep what walks of a text came to, if that can be and enough of it is new."""
        if self.name is None or memory.text == 0 or not memory.all_common:
            return
        from rulelang.secrecy.common import Common  # noqa: PLC0415 - the walks have imported it

        asked = {k: one for k, (_, one) in memory.all_common.items() if isinstance(one, Common)}
        new = {key: data for key, one in asked.items() if (data := _packed(one)) is not None}
        if new:
            kept = sorted({**self._read(), **new}.items(), key=lambda pair: pair[0] in asked)
            entries.keep(self.name, _Entry(self.name, dict(kept[-MOST:])))


def _packed(common: Common) -> bytes | None:
    known = common.for_another()
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
