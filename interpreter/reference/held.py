"""A position as the reference engine holds it, and what it says of it.

Each question begins with all the effort that one may cost: what others went through before is not
counted (`asked`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import cached_property
from math import gcd
from typing import Final

from interpreter.action import Action
from interpreter.layout import Layout
from interpreter.position import CHANCE, CHANCE_POINT, END, PLAYER, TERMINAL, Choosing, Position
from interpreter.reference import stepping
from interpreter.reference.choice import (
    NO_SUCH_OPTION,
    Offer,
    Open,
    action_of,
    actor_of,
    argument_labels,
    candidates,
    offers,
    open_arms,
    parsed,
    refusal,
)
from interpreter.reference.events import Event
from interpreter.reference.points import chance_weights
from interpreter.reference.values import Effort, World
from interpreter.reference.wording import action_sentence

_DERIVED: Final = frozenset(("_offers", "legal_ids", "open_arms", "outcomes", "world"))


class PlainHeld:
    """A position, and what happened on the way to it: None where that was not noted."""

    def __init__(
        self, layout: Layout, position: Position, events: tuple[Event, ...] | None = None
    ) -> None:
        self.layout = layout
        self.position = position
        self.events = events

    @property
    def compiled(self) -> None:
        """As `Held.compiled`: no code is compiled of the reference."""
        return None

    @property
    def plain(self) -> PlainHeld:
        """As `Held.plain`."""
        return self

    def forget(self) -> bool:
        """As `Held.forget`."""
        kept = _DERIVED & self.__dict__.keys()
        for name in kept:
            self.__dict__.pop(name, None)  # others may look on
        return bool(kept)

    # ------------------------------------------------------------ what is asked

    @cached_property
    def world(self) -> World:
        """What expressions read here."""
        position = self.position
        world = World(self.layout, position.cells, position.result)
        world.control, world.clocks = position.control, position.clocks
        world.memories = position.memories
        return world

    def asked(self) -> World:
        """Return the world for a new question."""
        self.world.effort = Effort()
        return self.world

    @property
    def sort(self) -> int:
        """As `Held.sort`."""
        control = self.position.control
        if not control:
            return END
        return PLAYER if isinstance(control[-1], Choosing) else CHANCE_POINT

    @cached_property
    def actor(self) -> int:
        """As `Held.actor`."""
        control = self.position.control
        if not control:
            return TERMINAL
        top = control[-1]
        return actor_of(top, self.asked()) if isinstance(top, Choosing) else CHANCE

    @cached_property
    def open_arms(self) -> tuple[Open, ...]:
        """The arms on offer, each with the values of the locals around it."""
        return () if self.actor < 0 else open_arms(self.position.control, self.world)

    @cached_property
    def _offers(self) -> tuple[Offer, ...]:
        world = self.asked()
        found = [offer for arm in self.open_arms for offer in offers(arm, world)]
        return tuple(sorted(found, key=lambda offer: offer.id))

    @cached_property
    def legal_ids(self) -> tuple[int, ...]:
        """As `Held.legal_ids`."""
        return tuple([offer.id for offer in self._offers])

    @cached_property
    def outcomes(self) -> tuple[tuple[int, int], ...]:
        """As `Held.outcomes`, the weights as small as they may be."""
        if self.sort != CHANCE_POINT:
            return ()
        found = chance_weights(self.position.control[-1], self.asked())
        common = gcd(*(weight for _, weight in found))
        return tuple((number, weight // common) for number, weight in found)

    def refusal_of(self, number: int) -> str | None:
        """Return why a number is no legal action or outcome here; None when it is one."""
        if self.actor == CHANCE:
            possible = any(number == outcome for outcome, _ in self.outcomes)
            return None if possible else "chance has no such outcome"
        arm = stepping.arm_of(self.layout, number)
        found = stepping.opened(arm, self.open_arms)
        if arm is None or found is None:
            return self._nothing_like()
        return refusal(found, arm.arguments(number), self.asked())

    def candidates(self, name: str) -> Iterator[tuple[Action, str | None]]:
        """Yield what the arms of a name mean, each with the reason that refuses it."""
        for found in self._named(name):
            for index, (offer, reason) in enumerate(candidates(found, self.asked())):
                world = self.asked()  # each candidate is a question of its own
                yield action_of(offer, index, world), reason

    def find(self, name: str, args: Sequence[str | int]) -> int | None:
        """Return the number of the legal action with a name and arguments; None: there is none."""
        for found in self._named(name):
            arguments = parsed(found, args, self.world)
            if arguments is not None and refusal(found, arguments, self.asked()) is None:
                return found.layout.number(arguments)
        return None

    def refusal(self, name: str, args: Sequence[str | int]) -> str | None:
        """Return why an action is refused; None when it is legal. Ref §9."""
        reasons: list[str] = []
        for found in self._named(name):
            arguments = parsed(found, args, self.world)
            reason = NO_SUCH_OPTION
            if arguments is not None:
                why = refusal(found, arguments, self.asked())
                if why is None:
                    return None
                reason = why
            reasons.append(reason)
        return reasons[0] if reasons else self._nothing_like()

    def _named(self, name: str) -> Iterator[Open]:
        return (found for found in self.open_arms if found.layout.arm.name == name)

    def _nothing_like(self) -> str:
        """Return why nothing is on offer that is like what somebody asked for."""
        if self.actor == TERMINAL:
            return "the game is over"
        if self.actor == CHANCE:
            return "chance is to decide, not a player"
        return NO_SUCH_OPTION

    @property
    def key(self) -> Hashable:
        """As `Held.key`."""
        return self.position, self.position.clocks

    @property
    def control_key(self) -> Hashable:
        """As `Held.control_key`."""
        return self.position.control

    @property
    def cells_key(self) -> Hashable:
        """As `Held.cells_key`."""
        return self.position.cells

    # ------------------------------------------------------------ going on

    def takes(self, number: int) -> bool:
        """As `Held.takes`."""
        return self.refusal_of(number) is None

    def step(self, number: int) -> PlainHeld:
        """As `Held.step`."""
        return PlainHeld(self.layout, *stepping.take(self.layout, self.position, number))

    def likewise(self, other: PlainHeld) -> PlainHeld:
        """As `Held.likewise`."""
        return other


def action_of_number(
    number: int, index: int, layout: Layout, plain: Callable[[], PlainHeld]
) -> Action:
    """Return the legal action with a number. `plain` is asked where its sentence is wanted."""
    arm = stepping.arm_of(layout, number)
    assert arm is not None, "what is legal is in the game"
    arguments = arm.arguments(number)
    labels = argument_labels(arm, arguments, layout.spec)

    def say() -> str:
        here = plain()
        found = stepping.opened(arm, here.open_arms)
        env = () if found is None else found.env
        return action_sentence(arm.arm, labels, here.world, env + arguments)

    return Action(number, arm.arm.name, arguments, labels, index, say)


class PlainEngine:
    """The reference engine, as who plays a game."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout

    def begin(self) -> PlainHeld:
        """As `Engine.begin`."""
        return PlainHeld(self._layout, *stepping.start(self._layout))
