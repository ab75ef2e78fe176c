"""Things kept on disk between two runs, private to the user: compiled games, checked core trees.

What cannot be read is not there, what cannot be written is not kept. What is read is plain data or
machine code, and only what this user's own runs have written: each entry is signed with a key that
lies in the same folder and is the user's alone (HMAC with SHA-256, over its name too). A folder,
link or file that somebody else may have put there is left alone, and that is said once.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from rulelang.keeping.folder import DRAFT, Folder, RefusedError, opened

FOLDER: Final = "RULELANG_CACHE"
"""The environment variable that names another folder; empty: keep nothing."""

MOST: Final = 2_000
"""Entries of a sort that are kept; beyond them those go that were not read for longest."""

KEY: Final = "key"
"""The file with the key; without it no entry counts."""

FORMAT: Final = b"rulelang kept 2\n"

_DIGEST: Final = hashlib.sha256().digest_size
_KEY_BYTES: Final = 32
_ORPHANED_S: Final = 3600
"""A draft so old belongs to a process that ended while it wrote."""

_said: set[str] = set()


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
    whole = hashlib.sha256(FORMAT)
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


def read(name: str) -> bytes | None:
    """Return an entry; None where there is none that this user wrote under this name."""
    place = folder()
    if place is None:
        return None
    try:
        with opened(place, is_made=False) as found:
            return _signed(found, name)
    except RefusedError as reason:
        _refuse_folder(place, reason)
    except (OSError, ValueError):
        pass
    return None


def write(name: str, entry: bytes) -> None:
    """Keep an entry, if that can be. The sort of an entry is what follows a dot in its name."""
    place = folder()
    if place is None:
        return
    try:
        with opened(place, is_made=True) as found:
            signature = _signature(_key(found) or _new_key(found), name, entry)
            found.write(name, FORMAT + signature + entry)
            _tidy(found, Path(name).suffix)
    except RefusedError as reason:
        _refuse_folder(place, reason)
    except (OSError, ValueError):
        pass


def spoilt(reason: str) -> None:
    """Say once that something was kept which is not used; `reason` says what it is."""
    tell_once(f"something kept in {folder()} is made anew: it {reason}")


def tell_once(text: str) -> None:
    """Warn, unless that was said before in this process."""
    if text not in _said:
        _said.add(text)
        warnings.warn(text, RuntimeWarning, stacklevel=3)


def forget_said() -> None:
    """Say all once more, if need be."""
    _said.clear()


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


def _refuse_folder(place: Path, reason: RefusedError) -> None:
    mend = {
        "can be written by others": f"`chmod go-w {place}` mends that",
        "is a link": f"name the folder itself in {FOLDER}",
    }.get(str(reason), f"name one of your own in {FOLDER}")
    tell_once(f"nothing is kept between runs: {place} {reason}; {mend}")


# ---------------------------------------------------------------- signatures


def _signed(place: Folder, name: str) -> bytes | None:
    """Return what an entry holds behind its signature."""
    key = _key(place)
    whole = None if key is None else _own(place, name)
    if key is None or whole is None:
        return None
    head = len(FORMAT)
    entry = whole[head + _DIGEST :]
    wanted = FORMAT + _signature(key, name, entry)
    if hmac.compare_digest(wanted, whole[: head + _DIGEST]):
        return entry
    spoilt("is damaged, or was not written by you")
    return None


def _own(place: Folder, name: str) -> bytes | None:
    """Return what a file holds; None where there is none that is the user's own."""
    try:
        return place.read(name)
    except RefusedError as reason:
        spoilt(str(reason))
        return None


def _signature(key: bytes, name: str, entry: bytes) -> bytes:
    return hmac.digest(key, b"%d:" % len(name) + name.encode() + entry, "sha256")


def _key(place: Folder) -> bytes | None:
    """Return the key of a folder; None where there is none."""
    found = _own(place, KEY)
    return found if found is not None and len(found) == _KEY_BYTES else None


def _new_key(place: Folder) -> bytes:
    """Make a key, or take that which another run has just made."""
    made = secrets.token_bytes(_KEY_BYTES)
    try:
        place.write(KEY, made, is_new=True)
    except OSError:  # there is one, or the disk knows no links
        known = _key(place)
        if known is not None:
            return known
        place.write(KEY, made)
    return made


# ---------------------------------------------------------------- tidiness


def _tidy(place: Folder, sort: str) -> None:
    """Remove old drafts, and entries of a sort that were not read for longest, if too many."""
    names = place.names()
    for used, name in place.used(name for name in names if name.endswith(DRAFT)):
        if used < time.time() - _ORPHANED_S:
            place.remove(name)
    entries = [name for name in names if name[2 * _DIGEST :] == sort and len(name) >= 2 * _DIGEST]
    if len(entries) > MOST:  # else none of them has to be asked when it was used
        for _, name in sorted(place.used(entries))[: len(entries) - MOST]:
            place.remove(name)
