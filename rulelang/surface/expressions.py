"""Expressions, domains and texts of the surface tree."""

from __future__ import annotations

from typing import Literal, TypeAlias

from rulelang.core.expressions import FoldName
from rulelang.freezing import frozen
from rulelang.source import Span
from rulelang.surface.base import Name, span_field


@frozen
class Apply:
    """A name, bare (`args` empty) or with arguments: `p`, `hand(p)`, `Mark(p)`, `min(a, b)`."""

    name: Name
    args: tuple[Expr, ...] = ()
    span: Span = span_field()


@frozen
class AttributeOf:
    """`subject.name`."""

    subject: Expr
    name: Name
    span: Span = span_field()


@frozen
class LiteralValue:
    """A number, `true`, `false` (bool) or `none` (None)."""

    value: int | bool | None
    span: Span = span_field()


Op: TypeAlias = Literal[
    "or", "and", "<", "<=", ">", ">=", "is", "is not", "+", "-", "*", "mod", "/up", "/down"
]


@frozen
class Binary:
    """Two operands: `a and b`, `a <= b`, `a is not b`, `a / b rounded up`."""

    op: Op
    left: Expr
    right: Expr
    span: Span = span_field()


@frozen
class Not:
    """`not e`."""

    operand: Expr
    span: Span = span_field()


@frozen
class Negative:
    """`-e`."""

    operand: Expr
    span: Span = span_field()


@frozen
class Size:
    """`count Z`."""

    operand: Expr
    span: Span = span_field()


@frozen
class NumberOf:
    """`number of K in Z`."""

    kind: Expr
    source: Expr
    span: Span = span_field()


@frozen
class Listed:
    """`{a, b}`: a set by its elements."""

    elements: tuple[Expr, ...]
    span: Span = span_field()


@frozen
class IsEmpty:
    """`Z is empty`, `Z is not empty` (`negated`)."""

    operand: Expr
    negated: bool
    span: Span = span_field()


@frozen
class IsIn:
    """`e is in D`, `e is not in D` (`negated`)."""

    operand: Expr
    domain: Domain
    negated: bool
    span: Span = span_field()


@frozen
class IsWithin:
    """`a is within n of b`, perhaps `along l in Link where c` (`edge`, `edges`, `where`)."""

    operand: Expr
    radius: Expr
    start: Expr
    edge: Name | None
    edges: Name | None
    where: Expr | None
    span: Span = span_field()


@frozen
class IfThen:
    """`if c then a else b`."""

    test: Expr
    then: Expr
    other: Expr
    span: Span = span_field()


@frozen
class Range:
    """`low..high` as a domain."""

    low: Expr
    high: Expr
    span: Span = span_field()


@frozen
class Touching:
    """`Area at s` as a domain: the members of a family that touch a place."""

    members: Expr
    place: Expr
    span: Span = span_field()


@frozen
class Around:
    """`D clockwise from x`, `D anticlockwise after x` as a domain."""

    source: Expr
    start: Expr
    backwards: bool
    after: bool
    span: Span = span_field()


@frozen
class Binding:
    """`x in D`, `a followed by b in D`."""

    name: Name
    follower: Name | None
    domain: Domain
    span: Span = span_field()


@frozen
class Binders:
    """`x in D and y in E where c`."""

    bindings: tuple[Binding, ...]
    where: Expr | None


@frozen
class Key:
    """`most e`, `least e`."""

    most: bool
    value: Expr
    span: Span = span_field()


@frozen
class Quantified:
    """`some`/`no`/`exactly n`/`at least n`/`at most n` … `where c`."""

    quantifier: Literal["some", "no", "exactly", "at least", "at most"]
    number: Expr | None
    binders: Binders
    span: Span = span_field()


@frozen
class Every:
    """`every … where c has e`."""

    binders: Binders
    claim: Expr
    span: Span = span_field()


@frozen
class FoldOf:
    """`count x in D where c`, `sum of e for …`, `the x in D with most k else d`, ….

    What the text of a fold does not have is None, or ().
    """

    fold: FoldName
    value: Expr | None
    binders: Binders
    keys: tuple[Key, ...]
    otherwise: Expr | None
    span: Span = span_field()


@frozen
class SpaceGroups:
    """`groups of c in Cell where d`; with `start`, `group at start of c in Cell where d`."""

    start: Expr | None
    binders: Binders
    span: Span = span_field()


@frozen
class GroupsOf:
    """`groups of e in Edge where c joined at s where d` (`space` is `s`)."""

    binders: Binders
    space: Name
    joined: Expr
    span: Span = span_field()


@frozen
class TrailOf:
    """`longest trail of e in Edge where c joined at s where d`; `space` is `s`, or all join."""

    binders: Binders
    space: Name | None
    joined: Expr | None
    span: Span = span_field()


Expr: TypeAlias = (
    Apply | AttributeOf | LiteralValue | Binary | Not | Negative | Size | IsEmpty | IsIn | IsWithin
    | IfThen | Quantified | Every | FoldOf | GroupsOf | SpaceGroups | TrailOf
    | NumberOf | Listed
)  # fmt: skip
Domain: TypeAlias = Expr | Range | Touching | Around


@frozen
class Text:
    """A string: literal parts and the `{expressions}` in it."""

    parts: tuple[str | Expr, ...]
    span: Span = span_field()
