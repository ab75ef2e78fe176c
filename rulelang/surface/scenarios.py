"""Scenarios of the surface tree: a position, what is done there, what must hold."""

from __future__ import annotations

from typing import Literal, TypeAlias

from rulelang.freezing import frozen
from rulelang.source import Span
from rulelang.surface.base import Name, span_field
from rulelang.surface.expressions import Apply, Expr


@frozen
class Setting:
    """One part of `with players 3, loom, map is east`: the players, or an option and its value.

    `value` None: the flag is on.
    """

    option: Name | None
    value: Name | None
    players: int | None
    span: Span = span_field()


@frozen
class Luck:
    """`with seed 7`; `with any chance` (`seed` None)."""

    seed: int | None
    span: Span = span_field()


@frozen
class With:
    """`with …`."""

    settings: tuple[Setting | Luck, ...]
    span: Span = span_field()


@frozen
class Item:
    """`2 Unit(p)`, `king`: `count` None is one copy, or the value of a variable."""

    count: Expr | None
    what: Expr
    span: Span = span_field()


@frozen
class Given:
    """`given Z is 2 X, Y`; `every`: all of the family; no items: `empty`."""

    every: bool
    place: Apply
    items: tuple[Item, ...]
    span: Span = span_field()


@frozen
class GivenIn:
    """`given c is in Z`."""

    what: Apply
    place: Apply
    span: Span = span_field()


@frozen
class Do:
    """`do confront(Thebes)`."""

    call: Apply
    span: Span = span_field()


@frozen
class Moves:
    """`play a(x), draw(king), pass`."""

    actions: tuple[Apply, ...]
    span: Span = span_field()


@frozen
class Expect:
    """`expect …`.

    `claim`: `value`; `wins`, `choose`: `value` is the player; `offered`, `not offered`,
    `refused`: `action`.
    """

    how: Literal[
        "claim", "wins", "draw", "all win", "all lose", "choose", "chance", "offered",
        "not offered", "refused",
    ]  # fmt: skip
    value: Expr | None
    action: Apply | None
    reason: str | None
    span: Span = span_field()


SceneLine: TypeAlias = With | Given | GivenIn | Do | Moves | Expect


@frozen
class Scenario:
    """`scenario "…": …`."""

    name: str
    lines: tuple[SceneLine, ...]
    span: Span = span_field()
