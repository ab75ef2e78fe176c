"""Long lists of what a seat was told, in little memory.

An event as a dictionary takes a kilobyte, and a play has thousands for each seat. The last ones
are at hand; those before lie compressed in chunks, which are unpacked when they are asked for.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final, TypeAlias, overload

import attrs

from interpreter.formats import Json

Told: TypeAlias = dict[str, Json]

_CHUNK: Final = 32


@attrs.frozen(eq=False, repr=False)
class Packed(Sequence[Told]):
    """Events in order, as a value: adding to it makes another one.

    >>> packed = Packed().adding([{"event": "said", "number": n} for n in range(200)])
    >>> len(packed), packed[150], [event["number"] for event in packed[-2:]]
    (200, {'event': 'said', 'number': 150}, [198, 199])
    >>> len(packed.chunks), len(packed.tail)
    (6, 8)
    """

    chunks: tuple[bytes, ...] = ()
    tail: tuple[Told, ...] = ()

    def adding(self, new: Sequence[Told]) -> Packed:
        """Return the list with more events behind."""
        chunks, tail = self.chunks, (*self.tail, *new)
        while len(tail) >= _CHUNK:
            chunks, tail = (*chunks, _pack(tail[:_CHUNK])), tail[_CHUNK:]
        return Packed(chunks, tail)

    @property
    def size(self) -> int:
        """How many bytes it takes, about."""
        return sum(map(len, self.chunks)) + 800 * len(self.tail)

    def saved(self) -> tuple[bytes, ...]:
        """Return all of it as bytes, in parts; `Packed.loaded` reads them."""
        return (*self.chunks, _pack(self.tail))

    @classmethod
    def loaded(cls, saved: Sequence[bytes]) -> Packed:
        """Return what `saved` wrote."""
        return cls(tuple(saved[:-1]), tuple(_unpack(saved[-1])))

    def __len__(self) -> int:
        return _CHUNK * len(self.chunks) + len(self.tail)

    def __iter__(self) -> Iterator[Told]:
        return chain(chain.from_iterable(map(_unpack, self.chunks)), self.tail)

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
            first = min(wanted[0], wanted[-1]) // _CHUNK
            behind = chain.from_iterable(map(_unpack, self.chunks[first:]))
            near = [*behind, *self.tail]
            begins = _CHUNK * min(first, len(self.chunks))
            return [near[number - begins] for number in wanted]
        number = range(len(self))[at]
        chunk, inside = divmod(number, _CHUNK)
        if chunk < len(self.chunks):
            return _unpack(self.chunks[chunk])[inside]
        return self.tail[number - _CHUNK * len(self.chunks)]


def _pack(events: Sequence[Told]) -> bytes:
    return zlib.compress(json.dumps(events, ensure_ascii=False).encode("utf-8"))


def _unpack(data: bytes) -> list[Told]:
    found: list[Told] = json.loads(zlib.decompress(data))
    return found


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
