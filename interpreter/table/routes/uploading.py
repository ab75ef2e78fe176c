"""Tables for the rule texts of strangers, where whoever runs the server lets them.

Texts go through `uploads` before anybody plays. Who sent one sits in the first seat of its table
and gives the others away in the lobby.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from interpreter.faults import UsageError
from interpreter.load import RulesError, load
from interpreter.table.hall import Hall
from interpreter.table.opening import Opened
from interpreter.table.routes.asking import Asking, base_of
from interpreter.table.routes.limits import Limits
from interpreter.table.routes.requests import Refused, fields_of, wants_json
from interpreter.table.showing import pages
from interpreter.table.showing.updates import whole
from interpreter.table.stores.rows import SeatRow
from interpreter.table.texts import GAME, unpacked
from interpreter.table.uploads import LARGEST, Reader, Text, TooLarge, Unreadable

_HOUR_S: Final = 3600.0
_TABLES: Final = 20
_AS_A_FORM: Final = 4
"""Bytes that one may become in a form, and some."""


class Uploading:
    """The endpoint that takes texts."""

    def __init__(self, asking: Asking, reader: Reader | None) -> None:
        """Take texts if there is a reader, else none."""
        self._asking = asking
        self._reader = reader
        self._limits = Limits(rate=_TABLES / _HOUR_S, burst=_TABLES)

    async def new(self, request: Request) -> Response:
        """Show the form for a rule text, or open a table for the one that comes."""
        reader = self._reader
        if reader is None:
            raise Refused(404, "this server takes no rule texts")
        if request.method == "GET":
            return HTMLResponse(pages.upload_page())
        fields = await fields_of(request, _AS_A_FORM * LARGEST)
        address = request.client.host if request.client is not None else ""
        if not self._limits.allow(address, time.monotonic()):
            raise Refused(429, f"{_TABLES} tables an hour: wait some minutes")
        try:
            opened = await run_in_threadpool(_opened, self._asking.hall, reader, text_of(fields))
        except (Unreadable, RulesError, UsageError) as error:
            status = 413 if isinstance(error, TooLarge) else 422
            if wants_json(request):
                return JSONResponse({"reason": str(error)}, status)
            return HTMLResponse(pages.upload_page(fields, str(error)), status)
        seat = SeatRow(opened.table, 0, None, "", None)
        if wants_json(request):
            told = {"address": base_of(seat), "code": opened.tokens[0]}
            return JSONResponse(told, 201)
        response = RedirectResponse(f"{base_of(seat)}/lobby", 303)
        self._asking.seated(response, seat, opened.tokens[0])
        return response


def text_of(fields: Mapping[str, str]) -> Text:
    """Return the text that a form holds: `text`, and tables as `name1`, `table1` and so on.

    >>> text_of({"text": "game", "name1": "c.csv", "table1": "a", "options": "board=west"})
    Text(files={'game.rules': b'game', 'c.csv': b'a'}, players=None, options={'board': 'west'})
    """
    files = {GAME: fields.get("text", "").replace("\r\n", "\n").encode()}
    for field, name in fields.items():
        number = field.removeprefix("name")
        if field != number and name.strip():
            table = fields.get(f"table{number}", "").replace("\r\n", "\n")
            files[name.strip()] = table.encode()
    options = (part.partition("=") for part in fields.get("options", "").split(",") if part)
    named = {name.strip(): value.strip() for name, _, value in options}
    return Text(files, whole(fields.get("players", "")), named)


def _opened(hall: Hall, reader: Reader, text: Text) -> Opened:
    """Open a table for a text of a stranger; play begins when its host says so."""
    reader.read(text)
    with unpacked(text.files) as path:
        game = load(path, players=text.players, options=text.options)
        return hall.invite(str(path), game)
