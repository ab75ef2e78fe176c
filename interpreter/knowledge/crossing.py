"""One step of a real play, and the steps of other plays that a player could not tell from it.

Native code takes the steps where it can tell what he sees of them; where it cannot, as where a
text with values in it is said, the reference does.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import attrs

from interpreter.engines.held import Held
from interpreter.faults import BudgetExceeded, RuleFault
from interpreter.knowledge.evidence import Needs, meets
from interpreter.position import CHANCE
from interpreter.reference import stepping
from interpreter.reference.events import Ended, Event, project
from interpreter.state import State

if TYPE_CHECKING:
    from interpreter.game import Game
    from interpreter.native import ObserverLog


@attrs.frozen(slots=False)
class Step:
    """A step of a real play: what one player did and saw of it, and who is to decide then.

    `chosen`: his own choice; None where others or chance decided.
    """

    player: int
    actor: int
    chosen: int | None
    next_actor: int
    _look: Callable[[], tuple[Event, ...]]

    @cached_property
    def seen(self) -> tuple[Event, ...]:
        """What he saw; it is looked at where native code does not tell it."""
        return self._look()


def seen_step(before: State, after: State, player: int) -> Step:
    """Return what a player knows of the step between two states of a play."""
    actor = before.current_player
    chosen = after.action if actor == player else None
    return Step(player, actor, chosen, after.current_player, lambda: after.effects(player))


class Crosser:
    """Takes steps from possible positions, beside one step of the real play."""

    def __init__(self, before: State, after: State, player: int) -> None:
        self.step = seen_step(before, after, player)
        self._log = _expecting(before, after, player)

    def ways(self, state: State) -> tuple[tuple[int, int], ...]:
        """Return the numbers that may have been taken, each with its whole share."""
        chosen = self.step.chosen
        if chosen is not None:
            return ((chosen, 1),) if state.held.takes(chosen) else ()
        if self.step.actor != CHANCE:
            return tuple([(number, 1) for number in state.legal_ids])
        return state.held.outcomes

    def arrive(self, before: State, number: int) -> State | None:
        """Return the state after one of the `ways`; None where the player saw something else."""
        held = before.held.compiled
        if self._log is not None and held is not None:
            told, flat = self._log.arrive(held.flat, number)
            if told:
                return None if flat is None else _beside(before, held.beside(flat), number)
        try:
            state = onward_seeing(before, number, self.step.player, self.step.seen)
        except (RuleFault, BudgetExceeded):
            return None  # play would have ended there, and it did not
        if state is None or state.current_player != self.step.next_actor:
            return None
        return _beside(before, before.held.likewise(state.held.plain), number)


class Holding:
    """Says of states whether what must lie somewhere does."""

    def __init__(self, needs: Needs) -> None:
        self._needs = needs
        self._natively: Callable[[bytes], bool] | None = None

    def by(self, state: State) -> bool:
        """Return whether it does in a state."""
        if not self._needs:
            return True
        held = state.held.compiled
        if held is None:
            return meets(state.position, self._needs)
        if self._natively is None:
            self._natively = held.engine.codec.canonical.holding(self._needs)
        return self._natively(held.flat)


def place_of(state: State) -> Hashable:
    """Return what states at one position share, clocks included, and others do not."""
    return state.held.key


def _beside(before: State, held: Held, number: int) -> State:
    """Return a state that a number led to, and which does not remember from where."""
    return State.of(before.game, held, action=number)


def _expecting(before: State, after: State, player: int) -> ObserverLog | None:
    """Return what tells natively which steps look like one; None where the reference has to."""
    held = before.held.compiled
    if held is None or after.action is None:
        return None
    if is_compared(after):
        return None
    log = _observer_log(before.game)
    if log is None or not log.expect(held.flat, after.action, player):
        return None
    return log


def is_compared(after: State) -> bool:
    """Return whether the end tells what players were compared by, which native code does not."""
    return after.is_terminal and any(
        isinstance(event, Ended) and event.reasons for event in after.transition
    )


def _observer_log(game: Game) -> ObserverLog | None:
    from interpreter.native import find_observer_log  # noqa: PLC0415 - LLVM

    return find_observer_log(game)


def onward_seeing(state: State, number: int, player: int, seen: tuple[Event, ...]) -> State | None:
    """Return the state after a legal action or an outcome if `player` sees just `seen` come about.

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

    reached = stepping.take_while(state.game.layout, state.position, number, agrees)
    if reached is None or not agrees(reached[1]) or agreed < len(seen):
        return None
    return State(state.game, reached[0], action=number, transition=reached[1])


def linked(state: State, before: State) -> State:
    """Return `state`, which came after `before`, as one that remembers the way to it."""
    return state.linked(before, before.chances + (before.current_player == CHANCE))
