"""What a browser asks for when the table has changed, and what it is sent: JSON."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from threading import Lock
from typing import Final

from interpreter.formats import Json
from interpreter.table.live import Live
from interpreter.table.showing import drawing, log, pages
from interpreter.table.showing.books import Books, Have, Key
from interpreter.table.showing.packing import Packing
from interpreter.table.stores.rows import ONLOOKER, SeatRow

_NAMED: Final = 40
_KEPT: Final = 64


class Updates:
    """What all browsers have of their pages, and what they are sent to make them new.

    What was drawn last is kept for others who look alike, such as all who look on.
    """

    def __init__(self) -> None:
        """Begin with no browser."""
        self._books = Books()
        self._packing = Packing()
        self._lock = Lock()
        self._drawn: OrderedDict[tuple[str, pages.Looking], tuple[Live, str]] = OrderedDict()

    def _table(self, live: Live, looking: pages.Looking) -> str:
        """Return the page of a moment, drawn once however many look at it."""
        key = (live.table, looking)
        with self._lock:
            kept, html = self._drawn.get(key, (None, ""))
        if kept is live:
            return html
        html = pages.table(live, looking)
        with self._lock:
            self._drawn[key] = (live, html)
            self._drawn.move_to_end(key)
            while len(self._drawn) > _KEPT:
                self._drawn.popitem(last=False)
        return html

    def update(
        self, live: Live, looking: pages.Looking, asked: Mapping[str, str]
    ) -> dict[str, Json]:
        """Return what a browser does not have yet of a page.

        `asked`: what it calls itself (`client`), its `book`, how far it knows it (`known`), which
        `page` of it it shows, and which event it was told last (`told`).
        """
        key = _key(live.table, looking.seat, asked)
        told = whole(asked.get("told", ""))
        known, page = (whole(asked.get(name, "")) or 0 for name in ("known", "page"))
        have = Have(asked.get("book", ""), known, page)
        found = self._books.update(key, self._table(live, looking), have)
        update: dict[str, Json] = {
            "n": live.n,
            "book": found.book,
            "from": found.start,
            "pieces": list(found.pieces),
            "page": found.page,
            "order": found.order,
        }
        if told is not None:
            update["moved"] = log.moved(live, looking.seat, told)
            update["news"] = log.news(live, looking.seat, told)
        return update

    def packed(self, seat: SeatRow, asked: Mapping[str, str], update: Json, body: bytes) -> bytes:
        """Return a body that has an update in it as it is sent to a browser that can unpack it."""
        assert isinstance(update, dict), "as `update` returns it"
        book, page = update["book"], update["page"]
        assert isinstance(book, str), "its name"
        assert isinstance(page, int), "its number"
        before = asked.get("book", ""), whole(asked.get("page", "")) or 0
        key = _key(seat.table, player_of(seat), asked)
        return self._packing.packed(key, before, (book, page), body)


def _key(table: str, player: int | None, asked: Mapping[str, str]) -> Key:
    return table, player, asked.get("client", "")[:_NAMED]


def looking_of(
    seat: SeatRow,
    base: str,
    asked: Mapping[str, str],
    width: int,
) -> pages.Looking:
    """Return how somebody looks at a table: `width` in pixels, and `step` of the play, as asked.

    Args:
        seat: whose it is.
        base: the address of the seat.
        asked: what the request says.
        width: where none is asked for.
    """
    room = whole(asked.get("width", ""))
    return pages.Looking(
        player_of(seat),
        base,
        width if room is None else drawing.width_for(room),
        whole(asked.get("step", "")),
    )


def player_of(seat: SeatRow) -> int | None:
    """Return the player of a seat; None for an onlooker's."""
    return None if seat.seat == ONLOOKER else seat.seat


def called(seat: SeatRow) -> str:
    """Return what the others call who sits at a seat."""
    return seat.name if seat.bot is None else "a bot"


def whole(text: str) -> int | None:
    """Return the number that digits stand for; None for anything else.

    >>> whole("12"), whole("-1"), whole("١")
    (12, None, None)
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None
