"""Expressions of the core tree: pure, total but for faults. Ref §35."""

from __future__ import annotations

from typing import Literal, TypeAlias

import attrs

from rulelang.core.base import Value, span_field
from rulelang.freezing import frozen
from rulelang.rule_types import Type
from rulelang.source import Span


@frozen
class Const:
    """A constant: a number, word, individual, kind, `None`, or a whole domain as a tuple."""

    value: Value
    span: Span = span_field()


@frozen
class Local:
    """The value in `env[slot]`."""

    slot: int
    span: Span = span_field()


@frozen(cache_hash=True)
class Read:
    """The value of a variable.

    `coins(p)`. An argument that is `none` or outside the index is a fault.
    """

    variable: int
    args: tuple[Expr, ...]
    span: Span = span_field()


@frozen(cache_hash=True)
class Contents:
    """All components in a zone, as a tuple of kinds with copies.

    Sets and bags ascending, rows in order.
    """

    zone: int
    args: tuple[Expr, ...]
    span: Span = span_field()


@frozen(cache_hash=True)
class Held:
    """The first (or last) component of a zone, or `None` when it is empty.

    A `one` zone as a value, `row.first`, `row.last`.
    """

    zone: int
    args: tuple[Expr, ...]
    last: bool = False
    span: Span = span_field()


@frozen(cache_hash=True)
class Lookup:
    """`Spec.tables[table]` at the arguments; its default where one is `None` or has no entry.

    Attributes, tables of the author and static relations (`neighbours`, `lines`, `ends`, …) are
    all tables.
    """

    table: int
    args: tuple[Expr, ...]
    span: Span = span_field()


@frozen(cache_hash=True)
class Call:
    """The value of a fact: its body in an environment that holds the arguments only."""

    fact: int
    args: tuple[Expr, ...]
    span: Span = span_field()


ArithmeticOp: TypeAlias = Literal["+", "-", "*", "mod", "/up", "/down", "min", "max"]
CompareOp: TypeAlias = Literal["<", "<=", ">", ">=", "is", "is not"]


@frozen(cache_hash=True)
class Arithmetic:
    """Integer arithmetic.

    `mod` has the sign of the divisor; division says how it rounds; by zero is a fault.
    """

    op: ArithmeticOp
    left: Expr
    right: Expr
    span: Span = span_field()


@frozen(cache_hash=True)
class Compare:
    """A comparison, 1 or 0. `is` compares any two values; the others compare numbers."""

    op: CompareOp
    left: Expr
    right: Expr
    span: Span = span_field()


@frozen(cache_hash=True)
class Not:
    """1 where `expr` is 0."""

    expr: Expr
    span: Span = span_field()


@frozen(cache_hash=True)
class And:
    """1 where every part is 1; parts after the first 0 are not evaluated."""

    parts: tuple[Expr, ...]
    span: Span = span_field()


@frozen(cache_hash=True)
class Or:
    """1 where some part is 1; parts after the first 1 are not evaluated."""

    parts: tuple[Expr, ...]
    span: Span = span_field()


@frozen(cache_hash=True)
class IfThen:
    """`then` where the test is 1, else `other`."""

    test: Expr
    then: Expr
    other: Expr
    span: Span = span_field()


@frozen(cache_hash=True)
class Size:
    """How many elements a set value has."""

    source: Expr
    span: Span = span_field()


@frozen(cache_hash=True)
class Among:
    """1 where a value is an element of a set value."""

    value: Expr
    source: Expr
    span: Span = span_field()


@frozen(cache_hash=True)
class Interval:
    """The numbers `low..high` as a set; empty where `high < low`."""

    low: Expr
    high: Expr
    span: Span = span_field()


@frozen(cache_hash=True)
class Around:
    """The elements of `source` once round, beginning at `start`.

    With `after` just after it; then `start` comes last. Clockwise is the order of `source`;
    `backwards` goes the other way. A `start` outside `source` is a fault.
    """

    source: Expr
    start: Expr
    backwards: bool
    after: bool
    span: Span = span_field()


@frozen(cache_hash=True)
class Spread:
    """The union of the sets that a table gives for the elements of a set value, ascending.

    The ends of a group of edges.
    """

    table: int
    source: Expr
    span: Span = span_field()


@frozen(cache_hash=True)
class Binder:
    """`x in D`: one slot. `a followed by b in D`: two slots, neighbours of a row in order."""

    slot: int
    domain: Expr
    followed: bool = False


@frozen(cache_hash=True)
class Search:
    """The tuples of a query: the product of the binders, kept where `where` is 1.

    The left binder varies slowest.
    """

    binders: tuple[Binder, ...]
    where: Expr | None


@frozen(cache_hash=True)
class Key:
    """A sorting key; `most` puts large values first. `label`: how the text writes it."""

    value: Expr
    most: bool
    label: str = attrs.field(default="", repr=False, eq=False)


FoldName: TypeAlias = Literal[
    "some", "count", "sum", "product", "highest", "lowest", "first", "only", "all"
]


@frozen(cache_hash=True)
class Fold:
    """What a fold makes of what a search finds; `core.folds` has what holds of each fold.

    `some`: 1 where it finds anything. `count`: how many tuples. `sum`, `product`, `highest`,
    `lowest`: of `value`, asked inside the search. `first`: the first element (one binder). `only`:
    the one element (one binder) that is ahead in the keys; alike copies are one element, they
    never tie; without keys the only element found. `otherwise`, asked outside the search: what the
    four before it are where nothing is found, and `only` where the best are tied. `all`: the
    elements found, as a set in the order of the domain, copies too (one binder).
    """

    fold: FoldName
    search: Search
    value: Expr | None = None
    keys: tuple[Key, ...] = ()
    otherwise: Expr | None = None
    span: Span = span_field()


@frozen(cache_hash=True)
class Groups:
    """The connected groups of edges, a set of sets, each ascending, in order of their least edge.

    `search` (one binder, the edge) says which edges count. Two of them are connected where
    they share a space `s` with `joined` = 1; `joined` is evaluated with `s` in `slot`, in
    place of the edge. `ends` is the table edge → its two spaces.
    """

    search: Search
    slot: int
    joined: Expr
    ends: int
    span: Span = span_field()


@frozen(cache_hash=True)
class Trail:
    """The most edges that one walk uses, none of them twice; 0 where there is none.

    `search`, `slot`, `joined`, `ends` as of `Groups`: the walk goes on from edge to edge at spaces
    with `joined` = 1. What it begins and ends at is not asked.
    """

    search: Search
    slot: int
    joined: Expr
    ends: int
    span: Span = span_field()


@frozen(cache_hash=True)
class Border:
    """The spaces beside those of a set and not in it, ascending.

    `beside` is the table space → those beside it.
    """

    beside: int
    source: Expr
    span: Span = span_field()


@frozen(cache_hash=True)
class Regions:
    """The groups of spaces that hang together, each ascending, in order of their least space.

    `search` (one binder, the space) says which spaces count; `beside` is the table space → those
    beside it. With `start` it is the one group that this space is in: empty where it is in none.
    """

    search: Search
    beside: int
    start: Expr | None
    span: Span = span_field()


@frozen(cache_hash=True)
class Within:
    """1 where `target` is reached from `start` over at most `radius` edges.

    Only over edges for which `where` is 1 (the edge in `slot`). A breadth-first search; radius 0
    reaches `start`. `edges_at`: table space → its edges; `ends`: table edge → its two spaces.
    """

    target: Expr
    radius: Expr
    start: Expr
    slot: int
    where: Expr | None
    edges_at: int
    ends: int
    span: Span = span_field()


@frozen(cache_hash=True)
class Recalled:
    """How many pictures in a memory equal the present one."""

    memory: int
    span: Span = span_field()


@frozen(cache_hash=True)
class ReturnOf:
    """The return of a player; in the expectations of scenarios only."""

    player: Expr
    span: Span = span_field()


Operation: TypeAlias = (
    Arithmetic | Compare | Not | And | Or | IfThen | Size | Among | Interval | Around | Spread
    | Border
)  # fmt: skip
"""What its operands and tables make: by itself it reads no position, and it binds nothing."""

Expr: TypeAlias = (
    Const | Local | Read | Contents | Held | Lookup | Call | Operation | Fold | Groups | Trail
    | Regions | Within | Recalled | ReturnOf
)  # fmt: skip


@frozen
class Said:
    """A value inside a text, shown by its type."""

    value: Expr
    type: Type


@frozen
class Text:
    """Wording with values in it.

    Not part of what a game is: equality and `repr` ignore it where it stands. `template`: as the
    text writes it, without its quotes.
    """

    parts: tuple[str | Said, ...]
    template: str = attrs.field(default="", repr=False, eq=False)
