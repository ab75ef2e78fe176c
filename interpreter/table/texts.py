"""The rule files that a table is pinned to: kept whole, by the hash of what is in them."""

from __future__ import annotations

import hashlib
import os
import weakref
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path, PurePosixPath
from typing import Final

from interpreter.game import Game
from interpreter.load import files_of
from interpreter.look import Look, LookError, look_files, look_of
from interpreter.table.folders import folder
from interpreter.table.stores.rows import TableRow
from interpreter.table.stores.store import Store
from interpreter.testing import beginning

GAME: Final = "game.rules"
"""What the rule text itself is called among the files of a table."""


class RulesChanged(Exception):
    """This release reads the text of a table otherwise than the one that began it."""


def pinned(name_or_path: str, game: Game, store: Store) -> str:
    """Keep the files of a game, and of its look, in a store; return their hash.

    Raises:
        RulesError, LookError: the text has errors, or the look.
        StoreDown: it cannot be kept.
    """
    files = files_of(name_or_path, players=len(game.players), options=game.options)
    files |= look_files(game.document())
    digest = hashlib.sha256()
    for name, content in sorted(files.items()):
        digest.update(f"{len(name)} {name} {len(content)} ".encode() + content)
    store.keep_text(digest.hexdigest(), files)
    return digest.hexdigest()


def unpinned(table: TableRow, store: Store, *, quoted: bool = False) -> tuple[Game, Look]:
    """Return the game of a table and its look, made of the files that it is pinned to.

    A look that this release cannot read is left out: it is no rule. `quoted`: lines of the text
    can be read as long as the game is there; they lie in a folder for temporary files.

    Raises:
        RulesChanged: this release makes another game of them.
        StoreDown: they cannot be read.
    """
    files = store.text(table.text)
    if files is None:
        raise RulesChanged(f"the rule text of table {table.id} is not in the database any more")
    options = dict(table.options)
    game, look = game_of(
        files, len(table.players), options, scenario=table.scenario, quoted=quoted
    )
    if game.specification_hash != table.specification:
        raise RulesChanged(
            f"table {table.id} began under another release, which read its rules otherwise;"
            " it goes on with that release"
        )
    return game, look


def game_of(
    files: Mapping[str, bytes],
    players: int,
    options: Mapping[str, str],
    *,
    scenario: str = "",
    quoted: bool = False,
) -> tuple[Game, Look]:
    """Return the game that rule files are, and its look. `quoted`: as in `unpinned`.

    `scenario`: whose set-up it has.

    Raises:
        RulesError: this release finds errors in them.
        RulesChanged: a file has a name that none may have.
    """
    with ExitStack() as stack:
        path = stack.enter_context(unpacked(files))
        game = beginning.game_of(path, scenario, players=players, options=options)
        look = look_or_none(game)
        if quoted:
            weakref.finalize(game, stack.pop_all().close)
        return game, look


@contextmanager
def unpacked(files: Mapping[str, bytes]) -> Iterator[Path]:
    """Put rule files into a folder that is gone afterwards; yield the path of the rules in it.

    Raises:
        RulesChanged: a file has a name that none may have.
    """
    with folder() as made:
        _write(made, files)
        yield made / GAME


def look_or_none(game: Game) -> Look:
    """Return the look of a game; none where it has errors."""
    try:
        return look_of(game.document())
    except LookError:
        return Look()


def _write(into: Path, files: Mapping[str, bytes]) -> None:
    for name, content in files.items():
        inside = PurePosixPath(name)
        if inside.is_absolute() or ".." in inside.parts or (os.sep != "/" and os.sep in name):
            raise RulesChanged(f"a rule text has no file `{name}`")
        path = into / inside
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
