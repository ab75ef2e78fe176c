"""Compiled games on disk: the object file, and the layout of its states.

An entry depends on the rules, the processor and this compiler. See `rulelang.keeping.disk`.
"""

from __future__ import annotations

import functools
import hashlib
import sys
from collections.abc import Callable
from pathlib import Path

import attrs

from interpreter.keeping import entries
from interpreter.native.ir.nodes import Module
from interpreter.native.memory.lowered import Lowered
from rulelang.keeping import disk


@attrs.frozen
class Entry:
    """A compiled game instance; the functions of the IR are left out."""

    lowered: Lowered
    code: bytes

    @classmethod
    def of(cls, lowered: Lowered, code: bytes) -> Entry:
        """Return the entry of an instance that was just compiled."""
        return cls(attrs.evolve(lowered, module=Module(size=lowered.module.size)), code)


def key_of(*parts: str) -> str:
    """Return the name of an entry for all that it depends on, this compiler among it."""
    return disk.key_of(_compiler(), *parts)


@functools.cache
def _compiler() -> str:
    """Return a digest of what compiles: another one would lay states out in another way."""
    native = Path(__file__).parents[1]
    above = native.parents[1]
    rooms = (native, native.parent / "facts", above / "rulelang" / "core")
    names = ("labels.py", "layout.py", "keeping/plain.py", "../rulelang/rule_types.py")
    whole = hashlib.sha256(sys.version.encode())
    try:
        beside = (native.parent / name for name in names)
        modules = (file for room in rooms for file in sorted(room.rglob("*.py")))
        for file in (*modules, *sorted(native.rglob("*.ll")), *beside):
            whole.update(file.read_bytes())
    except OSError:  # a zip, for instance: the release says it
        whole.update(disk.release().encode())
    return whole.hexdigest()


def kept(key: str, build: Callable[[], tuple[Lowered, bytes]]) -> Entry:
    """Return an entry; where there is none, that of what `build` compiles, kept from now on."""
    known = read(key)
    if known is not None:
        return known
    made = Entry.of(*build())
    write(key, made)
    return made


def read(key: str) -> Entry | None:
    """Return an entry; None where there is none that can be trusted."""
    return entries.find(key, Entry, "compiled game")


def write(key: str, entry: Entry) -> None:
    """Keep an entry, if that can be."""
    entries.keep(key, entry)
