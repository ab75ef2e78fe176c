"""A digest of the look beside a rule text, with all the files that it may name."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Final

_LOOK: Final = ".look.toml"
_MAX_LOOK: Final = 200_000
_TEXT: Final = re.compile(r""""([^"\n]*)"|'([^'\n]*)'""")
_HOLE: Final = re.compile(r"\{[^{}]*\}")
_ANYTHING: Final = re.compile(r"""\b(art|places)["']?\s*=\s*["'](\{[^{}]*\})+["']""")


def look_digest(rules: str) -> str | None:
    """Return a digest of the look beside a rule text and of all files that it may name.

    Every text in it may be the name of a file, in which a hole stands for anything; a hole alone
    would be any file. None where that cannot be told; "" without a look.
    """
    look = _look_of(rules)
    try:
        if not look.exists() and not look.is_symlink():
            return ""
        if look.stat().st_size > _MAX_LOOK:
            return None
        text = look.read_text(encoding="utf-8")
        if "\\" in text or _ANYTHING.search(text):  # an escape may spell a name
            return None
        whole = hashlib.sha256(text.encode())
        for named in sorted(set(_named(look.parent, text))):
            whole.update(f"{named}:".encode(errors="surrogatepass"))
            whole.update(hashlib.sha256(named.read_bytes()).digest())
    except (OSError, ValueError):
        return None
    return whole.hexdigest()


def may_hide(rules: str) -> bool:
    """Return whether the look beside a rule text may hide anything."""
    try:
        return "hide" in _look_of(rules).read_text(encoding="utf-8")
    except (OSError, ValueError):
        return True


def _look_of(rules: str) -> Path:
    path = Path(rules)
    return path.with_name(path.name.removesuffix(".rules") + _LOOK)


def _named(folder: Path, text: str) -> Iterator[Path]:
    """Yield the files below a folder that texts may name, and those in folders that they may."""
    for found in _TEXT.finditer(text):
        name = _HOLE.sub("*", found[1] or found[2] or "")
        pure = PurePosixPath(name)
        if not name.strip("*") or pure.is_absolute() or ".." in pure.parts:
            continue
        for path in folder.glob(name):
            if path.is_file():
                yield path
            elif path.is_dir():
                yield from (file for file in path.iterdir() if file.is_file())
