"""Machine code that is the same for every game: from disk, or compiled now."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Final, TypeVar

from interpreter.native.emit.llvm import FAST, compile_text, fingerprint
from rulelang.keeping import disk

SORT: Final = ".code"

_Made = TypeVar("_Made")


def once(make: Callable[[], _Made]) -> Callable[[], _Made]:
    """Return what gives the one thing that `make` makes, also to threads that ask at once.

    `functools.cache` would let each of them make one and keep the last: machine code of the others
    would be taken out of memory while a thread runs it.
    """
    lock = Lock()
    made: list[_Made] = []

    def get() -> _Made:
        with lock:
            if not made:
                made.append(make())
            return made[0]

    return get


def shared_code(text: str) -> bytes:
    """Return the object file of LLVM text that names no game.

    Raises:
        NativeMissingError: there is no native code on this machine.
    """
    name = disk.key_of(text, fingerprint()) + SORT
    found = disk.read(name)
    if found is not None:
        return found
    code = compile_text(text, FAST)
    disk.write(name, code)
    return code
