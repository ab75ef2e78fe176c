"""What was proved so far, by all that it follows from.

Variants of a game share most of what they do, and so do a text and what it is after an edit. Each
walk of the prover (the set-up, play, an effect or fact with what is known where it is called) is
made once for all of them. What comes of it is kept as if nothing had been found before, so that it
can be told again in any order.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Final, TypeAlias, TypeVar, overload

import attrs

from rulelang import core
from rulelang.anchors import Anchors
from rulelang.diagnostics import Diagnostic
from rulelang.freezing import define, frozen
from rulelang.obligations import Obligation, Verdict
from rulelang.prove.before import Before
from rulelang.prove.digests import Common, Digests, Plain
from rulelang.prove.footprints import Footprints, Gatherer, footprints_of
from rulelang.prove.knowledge import Knowledge
from rulelang.prove.places import Moving
from rulelang.prove.trees import Forms
from rulelang.prove.whole import Parts
from rulelang.source import Span

Digest: TypeAlias = str
Joint: TypeAlias = tuple[Digest, Digest, Digest]


@frozen
class Told:
    """What is known somewhere, and the digest of it."""

    knowledge: Knowledge
    digest: Digest


@frozen
class Call:
    """A call of a fact, or else of an effect; what is known inside."""

    is_fact: bool
    number: int
    inner: Told


@frozen
class Walked:
    """What came of a walk.

    `calls`: what it calls, in order. `after`: what is known behind it. `anchors`: the text that
    the places belong to. `tests`: conditions that play comes to, and what may come of each.
    """

    obligations: tuple[Obligation, ...]
    failures: tuple[Diagnostic, ...]
    calls: tuple[Call, ...]
    after: Told | None
    anchors: Anchors = attrs.field(repr=False)
    tests: tuple[tuple[Span, Verdict], ...] = ()


@frozen
class Step:
    """What came of a statement of the set-up, and how many steps were followed in it."""

    walked: Walked
    steps: int


After: TypeAlias = tuple[Knowledge | None, ...]
"""What is known behind a piece of a body on each way out; None: play does not come there."""


@frozen
class Piece:
    """What came of a piece of a body where `at` was known; the rest as in a walk (`Prover`)."""

    at: Knowledge
    found: tuple[Obligation, ...]
    failures: tuple[tuple[Span, Diagnostic], ...]
    called: tuple[tuple[bool, int, Knowledge], ...]
    tests: tuple[tuple[Span, Verdict], ...]
    after: After


@define
class Pieces:
    """The pieces of bodies that were walked for one text.

    `made`: by what is declared, by what they read, and by which object is what is known there.
    `known`: the object that stands for all that are alike, by what is declared and its digest.
    """

    made: dict[tuple[Digest, Digest, int], Piece] = attrs.field(factory=dict)
    known: dict[tuple[Digest, Digest], Knowledge] = attrs.field(factory=dict)


@define
class Sharing:
    """What one walk shares with others. `world`: the digest of what is declared.

    `cut`: how often the prover went no deeper, before it; `taken`: how many pieces others made.
    """

    world: Digest
    digests: Digests
    pieces: Pieces
    cut: int
    taken: int = 0


@frozen
class Examined:
    """What was found about a whole specification, by proofs and by the walk for secrets.

    `tests` and `anchors` are those of `Walked`.
    """

    found: tuple[Diagnostic, ...]
    obligations: tuple[Obligation, ...]
    tests: tuple[tuple[Span, Verdict], ...]
    anchors: Anchors = attrs.field(repr=False)


TEXTS: Final = 8
"""What none of so many texts asked for is forgotten."""

_K = TypeVar("_K")
_V = TypeVar("_V")
Elsewhere: TypeAlias = Callable[[Digest, type], object]


def _nobody(_key: Digest, _kind: type) -> None:
    """Know nothing."""


@define
class Memory:
    """All walks so far. `anchors`: the text that is checked now. `made`: walks not found here.

    `begin` says that another text is checked now; `text`: which one it is, from 0, of those that
    brought anything new. `fresh`: the keys of what was made for it and was not here. What `all_`
    walks, joins and specifications are has with each the last text that asked for it; `all_common`
    has what they share without being alike. `all_fine` has what others looked at and found
    nothing wrong with, by names that they give to it. `parts`, `plain`, `gatherer` and `forms`:
    what was digested in this text, and found of its bodies and expressions, and in those right
    before it (so many are `alike`) in which declarations begin where they begin here; `moving`:
    the ways here from other texts before it; `before`: what was proved of those. `elsewhere`: who
    may know what specifications share, where nobody here does. `pieces`: of bodies that are walked
    for this text; None where nothing was walked before it: then most bodies are, and few twice.
    """

    anchors: Anchors = attrs.field(factory=Anchors)
    made: int = 0
    text: int = 0
    fresh: set[Hashable] = attrs.field(init=False, factory=set)
    all_walked: dict[Digest, tuple[int, Walked]] = attrs.field(factory=dict)
    all_joined: dict[Joint, tuple[int, Told]] = attrs.field(factory=dict)
    all_steps: dict[Hashable, tuple[int, Step]] = attrs.field(factory=dict)
    all_framed: dict[Hashable, tuple[int, Told]] = attrs.field(factory=dict)
    all_examined: dict[Digest, tuple[int, Examined]] = attrs.field(factory=dict)
    all_common: dict[Digest, tuple[int, object]] = attrs.field(factory=dict)
    all_fine: dict[Digest, int] = attrs.field(factory=dict)
    parts: Parts = attrs.field(init=False)
    plain: dict[int, Plain] = attrs.field(init=False, factory=dict)
    moving: dict[int, Moving] = attrs.field(init=False, factory=dict)
    gatherer: Gatherer = attrs.field(init=False, factory=Gatherer)
    forms: Forms = attrs.field(init=False, factory=Forms)
    before: Before = attrs.field(init=False, factory=Before)
    elsewhere: Elsewhere = attrs.field(init=False, default=_nobody)
    pieces: Pieces | None = attrs.field(init=False, default=None)
    _told: dict[Hashable, tuple[object, Common]] = attrs.field(init=False, factory=dict)
    _footprints: dict[int, Footprints] = attrs.field(init=False, factory=dict)
    _held: int = attrs.field(init=False, default=0)
    _alike: int = attrs.field(init=False, default=0)

    def __attrs_post_init__(self) -> None:
        """Begin with nothing digested."""
        self.parts = Parts(self.anchors)

    def begin(self, anchors: Anchors) -> None:
        """Check another text, whose places belong to these declarations.

        What the last text was told of whole variants it has not asked for in parts: where it
        brought nothing new, it is not counted, so that the parts are not forgotten. Where
        declarations begin in the same lines with the same words, places are told as before, and
        what was digested still counts; some texts later it is forgotten, whoever asks for it.
        """
        if self._alike == TEXTS or anchors.declarations != self.anchors.declarations:
            self.anchors, self._alike = anchors, 0
            self.parts, self.plain, self.gatherer = Parts(anchors), {}, Gatherer()
            self.moving, self._told = {}, {}
            self.forms = Forms()
        self._alike += 1
        self.fresh.clear()
        self._footprints.clear()
        self.pieces = Pieces() if self.all_walked else None
        self.text += self._count() != self._held
        self.before.begin(self.text - TEXTS)
        self.all_walked = _since(self.all_walked, self.text - TEXTS)
        self.all_joined = _since(self.all_joined, self.text - TEXTS)
        self.all_steps = _since(self.all_steps, self.text - TEXTS)
        self.all_framed = _since(self.all_framed, self.text - TEXTS)
        self.all_examined = _since(self.all_examined, self.text - TEXTS)
        self.all_common = _since(self.all_common, self.text - TEXTS)
        self.all_fine = {k: text for k, text in self.all_fine.items() if text >= self.text - TEXTS}
        self._held = self._count()

    def _count(self) -> int:
        """Return how much is held."""
        proved = len(self.all_walked) + len(self.all_joined) + len(self.all_steps)
        found = len(self.all_framed) + len(self.all_examined) + len(self.all_common)
        return proved + found + len(self.all_fine)

    @overload
    def in_text(self, found: Walked) -> Walked | None: ...

    @overload
    def in_text(self, found: Examined) -> Examined | None: ...

    def in_text(self, found: Walked | Examined) -> Walked | Examined | None:
        """Return what was found, with its places in this text; None where it lacks one of them.

        The same object where they belong to this text already.
        """
        if found.anchors is self.anchors:
            return found
        known = self.moving.get(id(found.anchors))
        if known is None:
            known = self.moving[id(found.anchors)] = Moving(found.anchors, self.anchors)
        try:
            claims, tests = known.obligations(found.obligations), known.tests(found.tests)
            if isinstance(found, Examined):
                return Examined(known.findings(found.found), claims, tests, self.anchors)
            failures = known.findings(found.failures)
        except KeyError:
            return None
        return Walked(claims, failures, found.calls, found.after, self.anchors, tests)

    def examined(self, key: Digest, make: Callable[[], Examined]) -> Examined:
        """Return what was found about a specification, with its places in the text checked now."""
        _, found = self.all_examined.get(key, (0, None))
        if found is not None:
            found = self.in_text(found)
        if found is None:
            found = make()
            self.fresh.add(key)
        self.all_examined[key] = (self.text, found)
        return found

    def walked(self, key: Digest, make: Callable[[], Walked]) -> Walked:
        """Return what came of a walk, with its places in the text that is checked now."""
        _, found = self.all_walked.get(key, (0, None))
        if found is not None:
            found = self.in_text(found)
        if found is None:
            self.made += 1
            self.fresh.add(key)
            found = make()
        self.all_walked[key] = (self.text, found)
        return found

    def step(self, key: Hashable, steps: int, ample: int, make: Callable[[], Step]) -> Step:
        """Return what came of a statement of the set-up; nothing of it is on disk.

        `steps`: how many may be followed. Where more than `ample` are left, their number has said
        nothing, and what comes of it is the same for all who have as many left.
        """
        for asked in (key, (key, steps)):
            found = self._step(asked)
            if found is not None and (asked is not key or steps - found.steps > ample):
                self.all_steps[asked] = (self.text, found)
                return found
        made = make()
        asked = key if steps - made.steps > ample else (key, steps)
        self.all_steps[asked] = (self.text, made)
        return made

    def _step(self, key: Hashable) -> Step | None:
        _, found = self.all_steps.get(key, (0, None))
        walked = None if found is None else self.in_text(found.walked)
        return None if found is None or walked is None else Step(walked, found.steps)

    def common(self, key: Digest, kind: type[_V]) -> _V:
        """Return what specifications share that declare the same."""
        _, found = self.all_common.get(key, (0, None))
        if found is None:
            found = self.elsewhere(key, kind)
        if not isinstance(found, kind):
            found = kind()
        self.all_common[key] = (self.text, found)
        return found

    def footprints(self, spec: core.Spec) -> Footprints:
        """Return the footprints of a specification of this text, found once for all who ask."""
        known = self._footprints.get(id(spec))
        if known is None:
            known = self._footprints[id(spec)] = footprints_of(spec, self.gatherer)
        return known

    def common_digests(self, spec: core.Spec) -> Common:
        """Return the digests that a specification has in common with those of the same facts."""
        follows_from = (spec.facts, spec.tables)
        key = tuple([tuple(map(id, parts)) for parts in follows_from])
        _, known = self._told.setdefault(key, (follows_from, Common()))
        return Common(known.facts, known.tables)

    def is_fine(self, key: Digest) -> bool:
        """Return whether nothing was found wrong with something, as far as is known."""
        found = key in self.all_fine
        if found:
            self.all_fine[key] = self.text
        return found

    def note_fine(self, key: Digest) -> None:
        """Note that nothing was found wrong with something."""
        self.all_fine[key] = self.text
        self.fresh.add(key)

    def framed(self, key: Hashable, make: Callable[[], Told]) -> Told:
        """Return what bears on a body of what is known; nothing of it is on disk."""
        _, found = self.all_framed.get(key, (0, None))
        if found is None:
            found = make()
        self.all_framed[key] = (self.text, found)
        return found

    def joined(self, key: Joint, make: Callable[[], Told]) -> Told:
        """Return what is known in two calls: of a world, by what is known in each."""
        _, found = self.all_joined.get(key, (0, None))
        if found is None:
            found = make()
            self.fresh.add(key)
        self.all_joined[key] = (self.text, found)
        return found


def _since(found: Mapping[_K, tuple[int, _V]], text: int) -> dict[_K, tuple[int, _V]]:
    """Return what was asked for in a text or one after it."""
    return {key: entry for key, entry in found.items() if entry[0] >= text}
