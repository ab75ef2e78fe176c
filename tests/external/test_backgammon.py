"""Backgammon against OpenSpiel: the boards that a whole roll can lead to, and the returns.

An action of theirs goes two checkers, or as many as can go, and a double gives two actions; one of
ours goes one checker. So boards are compared: those behind all their actions, and those behind two
choices of ours.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pyspiel
import pytest

from interpreter.game import Game
from interpreter.state import CHANCE, State
from tests.support.cases import counted
from tests.support.games import ROOT, instances

GAMES = {
    dict(instance.options)["scoring"]: instance.game
    for instance in instances(ROOT / "games" / "backgammon.rules")
}
GAME = GAMES["full"]
# What they call our ways to score.
SCORINGS = {"full": "full_scoring", "gammons": "enable_gammons", "plain": "winloss_scoring"}
CELLS = [
    [GAME.layout.names.index(f"on({player}, {n})") for n in range(26)] for player in GAME.players
]
FACES = [GAME.layout.spec.kinds.index(k) for k in GAME.layout.spec.kinds if k.component == "Die"]


def board(state):
    """Return how many checkers each has off the board, on his points 1 to 24 and on the bar."""
    cells = state.position.cells
    return tuple(tuple(len(cells[cell]) for cell in mine) for mine in CELLS)


def their_board(theirs):
    first = [theirs.board(0, 24 - n) for n in range(1, 25)] + [theirs.board(0, 100)]
    second = [theirs.board(1, n - 1) for n in range(1, 25)] + [theirs.board(1, 100)]
    return tuple((15 - sum(points), *points) for points in (first, second))


def after_two(state: State, picks: int = 2) -> Iterator[State]:
    """Yield the states behind two choices of the player to move, or fewer if he cannot go on."""
    if not picks or state.is_terminal or state.current_player == CHANCE:
        yield state
    else:
        for number in state.legal_ids:
            yield from after_two(state.child(number), picks - 1)


def two_at_random(state: State, rng: random.Random) -> State:
    for _ in range(2):
        if not state.is_terminal and state.current_player != CHANCE:
            state = state.child(rng.choice(state.legal_ids))
    return state


def rolled(state: State, faces: tuple[int, int]) -> State:
    for face in faces:
        assert state.current_player == CHANCE
        assert dict(state.chance_outcomes) == dict.fromkeys(FACES, Fraction(1, 6))
        state = state.child(FACES[face - 1])
    return state


def opened(game: Game, theirs: pyspiel.State, rng: random.Random) -> State:
    """Make the opening roll in both: two different dice, of which ours belong to a player each."""
    outcome, _ = rng.choice(theirs.chance_outcomes())
    faces = faces_of(theirs, outcome)
    first = "X starts" in theirs.action_to_string(outcome)
    theirs.apply_action(outcome)
    return rolled(game.start(), (max(faces), min(faces)) if first else (min(faces), max(faces)))


def faces_of(theirs: pyspiel.State, outcome: int) -> tuple[int, int]:
    said = theirs.action_to_string(outcome)
    first, second = said[said.index("roll: ") + len("roll: ") :][:2]
    return int(first), int(second)


def roll(ours: State, theirs: pyspiel.State, rng: random.Random) -> State:
    """Make the same roll in both, of two dice that are told apart."""
    weights = {faces_of(theirs, outcome): weight for outcome, weight in theirs.chance_outcomes()}
    assert weights.keys() == set(product(range(1, 7), repeat=2))
    assert all(abs(weight - 1 / 36) < 1e-9 for weight in weights.values())
    outcome, _ = rng.choice(theirs.chance_outcomes())
    faces = faces_of(theirs, outcome)
    theirs.apply_action(outcome)
    return rolled(ours, faces)


def go(ours: State, theirs: pyspiel.State, rng: random.Random, *, all_ways: bool) -> State:
    """Take one of their actions and the same choices of ours, comparing what can be reached."""
    reached = {their_board(theirs.child(action)): action for action in theirs.legal_actions()}
    if ours.current_player == CHANCE:  # nothing can go, and nobody is asked
        assert reached.keys() == {board(ours)}
        theirs.apply_action(theirs.legal_actions()[0])
        return ours
    assert ours.current_player == theirs.current_player()
    if all_ways:
        mine = {board(state): state for state in after_two(ours)}
        assert mine.keys() == reached.keys(), f"{ours!r}\n{theirs}"
        ours = mine[rng.choice(sorted(mine))]
    else:
        ours = two_at_random(ours, rng)
    theirs.apply_action(reached[board(ours)])
    return ours


def compare(seed: int, every: int, scoring: str = "full") -> Fraction:
    """Play a game in both; at one of `every` rolls compare all ways to use it."""
    rng = random.Random(seed)
    theirs = pyspiel.load_game(f"backgammon(scoring_type={SCORINGS[scoring]})").new_initial_state()
    ours = opened(GAMES[scoring], theirs, rng)
    while not theirs.is_terminal():
        assert not ours.is_terminal
        if theirs.is_chance_node():
            ours = roll(ours, theirs, rng)
        else:
            ours = go(ours, theirs, rng, all_ways=not rng.randrange(every))
    assert ours.is_terminal
    assert list(ours.returns) == theirs.returns()
    counted("backgammon", "games")
    return abs(ours.returns[0])


@pytest.mark.external
@pytest.mark.parametrize("seed", range(4))
def test_a_roll_leads_to_the_same_boards(seed):
    compare(seed, every=20)


@pytest.mark.external
@pytest.mark.parametrize("scoring", ["gammons", "plain"])
def test_other_ways_to_score(scoring):
    compare(3, every=40, scoring=scoring)


@pytest.mark.external
@pytest.mark.soak
@pytest.mark.parametrize(("scoring", "worth"), [("gammons", {1, 2}), ("plain", {1})])
def test_many_games_with_other_ways_to_score(scoring, worth):
    assert {compare(seed, every=50, scoring=scoring) for seed in range(100, 150)} == worth


@pytest.mark.external
@pytest.mark.soak
def test_many_games_lead_to_the_same_boards():
    worths = Counter(compare(seed, every=4) for seed in range(100, 200))
    assert worths.keys() == {1, 2, 3}


def test_a_roll_that_begins_is_never_a_double():
    state = rolled(GAME.start(), (4, 4))
    assert state.current_player == CHANCE
    assert rolled(state, (4, 5)).current_player == 1
    assert rolled(state, (5, 4)).current_player == 0
