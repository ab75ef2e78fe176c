"""Who sees what, by the declarations of one specification alone."""

from __future__ import annotations

from itertools import product

from rulelang import core
from rulelang.core import Value
from rulelang.evolving import evolve
from rulelang.freezing import frozen
from rulelang.prove.footprints import Cell, Footprints, Gatherer, Rows, Seen, footprints_of
from rulelang.prove.lying import Lying, lying_of
from rulelang.rule_types import Type, values_of
from rulelang.secrecy.secrets import Place, Secrets, Sort
from rulelang.source import Span


@frozen
class Sight:
    """Who sees the members of one family.

    `telling`: the places of the indices that this depends on; `seers`: who sees, by their values.
    """

    name: str
    span: Span
    telling: tuple[int, ...]
    seers: dict[tuple[int, ...], frozenset[int]]


@frozen
class Sights:
    """Who sees all that not everybody sees. What is not listed is open."""

    spec: core.Spec
    footprints: Footprints
    tables: tuple[Rows, ...]
    zones: dict[int, Sight]
    variables: dict[int, Sight]
    lying: Lying

    @property
    def held(self) -> tuple[frozenset[int], ...]:
        """Return for each zone the kinds that may ever lie there."""
        return self.lying.held

    def of(self, sort: Sort, number: int) -> Sight | None:
        """Return who sees a family; None where everybody does."""
        families = self.zones if sort in ("zone", "lot") else self.variables
        return families.get(number)

    def shows_on_back(self, table: int, zone: int) -> bool:
        """Return whether the backs of what lies in a zone tell what a table gives for it."""
        by_back: dict[int | None, set[Value]] = {}
        default = self.spec.tables[table].default
        for kind in self.held[zone]:
            back = None if self.spec.zones[zone].shape == "bag" else self.spec.kinds[kind].back
            value = self.tables[table].get((kind,), default)
            by_back.setdefault(back, set()).add(value)
        return all(len(values) == 1 for values in by_back.values())

    def is_fed(self, zone: int, source: int) -> bool:
        """Return whether things come to a zone from another one than `source`, or begin there."""
        return any(found != source for found in self.lying.sources.get(zone, ()))

    def is_open(self, place: Place) -> bool:
        """Return whether everybody sees a place, whatever its indices."""
        return self.of(place.sort, place.number) is None

    def in_order(self, secrets: Secrets) -> Secrets:
        """Return the secrets of one that was taken by its order.

        Of a set all see how many have which back, but not which of them: its order follows from
        what is hidden. A row lies there as all see it.
        """
        return frozenset(
            evolve(s, whole=False) if s.whole and self._is_set(s.place) else s for s in secrets
        )

    def is_mixed(self, secrets: Secrets) -> bool:
        """Return whether one of some secrets is a hidden set with several backs."""
        return any(s.whole and self._is_set(s.place) and self._backs(s.place) > 1 for s in secrets)

    def _is_set(self, place: Place) -> bool:
        return place.sort == "zone" and self.spec.zones[place.number].shape == "set"

    def _backs(self, place: Place) -> int:
        kinds = self.spec.kinds
        return len({kinds[kind].back for kind in self.held[place.number]})


def sights_of(spec: core.Spec, known: Footprints | None = None) -> Sights:
    """Gather who sees what. `known`: its footprints."""
    footprints = footprints_of(spec) if known is None else known
    lying = lying_of(spec, footprints.gatherer)
    zones = {}
    for number, zone in enumerate(spec.zones):
        hides = len(lying.held[number]) > 1
        sight = _sight(spec, zone, footprints.gatherer) if hides else None
        if sight is not None:
            zones[number] = sight
    variables = {}
    for number, variable in enumerate(spec.variables):
        sight = _sight(spec, variable, footprints.gatherer)
        if sight is not None:
            variables[number] = sight
    tables = tuple(map(footprints.gatherer.rows, spec.tables))
    return Sights(spec, footprints, tables, zones, variables, lying)


def _sight(spec: core.Spec, family: core.Zone | core.Variable, gatherer: Gatherer) -> Sight | None:
    key = (id(family), len(spec.players))
    known = gatherer.seen.get(key)
    if known is None:
        known = gatherer.seen[key] = (family, _seen(spec, family))
    return None if known[1] is None else Sight(family.name, family.span, *known[1])


def _seen(spec: core.Spec, family: core.Zone | core.Variable) -> Seen:
    everybody = len(spec.players)
    if all(len(seers) == everybody for seers in family.seen_by):
        return None
    cells = [*product(*(values_of(kind) for kind in family.index))]
    seen = dict(zip(cells, map(frozenset, family.seen_by), strict=True))
    telling = tuple(i for i, kind in enumerate(family.index) if _tells(seen, i, kind))
    return telling, {tuple(cell[i] for i in telling): found for cell, found in seen.items()}


def _tells(seen: dict[tuple[int, ...], frozenset[int]], i: int, kind: Type) -> bool:
    """Return whether who sees a member depends on its index at place `i`."""
    first = values_of(kind)[0]
    return any(found != seen[(*cell[:i], first, *cell[i + 1 :])] for cell, found in seen.items())


def family_of(place: Place) -> Cell:
    """Return the family of a place, as footprints name it."""
    return Cell("zone" if place.sort == "zone" else "variable", place.number, None)
