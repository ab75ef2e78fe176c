"""What was proved of a specification before an edit, and what the edit left as it was.

    before:  the keys of all walks of a specification, and one in which some bodies are others
    after:   the keys that are still right, and the names of the walks whose keys are not

Whether a walk was made before is asked by a digest of all that it follows from. Where a body
reads, changes and calls what the body before it did, digests of all others stay what they were,
and nothing has to be gathered and digested to know them. So it is with two variants of one text.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from operator import is_
from typing import Final, TypeAlias

import attrs

from rulelang import core
from rulelang.anchors import Anchors
from rulelang.core.walk import nested
from rulelang.freezing import define, field_names, frozen
from rulelang.prove.completion import goes_on
from rulelang.prove.digests import Common
from rulelang.prove.footprints import Cells, Gatherer, changed_by_itself, reached

Name: TypeAlias = tuple[str, int]
"""Of a walk: of an effect or fact by its number, of another one by its sort alone."""
SETUP: Final[Name] = ("set-up", 0)
PLAY: Final[Name] = ("play", 0)
STANDING: Final[Name] = ("standing", 0)
MOST_TRIED: Final = 8
"""Of how many specifications of a text it is asked whether another one is alike."""
_DONE: Final = frozenset({"facts", "effects", "setup", "play", "standing"})
_UNREAD: Final = frozenset({"title", "options", "notes", "declared", "action_count", "length"})
_EQUAL: Final = tuple(name for name in field_names(core.Spec) if name not in _DONE | _UNREAD)


@frozen
class Proved:
    """The walks of a specification. `world`: the digest of what it declares.

    `keys`: the digest of what is known where a walk begins, and the key of the walk. `effects`,
    `facts`: callees first. `returning`: see `World`. `common`: digests. `framed`, `read`: the
    families that effects read or change with all that they call, and those that facts read.
    """

    spec: core.Spec
    anchors: Anchors
    world: str
    effects: tuple[int, ...]
    facts: tuple[int, ...]
    returning: Mapping[int, bool]
    keys: Mapping[Name, tuple[str, str]]
    common: Common
    framed: Mapping[int, Cells]
    read: Mapping[int, Cells]


@define
class Before:
    """What is known of the texts before one. `proved`: with the last text that asked for it.

    `others`: the specifications of this text that were proved so far; one of those may be alike
    where what was before is not, or nothing was.
    """

    proved: dict[Hashable, tuple[int, Proved]] = attrs.field(factory=dict)
    others: list[Proved] = attrs.field(factory=list)
    _fits: dict[int, tuple[Anchors, bool]] = attrs.field(factory=dict)
    _alike: dict[tuple[int, int], tuple[core.Block, core.Block, bool]] = attrs.field(factory=dict)

    def begin(self, since: int) -> None:
        """Begin another text; what was asked for in none since one is forgotten."""
        self.proved = {key: one for key, one in self.proved.items() if one[0] >= since}
        self.others.clear()
        self._fits.clear()
        self._alike.clear()

    def keep(self, text: int, proved: Proved) -> None:
        """Keep what was proved of a specification of this text."""
        self.proved[key_of(proved.spec)] = (text, proved)
        self.others.append(proved)

    def of(
        self, spec: core.Spec, anchors: Anchors, gatherer: Gatherer
    ) -> tuple[Proved, frozenset[Name]] | None:
        """Return what was proved of a specification before, and the walks with another key now.

        Or of another one of this text. None where anything else is different than some bodies,
        and those outside of themselves.
        """
        if spec.memories:
            return None
        _, before = self.proved.get(key_of(spec), (0, None))
        for known in (
            *(() if before is None else (before,)),
            *self.others[: -MOST_TRIED - 1 : -1],
        ):
            changed = self._changed(known, spec, anchors, gatherer)
            if changed is not None:
                return known, changed
        return None

    def _changed(
        self, known: Proved, spec: core.Spec, anchors: Anchors, gatherer: Gatherer
    ) -> frozenset[Name] | None:
        """Return the walks that have another key in a specification; None: more is different."""
        if not self._fit(known.anchors, anchors):
            return None
        before = known.spec
        if any(getattr(before, name) != getattr(spec, name) for name in _EQUAL):
            return None
        if len(before.facts) != len(spec.facts) or not all(map(is_, before.facts, spec.facts)):
            return None
        if len(before.effects) != len(spec.effects):
            return None
        changed = set() if before.standing is spec.standing else {STANDING}
        for name, one, other in _bodies(before, spec):
            if one is other:
                continue
            returns = known.returning.get(name[1]) if name[0] == "effect" else None
            if returns is not None and goes_on(other, known.returning) != returns:
                return None
            if not self._are_alike(one, other, spec, gatherer):
                return None
            changed.add(name)
        called = (node for node in reached(spec, spec.setup) if isinstance(node, core.Invoke))
        if any(("effect", node.effect) in changed for node in called):
            changed.add(SETUP)
        return frozenset(changed)

    def _fit(self, before: Anchors, now: Anchors) -> bool:
        """Return whether all that stands in the same declaration is told from the same one."""
        known = self._fits.get(id(before))
        if known is None:
            known = self._fits[id(before)] = (before, before is now or _tell_the_same(before, now))
        return known[1]

    def _are_alike(
        self, one: core.Block, other: core.Block, spec: core.Spec, gatherer: Gatherer
    ) -> bool:
        """Return whether two bodies read, change and call the same, and may end alike."""
        known = self._alike.get((id(one), id(other)))
        if known is None:
            mine, its = gatherer.of(one), gatherer.of(other)
            named, also = gatherer.named(one), gatherer.named(other)
            same = (
                (mine.invoked, mine.ways, mine.ends, mine.stops)
                == (its.invoked, its.ways, its.ends, its.stops)
                and not mine.offered
                and not its.offered
                and (named.cells, named.facts) == (also.cells, also.facts)
                and changed_by_itself(one, spec) == changed_by_itself(other, spec)
                and _chooses(one) == _chooses(other)
            )
            known = self._alike[id(one), id(other)] = (one, other, same)
        return known[2]


def key_of(spec: core.Spec) -> Hashable:
    """Return what tells the setting of a specification from others."""
    return len(spec.players), spec.options


def _bodies(before: core.Spec, now: core.Spec) -> Iterator[tuple[Name, core.Block, core.Block]]:
    yield SETUP, before.setup, now.setup
    yield PLAY, before.play, now.play
    for number, (one, other) in enumerate(zip(before.effects, now.effects, strict=True)):
        yield ("effect", number), one.body, other.body


def _chooses(block: core.Block) -> bool:
    return any(isinstance(node, core.Choose) for node in nested(block))


def _tell_the_same(before: Anchors, now: Anchors) -> bool:
    """Return whether declarations begin in the same lines, with the same words or new ones."""
    for (file, old), (other, new) in zip(before.declarations, now.declarations, strict=False):
        if file != other or [line for line, _ in old] != [line for line, _ in new]:
            return False
        for texts, others in ((old, new), (new, old)):
            words = [text for _, text in texts]
            gone = {text for (_, text), (_, t) in zip(texts, others, strict=True) if text != t}
            if any(words.count(text) > 1 for text in gone):
                return False
            if gone & {text for (_, text), (_, t) in zip(others, texts, strict=True) if text != t}:
                return False
    return len(before.declarations) == len(now.declarations)
