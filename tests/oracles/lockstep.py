"""Play a game on the engine and on its oracle in lockstep, at random, and compare.

An oracle is a second implementation of one game's rules, written from its rulebook alone. At every
point both must agree on who is to decide, on what is legal, on where everything lies, and at the
end on the returns. The first disagreement is a `Difference` that says how to come there again.

    .venv/bin/python -m tests.oracles.lockstep pergamon 60

plays every instance of a game on native code for about so many seconds in all; `soak` says how so
many games of each are played.

How things are written: actions as the engine writes them, `name(arg, arg)` or `name`; outcomes of
a draw or a roll by their component, of `random` by number (families count from 0). In a dump the
keys are the names of zones and variables, `store(P1)`: rows as lists in order, all other zones as
sorted lists, numbers as `int`, flags as `bool`, the rest as text, `None` where there is nothing.
What an oracle leaves out of its dump is not compared.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from fractions import Fraction
from functools import cache
from importlib import import_module
from itertools import repeat
from math import prod
from operator import add
from pathlib import Path
from typing import Protocol, TypeAlias

import attrs

from interpreter.engines.native import NativeHeld
from interpreter.game import Game
from interpreter.state import CHANCE, State
from tests.oracles.reading import Reader
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
    """What was compared: games, points of decision, how often each arm, and the sum of returns.

    `most`: points after which the game is left.
    """

    most: int = 2**63
    games: int = 0
    points: int = 0
    taken: Counter[str] = attrs.field(factory=Counter)
    returns: list[Fraction] = attrs.field(factory=list)

    def __str__(self) -> str:
        means = ", ".join(f"{float(sum_ / max(1, self.games)):.3f}" for sum_ in self.returns)
        arms = ", ".join(f"{name} {times}" for name, times in sorted(self.taken.items()))
        return f"{self.games} games, {self.points} points; mean returns {means}; {arms}"


def lockstep(  # noqa: PLR0913, PLR0917 - what to play, how often, and how
    game: Game,
    fresh: Callable[[], Oracle],
    count: int,
    first_seed: int = 0,
    lean: Lean | None = None,
    every: int = 1,
) -> Tally:
    """Compare so many random games; the seeds of their choices count up from `first_seed`."""
    match = Match(game, fresh, lean or {}, every)
    for seed in range(first_seed, first_seed + count):
        match.play(seed)
    return match.tally


def beginning(
    game: Game,
    fresh: Callable[[], Oracle],
    points: int,
    seed: int,
    lean: Lean | None = None,
) -> Tally:
    """Compare so many points of one random game, for a sample of games that take long."""
    match = Match(game, fresh, lean or {}, tally=Tally(most=points))
    match.play(seed)
    return match.tally


@attrs.define(eq=False)
class Match:
    """A game and what makes its oracle, to be compared in one random game after another.

    `every`: where everything lies is compared at the end and at one point of so many, in each game
    at others: to write it down takes both sides longer than to play. All else is compared at every
    point. A game that differs is played again with everything compared, so that a `Difference`
    names the first choice after which it shows.
    """

    game: Game
    fresh: Callable[[], Oracle]
    lean: Lean
    every: int = 1
    tally: Tally = attrs.field(factory=Tally)
    reader: Reader = attrs.field(
        default=attrs.Factory(lambda self: Reader(self.game), takes_self=True)
    )

    def play(self, seed: int) -> None:
        """Compare one game by the choices of a seed."""
        try:
            self._play(seed)
        except Exception:
            if self.every > 1:
                Match(self.game, self.fresh, self.lean, reader=self.reader).play(seed)
            raise

    def _play(self, seed: int) -> None:
        state, oracle, done = self.game.start(), self.fresh(), list[str]()
        rng, tally = random.Random(seed), self.tally
        by_arm = rng.random() < 0.75  # else every action is as likely as any other
        habits = _habits(self.game, self.lean(seed) if callable(self.lean) else self.lean)
        leaning = getattr(oracle, "leaning", None)
        try:
            while not state.is_terminal:
                if tally.points == tally.most:
                    return
                if (len(done) + seed) % self.every == 0:
                    self._same_cells(state, oracle)
                options = self._same_options(state, oracle)
                actor = state.current_player
                lean = habits[actor] if by_arm else None
                if lean is not None and leaning is not None:
                    lean = _both(lean, leaning())
                picked = _picked(options, rng, lean)
                done.append(picked)
                tally.points += 1
                if actor != CHANCE:
                    tally.taken[arm_of(picked)] += 1
                state = _child(state, options[picked])
                oracle.take(picked)
            self._same_cells(state, oracle)
            _same("whether the game is over", True, oracle.over())
            _same("the returns", list(state.returns), list(oracle.returns()))
        except Exception as error:
            error.add_note(
                f"{self.game.name}, {len(self.game.players)} players, {self.game.options}, "
                f"seed {seed}, at {state.label}, after {len(done)} choices: {'; '.join(done)}"
            )
            raise
        tally.games += 1
        tally.returns = [*map(add, tally.returns or repeat(0), state.returns)]

    def _same_cells(self, state: State, oracle: Oracle) -> None:
        engine, oracles = self.reader.cells(state), oracle.dump()
        if oracles.items() <= engine.items():
            return
        for name, said in oracles.items():
            if name not in engine:
                raise Difference(f"the engine has no zone or variable `{name}`")
            _same(name, engine[name], said)

    def _same_options(self, state: State, oracle: Oracle) -> dict[str, int]:
        """Return what can happen next by text, the same on both sides, each with its number."""
        _same("whether the game is over", False, oracle.over())
        actor, asked = oracle.expects()
        if state.current_player == CHANCE:
            _same("who is to decide", "chance", actor)
            named, weights = self.reader.outcomes(state)
            if isinstance(asked, Mapping):
                _same("what chance can do", named.keys(), asked.keys())
                _same("how likely it is", weights, asked)
            else:
                _same("what chance can do", named.keys(), asked)
            return named
        _same("who is to decide", self.game.players[state.current_player], actor)
        options = self.reader.options(state)
        _same("how many texts the actions have", len(state.legal_ids), len(options))
        _same("what is legal", options.keys(), asked)
        return options


def _child(state: State, number: int) -> State:
    return state.bare_child(number) if isinstance(state.held, NativeHeld) else state.child(number)


def _picked(options: Mapping[str, int], rng: random.Random, lean: Mapping[str, int] | None) -> str:
    """Pick an arm first and then one of its actions, so that arms with few actions are taken."""
    texts = sorted(options)
    if lean is not None:
        arms = sorted({arm_of(text) for text in texts})
        arm = rng.choices(arms, [lean.get(arm, 1) for arm in arms])[0]
        texts = [text for text in texts if arm_of(text) == arm]
        weights = [prod([lean.get(word, 1) for word in _words(text)]) for text in texts]
        if len(set(weights)) > 1:
            return rng.choices(texts, weights)[0]
    return rng.choice(texts)


def _both(lean: Mapping[str, int], here: Mapping[str, int]) -> Mapping[str, int]:
    """Return how the one to act leans: by the habits of the game, and as the oracle would."""
    return {**lean, **{name: lean.get(name, 1) * n for name, n in here.items()}}


def _habits(game: Game, lean: Mapping[str, int]) -> dict[int, Mapping[str, int]]:
    """Return how each one leans when he is to act: by what is said of everybody, and of him."""
    habits: dict[int, Mapping[str, int]] = {CHANCE: lean}
    for player, name in enumerate(game.players):
        mine = name + " "
        own = {word.removeprefix(mine): n for word, n in lean.items() if word.startswith(mine)}
        habits[player] = _both(lean, own)
    return habits


@cache
def arm_of(text: str) -> str:
    """Return the name of the arm of an action."""
    return text.partition("(")[0]


@cache
def _words(text: str) -> tuple[str, ...]:
    """Return what habits may name: a whole action, and its arguments."""
    return text, *re.findall(r"\w+", text.partition("(")[2])


def _same(what: str, engine: object, oracle: object) -> None:
    """Raise a `Difference` that shows both sides, and of two sets what only one has."""
    if engine == oracle:
        return
    if isinstance(engine, AbstractSet) and isinstance(oracle, AbstractSet):
        raise Difference(
            f"{what}\n  only the engine: {sorted(engine - oracle)}"
            f"\n  only the oracle: {sorted(oracle - engine)}\n  both: {sorted(engine & oracle)}"
        )
    raise Difference(f"{what}\n  the engine: {engine}\n  the oracle: {oracle}")


def instances(name: str) -> tuple[games.Instance, ...]:
    """Return every instance of a game that ships, by the name of its file."""
    return games.instances(games.ROOT / "games" / f"{name}.rules")


def native(instance: games.Instance) -> Game:
    """Return the game of an instance as native code plays it."""
    return attrs.evolve(instance.game, engine="native")


def match_of(name: str, instance: games.Instance, every: int) -> Match:
    """Return a match of an instance with the oracle of its game."""
    oracle = import_module(f"tests.oracles.{name}")
    lean = getattr(oracle, "LEAN", {})
    options = dict(instance.options)
    return Match(native(instance), lambda: oracle.Oracle(instance.players, options), lean, every)


def main(name: str, seconds: float, first_seed: int = 0) -> None:
    """Play all instances of a game for about so many seconds and write what was compared."""
    matches = {instance: match_of(name, instance, 1) for instance in instances(name)}
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for at, match in enumerate(matches.values()):
            until = min(end, time.monotonic() + SLICE_S)
            while time.monotonic() < until:
                match.play(first_seed + at + match.tally.games * len(matches))
    for instance, match in matches.items():
        sys.stdout.write(f"{instance}: {match.tally}\n")


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Play games in lockstep with their oracles.")
    parser.add_argument("what", nargs="*", help="GAME SECONDS [SEED]; with --games: GAME ...")
    parser.add_argument("--games", type=int, help="so many games of each instance")
    parser.add_argument("--log", type=Path, default=games.ROOT / "build" / "lockstep.json")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument(
        "--every", type=int, default=2, help="compare cells at one point of so many"
    )
    return parser.parse_args()


if __name__ == "__main__":
    from tests.oracles.soak import soak  # imports this module

    given = arguments()
    if given.games is None:
        name, seconds, *first = given.what
        main(name, float(seconds), *map(int, first))
    elif not soak(given.what, given.games, given.log, given.jobs, given.every):
        sys.exit(1)
