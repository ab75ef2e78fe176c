"""Whether a bot that has a second for a choice answers within it, all along whole games.

    RULELANG_CACHE=$(mktemp -d) python -m benchmarks.clocks whist pergamon

Each game in which something is hidden, with the most players, and the texts of `tests/texts/dealt`
are played to their ends: one seat by a tree search, the others at random. Seconds by the clock on
the wall and of the processor, from the first choice on: compiling, following and redealing
included. Beside other work the clock on the wall tells how long the bot waited for it, too.
"""

from __future__ import annotations

import argparse
import random
import sys
from time import monotonic, process_time
from typing import Final

import attrs

from benchmarks.redeals import at, hidden_games
from interpreter import Belief, Game, SeatView, TreeSearch
from interpreter.tree import followers

_HEAD: Final = (
    "| game | players | choices | first | median | most | most of the processor | late |\n"
    "|---|---:|---:|---:|---:|---:|---:|---:|\n"
)
_LATE: Final = 0.1
"""Seconds beyond its time after which an answer is late."""


@attrs.define
class Answers:
    """What each choice of a bot took, in seconds: by the clock on the wall, of the processor."""

    seconds: float
    wall: list[float] = attrs.field(factory=list)
    processor: list[float] = attrs.field(factory=list)

    def row(self, name: str, players: int) -> str:
        """Return a row of the table."""
        late = sum(spent > self.seconds + _LATE for spent in self.wall)
        figures = (self.wall[0], at(self.wall, 0.5), max(self.wall), max(self.processor))
        told = " | ".join(f"{figure:.2f}" for figure in figures)
        return f"| {name} | {players} | {len(self.wall)} | {told} | {late} |\n"


def measure(game: Game, seed: int, answers: Answers, most: int) -> None:
    """Play a game, one seat by a bot, until it has chosen `most` times."""
    rng = random.Random(seed)
    seat = seed % len(game.players)
    bot = TreeSearch(seed=seed, seconds=answers.seconds)
    belief = Belief.start(game, seat, seed=seed)
    state = game.start(seed=seed)
    while not state.is_terminal and len(answers.wall) < most:
        if state.current_player == seat:
            wall, processor = monotonic(), process_time()
            action = bot.choose(SeatView(state, belief)).id
            answers.wall.append(monotonic() - wall)
            answers.processor.append(process_time() - processor)
        else:
            action = rng.choice(followers(state))
        state = state.apply(action)


def main() -> None:
    """Measure, and write a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="all without")
    parser.add_argument("--seconds", type=float, default=1.0, help="for a choice (1)")
    parser.add_argument("--most", type=int, default=10_000, help="choices of a bot in a game")
    parser.add_argument("--seed", type=int, default=0)
    told = parser.parse_args()
    sys.stdout.write(_HEAD)
    for name, game in hidden_games(told.games):
        answers = Answers(told.seconds)
        measure(game, told.seed, answers, told.most)
        sys.stdout.write(answers.row(name, len(game.players)))
        sys.stdout.flush()


if __name__ == "__main__":
    main()
