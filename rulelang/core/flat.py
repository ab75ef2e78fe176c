"""Trees as flat lists of plain data, of which digests are made.

    before:  Not(Local(3))
    after:   ["Not", "Local", 3]

Two trees that are written alike are alike in all that is read of them. What is not read of a class
is named by whoever writes, who may also write something in the place of a node, or beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Final, TypeAlias

import attrs

from rulelang.freezing import define, field_names

Flat: TypeAlias = list[object]
Own: TypeAlias = Callable[[object], Iterable[object]]
Fields: TypeAlias = Callable[[object], tuple[object, ...]]

_SCALARS: Final = frozenset({int, str, bool, type(None)})
_NOBODY: Final[frozenset[type]] = frozenset()


@define
class Writer:
    """Who writes trees flat.

    `unread`: the fields of a class that are left out. `instead`: classes in whose place something
    of its own is written; `beside`: those that have something behind their name.
    """

    unread: Mapping[type, frozenset[str]] = attrs.field(factory=dict)
    instead: frozenset[type] = _NOBODY
    beside: frozenset[type] = _NOBODY
    _known: dict[type, tuple[str, Fields]] = attrs.field(factory=dict, init=False)

    def written(self, parts: Sequence[object], instead: Own, beside: Own | None = None) -> Flat:
        """Return some nodes and all inside them, but for what is not read."""
        flat: Flat = []
        todo: list[object] = [*parts]
        known, replaced, joined = self._known, self.instead, self.beside
        while todo:
            part = todo.pop()
            kind = type(part)
            if kind in _SCALARS:
                flat.append(part)
            elif kind in replaced:
                flat += instead(part)
            elif isinstance(part, tuple):
                flat += ("(", len(part))
                todo += part
            else:
                name, fields = known.get(kind) or self._plan(kind)
                flat.append(name)
                todo += fields(part)
                if beside is not None and kind in joined:
                    flat += beside(part)
        return flat

    def fields(self, node: object) -> tuple[object, ...]:
        """Return what is read of a node itself."""
        return (self._known.get(type(node)) or self._plan(type(node)))[1](node)

    def _plan(self, kind: type) -> tuple[str, Fields]:
        unread = self.unread.get(kind, frozenset())
        names = [name for name in field_names(kind) if name not in unread]
        known = self._known[kind] = (kind.__name__, _getter(names))
        return known


def nothing(_: object) -> tuple[object, ...]:
    """Write nothing."""
    return ()


def _getter(fields: Sequence[str]) -> Fields:
    """Return what gives the values of some fields of a node."""
    if not fields:
        return nothing
    if len(fields) == 1:
        alone = attrgetter(fields[0])
        return lambda node: (alone(node),)
    return attrgetter(*fields)
