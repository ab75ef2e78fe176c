"""What was proved so far, by all that it follows from.

Variants of a game share most of what they do, and so do a text and what it is after an edit. Each
walk of the prover (the set-up, play, an effect or fact with what is known where it is called) is
made once for all of them. What comes of it is kept as if nothing had been found before, so that it
can be told again in any order.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import attrs

from rulelang.anchors import Anchors
from rulelang.diagnostics import Diagnostic, moved
from rulelang.evolving import evolve
from rulelang.obligations import Obligation
from rulelang.prove.knowledge import Knowledge
from rulelang.source import Span

Digest: TypeAlias = str


@attrs.frozen
class Told:
    """What is known somewhere, and the digest of it."""

    knowledge: Knowledge
    digest: Digest


@attrs.frozen
class Call:
    """A call of a fact, or else of an effect; what is known inside."""

    is_fact: bool
    number: int
    inner: Told


@attrs.frozen
class Walked:
    """What came of a walk.

    `calls`: what it calls, in order. `after`: what is known behind it. `anchors`: the text that
    the places belong to. `tests`: conditions that play comes to, and whether each may hold.
    """

    obligations: tuple[Obligation, ...]
    failures: tuple[Diagnostic, ...]
    calls: tuple[Call, ...]
    after: Told | None
    anchors: Anchors = attrs.field(repr=False)
    tests: tuple[tuple[Span, bool], ...] = ()


@attrs.define
class Memory:
    """All walks so far. `anchors`: the text that is checked now. `made`: walks not found here."""

    anchors: Anchors = attrs.field(factory=Anchors)
    made: int = 0
    _walked: dict[Digest, Walked] = attrs.field(factory=dict)
    _joined: dict[tuple[Digest, Digest, Digest], Told] = attrs.field(factory=dict)

    def walked(self, key: Digest, make: Callable[[], Walked]) -> Walked:
        """Return what came of a walk, with its places in the text that is checked now."""
        found = self._walked.get(key)
        if found is not None and found.anchors is not self.anchors:
            found = _moved(found, self.anchors)
        if found is None:
            self.made += 1
            found = make()
        self._walked[key] = found
        return found

    def joined(self, key: tuple[Digest, Digest, Digest], make: Callable[[], Told]) -> Told:
        """Return what is known in two calls: of a world, by what is known in each."""
        found = self._joined.get(key)
        if found is None:
            found = self._joined[key] = make()
        return found


def _moved(found: Walked, now: Anchors) -> Walked | None:
    """Return what came of a walk in another text; None where that lacks a place of it."""

    def place(span: Span) -> Span:
        return found.anchors.moved(span, now)

    try:
        claims = tuple(evolve(o, span=place(o.span)) for o in found.obligations)
        failures = tuple(moved(failure, place) for failure in found.failures)
        tests = tuple((place(span), may_hold) for span, may_hold in found.tests)
    except KeyError:
        return None
    return Walked(claims, failures, found.calls, found.after, now, tests)
