"""Declarations of the surface tree, and the whole text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

import attrs

from rulelang.freezing import frozen
from rulelang.source import Source, Span
from rulelang.surface.base import Name, span_field
from rulelang.surface.expressions import Apply, Expr
from rulelang.surface.scenarios import Scenario
from rulelang.surface.statements import Body, Cases


@frozen
class Game:
    """`game "N"`."""

    title: str
    span: Span = span_field()


@frozen
class Note:
    """`note "…"`: what whoever plays should know, such as which tables are reconstructed."""

    text: str
    span: Span = span_field()


@frozen
class Doc:
    """`doc "…"`: prose about what is declared below it, for the rulebook alone."""

    text: str
    span: Span = span_field()


@frozen
class Use:
    """`use paying`."""

    name: Name
    span: Span = span_field()


@frozen
class Players:
    """`players 2..5` (`low`, `high`) or `players A, B in teams T, U` (`names`, `teams`)."""

    low: int
    high: int
    names: tuple[Name, ...]
    teams: tuple[Name, ...]
    span: Span = span_field()


@frozen
class Length:
    """`length at most n choices`."""

    limit: int
    span: Span = span_field()


@frozen
class Option:
    """`option map: west | east "text"`; without settings a flag, off by default.

    `note` is the text.
    """

    name: Name
    settings: tuple[Name, ...]
    note: str | None
    span: Span = span_field()


@frozen
class KindOfWords:
    """`kind Act: military | coup`; `rising` kinds have an order."""

    name: Name
    rising: bool
    words: tuple[Name, ...]
    span: Span = span_field()


@frozen
class WordsType:
    """`a | b | c`: words, or the one name of a kind, a space, an edge, a component, `Player`."""

    names: tuple[Name, ...]
    span: Span = span_field()


@frozen
class RangeType:
    """`low..high`."""

    low: int
    high: int
    span: Span = span_field()


@frozen
class FlagType:
    """`flag`."""

    span: Span = span_field()


@frozen
class MaybeType:
    """`T or none`."""

    names: tuple[Name, ...]
    span: Span = span_field()


TypeText: TypeAlias = WordsType | RangeType | FlagType | MaybeType


@frozen
class Parameter:
    """One index of a family: `Player`, `owner: Player`, `1..3`."""

    name: Name | None
    type: TypeText
    span: Span = span_field()


@frozen
class Attribute:
    """`red, blue: flag`, `back: bag | chest, on the back` as declared in a table."""

    names: tuple[Name, ...]
    type: TypeText
    on_the_back: bool
    span: Span = span_field()


@frozen
class Row:
    """A row of an inline table: its cells, stripped, each with its place."""

    cells: tuple[Name, ...]
    span: Span = span_field()


@frozen
class TableText:
    """What follows a space, edge, component or table: a CSV path, attributes, rows.

    `path` may have `{option}` in it. The first of the rows is the header.
    """

    path: str | None
    path_span: Span = attrs.field(repr=False, eq=False)
    attributes: tuple[Attribute, ...]
    rows: tuple[Row, ...]


@frozen
class Cut:
    """`without c where row(c) + column(c) > 10`: the cells of a board that there are not."""

    name: Name
    where: Expr
    span: Span = span_field()


@frozen
class Space:
    """`space Cell on grid 3 x 3`, `space Field on ring: …`. `shape`: its word and numbers.

    `around`: `orthogonal` behind it. `cut`: which cells are left out. `corners_of`: the board
    whose corners they are, instead of a shape.
    """

    name: Name
    shape: Name | None
    sizes: tuple[int, ...]
    table: TableText
    span: Span = span_field()
    around: Name | None = attrs.field(default=None, repr=False)
    cut: Cut | None = None
    corners_of: Name | None = None


@frozen
class Edge:
    """`edge Link joins Area from "…": …`, `edge Quay joins Harbour and Corner: …` (`other`)."""

    name: Name
    joins: Name
    table: TableText
    span: Span = span_field()
    other: Name | None = None


@frozen
class Component:
    """`component Card(owner: Player) in deck: …`."""

    name: Name
    index: tuple[Parameter, ...]
    home: Apply
    table: TableText
    span: Span = span_field()


@frozen
class Token:
    """`token Mark(owner: Player) in supply: 5 each`; a plain number of copies is an int."""

    name: Name
    index: tuple[Parameter, ...]
    home: Apply
    copies: int | Expr
    span: Span = span_field()


@frozen
class Die:
    """`die Die in box: 25, faces 1..6`."""

    name: Name
    index: tuple[Parameter, ...]
    home: Apply
    copies: int | Expr
    low: int
    high: int
    span: Span = span_field()


@frozen
class Sight:
    """`open`, `hidden`, `owner sees`, `p and q see` (`these`), `all but p see` (`others`)."""

    how: Literal["open", "hidden", "owner", "these", "others"]
    players: tuple[Expr, ...]
    span: Span = span_field()


@frozen
class Zone:
    """`zone hand(Player) "in the hand": Card or Coin set of 5, owner sees`; `label`: as quoted."""

    name: Name
    index: tuple[Parameter, ...]
    holds: tuple[Name, ...]
    shape: str
    capacity: Expr | None
    sight: Sight
    span: Span = span_field()
    label: str | None = None


@frozen
class Var:
    """`var a, b(Player): 0..2 = 1, fresh each turn`, `var c "label": flag, not shown`.

    `fresh`: None, or what each: `turn`, a phase, an effect.
    """

    names: tuple[Name, ...]
    index: tuple[Parameter, ...]
    type: TypeText
    initial: Expr | None
    sight: Sight | None
    fresh: Name | None
    span: Span = span_field()
    label: str | None = None
    not_shown: bool = False


@frozen
class Memory:
    """`memory times of on, mover, at most 101`: the pictures of some zones and variables."""

    name: Name
    families: tuple[Name, ...]
    most: Expr
    span: Span = span_field()


@frozen
class Table:
    """`table result(Act, Act): attacker | defender from "…"`."""

    name: Name
    index: tuple[Parameter, ...]
    type: TypeText
    table: TableText
    span: Span = span_field()


@frozen
class Fact:
    """`let holder(a) = …`."""

    name: Name
    parameters: tuple[Name, ...]
    value: Expr | Cases
    span: Span = span_field()


@frozen
class Standing:
    """`standing(p) = …`: a fact of that name, which search asks where it cuts a playout."""

    fact: Fact
    span: Span = span_field()


@frozen
class Effect:
    """`to conquer(p, c): …`. `deepest`: `, at most 6 deep`, how often it may be in progress."""

    name: Name
    parameters: tuple[Name, ...]
    body: Body
    span: Span = span_field()
    deepest: Expr | None = None


@frozen
class Setup:
    """`setup: …`."""

    body: Body
    span: Span = span_field()


@frozen
class Play:
    """`play: …`."""

    body: Body
    span: Span = span_field()


Declaration: TypeAlias = (
    Game | Note | Doc | Use | Players | Length | Option | KindOfWords | Space | Edge | Component
    | Token | Die | Zone | Var | Memory | Table | Fact | Standing | Effect | Setup | Play
    | Scenario
)  # fmt: skip


@frozen
class Unread:
    """A declaration that could not be read: its sort ("" if unknown), and the names it gives.

    `gives_more`: it may give names that its first line does not tell.
    """

    sort: str
    names: tuple[str, ...]
    gives_more: bool = attrs.field(kw_only=True)


@frozen
class RuleText:
    """A parsed file.

    `citations` and `comments`: what stands at the end of a line, by line (without `[]` and `#`).
    `unread`: declarations that have mistakes and are not among the others.
    """

    source: Source = attrs.field(eq=False, repr=False)
    declarations: tuple[Declaration, ...]
    citations: Mapping[int, str] = attrs.field(factory=dict, eq=False)
    comments: Mapping[int, str] = attrs.field(factory=dict, eq=False)
    unread: tuple[Unread, ...] = attrs.field(default=(), eq=False, repr=False)
