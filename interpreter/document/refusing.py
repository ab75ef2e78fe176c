"""What a player may not do with something on the table, and why not.

Reasons are those of his own choice point, so they say no more than refusals do. Ref §9.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Final

from interpreter.document.sight import Spot
from interpreter.document.sighting import Pointing

if TYPE_CHECKING:
    from interpreter.action import Action
    from interpreter.state import State

_LOOKS: Final = 5_000
"""Candidates of an arm that are looked at; a choice may have many thousands."""


def refused_at(
    state: State, player: int, is_meant: Callable[[Spot], bool]
) -> Iterator[tuple[Action, str]]:
    """Yield actions with an argument at a spot that is meant, each with what refuses it.

    Nothing unless `player` is to choose.

    >>> from interpreter import load
    >>> taken = load("tic_tac_toe").start().apply(4)
    >>> [(str(a), why) for a, why in refused_at(taken, 1, lambda spot: spot.name == "on")]
    [('mark(b2)', 'b2 is taken')]
    """
    if state.current_player != player:
        return
    pointing = Pointing(state, player)
    around = {id(found.layout): found.env for found in state.open_arms}
    for name in state.arm_names:
        for action, reason in islice(state.candidates(name), _LOOKS):
            if reason is not None:
                arguments = pointing.offer(action, around).arguments
                if any(is_meant(spot) for argument in arguments for spot in argument.spots):
                    yield action, reason
