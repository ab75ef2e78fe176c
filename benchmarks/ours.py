"""Our engines as peers. Both are played by `interpreter.measuring.simulate`, on one thread."""

from __future__ import annotations

import warnings
from typing import Final

import attrs

from benchmarks.measuring import Measurement, Missing, cpu_time, run_batches
from interpreter import Game, State, load, rollouts, simulate
from interpreter.measuring.simulate import Pick, Simulation

REFERENCE: Final = "reference"
NATIVE: Final = "native"


@attrs.frozen
class Reference:
    """The reference engine."""

    game: str
    rules: Game
    name: str = REFERENCE

    def run(self, seconds: float, seed: int) -> Measurement:
        """Play for some time."""
        return run_batches(self._play, seconds, seed)

    def _play(self, n: int, seed: int) -> Measurement:
        decisions = 0

        def uniform(state: State, pick: Pick) -> int:
            nonlocal decisions
            ids = state.legal_ids
            decisions += len(ids) > 1
            return ids[pick(len(ids))]

        began = cpu_time()
        done = simulate(self.rules, n, seed, uniform)
        return _measurement(done, decisions, cpu_time() - began)


@attrs.frozen
class Native:
    """The native engine, on so many threads. What it tells of decisions is taken, if it does."""

    game: str
    rules: Game
    workers: int = 1
    name: str = NATIVE

    def run(self, seconds: float, seed: int) -> Measurement:
        """Play for some time."""
        return run_batches(self._play, seconds, seed)

    def _play(self, n: int, seed: int) -> Measurement:
        if self.workers == 1:
            return self._added_up(n, seed)
        began = cpu_time()
        done = simulate(self.rules, n, seed, workers=self.workers)
        return _measurement(done, None, cpu_time() - began)

    def _added_up(self, n: int, seed: int) -> Measurement:
        """Measure what a program in C does too: play and add up, nothing kept of each game."""
        start = self.rules.start()
        began = cpu_time()
        done = rollouts(start, n, seed)
        spent = cpu_time() - began
        returns = tuple(float(mean) for mean in done.means)
        return Measurement(done.games, done.choices, done.decisions, spent, returns)


def reference(name: str, rules: Game | None = None) -> Reference:
    """Return the reference engine as a peer for a game."""
    return Reference(name, attrs.evolve(rules or load(name), engine=REFERENCE))


def native(name: str, rules: Game | None = None) -> Native | Missing:
    """Return the native engine as a peer for a game, compiled, so that runs find it ready."""
    peer = Native(name, attrs.evolve(rules or load(name), engine=NATIVE))
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        if peer.rules.native(2) is None:
            reason = str(said[-1].message) if said else "there is no native engine"
            return Missing(NATIVE, reason.partition("engine: ")[2] or reason)
    return peer


def fastest(name: str, rules: Game | None = None) -> Reference | Native:
    """Return the native engine for a game, or the reference engine where there is none."""
    rules = rules or load(name)
    peer = native(name, rules)
    return reference(name, rules) if isinstance(peer, Missing) else peer


def _measurement(done: Simulation, decisions: int | None, cpu_s: float) -> Measurement:
    returns = tuple(float(seat.mean_return) for seat in done.seats)
    return Measurement(done.games, done.choice_points, decisions, cpu_s, returns)
