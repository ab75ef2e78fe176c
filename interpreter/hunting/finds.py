"""States worth going back to: those where something stood at a value never seen before.

A play that went further than others is where the next one begins, so that what takes many rare
steps is found step by step (Ecoffet, Huizinga, Lehman, Stanley and Clune: First return, then
explore, 2021).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from random import Random

import attrs

from interpreter.state import State

KEPT = 1_000
"""States kept of one game."""

_WORD = 8


@attrs.define(eq=False)
class Finds:
    """The states of one game where something was new, and all that was seen so far."""

    random: Random
    _seen: set[tuple[int, Hashable]] = attrs.field(init=False, factory=set)
    _states: list[State] = attrs.field(init=False, factory=list)
    _tried: list[int] = attrs.field(init=False, factory=list)

    def note(self, state: State) -> bool:
        """Look at a state, and keep it if something in it is new; return whether it is."""
        before = len(self._seen)
        self._seen.update(_changed(state))
        if len(self._seen) == before:
            return False
        if state.is_terminal:
            return True
        if len(self._states) < KEPT:
            self._states.append(state)
            self._tried.append(0)
        else:
            at = self.random.randrange(KEPT)
            self._states[at], self._tried[at] = state, 0
        return True

    def start(self) -> State | None:
        """Return a state to begin from, those seldom tried before; None where there is none."""
        if not self._states:
            return None
        some = [self.random.randrange(len(self._states)) for _ in range(3)]
        at = min(some, key=lambda each: self._tried[each])
        self._tried[at] += 1
        return self._states[at]


def _changed(state: State) -> Iterator[tuple[int, Hashable]]:
    """Yield what stands where in a state, for all places that the last step has changed."""
    held = state.held.compiled
    before = None if state.previous is None else state.previous.held.compiled
    if held is None:
        yield from enumerate(state.position.cells)
    elif before is None:
        yield from enumerate(held.flat)
    else:
        end = len(held.flat) // _WORD * _WORD
        then = memoryview(before.flat)[:end].cast("Q")
        now = memoryview(held.flat)[:end].cast("Q")
        for at in [
            at for at, pair in enumerate(zip(then, now, strict=True)) if pair[0] != pair[1]
        ]:
            yield from enumerate(held.flat[_WORD * at : _WORD * (at + 1)], _WORD * at)
        yield from enumerate(held.flat[end:], end)
