"""Walk the tree of plays: what can happen next, and states that remember no way back.

Searches that look at millions of states hold only those of one level; a state that knew the one
before it would hold all of them. They follow numbers they were just given, so nothing is checked
again.
"""

from __future__ import annotations

from typing import TypeAlias

from interpreter.position import CHANCE, Position
from interpreter.reference import stepping
from interpreter.state import State

Key: TypeAlias = tuple[Position, tuple[int, ...]]


def key(state: State) -> Key:
    """Return what two states must share to be played alike: position and clocks."""
    return state.position, state.position.clocks


def followers(state: State) -> tuple[int, ...]:
    """Return the numbers of all legal actions, or outcomes of chance; () at the end."""
    if state.current_player == CHANCE:
        return tuple([outcome for outcome, _ in state.chance_outcomes])
    return state.legal_ids


def onward(state: State, number: int) -> State:
    """Return the state after one of `followers(state)`, with its events, but no way back."""
    position, events = stepping.take(state.game.layout, state.position, number)
    return State(state.game, position, action=number, transition=events)
