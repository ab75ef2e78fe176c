"""Compiled games on disk, private to the user: the object file, and the layout of its states.

A cache never fails: what cannot be read is compiled again, what cannot be written is not kept. An
entry begins with a digest of the rest, so that a damaged one is noticed before anything reads it.
"""

from __future__ import annotations

import functools
import hashlib
import os
import pickle
import sys
import tempfile
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

import attrs

from interpreter.compiled.lower import Lowered

FOLDER: Final = "RULELANG_CACHE"
"""The environment variable that names another folder; empty: keep nothing."""

MOST: Final = 500
"""Entries that are kept; beyond them those go that were not read for longest."""

_DIGEST: Final = hashlib.sha256().digest_size


@attrs.frozen
class Entry:
    """A compiled game instance; the functions of the IR are left out."""

    lowered: Lowered
    code: bytes


def folder() -> Path | None:
    """Return where compiled games are kept; None where nothing is kept."""
    named = os.environ.get(FOLDER)
    if named is not None:
        return Path(named) if named else None
    base = os.environ.get("XDG_CACHE_HOME")
    try:
        return (Path(base) if base else Path.home() / ".cache") / "rulelang"
    except RuntimeError:  # no home
        return None


def key_of(*parts: str) -> str:
    """Return the name of an entry for all that it depends on, this compiler among it."""
    return hashlib.sha256("\0".join((_compiler(), *parts)).encode()).hexdigest()


@functools.cache
def _compiler() -> str:
    """Return a digest of what compiles: another one would lay states out in another way."""
    here = Path(__file__).parent
    whole = hashlib.sha256(sys.version.encode())
    try:
        for file in (*sorted(here.glob("*.py")), here.parent / "layout.py"):
            whole.update(file.read_bytes())
    except OSError:  # a zip, for instance: the release says it
        with suppress(PackageNotFoundError):
            whole.update(version("rulelang").encode())
    return whole.hexdigest()


def read(key: str) -> Entry | None:
    """Return an entry; None where there is none, or a damaged one, or one of somebody else's."""
    place = folder()
    if place is None:
        return None
    file = place / key
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
        found = pickle.loads(whole[_DIGEST:])  # noqa: S301 - see above
    except Exception:  # noqa: BLE001 - an entry of another version may fail in any way
        return None
    return found if isinstance(found, Entry) else None


def write(key: str, entry: Entry) -> None:
    """Keep an entry, if that can be."""
    place = folder()
    if place is None:
        return
    data = pickle.dumps(entry, protocol=pickle.HIGHEST_PROTOCOL)
    try:
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=place)
    except OSError:
        return
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(hashlib.sha256(data).digest() + data)
        temporary.replace(place / key)
        _tidy(place)
    except OSError:
        temporary.unlink(missing_ok=True)


def _tidy(place: Path) -> None:
    """Remove the entries that were not read for longest, if there are too many."""
    found = [entry for entry in place.iterdir() if len(entry.name) == 2 * _DIGEST]
    if len(found) > MOST:
        for old in sorted(found, key=lambda entry: entry.stat().st_mtime)[: len(found) - MOST]:
            old.unlink(missing_ok=True)
