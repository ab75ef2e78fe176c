"""Plays beside the real one that a player should not be able to tell from it, and what differs.

A *case* is a game instance, the seed of a random play, a moment of it and a seat. What comes of a
case is counted, so that a test can say how often redealing found nothing to compare with.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Self

import attrs
from hypothesis import settings

from interpreter.faults import BudgetExceeded, RuleFault
from interpreter.game import Game
from interpreter.knowledge.redeal import Belief, RedealExhausted
from interpreter.measuring.simulate import playout
from interpreter.state import State
from interpreter.tree import followers
from tests.support.knowledge import channels
from tests.support.plays import replayed

BUDGET = 15_000
SAMPLES = 8
"""Plays drawn for one case at most, until some are found to compare with the real one."""

DEEP = settings.default.max_examples > 1_000
COMPARED = 2 if DEEP else 1
MOMENTS = 4 if DEEP else 2
"""States on the way that are compared too: the soak looks at more of them."""

TRIED_ON = 6
"""Positions that may be true, and what may happen next in each, tried for pauses."""


@attrs.frozen
class Case:
    """Which play, up to which moment of it, as whom; `moment` counts choices and chance.

    `state`: the one at the moment, or the last of a play that is over before.
    """

    game: Game = attrs.field(repr=lambda game: f"{game.name} {len(game.players)} {game.options}")
    seed: int
    moment: int
    seat: int
    state: State = attrs.field(repr=False)


@attrs.define
class Found:
    """What came of cases. `leaks`: the channels in which plays differ, with the case."""

    cases: int = 0
    exhausted: int = 0
    different: int = 0
    leaks: list[str] = attrs.field(factory=list)

    @property
    def exhausted_share(self) -> float:
        return self.exhausted / max(1, self.cases)

    @property
    def channels(self) -> set[str]:
        return {leak.split(":")[0] for leak in self.leaks}


def compare(case: Case, found: Found, width: int = 64, budget: int = BUDGET) -> None:
    """Compare the play of a case with others, and add to `found` what came of it.

    The real play is as the engine of the case's game makes it, the others are as a belief makes
    them, which is by the reference, and once more as that engine does.
    """
    true = case.state
    found.cases += 1
    belief = Belief.start(case.game, case.seat, width=width, budget=budget, seed=case.seed)
    try:
        for state in _waypoints(true):
            belief.follow(state)
            _note(found, case, pauses(belief, state))
        belief.follow(true)
    except RedealExhausted:
        found.exhausted += 1
        return
    samples = others(belief, true)
    found.different += bool(samples)
    if not samples:
        return
    own, *got = [Got.of(play, case.seat) for play in (true, *samples)]
    for sample in got:
        _note(found, case, own.apart(sample))
    again = replayed(case.game, samples[0].history)
    _note(found, case, got[0].apart(Got.of(again, case.seat)))
    _note(found, case, hosted_differences(true, samples[0], case.seat))


def _note(found: Found, case: Case, names: list[str]) -> None:
    found.leaks += [f"{name}: {case}" for name in names]


def others(belief: Belief, true: State) -> list[State]:
    """Return some plays of a belief whose history is not the real one, unlike ones first."""
    alike: dict[tuple[int, ...], State] = {}
    unlike: dict[tuple[int, ...], State] = {}
    for seed in range(SAMPLES):
        drawn = belief.sample(seed)
        if drawn.history != true.history:
            (alike if drawn.position == true.position else unlike)[drawn.history] = drawn
        if len(unlike) == COMPARED:
            break
    return [*unlike.values(), *alike.values()][:COMPARED]


@attrs.frozen
class Got:
    """What a player can get at in a play: behind the whole of it, and at some moments."""

    length: int
    behind: dict[str, object]
    moments: list[dict[str, object]]

    @classmethod
    def of(cls, state: State, player: int) -> Self:
        """Return what a player can get at in the play that led to a state.

        Some moments are there twice: what they tell is asked once.
        """
        moments = _moments(state, player)
        told: dict[int, dict[str, object]] = {}
        for one in moments:
            if id(one) not in told:
                told[id(one)] = channels.at(one, player)
        behind = channels.behind(state, player)
        return cls(len(state.history), behind, [told[id(one)] for one in moments])

    def apart(self, other: Self) -> list[str]:
        """Return the channels in which two plays differ, at any moment."""
        if self.length != other.length:
            return ["number of moments"]
        names = channels.parted(self.behind, other.behind)
        for left, right in zip(self.moments, other.moments, strict=False):
            names += channels.parted(left, right)
        return sorted(set(names))


def differences(one: State, other: State, player: int) -> list[str]:
    """Return the channels in which two plays differ for a player, at any of some moments."""
    return Got.of(one, player).apart(Got.of(other, player))


def hosted_differences(one: State, other: State, player: int) -> list[str]:
    """Return the channels of a hosted play in which two plays differ for a player."""
    ends = [channels.settled(state) for state in (one, other)]
    with tempfile.TemporaryDirectory() as folder:
        sides = [channels.of_session(end, player, Path(folder)) for end in ends if end is not None]
    return channels.parted(*sides) if len(sides) == len(ends) else []


def _moments(state: State, player: int) -> list[State]:
    """Return some moments of a play, where the player chooses and where he waits, and its end."""
    path = state.path
    own = [s for s in path if s.current_player == player]
    waiting = [s for s in path if s.current_player != player]
    picked = [group[:: max(1, len(group) // MOMENTS)][:MOMENTS] for group in (own, waiting)]
    return [*picked[0], *picked[1], *own[-1:], path[-1]]


def _waypoints(state: State) -> list[State]:
    path = state.path
    return list(path[:: max(1, len(path) // MOMENTS)])


def pauses(belief: Belief, state: State) -> list[str]:
    """Return a leak where what happens next tells by its pause what the player does not see.

    From positions that may be true and in which the same is under way, after the same choice or
    outcome: whoever sees the same next must wait for the same actor. A belief drops what waits for
    somebody else (Ref §18), so this asks before it is dropped. That others have chosen, and not
    what, may show in whose choice comes next; so different choices are not compared.
    """
    waits: dict[object, set[int]] = {}
    for position, _ in belief.weights[:TRIED_ON]:
        origin = State(state.game, position)
        for number in followers(origin)[:TRIED_ON]:
            seen = _seen(origin, number, belief.player)
            if seen is not None:
                told, actor = seen
                waits.setdefault((position.control, number, told), set()).add(actor)
    return ["pause"] if any(len(found) > 1 for found in waits.values()) else []


def _seen(origin: State, number: int, player: int) -> tuple[object, int] | None:
    try:
        after = origin.child(number)
    except (RuleFault, BudgetExceeded):
        return None
    return after.events(player), after.current_player


def cases(game: Game, seeds: range, moments: tuple[int, ...]) -> Iterator[Case]:
    """Yield cases of a game: the seats take turns with the seeds and moments."""
    seats = len(game.players)
    for seed in seeds:
        path = playout(game, seed).path
        for at, moment in enumerate(moments):
            state = path[min(moment, len(path) - 1)]
            yield Case(game, seed, moment, (seed + at) % seats, state)


def counted(found: Found) -> str:
    """Return what came of cases, in words."""
    by = Counter(leak.split(":")[0] for leak in found.leaks)
    return (
        f"{found.cases} cases, {found.exhausted_share:.0%} exhausted, {found.different} compared; "
        f"leaks {dict(by)}"
    )
