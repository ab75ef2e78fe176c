"""What may be taken back, and what has been learnt since. Ref §12."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from interpreter.faults import IllegalAction
from interpreter.observation import choices
from interpreter.observation.matching import SeenBehindError
from interpreter.position import CHANCE
from interpreter.reference.events import project

if TYPE_CHECKING:
    from collections.abc import Collection

    from interpreter.state_like import StateLike

_State = TypeVar("_State", bound="StateLike")

LEARNT = "the choice has told you something: it stands"


def before_answers(state: _State, player: int, bots: Collection[int]) -> _State:
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
    people = [p for p in range(len(state.game.players)) if p != player and p not in bots]
    at = state
    while at.previous is not None:
        actor = at.previous.current_player
        _stands(at, actor, player, bots)
        _is_unnoticed(at, player, people)
        if actor == player:
            return at.previous
        at = at.previous
    raise IllegalAction("there is nothing to take back")


def before_agreed(state: _State, player: int, persons: Collection[int]) -> _State:
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
            if person != player and not choices.foreseen(at, person, ()):
                raise IllegalAction("somebody has learnt something since: the choice stands")
        at = at.previous
    return before


def before_own_choice(state: _State, player: int) -> _State:
    """Return the state before `player`'s last choice, which nobody else has noticed.

    Raises:
        IllegalAction: it stands, and why.
    """
    before = state.previous
    if before is None:
        raise IllegalAction("there is nothing to take back")
    _stands(state, before.current_player, player, ())
    others = [other for other in range(len(state.game.players)) if other != player]
    _is_unnoticed(state, player, others)
    return before


def _stands(state: StateLike, actor: int, player: int, bots: Collection[int]) -> None:
    """Raise if somebody acted whose choice cannot be taken back."""
    if actor == CHANCE:
        raise IllegalAction("chance has decided since: that cannot be taken back")
    if actor != player and actor not in bots:
        other = state.game.players[actor]
        raise IllegalAction(f"{other} has acted since: only the own last choice can be taken back")


def _is_unnoticed(state: StateLike, player: int, others: Collection[int]) -> None:
    """Raise if one of `others` has seen what a step did, or `player` has learnt something by it.

    Whether it stands, and why, follows from what `player` sees: first what he sees others see. All
    else must follow from what he knew and what was chosen; what others alone were told then does.
    """
    layout, players = state.game.layout, state.game.players
    for event in state.transition:
        if project(event, player, layout) is not None:
            for other in others:
                if project(event, other, layout) is not None:
                    raise IllegalAction(
                        f"{players[other]} has seen what the choice did: it stands"
                    )
    try:
        is_foreseen = choices.foreseen(state, player, others)
    except SeenBehindError as behind:
        who = min(other for other in others if other in layout.seen_by[behind.cell])
        told = f"{players[who]} may have seen what the choice did: it stands"
        raise IllegalAction(told) from None
    if not is_foreseen:
        raise IllegalAction(LEARNT)
    for other in others:
        if state.effects(other):
            raise IllegalAction(f"{players[other]} has seen what the choice did: it stands")
