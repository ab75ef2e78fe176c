"""Count plays by depth: the numbers by which two implementations of the same rules are compared.

Counts are of paths, not of positions, yet equal positions are expanded once: a level is a map from
position to the number of paths that reach it. The map of one level is all that is kept, and it may
hold `max_positions` entries. Chance outcomes are plies like choices, unweighted. Clocks (turns
done where no rule reads their number) are part of what is merged, since they decide when a bounded
loop ends, but not of what counts as a distinct position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal, TypeAlias

import attrs

from interpreter import arguments
from interpreter.game import Game
from interpreter.position import CHANCE
from interpreter.reference.events import TurnBegan
from interpreter.state import State
from interpreter.tree import Key, followers, key, onward

Level: TypeAlias = dict[Key | bytes, tuple[State, int]]

MAX_POSITIONS = 1_000_000


class PerftTooLarge(Exception):
    """A level holds more positions than may be kept."""


@attrs.frozen
class Perft:
    """How many plays there are, by depth from 0.

    `counts[d]`: plays of exactly `d` plies. `finished[d]`: those of them that are over.
    `positions[d]`: distinct positions after `d` plies, or None where they were not asked for.
    `complete_games`: all finished plays, or None while some go on. `interrupted`: the user stopped
    the count; the depths listed are complete all the same.
    """

    counts: tuple[int, ...]
    finished: tuple[int, ...]
    positions: tuple[int, ...] | None
    complete_games: int | None
    interrupted: bool = False


@attrs.frozen
class PerftProgress:
    """Said after each depth: it has `count` plays over `positions` merged positions."""

    depth: int
    count: int
    positions: int


def perft(  # noqa: PLR0913  each keyword is one switch of the command of the same name
    game: Game,
    depth: int,
    by: Literal["choice", "turn"] = "choice",
    *,
    distinct: bool = False,
    progress: Callable[[PerftProgress], None] | None = None,
    max_positions: int = MAX_POSITIONS,
) -> Perft:
    """Count the plays of `game` up to `depth` plies.

    With `by="turn"` a ply is all that one player does until another player acts or begins a turn
    (the jumps of one multiple jump, with the chance outcomes among them); chance before the first
    choice belongs to the first ply. Ctrl-C ends the count with the depths that are done.

    >>> from interpreter import load
    >>> perft(load("tic_tac_toe"), 3).counts
    (1, 9, 72, 504)

    Raises:
        ValueError: `depth` is below 0, or `by` something else.
        TypeError: `depth` or `max_positions` is no whole number, or `game` no game.
        PerftTooLarge: a level has more than `max_positions` positions (about a kilobyte each, or a
        few).
    """
    arguments.expect(game, Game, arguments.GAME)
    depth = arguments.whole(depth, "a depth is a whole number from 0", 0)
    max_positions = arguments.whole(max_positions, arguments.MOST)
    arguments.among(by, ("choice", "turn"), "plies are counted by")
    start = game.start()
    exact = distinct or by == "turn"
    level: Level = {_place(start, exact=exact): (start, 1)}
    counts: list[int] = []
    finished: list[int] = []
    positions: list[int] = []
    interrupted = False
    try:
        while True:
            counts.append(sum(paths for _, paths in level.values()))
            finished.append(sum(paths for state, paths in level.values() if state.is_terminal))
            positions.append(len({place[0] for place in level}) if distinct else 0)
            if progress is not None:
                progress(PerftProgress(len(counts) - 1, counts[-1], len(level)))
            if len(counts) > depth or counts[-1] == finished[-1]:
                break
            if len(counts) == depth and not exact:
                last = _count_last(level)
                counts.append(last[0])
                finished.append(last[1])
                positions.append(0)
                break
            level = (
                _after_choice(level, max_positions, exact=exact)
                if by == "choice"
                else _after_turn(level, max_positions)
            )
    except KeyboardInterrupt:
        interrupted = True
    done = min(len(counts), len(finished), len(positions))
    return Perft(
        tuple(counts[:done]),
        tuple(finished[:done]),
        tuple(positions[:done]) if distinct else None,
        sum(finished) if done and counts[done - 1] == finished[done - 1] else None,
        interrupted,
    )


def complete_games(game: Game, max_positions: int = MAX_POSITIONS) -> int:
    """Return how many plays of `game` there are from start to end, however long.

    >>> from interpreter import load
    >>> complete_games(load("kuhn_poker"))
    30

    Raises:
        TypeError: `max_positions` is no whole number, or `game` no game.
        PerftTooLarge: the game has more than `max_positions` positions.
    """
    arguments.expect(game, Game, arguments.GAME)
    max_positions = arguments.whole(max_positions, arguments.MOST)
    below: dict[Key, int] = {}
    start = game.start()
    path = [start]
    while path:
        state = path[-1]
        children = () if state.is_terminal else tuple(_children(state))
        unknown = [child for child in children if key(child) not in below]
        if unknown:
            path.extend(unknown)
            continue
        path.pop()
        below[key(state)] = sum(below[key(child)] for child in children) if children else 1
        _hold(len(below), max_positions)
    return below[key(start)]


def _children(state: State) -> Iterator[State]:
    for number in followers(state):
        yield onward(state, number)


def _hold(size: int, max_positions: int) -> None:
    if size > max_positions:
        raise PerftTooLarge(
            f"there are more than {max_positions:,} positions to keep; ask for fewer plies"
        )


def _place(state: State, *, exact: bool) -> Key | bytes:
    """Return what equal positions share; flat states may tell apart what is equal."""
    compiled = None if exact else state.held.compiled
    return key(state) if compiled is None else compiled.flat


def _add(
    level: Level, state: State, paths: int, max_positions: int, *, exact: bool = True
) -> None:
    place = _place(state, exact=exact)
    known = level.get(place)
    if known is None:
        level[place] = (state, paths)
        _hold(len(level), max_positions)
    else:
        level[place] = (known[0], known[1] + paths)


def _after_choice(level: Level, max_positions: int, *, exact: bool) -> Level:
    """Return the level one choice or chance outcome further."""
    following: Level = {}
    for state, paths in level.values():
        if not state.is_terminal:
            for child in _children(state) if exact else _bare_children(state):
                _add(following, child, paths, max_positions, exact=exact)
    return following


def _count_last(level: Level) -> tuple[int, int]:
    """Return how many plays are one ply longer, and how many of those are over; none is kept."""
    plays = over = 0
    for state, paths in level.values():
        if not state.is_terminal:
            for child in _bare_children(state):
                plays += paths
                over += paths * child.is_terminal
    return plays, over


def _bare_children(state: State) -> Iterator[State]:
    """Yield what may follow, by native code where that plays."""
    for number in followers(state):
        yield state.bare_child(number)


def _after_turn(level: Level, max_positions: int) -> Level:
    """Return the level one whole turn further, merging inside the turn too."""
    following: Level = {}
    inside: dict[int | None, Level] = {None: {}}
    for state, paths in level.values():
        if not state.is_terminal:
            _add(inside[None], state, paths, max_positions)
    while inside:
        deeper: dict[int | None, Level] = {}
        for owner, states in inside.items():
            for state, paths in states.values():
                for child in _children(state):
                    acted = (
                        state.current_player
                        if owner is None and state.current_player != CHANCE
                        else owner
                    )
                    if _turn_is_over(child, acted):
                        _add(following, child, paths, max_positions)
                    else:
                        _add(deeper.setdefault(acted, {}), child, paths, max_positions)
        inside = deeper
    return following


def _turn_is_over(state: State, owner: int | None) -> bool:
    """Whether the turn of `owner`, who acted last, ended on the way to `state`."""
    if state.is_terminal:
        return True
    if owner is None:
        return False
    if state.current_player not in (CHANCE, owner):
        return True
    return any(isinstance(e, TurnBegan) and e.player != owner for e in state.transition)
