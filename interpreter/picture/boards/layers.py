"""Which zones and variables lie on which places: those with one index of a board's family."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from math import prod
from typing import TypeAlias

from interpreter.document.model import Family, GameDocument, Index, Variable, Zone
from interpreter.document.sight import Spot
from rulelang.freezing import frozen
from rulelang.rule_types import Member, Number, Type, count_of, is_member, plain, values_of

Part: TypeAlias = Zone | Variable
LONG = 7
"""A range of so many numbers is a row of boxes (rules B10 and B12)."""
_MOST_ON_A_PLACE = 24
_MOST_IN_ROWS = 64


@frozen
class Layer:
    """A family of zones or variables whose index number `at` says the place."""

    part: Part
    at: int

    @property
    def by_player(self) -> bool:
        """Return whether another index is a player."""
        return any(is_member(t, "Player") for t in self.part.index)

    @property
    def secret(self) -> bool:
        """Return whether not all players see all of it."""
        return self.part.seen != "all"

    @property
    def veiled(self) -> bool:
        """Return whether no player ever sees any of it: a variable that the rules alone read."""
        part = self.part
        return isinstance(part, Variable) and part.seen == "nobody" and part.role != "score"


def parts(document: GameDocument) -> tuple[Part, ...]:
    """Return zones and variables in the order of the text; what is a history is left out."""
    drawn = (v for v in document.variables if v.role != "history")
    found: Iterable[Part] = (*document.zones, *drawn)
    return tuple(sorted(found, key=lambda part: part.origin.line))


def layers_on(document: GameDocument, family: str) -> tuple[Layer, ...]:
    """Return what lies on the places, or edges, of a family."""
    boarded = {f.name for f in document.families if f.sort in {"space", "edge"}}
    found = []
    for part in parts(document):
        at = [i for i, t in enumerate(part.index) if isinstance(t, Member) and t.family in boarded]
        others = [count_of(t) for i, t in enumerate(part.index) if i not in at]
        if len(at) == 1 and prod(others) <= _MOST_ON_A_PLACE:
            kind = part.index[at[0]]
            if is_member(kind, family):
                found.append(Layer(part, at[0]))
    return tuple(found)


def cells_by_place(layers: Sequence[Layer], only: int | None = None) -> dict[int, list[Spot]]:
    """Return the cells of some layers by the place they lie on; `only` those of that player."""
    found: dict[int, list[Spot]] = {}
    for layer in layers:
        for index in indices(layer.part.index):
            if only is None or owner_of(layer.part, index) in {None, only}:
                found.setdefault(index[layer.at], []).append(Spot(layer.part.name, index))
    return found


def indices(index: Sequence[Type]) -> Iterable[Index]:
    """Return all combinations of the values of some types, the last fastest."""
    return product(*(values_of(t) for t in index))


def owner_of(part: Part, index: Index) -> int | None:
    """Return the player among the indices of a cell."""
    pairs = zip(part.index, index, strict=True)
    return next((value for t, value in pairs if is_member(t, "Player")), None)


def markers_of(document: GameDocument, family: str) -> tuple[str, ...]:
    """Return the variables whose value is a place of a family, and that lie on no place."""
    boarded = {f.name for f in document.families if f.sort in {"space", "edge"}}
    return tuple(
        v.name
        for v in document.variables
        if v.role != "history"
        and is_member(plain(v.type), family)
        and not any(isinstance(t, Member) and t.family in boarded for t in v.index)
    )


def is_long(kind: Type) -> bool:
    """Return whether a type is a range of seven numbers or more."""
    return isinstance(kind, Number) and kind.high - kind.low + 1 >= LONG


def is_used(document: GameDocument, family: Family) -> bool:
    """Return whether something lies on a family, or an arm has one of its members as argument.

    Of a long table on which nothing ever lies, what is legal stands among the buttons.
    """
    if layers_on(document, family.name) or markers_of(document, family.name):
        return True
    if family.shape == "table" and len(family.labels) > _MOST_IN_ROWS:
        return False
    return any(
        is_member(plain(parameter.type), family.name)
        for arm in document.arms
        for parameter in arm.parameters
    )


def edges_of(document: GameDocument, family: str) -> tuple[Family, ...]:
    """Return the families of edges that join the places of a space."""
    return tuple(f for f in document.families if f.sort == "edge" and f.joins == family)
