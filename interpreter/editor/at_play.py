"""What zones and variables are where the newest saved play beside a rule text stands.

before:  wells.rules, and wells.json beside it, a play of these rules with 14 steps
after:   `water(P1)` 3, `water(P2)` 0
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

import attrs

from interpreter.debugging.looking import EVERYTHING, families, shown
from interpreter.editor.from_play import SavedPlays
from interpreter.faults import BudgetExceeded, PlaythroughError, RuleFault
from interpreter.game import Game
from interpreter.hosting.playthrough import Playthrough, read, states
from interpreter.reference.values import World
from interpreter.state import State
from rulelang import pipeline
from rulelang.source import Source

Named: TypeAlias = tuple[str, str]
"""What a zone or variable is called, with its index, and what it holds or is."""

MOST = 12
"""Zones or variables of one family that are told."""


@attrs.frozen
class Standing:
    """Where a saved play stands, `steps` choices and outcomes from its start.

    `values`: what there is of each family of zones or variables, by its name.
    """

    file: str
    steps: int
    values: Mapping[str, tuple[Named, ...]]

    def told(self, name: str, written: str) -> str:
        """Return what is there of a name; "" where there is nothing of it."""
        found = in_words(self.values.get(name, ()), written)
        return f"In `{self.file}`, after {self.steps} steps: {found}" if found else ""


@attrs.define
class Standings:
    """Finds where saved plays stand. `_known`: when each file was written, its rules, and that."""

    _saved: SavedPlays = attrs.field(factory=SavedPlays)
    _known: dict[Path, tuple[tuple[int, str], Standing]] = attrs.field(factory=dict)

    def newest(
        self, text: Source, title: str, desk: pipeline.Desk, go_on: Callable[[], None]
    ) -> Standing | None:
        """Return where the newest play of a text stands; None where it has none of its rules.

        `title`: that of its game. `go_on` is called before each step, and may raise.
        """
        file = next(iter(self._saved.beside(text.name, title)), None)
        if file is None:
            return None
        try:
            stamp, play = file.stat().st_mtime_ns, read(file)
            game = _game(play, text, desk)
            if game is None:
                return None
            key = stamp, game.specification_hash
            if file not in self._known or self._known[file][0] != key:
                *_, state = _heard(states(game, play), go_on)
                self._known[file] = key, Standing(file.name, len(play.choices), values(state))
            return self._known[file][1]
        except (PlaythroughError, RuleFault, BudgetExceeded, OSError):
            return None


def _game(play: Playthrough, text: Source, desk: pipeline.Desk) -> Game | None:
    parsed = pipeline.read(text.name, text, desk)
    spec = pipeline.build(text.name, len(play.players), dict(play.options), parsed=parsed).spec
    return None if spec is None else Game(spec, engine="reference")


def _heard(play: Iterator[State], go_on: Callable[[], None]) -> Iterator[State]:
    for state in play:
        go_on()
        yield state


def values(state: State) -> dict[str, tuple[Named, ...]]:
    """Return what all zones hold and variables are, by the names of their families."""
    layout, position = state.game.layout, state.position
    world = World(layout, position.cells, position.result)
    world.memories = position.memories
    return {
        one.name: tuple((layout.names[at], shown(at, world, EVERYTHING)) for at in one.cells)
        for one in families(layout)
    }


def in_words(found: Sequence[Named], written: str) -> str:
    """Return what is of a family in a sentence; `written`: the one that is told alone, if any."""
    told = [one for one in found if one[0] == written] or found
    parts = "; ".join(f"`{name}`: {value}" for name, value in told[:MOST])
    more = f", and {len(told) - MOST} more" if len(told) > MOST else ""
    return f"{parts}{more}." if parts else ""
