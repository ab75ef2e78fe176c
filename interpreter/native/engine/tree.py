"""Tree search in native memory: the tree of `interpreter.bots.search`, number by number."""

from __future__ import annotations

import ctypes
import mmap
import struct
from collections.abc import Sequence
from math import log
from typing import Final, NamedTuple, TypeAlias

from interpreter.chance import word
from interpreter.native.emit.text import RESULT
from interpreter.native.engine.calls import Loaded, Native, signed
from interpreter.native.engine.shared import once, shared_code
from interpreter.native.runtime.search import CALLED, JOB, NODE, search

_WORD: Final = 8

_Room: TypeAlias = (
    "ctypes.Array[ctypes.c_char] | ctypes.Array[ctypes.c_int64]"
    " | ctypes.Array[ctypes.c_double] | ctypes.c_int32"
)


class Limits(NamedTuple):
    """What bounds a tree, and how it compares.

    `keyed`: outcomes of chance have nodes. `horizon`: where playouts are cut.
    """

    exploration: float
    nodes: int
    depth: int
    keyed: bool
    horizon: int | None = None


class NativeTree:
    """A tree over the flat states of a game, which one thread at a time may grow.

    `logarithms` of whole numbers from 1, and anything for 0.
    """

    def __init__(
        self, native: Native, seed: int, limits: Limits, logarithms: Sequence[float]
    ) -> None:
        self.done = 0
        self._native = native
        self._horizon = limits.horizon
        self._players = native.players
        self._stride = len(NODE) + 2 * native.players
        # Pages of a map are there when they are written to.
        self._nodes = mmap.mmap(-1, _WORD * self._stride * limits.nodes)
        self._words = (ctypes.c_int64 * (self._stride * limits.nodes)).from_buffer(self._nodes)
        self._logarithms = (ctypes.c_double * len(logarithms))(*logarithms)
        self._state = ctypes.create_string_buffer(native.size + 64)
        self._root = ctypes.create_string_buffer(native.size + 64)
        self._path = (ctypes.c_int64 * limits.depth)()
        self._options = (ctypes.c_int64 * native.most)()
        self._row = (ctypes.c_int64 * (1 + len(RESULT) + native.players))()
        self._low = (ctypes.c_int64 * native.players)()
        self._high = (ctypes.c_int64 * native.players)()
        self._stop = ctypes.c_int32(0)
        self._job = (ctypes.c_int64 * len(JOB))()
        self._begin(seed, limits)

    def _begin(self, seed: int, limits: Limits) -> None:
        rooms: dict[str, _Room] = {
            "nodes": self._words,
            "root": self._root,
            "state": self._state,
            "path": self._path,
            "options": self._options,
            "row": self._row,
            "stop": self._stop,
            "low": self._low,
            "high": self._high,
            "logarithms": self._logarithms,
        }
        numbers = {
            "used": 1,
            "most": limits.nodes,
            "depth": limits.depth,
            "keyed": int(limits.keyed),
            "stride": self._stride,
            "size": self._native.size,
            "players": self._players,
            "seed": signed(seed),
            "stream": signed(word("search", seed)),
            "exploration": _bits(limits.exploration),
            "ln_2": _bits(log(2)),
        }
        numbers |= {name: ctypes.addressof(room) for name, room in rooms.items()}
        numbers |= {name: self._native.address(name) for name in CALLED}
        for name, number in numbers.items():
            self._job[JOB[name]] = number

    def grow(self, state: bytes, count: int) -> int:
        """Do so many iterations from a state; return 0, or the code of a fault.

        After a fault the tree means nothing.
        """
        self._native.at_length()
        ctypes.memmove(self._root, state, len(state))
        self._job[JOB["context"]] = self._native.context.address
        self._job[JOB["first"]] = self.done
        self._job[JOB["count"]] = count
        self.done += count
        with self._native.cut(self._horizon):
            return search_code().search(ctypes.addressof(self._job))

    def tried(self) -> list[tuple[int, int, tuple[int, ...], tuple[int, ...]]]:
        """Return the actions tried at the root: number, visits, total returns and delays.

        Both are scaled.
        """
        found = []
        number = self._words[NODE["child"]]
        while number:
            at = self._stride * number
            sums = tuple(self._words[at + len(NODE) : at + self._stride])
            totals, delays = sums[: self._players], sums[self._players :]
            visits = self._words[at + NODE["visits"]]
            found.append((self._words[at + NODE["action"]], visits, totals, delays))
            number = self._words[at + NODE["sibling"]]
        return found


class _Search(Loaded):
    """The machine code of the search, which is the same for every game."""

    def _bind(self) -> None:
        self.search = self._function("search", ctypes.c_int64, ctypes.c_void_p)


@once
def search_code() -> _Search:
    """Return the code, linked."""
    return _Search(shared_code(search()))


def _bits(value: float) -> int:
    """Return the 64 bits of a double as a number."""
    return int(struct.unpack("<q", struct.pack("<d", value))[0])
