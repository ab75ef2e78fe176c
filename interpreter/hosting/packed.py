"""Long lists of what a seat was told, in little memory.

An event as a dictionary takes a kilobyte, and a play has thousands for each seat. The last ones
lie as lines of JSON, those before compressed in chunks, which are unpacked when they are asked
for. Chunks are much alike, so each is compressed with the first one as its dictionary.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, TypeAlias, overload

import attrs

from interpreter.formats import Json

Told: TypeAlias = dict[str, Json]

_CHUNK: Final = 32
_LINE: Final = 33
"""What a line takes besides its text."""


@attrs.frozen(eq=False, repr=False)
class Packed(Sequence[Told]):
    """Events in order, as a value: adding to it makes another one. Each gets its number, from 1.

    >>> packed = Packed().adding([line_of({"event": "said", "text": "no"})] * 200)
    >>> len(packed), packed[150], [event["number"] for event in packed[-2:]]
    (200, {'number': 151, 'event': 'said', 'text': 'no'}, [199, 200])
    >>> len(packed.chunks), len(packed.tail)
    (6, 8)
    """

    chunks: tuple[bytes, ...] = ()
    tail: tuple[bytes, ...] = ()

    def adding(self, new: Sequence[bytes]) -> Packed:
        """Return the list with more events behind, as lines (`line_of`)."""
        chunks, tail = self.chunks, (*self.tail, *new)
        while len(tail) >= _CHUNK:
            chunks, tail = (*chunks, _packed(chunks, tail[:_CHUNK])), tail[_CHUNK:]
        return Packed(chunks, tail)

    @property
    def size(self) -> int:
        """How many bytes it takes, about."""
        return sum(_LINE + len(part) for part in (*self.chunks, *self.tail))

    def saved(self) -> tuple[bytes, ...]:
        """Return all of it as bytes, in parts; `Packed.loaded` reads them."""
        return (*self.chunks, _packed(self.chunks, self.tail))

    @classmethod
    def loaded(cls, saved: Sequence[bytes]) -> Packed:
        """Return what `saved` wrote."""
        chunks = tuple(saved[:-1])
        return cls(chunks, _unpacked(saved[-1], _first(chunks)))

    def _lines(self, chunk: int = 0) -> Iterator[bytes]:
        """Yield the lines from the beginning of a chunk on."""
        first = _first(self.chunks) if chunk < len(self.chunks) else b""
        for at, data in enumerate(self.chunks[chunk:], chunk):
            yield from _unpacked(data, first if at else b"")
        yield from self.tail

    def __len__(self) -> int:
        return _CHUNK * len(self.chunks) + len(self.tail)

    def __iter__(self) -> Iterator[Told]:
        return (_event(number, line) for number, line in enumerate(self._lines(), 1))

    @overload
    def __getitem__(self, at: int) -> Told: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[Told]: ...

    def __getitem__(self, at: int | slice) -> Told | Sequence[Told]:
        """Return one event, or some."""
        if isinstance(at, slice):
            wanted = range(*at.indices(len(self)))
            if not wanted:
                return ()
            low, high = sorted((wanted[0], wanted[-1]))
            first = min(low // _CHUNK, len(self.chunks))
            begins = _CHUNK * first
            near = [*islice(self._lines(first), high + 1 - begins)]
            return [_event(at + 1, near[at - begins]) for at in wanted]
        number = range(len(self))[at]
        return self[number : number + 1][0]


def line_of(event: Told) -> bytes:
    """Return an event without its number as a line of JSON."""
    return json.dumps(event, ensure_ascii=False).encode("utf-8")


def _event(number: int, line: bytes) -> Told:
    content: Told = json.loads(line)
    return {"number": number, **content}


def _first(chunks: tuple[bytes, ...]) -> bytes:
    """Return the dictionary of all chunks but the first."""
    return zlib.decompress(chunks[0]) if chunks else b""


def _packed(chunks: tuple[bytes, ...], lines: Sequence[bytes]) -> bytes:
    first = _first(chunks)
    packer = zlib.compressobj(9, zdict=first) if first else zlib.compressobj(9)
    return packer.compress(b"\n".join(lines)) + packer.flush()


def _unpacked(data: bytes, first: bytes) -> tuple[bytes, ...]:
    unpacker = zlib.decompressobj(zdict=first) if first else zlib.decompressobj()
    found = unpacker.decompress(data)
    return tuple(found.split(b"\n")) if found else ()


@attrs.frozen
class Spans:
    """Ascending numbers from 1 as stretches: `((1, 4), (7, 9))` is 1, 2, 3, 7, 8.

    >>> spans = Spans().adding(1, 5).without_last(2).adding(6, 8)
    >>> list(spans), len(spans), spans.last(3)
    ([1, 2, 6, 7], 4, [2, 6, 7])
    """

    parts: tuple[tuple[int, int], ...] = ()

    def adding(self, low: int, high: int) -> Spans:
        """Return the numbers with those from `low` to before `high`, which are higher."""
        if low == high:
            return self
        if self.parts and self.parts[-1][1] == low:
            return Spans((*self.parts[:-1], (self.parts[-1][0], high)))
        return Spans((*self.parts, (low, high)))

    def without_last(self, amount: int) -> Spans:
        """Return the numbers without the highest `amount`."""
        parts = list(self.parts)
        while amount:
            low, high = parts.pop()
            gone = min(amount, high - low)
            amount -= gone
            if low < high - gone:
                parts.append((low, high - gone))
        return Spans(tuple(parts))

    def last(self, amount: int) -> list[int]:
        """Return the highest `amount` numbers, rising."""
        found: list[int] = []
        for low, high in reversed(self.parts):
            found[:0] = range(max(low, high - (amount - len(found))), high)
            if len(found) == amount:
                break
        return found

    def __len__(self) -> int:
        return sum(high - low for low, high in self.parts)

    def __iter__(self) -> Iterator[int]:
        for low, high in self.parts:
            yield from range(low, high)

    def __contains__(self, number: object) -> bool:
        return any(number in range(low, high) for low, high in self.parts)
