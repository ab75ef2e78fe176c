"""A play that is awake: where it has come to, and how it goes on. A value, without store or clock.

It is made of the entries of its table and of nothing else, so that two processes that read the
same entries have the same play, with the same revisions and numbers of events.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final, assert_never

import attrs

from interpreter.faults import IllegalAction
from interpreter.game import Game
from interpreter.hosting import Moment, Played, number_of
from interpreter.hosting.session_file import Entry
from interpreter.knowledge.taking_back import before_agreed
from interpreter.look import Look
from interpreter.observation import asked_next, chooses_at_once
from interpreter.state import State
from interpreter.table.stores.rows import EarlyRow, EntryRow, TableRow

_NEAR: Final = 8
"""So many states of a play are kept, with what was found out about the steps to them."""

_WHOLE: Final = 2
"""So many of them with all that was found out."""

_STATE: Final = 8
_PLAY: Final = 60_000


class Stale(Exception):
    """A choice answers a view that is no more: it was not made. `revision` is the one now."""

    def __init__(self, revision: int) -> None:
        """Keep the revision of the seat's view now."""
        self.revision = revision
        super().__init__(f"the table has changed since: now it is view {revision}; look again")


@attrs.frozen
class Asking:
    """A seat asks the others to let it take its last choice back; `agreed` are those who do."""

    seat: int
    agreed: tuple[int, ...] = ()


@attrs.frozen(eq=False)
class Live:
    """The play of a table, by its id, after `n` entries. `look`: how its game is drawn.

    `steps`: how many choices led to where it is, without those that were taken back.
    `drawn`: the seats of bots that gave no answer, so that their choice was drawn at random.
    `asking`: who asks to take a choice back, until everybody agreed, or somebody did not or chose.
    """

    table: str
    game: Game
    look: Look
    moment: Moment
    n: int = 0
    steps: int = 0
    drawn: tuple[int, ...] = ()
    asking: Asking | None = None

    @classmethod
    def begin(cls, table: TableRow, game: Game, look: Look) -> Live:
        """Return the play of a table before anybody chose, behind what a scenario did."""
        state = game.start().with_seed(table.seed)
        for number in table.begun:
            state = state.child(number)
        played = Played.begun(state).settled()
        return cls(table.id, game, look, played.moment, steps=choices_to(state))

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
        self._check_turn(seat)
        return EntryRow(self.n + 1, "choice", seat, number_of(self.state, action))

    def early(self, seat: int, action: int | str, revision: int | None) -> EarlyRow | None:
        """Return what a seat will choose when it is asked, if it can know what that will be.

        None where it is its own choice, or it cannot know yet; else as `choice`.

        Raises:
            Stale: the seat looks at an older view.
            IllegalAction: that will not be legal. The message is for this seat alone.
        """
        question = None if self.to_act == seat else asked_next(self.state, seat)
        if question is None:
            return None
        if revision is not None and revision != self.revision(seat):
            raise Stale(self.revision(seat))
        told = len(self.moment.streams[seat].events)
        return EarlyRow(seat, number_of(question, action), told)

    def stands(self, early: EarlyRow) -> bool:
        """Return whether a seat has been told nothing since but that others chose.

        What follows from that it knew before: it is asked what it had in mind. In a choice of all
        at once it may also have been told what it looks like when others have chosen.
        """
        player = self.game.players[early.seat]
        since = self.moment.streams[early.seat].events[early.told :]
        if any(one["event"] == "chose" and one["player"] == player for one in since):
            return False
        return chooses_at_once(self.state) or all(one["event"] == "chose" for one in since)

    def of_early(self, early: EarlyRow) -> EntryRow | None:
        """Return the entry of a choice that was left, if its seat is asked for it now."""
        if self.to_act != early.seat or not self.stands(early):
            return None
        if self.state.refusal_of(early.number) is not None:
            return None
        return EntryRow(self.n + 1, "choice", early.seat, early.number)

    def undo(self, seat: int, bots: Collection[int] = ()) -> EntryRow:
        """Return the entry that takes back the last choice of a seat, with answers of bots.

        Ref §12.

        Raises:
            IllegalAction: it stands. The message is for this seat alone.
        """
        self.moment.without_last_choice(seat, bots)
        return EntryRow(self.n + 1, "undo", seat, 0)

    def ask(self, seat: int, persons: Collection[int]) -> tuple[EntryRow, ...]:
        """Return the entries by which a seat takes back its last choice, or asks for that.

        What nobody noticed, and what only bots answered, goes back at once; else all `persons`
        have to agree. Where chance decided, or a person learnt something, nobody is asked.

        Raises:
            IllegalAction: it stands, or somebody asks already. For this seat alone.
        """
        bots = [n for n, _ in enumerate(self.game.players) if n not in persons]
        try:
            return (self.undo(seat, bots),)
        except IllegalAction:
            if self.asking is not None:
                who = self.game.players[self.asking.seat]
                raise IllegalAction(f"{who} asks for that already") from None
            before_agreed(self.state, seat, persons)
        return (EntryRow(self.n + 1, "ask", seat, 0),)

    def agree(self, seat: int, persons: Collection[int]) -> tuple[EntryRow, ...]:
        """Return the entries by which a seat lets another take its choice back.

        The last of the `persons` who agrees takes it back.

        Raises:
            IllegalAction: nobody asks it.
        """
        asking = self._asked(seat)
        agreed = EntryRow(self.n + 1, "agree", seat, 0)
        if set(persons) <= {asking.seat, seat, *asking.agreed}:
            before_agreed(self.state, asking.seat, persons)
            return (agreed, EntryRow(self.n + 2, "undo", asking.seat, 0))
        return (agreed,)

    def decline(self, seat: int) -> tuple[EntryRow, ...]:
        """Return the entry by which a seat does not let another take its choice back.

        Who asked may decline too: then nobody asks any more.

        Raises:
            IllegalAction: nobody asks it.
        """
        if self.asking is None or self.asking.seat != seat:
            self._asked(seat)
        return (EntryRow(self.n + 1, "decline", seat, 0),)

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
        drawn = (*self.drawn, entry.seat) if entry.by_chance else self.drawn
        moment, asking, steps = self.moment, self.asking, self.steps
        match entry.kind:
            case "choice" | "undo":
                written = Entry(entry.kind, entry.number, self.game.players[entry.seat])
                moment, asking = Played(moment).repeating(written).settled().moment, None
                steps = steps + 1 if entry.kind == "choice" else choices_to(moment.state)
                forget_old(moment.state)
            case "ask":
                asking = Asking(entry.seat)
            case "agree":
                assert asking is not None, "who agrees was asked"
                asking = attrs.evolve(asking, agreed=(*asking.agreed, entry.seat))
            case "decline":
                asking = None
            case _:
                assert_never(entry.kind)
        return Live(self.table, self.game, self.look, moment, entry.n, steps, drawn, asking)

    @property
    def size(self) -> int:
        """How many bytes of memory the play takes, about."""
        told = sum(stream.events.size for stream in self.moment.streams)
        return told + _STATE * (self.n + self.state.chances) + _PLAY

    def _check_turn(self, seat: int) -> None:
        if self.to_act is None:
            raise IllegalAction("the game is over")
        if self.to_act != seat:
            raise IllegalAction(f"it is {self.game.players[self.to_act]}'s choice")

    def _asked(self, seat: int) -> Asking:
        """Return what a seat is asked.

        Raises:
            IllegalAction: nothing.
        """
        asking = self.asking
        if asking is None or seat == asking.seat or seat in asking.agreed:
            raise IllegalAction("nobody asks you to let a choice be taken back")
        return asking


def choices_to(state: State) -> int:
    """Return how many choices of players led to a state."""
    return sum(at.previous is not None and at.previous.current_player >= 0 for at in state.path)


def forget_old(state: State) -> None:
    """Drop old states of a play, or what they keep: it is made again when it is asked for.

    What was found out about steps stays while a state is there: other threads build on it.
    """
    at: State | None = state
    for number in range(_NEAR):
        if at is not None:
            if number >= _WHOLE:
                at.forget(all_of_it=False)
            at = at.previous
    if at is not None and at.held.compiled is not None:
        at.let_go()
        at.forget(all_of_it=False)
        return
    while at is not None and at.forget(all_of_it=False):
        at = at.previous
