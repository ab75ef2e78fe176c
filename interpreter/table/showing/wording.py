"""Sentences of what happened as people say them: `P1's store`, where texts write `store(P1)`.

A table with a look calls zones as its pictures do. Sentences that authors wrote keep their words;
only what they name is read out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from typing import Final
from weakref import WeakKeyDictionary

import attrs

from interpreter.document.model import GameDocument
from interpreter.game import Game
from interpreter.look import Look
from interpreter.picture.names import Names, readable
from interpreter.table.live import Live

_CELL: Final = re.compile(r"(\w+)(?:\(([^()]*)\))?")
_MOVED: Final = re.compile(r"(.+) moves? from (\S.*) to (\S.*)")
_OURS: Final = ("moved", "changed", "rolled", "revealed", "shown")
_WORDINGS: Final[WeakKeyDictionary[Game, Wording]] = WeakKeyDictionary()


@attrs.frozen(eq=False, slots=False)
class Wording:
    """What things of a game are called in sentences."""

    document: GameDocument
    look: Look

    @cached_property
    def _names(self) -> Names:
        return Names(self.document)

    @cached_property
    def _cells(self) -> Mapping[str, str]:
        """What zones and variables are called, without their indices."""
        called = {**self.look.zones.names, **self.look.variables.names}
        names = [zone.name for zone in self.document.zones]
        names += [variable.name for variable in self.document.variables]
        return {name: called.get(name, readable(name)) for name in names}

    def said(self, sentence: str) -> str:
        """Return a sentence of the rule text, such as that of a choice, as people say it."""
        return self._names.told(sentence)

    def told(self, event: str, sentence: str) -> str:
        """Return a sentence of an event of that sort as people say it."""
        moved = _MOVED.fullmatch(sentence) if event == "moved" else None
        if moved is not None:  # a zone may be called `to be laid out`
            source, target = (_CELL.sub(self._cell, cell) for cell in moved.group(2, 3))
            return f"{self.said(moved[1])}: {source} → {target}"
        said = self.said(sentence)
        if event == "phase began":
            return readable(said)
        return _CELL.sub(self._cell, said) if event in _OURS else said

    def _cell(self, found: re.Match[str]) -> str:
        name, inside = found[1], found[2]
        if name not in self._cells:
            return found[0]
        index = inside.split(", ") if inside else []
        players = [one for one in index if one in self.document.players]
        others = [readable(one) for one in index if one not in self.document.players]
        called = " ".join((self._cells[name], *others))
        return f"{_whose(readable(players[0]))} {called}" if players else called


def _whose(name: str) -> str:
    """Return the genitive of a name.

    >>> _whose("Ann"), _whose("Reds")
    ("Ann's", "Reds'")
    """
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def wording_of(live: Live) -> Wording:
    """Return the wording of the game at a table."""
    found = _WORDINGS.get(live.game)
    if found is None:
        found = _WORDINGS[live.game] = Wording(live.game.document(), live.look)
    return found
