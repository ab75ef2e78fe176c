"""Hold the native engine of a game to the reference, choice by choice.

Both engines play the same games: those that `simulate` plays with the same seed. At each point
everything that an engine decides is compared; what is derived from the position alone (views,
sentences, refusals) is compared at some points. Every few points the flat state is made anew from
the position of the reference, so that play goes on from states that were written as well as from
those that were reached.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Final

import attrs

from interpreter.chance import Numbers, word
from interpreter.choice import Action
from interpreter.faults import BudgetExceeded, IllegalAction, RuleFault
from interpreter.game import Game
from interpreter.native_state import NativeState, begin
from interpreter.position import CHANCE, Position
from interpreter.simulate import uniform
from interpreter.state import State

if TYPE_CHECKING:
    from interpreter.compiled.engine import Engine
    from interpreter.compiled.native import Playout

MADE_ANEW: Final = 3
"""The flat state is made from the position at each such point."""

LOOKED_AT: Final = 7
"""Views, sentences and refusals are compared at each such point."""


@attrs.frozen
class Difference:
    """Where the engines part: `history` leads there from the start of the game or scenario."""

    what: str
    reference: str
    native: str
    game: str
    players: int
    options: tuple[tuple[str, str], ...]
    history: tuple[int, ...]
    start: Position | None = attrs.field(default=None, repr=False)

    def __str__(self) -> str:
        options = "".join(f", {name} {value}" for name, value in self.options)
        whence = "" if self.start is None else " from a given position"
        return (
            f"{self.game} ({self.players} players{options}) after {list(self.history)}{whence}: "
            f"{self.what} differ\n  reference: {self.reference}\n  native:    {self.native}"
        )


@attrs.frozen
class Conformance:
    """What was compared, and the first difference.

    `games`: those that came to an end. `faults`: those that ended in one, on both engines.
    `given_up`: steps that native code left to the reference though they came to no fault.
    `unknown`: positions, given from outside, that native code has no state for.
    """

    games: int = 0
    choice_points: int = 0
    chance_points: int = 0
    faults: int = 0
    given_up: int = 0
    unknown: int = 0
    difference: Difference | None = None

    def __add__(self, other: Conformance) -> Conformance:
        return Conformance(
            self.games + other.games,
            self.choice_points + other.choice_points,
            self.chance_points + other.chance_points,
            self.faults + other.faults,
            self.given_up + other.given_up,
            self.unknown + other.unknown,
            self.difference or other.difference,
        )


def conform(  # noqa: PLR0913 - all but the game are for the rare case
    game: Game,
    games: int = 10,
    seed: int = 0,
    *,
    seconds: float | None = None,
    level: int = 0,
    start: Position | None = None,
) -> Conformance:
    """Play so many random games on both engines, and return what was compared.

    Ends at the first difference, and when the time is over. `start`: a position at which something
    is to be decided, in place of the first one. `level`: how far the code is optimised, 0 to 2.

    >>> from interpreter import load
    >>> found = conform(load("tic_tac_toe"), 5)
    >>> found.games, found.difference
    (5, None)

    Raises:
        NotCompilableError: native code cannot hold the game.
        NativeMissingError: there is no native code on this machine.
    """
    until = None if seconds is None else time.monotonic() + seconds
    total = Conformance()
    comparison = _Comparison.of(game, seed, level, start)
    for number in range(games):
        found = comparison.play(number, until)
        total += found
        if found.difference or found.unknown or (until and time.monotonic() >= until):
            break
    return total


def conform_along(game: Game, legs: Iterable[tuple[Position, int | None]]) -> Conformance:
    """Compare at positions, and what follows when their numbers are taken.

    A number is None where nothing is to be decided there.
    """
    comparison = _Comparison.of(game, 0, 0, None)
    total = Conformance()
    for position, number in legs:
        if number is not None:
            total += comparison.step_from(position, number)
        if total.difference:
            break
    return total


class _PartedError(Exception):
    """The engines differ."""

    def __init__(self, what: str, reference: object, native: object) -> None:
        super().__init__(what)
        self.what = what
        self.reference = str(reference)
        self.native = str(native)


@attrs.define
class _Play:
    """A game under way on both engines, and what it has counted."""

    reference: State
    native: State
    first: State
    lengths: list[int] = attrs.Factory(lambda: [0, 0, 0, 0])
    given_up: int = 0

    def counted(self, number: int) -> None:
        """Count a choice between so many actions; 0: a chance point."""
        choices, chances, branches, widest = self.lengths
        if number:
            self.lengths = [choices + 1, chances, branches + number, max(widest, number)]
        else:
            self.lengths[1] = chances + 1


@attrs.frozen
class _Comparison:
    """Compares one game instance; `plain` is it on the reference."""

    game: Game
    plain: Game
    engine: Engine
    seed: int
    start: Position | None

    @classmethod
    def of(cls, game: Game, seed: int, level: int, start: Position | None) -> _Comparison:
        from interpreter.compiled.engine import engine_of  # noqa: PLC0415 - LLVM loads late

        fast = attrs.evolve(game, engine="native")
        plain = attrs.evolve(game, engine="reference")
        return cls(fast, plain, engine_of(game, level), seed, start)

    # ------------------------------------------------------------ plays

    def play(self, number: int, until: float | None) -> Conformance:
        """Compare along playout `number` of the simulation with this seed."""
        begun = self._begun()
        if begun is None:
            return Conformance(unknown=1)
        if isinstance(begun, Conformance):
            return begun
        play = begun
        luck = Numbers("chance", self.seed, number)
        minds = Numbers("players", self.seed, number)
        try:
            while not play.reference.is_terminal:
                if until is not None and time.monotonic() >= until:
                    return self._result(play, Conformance())
                self._compare(play, number)
                state = play.reference
                if state.current_player == CHANCE:
                    taken = luck.outcome(state.chance_outcomes)
                else:
                    taken = uniform(state, minds.below)
                play.counted(len(state.legal_ids))
                fault = self._go_on(play, taken)
                if fault:
                    self._same_playout(play, number, fault)
                    return self._result(play, Conformance(faults=1))
            self._compare(play, number)
            self._compare_ways(play)
            self._same_playout(play, number, None)
        except _PartedError as parted:
            return self._result(play, Conformance(difference=self._difference(parted, play)))
        return self._result(play, Conformance(games=1))

    def step_from(self, position: Position, number: int) -> Conformance:
        """Compare at one position and the one that follows."""
        reference = State(self.plain, position)
        native = self._anew(reference)
        if native is None:
            return Conformance(unknown=1)
        play = _Play(reference, native, reference)
        try:
            self._compare(play, 0)
            play.counted(len(reference.legal_ids))
            if self._go_on(play, number):
                return self._result(play, Conformance(faults=1))
            self._compare(play, 0)
        except _PartedError as parted:
            difference = attrs.evolve(self._difference(parted, play), start=position)
            return self._result(play, Conformance(difference=difference))
        return self._result(play, Conformance())

    def _begun(self) -> _Play | Conformance | None:
        """Return a play at its beginning; what came of it where that is a fault."""
        if self.start is not None:
            reference = State(self.plain, self.start)
            native = self._anew(reference)
            return None if native is None else _Play(reference, native, reference)
        first = _told(self.plain.start)
        other = _told(lambda: begin(self.game, self.engine, None))
        try:
            if isinstance(first, State) and isinstance(other, State):
                return _Play(first, other, first)
            _same("faults at the start", first, other)
        except _PartedError as parted:
            return Conformance(difference=self._difference(parted, None))
        return Conformance(faults=1)

    def _anew(self, state: State, before: State | None = None) -> NativeState | None:
        """Return a state of the reference as one that native code made of its position."""
        flat = self.engine.codec.encode(state.position)
        if flat is None:
            return None
        way = None if before is None else before.previous
        return NativeState(
            self.game, self.engine, flat, way, state.action, state.seed, state.chances, None
        )

    def _go_on(self, play: _Play, number: int) -> str | None:
        """Take an action or outcome on both; return the fault if it is one."""
        reference = _taken(play.reference, number)
        native = _taken(play.native, number)
        gave_up = self.engine.native.context.fault != 0
        if not (isinstance(reference, State) and isinstance(native, State)):
            _same(f"faults after {number}", reference, native)
            _same("who notices a fault", "native code", "native code" if gave_up else "nobody")
            return str(reference)
        play.given_up += gave_up
        play.reference, play.native = reference, native
        return None

    def _result(self, play: _Play, of: Conformance) -> Conformance:
        choices, chances, *_ = play.lengths
        counts = Conformance(choice_points=choices, chance_points=chances, given_up=play.given_up)
        return counts + of

    def _difference(self, parted: _PartedError, play: _Play | None) -> Difference:
        return Difference(
            parted.what,
            parted.reference,
            parted.native,
            self.game.rules or self.game.name,
            len(self.game.players),
            self.game.spec.options,
            () if play is None else play.reference.history,
            self.start,
        )

    # ------------------------------------------------------------ comparing

    def _compare(self, play: _Play, number: int) -> None:
        """Compare a point; `number` of the game decides where the seldom comparisons fall."""
        state = play.reference
        at = number + len(play.lengths) + sum(play.lengths[:2])
        _same_decisions(state, play.native)
        if at % MADE_ANEW == 0:
            again = self._anew(state, play.native)
            if again is None:
                raise _PartedError("positions", state.position, "no flat state")
            play.native = again
            _same_decisions(state, again)
        if at % LOOKED_AT == 0:
            self._same_derived(state, play.native, at)

    def _same_derived(self, state: State, native: State, at: int) -> None:
        """Compare what is told of a position: sentences, views, refusals."""
        for player, name in enumerate(state.game.players):
            one, other = state.observation(player), native.observation(player)
            _same(f"the observations of {name}", one, other)
        _same("labels", state.label, native.label)
        _same("arms", state.arm_names, native.arm_names)
        for action, same in zip(state.legal_actions, native.legal_actions, strict=True):
            _same("actions", _shown(action), _shown(same))
        for salt in range(4):
            tried = word("refusals", at, salt) % (state.game.num_distinct_actions + 1)
            reason = state.refusal_of(tried)
            _same(f"refusals of {tried}", reason, native.refusal_of(tried))
            if reason is not None:
                _same(f"answers to {tried}", f"IllegalAction: {reason}", _taken(native, tried))

    def _compare_ways(self, play: _Play) -> None:
        """Compare the returns, and what each player has lived through."""
        _same("returns", play.reference.returns, play.native.returns)
        if self.start is None:
            for player in range(len(self.game.players)):
                one = play.reference.information_state(player)
                _same("information states", one, play.native.information_state(player))

    def _same_playout(self, play: _Play, number: int, fault: str | None) -> None:
        """Compare the figures with those of the playout that native code plays in one go."""
        flat = getattr(self._anew(play.first), "flat", None)
        if not isinstance(flat, bytes):
            raise _PartedError("first positions", play.first.position, "no flat state")
        (found,) = self.engine.native.playouts(flat, 1, self.seed, number)
        if found.fault:
            if fault is None and not play.given_up:
                raise _PartedError("playouts", "no fault", f"fault {found.fault}")
            return
        returns = play.reference.position.result
        scale = self.engine.codec.lowered.scale
        scaled = None if returns is None else [part * scale for part in returns]
        _same("playouts", (play.lengths, scaled, fault), (_figures(found), [*found.returns], None))


def _shown(action: Action) -> tuple[object, ...]:
    return action.name, action.arguments, action.labels, action.index, action.sentence


def _taken(state: State, number: int) -> object:
    return _told(lambda: state.child(number))


def _figures(found: Playout) -> list[int]:
    return [found.choices, found.chances, found.branches, found.widest]


def _same_decisions(state: State, native: State) -> None:
    """Compare all that an engine decides at a point."""
    _same("positions", state.position, native.position)
    _same("clocks", state.position.clocks, native.position.clocks)
    _same("ends", state.is_terminal, native.is_terminal)
    for one, other in zip(_decided(state), _decided(native), strict=True):
        _same(one[0], one[1], other[1])


def _decided(state: State) -> Iterator[tuple[str, object]]:
    yield "actors", _told(lambda: state.current_player)
    yield "legal actions", _told(lambda: state.legal_ids)
    yield "outcomes of chance", _told(lambda: state.chance_outcomes)


def _told(ask: Callable[[], object]) -> object:
    """Return what a state answers, or the fault in words."""
    try:
        return ask()
    except (RuleFault, BudgetExceeded, IllegalAction) as fault:
        return f"{type(fault).__name__}: {fault}"


def _same(what: str, reference: object, native: object) -> None:
    if reference != native:
        raise _PartedError(what, reference, native)
