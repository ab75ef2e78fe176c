"""A play made of what is written of it: the one way in which entries become a play again.

Files of sessions write the outcomes of chance, stores of tables only choices: what chance has open
where nothing is written follows from the seed of the play. It is told together with the choice
before it, so that revisions and numbers of events come out as they were.
"""

from __future__ import annotations

from pathlib import Path
from typing import assert_never

import attrs

from interpreter.faults import IllegalAction, PlaythroughError
from interpreter.game import Game
from interpreter.hosting.entries import text_of
from interpreter.hosting.kinds import kind_of
from interpreter.hosting.playthrough import check_game, from_text, restore
from interpreter.hosting.session_file import Entry, Written, parsed, repeated
from interpreter.hosting.session_streams import Moment, steps_between
from interpreter.state import State


@attrs.frozen(eq=False)
class Played:
    """A play so far. `untold`: the last states that it reached, which nobody was told of yet.

    >>> from interpreter import load
    >>> played = Played.begun(load("tic_tac_toe").start(seed=1)).settled()
    >>> played.repeating(Entry("choice", 4, "X")).settled().moment.streams[0].revision
    2
    """

    moment: Moment
    untold: tuple[State, ...] = ()

    @classmethod
    def begun(cls, start: State) -> Played:
        """Return a play of which nothing is written. `start`: with the seed of its chance.

        Where it has a way behind it, that is told too.
        """
        return cls(Moment.begun(start), start.path)

    @property
    def state(self) -> State:
        """The true state."""
        return self.untold[-1] if self.untold else self.moment.state

    def repeating(self, entry: Entry) -> Played:
        """Return the play after what is written next.

        Raises:
            IllegalAction: it is not possible here.
        """
        match entry.kind:
            case "chance":
                return Played(self.moment, (*self.untold, repeated(self.state, entry)))
            case "choice":
                told = self.told()
                return Played(told.moment, (repeated(told.state, entry),))
            case "undo":
                # How far it goes follows from the play; who were bots then is not written.
                players = self.state.game.players
                everybody = range(len(players))
                who = players.index(entry.player)
                return Played(self.told().moment.without_last_choice(who, everybody))
            case _:
                assert_never(entry.kind)

    def settled(self) -> Played:
        """Return the play where what chance has open is decided by the seed, and all is told."""
        rest = steps_between(self.state, self.state.past_chance())
        return Played(self.moment, (*self.untold, *rest)).told()

    def told(self) -> Played:
        """Return the play where what it reached is told, though chance may have more open."""
        return Played(self.moment.after(self.untold)) if self.untold else self


def reached(path: Path, game: Game) -> State:
    """Return the last state of a play in a file: a playthrough, or the file of a session.

    Raises:
        PlaythroughError: it is none of these, or none of this game.
    """
    text = text_of(path)
    if kind_of(text) != "session":
        return restore(game, from_text(text, str(path)))
    written, _ = parsed(path, text.encode())
    check_game(game, written.play)
    state, refusal = followed(game, written)
    if refusal is not None:
        raise PlaythroughError(f"{path}: {refusal}") from refusal
    return state


def followed(game: Game, written: Written) -> tuple[State, IllegalAction | None]:
    """Return how far the play of a session goes, and what stops it there.

    Raises:
        RuleFault, BudgetExceeded: the rules fail behind a choice.
    """
    played = Played.begun(game.start())  # all chance is written
    try:
        for entry in written.entries:
            played = played.repeating(entry)
    except IllegalAction as refusal:
        return played.state, refusal
    return played.state, None
