"""Play a game on the engine and on its oracle in lockstep, at random, and compare.

An oracle is a second implementation of one game's rules, written from its rulebook alone. At every
point both must agree on who is to decide, on what is legal, on where everything lies, and at the
end on the returns. The first disagreement is a `Difference` that says how to come there again.

    .venv/bin/python -m tests.oracles.lockstep pergamon 60

plays every instance of a game for about so many seconds in all.

How things are written: actions as the engine writes them, `name(arg, arg)` or `name`; outcomes of
a draw or a roll by their component, of `random` by number (families count from 0). In a dump the
keys are the names of zones and variables, `store(P1)`: rows as lists in order, all other zones as
sorted lists, numbers as `int`, flags as `bool`, the rest as text, `None` where there is nothing.
What an oracle leaves out of its dump is not compared.
"""

from __future__ import annotations

import random
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from importlib import import_module
from math import prod
from typing import Protocol, TypeAlias

import attrs

from interpreter.game import Game
from interpreter.labels import label
from interpreter.position import Drawing, Rolling
from interpreter.state import CHANCE, State
from rulelang.rule_types import Flag, Maybe, Number
from tests.support import games

SLICE_S = 1.0  # each instance in turn plays for so long, so that all get their share

# How much likelier than 1 an arm is where there are several, and then an action in whose arguments
# a word stands, `Delphi`, or stands when one player acts, `P1 Delphi`; or the same by the seed of
# a game, so that each has habits of its own.
Lean: TypeAlias = Mapping[str, int] | Callable[[int], Mapping[str, int]]


class Oracle(Protocol):
    """What the driver asks of an oracle.

    `expects`: `("chance", outcomes)` or a player's name and the legal actions. Outcomes may be a
    mapping with their probabilities, which are then compared too. It may have `leaning()` besides:
    how likely words, or actions by their whole text, are at this point, beyond the habits of
    the game.
    """

    def expects(self) -> tuple[str, frozenset[str] | Mapping[str, Fraction]]: ...
    def take(self, action: str) -> None: ...
    def dump(self) -> dict[str, object]: ...
    def over(self) -> bool: ...
    def returns(self) -> list[Fraction]: ...


class Difference(AssertionError):
    """The engine and the oracle do not agree."""


@attrs.define
class Tally:
    """What was compared: games, points of decision, how often each arm, and the returns.

    `most`: points after which the game is left.
    """

    most: int = 2**63
    games: int = 0
    points: int = 0
    taken: Counter[str] = attrs.field(factory=Counter)
    returns: list[list[Fraction]] = attrs.field(factory=list)

    def __str__(self) -> str:
        seats = [float(sum(seat)) / max(1, self.games) for seat in zip(*self.returns, strict=True)]
        means = ", ".join(f"{mean:.3f}" for mean in seats)
        arms = ", ".join(f"{name} {times}" for name, times in sorted(self.taken.items()))
        return f"{self.games} games, {self.points} points; mean returns {means}; {arms}"


def lockstep(
    game: Game,
    fresh: Callable[[], Oracle],
    count: int,
    first_seed: int = 0,
    lean: Lean | None = None,
) -> Tally:
    """Compare so many random games; the seeds of their choices count up from `first_seed`."""
    tally = Tally()
    for seed in range(first_seed, first_seed + count):
        _one_game(game, fresh(), seed, lean or {}, tally)
    return tally


def beginning(
    game: Game,
    fresh: Callable[[], Oracle],
    points: int,
    seed: int,
    lean: Lean | None = None,
) -> Tally:
    """Compare so many points of one random game, for a sample of games that take long."""
    tally = Tally(most=points)
    _one_game(game, fresh(), seed, lean or {}, tally)
    return tally


def _one_game(game: Game, oracle: Oracle, seed: int, lean: Lean, tally: Tally) -> None:
    lean = lean(seed) if callable(lean) else lean
    rng = random.Random(seed)
    by_arm = rng.random() < 0.75  # else every action is as likely as any other
    state, done = game.start(), list[str]()
    try:
        while not state.is_terminal:
            if tally.points == tally.most:
                return
            options = _compared(state, oracle)
            picked = _picked(options, rng, _leaning(state, oracle, lean) if by_arm else None)
            done.append(picked)
            tally.points += 1
            if state.current_player != CHANCE:
                tally.taken[picked.partition("(")[0]] += 1
            state = state.child(options[picked])
            oracle.take(picked)
        _same_cells(state, oracle)
        _same("whether the game is over", True, oracle.over())
        _same("the returns", list(state.returns), list(oracle.returns()))
    except Exception as error:
        error.add_note(
            f"{game.name}, {len(game.players)} players, {game.options}, seed {seed}, "
            f"at {state.label}, after {len(done)} choices: {'; '.join(done)}"
        )
        raise
    tally.games += 1
    tally.returns.append(list(state.returns))


def _picked(options: Mapping[str, int], rng: random.Random, lean: Mapping[str, int] | None) -> str:
    """Pick an arm first and then one of its actions, so that arms with few actions are taken."""
    texts = sorted(options)
    if lean is not None:
        arms = sorted({text.partition("(")[0] for text in texts})
        arm = rng.choices(arms, [lean.get(arm, 1) for arm in arms])[0]
        texts = [text for text in texts if text.partition("(")[0] == arm]
        weights = [prod(lean.get(word, 1) for word in [text, *_arguments(text)]) for text in texts]
        if len(set(weights)) > 1:
            return rng.choices(texts, weights)[0]
    return rng.choice(texts)


def _leaning(state: State, oracle: Oracle, lean: Mapping[str, int]) -> Mapping[str, int]:
    """Return how the one to act leans: by the habits of the game, and as the oracle would."""
    habits, here = _of_actor(state, lean), getattr(oracle, "leaning", dict[str, int])()
    return {name: habits.get(name, 1) * here.get(name, 1) for name in {*habits, *here}}


def _of_actor(state: State, lean: Mapping[str, int]) -> Mapping[str, int]:
    """Return how the one to act leans: what is said of everybody, and of him."""
    if state.current_player == CHANCE:
        return lean
    mine = state.game.players[state.current_player] + " "
    own = {name.removeprefix(mine): n for name, n in lean.items() if name.startswith(mine)}
    return {**lean, **{word: n * lean.get(word, 1) for word, n in own.items()}}


def _arguments(text: str) -> list[str]:
    return re.findall(r"\w+", text.partition("(")[2])


def _compared(state: State, oracle: Oracle) -> dict[str, int]:
    """Return what can happen next by text, the same on both sides, each with its number."""
    _same_cells(state, oracle)
    _same("whether the game is over", False, oracle.over())
    if state.current_player == CHANCE:
        return _same_chance(state, oracle)
    actor, actions = oracle.expects()
    _same("who is to decide", state.game.players[state.current_player], actor)
    options = {str(action): action.id for action in state.legal_actions}
    _same("how many texts the actions have", len(state.legal_ids), len(options))
    _same("what is legal", options.keys(), set(actions))
    return options


def _same_chance(state: State, oracle: Oracle) -> dict[str, int]:
    actor, outcomes = oracle.expects()
    _same("who is to decide", "chance", actor)
    named = {_outcome(state, outcome): outcome for outcome, _ in state.chance_outcomes}
    _same("what chance can do", named.keys(), set(outcomes))
    if isinstance(outcomes, Mapping):
        weights = {_outcome(state, outcome): weight for outcome, weight in state.chance_outcomes}
        _same("how likely it is", weights, dict(outcomes))
    return named


def _outcome(state: State, outcome: int) -> str:
    """Return how texts write an outcome of chance."""
    if isinstance(state.position.control[-1], Drawing | Rolling):
        return state.game.spec.kinds[outcome].label
    return str(outcome)


def _same_cells(state: State, oracle: Oracle) -> None:
    engine = cells(state)
    for name, said in oracle.dump().items():
        if name not in engine:
            raise Difference(f"the engine has no zone or variable `{name}`")
        _same(name, engine[name], said)


def cells(state: State) -> dict[str, object]:
    """Return what lies where at a state of the engine, and the variables, by name."""
    layout = state.game.layout
    zones = len(layout.zone_of)
    found: dict[str, object] = {}
    for at, (name, cell) in enumerate(zip(layout.names, state.position.cells, strict=True)):
        if isinstance(cell, tuple):
            labels = [layout.spec.kinds[kind].label for kind in cell]
            found[name] = labels if layout.zone_of[at].shape == "row" else sorted(labels)
            continue
        kind = layout.variable_of[at - zones].type
        kind = kind.of if isinstance(kind, Maybe) else kind
        match kind:
            case _ if cell is None:
                found[name] = None
            case Number():
                found[name] = cell
            case Flag():
                found[name] = bool(cell)
            case _:
                found[name] = label(cell, kind, layout.spec)
    return found


def _same(what: str, engine: object, oracle: object) -> None:
    """Raise a `Difference` that shows both sides, and of two sets what only one has."""
    if engine == oracle:
        return
    if isinstance(oracle, set) and not isinstance(engine, Mapping):
        mine = set(engine)
        raise Difference(
            f"{what}\n  only the engine: {sorted(mine - oracle)}"
            f"\n  only the oracle: {sorted(oracle - mine)}\n  both: {sorted(mine & oracle)}"
        )
    raise Difference(f"{what}\n  the engine: {engine}\n  the oracle: {oracle}")


def instances(name: str) -> tuple[games.Instance, ...]:
    """Return every instance of a game that ships, by the name of its file."""
    return games.instances(games.ROOT / "games" / f"{name}.rules")


def main(name: str, seconds: float, first_seed: int = 0) -> None:
    """Play all instances of a game for about so many seconds and write what was compared."""
    oracle = import_module(f"tests.oracles.{name}")
    lean = getattr(oracle, "LEAN", {})
    tallies = {instance: Tally() for instance in instances(name)}
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for at, (instance, tally) in enumerate(tallies.items()):
            until = min(end, time.monotonic() + SLICE_S)
            while time.monotonic() < until:
                fresh = oracle.Oracle(instance.players, dict(instance.options))
                seed = first_seed + at + tally.games * len(tallies)
                _one_game(instance.game, fresh, seed, lean, tally)
    for instance, tally in tallies.items():
        sys.stdout.write(f"{instance}: {tally}\n")


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 0)
