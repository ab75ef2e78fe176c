"""How many iterations of tree search a second has, beside playouts from the same position.

    python -m benchmarks.searching breakthrough agamemnon antike_duellum

From the first choice of a game, one thread, seconds of the processor. Redealing is left out: the
position is given.
"""

from __future__ import annotations

import sys
from time import process_time
from typing import Final

from interpreter import State, load, rollouts
from interpreter.bots.native_tree import planted
from interpreter.bots.search import Settings

SECONDS: Final = 2.0
_FIRST: Final = 64


def iterations_per_second(state: State) -> float:
    """Return how many iterations a tree grows in a second, the first ones left out."""
    keyed = not state.game.facts.hidden_information
    tree = planted(state.game, Settings(seed=1, keyed=keyed))
    tree.grow(state, _FIRST)
    done, length, began = 0, _FIRST, process_time()
    while process_time() - began < SECONDS:
        tree.grow(state, length)
        done += length
        length *= 2
    return done / (process_time() - began)


def playouts_per_second(state: State) -> float:
    """Return how many random playouts a second has."""
    done, length, began = 0, _FIRST, process_time()
    while process_time() - began < SECONDS:
        rollouts(state, length, seed=1, first=done)
        done += length
        length *= 2
    return done / (process_time() - began)


def main(names: list[str]) -> None:
    """Measure, and write a table."""
    sys.stdout.write("| game | iterations a second | playouts a second |\n|---|---:|---:|\n")
    for name in names:
        state = load(name).start(seed=1).with_seed(None)
        rollouts(state, 1)
        found = iterations_per_second(state), playouts_per_second(state)
        sys.stdout.write(f"| {name} | {found[0]:,.0f} | {found[1]:,.0f} |\n")


if __name__ == "__main__":
    main(sys.argv[1:])
