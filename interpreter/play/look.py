"""What somebody at the table sees of a position: all that drawings read of it.

`player` None sees everything: who watches over all shoulders, and all when a game is over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from typing import Final

import attrs

from interpreter.document.model import Attribute, GameDocument, Kind, Variable, Zone
from interpreter.labels import label
from interpreter.layout import Layout
from interpreter.look import Look as GameLook
from interpreter.look import LookError, look_of
from interpreter.play.plain import plainly
from interpreter.reference.events import backs_of
from interpreter.state import State
from rulelang.core import Value
from rulelang.rule_types import Component, Flag, Maybe, Number, Type

NOTHING = "–"
UNSEEN = "?"


@attrs.frozen(slots=False)
class Look:
    """A position as `player` sees it. `everything`: what is bookkeeping is drawn, too."""

    state: State
    player: int | None = None
    everything: bool = False

    @cached_property
    def document(self) -> GameDocument:
        """What is known of the table before anything is played."""
        return self.state.game.document()

    @property
    def said(self) -> GameLook:
        """What the look of the game says; a plain one where there is none that can be read."""
        return _said(self.document)

    @property
    def arm_words(self) -> dict[str, str]:
        """What the look calls arms, by their names."""
        return {arm: drawn.label for arm, drawn in self.said.actions.items() if drawn.label}

    @property
    def layout(self) -> Layout:
        """Which cell is which zone or variable."""
        return self.state.game.layout

    def sees(self, cell: int) -> bool:
        """Return whether what a zone or variable has is seen."""
        return self.player is None or self.player in self.layout.seen_by[cell]

    def held(self, cell: int) -> tuple[int, ...]:
        """Return the kinds in a zone, seen or not: for those who ask `sees` first."""
        found = self.state.position.cells[cell]
        assert isinstance(found, tuple), "zone cells come first and hold tuples"
        return found

    def value(self, cell: int) -> Value:
        """Return the value of a variable, for those who ask `sees` first."""
        return self.state.position.cells[cell]

    def name(self, kind: int) -> str:
        """Return what people call a kind of component: as texts write it, or by its words."""
        return plainly(self.document.kinds[kind].label, self.document)

    def called(self, holding: Zone | Variable) -> str:
        """Return what the look or the text calls a zone or variable; "" where its name says it."""
        parts = self.said.zones if isinstance(holding, Zone) else self.said.variables
        said = parts.names.get(holding.name, "")
        return "" if said.casefold() == holding.name.replace("_", " ") else said

    def described(self, kind: int) -> str:
        """Return a thing with its attributes that say something."""
        told = self.attributes(self.document.kinds[kind]).items()
        more = ", ".join(f"{name} {value}" for name, value in told)
        return f"{self.name(kind)} ({more})" if more else self.name(kind)

    def contents(self, cell: int) -> str:
        """Return what lies in a zone; "" when it is empty."""
        held = self.held(cell)
        if not self.sees(cell):
            return self.unseen(cell)
        if self.layout.zone_of[cell].shape == "row":
            return ", ".join(map(self.name, held))
        return counted(map(self.name, held))

    def unseen(self, cell: int) -> str:
        """Return how much lies in a zone that is not seen, with the backs that show."""
        held = self.held(cell)
        found = () if self.layout.is_bag[cell] else backs_of(held, self.layout)
        backs = counted(self.document.backs[back] for back in found)
        told = f"{len(held)} hidden{f' ({backs})' if backs else ''}"
        return told if held else ""

    def shown(self, cell: int, variable: Variable) -> str:
        """Return the value of a variable, of a thing with its attributes; `?` if unseen."""
        value = self.value(cell) if self.sees(cell) else None
        kind = variable.type.of if isinstance(variable.type, Maybe) else variable.type
        if isinstance(kind, Component) and isinstance(value, int):
            return self.described(value)
        return self.text(cell, variable)

    def text(self, cell: int, variable: Variable) -> str:
        """Return the value of a variable, as texts write it; `?` where it is not seen."""
        if not self.sees(cell):
            return UNSEEN
        return self.written(self.value(cell), variable.type)

    def is_default(self, cell: int, variable: Variable) -> bool:
        """Return whether a variable is seen to be none, false or 0."""
        return self.sees(cell) and nothing(self.value(cell), variable.type)

    def written(self, value: Value, kind: Type) -> str:
        """Return a value as texts write it, or by the words of what has no name."""
        return plainly(label(value, kind, self.state.game.spec), self.document)

    def cells_of_zone(self, zone: Zone) -> dict[tuple[int, ...], int]:
        """Return the cells of a family of zones by their indices."""
        return self._cells(self.layout.zone_cells[self.document.zones.index(zone)])

    def cells_of_variable(self, variable: Variable) -> dict[tuple[int, ...], int]:
        """Return the cells of a family of variables by their indices."""
        return self._cells(self.layout.variable_cells[self.document.variables.index(variable)])

    def _cells(self, found: dict[tuple[Value, ...], int]) -> dict[tuple[int, ...], int]:
        return {tuple(v for v in env if isinstance(v, int)): cell for env, cell in found.items()}

    def attributes(self, kind: Kind) -> dict[str, str]:
        """Return what the row of a kind says: none, false, 0 and empty texts are left out.

        So are whose it is, which the label says, what is in the label of what has no name, and
        what the look of the game hides on cards.
        """
        if kind.name in ("", kind.component):
            return {}
        component = next(c for c in self.document.components if c.name == kind.component)
        at = component.kinds.index(kind.number)
        drawn = self.said.cards.get(component.name)
        hidden = drawn.hide if drawn is not None else frozenset()
        hidden |= frozenset() if kind.owner is None else {"owner"}
        others = [a for a in component.attributes if a.name not in hidden]
        texts = {
            t.name: t.said[at] for t in component.texts if t.said[at] and t.name not in hidden
        }
        return self.told(others, at, kind.label) | texts

    def told(self, attributes: Iterable[Attribute], at: int, said: str = "") -> dict[str, str]:
        """Return the values of member `at` that say something, and more than its label `said`."""
        found: dict[str, str] = {}
        for attribute in attributes:
            value = attribute.values[at]
            if nothing(value, attribute.type):
                continue
            text = self.written(value, attribute.type)
            if text.casefold() != said.casefold():
                found[attribute.name] = "yes" if text == "true" else text
        return found


_looks: Final[dict[int, tuple[GameDocument, GameLook]]] = {}
_LOOKS: Final = 8
"""Games whose looks are kept, by the identity of their documents."""


def _said(document: GameDocument) -> GameLook:
    known = _looks.get(id(document))
    if known is None or known[0] is not document:
        try:
            found = look_of(document)
        except LookError:  # `check` says why; the terminal can do without
            found = GameLook()
        if len(_looks) >= _LOOKS:
            _looks.clear()
        known = _looks[id(document)] = document, found
    return known[1]


def nothing(value: Value, kind: Type) -> bool:
    """Return whether a value is none, false or 0.

    >>> nothing(None, Maybe(Flag())), nothing(0, Flag()), nothing(1, Flag())
    (True, True, False)
    """
    inner = kind.of if isinstance(kind, Maybe) else kind
    return value is None or (value == 0 and isinstance(inner, Flag | Number))


def counted(names: Iterable[str]) -> str:
    """Return things with their numbers, alike ones together.

    >>> counted(["king", "queen", "king"])
    '2 king, queen'
    """
    return ", ".join(f"{n} {name}" if n > 1 else name for name, n in Counter(names).items())
