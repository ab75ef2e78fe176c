"""The files that commands write: refused where something is there, and written whole."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from interpreter.cli.output import remark
from interpreter.hosting import drafts
from interpreter.load import UsageError

_STDOUT = "-"


def refuse_existing(names: list[str | None], *, force: bool, makes_folders: bool = False) -> None:
    """Refuse before anything is measured or written, so that nothing is half done."""
    for name in names:
        if name is None or name == _STDOUT:
            continue
        path = Path(name)
        if path.is_dir():
            raise UsageError(f"{name} is a folder; name a file in it")
        if path.exists() and not force:
            raise UsageError(f"{name} is there already; add --force to overwrite it")
        if not makes_folders and not path.parent.is_dir():
            raise UsageError(f"{name} cannot be written: there is no folder {path.parent}")


def put(name: str, made: str | bytes, *, force: bool) -> None:
    """Write a file, or to standard output where its name is `-`.

    Raises:
        UsageError: it is there already and may not be overwritten, or it cannot be written.
    """
    if name == _STDOUT and isinstance(made, str):
        sys.stdout.write(made)
        return
    data = made.encode() if isinstance(made, str) else made
    if name == _STDOUT:
        sys.stdout.buffer.write(data)
        return
    write_file(name, data, force=force)
    remark(f"wrote {name}")


def write_file(name: str | Path, data: bytes, *, force: bool) -> None:
    """Write a file, whole or not at all, and say nothing of it.

    Raises:
        UsageError: it is there already and may not be overwritten, or it cannot be written.
    """
    path = Path(name)
    try:
        if path.exists() and not path.is_file():  # a pipe, or a device
            with path.open("wb" if force else "xb") as file:
                file.write(data)
        elif force:
            drafts.replace(path, data)
        else:
            os.close(drafts.create(path, data))
    except FileExistsError:
        raise UsageError(f"{name} is there already; add --force to overwrite it") from None
    except OSError as error:
        raise UsageError(f"{name} cannot be written: {error.strerror}") from None
