"""Things kept on disk between two runs, private to the user: compiled games, checked core trees.

Nothing here fails: what cannot be read is not there, what cannot be written is not kept. An entry
begins with a digest of the rest, so that a damaged one is noticed before anything reads it. What
follows is a pickle, which could do anything when it is read: so only files are read that belong to
the user, and nobody but him can write where they lie.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

FOLDER: Final = "RULELANG_CACHE"
"""The environment variable that names another folder; empty: keep nothing."""

MOST: Final = 500
"""Entries of a sort that are kept; beyond them those go that were not read for longest."""

_DIGEST: Final = hashlib.sha256().digest_size


def folder() -> Path | None:
    """Return where things are kept; None where nothing is kept."""
    named = os.environ.get(FOLDER)
    if named is not None:
        return Path(named) if named else None
    base = os.environ.get("XDG_CACHE_HOME")
    try:
        return (Path(base) if base else Path.home() / ".cache") / "rulelang"
    except RuntimeError:  # no home
        return None


def key_of(*parts: str) -> str:
    """Return the name of an entry for all that it depends on."""
    whole = hashlib.sha256()
    for part in parts:
        data = part.encode(errors="surrogatepass")
        whole.update(b"%d:" % len(data) + data)
    return whole.hexdigest()


def release() -> str:
    """Return which release of this package is installed; "" where none is."""
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 - slow to import

    try:
        return version("rulelang")
    except PackageNotFoundError:
        return ""


def read(name: str) -> object:
    """Return an entry; None where there is none, or a damaged one, or one of somebody else's."""
    place = folder()
    if place is None:
        return None
    file = place / name
    try:
        if hasattr(os, "getuid") and file.stat().st_uid != os.getuid():
            return None
        whole = file.read_bytes()
        with suppress(OSError):
            os.utime(file)
    except OSError:
        return None
    if hashlib.sha256(whole[_DIGEST:]).digest() != whole[:_DIGEST]:
        return None
    try:
        found: object = pickle.loads(whole[_DIGEST:])  # noqa: S301 - see above
    except Exception:  # noqa: BLE001 - an entry of another version may fail in any way
        return None
    return found


def write(name: str, entry: object) -> None:
    """Keep an entry, if that can be. The sort of an entry is what follows a dot in its name."""
    place = folder()
    if place is None:
        return
    try:
        data = pickle.dumps(entry, protocol=pickle.HIGHEST_PROTOCOL)
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, made = tempfile.mkstemp(dir=place)
    except (OSError, RecursionError):
        return
    temporary = Path(made)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(hashlib.sha256(data).digest() + data)
        temporary.replace(place / name)
        _tidy(place, Path(name).suffix)
    except OSError:
        temporary.unlink(missing_ok=True)


@contextmanager
def nothing_kept() -> Iterator[None]:
    """Write nothing meanwhile: what is made is of no use to a later run."""
    before = os.environ.get(FOLDER)
    os.environ[FOLDER] = ""
    try:
        yield
    finally:
        if before is None:
            del os.environ[FOLDER]
        else:
            os.environ[FOLDER] = before


def _tidy(place: Path, sort: str) -> None:
    """Remove the entries of a sort that were not read for longest, if there are too many."""
    found = [
        entry
        for entry in place.iterdir()
        if entry.suffix == sort and len(entry.stem) == 2 * _DIGEST
    ]
    if len(found) > MOST:
        for old in sorted(found, key=lambda entry: entry.stat().st_mtime)[: len(found) - MOST]:
            old.unlink(missing_ok=True)
