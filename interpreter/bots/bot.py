"""What a bot is, and what it may look at.

A bot sees a `View`: what its seat sees, and plays that its seat could not tell from the real one.
The true state is not to be had from it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

import attrs

from interpreter.choice import Action
from interpreter.game import Game
from interpreter.redeal import Belief
from interpreter.state import State


class View(Protocol):
    """A choice point as the seat that is to choose sees it."""

    @property
    def game(self) -> Game:
        """The game that is played."""

    @property
    def player(self) -> int:
        """The seat."""

    @property
    def moment(self) -> int:
        """How many choices and chance outcomes there were so far, which is public."""

    @property
    def legal_actions(self) -> Sequence[Action]:
        """What may be chosen, by ascending id."""

    def observation(self) -> Mapping[str, object]:
        """Return what the seat can see now."""

    def information_state(self) -> tuple[object, ...]:
        """Return all that the seat has seen and done so far."""

    def redeal(self, seed: int) -> State:
        """Return a play that this seat could not tell from the real one.

        Raises:
            RedealExhausted: none was found.
        """


class Bot(Protocol):
    """Somebody who chooses. Nothing is kept between choices: equal views, equal answers.

    >>> from interpreter import Session, load
    >>> class First:
    ...     def choose(self, view):
    ...         return view.legal_actions[0]
    >>> Session(load("tic_tac_toe"), {"X": First(), "O": First()}, seed=1).state.history
    (0, 1, 2, 3, 4, 5, 6)
    """

    def choose(self, view: View) -> Action:
        """Return one of `view.legal_actions`."""


@attrs.frozen(eq=False)
class SeatView:
    """The view of the player who is to choose. `belief` is his, and taken along the play."""

    _state: State
    _belief: Belief

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._state.game

    @property
    def player(self) -> int:
        """The seat."""
        return self._state.current_player

    @property
    def moment(self) -> int:
        """How many choices and chance outcomes there were so far."""
        return len(self._state.history)

    @property
    def legal_actions(self) -> Sequence[Action]:
        """What may be chosen, by ascending id."""
        return self._state.legal_actions

    def observation(self) -> Mapping[str, object]:
        """Return what the seat can see now."""
        return self._state.observation(self.player)

    def information_state(self) -> tuple[object, ...]:
        """Return all that the seat has seen and done so far."""
        return self._state.information_state(self.player)

    def redeal(self, seed: int) -> State:
        """Return a play that this seat could not tell from the real one.

        Raises:
            RedealExhausted: none was found.
        """
        self._belief.follow(self._state)
        return self._belief.sample(seed)
