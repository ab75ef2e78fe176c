"""Run the application of a hall on a socket until it is asked to end."""

from __future__ import annotations

import socket

import uvicorn

from interpreter.table.hall import Hall
from interpreter.table.routes.application import application
from interpreter.table.routes.authoring import Author
from interpreter.table.routes.connections import Connection
from interpreter.table.uploads import Reader

_GRACE_S = 2


def serve(
    hall: Hall,
    door: socket.socket,
    *,
    secure: bool = False,
    reader: Reader | None = None,
    author: Author | None = None,
) -> None:
    """Serve a hall at a socket that is bound, until Ctrl-C or a signal to end.

    `secure`: a proxy in front has https, and browsers send cookies by it alone. `reader`:
    strangers may bring rule texts. `author`: it runs for the author of its texts alone.

    No compression is held open for streams, and no request is logged: addresses of seats stay out
    of files.
    """
    config = configuration(hall, secure=secure, reader=reader, author=author)
    uvicorn.Server(config).run(sockets=[door])


def configuration(
    hall: Hall,
    *,
    secure: bool = False,
    reader: Reader | None = None,
    author: Author | None = None,
) -> uvicorn.Config:
    """Return how the application of a hall is served; the arguments are those of `serve`."""
    return uvicorn.Config(
        application(hall, secure=secure, reader=reader, author=author),
        http=Connection,
        ws="none",
        access_log=False,
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=_GRACE_S,
    )
