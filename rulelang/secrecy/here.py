"""All that is known at one place of the walk."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from types import MappingProxyType
from typing import TypeAlias

import attrs

from rulelang import core
from rulelang.evolving import evolve
from rulelang.freezing import define, frozen
from rulelang.prove.footprints import Cell, Cells, families
from rulelang.secrecy.names import symbols, symbols_of
from rulelang.secrecy.secrets import Control, Known, Secrets, Sort, Term, Value, at_places

NOTHING: Mapping[Cell, int] = MappingProxyType({})
NO_LOCALS: Mapping[int, Value] = MappingProxyType({})
NO_LOOPS: Mapping[int, bool] = MappingProxyType({})
Carried: TypeAlias = tuple[Secrets, Secrets]
NO_CARRIED: Mapping[tuple[Sort, int], Carried] = MappingProxyType({})


@define
class Changes:
    """Numbers of changes: the same statement makes another one when something else was before."""

    _made: list[tuple[Hashable, tuple[int | None, ...]]] = attrs.field(factory=list)
    _numbers: dict[tuple[Hashable, tuple[int | None, ...]], int] = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        """Begin with the changes that are there."""
        self._numbers = {made: number for number, made in enumerate(self._made)}

    def number(self, by: Hashable, *before: int | None) -> int:
        """Return the number of a change: what made it, and the changes before it."""
        found = self._numbers.setdefault((by, before), len(self._made))
        if found == len(self._made):
            self._made.append((by, before))
        return found

    def by(self, number: int) -> Hashable:
        """Return what made a change."""
        return self._made[number][0]

    def before(self, number: int) -> tuple[int | None, ...]:
        """Return the changes before a change; None: there was none."""
        return self._made[number][1]

    def again(self, number: int, before: tuple[int | None, ...]) -> int:
        """Return what the same makes behind other changes."""
        return self.number(self.by(number), *before)


@frozen
class Here:
    """What is known at one place.

    `versions`: the last change of each family, so that what was read before it is not taken for
    what is read after it. `claims` hold here. `control` decides whether this place is reached.

    `loops`: whether others notice that a loop in progress is left; `ends_next`: whether the game
    ends behind this block without a pause. `lots`: symbols that chance took from an open place;
    `passed`: those that a loop takes one after the other from a hidden set with several backs.
    `given`: inside an expression, what holds (or does not) where this part of it is asked.
    `carried`: in a trial, what the families that it changed tell besides: their contents, and how
    many lie there.
    """

    locals: Mapping[int, Value] = NO_LOCALS
    known: frozenset[Known] = frozenset()
    versions: Mapping[Cell, int] = NOTHING
    claims: tuple[Term, ...] = ()
    control: tuple[Control, ...] = ()
    loops: Mapping[int, bool] = NO_LOOPS
    ends_next: bool = False
    lots: frozenset[core.Local] = frozenset()
    passed: frozenset[core.Local] = frozenset()
    given: tuple[tuple[Here, core.Expr, bool], ...] = ()
    carried: Mapping[tuple[Sort, int], Carried] = NO_CARRIED
    changes: Changes = attrs.field(factory=Changes, eq=False)

    @property
    def key(self) -> Hashable:
        """Return what a walk from here depends on, its locals aside."""
        versions = frozenset(self.versions.items())
        taken = (self.lots, self.passed)
        return (self.known, versions, self.claims, self.control, self.ends_next, taken)


def bound(here: Here, slot: int, value: Value) -> Here:
    """Return a place where a local has a value."""
    return evolve(here, locals={**here.locals, slot: value})


def rebound(here: Here, slot: int, value: Value) -> Here:
    """Return a place where a local stands for something new, of which nothing is known yet."""
    assert isinstance(value.term, core.Local), "what is new has a symbol"
    symbol = value.term.slot
    known = frozenset(k for k in here.known if not _mentions(k, symbol))
    claims = tuple(c for c in here.claims if symbol not in symbols_of(c))
    here = evolve(here, known=known, claims=claims)
    return bound(here, slot, value)


def begins(here: Here) -> Here:
    """Return where play begins, behind the set-up, with its changes counted as one.

    They are counted as they were where something read before one of them is still known.
    """
    if here.claims or any(map(_symbols, here.known)):
        return here
    return evolve(
        here, versions={cell: here.changes.number(("begun", cell)) for cell in here.versions}
    )


def _mentions(known: Known, symbol: int) -> bool:
    return symbol in _symbols(known)


def _symbols(known: Known) -> frozenset[int]:
    """Return the symbols of what somebody knows."""
    terms = [*(known.args or ())]
    terms += [] if known.who is None else [known.who]
    terms += [] if known.element is None else [known.element]
    terms += [] if known.seers is None else [*known.seers.args]
    return symbols(terms)


def passed(here: Here, value: Value) -> Here:
    """Return a place where a loop goes through what lies hidden with several backs."""
    assert isinstance(value.term, core.Local), "what a loop takes has a symbol"
    return evolve(here, passed=here.passed | {value.term})


def learned(here: Here, known: Known) -> Here:
    """Return a place where somebody knows more."""
    return evolve(here, known=here.known | {known})


def changed(here: Here, cells: Cells, unseen: Cells, by: Hashable) -> Here:
    """Return a place behind something that changed some cells, some families of them unseen."""
    known = frozenset(k for k in here.known if not _is_of(k, unseen))
    return renewed(evolve(here, known=known), families(cells), by)


def renewed(here: Here, cells: Iterable[Cell], by: Hashable) -> Here:
    """Return a place where some families were changed; what is known of them stays."""
    fresh = {cell: here.changes.number(by, here.versions.get(cell)) for cell in cells}
    return evolve(here, versions={**here.versions, **fresh}) if fresh else here


def _is_of(known: Known, gone: Cells) -> bool:
    match known.sort:
        case "zone" | "variable" as sort if known.element is None:
            return Cell(sort, known.number, None) in gone
        case _:
            return False


def met(one: Here | None, other: Here | None, by: Hashable) -> Here | None:
    """Return what is known behind either of two ways; None: nothing comes from there."""
    if one is None or other is None:
        return other if one is None else one
    versions = dict(one.versions)
    for cell in {*one.versions, *other.versions}:
        if one.versions.get(cell) != other.versions.get(cell):
            before = (one.versions.get(cell), other.versions.get(cell))
            versions[cell] = one.changes.number(by, *before)
    claims = tuple(claim for claim in one.claims if claim in other.claims)
    return evolve(one, known=one.known & other.known, versions=versions, claims=claims)


def places_of(here: Here, values: tuple[Value, ...]) -> Hashable:
    """Return where in the text stands what is given to a fact, and what a trial has brought."""
    telling = [value for value in values if value.secrets or value.size]
    given = tuple([at_places(value.secrets, value.size) for value in telling])
    if not here.carried:
        return given
    return given, frozenset((name, tuple(map(at_places, c))) for name, c in here.carried.items())
