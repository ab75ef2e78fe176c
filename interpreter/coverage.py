"""Which lines of a rule text are reached, by its scenarios and by plays, over all its instances.

A line that only some numbers of players or options have counts when it is reached in one of those;
what no instance has at all is told apart (`absent`). Plays are made by the engine as it is, and
gone through again by a `Watch`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

import attrs

from interpreter import scenarios
from interpreter.faults import BudgetExceeded, EngineBug, RuleFault
from interpreter.game import Game
from interpreter.load import Text
from interpreter.marking import Point, points
from interpreter.simulate import Policy, playout, uniform
from interpreter.watching import Watch
from rulelang import core
from rulelang.source import Span

SCENARIOS = "scenarios"
RANDOM: Mapping[str, Policy] = {"random games": uniform}


@attrs.frozen
class Reached:
    """A point, and what reached it: `scenarios`, or the name of those who played."""

    point: Point
    by: tuple[str, ...]


@attrs.frozen
class Line:
    """A line of a rule text; it is reached by those who reach every point on it."""

    number: int
    points: tuple[Reached, ...]

    @property
    def by(self) -> tuple[str, ...]:
        """Return who reaches all of the line alone."""
        first = self.points[0].by
        return tuple(name for name in first if all(name in point.by for point in self.points))


@attrs.frozen
class Coverage:
    """What was reached of a rule text.

    `runs`: how many scenarios ran, and how many games each sort of player played, by name.
    `points` stand in the order of the text. `absent`: rules that no instance has.
    """

    file: str
    instances: int
    runs: tuple[tuple[str, int], ...]
    points: tuple[Reached, ...]
    absent: tuple[Span, ...]
    interrupted: bool = False

    @property
    def lines(self) -> tuple[Line, ...]:
        """Return the lines that hold rules, from the first to the last."""
        on: dict[int, list[Reached]] = {}
        for reached in self.points:
            on.setdefault(reached.point.span.line, []).append(reached)
        return tuple(Line(number, tuple(found)) for number, found in on.items())

    @property
    def unreached(self) -> tuple[Point, ...]:
        """Return what nothing reached, those ends aside that wait for the last turn."""
        return tuple(r.point for r in self.points if not r.by and r.point.what != "last")

    @property
    def unreached_ends(self) -> tuple[Point, ...]:
        """Return the ends behind `each turn` that nothing reached: no play used up its turns."""
        return tuple(r.point for r in self.points if not r.by and r.point.what == "last")


def coverage(
    text: Text,
    n: int = 100,
    *,
    seed: int = 0,
    by: Mapping[str, Policy] = RANDOM,
    progress: Callable[[int], None] | None = None,
) -> Coverage:
    """Run the scenarios of a rule text and play `n` games of it, and say what they reach.

    Args:
        text: what to cover: all instances of a rule file, or some of them (`load_all`).
        n: how many games each of `by` plays; the instances take turns.
        seed: game number `i` of them is `playout(game, seed, i, policy)`.
        by: who plays, each with a name.
        progress: told how many games are done, after each; Ctrl-C keeps what is done.

    >>> from interpreter import load_all
    >>> found = coverage(load_all("tic_tac_toe"), n=5)
    >>> found.unreached, found.absent, [line.number for line in found.lines if not line.by]
    ((), (), [])
    >>> found.runs, found.points[0].point.what, found.points[0].by
    ((('scenarios', 7), ('random games', 5)), 'statement', ('scenarios', 'random games'))

    Raises:
        RuleFault: the rules do what they must not do in one of the games.
    """
    found = {SCENARIOS: by_scenarios(text.scenarios)}
    runs = [(SCENARIOS, len(text.scenarios))]
    done, interrupted = 0, False
    for name, policy in by.items():
        watches = [Watch(game.spec) for game in text.games[:n]]
        played = 0
        try:
            while played < n:
                at = played % len(watches)
                end = playout(text.games[at], seed, played, policy)
                if watches[at].replay(end.history) != end.position:
                    raise EngineBug(f"game {played} goes another way when it is watched")
                played += 1
                done += 1
                if progress is not None:
                    progress(done)
        except KeyboardInterrupt:
            interrupted = True
        found[name] = _together(watches)
        runs.append((name, played))
        if interrupted:
            break
    return attrs.evolve(_gathered(text, found), runs=tuple(runs), interrupted=interrupted)


def by_scenarios(examples: Sequence[core.Scenario]) -> frozenset[Point]:
    """Return what scenarios reach; one that fails, as far as it comes."""
    watches: dict[int, tuple[Watch, Game]] = {}
    for example in examples:
        key = id(example.spec)
        if key not in watches:
            watches[key] = (Watch(example.spec), Game(example.spec))
        watch, game = watches[key]
        with suppress(RuleFault, BudgetExceeded):
            watch.follow(scenarios.run(example, game).legs)
    return _together([watch for watch, _ in watches.values()])


def _together(watches: Sequence[Watch]) -> frozenset[Point]:
    return frozenset(point for watch in watches for point in watch.reached())


def _gathered(text: Text, found: Mapping[str, frozenset[Point]]) -> Coverage:
    """Say for each point of the text's instances what reached it. Libraries are left out."""
    every = {point for game in text.games for point in points(game.spec)}
    mine = [point for point in every if point.span.file == text.file]
    mine.sort(key=lambda point: (point.span.line, point.span.column, point.what))
    lines = {point.span.line for point in mine}
    return Coverage(
        text.file,
        len(text.games),
        (),
        tuple(Reached(p, tuple(name for name in found if p in found[name])) for p in mine),
        tuple(span for span in text.rules if span.line not in lines),
    )
