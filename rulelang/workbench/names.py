"""Which name stands for what in a rule text: all declared names and all their uses.

before:  the declarations of a text, with names as text
after:   definitions, and uses that each have one

Only the text itself is looked at, never an instance of it: what options leave out has uses too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, TypeAlias

import attrs

from rulelang import surface as s
from rulelang.freezing import define, frozen
from rulelang.source import Span

Sort: TypeAlias = Literal[
    "player", "team", "option", "kind", "word", "space", "edge", "component", "place", "piece",
    "attribute", "zone", "variable", "table", "fact", "effect", "arm", "phase", "local", "library",
]  # fmt: skip
Scope: TypeAlias = "Mapping[str, Definition]"

GLOBAL: tuple[Sort, ...] = (
    "player", "team", "option", "kind", "space", "edge", "component", "place", "piece", "zone",
    "variable", "table", "fact", "effect",
)  # fmt: skip
"""Sorts that share one stock of names. Words, attributes, arms and phases have their own."""


@frozen
class Definition:
    """A name and where it is declared. `node`: the declaration, or the domain or value of a local.

    Words of several kinds, and attributes of several components, that are spelled alike are one.
    """

    name: str
    sort: Sort
    span: Span
    node: object = attrs.field(repr=False, eq=False, default=None)


@frozen
class Use:
    """A name in the text that stands for a definition; the definition itself is one too."""

    span: Span
    definition: Definition


@define
class Names:
    """All that a text declares, by stock and name, and all uses of it."""

    declared: dict[tuple[str, str], Definition] = attrs.field(factory=dict)
    uses: list[Use] = attrs.field(factory=list)

    def find(self, name: str, *stocks: str) -> Definition | None:
        """Return what a name stands for in the first of the stocks that has it."""
        found = (self.declared.get((stock, name)) for stock in stocks)
        return next((one for one in found if one is not None), None)

    def of(self, *sorts: str) -> Iterator[Definition]:
        """Yield the definitions of some sorts, in the order of the text."""
        return (one for one in self.declared.values() if one.sort in sorts)

    def declare(self, name: s.Name, sort: Sort, node: object) -> Definition:
        """Add a definition, unless its stock has the name; what is declared twice is used."""
        stock = "names" if sort in GLOBAL else sort
        made = Definition(name.text, sort, name.span, node)
        known = self.declared.setdefault((stock, name.text), made)
        self.uses.append(Use(name.span, known))
        return known
