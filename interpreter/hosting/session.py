"""A play that an application hosts: who sits where, what each may see, do and take back.

There is no network in it and no rule of any game: it puts seats around `State`, and filters every
channel. A seat learns what `view`, `events`, `seat_lines` and the refusals to its own requests
tell it, and they follow from what the seat sees: numbers count what this seat saw and not what
happened, refusals to who is not to choose say nothing about the choice, and bots look through the
view of their seat. The application itself sees all (`state`, `save`), so what it passes on besides
these four is its own affair.

**Threads.** Every method may be called from any thread. `submit`, `undo`, `save` and
`let_bots_choose` wait for one another, the bots' thinking included. `view`, `events`, `seat_lines`
and the properties never wait: they look at the last completed choice.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from copy import deepcopy
from fractions import Fraction
from pathlib import Path
from threading import RLock

import attrs

from interpreter import arguments
from interpreter.bots import Bot
from interpreter.faults import IllegalAction, PlaythroughError
from interpreter.formats import Json
from interpreter.game import Game
from interpreter.hosting import drafts, playthrough, session_file
from interpreter.hosting.journal import Journal
from interpreter.hosting.replay import Played
from interpreter.hosting.session_file import Entry
from interpreter.hosting.session_seats import Seat, chosen, number_of, seated
from interpreter.hosting.session_streams import Moment, steps_between
from interpreter.hosting.session_views import seat_lines, view_data
from interpreter.knowledge.redeal import Belief
from interpreter.load import UsageError, load
from interpreter.reporting import reporter
from interpreter.state import State


class Session:
    """One play of one game, for an application.

    >>> from interpreter import Session, load
    >>> session = Session(load("tic_tac_toe"), {"X": "Ann", "O": "Bob"}, seed=7)
    >>> view = session.submit("Ann", "mark(b2)")
    >>> view["to_act"], view["legal_actions"]
    ('O', [])
    >>> session.submit("Bob", "mark(b2)")
    Traceback (most recent call last):
    interpreter.faults.IllegalAction: mark(b2): b2 is taken
    """

    def __init__(
        self,
        game: Game,
        seats: Mapping[str, str | Bot] | None = None,
        seed: int | None = None,
    ) -> None:
        """Begin a play; bots whose choice it is act at once.

        Args:
            game: what is played.
            seats: by the name of a player, the name of the person's seat or the bot that plays.
                A player who is not named has a person's seat of the same name. Everybody may read
                the names of seats, so let them be no passwords.
            seed: what decides all chance; None: a secret one of 64 bits, drawn by the system.

        Raises:
            TypeError: `game` is no game, or the seed no whole number.
            UsageError: the game has no such player, or two seats have the same name.
            BotFault: a bot chose what is not legal.
        """
        arguments.expect(game, Game, arguments.GAME)
        self._begin(game, seated(game, seats or {}), arguments.seed_or_none(seed))
        self._replay((), None)
        self.let_bots_choose()

    def _begin(self, game: Game, seats: tuple[Seat, ...], seed: int | None) -> None:
        """Set all up; nobody is told anything yet."""
        self._lock = RLock()
        self._seats = seats
        self._seed = secrets.randbits(64) if seed is None else seed
        self._beliefs: dict[int, Belief] = {}
        self._log: list[Entry] = []
        self._journal: Journal | None = None
        self._summary_to: Path | None = None
        start = game.start().with_seed(self._seed)
        self._now = Moment.begun(start)

    # ------------------------------------------------------------ for seats

    def submit(
        self, seat: str, action: int | str, *, revision: int | None = None
    ) -> dict[str, Json]:
        """Take the choice of a seat, let the bots behind it act, and return the seat's new view.

        Args:
            seat: who chooses.
            action: the id of a legal action, or its text: `mark(b2)` or `mark b2`.
            revision: that of the view the seat was looking at; None: not checked.

        Raises:
            UsageError: there is no such seat.
            IllegalAction: not its choice, an older view, or not legal. The message says why and is
                for this seat alone. Nothing has changed.
            BotFault: a bot chose what is not legal. The seat's own choice stands.
            RuleFault: the rules failed. Its message is for the application: it may name secrets.
            PlaythroughError: a choice could not be written to the file, and was not made.
        """
        with self._lock:
            found = self._seat(seat)
            self._take(self._meant(found, action, revision))
            self.let_bots_choose()
            return self.view(seat)

    def undo(self, seat: str) -> dict[str, Json]:
        """Take back the last choice of a seat, which no other person has noticed. Ref §12.

        What bots answered goes with it, where they alone did, chance did not, and the seat has
        learnt nothing. What seats were told by it is void: their events end with one that lists
        the numbers. Returns the seat's new view.

        Raises:
            UsageError: there is no such seat.
            IllegalAction: people or chance have acted since, others saw what the choice did, or
                this seat has learnt something because of it. For this seat alone.
            PlaythroughError: it could not be written to the file, and was not done.
        """
        with self._lock:
            player = self._seat(seat).player
            bots = [seat.player for seat in self._seats if seat.bot is not None]
            moment = self._now.without_last_choice(player, bots)
            self._record([Entry("undo", 0, self.game.players[player])])
            self._now = moment
            return self.view(seat)

    def view(self, seat: str | None, *, sentences: bool = True) -> dict[str, Json]:
        """Return what a seat sees and may do, as plain data for JSON: `schemas/view.json`.

        Args:
            seat: None: an onlooker, who sees what no player is denied and is asked nothing.
            sentences: whether legal actions have their sentences, for a client that shows none.

        Raises:
            UsageError: there is no such seat.
        """
        found = None if seat is None else self._seat(seat)
        return view_data(self._now, self._seats, found, sentences=sentences)

    def events(self, seat: str | None, since: int = 0) -> list[dict[str, Json]]:
        """Return what a seat has done and seen behind event number `since`: `schemas/event.json`.

        Numbers begin at 1 and count what this seat was told. Ask again with the last one. None: an
        onlooker, who is told what no player is denied.

        >>> from interpreter import Session, load
        >>> session = Session(load("kuhn_poker"), {"P1": "Ann", "P2": "Bob"}, seed=1)
        >>> [e["sentence"] for e in session.events("Ann")][:2]
        ['queen moves from deck to hand(P1)', '1 unseen component moves from deck to hand(P2)']

        Raises:
            UsageError: there is no such seat.
            TypeError: `since` is no whole number.
        """
        since = arguments.whole(since, "the number of an event is a whole number")
        stream = self._now.stream(None if seat is None else self._seat(seat).player)
        return deepcopy(list(stream.events[max(0, since) :]))

    def seat_lines(self, seat: str) -> list[str]:
        """Return what a seat may take home: a header and its events, each a line of JSON.

        There is no seed in it, nothing of what others chose in secret, and nothing taken back.

        Raises:
            UsageError: there is no such seat.
        """
        found = self._seat(seat)
        return seat_lines(self._now.streams[found.player], self.game, found)

    # ------------------------------------------------------------ for the application

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._now.state.game

    @property
    def state(self) -> State:
        """The true state, with everybody's secrets."""
        return self._now.state

    @property
    def seats(self) -> dict[str, str]:
        """The name of each player's seat."""
        return {self.game.players[seat.player]: seat.name for seat in self._seats}

    @property
    def result(self) -> dict[str, Fraction] | None:
        """What each player got; None while the game goes on."""
        state = self._now.state
        if not state.is_terminal:
            return None
        return dict(zip(self.game.players, state.returns, strict=True))

    def summary(self) -> dict[str, Json]:
        """Return what the play tells of its rules, as data: `rulelang schema summary`.

        Of several: `summary(of_plays(game, [one.state for one in sessions], "ours"))`, both of
        `interpreter.report`.

        >>> from interpreter import Session, load
        >>> session = Session(load("kuhn_poker"), seed=7)
        >>> _ = session.submit("P1", "pass"), session.submit("P2", "pass")
        >>> told = session.summary()
        >>> told["lengths"]["mean"], [(arm["arm"], arm["chosen"]) for arm in told["arms"]]
        (2.0, [('bet', [0, 0]), ('pass', [1, 1])])

        Raises:
            ValueError: the play is not over.
        """
        return reporter().of_play(self.state)

    def record(self, path: str | Path) -> None:
        """Write the Summary to a new file when the play is over; now, where it is over already.

        Where the end is taken back and play ends otherwise, that is written in its place. A file
        of a session does not remember it: call it again behind `load`.

        >>> from tempfile import TemporaryDirectory
        >>> from interpreter import Session, load
        >>> session = Session(load("kuhn_poker"), seed=7)
        >>> with TemporaryDirectory() as folder:
        ...     session.record(Path(folder) / "play.summary.json")
        ...     _ = session.submit("P1", "pass"), session.submit("P2", "pass")
        ...     [file.name for file in Path(folder).iterdir()]
        ['play.summary.json']

        Raises:
            PlaythroughError: a file of that name exists, its folder does not, or it cannot be
                written. A choice that ends the play raises it too, and stands.
        """
        with self._lock:
            found = Path(path)
            if found.exists():
                raise PlaythroughError(f"{found} exists already; choose another name")
            if not found.parent.is_dir():
                raise PlaythroughError(f"{found} cannot be written: {found.parent} is no folder")
            self._summary_to = found
            self._summarise()

    def let_bots_choose(self) -> None:
        """Let bots act until it is a person's choice or the game is over.

        Called by all that changes the play; call it after mending what made a bot fail.

        Raises:
            BotFault: a bot chose what is not legal. Its other exceptions come through as they are.
        """
        with self._lock:
            state = self._now.state
            while not state.is_terminal:
                seat = self._seats[state.current_player]
                if seat.bot is None:
                    return
                self._take(self._chosen(seat.bot, state))
                state = self._now.state

    def save(self, path: str | Path) -> None:
        """Write the play to a new file, and go on writing there: each choice when it is made.

        Raises:
            PlaythroughError: a file of that name exists, or it cannot be written.
        """
        with self._lock:
            bots = {self.game.players[s.player]: s.bot for s in self._seats if s.bot is not None}
            begun = attrs.evolve(
                playthrough.record(self.state, self.game.rules), seed=self._seed, choices=()
            )
            top = session_file.header(begun, self.seats, bots)
            lines = session_file.lines(self._log, first=1)
            self._journal = Journal.create(Path(path), (top, *lines))

    def close(self) -> None:
        """Let the file go, so that somebody else may write to it; later choices go to no file.

        A session that is no longer used lets it go by itself.
        """
        with self._lock:
            if self._journal is not None:
                self._journal.close()
            self._journal = None

    @classmethod
    def load(
        cls,
        path: str | Path,
        *,
        game: Game | None = None,
        seats: Mapping[str, str | Bot] | None = None,
    ) -> Session:
        """Return the session in a file, where it was left; it goes on writing there.

        Revisions and numbers of events are as they were. What a crash left half written is left
        out with a `HalfLineWarning`; chance and bots decide it again.

        Args:
            path: a file that `save` began.
            game: None: it is loaded under the name it had.
            seats: as for a new session, for those who change; bots of your own must be named.

        Raises:
            PlaythroughError: no such file, other rules, or an impossible choice; with the line.
            UsageError: the rule text is not found, or a bot of your own is not named.
        """
        written, journal = session_file.read(Path(path))
        play = written.play
        found = game or load(play.rules, players=len(play.players), options=dict(play.options))
        playthrough.check_game(found, play)
        chosen = {**written.seats, **written.bots, **(seats or {})}
        for player, kind in written.named.items():
            if player not in (seats or {}):
                raise UsageError(
                    f"{path}: the bot {kind} played {player}; pass seats={{{player!r}: bot}}"
                )
        session = cls.__new__(cls)
        session._begin(found, seated(found, chosen), play.seed)  # noqa: SLF001  its own
        session._replay(written.entries, journal)  # noqa: SLF001  its own
        session.let_bots_choose()
        return session

    # ------------------------------------------------------------ going on

    def _seat(self, name: str) -> Seat:
        for seat in self._seats:
            if seat.name == name:
                return seat
        asked = str(name).encode(errors="backslashreplace").decode()
        names = ", ".join(seat.name for seat in self._seats)
        raise UsageError(f"there is no seat `{asked}` here; there are {names}")

    def _meant(self, seat: Seat, action: int | str, revision: int | None) -> int:
        """Return the number of the action that a seat asks for."""
        state = self._now.state
        if seat.bot is not None:
            raise IllegalAction(f"a bot chooses for {seat.name}")
        if state.is_terminal:
            raise IllegalAction("the game is over")
        if state.current_player != seat.player:
            raise IllegalAction(f"it is {self.game.players[state.current_player]}'s choice")
        current = self._now.streams[seat.player].revision
        if revision is not None and revision != current:
            raise IllegalAction(
                f"that answers view {arguments.shown(revision)}, and now it is {current}: "
                "look again"
            )
        return number_of(state, action)

    def _chosen(self, bot: Bot, state: State) -> int:
        """Return the number of the action that a bot chooses."""
        player = state.current_player
        if player not in self._beliefs:
            self._beliefs[player] = Belief.start(self.game, player)
        return chosen(bot, state, self._beliefs[player])

    def _take(self, number: int) -> None:
        """Take a choice, and the chance behind it."""
        state = self._now.state
        reached = steps_between(state, state.apply(number))
        self._record([session_file.entry_of(step) for step in reached])
        self._now = self._now.after(reached)
        self._summarise()

    def _summarise(self) -> None:
        """Write the Summary where somebody wants it and the play is over."""
        path = self._summary_to
        if path is None or not self._now.state.is_terminal:
            return
        try:
            drafts.replace(path, (json.dumps(self.summary(), indent=1) + "\n").encode())
        except OSError as error:
            raise PlaythroughError(f"{path} cannot be written: {error.strerror}") from error

    def _record(self, entries: list[Entry]) -> None:
        if self._journal is not None and entries:
            self._journal.append(session_file.lines(entries, first=len(self._log) + 1))
        self._log += entries

    def _replay(self, entries: Sequence[Entry], journal: Journal | None) -> None:
        """Tell the beginning, and what a file holds; what chance has open follows the seed."""
        played = Played.begun(self._now.state)
        for entry in entries:
            try:
                played = played.repeating(entry)
            except IllegalAction as refusal:
                where = f"{journal.path}, line {len(self._log) + 2}" if journal else "the play"
                raise PlaythroughError(f"{where}: {refusal}") from refusal
            self._log.append(entry)
        self._journal = journal
        settled = played.settled()
        rest = steps_between(played.state, settled.state)
        self._record([session_file.entry_of(step) for step in rest])
        self._now = settled.moment
