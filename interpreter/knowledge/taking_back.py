"""What may be taken back, and what has been learnt since. Ref §12."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.faults import IllegalAction
from interpreter.position import CHANCE
from interpreter.reference.events import Said, project

if TYPE_CHECKING:
    from interpreter.state import State

LEARNT = "the choice has told you something: it stands"


def before_own_choice(state: State, player: int) -> State:
    """Return the state before `player`'s last choice, which nobody else has noticed.

    Raises:
        IllegalAction: it stands, and why.
    """
    before = state.previous
    if before is None:
        raise IllegalAction("there is nothing to take back")
    if before.current_player == CHANCE:
        raise IllegalAction("chance has decided since: that cannot be taken back")
    if before.current_player != player:
        other = state.game.players[before.current_player]
        raise IllegalAction(f"{other} has acted since: only the own last choice can be taken back")
    if any(isinstance(event, Said) and event.player == player for event in state.transition):
        raise IllegalAction(LEARNT)
    layout = state.game.layout
    for other_player, name in enumerate(state.game.players):
        seen = (project(event, other_player, layout) for event in state.transition)
        if other_player != player and any(event is not None for event in seen):
            raise IllegalAction(f"{name} has seen what the choice did: it stands")
    return before
