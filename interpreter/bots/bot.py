"""What a bot is, and what it may look at.

A bot sees a `View`: what its seat sees, and plays that its seat could not tell from the real one.
The true state is not to be had from it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from interpreter.action import Action
from interpreter.game import Game
from interpreter.knowledge.redeal import Belief
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

    def redeal(self, seed: int, *, until: float | None = None) -> State:
        """Return a play that this seat could not tell from the real one.

        `until`: when to stop looking for one, by `time.monotonic`.

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


class SeatView:
    """The view of the player who is to choose. `belief` is his, and taken along the play.

    The true state is in none of its attributes, nor in those of what it returns: it answers from
    functions that alone hold the state. That keeps honest bots honest and is no sandbox: a program
    can look into functions, frames and files.
    """

    __slots__ = (
        *("_actions", "_drawn", "_known", "_moment", "_player", "_redealt", "_seen", "_table"),
    )

    def __init__(self, state: State, belief: Belief) -> None:
        player = state.current_player

        def redealt(seed: int, until: float | None) -> State:
            belief.follow(state, until=until)
            return belief.sample(seed)

        self._table = state.game
        self._player = player
        self._moment: Callable[[], int] = lambda: len(state.history)
        self._actions = state.legal_actions
        self._seen: Callable[[], Mapping[str, object]] = lambda: state.observation(player)
        self._known: Callable[[], tuple[object, ...]] = lambda: state.information_state(player)
        self._redealt: Callable[[int, float | None], State] = redealt
        self._drawn: Callable[[], str] = lambda: _picture(state, player)

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._table

    @property
    def player(self) -> int:
        """The seat."""
        return self._player

    @property
    def moment(self) -> int:
        """How many choices and chance outcomes there were so far."""
        return self._moment()

    @property
    def legal_actions(self) -> Sequence[Action]:
        """What may be chosen, by ascending id."""
        return self._actions

    def _repr_svg_(self) -> str:
        """Return the picture that notebooks show: what the seat sees."""
        return self._drawn()

    def observation(self) -> Mapping[str, object]:
        """Return what the seat can see now."""
        return self._seen()

    def information_state(self) -> tuple[object, ...]:
        """Return all that the seat has seen and done so far."""
        return self._known()

    def redeal(self, seed: int, *, until: float | None = None) -> State:
        """Return a play that this seat could not tell from the real one.

        `until`: when to stop looking for one, by `time.monotonic`.

        Raises:
            RedealExhausted: none was found.
        """
        return self._redealt(seed, until)


def _picture(state: State, player: int) -> str:
    from interpreter.notebook import shown  # noqa: PLC0415 - play draws nothing

    return shown(state.game.document(), state.sight(player))
