"""The bots of all tables: each is asked in the background when it is to choose."""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress
from threading import Event, Lock, Thread
from typing import Final, Protocol

import attrs

from interpreter.faults import BudgetExceeded, RuleFault
from interpreter.table.bots.thinking import Thinkers
from interpreter.table.listening import Listeners
from interpreter.table.live import Live
from interpreter.table.meters import Meters
from interpreter.table.stores.rows import EntryRow, SeatRow
from interpreter.table.stores.store import StoreDown
from interpreter.table.texts import RulesChanged

_AGAIN_S: Final = 2.0
_LOOK_S: Final = 0.5
_PATIENCE_S: Final = 10.0
_OTHERS: Final = 20
"""So many choices are tried where the rules fail behind that of a bot."""


class Tables(Protocol):
    """What bots need of the tables."""

    def live(self, table: str) -> Live:
        """Return the play of a table as it is now."""

    def seats(self, table: str) -> Sequence[SeatRow]:
        """Return the seats of a table."""

    def has_begun(self, table: str) -> bool:
        """Return whether play has begun."""

    def write(self, live: Live, entry: EntryRow) -> bool:
        """Write an entry that follows a play; return whether nobody was quicker.

        Raises:
            RuleFault, BudgetExceeded: the rules fail behind it; nothing was written.
        """


class Crew:
    """Lets bots choose at tables; a choice is drawn for one that gives none in time."""

    def __init__(
        self, tables: Tables, thinkers: Thinkers | None, listeners: Listeners, meters: Meters
    ) -> None:
        """Begin to look after them; without `thinkers` they are never moved."""
        self._tables = tables
        self._thinkers = thinkers
        self._listeners = listeners
        self._meters = meters
        self._lock = Lock()
        self._thinking: dict[str, Thread] = {}
        self._closing = Event()
        if thinkers is not None:
            Thread(target=self._watch, daemon=True).start()

    def stir(self, table: str) -> None:
        """Let the bots of a table act, in the background, while one of them is to choose."""
        if self._thinkers is None or self._to_act(self._tables.live(table)) is None:
            return
        if not self._tables.has_begun(table):
            return
        with self._lock:
            if table in self._thinking or self._closing.is_set():
                return
            thread = Thread(target=self._let_choose, args=(table, self._thinkers), daemon=True)
            self._thinking[table] = thread
        thread.start()

    def close(self) -> None:
        """End the bots."""
        self._closing.set()
        if self._thinkers is not None:
            self._thinkers.close()
        with self._lock:
            threads = tuple(self._thinking.values())
        for thread in threads:
            thread.join(_PATIENCE_S)

    def _let_choose(self, table: str, thinkers: Thinkers) -> None:
        is_stuck = False
        while not self._closing.is_set():
            try:
                if not self._let_one_choose(table, thinkers):
                    break
            except StoreDown:
                self._closing.wait(_AGAIN_S)
            except (RuleFault, BudgetExceeded):
                is_stuck = True  # whoever runs the server has been told
                break
        with self._lock:
            del self._thinking[table]
        if not (is_stuck or self._closing.is_set()):
            with suppress(StoreDown):
                self.stir(table)  # a choice that came while the last one was being written

    def _let_one_choose(self, table: str, thinkers: Thinkers) -> bool:
        """Let a bot make its choice; return whether one was to choose."""
        live = self._tables.live(table)
        seat = self._to_act(live)
        if seat is None or seat.bot is None:
            return False
        number = thinkers.ask(table, live.n, seat.bot)
        if self._closing.is_set():
            return False
        failed = number is None or live.state.refusal_of(number) is not None
        if number is None or failed:
            number = random.Random(live.n).choice(live.state.legal_ids)
            self._meters.count("rulelang_bots_failed_total")
        entry = EntryRow(live.n + 1, "choice", seat.seat, number, failed)
        try:
            self._tables.write(live, entry)
        except (RuleFault, BudgetExceeded):
            self._choose_otherwise(live, entry)
        return True

    def _choose_otherwise(self, live: Live, failing: EntryRow) -> None:
        """Draw another choice for a bot, behind which the rules do not fail.

        Raises:
            RuleFault, BudgetExceeded: they fail behind all that were tried.
        """
        others = [number for number in live.state.legal_ids if number != failing.number]
        random.Random(live.n).shuffle(others)
        for number in others[:_OTHERS]:
            with suppress(RuleFault, BudgetExceeded):
                self._tables.write(live, attrs.evolve(failing, number=number, by_chance=True))
                return
        raise RuleFault("the rules fail behind every choice that was tried")

    def _to_act(self, live: Live) -> SeatRow | None:
        """Return the seat that is to choose, if a bot sits there."""
        seats = () if live.to_act is None else self._tables.seats(live.table)
        return next((s for s in seats if s.seat == live.to_act and s.bot is not None), None)

    def _watch(self) -> None:
        """Stir bots whose server may have died: nothing has come from it for a while."""
        while not self._closing.wait(_LOOK_S):
            for table in self._listeners.due():
                with suppress(StoreDown, RulesChanged, KeyError):
                    self.stir(table)
