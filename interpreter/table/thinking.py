"""Bots in a process of their own, with a deadline: one that hangs or fails is ended.

The process reads the table from the database, as any other server of it would, and sends back the
number of an action and nothing else.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from threading import Lock
from typing import Final, TypeAlias

from interpreter.bots import Bot, SeatView
from interpreter.knowledge.redeal import Belief
from interpreter.table.live import Live
from interpreter.table.store import Store
from interpreter.table.texts import unpinned

OpenStore: TypeAlias = Callable[[], Store]
MakeBot: TypeAlias = Callable[[str], Bot]
_BEGIN_S: Final = 60.0
_KEPT: Final = 8


class Thinkers:
    """Who asks bots. `open_store` and `make_bot` are called in the other process: they travel."""

    def __init__(self, open_store: OpenStore, make_bot: MakeBot, deadline: float) -> None:
        """Begin nothing yet. `deadline`: seconds for an answer, once the process has begun."""
        self._made = (open_store, make_bot)
        self.deadline = deadline
        self._lock = Lock()
        self._closed = False
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None

    def ask(self, table: str, n: int, bot: str) -> int | None:
        """Return what a bot chooses at a table after `n` entries; None where it fails."""
        with self._lock:
            if self._closed:
                return None
            try:
                pipe = self._ready()
                pipe.send((table, n, bot))
                if not pipe.poll(self.deadline):
                    self._end()
                    return None
                answer: object = pipe.recv()
            except (OSError, EOFError):
                self._end()
                return None
        return answer if isinstance(answer, int) else None

    def close(self) -> None:
        """End the process, at once if it is thinking; none begins after that."""
        self._closed = True
        process = self._process
        if process is not None:
            process.kill()  # who waits for it hears the end of the pipe
        with self._lock:
            self._end()

    def _ready(self) -> Connection:
        if self._pipe is not None and self._process is not None and self._process.is_alive():
            return self._pipe
        self._end()
        context = get_context("spawn")
        here, there = context.Pipe()
        process = context.Process(target=_think, args=(there, *self._made), daemon=True)
        process.start()
        there.close()
        self._process, self._pipe = process, here
        if not here.poll(_BEGIN_S) or here.recv() != "ready":
            raise OSError("the process of the bots did not begin")
        return here

    def _end(self) -> None:
        process, pipe = self._process, self._pipe
        self._process = self._pipe = None
        if pipe is not None:
            pipe.close()
        if process is not None:
            process.kill()
            process.join()


def _think(pipe: Connection, open_store: OpenStore, make_bot: MakeBot) -> None:
    """Answer what comes through the pipe until it ends: what the process is for."""
    warnings.simplefilter("ignore")
    awake: dict[str, tuple[Live, dict[int, Belief]]] = {}
    with suppress(EOFError, OSError, KeyboardInterrupt):
        store = open_store()
        pipe.send("ready")
        while True:
            table, n, bot = pipe.recv()
            try:
                pipe.send(_choice(store, awake, (table, n), make_bot(bot)))
            except Exception:  # noqa: BLE001 - whatever a bot does, the table goes on
                awake.pop(table, None)
                pipe.send(None)


def _choice(
    store: Store, awake: dict[str, tuple[Live, dict[int, Belief]]], at: tuple[str, int], bot: Bot
) -> int | None:
    table, n = at
    live, beliefs = awake.pop(table, (None, {}))
    if live is None:
        row = store.table(table)
        assert row is not None, "a table that is asked for is there"
        live = Live.begin(row, *unpinned(row, store))
    live = live.after(entry for entry in store.entries(table, live.n) if entry.n <= n)
    awake[table] = (live, beliefs)
    while len(awake) > _KEPT:
        del awake[next(iter(awake))]
    if live.n != n or live.to_act is None:
        return None
    belief = beliefs.setdefault(live.to_act, Belief.start(live.game, live.to_act))
    return bot.choose(SeatView(live.state, belief)).id
