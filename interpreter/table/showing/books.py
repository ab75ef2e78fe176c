"""What pages of a table are made of, piece by piece, so that a browser gets each piece once.

A page is cut at each tag that begins something, and inside of tags before what changes. The pieces
that one browser was sent stand in a book, numbered; an update is the pieces that are new, and
which pieces now follow each other: by their place in the page that the browser has, where it has
that one, else by number.

    book   0 <main>  1 <h2>Your choice  2 <button>…  3 <g data-ref="on(b2)">…
    sent   {"from": 3, "pieces": ["<g data-ref=…"], "order": "0:2 3"}

Pieces that come back, such as what one may do on every turn, are not sent again; what new ones
share with old ones costs little, since updates are packed against those before (`packing`). A book
is lost when there is no room; the next update then begins a new one, with the whole page.
"""

from __future__ import annotations

import re
import secrets
from collections import OrderedDict
from itertools import takewhile
from threading import Lock
from typing import Final, TypeAlias

import attrs

Key: TypeAlias = tuple[str, int | None, str]
"""Table, seat (None: an onlooker), and what the browser calls itself."""

_CUT: Final = re.compile(r"(?=<[a-z]| data-act=| aria-label=)")
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
    pieces: tuple[str, ...]
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
            sent = tuple(found.texts[known:])
            found.page, found.order = found.page + 1, order
            self._books[key] = found
            self._size += found.size
            while self._size > self._room and len(self._books) > 1:
                _, gone = self._books.popitem(last=False)
                self._size -= gone.size
            return Update(found.id, known, sent, found.page, written)


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
