"""What a local name may be, to be shown behind it where it is bound and the line does not say so.

before:  let c = highest x in hand(p) by x.rank
after:   let c: Card = highest x in hand(p) by x.rank
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulelang.freezing import frozen
from rulelang.workbench.draft import Draft
from rulelang.workbench.sorts import types_of

_SAID = re.compile(r"[\w, ]*\bin ([A-Z]\w*)\b")


@frozen
class Inlay:
    """Text to show at a place that is not in the file."""

    line: int
    column: int
    text: str


def inlays(draft: Draft, first: int = 1, last: int | None = None) -> Iterator[Inlay]:
    """Yield the types of the local names that are bound in some lines, both inclusive."""
    end = len(draft.lines) if last is None else min(last, len(draft.lines))
    for number in range(max(1, first), end + 1):
        for use in draft.uses_by_line.get((draft.source.name, number), ()):
            known = use.definition
            if known.sort != "local" or known.span != use.span:
                continue
            types = sorted(types_of(draft.declared, known.node, {}))
            said = _SAID.match(draft.lines[number - 1][use.span.end_column - 1 :])
            if types and not (said and types == [said[1]]):
                yield Inlay(number, use.span.end_column, f": {' | '.join(types)}")
