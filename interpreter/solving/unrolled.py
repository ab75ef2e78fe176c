"""The whole tree of a small game in lists: what sweeps over all histories go through.

Nodes are numbered level by level, so that those after a node have larger numbers, and all nodes
of one information state lie in one level: how many choices and outcomes of chance there were is
public (Ref §5).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Final

import attrs

from interpreter.game import Game
from interpreter.load import UsageError
from interpreter.position import CHANCE
from interpreter.solving.sized import about, passes, rounded
from interpreter.state import State

HISTORIES: Final = 100_000
"""Histories that are unrolled at most."""


class TooLargeToSolve(UsageError):
    """The game has more histories than may be kept."""


@attrs.frozen
class Choice:
    """An information state: who has it, what he has seen and done, and what he may choose.

    `state`: one of those that it may be, for whoever decides what is chosen there.
    """

    player: int
    known: tuple[Hashable, ...]
    actions: tuple[str, ...]
    state: State = attrs.field(eq=False, repr=False)


@attrs.frozen
class Unrolled:
    """A tree, by the numbers of its nodes; node 0 is the start.

    `after`: the nodes that follow. `weights`: their probabilities at chance points, else ().
    `choices`: the number of the information state, -1 at chance points and ends. `returns`: of
    each player, () where play goes on. `levels`: the numbers of the first nodes of each level, and
    of all nodes.
    """

    players: int
    after: tuple[tuple[int, ...], ...]
    weights: tuple[tuple[float, ...], ...]
    choices: tuple[int, ...]
    returns: tuple[tuple[float, ...], ...]
    levels: tuple[int, ...]
    states: tuple[Choice, ...]


def unrolled(
    game: Game, most: int = HISTORIES, progress: Callable[[int], None] | None = None
) -> Unrolled:
    """Return the tree of a game; `progress` is told how many histories were found.

    >>> from interpreter import load
    >>> tree = unrolled(load("kuhn_poker"))
    >>> len(tree.after), len(tree.states), len(tree.levels) - 1
    (58, 12, 6)

    Raises:
        TooLargeToSolve: there are more than `most` histories.
    """
    if passes(game, most, progress):
        raise TooLargeToSolve(_too_large(game, most))
    making = _Making(len(game.players))
    level = [game.start()]
    found = 1
    while level:
        making.levels.append(len(making.after))
        coming: list[State] = []
        for state in level:
            further = making.add(state, found)
            coming += further
            found += len(further)
            if progress is not None:
                progress(found)
        level = coming
    return making.made()


def _too_large(game: Game, most: int) -> str:
    guess = about(game)
    told = f"; random plays tell of about {rounded(guess)}" if guess > most else ""
    return f"{game.name} has more than {most:,} histories: too many to go through all{told}"


class _Making:
    def __init__(self, players: int) -> None:
        self.players = players
        self.after: list[tuple[int, ...]] = []
        self.weights: list[tuple[float, ...]] = []
        self.choices: list[int] = []
        self.returns: list[tuple[float, ...]] = []
        self.levels: list[int] = []
        self.known: dict[tuple[int, tuple[Hashable, ...]], int] = {}
        self.states: list[Choice] = []

    def add(self, state: State, first: int) -> list[State]:
        """Note a node, whose followers are numbered from `first`; return them."""
        weights: tuple[float, ...] = ()
        choice = -1
        numbers: tuple[int, ...] = ()
        if state.current_player == CHANCE:
            outcomes = state.chance_outcomes
            numbers = tuple(number for number, _ in outcomes)
            weights = tuple(float(weight) for _, weight in outcomes)
        elif not state.is_terminal:
            numbers = state.legal_ids
            choice = self._choice(state)
        self.after.append(tuple(range(first, first + len(numbers))))
        self.weights.append(weights)
        self.choices.append(choice)
        self.returns.append(tuple(map(float, state.returns)) if state.is_terminal else ())
        return [state.child(number) for number in numbers]

    def _choice(self, state: State) -> int:
        player = state.current_player
        known = state.information_state(player)
        number = self.known.setdefault((player, known), len(self.states))
        if number == len(self.states):
            actions = tuple(str(action) for action in state.legal_actions)
            self.states.append(Choice(player, known, actions, state))
        return number

    def made(self) -> Unrolled:
        return Unrolled(
            self.players,
            tuple(self.after),
            tuple(self.weights),
            tuple(self.choices),
            tuple(self.returns),
            (*self.levels, len(self.after)),
            tuple(self.states),
        )
