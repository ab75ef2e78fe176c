"""Which pages and which script this server sends: they have to fit each other.

A page that stays open while its server is replaced has the script of the release before. It says
which one that is each time it asks for news, and is told where that is another than this.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from typing import Final

from interpreter.table.showing.sent import SENT
from rulelang.keeping import disk

OLD_PAGE: Final = "the server has another release than this page: load the page again"
_LONG: Final = 10


@cache
def release() -> str:
    """Return what names the pages and the script of this server.

    >>> release() == release(), len(release())
    (True, 10)
    """
    named = (disk.release(), *(text() for text in SENT.values()))
    return sha256("\0".join(named).encode()).hexdigest()[:_LONG]
