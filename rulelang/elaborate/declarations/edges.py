"""Declarations of edges: between the places of one space, or from one space to another."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang import surface
from rulelang.elaborate.context import Context, CrossEdges, EdgeEnds
from rulelang.elaborate.declarations import rows, things
from rulelang.elaborate.queries import relations
from rulelang.messages import tables
from rulelang.rule_types import Member

Pairs = list[tuple[int, int]]


def edge(c: Context, node: surface.Edge) -> None:
    """Declare a family of edges."""
    spaces = [node.joins, *([] if node.other is None else [node.other])]
    for space in spaces:
        if space.text not in c.shapes:
            c.unknown(space, c.shapes, "no space")
            things.lose(c, node.name)
            return
    c.used.update(space.text for space in spaces)
    if any(space.text in c.broken for space in spaces):
        things.lose(c, node.name)
        return
    if node.other is not None and node.other.text == node.joins.text:
        c.report(tables.one_space_twice(node.name.text, node.joins.text, node.other.span))
        things.lose(c, node.name)
        return
    joined = [relations.member(c, space.text) for space in spaces]
    found = _read(c, node, (joined[0], joined[-1]))
    if found is None:
        things.lose(c, node.name)
        return
    listed, pairs = found
    if node.other is None:
        c.edges[node.name.text] = EdgeEnds(node.joins.text, tuple(pairs))
    else:
        joins = node.joins.text, node.other.text
        c.cross_edges[node.name.text] = CrossEdges(joins, tuple(pairs))
    things.add_family(c, node.name, listed, "a family of edges")


def _read(
    c: Context, node: surface.Edge, joined: tuple[Member, Member]
) -> tuple[list[surface.Name], Pairs] | None:
    """Return the names and ends of edges, from a table or from what the shape puts beside."""
    table = rows.read(c, node.table, node.span)
    labels = tuple(c.family(space.family).labels for space in joined)
    if table is None:
        pairs: Pairs = []
        if node.other is None and not node.table.attributes:
            pairs = relations.pairs_beside(c, node.joins.text)
        if not pairs:
            c.report(tables.no_rows(f"`{node.name.text}`", node.name.span))
            return None
        return [_named(node, labels, pair) for pair in pairs], pairs
    for end in ("a", "b"):
        if table.header and not table.has(end):
            c.report(tables.missing_column(end, node.name.span, table.header_span))
            return None
    listed: list[surface.Name] = []
    pairs = []
    for row in table.rows:
        a, b = (
            rows.value(c, row.get(end), end, space, row.span_of(end))
            for end, space in zip(("a", "b"), joined, strict=True)
        )
        if isinstance(a, int) and isinstance(b, int):
            named = surface.Name(f"{labels[0][a]}_{labels[1][b]}", row.span)
            listed.append(row.get("name") or named)
            pairs.append((a, b))
    c.incomplete |= len(pairs) < len(table.rows)
    return listed, pairs


def _named(
    node: surface.Edge, labels: Sequence[Sequence[str]], pair: tuple[int, int]
) -> surface.Name:
    return surface.Name(f"{labels[0][pair[0]]}_{labels[1][pair[1]]}", node.name.span)
