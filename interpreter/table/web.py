"""The routes of a table over HTTP: pages, choices, and a stream that says when to look again.

Needs the extra `table` (Starlette; a server such as uvicorn runs what `application` returns).

A seat is known by a cookie that its link left behind. What changes something is a POST, which a
browser sends from our own pages alone: its `Origin` (or `Sec-Fetch-Site`) is looked at each time.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from functools import wraps
from html import escape
from importlib.resources import files
from typing import Final, TypeAlias

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import (
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Route

from interpreter.faults import IllegalAction
from interpreter.formats import Json
from interpreter.load import RulesError
from interpreter.table import drawing, openapi, pages, programs
from interpreter.table.hall import DONE, NOT_BEGUN, Answer, Hall
from interpreter.table.limits import Limits
from interpreter.table.requests import Refused, fields_of, likely_width, wants_json
from interpreter.table.rows import ONLOOKER, SeatRow
from interpreter.table.seating import Said, asked, seating
from interpreter.table.store import Overtaken, StoreDown
from interpreter.table.texts import RulesChanged
from interpreter.table.tokens import is_id
from interpreter.table.updates import Updates, looking_of, player_of, whole
from interpreter.table.why import answer_to

Endpoint: TypeAlias = Callable[[Request], Awaitable[Response]]

_COOKIE_S: Final = 180 * 24 * 3600
_PULSE_S: Final = 15.0
_ACTION: Final = 200
_WATCH: Final = "watch"
_LONGEST_WAIT_S: Final = 25
_KINDS: Final = {".css": "text/css", ".js": "text/javascript"}
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_HEADERS: Final = {
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}


def application(hall: Hall, *, secure: bool = False) -> Starlette:
    """Return the ASGI application of a hall. `secure`: it is reached over https alone."""
    web = _Web(hall, secure=secure)
    seat = "/t/{table}/{seat}"
    routes = [
        Route("/", web.told(web.home)),
        Route("/join", web.told(web.join), methods=["GET", "POST"]),
        Route(seat, web.told(web.page)),
        Route(f"{seat}/view", web.told(web.view)),
        Route(f"{seat}/events", web.told(web.events)),
        Route(f"{seat}/update", web.told(web.update)),
        Route(f"{seat}/why", web.told(web.why)),
        Route(f"{seat}/stream", web.told(web.stream)),
        Route(f"{seat}/choices", web.told(web.choose), methods=["POST"]),
        Route(f"{seat}/undo", web.told(web.undo), methods=["POST"]),
        Route(f"{seat}/back", web.told(web.back), methods=["POST"]),
        Route(f"{seat}/lobby", web.told(web.lobby), methods=["GET", "POST"]),
        Route("/static/{name}", web.told(web.static)),
        Route("/health", web.told(web.health)),
        Route("/metrics", web.told(web.metrics)),
        Route("/openapi.json", web.told(web.described)),
    ]
    web.routes = [(route.path, route.methods or (), route.endpoint) for route in routes]
    return Starlette(routes=routes, middleware=[Middleware(GZipMiddleware)])


class _Web:
    """The endpoints."""

    def __init__(self, hall: Hall, *, secure: bool) -> None:
        self.hall = hall
        self.secure = secure
        self.limits = Limits(rate=10.0, burst=40)
        self.questions = Limits(rate=5.0, burst=20)
        self.looks = Limits(rate=50.0, burst=300)
        self.updates = Updates()
        self.routes: list[openapi.Described] = []

    def told(self, endpoint: Endpoint) -> Endpoint:
        """Return an endpoint that answers what it refuses, and sets the headers of all answers."""

        @wraps(endpoint)
        async def answered(request: Request) -> Response:
            began = time.perf_counter()
            try:
                response = await endpoint(request)
            except Refused as refusal:
                response = _refusal(request, refusal.status, refusal.sentence)
            except StoreDown:
                response = _refusal(request, 503, "the database cannot be reached: try again soon")
            except RulesChanged as error:
                response = _refusal(request, 409, str(error))
            except RulesError:
                response = _refusal(
                    request, 409, "this release cannot read the rules of the table"
                )
            except ClientDisconnect:
                response = Response(status_code=400)
            self.hall.meters.count("rulelang_requests_total", status=str(response.status_code))
            if request.method == "POST":
                self.hall.meters.took(time.perf_counter() - began)
            for name, value in _HEADERS.items():
                response.headers.setdefault(name, value)
            if "Content-Security-Policy" not in response.headers:
                response.headers["Content-Security-Policy"] = _POLICY
            return response

        return answered

    # ------------------------------------------------------------ pages

    async def home(self, _: Request) -> Response:
        """Say what is here; which tables there are is nobody's business."""
        return HTMLResponse(pages.plain_page("rulelang", "<p>Open the link to your seat.</p>"))

    async def join(self, request: Request) -> Response:
        """Take a seat: the token comes by POST, and a cookie for the seat goes back."""
        if request.method == "GET":
            return HTMLResponse(pages.join_page())
        fields = await fields_of(request)
        seat = await run_in_threadpool(self.hall.seat_of, fields.get("token", "").strip())
        if seat is None:
            page = pages.join_page("That code opens no seat; perhaps there is a newer link.")
            return HTMLResponse(page, 401)
        response = RedirectResponse(_base(seat), 303)
        self._seated(response, seat, fields["token"].strip())
        return response

    def _seated(self, response: Response, seat: SeatRow, token: str) -> None:
        """Let a browser keep the token of a seat, for the pages of that seat alone."""
        response.set_cookie(
            _cookie(seat.seat),
            token,
            max_age=_COOKIE_S,
            path=_base(seat),
            httponly=True,
            samesite="lax",
            secure=self.secure,
        )

    async def lobby(self, request: Request) -> Response:
        """Show who sits where, and change it as the forms of that page ask."""
        said, status = Said(), 200
        if request.method == "GET":
            seat = await self._seat(request)
        else:
            seat, fields = await self._asking(request)
            try:
                said = await run_in_threadpool(asked, self.hall.lobby, seat, fields)
            except IllegalAction as refusal:
                said, status = Said(str(refusal)), 422
            except Overtaken as error:
                raise Refused(409, "others changed the seats: look again") from error
            if not said.text:
                begun = fields.get("do") == "start"
                return RedirectResponse(_base(seat) + ("" if begun else "/lobby"), 303)
        if seat.seat == ONLOOKER:
            return RedirectResponse(_base(seat), 303)
        room = await run_in_threadpool(self.hall.lobby.room, seat.table)
        here = str(request.base_url).rstrip("/")
        page = pages.lobby_page(seating(room, seat.seat, _base(seat), said, here), _base(seat))
        response = HTMLResponse(page, status)
        if said.own:
            self._seated(response, seat, said.token)
        return response

    async def page(self, request: Request) -> Response:
        """Show the table as a seat sees it; `step`: as it was then."""
        seat = await self._seat(request)
        if seat.seat != ONLOOKER:
            room = await run_in_threadpool(self.hall.lobby.room, seat.table)
            if room.phase == "open":
                return RedirectResponse(f"{_base(seat)}/lobby", 303)
        said = request.query_params.get("said", "")[:_ACTION]
        return await self._table(request, seat, said)

    async def _table(
        self, request: Request, seat: SeatRow, said: str, status: int = 200
    ) -> Response:
        """Return the page of a seat, in the width that its browser is likely to have."""
        query = request.query_params
        looking = looking_of(seat, _base(seat), query, likely_width(request))

        def drawn() -> str:
            self._check_begun(seat)
            return pages.seat_page(self.hall.live(seat.table), looking, said)

        return HTMLResponse(await run_in_threadpool(drawn), status)

    async def update(self, request: Request) -> Response:
        """Return what a browser does not have yet of its page.

        With `n` and `wait` the answer waits, so many seconds at most, until more has happened.
        """
        seat = await self._seat(request)
        if not self.looks.allow(f"{seat.table}/{seat.seat}", time.monotonic()):
            raise Refused(429, "too many requests: wait a second")
        asked = request.query_params
        n, wait = whole(asked.get("n", "")), whole(asked.get("wait", ""))
        if n is not None and wait is not None:
            await self._happened(seat, n, min(wait, _LONGEST_WAIT_S))
        return JSONResponse(await run_in_threadpool(self._updated, seat, asked))

    def _updated(self, seat: SeatRow, asked: Mapping[str, str]) -> dict[str, Json]:
        self._check_begun(seat)
        looking = looking_of(seat, _base(seat), asked, drawing.WIDE)
        return self.updates.update(self.hall.live(seat.table), looking, asked)

    async def _happened(self, seat: SeatRow, n: int, wait: int) -> None:
        """Wait until more than `n` entries are there, or for so many seconds."""
        loop = asyncio.get_running_loop()
        news = asyncio.Event()
        end = self.hall.subscribe(seat.table, lambda: _set(loop, news))
        try:
            if (await run_in_threadpool(self.hall.live, seat.table)).n <= n:
                await asyncio.wait_for(news.wait(), wait)
        except TimeoutError:
            return
        finally:
            end()

    async def why(self, request: Request) -> Response:
        """Say why a thing of the picture (`thing`) cannot be chosen, or what a name means."""
        seat = await self._playing(request)
        player = player_of(seat)
        if player is None:
            raise Refused(403, "who looks on does not choose")
        if not self.questions.allow(f"{seat.table}/{seat.seat}", time.monotonic()):
            raise Refused(429, "too many questions: wait a second")
        asked = request.query_params

        def answered() -> str:
            return answer_to(self.hall.live(seat.table), player, asked, asked.getlist("thing"))

        answer = await run_in_threadpool(answered)
        if wants_json(request):
            return JSONResponse({"answer": answer})
        return await self._table(request, seat, answer)

    async def view(self, request: Request) -> Response:
        """Return how far the table has come, and what the seat sees and may do, as JSON."""
        seat = await self._playing(request)

        def found() -> dict[str, Json]:
            rows = self.hall.store.seats(seat.table)
            return programs.view(self.hall.live(seat.table), rows, player_of(seat))

        return JSONResponse(await run_in_threadpool(found))

    async def events(self, request: Request) -> Response:
        """Return what the seat was told behind event number `since`, as JSON."""
        seat = await self._playing(request)
        since = whole(request.query_params.get("since", "")) or 0
        live = await run_in_threadpool(self.hall.live, seat.table)
        return JSONResponse(programs.events(live, player_of(seat), since))

    async def static(self, request: Request) -> Response:
        """Return the script or the style of the pages."""
        name = request.path_params["name"]
        kind = _KINDS.get(name[name.rfind(".") :])
        if kind is None or name not in ("table.css", "table.js", "picture.css"):
            raise Refused(404, "there is no such file")
        if name == "picture.css":
            text = drawing.style()
        else:
            text = files("interpreter").joinpath("table", "static", name).read_text("utf-8")
        return Response(text, media_type=kind, headers={"Cache-Control": "max-age=60"})

    async def health(self, _: Request) -> Response:
        """Say whether the database answers."""
        await run_in_threadpool(self.hall.store.seat_of, bytes(32))
        return PlainTextResponse("well\n")

    async def described(self, _: Request) -> Response:
        """Describe all of this as OpenAPI."""
        return JSONResponse(openapi.document(self.routes))

    async def metrics(self, _: Request) -> Response:
        """Return what the server counts, as Prometheus reads it."""
        return PlainTextResponse(self.hall.metrics())

    # ------------------------------------------------------------ choices

    async def choose(self, request: Request) -> Response:
        """Take a choice: `action` (id or text), `revision`, `key`."""
        seat, fields = await self._asking(request)
        text = fields.get("action", "")
        if not 0 < len(text) <= _ACTION:
            raise Refused(422, "name an action, such as one of those that are listed")
        action = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else text
        revision = whole(fields.get("revision", ""))
        return await self._answered(
            request,
            seat,
            fields,
            lambda: self.hall.choose(seat, action, revision, fields.get("key", "")),
        )

    async def undo(self, request: Request) -> Response:
        """Take back the seat's last choice."""
        seat, fields = await self._asking(request)
        return await self._answered(
            request, seat, fields, lambda: self.hall.undo(seat, fields.get("key", ""))
        )

    async def back(self, request: Request) -> Response:
        """Take back the seat's last choice, or ask for that; answer `agree` or `decline`."""
        seat, fields = await self._asking(request)
        key, answer = fields.get("key", ""), fields.get("answer", "")

        def ask() -> Answer:
            if answer in ("agree", "decline"):
                return self.hall.answer_back(seat, agrees=answer == "agree", key=key)
            return self.hall.ask_back(seat, key)

        return await self._answered(request, seat, fields, ask)

    async def _asking(self, request: Request) -> tuple[SeatRow, dict[str, str]]:
        seat = await self._seat(request)
        if seat.seat == ONLOOKER:
            raise Refused(403, "who looks on does not choose")
        if not self.limits.allow(f"{seat.table}/{seat.seat}", time.monotonic()):
            raise Refused(429, "too many requests: wait a second")
        return seat, await fields_of(request)

    async def _answered(
        self,
        request: Request,
        seat: SeatRow,
        fields: Mapping[str, str],
        ask: Callable[[], Answer],
    ) -> Response:
        try:
            answer = await run_in_threadpool(ask)
        except ValueError as error:
            raise Refused(422, str(error)) from error
        if wants_json(request):
            told: dict[str, Json] = {"revision": answer.revision, "reason": answer.reason}
            if "client" in fields:
                told["update"] = await run_in_threadpool(self._updated, seat, fields)
            return JSONResponse(told, answer.status)
        if answer.status == DONE:
            return RedirectResponse(_base(seat), 303)
        return await self._table(request, seat, answer.reason or "", answer.status)

    # ------------------------------------------------------------ the stream

    async def stream(self, request: Request) -> Response:
        """Say, as server-sent events, when the table has changed; `n` counts what happened.

        One event comes at once, so that nothing that happened between page and stream is missed.
        """
        seat = await self._seat(request)
        loop = asyncio.get_running_loop()
        news = asyncio.Event()
        end = self.hall.subscribe(seat.table, lambda: _set(loop, news))
        try:
            first = await run_in_threadpool(self.hall.live, seat.table)
        except BaseException:
            end()
            raise

        async def events() -> AsyncIterator[str]:
            n = first.n
            try:
                yield f"retry: 2000\nid: {n}\ndata: {n}\n\n"
                while not await request.is_disconnected():
                    try:
                        await asyncio.wait_for(news.wait(), _PULSE_S)
                    except TimeoutError:
                        yield ": still here\n\n"
                        continue
                    news.clear()
                    n = (await run_in_threadpool(self.hall.live, seat.table)).n
                    yield f"id: {n}\ndata: {n}\n\n"
            finally:
                end()

        headers = {"X-Accel-Buffering": "no", "Cache-Control": "no-store, no-transform"}
        return StreamingResponse(events(), media_type="text/event-stream", headers=headers)

    # ------------------------------------------------------------ who asks

    async def _seat(self, request: Request) -> SeatRow:
        """Return the seat that a request is for, if its cookie opens it."""
        table, number = request.path_params["table"], _seat_named(request.path_params["seat"])
        token = request.cookies.get(_cookie(number), "")
        found = await run_in_threadpool(self.hall.seat_of, token) if is_id(table) else None
        if found is None or (found.table, found.seat) != (table, number):
            raise Refused(401, "this seat is not yours: open the link to it")
        return found

    async def _playing(self, request: Request) -> SeatRow:
        """Return the seat that a request is for, once it may see something."""
        seat = await self._seat(request)
        await run_in_threadpool(self._check_begun, seat)
        return seat

    def _check_begun(self, seat: SeatRow) -> None:
        """Let nobody see what is dealt before play begins: who passes links on has them all."""
        if seat.seat != ONLOOKER and not self.hall.has_begun(seat.table):
            raise Refused(409, NOT_BEGUN)


def _refusal(request: Request, status: int, sentence: str) -> Response:
    if wants_json(request):
        return JSONResponse({"reason": sentence}, status)
    return HTMLResponse(pages.plain_page("That cannot be", f"<p>{escape(sentence)}</p>"), status)


def _cookie(seat: int) -> str:
    return "watch" if seat == ONLOOKER else f"seat{seat}"


def _base(seat: SeatRow) -> str:
    """Return the address of a seat: players by number, `watch` for those who look on."""
    return f"/t/{seat.table}/{_WATCH if seat.seat == ONLOOKER else seat.seat}"


def _seat_named(text: str) -> int:
    if text == _WATCH:
        return ONLOOKER
    number = whole(text)
    if number is None:
        raise Refused(404, "there is no such seat")
    return number


def _set(loop: asyncio.AbstractEventLoop, news: asyncio.Event) -> None:
    if not loop.is_closed():
        loop.call_soon_threadsafe(news.set)
