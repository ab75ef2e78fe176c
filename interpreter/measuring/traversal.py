"""Go through all of a small game: every history, every position, every information state.

What takes memory or time without end is bounded by `most`, and says so when it is passed. Chance
is a branch like any other; weights are `state.chance_outcomes`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from interpreter import arguments
from interpreter.game import Game
from interpreter.position import CHANCE
from interpreter.state import State
from interpreter.tree import Key, key

MOST = 1_000_000


class TraversalTooLarge(Exception):
    """The game has more than may be gone through; the message says more of what."""


def histories(game: Game, *, depth: int | None = None, most: int = MOST) -> Iterator[State]:
    """Yield a state for every history, the start first, each before those that go on from it.

    Histories that end in equal positions are different histories. Only the way to the state at
    hand is kept in memory.

    Args:
        game: what is gone through.
        depth: how many choices and outcomes of chance at most; None: to the end.
        most: how many states at most.

    >>> from interpreter import load
    >>> game = load("kuhn_poker")
    >>> sum(1 for _ in histories(game)), sum(state.is_terminal for state in histories(game))
    (58, 30)

    Raises:
        ValueError: `depth` is below 0.
        TypeError: `depth` or `most` is no whole number, or `game` no game.
        TraversalTooLarge: there are more than `most`.
    """
    depth, most = _asked(game, depth, most)
    return _histories(game, depth, most)


def _asked(game: Game, depth: int | None, most: int) -> tuple[int | None, int]:
    """Return how deep to go and how much to go through, before anybody begins."""
    arguments.expect(game, Game, arguments.GAME)
    depth = arguments.whole_or_none(depth, "a depth is a whole number from 0", 0)
    return depth, arguments.whole(most, arguments.MOST)


def _histories(game: Game, depth: int | None, most: int) -> Iterator[State]:
    waiting = [iter([game.start()])]
    found = 0
    while waiting:
        state = next(waiting[-1], None)
        if state is None:
            waiting.pop()
            continue
        found += 1
        _hold(found, most, "histories")
        yield state
        if depth is None or len(waiting) <= depth:
            waiting.append(_children(state))


def all_states(game: Game, *, depth: int | None = None, most: int = MOST) -> Iterator[State]:
    """Yield a state for every position that can be reached, nearest to the start first.

    Positions whose clocks differ are different here, as they may go on differently. Each state
    has the first way that was found to it, one of the shortest.

    >>> from interpreter import load
    >>> sum(1 for _ in all_states(load("tic_tac_toe"), depth=2))
    82

    Raises:
        ValueError: `depth` is below 0.
        TypeError: `depth` or `most` is no whole number, or `game` no game.
        TraversalTooLarge: there are more than `most`.
    """
    depth, most = _asked(game, depth, most)
    return _all_states(game, depth, most)


def _all_states(game: Game, depth: int | None, most: int) -> Iterator[State]:
    start = game.start()
    seen: set[Key] = {key(start)}
    level = [start]
    yield start
    while level and (depth is None or depth > 0):
        depth = None if depth is None else depth - 1
        further: list[State] = []
        for state in level:
            for child in _children(state):
                if key(child) not in seen:
                    seen.add(key(child))
                    _hold(len(seen), most, "positions")
                    further.append(child)
                    yield child
        level = further


def information_states(
    game: Game, player: int, *, depth: int | None = None, most: int = MOST
) -> Iterator[tuple[tuple[Hashable, ...], State]]:
    """Yield every information state at which `player` is to choose, with one state that has it.

    What may be chosen there is that state's `legal_actions`: it is the same for all of them.

    >>> from interpreter import load
    >>> len(list(information_states(load("kuhn_poker"), 0)))
    6

    Raises:
        ValueError: there is no such player, or `depth` is below 0.
        TypeError: one of these or `most` is no whole number, or `game` no game.
        TraversalTooLarge: there are more than `most` histories.
    """
    depth, most = _asked(game, depth, most)
    return _information_states(game, arguments.player_of(game.players, player), depth, most)


def _information_states(
    game: Game, player: int, depth: int | None, most: int
) -> Iterator[tuple[tuple[Hashable, ...], State]]:
    seen: set[tuple[Hashable, ...]] = set()
    for state in _histories(game, depth, most):
        if state.current_player == player:
            known = state.information_state(player)
            if known not in seen:
                seen.add(known)
                yield known, state


def _children(state: State) -> Iterator[State]:
    if state.current_player == CHANCE:
        for outcome, _ in state.chance_outcomes:
            yield state.child(outcome)
    else:
        for number in state.legal_ids:
            yield state.child(number)


def _hold(found: int, most: int, what: str) -> None:
    if found > most:
        raise TraversalTooLarge(f"there are more than {most:,} {what}; give a depth or allow more")
