"""What a game has: families, kinds, zones, variables, tables, facts, effects.

And the specification itself.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import attrs

from rulelang.core.base import Value, span_field
from rulelang.core.declared import Declared
from rulelang.core.expressions import Expr
from rulelang.core.statements import Block
from rulelang.freezing import frozen
from rulelang.rule_types import Type
from rulelang.source import Span


@frozen
class Family:
    """Named individuals.

    `Player` (always the first family), teams, spaces, edges; numbered by their place. `slanted`:
    rows of hexagons, each half a place to the right of the one before. That is for drawings, and
    no part of what the family is: tables say who is beside whom.
    """

    name: str
    labels: tuple[str, ...]
    slanted: bool = attrs.field(default=False, repr=False, eq=False)


@frozen
class Kind:
    """A kind of component.

    `copies` alike ones, all at home at the start. `back` is its index in `Spec.backs`.

    `label` is how texts write it: `king`, `Mark(X)`. `starts`: how many begin at home (None: all
    copies). `faces`: the kinds that a roll may turn it into, itself among them; () for what is no
    die.
    """

    label: str
    component: str
    copies: int
    home_zone: int
    home: tuple[int, ...]
    back: int | None
    starts: int | None = None
    faces: tuple[int, ...] = ()


Shape: TypeAlias = Literal["set", "row", "bag", "one"]
Sort: TypeAlias = Literal["zone", "variable"]


@frozen
class Zone:
    """A family of zones: one for each combination of the index values, the last index fastest.

    `seen_by` lists, in that order, the players who see what lies there. How many lie there is
    public. `capacity` None: no limit.
    """

    name: str
    index: tuple[Type, ...]
    shape: Shape
    capacity: int | None
    kinds: tuple[int, ...]
    seen_by: tuple[tuple[int, ...], ...]
    span: Span = span_field()


@frozen
class Variable:
    """A family of bounded values.

    `fresh`: back to `initial` whenever a turn of the outermost turns begins.
    """

    name: str
    index: tuple[Type, ...]
    type: Type
    initial: Value
    fresh: bool
    seen_by: tuple[tuple[int, ...], ...]
    span: Span = span_field()


@frozen
class Memory:
    """Pictures of some families of zones and variables, at most so many, which all players see.

    `of`: the families, `("zone", 3)` or `("variable", 0)`, in the order of the text. A picture is
    what all their cells hold.
    """

    name: str
    of: tuple[tuple[Sort, int], ...]
    most: int
    span: Span = span_field()


@frozen
class Table:
    """A constant function; `entries` ascend by arguments as far as those compare."""

    name: str
    entries: tuple[tuple[tuple[Value, ...], Value], ...]
    default: Value


@frozen
class Fact:
    """A pure function of its parameters (slots 0..) and the position."""

    name: str
    parameters: int
    body: Expr
    type: Type
    span: Span = span_field()


@frozen
class Effect:
    """A named step; its parameters are the slots 0.. of its body."""

    name: str
    parameters: tuple[Type, ...]
    body: Block
    span: Span = span_field()


@frozen
class Standing:
    """How search counts a playout that it cuts; play need not ask for it. Ref §35.

    `value` reads the player in slot 0. `scored`: it is what he scores; else it says which part of
    a win that all share is his. `together`: how many thousandths of the win all have together.
    """

    value: Expr
    scored: bool
    together: bool = attrs.field(default=False, repr=False)


@frozen
class Spec:
    """One instance of a game.

    `action_count`: all ids are below it. `backs`: what shows on hidden components, as texts.
    `notes`: what whoever plays is told; wording, no part of what the game is. Nor is `declared`,
    which play never reads.
    """

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
    standing: Standing | None = attrs.field(default=None, repr=False)
    notes: tuple[str, ...] = attrs.field(default=(), repr=False, eq=False)
    declared: Declared = attrs.field(default=Declared(), repr=False, eq=False)
    memories: tuple[Memory, ...] = attrs.field(default=(), repr=False)

    @property
    def roots(self) -> tuple[Block, ...]:
        """What no other block holds: set-up, play and the body of each effect."""
        return (self.setup, self.play, *(effect.body for effect in self.effects))
