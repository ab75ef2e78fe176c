"""What a run gives, who can be run, and how somebody is run for some time of the processor.

All times are seconds of the processor (CPU), not of the clock on the wall: other work on the
machine takes nothing from them, apart from shared caches and clock rates.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

import attrs


@attrs.frozen
class Measurement:
    """Random playouts of a game, from start to end.

    `choices` counts all points where a player picked, `decisions` those with at least two legal
    actions; None where the peer does not count them. `returns`: the mean for each seat.
    """

    playouts: int
    choices: int
    decisions: int | None
    cpu_s: float
    returns: tuple[float, ...]

    @property
    def rate(self) -> float:
        """Playouts in a second of the processor."""
        return self.playouts / self.cpu_s

    @property
    def mean_length(self) -> float:
        """Choices in a playout."""
        return self.choices / self.playouts


class Peer(Protocol):
    """Whoever plays random games of one kind."""

    @property
    def name(self) -> str:
        """What the peer is called; one name for all games."""

    @property
    def game(self) -> str:
        """The name of the game."""

    def run(self, seconds: float, seed: int) -> Measurement:
        """Play for at least so many seconds of the processor; the seed decides the choices."""


@attrs.frozen
class Missing:
    """A peer that cannot be run here, and why."""

    name: str
    reason: str


def add(parts: list[Measurement]) -> Measurement:
    """Return several measurements of one peer and game as one.

    >>> one = Measurement(2, 6, 4, 0.5, (1.0, -1.0))
    >>> two = Measurement(6, 18, 12, 0.5, (0.0, 0.0))
    >>> add([one, two])
    Measurement(playouts=8, choices=24, decisions=16, cpu_s=1.0, returns=(0.25, -0.25))
    """
    playouts = sum(part.playouts for part in parts)
    decisions = [part.decisions for part in parts if part.decisions is not None]
    return Measurement(
        playouts,
        sum(part.choices for part in parts),
        sum(decisions) if len(decisions) == len(parts) else None,
        sum(part.cpu_s for part in parts),
        tuple(
            sum(part.returns[seat] * part.playouts for part in parts) / playouts
            for seat in range(len(parts[0].returns))
        ),
    )


def run_batches(play: Callable[[int, int], Measurement], seconds: float, seed: int) -> Measurement:
    """Call `play(n, seed)` with more and more playouts until they took so many seconds.

    The last batch takes about an eighth of them, so that little more is done than asked. Each
    batch has a seed of its own.
    """
    parts: list[Measurement] = []
    spent, n = 0.0, 1
    while spent < seconds:
        part = play(n, seed * 1_000_003 + len(parts))
        parts.append(part)
        spent += part.cpu_s
        if part.cpu_s < seconds / 16:
            n *= 4 if part.cpu_s < seconds / 64 else 2
    return add(parts)


def cpu_time() -> float:
    """Return the seconds that the processor has spent on this process."""
    return time.process_time()
