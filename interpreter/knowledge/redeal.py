"""Plays that a player could not tell from the real one. Ref §18.

`Belief` follows a real play as one player sees it: his own choices, his events, and whose choice
it is. Of the real play it reads nothing else, so the true position cannot slip into a sample.

* While what may be true is little, it holds all of it: the exact table (`table`).
* Where a step would take the table beyond its width, chains go on from draws of it (`chains`):
  plays that are moved about so that each comes as often as it is likely. Where the player comes to
  know what every zone holds, the table begins again.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache, partial
from time import monotonic
from typing import TYPE_CHECKING, Final, TypeAlias

import attrs

from interpreter import arguments
from interpreter.chance import Numbers
from interpreter.game import Game
from interpreter.knowledge.chains import AT_ONCE, CHAINS, Chains, ExhaustedError
from interpreter.knowledge.crossing import Crosser, place_of
from interpreter.knowledge.evidence import Needs, needs_along
from interpreter.knowledge.ground import PlainChain, PlainGround
from interpreter.knowledge.moves import LateError
from interpreter.knowledge.table import Crossing, Node, Table
from interpreter.position import Position
from interpreter.state import State

if TYPE_CHECKING:
    from interpreter.native import FlatChain

WIDTH = 512
_A_STEP: Final = 2
"""Transitions of the table for each step, beside as many as its width, before chains go on."""

_FEWER: Final = 4
"""By this the width counts less where chains would not go on from the table, but begin anew."""

_PATIENT: Final = 8
"""By this the width counts more where chains have found nothing: only the table is left then."""

BUDGET = 1_000_000

_Followed: TypeAlias = "Chains[FlatChain] | Chains[PlainChain]"


class RedealExhausted(Exception):
    """No consistent play was found: none is left, or the budget ended."""


@attrs.define(eq=False)
class Belief:
    """What one player can know of a play: `Belief.start`, then `follow` and `sample` in turn.

    >>> from interpreter import load
    >>> deal = load("kuhn_poker").start(seed=1)
    >>> belief = Belief.start(deal.game, player=0)
    >>> belief.follow(deal)
    >>> belief.size, [str(weight) for _, weight in belief.weights]
    (2, ['1/2', '1/2'])
    >>> belief.sample(seed=5).information_state(0) == deal.information_state(0)
    True
    """

    game: Game
    player: int
    width: int
    budget: int
    _numbers: Numbers
    _seen: State
    _table: Table | None
    _spent: int = 0
    _failed: tuple[State, str] | None = None
    _is_behind: bool = False
    _begun: _Followed | None = None
    _past: tuple[int, ...] = ()
    _patience: int = 1

    @classmethod
    def start(
        cls, game: Game, player: int, *, width: int = WIDTH, budget: int = BUDGET, seed: int = 0
    ) -> Belief:
        """Return what `player` knows before anything is chosen.

        `width`: positions that the exact table holds at most. `budget`: transitions tried in one
        `follow`, about. `seed`: for what chains draw.

        Raises:
            TypeError: `game` is no game, or a player or another number no whole number.
            ValueError: there is no such player, or a number is too small.
        """
        arguments.expect(game, Game, arguments.GAME)
        player = arguments.player_of(game.players, player)
        width = arguments.whole(width, "the width is a whole number from 1", 1)
        budget = arguments.whole(budget, "the budget is a whole number from 1", 1)
        numbers, start = Numbers("redeal", arguments.seed_of(seed)), game.start()
        return cls(game, player, width, budget, numbers, start, _one(start))

    @property
    def _chains(self) -> _Followed:
        """The chains; native code for them is there from now on."""
        if self._begun is None:
            self._begun = _chains(self.game.start(), self.player, self._numbers)
        return self._begun

    @property
    def size(self) -> int:
        """How many positions are held."""
        return len(self.weights)

    @property
    def is_exact(self) -> bool:
        """Whether all positions that may be true are held."""
        return self._table is not None

    @property
    def spent(self) -> int:
        """How many transitions the last `follow` tried, about."""
        return self._spent

    @property
    def weights(self) -> tuple[tuple[Position, Fraction], ...]:
        """The positions held, each with its probability; exact where `is_exact`."""
        return _weights(self._chains) if self._table is None else self._table.weights

    def follow(self, state: State, *, until: float | None = None) -> None:
        """Take in all that happened up to `state`, which is one of the play that is followed.

        After an undo, or in another play, it begins anew. `until`: when to stop, by
        `time.monotonic`; asked again, it goes on from there.

        Raises:
            RedealExhausted: nothing consistent was found, or the budget ended. Asked for the same
                state again, it says so again. Or it was time to stop.
        """
        if state is self._seen and not self._is_behind:
            return
        if self._failed is not None and self._failed[0] is state:
            raise RedealExhausted(self._failed[1])
        self._spent = 0
        path, known = state.path, self._seen.history
        goes_on = state.history[: len(known)] == known or self._is_alike(path)
        if self._failed is not None or not goes_on:
            self._begin_anew()
        self._failed = None
        try:
            try:
                self._go_along(path, until)
            except ExhaustedError:
                self._patience = _PATIENT
                self._begin_anew()
                self._go_along(path, until)
        except LateError:
            raise RedealExhausted("there was no time for a redeal") from None
        except (ExhaustedError, RedealExhausted) as reason:
            name = self.game.players[self.player]
            said = str(reason) or f"no play was found that agrees with what {name} saw"
            self._failed = state, said
            raise RedealExhausted(said) from None

    def sample(self, seed: int) -> State:
        """Return a play, without seed, that the player cannot tell from the one followed.

        Raises:
            RedealExhausted: the last `follow` did not come to its end.
        """
        if self._is_behind:
            raise RedealExhausted("the play could not be followed to where it is")
        numbers = Numbers("redeal sample", seed)
        if self._table is not None:
            return self._table.sample(numbers, self._seen.chances)
        return _sampled(self._chains, numbers, self._seen.chances, self.game)

    # ------------------------------------------------------------ following

    def _spend(self, count: int = 1) -> None:
        self._spent += count
        if self._spent > self.budget:
            raise RedealExhausted(f"the budget of {self.budget:,} transitions ended")

    def _is_alike(self, path: Sequence[State]) -> bool:
        """Return whether a play goes on from one that the player cannot tell from that followed.

        What is held is all that he could know of either.
        """
        known = self._chains.trail.length
        return known < len(path) and all(
            self._chains.is_alike(point, path[point], path[point + 1]) for point in range(known)
        )

    def _begin_anew(self) -> None:
        self._seen = self.game.start()
        self._begun = None
        self._table, self._past, self._is_behind = _one(self._seen), (), False

    def _go_along(self, path: tuple[State, ...], until: float | None) -> None:
        first = len(self._seen.path)
        for at in range(first, len(path)):
            self._chains.note(path[at - 1], path[at])
        self._seen, self._is_behind = path[-1], True
        if self._table is not None:
            self._cross(path, first, until)
        if self._table is None:
            before = self._chains.spent
            self._chains.go_on(self.budget - self._spent, until)
            self._spent += self._chains.spent - before
            self._come_to_know(path[-1])
        self._is_behind = False

    def _cross(self, path: tuple[State, ...], first: int, until: float | None) -> None:
        """Take the table along a play, as far as it is small enough."""
        assert self._table is not None, "it is crossed while it is there"
        trail = self._chains.trail
        steps, width = len(path) - first, self._patience * self.width
        most = self._spent + width // (1 if steps <= AT_ONCE else _FEWER) + _A_STEP * steps
        if path[-1].is_terminal or self._patience > 1:
            most = self.budget  # how all compare at the end may tell what no guess heeds
        for at in range(first, min(trail.certain + 1, len(path))):
            self._spend()
            self._table = self._table.gone_on(self._chains.certain_state(at))
        first = max(first, trail.certain + 1)

        @cache
        def along() -> Sequence[Needs]:
            seen = [[sight for sight, _ in step] for step in trail.passed[first - 1 :]]
            return needs_along(seen, self.player, self.game.layout)

        def needs(step: int) -> Needs:
            return along()[step]

        for at in range(first, len(path)):
            assert self._table is not None, "it is crossed while it is there"
            nodes = self._table.nodes
            crossing = Crossing(
                partial(Crosser, path[at - 1], path[at], self.player),
                partial(self._chains.across, at - 1),
                partial(needs, at - first),
                trail.seen_faces(at - 1),
            )
            is_late = until is not None and monotonic() >= until
            ahead = crossing.count(nodes) if len(nodes) > 1 else 1
            small = not is_late and ahead <= 2 * width and self._spent + ahead <= most
            reached = crossing.cross(nodes, self._spend) if small else []
            if not small or len(reached) > width:
                self._leave(len(path) - at)
                return
            if not reached:
                raise ExhaustedError
            self._table = Table(reached)

    def _leave(self, ahead: int) -> None:
        """Let chains go on where the table would be too large, `ahead` steps from the end."""
        table, self._table = self._table, None
        assert table is not None, "it was crossed"
        drawn = table.histories(CHAINS if ahead <= AT_ONCE else 1, self._numbers)
        self._chains.begin([self._past + history for history in drawn])

    def _come_to_know(self, state: State) -> None:
        """Begin the table again where the player knows what every zone holds."""
        if state.is_terminal or not self._chains.trail.is_settled:
            return
        known = _agreed(self._chains, state.chances, self.game)
        if known is not None:
            self._table, self._past = _one(known[0]), known[1]


def _one(state: State) -> Table:
    """Return a table of one position."""
    return Table([Node(state, 1, [])])


def _chains(start: State, player: int, numbers: Numbers) -> _Followed:
    """Return chains over the engine that the state is of."""
    held = start.held.compiled
    if held is not None:
        from interpreter.knowledge.native_ground import NativeGround  # noqa: PLC0415 - LLVM: late
        from interpreter.native import find_observer_log  # noqa: PLC0415 - too

        log = find_observer_log(start.game)
        if log is not None:
            native = NativeGround(start.game, held, player, log)
            return Chains["FlatChain"](start.game, player, native, numbers)
    return Chains(start.game, player, PlainGround(start, player), numbers)


def _weights(chains: _Followed) -> tuple[tuple[Position, Fraction], ...]:
    """Return the positions at the ends of chains, and their shares."""
    shares: dict[object, Fraction] = {}
    states: dict[object, State] = {}
    for state, weight in chains.ends():
        place = place_of(state)
        states.setdefault(place, state)
        shares[place] = shares.get(place, Fraction(0)) + Fraction(weight)
    total = sum(shares.values(), Fraction(0))
    return tuple((states[place].position, share / total) for place, share in shares.items())


def _agreed(chains: _Followed, chances: int, game: Game) -> tuple[State, tuple[int, ...]] | None:
    """Return the one state at which all chains end, and a history of it."""
    ends = [state for state, _ in chains.ends()]
    if len({place_of(state) for state in ends}) > 1:
        return None
    history = chains.histories()[0]
    return _arrived(ends[0], chances, history, game), history


def _sampled(chains: _Followed, numbers: Numbers, chances: int, game: Game) -> State:
    state, history = chains.sample(numbers)
    return _arrived(state, chances, history, game)


def _arrived(state: State, chances: int, history: Sequence[int], game: Game) -> State:
    """Return a state with the way to it, which is played again when it is asked for."""

    def before() -> State:
        at = game.start()
        for number in history[:-1]:
            at = at.child(number)
        return at

    return state.arrived(before, chances)


def redeal(
    state: State, player: int, seed: int, *, width: int = WIDTH, budget: int = BUDGET
) -> State:
    """Return a play that `player` cannot tell from the one that led to `state`.

    The same seed gives the same sample. Who samples again and again along a play keeps a `Belief`
    instead.

    >>> from interpreter import load
    >>> deal = load("kuhn_poker").start(seed=1)
    >>> deals = [redeal(deal, 0, seed).observation for seed in range(20)]
    >>> [len({str(seen(player)["zones"]) for seen in deals}) for player in (0, 1)]
    [1, 2]

    Raises:
        RedealExhausted: nothing consistent was found within the budget; never is the true position
        handed out instead.
        TypeError, ValueError: as `Belief.start` says.
    """
    arguments.expect(state, State, "a state is a `State`, as `Game.start` returns it")
    belief = Belief.start(state.game, player, width=width, budget=budget, seed=seed)
    belief.follow(state)
    return belief.sample(seed)
