"""Connections that have to ask: whoever holds one without a whole request is let go.

Uvicorn waits for the head of a request for ever, so that somebody could hold thousands of
connections with a byte now and then. How long a body may take says `requests`.
"""

from __future__ import annotations

import asyncio
from typing import Final

from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_S: Final = 15.0


class Connection(H11Protocol):
    """A connection that is closed where the head of a request takes longer than `HEAD_S`."""

    _late: asyncio.TimerHandle | None = None

    def connection_made(  # type: ignore[override]  # as uvicorn narrows it
        self, transport: asyncio.Transport
    ) -> None:
        """Begin to wait for a request."""
        super().connection_made(transport)
        self._late = self.loop.call_later(HEAD_S, transport.close)

    def data_received(self, data: bytes) -> None:
        """Read on; a head that has begun has to end."""
        super().data_received(data)
        if self._is_asked():
            self._forget()
        elif self._late is None:
            self._late = self.loop.call_later(HEAD_S, self.transport.close)

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._forget()
        super().connection_lost(exc)

    def _is_asked(self) -> bool:
        """Return whether a request is being answered."""
        return self.cycle is not None and not self.cycle.response_complete

    def _forget(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None
