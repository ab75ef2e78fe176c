"""Who sits at a session, and what they mean."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from interpreter.action import Action
from interpreter.bots import Bot, SeatView
from interpreter.faults import BotFault, IllegalAction
from interpreter.game import Game
from interpreter.hosting.entries import is_number
from interpreter.knowledge.explain import parse_action, why_not, written
from interpreter.knowledge.redeal import Belief
from interpreter.load import UsageError
from interpreter.reference.choice import NO_SUCH_OPTION, argument_labels
from interpreter.reference.stepping import arm_of
from interpreter.state import State

_LONGEST = 500  # characters of an action; comparing longer ones with names takes too long


@attrs.frozen
class Seat:
    """The seat of a player: a person's, or that of a bot."""

    player: int
    name: str
    bot: Bot | None

    @property
    def is_bot(self) -> bool:
        """Whether a bot plays."""
        return self.bot is not None


def seated(game: Game, seats: Mapping[str, str | Bot]) -> tuple[Seat, ...]:
    """Return who sits where, one for each player. A bot's seat is named like its player.

    Raises:
        UsageError: there is no such player, two seats have the same name, or one is no text.
    """
    for player in seats:
        if player not in game.players:
            raise UsageError(f"there is no player `{player}`; there are {', '.join(game.players)}")
    found: list[Seat] = []
    for number, name in enumerate(game.players):
        occupant = seats.get(name, name)
        if isinstance(occupant, str):
            found.append(Seat(number, occupant, None))
        else:
            found.append(Seat(number, name, occupant))
    names = [seat.name for seat in found]
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"two seats are named `{name}`; what they see differs, so name each")
        if not _is_text(name):
            raise UsageError(f"no seat can be called {name!a}: it is no text")
    return tuple(found)


def _is_text(name: str) -> bool:
    """Return whether files and programs can hold a name: half of a pair of surrogates is none."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def number_of(state: State, action: int | str) -> int:
    """Return the number of a legal action, given by number or as text.

    Raises:
        IllegalAction: it is not legal; the message names it and says why.
    """
    if isinstance(action, str):
        if len(action) > _LONGEST:
            raise IllegalAction("no action is as long as that")
        name, arguments = parse_action(action)
        found = state.find(name, arguments)
        if found is not None:
            return found.id
        reason = state.refusal(name, arguments) if name in state.arm_names else None
        if reason is None or reason == NO_SUCH_OPTION:
            raise IllegalAction(why_not(state, action))
        raise IllegalAction(f"{written(name, arguments)}: {reason}")
    if not is_number(action):
        raise IllegalAction("an action is its number or its text")
    reason = state.refusal_of(action)
    if reason is not None:
        raise IllegalAction(
            reason if reason == NO_SUCH_OPTION else f"{_text(state, action)}: {reason}"
        )
    return action


def chosen(bot: Bot, state: State, belief: Belief) -> int:
    """Return the number of the action that a bot chooses; `belief` is that of its player.

    Raises:
        BotFault: it is not legal, or no action at all.
    """
    name = state.game.players[state.current_player]
    try:
        action: object = bot.choose(SeatView(state, belief))
    except IllegalAction as refusal:
        raise BotFault(f"the bot of {name} tried what is not legal: {refusal}") from refusal
    if not isinstance(action, Action):
        raise BotFault(
            f"the bot of {name} chose {action!r}, which is no action:"
            " `choose` returns one of the view's `legal_actions`"
        )
    reason = state.refusal_of(action.id)
    if reason is not None:
        raise BotFault(f"the bot of {name} chose {action}: {reason}")
    return action.id


def _text(state: State, number: int) -> str:
    """Return the text of an action, legal or not, by its number."""
    arm = arm_of(state.game.layout, number)
    assert arm is not None, "what is no action is told so before"
    return written(arm.arm.name, argument_labels(arm, arm.arguments(number), state.game.spec))
