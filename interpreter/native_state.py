"""States of play on the native engine.

Who acts, what is legal and what follows comes from native code. Everything else is derived from
the position, which is decoded when it is asked for: views, refusals, sentences. What happened on
the way, for logs and information states, is told by the reference when it is asked for.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from functools import cached_property
from threading import RLock
from typing import TYPE_CHECKING, ClassVar
from weakref import ref

from interpreter.faults import EngineBug, IllegalAction
from interpreter.given import number_of, seed_or_none
from interpreter.position import CHANCE, TERMINAL, Position
from interpreter.reference import stepping
from interpreter.reference.choice import Action, LegalActions, argument_labels
from interpreter.reference.events import Event
from interpreter.reference.wording import action_sentence
from interpreter.state import State

if TYPE_CHECKING:
    from interpreter.game import Game
    from interpreter.native.engine.engine import Engine


class NativeState(State):
    """A state whose position lies in a few hundred bytes, `flat`."""

    def __init__(  # noqa: PLR0913, PLR0917 - as `State`
        self,
        game: Game,
        engine: Engine,
        flat: bytes,
        previous: State | None,
        action: int | None,
        seed: int | None,
        chances: int,
        legal: tuple[int, ...] | None,
    ) -> None:
        known = self.__dict__
        known["game"] = game
        known["engine"] = engine
        known["flat"] = flat
        known["_before"] = previous
        known["action"] = action
        known["seed"] = seed
        known["chances"] = chances
        if legal is not None:
            known["legal_ids"] = legal

    engine: Engine
    flat: bytes

    _own: ClassVar[frozenset[str]] = frozenset(
        ("_before", "_find", "action", "chances", "engine", "flat", "game", "seed")
    )

    @property
    def previous(self) -> State | None:
        """The state before this one; None at the start."""
        before: State | Way | None = self.__dict__["_before"]
        return before.walked() if isinstance(before, Way) else before

    def let_go(self) -> None:
        """Keep numbers for the way here: its states are made again when they are asked for."""
        before: State | Way | None = self.__dict__.get("_before")
        numbers: list[int] = []
        at = before
        while isinstance(at, NativeState) and at.action is not None:
            numbers.append(at.action)
            at = at.__dict__.get("_before")
        if isinstance(before, NativeState) and isinstance(at, NativeState | Way):
            start, known = (at, ()) if isinstance(at, NativeState) else (at.start, at.numbers)
            way = array("q", (*known, *reversed(numbers)))
            self.__dict__["_before"] = Way(start, way, ref(before))

    # ------------------------------------------------------------ derived when asked for

    @cached_property
    def position(self) -> Position:
        """The position, as the reference holds it."""
        return self.engine.codec.decode(self.flat)

    @property
    def essence(self) -> Hashable:
        """What states at one position share, clocks included, and others do not."""
        return self.engine.codec.essence.of(self.flat)

    @property
    def to_do(self) -> Hashable:
        """What states share where the same things are still to do, clocks aside."""
        return self.engine.codec.essence.to_do(self.flat)

    @cached_property
    def transition(self) -> tuple[Event, ...]:
        """What happened on the way here."""
        if self.previous is None or self.action is None:
            return stepping.start(self.game)[1]
        return stepping.take(self.game, self.previous.position, self.action)[1]

    # ------------------------------------------------------------ who acts, and how

    @cached_property
    def _sort(self) -> int:
        return self.engine.native.sort(self.flat)

    @property
    def is_terminal(self) -> bool:
        """Whether nothing is left to decide."""
        return self._sort == 0

    @cached_property
    def current_player(self) -> int:
        """Who is to decide: a player, `CHANCE` or `TERMINAL`."""
        if self._sort == 1:
            self.engine.native.legal_ids(self.flat)
            return self.engine.native.context.actor
        return CHANCE if self._sort else TERMINAL

    @cached_property
    def legal_ids(self) -> tuple[int, ...]:
        """The numbers of the legal actions, ascending; () at chance points and at the end."""
        if self._sort != 1:
            return ()
        found = self.engine.native.legal_ids(self.flat)
        return super().legal_ids if self.engine.native.context.fault else found

    @property
    def legal_actions(self) -> Sequence[Action]:
        """The legal actions, ids ascending; () at chance points and at the end."""
        return LegalActions(len(self.legal_ids), lambda at: _action(self, at))

    @property
    def chance_outcomes(self) -> tuple[tuple[int, Fraction], ...]:
        """The outcomes at a chance point and their probabilities, ids ascending; () elsewhere."""
        if self._sort != CHANCE_POINT:
            return ()
        found = self.outcome_weights
        whole = sum(weight for _, weight in found)
        return tuple((number, Fraction(weight, whole)) for number, weight in found)

    @property
    def outcome_weights(self) -> tuple[tuple[int, int], ...]:
        """The outcomes at a chance point and their weights, ids ascending."""
        return self.engine.native.outcomes(self.flat)

    # ------------------------------------------------------------ going on

    def child(self, action: Action | int) -> State:
        """Return the state exactly one action or outcome of chance further."""
        number = number_of(action)
        if self._sort == 1:
            if number not in self.legal_ids:
                raise IllegalAction(self.refusal_of(number) or "the action is not on offer here")
            chances = self.chances
        else:
            reason = self.refusal_of(number)
            if reason is not None:
                raise IllegalAction(reason)
            chances = self.chances + 1
        return self._stepped(number, chances, remembers=True)

    def bare_child(self, number: int) -> State:
        """Return the state after a legal action or an outcome, with no way back and no events.

        For counting: nothing is checked, and what happened on the way is not to be asked for.
        """
        return self._stepped(number, self.chances, remembers=False)

    def _stepped(self, number: int, chances: int, *, remembers: bool) -> State:
        native = self.engine.native
        flat, count = native.step(self.flat, number)
        if count < 0:
            return self._by_reference(number, chances)
        legal = native.step_ids(count) if count else None
        before, action = (self, number) if remembers else (None, None)
        seed = self.seed if remembers else None
        made = NativeState(self.game, self.engine, flat, before, action, seed, chances, legal)
        if legal:
            made.__dict__["_sort"] = 1
            made.__dict__["current_player"] = native.context.actor
        return made

    def _by_reference(self, number: int, chances: int) -> State:
        """Return what the reference makes of a step that native code gave up."""
        position, events = stepping.take(self.game, self.position, number)
        return of_position(
            State(self.game, position, self, number, self.seed, chances, events), self.engine
        )

    def with_seed(self, seed: int | None) -> State:
        """Return the same state where chance is resolved by another seed, or not at all (None)."""
        seed = seed_or_none(seed)
        legal = self.__dict__.get("legal_ids")
        return NativeState(
            self.game,
            self.engine,
            self.flat,
            self.previous,
            self.action,
            seed,
            self.chances,
            legal,
        )


_WALKING = RLock()
"""Two threads that ask for one way get the same states."""


class Way:
    """How a play came to a state: where it began, and the numbers of what was chosen since.

    Whoever holds one of its states gets the same ones again.
    """

    __slots__ = ("_state", "numbers", "start")

    def __init__(self, start: NativeState, numbers: Sequence[int], state: ref[State]) -> None:
        """Begin at `start`. `state`: the one that the numbers lead to."""
        self.start = start
        self.numbers = numbers
        self._state = state

    def walked(self) -> State:
        """Return the state that the numbers lead to."""
        with _WALKING:
            known = self._state()
            if known is None:
                known = self.start
                for number in self.numbers:
                    known = known.child(number)
                self._state = ref(known)
        return known


class LateState(NativeState):
    """A state that finds its way back when it is asked for: who searches onwards never asks."""

    def __init__(self, state: NativeState, chances: int, before: Callable[[], State]) -> None:
        known = self.__dict__
        known["game"], known["engine"], known["flat"] = state.game, state.engine, state.flat
        known["action"], known["seed"], known["chances"] = state.action, None, chances
        known["_find"] = before

    @property
    def previous(self) -> State:
        """The state before this one."""
        known = self.__dict__
        if "_before" not in known:
            find: Callable[[], State] = known["_find"]
            known["_before"] = find()
        before: State = known["_before"]
        return before


CHANCE_POINT = 2


def _action(state: NativeState, index: int) -> Action:
    game, number = state.game, state.legal_ids[index]
    layout = stepping.arm_of(game, number)
    if layout is None:
        raise EngineBug(f"native code offers action {number}, which is not in the game")
    arguments = layout.arguments(number)
    labels = argument_labels(layout, arguments, game.spec)

    def say() -> str:
        open_arm = stepping.opened(layout, state._open)  # noqa: SLF001 - its own kind
        env = () if open_arm is None else open_arm.env
        return action_sentence(layout.arm, labels, state.world, env + arguments)

    return Action(number, layout.arm.name, arguments, labels, index, say)


def begin(game: Game, engine: Engine, seed: int | None) -> State:
    """Return the first state of a game, at its first choice or chance point."""
    flat = engine.native.start(engine.home)
    if engine.native.context.fault:
        position, events = stepping.start(game)
        return State(game, position, seed=seed, transition=events)
    return NativeState(game, engine, flat, None, None, seed, 0, None)


def of_position(state: State, engine: Engine) -> State:
    """Return a state of the reference as one of native code, where it has such a point."""
    flat = engine.codec.encode(state.position)
    if flat is None:
        return state
    made = NativeState(
        state.game, engine, flat, state.previous, state.action, state.seed, state.chances, None
    )
    made.__dict__["position"] = state.position
    made.__dict__["transition"] = state.transition
    return made


def reached(before: NativeState, flat: bytes, number: int) -> NativeState:
    """Return a state after `before`, which remembers no way back."""
    return NativeState(before.game, before.engine, flat, None, number, None, 0, None)


def relinked(state: NativeState, before: State, chances: int) -> NativeState:
    """Return `state`, which came after `before`, as one that remembers the way to it."""
    legal = state.__dict__.get("legal_ids")
    return NativeState(
        state.game, state.engine, state.flat, before, state.action, before.seed, chances, legal
    )


class Writer:
    """Turns states into those of the engine that plays their game.

    To write a position down takes longer than to play from it, so each is written once. The states
    know no way back.
    """

    def __init__(self, game: Game) -> None:
        self._engine = game.native()
        self._known: dict[int, tuple[Position, State]] = {}

    def state(self, state: State) -> State:
        """Return the state on the engine of its game, where it has such a point."""
        if self._engine is None or isinstance(state, NativeState):
            return state
        known = self._known.get(id(state.position))
        if known is None:
            bare = State(state.game, state.position)
            known = state.position, of_position(bare, self._engine)
            self._known[id(state.position)] = known
        return known[1]
