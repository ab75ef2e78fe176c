"""What it costs to follow what a seat may hold possible, natively and on the reference engine.

    python -m benchmarks.following egemonia pergamon pergamemnon whist --width 64

One random play of each game is followed by all its seats, each to its own choices, as bots do it.
Seconds of the processor for the whole play and one seat; both engines hold the same positions, and
the ratio is of one run.
"""

from __future__ import annotations

import argparse
import random
import sys
from time import process_time
from typing import Final

from interpreter import CHANCE, Belief, Game, RedealExhausted, State, load

SEED: Final = 1


def random_play(game: Game) -> list[State]:
    """Return the states of a random play at which somebody chooses."""
    rng, state, states = random.Random(SEED), game.start(), list[State]()
    while not state.is_terminal:
        if state.current_player == CHANCE:
            numbers = [number for number, _ in state.chance_outcomes]
        else:
            numbers = list(state.legal_ids)
            states.append(state)
        state = state.child(rng.choice(numbers))
    return states


def seconds(game: Game, states: list[State], width: int) -> float:
    """Return what following a play takes a seat, in the mean of all."""
    beliefs = [Belief.start(game, seat, width=width) for seat in range(len(game.players))]
    began = process_time()
    for state in states:
        try:
            beliefs[state.current_player].follow(state)
        except RedealExhausted:
            continue  # it begins anew at the next choice
    return (process_time() - began) / len(beliefs)


def main() -> None:
    """Measure, and write a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="+", metavar="GAME")
    parser.add_argument("--width", type=int, default=64, help="positions held (64)")
    told = parser.parse_args()
    sys.stdout.write("| game | choices | width | native s | reference s | ratio |\n")
    sys.stdout.write("|---|---:|---:|---:|---:|---:|\n")
    for name in told.games:
        native, plain = load(name), load(name, engine="reference")
        states = random_play(native)
        _told_before(states)
        seconds(native, states[:1], told.width)  # what is compiled first is not counted
        ours = seconds(native, states, told.width)
        theirs = seconds(plain, states, told.width)
        row = f"| {name} | {len(states)} | {told.width} | {ours:.2f} | {theirs:.2f}"
        sys.stdout.write(f"{row} | {theirs / ours:.1f} |\n")
        sys.stdout.flush()


def _told_before(states: list[State]) -> None:
    """Let the real play tell its events, which both engines read."""
    for state in states[-1].path:
        state.events(0)


if __name__ == "__main__":
    main()
