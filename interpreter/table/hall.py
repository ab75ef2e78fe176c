"""All tables of a server: who sits where, what each may do, and who is told that it changed.

A choice is written before anybody is told of it. It has a key, and the same key gets the same
answer however often it comes: requests may be doubled, lost and late. A table is awake while
somebody looks at it; its play is made anew from its entries when it is asked for again.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from threading import Lock, RLock
from typing import Final

from interpreter.faults import BudgetExceeded, IllegalAction, RuleFault
from interpreter.game import Game
from interpreter.look import look_of
from interpreter.table.answers import Answer, answer_of, row_of
from interpreter.table.awake import MEMORY, Awake
from interpreter.table.bots.crew import Crew
from interpreter.table.bots.thinking import Thinkers
from interpreter.table.early import early_of, made_late, with_early
from interpreter.table.listening import Listeners
from interpreter.table.live import Live, Stale
from interpreter.table.lobby import Lobby
from interpreter.table.meters import Meters
from interpreter.table.opening import Opened, new_seats, new_table, under
from interpreter.table.showing.notices import Notices, Shown
from interpreter.table.snapshots import EVERY, snapshot
from interpreter.table.stores.rows import (
    ONLOOKER,
    EarlyRow,
    EntryRow,
    SeatRow,
    TableRow,
)
from interpreter.table.stores.store import Overtaken, Store, StoreDown
from interpreter.table.texts import pinned
from interpreter.table.tokens import digest_of
from interpreter.table.trying import Differs, tried

RULES_FAIL: Final = "the rules fail behind that choice; who runs the server can see why"
NOT_BEGUN: Final = "play has not begun: the host of the table starts it"
DONE: Final = 200
STALE: Final = 409
REFUSED: Final = 422
_LOG: Final = logging.getLogger("rulelang.table")
_TRIES: Final = 5
_LONGEST_KEY: Final = 64


class Hall:
    """The tables that a store keeps."""

    def __init__(
        self, store: Store, thinkers: Thinkers | None = None, memory: int = MEMORY
    ) -> None:
        """Open the hall; without `thinkers`, seats of bots are never moved.

        `memory`: bytes for plays that are awake, about; others wake when they are asked for.
        """
        self.store = store
        self.awake: Final = Awake(store, memory)
        """The plays that are in memory."""
        self.lobby: Final = Lobby(store, self._seats_changed)
        """Who sits where at each table, and what may be done about it."""
        self.meters: Final = Meters()
        self.notices: Final = Notices(self._told)
        """What authors are told at tables whose rule text changes."""
        self.front: tuple[str, str] | None = None
        """What stands at the door while a rule text has mistakes: a title, and its findings."""
        self._lock = Lock()
        self._locks: dict[str, RLock] = {}
        self._begun: set[str] = set()
        self._listeners = Listeners()
        self._crew = Crew(self, thinkers, self._listeners, self.meters)
        store.listen(self._listeners.heard)

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
        table = new_table(pinned(name_or_path, game, self.store), game, seed, "playing")
        return self._opened(table, game, bots, onlookers=onlookers)

    def invite(
        self, name_or_path: str, game: Game, seed: int | None = None, *, onlookers: bool = False
    ) -> Opened:
        """Open a table where people take their seats first; the host starts it (`lobby`).

        Raises:
            RulesError, LookError: the text has errors, or the look.
            StoreDown: it cannot be kept.
        """
        table = new_table(pinned(name_or_path, game, self.store), game, seed, "open")
        return self._opened(table, game, {}, onlookers=onlookers)

    def _opened(
        self, table: TableRow, game: Game, bots: Mapping[str, str], *, onlookers: bool
    ) -> Opened:
        rows, tokens = new_seats(table, bots, onlookers=onlookers)
        self.store.create(table, rows)
        self.awake.begin(table, game)
        self._crew.stir(table.id)
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
            changed = under(row, pinned(path, game, self.store), game)
            old = Live.begin(row, *self.awake.game(row))
            found = tried(old, entries, changed, (game, look_of(game.document())))
            if found.differs is None or back:
                self.store.rewrite(changed, found.entries, len(entries))
                self.awake.drop(table)
        self._seats_changed(table)
        return found.differs

    def notice(self, seat: SeatRow) -> Shown | None:
        """Return what a seat is shown of what the author of its rule text is told.

        Raises:
            StoreDown: it cannot be read who the host is.
        """
        notice = self.notices.of(seat.table)
        if notice is None:
            return None
        is_host = seat.seat == self.lobby.room(seat.table).host
        return notice.of(None if seat.seat == ONLOOKER else seat.seat, is_host=is_host)

    def go_back(self, seat: SeatRow) -> None:
        """Let play go on from before the first choice that a changed text makes impossible.

        Raises:
            IllegalAction: who asks is not the host, or nothing differs.
        """
        if seat.seat != self.lobby.room(seat.table).host:
            raise IllegalAction("the host of the table decides that")
        self.notices.go_back(seat.table)

    def early(self, seat: SeatRow, live: Live) -> int | None:
        """Return what a seat has left to be chosen for it; None: nothing that still stands.

        Raises:
            StoreDown: it cannot be read.
        """
        return early_of(self.store, seat, live)

    # ------------------------------------------------------------ choices

    def choose(self, seat: SeatRow, action: int | str, revision: int | None, key: str) -> Answer:
        """Take the choice of a seat, once however often its key comes.

        Where others choose before, and nothing of that can matter for this seat, its choice is
        kept, and made when it is asked. Until then it may leave another one.

        Raises:
            ValueError: the key is none.
            StoreDown: nothing was written.
        """

        def asked(live: Live) -> tuple[EntryRow, ...] | EarlyRow:
            early = live.early(seat.seat, action, revision)
            return early or (live.choice(seat.seat, action, revision),)

        return self._done(seat, key, asked)

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
        self,
        seat: SeatRow,
        key: str,
        asked: Callable[[Live], tuple[EntryRow, ...] | EarlyRow],
    ) -> Answer:
        if not 0 < len(key) <= _LONGEST_KEY:
            raise ValueError(f"a request has a key of 1 to {_LONGEST_KEY} characters")
        with self._of(seat.table):
            for _ in range(_TRIES):
                known = self.store.answer(seat.table, seat.seat, key)
                if known is not None:
                    return answer_of(known)
                live = self.live(seat.table)
                try:
                    self._check_begun(seat.table)
                    wanted = asked(live)
                    if isinstance(wanted, EarlyRow):
                        return self._keep_early(seat, key, live, wanted)
                    step = with_early(self.store, live.after(wanted), wanted)
                except Overtaken:
                    continue
                except Stale as old:
                    return Answer(STALE, old.revision, str(old))
                except IllegalAction as refusal:
                    return self._refused(seat, key, live, str(refusal))
                except (RuleFault, BudgetExceeded) as fault:
                    self._failed(live, fault)
                    return self._refused(seat, key, live, RULES_FAIL)
                answer = Answer(DONE, step.live.revision(seat.seat))
                row = row_of(seat.seat, key, answer)
                try:
                    self.store.append(seat.table, step.entries, row, step.used)
                except Overtaken:
                    continue
                kind = step.entries[0].kind
                self.meters.count("rulelang_entries_total", len(step.entries), kind=kind)
                self._changed(seat.table, step.live)
                self._make_left(step.live)
                return answer
        return Answer(STALE, self.live(seat.table).revision(seat.seat), "others were quicker")

    def _keep_early(self, seat: SeatRow, key: str, live: Live, early: EarlyRow) -> Answer:
        """Keep what a seat will choose; nobody else is told that there is something.

        Raises:
            Overtaken: others were quicker.
        """
        answer = Answer(DONE, live.revision(seat.seat))
        self.store.keep_early(seat.table, early, live.n, row_of(seat.seat, key, answer))
        with suppress(StoreDown):
            self._make_left(self.awake.now(seat.table))
        return answer

    def _make_left(self, live: Live) -> None:
        """Make a choice that was left while another server wrote that its seat is asked now."""
        with suppress(StoreDown, Overtaken):  # another server made it, or its seat is asked again
            after = made_late(self.store, live)
            if after is not None:
                self._changed(live.table, after)

    def _refused(self, seat: SeatRow, key: str, live: Live, why: str) -> Answer:
        answer = Answer(REFUSED, live.revision(seat.seat), why)
        self.store.keep_answer(seat.table, row_of(seat.seat, key, answer))
        return answer

    def _failed(self, live: Live, fault: RuleFault | BudgetExceeded) -> None:
        """Tell whoever runs the server: what a fault says may be a secret of the play."""
        _LOG.error("table %s, behind entry %d: the rules fail: %s", live.table, live.n, fault)

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

    def seats(self, table: str) -> tuple[SeatRow, ...]:
        """Return the seats of a table, by number.

        Raises:
            StoreDown: they cannot be read.
        """
        return self.store.seats(table)

    def write(self, live: Live, entry: EntryRow) -> bool:
        """Write an entry that follows a play; return whether nobody was quicker.

        Raises:
            RuleFault, BudgetExceeded: the rules fail behind it; nothing was written.
            StoreDown: nothing was written.
        """
        try:
            after = live.after([entry])
        except (RuleFault, BudgetExceeded) as fault:
            self._failed(live, fault)
            raise
        with self._of(live.table):
            step = with_early(self.store, after, (entry,))
            try:
                self.store.append(live.table, step.entries, None, step.used)
            except Overtaken:
                return False
            self._changed(live.table, step.live)
            self._make_left(step.live)
        return True

    # ------------------------------------------------------------ who is told

    def subscribe(self, table: str, told: Callable[[], None]) -> Callable[[], None]:
        """Call `told` whenever a table has changed; return what ends that, to be called once."""
        return self._listeners.add(table, told)

    def _changed(self, table: str, live: Live) -> None:
        self.awake.keep(live)
        self._seats_changed(table)
        if live.n % EVERY == 0:
            with suppress(StoreDown):
                self.store.keep_snapshot(table, snapshot(live))

    def _seats_changed(self, table: str) -> None:
        self._listeners.tell(table)
        self._crew.stir(table)

    def _told(self, table: str) -> None:
        self._listeners.tell(table)

    def metrics(self) -> str:
        """Return what the server counts, as Prometheus reads it."""
        gauges = {
            "rulelang_streams": len(self._listeners),
            "rulelang_plays_awake": len(self.awake),
            "rulelang_plays_bytes": self.awake.size,
        }
        return self.meters.text(gauges)

    @contextmanager
    def _of(self, table: str) -> Iterator[None]:
        """Let one thread at a time change a table."""
        with self._lock:
            lock = self._locks.setdefault(table, RLock())
        with lock:
            yield

    def close(self) -> None:
        """End the bots and let go of the store."""
        self._crew.close()
        self.store.close()
