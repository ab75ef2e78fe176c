"""Messages of the Debug Adapter Protocol over two streams of bytes.

Source: https://microsoft.github.io/debug-adapter-protocol/overview, "Base Protocol": a header
`Content-Length: N`, an empty line, and N bytes of JSON in UTF-8.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import BinaryIO, Final

from interpreter.formats import Json

_MOST: Final = 16_000_000
_LINE: Final = 1_000


class WireError(Exception):
    """What came is no message of the protocol."""


def messages(stream: BinaryIO) -> Iterator[dict[str, Json]]:
    """Yield the messages that come, up to the end of the stream.

    >>> from io import BytesIO
    >>> list(messages(BytesIO(written({"seq": 1, "type": "event", "event": "initialized"}))))
    [{'seq': 1, 'type': 'event', 'event': 'initialized'}]

    Raises:
        WireError: it is no message.
    """
    while (length := _length(stream)) is not None:
        body = stream.read(length)
        if len(body) < length:
            raise WireError("a message ends too early")
        try:
            found = json.loads(body)
        except ValueError as error:
            raise WireError(f"a message is no JSON: {error}") from error
        if not isinstance(found, dict):
            raise WireError("a message is no object")
        yield found


def _length(stream: BinaryIO) -> int | None:
    """Read a header; return how many bytes follow, None at the end of the stream."""
    length: int | None = None
    seen = False
    while True:
        line = stream.readline(_LINE)
        if not line and not seen:
            return None
        seen = True
        if line in (b"\r\n", b"\n"):
            break
        name, colon, value = line.partition(b":")
        if not (line.endswith(b"\n") and colon):
            raise WireError("a message does not begin with `Content-Length: N`")
        if name.strip().lower() == b"content-length" and value.strip().isdigit():
            length = int(value)
    if length is None or length > _MOST:
        raise WireError(f"a message says no length, or one above {_MOST:,} bytes")
    return length


def written(message: Mapping[str, Json]) -> bytes:
    """Return a message as it goes over the wire."""
    body = json.dumps(message, ensure_ascii=False).encode()
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)
