"""A state of play: a position and how it was reached. Immutable.

Keep it, compare it, put it into sets.

Equality and hash are about game and position only. The way back (`previous`, `action`) and the
events of the last transition lie beside the position; history, information states and undo are
read from them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, TypeAlias

import attrs

from interpreter.chance import pick, word
from interpreter.document import sighting
from interpreter.document.sight import Sight
from interpreter.faults import IllegalAction
from interpreter.formats import Json
from interpreter.given import number_of, player_of, seed_or_none
from interpreter.knowledge import taking_back, views
from interpreter.knowledge.taking_back import LEARNT
from interpreter.position import CHANCE, TERMINAL, Choosing, Position
from interpreter.reference import stepping
from interpreter.reference.choice import (
    NO_SUCH_OPTION,
    Action,
    LegalActions,
    Offer,
    Open,
    action_of,
    actor_of,
    candidates,
    offers,
    open_arms,
    parsed,
    refusal,
)
from interpreter.reference.events import (
    Chose,
    Event,
    SeenEvent,
)
from interpreter.reference.points import chance_outcomes, outcome_name
from interpreter.reference.values import Effort, World
from interpreter.told import choices
from interpreter.told.places import Standing

if TYPE_CHECKING:
    from interpreter.game import Game

Way: TypeAlias = tuple[tuple[Position, int | None, int | None, int, tuple[Event, ...]], ...]

__all__ = ["CHANCE", "LEARNT", "TERMINAL", "Action", "Position", "State"]


@attrs.frozen(slots=False, eq=False, repr=False)
class State:
    """A state of play.

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
    position: Position
    previous: State | None = None
    action: int | None = None
    seed: int | None = None
    chances: int = 0
    transition: tuple[Event, ...] = ()

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

    def __reduce__(self) -> tuple[Callable[[Game, Way], State], tuple[Game, Way]]:
        """Pickle the way here step by step: following `previous` would nest too deep."""
        way = tuple((s.position, s.action, s.seed, s.chances, s.transition) for s in self.path)
        return _rebuilt, (self.game, way)

    _own: ClassVar[frozenset[str]] = frozenset(
        ("action", "chances", "game", "position", "previous", "seed", "transition")
    )
    """What a state is; all else that it keeps follows from this."""

    _told: ClassVar[frozenset[str]] = frozenset(
        ("_choices_told", "current_player", "standings", "transition")
    )
    """What was found out about the step to a state, and is asked for again behind it."""

    def forget(self, *, all_of_it: bool = True) -> bool:
        """Drop what follows from the rest and was kept; return whether there was anything.

        It is derived again when it is asked for. Not `all_of_it`: what was found out about the
        step to the state stays.
        """
        stays = self._own if all_of_it else self._own | self._told
        kept = [name for name in list(self.__dict__) if name not in stays]  # others may look on
        for name in kept:
            self.__dict__.pop(name, None)
        return bool(kept)

    # ------------------------------------------------------------ who is to decide

    @cached_property
    def world(self) -> World:
        """What expressions read at this state."""
        world = World(self.game.layout, self.position.cells, self.position.result)
        world.control, world.clocks = self.position.control, self.position.clocks
        world.memories = self.position.memories
        return world

    def asked(self) -> World:
        """Return the world for a new question: what others went through is not counted."""
        self.world.effort = Effort()
        return self.world

    @property
    def is_terminal(self) -> bool:
        """Whether nothing is left to decide."""
        return not self.position.control

    @cached_property
    def current_player(self) -> int:
        """Who is to decide: a player, `CHANCE` or `TERMINAL`."""
        if self.is_terminal:
            return TERMINAL
        top = self.position.control[-1]
        return actor_of(top, self.asked()) if isinstance(top, Choosing) else CHANCE

    @property
    def label(self) -> str:
        """Where play stands, in words: phase, turn, and who is to decide."""
        return ", ".join(views.standing(self))

    @property
    def chance_outcomes(self) -> tuple[tuple[int, Fraction], ...]:
        """The outcomes at a chance point and their probabilities, ids ascending; () elsewhere.

        >>> from interpreter import load
        >>> load("kuhn_poker").start().chance_outcomes[0]
        (0, Fraction(1, 3))
        """
        return () if self.is_terminal else chance_outcomes(self.position.control[-1], self.asked())

    def outcome_name(self, outcome: int) -> str:
        """Return what scenarios call an outcome of the chance point here.

        >>> from interpreter import load
        >>> load("kuhn_poker").start().outcome_name(0)
        'draw(jack)'

        Raises:
            ValueError: chance has no such outcome here.
        """
        if all(outcome != number for number, _ in self.chance_outcomes):
            raise ValueError(f"chance has no outcome {outcome!r} here")
        return outcome_name(self.position.control[-1], outcome, self.game.layout)

    @property
    def returns(self) -> tuple[Fraction, ...]:
        """The result for each player.

        Raises:
            IllegalAction: the game is not over.
        """
        if self.position.result is None:
            raise IllegalAction("there are no returns yet: the game is not over")
        return self.position.result

    # ------------------------------------------------------------ actions

    @cached_property
    def _open(self) -> tuple[Open, ...]:
        if self.current_player < 0:
            return ()
        return open_arms(self.position.control, self.world)

    @property
    def open_arms(self) -> tuple[Open, ...]:
        """The arms on offer, each with the values of the locals around it."""
        return self._open

    @cached_property
    def _offers(self) -> tuple[Offer, ...]:
        world = self.asked()
        found = [offer for arm in self._open for offer in offers(arm, world)]
        return tuple(sorted(found, key=lambda offer: offer.id))

    @property
    def legal_actions(self) -> Sequence[Action]:
        """The legal actions, ids ascending; () at chance points and at the end."""
        offers, world = self._offers, self.world
        return LegalActions(len(offers), lambda at: action_of(offers[at], at, world))

    @cached_property
    def legal_ids(self) -> tuple[int, ...]:
        """The numbers of the legal actions, ascending; () at chance points and at the end."""
        return tuple([offer.id for offer in self._offers])

    @property
    def arm_names(self) -> tuple[str, ...]:
        """The names of the arms on offer, each once, whether or not anything in them is legal."""
        return tuple(dict.fromkeys(found.layout.arm.name for found in self._open))

    def candidates(self, name: str) -> Iterator[tuple[Action, str | None]]:
        """Yield what the arms of this name mean here, each with the reason that refuses it.

        The reason is None where the action is legal.
        """
        for found in self._open:
            if found.layout.arm.name == name:
                for index, (offer, reason) in enumerate(candidates(found, self.asked())):
                    world = self.asked()  # each candidate is a question of its own
                    yield action_of(offer, index, world), reason

    def find(self, name: str, args: Sequence[str | int]) -> Action | None:
        """Return the legal action with this name and these arguments, as labels or values.

        None where there is none.
        """
        for found in self._open:
            if found.layout.arm.name == name:
                arguments = parsed(found, args, self.world)
                if arguments is not None and refusal(found, arguments, self.asked()) is None:
                    number = found.layout.number(arguments)
                    return self.legal_actions[self.legal_ids.index(number)]
        return None

    def refusal(self, name: str, args: Sequence[str | int]) -> str | None:
        """Return why this action is refused here; None when it is legal. Ref §9.

        >>> from interpreter import load
        >>> load("tic_tac_toe").start().apply(4).refusal("mark", ["b2"])
        'b2 is taken'
        """
        reasons: list[str] = []
        for found in self._open:
            if found.layout.arm.name == name:
                arguments = parsed(found, args, self.world)
                if arguments is None:
                    reasons.append(NO_SUCH_OPTION)
                    continue
                reason = refusal(found, arguments, self.asked())
                if reason is None:
                    return None
                reasons.append(reason)
        return reasons[0] if reasons else self._nothing_like()

    def refusal_of(self, number: int) -> str | None:
        """Return why the action with this number (or outcome of chance) is refused here.

        None when it is legal.
        """
        number = number_of(number)
        if self.current_player == CHANCE:
            possible = any(number == outcome for outcome, _ in self.chance_outcomes)
            return None if possible else "chance has no such outcome"
        arm = stepping.arm_of(self.game, number)
        found = stepping.opened(arm, self._open)
        if arm is None or found is None:
            return self._nothing_like()
        return refusal(found, arm.arguments(number), self.asked())

    def _nothing_like(self) -> str:
        if self.is_terminal:
            return "the game is over"
        if self.current_player == CHANCE:
            return "chance is to decide, not a player"
        return NO_SUCH_OPTION

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
        number = number_of(action)
        reason = self.refusal_of(number)
        if reason is not None:
            raise IllegalAction(reason)
        position, events = stepping.take(self.game, self.position, number)
        chances = self.chances + (self.current_player == CHANCE)
        return State(self.game, position, self, number, self.seed, chances, events)

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
        return attrs.evolve(self, seed=seed_or_none(seed))

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
    def _choices_told(self) -> dict[int | None, Chose | None]:
        return {}

    def information_state(self, player: int) -> tuple[SeenEvent | tuple[str, int], ...]:
        """Return all that `player` has done and seen since the start: plain data, hashable.

        Ref §3.

        His own choices are `("chose", id)`; what he saw of the others' are events alone.

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


def _rebuilt(game: Game, way: Way) -> State:
    """Return the last state of a way that `State.__reduce__` wrote down."""
    (position, action, seed, chances, transition), *rest = way
    state = State(game, position, None, action, seed, chances, transition)
    for position, action, seed, chances, transition in rest:
        state = State(game, position, state, action, seed, chances, transition)
    return state
