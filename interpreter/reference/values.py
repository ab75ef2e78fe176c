"""The value of an expression at a position. Ref §1, §20.

`value` looks up the rule for a node in a table from node class to function: trying class patterns
one after another cost five times the work. `RULES` is completed by
`interpreter.reference.queries`; a test holds it complete.

Short names: `e` is the expression, `w` the world it reads, `env` its locals.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from typing import Final, Never, Protocol, TypeAlias

from interpreter.faults import EffortExceeded, EngineBug, RuleFault
from interpreter.layout import Layout
from interpreter.position import Cell, Env, Frame, Picture
from rulelang import core
from rulelang.core import Value
from rulelang.source import Span

EFFORT: Final = 4_000_000
"""What may be gone through for one question, or from one point to the next: Ref §1."""


class Effort:
    """How much more may be gone through, and how many picks were tried in looking ahead."""

    __slots__ = ("left", "looks")

    def __init__(self) -> None:
        self.left = EFFORT
        self.looks = 0

    def spend(self, amount: int) -> None:
        """Count so many elements, calls or steps.

        Raises:
            EffortExceeded: that was too much.
        """
        self.left -= amount
        if self.left < 0:
            raise EffortExceeded(f"the rules go through more than {EFFORT:,} things here")


class World:
    """What expressions read.

    The cells of a position, the constants of the game, and the result when it is over. `control`
    and `clocks` are for looking ahead, which is at `depth` and shares the `effort`. `scales` are
    of those who watch play.
    """

    __slots__ = (
        "cells",
        "clocks",
        "control",
        "defaults",
        "depth",
        "effort",
        "facts",
        "layout",
        "memories",
        "result",
        "scales",
        "tables",
        "variables",
        "zones",
    )

    def __init__(
        self,
        layout: Layout,
        cells: Sequence[Cell],
        result: tuple[Fraction, ...] | None = None,
    ) -> None:
        self.layout = layout
        self.cells = cells
        self.result = result
        self.control: Sequence[Frame] = ()
        self.clocks: Sequence[int] = ()
        self.memories: Sequence[tuple[Picture, ...]] = ()
        self.effort = Effort()
        self.depth = 0
        self.zones = layout.zone_cells
        self.variables = layout.variable_cells
        self.tables = layout.tables
        self.defaults = layout.defaults
        self.facts = layout.spec.facts
        self.scales: Scales | None = None


Keys: TypeAlias = tuple[core.Key, ...]
Rank: TypeAlias = tuple[int, ...]
"""The values of some sorting keys, turned so that smaller comes first."""


class Scales(Protocol):
    """Whoever is told what sorting keys come to."""

    def leading(self, keys: Keys, ranks: Collection[Rank]) -> None:
        """Hear among which ranks the first is looked for."""

    def in_order(self, keys: Keys, found: Sequence[tuple[Rank, Env]]) -> None:
        """Hear what was put in order, with the ranks."""


Rule: TypeAlias = Callable[[Never, World, Env], Value]
RULES: Final[dict[type, Rule]] = {}
RULE_OF: Final[Mapping[type, Callable[[core.Expr, World, Env], Value]]] = RULES  # type: ignore[assignment]
"""The same table for whoever asks: it pairs classes with rules. What asks often looks up the rule
by itself, which spares one of two calls."""


def value(e: core.Expr, w: World, env: Env) -> Value:
    """Return the value of an expression.

    Raises:
        RuleFault: an index is none or outside its family, or a division is by zero.
    """
    return RULE_OF[type(e)](e, w, env)


def number(e: core.Expr, w: World, env: Env) -> int:
    """Return a value where a number is wanted: `none` counts 0, a flag 0 or 1."""
    found = RULE_OF[type(e)](e, w, env)
    return found if isinstance(found, int) else number_of(found, e)


def number_of(found: tuple[Value, ...] | None, e: core.Expr) -> int:
    """Return what `none` counts where a number is wanted; a set counts nothing."""
    if found is None:
        return 0
    raise EngineBug(f"{e.span}: a set stands where a number is wanted")


def elements(e: core.Expr, w: World, env: Env) -> tuple[Value, ...]:
    """Return the elements of a set value; `none` has no elements."""
    found = RULE_OF[type(e)](e, w, env)
    if isinstance(found, tuple):
        return found
    if found is None:
        return ()
    raise EngineBug(f"{e.span}: a single value stands where a set is wanted")


def arguments(args: tuple[core.Expr, ...], w: World, env: Env) -> Env:
    """Return the values of some arguments, from left to right."""
    if len(args) == 1:
        only = args[0]
        return (RULE_OF[type(only)](only, w, env),)
    return tuple([RULE_OF[type(arg)](arg, w, env) for arg in args])


def zone_cell(zone: int, args: tuple[core.Expr, ...], w: World, env: Env, span: Span) -> int:
    """Return the cell of a zone; a fault where an index is none or outside the family."""
    index = arguments(args, w, env)
    try:
        return w.zones[zone][index]
    except KeyError:
        raise _no_cell(w.layout.spec.zones[zone].name, index, span) from None


def variable_cell(
    variable: int, args: tuple[core.Expr, ...], w: World, env: Env, span: Span
) -> int:
    """Return the cell of a variable; a fault where an index is none or outside the family."""
    index = arguments(args, w, env)
    try:
        return w.variables[variable][index]
    except KeyError:
        raise _no_cell(w.layout.spec.variables[variable].name, index, span) from None


def contents(cell: int, w: World) -> tuple[int, ...]:
    """Return what lies in a zone cell."""
    found = w.cells[cell]
    assert isinstance(found, tuple), "zone cells hold tuples"
    return found


def members(found: Value) -> tuple[int, ...]:
    """Return the individuals in a set value that a table gave."""
    return tuple([member for member in listed(found) if isinstance(member, int)])


def listed(found: Value) -> tuple[Value, ...]:
    """Return a set value that a table gave as what it is."""
    assert isinstance(found, tuple), "the table gives sets"
    return found


def _no_cell(name: str, index: Env, span: Span) -> RuleFault:
    shown = ", ".join("none" if part is None else str(part) for part in index)
    if None in index:
        return RuleFault(f"`{name}` is asked for `none`: there is no {name}({shown})", span)
    return RuleFault(f"`{name}` is asked outside its index: there is no {name}({shown})", span)


# ---------------------------------------------------------------- reading


def _const(e: core.Const, _w: World, _env: Env) -> Value:
    return e.value


def _local(e: core.Local, _w: World, env: Env) -> Value:
    return env[e.slot]


def _read(e: core.Read, w: World, env: Env) -> Value:
    index = arguments(e.args, w, env)
    try:
        return w.cells[w.variables[e.variable][index]]
    except KeyError:
        raise _no_cell(w.layout.spec.variables[e.variable].name, index, e.span) from None


def _contents(e: core.Contents, w: World, env: Env) -> Value:
    return w.cells[zone_cell(e.zone, e.args, w, env, e.span)]


def _held(e: core.Held, w: World, env: Env) -> Value:
    held = contents(zone_cell(e.zone, e.args, w, env, e.span), w)
    if not held:
        return None
    return held[-1] if e.last else held[0]


def _lookup(e: core.Lookup, w: World, env: Env) -> Value:
    return w.tables[e.table].get(arguments(e.args, w, env), w.defaults[e.table])


def _call(e: core.Call, w: World, env: Env) -> Value:
    w.effort.spend(1)
    body = w.facts[e.fact].body
    return RULE_OF[type(body)](body, w, arguments(e.args, w, env))


def picture(memory: int, w: World) -> Picture:
    """Return what the zones and variables that a memory keeps hold now."""
    cells = w.cells
    return tuple([cells[cell] for cell in w.layout.pictured[memory]])


def _recalled(e: core.Recalled, w: World, _env: Env) -> Value:
    w.effort.spend(len(w.memories[e.memory]))
    return w.memories[e.memory].count(picture(e.memory, w))


def _return_of(e: core.ReturnOf, w: World, env: Env) -> Value:
    if w.result is None:
        raise RuleFault("there is no score yet: the game is not over", e.span)
    score = w.result[number(e.player, w, env)]
    if score.denominator != 1:
        raise RuleFault(f"the score {score} is not a whole number", e.span)
    return score.numerator


# ---------------------------------------------------------------- numbers and flags


_ARITHMETIC: Final[Mapping[core.ArithmeticOp, Callable[[int, int], int]]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "mod": operator.mod,
    "/down": operator.floordiv,
    "/up": lambda left, right: -(-left // right),
    "min": min,
    "max": max,
}

_ORDER: Final[Mapping[core.CompareOp, Callable[[int, int], bool]]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def _arithmetic(e: core.Arithmetic, w: World, env: Env) -> Value:
    one, other = e.left, e.right
    left = RULE_OF[type(one)](one, w, env)
    if not isinstance(left, int):
        left = number_of(left, one)
    right = RULE_OF[type(other)](other, w, env)
    if not isinstance(right, int):
        right = number_of(right, other)
    try:
        return _ARITHMETIC[e.op](left, right)
    except ZeroDivisionError:
        raise RuleFault(f"{left} is divided by zero", e.span) from None


def _compare(e: core.Compare, w: World, env: Env) -> Value:
    left, right = e.left, e.right
    order = _ORDER.get(e.op)
    if order is not None:
        return 1 if order(number(left, w, env), number(right, w, env)) else 0
    same = RULE_OF[type(left)](left, w, env) == RULE_OF[type(right)](right, w, env)
    return 1 if same == (e.op == "is") else 0


def _not(e: core.Not, w: World, env: Env) -> Value:
    asked = e.expr
    return 0 if RULE_OF[type(asked)](asked, w, env) else 1


def _and(e: core.And, w: World, env: Env) -> Value:
    for part in e.parts:
        if not RULE_OF[type(part)](part, w, env):
            return 0
    return 1


def _or(e: core.Or, w: World, env: Env) -> Value:
    for part in e.parts:
        if RULE_OF[type(part)](part, w, env):
            return 1
    return 0


def _if_then(e: core.IfThen, w: World, env: Env) -> Value:
    test = e.test
    asked = e.then if RULE_OF[type(test)](test, w, env) else e.other
    return RULE_OF[type(asked)](asked, w, env)


# ---------------------------------------------------------------- sets


def _size(e: core.Size, w: World, env: Env) -> Value:
    return len(elements(e.source, w, env))


def _among(e: core.Among, w: World, env: Env) -> Value:
    return 1 if value(e.value, w, env) in elements(e.source, w, env) else 0


def _interval(e: core.Interval, w: World, env: Env) -> Value:
    low, high = number(e.low, w, env), number(e.high, w, env)
    w.effort.spend(max(0, high - low))
    return tuple(range(low, high + 1))


def _around(e: core.Around, w: World, env: Env) -> Value:
    source = elements(e.source, w, env)
    start = value(e.start, w, env)
    if start not in source:
        raise RuleFault("the order begins at something that is not part of it", e.span)
    if e.backwards:
        source = source[::-1]
    at = source.index(start) + (1 if e.after else 0)
    return source[at:] + source[:at]


def _spread(e: core.Spread, w: World, env: Env) -> Value:
    table = w.tables[e.table]
    found: set[int] = set()
    for element in elements(e.source, w, env):
        found.update(members(table.get((element,), w.defaults[e.table])))
    return tuple(sorted(found))


def _border(e: core.Border, w: World, env: Env) -> Value:
    table, source = w.tables[e.beside], members(elements(e.source, w, env))
    found: set[int] = set()
    for element in source:
        found.update(members(table[(element,)]))
    return tuple(sorted(found.difference(source)))


RULES.update(
    {
        core.Const: _const,
        core.Local: _local,
        core.Read: _read,
        core.Contents: _contents,
        core.Held: _held,
        core.Lookup: _lookup,
        core.Call: _call,
        core.Recalled: _recalled,
        core.ReturnOf: _return_of,
        core.Arithmetic: _arithmetic,
        core.Compare: _compare,
        core.Not: _not,
        core.And: _and,
        core.Or: _or,
        core.IfThen: _if_then,
        core.Size: _size,
        core.Among: _among,
        core.Interval: _interval,
        core.Around: _around,
        core.Spread: _spread,
        core.Border: _border,
    }
)
