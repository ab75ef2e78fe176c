"""Steps of plays beside a real one, in native code; the few it does not tell, by the reference."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.chance import Numbers
from interpreter.engines.held import Compiled
from interpreter.game import Game
from interpreter.knowledge.crossing import Step, is_compared, seen_step
from interpreter.knowledge.ground import (
    Across,
    Made,
    Stepped,
    Ways,
    factor_of,
    role_of,
    taken,
    weighed_at,
)
from interpreter.knowledge.naming import Namer
from interpreter.knowledge.sights import Sight, sights_among, sights_told
from interpreter.native import FlatChain, FlatTrail, ObserverLog, OpenPoints
from interpreter.native.memory.shares import AGREED, LEFT, TAKEN, UNSAID
from interpreter.state import State


class NativeGround:
    """Steps over flat states."""

    def __init__(self, game: Game, start: Compiled, player: int, log: ObserverLog) -> None:
        self._game = game
        self._start = start
        self._player = player
        self._log = log
        layout = game.layout
        words = Namer(layout).words(len(layout.spec.kinds))
        self._trail = FlatTrail(log.code, player, words)
        self._opened: tuple[int, int] | None = None
        self._real: list[tuple[State, State]] = []
        self._steps: dict[int, Step] = {}
        self._layout = layout

    def note(self, before: State, after: State) -> tuple[Sight, ...]:
        """As `Ground.note`."""
        role = role_of(before.current_player, self._player)
        said, action = None, after.action
        assert action is not None, "a step was taken"
        held = before.held.compiled
        if held is not None and not is_compared(after):
            said = self._trail.note(held.flat, action, role)
        else:
            self._trail.note_untold(role, action)
        self._real.append((before, after))
        found = None if said is None else sights_told(said, self._layout)
        return sights_among(after.effects(self._player)) if found is None else found

    def is_alike(self, point: int, before: State, after: State) -> bool:
        """As `Ground.is_alike`."""
        action, held = after.action, before.held.compiled
        assert action is not None, "a step was taken"
        told = None if held is None else self._trail.is_alike(point, held.flat, action)
        if told is not None:
            return told
        step = self._step(point)
        here = before.current_player, after.current_player, after.effects(self._player)
        return here == (step.actor, step.next_actor, step.seen)

    def begun(self) -> FlatChain:
        """As `Ground.begun`."""
        chain = FlatChain(self._trail.stride)
        chain.put(0, self._start.flat)
        return chain

    def played(self, history: Sequence[int]) -> FlatChain | None:
        """As `Ground.played`."""
        chain, end = self.begun(), len(history)
        chain.reach(end)
        chain.numbers[:end] = list(history)
        chain.factors[:end] = [1.0] * end
        if self.retry(chain, 0, end, end) is None:
            return None
        self.accept(chain, 0, end)
        chain.length = end
        return chain

    def copied(self, chain: FlatChain, length: int | None = None) -> FlatChain:
        """As `Ground.copied`."""
        made = FlatChain(self._trail.stride, chain.room)
        made.take(chain, length)
        return made

    def take(self, chain: FlatChain, other: FlatChain) -> None:
        """As `Ground.take`."""
        chain.take(other)

    def ways(self, chain: FlatChain, point: int, *, every: bool = False) -> Ways:
        """As `Ground.ways`."""
        found = self._trail.ways(chain, point, every=every)
        if found is not None:
            return found
        state, step = self.state(chain, point), self._step(point)
        weighed = weighed_at(state)
        agreed = [(n, w) for n, w in weighed if taken(state, n, step) is not None]
        return agreed, sum(weight for _, weight in weighed)

    def across(self, point: int, state: State, number: int | None) -> Across | None:
        """As `Ground.across`."""
        held = state.held.compiled
        found = None if held is None else self._trail.across(held.flat, point, number)
        if found is None:
            return None
        reached, total = found
        return [(weight, self._state(flat, n)) for n, weight, flat in reached], total

    def push(self, chain: FlatChain, number: int) -> bool:
        """As `Ground.push`."""
        point = chain.length
        chain.reach(point + 1)
        chain.numbers[point] = number
        chain.factors[point] = 1.0
        found = self.retry(chain, point, point, point + 1)
        if found is None:
            return False
        self.accept(chain, point, point + 1)
        chain.length = point + 1
        return True

    def retry(self, chain: FlatChain, begin: int, last: int, end: int) -> tuple[int, float] | None:
        """As `Ground.retry`."""
        at, ratio, goes_on = begin, 1.0, False
        while True:
            at, status, ratio = self._trail.replay(chain, at, end, last, ratio, goes_on=goes_on)
            if status == AGREED:
                return at, ratio
            if status != UNSAID:
                return None
            flat = self._trail.tried(at) if goes_on or at > begin else chain.flat(at, self._size)
            factor = self._crossed(flat, at, chain.numbers[at])
            if factor is None:
                return None
            ratio *= factor / chain.factors[at]
            at, goes_on = at + 1, True

    def accept(self, chain: FlatChain, begin: int, stopped: int) -> None:
        """As `Ground.accept`."""
        self._trail.accept(chain, begin, stopped)

    def factor(self, chain: FlatChain, point: int, *, tried: bool = False) -> float:
        """As `Ground.factor`."""
        return self._trail.factor(point) if tried else chain.factors[point]

    def move_about(
        self, chain: FlatChain, count: int, numbers: Numbers, points: OpenPoints
    ) -> Made:
        """As `Ground.move_about`."""
        if self._opened != points.reached:
            self._opened = points.reached
            self._trail.open(points)
        return Made(*self._trail.moves(chain, count, numbers))

    def step(self, chain: FlatChain, numbers: Numbers) -> Stepped | None:
        """As `Ground.step`."""
        status, share, spent = self._trail.step(chain, numbers)
        if status == LEFT:
            return None
        return Stepped(share if status == TAKEN else None, spent)

    def moved(self, chain: FlatChain, point: int, number: int) -> tuple[Sight, ...]:
        """As `Ground.moved`."""
        said = self._log.everything(chain.flat(point, self._size), number)
        found = None if said is None else sights_told(said, self._layout)
        if found is not None:
            return found
        return sights_among(self.state(chain, point).child(number).transition)

    def state(self, chain: FlatChain, point: int) -> State:
        """As `Ground.state`."""
        number = chain.numbers[point - 1] if point else -1
        return self._state(chain.flat(point, self._size), number)

    # ------------------------------------------------------------ what native code does not tell

    @property
    def _size(self) -> int:
        return self._trail.size

    def _state(self, flat: bytes, number: int) -> State:
        return State.of(self._game, self._start.beside(flat), action=number)

    def _step(self, point: int) -> Step:
        if point not in self._steps:
            self._steps[point] = seen_step(*self._real[point], self._player)
        return self._steps[point]

    def _crossed(self, flat: bytes, point: int, number: int) -> float | None:
        """Take a step by the reference, and keep it as tried; return how likely it was."""
        state, step = self._state(flat, number), self._step(point)
        factor = factor_of(state, number, step)
        after = None if factor is None else taken(state, number, step)
        native = None if after is None else self._start.likewise(after.held.plain).compiled
        if factor is None or native is None:
            return None
        self._trail.put_tried(point + 1, native.flat, factor)
        return factor
