"""Transactions of one file that end together: many who write at once share one synchronisation.

What a transaction costs is the synchronisation at its end, whatever is in it. Writers of one
server take turns at one connection, each in a savepoint of his own, which is undone alone. Who is
done while others wait for their turn leaves the end of the transaction to them: the last in line
ends it. Nobody goes on before what he wrote is on the disk; where it cannot be put there, nobody
of those who share the transaction has written anything.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Event, Lock
from typing import Final

TURN_S: Final = 20.0
"""So long somebody waits for his turn."""

_MOST: Final = 64
"""So many share a transaction."""

_MOMENT_S: Final = 0.1


class Busy(Exception):
    """Others have been writing for `TURN_S`."""


class Unwritten(Exception):
    """The transaction could not be ended; nothing in it was written."""


class _Together:
    """Those who share a transaction: how many have written, and what came of its end."""

    def __init__(self) -> None:
        self.writers = 0
        self.over = Event()
        self.error: BaseException | None = None


class Shared:
    """One connection at which the threads of a server write."""

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        """Connect when somebody writes."""
        self._connect = connect
        self._db: sqlite3.Connection | None = None
        self._turn = Lock()
        self._counting = Lock()
        self._waiting = 0
        self._together: _Together | None = None

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Write all that is inside, or nothing of it; when this is over, it is on the disk.

        Raises:
            Busy: the turn did not come. Nothing was written.
            Unwritten: the transaction could not be ended. Nothing was written.
            sqlite3.Error: as SQLite raises it. Nothing was written.
        """
        with self._my_turn():
            db, together = self._begun()
            try:
                db.execute("savepoint mine")
                yield db
                db.execute("release mine")
                together.writers += 1
            except BaseException as error:
                self._undo(db, together, error)
                raise
            finally:
                if not self._is_left(together):
                    self._end(db, together)
        while not together.over.wait(_MOMENT_S):
            with suppress(Busy), self._my_turn():  # to whom it was left has gone without a word
                self._end(db, together)
        if together.error is not None:
            raise Unwritten(str(together.error)) from together.error

    def _begun(self) -> tuple[sqlite3.Connection, _Together]:
        """Return the transaction that others have begun, or begin one."""
        db = self._db = self._db or self._connect()
        if self._together is None:
            db.execute("begin immediate")
            self._together = _Together()
        return db, self._together

    def _undo(self, db: sqlite3.Connection, together: _Together, error: BaseException) -> None:
        """Undo what one writer wrote; all of it where SQLite has done so itself (a full disk)."""
        try:
            db.execute("rollback to mine")
            db.execute("release mine")
        except sqlite3.Error:
            if db.in_transaction:
                db.execute("rollback")
            self._over(together, error)

    def _is_left(self, together: _Together) -> bool:
        """Return whether others wait, of whom the last ends the transaction."""
        with self._counting:
            return self._waiting > 0 and 0 < together.writers < _MOST

    def _end(self, db: sqlite3.Connection, together: _Together) -> None:
        """End a transaction, if nobody has; who calls has the turn."""
        if together.over.is_set():
            return
        error: BaseException | None = None
        try:
            db.execute("commit" if together.writers else "rollback")
        except sqlite3.Error as failed:
            error = failed
            if db.in_transaction:
                db.execute("rollback")
        self._over(together, error)

    def _over(self, together: _Together, error: BaseException | None) -> None:
        self._together = None
        together.error = error
        together.over.set()

    @contextmanager
    def _my_turn(self) -> Iterator[None]:
        with self._counting:
            self._waiting += 1
        try:
            is_mine = self._turn.acquire(timeout=TURN_S)
        finally:
            with self._counting:
                self._waiting -= 1
        if not is_mine:
            raise Busy
        try:
            yield
        finally:
            self._turn.release()
