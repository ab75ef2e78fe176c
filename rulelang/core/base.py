"""What every node of the core tree shares."""

from __future__ import annotations

from typing import Final, TypeAlias

import attrs

from rulelang.source import NOWHERE, Span

Value: TypeAlias = "int | tuple[Value, ...] | None"


RARE: Final = "rare"
"""Marks a field that the hash of a specification takes in only where it is not the default."""


def span_field() -> Span:
    """Return the field that says where a node was written; it is no part of what the node is."""
    return attrs.field(default=NOWHERE, repr=False, eq=False)
