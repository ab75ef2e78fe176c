"""What every node of the surface tree shares."""

from __future__ import annotations

import attrs

from rulelang.freezing import frozen
from rulelang.source import NOWHERE, Span


def span_field() -> Span:
    """Return the field that says where a node was written; it is no part of what the node is."""
    return attrs.field(default=NOWHERE, repr=False, eq=False)


@frozen
class Name:
    """A name as written, in a declaration or where one is used."""

    text: str
    span: Span = span_field()
