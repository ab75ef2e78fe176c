"""All tables of a server: who sits where, what each may do, and who is told that it changed.

A choice is written before anybody is told of it. It has a key, and the same key gets the same
answer however often it comes: requests may be doubled, lost and late. A table is awake while
somebody looks at it; its play is made anew from its entries when it is asked for again.
"""

from __future__ import annotations

import json
import random
import secrets
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from threading import Event, Lock, RLock, Thread
from typing import Final

import attrs

from interpreter.faults import IllegalAction
from interpreter.game import Game
from interpreter.look import look_of
from interpreter.table.awake import MEMORY, Awake
from interpreter.table.live import Live, Stale
from interpreter.table.lobby import Lobby
from interpreter.table.meters import Meters
from interpreter.table.rows import ONLOOKER, AnswerRow, EntryRow, Phase, SeatRow, TableRow
from interpreter.table.snapshots import EVERY, snapshot
from interpreter.table.store import Overtaken, Store, StoreDown
from interpreter.table.texts import RulesChanged, pinned
from interpreter.table.thinking import Thinkers
from interpreter.table.tokens import digest_of, new_id, new_token
from interpreter.table.trying import Differs, tried

NOT_BEGUN: Final = "play has not begun: the host of the table starts it"
DONE: Final = 200
STALE: Final = 409
REFUSED: Final = 422
_TRIES: Final = 5
_LONGEST_KEY: Final = 64
_AGAIN_S: Final = 2.0
_LOOK_S: Final = 0.5
_DOUBT_S: Final = 40.0
_PATIENCE_S: Final = 10.0


@attrs.frozen
class Opened:
    """A table that was opened: its id, and the token of each seat that a person may take."""

    table: str
    tokens: dict[int, str]


@attrs.frozen
class Answer:
    """What a request gets: an HTTP status, the seat's revision now, and why it was refused."""

    status: int
    revision: int
    reason: str | None = None


class Hall:
    """The tables that a store keeps."""

    def __init__(
        self, store: Store, thinkers: Thinkers | None = None, memory: int = MEMORY
    ) -> None:
        """Open the hall; without `thinkers`, seats of bots are never moved.

        `memory`: bytes for plays that are awake, about; others wake when they are asked for.
        """
        self.store = store
        self._thinkers = thinkers
        self._lock = Lock()
        self.awake: Final = Awake(store, memory)
        """The plays that are in memory."""
        self._locks: dict[str, RLock] = {}
        self._listeners: dict[str, list[Callable[[], None]]] = {}
        self._thinking: dict[str, Thread] = {}
        self._closing = Event()
        self._begun: set[str] = set()
        self.lobby: Final = Lobby(store, self._seats_changed)
        """Who sits where at each table, and what may be done about it."""
        self.meters: Final = Meters()
        self._doubtful: dict[str, float] = {}
        if thinkers is not None:
            Thread(target=self._watch, daemon=True).start()
        store.listen(self._heard)

    # ------------------------------------------------------------ tables

    def open(
        self,
        name_or_path: str,
        game: Game,
        bots: Mapping[str, str],
        seed: int | None = None,
        *,
        onlookers: bool = False,
    ) -> Opened:
        """Open a table where play begins at once; `bots` have the seats of these players.

        Raises:
            RulesError, LookError: the text has errors, or the look.
            StoreDown: it cannot be kept.
        """
        watching = [ONLOOKER] if onlookers else []
        persons = [n for n, player in enumerate(game.players) if player not in bots]
        tokens = {seat: new_token() for seat in (*persons, *watching)}
        table = _new_table(pinned(name_or_path, game, self.store), game, seed, "playing")
        seats = [(player, bots.get(player)) for player in game.players]
        return self._opened(table, game, seats, tokens)

    def invite(
        self, name_or_path: str, game: Game, seed: int | None = None, *, onlookers: bool = False
    ) -> Opened:
        """Open a table where people take their seats first; the host starts it (`lobby`).

        Raises:
            RulesError, LookError: the text has errors, or the look.
            StoreDown: it cannot be kept.
        """
        watching = [ONLOOKER] if onlookers else []
        tokens = {seat: new_token() for seat in (*range(len(game.players)), *watching)}
        table = _new_table(pinned(name_or_path, game, self.store), game, seed, "open")
        return self._opened(table, game, [("", None) for _ in game.players], tokens)

    def _opened(
        self,
        table: TableRow,
        game: Game,
        seats: Sequence[tuple[str, str | None]],
        tokens: dict[int, str],
    ) -> Opened:
        rows = [
            SeatRow(table.id, n, _digest(tokens.get(n)), name, bot)
            for n, (name, bot) in enumerate(seats)
        ]
        rows += [
            SeatRow(table.id, n, _digest(tokens[n]), "onlooker", None)
            for n in tokens
            if n == ONLOOKER
        ]
        self.store.create(table, rows)
        self.awake.begin(table, game)
        self.stir(table.id)
        return Opened(table.id, tokens)

    def seat_of(self, token: str) -> SeatRow | None:
        """Return the seat that a token opens; None where it opens none."""
        digest = digest_of(token)
        return None if digest is None else self.store.seat_of(digest)

    def live(self, table: str) -> Live:
        """Return the play of a table as it is now in the store.

        Raises:
            KeyError: there is no such table.
            RulesChanged: this release reads its rules otherwise.
            StoreDown: it cannot be read.
        """
        with self._of(table):
            return self.awake.now(table)

    def try_again(self, table: str, path: str, game: Game, *, back: bool) -> Differs | None:
        """Put a table under a text that its author has changed, if its play is possible there.

        Args:
            table: its id; one server alone has it.
            path: where the text is.
            game: what it has become, with the same players and options.
            back: whether play goes on from before the first choice that is not possible there.
                If not, the table stays under its old text.

        Returns what differs; None: the whole play goes on.

        Raises:
            RulesError, LookError: the text has errors, or the look.
            StoreDown: nothing was written.
        """
        with self._of(table):
            row = self.store.table(table)
            if row is None:
                raise KeyError(table)
            entries = self.store.entries(table)
            text = pinned(path, game, self.store)
            changed = attrs.evolve(row, text=text, specification=game.specification_hash)
            old = Live.begin(row, *self.awake.game(row))
            found = tried(old, entries, changed, (game, look_of(game.document())))
            if found.differs is None or back:
                self.store.rewrite(changed, found.entries, len(entries))
                self.awake.drop(table)
        self._seats_changed(table)
        return found.differs

    # ------------------------------------------------------------ choices

    def choose(self, seat: SeatRow, action: int | str, revision: int | None, key: str) -> Answer:
        """Take the choice of a seat, once however often its key comes.

        Raises:
            ValueError: the key is none.
            StoreDown: nothing was written.
        """
        return self._done(seat, key, lambda live: (live.choice(seat.seat, action, revision),))

    def undo(self, seat: SeatRow, key: str) -> Answer:
        """Take back the last choice of a seat, if no other person has noticed it. Ref §12.

        What bots answered goes with it.

        Raises:
            ValueError: the key is none.
            StoreDown: nothing was written.
        """
        return self._done(seat, key, lambda live: (live.undo(seat.seat, self._bots(live)),))

    def ask_back(self, seat: SeatRow, key: str) -> Answer:
        """Take back the last choice of a seat, or ask the other persons where they noticed it.

        `Live.asking` says who asks. Refused where chance decided since, or somebody has learnt
        something.

        Raises:
            ValueError: the key is none.
            StoreDown: nothing was written.
        """
        return self._done(seat, key, lambda live: live.ask(seat.seat, self._persons(live)))

    def answer_back(self, seat: SeatRow, *, agrees: bool, key: str) -> Answer:
        """Agree that a choice is taken back, or not; the last who agrees takes it back.

        Who asked may also say no: then nobody is asked any more.

        Raises:
            ValueError: the key is none.
            StoreDown: nothing was written.
        """
        if agrees:
            return self._done(seat, key, lambda live: live.agree(seat.seat, self._persons(live)))
        return self._done(seat, key, lambda live: live.decline(seat.seat))

    def _done(
        self, seat: SeatRow, key: str, asked: Callable[[Live], tuple[EntryRow, ...]]
    ) -> Answer:
        if not 0 < len(key) <= _LONGEST_KEY:
            raise ValueError(f"a request has a key of 1 to {_LONGEST_KEY} characters")
        with self._of(seat.table):
            for _ in range(_TRIES):
                known = self.store.answer(seat.table, seat.seat, key)
                if known is not None:
                    return _answer(known)
                live = self.live(seat.table)
                try:
                    self._check_begun(seat.table)
                    entries = asked(live)
                except Stale as old:
                    return Answer(STALE, old.revision, str(old))
                except IllegalAction as refusal:
                    answer = Answer(REFUSED, live.revision(seat.seat), str(refusal))
                    self.store.keep_answer(seat.table, _row(seat.seat, key, answer))
                    return answer
                after = live.after(entries)
                answer = Answer(DONE, after.revision(seat.seat))
                try:
                    self.store.append(seat.table, entries, _row(seat.seat, key, answer))
                except Overtaken:
                    continue
                self.meters.count("rulelang_entries_total", len(entries), kind=entries[0].kind)
                self._changed(seat.table, after)
                return answer
        return Answer(STALE, self.live(seat.table).revision(seat.seat), "others were quicker")

    def has_begun(self, table: str) -> bool:
        """Return whether play has begun: nobody is to see anything before.

        Raises:
            StoreDown: the table cannot be read.
        """
        if table not in self._begun:
            row = self.store.table(table)
            if row is None or row.phase == "open":
                return False
            self._begun.add(table)
        return True

    def _check_begun(self, table: str) -> None:
        if not self.has_begun(table):
            raise IllegalAction(NOT_BEGUN)

    def _persons(self, live: Live) -> list[int]:
        seats = self.store.seats(live.table)
        return [row.seat for row in seats if row.seat != ONLOOKER and row.bot is None]

    def _bots(self, live: Live) -> list[int]:
        return [row.seat for row in self.store.seats(live.table) if row.bot is not None]

    # ------------------------------------------------------------ bots

    def stir(self, table: str) -> None:
        """Let the bots of a table act, in the background, while one of them is to choose."""
        if self._thinkers is None or self._bot_to_act(self.live(table)) is None:
            return
        if not self.has_begun(table):
            return
        with self._lock:
            if table in self._thinking or self._closing.is_set():
                return
            thread = Thread(target=self._let_bots_choose, args=(table,), daemon=True)
            self._thinking[table] = thread
        thread.start()

    def _let_bots_choose(self, table: str) -> None:
        while not self._closing.is_set():
            try:
                if not self._let_bot_choose(table):
                    break
            except StoreDown:
                self._closing.wait(_AGAIN_S)
        with self._lock:
            del self._thinking[table]
        if not self._closing.is_set():
            with suppress(StoreDown):
                self.stir(table)  # a choice that came while the last one was being written

    def _let_bot_choose(self, table: str) -> bool:
        """Let a bot make its choice; return whether one was to choose."""
        assert self._thinkers is not None, "bots are stirred where they can think"
        live = self.live(table)
        seat = self._bot_to_act(live)
        if seat is None or seat.bot is None:
            return False
        number = self._thinkers.ask(table, live.n, seat.bot)
        if self._closing.is_set():
            return False
        failed = number is None or live.state.refusal_of(number) is not None
        if number is None or failed:
            number = random.Random(live.n).choice(live.state.legal_ids)
            self.meters.count("rulelang_bots_failed_total")
        entry = EntryRow(live.n + 1, "choice", seat.seat, number, failed)
        with self._of(table):
            try:
                self.store.append(table, [entry])
            except Overtaken:
                return True
            self._changed(table, live.after([entry]))
        return True

    def _bot_to_act(self, live: Live) -> SeatRow | None:
        """Return the seat that is to choose, if a bot sits there."""
        seats = () if live.to_act is None else self.store.seats(live.table)
        return next((s for s in seats if s.seat == live.to_act and s.bot is not None), None)

    # ------------------------------------------------------------ who is told

    def subscribe(self, table: str, told: Callable[[], None]) -> Callable[[], None]:
        """Call `told` whenever a table has changed; return what ends that."""
        with self._lock:
            self._listeners.setdefault(table, []).append(told)
            self._doubtful[table] = time.monotonic()  # a bot may have been left alone there

        def end() -> None:
            with self._lock:
                others = self._listeners.get(table, [])
                if told in others:
                    others.remove(told)
                if not others:
                    self._listeners.pop(table, None)

        return end

    def _changed(self, table: str, live: Live) -> None:
        self.awake.keep(live)
        self._seats_changed(table)
        if live.n % EVERY == 0:
            with suppress(StoreDown):
                self.store.keep_snapshot(table, snapshot(live))

    def _seats_changed(self, table: str) -> None:
        self._tell(table)
        self.stir(table)

    def metrics(self) -> str:
        """Return what the server counts, as Prometheus reads it."""
        with self._lock:
            streams = sum(map(len, self._listeners.values()))
        gauges = {
            "rulelang_streams": streams,
            "rulelang_plays_awake": len(self.awake),
            "rulelang_plays_bytes": self.awake.size,
        }
        return self.meters.text(gauges)

    def _tell(self, table: str) -> None:
        with self._lock:
            listeners = tuple(self._listeners.get(table, ()))
        for told in listeners:
            told()

    def _heard(self, table: str | None) -> None:
        """Tell who looks here that another server has changed a table; None: perhaps any."""
        with self._lock:
            tables = [t for t in self._listeners if table is None or t == table]
            for changed in tables:
                self._doubtful[changed] = time.monotonic() + _DOUBT_S
        for changed in tables:
            self._tell(changed)

    def _watch(self) -> None:
        """Stir bots whose server may have died: nothing has come from it for a while."""
        while not self._closing.wait(_LOOK_S):
            now = time.monotonic()
            with self._lock:
                due = [table for table, when in self._doubtful.items() if when <= now]
                for table in due:
                    del self._doubtful[table]
            for table in due:
                with suppress(StoreDown, RulesChanged, KeyError):
                    self.stir(table)

    @contextmanager
    def _of(self, table: str) -> Iterator[None]:
        """Let one thread at a time change a table."""
        with self._lock:
            lock = self._locks.setdefault(table, RLock())
        with lock:
            yield

    def close(self) -> None:
        """End the bots and let go of the store."""
        self._closing.set()
        if self._thinkers is not None:
            self._thinkers.close()
        with self._lock:
            threads = tuple(self._thinking.values())
        for thread in threads:
            thread.join(_PATIENCE_S)
        self.store.close()


def _new_table(text: str, game: Game, seed: int | None, phase: Phase) -> TableRow:
    return TableRow(
        id=new_id(),
        text=text,
        specification=game.specification_hash,
        players=game.players,
        options=tuple(game.options.items()),
        seed=secrets.randbits(64) if seed is None else seed,
        phase=phase,
    )


def _digest(token: str | None) -> bytes | None:
    return None if token is None else digest_of(token)


def _row(seat: int, key: str, answer: Answer) -> AnswerRow:
    body = json.dumps({"revision": answer.revision, "reason": answer.reason})
    return AnswerRow(seat, key, answer.status, body)


def _answer(row: AnswerRow) -> Answer:
    body = json.loads(row.body)
    return Answer(row.status, int(body["revision"]), body["reason"])
