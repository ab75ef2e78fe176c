"""The course of plays: who is ahead, by how much, and when it is decided.

A position is worth to a seat what part of random playouts from it the seat wins. Where all win or
lose together there are two sides, all of them and the game. Playouts are a fixed number from a
fixed seed, never as many as fit a time: a report follows from its seed.
Measures after Browne, Automatic generation and evaluation of recombination games (2008).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from math import log, sqrt
from typing import Final, TypeAlias

import attrs

from interpreter.facts.together import is_together
from interpreter.game import Game
from interpreter.report.scores import POINTS, looked_at
from interpreter.report.seats import returns_from, share
from interpreter.state import State

TRIES: Final = 48
"""Playouts from each."""

Sides: TypeAlias = Callable[[Sequence[Fraction | int]], tuple[float, ...]]
"""Of the returns of a play: what each side has of it."""


@attrs.frozen
class Trace:
    """One play: at each point what it is worth to each side, and who won."""

    worths: tuple[tuple[float, ...], ...]
    won: tuple[float, ...]


@attrs.frozen
class Course:
    """What some plays have in common.

    `winner`: at each point the mean worth of those who win. `uncertainty`: at each point the mean
    entropy of the worths, from 0 (decided) to 1 (open). `lead_changes`: how often in a play
    another seat comes to lead by more than playouts are off by chance. `drama`: how far behind
    fair those who win come, on average, at their worst. `decided`: from which part of a play on
    the winner is never behind fair again, in the middle play.
    """

    games: int
    tries: int
    winner: tuple[float, ...]
    uncertainty: tuple[float, ...]
    lead_changes: float
    drama: float
    decided: float


def course(game: Game, plays: Iterable[State], seed: int) -> Course | None:
    """Return the course of plays that are over; None without native code, which plays them on."""
    if game.native() is None:
        return None
    sides_of = _all_or_game if is_together(game.spec) else _seats
    traces = [trace for at, end in enumerate(plays) if (trace := _trace(end, seed, at, sides_of))]
    if not traces:
        return None
    sides = len(traces[0].won)
    fair, noise = 1 / sides, 2 * sqrt(0.25 / TRIES)
    winners = [[_of_winner(trace, at) for trace in traces] for at in range(POINTS)]
    unsure = [[_entropy(trace.worths[at]) for trace in traces] for at in range(POINTS)]
    decided = sorted(_decided(trace, fair) for trace in traces)
    return Course(
        len(traces),
        TRIES,
        tuple(sum(values) / len(values) for values in winners),
        tuple(sum(values) / len(values) for values in unsure),
        sum(_lead_changes(trace, noise) for trace in traces) / len(traces),
        sum(_behind(trace, fair, noise) for trace in traces) / len(traces),
        decided[len(decided) // 2],
    )


def _trace(end: State, seed: int, number: int, sides_of: Sides) -> Trace | None:
    chosen = looked_at(end)
    if not chosen:
        return None
    numbered = enumerate(chosen, number * POINTS)
    worths = [_worth(state, seed, at, sides_of) for at, state in numbered]
    if any(worth is None for worth in worths):
        return None
    won = sides_of(end.returns)
    return Trace(tuple(worth for worth in worths if worth is not None), won)


def _worth(state: State, seed: int, number: int, sides_of: Sides) -> tuple[float, ...] | None:
    """Return what each side has of playouts from a state; None where native code gives up."""
    returns = returns_from(state, seed, range(number * TRIES, (number + 1) * TRIES))
    if returns is None:
        return None
    sides = zip(*[sides_of(won) for won in returns], strict=True)
    return tuple(sum(side) / TRIES for side in sides)


def _all_or_game(returns: Sequence[Fraction | int]) -> tuple[float, ...]:
    return float(returns[0] > 0), float(returns[0] <= 0)


def _seats(returns: Sequence[Fraction | int]) -> tuple[float, ...]:
    return tuple(share(returns, seat) for seat in range(len(returns)))


def _of_winner(trace: Trace, at: int) -> float:
    return sum(w * part for w, part in zip(trace.worths[at], trace.won, strict=True))


def _entropy(worth: tuple[float, ...]) -> float:
    if len(worth) == 1:
        return 0.0
    return -sum(part * log(part) for part in worth if part > 0) / log(len(worth))


def _lead_changes(trace: Trace, noise: float) -> int:
    leader, changes = None, 0
    for worth in trace.worths:
        first, second = (*sorted(worth, reverse=True), 0.0)[:2]
        ahead = worth.index(first)
        if first - second > noise and ahead != leader:
            changes += leader is not None
            leader = ahead
    return changes


def _behind(trace: Trace, fair: float, noise: float) -> float:
    """Return how far below fair the winner came, what playouts are off by chance left out."""
    least = min(_of_winner(trace, at) for at in range(POINTS))
    return max(0.0, fair - least - noise)


def _decided(trace: Trace, fair: float) -> float:
    behind = [at for at in range(POINTS) if _of_winner(trace, at) < fair]
    return (behind[-1] + 1) / POINTS if behind else 0.0
