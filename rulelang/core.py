"""Tree 2, the core: resolved, typed, without sugar. The contract between `rulelang` and `interpreter`.

A `Spec` is **one instance** of a game: players and options are already constants in it. What each node does is written in
`docs/semantics.md`, whose sections the docstrings name. Invariants are code in `verify_core.py`.

Values are ints, `None` or tuples (see `rule_types`). **Locals** live in an environment, a tuple that only grows at its end:
`Local(slot)` reads `env[slot]`; every binder, `let` and parameter takes the next free slot, and the slots of a block are
dropped with the block. A node that binds appends the value(s) to the environment of what it encloses, in the order written;
its `slot` field repeats the place for readers and for `verify_core`.

**Numbers.** Every block and every statement that can be in progress (`For`, `Repeat`, `Turns`, `Choose`, `Anytime`, `Draw`,
`Random`) has a `number`, unique in the spec, by which control refers to it.

Equality, `repr` and so the hash of a specification ignore spans and wording.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import attrs

from rulelang.rule_types import Type
from rulelang.source import NOWHERE, Span

Value: TypeAlias = "int | None | tuple[Value, ...]"


def _span() -> Span:
    return attrs.field(default=NOWHERE, repr=False, eq=False)


# ---------------------------------------------------------------- expressions


@attrs.frozen
class Const:
    """A constant: a number, word, individual, kind, `None`, or a whole domain as a tuple."""

    value: Value
    span: Span = _span()


@attrs.frozen
class Local:
    """The value in `env[slot]`."""

    slot: int
    span: Span = _span()


@attrs.frozen
class Read:
    """The value of a variable: `coins(p)`. An argument that is `none` or outside the index is a fault."""

    variable: int
    args: tuple[Expr, ...]
    span: Span = _span()


@attrs.frozen
class Contents:
    """All components in a zone, as a tuple of kinds with copies: sets and bags ascending, rows in order."""

    zone: int
    args: tuple[Expr, ...]
    span: Span = _span()


@attrs.frozen
class Held:
    """The first (or last) component of a zone, or `None` when it is empty: a `one` zone as a value, `row.first`, `row.last`."""

    zone: int
    args: tuple[Expr, ...]
    last: bool = False
    span: Span = _span()


@attrs.frozen
class Lookup:
    """`Spec.tables[table]` at the arguments; its default where an argument is `None` or has no entry.

    Attributes, tables of the author and static relations (`neighbours`, `lines`, `ends`, …) are all tables.
    """

    table: int
    args: tuple[Expr, ...]
    span: Span = _span()


@attrs.frozen
class Call:
    """The value of a fact: its body in an environment that holds the arguments only."""

    fact: int
    args: tuple[Expr, ...]
    span: Span = _span()


ArithmeticOp: TypeAlias = Literal["+", "-", "*", "mod", "/up", "/down", "min", "max"]
CompareOp: TypeAlias = Literal["<", "<=", ">", ">=", "is", "is not"]


@attrs.frozen
class Arithmetic:
    """Integer arithmetic. `mod` has the sign of the divisor; division says how it rounds; by zero is a fault."""

    op: ArithmeticOp
    left: Expr
    right: Expr
    span: Span = _span()


@attrs.frozen
class Compare:
    """A comparison, 1 or 0. `is` compares any two values; the others compare numbers."""

    op: CompareOp
    left: Expr
    right: Expr
    span: Span = _span()


@attrs.frozen
class Not:
    """1 where `expr` is 0."""

    expr: Expr
    span: Span = _span()


@attrs.frozen
class And:
    """1 where every part is 1; parts after the first 0 are not evaluated."""

    parts: tuple[Expr, ...]
    span: Span = _span()


@attrs.frozen
class Or:
    """1 where some part is 1; parts after the first 1 are not evaluated."""

    parts: tuple[Expr, ...]
    span: Span = _span()


@attrs.frozen
class IfThen:
    """`then` where the test is 1, else `other`."""

    test: Expr
    then: Expr
    other: Expr
    span: Span = _span()


@attrs.frozen
class Size:
    """How many elements a set value has."""

    source: Expr
    span: Span = _span()


@attrs.frozen
class Among:
    """1 where a value is an element of a set value."""

    value: Expr
    source: Expr
    span: Span = _span()


@attrs.frozen
class Interval:
    """The numbers `low..high` as a set; empty where `high < low`."""

    low: Expr
    high: Expr
    span: Span = _span()


@attrs.frozen
class Around:
    """The elements of `source` once round, beginning at `start` (or just after it, then `start` comes last).

    Clockwise is the order of `source`; `backwards` goes the other way. A `start` outside `source` is a fault.
    """

    source: Expr
    start: Expr
    backwards: bool
    after: bool
    span: Span = _span()


@attrs.frozen
class Binder:
    """`x in D`: one slot. `a followed by b in D`: two slots, neighbours of a row in order."""

    slot: int
    domain: Expr
    followed: bool = False


@attrs.frozen
class Search:
    """The tuples of a query: the product of the binders, the left one slowest, kept where `where` is 1."""

    binders: tuple[Binder, ...]
    where: Expr | None


@attrs.frozen
class Key:
    """A sorting key; `most` puts large values first."""

    value: Expr
    most: bool


@attrs.frozen
class Exists:
    """1 where the search finds anything."""

    search: Search
    span: Span = _span()


@attrs.frozen
class Tally:
    """How many tuples the search finds."""

    search: Search
    span: Span = _span()


@attrs.frozen
class Total:
    """The sum of `value` over the search."""

    value: Expr
    search: Search
    span: Span = _span()


@attrs.frozen
class Extreme:
    """The highest (or lowest) `value` over the search; `otherwise` when it finds nothing."""

    highest: bool
    value: Expr
    search: Search
    otherwise: Expr
    span: Span = _span()


@attrs.frozen
class First:
    """The first element that the search (one binder) finds; `otherwise` when there is none."""

    search: Search
    otherwise: Expr
    span: Span = _span()


@attrs.frozen
class Best:
    """The one element (one binder) that is ahead in the keys; `otherwise` when none is found or the best are tied.

    Alike copies are one element: they never tie. Without keys: the only element found.
    """

    search: Search
    keys: tuple[Key, ...]
    otherwise: Expr
    span: Span = _span()


@attrs.frozen
class Groups:
    """The connected groups of edges, a set of sets, each ascending, in order of their least edge.

    `search` (one binder, the edge) says which edges count. Two of them are connected where they share a space `s` with
    `joined` = 1; `joined` is evaluated with `s` in `slot`, in place of the edge. `ends` is the table edge → its two spaces.
    """

    search: Search
    slot: int
    joined: Expr
    ends: int
    span: Span = _span()


@attrs.frozen
class Within:
    """1 where `target` is reached from `start` over at most `radius` edges for which `where` is 1 (the edge in `slot`).

    A breadth-first search. `edges_at`: table space → its edges; `ends`: table edge → its two spaces. Radius 0 reaches `start`.
    """

    target: Expr
    radius: Expr
    start: Expr
    slot: int
    where: Expr | None
    edges_at: int
    ends: int
    span: Span = _span()


@attrs.frozen
class ReturnOf:
    """The return of a player; in the expectations of scenarios only."""

    player: Expr
    span: Span = _span()


Expr: TypeAlias = (
    Const | Local | Read | Contents | Held | Lookup | Call | Arithmetic | Compare | Not | And | Or | IfThen | Size
    | Among | Interval | Around | Exists | Tally | Total | Extreme | First | Best | Groups | Within | ReturnOf
)  # fmt: skip


@attrs.frozen
class Said:
    """A value inside a text, shown by its type."""

    value: Expr
    type: Type


@attrs.frozen
class Text:
    """Wording with values in it. Not part of what a game is: equality and `repr` ignore it where it stands."""

    parts: tuple[str | Said, ...]


# ---------------------------------------------------------------- statements


@attrs.frozen
class Place:
    """One zone of a family; the arguments are evaluated where the statement runs."""

    zone: int
    args: tuple[Expr, ...]
    span: Span = _span()


@attrs.frozen
class Let:
    """Append the value to the environment of the rest of the block."""

    slot: int
    value: Expr
    span: Span = _span()


@attrs.frozen
class Move:
    """Move components. `what` None: all of `source`, in order. Else `count` copies of that kind.

    `source` None: from wherever the kind lies (kinds with one copy). `beneath`: to the front of a row, else to its end.
    Fault: too few there, the target full, a kind that the target does not hold.
    """

    what: Expr | None
    count: Expr
    source: Place | None
    target: Place
    beneath: bool
    span: Span = _span()


@attrs.frozen
class Draw:
    """Move the next component `count` times: by chance from a bag (a chance point each), the first of a row or `one`.

    `up_to` stops where the source is empty; without it that is a fault.
    """

    number: int
    count: Expr
    up_to: bool
    source: Place
    target: Place
    span: Span = _span()


@attrs.frozen
class Assign:
    """Set a variable. A value outside its type is a fault."""

    variable: int
    args: tuple[Expr, ...]
    value: Expr
    span: Span = _span()


@attrs.frozen
class Reveal:
    """Everybody sees, now and once, what lies in a zone (`args` None: in every zone of the family)."""

    zone: int
    args: tuple[Expr, ...] | None
    span: Span = _span()


@attrs.frozen
class Show:
    """One player sees, now and once, what lies in a zone."""

    place: Place
    player: Expr
    span: Span = _span()


@attrs.frozen
class Say:
    """An event that carries values, told to everybody or to one player."""

    text: Text
    player: Expr | None
    span: Span = _span()


@attrs.frozen
class If:
    """Run one of two blocks."""

    test: Expr
    then: Block
    other: Block | None
    span: Span = _span()


@attrs.frozen
class For:
    """Collect the tuples of the search first, sort them by the keys (stable), then run the body for each."""

    number: int
    search: Search
    keys: tuple[Key, ...]
    body: Block
    span: Span = _span()


@attrs.frozen
class Repeat:
    """Run the body at most `limit` times; with `until`, only while that is 0 (asked before each round)."""

    number: int
    until: Expr | None
    limit: Expr
    body: Block
    span: Span = _span()


@attrs.frozen
class Turns:
    """Turns of players, clockwise from `start` (None: player 0), at most `limit`; slots `slot` = player, `slot + 1` = turn.

    `among` (with the player in `slot`) says who may have a turn; the loop ends when nobody may. `counted` is false where no
    rule reads the number of the turn: then its slot holds 0 and the count is a bound, no part of the position.
    """

    number: int
    slot: int
    among: Expr | None
    start: Expr | None
    limit: Expr
    counted: bool
    body: Block
    span: Span = _span()


@attrs.frozen
class NextTurn:
    """Say who has the next turn of the innermost turns in progress; the last one said counts."""

    player: Expr
    span: Span = _span()


@attrs.frozen
class Stop:
    """Leave the loop with this number, which is in progress in the same effect."""

    loop: int
    span: Span = _span()


@attrs.frozen
class Phase:
    """A named stretch of play: an event, then the body."""

    name: str
    body: Block
    span: Span = _span()


@attrs.frozen
class Random:
    """One chance point: an element of the search (one binder), equal weights; then the body. Finding none is a fault."""

    number: int
    search: Search
    body: Block
    span: Span = _span()


@attrs.frozen
class Need:
    """A condition of legality and the sentence that answers when it fails."""

    test: Expr
    reason: Text = attrs.field(repr=False, eq=False)
    span: Span = _span()


@attrs.frozen
class Choice:
    """One binding of an arm: slot `slot` (a `pair` takes two: different members, the first before the second in `domain`).

    `type` gives the static values: the digits of the action's number, one for each slot. Alike elements are offered once.
    `in_order`: in a repeating choose, only what comes after this arm's last pick (alike components: not before it).
    """

    slot: int
    names: tuple[str, ...]
    domain: Expr
    type: Type
    pair: bool
    in_order: bool
    where: Expr | None


@attrs.frozen
class Arm:
    """One way to act. Actions have the numbers `first_id + mixed radix of the slots' digits`; the last slot varies fastest.

    `closes`: choosing it ends a repeating choose (its `pass` arm).
    """

    name: str
    first_id: int
    choices: tuple[Choice, ...]
    needs: tuple[Need, ...]
    body: Block
    closes: bool
    sentence: Text | None = attrs.field(default=None, repr=False, eq=False)
    span: Span = _span()


@attrs.frozen
class Choose:
    """A player acts, once; or with `limit` again and again until a closing arm, `limit` picks, or only closing arms are left.

    A silent `pass` is an arm like any other (last, empty body). `otherwise` runs where no arm is legal; without it that is
    a fault (a dead end).
    """

    number: int
    actor: Expr
    arms: tuple[Arm, ...]
    limit: Expr | None
    otherwise: Block | None
    span: Span = _span()


@attrs.frozen
class Anytime:
    """While `body` runs, `actor`'s own choice points offer these arms too, after the others, `limit` times in all."""

    number: int
    actor: Expr
    limit: Expr
    arms: tuple[Arm, ...]
    body: Block
    span: Span = _span()


@attrs.frozen
class Wins:
    """`winner` (a player or a team) wins."""

    winner: Expr


@attrs.frozen
class Drawn:
    """Nobody wins."""


@attrs.frozen
class Leads:
    """Who is ahead in the keys (the player in `slot`) wins; the tied ones share."""

    slot: int
    keys: tuple[Key, ...]


@attrs.frozen
class Scores:
    """Each player's return is `value` (the player in `slot`)."""

    slot: int
    value: Expr


Result: TypeAlias = Wins | Drawn | Leads | Scores


@attrs.frozen
class End:
    """The game is over at once."""

    result: Result
    span: Span = _span()


@attrs.frozen
class Invoke:
    """Run an effect in an environment that holds the arguments only."""

    effect: int
    args: tuple[Expr, ...]
    span: Span = _span()


Statement: TypeAlias = (
    Let | Move | Draw | Assign | Reveal | Show | Say | If | For | Repeat | Turns | NextTurn | Stop | Phase | Random
    | Choose | Anytime | End | Invoke
)  # fmt: skip


@attrs.frozen
class Block:
    """Statements in order. Slots taken inside are dropped at its end."""

    number: int
    statements: tuple[Statement, ...]


# ---------------------------------------------------------------- declarations


@attrs.frozen
class Family:
    """Named individuals: `Player` (always the first family), teams, spaces, edges; numbered by their place."""

    name: str
    labels: tuple[str, ...]


@attrs.frozen
class Kind:
    """A kind of component: `copies` alike ones, all at home at the start. `back` is its index in `Spec.backs`.

    `label` is how texts write it: `king`, `Mark(X)`.
    """

    label: str
    component: str
    copies: int
    home_zone: int
    home: tuple[int, ...]
    back: int | None


Shape: TypeAlias = Literal["set", "row", "bag", "one"]


@attrs.frozen
class Zone:
    """A family of zones: one for each combination of the index values, the last index fastest.

    `seen_by` lists, in that order, the players who see what lies there. How many lie there is public. `capacity` None: no limit.
    """

    name: str
    index: tuple[Type, ...]
    shape: Shape
    capacity: int | None
    kinds: tuple[int, ...]
    seen_by: tuple[tuple[int, ...], ...]
    span: Span = _span()


@attrs.frozen
class Variable:
    """A family of bounded values. `fresh`: back to `initial` whenever a turn of the outermost turns begins."""

    name: str
    index: tuple[Type, ...]
    type: Type
    initial: Value
    fresh: bool
    seen_by: tuple[tuple[int, ...], ...]
    span: Span = _span()


@attrs.frozen
class Table:
    """A constant function; `entries` ascend by arguments as far as those compare."""

    name: str
    entries: tuple[tuple[tuple[Value, ...], Value], ...]
    default: Value


@attrs.frozen
class Fact:
    """A pure function of its parameters (slots 0..) and the position."""

    name: str
    parameters: int
    body: Expr
    type: Type
    span: Span = _span()


@attrs.frozen
class Effect:
    """A named step; its parameters are the slots 0.. of its body."""

    name: str
    parameters: tuple[Type, ...]
    body: Block
    span: Span = _span()


@attrs.frozen
class Spec:
    """One instance of a game. `action_count`: all ids are below it. `backs`: what shows on hidden components, as texts."""

    title: str
    players: tuple[str, ...]
    teams: tuple[int, ...] | None
    options: tuple[tuple[str, str], ...]
    words: tuple[str, ...]
    families: tuple[Family, ...]
    kinds: tuple[Kind, ...]
    backs: tuple[str, ...]
    zones: tuple[Zone, ...]
    variables: tuple[Variable, ...]
    tables: tuple[Table, ...]
    facts: tuple[Fact, ...]
    effects: tuple[Effect, ...]
    setup: Block
    play: Block
    action_count: int
    length: int | None


# ---------------------------------------------------------------- scenarios


@attrs.frozen
class Given:
    """Make a zone hold exactly these (kind, how many), in this order."""

    place: Place
    items: tuple[tuple[Expr, Expr], ...]
    span: Span = _span()


@attrs.frozen
class GivenValue:
    """Set a variable."""

    variable: int
    args: tuple[Expr, ...]
    value: Expr
    span: Span = _span()


@attrs.frozen
class GivenIn:
    """Bring one copy of a kind to a zone."""

    kind: Expr
    place: Place
    span: Span = _span()


@attrs.frozen
class Act:
    """An action as a scenario writes it: the name of an arm, `draw` or `random`, and its arguments."""

    name: str
    args: tuple[Expr, ...]
    text: str
    span: Span = _span()


@attrs.frozen
class Do:
    """Run one effect instead of `play`."""

    call: Invoke


@attrs.frozen
class Play:
    """Take these actions, chance among them, in order."""

    acts: tuple[Act, ...]


@attrs.frozen
class Expect:
    """A claim about the position; `text` is how it was written."""

    claim: Expr
    text: str
    span: Span = _span()


@attrs.frozen
class ExpectEnd:
    """The game is over and `winner` alone won it; None: it is drawn."""

    winner: Expr | None
    span: Span = _span()


@attrs.frozen
class ExpectToChoose:
    """It is this player's choice."""

    player: Expr
    span: Span = _span()


@attrs.frozen
class ExpectOffered:
    """The action is legal, or (`offered` false) it is not."""

    act: Act
    offered: bool
    span: Span = _span()


@attrs.frozen
class ExpectRefused:
    """The action is refused, where `reason` is given with that sentence."""

    act: Act
    reason: str | None
    span: Span = _span()


SceneLine: TypeAlias = (
    Given | GivenValue | GivenIn | Do | Play | Expect | ExpectEnd | ExpectToChoose | ExpectOffered | ExpectRefused
)


@attrs.frozen
class Scenario:
    """One example of the author's, for the instance that `spec` is.

    `spec` is the game's own, or that with effects appended which only a `do` line calls.
    """

    name: str
    spec: Spec = attrs.field(repr=False)
    lines: tuple[SceneLine, ...]
    span: Span = _span()
