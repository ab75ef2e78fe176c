"""What every node of the core tree shares."""

from __future__ import annotations

from typing import TypeAlias

import attrs

from rulelang.source import NOWHERE, Span

Value: TypeAlias = "int | tuple[Value, ...] | None"


def span_field() -> Span:
    """Return the field that says where a node was written; it is no part of what the node is."""
    return attrs.field(default=NOWHERE, repr=False, eq=False)
