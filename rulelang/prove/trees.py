"""Copies of expressions with other locals, and the form in which knowledge about them is kept.

Knowledge is kept in *canonical* form: what a query binds is renamed to -1, -2, … by depth, so that
equal queries are equal wherever they stand. Locals of the surrounding text keep their slots.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

import attrs

from rulelang import core
from rulelang.core.walk import Node, Slots, as_expression, is_expression, rebuilt
from rulelang.evolving import evolve
from rulelang.freezing import define, frozen

Query: TypeAlias = core.Fold | core.Groups | core.Trail | core.Regions
Replace: TypeAlias = Callable[[core.Expr], core.Expr | None]


@frozen
class Renaming:
    """How to copy: `replace` is asked about each free part first; `bound` renames what is bound.

    `depth`: how many names are bound around this place.
    """

    replace: Replace
    bound: tuple[tuple[int, int], ...] = ()
    depth: int = 0

    def binding(self, slots: Slots) -> Renaming:
        """Return the renaming below what binds some slots."""
        added = tuple((slot, -self.depth - 1 - i) for i, slot in enumerate(slots))
        return Renaming(self.replace, (*self.bound, *added), self.depth + len(slots))

    def slot(self, slot: int) -> int | None:
        """Return the new name of a bound slot; None for a free one."""
        for old, new in reversed(self.bound):
            if old == slot:
                return new
        return None


def copied(e: core.Expr, names: Renaming) -> core.Expr:
    """Return a copy with other locals."""
    if isinstance(e, core.Local):
        new = names.slot(e.slot)
        if new is not None:
            return core.Local(new, e.span)
    replacement = names.replace(e)
    if replacement is not None:
        return replacement
    return as_expression(_inside(e, names))


def _inside(node: Node, names: Renaming) -> Node:
    """Return a node with copies inside it; what it binds itself gets the next name."""

    def change(child: Node, slots: Slots) -> Node:
        inner = names.binding(slots) if slots else names
        return copied(child, inner) if is_expression(child) else _inside(child, inner)

    made = rebuilt(node, change)
    match made:
        case core.Binder() | core.Groups() | core.Trail() | core.Within():
            return evolve(made, slot=-names.depth - 1)
        case _:
            return made


@define
class Forms:
    """Forms of expressions that follow from those alone, each with its expression, by identity.

    `binds`: whether anything in it binds a local; `fixed`: with numbers in place of some locals;
    `among`: that a local is in it; `others`: what `World.opposite` and `World.contents_of` make
    of it.
    """

    canonical: dict[int, tuple[core.Expr, core.Expr]] = attrs.field(factory=dict)
    binds: dict[int, tuple[core.Expr, bool]] = attrs.field(factory=dict)
    fixed: dict[tuple[int, tuple[tuple[int, int], ...]], core.Expr] = attrs.field(factory=dict)
    among: dict[tuple[int, int], tuple[core.Expr, core.Expr]] = attrs.field(factory=dict)
    others: dict[int, tuple[core.Expr, core.Expr]] = attrs.field(factory=dict)


def canonical(e: core.Expr) -> core.Expr:
    """Return an expression in the form in which knowledge about it is kept."""
    return copied(e, Renaming(lambda _: None))


def fixing(values: Mapping[int, int]) -> Renaming:
    """Return how to put numbers in place of some locals."""

    def replace(part: core.Expr) -> core.Expr | None:
        match part:
            case core.Local(slot=slot) if slot in values:
                return core.Const(values[slot])
            case _:
                return None

    return Renaming(replace)


def applied(body: core.Expr, args: tuple[core.Expr, ...]) -> core.Expr:
    """Return the body of a fact with its arguments in place of the parameters, canonical."""

    def replace(e: core.Expr) -> core.Expr | None:
        return args[e.slot] if isinstance(e, core.Local) and e.slot < len(args) else None

    return copied(body, Renaming(replace))
