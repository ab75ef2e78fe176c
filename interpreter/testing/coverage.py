"""Which lines of a rule text are reached, by its scenarios and by plays, over all its instances.

A line that only some numbers of players or options have counts when it is reached in one of those;
what no instance has at all is told apart (`absent`). Native code that notes what it reaches plays
random games (`native.engine.coverage`). Any other play is made as it is, and gone through again by
a `Watch`; both reach the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import attrs

from interpreter import arguments
from interpreter.facts.coverage_points import ORDERS, Point, What, points
from interpreter.faults import BudgetExceeded, EffortExceeded, EngineBug, RuleFault
from interpreter.game import EngineName, Game
from interpreter.load import Text, engine_named
from interpreter.measuring.simulate import Policy, playout, uniform
from interpreter.measuring.watching import Watch
from interpreter.testing import scenarios
from rulelang import core
from rulelang.source import Span

if TYPE_CHECKING:
    from interpreter.native import NativeWatch

SCENARIOS = "scenarios"
RANDOM: Mapping[str, Policy] = {"random games": uniform}

_HOLDING: Final[frozenset[What]] = frozenset(("statement", "last", "fact", "value"))
"""Where these are not reached, nothing inside them is."""

_ASKED: Final[frozenset[What]] = frozenset(("false", "value"))

FEWEST: Final = 4
"""Games of each instance that are worth its native code, which takes its time to be made."""


@attrs.frozen
class Reached:
    """A point, and what reached it: `scenarios`, or the name of those who played.

    `first`: the number of the first play that reached it, from 1, of those who played first.
    """

    point: Point
    by: tuple[str, ...]
    first: int | None = None


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

    @property
    def first(self) -> int | None:
        """The number of the play, from 1, by which all of the line was reached; None: by none."""
        found = [point.first for point in self.points if point.first is not None]
        return max(found) if len(found) == len(self.points) else None


@attrs.frozen
class Coverage:
    """What was reached of a rule text.

    `runs`: how many scenarios ran, and how many games each sort of player played, by name.
    `points` stand in the order of the text. `absent`: rules that no instance has. `orders`: what
    sorting keys decided, and ties that none did; these are no part of what lines reach.
    """

    file: str
    instances: int
    runs: tuple[tuple[str, int], ...]
    points: tuple[Reached, ...]
    absent: tuple[Span, ...]
    interrupted: bool = False
    orders: tuple[Reached, ...] = ()

    @property
    def lines(self) -> tuple[Line, ...]:
        """Return the lines that hold rules, from the first to the last."""
        on: dict[int, list[Reached]] = {}
        for reached in self.points:
            on.setdefault(reached.point.span.line, []).append(reached)
        return tuple(Line(number, tuple(found)) for number, found in on.items())

    @property
    def unreached(self) -> tuple[Point, ...]:
        """Return what nothing reached, those ends aside that wait for the last turn.

        Of what stands in a rule that is told, conditions and values are not told again.
        """
        missed = [r.point for r in self.points if not r.by and r.point.what != "last"]
        return tuple(p for p in missed if p.what not in _ASKED or not self._is_idle(p))

    @property
    def unreached_ends(self) -> tuple[Point, ...]:
        """Return the ends behind `each turn` that nothing reached: no play used up its turns."""
        return tuple(r.point for r in self.points if not r.by and r.point.what == "last")

    @property
    def undecided(self) -> tuple[Point, ...]:
        """Return the sorting keys behind others that never decided anything.

        One in a rule that nothing reached is left out: what is said of that rule says it all.
        """
        keys = (r.point for r in self.orders if not r.by and r.point.what == "key")
        return tuple(key for key in keys if not self._is_idle(key))

    @property
    def ties(self) -> tuple[Point, ...]:
        """Return the loops that went through ties in the order in which they found them."""
        return tuple(r.point for r in self.orders if r.by and r.point.what == "tie")

    def _is_idle(self, point: Point) -> bool:
        """Return whether a point stands in another that nothing reached."""
        return any(
            point.span.is_within(r.point.span)
            for r in self.points
            if not r.by and r.point.what in _HOLDING and r.point != point
        )


def coverage(  # noqa: PLR0913 - keywords, seldom given all at once
    text: Text,
    n: int = 100,
    *,
    seed: int = 0,
    by: Mapping[str, Policy] = RANDOM,
    progress: Callable[[int], None] | None = None,
    engine: EngineName | None = None,
) -> Coverage:
    """Run the scenarios of a rule text and play `n` games of it, and say what they reach.

    Args:
        text: what to cover: all instances of a rule file, or some of them (`load_all`).
        n: how many games each of `by` plays; the instances take turns.
        seed: game number `i` of them is `playout(game, seed, i, policy)`.
        by: who plays, each with a name.
        progress: told how many games are done, after each; Ctrl-C keeps what is done.
        engine: who plays random games; None: as for `load`. It makes no difference to the answer.

    >>> from interpreter import load_all
    >>> found = coverage(load_all("tic_tac_toe"), n=5)
    >>> found.unreached, found.absent, [line.number for line in found.lines if not line.by]
    ((), (), [])
    >>> found.runs, found.points[0].point.what, found.points[0].by
    ((('scenarios', 7), ('random games', 5)), 'statement', ('scenarios', 'random games'))

    Raises:
        ValueError: `n` is below 0.
        TypeError: it or `seed` is no whole number, or `text` no `Text`.
        RuleFault: the rules do what they must not do in one of the games.
    """
    arguments.expect(text, Text, "what to cover is a `Text`, as `load_all` returns it")
    n = arguments.whole(n, arguments.GAMES, 0)
    seed = arguments.seed_of(seed)
    is_native = engine_named(engine) == "native"
    found = {SCENARIOS: by_scenarios(text.scenarios)}
    runs = [(SCENARIOS, len(text.scenarios))]
    done, interrupted = 0, False
    first: dict[Point, int] = {}
    for name, policy in by.items():
        by_code = is_native and policy is uniform and n >= FEWEST * len(text.games)
        players = [_Player(game, policy, is_native=by_code) for game in text.games[:n]]
        played = 0
        try:
            while played < n:
                one = players[played % len(players)]
                one.play(seed, played)
                played += 1
                if name == next(iter(by)):
                    first |= dict.fromkeys(one.reached_anew() - first.keys(), played)
                done += 1
                if progress is not None:
                    progress(done)
        except KeyboardInterrupt:
            interrupted = True
        found[name] = frozenset(point for player in players for point in player.reached())
        runs.append((name, played))
        if interrupted:
            break
    return attrs.evolve(gathered(text, found, first), runs=tuple(runs), interrupted=interrupted)


class _Player:
    """Plays games of one instance, and knows what they reached."""

    def __init__(self, game: Game, policy: Policy, *, is_native: bool) -> None:
        self.game, self.policy = game, policy
        self.is_native, self.wants_code = is_native, True
        self.code: NativeWatch | None = None
        self.watch: Watch | None = None
        self._noted: tuple[object, ...] = ()

    def play(self, seed: int, number: int) -> None:
        """Play a game; what native code gives up is played again."""
        if self.is_native and self._goes_natively(seed, number):
            return
        self.watch = self.watch or Watch(self.game.spec)
        try:
            end = playout(self.game, seed, number, self.policy)
            position = self.watch.replay(end.history)
        except EffortExceeded:  # native code may go through more
            is_tried = self.is_native or self.policy is not uniform
            if is_tried or not self._goes_natively(seed, number):
                raise
            return
        if position != end.position:
            raise EngineBug(f"game {number} goes another way when it is watched")

    def _goes_natively(self, seed: int, number: int) -> bool:
        """Let native code play a game at random; False where it gives that up."""
        if self.wants_code:
            from interpreter.native import find_watch  # noqa: PLC0415 - LLVM loads late

            self.wants_code = False
            self.code = find_watch(self.game)
        return self.code is not None and self.code.play(seed, number)

    def reached(self) -> frozenset[Point]:
        """Return what the games reached."""
        return frozenset().union(*(who.reached() for who in (self.watch, self.code) if who))

    def reached_anew(self) -> frozenset[Point]:
        """Return what the games reached; nothing where nothing came to it since it was asked."""
        noted = tuple(who.noted for who in (self.watch, self.code) if who)
        if noted == self._noted:
            return frozenset()
        self._noted = noted
        return self.reached()


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
    return frozenset(point for watch, _ in watches.values() for point in watch.reached())


def gathered(
    text: Text, found: Mapping[str, frozenset[Point]], first: Mapping[Point, int] | None = None
) -> Coverage:
    """Say for each point of the text's instances which of `found` reached it, without its runs.

    Libraries are left out. `first`: which play did so first.
    """
    plays = first or {}
    every = {point for game in text.games for point in points(game.spec)}
    mine = [point for point in every if point.span.file == text.file]
    mine.sort(key=lambda point: (point.span.line, point.span.column, point.what))
    lines = {point.span.line for point in mine}
    reached = [
        Reached(p, tuple(name for name in found if p in found[name]), plays.get(p)) for p in mine
    ]
    return Coverage(
        text.file,
        len(text.games),
        (),
        tuple(r for r in reached if r.point.what not in ORDERS),
        tuple(span for span in text.rules if span.line not in lines),
        orders=tuple(r for r in reached if r.point.what in ORDERS),
    )
