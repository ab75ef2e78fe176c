"""Who sees what, by the declarations of one specification alone."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from rulelang import core
from rulelang.core import Value
from rulelang.evolving import evolve
from rulelang.freezing import frozen
from rulelang.prove.footprints import Cell, Footprints, Gatherer, Rows, footprints_of
from rulelang.prove.world import kinds_held
from rulelang.rule_types import Type, values_of
from rulelang.secrecy.secrets import Place, Secrets, Sort
from rulelang.source import Span

MOST_MEMBERS = 100_000


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
    held: tuple[frozenset[int], ...]
    sources: Mapping[int, frozenset[int | None]]

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
        return any(found != source for found in self.sources.get(zone, ()))

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


def sights_of(spec: core.Spec, gatherer: Gatherer | None = None) -> Sights:
    """Gather who sees what. `gatherer`: what is known of other specifications."""
    footprints = footprints_of(spec, gatherer)
    held = kinds_held(spec, footprints.gatherer)
    zones = {}
    for number, zone in enumerate(spec.zones):
        hides = len(held[number]) > 1
        sight = _sight(spec, zone) if hides else None
        if sight is not None:
            zones[number] = sight
    variables = {}
    for number, variable in enumerate(spec.variables):
        sight = _sight(spec, variable)
        if sight is not None:
            variables[number] = sight
    tables = tuple(map(footprints.gatherer.rows, spec.tables))
    sources = _sources(spec, footprints.gatherer)
    return Sights(spec, footprints, tables, zones, variables, held, sources)


def _sources(spec: core.Spec, gatherer: Gatherer) -> dict[int, frozenset[int | None]]:
    """Return from which zones things come to each; None: from anywhere, or they begin there."""
    found: dict[int, set[int | None]] = {}
    for kind in spec.kinds:
        if kind.copies if kind.starts is None else kind.starts:
            found.setdefault(kind.home_zone, set()).add(None)
    for node in [node for block in spec.roots for node in gatherer.of(block).moves]:
        match node:
            case core.Move(source=source, target=target) | core.Draw(source=source, target=target):
                found.setdefault(target.zone, set()).add(None if source is None else source.zone)
            case core.Roll():
                pass
    return {zone: frozenset(sources) for zone, sources in found.items()}


def _sight(spec: core.Spec, family: core.Zone | core.Variable) -> Sight | None:
    everybody = len(spec.players)
    if all(len(seers) == everybody for seers in family.seen_by):
        return None
    cells = [*product(*(values_of(kind) for kind in family.index))]
    seen = dict(zip(cells, map(frozenset, family.seen_by), strict=True))
    telling = tuple(i for i, kind in enumerate(family.index) if _tells(seen, i, kind))
    seers = {tuple(cell[i] for i in telling): found for cell, found in seen.items()}
    return Sight(family.name, family.span, telling, seers)


def _tells(seen: dict[tuple[int, ...], frozenset[int]], i: int, kind: Type) -> bool:
    """Return whether who sees a member depends on its index at place `i`."""
    first = values_of(kind)[0]
    return any(found != seen[(*cell[:i], first, *cell[i + 1 :])] for cell, found in seen.items())


def family_of(place: Place) -> Cell:
    """Return the family of a place, as footprints name it."""
    return Cell("zone" if place.sort == "zone" else "variable", place.number, None)
