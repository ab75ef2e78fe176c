"""A digest of a whole specification, as far as proofs and walks for secrets read it.

    before:  core.Spec
    after:   32 hexadecimal digits: of two that are equal the same is found; and those of what it
             declares, which variants often have in common

Left out is what neither reads: what the game and its options are called, notes, what is declared
for those who show it, how many actions there are. Places go in by the declaration around them, so
that they may move with it; in which order those stand goes in, too: what is found first counts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import attrs

from rulelang import core
from rulelang.anchors import Anchor, Anchors
from rulelang.prove.digests import digest_of, getter
from rulelang.source import Span

UNREAD: Final = frozenset({"title", "options", "notes", "declared", "action_count"})
"""The fields of a specification that nothing reads which is remembered by this digest."""

_SCALARS: Final = frozenset({int, str, bool, type(None)})
READ: Final = tuple(field.name for field in attrs.fields(core.Spec) if field.name not in UNREAD)
"""Those that are read."""
RULES: Final = frozenset({"effects", "setup", "play", "length", "standing"})
"""Those that say what is done; the others say what there is."""
_plans: dict[type, Callable[[object], tuple[object, ...]]] = {}


@attrs.frozen
class Digests:
    """The digests of a specification: of all of it, and of what it declares."""

    whole: str
    declared: str


def digests(spec: core.Spec, anchors: Anchors) -> Digests:
    """Return the digests of a specification. `anchors`: the text that its places belong to."""
    around: dict[Anchor, int] = {}
    told: dict[Span, str] = {}

    def of(names: list[str]) -> str:
        return digest_of(_flat([getattr(spec, name) for name in names], anchors, around, told))

    declared = of([name for name in READ if name not in RULES])
    rules = of([name for name in READ if name in RULES])
    order = [repr(anchor) for anchor in sorted(around, key=around.__getitem__)]
    return Digests(digest_of((declared, rules, order)), declared)


def _flat(
    todo: list[object], anchors: Anchors, around: dict[Anchor, int], told: dict[Span, str]
) -> list[object]:
    """Return all parts of some nodes; note which declarations they stand in."""
    flat: list[object] = []
    while todo:
        part = todo.pop()
        kind = type(part)
        if kind in _SCALARS:
            flat.append(part)
        elif isinstance(part, tuple):
            flat += ("(", len(part))
            todo += part
        elif isinstance(part, Span):
            if part not in told:
                told[part] = anchors.told(part)
                anchor, line = anchors.around(part)
                if anchor is not None:
                    around[anchor] = line
            flat.append(told[part])
        else:
            flat.append(kind.__name__)
            todo += _parts(kind)(part)
    return flat


def _parts(kind: type) -> Callable[[object], tuple[object, ...]]:
    known = _plans.get(kind)
    if known is None:
        known = _plans[kind] = getter([field.name for field in attrs.fields(kind)])
    return known
