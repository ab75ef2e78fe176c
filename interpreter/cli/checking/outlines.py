"""What a look may speak of in a variant: what is declared, and the names of what players may do.

    before:  core.Spec
    after:   a digest; of those that are equal a look that hides nothing may say the same

What a look hides must not be needed by rules; that alone of all that is found about a look follows
from what rules do.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from rulelang import core
from rulelang.core.walk import arms_in
from rulelang.prove.digests import digest_of
from rulelang.prove.whole import Parts


@attrs.define
class Outlines:
    """The digests of the variants of a text. `parts`: what was digested of it before."""

    parts: Parts
    _known: dict[int, tuple[core.Spec, str]] = attrs.field(factory=dict, init=False)
    _arms: dict[int, tuple[core.Block, frozenset[str]]] = attrs.field(factory=dict, init=False)

    def of(self, spec: core.Spec) -> str:
        """Return the digest of a variant, wherever it is declared and whatever its options are."""
        known = self._known.get(id(spec))
        if known is None:
            known = self._known[id(spec)] = (spec, self._made(spec))
        return known[1]

    def _made(self, spec: core.Spec) -> str:
        declared = attrs.evolve(
            spec.declared,
            file="",
            options=(),
            comments=(),
            citations=(),
            not_shown=frozenset(),
            families=tuple(attrs.evolve(one, line=0) for one in spec.declared.families),
            components=tuple(attrs.evolve(one, line=0) for one in spec.declared.components),
            tables=tuple(attrs.evolve(one, line=0) for one in spec.declared.tables),
            words=tuple(attrs.evolve(one, line=0) for one in spec.declared.words),
        )
        names = [option.name for option in spec.declared.options]
        arms = sorted({arm for block in spec.roots for arm in self._named(block)})
        return digest_of((self.parts.declared(spec).digest, declared, names, arms))

    def _named(self, block: core.Block) -> frozenset[str]:
        """Return the names of arms in a block; variants share blocks."""
        known = self._arms.get(id(block))
        if known is None:
            known = self._arms[id(block)] = (block, frozenset(_arms(block)))
        return known[1]


def _arms(block: core.Block) -> Iterator[str]:
    return (arm.name for arm in arms_in(block))
