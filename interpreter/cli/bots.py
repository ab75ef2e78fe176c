"""Which bots somebody may ask for: `random`, `mc`, `mc:PLAYOUTS`."""

from __future__ import annotations

import argparse

import attrs

from interpreter.bots import Bot, MonteCarlo, Uniform
from interpreter.cli.arguments import natural

# What a Monte Carlo bot may spend on a choice. Small games never come near the seconds, so that
# they go the same way on every machine; large ones stay playable.
_PLAYOUTS = 400
_STEPS, _SECONDS = 6_000, 2.0
_STEPS_AMONG_BOTS, _SECONDS_AMONG_BOTS = 1_000, 0.5
_PLAYOUTS_IN_SIMULATIONS = 50


@attrs.frozen
class BotKind:
    """Which bot takes a seat; `playouts` None: as many as suit the occasion."""

    name: str
    playouts: int | None = None

    def make(self, seed: int, *, among_bots: bool) -> Bot:
        """Return such a bot; where no people wait for it, it thinks less."""
        if self.name == "random":
            return Uniform(seed)
        if self.playouts is not None:
            return MonteCarlo(seed, self.playouts)
        if among_bots:
            return MonteCarlo(seed, _PLAYOUTS, _STEPS_AMONG_BOTS, _SECONDS_AMONG_BOTS)
        return MonteCarlo(seed, _PLAYOUTS, _STEPS, _SECONDS)

    def simulated(self, seed: int) -> Bot:
        """Return such a bot whose choices follow from the seed alone."""
        if self.name == "random":
            return Uniform(seed)
        return MonteCarlo(seed, self.playouts or _PLAYOUTS_IN_SIMULATIONS)

    def __str__(self) -> str:
        return self.name if self.playouts is None else f"{self.name}:{self.playouts}"


def bot_kind(text: str) -> BotKind:
    """Return the kind of bot that `text` names, or say that there is none."""
    name, _, count = text.partition(":")
    if name == "random" and not count:
        return BotKind(name)
    if name == "mc" and (":" not in text or natural(count) > 0):
        return BotKind(name, int(count) if count else None)
    raise argparse.ArgumentTypeError(f"`{text}` is no bot; there are random, mc and mc:PLAYOUTS")
