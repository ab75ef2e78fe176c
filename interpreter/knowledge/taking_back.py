"""What may be taken back, and what has been learnt since. Ref §12."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.faults import IllegalAction
from interpreter.position import CHANCE
from interpreter.reference.events import Said, project
from interpreter.told import choices

if TYPE_CHECKING:
    from collections.abc import Collection

    from interpreter.state import State

LEARNT = "the choice has told you something: it stands"


def before_answers(state: State, player: int, bots: Collection[int]) -> State:
    """Return the state before `player`'s last choice, to which at most bots have answered.

    That may be taken back where no other person has seen any of it, chance has not acted, and he
    has learnt nothing: all that he saw follows from what he knew and from the choices that he made
    and was told of. What a bot answers is none of it: it would answer so again.

    Raises:
        IllegalAction: it stands, and why.
    """
    try:
        return before_own_choice(state, player)
    except IllegalAction:
        if not bots or state.previous is None:
            raise
    at = state
    while at.previous is not None:
        actor = at.previous.current_player
        _stands(at, actor, player, bots)
        if actor == player:
            return at.previous
        at = at.previous
    raise IllegalAction("there is nothing to take back")


def before_agreed(state: State, player: int, persons: Collection[int]) -> State:
    """Return the state before `player`'s last choice, where everybody may let him take it back.

    Others may have seen and answered it, but chance has not acted since, and none of `persons` has
    learnt anything: all that each saw follows from what he knew and from the choices told.

    Raises:
        IllegalAction: it stands, and why.
    """
    everybody = range(len(state.game.players))
    before = before_answers(state, player, everybody)
    at = state
    while at is not before and at.previous is not None:
        for person in persons:
            if person != player and not choices.foreseen(at, person):
                raise IllegalAction("somebody has learnt something since: the choice stands")
        at = at.previous
    return before


def _stands(state: State, actor: int, player: int, bots: Collection[int]) -> None:
    """Raise if the step to a state cannot be taken back."""
    players = state.game.players
    if actor == CHANCE:
        raise IllegalAction("chance has decided since: that cannot be taken back")
    if actor != player and actor not in bots:
        raise IllegalAction(
            f"{players[actor]} has acted since: only the own last choice can be taken back"
        )
    for other, name in enumerate(players):
        if other != player and other not in bots and state.effects(other):
            raise IllegalAction(f"{name} has seen what the choice did: it stands")
    if not choices.foreseen(state, player):
        raise IllegalAction(LEARNT)


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
