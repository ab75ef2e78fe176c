"""A table that follows the rule text while its author writes.

What becomes of a change is said on the terminal, and above the picture of the table; findings of
a text that cannot be read stand there with their lines.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING, Final, Literal

from interpreter.cli.arguments import load_begun
from interpreter.cli.findings import counted
from interpreter.cli.output import write
from interpreter.faults import BudgetExceeded, RuleFault
from interpreter.game import Game
from interpreter.load import RulesError, UsageError, files_of
from interpreter.look import LookError
from interpreter.table import Notice, StoreDown

if TYPE_CHECKING:
    from interpreter.table import Differs, Hall

_LOOK_S: Final = 0.5
BACK: Final = "back"
STAYS: Final = "The table stays under the old text"


@contextmanager
def watching(
    hall: Hall, table: str | None, parsed: argparse.Namespace, opened: Callable[[Game], str]
) -> Iterator[None]:
    """Try the play of a table again whenever its rule text has changed, until the block ends.

    Args:
        hall: where the table is.
        table: its id; None: it is opened as soon as the text has no mistakes.
        parsed: what the command was asked for.
        opened: opens a table for a game, says its links, and returns its id.
    """
    watcher = _Watcher(hall, table, parsed, opened)
    thread = Thread(target=watcher.watch, daemon=True)
    thread.start()
    try:
        yield
    finally:
        watcher.ended.set()
        thread.join()


class _Watcher:
    """Looks at the files of a text, and does what their change asks for."""

    def __init__(
        self,
        hall: Hall,
        table: str | None,
        parsed: argparse.Namespace,
        opened: Callable[[Game], str],
    ) -> None:
        self.ended: Final = Event()
        self._hall = hall
        self._table = table
        self._parsed = parsed
        self._opened = opened

    def watch(self) -> None:
        known = None if self._table is None else self._files()
        while not self.ended.wait(_LOOK_S):
            now = self._files()
            if now is None or now == known:
                continue
            known = now
            said = self._first() if self._table is None else self._again(self._table)
            if said:
                write(said)
            sys.stdout.flush()

    def _files(self) -> Mapping[str, bytes] | None:
        """Return the files of the text, of one with errors itself; None: it cannot be read."""
        parsed = self._parsed
        try:
            return files_of(parsed.game, players=parsed.players, options=dict(parsed.option))
        except (UsageError, RulesError, OSError):
            pass
        try:
            return {"": Path(parsed.game).read_bytes()}
        except OSError:
            return None

    def _first(self) -> str:
        """Open the table if the text can be played by now; return what is to be said."""
        try:
            game = load_begun(self._parsed)
            self._table = self._opened(game)
        except RulesError as error:
            findings = error.findings()
            self._hall.front = f"{self._parsed.game}: {counted(error.diagnostics)}", findings
            return f"{findings}\nThe table opens when the text has no errors any more."
        except (LookError, UsageError, RuleFault, BudgetExceeded) as error:
            self._hall.front = f"{self._parsed.game} cannot be played yet", str(error)
            return f"{error}\nThe table opens when that is mended."
        self._hall.front = None
        return ""

    def _again(self, table: str) -> str:
        """Try the play under the text as it is now, and return what came of it."""
        put = self._hall.notices.put
        try:
            game = load_begun(self._parsed)
            if game.players != self._hall.live(table).game.players:
                put(table, Notice("The players are others now: open a new table."))
                return "The players are others now: open a new table."
            back: Literal["stay", "back"] = self._parsed.watch
            differs = self._hall.try_again(table, self._parsed.game, game, back=back == BACK)
        except RulesError as error:
            findings = error.findings()
            put(table, Notice(f"{STAYS}: {counted(error.diagnostics)}", findings))
            return f"{STAYS}: {error}"
        except (LookError, UsageError, RuleFault, BudgetExceeded) as error:
            put(table, Notice(f"{STAYS}.", str(error)))
            return f"{STAYS}: {error}"
        except StoreDown as error:
            return f"The table could not be changed: {error}"
        put(table, _notice(game, differs, is_back=back == BACK), self._back(table, game))
        return _told(differs, is_back=back == BACK)

    def _back(self, table: str, game: Game) -> Callable[[], None]:
        """Return what lets play go on from before the first choice that differs."""

        def back() -> None:
            differs = self._hall.try_again(table, self._parsed.game, game, back=True)
            self._hall.notices.put(table, Notice(_now()))
            write(_told(differs, is_back=True))
            sys.stdout.flush()

        return back


def _notice(game: Game, differs: Differs | None, *, is_back: bool) -> Notice:
    """Return what the table is told: the words of a choice are for its seat alone."""
    if differs is None:
        return Notice(_now())
    which = f"choice {differs.n}, by {game.players[differs.seat]}"
    own = {differs.seat: differs.own}
    if is_back:
        return Notice(f"Under the new text play goes on from before {which}.", own=own)
    title = f"{STAYS}: {which}, is not possible under the new one."
    return Notice(title, own=own, can_go_back=True)


def _now() -> str:
    return f"The table goes on under the text of {time.strftime('%H:%M:%S')}."


def _told(differs: Differs | None, *, is_back: bool) -> str:
    if differs is None:
        return "The table goes on under the new text."
    if is_back:
        return f"Under the new text play goes on from before choice {differs.n}, {differs.why}."
    return (
        f"{STAYS}: choice {differs.n} is not possible under the new one, {differs.why}."
        " The page of the table can go back to before it, and `--watch back` does."
    )
