"""Play games in search of what their rules do wrong.

Three sorts of plays take turns: many at random in native code, plays with habits of their own from
the start, and such plays from states where something new was seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from time import monotonic

import attrs

from interpreter import arguments
from interpreter.facts.coverage_points import Point
from interpreter.faults import BudgetExceeded, RuleFault
from interpreter.game import Game
from interpreter.hunting.finds import Finds
from interpreter.hunting.habits import Even, Habit, Rarest, Swarm
from interpreter.hunting.watches import Watches
from interpreter.reference import stepping
from interpreter.state import CHANCE, State
from interpreter.testing.shrinking import Failure, is_late, shortest
from rulelang import core

SLICE = 2_000
"""Steps of steered plays before the next game has its turn."""

EVEN = 20
"""So many steps at random, in native code, go with each steered one, about."""


@attrs.frozen
class Fault:
    """What the rules of a game do wrong, and the shortest play found that shows it.

    The last of `choices` is the step in which they fail; where asking for what is legal fails,
    they lead to the state that is asked.
    """

    game: Game
    reason: RuleFault | BudgetExceeded
    choices: tuple[int, ...]


@attrs.frozen
class Hunt:
    """What a search came to.

    `plays` were steered, with `steps` choices and outcomes of chance in them; `even` plays went at
    random. `never`: the arms of which no action was ever legal, in any of the games. `reached`:
    what the plays that were looked at closely reached of the rules; those that came to something
    new come first.
    """

    faults: tuple[Fault, ...]
    plays: int
    steps: int
    even: int
    never: tuple[core.Arm, ...]
    reached: frozenset[Point] = attrs.field(repr=False)
    interrupted: bool = False


def hunt(
    games: Sequence[Game],
    *,
    seconds: float | None = None,
    steps: int | None = None,
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
) -> Hunt:
    """Look for faults of the rules in some games, as long as is said; Ctrl-C keeps what is found.

    Args:
        games: the instances of a rule text, say; they take turns.
        seconds: how long to look, and to make what is found short. What is found then depends on
            the machine.
        steps: how many steps of steered plays to look for, at least; all follows from the seed.
        seed: where all numbers come from.
        progress: told now and then how many steps were made.

    Each fault is told once: one sort of fault at one place of the text.

    >>> from interpreter import load
    >>> found = hunt([load("tic_tac_toe")], steps=500, seed=1)
    >>> found.faults, found.never, found.steps >= 500
    ((), (), True)

    Raises:
        ValueError: neither `seconds` nor `steps` is given, or one of them is below 0.
        TypeError: one is no number, `seed` no whole one, or something no game.
    """
    arguments.expect(games, Sequence, "what to look at is a list of games")
    for game in games:
        arguments.expect(game, Game, arguments.GAME)
    arguments.amount_or_none(seconds, arguments.SECONDS)
    steps = arguments.whole_or_none(steps, "the number of steps is a whole number from 0", 0)
    seed = arguments.seed_of(seed)
    if seconds is None and steps is None:
        raise ValueError("say how long to look: `seconds`, `steps` or both")
    until = None if seconds is None else monotonic() + seconds
    hunters = [_Hunter(game, seed + at, until) for at, game in enumerate(games)]
    made, interrupted = 0, False
    try:
        while not is_late(until) and (steps is None or made < steps):
            going_on = [hunter for hunter in hunters if not hunter.is_over]
            if not going_on:
                break
            for hunter in going_on:
                hunter.look()
                made = sum(each.steps for each in hunters)
                if progress is not None:
                    progress(made)
                if is_late(until):
                    break
    except KeyboardInterrupt:
        interrupted = True
    return _told(hunters, interrupted=interrupted)


def _told(hunters: Sequence[_Hunter], *, interrupted: bool) -> Hunt:
    found: dict[object, tuple[Game, Failure]] = {}
    for hunter in hunters:
        for failure in hunter.failures.values():
            known = found.get(failure.key)
            if known is None or len(failure.choices) < len(known[1].choices):
                found[failure.key] = hunter.game, failure
    faults = [Fault(game, each.fault, each.choices) for game, each in found.values()]
    faults.sort(key=lambda fault: (fault.reason.span.file, fault.reason.span.line))
    return Hunt(
        tuple(faults),
        sum(hunter.plays for hunter in hunters),
        sum(hunter.steps for hunter in hunters),
        sum(hunter.even for hunter in hunters),
        _never(hunters),
        frozenset(point for hunter in hunters for point in hunter.watch.reached()),
        interrupted,
    )


def _never(hunters: Sequence[_Hunter]) -> tuple[core.Arm, ...]:
    """Return the arms that no game ever offered, each place of the text once."""
    offered, all_arms = set[object](), dict[object, core.Arm]()
    for hunter in hunters:
        for number in hunter.offered:
            arm = stepping.arm_of(hunter.game.layout, number)
            assert arm is not None, "it was on offer"
            offered.add(arm.arm.span)
        for arm in hunter.game.layout.numbering:
            all_arms.setdefault(arm.arm.span, arm.arm)
    return tuple(arm for span, arm in all_arms.items() if span not in offered)


@attrs.define(eq=False)
class _Hunter:
    """The search in one game, up to a time."""

    game: Game
    seed: int
    until: float | None
    random: Random = attrs.field(init=False)
    finds: Finds = attrs.field(init=False)
    done: Counter[int] = attrs.field(init=False, factory=Counter)
    offered: set[int] = attrs.field(init=False, factory=set)
    failures: dict[object, Failure] = attrs.field(init=False, factory=dict)
    watch: Watches = attrs.field(init=False)
    newest: State | None = attrs.field(init=False, default=None)
    is_over: bool = attrs.field(init=False, default=False)
    plays: int = attrs.field(init=False, default=0)
    steps: int = attrs.field(init=False, default=0)
    even: int = attrs.field(init=False, default=0)

    def __attrs_post_init__(self) -> None:
        """Draw all from one seed."""
        self.random = Random(self.seed)
        self.finds = Finds(self.random)
        self.watch = Watches(self.game)

    def look(self) -> None:
        """Have a turn: some plays at random, and some that are steered."""
        start = self._start()
        if start is None:
            self.is_over = True
            return
        self._play_evenly(start)
        wanted, watched = self.steps + SLICE, 0
        while self.steps < wanted and not is_late(self.until):
            begin = self.finds.start() if self.random.random() < 0.5 else None
            self._play(begin or start, self._habit())
            self.plays += 1
            watched += self._watch() if watched < SLICE // 2 and not is_late(self.until) else 0

    def _start(self) -> State | None:
        """Return the first state; None where there is nothing to choose in the whole game."""
        try:
            start = self.game.start()
        except (RuleFault, BudgetExceeded) as fault:
            self._keep(Failure(fault, ()))
            return None
        return None if start.is_terminal else start

    def _watch(self) -> int:
        """Go through the play again that came last to something new; return how dear it was."""
        if self.newest is None:
            return 0
        history, self.newest = self.newest.history, None
        return self.watch.replay(history)

    def _habit(self) -> Habit:
        if self.random.randrange(4) == 0:
            return Rarest(self.done, self.random)
        return Swarm(self.game, self.random)

    def _play(self, state: State, habit: Habit) -> None:
        """Play from a state to the end, or to a fault, or as long as there is time."""
        step: tuple[int, ...] = ()
        try:
            while not (state.is_terminal or is_late(self.until)):
                step = ()
                if state.current_player == CHANCE:
                    number = habit.draw(state)
                else:
                    ids = state.legal_ids
                    self.offered.update(ids)
                    number = habit.choose(ids)
                step = (number,)
                self.steps += 1
                state = state.child(number)
                if self.finds.note(state):
                    self.newest = state
        except (RuleFault, BudgetExceeded) as fault:
            self._keep(Failure(fault, state.history + step))

    def _keep(self, failure: Failure) -> None:
        """Keep a fault that is new, after making its play short."""
        if failure.key not in self.failures:
            self.failures[failure.key] = shortest(self.game, failure, until=self.until)

    def _play_evenly(self, start: State) -> None:
        """Play at random; what native code gives up is played again."""
        held = start.held.compiled
        if held is None:
            self._play(start, Even(self.seed, self.even))
            self.even += 1
            return
        native, flat = held.engine.native, held.flat
        plays = EVEN * SLICE * max(1, self.plays) // max(SLICE, self.steps)
        made, portion = 0, 1
        while made < plays and not is_late(self.until):
            portion = min(2 * portion, plays - made)
            at = _first_fault(
                lambda n, first: native.sums(flat, n, self.seed, first)[0], portion, self.even
            )
            if at is not None:
                self._play(start, Even(self.seed, at))
            self.even += portion
            made += portion


def _first_fault(fails: Callable[[int, int], int], n: int, first: int) -> int | None:
    """Return the first of `n` playouts from `first` on that fails; None if none does."""
    if not fails(n, first):
        return None
    while n > 1:
        half = n // 2
        if fails(half, first):
            n = half
        else:
            first, n = first + half, n - half
    return first
