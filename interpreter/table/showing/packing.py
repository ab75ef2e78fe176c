"""What a browser is sent, packed against what it was sent before.

The updates of a page are much alike: the same tags and names, the same runs of numbers. Both sides
keep the end of what was sent, and each body is raw deflate (RFC 1951) with that as its dictionary.
Browsers take no dictionary; but the script may let theirs read the same bytes first, as a block
that is stored and not packed, and leave them out of what comes of it.

    body   one byte: 1 where what was sent before is the dictionary, 0 where nothing is;
           then raw deflate of JSON

Which bodies a browser has it says by the page that it shows: where that is another one than was
packed last, such as when an answer got lost, the next body stands for itself.
"""

from __future__ import annotations

import zlib
from collections import OrderedDict
from threading import Lock
from typing import Final, TypeAlias

import attrs

from interpreter.table.showing.books import Key

At: TypeAlias = tuple[str, int]
"""A book, and which page of it."""

REACH: Final = 32_000
"""So many bytes of what was sent are kept, and in the script the same: as far as deflate looks."""

_ROOM: Final = 64_000_000
_RAW: Final = -zlib.MAX_WBITS


@attrs.frozen
class _Sent:
    at: At
    end: bytes


class Packing:
    """What all browsers were sent; `room`: for so many bytes of it, those last used."""

    def __init__(self, room: int = _ROOM) -> None:
        """Begin with nothing sent."""
        self._most = max(1, room // REACH)
        self._lock = Lock()
        self._sent: OrderedDict[Key, _Sent] = OrderedDict()

    def packed(self, key: Key, before: At, after: At, body: bytes) -> bytes:
        """Return a body as it is sent. `before`, `after`: the page shown until now, and by it.

        >>> packing, key = Packing(), ("table", 0, "tab")
        >>> first = packing.packed(key, ("", 0), ("book", 1), b"White goes 2 from 9")
        >>> second = packing.packed(key, ("book", 1), ("book", 2), b"White goes 2 from 8")
        >>> first[0], second[0], len(second) < len(first)
        (0, 1, True)
        >>> packing.packed(key, ("book", 1), ("book", 3), b"the second one got lost")[0]
        0
        """
        with self._lock:
            known = self._sent.pop(key, None)
            end = known.end if known is not None and known.at == before else b""
            self._sent[key] = _Sent(after, (end + body)[-REACH:])
            while len(self._sent) > self._most:
                self._sent.popitem(last=False)
        packing = zlib.compressobj(9, zlib.DEFLATED, _RAW, zdict=end)
        return bytes((bool(end),)) + packing.compress(body) + packing.flush()


def unpacked(packed: bytes, end: bytes) -> bytes:
    """Return a body, as the script does. `end`: of what was sent before.

    >>> unpacked(Packing().packed(("table", 0, "tab"), ("", 0), ("book", 1), b"one"), b"none")
    b'one'
    """
    known = end if packed[0] else b""
    length = len(known).to_bytes(2, "little")
    stored = b"\x00" + length + bytes(255 - one for one in length) + known
    return zlib.decompress(stored + packed[1:], _RAW)[len(known) :]
