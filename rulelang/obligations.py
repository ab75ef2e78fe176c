"""What must hold so that no rule fails in play, and whether that is known. Ref §25."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final, Literal, TypeAlias

import attrs

from rulelang.evolving import evolve
from rulelang.freezing import frozen
from rulelang.source import NOWHERE, Source, Span, lines_of

Guarantee: TypeAlias = Literal["G1", "G2", "G3", "G4", "G5"]
Status: TypeAlias = Literal["proved", "open"]
Verdict: TypeAlias = int
"""What may come of a condition: `MAY_HOLD`, `MAY_FAIL` or both."""
MAY_HOLD: Final = 1
MAY_FAIL: Final = 2
HERE: Final = "{here}"
"""What stands in a mend for the words of the text at another place."""
Told: TypeAlias = tuple[str, str, str]
"""An obligation, by its guarantee, its claim and how its line reads."""


@frozen
class Obligation:
    """A claim about one place of a text.

    `guarantee`: G1 names, values and indices fit; G2 nothing is lost and everything has room; G3
    play comes to an end that the text states; G4 there is always something to go on with; G5
    nobody is told what is hidden from him (only where a text is too large to be followed so far).

    `status`: "proved", or "open": then play may fail at this line. What certainly fails is no
    obligation but an error.

    `mend`: what the author may write so that it is proved; in it `HERE` stands for what is written
    at `place`, until it is told (`with_places`).
    """

    guarantee: Guarantee
    claim: str
    span: Span
    status: Status
    mend: str = attrs.field(default="", eq=False)
    place: Span = attrs.field(default=NOWHERE, eq=False, repr=False)

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
    return tuple(sorted(once(obligations), key=_place))


def once(obligations: Iterable[Obligation]) -> tuple[Obligation, ...]:
    """Return each claim about a place once, in the order in which it first comes; see `merged`."""
    found: dict[tuple[str, str, Span], Obligation] = {}
    for obligation in {id(one): one for one in obligations}.values():  # variants share most
        key = (obligation.guarantee, obligation.claim, obligation.span)
        if obligation.is_open or key not in found:
            found[key] = obligation
    return tuple(found.values())


def with_places(
    claims: Iterable[Obligation], texts: Mapping[str, Source]
) -> tuple[Obligation, ...]:
    """Return obligations whose mends say what is written at their places.

    >>> text = {"a.rules": Source("a.rules", "move c to hand(p)")}
    >>> at = Span("a.rules", 1, 11, 1, 18)
    >>> (claim,) = with_places([Obligation("G2", "fits", at, "open", f"count {HERE}", at)], text)
    >>> claim.mend
    'count hand(p)'
    """
    return tuple([_with_place(claim, texts) if HERE in claim.mend else claim for claim in claims])


def _with_place(claim: Obligation, texts: Mapping[str, Source]) -> Obligation:
    at, text = claim.place, texts.get(claim.place.file)
    lines = [] if text is None else lines_of(text.text)[at.line - 1 : at.end_line]
    written = "\n".join(lines)[at.column - 1 :]
    left_out = len(lines[-1]) - at.end_column + 1 if lines else 0
    words = " ".join(written[: len(written) - left_out].split()).replace("( ", "(")
    return evolve(claim, mend=claim.mend.replace(HERE, words))


def told(claims: Iterable[Obligation], texts: Mapping[str, Source]) -> tuple[Told, ...]:
    """Return what tells the open ones again in another text, wherever their lines are there."""
    return tuple(_told(claim, texts) for claim in claims if claim.is_open)


def new_since(
    before: Iterable[Told], claims: Iterable[Obligation], texts: Mapping[str, Source]
) -> tuple[Obligation, ...]:
    """Return the open obligations that a text before did not have.

    >>> text = {"a.rules": Source("a.rules", "take 1 from gold")}
    >>> claim = Obligation("G1", "fits", Span("a.rules", 1, 1, 1, 5), "open")
    >>> len(new_since([], [claim], text)), len(new_since(told([claim], text), [claim], text))
    (1, 0)
    """
    left = Counter(before)
    found = []
    for claim in claims:
        if claim.is_open:
            key = _told(claim, texts)
            if not left[key]:
                found.append(claim)
            left[key] -= left[key] > 0
    return tuple(found)


def _told(claim: Obligation, texts: Mapping[str, Source]) -> Told:
    text = texts.get(claim.span.file)
    lines = [] if text is None else text.text.split("\n")
    line = lines[claim.span.line - 1] if 0 < claim.span.line <= len(lines) else ""
    return (claim.guarantee, claim.claim, line.strip())


def _place(obligation: Obligation) -> tuple[str, int, int, str, str]:
    span = obligation.span
    return (span.file, span.line, span.column, obligation.guarantee, obligation.claim)
