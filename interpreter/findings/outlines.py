"""What a look may speak of in a variant: what is declared, and the names of what players may do.

    before:  core.Spec
    after:   a digest; of those that are equal a look may say the same

What a look hides must not be needed by rules: that alone of all that is found about a look follows
from what rules do, and from what they name there. How great numbers are and how it is said bears
on none of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

import attrs

from rulelang import core
from rulelang.core.flat import Writer
from rulelang.core.walk import arms_in
from rulelang.evolving import evolve
from rulelang.freezing import define, field_names
from rulelang.prove.digests import digest_of
from rulelang.prove.whole import Parts
from rulelang.source import Span

_Body: TypeAlias = core.Block | core.Expr
_UNNAMED: Final = frozenset({core.Const, Span})
"""What names nothing: how great a number is, and where something stands."""
_WRITER: Final = Writer(instead=_UNNAMED | {core.Text})
_PLACED: Final = frozenset({"families", "components", "tables", "words"})
"""What is declared in a line, which may be any."""
_UNSAID: Final = frozenset({"file", "options", "comments", "citations", "not_shown"})
_TOLD: Final = tuple(name for name in field_names(core.Declared) if name not in _UNSAID)


@define
class Outlines:
    """The digests of the variants of a text. `parts`: what was digested of it before."""

    parts: Parts
    _known: dict[int, tuple[core.Spec, str]] = attrs.field(factory=dict, init=False)
    _told: dict[tuple[int, ...], tuple[object, str]] = attrs.field(factory=dict, init=False)
    _arms: dict[int, tuple[core.Block, frozenset[str]]] = attrs.field(factory=dict, init=False)
    _asked: dict[int, tuple[_Body, str]] = attrs.field(factory=dict, init=False)

    def of(self, spec: core.Spec) -> str:
        """Return the digest of a variant, wherever it is declared and whatever its options are."""
        known = self._known.get(id(spec))
        if known is None:
            known = self._known[id(spec)] = (spec, self._made(spec))
        return known[1]

    def _made(self, spec: core.Spec) -> str:
        names = [option.name for option in spec.declared.options]
        arms = sorted({arm for block in spec.roots for arm in self._named(block)})
        return digest_of(
            (self.parts.declared(spec).digest, self._beside(spec.declared), names, arms)
        )

    def _beside(self, declared: core.Declared) -> str:
        """Return what is declared beside what is played, as a text; variants share its parts."""
        parts = tuple([getattr(declared, name) for name in _TOLD])
        key = tuple(map(id, parts))
        known = self._told.get(key)
        if known is None:
            bare = {
                name: tuple([evolve(one, line=0) for one in part]) if name in _PLACED else part
                for name, part in zip(_TOLD, parts, strict=True)
            }
            known = self._told[key] = (parts, repr(bare))
        return known[1]

    def with_rules(self, spec: core.Spec) -> str:
        """Return the digest of a variant with all that its rules name."""
        bodies: list[_Body] = [*spec.roots, *(fact.body for fact in spec.facts)]
        return digest_of((self.of(spec), [self._naming(body) for body in bodies]))

    def _naming(self, body: _Body) -> str:
        """Return the digest of what stands in a body, but for numbers and texts."""
        known = self._asked.get(id(body))
        if known is None:
            known = self._asked[id(body)] = (body, digest_of(parts_of(body)))
        return known[1]

    def _named(self, block: core.Block) -> frozenset[str]:
        """Return the names of arms in a block; variants share blocks."""
        known = self._arms.get(id(block))
        if known is None:
            known = self._arms[id(block)] = (block, frozenset(_arms(block)))
        return known[1]


def parts_of(body: _Body) -> list[object]:
    """Return what stands in a body, but for numbers and texts."""
    return _WRITER.written((body,), _own)


def _own(part: object) -> list[object]:
    """Return the class of what names nothing, and of a text what its values are."""
    flat: list[object] = [type(part).__name__]
    if isinstance(part, core.Text):
        values = [value for value in part.parts if not isinstance(value, str)]
        flat += _WRITER.written(values, _own)
    return flat


def _arms(block: core.Block) -> Iterator[str]:
    return (arm.name for arm in arms_in(block))
