"""What redeals cost all along random plays, and whether a belief ever runs dry.

    python -m benchmarks.redeals --plays 100

Each game in which something is hidden, with the most players, and the texts of `tests/texts/dealt`
are played at random. One seat follows each play choice by choice, and asks for a redeal at its
own; at some of those a belief that knows nothing yet is asked for its first one. Milliseconds of
the processor; code is compiled before.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from time import process_time
from typing import Final

import attrs

from interpreter import Belief, Game, RedealExhausted, State, load
from interpreter.tree import followers
from rulelang import pipeline, settings

GAMES: Final = Path("games")
DEALT: Final = Path("tests/texts/dealt")
_FRESH: Final = 4
"""Choices of a play at which a first redeal is asked for."""

_LONGEST: Final = 3_000
_HEAD: Final = (
    "| game | players | choices | first, median | 95 % | further, median | 95 % |"
    " following, median | 99 % | ran dry |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n"
)


@attrs.define
class Costs:
    """Milliseconds of first redeals, of further ones, and of following a choice."""

    first: list[float] = attrs.field(factory=list)
    further: list[float] = attrs.field(factory=list)
    following: list[float] = attrs.field(factory=list)
    dry: int = 0

    def row(self, name: str, players: int) -> str:
        """Return a row of the table."""
        figures = (
            (self.first, 0.5), (self.first, 0.95), (self.further, 0.5), (self.further, 0.95),
            (self.following, 0.5), (self.following, 0.99),
        )  # fmt: skip
        told = " | ".join(f"{at(costs, share):.1f}" for costs, share in figures)
        return f"| {name} | {players} | {len(self.following)} | {told} | {self.dry} |\n"


def at(costs: Sequence[float], share: float) -> float:
    """Return the figure below which such a share of some lies.

    >>> at([5, 1, 4, 2, 3], 0.5), at(range(101), 0.95)
    (3, 95)
    """
    ascending = sorted(costs)
    return ascending[min(len(ascending) - 1, int(share * len(ascending)))]


def hidden_games(names: Sequence[str]) -> Iterator[tuple[str, Game]]:
    """Yield games in which something is hidden, with the most players; all without `names`."""
    shipped, ours = (sorted(folder.glob("*.rules")) for folder in (GAMES, DEALT))
    named = [path for path in shipped + ours if path.stem in names]
    for path in named if names else shipped + ours:
        text = pipeline.read(str(path)).text
        assert text is not None, f"{path} is read by tests"
        most = max(setting.players for setting in settings.instances(text))
        game = load(str(path), players=most)
        if game.facts.hidden_information:
            yield path.stem, game


def measure(game: Game, seed: int, costs: Costs) -> None:
    """Follow a random play from one seat, and add what that costs."""
    seat, rng = seed % len(game.players), random.Random(seed)
    choices = [state for state in _played(game, rng) if state.current_player >= 0]
    own = [state for state in choices if state.current_player == seat]
    fresh = rng.sample(own, min(_FRESH, len(own)))
    belief = Belief.start(game, seat, seed=seed)
    for number, state in enumerate(choices):
        try:
            costs.following.append(_milliseconds(belief.follow, state))
            if state.current_player == seat:
                costs.further.append(_milliseconds(belief.sample, number))
            if any(state is chosen for chosen in fresh):
                costs.first.append(_milliseconds(_first, state, seat))
        except RedealExhausted:
            costs.dry += 1


def _played(game: Game, rng: random.Random) -> tuple[State, ...]:
    state = game.start()
    while not state.is_terminal and len(state.history) < _LONGEST:
        state = state.child(rng.choice(followers(state)))
    return state.path


def _milliseconds(call: Callable[..., object], *given: object) -> float:
    began = process_time()
    call(*given)
    return 1_000 * (process_time() - began)


def _first(state: State, seat: int) -> None:
    belief = Belief.start(state.game, seat)
    belief.follow(state)
    belief.sample(1)


def main() -> None:
    """Measure, and write a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="all without")
    parser.add_argument("--plays", type=int, default=100, help="random plays of each (100)")
    told = parser.parse_args()
    sys.stdout.write(_HEAD)
    for name, game in hidden_games(told.games):
        game.prepare()  # at full speed, which is not counted
        measure(game, told.plays, Costs())
        costs = Costs()
        for seed in range(told.plays):
            measure(game, seed, costs)
        sys.stdout.write(costs.row(name, len(game.players)))
        sys.stdout.flush()


if __name__ == "__main__":
    main()
