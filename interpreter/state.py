"""A state of play: a position and how it was reached. Immutable.

Keep it, compare it, put it into sets.

Equality and hash are about game and position only. The way back (`previous`, `action`) and the
events of the last transition lie beside the position; history, information states and undo are
read from them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Final, TypeAlias

import attrs

from interpreter.action import Action
from interpreter.arguments import number_of, player_of, seed_or_none
from interpreter.chance import pick, word
from interpreter.document import sighting
from interpreter.document.sight import Score, Sight
from interpreter.engines.held import Held
from interpreter.faults import IllegalAction
from interpreter.formats import Json
from interpreter.knowledge import taking_back, views
from interpreter.knowledge.taking_back import LEARNT
from interpreter.observation import choices
from interpreter.observation.places import Standing
from interpreter.point import Point
from interpreter.position import CHANCE, CHANCE_POINT, TERMINAL, Position
from interpreter.reference import stepping
from interpreter.reference.events import Chose, Event, SeenEvent
from interpreter.reference.held import PlainHeld
from interpreter.ways import Found, Numbered, shortened

if TYPE_CHECKING:
    from interpreter.game import Game

Pickled: TypeAlias = tuple[tuple[Position, int | None, int | None, int, tuple[Event, ...]], ...]

__all__ = ["CHANCE", "LEARNT", "TERMINAL", "Action", "Position", "State"]

_TOLD: Final = ("_choices_told", "counts", "standings", "transition")
"""What a state keeps of the step to it, and can find out again."""


@attrs.frozen(slots=False, eq=False, repr=False, init=False)
class State(Point):
    """A state of play: a position, as the engine that plays holds it, and the way to it.

    `action` is the number by which it was reached from `previous`, outcomes of chance included.
    `seed` resolves chance in `apply`; `chances` counts the chance points resolved so far.

    A player is his number. One that there is not is a `ValueError`; what is no number where one is
    wanted, a name for instance, is a `TypeError`.

    >>> from interpreter import load
    >>> start = load("tic_tac_toe").start()
    >>> state = start.apply(start.legal_actions[4])
    >>> state.label, len(state.legal_actions), state.history
    ('turn of O, O to decide', 8, (4,))
    >>> state == start.apply(4), hash(state) == hash(start.apply(4)), start.is_terminal
    (True, True, False)
    """

    game: Game
    held: Held
    came: State | Numbered[State] | Found[State] | None
    action: int | None
    seed: int | None
    chances: int

    def __init__(  # noqa: PLR0913, PLR0917 - the way here is said by four things
        self,
        game: Game,
        position: Position,
        previous: State | None = None,
        action: int | None = None,
        seed: int | None = None,
        chances: int = 0,
        transition: tuple[Event, ...] = (),
    ) -> None:
        """Stand at a position that the reference holds; `transition` led to it."""
        held = PlainHeld(game.layout, position, transition)
        self.__attrs_init__(game, held, previous, action, seed, chances)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.position == other.position and self.game == other.game

    def __hash__(self) -> int:
        return hash(self.position)

    def __repr__(self) -> str:
        return f"<State of {self.game.name} after {len(self.history)} choices: {self.label}>"

    def _repr_svg_(self) -> str:
        """Return the picture that notebooks show: what who is to choose sees, else player 0."""
        from interpreter.notebook import shown  # noqa: PLC0415 - play draws nothing

        return shown(self.game.document(), self.sight(max(0, self.current_player)))

    def __reduce__(self) -> tuple[Callable[[Game, Pickled], State], tuple[Game, Pickled]]:
        """Pickle the way here step by step: following `previous` would nest too deep."""
        way = tuple((s.position, s.action, s.seed, s.chances, s.transition) for s in self.path)
        return _rebuilt, (self.game, way)

    def forget(self, *, all_of_it: bool = True) -> bool:
        """Drop what follows from the rest and was kept; return whether there was anything.

        It is derived again when it is asked for. Not `all_of_it`: what was found out about the
        step to the state stays.
        """
        dropped = self.held.forget()
        for name in _TOLD if all_of_it else ():
            dropped |= self.__dict__.pop(name, None) is not None
        return dropped

    # ------------------------------------------------------------ how play came here

    @staticmethod
    def of(game: Game, held: Held, *, action: int | None = None, seed: int | None = None) -> State:
        """Return a state at a position that an engine holds. It knows no way back."""
        return _state(game, held, None, action, seed, 0)

    @property
    def previous(self) -> State | None:
        """The state before this one; None at the start, or where nobody noted it."""
        before = self.came
        return before if before is None or isinstance(before, State) else before.walked()

    def let_go(self) -> None:
        """Keep numbers for the way here: its states are made again when they are asked for."""
        if isinstance(self.came, State):
            object.__setattr__(self, "came", shortened(self.came))  # it leads to the same state

    def on(self, held: Held) -> State:
        """Return this state with its position held by another engine."""
        return _state(self.game, held, self.came, self.action, self.seed, self.chances)

    def linked(self, before: State, chances: int) -> State:
        """Return this state as one that was reached from `before`, and goes on with its seed."""
        return _state(self.game, self.held, before, self.action, before.seed, chances)

    def arrived(self, find: Callable[[], State], chances: int) -> State:
        """Return this state as one that finds the state before it when somebody asks for it."""
        return _state(self.game, self.held, Found(find), self.action, None, chances)

    @cached_property
    def transition(self) -> tuple[Event, ...]:
        """What happened on the way here; where the engine did not tell, the reference does."""
        told = self.held.events
        if told is not None:
            return told
        before, layout = self.previous, self.game.layout
        if before is None or self.action is None:
            return stepping.start(layout)[1]
        return stepping.take(layout, before.position, self.action)[1]

    @property
    def label(self) -> str:
        """Where play stands, in words: phase, turn, and who is to decide."""
        return ", ".join(views.standing(self))

    # ------------------------------------------------------------ going on

    def apply(self, action: Action | int) -> State:
        """Return the state after an action.

        With a seed, after the chance points that follow it too.

        Raises:
            IllegalAction: the action is not legal here, and why.
            RuleFault: the rules do what they must not do; the message names their line.
            BudgetExceeded: they come to no choice, chance or end.
        """
        return self.child(action).past_chance()

    def child(self, action: Action | int) -> State:
        """Return the state exactly one action or outcome of chance further.

        Raises:
            IllegalAction: the action is not legal here, and why.
        """
        number, held = number_of(action), self.held
        if not held.takes(number):
            raise IllegalAction(self.refusal_of(number) or "the action is not on offer here")
        chances = self.chances + (held.sort == CHANCE_POINT)
        made: State = _new(State)  # what `_state` does, without a call more for each step
        made.__attrs_init__(self.game, held.step(number), self, number, self.seed, chances)
        return made

    def bare_child(self, number: int) -> State:
        """Return the state after a legal action or an outcome, with no way back.

        For counting: nothing is checked, and what happened on the way is not to be asked for.
        """
        return _state(self.game, self.held.step(number), None, None, None, self.chances)

    def past_chance(self) -> State:
        """Return the state after the chance points here, as the seed resolves them.

        This one where there is no seed.
        """
        state = self
        while state.seed is not None and state.current_player == CHANCE:
            drawn = word("chance", state.seed, 0, state.chances)
            state = state.child(pick(state.chance_outcomes, drawn))
        return state

    def with_seed(self, seed: int | None) -> State:
        """Return the same state where chance is resolved by another seed, or not at all (None)."""
        return _state(
            self.game, self.held, self.came, self.action, seed_or_none(seed), self.chances
        )

    def undo(self, player: int) -> State:
        """Return the state before `player`'s last choice, which nobody else has noticed. Ref §12.

        Raises:
            IllegalAction: others or chance have acted since, others have seen what it did, or the
                rules told the player something because of it.
        """
        return taking_back.before_own_choice(self, player_of(self.game.players, player))

    # ------------------------------------------------------------ what was and what is seen

    @property
    def history(self) -> tuple[int, ...]:
        """The numbers of all choices and outcomes of chance since the start."""
        return tuple(state.action for state in self.path if state.action is not None)

    @property
    def path(self) -> tuple[State, ...]:
        """All states from the start to this one, one choice or outcome of chance after another."""
        states: list[State] = []
        state: State | None = self
        while state is not None:
            states.append(state)
            state = state.previous
        return tuple(reversed(states))

    def events(self, player: int | None = None) -> tuple[SeenEvent, ...]:
        """Return what `player` was told of the last step; None: all that happened.

        Another's choice comes first, as a `Chose`, where it follows from the rest. Ref §2.
        """
        if player is None:
            return self.transition
        player = player_of(self.game.players, player)
        return views.events(self, player)

    def public_events(self) -> tuple[SeenEvent, ...]:
        """Return what an onlooker was told of the last step, who sees what no player is denied.

        >>> from interpreter import load
        >>> [event.kinds for event in load("kuhn_poker").start().child(0).public_events()]
        [None]
        """
        return views.events(self, None)

    def effects(self, player: int | None) -> tuple[Event, ...]:
        """Return what `player` saw of the effects in the last step; None: an onlooker.

        What he was told of the choice itself is left out: it follows from these.
        """
        seat = None if player is None else player_of(self.game.players, player)
        return views.effects(self, seat)

    def told(self, player: int | None) -> Chose | None:
        """Return what `player` was told of another's choice in the last step; None: nothing.

        An onlooker (None) is told of all choices of which nobody is denied it.
        """
        seat = None if player is None else player_of(self.game.players, player)
        if seat not in self._choices_told:
            self._choices_told[seat] = choices.told(self, seat)
        return self._choices_told[seat]

    @cached_property
    def standings(self) -> dict[int | None, tuple[Standing, ...] | None]:
        """How play may stand for all that players (None: an onlooker) know, where it was asked."""
        return {}

    @cached_property
    def counts(self) -> tuple[Score | None, ...]:
        """What ends compare first and no variable keeps, seen or not; None where it fails."""
        return sighting.counts(self)

    @cached_property
    def _choices_told(self) -> dict[int | None, Chose | None]:
        return {}

    def information_state(self, player: int) -> tuple[SeenEvent | tuple[str, int], ...]:
        """Return all that `player` has done and seen since the start: plain data, hashable.

        Ref §3. His own choices are `("chose", id)`; what he saw of the others' are events alone.

        >>> from interpreter import load
        >>> deals = [load("kuhn_poker").start().child(0).child(card) for card in (1, 2)]
        >>> [len({deal.information_state(player) for deal in deals}) for player in (0, 1)]
        [1, 2]
        """
        return views.information_state(self, player_of(self.game.players, player))

    def observation(self, player: int | None) -> dict[str, Json]:
        """Return what `player` sees now, as plain data for JSON: `schemas/observation.json`.

        None: an onlooker, who sees what no player is denied.

        >>> from interpreter import load
        >>> deal = load("kuhn_poker").start().child(0).child(1)
        >>> deal.observation(0)["zones"]
        {'deck': {'unseen': 1}, 'hand(P1)': ['jack'], 'hand(P2)': {'unseen': 1}}
        """
        seat = None if player is None else player_of(self.game.players, player)
        return views.observation(self, seat)

    def sight(self, player: int | None) -> Sight:
        """Return what `player` sees of this moment, as pictures are drawn from it.

        None: an onlooker, who sees what no player is denied. It is named by the numbers of
        `game.document()`; actions are in it only where `player` is to choose.

        >>> from interpreter import load
        >>> sight = load("kuhn_poker").start().child(0).child(1).sight(0)
        >>> [(cell.zone, cell.index, cell.kinds, cell.amount) for cell in sight.cells]
        [('deck', (), None, 1), ('hand', (0,), (0,), 1), ('hand', (1,), None, 1)]
        >>> [offer.text for offer in sight.offers]
        ['bet', 'pass']
        """
        seat = None if player is None else player_of(self.game.players, player)
        return sighting.sight(self, seat)

    def whole(self) -> str:
        """Return the whole position as text, whoever sees it; no player is to be shown it.

        Two states of a game have the same text where they are played alike: zones, variables,
        what is still to do, and the clocks that bound play.

        >>> from interpreter import load
        >>> print("; ".join(load("kuhn_poker").start().child(0).whole().splitlines()[:3]))
        chance to decide; deck: queen, king; hand(P1): jack
        """
        return views.whole(self)


def _state(  # noqa: PLR0913, PLR0917 - as `State`
    game: Game,
    held: Held,
    before: State | Numbered[State] | Found[State] | None,
    action: int | None,
    seed: int | None,
    chances: int,
) -> State:
    """Return a state at a position that an engine holds."""
    made: State = _new(State)
    made.__attrs_init__(game, held, before, action, seed, chances)
    return made


_new: Final = object.__new__


def _rebuilt(game: Game, way: Pickled) -> State:
    """Return the last state of a way that `State.__reduce__` wrote down."""
    (position, action, seed, chances, transition), *rest = way
    state = State(game, position, None, action, seed, chances, transition)
    for position, action, seed, chances, transition in rest:
        state = State(game, position, state, action, seed, chances, transition)
    return state
