"""What a seat looks at: its page, what is new in it, why not, and all of it for programs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from typing import Final

import attrs
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import (
    HTMLResponse,
    JSONResponse,
    RedirectResponse,
    Response,
    StreamingResponse,
)

from interpreter.formats import Json
from interpreter.load import RulesError
from interpreter.table.live import Live
from interpreter.table.routes.asking import Asking, base_of
from interpreter.table.routes.requests import likely_width, wants_json
from interpreter.table.showing import drawing, pages, programs
from interpreter.table.showing.release import OLD_PAGE, release
from interpreter.table.showing.updates import Updates, called, looking_of, player_of, whole
from interpreter.table.showing.why import answer_to
from interpreter.table.stores.rows import ONLOOKER, SeatRow
from interpreter.table.stores.store import StoreDown
from interpreter.table.texts import RulesChanged

_PULSE_S: Final = 15.0
_SAID: Final = 200
_LONGEST_WAIT_S: Final = 25


class Seeing:
    """The endpoints that show something."""

    def __init__(self, asking: Asking, *, for_author: bool = False) -> None:
        """Begin with nobody who looks. `for_author`: pages link to what is there for authors."""
        self._for_author = for_author
        self._asking = asking
        self._hall = asking.hall
        self._updates = Updates()

    async def page(self, request: Request) -> Response:
        """Show the table as a seat sees it; `step`: as it was then."""
        seat = await self._asking.seat(request)
        if seat.seat != ONLOOKER:
            room = await run_in_threadpool(self._hall.lobby.room, seat.table)
            if room.phase == "open":
                return RedirectResponse(f"{base_of(seat)}/lobby", 303)
        said = request.query_params.get("said", "")[:_SAID]
        return await self.table(request, seat, said)

    async def table(
        self, request: Request, seat: SeatRow, said: str, status: int = 200
    ) -> Response:
        """Return the page of a seat, in the width that its browser is likely to have."""
        query = request.query_params
        width = likely_width(request)

        def drawn() -> str:
            self._asking.check_begun(seat)
            live, looking = self._looking(seat, query, width)
            return pages.seat_page(live, looking, said)

        return HTMLResponse(await run_in_threadpool(drawn), status)

    async def update(self, request: Request) -> Response:
        """Return what a browser does not have yet of its page.

        With `n` and `wait` the answer waits, so many seconds at most, until more has happened.
        """
        seat = await self._asking.looking(request)
        asked = request.query_params
        if is_old(asked):
            return JSONResponse({"reason": OLD_PAGE, "reload": True}, 409)
        n, wait = whole(asked.get("n", "")), whole(asked.get("wait", ""))
        if n is not None and wait is not None:
            await self._happened(seat, n, min(wait, _LONGEST_WAIT_S))
        found = await run_in_threadpool(self.updated, seat, asked)
        return self.told(seat, asked, found, JSONResponse(found))

    def told(
        self, seat: SeatRow, asked: Mapping[str, str], update: Json, answer: JSONResponse
    ) -> Response:
        """Return an answer that has an update in it, packed for browsers that ask for that."""
        if "packed" not in asked:
            return answer
        body = self._updates.packed(seat, asked, update, bytes(answer.body))
        return Response(body, answer.status_code, media_type="application/octet-stream")

    def updated(self, seat: SeatRow, asked: Mapping[str, str]) -> dict[str, Json]:
        """Return what a browser does not have yet of its page."""
        self._asking.check_begun(seat)
        live, looking = self._looking(seat, asked, drawing.WIDE)
        return self._updates.update(live, looking, asked)

    def _looking(
        self, seat: SeatRow, asked: Mapping[str, str], width: int
    ) -> tuple[Live, pages.Looking]:
        """Return the play of a table now, and how a seat looks at it."""
        live = self._hall.live(seat.table)
        looking = looking_of(seat, base_of(seat), asked, width)
        notice, early = self._hall.notice(seat), self._hall.early(seat, live)
        rows = self._hall.seats(seat.table)
        names = tuple(called(row) for row in rows if row.seat != ONLOOKER)
        return live, attrs.evolve(
            looking,
            notice=notice,
            early=early,
            names=names,
            author=f"/author/{seat.table}" if self._for_author else "",
        )

    async def _happened(self, seat: SeatRow, n: int, wait: int) -> None:
        """Wait until more than `n` entries are there, or for so many seconds."""
        loop = asyncio.get_running_loop()
        news = asyncio.Event()
        end = self._hall.subscribe(seat.table, lambda: _set(loop, news))
        try:
            if (await run_in_threadpool(self._hall.live, seat.table)).n <= n:
                await asyncio.wait_for(news.wait(), wait)
        except TimeoutError:
            return
        finally:
            end()

    async def why(self, request: Request) -> Response:
        """Say why a thing of the picture (`thing`) cannot be chosen, or what a name means."""
        seat = await self._asking.questioning(request)
        asked = request.query_params

        def answered() -> str:
            return answer_to(self._hall.live(seat.table), seat.seat, asked, asked.getlist("thing"))

        answer = await run_in_threadpool(answered)
        if wants_json(request):
            return JSONResponse({"answer": answer})
        return await self.table(request, seat, answer)

    async def view(self, request: Request) -> Response:
        """Return how far the table has come, and what the seat sees and may do, as JSON."""
        seat = await self._asking.playing(request)
        return JSONResponse(await run_in_threadpool(self.viewed, seat))

    def viewed(self, seat: SeatRow) -> dict[str, Json]:
        """Return how far the table has come, and what a seat sees and may do."""
        rows = self._hall.store.seats(seat.table)
        live = self._hall.live(seat.table)
        return programs.view(live, rows, player_of(seat), self._hall.early(seat, live))

    async def events(self, request: Request) -> Response:
        """Return what the seat was told behind event number `since`, as JSON."""
        seat = await self._asking.playing(request)
        since = whole(request.query_params.get("since", "")) or 0
        live = await run_in_threadpool(self._hall.live, seat.table)
        return JSONResponse(programs.events(live, player_of(seat), since))

    async def stream(self, request: Request) -> Response:
        """Say, as server-sent events, when the table has changed; `n` counts what happened.

        One event comes at once, so that nothing that happened between page and stream is missed.
        """
        seat = await self._asking.seat(request)
        loop = asyncio.get_running_loop()
        news = asyncio.Event()
        end = self._hall.subscribe(seat.table, lambda: _set(loop, news))
        try:
            first = await run_in_threadpool(self._hall.live, seat.table)
        except BaseException:
            end()
            raise

        async def events() -> AsyncIterator[str]:
            n = first.n
            try:
                yield f"retry: 2000\nid: {n}\ndata: {n}\n\n"
                while True:  # until who listens goes: the answer is cancelled then
                    try:
                        await asyncio.wait_for(news.wait(), _PULSE_S)
                    except TimeoutError:
                        yield ": still here\n\n"
                        continue
                    news.clear()
                    try:
                        before, n = n, (await run_in_threadpool(self._hall.live, seat.table)).n
                    except (StoreDown, RulesError, RulesChanged):
                        return  # who listens comes back, and is told then what is wrong
                    yield f"id: {n}\ndata: {n}\n\n"
                    if n == before:
                        yield f"event: again\ndata: {n}\n\n"
            finally:
                end()

        headers = {"X-Accel-Buffering": "no", "Cache-Control": "no-store, no-transform"}
        return StreamingResponse(events(), media_type="text/event-stream", headers=headers)


def is_old(asked: Mapping[str, str]) -> bool:
    """Return whether a page asks that has the script of another release."""
    return "client" in asked and asked.get("release") != release()


def _set(loop: asyncio.AbstractEventLoop, news: asyncio.Event) -> None:
    with suppress(RuntimeError):  # the server has ended meanwhile
        loop.call_soon_threadsafe(news.set)
