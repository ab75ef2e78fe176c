"""What is within so many edges of what: `a is within 3 of b along l in Link where l.toll is 0`."""

from __future__ import annotations

from typing import Final

from rulelang import core, surface
from rulelang.core import Const
from rulelang.elaborate import ask
from rulelang.elaborate.context import Context
from rulelang.elaborate.queries import relations
from rulelang.elaborate.queries.searching import bind
from rulelang.elaborate.symbols import Scope, Typed
from rulelang.elaborate.typing import bare, described
from rulelang.messages import tables, types
from rulelang.rule_types import Flag, Maybe, Member, Type, Unknown

_NAMES: Final = ("Link", "Way", "Side")
"""What edges may be called in hints."""


def within(c: Context, node: surface.IsWithin, scope: Scope) -> Typed:
    """Elaborate `a is within n of b`: over edges that a condition may choose, or neighbours."""
    target, start = (
        c.elaborator.expression(c, node.operand, scope),
        c.elaborator.expression(c, node.start, scope),
    )
    radius = ask.number(c, node.radius, scope)
    family = node.edges.text if node.edges else _only_edges(c, bare(target.type))
    if family is None or family not in c.edges:
        _report_edges(c, node, target.type)
        return Typed(Const(0), Flag())
    if node.edges is not None:
        c.used.add(family)
    space = relations.member(c, c.edges[family].joins)
    for typed, part in ((target, node.operand), (start, node.start)):
        ask.check_fit(c, typed, Maybe(space), part.span)
    where = None
    if node.edge is not None and node.where is not None:
        edge = Member(family, len(c.edges[family].ends))
        where = ask.claim(c, node.where, bind(c, scope, node.edge, edge)).expr
    at, ends = relations.edges_at(c, family), relations.ends(c, family)
    return Typed(
        core.Within(target.expr, radius.expr, start.expr, scope.depth, where, at, ends, node.span),
        Flag(),
    )


def _only_edges(c: Context, type_: Type) -> str | None:
    """Return the one family of edges that joins a family of spaces."""
    joining = _joining(c, type_.family) if isinstance(type_, Member) else []
    return joining[0] if len(joining) == 1 else None


def _joining(c: Context, space: str) -> list[str]:
    return [name for name, edges in c.edges.items() if edges.joins == space]


def _report_edges(c: Context, node: surface.IsWithin, type_: Type) -> None:
    """Report that no edges are known along which something is to be near."""
    match bare(type_):
        case Member(family=space) if space in c.shapes and not _joining(c, space):
            if c.broken:
                return  # those that would could not be understood
            written = [] if node.edges is None else [node.edges.text]
            name = next((n for n in (*written, *_NAMES) if n not in c.symbols), _NAMES[0])
            span = node.span if node.edges is None else node.edges.span
            has_shape = bool(relations.pairs_beside(c, space))
            c.report(tables.no_edges(space, name, span, has_shape=has_shape))
        case _ if node.edges is not None:
            c.unknown(node.edges, c.edges, "no edge")
        case Member(family=space) if space in c.shapes:
            c.report(tables.several_edges(space, _joining(c, space), node.span))
        case Unknown():
            pass
        case other:
            wanted = "a space that edges join"
            c.report(types.does_not_fit(described(other), wanted, node.operand.span))
