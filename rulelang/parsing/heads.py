"""What the first lines of all declarations of a text say that they declare, read or not.

Who mends one declaration asks it of the others: `c = 3` means `set c to 3` where `c` is a variable
of the game. What was said then holds as long as the others stay as they are, so it is noted that
somebody asked.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from rulelang.freezing import define, frozen
from rulelang.parsing.lines import Chunk

_HEAD = re.compile(
    r"(?P<sort>[a-z]+) (?P<name>[A-Za-z]\w*)(?:\((?P<index>(?:[^()]|\([^()]*\))*)\))?"
)

_CALLED = re.compile(r"([A-Za-z]\w*)\(")
_SEVERAL = re.compile(r"\b(?:bag|set|row)\b")


@frozen
class Head:
    """The sort of a declaration, and what its name takes: parameters, or types of an index.

    `rest`: what stands behind that on its first line.
    """

    sort: str
    index: tuple[str, ...]
    rest: str


@define
class Heads:
    """The heads of the declarations of a text, by their names; `are_asked`: whether they were."""

    chunks: Sequence[Chunk] = ()
    are_asked: bool = False
    _known: dict[str, Head] | None = None

    @property
    def known(self) -> Mapping[str, Head]:
        """Return what each name stands for; of two declarations the first counts."""
        self.are_asked = True
        if self._known is None:
            self._known = {}
            for chunk in self.chunks:
                found = _HEAD.match(chunk.lines[0].code)
                if found is not None:
                    index = tuple(part.strip() for part in (found["index"] or "").split(","))
                    rest = chunk.lines[0].code[found.end() :]
                    head = Head(found["sort"], index if found["index"] else (), rest)
                    self._known.setdefault(found["name"], head)
        return self._known

    def called(self) -> frozenset[str]:
        """Return the names behind which something stands in brackets, anywhere in the text."""
        self.are_asked = True
        codes = (line.code for chunk in self.chunks for line in chunk.lines)
        return frozenset(name for code in codes for name in _CALLED.findall(code))

    def holds_several(self, name: str) -> bool:
        """Return whether a name is that of a zone in which more than one thing may lie."""
        head = self.known.get(name)
        return head is not None and head.sort == "zone" and _SEVERAL.search(head.rest) is not None

    def variables(self) -> list[str]:
        """Return the names of the variables."""
        return [name for name, head in self.known.items() if head.sort == "var"]
