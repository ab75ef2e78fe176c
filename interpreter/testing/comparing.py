"""One game played on both engines at once, for `interpreter.testing.conformance`.

At each point everything that an engine decides is compared; what is derived from the position
alone (views, sentences, refusals) is compared at some points. At some points the flat state is
made anew from the position of the reference, so that play goes on from states that were written as
well as from those that were reached.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

import attrs

from interpreter.action import Action
from interpreter.chance import Numbers, word
from interpreter.engines.native import NativeEngine
from interpreter.faults import BudgetExceeded, EffortExceeded, IllegalAction, RuleFault
from interpreter.game import Game
from interpreter.measuring.simulate import uniform
from interpreter.position import CHANCE, Position
from interpreter.state import State
from interpreter.testing.shrinking import is_late

if TYPE_CHECKING:
    from interpreter.native import Engine

MADE_ANEW: Final = 3
"""The flat state is made from the position at one of so many points."""

LOOKED_AT: Final = 7
"""Views, sentences and refusals are compared at one of so many points."""

REFUSED: Final = 4
"""So many actions are tried there, most of which are refused."""


class PartedError(Exception):
    """The engines differ in `what`."""

    def __init__(self, what: str, reference: object, native: object) -> None:
        super().__init__(what)
        self.what = what
        self.reference = str(reference)
        self.native = str(native)


class GaveUpError(Exception):
    """The reference gives up what native code still does: Ref §1."""


class UnknownError(Exception):
    """Native code has no state for a position that came from outside."""


@attrs.define
class Play:
    """A game under way on both engines, and what it has counted.

    `fault`: what both ended with. `given_up`: steps that native code left to the reference though
    they came to no fault. `whole`: play began at the start. `done`: both came to an end, or to the
    same fault.
    """

    reference: State
    native: State
    first: State
    choices: int = 0
    chances: int = 0
    branches: int = 0
    widest: int = 0
    given_up: int = 0
    whole: bool = True
    fault: str | None = None
    done: bool = False

    def count(self) -> None:
        """Count the point that play is at."""
        if self.reference.current_player == CHANCE:
            self.chances += 1
            return
        actions = len(self.reference.legal_ids)
        self.choices += 1
        self.branches += actions
        self.widest = max(self.widest, actions)


@attrs.frozen
class Pair:
    """A game instance on both engines: `game` on native code, `plain` on the reference."""

    game: Game
    plain: Game
    engine: Engine

    @classmethod
    def of(cls, game: Game, level: int) -> Pair:
        """Return the pair of a game, its code optimised at `level` at least."""
        from interpreter.native import engine_of  # noqa: PLC0415 - LLVM loads late

        engine = engine_of(game, level)
        return cls(
            attrs.evolve(game, engine="native"), attrs.evolve(game, engine="reference"), engine
        )

    @property
    def _by(self) -> NativeEngine:
        return NativeEngine(self.engine, self.game.layout)

    # ------------------------------------------------------------ playing

    def begin(self, start: Position | None) -> Play:
        """Return a play at its beginning, or at a position; done where that is a fault.

        Raises:
            PartedError: the engines differ.
            GaveUpError: the reference gives up what native code does.
            UnknownError: native code has no state for the position.
        """
        if start is not None:
            given = State(self.plain, start)
            native = self._anew(given)
            if native is None:
                raise UnknownError
            return Play(given, native, given, whole=False)
        first = _told(self.plain.start)
        other = _told(lambda: State.of(self.game, self._by.begin()))
        if isinstance(first, State) and isinstance(other, State):
            return Play(first, other, first)
        _same("faults at the start", first, other)
        nowhere = State(self.plain, Position((), ()))
        return Play(nowhere, nowhere, nowhere, fault=str(first), done=True)

    def go(
        self, play: Play, which: tuple[int, int], until: float | None, most: int | None
    ) -> None:
        """Play on as the playout with a seed and number does: `which`.

        To its end, to a time, or to so many choices and outcomes of chance.

        Raises:
            PartedError: the engines differ.
            GaveUpError: the reference gives up what native code does.
        """
        if play.done:
            return
        chance_stream, player_stream = Numbers("chance", *which), Numbers("players", *which)
        number = which[1]
        while not play.reference.is_terminal:
            if is_late(until):
                return
            if most is not None and play.choices + play.chances >= most:
                return
            state = play.reference
            self.compare(play, number)
            asked = _told(lambda: _asked(play.reference))
            if isinstance(asked, str):
                play.fault = asked
                break
            if state.current_player == CHANCE:
                taken = chance_stream.outcome(state.chance_outcomes)
            else:
                taken = uniform(state, player_stream.below)
            if not self.take(play, taken):
                break
        if play.fault is None:
            self.compare(play, number)
            _same("returns", play.reference.returns, play.native.returns)
            self._same_lives(play)
        self._same_playout(play, which)
        play.done = True

    def take(self, play: Play, number: int) -> bool:
        """Take an action or outcome on both; return whether play goes on, and no fault came."""
        play.count()
        reference = _child(play.reference, number)
        native = _child(play.native, number)
        gave_up = self.engine.native.context.fault != 0
        if isinstance(reference, State) and isinstance(native, State):
            play.given_up += gave_up
            play.reference, play.native = reference, native
            return True
        _same(f"faults after {number}", reference, native)
        _same(f"who notices {reference}", "native code", "native code" if gave_up else "nobody")
        play.fault = str(reference)
        return False

    def _anew(self, state: State, before: State | None = None) -> State | None:
        """Return a state of the reference as one that native code made of its position."""
        flat = self.engine.codec.encode(state.position)
        if flat is None:
            return None
        made = State.of(self.game, self._by.at(flat), action=state.action)
        way = None if before is None else before.previous
        return made if way is None else made.linked(way, state.chances)

    # ------------------------------------------------------------ comparing

    def compare(self, play: Play, number: int) -> None:
        """Compare a point; `number` of the game shifts where the seldom comparisons fall.

        Raises:
            PartedError: the engines differ.
            GaveUpError: the reference gives up what native code does.
        """
        state = play.reference
        at = number + play.choices + play.chances
        _same_decisions(state, play.native)
        if at % MADE_ANEW == 0:
            again = self._anew(state, play.native)
            if again is None:
                raise PartedError("positions", state.position, "no flat state")
            play.native = again
            _same_decisions(state, again)
        if at % LOOKED_AT == 0 and not isinstance(_told(lambda: _asked(state)), str):
            _same_told(state, play.native, at)

    def _same_lives(self, play: Play) -> None:
        """Compare what each player has lived through, where it is known from the start on."""
        if play.whole:
            for player, name in enumerate(self.game.players):
                one = play.reference.information_state(player)
                other = play.native.information_state(player)
                _same(f"the information states of {name}", one, other)

    def _same_playout(self, play: Play, which: tuple[int, int]) -> None:
        """Compare the figures with those of the playout that native code plays in one go."""
        first = self._anew(play.first)
        assert first is not None, "the first game made it anew where it began"
        assert first.held.compiled is not None, "it was made of bytes"
        found = self.engine.native.playouts(first.held.compiled.flat, 1, *which)
        if any(found.fault):
            if play.fault is None and not play.given_up:
                raise PartedError("playouts", "no fault", f"fault {found.fault}")
            return
        scale = self.engine.codec.lowered.scale
        returns = [int(part * scale) for part in play.reference.position.result or ()]
        figures = (play.choices, play.chances, play.branches, play.widest)
        told = (*found.choices, *found.chances, *found.branches, *found.widest)
        _same(
            "playouts", (*figures, returns, play.fault), (*told, *map(list, found.returns), None)
        )


def _same(what: str, reference: object, native: object) -> None:
    if reference == native:
        return
    if isinstance(reference, str) and reference.startswith(f"{EffortExceeded.__name__}: "):
        raise GaveUpError
    raise PartedError(what, reference, native)


def _told(ask: Callable[[], object]) -> object:
    """Return what is answered, or the fault in words."""
    try:
        return ask()
    except (RuleFault, BudgetExceeded, IllegalAction) as fault:
        return f"{type(fault).__name__}: {fault}"


def _asked(state: State) -> object:
    """Return what can happen at a point: outcomes of chance, or legal actions."""
    return state.chance_outcomes if state.current_player == CHANCE else state.legal_ids


def _child(state: State, number: int) -> object:
    return _told(lambda: state.child(number))


def _same_decisions(state: State, native: State) -> None:
    """Compare all that an engine decides at a point."""
    if state.position != native.position:
        raise PartedError("positions", *_apart(state, native))
    _same("clocks", state.position.clocks, native.position.clocks)
    _same("ends", state.is_terminal, native.is_terminal)
    for (what, one), (_, other) in zip(_decided(state), _decided(native), strict=True):
        _same(what, one, other)


def _apart(state: State, native: State) -> tuple[dict[str, object], dict[str, object]]:
    """Return what differs between two positions, by name."""
    one, other = _parts(state), _parts(native)
    names = [name for name in one | other if one.get(name) != other.get(name)]
    return {n: one.get(n) for n in names}, {n: other.get(n) for n in names}


def _parts(state: State) -> dict[str, object]:
    position = state.position
    cells = zip(state.game.layout.names, position.cells, strict=True)
    frames = {f"frame {at}": frame for at, frame in enumerate(position.control)}
    return {**dict(cells), **frames, "result": position.result}


def _decided(state: State) -> Iterator[tuple[str, object]]:
    yield "actors", _told(lambda: state.current_player)
    yield "legal actions", _told(lambda: state.legal_ids)
    yield "outcomes of chance", _told(lambda: state.chance_outcomes)


def _same_told(state: State, native: State, at: int) -> None:
    """Compare what is told of a position: sentences, views, refusals."""
    for player, name in enumerate(state.game.players):
        _same(f"the views of {name}", state.observation(player), native.observation(player))
    _same("labels", state.label, native.label)
    _same("arms", state.arm_names, native.arm_names)
    for action, same in zip(state.legal_actions, native.legal_actions, strict=True):
        _same("actions", _shown(action), _shown(same))
    for salt in range(REFUSED):
        tried = word("refusals", at, salt) % (state.game.num_distinct_actions + 1)
        reason = state.refusal_of(tried)
        _same(f"refusals of {tried}", reason, native.refusal_of(tried))
        if reason is not None:
            _same(f"answers to {tried}", f"IllegalAction: {reason}", _child(native, tried))


def _shown(action: Action) -> tuple[object, ...]:
    return action.name, action.arguments, action.labels, action.index, action.sentence
