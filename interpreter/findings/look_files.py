"""The look beside a rule text with all the files that it may name: a digest, and which they are.

Unsaved texts, by their resolved paths, count in place of what files hold.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Final

from rulelang.files import SAVED, unsaved_at

_LOOK: Final = ".look.toml"
MAX_LOOK: Final = 200_000
_TEXT: Final = re.compile(r""""([^"\n]*)"|'([^'\n]*)'""")
_HOLE: Final = re.compile(r"\{[^{}]*\}")
_ANYTHING: Final = re.compile(r"""\b(art|places)["']?\s*=\s*["'](\{[^{}]*\})+["']""")


def look_digest(rules: str, unsaved: Mapping[str, str] = SAVED) -> str | None:
    """Return a digest of the look beside a rule text and of all files that it may name.

    Every text in it may be the name of a file, in which a hole stands for anything; a hole alone
    would be any file. None where that cannot be told; "" without a look.
    """
    look = _look_of(rules)
    try:
        text = unsaved_at(look, unsaved)
        if text is None and not look.exists() and not look.is_symlink():
            return ""
        if text is None and look.stat().st_size > MAX_LOOK:
            return None
        if text is None:
            text = look.read_text(encoding="utf-8")
        if _may_name_any(text):
            return None
        whole = hashlib.sha256(text.encode())
        for named in sorted(set(_named(look.parent, text))):
            open_text = unsaved_at(named, unsaved)
            data = named.read_bytes() if open_text is None else open_text.encode()
            whole.update(f"{named}:".encode(errors="surrogatepass"))
            whole.update(hashlib.sha256(data).digest())
    except (OSError, ValueError):
        return None
    return whole.hexdigest()


def may_hide(rules: str, unsaved: Mapping[str, str] = SAVED) -> bool:
    """Return whether the look beside a rule text may hide anything."""
    try:
        return "hide" in _text_of(_look_of(rules), unsaved)
    except (OSError, ValueError):
        return True


def belongs_to_look(file: str, rules: str, unsaved: Mapping[str, str] = SAVED) -> bool:
    r"""Return whether a file is the look beside a rule text, or one that this may name.

    It need not be there.

    >>> belongs_to_look("my_game.look.toml", "my_game.rules")
    True
    >>> look = {str(Path("my_game.look.toml").resolve()): "[card.Hero]\nart = 'heroes/{map}'"}
    >>> names = ("heroes/east/zeus.svg", "houses/east.svg")
    >>> [belongs_to_look(name, "my_game.rules", look) for name in names]
    [True, False]
    """
    look, path = _look_of(rules).resolve(), Path(file).resolve()
    if path == look:
        return True
    if not path.is_relative_to(look.parent):
        return False
    below = path.relative_to(look.parent)
    try:
        text = _text_of(look, unsaved)
        return _may_name_any(text) or any(
            below.match(name) or below.parent.match(name) for name in _names(text)
        )
    except FileNotFoundError:
        return False
    except (OSError, ValueError):
        return True


def _text_of(look: Path, unsaved: Mapping[str, str]) -> str:
    text = unsaved_at(look, unsaved)
    return look.read_text(encoding="utf-8") if text is None else text


def _may_name_any(text: str) -> bool:
    """Return whether the names in a look may be any: an escape spells one, or a hole is one."""
    return "\\" in text or _ANYTHING.search(text) is not None


def _look_of(rules: str) -> Path:
    path = Path(rules)
    return path.with_name(path.name.removesuffix(".rules") + _LOOK)


def _names(text: str) -> Iterator[str]:
    """Yield what may be names of files in a text, with `*` for holes."""
    for found in _TEXT.finditer(text):
        name = _HOLE.sub("*", found[1] or found[2] or "")
        pure = PurePosixPath(name)
        if name.strip("*") and not pure.is_absolute() and ".." not in pure.parts:
            yield name


def _named(folder: Path, text: str) -> Iterator[Path]:
    """Yield the files below a folder that texts may name, and those in folders that they may."""
    for name in _names(text):
        for path in folder.glob(name):
            if path.is_file():
                yield path
            elif path.is_dir():
                yield from (file for file in path.iterdir() if file.is_file())
