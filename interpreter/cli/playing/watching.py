"""A table that follows the rule text while its author writes."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING, Final, Literal

from interpreter.cli.arguments import load_game
from interpreter.cli.output import write
from interpreter.load import RulesError, UsageError, files_of
from interpreter.look import LookError

if TYPE_CHECKING:
    from interpreter.table.hall import Hall

_LOOK_S: Final = 0.5
BACK: Final = "back"


@contextmanager
def watching(hall: Hall, table: str, parsed: argparse.Namespace) -> Iterator[None]:
    """Try the play of a table again whenever its rule text has changed, until the block ends.

    What comes of it is said on the terminal.
    """
    ended = Event()
    watcher = Thread(target=_watch, args=(hall, table, parsed, ended), daemon=True)
    watcher.start()
    try:
        yield
    finally:
        ended.set()
        watcher.join()


def _watch(hall: Hall, table: str, parsed: argparse.Namespace, ended: Event) -> None:
    known = _files(parsed)
    while not ended.wait(_LOOK_S):
        now = _files(parsed)
        if now is not None and now != known:
            known = now
            write(_tried(hall, table, parsed))
            sys.stdout.flush()


def _files(parsed: argparse.Namespace) -> Mapping[str, bytes] | None:
    """Return the files of the text, of one with errors itself; None while it cannot be read."""
    try:
        return files_of(parsed.game, players=parsed.players, options=dict(parsed.option))
    except (UsageError, RulesError, OSError):
        pass
    try:
        return {"": Path(parsed.game).read_bytes()}
    except OSError:
        return None


def _tried(hall: Hall, table: str, parsed: argparse.Namespace) -> str:
    """Try the play under the text as it is now, and return what came of it."""
    from interpreter.table.stores.store import StoreDown  # noqa: PLC0415 - the extra may be missing

    back: Literal["stay", "back"] = parsed.watch
    try:
        game = load_game(parsed)
        players = hall.live(table).game.players
        if game.players != players:
            return "The players are others now: open a new table."
        differs = hall.try_again(table, parsed.game, game, back=back == BACK)
    except (RulesError, LookError, UsageError) as error:
        return f"The table stays under the old text: {error}"
    except StoreDown as error:
        return f"The table could not be changed: {error}"
    if differs is None:
        return "The table goes on under the new text."
    if back == BACK:
        return f"Under the new text play goes on from before choice {differs.n}, {differs.why}."
    return (
        f"The table stays under the old text: choice {differs.n} is not possible under the new"
        f" one, {differs.why}. `--watch back` would go back to before it."
    )
