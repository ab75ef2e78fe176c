"""What happened as people say it: `P1's store`, where texts write `store(P1)`.

What the language itself tells, such as what moved, is put into words from its event. Sentences
that authors wrote keep their words; only what they name is read out. A table with a look calls
zones as its pictures do.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final
from weakref import WeakKeyDictionary

import attrs

from interpreter.document.model import GameDocument
from interpreter.formats import Json
from interpreter.game import Game
from interpreter.hosting import Told
from interpreter.labels import named
from interpreter.look import Look
from interpreter.picture import Names, readable
from interpreter.table.live import Live

_CELL: Final = re.compile(r"(\w+)(?:\((.*)\))?")
"""A zone or variable as events name it: `hand(P1)`."""

_TRUTH: Final = {"true": "yes", "false": "no"}

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

    def told(self, event: Told) -> str:
        """Return what a seat was told, as people say it."""
        match event:
            case {"event": "moved", "from": str(source), "to": str(target)}:
                return f"{self._moving(event)}: {self._cell(source)} → {self._cell(target)}"
            case {"event": "rolled", "zone": str(zone), "components": None, "amount": amount}:
                return f"{self._cell(zone)} is rolled: {amount} dice unseen"
            case {"event": "rolled", "zone": str(zone), "components": kinds}:
                return f"{self._cell(zone)} is rolled: {self._listed(kinds)}"
            case {"event": "changed", "variable": str(variable), "value": value}:
                return self._changed(self._cell(variable), str(value))
            case {"event": "revealed", "zone": str(zone), "components": kinds}:
                return f"{self._cell(zone)} is revealed: {self._listed(kinds)}"
            case {"event": "shown", "zone": str(zone), "player": player, "components": kinds}:
                seen = "" if kinds is None else f": {self._listed(kinds)}"
                return f"{self._cell(zone)} is shown to {readable(str(player))}{seen}"
            case {"event": "ended", "returns": dict(returns), "reasons": list(reasons)}:
                parts = [_won(returns) or _each(returns), *_besides(returns, reasons)]
                return self.said(f"the game is over: {'; '.join(parts)}")
            case {"event": "phase began", "phase": name}:
                return f"phase {readable(str(name))}"
            case _:
                return self.said(str(event["sentence"]))

    def _changed(self, what: str, value: str) -> str:
        return f"{what}: {_TRUTH.get(value) or self.said(value)}"

    def _moving(self, event: Told) -> str:
        kinds, amount, backs = event["components"], event["amount"], event["backs"]
        if kinds is not None:
            return self._listed(kinds)
        unseen = "1 unseen component" if amount == 1 else f"{amount} unseen components"
        assert isinstance(backs, list), "what the others of their sort have on their backs"
        names = ", ".join(readable(str(back)) for back in backs)
        return f"{unseen} ({names})" if names else unseen

    def _listed(self, kinds: Json) -> str:
        """Return components in words, alike ones counted."""
        assert isinstance(kinds, list), "who sees nothing of them is told so"
        counts = Counter(self._kinds[str(label)] for label in kinds)
        parts = [f"{n} {name}" if n > 1 else name for name, n in counts.items()]
        return ", ".join(parts) or "nothing"

    @cached_property
    def _kinds(self) -> Mapping[str, str]:
        return {kind.label: self._names.kind(kind.number) for kind in self.document.kinds}

    def _cell(self, reference: str) -> str:
        found = _CELL.fullmatch(reference)
        assert found is not None, "events name zones and variables"
        index = found[2].split(", ") if found[2] else []
        players = [one for one in index if one in self.document.players]
        others = [readable(one) for one in index if one not in self.document.players]
        called = " ".join((self._cells[found[1]], *others))
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


def _won(returns: Mapping[str, Json]) -> str:
    """Return who has won, where there is no more to say of it; "" elsewhere.

    >>> _won({"X": "1", "O": "-1"}), _won({"X": "0", "O": "0"}), _won({"X": "7", "O": "3"})
    ('won by X', 'a draw', '')
    """
    values = {*map(str, returns.values())}
    if values == {"0"}:
        return "a draw"
    winners = [readable(name) for name, value in returns.items() if str(value) == "1"]
    return f"won by {' and '.join(winners)}" if values == {"1", "-1"} else ""


def _each(values: Mapping[str, Json]) -> str:
    return ", ".join(f"{player} {value}" for player, value in values.items())


def _besides(returns: Mapping[str, Json], reasons: Sequence[Json]) -> Iterator[str]:
    """Yield the reasons that say more than what each got."""
    for reason in reasons:
        assert isinstance(reason, dict), "what counted has a label and values"
        values = reason["values"]
        assert isinstance(values, dict), "they are the players'"
        if {player: str(value) for player, value in values.items()} != returns:
            yield f"{named(str(reason['label']))}: {_each(values)}"
