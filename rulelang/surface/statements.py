"""Statements of the surface tree: what set-up, play, effects and arms consist of."""

from __future__ import annotations

from typing import Literal, TypeAlias

import attrs

from rulelang.freezing import frozen
from rulelang.source import Span
from rulelang.surface.base import Name, span_field
from rulelang.surface.expressions import Apply, Binders, Domain, Expr, Key, LiteralValue, Text


@frozen
class Move:
    """`move X from A to B`: `what` None is `all`; `count` as written (None: one); `beneath`."""

    what: Expr | None
    count: Expr | None
    source: Apply | None
    target: Apply
    beneath: bool
    span: Span = span_field()


@frozen
class Draw:
    """`draw up to n from A to B`."""

    count: Expr
    up_to: bool
    source: Apply
    target: Apply
    span: Span = span_field()


@frozen
class Deal:
    """`deal n each from A to B(q) for q in …`; `count` None is `all`."""

    count: Expr | None
    source: Apply
    target: Apply
    binders: Binders
    span: Span = span_field()


@frozen
class Roll:
    """`roll A`."""

    place: Apply
    span: Span = span_field()


@frozen
class Set:
    """`set x to e`, `add e to x`, `take e from x`."""

    how: Literal["set", "add", "take"]
    place: Apply
    value: Expr
    span: Span = span_field()


@frozen
class Reveal:
    """`reveal A`."""

    place: Apply
    span: Span = span_field()


@frozen
class Remember:
    """`remember m`; `forgets`: `forget m`."""

    memory: Name
    forgets: bool
    span: Span = span_field()


@frozen
class Show:
    """`show A to p`."""

    place: Apply
    player: Expr
    span: Span = span_field()


@frozen
class Say:
    """`say "…"`, `say "…" to p`."""

    text: Text
    player: Expr | None
    span: Span = span_field()


@frozen
class End:
    """`end: p wins`, `end: draw`, `end: p with most e wins`, `end: each p scores e`.

    `wins`: `value`; `draw`: nothing; `leads`: `player` and `keys`; `scores`: `player` and `value`.
    """

    how: Literal["wins", "draw", "all win", "all lose", "leads", "scores"]
    player: Name | None
    value: Expr | None
    keys: tuple[Key, ...]
    span: Span = span_field()


@frozen
class NextTurn:
    """`next turn of p`."""

    player: Expr
    span: Span = span_field()


@frozen
class Stop:
    """`stop`."""

    span: Span = span_field()


@frozen
class Pass:
    """`pass`."""

    span: Span = span_field()


@frozen
class CallEffect:
    """`conquer(p, c)`."""

    call: Apply
    span: Span = span_field()


@frozen
class Let:
    """`let x = e`, or with cases."""

    name: Name
    value: Expr | Cases
    span: Span = span_field()


@frozen
class If:
    """`if`, any `else if`, perhaps `else`."""

    branches: tuple[tuple[Expr, Body], ...]
    otherwise: Body | None
    span: Span = span_field()


@frozen
class Match:
    """`match e:` with cases whose bodies are statements.

    `effect`: the name of the effect whose cases these are, where they were written apart.
    """

    subject: Expr
    cases: tuple[Case, ...]
    span: Span = span_field()
    effect: str = attrs.field(default="", eq=False, repr=False)


@frozen
class For:
    """`for x in D and y in E where c by most k then least l:`.

    `at_once`: `each x in D chooses:`, whose body is that choice.
    """

    binders: Binders
    keys: tuple[Key, ...]
    body: Body
    span: Span = span_field()
    at_once: bool = False


@frozen
class Random:
    """`random x in D where c:`."""

    binders: Binders
    body: Body
    span: Span = span_field()


@frozen
class Repeat:
    """`repeat n:`; `repeat until c, at most n:`."""

    until: Expr | None
    limit: Expr
    body: Body
    span: Span = span_field()


@frozen
class Turns:
    """`each turn of p in D where c from s, at most n:`."""

    player: Name
    among: Domain | None
    where: Expr | None
    start: Expr | None
    limit: Expr
    body: Body
    span: Span = span_field()


@frozen
class Phase:
    """`phase Name:`."""

    name: Name
    body: Body
    span: Span = span_field()


@frozen
class Choice:
    """`x in D in order where c`, `a, b in D` (`second`)."""

    name: Name
    second: Name | None
    domain: Domain
    in_order: bool
    where: Expr | None
    span: Span = span_field()


@frozen
class Need:
    """`need c else "…"`; in the body of an arm, one that is judged behind what stands above it."""

    test: Expr
    reason: Text
    span: Span = span_field()


@frozen
class Arm:
    """`place(t in shown(p), s in Space) "sentence": needs, effects`. `span` is the head.

    `needs` come first; those behind a statement stand in `body`. `said`: the sentence is told to
    all when the arm is taken.
    """

    name: Name
    choices: tuple[Choice, ...]
    sentence: Text | None
    needs: tuple[Need, ...]
    body: Body
    span: Span = span_field()
    said: bool = False


@frozen
class Choose:
    """`p chooses:`; `passes`: `or passes`; `limit`: `up to n times`.

    `any_number`: `any number of times`.
    """

    actor: Expr
    passes: bool
    limit: Expr | None
    arms: tuple[Arm, ...]
    otherwise: Body | None
    span: Span = span_field()
    any_number: bool = False


@frozen
class Anytime:
    """`anytime p, at most n times:`."""

    actor: Expr
    limit: Expr
    arms: tuple[Arm, ...]
    span: Span = span_field()


@frozen
class Case:
    """`word | 3: …` of a match: `patterns` None is `else`.

    `body` is an expression in facts and lets, a body in statements.
    """

    patterns: tuple[LiteralValue | Name, ...] | None
    body: Expr | Body
    span: Span = span_field()


@frozen
class Cases:
    """`match e:` with its cases, each an expression."""

    subject: Expr
    cases: tuple[Case, ...]
    span: Span = span_field()


Statement: TypeAlias = (
    Move | Draw | Deal | Roll | Set | Remember | Reveal | Show | Say | End | NextTurn | Stop | Pass
    | CallEffect | Let | If | Match | For | Random | Repeat | Turns | Phase | Choose | Anytime
    | Need
)  # fmt: skip
Body: TypeAlias = tuple[Statement, ...]
