"""A PDF with its small objects packed: most of a tagged one says in plain text what is where.

    before:  thousands of objects in plain text, and a table with where each begins
    after:   streams of 200 objects each, compressed, and a compressed table

Streams (pages, fonts) stay as they are, and what has not the form that typst writes stays whole.

Source: ISO 32000-1, 7.5.7 (object streams) and 7.5.8 (cross-reference streams).
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping
from typing import Final

_TAIL: Final = re.compile(rb"trailer\s*<<(.*)>>\s*startxref\s+(\d+)\s+%%EOF\s*", re.DOTALL)
_TABLE: Final = re.compile(rb"xref\s+0 (\d+)\s+")
_ENTRY: Final = re.compile(rb"(\d{10}) 00000 n\s\s|\d{10} 65535 f\s\s")
_OBJECT: Final = re.compile(rb"(\d+) 0 obj\b\s*(.*?)\s*endobj\s*", re.DOTALL)
_MOST: Final = 200
_LEVEL: Final = 9


def packed(pdf: bytes) -> bytes:
    """Return a PDF with the same objects, smaller."""
    tail = _TAIL.search(pdf, pdf.rfind(b"trailer"))
    if tail is None:
        return pdf
    begin = int(tail[2])
    places = _places(pdf, begin)
    objects = _objects(pdf, begin, places) if places else {}
    if not objects or b"/Encrypt" in tail[1]:
        return pdf
    return _written(pdf[: min(places)], objects, tail[1])


def _places(pdf: bytes, begin: int) -> list[int]:
    """Return where the objects begin that the table names; [] where there is no such table."""
    head = _TABLE.match(pdf, begin)
    if head is None:
        return []
    places, at = [], head.end()
    for _ in range(int(head[1])):
        entry = _ENTRY.match(pdf, at)
        if entry is None:
            return []
        if entry[1] is not None:
            places.append(int(entry[1]))
        at = entry.end()
    return sorted(places)


def _objects(pdf: bytes, begin: int, places: list[int]) -> dict[int, bytes]:
    """Return each object by its number; {} where something else stands between them."""
    found: dict[int, bytes] = {}
    for at, past in zip(places, [*places[1:], begin], strict=True):
        whole = _OBJECT.fullmatch(pdf, at, past)
        if whole is None:
            return {}
        found[int(whole[1])] = whole[2]
    return found


def _written(head: bytes, objects: Mapping[int, bytes], trailer: bytes) -> bytes:
    out = bytearray(head)
    table: dict[int, tuple[int, int, int]] = {0: (0, 0, 65_535)}
    loose = [number for number in sorted(objects) if not objects[number].endswith(b"endstream")]
    for number in sorted(set(objects) - set(loose)):
        table[number] = 1, len(out), 0
        out += b"%d 0 obj\n%b\nendobj\n" % (number, objects[number])
    last = max(objects)
    for first in range(0, len(loose), _MOST):
        last += 1
        group = loose[first : first + _MOST]
        table |= {number: (2, last, at) for at, number in enumerate(group)}
        table[last] = 1, len(out), 0
        out += _stream(last, *_joined([(number, objects[number]) for number in group]))
    last += 1
    table[last] = 1, len(out), 0
    begin = len(out)
    rows = (table.get(number, (0, 0, 65_535)) for number in range(last + 1))
    data = b"".join(bytes([kind]) + _pair(one, other) for kind, one, other in rows)
    kept = re.sub(rb"/Size\s+\d+", b"", trailer)
    out += _stream(last, b"/Type/XRef/W[1 4 2]/Size %d%b" % (last + 1, kept), data)
    return bytes(out + b"startxref\n%d\n%%%%EOF" % begin)


def _pair(one: int, other: int) -> bytes:
    return one.to_bytes(4, "big") + other.to_bytes(2, "big")


def _joined(group: list[tuple[int, bytes]]) -> tuple[bytes, bytes]:
    """Return what an object stream says of itself, and its content: numbers, places, objects."""
    places, bodies = [], b""
    for number, body in group:
        places.append(b"%d %d " % (number, len(bodies)))
        bodies += body + b"\n"
    head = b"".join(places)
    return b"/Type/ObjStm/N %d/First %d" % (len(group), len(head)), head + bodies


def _stream(number: int, said: bytes, data: bytes) -> bytes:
    content = zlib.compress(data, _LEVEL)
    return b"%d 0 obj\n<<%b/Filter/FlateDecode/Length %d>>\nstream\n%b\nendstream\nendobj\n" % (
        number, said, len(content), content
    )  # fmt: skip
