"""Chains of plays that go along with a real one: how a seat's knowledge is sampled.

A few chains are held, each one whole play that the player could not tell from the real one, with a
weight. A step of the real play takes each of them on by a number that shows him what he saw, drawn
by weight; its weight falls by the share that such numbers had. Where few chains count, they are
drawn anew by weight and moved (`moves`); where none is left, what they were is moved about until
one agrees, and then a play is made from nothing (`building`).

A sample is a copy of a chain, moved many times by numbers from the seed: it follows from the
belief and the seed alone, and a thousand seeds are a thousand plays.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Generic

from interpreter.chance import Numbers
from interpreter.game import Game
from interpreter.knowledge.building import Builder, zones_of
from interpreter.knowledge.ground import OWN, Across, C, Ground, history_of, role_of
from interpreter.knowledge.mending import IN_ALL, Mender
from interpreter.knowledge.moves import Mover
from interpreter.knowledge.naming import Namer
from interpreter.knowledge.sights import Sight
from interpreter.knowledge.trail import Trail
from interpreter.state import State

CHAINS: Final = 8
"""How many chains are held."""

LEAST_MOVES: Final = 80
MOST_MOVES: Final = 160
_MOVES_IF_SHORT: Final = 640
_TRIED_IF_SHORT: Final = 2_000
_BLOCK: Final = 40
AFTER_COPY: Final = 6
FIRST_MOVES: Final = 32
_RESCUED: Final = 32
_AT_A_TIME: Final = 4
_TRADED: Final = 16
_LEAST: Final = 1e-300
AT_ONCE: Final = 16
"""Of more new steps than this, chains are made anew instead of taken along."""


class ExhaustedError(Exception):
    """No play was found that agrees with what was seen."""


class Chains(Generic[C]):
    """Plays that a player could not tell from the one that he follows."""

    def __init__(self, game: Game, player: int, ground: Ground[C], numbers: Numbers) -> None:
        zones = zones_of(game.start().position, game.layout)
        self._game = game
        self._player = player
        self._ground = ground
        self._numbers = numbers
        self.trail = Trail(game.layout, player, zones)
        self.mover = Mover(Namer(game.layout), ground, self.trail)
        self._builder = Builder(game.layout, ground, self.trail, self.mover)
        self._mender = Mender(game.layout, ground, self.trail, self.mover)
        self.held: list[C] = []
        self.weights: list[float] = []
        self._certain_play = ground.begun()

    @property
    def spent(self) -> int:
        """What was tried so far, about in transitions."""
        return self.mover.spent

    def note(self, before: State, after: State) -> None:
        """Take in a step of the real play."""
        role = role_of(before.current_player, self._player)
        number = after.action if role == OWN else None
        sights = self._ground.note(before, after)
        certain = self._certain(number)
        if certain is None:
            self.trail.add(role, number, sights)
        else:
            self.trail.add(role, number, certain, is_certain=True)

    def _certain(self, number: int | None) -> tuple[Sight, ...] | None:
        """Return what truly lay and moved in a step, where only one play comes to it and on.

        What is dealt out by rule is known that way, though nobody sees it. `number`: what the
        player himself chose.
        """
        only, point = self._certain_play, self.trail.length
        if only.length < point:
            return None
        if number is None:
            found, _ = self._ground.ways(only, point)
            number = found[0][0] if len(found) == 1 else None
        sights = None if number is None else self._ground.moved(only, point, number)
        if number is None or not self._ground.push(only, number):
            return None
        return sights

    def certain_state(self, point: int) -> State:
        """Return the state after so many steps, all of them certain; it remembers no way back."""
        return self._ground.state(self._certain_play, point)

    def across(self, point: int, state: State) -> Across | None:
        """Return what follows a state at a point, where native code tells it."""
        own = self.trail.own[point] if self.trail.roles[point] == OWN else None
        return self._ground.across(point, state, own)

    def is_alike(self, point: int, before: State, after: State) -> bool:
        """Return whether the player cannot tell a step from the one that he saw at a point."""
        role = role_of(before.current_player, self._player)
        if role != self.trail.roles[point] or (
            role == OWN and after.action != self.trail.own[point]
        ):
            return False
        return self._ground.is_alike(point, before, after)

    # ------------------------------------------------------------ where chains come from

    def begin(self, histories: Sequence[Sequence[int]]) -> None:
        """Hold plays with these histories, all alike."""
        chains = [self._ground.played(history) for history in histories]
        self.held = [chain for chain in chains if chain is not None]
        self.weights = [1.0] * len(self.held)
        if self.held:
            self.trail.reach(self.held[0].length)

    def go_on(self, budget: int, until: float | None = None) -> None:
        """Bring the chains to the end of the trail. `until`: when to stop, by `monotonic`.

        Raises:
            ExhaustedError: nothing was found, with about `budget` transitions more.
            LateError: it was time to stop.
        """
        self.mover.until = until
        end = self.spent + budget
        length = self.held[0].length if self.held else -1
        if length < 0 or self.trail.is_far(length):
            if self._build(end, self.held if length == self.trail.anchor else []):
                return
            if length < 0:
                raise ExhaustedError
        for point in range(self.held[0].length, self.trail.length):
            self.mover.look_up()
            if not self._extend(point) and not self._rescue(point):
                if self._build(end, self._bases()):
                    return
                raise ExhaustedError

    def _build(self, budget: int, bases: Sequence[C]) -> bool:
        """Make a chain that goes on from one of those given, or from nothing; hold it alone."""
        chain = self._built(budget, bases[0]) if bases else None
        chain = self._built(budget, None) if chain is None else chain
        if chain is None:
            return False
        self.trail.reach(self.trail.length)
        self.mover.moves(chain, FIRST_MOVES, self._numbers)
        self.held, self.weights = [chain], [1.0]
        return True

    def _bases(self) -> list[C]:
        """Return a play held, up to where the player knew last where everything lay."""
        anchor = self.trail.anchor
        return [self._ground.copied(self.held[0], anchor)] if anchor else []

    def _built(self, budget: int, base: C | None) -> C | None:
        return self._builder.built(self._numbers, budget, base)

    # ------------------------------------------------------------ along a play

    def _extend(self, point: int) -> bool:
        """Take all chains one step on; False where none agrees, and nothing is taken."""
        held: list[C] = []
        weights: list[float] = []
        for chain, weight in zip(self.held, self.weights, strict=True):
            share = self.mover.step(chain, self._numbers)
            if share is not None:
                held.append(chain)
                weights.append(max(weight * share, _LEAST))
        if not held:
            return False
        self.held, self.weights = held, weights
        self.trail.reach(point + 1)
        self._renew()
        return True

    def _renew(self) -> None:
        """Where few chains count, draw them anew by weight, and move those that are copies."""
        most = max(self.weights)
        weights = [weight / most for weight in self.weights]
        total = sum(weights)
        effective = total * total / sum(weight * weight for weight in weights)
        if 2 * effective >= CHAINS:
            self.weights = weights
            return
        mark, passed = self._numbers.share(), 0.0
        held: list[C] = []
        for chain, weight in zip(self.held, weights, strict=True):
            passed += weight * CHAINS / total
            copies = 0
            while mark < passed and len(held) < CHAINS:
                fresh = self._ground.copied(chain) if copies else chain
                if copies:
                    self.mover.moves(fresh, AFTER_COPY, self._numbers)
                held.append(fresh)
                copies += 1
                mark += 1.0
        self.held = held or self.held[:1]
        self.weights = [1.0] * len(self.held)

    def _rescue(self, point: int) -> bool:
        """Change chains until one agrees with a step, and go on with copies of it.

        None of this has to be reversible, as the moves are that follow.
        """
        self._mender.left = IN_ALL
        for chain in self.held:
            for _ in range(_TRADED):
                if not self._mender.mend(chain, point, self._numbers):
                    break
                if self._goes_on(chain, point):
                    return True
        for at in range(0 if self.trail.settles(point, point + 1) else _RESCUED):
            chain = self.held[at % len(self.held)]
            if self.mover.moves(chain, _AT_A_TIME, self._numbers) and self._goes_on(chain, point):
                return True
        return False

    def _goes_on(self, chain: C, point: int) -> bool:
        """Take a chain one step on, and hold copies of it alone; False where it does not agree."""
        if self.mover.step(chain, self._numbers) is None:
            return False
        self.held, self.weights = [chain], [1.0]
        self.trail.reach(point + 1)
        self.mover.moves(chain, FIRST_MOVES, self._numbers)
        self._renew()
        return True

    # ------------------------------------------------------------ samples

    def sample(self, numbers: Numbers) -> tuple[State, tuple[int, ...]]:
        """Return the end of a play by lot, and its history."""
        mark = numbers.share() * sum(self.weights)
        chosen = self.held[-1]
        for chain, weight in zip(self.held[:-1], self.weights[:-1], strict=True):
            mark -= weight
            if mark < 0:
                chosen = chain
                break
        copy = self._ground.copied(chosen)
        self._mix(copy, numbers)
        return self._ground.state(copy, copy.length), history_of(copy)

    def _mix(self, chain: C, numbers: Numbers) -> None:
        """Make as many moves as a sample is worth: more where they are short."""
        made = min(max(LEAST_MOVES, 2 * self.trail.open_points), MOST_MOVES)
        end = self.spent + _TRIED_IF_SHORT
        self.mover.moves(chain, made, numbers)
        while made < _MOVES_IF_SHORT and self.spent < end and self.trail.open_points:
            self.mover.moves(chain, _BLOCK, numbers)
            made += _BLOCK

    def ends(self) -> list[tuple[State, float]]:
        """Return the state at the end of each chain, and its weight."""
        ends = [self._ground.state(chain, chain.length) for chain in self.held]
        return list(zip(ends, self.weights, strict=True))

    def histories(self) -> list[tuple[int, ...]]:
        """Return the numbers of each chain."""
        return [history_of(chain) for chain in self.held]
