"""Walk the tree of plays: what can happen next, and states that remember no way back.

Searches that look at millions of states hold only those of one level; a state that knew the one
before it would hold all of them. They follow numbers they were just given, so nothing is checked
again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from interpreter import reference
from interpreter.events import Event, SeenEvent, project
from interpreter.position import CHANCE, Position
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
    position, events = reference.take(state.game, state.position, number)
    return State(state.game, position, action=number, transition=events)


def onward_seeing(
    state: State, number: int, player: int, seen: tuple[SeenEvent, ...]
) -> State | None:
    """Return the state after one of `followers(state)` if `player` sees just `seen` come about.

    Where he sees something else, the rest of the transition is not run.
    """
    layout = state.game.layout
    done = agreed = 0

    def agrees(events: Sequence[Event]) -> bool:
        nonlocal done, agreed
        while done < len(events):
            shown = project(events[done], player, layout)
            done += 1
            if shown is not None:
                if agreed == len(seen) or shown != seen[agreed]:
                    return False
                agreed += 1
        return True

    reached = reference.take_while(state.game, state.position, number, agrees)
    if reached is None or not agrees(reached[1]) or agreed < len(seen):
        return None
    return State(state.game, reached[0], action=number, transition=reached[1])


def linked(state: State, before: State) -> State:
    """Return `state`, which came after `before`, as one that remembers the way to it."""
    chances = before.chances + (before.current_player == CHANCE)
    return State(
        state.game, state.position, before, state.action, before.seed, chances, state.transition
    )
