"""The walks of one proof: each is made, or told again where it was made before."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from rulelang import core
from rulelang.diagnostics import Diagnostic
from rulelang.evolving import evolve
from rulelang.obligations import Obligation
from rulelang.prove.contexts import MOST_ROUNDS, Prover, joined
from rulelang.prove.digests import Digests, digest_of
from rulelang.prove.footprints import Cells
from rulelang.prove.framing import Frames, may_be_parted, parted
from rulelang.prove.knowledge import Knowledge
from rulelang.prove.memory import Call, Digest, Memory, Step, Told, Walked
from rulelang.prove.world import World
from rulelang.source import Span

Begin = Callable[[Prover], "Knowledge | None"]
RunBlock = Callable[[Prover, Knowledge, core.Block], "Knowledge | None"]
RunPlay = Callable[[Prover, Knowledge, core.Block], object]
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
    frames: Frames
    obligations: list[Obligation] = attrs.field(factory=list)
    failures: dict[Span, Diagnostic] = attrs.field(factory=dict)
    tests: dict[Span, bool] = attrs.field(factory=dict)
    effects: dict[int, Told] = attrs.field(factory=dict)
    facts: dict[int, Told] = attrs.field(factory=dict)

    def setup(self, begin: Callable[[], Knowledge], run: RunBlock, steps: int) -> Told | None:
        """Walk the set-up, which is entered as far as `steps` go; return what is known then."""
        body = self.digests.entered(self.w.spec.setup)
        return self._told(("set-up", body), lambda: self._setup(begin(), run, steps)).after

    def _setup(self, begun: Knowledge, run: RunBlock, steps: int) -> Walked:
        """Walk one statement after the other: variants of a game differ in few of them."""
        obligations: list[Obligation] = []
        failures: dict[Span, Diagnostic] = {}
        tests: dict[Span, bool] = {}
        calls: list[Call] = []
        after: Told | None = self._of(begun)
        for node in self.w.spec.setup.statements:
            if after is None:
                break
            done = self._step(after, node, run, steps)
            obligations += done.walked.obligations
            calls += done.walked.calls
            for failure in done.walked.failures:
                failures.setdefault(failure.span, failure)
            for span, may_hold in done.walked.tests:
                tests[span] = tests.get(span, False) or may_hold
            after, steps = done.walked.after, steps - done.steps
        return Walked(
            tuple(obligations),
            tuple(failures.values()),
            tuple(calls),
            after,
            self.memory.anchors,
            tuple(tests.items()),
        )

    def _step(self, at: Told, node: core.Statement, run: RunBlock, steps: int) -> Step:
        """Walk a statement of the set-up with what bears on it; the rest is true behind it."""
        body = self.digests.entered(node)

        def whole() -> Step:
            framed = parted(at.knowledge, self.frames.of_statement(node))
            inner = self._of(framed.inner)
            key = (self.world, body, inner.digest)
            done = self.memory.step(key, steps, MOST_ROUNDS, lambda: made(inner))
            after = done.walked.after
            if after is None:
                return done
            around = self._of(framed.around(after.knowledge))
            return Step(evolve(done.walked, after=around), done.steps)

        def made(inner: Told) -> Step:
            left = 0

            def begin(p: Prover) -> Knowledge | None:
                nonlocal left
                after = run(p, inner.knowledge, core.Block(0, (node,)))
                left = p.steps
                return after

            return Step(self._made(begin, steps), steps - left)

        key = (self.world, body, at.digest, "whole")
        return self.memory.step(key, steps, MOST_ROUNDS, whole)

    def play(self, begun: Told, run: RunPlay) -> None:
        """Walk play, from what is known at its beginning."""
        play = self.w.spec.play
        key = ("play", self.digests.walked(play), begun.digest)
        self._told(key, lambda: self._made(lambda p: _done(run(p, begun.knowledge, play))))

    def effect(self, number: int, run: RunBlock) -> None:
        """Walk an effect, from what is known at all its calls so far, if there are any."""
        if number in self.effects:
            at = self._framed(self.effects[number], self.frames.of_effect, number)
            body = self.w.spec.effects[number].body
            key = ("effect", self.digests.walked(body), at.digest)
            self._told(key, lambda: self._made(lambda p: _done(run(p, at.knowledge, body))))

    def standing(self, body: core.Block, run: RunBlock) -> None:
        """Walk the standing, of which nothing is known."""
        key = ("standing", self.digests.walked(body))
        self._told(key, lambda: self._made(lambda p: _done(run(p, Knowledge(), body))))

    def fact(self, number: int, run: RunExpr) -> None:
        """Walk a fact, from what is known at all its calls so far, if there are any."""
        if number in self.facts:
            at = self._framed(self.facts[number], self.w.footprints.of_fact, number)
            body = self.w.spec.facts[number].body
            key = ("fact", self.digests.walked(body), at.digest)
            self._told(key, lambda: self._made(lambda p: run(p, at.knowledge, body)))

    def _framed(self, at: Told, cells_of: Callable[[int], Cells], number: int) -> Told:
        """Return what bears on an effect or fact. `cells_of`: what it reads and changes."""
        if not may_be_parted(at.knowledge):
            return at
        cells = cells_of(number)

        def make() -> Told:
            inner = parted(at.knowledge, cells).inner
            return at if inner is at.knowledge else self._of(inner)

        return self.memory.framed((self.world, at.digest, cells), make)

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
    return Walks(w, digests, memory, digests.world(), Frames(w))
