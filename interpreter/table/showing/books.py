"""What pages of a table are made of, piece by piece, so that a browser gets each piece once.

A page is cut at each tag that begins something, and inside of tags before what changes. The pieces
that one browser was sent stand in a book, numbered; an update is the pieces that are new, and
which pieces now follow each other: by their place in the page that the browser has, where it has
that one, else by number.

    book   0 <main>  1 <h2>Your choice  2 <button>…  3 <g data-ref="on(b2)">…
    sent   {"from": 3, "pieces": ["<g data-ref=…"], "order": "0:2 3"}

A new piece that is much like one that stood there before is sent as what differs: which piece,
counted from behind the last one named so, how much of its beginning and of its end is kept, and
what stands between. Pieces that come back, such as what one may do on every turn, are not sent
again. A book is lost when there is no room; the next update then begins a new one, with the whole
page.
"""

from __future__ import annotations

import re
import secrets
from collections import OrderedDict
from itertools import takewhile
from threading import Lock
from typing import Final, TypeAlias

import attrs

Sent: TypeAlias = str | tuple[int, int, int, str]
"""A new piece: its text, or how it differs from one that the browser has."""

Key: TypeAlias = tuple[str, int | None, str]
"""Table, seat (None: an onlooker), and what the browser calls itself."""

_CUT: Final = re.compile(r"(?=<[a-z]| data-act=| aria-label=)")
_NEAR: Final = 4
_ALIKE: Final = 14
"""With less in common a piece is sent as it is."""

_LAST: Final = "\uffff"
_LONGEST: Final = 2_000_000
_PIECE: Final = 120  # bytes that a piece takes besides its text
_ROOM: Final = 96_000_000


@attrs.frozen
class Have:
    """What a browser says that it has: a book, its pieces below `known`, and which page."""

    book: str = ""
    known: int = 0
    page: int = 0


@attrs.frozen
class Update:
    """What makes the page of a browser out of what it has: see the head of this file.

    `start`: the number of the first of `pieces`; `page`: what this page is called afterwards.
    """

    book: str
    start: int
    pieces: tuple[Sent, ...]
    page: int
    order: str


@attrs.define
class _Book:
    id: str = attrs.field(factory=lambda: secrets.token_urlsafe(6))
    numbers: dict[str, int] = attrs.field(factory=dict)
    texts: list[str] = attrs.field(factory=list)
    size: int = 0
    page: int = 0
    order: list[int] = attrs.field(factory=list)

    def open_at(self, html: str) -> list[int]:
        """Return the numbers of the pieces of a page; new ones are added."""
        found = []
        for piece in _CUT.split(html):
            number = self.numbers.get(piece)
            if number is None:
                number = self.numbers[piece] = len(self.texts)
                self.texts.append(piece)
                self.size += len(piece) + _PIECE
            found.append(number)
        return found


class Books:
    """The books of all browsers, those last used; `room`: in bytes, about, of all together."""

    def __init__(self, room: int = _ROOM) -> None:
        """Begin without any."""
        self._room = room
        self._size = 0
        self._lock = Lock()
        self._books: OrderedDict[Key, _Book] = OrderedDict()

    def update(self, key: Key, html: str, have: Have) -> Update:
        """Return what a browser needs for a page.

        >>> books, key = Books(), ("table", 0, "tab")
        >>> first = books.update(key, "<p>a<li>b<li>c", Have())
        >>> second = books.update(key, "<p>a<li>d<li>c", Have(first.book, 4, first.page))
        >>> second.start, second.pieces, second.order
        (4, ('<li>d',), '0:2 4 1:1')
        """
        with self._lock:
            found, known = self._books.pop(key, None), have.known
            if found is not None:
                self._size -= found.size
            is_his = found is not None and found.id == have.book and known <= len(found.texts)
            if found is None or not is_his or found.size > _LONGEST:
                found, known = _Book(), 0
            order = found.open_at(html)
            has_page = known > 0 and found.page == have.page
            before = found.order if has_page else []
            written = _written(order, before)
            sent = _spelt(found.texts, known, order, before)
            found.page, found.order = found.page + 1, order
            self._books[key] = found
            self._size += found.size
            while self._size > self._room and len(self._books) > 1:
                _, gone = self._books.popitem(last=False)
                self._size -= gone.size
            return Update(found.id, known, sent, found.page, written)


def _spelt(texts: list[str], known: int, order: list[int], before: list[int]) -> tuple[Sent, ...]:
    """Return the pieces from number `known` on, most of them for a page after the one `before`.

    >>> _spelt(["<g>", '<p id="here" x="1">', '<p id="here" x="23">'], 2, [0, 2], [0, 1])
    ((1, 16, 2, '23'),)
    """
    alike = _alike(texts, known, order, before)
    sent: list[Sent] = []
    behind = 0
    for number, text in enumerate(texts[known:], known):
        if number not in alike:
            sent.append(text)
            continue
        one, front, end = alike[number]
        sent.append((one - behind, front, end, text[front : len(text) - end]))
        behind = one + 1
    return tuple(sent)


def _alike(
    texts: list[str], known: int, order: list[int], before: list[int]
) -> dict[int, tuple[int, int, int]]:
    """Return for new pieces one that stood near there before, and how much they share."""
    places = {number: at for at, number in enumerate(before)}
    found: dict[int, tuple[int, int, int]] = {}
    here = 0
    for number in order:
        if number in places:
            here = places[number] + 1
        elif number >= known and number not in found:
            near = [
                (one, *_shared(texts[one], texts[number])) for one in before[here : here + _NEAR]
            ]
            most = max(near, key=lambda like: like[1] + like[2], default=(0, 0, 0))
            if most[1] + most[2] >= _ALIKE:
                found[number] = most
                here = max(here, places[most[0]]) + 1
    return found


def _shared(one: str, other: str) -> tuple[int, int]:
    """Return how much of their beginnings two texts share, and then of their ends.

    A browser counts some signs as two: texts with such signs share nothing.
    """
    if max(one + other, default="") > _LAST:
        return 0, 0
    front = _in_common(one, other)
    most = min(len(one), len(other)) - front
    return front, _in_common(one[: -most - 1 : -1], other[: -most - 1 : -1]) if most else 0


def _in_common(one: str, other: str) -> int:
    pairs = zip(one, other, strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _written(order: list[int], before: list[int]) -> str:
    """Return which pieces follow each other, each run relative to where the last one ended.

    `skip:length` is a run of the page before, `skip` or `skipxlength` one of numbers: what is done
    again and again, such as leaving one out and adding a new one, looks alike and packs well.

    >>> _written([0, 1, 9, 3, 4], [0, 1, 2, 3, 4]), _written([5, 6, 7, 1], [])
    ('0:2 9 1:2', '5x3 -7')
    """
    places: dict[int, list[int]] = {}
    for at, number in enumerate(before):
        places.setdefault(number, []).append(at)
    parts: list[str] = []
    here = after = at = 0
    while at < len(order):
        found = places.get(order[at], ())
        end = at + 1
        if found:
            start = next((place for place in found if place >= here), found[0])
            ahead = zip(order[end:], before[start + 1 :], strict=False)
            end += sum(1 for _ in takewhile(lambda both: both[0] == both[1], ahead))
            parts.append(f"{start - here}:{end - at}")
            here = start + end - at
        else:
            while end < len(order) and order[end] == order[end - 1] + 1:
                if order[end] in places:
                    break
                end += 1
            parts.append(f"{order[at] - after}x{end - at}".removesuffix("x1"))
            after = order[end - 1] + 1
        at = end
    return " ".join(parts)
