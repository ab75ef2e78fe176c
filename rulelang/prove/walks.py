"""The walks of one proof: each is made, or told again where it was made before."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from rulelang import core
from rulelang.diagnostics import Diagnostic
from rulelang.evolving import evolve
from rulelang.freezing import define, frozen
from rulelang.obligations import Obligation, Verdict, once
from rulelang.prove.before import PLAY, SETUP, STANDING, Name, Proved
from rulelang.prove.contexts import MOST_ROUNDS, Prover, joined
from rulelang.prove.digests import Digests, digest_of
from rulelang.prove.footprints import Cells
from rulelang.prove.framing import Frames, may_be_parted, parted
from rulelang.prove.knowledge import Knowledge
from rulelang.prove.memory import Call, Digest, Memory, Sharing, Step, Told, Walked
from rulelang.prove.world import World, world_of
from rulelang.source import Span

Begin = Callable[[Prover], "Knowledge | None"]
RunBlock = Callable[[Prover, Knowledge, core.Block], "Knowledge | None"]
RunPlay = Callable[[Prover, Knowledge, core.Block], object]
RunExpr = Callable[[Prover, Knowledge, core.Expr], None]


@frozen
class Ground:
    """What walks of a specification are made on. `world`: the digest of what is declared."""

    w: World
    digests: Digests
    world: Digest
    frames: Frames


def ground_of(spec: core.Spec, memory: Memory) -> Ground:
    """Return what walks of a specification are made on."""
    w = world_of(spec, memory.footprints(spec), memory.forms)
    common = memory.common_digests(spec)
    digests = Digests(spec, lambda: w, memory.anchors.told, memory.plain, common)
    for fact in w.footprints.facts:  # callees first: chains of calls may be long
        digests.fact(fact)
    return Ground(w, digests, digests.world(), Frames(w))


@define
class Grounds:
    """The ground of a specification, made for the first walk that asks for it."""

    spec: core.Spec
    memory: Memory
    _made: Ground | None = None

    def ground(self) -> Ground:
        """Return the ground."""
        if self._made is None:
            self._made = ground_of(self.spec, self.memory)
        return self._made

    def world(self) -> World:
        """Return the world of the ground."""
        return self.ground().w


@define
class Walks:
    """What the walks of one specification have found so far.

    `proved`: what was proved of it before an edit, if that tells anything now; `changed`: the
    walks of which it does not; `keys`: see `Proved`. `effects`, `facts`: what is known at all
    calls so far. Of several failures at one place the first counts.
    """

    spec: core.Spec
    memory: Memory
    proved: Proved | None
    changed: frozenset[Name]
    grounds: Grounds
    keys: dict[Name, tuple[Digest, Digest]] = attrs.field(factory=dict)
    _digests: Digests | None = None
    obligations: list[Obligation] = attrs.field(factory=list)
    failures: dict[Span, Diagnostic] = attrs.field(factory=dict)
    tests: dict[Span, Verdict] = attrs.field(factory=dict)
    effects: dict[int, Told] = attrs.field(factory=dict)
    facts: dict[int, Told] = attrs.field(factory=dict)

    @property
    def ground(self) -> Ground:
        """Return what the walks are made on; where all were made before, nobody asks for it."""
        return self.grounds.ground()

    @property
    def digests(self) -> Digests:
        """Return the digests of bodies; as long as all are known they ask for no ground."""
        if self.proved is None:
            return self.ground.digests
        if self._digests is None:
            told, plain = self.memory.anchors.told, self.memory.plain
            common = self.proved.common
            self._digests = Digests(self.spec, self.grounds.world, told, plain, common)
        return self._digests

    def _cells(self, number: int, *, of_fact: bool = False) -> Cells:
        """Return what an effect or a fact reads and changes."""
        if self.proved is not None:
            known = (self.proved.read if of_fact else self.proved.framed).get(number)
            if known is not None:
                return known
        found = self.ground.w.footprints.of_fact if of_fact else self.ground.frames.of_effect
        return found(number)

    @property
    def world(self) -> Digest:
        """Return the digest of what is declared."""
        return self.ground.world if self.proved is None else self.proved.world

    @property
    def effects_in_order(self) -> tuple[int, ...]:
        """Return the effects, callees first."""
        return self.ground.w.order if self.proved is None else self.proved.effects

    @property
    def facts_in_order(self) -> tuple[int, ...]:
        """Return the facts, callees first."""
        return self.ground.w.footprints.facts if self.proved is None else self.proved.facts

    def keep(self) -> None:
        """Keep the keys of all walks for the text after an edit."""
        if self.proved is None:
            ground, w = self.ground, self.ground.w
            read = {fact: w.footprints.of_fact(fact) for fact in w.footprints.facts}
            made = Proved(
                self.spec,
                self.memory.anchors,
                ground.world,
                w.order,
                w.footprints.facts,
                w.returning,
                self.keys,
                ground.digests.common,
                ground.frames.effects,
                read,
            )
        else:
            anchors = self.memory.anchors
            made = evolve(self.proved, spec=self.spec, anchors=anchors, keys=self.keys)
        self.memory.before.keep(self.memory.text, made)

    def setup(self, begin: Callable[[World], Knowledge], run: RunBlock, steps: int) -> Told | None:
        """Walk the set-up, which is entered as far as `steps` go; return what is known then."""

        def key() -> tuple[str, ...]:
            return ("set-up", self.digests.entered(self.spec.setup))

        def make() -> Walked:
            return self._setup(begin(self.ground.w), run, steps)

        return self._told(SETUP, "", key, make).after

    def _setup(self, begun: Knowledge, run: RunBlock, steps: int) -> Walked:
        """Walk one statement after the other: variants of a game differ in few of them."""
        obligations: list[Obligation] = []
        failures: dict[Span, Diagnostic] = {}
        tests: dict[Span, Verdict] = {}
        calls: list[Call] = []
        after: Told | None = self._of(begun)
        for node in self.spec.setup.statements:
            if after is None:
                break
            done = self._step(after, node, run, steps)
            obligations += done.walked.obligations
            calls += done.walked.calls
            for failure in done.walked.failures:
                failures.setdefault(failure.span, failure)
            for span, verdict in done.walked.tests:
                tests[span] = tests.get(span, 0) | verdict
            after, steps = done.walked.after, steps - done.steps
        return Walked(
            once(obligations),
            tuple(failures.values()),
            tuple(calls),
            after,
            self.memory.anchors,
            tuple(tests.items()),
        )

    def _step(self, at: Told, node: core.Statement, run: RunBlock, steps: int) -> Step:
        """Walk a statement of the set-up with what bears on it; the rest is true behind it."""
        ground = self.ground
        body = ground.digests.entered(node)

        def whole() -> Step:
            framed = parted(at.knowledge, ground.frames.of_statement(node))
            inner = self._of(framed.inner)
            key = (ground.world, body, inner.digest)
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

        key = (ground.world, body, at.digest, "whole")
        return self.memory.step(key, steps, MOST_ROUNDS, whole)

    def play(self, begun: Told, run: RunPlay) -> None:
        """Walk play, from what is known at its beginning."""
        play = self.spec.play

        def key() -> tuple[str, ...]:
            return ("play", self.digests.walked(play), begun.digest)

        def make() -> Walked:
            return self._made(lambda p: _done(run(p, begun.knowledge, play)))

        self._told(PLAY, begun.digest, key, make)

    def effect(self, number: int, run: RunBlock) -> None:
        """Walk an effect, from what is known at all its calls so far, if there are any."""
        if number not in self.effects:
            return
        told, body = self.effects[number], self.spec.effects[number].body

        def at() -> Told:
            return self._framed(told, lambda: self._cells(number))

        def key() -> tuple[str, ...]:
            return ("effect", self.digests.walked(body), at().digest)

        def make() -> Walked:
            return self._made(lambda p: _done(run(p, at().knowledge, body)))

        self._told(("effect", number), told.digest, key, make)

    def standing(self, body: core.Block, run: RunBlock) -> None:
        """Walk the standing, of which nothing is known."""

        def key() -> tuple[str, ...]:
            return ("standing", self.digests.walked(body))

        def make() -> Walked:
            return self._made(lambda p: _done(run(p, Knowledge(), body)))

        self._told(STANDING, "", key, make)

    def fact(self, number: int, run: RunExpr) -> None:
        """Walk a fact, from what is known at all its calls so far, if there are any."""
        if number not in self.facts:
            return
        told, body = self.facts[number], self.spec.facts[number].body

        def at() -> Told:
            return self._framed(told, lambda: self._cells(number, of_fact=True))

        def key() -> tuple[str, ...]:
            return ("fact", self.digests.walked(body), at().digest)

        def make() -> Walked:
            return self._made(lambda p: run(p, at().knowledge, body))

        self._told(("fact", number), told.digest, key, make)

    def _framed(self, at: Told, cells_of: Callable[[], Cells]) -> Told:
        """Return what bears on an effect or fact. `cells_of`: what it reads and changes."""
        if not may_be_parted(at.knowledge):
            return at
        cells = cells_of()

        def make() -> Told:
            inner = parted(at.knowledge, cells).inner
            return at if inner is at.knowledge else self._of(inner)

        return self.memory.framed((self.world, at.digest, cells), make)

    def _key(self, name: Name, begins: Digest, make: Callable[[], tuple[str, ...]]) -> Digest:
        """Return the key of a walk. `begins`: the digest of what is known where it begins."""
        known = None if self.proved is None else self.proved.keys.get(name)
        if known is None or known[0] != begins or name in self.changed:
            known = (begins, digest_of((self.world, *make())))
        self.keys[name] = known
        return known[1]

    def _told(
        self,
        name: Name,
        begins: Digest,
        key: Callable[[], tuple[str, ...]],
        make: Callable[[], Walked],
    ) -> Walked:
        found = self.memory.walked(self._key(name, begins, key), make)
        self.obligations += found.obligations
        for failure in found.failures:
            self.failures.setdefault(failure.span, failure)
        for span, verdict in found.tests:
            self.tests[span] = self.tests.get(span, 0) | verdict
        for call in found.calls:
            known = self.facts if call.is_fact else self.effects
            before = known.get(call.number)
            known[call.number] = call.inner if before is None else self._both(before, call.inner)
        return found

    def _made(self, run: Begin, steps: int = 0) -> Walked:
        w, pieces = self.ground.w, self.memory.pieces
        p = Prover(w, steps=steps)
        if pieces is not None and not steps:
            p.sharing = Sharing(self.world, self.digests, pieces, w.cut)
        w.begin_walk()
        after = run(p)
        if p.sharing is not None and p.sharing.taken and w.cut > p.sharing.cut:
            p = Prover(w)  # how deep it may go follows from all that was asked before
            w.begin_walk()
            after = run(p)
        return Walked(
            once(p.found),
            tuple(p.failures.values()),
            tuple(Call(is_fact, number, self._of(k)) for is_fact, number, k in p.called),
            None if after is None else self._of(after),
            self.memory.anchors,
            tuple(p.tests.items()),
        )

    def _both(self, known: Told, more: Told) -> Told:
        def make() -> Told:
            w = self.ground.w
            w.begin_walk()
            return self._of(joined(w, known.knowledge, more.knowledge))

        return self.memory.joined((self.world, known.digest, more.digest), make)

    def _of(self, k: Knowledge) -> Told:
        return Told(k, self.ground.digests.known(k))


def _done(_: object) -> None:
    """Drop what is known behind a walk that nothing follows."""


def walks_of(spec: core.Spec, memory: Memory) -> Walks:
    """Return the walks of a specification, none of them made yet."""
    known = memory.before.of(spec, memory.anchors, memory.gatherer)
    proved, changed = (None, frozenset[Name]()) if known is None else known
    return Walks(spec, memory, proved, changed, Grounds(spec, memory))
