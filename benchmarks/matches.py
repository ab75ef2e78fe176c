"""Let bots play each other, seats swapped, and say how often the first one wins.

    python -m benchmarks.matches breakthrough mcts:400 mc:400 --games 400 --processes 2

Each pair of games has one seed, which settles chance and both bots, and is played with the seats
exchanged. A win counts 1 and a draw one half; the interval is Wilson's, of 95 %. Games for two, or
for two sides that sit alternately, as the partners of Whist do. A tree grows on one thread: bots
that think by the clock have equal time. `--processor`: their clock counts seconds of the
processor, so that a machine which others use as well takes nothing from either.

`--horizon` and `--other-horizon` say where the bots cut playouts. `--told`: they are told the
position as it is, which is no advantage where what is hidden follows from what lies open, and
saves the time of following it.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from time import monotonic, process_time
from typing import Final

import attrs

from interpreter import Belief, Bot, Game, SeatView, State, TreeSearch, load
from interpreter.bots import clock, monte_carlo, tree_search
from interpreter.cli.bots import BotKind, bot_kind
from interpreter.knowledge import moves, redeal

_Z: Final = 1.96
_CLOCKED: Final = (clock, monte_carlo, tree_search, moves, redeal)
"""What looks at the clock while a bot thinks."""

_TOLD: Final = 20
"""Games after which the score so far is told on the error output."""


@attrs.frozen
class Match:
    """Two bots and a game. `width`: how many positions a bot holds possible; 0: it is told.

    `horizons`: where they cut playouts; None: where it is their habit. `by_processor`: what their
    clocks count.
    """

    game: str
    one: BotKind
    other: BotKind
    width: int
    horizons: tuple[int | None, int | None] = (None, None)
    by_processor: bool = False


@attrs.define
class Told:
    """In place of a `Belief`: the position as it is."""

    state: State | None = None

    def follow(self, state: State, *, until: float | None = None) -> None:  # noqa: ARG002
        """Take over a position, in no time."""
        self.state = state

    def sample(self, _seed: int) -> State:
        """Return it, its chance still to come."""
        assert self.state is not None, "it was followed"
        return self.state.with_seed(None)


@attrs.frozen
class Score:
    """Points of the first bot."""

    games: int
    wins: int
    draws: int

    @property
    def share(self) -> float:
        """What part of the points it has."""
        return (self.wins + self.draws / 2) / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval of 95 %.

        >>> low, high = Score(games=400, wins=240, draws=0).interval
        >>> round(low, 3), round(high, 3)
        (0.551, 0.647)
        """
        n, p = self.games, self.share
        middle = p + _Z**2 / (2 * n)
        half = _Z * sqrt(p * (1 - p) / n + _Z**2 / (4 * n * n))
        whole = 1 + _Z**2 / n
        return (middle - half) / whole, (middle + half) / whole


def play(match: Match, number: int) -> float:
    """Return what the first bot got in game `number`: 1, 0, or one half."""
    game = load(match.game)
    if match.by_processor:
        for module in _CLOCKED:
            module.__dict__["monotonic"] = process_time
        game.prepare(whole=False)
    pair, seat = divmod(number, 2)
    sides = [_bot(match.other, 2 * pair, match.horizons[1]) for _ in range(2)]
    sides[seat] = _bot(match.one, 2 * pair + 1, match.horizons[0])
    bots = [sides[player % 2] for player in range(len(game.players))]
    returns = _returns(game, bots, pair, match.width)
    if returns[0] == returns[1]:
        return 0.5
    return float((returns[0] > returns[1]) == (seat == 0))


def _bot(kind: BotKind, seed: int, horizon: int | None) -> Bot:
    bot = kind.simulated(seed)
    if isinstance(bot, TreeSearch):
        bot = attrs.evolve(bot, trees=1)
    return bot if horizon is None else attrs.evolve(bot, horizon=horizon)


def _returns(game: Game, bots: list[Bot], seed: int, width: int) -> tuple[float, ...]:
    beliefs = [
        Belief.start(game, seat, width=width, seed=seed) if width else Told()
        for seat in range(len(bots))
    ]
    state = game.start(seed=seed)
    while not state.is_terminal:
        seat = state.current_player
        state = state.apply(bots[seat].choose(SeatView(state, beliefs[seat])).id)
    return tuple(float(part) for part in state.returns)


def results(match: Match, games: int, processes: int) -> Iterator[Score]:
    """Yield the score after each pair of games."""
    wins = draws = 0
    with ProcessPoolExecutor(processes) as pool:
        told = pool.map(play, [match] * games, range(games), chunksize=2)
        for number, points in enumerate(told, start=1):
            wins += points == 1
            draws += points == 0.5
            if number % 2 == 0:
                yield Score(number, wins, draws)


def _row(match: Match, score: Score) -> str:
    low, high = score.interval
    one, other = (
        f"{kind}" if horizon is None else f"{kind}, horizon {horizon:,}"
        for kind, horizon in zip((match.one, match.other), match.horizons, strict=True)
    )
    return (
        f"| {match.game} | {one} | {other} | {score.games} | {score.wins} |"
        f" {score.draws} | {score.share:.3f} | {low:.3f} to {high:.3f} |"
    )


def main() -> None:
    """Play a match and write its result."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("one", type=bot_kind)
    parser.add_argument("other", type=bot_kind)
    parser.add_argument("--games", type=int, default=400, help="an even number")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--width", type=int, default=512, help="positions that a bot holds")
    parser.add_argument("--told", action="store_true", help="bots are told the position")
    parser.add_argument("--processor", action="store_true", help="clocks count its seconds")
    parser.add_argument("--horizon", type=int, help="where the first one cuts playouts")
    parser.add_argument("--other-horizon", type=int, help="where the other one does")
    parsed = parser.parse_args()
    width = 0 if parsed.told else parsed.width
    horizons = (parsed.horizon, parsed.other_horizon)
    match = Match(parsed.game, parsed.one, parsed.other, width, horizons, parsed.processor)
    began = monotonic()
    for score in results(match, parsed.games, parsed.processes):
        if score.games % _TOLD == 0 or score.games >= parsed.games - 1:
            stream = sys.stdout if score.games >= parsed.games - 1 else sys.stderr
            stream.write(f"{_row(match, score)} {monotonic() - began:.0f} s |\n")


if __name__ == "__main__":
    main()
