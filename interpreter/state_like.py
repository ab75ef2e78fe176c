"""What a `State` and its `Game` are to the modules that they are made of.

Views, documents and what others were told are asked through them, so what works it out lies below
and names these.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Protocol, Self

from interpreter.action import Action
from interpreter.document.build import Described
from interpreter.document.model import GameDocument
from interpreter.document.sight import Score
from interpreter.engines.held import Held
from interpreter.observation.places import Standing
from interpreter.position import Position
from interpreter.reference.choice import Open
from interpreter.reference.events import Chose, Event, SeenEvent
from interpreter.reference.values import World
from interpreter.rules import Rules


class GameLike(Rules, Protocol):
    """An instance of a rule text, and what is known of its table; `Game` says the rest."""

    @property
    def described(self) -> Described:
        """The document, and what sights are made of beside it."""
        ...

    def document(self) -> GameDocument:
        """Return all that is known of the table before anything is played."""
        ...


class StateLike(Protocol):
    """A position, and how play came there; `State` and `Point` say what each part is."""

    @property
    def game(self) -> GameLike:
        """What is played."""
        ...

    @property
    def held(self) -> Held:
        """The position, as the engine that plays holds it."""
        ...

    @property
    def position(self) -> Position:
        """The position, as the reference holds it."""
        ...

    @property
    def world(self) -> World:
        """What expressions read here."""
        ...

    def asked(self) -> World:
        """Return the world for a new question."""
        ...

    @property
    def is_terminal(self) -> bool:
        """Whether nothing is left to decide."""
        ...

    @property
    def current_player(self) -> int:
        """Who is to decide."""
        ...

    @property
    def returns(self) -> tuple[Fraction, ...]:
        """The result for each player."""
        ...

    @property
    def open_arms(self) -> tuple[Open, ...]:
        """The arms on offer."""
        ...

    @property
    def legal_actions(self) -> Sequence[Action]:
        """The legal actions."""
        ...

    @property
    def legal_ids(self) -> tuple[int, ...]:
        """The numbers of the legal actions."""
        ...

    @property
    def previous(self) -> Self | None:
        """The state before this one."""
        ...

    @property
    def path(self) -> tuple[Self, ...]:
        """All states from the start to this one."""
        ...

    @property
    def action(self) -> int | None:
        """The number by which this one was reached."""
        ...

    @property
    def transition(self) -> tuple[Event, ...]:
        """What happened on the way here."""
        ...

    def events(self, player: int | None = None) -> tuple[SeenEvent, ...]:
        """Return what a player was told of the last step."""
        ...

    def public_events(self) -> tuple[SeenEvent, ...]:
        """Return what an onlooker was told of it."""
        ...

    def effects(self, player: int | None) -> tuple[Event, ...]:
        """Return what a player saw of its effects."""
        ...

    def told(self, player: int | None) -> Chose | None:
        """Return what a player was told of another's choice in it."""
        ...

    @property
    def standings(self) -> dict[int | None, tuple[Standing, ...] | None]:
        """How play may stand for all that players know."""
        ...

    @property
    def counts(self) -> tuple[Score | None, ...]:
        """What ends compare and no variable keeps."""
        ...
