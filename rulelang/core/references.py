"""What nodes name by a number: families, facts, effects and tables of a specification.

    Assign(3, (Local(0),), Const(1))   →   ("variable", 3)
    Within(…, edges_at=4, ends=5, …)   →   ("table", 4), ("table", 5)

The name of a field says what its number is of, in every class; a test holds that no class has a
number by another name. So a node that is new is known here by its fields.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Final, Literal, TypeAlias, get_args

from rulelang.core.walk import KINDS, Node
from rulelang.freezing import field_names, has_fields

Named: TypeAlias = Literal["variable", "zone", "memory", "fact", "effect", "table"]
Reference: TypeAlias = tuple[Named, int]

BY_FIELD: Final[dict[str, Named]] = {
    **{name: name for name in get_args(Named)},
    "ends": "table",
    "edges_at": "table",
    "beside": "table",
}
"""What the number in a field is of, by the name of the field."""

_READ: Final = {
    kind: tuple(
        [(BY_FIELD[name], attrgetter(name)) for name in field_names(kind) if name in BY_FIELD]
    )
    for kind in KINDS
    if isinstance(kind, type) and has_fields(kind)
}

REFERRING: Final = {
    name: frozenset(kind for kind, read in _READ.items() if any(what == name for what, _ in read))
    for name in BY_FIELD.values()
}
"""The classes of nodes that name something, by what they name."""


def references(node: Node) -> tuple[Reference, ...]:
    """Return what a node itself names by a number, in the order of its fields.

    >>> from rulelang import core
    >>> references(core.Call(2, (core.Read(1, ()),)))
    (('fact', 2),)
    """
    return tuple([(what, number(node)) for what, number in _READ[type(node)]])
