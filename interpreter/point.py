"""A point of play: a game and a position that an engine holds, and what may be done there.

How play came there is `State`'s to say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from interpreter.action import Action, LegalActions
from interpreter.arguments import number_of
from interpreter.engines.held import Held
from interpreter.faults import IllegalAction
from interpreter.position import END, Position
from interpreter.reference.choice import Open
from interpreter.reference.held import action_of_number
from interpreter.reference.points import outcome_name
from interpreter.reference.values import World

if TYPE_CHECKING:
    from interpreter.rules import Rules


class Point:
    """A game and a position, as the engine that plays holds it: two fields of `State`."""

    game: Rules
    held: Held

    # ------------------------------------------------------------ what the reference reads

    @property
    def position(self) -> Position:
        """The position, as the reference holds it."""
        return self.held.plain.position

    @property
    def world(self) -> World:
        """What expressions read at this state."""
        return self.held.plain.world

    def asked(self) -> World:
        """Return the world for a new question: what others went through is not counted."""
        return self.held.plain.asked()

    @property
    def open_arms(self) -> tuple[Open, ...]:
        """The arms on offer, each with the values of the locals around it."""
        return self.held.plain.open_arms

    # ------------------------------------------------------------ who is to decide

    @property
    def is_terminal(self) -> bool:
        """Whether nothing is left to decide."""
        return self.held.sort == END

    @property
    def current_player(self) -> int:
        """Who is to decide: a player, `CHANCE` or `TERMINAL`."""
        return self.held.actor

    @property
    def chance_outcomes(self) -> tuple[tuple[int, Fraction], ...]:
        """The outcomes at a chance point and their probabilities, ids ascending; () elsewhere.

        >>> from interpreter import load
        >>> load("kuhn_poker").start().chance_outcomes[0]
        (0, Fraction(1, 3))
        """
        found = self.held.outcomes
        whole = sum(weight for _, weight in found)
        return tuple((number, Fraction(weight, whole)) for number, weight in found)

    def outcome_name(self, outcome: int) -> str:
        """Return what scenarios call an outcome of the chance point here.

        >>> from interpreter import load
        >>> load("kuhn_poker").start().outcome_name(0)
        'draw(jack)'

        Raises:
            ValueError: chance has no such outcome here.
        """
        if all(outcome != number for number, _ in self.held.outcomes):
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

    @property
    def legal_actions(self) -> Sequence[Action]:
        """The legal actions, ids ascending; () at chance points and at the end."""
        held, layout = self.held, self.game.layout
        ids = held.legal_ids
        return LegalActions(
            len(ids), lambda at: action_of_number(ids[at], at, layout, lambda: held.plain)
        )

    @property
    def legal_ids(self) -> tuple[int, ...]:
        """The numbers of the legal actions, ascending; () at chance points and at the end."""
        return self.held.legal_ids

    @property
    def arm_names(self) -> tuple[str, ...]:
        """The names of the arms on offer, each once, whether or not anything in them is legal."""
        return tuple(dict.fromkeys(found.layout.arm.name for found in self.open_arms))

    def candidates(self, name: str) -> Iterator[tuple[Action, str | None]]:
        """Go through what the arms of this name mean, each with the reason that refuses it.

        The reason is None where the action is legal.
        """
        return self.held.plain.candidates(name)

    def find(self, name: str, args: Sequence[str | int]) -> Action | None:
        """Return the legal action with this name and these arguments, as labels or values.

        None where there is none.
        """
        number = self.held.plain.find(name, args)
        return None if number is None else self.legal_actions[self.legal_ids.index(number)]

    def refusal(self, name: str, args: Sequence[str | int]) -> str | None:
        """Return why this action is refused here; None when it is legal. Ref §9.

        >>> from interpreter import load
        >>> load("tic_tac_toe").start().apply(4).refusal("mark", ["b2"])
        'b2 is taken'
        """
        return self.held.plain.refusal(name, args)

    def refusal_of(self, number: int) -> str | None:
        """Return why the action with this number (or outcome of chance) is refused here.

        None when it is legal.
        """
        number, held = number_of(number), self.held
        return None if held.takes(number) else held.plain.refusal_of(number)
