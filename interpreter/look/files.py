"""The look of a rule text and the files that it names: beside the text, never outside."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from rulelang.files import SAVED, is_plain, unsaved_at
from rulelang.freezing import frozen

SUFFIX = ".look.toml"
MAX_LOOK = 200_000
MAX_ART = 300_000
MAX_PLACES = 300_000


@frozen
class Missing:
    """Why a file cannot be read, as in `is not there` or `is larger than 300 kB`."""

    words: str


def look_path(rules: str) -> Path:
    """Return where the look of a rule text would lie.

    >>> look_path("games/my_game.rules").as_posix()
    'games/my_game.look.toml'
    """
    path = Path(rules)
    return path.with_name(path.name.removesuffix(".rules") + SUFFIX)


def read_bytes(path: Path, most: int, unsaved: Mapping[str, str] = SAVED) -> bytes | Missing:
    """Return what a plain file holds, or why not. Never raises for what a file system may do.

    `unsaved`: texts that count in place of files, by their resolved paths.
    """
    try:
        text = unsaved_at(path, unsaved)
        if text is not None:
            data = text.encode(errors="replace")
        elif not is_plain(path):
            return Missing("is no file to read: a pipe or a device")
        else:
            with path.open("rb") as file:
                data = file.read(most + 1)
    except FileNotFoundError:
        return Missing("is not there")
    except IsADirectoryError:
        return Missing("is a folder")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        return Missing(f"cannot be read: {reason.lower()}")
    return data if len(data) <= most else Missing(f"is larger than {most // 1000} kB")


def beside(folder: Path, name: str) -> Path | Missing:
    """Return the path of a file that a look names; outside of its folder nothing is read."""
    pure = PurePosixPath(name)
    if pure.is_absolute() or ".." in pure.parts or "\\" in name or "\0" in name:
        return Missing("lies outside of the folder of the look")
    try:  # a link may lead anywhere
        if (folder / pure).resolve().is_relative_to(folder.resolve()):
            return folder / pure
    except (OSError, RuntimeError):  # a link that leads round in a circle
        pass
    return Missing("lies outside of the folder of the look")
