"""What is said of each thing: for readers who hear the picture, and for `show --text`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import attrs

from interpreter.document.model import Index, Origin, Zone
from interpreter.document.sight import CellSight, ValueSight
from interpreter.picture.names import Names
from rulelang.rule_types import Flag, Number, Type, is_member, plain, values_of


@attrs.frozen(eq=False)
class Sentences:
    """Sentences about what lies where."""

    names: Names
    zones: dict[str, Zone]
    types: dict[str, Type]
    remarks: dict[str, str]

    @classmethod
    def of(cls, names: Names) -> Sentences:
        """Return the sentences of one game."""
        document = names.document
        return cls(
            names,
            {zone.name: zone for zone in document.zones},
            {variable.name: variable.type for variable in document.variables},
            {zone.name: _remark(zone.origin) for zone in document.zones}
            | {variable.name: _remark(variable.origin) for variable in document.variables},
        )

    def about(self, name: str, index: Index, seat: int | None) -> str:
        """Return what the rule text remarks behind a zone or variable, to follow a sentence.

        `; the removed, out of the game (rules 3.4; C35)`, or "" where there is nothing. Of what
        each player has it is said once: of the seat's own.
        """
        whose = [
            value
            for value, kind in zip(index, self.names.indices[name], strict=True)
            if is_member(kind, "Player")
        ]
        return self.remarks[name] if not whose or whose[0] == (seat or 0) else ""

    def cell(self, cell: CellSight, seat: int | None) -> str:
        """Return what lies in a zone: `hand P1: 2 cards, not seen`."""
        return f"{self.names.cell(cell.zone, cell.index)}: {self.contents(cell, seat)}"

    def contents(self, cell: CellSight, seat: int | None, *, whole: bool = False) -> str:
        """Return what lies in a zone, without its name; `whole`: with all that its tables say."""
        if not cell.amount:
            return "empty"
        if cell.kinds is None:
            backs = self._backs(cell)
            showing = f", on the back {', '.join(backs)}" if backs else ""
            return f"{cell.amount} not seen{showing}"
        say = self.names.described if whole else self.names.kind
        told = listed([(say(kind), many) for kind, many in runs(cell, self.zones)])
        return told + self.secret(cell.zone, cell.index, seat)

    def secret(self, name: str, index: Index, seat: int | None) -> str:
        """Return who sees a zone where not everybody does."""
        zone = self.zones[name]
        if zone.seen == "all" or seat is None:
            return ""
        cells = zone.seen_by
        at = self._number(zone.index, index)
        seers = cells[at] if at < len(cells) else ()
        players = self.names.document.players
        if len(seers) == len(players) or seat not in seers:
            return ""
        others = [players[seer] for seer in seers if seer != seat]
        return f" (seen by you and {', '.join(others)})" if others else " (only you see it)"

    def _number(self, kinds: Sequence[Type], index: Index) -> int:
        at = 0
        for kind, value in zip(kinds, index, strict=True):
            values = values_of(kind)
            at = at * len(values) + values.index(value)
        return at

    def _backs(self, cell: CellSight) -> list[str]:
        backs = Counter(cell.backs)
        return [
            f"{many} {self.names.document.backs[back].replace('_', ' ')}"
            for back, many in backs.items()
        ]

    def value(self, value: ValueSight) -> str:
        """Return what a variable says: `coins P1: 3`."""
        name = self.names.cell(value.variable, value.index)
        kind = self.types[value.variable]
        if not value.sees:
            return f"{name}: not seen"
        if isinstance(plain(kind), Flag):
            return f"{name}: {'yes' if value.value else 'no'}"
        return f"{name}: {self.names.read(value.value, kind)}"

    def place(
        self, name: str, cells: Sequence[CellSight], values: Sequence[ValueSight], seat: int | None
    ) -> str:
        """Return what lies on a place of a board and what is said there.

        What lies there has no sentence of its own, so its attributes are said here.
        """
        several = len({cell.zone for cell in cells}) > 1
        parts = [
            f"{self.names.part(cell.zone)} {told}" if several else told
            for cell in cells
            if cell.amount
            for told in (self.contents(cell, seat, whole=True),)
        ]
        parts += [self._says(value) for value in values if not self._is_idle(value)]
        return f"{name}: {', '.join(parts) if parts else 'empty'}"

    def marker(self, name: str, index: Index) -> str:
        """Return what a marker on a place is called: `placed on 1 of Anna`."""
        kinds = self.names.indices[name]
        who = next((at for at, kind in enumerate(kinds) if is_member(kind, "Player")), None)
        if who is None:
            return self.names.cell(name, index)
        owner = self.names.read(index[who], kinds[who])
        return f"{self.names.cell(name, index, besides=who)} of {owner}"

    def _is_idle(self, value: ValueSight) -> bool:
        """Return whether a value on a place says nothing: none, false, or a number that is 0."""
        if not value.sees:
            return False
        counts = isinstance(plain(self.types[value.variable]), Flag | Number)
        return value.value is None or (counts and not value.value)

    def _says(self, value: ValueSight) -> str:
        kind = self.types[value.variable]
        name = self.names.part(value.variable)
        whose = self._whose(value)
        if not value.sees:
            return f"{name}{whose} not seen"
        if isinstance(plain(kind), Flag):
            return f"{name}{whose}"
        return f"{name}{whose} {self.names.read(value.value, kind)}"

    def _whose(self, value: ValueSight) -> str:
        kinds = self.names.indices[value.variable]
        who = [at for at, kind in enumerate(kinds) if is_member(kind, "Player")]
        if not who:
            return ""
        return f" of {self.names.document.players[value.index[who[0]]]}"


def _remark(origin: Origin) -> str:
    cites = f" (rules {origin.cites})" if origin.cites else ""
    return f"; {origin.about}{cites}" if origin.about else cites


def runs(cell: CellSight, zones: dict[str, Zone]) -> list[tuple[int, int]]:
    """Return kinds with how many of each: in order for rows, else each kind once."""
    assert cell.kinds is not None, "of what is not seen there are no kinds"
    if zones[cell.zone].shape != "row":
        return sorted(Counter(cell.kinds).items())
    found: list[tuple[int, int]] = []
    for kind in cell.kinds:
        if found and found[-1][0] == kind:
            found[-1] = (kind, found[-1][1] + 1)
        else:
            found.append((kind, 1))
    return found


def listed(things: Sequence[tuple[str, int]]) -> str:
    """Return things with their numbers, as one says them.

    >>> listed([("king", 2), ("queen", 1)])
    '2 × king, queen'
    """
    return ", ".join(name if many == 1 else f"{many} × {name}" for name, many in things)
