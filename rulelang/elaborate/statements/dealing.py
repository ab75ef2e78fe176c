"""`deal`: giving out by rounds, which covers dealing cards and sowing seeds.

before:  deal n each from A to B(q) for q in D
after:   for q in D: draw n from A to B(q)

before:  deal all from A to B(q) for q in D
after:   repeat until A is empty, at most its components: for q in D: if A is not empty: draw 1 …
"""

from __future__ import annotations

from rulelang import core, surface
from rulelang.core import Block, Const
from rulelang.elaborate import naming
from rulelang.elaborate.context import Context
from rulelang.elaborate.queries import searching
from rulelang.elaborate.statements import moving
from rulelang.elaborate.symbols import Scope


def deal(c: Context, node: surface.Deal, scope: Scope) -> core.Statement | None:
    """Elaborate `deal` into loops."""
    outer = naming.zone_place(c, node.source, scope)
    search, inner, _ = searching.binders(c, node.binders, scope)
    count: surface.Expr = surface.LiteralValue(1, node.span) if node.count is None else node.count
    draw = surface.Draw(count, up_to=False, source=node.source, target=node.target, span=node.span)
    given = moving.draw(c, draw, inner)
    if outer is None or given is None:
        return None
    number = c.next_number()
    if node.count is not None:
        return core.For(number, search, (), Block(c.next_number(), (given,)), node.span)
    symbol, place = outer
    contents = core.Contents(symbol.number, place.args, node.span)
    empty = core.Compare("is", core.Size(contents), Const(0), node.span)
    one = core.If(core.Not(empty), Block(c.next_number(), (given,)), None, node.span)
    round_ = core.For(c.next_number(), search, (), Block(c.next_number(), (one,)), node.span)
    most = Const(sum(c.kinds[kind].copies for kind in symbol.zone.kinds))
    return core.Repeat(number, empty, most, Block(c.next_number(), (round_,)), node.span)
