"""A digest of a whole specification, as far as proofs and walks for secrets read it.

    before:  core.Spec
    after:   32 hexadecimal digits: of two that are equal the same is found; and those of what it
             declares, which variants often have in common

Left out is what neither reads: what the game and its options are called, notes, what is declared
for those who show it, how many actions there are. Places go in by the declaration around them, so
that they may move with it; in which order those stand goes in, too: what is found first counts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import attrs

from rulelang import core
from rulelang.anchors import Anchors
from rulelang.core.flat import Writer
from rulelang.freezing import define, field_names, frozen
from rulelang.prove.digests import digest_of
from rulelang.source import Span

UNREAD: Final = frozenset({"title", "options", "notes", "declared", "action_count"})
"""The fields of a specification that nothing reads which is remembered by this digest."""

READ: Final = tuple(name for name in field_names(core.Spec) if name not in UNREAD)
"""Those that are read."""
RULES: Final = frozenset({"facts", "effects", "setup", "play", "length", "standing"})
"""Those that say what is so and what is done; the others say what there is."""
SHARED: Final = frozenset(
    {
        core.Kind,
        core.Zone,
        core.Variable,
        core.Memory,
        core.Table,
        core.Fact,
        core.Effect,
        core.Block,
    }
)
"""What specifications have in common; blocks with all inside them."""
_ALONE: Final = Writer(instead=frozenset({Span}))
_SHARING: Final = Writer(instead=SHARED | {Span})


@frozen
class Digests:
    """The digests of a specification: of all of it, and of what it declares that there is."""

    whole: str
    declared: str


@frozen
class Part:
    """A part that specifications share: its digest, and the lines of declarations around it."""

    node: object
    digest: str
    around: Mapping[str, int]


@define
class Parts:
    """What was digested in one text, by the identity of what specifications share."""

    anchors: Anchors
    _parts: dict[int, Part] = attrs.field(factory=dict)
    _declared: dict[tuple[object, ...], Part] = attrs.field(factory=dict)

    def of(self, node: object) -> Part:
        """Return the digest of a part."""
        known = self._parts.get(id(node))
        if known is None:
            around: dict[str, int] = {}
            inner = self if isinstance(node, core.Effect) else None  # others may have its body
            flat = _flat(_ALONE.fields(node), self.anchors, around, inner)
            known = Part(node, digest_of((type(node).__name__, flat)), around)
            self._parts[id(node)] = known
        return known

    def declared(self, spec: core.Spec) -> Part:
        """Return the digest of what a specification declares; variants have the same objects."""
        values = [getattr(spec, name) for name in READ if name not in RULES]
        key = tuple([tuple(map(id, v)) if type(v) is tuple else id(v) for v in values])
        known = self._declared.get(key)
        if known is None:
            around: dict[str, int] = {}
            flat = _flat(values, self.anchors, around, self)
            known = self._declared[key] = Part(values, digest_of(flat), around)
        return known


def digests(spec: core.Spec, parts: Parts) -> Digests:
    """Return the digests of a specification. `parts`: those known of others of the same text."""
    declared = parts.declared(spec)
    around = dict(declared.around)
    said = [getattr(spec, name) for name in READ if name in RULES]
    rules = digest_of(_flat(said, parts.anchors, around, parts))
    order = sorted(around, key=around.__getitem__)
    return Digests(digest_of((declared.digest, rules, order)), declared.digest)


def _flat(
    parts: Sequence[object],
    anchors: Anchors,
    around: dict[str, int],
    shared: Parts | None = None,
) -> list[object]:
    """Return all parts of some nodes; note which declarations they stand in.

    `shared`: those of it that specifications share go in by their digests.
    """

    def own(part: object) -> tuple[str]:
        if isinstance(part, Span):
            name, line = anchors.named(part)
            if name is not None:
                around[name] = line
            return (anchors.told(part),)
        assert shared is not None
        known = shared.of(part)
        around.update(known.around)
        return (known.digest,)

    return (_ALONE if shared is None else _SHARING).written(parts, own)
