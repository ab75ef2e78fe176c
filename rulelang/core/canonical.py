"""The text of a core tree that its hash is taken of: it outlives the names of our classes.

    Fold("sum", search, Local(0))   →   Total(value=Local(slot=0), search=Search(…))

Saved plays name the hash of their rules. So a class or field that gets another name keeps its old
one here, and a field that came later is named only where it says something. What `repr` leaves out
(spans, wording, what text declares) is no part of it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Final, TypeAlias

import attrs

from rulelang.core.base import RARE
from rulelang.core.declarations import Fact, Kind, Spec, Table, Variable, Zone
from rulelang.core.expressions import Fold, FoldName
from rulelang.core.statements import Block

_FOLDS: Final[Mapping[FoldName, str]] = {
    "some": "Exists",
    "count": "Tally",
    "sum": "Total",
    "highest": "Extreme",
    "lowest": "Extreme",
    "first": "First",
    "only": "Best",
}

Known: TypeAlias = dict[int, tuple[object, str]]
"""The texts of what specifications share, by the identity of a node, with that node."""
_SHARED: Final = frozenset({Block, Fact, Kind, Table, Variable, Zone})

_names: dict[type, tuple[str, ...]] = {}
_rare: dict[type, tuple[attrs.Attribute[object], ...]] = {}
_SCALARS: Final = frozenset({int, str, bool, type(None)})


def specification_hash(spec: Spec, known: Known | None = None) -> str:
    """Return the fingerprint of an instance: sha256 of its canonical text, in hex. Ref §17.

    `known`: texts of other instances, which this one may share; it grows.
    """
    declared = "" if spec.standing is None else canonical_text(spec.standing)
    declared += "".join(map(canonical_text, spec.memories))
    return hashlib.sha256((canonical_text(spec, known) + declared).encode()).hexdigest()


def canonical_text(node: object, known: Known | None = None) -> str:
    """Return the text of a node and all inside it. `known`: as of `specification_hash`.

    >>> from rulelang import core
    >>> canonical_text(core.And((core.Local(2),)))
    'And(parts=(Local(slot=2),))'
    """
    kind = type(node)
    if known is not None and kind in _SHARED:
        if id(node) not in known:
            known[id(node)] = (node, canonical_text(node))
        return known[id(node)][1]
    if isinstance(node, tuple):
        parts = [canonical_text(part, known) for part in node]
        return f"({parts[0]},)" if len(parts) == 1 else f"({', '.join(parts)})"
    if kind in _SCALARS:
        return repr(node)
    if isinstance(node, Fold):
        return _fold(node)
    names = _names[kind] if kind in _names else _names_of(kind)
    fields = [f"{name}={canonical_text(getattr(node, name), known)}" for name in names]
    rare = [(f.name, getattr(node, f.name), f.default) for f in _rare[kind]]
    fields += [f"{name}={canonical_text(value)}" for name, value, usual in rare if value != usual]
    return f"{kind.__name__}({', '.join(fields)})"


def _names_of(kind: type) -> tuple[str, ...]:
    """Return the fields of a class that its text names."""
    assert attrs.has(kind), kind
    told = [f for f in attrs.fields(kind) if f.repr]
    _rare[kind] = tuple(f for f in told if RARE in f.metadata)
    _names[kind] = tuple(f.name for f in told if RARE not in f.metadata)
    return _names[kind]


def _fold(e: Fold) -> str:
    """Return a fold as it was written when each had a class of its own."""
    name = _FOLDS.get(e.fold, "Fold")
    fields: list[tuple[str, object]] = [("highest", e.fold == "highest")]
    fields = fields if name == "Extreme" else []
    fields += [("fold", e.fold)] if name == "Fold" else []
    fields += [] if e.value is None else [("value", e.value)]
    fields += [("search", e.search)]
    fields += [("keys", e.keys)] if name == "Best" else []
    fields += [] if e.otherwise is None else [("otherwise", e.otherwise)]
    return _written(name, fields)


def _written(name: str, fields: list[tuple[str, object]]) -> str:
    return f"{name}({', '.join(f'{field}={canonical_text(value)}' for field, value in fields)})"
