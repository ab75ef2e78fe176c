"""Scenarios: the author's examples. No part of what a game is."""

from __future__ import annotations

from typing import TypeAlias

import attrs

from rulelang.core.base import span_field
from rulelang.core.declarations import Spec
from rulelang.core.expressions import Expr
from rulelang.core.statements import Invoke, Place
from rulelang.freezing import frozen
from rulelang.source import Span


@frozen
class Given:
    """Make a zone hold exactly these (kind, how many), in this order."""

    place: Place
    items: tuple[tuple[Expr, Expr], ...]
    span: Span = span_field()


@frozen
class GivenValue:
    """Set a variable."""

    variable: int
    args: tuple[Expr, ...]
    value: Expr
    span: Span = span_field()


@frozen
class GivenIn:
    """Bring one copy of a kind to a zone."""

    kind: Expr
    place: Place
    span: Span = span_field()


@frozen
class Act:
    """An action as a scenario writes it: an arm's name, `draw` or `random`, and its arguments."""

    name: str
    args: tuple[Expr, ...]
    text: str
    span: Span = span_field()


@frozen
class Do:
    """Run one effect instead of `play`."""

    call: Invoke


@frozen
class Play:
    """Take these actions, chance among them, in order."""

    acts: tuple[Act, ...]


@frozen
class Expect:
    """A claim about the position; `text` is how it was written."""

    claim: Expr
    text: str
    span: Span = span_field()


@frozen
class ExpectEnd:
    """The game is over and `winner` alone won it; None: it is drawn."""

    winner: Expr | None
    span: Span = span_field()


@frozen
class ExpectTogether:
    """The game is over and all have won it, or (`won` false) lost it."""

    won: bool
    span: Span = span_field()


@frozen
class ExpectToChoose:
    """It is this player's choice."""

    player: Expr
    span: Span = span_field()


@frozen
class ExpectChance:
    """Chance is to act."""

    span: Span = span_field()


@frozen
class ExpectOffered:
    """The action is legal, or (`offered` false) it is not."""

    act: Act
    offered: bool
    span: Span = span_field()


@frozen
class ExpectRefused:
    """The action is refused, where `reason` is given with that sentence."""

    act: Act
    reason: str | None
    span: Span = span_field()


SceneLine: TypeAlias = (
    Given
    | GivenValue
    | GivenIn
    | Do
    | Play
    | Expect
    | ExpectEnd
    | ExpectTogether
    | ExpectToChoose
    | ExpectChance
    | ExpectOffered
    | ExpectRefused
)


@frozen
class Scenario:
    """One example of the author's, for the instance that `spec` is.

    `spec` is the game's own, or that with effects appended which only a `do` line calls. `seed`:
    what resolves chance that no line names; `any_chance`: the lines hold however it goes.
    """

    name: str
    spec: Spec = attrs.field(repr=False)
    lines: tuple[SceneLine, ...]
    span: Span = span_field()
    seed: int | None = None
    any_chance: bool = False
