"""Who asks: the seat of a request, by its cookie, and how much it may ask."""

from __future__ import annotations

import time
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from interpreter.table.hall import NOT_BEGUN, Hall
from interpreter.table.routes.limits import Limits
from interpreter.table.routes.requests import Refused, fields_of
from interpreter.table.showing.updates import whole
from interpreter.table.stores.rows import ONLOOKER, SeatRow
from interpreter.table.tokens import is_id

_COOKIE_S: Final = 180 * 24 * 3600
_WATCH: Final = "watch"


class Asking:
    """The seats of requests. `secure`: browsers send cookies over https alone."""

    def __init__(self, hall: Hall, *, secure: bool) -> None:
        """Begin with nobody."""
        self.hall: Final = hall
        self._secure = secure
        self._acts = Limits(rate=10.0, burst=40)
        self._questions = Limits(rate=5.0, burst=20)
        self._looks = Limits(rate=50.0, burst=300)

    async def seat(self, request: Request) -> SeatRow:
        """Return the seat that a request is for, if its cookie opens it."""
        table, number = request.path_params["table"], _seat_named(request.path_params["seat"])
        token = request.cookies.get(_cookie(number), "")
        found = await run_in_threadpool(self.hall.seat_of, token) if is_id(table) else None
        if found is None or (found.table, found.seat) != (table, number):
            if not is_id(table) or await run_in_threadpool(self.hall.store.table, table) is None:
                raise Refused(404, "there is no such table")
            raise Refused(401, "this seat is not yours: open the link to it")
        return found

    async def playing(self, request: Request) -> SeatRow:
        """Return the seat that a request is for, once it may see something."""
        seat = await self.seat(request)
        await run_in_threadpool(self.check_begun, seat)
        return seat

    def check_begun(self, seat: SeatRow) -> None:
        """Let nobody see what is dealt before play begins: who passes links on has them all."""
        if seat.seat != ONLOOKER and not self.hall.has_begun(seat.table):
            raise Refused(409, NOT_BEGUN)

    async def looking(self, request: Request) -> SeatRow:
        """Return the seat that a request for news is for."""
        seat = await self.seat(request)
        _count(self._looks, seat, "requests")
        return seat

    async def questioning(self, request: Request) -> SeatRow:
        """Return the seat that asks why something cannot be done."""
        seat = await self.playing(request)
        if seat.seat == ONLOOKER:
            raise Refused(403, "who looks on does not choose")
        _count(self._questions, seat, "questions")
        return seat

    async def acting(self, request: Request) -> tuple[SeatRow, dict[str, str]]:
        """Return the seat that wants to change something, and what its request holds."""
        seat = await self.seat(request)
        if seat.seat == ONLOOKER:
            raise Refused(403, "who looks on does not choose")
        _count(self._acts, seat, "requests")
        return seat, await fields_of(request)

    def address(self, request: Request) -> str:
        """Return the address of this server as browsers know it, to pass links on."""
        url = request.base_url
        return str(url.replace(scheme="https") if self._secure else url).rstrip("/")

    def seated(self, response: Response, seat: SeatRow, token: str) -> None:
        """Let a browser keep the token of a seat, for the pages of that seat alone."""
        response.set_cookie(
            _cookie(seat.seat),
            token,
            max_age=_COOKIE_S,
            path=base_of(seat),
            httponly=True,
            samesite="lax",
            secure=self._secure,
        )


def _cookie(seat: int) -> str:
    return "watch" if seat == ONLOOKER else f"seat{seat}"


def base_of(seat: SeatRow) -> str:
    """Return the address of a seat: players by number, `watch` for those who look on."""
    return f"/t/{seat.table}/{_WATCH if seat.seat == ONLOOKER else seat.seat}"


def _seat_named(text: str) -> int:
    if text == _WATCH:
        return ONLOOKER
    number = whole(text)
    if number is None:
        raise Refused(404, "there is no such seat")
    return number


def _count(limits: Limits, seat: SeatRow, what: str) -> None:
    if not limits.allow(f"{seat.table}/{seat.seat}", time.monotonic()):
        raise Refused(429, f"too many {what}: wait a second")
