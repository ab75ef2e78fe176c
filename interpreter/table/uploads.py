"""Rule texts of strangers: read and tried out in a process with limits, before anybody plays.

Such a process has so much time of the processor, so much memory, and one text. It loads the text,
plays some games at random and draws their pages; what it can do within its limits the server can
do too. A text is data, and nothing in it is run as a program: the limits are for what is slow and
large. Texts are read one at a time, and each address opens so many tables an hour.
"""

from __future__ import annotations

import os
import random
import re
import signal
import sys
import time
import warnings
from collections.abc import Mapping
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Lock
from typing import Final, NoReturn

import attrs

from interpreter.faults import BudgetExceeded, EngineBug, RuleFault, UsageError
from interpreter.game import Game
from interpreter.load import RulesError, load
from interpreter.look import Look
from interpreter.table.live import Live
from interpreter.table.showing.pages import Looking, seat_page
from interpreter.table.stores.rows import EntryRow, TableRow
from interpreter.table.texts import GAME, RulesChanged, look_or_none, unpacked

LARGEST: Final = 200_000
"""Bytes of a text with its tables."""

_NAME: Final = re.compile(r"[a-z0-9_]{1,40}(/[a-z0-9_]{1,40})?\.csv")
_FILES: Final = 9
_PLAYERS: Final = 10
_PLAYS: Final = 3
_CHOICES: Final = 120
_WAIT_S: Final = 60.0
_BLAMED: Final = (RuleFault, BudgetExceeded, EngineBug, UsageError, RulesChanged)


@attrs.frozen
class Text:
    """A text with its tables, as somebody sent it. `files`: by name, `game.rules` among them."""

    files: Mapping[str, bytes]
    players: int | None
    options: Mapping[str, str]


@attrs.frozen
class Limits:
    """What a process may use that reads a text: seconds of the processor, and bytes of memory."""

    seconds: int = 20
    memory: int = 1 << 30


class Unreadable(Exception):
    """A text that cannot be played; the message says why, with findings and their lines."""


class TooLarge(Unreadable):
    """A text with more bytes than one may have."""


class Reader:
    """Reads texts of strangers, one at a time."""

    def __init__(self, limits: Limits | None = None) -> None:
        """Keep the limits.

        Raises:
            UsageError: this system cannot limit what a process uses.
        """
        if sys.platform == "win32":
            raise UsageError("this system cannot limit what a process uses: texts are not taken")
        self._limits = limits or Limits()
        self._lock = Lock()

    def read(self, text: Text) -> None:
        """Try a text out, in a process of its own.

        Raises:
            TooLarge: it has too many bytes.
            Unreadable: it has mistakes, fails in play, or takes more than a text may.
        """
        _check_size(text)
        if not self._lock.acquire(timeout=_WAIT_S):
            raise Unreadable("other texts are being read: try again in a minute")
        try:
            said = self._tried(text)
        finally:
            self._lock.release()
        if said:
            raise Unreadable(said)

    def _tried(self, text: Text) -> str:
        """Return what is wrong with a text; "" for nothing."""
        context = get_context("spawn")
        here, there = context.Pipe(duplex=False)
        process = context.Process(target=_try, args=(there, text, self._limits), daemon=True)
        process.start()
        there.close()
        until = 3.0 * self._limits.seconds + _WAIT_S
        try:
            said: object = here.recv() if here.poll(until) else None
        except EOFError:
            said = None
        finally:
            process.kill()
            process.join()
            here.close()
        if isinstance(said, str):
            return said
        return (
            f"reading and trying the text takes more than {self._limits.seconds} seconds of the"
            f" processor, or more than {self._limits.memory >> 20} MiB"
        )


def _check_size(text: Text) -> None:
    names = set(text.files) - {GAME}
    sentence = f"a text with its tables has at most {LARGEST} bytes, in {_FILES} files"
    if sum(map(len, text.files.values())) > LARGEST:
        raise TooLarge(sentence)
    if len(text.files) > _FILES:
        raise Unreadable(sentence)
    for name in sorted(names):
        if _NAME.fullmatch(name) is None:
            raise Unreadable("a table is called such as `cards.csv`, or `data/cards.csv`")
    if text.players is not None and not 0 < text.players <= _PLAYERS:
        raise Unreadable(f"a table has 1 to {_PLAYERS} seats")


def _try(pipe: Connection, text: Text, limits: Limits) -> NoReturn:
    """Say through a pipe what is wrong with a text: what the process is for."""
    import resource  # noqa: PLC0415 - not on every system; `Reader` says so before

    warnings.simplefilter("ignore")
    signal.signal(signal.SIGXCPU, signal.SIG_DFL)
    for what, most in (
        (resource.RLIMIT_CPU, limits.seconds),
        (resource.RLIMIT_AS, limits.memory),
        (resource.RLIMIT_FSIZE, 1 << 26),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(what, (most, most))
    try:
        pipe.send(_mistakes(text))
    except MemoryError:
        pass  # the pipe ends without a word
    finally:
        os._exit(0)


def _mistakes(text: Text) -> str:
    """Return what is wrong with a text; "" for nothing."""
    try:
        with unpacked(text.files) as path:
            os.chdir(path.parent)  # so that findings name the files as their author does
            game = load(path.name, players=text.players, options=text.options)
            os.chdir("/")
        if len(game.players) > _PLAYERS:
            return f"a table has at most {_PLAYERS} seats, and the text asks for more"
        for seed in range(_PLAYS):
            _play(game, look_or_none(game), seed)
    except RulesError as error:
        return error.findings()
    except _BLAMED as fault:
        return str(fault)
    return ""


def _play(game: Game, look: Look, seed: int) -> None:
    """Play at random, with the pages of all seats at the beginning and at the end."""
    row = TableRow("", "", "", game.players, (), seed, "playing")
    chance = random.Random(seed)
    live = Live.begin(row, game, look)
    _draw(live)
    began = time.process_time()
    while live.to_act is not None and live.n < _CHOICES and time.process_time() - began < 1:
        number = chance.choice(live.state.legal_ids)
        live = live.after([EntryRow(live.n + 1, "choice", live.to_act, number)])
    _draw(live)


def _draw(live: Live) -> None:
    for seat in (None, *range(len(live.game.players))):
        seat_page(live, Looking(seat, "/"))
