"""Redeals all along random plays: at no choice does a belief run dry."""

import random
from time import process_time

import pytest

from interpreter import Belief, load
from interpreter.tree import followers
from tests.support import games
from tests.support.sampling import DEEP, is_for_soak

TEXTS = sorted((games.ROOT / "tests" / "texts" / "dealt").glob("*.rules"))
PLAYS = 100
LONGEST = 3_000 if DEEP else 300


def hidden():
    """Return each text in which something is hidden, with the most players and with the fewest."""
    found = []
    for path in (*games.RULES, *TEXTS):
        counts = sorted({instance.players for instance in games.instances(path)})
        if games.hides(path):
            found += [(path, players) for players in dict.fromkeys((counts[-1], counts[0]))]
    return found


TABLES = hidden()
NAMES = [f"{path.stem}-{players}" for path, players in TABLES]
MOST = [table for at, table in enumerate(TABLES) if not at or TABLES[at - 1][0] != table[0]]


def followed(path, players, seed):
    """Follow a random play from one seat, with a redeal at each of its choices.

    Returns how many there were, and seconds of the processor.
    """
    game = load(str(path), players=players)
    seat, rng, state = seed % players, random.Random(seed), game.start()
    belief, choices, began = Belief.start(game, seat), 0, process_time()
    while not state.is_terminal and len(state.history) < LONGEST:
        if state.current_player == seat:
            choices += 1
            belief.follow(state)
            sample = belief.sample(choices)
            assert sample.current_player == seat
            assert sample.legal_ids == state.legal_ids
            assert sample.observation(seat) == state.observation(seat)
        state = state.child(rng.choice(followers(state)))
    return choices, process_time() - began


@pytest.mark.parametrize(
    ("path", "players"),
    [(path, n) for path, n in MOST if not is_for_soak(path)],
    ids=[f"{path.stem}-{n}" for path, n in MOST if not is_for_soak(path)],
)
def test_no_belief_runs_dry_in_a_play(path, players):
    assert followed(path, players, 0)[0] or followed(path, players, 1)[0]


@pytest.mark.soak
@pytest.mark.parametrize(("path", "players"), TABLES, ids=NAMES)
def test_no_belief_runs_dry_in_a_hundred_plays(path, players):
    runs = [followed(path, players, seed) for seed in range(PLAYS)]
    choices = sum(count for count, _ in runs)
    assert choices > PLAYS
    assert sum(seconds for _, seconds in runs) < 0.2 * choices + 60
