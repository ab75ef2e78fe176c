"""One moment while it is drawn: what a sight says by cell, and what is marked.

It remembers which symbols were used and which references were drawn: what could not be drawn
where it lies gets a chip in the headline, so that every legal action can be pointed at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

import attrs

from interpreter.document.model import Index
from interpreter.document.sight import CellSight, Sight, Spot, ValueSight
from interpreter.picture.ink.svg import Piece, Symbol, escaped
from interpreter.picture.plan import Plan
from rulelang.rule_types import values_of

Key: TypeAlias = tuple[str, str, Index, bool]
"""What is drawn: a zone or a variable by its name, the sort of drawing, the cell and its form."""

TIGHTEST = 3

_EMPTY: frozenset[int] = frozenset()


def ranges(numbers: Iterable[int]) -> str:
    """Return numbers ascending, stretches of three and more as `low-high`.

    >>> ranges([7, 1, 2, 3, 9])
    '1-3 7 9'
    """
    parts: list[str] = []
    found = sorted(numbers)
    at = 0
    while at < len(found):
        end = at
        while end + 1 < len(found) and found[end + 1] == found[end] + 1:
            end += 1
        if end - at > 1:
            parts.append(f"{found[at]}-{found[end]}")
        else:
            parts += map(str, found[at : end + 1])
        at = end + 1
    return " ".join(parts)


def _anchors(plan: Plan) -> dict[str, Spot]:
    """Return where one may point for an arm as a whole, as the look says."""
    wanted = {arm: look.anchor for arm, look in plan.look.actions.items() if look.anchor}
    found: dict[str, Spot] = {}
    for arm, text in wanted.items():
        name, _, rest = text.partition("(")
        labels = [label.strip() for label in rest.removesuffix(")").split(",") if label.strip()]
        kinds = plan.names.indices.get(name, ())
        index = tuple(
            value
            for label, kind in zip(labels, kinds, strict=False)
            for value in values_of(kind)
            if plan.names.label(value, kind) == label
        )
        if len(index) == len(kinds) and name in plan.names.indices:
            found[arm] = Spot(name, index)
    return found


@attrs.define(eq=False)
class Moment:
    """A sight by cell, and what was drawn of it so far.

    `acts`: for each spot the ids of the offers that it belongs to; `marked`: the spots that are
    marked for that. `pointed`: arm, parameter and value of what stands at an edge of a board to be
    pointed at. `around`: the spot of the place that is being drawn. `tight`: how little room
    there is: from 1 on open cards of others are small, from 2 on those that no action takes, from
    3 on all; what may be chosen never is.
    """

    sight: Sight
    plan: Plan
    cells: dict[tuple[str, Index], CellSight]
    values: dict[tuple[str, Index], ValueSight]
    acts: dict[Spot, set[int]]
    marked: set[Spot]
    symbols: dict[str, Symbol] = attrs.field(factory=dict)
    drawn: set[Spot] = attrs.field(factory=set)
    pointed: set[tuple[str, int, int]] = attrs.field(factory=set)
    around: Spot | None = None
    tight: int = 0
    _kept: dict[Key, list[tuple[float, float, Piece]]] = attrs.field(factory=dict)

    @classmethod
    def of(cls, sight: Sight, plan: Plan) -> Moment:
        """Return the moment of a sight."""
        acts: dict[Spot, set[int]] = {}
        marked: set[Spot] = set()
        for offer in sight.offers:
            for argument in offer.arguments:
                for spot in argument.spots:
                    acts.setdefault(spot, set()).add(offer.id)
                whole = [spot for spot in argument.spots if spot.name == "Player"]
                marked.update(whole or argument.spots)
        for arm, anchor in _anchors(plan).items():
            ids = {offer.id for offer in sight.offers if plan.document.arms[offer.arm].name == arm}
            if ids:
                acts.setdefault(anchor, set()).update(ids)
                marked.add(anchor)
        return cls(
            sight,
            plan,
            {(cell.zone, cell.index): cell for cell in sight.cells},
            {(value.variable, value.index): value for value in sight.values},
            acts,
            marked,
        )

    def use(self, symbol: Symbol, x: float, y: float) -> str:
        """Return a symbol at (x, y), and remember that its definition is needed."""
        self.symbols[symbol.id] = symbol
        return symbol.use(x, y)

    def fitting(self, key: Key, room: float, make: Callable[[], tuple[float, Piece]]) -> Piece:
        """Return a piece, drawn anew only if none that was drawn in more room still fits.

        `make` draws it within `room`, and says with how little it would be the same.
        """
        kept = self._kept.setdefault(key, [])
        for least, most, piece in kept:
            if least <= room <= most:
                return piece
        least, piece = make()
        kept.append((least, room, piece))
        return piece

    def said_of(self, place: str, spots: Sequence[Spot]) -> str:
        """Return what a place or an edge says of what lies on its cells."""
        keys = [(spot.name, spot.index) for spot in spots]
        cells = [self.cells[key] for key in keys if key in self.cells]
        values = [self.values[key] for key in keys if key in self.values]
        return self.plan.sentences.place(place, cells, values, self.sight.seat)

    def changed(self, spots: Iterable[Spot]) -> bool:
        """Return whether one of these cells changed since the seat's last choice."""
        return any(spot in self.sight.since.changed for spot in spots)

    def may(self, spots: Iterable[Spot]) -> frozenset[int] | set[int]:
        """Return the offers that any of these spots belongs to."""
        found = [self.acts[spot] for spot in spots if spot in self.acts]
        if not found:
            return _EMPTY
        return found[0] if len(found) == 1 else set().union(*found)

    def marks(self, *spots: Spot) -> bool:
        """Return whether one of these spots is marked as one to point at.

        Where a player is asked for it is the player, and not also each thing of his, though one
        may point at these too.
        """
        return not self.marked.isdisjoint(spots)

    def thing(self, spot: Spot, body: str, sentence: str, *, besides: Sequence[Spot] = ()) -> str:
        """Return something drawn, with its reference, what it is for, and what it says.

        `besides`: other spots that one points at by pointing here.
        """
        spots = (spot, *besides)
        self.drawn.update(spots)
        ids = self.may(spots)
        acts = f' data-act="{ranges(ids)}"' if ids else ""
        role = "button" if ids else "img"
        return (
            f'<g data-ref="{escaped(self.plan.names.ref(spot))}"{acts} role="{role}"'
            f' aria-label="{escaped(sentence)}">{body}</g>'
        )

    def part(self, spot: Spot, body: str) -> str:
        """Return something drawn inside of another thing that says all: a reference alone.

        Without it where that other thing (`around`) has it.
        """
        self.drawn.add(spot)
        if spot == self.around:
            return body
        ids = self.may((spot,))
        acts = f' data-act="{ranges(ids)}"' if ids else ""
        return f'<g data-ref="{escaped(self.plan.names.ref(spot))}"{acts}>{body}</g>'
