"""Statements of the core tree: the small steps of play."""

from __future__ import annotations

from typing import TypeAlias

import attrs

from rulelang.core.base import RARE, span_field
from rulelang.core.expressions import Expr, Key, Search, Text
from rulelang.freezing import frozen
from rulelang.rule_types import Type
from rulelang.source import Span


@frozen
class Place:
    """One zone of a family; the arguments are evaluated where the statement runs."""

    zone: int
    args: tuple[Expr, ...]
    span: Span = span_field()


@frozen
class Let:
    """Append the value to the environment of the rest of the block."""

    slot: int
    value: Expr
    span: Span = span_field()


@frozen
class Move:
    """Move components.

    `what` None: all of `source`, in order. Else `count` copies of that kind.

    `source` None: from wherever the kind lies (kinds with one copy). `beneath`: to the front
    of a row, else to its end. Fault: too few there, the target full, a kind that the target
    does not hold.
    """

    what: Expr | None
    count: Expr
    source: Place | None
    target: Place
    beneath: bool
    span: Span = span_field()


@frozen
class Draw:
    """Move the next component `count` times.

    By chance from a bag (a chance point each), the first of a row or `one`. `up_to` stops where
    the source is empty; without it that is a fault.
    """

    number: int
    count: Expr
    up_to: bool
    source: Place
    target: Place
    span: Span = span_field()


@frozen
class Roll:
    """Turn each die in a zone into one of its faces: a chance point each, equal weights.

    One event tells of all of them. What is no die stays as it is.
    """

    number: int
    place: Place
    span: Span = span_field()


@frozen
class Assign:
    """Set a variable. A value outside its type is a fault."""

    variable: int
    args: tuple[Expr, ...]
    value: Expr
    span: Span = span_field()


@frozen
class Remember:
    """Add the present picture to a memory, a fault where it is full; or `forgets`: empty it."""

    memory: int
    forgets: bool
    span: Span = span_field()


@frozen
class Reveal:
    """Everybody sees, now and once, what lies in a zone.

    `args` None: in every zone of the family.
    """

    zone: int
    args: tuple[Expr, ...] | None
    span: Span = span_field()


@frozen
class Show:
    """One player sees, now and once, what lies in a zone."""

    place: Place
    player: Expr
    span: Span = span_field()


@frozen
class Say:
    """An event that carries values, told to everybody or to one player."""

    text: Text
    player: Expr | None
    span: Span = span_field()


@frozen
class If:
    """Run one of two blocks."""

    test: Expr
    then: Block
    other: Block | None
    span: Span = span_field()


@frozen
class For:
    """Run the body for each tuple of the search.

    The tuples are collected first and sorted by the keys (stable). `at_once`: the body is a choice
    of which nobody learns before all have made it, so that hosts may ask all of them at once.
    """

    number: int
    search: Search
    keys: tuple[Key, ...]
    body: Block
    span: Span = span_field()
    at_once: bool = attrs.field(default=False, repr=False, eq=False)


@frozen
class Repeat:
    """Run the body at most `limit` times.

    With `until`, only while that is 0 (asked before each round).
    """

    number: int
    until: Expr | None
    limit: Expr
    body: Block
    span: Span = span_field()


@frozen
class Turns:
    """Turns of players, clockwise from `start` (None: player 0), at most `limit`.

    Slots: `slot` = player, `slot + 1` = turn. `among` (with the player in `slot`) says who may
    have a turn; the loop ends when nobody may. `counted` is false where no rule reads the number
    of the turn: then its slot holds 0 and the count is a bound, no part of the position.
    """

    number: int
    slot: int
    among: Expr | None
    start: Expr | None
    limit: Expr
    counted: bool
    body: Block
    span: Span = span_field()


@frozen
class NextTurn:
    """Say who has the next turn of the innermost turns in progress; the last one said counts."""

    player: Expr
    span: Span = span_field()


@frozen
class Stop:
    """Leave the loop with this number, which is in progress in the same effect."""

    loop: int
    span: Span = span_field()


@frozen
class Phase:
    """A named stretch of play: an event, then the body."""

    name: str
    body: Block
    span: Span = span_field()


@frozen
class Random:
    """One chance point: an element of the search (one binder), equal weights; then the body.

    Finding none is a fault. `type`: that of the element, for words about it.
    """

    number: int
    search: Search
    body: Block
    span: Span = span_field()
    type: Type | None = attrs.field(default=None, repr=False, eq=False)


@frozen
class Need:
    """A condition of legality and the sentence that answers when it fails.

    As a statement, only in the body of an arm itself: a late need. What stands above the last of
    them is the arm's trial, run on a copy where its needs are judged; in earnest it does nothing.
    """

    test: Expr
    reason: Text = attrs.field(repr=False, eq=False)
    span: Span = span_field()


@frozen
class Choice:
    """One binding of an arm, in slot `slot`.

    A `pair` takes two slots: different members, the first before the second in `domain`. `type`
    gives the static values: the digits of the action's number, one for each slot. Alike elements
    are offered once. `in_order`: in a repeating choose, only what comes after this arm's last pick
    (alike components: not before it).
    """

    slot: int
    names: tuple[str, ...]
    domain: Expr
    type: Type
    pair: bool
    in_order: bool
    where: Expr | None


@frozen
class Arm:
    """One way to act.

    Actions have the numbers `first_id + mixed radix of the slots' digits`; the last slot
    varies fastest.

    `closes`: choosing it ends a repeating choose (its `pass` arm). `last_resort`: on offer only
    where no other arm of the choose is legal (`otherwise: pass`).
    """

    name: str
    first_id: int
    choices: tuple[Choice, ...]
    needs: tuple[Need, ...]
    body: Block
    closes: bool
    last_resort: bool = False
    sentence: Text | None = attrs.field(default=None, repr=False, eq=False)
    span: Span = span_field()


@frozen
class Choose:
    """A player acts: once, or with `limit` again and again.

    Then until a closing arm, `limit` picks, or only closing arms are left. A silent `pass` is an
    arm like any other (last, empty body). `otherwise` runs where no arm is legal; without it that
    is a fault (a dead end). `asks`: it is asked until a closing arm is taken, also where only such
    are left; `limit` is one more than there can be picks then, and `because` says why.
    """

    number: int
    actor: Expr
    arms: tuple[Arm, ...]
    limit: Expr | None
    otherwise: Block | None
    span: Span = span_field()
    asks: bool = attrs.field(default=False, metadata={RARE: True})
    because: str = attrs.field(default="", repr=False, eq=False)


@frozen
class Anytime:
    """While `body` runs, `actor`'s own choice points offer these arms too.

    After the other arms, `limit` times in all.
    """

    number: int
    actor: Expr
    limit: Expr
    arms: tuple[Arm, ...]
    body: Block
    span: Span = span_field()


@frozen
class Wins:
    """`winner` (a player or a team) wins."""

    winner: Expr


@frozen
class Drawn:
    """Nobody wins."""


@frozen
class Together:
    """All win, or all lose: everybody's return is 1, or −1."""

    won: bool


@frozen
class Leads:
    """Who is ahead in the keys wins; ties share.

    The keys read the player, in a game with teams the team, in `slot`.
    """

    slot: int
    keys: tuple[Key, ...]


@frozen
class Scores:
    """Each player's return is `value` (the player in `slot`). `label`: as the text writes it."""

    slot: int
    value: Expr
    label: str = attrs.field(default="", repr=False, eq=False)


Result: TypeAlias = Wins | Drawn | Together | Leads | Scores


@frozen
class End:
    """The game is over at once."""

    result: Result
    span: Span = span_field()


@frozen
class Invoke:
    """Run an effect in an environment that holds the arguments only."""

    effect: int
    args: tuple[Expr, ...]
    span: Span = span_field()


@frozen
class TooDeep:
    """A fault: an effect is called that is in progress `most` times already."""

    most: int
    name: str = attrs.field(repr=False, eq=False)
    span: Span = span_field()


Simple: TypeAlias = (
    Let | Move | Assign | Remember | Reveal | Show | Say | Need | NextTurn | Stop | End | TooDeep
)  # fmt: skip
"""What is done at once: it holds no block and calls none, nobody chooses, nothing is drawn."""

Statement: TypeAlias = (
    Simple | Draw | Roll | If | For | Repeat | Turns | Phase | Random | Choose | Anytime | Invoke
)  # fmt: skip


@frozen
class Block:
    """Statements in order. Slots taken inside are dropped at its end."""

    number: int
    statements: tuple[Statement, ...]
