"""Which kinds may lie where, and from where things come to lie there.

    before:  what is declared, and all ways on which something may move
    after:   for each zone the kinds that may ever lie in it, and the zones from which they come

Variants of a text that have the same ways have this in common.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import assert_never

from rulelang import core
from rulelang.freezing import frozen
from rulelang.prove.footprints import Gatherer
from rulelang.prove.gathering import Way


@frozen
class Lying:
    """What may lie where. `told`: all of it as a text.

    `held`: for each zone the kinds that may ever lie there: those at home and those moved.
    `sources`: from which zones things come to each; None: from anywhere, or they begin there.
    """

    held: tuple[frozenset[int], ...]
    sources: Mapping[int, frozenset[int | None]]
    told: str


def lying_of(spec: core.Spec, gatherer: Gatherer) -> Lying:
    """Return what may lie where. `gatherer`: what is known of other specifications."""
    ways = frozenset[Way]().union(*[gatherer.of(block).ways for block in spec.roots])
    key = (ways, tuple(map(id, spec.kinds)), tuple(map(id, spec.zones)))
    known = gatherer.lying.get(key)
    if known is None:
        known = gatherer.lying[key] = ((spec.kinds, spec.zones), _lying(spec, ways))
    return known[1]


def _lying(spec: core.Spec, ways: Collection[Way]) -> Lying:
    held, sources = _held(spec, ways), _sources(spec, ways)
    told = (
        [sorted(kinds) for kinds in held],
        sorted((zone, sorted(map(repr, found))) for zone, found in sources.items()),
    )
    return Lying(held, sources, repr(told))


def _held(spec: core.Spec, ways: Collection[Way]) -> tuple[frozenset[int], ...]:
    held: list[set[int]] = [set() for _ in spec.zones]
    for number, kind in enumerate(spec.kinds):
        held[kind.home_zone] |= {number, *kind.faces}
    grown = True
    while grown:
        before = sum(map(len, held))
        for way in ways:
            _carry(spec, held, way)
        grown = sum(map(len, held)) > before
    return tuple(frozenset(kinds) for kinds in held)


def _carry(spec: core.Spec, held: list[set[int]], way: Way) -> None:
    source, target = way.source, way.target
    moved = set[int]().union(*held) if source is None else held[source]
    match way.sort:
        case "roll":
            held[target] |= {face for kind in moved for face in spec.kinds[kind].faces}
        case "move" | "draw":
            moved = moved if way.kind is None else moved & {way.kind}
            held[target] |= moved & set(spec.zones[target].kinds)
        case _:
            assert_never(way.sort)


def _sources(spec: core.Spec, ways: Collection[Way]) -> dict[int, frozenset[int | None]]:
    found: dict[int, set[int | None]] = {}
    for kind in spec.kinds:
        if kind.copies if kind.starts is None else kind.starts:
            found.setdefault(kind.home_zone, set()).add(None)
    for way in ways:
        if way.sort != "roll":
            found.setdefault(way.target, set()).add(way.source)
    return {zone: frozenset(sources) for zone, sources in found.items()}
