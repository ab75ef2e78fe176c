"""Our engines as peers.

The native engine is plugged in here and nowhere else: `native_simulate` plays with it, `start`
gives a state of it.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import partial

import attrs

from benchmarks.measuring import Measurement, Missing, cpu_time, run_batches
from interpreter import Game, State, load, simulate
from interpreter.simulate import Pick, Simulation

REFERENCE = "reference"
NATIVE = "native"


def native_simulate() -> Callable[[Game, int, int], Simulation] | None:
    """Return `simulate` of the native engine, called with game, number and seed; None without it.

    If what it returns has `decisions`, the choices with at least two legal actions, they are read.
    """
    if "engine" not in inspect.signature(simulate).parameters:
        return None
    return partial(simulate, engine=NATIVE)


def engine_name() -> str:
    """Return the engine of ours that others are compared with: the fastest there is."""
    return NATIVE if native_simulate() is not None else REFERENCE


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
    """The native engine."""

    game: str
    rules: Game
    simulate: Callable[[Game, int, int], Simulation]
    name: str = NATIVE

    def run(self, seconds: float, seed: int) -> Measurement:
        """Play for some time."""
        return run_batches(self._play, seconds, seed)

    def _play(self, n: int, seed: int) -> Measurement:
        began = cpu_time()
        done = self.simulate(self.rules, n, seed)
        return _measurement(done, getattr(done, "decisions", None), cpu_time() - began)


def reference(name: str, rules: Game | None = None) -> Reference:
    """Return the reference engine as a peer for a game."""
    return Reference(name, rules or load(name))


def native(name: str, rules: Game | None = None) -> Native | Missing:
    """Return the native engine as a peer for a game, compiled, so that runs find it ready."""
    play = native_simulate()
    if play is None:
        return Missing(NATIVE, "there is no native engine yet")
    peer = Native(name, rules or load(name), play)
    try:
        play(peer.rules, 1, 0)
    except Exception as refused:  # noqa: BLE001  whatever it says, the others can be measured
        return Missing(NATIVE, f"{type(refused).__name__}: {refused}")
    return peer


def fastest(name: str, rules: Game) -> Reference | Native:
    """Return the native engine for a game, or the reference engine where there is none."""
    peer = native(name, rules)
    return reference(name, rules) if isinstance(peer, Missing) else peer


def start(rules: Game, engine: str) -> State | None:
    """Return the first state as an engine has it, to see what its states cost.

    None: the engine plays whole games and hands out no states.
    """
    if engine == REFERENCE:
        return rules.start()
    if "engine" in inspect.signature(Game.start).parameters:
        return rules.start(engine=engine)
    return None


def _measurement(done: Simulation, decisions: int | None, cpu_s: float) -> Measurement:
    returns = tuple(float(seat.mean_return) for seat in done.seats)
    return Measurement(done.games, sum(done.lengths), decisions, cpu_s, returns)
