"""The walks of one proof: each is made, or told again where it was made before."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from rulelang import core
from rulelang.diagnostics import Diagnostic
from rulelang.obligations import Obligation
from rulelang.prove.contexts import Prover, joined
from rulelang.prove.digests import Digests, digest_of
from rulelang.prove.knowledge import Knowledge
from rulelang.prove.memory import Call, Digest, Memory, Told, Walked
from rulelang.prove.world import World
from rulelang.source import Span

Begin = Callable[[Prover], "Knowledge | None"]
RunBlock = Callable[[Prover, Knowledge, core.Block], object]
RunExpr = Callable[[Prover, Knowledge, core.Expr], None]


@attrs.define
class Walks:
    """What the walks of one specification have found so far.

    `effects`, `facts`: what is known at all calls so far. Of several failures at one place the
    first counts.
    """

    w: World
    digests: Digests
    memory: Memory
    world: Digest
    obligations: list[Obligation] = attrs.field(factory=list)
    failures: dict[Span, Diagnostic] = attrs.field(factory=dict)
    tests: dict[Span, bool] = attrs.field(factory=dict)
    effects: dict[int, Told] = attrs.field(factory=dict)
    facts: dict[int, Told] = attrs.field(factory=dict)

    def setup(self, run: Begin, steps: int) -> Told | None:
        """Walk the set-up, which is entered as far as `steps` go; return what is known then."""
        body = self.digests.entered(self.w.spec.setup)
        return self._told(("set-up", body), lambda: self._made(run, steps)).after

    def play(self, begun: Told, run: RunBlock) -> None:
        """Walk play, from what is known at its beginning."""
        play = self.w.spec.play
        key = ("play", self.digests.walked(play), begun.digest)
        self._told(key, lambda: self._made(lambda p: _done(run(p, begun.knowledge, play))))

    def effect(self, number: int, run: RunBlock) -> None:
        """Walk an effect, from what is known at all its calls so far, if there are any."""
        if number in self.effects:
            at, body = self.effects[number], self.w.spec.effects[number].body
            key = ("effect", self.digests.walked(body), at.digest)
            self._told(key, lambda: self._made(lambda p: _done(run(p, at.knowledge, body))))

    def standing(self, body: core.Block, run: RunBlock) -> None:
        """Walk the standing, of which nothing is known."""
        key = ("standing", self.digests.walked(body))
        self._told(key, lambda: self._made(lambda p: _done(run(p, Knowledge(), body))))

    def fact(self, number: int, run: RunExpr) -> None:
        """Walk a fact, from what is known at all its calls so far, if there are any."""
        if number in self.facts:
            at, body = self.facts[number], self.w.spec.facts[number].body
            key = ("fact", self.digests.walked(body), at.digest)
            self._told(key, lambda: self._made(lambda p: run(p, at.knowledge, body)))

    def _told(self, key: tuple[str, ...], make: Callable[[], Walked]) -> Walked:
        found = self.memory.walked(digest_of((self.world, *key)), make)
        self.obligations += found.obligations
        for failure in found.failures:
            self.failures.setdefault(failure.span, failure)
        for span, may_hold in found.tests:
            self.tests[span] = self.tests.get(span, False) or may_hold
        for call in found.calls:
            known = self.facts if call.is_fact else self.effects
            before = known.get(call.number)
            known[call.number] = call.inner if before is None else self._both(before, call.inner)
        return found

    def _made(self, run: Begin, steps: int = 0) -> Walked:
        self.w.begin_walk()
        p = Prover(self.w, steps=steps)
        after = run(p)
        return Walked(
            tuple(p.found),
            tuple(p.failures.values()),
            tuple(Call(is_fact, number, self._of(k)) for is_fact, number, k in p.called),
            None if after is None else self._of(after),
            self.memory.anchors,
            tuple(p.tests.items()),
        )

    def _both(self, known: Told, more: Told) -> Told:
        def make() -> Told:
            self.w.begin_walk()
            return self._of(joined(self.w, known.knowledge, more.knowledge))

        return self.memory.joined((self.world, known.digest, more.digest), make)

    def _of(self, k: Knowledge) -> Told:
        return Told(k, self.digests.known(k))


def _done(_: object) -> None:
    """Drop what is known behind a walk that nothing follows."""


def walks_of(w: World, memory: Memory) -> Walks:
    """Return the walks of a specification, none of them made yet."""
    digests = Digests(w, memory.anchors.told, memory.plain)
    for fact in w.footprints.facts:  # callees first: chains of calls may be long
        digests.fact(fact)
    return Walks(w, digests, memory, digests.world())
