"""The plays that are awake: as many as fit into so much memory, and games that they share."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import Final, TypeAlias
from weakref import WeakValueDictionary

from interpreter.game import Game
from interpreter.look import Look, look_of
from interpreter.table.live import Live
from interpreter.table.snapshots import restored
from interpreter.table.stores.rows import TableRow
from interpreter.table.stores.store import Store
from interpreter.table.texts import unpinned

MEMORY: Final = 128 * 2**20
_GAMES: Final = 32
_Text: TypeAlias = tuple[object, ...]


class _Turn:
    """Whoever reads a text has it while he does."""

    def __init__(self) -> None:
        self.lock = Lock()


class Awake:
    """Plays by table. Those that were not asked for longest make room; they wake again."""

    def __init__(self, store: Store, memory: int = MEMORY) -> None:
        """Hold nothing yet. `memory`: bytes for plays, about."""
        self._store = store
        self._memory = memory
        self._lock = Lock()
        self._plays: OrderedDict[str, Live] = OrderedDict()
        self._size = 0
        self._games: OrderedDict[_Text, tuple[Game, Look]] = OrderedDict()
        self._reading: WeakValueDictionary[_Text, _Turn] = WeakValueDictionary()

    def __len__(self) -> int:
        """Return how many plays are awake."""
        return len(self._plays)

    @property
    def size(self) -> int:
        """How many bytes they take, about."""
        return self._size

    def begin(self, row: TableRow, game: Game) -> None:
        """Hold a play before anybody chose.

        Raises:
            LookError: the look of the game has errors.
        """
        found = self._shared(row, (game, look_of(game.document())))
        self.keep(Live.begin(row, *found))

    def now(self, table: str) -> Live:
        """Return the play of a table as it is now in the store; one thread at a time asks.

        Raises:
            KeyError: there is no such table.
            RulesChanged: this release reads its rules otherwise.
            StoreDown: it cannot be read.
        """
        with self._lock:
            live = self._plays.get(table)
        if live is None:
            row = self._store.table(table)
            if row is None:
                raise KeyError(table)
            live = restored(self._store.snapshot(table), row, *self.game(row))
        live = live.after(self._store.entries(table, live.n))
        self.keep(live)
        return live

    def keep(self, live: Live) -> None:
        """Hold a play."""
        with self._lock:
            before = self._plays.pop(live.table, None)
            self._plays[live.table] = live
            self._size += live.size - (0 if before is None else before.size)
            while self._size > self._memory and len(self._plays) > 1:
                _, put_away = self._plays.popitem(last=False)
                self._size -= put_away.size

    def drop(self, table: str) -> None:
        """Let a play go: it is read again when it is asked for."""
        with self._lock:
            before = self._plays.pop(table, None)
            self._size -= 0 if before is None else before.size

    def game(self, row: TableRow) -> tuple[Game, Look]:
        """Return the game of a table and its look.

        Raises:
            RulesChanged: this release reads its rules otherwise.
            StoreDown: they cannot be read.
        """
        with self._lock:
            turn = self._reading.setdefault(_key(row), _Turn())
        with turn.lock:  # many of its tables may wake at once: the text is read once
            with self._lock:
                found = self._games.get(_key(row))
            return found or self._shared(row, unpinned(row, self._store, quoted=True))

    def _shared(self, row: TableRow, made: tuple[Game, Look]) -> tuple[Game, Look]:
        """Return the game that all tables of the same text share."""
        with self._lock:
            found = self._games.setdefault(_key(row), made)
            self._games.move_to_end(_key(row))
            while len(self._games) > _GAMES:
                self._games.popitem(last=False)
        return found


def _key(row: TableRow) -> _Text:
    return row.text, row.players, row.options, row.scenario
