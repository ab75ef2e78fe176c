"""The names of a rule text, in any of its variants: what a look may speak of."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import TypeVar

from interpreter.document.model import Attribute, GameDocument
from rulelang.freezing import frozen
from rulelang.rule_types import Flag, Member, Number, Type, Word, values_of

K = TypeVar("K", bound=Hashable)


@frozen
class Known:
    """Names by what they are of.

    `attributes`: of a family or component; `values`: what a paint of one may be keyed by;
    `by_value`: the values of one attribute; `kinds`: the names of the kinds of a component;
    `places`: the names, or numbers, of the places of a board; `grids`: the spaces that are grids.
    """

    spaces: frozenset[str]
    edges: frozenset[str]
    components: frozenset[str]
    zones: frozenset[str]
    variables: frozenset[str]
    tables: frozenset[str]
    arms: frozenset[str]
    players: tuple[str, ...]
    words: frozenset[str]
    owned: frozenset[str]
    attributes: dict[str, frozenset[str]]
    values: dict[str, frozenset[str]]
    by_value: dict[tuple[str, str], frozenset[str]]
    kinds: dict[str, frozenset[str]]
    places: dict[str, frozenset[str]]
    grids: frozenset[str]


def known(documents: Sequence[GameDocument]) -> Known:
    """Return the names of all variants together."""
    families = [(d, f) for d in documents for f in d.families]
    components = [(d, c) for d in documents for c in d.components]
    columns = [(d, f.name, a) for d, f in families for a in f.attributes]
    columns += [(d, c.name, a) for d, c in components for a in c.attributes]
    kinds = [k for d in documents for k in d.kinds]
    indices = [(d, z.name, z.index) for d in documents for z in d.zones]
    indices += [(d, v.name, v.index) for d in documents for v in d.variables]
    numbered = [*indices, *((d, t.name, t.index) for d in documents for t in d.tables)]
    places = [(f.name, label) for _, f in families for label in f.labels]
    places += [(n, str(v)) for _, n, index in numbered for v in _numbers(index)]
    values = [(f.name, name) for d, f in families for name in (*f.labels, *_told(d, f.attributes))]
    values += [(c.name, name) for d, c in components for name in _told(d, c.attributes)]
    values += [(k.component, name) for k in kinds for name in (k.name, k.label) if name]
    values += [(e, word) for d, e, word in _lying_on_edges(documents)]
    return Known(
        spaces=frozenset(f.name for _, f in families if f.sort == "space"),
        edges=frozenset(f.name for _, f in families if f.sort == "edge"),
        components=frozenset(c.name for _, c in components),
        zones=frozenset(z.name for d in documents for z in d.zones),
        variables=frozenset(v.name for d in documents for v in d.variables),
        tables=frozenset(t.name for d in documents for t in d.tables),
        arms=frozenset(a.name for d in documents for a in d.arms),
        players=tuple(dict.fromkeys(p for d in documents for p in d.players)),
        words=frozenset(w for d in documents for w in d.words),
        owned=frozenset(n for d, n, index in indices if any(_is_owner(t, d) for t in index)),
        attributes=_gathered((of, a.name) for _, of, a in columns),
        values=_gathered(values),
        by_value=_gathered(((of, a.name), v) for d, of, a in columns for v in _values(d, a)),
        places=_gathered(places),
        grids=frozenset(f.name for _, f in families if f.shape == "grid"),
        kinds=_gathered((k.component, n) for k in kinds for n in (k.name, k.label) if n),
    )


def _is_owner(kind: Type, document: GameDocument) -> bool:
    owners = {f.name for f in document.families if f.sort in {"players", "teams"}}
    return isinstance(kind, Member) and kind.family in owners


def _numbers(index: Sequence[Type]) -> tuple[int, ...]:
    """Return the numbers that the places of a row of cells have: those of the last index."""
    return values_of(index[-1]) if index and isinstance(index[-1], Number) else ()


def _told(document: GameDocument, attributes: Iterable[Attribute]) -> Iterable[str]:
    """Yield the flags and values of attributes: what a paint may be keyed by beside names."""
    for attribute in attributes:
        if isinstance(attribute.type, Flag):
            yield attribute.name
        else:
            yield from _values(document, attribute)


def _values(document: GameDocument, attribute: Attribute) -> Iterable[str]:
    for value in dict.fromkeys(attribute.values):
        if value is not None:
            yield document.label(value, attribute.type)


def _lying_on_edges(
    documents: Sequence[GameDocument],
) -> Iterable[tuple[GameDocument, str, str]]:
    """Yield the words, and names of kinds, that things lying on an edge are known by."""
    for document in documents:
        edges = {f.name for f in document.families if f.sort == "edge"}
        for zone in document.zones:
            families = [t.family for t in zone.index if isinstance(t, Member)]
            for family in (name for name in families if name in edges):
                for kind in (document.kinds[n] for n in zone.kinds):
                    yield document, family, kind.label
                for component in (c for c in document.components if c.name in zone.holds):
                    for attribute in component.attributes:
                        if isinstance(attribute.type, Word):
                            for word in attribute.type.words:
                                yield document, family, document.words[word]


def _gathered(pairs: Iterable[tuple[K, str]]) -> dict[K, frozenset[str]]:
    found: dict[K, set[str]] = {}
    for key, name in pairs:
        found.setdefault(key, set()).add(name)
    return {key: frozenset(names) for key, names in found.items()}
