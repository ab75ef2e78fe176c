"""Keeping a play from the table: under a name, or where nothing is in the way; how to go on."""

from __future__ import annotations

import shlex
import tempfile
from collections.abc import Callable
from itertools import count
from pathlib import Path

import attrs

from interpreter.cli.output import write
from interpreter.faults import PlaythroughError
from interpreter.hosting.playthrough import save
from interpreter.load import SUFFIX
from interpreter.state import State


@attrs.define
class Saver:
    """Saves a play and knows what of it is saved.

    `game` is what the user called the game, `others` the words by which it was begun that belong
    to going on: who sits where. `began`: after how many steps the play was taken up, so that one
    that nobody touched is not kept.
    """

    game: str
    others: tuple[str, ...]
    began: int
    _saved: tuple[str, int] | None = attrs.field(default=None, init=False)

    def is_unsaved(self, state: State) -> bool:
        """Return whether something would be lost."""
        return len(state.history) != (self._saved[1] if self._saved else self.began)

    def save(self, state: State, name: str, ask: Callable[[str], str]) -> bool:
        """Save under a name (none: one of its own that is free); return whether that was done."""
        path = Path(name) if name else self._free_name(Path())
        overwrite = False
        if _exists(path):
            answer = ask(f"{path} exists already. Overwrite it? (y/n) ")
            overwrite = answer.strip().casefold() in ("y", "yes")
            if not overwrite:
                write("Not saved.")
                return False
        try:
            save(state, path, rules=self.game, overwrite=overwrite)
        except PlaythroughError as error:
            write(f"Not saved: {error}")
            return False
        self._saved = (str(path), len(state.history))
        write(f"Saved as {path}.")
        return True

    def keep(self, state: State) -> bool:
        """Save where nothing is in the way what would be lost; return whether nothing is."""
        if self.is_unsaved(state):
            path = self._free_name(Path(tempfile.gettempdir()))
            try:
                save(state, path, rules=self.game)
            except PlaythroughError as error:
                write(f"The play could not be kept: {error}")
                return False
            self._saved = (str(path), len(state.history))
        return True

    def say_how_to_resume(self) -> None:
        """Name the command that goes on with what is saved, at the same seats."""
        if self._saved:
            words = ["rulelang", "play", self.game, "--load", self._saved[0], *self.others]
            write(f"To go on: {shlex.join(words)}")

    def _free_name(self, folder: Path) -> Path:
        """Return a file in `folder` that does not exist yet, named after the game."""
        stem = Path(self.game).name.removesuffix(SUFFIX)
        names = (folder / f"{stem}-{number}.json" for number in count(1))
        return next(path for path in names if not path.exists())


def _exists(path: Path) -> bool:
    """Return whether there is such a file; of a name that no file can have, `save` speaks."""
    try:
        return path.exists()
    except OSError:
        return False
