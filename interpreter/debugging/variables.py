"""What an editor shows beside the text: scopes, and what is in them when they are opened.

A number stands for what can be opened; it holds until play goes on. Nothing is worked out before
somebody looks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice

import attrs

from interpreter.debugging.debugger import Debugger
from interpreter.debugging.looking import EVERYTHING, Eyes, Family, families, shown
from interpreter.formats import Json


@attrs.frozen
class Shown:
    """A line beside the text; `inside` yields what it opens to. `named`: how many lines."""

    name: str
    value: str
    inside: Callable[[], Iterator[Shown]] | None = None
    named: int = 0


class Variables:
    """The scopes of a place in play, and numbers for what can be opened."""

    def __init__(self, debugger: Debugger) -> None:
        self._debugger = debugger
        self._opened: list[Callable[[], Iterator[Shown]]] = []

    def forget(self) -> None:
        """Forget all numbers: play has gone on."""
        self._opened.clear()

    def scopes(self, routine: int) -> list[Json]:
        """Return the scopes of a routine in progress."""
        debugger = self._debugger
        layout = debugger.game.layout
        found: list[tuple[str, Callable[[], Iterator[Shown]], bool]] = []
        if debugger.asker is not None and debugger.routines:
            found.append(("Locals", partial(self._locals, routine), False))
        if debugger.stop.kind == "choice":
            found.append(("Legal", self._legal, True))
        found.append(("Everything", partial(self._families, EVERYTHING), False))
        for seat, name in enumerate(layout.spec.players):
            found.append((f"As {name} sees it", partial(self._families, seat), True))
        found.append(("As an onlooker sees it", partial(self._families, None), True))
        found.append(("Told since the last choice", self._told, False))
        return [
            {"name": name, "variablesReference": self._number(inside), "expensive": expensive}
            for name, inside, expensive in found
        ]

    def inside(self, number: int, start: int = 0, count: int = 0) -> list[Json]:
        """Return what a number opens to; `count` 0: all of it from `start` on.

        Raises:
            KeyError: the number stands for nothing any more.
        """
        if not 1 <= number <= len(self._opened):
            raise KeyError(number)
        lines = islice(self._opened[number - 1](), start, start + count if count else None)
        return [self._line(one) for one in lines]

    def _number(self, inside: Callable[[], Iterator[Shown]]) -> int:
        self._opened.append(inside)
        return len(self._opened)

    def _line(self, one: Shown) -> Json:
        line: dict[str, Json] = {
            "name": one.name,
            "value": one.value,
            "variablesReference": 0 if one.inside is None else self._number(one.inside),
        }
        if one.inside is not None:
            line["namedVariables"] = one.named
        return line

    # ------------------------------------------------------------ what is inside

    def _locals(self, routine: int) -> Iterator[Shown]:
        for name, value in self._debugger.locals(routine).items():
            yield Shown(name, value)

    def _legal(self) -> Iterator[Shown]:
        for action in self._debugger.state.legal_actions:
            yield Shown(str(action), action.sentence)

    def _told(self) -> Iterator[Shown]:
        for number, line in enumerate(self._debugger.told(), 1):
            yield Shown(str(number), line)

    def _families(self, eyes: Eyes) -> Iterator[Shown]:
        layout = self._debugger.game.layout
        for family in families(layout):
            cells = family.cells
            if len(cells) == 1 and layout.names[cells[0]] == family.name:
                yield self._cell(cells[0], eyes)
            else:
                told = f"{len(cells)} {family.sort}s"
                inside = partial(self._cells, family, eyes)
                yield Shown(family.name, told, inside, len(cells))

    def _cells(self, family: Family, eyes: Eyes) -> Iterator[Shown]:
        return (self._cell(cell, eyes) for cell in family.cells)

    def _cell(self, cell: int, eyes: Eyes) -> Shown:
        world = self._debugger.machine.world
        return Shown(world.layout.names[cell], shown(cell, world, eyes))
