"""A digest of all that makes core trees of texts: what it is of a text changes with it."""

from __future__ import annotations

import functools
import hashlib
import os
import sys
import time
from collections.abc import Iterable
from pathlib import Path

from rulelang import source
from rulelang.keeping import disk

_HERE = Path(__file__).resolve().parent
_PACKAGE = Path(source.__file__).resolve().parent
_BEGAN = time.time()
"""Modules that are changed later are perhaps not those that this process runs."""


@functools.cache
def digest() -> str | None:
    """Return a digest of all that makes core trees of texts.

    None where that cannot be told, or has changed since this process began.
    """
    names = ("front_end.py", "plain.py", "tables.py", "trees.py")
    mine = (str(_HERE / name) for name in names)
    return digest_of((*_files(), *mine))


def name_at(rules: str, sort: str) -> str | None:
    """Return the name of the entry of a sort for where a rule file lies, whatever is in it.

    None where nothing can be kept.
    """
    front = digest()
    if front is None or disk.folder() is None:
        return None
    return disk.key_of(front, str(Path(rules).resolve()), rules) + sort


@functools.cache
def whole() -> str | None:
    """Return a digest of all that makes trees of texts, plays them and tells of them; or None."""
    files = _below(_HERE.parent, ".py", ".ll")
    front, rest = digest(), digest_of(files)
    return None if front is None or rest is None else disk.key_of(front, rest)


def digest_of(files: Iterable[str]) -> str | None:
    """Return a digest of modules; None where one has changed since this process began.

    They are many, and each process that keeps anything reads them: so without objects for paths
    and files.
    """
    whole = hashlib.sha256(sys.version.encode())
    try:
        for file in files:
            opened = os.open(file, os.O_RDONLY | getattr(os, "O_BINARY", 0))
            try:
                found = os.fstat(opened)
                data = os.read(opened, found.st_size)
            finally:
                os.close(opened)
            if found.st_mtime > _BEGAN:
                return None
            whole.update(f"{file}:{len(data)}:".encode(errors="surrogatepass"))
            whole.update(data)
    except OSError:  # a zip, for instance: the release says it
        return disk.release() or None
    return whole.hexdigest()


def _files() -> tuple[str, ...]:
    """Return the files of the front end; in a checkout the grammar lies beside the package."""
    grammars = (place / "grammar.lark" for place in (_PACKAGE, _PACKAGE.parent))
    return (
        *_below(_PACKAGE, ".py"),
        *_below(_PACKAGE / "std", ".rules"),
        *(str(file) for file in grammars if file.is_file()),
    )


def _below(folder: Path, *ends: str) -> list[str]:
    """Return the files in and below a folder whose names end so, in order; faster than `rglob`."""
    found = []
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name != "__pycache__"]
        found += [f"{place}{os.sep}{name}" for name in names if name.endswith(ends)]
    return sorted(found)
