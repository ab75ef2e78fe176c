"""What players are told on the way to a state, and whether two games tell them the same.

What somebody is told is an event as he sees it (Ref §2): `say`, `reveal` and `show`, a component
that passes through an open zone, a variable that changes and changes back. How often each is told
between two points counts, and in which order it is does not: of two statements that nothing
depends on, either may come first.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import TypeAlias

from interpreter.game import Game
from interpreter.hosting import event_data
from interpreter.reference.events import Chose, SeenEvent
from interpreter.state import State
from rulelang import core
from rulelang.core.walk import nested

_Told: TypeAlias = Counter[tuple[str, str]]
"""Events by what they are and as a sentence."""

_SHOWN = 3


def told_otherwise(one: State, other: State) -> tuple[str, str, str] | None:
    """Return whom two games tell something else, what the first tells him, and what the second.

    Raises:
        RuleFault: the rules fail on the way.
        BudgetExceeded: they come to no end.
    """
    for player, name in enumerate(one.game.players):
        here, there = _told(one, player), _told(other, player)
        if here != there:
            return name, _besides(here, there), _besides(there, here)
    return None


def tell_otherwise(one: Game, other: Game) -> bool:
    """Return whether what two games say, reveal or show is not written alike."""
    return _telling(one.spec) != _telling(other.spec)


def _told(state: State, player: int) -> _Told:
    layout = state.game.layout
    told = (event_data(_without_number(event), layout) for event in state.events(player))
    return Counter((json.dumps(event), str(event["sentence"])) for event in told)


def _without_number(event: SeenEvent) -> SeenEvent:
    """Return an event without the number of an action: two games may number it otherwise."""
    return event._replace(action=None) if isinstance(event, Chose) else event


def _besides(mine: _Told, its: _Told) -> str:
    """Return what is told on one side alone."""
    alone = [sentence for _, sentence in (mine - its).elements()]
    more = f" and {len(alone) - _SHOWN} more" if len(alone) > _SHOWN else ""
    return f"{'; '.join(alone[:_SHOWN])}{more} besides" if alone else "nothing besides"


def _telling(spec: core.Spec) -> list[core.Block | core.Statement]:
    return [
        node
        for root in spec.roots
        for node in nested(root)
        if isinstance(node, core.Say | core.Reveal | core.Show)
    ]
