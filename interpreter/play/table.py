"""A play in progress at a table: whose seats are people's or bots', and what may be taken back."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from interpreter.action import Action
from interpreter.bots import Bot, SeatView
from interpreter.faults import IllegalAction
from interpreter.game import Game
from interpreter.knowledge.redeal import WIDTH, Belief
from interpreter.knowledge.taking_back import before_answers
from interpreter.state import State


@attrs.define
class Table:
    """One play. Seats that have no bot are people's. The seed of `state` resolves all chance.

    `width`: how many positions a bot holds possible, before it goes on with samples.
    """

    state: State
    bots: Mapping[int, Bot]
    width: int = WIDTH
    _beliefs: dict[int, Belief] = attrs.field(factory=dict, init=False)

    @property
    def people(self) -> tuple[int, ...]:
        """The seats at which people sit."""
        return tuple(p for p in range(len(self.state.game.players)) if p not in self.bots)

    @property
    def is_asking(self) -> bool:
        """Whether a person is to choose."""
        return not self.state.is_terminal and self.state.current_player not in self.bots

    def choose(self, action: Action) -> State:
        """Take a person's choice, and return the state after it."""
        self.state = self.state.apply(action)
        return self.state

    def let_bot_choose(self) -> State:
        """Let the bot whose choice it is act, and return the state after it."""
        player = self.state.current_player
        if player not in self._beliefs:
            self._beliefs[player] = Belief.start(self.state.game, player, width=self.width)
        view = SeatView(self.state, self._beliefs[player])
        self.state = self.state.apply(self.bots[player].choose(view))
        return self.state

    def take_back(self) -> State:
        """Drop the last choice of a person and all that bots and chance did since. Ref §12.

        Where several people share a table and do not all see the same, only what nobody else
        noticed can be taken back. Returns the state before that choice.

        Raises:
            IllegalAction: there is nothing to take back, or it may not be; the message says why.
        """
        state = self.state
        while state.previous is not None:
            before = state.previous
            if before.current_player in self.people:
                if len(self.people) > 1 and has_secrets(self.state.game):
                    before = before_answers(self.state, before.current_player, self.bots)
                # Whoever goes on with a play may have given it another seed than it had there.
                self.state = before.with_seed(self.state.seed)
                return self.state
            state = before
        raise IllegalAction("nobody has chosen anything yet")


def has_secrets(game: Game) -> bool:
    """Return whether some players see what others do not; what nobody sees is no secret."""
    return any(0 < len(seen) < len(game.players) for seen in game.layout.seen_by)
