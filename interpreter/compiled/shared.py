"""Machine code that is the same for every game: from disk, or compiled now."""

from __future__ import annotations

from typing import Final

from interpreter.compiled.native import compile_text, fingerprint
from interpreter.keeping import disk

SORT: Final = ".code"

_FAST: Final = 2


def shared_code(text: str) -> bytes:
    """Return the object file of LLVM text that names no game.

    Raises:
        NativeMissingError: there is no native code on this machine.
    """
    name = disk.key_of(text, fingerprint()) + SORT
    found = disk.read(name)
    if isinstance(found, bytes):
        return found
    code = compile_text(text, _FAST)
    disk.write(name, code)
    return code
