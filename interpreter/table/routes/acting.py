"""What a seat does: sits down, chooses, takes back, and says who sits where."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from interpreter.faults import IllegalAction
from interpreter.formats import Json
from interpreter.table.answers import Answer
from interpreter.table.hall import DONE, STALE
from interpreter.table.routes.asking import Asking, base_of
from interpreter.table.routes.requests import Refused, fields_of, wants_json
from interpreter.table.routes.seeing import Seeing, is_old
from interpreter.table.showing import pages
from interpreter.table.showing.release import OLD_PAGE
from interpreter.table.showing.seating import Said, asked, seating
from interpreter.table.showing.updates import whole
from interpreter.table.stores.rows import ONLOOKER, SeatRow
from interpreter.table.stores.store import Overtaken

_ACTION: Final = 200


class Acting:
    """The endpoints that change something."""

    def __init__(self, asking: Asking, seeing: Seeing) -> None:
        """Keep both."""
        self._asking = asking
        self._seeing = seeing
        self._hall = asking.hall

    async def join(self, request: Request) -> Response:
        """Take a seat: the token comes by POST, and a cookie for the seat goes back."""
        if request.method == "GET":
            return HTMLResponse(pages.join_page())
        fields = await fields_of(request)
        seat = await run_in_threadpool(self._hall.seat_of, fields.get("token", "").strip())
        if seat is None:
            page = pages.join_page("That code opens no seat; perhaps there is a newer link.")
            return HTMLResponse(page, 401)
        response = RedirectResponse(base_of(seat), 303)
        self._asking.seated(response, seat, fields["token"].strip())
        return response

    async def lobby(self, request: Request) -> Response:
        """Show who sits where, and change it as the forms of that page ask."""
        said, status = Said(), 200
        if request.method == "GET":
            seat = await self._asking.seat(request)
        else:
            seat, fields = await self._asking.acting(request)
            try:
                said = await run_in_threadpool(asked, self._hall.lobby, seat, fields)
            except IllegalAction as refusal:
                said, status = Said(str(refusal)), 422
            except Overtaken as error:
                raise Refused(409, "others changed the seats: look again") from error
            if not said.text:
                begun = fields.get("do") == "start"
                return RedirectResponse(base_of(seat) + ("" if begun else "/lobby"), 303)
        if seat.seat == ONLOOKER:
            return RedirectResponse(base_of(seat), 303)
        room = await run_in_threadpool(self._hall.lobby.room, seat.table)
        here = self._asking.address(request)
        page = pages.lobby_page(seating(room, seat.seat, base_of(seat), said, here), base_of(seat))
        response = HTMLResponse(page, status)
        if said.own:
            self._asking.seated(response, seat, said.token)
        return response

    async def choose(self, request: Request) -> Response:
        """Take a choice: `action` (id or text), `revision`, `key`."""
        seat, fields = await self._asking.acting(request)
        text = fields.get("action", "")
        if not 0 < len(text) <= _ACTION:
            raise Refused(422, "name an action, such as one of those that are listed")
        action = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else text
        revision = whole(fields.get("revision", ""))
        return await self._answered(
            request,
            seat,
            fields,
            lambda: self._hall.choose(seat, action, revision, fields.get("key", "")),
        )

    async def undo(self, request: Request) -> Response:
        """Take back the seat's last choice."""
        seat, fields = await self._asking.acting(request)
        return await self._answered(
            request, seat, fields, lambda: self._hall.undo(seat, fields.get("key", ""))
        )

    async def back(self, request: Request) -> Response:
        """Take back the seat's last choice, or ask for that; answer `agree` or `decline`."""
        seat, fields = await self._asking.acting(request)
        key, answer = fields.get("key", ""), fields.get("answer", "")

        def ask() -> Answer:
            if answer in ("agree", "decline"):
                return self._hall.answer_back(seat, agrees=answer == "agree", key=key)
            return self._hall.ask_back(seat, key)

        return await self._answered(request, seat, fields, ask)

    async def author(self, request: Request) -> Response:
        """Let the host go on, as `do` says: `back` to before what a changed text forbids."""
        seat, fields = await self._asking.acting(request)
        if fields.get("do") != "back":
            raise Refused(422, "say what is to be done: back")
        try:
            await run_in_threadpool(self._hall.go_back, seat)
        except IllegalAction as refusal:
            raise Refused(422, str(refusal)) from refusal
        if wants_json(request):
            return JSONResponse({"reason": None})
        return RedirectResponse(base_of(seat), 303)

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
            if answer.status == STALE:
                told["now"] = await run_in_threadpool(self._seeing.viewed, seat)
            if is_old(fields):  # its choice is made all the same: what it needs never changed
                told |= {"reason": answer.reason or OLD_PAGE, "reload": True}
            elif "client" in fields:
                update = await run_in_threadpool(self._seeing.updated, seat, fields)
                told["update"] = update
                whole_answer = JSONResponse(told, answer.status)
                return self._seeing.told(seat, fields, update, whole_answer)
            return JSONResponse(told, answer.status)
        if answer.status == DONE:
            return RedirectResponse(base_of(seat), 303)
        return await self._seeing.table(request, seat, answer.reason or "", answer.status)
