"""Which bots somebody may ask for: `random`, `mc` and `mcts`, and how much they may think."""

from __future__ import annotations

import argparse
import math
import os
from collections.abc import Mapping
from typing import Final

import attrs

from interpreter.bots import Bot, MonteCarlo, TreeSearch, Uniform
from interpreter.cli.arguments import natural
from interpreter.knowledge.redeal import WIDTH

WORDS: Final[Mapping[str, bool]] = {"random": False, "mc": True, "mcts": True}
"""The words of bots, and whether a number of plays or a time may stand behind each."""

KINDS = (
    "`random`, `mc` (flat Monte Carlo) or `mcts` (tree search); `mc:400` and `mcts:400` try out\
 so many plays for a choice, `mcts:2s` as many as 2 seconds allow"
)
"""What `--bot` may say, for help texts."""

# What a bot may spend on a choice. Small games never come near the seconds, so that they go the
# same way on every machine; large ones stay playable.
_PLAYOUTS = 400
_STEPS, _SECONDS = 6_000, 2.0
_STEPS_AMONG_BOTS, _SECONDS_AMONG_BOTS = 1_000, 0.5
_PLAYOUTS_IN_SIMULATIONS = 50
_ITERATIONS = 10_000
_MANY = 1 << 40
_TREES = 4


@attrs.frozen
class BotKind:
    """Which bot takes a seat; without `playouts` and `seconds` it thinks as suits the occasion."""

    name: str
    playouts: int | None = None
    seconds: float | None = None

    def make(self, seed: int, *, among_bots: bool) -> Bot:
        """Return such a bot; where no people wait for it, it thinks less."""
        if self.name == "random" or self._is_bounded:
            return self.simulated(seed)
        seconds = _SECONDS_AMONG_BOTS if among_bots else _SECONDS
        if self.name == "mcts":
            return TreeSearch(seed, _ITERATIONS, seconds)
        steps = _STEPS_AMONG_BOTS if among_bots else _STEPS
        return MonteCarlo(seed, _PLAYOUTS, steps, seconds)

    def simulated(self, seed: int) -> Bot:
        """Return such a bot whose choices follow from the seed alone, if no seconds are named."""
        if self.name == "random":
            return Uniform(seed)
        playouts = self.playouts if self._is_bounded else _PLAYOUTS_IN_SIMULATIONS
        if self.name == "mcts":
            trees = 1 if self.seconds is None else min(_TREES, os.cpu_count() or 1)
            return TreeSearch(seed, playouts, self.seconds, trees=trees)
        return MonteCarlo(seed, playouts or _MANY, seconds=self.seconds)

    @property
    def _is_bounded(self) -> bool:
        return self.playouts is not None or self.seconds is not None

    def __str__(self) -> str:
        bound = self.playouts if self.seconds is None else f"{self.seconds:g}s"
        return self.name if bound is None else f"{self.name}:{bound}"


def add_width(parser: argparse.ArgumentParser) -> None:
    """Let a command say how many positions a bot holds possible."""
    parser.add_argument(
        "--width",
        type=natural,
        default=WIDTH,
        metavar="W",
        help=f"positions that a bot holds possible where something is hidden ({WIDTH}); "
        "with fewer, large games go faster",
    )


def bot_kind(text: str) -> BotKind:
    """Return the kind of bot that `text` names, or say that there is none."""
    name, colon, amount = text.partition(":")
    if name in WORDS and not colon:
        return BotKind(name)
    if WORDS.get(name, False):
        if amount.endswith("s"):
            return BotKind(name, seconds=_seconds(amount.removesuffix("s")))
        if natural(amount) > 0:
            return BotKind(name, int(amount))
    raise argparse.ArgumentTypeError(f"`{text}` is no bot; there are {KINDS}")


def _seconds(text: str) -> float:
    """Return a time above 0, or say that `text` is none."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds < math.inf:
        raise argparse.ArgumentTypeError(f"`{text}s` is no time above 0, such as 2s or 0.5s")
    return seconds
