"""What a state costs: to keep it, and to go on from it while it is kept, as a search does.

OpenSpiel's states are C++ objects, so what they take of the memory is not seen from Python.
"""

from __future__ import annotations

import random
import tracemalloc
from collections.abc import Iterable
from typing import TYPE_CHECKING

from benchmarks import ours
from benchmarks.catalogue import Entry
from benchmarks.measuring import Missing, cpu_time
from benchmarks.openspiel import openspiel
from benchmarks.report import markdown, number
from interpreter import CHANCE, Game, State, load

if TYPE_CHECKING:
    import pyspiel

_HEADER = ("game", "peer", "bytes a kept state", "one action on a copy, µs")
_REPEATS = 20


def table(entries: Iterable[Entry], *, seconds: float = 1.0) -> str:
    """Return the table; about `seconds` of the processor for each game and peer."""
    return markdown(_HEADER, (row for entry in entries for row in _rows(entry, seconds)))


def _rows(entry: Entry, seconds: float) -> Iterable[tuple[str, ...]]:
    rules = load(entry.name)
    for peer in (ours.native(entry.name, rules), ours.reference(entry.name, rules)):
        if not isinstance(peer, Missing):
            kept = bytes_a_state(peer.rules)
            spent = seconds_a_child(peer.rules, seconds)
            yield entry.name, peer.name, number(kept), number(1e6 * spent)
    theirs = openspiel(entry.name, entry.openspiel) if entry.openspiel else None
    if theirs is not None and not isinstance(theirs, Missing):
        spent = _their_seconds_a_child(theirs.rules, seconds)
        yield entry.name, theirs.name, "", number(1e6 * spent)


def bytes_a_state(rules: Game) -> float:
    """Return how much more memory is in use for each state of one random game that is kept."""
    _states_of_a_game(rules, 0)  # fills what the game computes once
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        states = _states_of_a_game(rules, 0)
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    return (after - before) / len(states)


def seconds_a_child(rules: Game, seconds: float) -> float:
    """Return how long it takes to play an action on a state that is kept."""
    spent, children, seed = 0.0, 0, 0
    while spent < seconds:
        rng = random.Random(seed)
        states = [(s, _any(s, rng)) for s in _states_of_a_game(rules, seed)[:-1]]
        began = cpu_time()
        for state, number_ in states:
            state.child(number_)
        spent += cpu_time() - began
        children += len(states)
        seed += 1
    return spent / children


def _states_of_a_game(rules: Game, seed: int) -> list[State]:
    rng = random.Random(seed)
    states = [rules.start()]
    while not states[-1].is_terminal:
        states.append(states[-1].child(_any(states[-1], rng)))
    return states


def _any(state: State, rng: random.Random) -> int:
    if state.current_player == CHANCE:
        outcomes = state.chance_outcomes
        weights = [float(weight) for _, weight in outcomes]
        return rng.choices([number_ for number_, _ in outcomes], weights)[0]
    return rng.choice(state.legal_ids)


def _their_seconds_a_child(rules: pyspiel.Game, seconds: float) -> float:
    spent, children, seed = 0.0, 0, 0
    while spent < seconds:
        rng = random.Random(seed)
        states, state = [], rules.new_initial_state()
        while not state.is_terminal():
            states.append((state, rng.choice(state.legal_actions())))
            state = state.child(states[-1][1])
        began = cpu_time()
        for _ in range(_REPEATS):
            for state, action in states:
                state.child(action)
        spent += cpu_time() - began
        children += _REPEATS * len(states)
        seed += 1
    return spent / children
