"""Tree 1, the surface: what the author wrote, with names as text.

One node for each form of `grammar.lark`; `parse.py` builds it, `resolve.py`, `check/` and
`elaborate/` read it. Equality ignores spans. Comments and citations are kept beside the tree, by
line.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

import attrs

from rulelang.source import NOWHERE, Source, Span


def _span() -> Span:
    return attrs.field(default=NOWHERE, repr=False, eq=False)


@attrs.frozen
class Name:
    """A name as written, in a declaration or where one is used."""

    text: str
    span: Span = _span()


# ---------------------------------------------------------------- expressions


@attrs.frozen
class Apply:
    """A name, bare (`args` empty) or with arguments: `p`, `hand(p)`, `Mark(p)`, `min(a, b)`."""

    name: Name
    args: tuple[Expr, ...] = ()
    span: Span = _span()


@attrs.frozen
class AttributeOf:
    """`subject.name`."""

    subject: Expr
    name: Name
    span: Span = _span()


@attrs.frozen
class LiteralValue:
    """A number, `true`, `false` (bool) or `none` (None)."""

    value: int | bool | None
    span: Span = _span()


Op: TypeAlias = Literal[
    "or", "and", "<", "<=", ">", ">=", "is", "is not", "+", "-", "*", "mod", "/up", "/down"
]


@attrs.frozen
class Binary:
    """Two operands: `a and b`, `a <= b`, `a is not b`, `a / b rounded up`."""

    op: Op
    left: Expr
    right: Expr
    span: Span = _span()


@attrs.frozen
class Not:
    """`not e`."""

    operand: Expr
    span: Span = _span()


@attrs.frozen
class Negative:
    """`-e`."""

    operand: Expr
    span: Span = _span()


@attrs.frozen
class Size:
    """`count Z`."""

    operand: Expr
    span: Span = _span()


@attrs.frozen
class IsEmpty:
    """`Z is empty`, `Z is not empty` (`negated`)."""

    operand: Expr
    negated: bool
    span: Span = _span()


@attrs.frozen
class IsIn:
    """`e is in D`, `e is not in D` (`negated`)."""

    operand: Expr
    domain: Domain
    negated: bool
    span: Span = _span()


@attrs.frozen
class IsWithin:
    """`a is within n of b`, perhaps `along l in Link where c` (`edge`, `edges`, `where`)."""

    operand: Expr
    radius: Expr
    start: Expr
    edge: Name | None
    edges: Name | None
    where: Expr | None
    span: Span = _span()


@attrs.frozen
class IfThen:
    """`if c then a else b`."""

    test: Expr
    then: Expr
    other: Expr
    span: Span = _span()


@attrs.frozen
class Range:
    """`low..high` as a domain."""

    low: Expr
    high: Expr
    span: Span = _span()


@attrs.frozen
class EdgesAt:
    """`Area at s` as a domain."""

    edges: Expr
    space: Expr
    span: Span = _span()


@attrs.frozen
class Around:
    """`D clockwise from x`, `D anticlockwise after x` as a domain."""

    source: Expr
    start: Expr
    backwards: bool
    after: bool
    span: Span = _span()


@attrs.frozen
class Binding:
    """`x in D`, `a followed by b in D`."""

    name: Name
    follower: Name | None
    domain: Domain
    span: Span = _span()


@attrs.frozen
class Binders:
    """`x in D and y in E where c`."""

    bindings: tuple[Binding, ...]
    where: Expr | None


@attrs.frozen
class Key:
    """`most e`, `least e`."""

    most: bool
    value: Expr
    span: Span = _span()


@attrs.frozen
class Quantified:
    """`some`/`no`/`exactly n`/`at least n`/`at most n` … `where c`."""

    quantifier: Literal["some", "no", "exactly", "at least", "at most"]
    number: Expr | None
    binders: Binders
    span: Span = _span()


@attrs.frozen
class Every:
    """`every … where c has e`."""

    binders: Binders
    claim: Expr
    span: Span = _span()


@attrs.frozen
class CountOf:
    """`count x in D where c`."""

    binders: Binders
    span: Span = _span()


@attrs.frozen
class SumOf:
    """`sum of e for …`."""

    value: Expr
    binders: Binders
    span: Span = _span()


@attrs.frozen
class ExtremeOf:
    """`highest of e for … else d`, `lowest …`."""

    highest: bool
    value: Expr
    binders: Binders
    otherwise: Expr
    span: Span = _span()


@attrs.frozen
class FirstOf:
    """`first x in D where c else d`."""

    binders: Binders
    otherwise: Expr
    span: Span = _span()


@attrs.frozen
class TheOne:
    """`the x in D where c with most k then least l else d`."""

    binders: Binders
    keys: tuple[Key, ...]
    otherwise: Expr
    span: Span = _span()


@attrs.frozen
class GroupsOf:
    """`groups of e in Edge where c joined at s where d` (`space` is `s`)."""

    binders: Binders
    space: Name
    joined: Expr
    span: Span = _span()


Expr: TypeAlias = (
    Apply | AttributeOf | LiteralValue | Binary | Not | Negative | Size | IsEmpty | IsIn | IsWithin | IfThen
    | Quantified | Every | CountOf | SumOf | ExtremeOf | FirstOf | TheOne | GroupsOf
)  # fmt: skip
Domain: TypeAlias = Expr | Range | EdgesAt | Around


@attrs.frozen
class Case:
    """`word | 3.

    …` of a match: `patterns` None is `else`. `body` is an expression in facts and lets, a body
    in statements.
    """

    patterns: tuple[LiteralValue | Name, ...] | None
    body: Expr | Body
    span: Span = _span()


@attrs.frozen
class Cases:
    """`match e:` with its cases, each an expression."""

    subject: Expr
    cases: tuple[Case, ...]
    span: Span = _span()


@attrs.frozen
class Text:
    """A string: literal parts and the `{expressions}` in it."""

    parts: tuple[str | Expr, ...]
    span: Span = _span()


# ---------------------------------------------------------------- statements


@attrs.frozen
class Move:
    """`move X from A to B`: `what` None is `all`; `count` as written (None: one); `beneath`."""

    what: Expr | None
    count: Expr | None
    source: Apply | None
    target: Apply
    beneath: bool
    span: Span = _span()


@attrs.frozen
class Draw:
    """`draw up to n from A to B`."""

    count: Expr
    up_to: bool
    source: Apply
    target: Apply
    span: Span = _span()


@attrs.frozen
class Deal:
    """`deal n each from A to B(q) for q in …`; `count` None is `all`."""

    count: Expr | None
    source: Apply
    target: Apply
    binders: Binders
    span: Span = _span()


@attrs.frozen
class Shuffle:
    """`shuffle A`."""

    place: Apply
    span: Span = _span()


@attrs.frozen
class Roll:
    """`roll A`."""

    place: Apply
    span: Span = _span()


@attrs.frozen
class Set:
    """`set x to e`, `add e to x`, `take e from x`."""

    how: Literal["set", "add", "take"]
    place: Apply
    value: Expr
    span: Span = _span()


@attrs.frozen
class Reveal:
    """`reveal A`."""

    place: Apply
    span: Span = _span()


@attrs.frozen
class Show:
    """`show A to p`."""

    place: Apply
    player: Expr
    span: Span = _span()


@attrs.frozen
class Say:
    """`say "…"`, `say "…" to p`."""

    text: Text
    player: Expr | None
    span: Span = _span()


@attrs.frozen
class End:
    """`end: p wins`, `end: draw`, `end: p with most e wins`, `end: each p scores e`.

    `wins`: `value`; `draw`: nothing; `leads`: `player` and `keys`; `scores`: `player` and `value`.
    """

    how: Literal["wins", "draw", "leads", "scores"]
    player: Name | None
    value: Expr | None
    keys: tuple[Key, ...]
    span: Span = _span()


@attrs.frozen
class NextTurn:
    """`next turn of p`."""

    player: Expr
    span: Span = _span()


@attrs.frozen
class Stop:
    """`stop`."""

    span: Span = _span()


@attrs.frozen
class Pass:
    """`pass`."""

    span: Span = _span()


@attrs.frozen
class CallEffect:
    """`conquer(p, c)`."""

    call: Apply
    span: Span = _span()


@attrs.frozen
class Let:
    """`let x = e`, or with cases."""

    name: Name
    value: Expr | Cases
    span: Span = _span()


@attrs.frozen
class If:
    """`if`, any `else if`, perhaps `else`."""

    branches: tuple[tuple[Expr, Body], ...]
    otherwise: Body | None
    span: Span = _span()


@attrs.frozen
class Match:
    """`match e:` with cases whose bodies are statements."""

    subject: Expr
    cases: tuple[Case, ...]
    span: Span = _span()


@attrs.frozen
class For:
    """`for x in D and y in E where c by most k then least l:`."""

    binders: Binders
    keys: tuple[Key, ...]
    body: Body
    span: Span = _span()


@attrs.frozen
class Random:
    """`random x in D where c:`."""

    binders: Binders
    body: Body
    span: Span = _span()


@attrs.frozen
class Repeat:
    """`repeat n:`; `repeat until c, at most n:`."""

    until: Expr | None
    limit: Expr
    body: Body
    span: Span = _span()


@attrs.frozen
class Turns:
    """`each turn of p in D where c from s, at most n:`."""

    player: Name
    among: Domain | None
    where: Expr | None
    start: Expr | None
    limit: Expr
    body: Body
    span: Span = _span()


@attrs.frozen
class Phase:
    """`phase Name:`."""

    name: Name
    body: Body
    span: Span = _span()


@attrs.frozen
class Choice:
    """`x in D in order where c`, `a, b in D` (`second`)."""

    name: Name
    second: Name | None
    domain: Domain
    in_order: bool
    where: Expr | None
    span: Span = _span()


@attrs.frozen
class Need:
    """`need c else "…"`."""

    test: Expr
    reason: Text
    span: Span = _span()


@attrs.frozen
class Arm:
    """`place(t in shown(p), s in Space) "sentence": needs, effects`. `span` is the head."""

    name: Name
    choices: tuple[Choice, ...]
    sentence: Text | None
    needs: tuple[Need, ...]
    body: Body
    span: Span = _span()


@attrs.frozen
class Choose:
    """`p chooses:`; `passes`: `or passes`; `limit`: `up to n times`."""

    actor: Expr
    passes: bool
    limit: Expr | None
    arms: tuple[Arm, ...]
    otherwise: Body | None
    span: Span = _span()


@attrs.frozen
class Anytime:
    """`anytime p, at most n times:`."""

    actor: Expr
    limit: Expr
    arms: tuple[Arm, ...]
    span: Span = _span()


Statement: TypeAlias = (
    Move | Draw | Deal | Shuffle | Roll | Set | Reveal | Show | Say | End | NextTurn | Stop | Pass | CallEffect
    | Let | If | Match | For | Random | Repeat | Turns | Phase | Choose | Anytime
)  # fmt: skip
Body: TypeAlias = tuple[Statement, ...]


# ---------------------------------------------------------------- declarations


@attrs.frozen
class Game:
    """`game "N"`."""

    title: str
    span: Span = _span()


@attrs.frozen
class Use:
    """`use paying`."""

    name: Name
    span: Span = _span()


@attrs.frozen
class Players:
    """`players 2..5` (`low`, `high`) or `players A, B in teams T, U` (`names`, `teams`)."""

    low: int
    high: int
    names: tuple[Name, ...]
    teams: tuple[Name, ...]
    span: Span = _span()


@attrs.frozen
class Length:
    """`length at most n choices`."""

    limit: int
    span: Span = _span()


@attrs.frozen
class Option:
    """`option map: west | east "text"`; without settings a flag, off by default.

    `note` is the text.
    """

    name: Name
    settings: tuple[Name, ...]
    note: str | None
    span: Span = _span()


@attrs.frozen
class KindOfWords:
    """`kind Act: military | coup`; `rising` kinds have an order."""

    name: Name
    rising: bool
    words: tuple[Name, ...]
    span: Span = _span()


@attrs.frozen
class WordsType:
    """`a | b | c`: words, or the one name of a kind, a space, an edge, a component, `Player`."""

    names: tuple[Name, ...]
    span: Span = _span()


@attrs.frozen
class RangeType:
    """`low..high`."""

    low: int
    high: int
    span: Span = _span()


@attrs.frozen
class FlagType:
    """`flag`."""

    span: Span = _span()


@attrs.frozen
class MaybeType:
    """`T or none`."""

    names: tuple[Name, ...]
    span: Span = _span()


TypeText: TypeAlias = WordsType | RangeType | FlagType | MaybeType


@attrs.frozen
class Parameter:
    """One index of a family: `Player`, `owner: Player`, `1..3`."""

    name: Name | None
    type: TypeText
    span: Span = _span()


@attrs.frozen
class Attribute:
    """`red, blue: flag`, `back: bag | chest, on the back` as declared in a table."""

    names: tuple[Name, ...]
    type: TypeText
    on_the_back: bool
    span: Span = _span()


@attrs.frozen
class Row:
    """A row of an inline table: its cells, stripped, each with its place."""

    cells: tuple[Name, ...]
    span: Span = _span()


@attrs.frozen
class TableText:
    """What follows a space, edge, component or table: a CSV path (with `{option}` in it), attributes, rows (first: header)."""

    path: str | None
    path_span: Span
    attributes: tuple[Attribute, ...]
    rows: tuple[Row, ...]


@attrs.frozen
class Space:
    """`space Cell on grid 3 x 3`, `space Field on ring: …`. `shape`: its word and numbers."""

    name: Name
    shape: Name | None
    sizes: tuple[int, ...]
    table: TableText
    span: Span = _span()


@attrs.frozen
class Edge:
    """`edge Link joins Area from "…": …`."""

    name: Name
    joins: Name
    table: TableText
    span: Span = _span()


@attrs.frozen
class Component:
    """`component Card(owner: Player) in deck: …`."""

    name: Name
    index: tuple[Parameter, ...]
    home: Apply
    table: TableText
    span: Span = _span()


@attrs.frozen
class Token:
    """`token Mark(owner: Player) in supply: 5 each`; `copies` None is `unlimited`."""

    name: Name
    index: tuple[Parameter, ...]
    home: Apply
    copies: int | None
    span: Span = _span()


@attrs.frozen
class Die:
    """`die Die in box: 25, faces 1..6`."""

    name: Name
    index: tuple[Parameter, ...]
    home: Apply
    copies: int
    low: int
    high: int
    span: Span = _span()


@attrs.frozen
class Sight:
    """`open`, `hidden`, `owner sees`, `p and q see` (`these`), `all but p see` (`others`)."""

    how: Literal["open", "hidden", "owner", "these", "others"]
    players: tuple[Expr, ...]
    span: Span = _span()


@attrs.frozen
class Zone:
    """`zone hand(Player): Card or Coin set of 5, owner sees`."""

    name: Name
    index: tuple[Parameter, ...]
    holds: tuple[Name, ...]
    shape: str
    capacity: Expr | None
    sight: Sight
    span: Span = _span()


@attrs.frozen
class Var:
    """`var a, b(Player).

    0..2 = 1, fresh each turn`. `fresh`: None, or what each: `turn`, a phase, an effect.
    """

    names: tuple[Name, ...]
    index: tuple[Parameter, ...]
    type: TypeText
    initial: Expr | None
    sight: Sight | None
    fresh: Name | None
    span: Span = _span()


@attrs.frozen
class Table:
    """`table result(Act, Act): attacker | defender from "…"`."""

    name: Name
    index: tuple[Parameter, ...]
    type: TypeText
    table: TableText
    span: Span = _span()


@attrs.frozen
class Fact:
    """`let holder(a) = …`."""

    name: Name
    parameters: tuple[Name, ...]
    value: Expr | Cases
    span: Span = _span()


@attrs.frozen
class Effect:
    """`to conquer(p, c): …`."""

    name: Name
    parameters: tuple[Name, ...]
    body: Body
    span: Span = _span()


@attrs.frozen
class Setup:
    """`setup: …`."""

    body: Body
    span: Span = _span()


@attrs.frozen
class Play:
    """`play: …`."""

    body: Body
    span: Span = _span()


# ---------------------------------------------------------------- scenarios


@attrs.frozen
class Setting:
    """One part of `with players 3, loom, map is east`: an option and its value (None: the flag is on)."""

    option: Name | None
    value: Name | None
    players: int | None
    span: Span = _span()


@attrs.frozen
class With:
    """`with …`."""

    settings: tuple[Setting, ...]
    span: Span = _span()


@attrs.frozen
class Item:
    """`2 Unit(p)`, `king`: `count` None is one copy, or the value of a variable."""

    count: Expr | None
    what: Expr
    span: Span = _span()


@attrs.frozen
class Given:
    """`given Z is 2 X, Y`; `every`: all of the family; no items: `empty`."""

    every: bool
    place: Apply
    items: tuple[Item, ...]
    span: Span = _span()


@attrs.frozen
class GivenIn:
    """`given c is in Z`."""

    what: Apply
    place: Apply
    span: Span = _span()


@attrs.frozen
class Do:
    """`do confront(Thebes)`."""

    call: Apply
    span: Span = _span()


@attrs.frozen
class Moves:
    """`play a(x), draw(king), pass`."""

    actions: tuple[Apply, ...]
    span: Span = _span()


@attrs.frozen
class Expect:
    """`expect …`.

    `claim`: `value`; `wins`, `choose`: `value` is the player; `offered`, `not offered`,
    `refused`: `action`.
    """

    how: Literal["claim", "wins", "draw", "choose", "offered", "not offered", "refused"]
    value: Expr | None
    action: Apply | None
    reason: str | None
    span: Span = _span()


SceneLine: TypeAlias = With | Given | GivenIn | Do | Moves | Expect


@attrs.frozen
class Scenario:
    """`scenario "…": …`."""

    name: str
    lines: tuple[SceneLine, ...]
    span: Span = _span()


Declaration: TypeAlias = (
    Game | Use | Players | Length | Option | KindOfWords | Space | Edge | Component | Token | Die | Zone | Var | Table
    | Fact | Effect | Setup | Play | Scenario
)  # fmt: skip


@attrs.frozen
class RuleText:
    """A parsed file.

    `citations` and `comments`: what stands at the end of a line, by line (without `[]` and
    `#`).
    """

    source: Source = attrs.field(eq=False, repr=False)
    declarations: tuple[Declaration, ...]
    citations: Mapping[int, str] = attrs.field(factory=dict, eq=False)
    comments: Mapping[int, str] = attrs.field(factory=dict, eq=False)
