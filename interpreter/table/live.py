"""A play that is awake: where it has come to, and how it goes on. A value, without store or clock.

It is made of the entries of its table and of nothing else, so that two processes that read the
same entries have the same play, with the same revisions and numbers of events.
"""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from interpreter.faults import IllegalAction
from interpreter.game import Game
from interpreter.hosting.session_seats import number_of
from interpreter.hosting.session_streams import Moment, steps_between
from interpreter.look import Look
from interpreter.state import State
from interpreter.table.rows import EntryRow, TableRow


class Stale(Exception):
    """A choice answers a view that is no more: it was not made. `revision` is the one now."""

    def __init__(self, revision: int) -> None:
        """Keep the revision of the seat's view now."""
        self.revision = revision
        super().__init__(f"the table has changed since: now it is view {revision}; look again")


@attrs.frozen(eq=False)
class Live:
    """The play of a table, by its id, after `n` entries. `look`: how its game is drawn.

    `drawn`: the seats of bots that gave no answer, so that their choice was drawn at random.
    """

    table: str
    game: Game
    look: Look
    moment: Moment
    n: int = 0
    drawn: tuple[int, ...] = ()

    @classmethod
    def begin(cls, table: TableRow, game: Game, look: Look) -> Live:
        """Return the play of a table before anybody chose."""
        start = game.start().with_seed(table.seed)
        reached = [start, *steps_between(start, start.past_chance())]
        return cls(table.id, game, look, Moment.begun(start).after(reached))

    @property
    def state(self) -> State:
        """The true state, with everybody's secrets."""
        return self.moment.state

    @property
    def to_act(self) -> int | None:
        """Who is to choose; None when the game is over."""
        return None if self.state.is_terminal else self.state.current_player

    def revision(self, seat: int) -> int:
        """Return how often what a seat sees has changed."""
        return self.moment.streams[seat].revision

    def choice(self, seat: int, action: int | str, revision: int | None) -> EntryRow:
        """Return the entry of what a seat asks to do; nothing has changed by that.

        Args:
            seat: who asks, by number.
            action: the id of a legal action, or its text.
            revision: that of the view which the seat looks at; None: not checked.

        Raises:
            Stale: the seat looks at an older view.
            IllegalAction: it is not its choice, or not legal. The message is for this seat alone.
        """
        if revision is not None and revision != self.revision(seat):
            raise Stale(self.revision(seat))
        if self.to_act is None:
            raise IllegalAction("the game is over")
        if self.to_act != seat:
            raise IllegalAction(f"it is {self.game.players[self.to_act]}'s choice")
        return EntryRow(self.n + 1, "choice", seat, number_of(self.state, action))

    def undo(self, seat: int) -> EntryRow:
        """Return the entry that takes back the last choice of a seat. Ref §12.

        Raises:
            IllegalAction: it stands. The message is for this seat alone.
        """
        self.moment.without_last_choice(seat)
        return EntryRow(self.n + 1, "undo", seat, 0)

    def after(self, entries: Iterable[EntryRow]) -> Live:
        """Return the play after more entries, which follow the last one.

        Raises:
            IllegalAction: one of them is not possible here.
        """
        live = self
        for entry in entries:
            assert entry.n == live.n + 1, "entries are read in order"
            live = live._one_more(entry)
        return live

    def _one_more(self, entry: EntryRow) -> Live:
        if entry.kind == "undo":
            moment = self.moment.without_last_choice(entry.seat)
        else:
            reached = steps_between(self.state, self.state.apply(entry.number))
            moment = self.moment.after(reached)
        drawn = (*self.drawn, entry.seat) if entry.by_chance else self.drawn
        return attrs.evolve(self, moment=moment, n=entry.n, drawn=drawn)
