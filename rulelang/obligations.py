"""What must hold so that no rule fails in play, and whether that is known. Ref §25."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

import attrs

from rulelang.source import Span

Guarantee: TypeAlias = Literal["G1", "G2", "G3", "G4", "G5"]
Status: TypeAlias = Literal["proved", "open"]


@attrs.frozen
class Obligation:
    """A claim about one place of a text.

    `guarantee`: G1 names, values and indices fit; G2 nothing is lost and everything has room; G3
    play comes to an end that the text states; G4 there is always something to go on with; G5
    nobody is told what is hidden from him (only where a text is too large to be followed so far).

    `status`: "proved", or "open": then play may fail at this line. What certainly fails is no
    obligation but an error.
    """

    guarantee: Guarantee
    claim: str
    span: Span
    status: Status

    @property
    def is_open(self) -> bool:
        """Return whether play may fail here."""
        return self.status == "open"


def merged(obligations: Iterable[Obligation]) -> tuple[Obligation, ...]:
    """Return each claim about a place once, in the order of the text: open if it is open anywhere.

    >>> here = Span("a.rules", 1, 1, 1, 5)
    >>> [o.status for o in merged(Obligation("G1", "fits", here, s) for s in ("proved", "open"))]
    ['open']
    """
    found: dict[tuple[str, str, Span], Obligation] = {}
    for obligation in obligations:
        key = (obligation.guarantee, obligation.claim, obligation.span)
        if obligation.is_open or key not in found:
            found[key] = obligation
    return tuple(sorted(found.values(), key=_place))


def _place(obligation: Obligation) -> tuple[str, int, int, str, str]:
    span = obligation.span
    return (span.file, span.line, span.column, obligation.guarantee, obligation.claim)
