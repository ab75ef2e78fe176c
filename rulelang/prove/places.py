"""Where what was found in one text stands in another one that has its declarations."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Generic, TypeAlias, TypeVar

import attrs

from rulelang.anchors import Anchors
from rulelang.diagnostics import Diagnostic, moved
from rulelang.evolving import evolve
from rulelang.obligations import Obligation, Verdict
from rulelang.source import Span

Test: TypeAlias = tuple[Span, Verdict]
Place: TypeAlias = Callable[[Span], Span]
_T = TypeVar("_T")


@attrs.define
class _Once(Generic[_T]):
    """Moves things, each once: the same object becomes the same object each time."""

    move: Callable[[_T], _T]
    _known: dict[int, tuple[_T, _T]] = attrs.field(factory=dict)

    def all(self, found: tuple[_T, ...]) -> tuple[_T, ...]:
        return tuple([self._one(part) for part in found])

    def _one(self, part: _T) -> _T:
        known = self._known.get(id(part))
        if known is None:
            known = self._known[id(part)] = (part, self.move(part))
        return known[1]


class Moving:
    """The way from one text to another. What many variants have in common is moved once.

    Raises:
        KeyError: from all that moves; the other text lacks a place.
    """

    def __init__(self, before: Anchors, now: Anchors) -> None:
        """Begin with nothing moved."""
        self.before, self.now = before, now

        def place(span: Span) -> Span:
            return before.moved(span, now)

        self.obligations = _Once(partial(_obligation, place)).all
        self.findings = _Once(partial(_finding, place)).all
        self.tests = _Once(partial(_test, place)).all


def _obligation(place: Place, claim: Obligation) -> Obligation:
    span, other = place(claim.span), place(claim.place)
    if span is claim.span and other is claim.place:
        return claim
    return evolve(claim, span=span, place=other)


def _finding(place: Place, finding: Diagnostic) -> Diagnostic:
    return moved(finding, place)


def _test(place: Place, test: Test) -> Test:
    span = place(test[0])
    return test if span is test[0] else (span, test[1])
