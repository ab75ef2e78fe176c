"""A set-up that lays out what a scenario does: the rules with it in the place of their own.

before:  setup: (shuffle, deal)                   a position with `given` lines
after:   setup: (move 2 Coin from bank to purse(P1); set points(P1) to 3)

What comes of it is a game like any other, with a start at which nothing is left to chance:
engines, bots, saved plays and tables need to know nothing of scenarios.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TypeAlias

import attrs

from interpreter.layout import Layout
from interpreter.position import Cell, Kinds
from rulelang import core
from rulelang.source import Span

_Step: TypeAlias = tuple[int, int, int]
"""A kind, the cell that it leaves, and the cell that it comes to."""


class CannotLayError(Exception):
    """No moves from where all begins lead there."""


def laid_out(layout: Layout, cells: Sequence[Cell], span: Span) -> core.Spec:
    """Return the rules with a set-up after which each cell is as in `cells`.

    `span`: where that is asked for.

    Raises:
        CannotLayError: a die shows another face, or what lies there has no room on the way.
    """
    spec = layout.spec
    zones = len(layout.zone_of)
    places = {
        cell: core.Place(number, _constants(env), span)
        for number, family in enumerate(layout.zone_cells)
        for env, cell in family.items()
    }
    one = [
        core.Move(
            core.Const(kind, span),
            core.Const(len(list(alike)), span),
            places[source],
            places[target],
            beneath=False,
            span=span,
        )
        for (kind, source, target), alike in groupby(_Carrying(layout, cells).steps())
    ]
    two = [
        core.Assign(number, _constants(env), core.Const(cells[cell], span), span)
        for number, family in enumerate(layout.variable_cells)
        for env, cell in family.items()
        if cells[cell] != layout.start[cell]
    ]
    assert all(cell >= zones for family in layout.variable_cells for cell in family.values())
    setup = core.Block(spec.setup.number, (*one, *two))
    return attrs.evolve(spec, setup=setup)


def _constants(env: tuple[core.Value, ...]) -> tuple[core.Expr, ...]:
    return tuple(core.Const(value) for value in env)


class _Carrying:
    """Components on their way. A row that is to be another is built up anew behind what it has."""

    def __init__(self, layout: Layout, cells: Sequence[Cell]) -> None:
        self._layout = layout
        zones = range(len(layout.zone_of))
        start = [_kinds(layout.start[cell]) for cell in zones]
        wanted = [_kinds(cells[cell]) for cell in zones]
        rows = [layout.zone_of[cell].shape == "row" for cell in zones]
        anew = [rows[cell] and start[cell] != wanted[cell] for cell in zones]
        self._lying = [len(kinds) for kinds in start]
        self._loose = [
            Counter(start[cell]) - (Counter() if anew[cell] else Counter(wanted[cell]))
            for cell in zones
        ]
        self._missing = [
            list(wanted[cell])
            if anew[cell]
            else sorted((Counter(wanted[cell]) - Counter(start[cell])).elements())
            for cell in zones
        ]

    def steps(self) -> Iterator[_Step]:
        """Yield what moves where, one component each.

        Raises:
            CannotLayError: there is no way.
        """
        most = 4 * sum(self._lying)
        while any(self._missing):
            found = self._direct() or self._aside()
            most -= 1
            if found is None or most < 0:
                raise CannotLayError("there is no way from where all begins to what is given")
            kind, source, target = found
            self._loose[source][kind] -= 1
            self._lying[source] -= 1
            self._lying[target] += 1
            yield found

    def _direct(self) -> _Step | None:
        """Take a component to where it is wanted."""
        for target, kinds in enumerate(self._missing):
            if not kinds:
                continue
            kind = kinds[0]
            for source, loose in enumerate(self._loose):
                if loose[kind] and (source == target or self._has_room(target)):
                    del kinds[0]
                    return kind, source, target
        return None

    def _aside(self) -> _Step | None:
        """Take a component out of the way: to a zone that takes it, where nothing is built up."""
        for source, loose in enumerate(self._loose):
            for kind in (one for one, number in loose.items() if number):
                for target, missing in enumerate(self._missing):
                    takes = kind in self._layout.holds[target] and self._has_room(target)
                    if source != target and takes and not (self._is_row(target) and missing):
                        self._loose[target][kind] += 1
                        return kind, source, target
        return None

    def _is_row(self, cell: int) -> bool:
        return self._layout.zone_of[cell].shape == "row"

    def _has_room(self, cell: int) -> bool:
        zone = self._layout.zone_of[cell]
        room = 1 if zone.shape == "one" else zone.capacity
        return room is None or self._lying[cell] < room


def _kinds(cell: Cell) -> Kinds:
    assert isinstance(cell, tuple), "zone cells hold tuples"
    return cell
