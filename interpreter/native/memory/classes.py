"""Which kinds a family of zones tells apart: those of one class share a board.

    before:  twenty tiles; rules ask for a free space, for `weft` and for the owner of a tile
    after:   four classes: of each owner, the wefts and the others

Any grouping is sound, since a board is asked only what is the same of all kinds in its class (see
`bitsets`). This one follows what conditions ask of a single kind, so that it is the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rulelang import core
from rulelang.core.walk import Node, children

EMPTY: Final = -1
"""Stands among the tables that are asked for the question whether anything lies there."""


def classes_of(zone: int, spec: core.Spec, most: int) -> tuple[int, ...] | None:
    """Return the class of every kind, from the lowest to the highest that a zone may hold.

    At most `most` classes, a single one where there would be more; None where no condition asks
    what they would answer.
    """
    kinds = spec.zones[zone].kinds
    whole = (*spec.roots, *(fact.body for fact in spec.facts))
    asked = frozenset(table for node in whole for table in _asked(node, zone))
    if not asked or not kinds:
        return None
    tables = [dict(spec.tables[table].entries) for table in sorted(asked - {EMPTY})]
    signs = {kind: tuple(table.get((kind,)) for table in tables) for kind in kinds}
    numbers = {sign: at for at, sign in enumerate(dict.fromkeys(signs.values()))}
    if len(numbers) > most:
        numbers = dict.fromkeys(numbers, 0)
    return tuple(
        numbers[signs[kind]] if kind in signs else 0 for kind in range(min(kinds), max(kinds) + 1)
    )


def _asked(node: Node, zone: int) -> Iterator[int]:
    """Yield the tables by which conditions ask of the kinds in a zone, and `EMPTY`."""
    for condition in _conditions(node):
        match condition:
            case core.Lookup(table=table, args=(core.Held(zone=there, args=(_,)),)):
                if there == zone:
                    yield table
            case core.Held(zone=there, args=(_,)):
                if there == zone:
                    yield EMPTY
            case core.Size(source=core.Contents(zone=there, args=(_,))):
                if there == zone:
                    yield EMPTY
            case _:
                pass
    for part in children(node):
        yield from _asked(part, zone)


def _conditions(node: Node) -> tuple[Node | None, ...]:
    """Return the parts of a node that count as true or false, or are compared."""
    match node:
        case core.And(parts=parts) | core.Or(parts=parts):
            return parts
        case core.Not(expr=one) | core.IfThen(test=one) | core.If(test=one) | core.Need(test=one):
            return (one,)
        case core.Compare(left=left, right=right):
            return (left, right)
        case core.Search(where=where) | core.Choice(where=where):
            return (where,)
        case _:
            return ()
