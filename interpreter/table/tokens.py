"""What a seat is known by: 128 random bits, of which the store has the hash alone."""

from __future__ import annotations

import hashlib
import re
import secrets
from typing import Final

_BYTES: Final = 16
_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{22}")
_ID: Final = re.compile(r"[a-z2-7]{10}")
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz234567"


def new_token() -> str:
    """Return a new token: 22 letters that stand for 128 bits.

    >>> len(new_token()), new_token() == new_token()
    (22, False)
    """
    return secrets.token_urlsafe(_BYTES)


def digest_of(token: str) -> bytes | None:
    """Return the hash by which the store knows a token; None for what can be no token.

    >>> digest_of("not one") is None, len(digest_of(new_token()))
    (True, 32)
    """
    if _TOKEN.fullmatch(token) is None:
        return None
    return hashlib.sha256(token.encode("ascii")).digest()


def new_id() -> str:
    """Return what a table is called in its address: ten letters, 50 bits, no secret."""
    return "".join(secrets.choice(_LETTERS) for _ in range(10))


def is_id(text: str) -> bool:
    """Return whether a table may be called so.

    >>> is_id(new_id()), is_id("../etc")
    (True, False)
    """
    return _ID.fullmatch(text) is not None
