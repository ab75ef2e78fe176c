"""The built-in facts: about players, places, order and numbers; none about a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod

from rulelang import core, surface
from rulelang.core import Const, Lookup
from rulelang.elaborate import ask, hints
from rulelang.elaborate.context import NOTHING, Context
from rulelang.elaborate.operators import arithmetic
from rulelang.elaborate.queries import relations
from rulelang.elaborate.symbols import Scope, Typed
from rulelang.elaborate.typing import bare, described, maybe
from rulelang.messages import flow, names, types
from rulelang.rule_types import Flag, Maybe, Member, Number, SetOf, Type, Unknown
from rulelang.source import NOWHERE

MAX_RELATION = 1_000_000
_OF_PLAYERS = ("next", "opponent", "partner", "previous", "team")
Builtin = Callable[[Context, surface.Apply, Scope], Typed]


def is_builtin(name: str) -> bool:
    """Return whether a name is a built-in fact."""
    return name in _BUILTINS


def call(c: Context, node: surface.Apply, scope: Scope) -> Typed:
    """Elaborate a call of a built-in fact."""
    form, build = _BUILTINS[node.name.text]
    arity = form.count(",") + 1
    if len(node.args) != arity:
        name = node.name.text
        player = [Member("Player", c.setting.players)]
        is_of_one = node.args == () and name in _OF_PLAYERS
        in_full = hints.with_arguments(name, player, scope) if is_of_one else ""
        declared = names.Indexed("a built-in fact", arity, NOWHERE, f"{name}({form})", in_full)
        c.report(names.wrong_arity(name, declared, len(node.args), node.span))
        return NOTHING
    return build(c, node, scope)


def _member(
    c: Context, node: surface.Expr, scope: Scope, wanted: Callable[[str], bool], said: str
) -> tuple[Typed, str] | None:
    """Elaborate an argument that must be an individual of a fitting family.

    Return it with the family's name.
    """
    typed = c.elaborator.expression(c, node, scope)
    match bare(typed.type):
        case Member(family=family) if wanted(family):
            return typed, family
        case Unknown():
            return None
        case _:
            c.report(types.does_not_fit(described(typed.type), said, node.span))
            return None


def _two_members(
    c: Context,
    node: surface.Apply,
    scope: Scope,
    wanted: Callable[[str], bool],
    said: tuple[str, str],
) -> tuple[Typed, Typed, str] | None:
    """Elaborate two arguments that must be individuals of one fitting family.

    Return them with the family's name.
    """
    one = _member(c, node.args[0], scope, wanted, said[0])
    other = _member(
        c, node.args[1], scope, lambda family: one is None or family == one[1], said[1]
    )
    return None if one is None or other is None else (one[0], other[0], one[1])


def _looked_up(
    c: Context, table: int, args: tuple[Typed, ...], type_: Type, node: surface.Apply
) -> Typed:
    constants = tuple(arg.expr.value for arg in args if isinstance(arg.expr, Const))
    if len(constants) == len(args):
        found = dict(c.tables[table].entries).get(constants, c.tables[table].default)
        return Typed(Const(found, node.span), type_)
    optional = any(isinstance(arg.type, Maybe) for arg in args)
    return Typed(
        Lookup(table, tuple(arg.expr for arg in args), node.span),
        maybe(type_) if optional else type_,
    )


def _opponent(c: Context, node: surface.Apply, scope: Scope) -> Typed:
    found = _member(c, node.args[0], scope, lambda family: family == "Player", "a player")
    if c.setting.players != 2:
        c.report(flow.no_opponent(node.span))
        return NOTHING
    return (
        NOTHING
        if found is None
        else _looked_up(c, relations.step(c, "Player", 1), (found[0],), bare(found[0].type), node)
    )


def _team(which: str) -> Builtin:
    def build(c: Context, node: surface.Apply, scope: Scope) -> Typed:
        found = _member(c, node.args[0], scope, lambda family: family == "Player", "a player")
        if c.teams is None:
            c.report(flow.no_teams(which, node.span))
            return NOTHING
        if found is None:
            return NOTHING
        if which == "team":
            return _looked_up(
                c, relations.teams(c), (found[0],), relations.member(c, "Team"), node
            )
        return _looked_up(c, relations.partners(c), (found[0],), bare(found[0].type), node)

    return build


def _step(by: int) -> Builtin:
    def build(c: Context, node: surface.Apply, scope: Scope) -> Typed:
        found = _member(
            c,
            node.args[0],
            scope,
            lambda family: family not in {**c.edges, **c.cross_edges},
            "a player or a space",
        )
        if found is None:
            return NOTHING
        typed, family = found
        result = bare(typed.type)
        open_ended = family in c.shapes and c.shapes[family].shape != "ring"
        return _looked_up(
            c,
            relations.step(c, family, by),
            (typed,),
            maybe(result) if open_ended else result,
            node,
        )

    return build


def _coordinate(which: str) -> Builtin:
    def build(c: Context, node: surface.Apply, scope: Scope) -> Typed:
        found = _member(
            c,
            node.args[0],
            scope,
            lambda family: relations.is_board(c, family),
            "a cell of a grid or hex board",
        )
        if found is None:
            return NOTHING
        width, height = c.shapes[found[1]].sizes
        held = Number(1, height if which == "row" else width)
        return _looked_up(c, relations.coordinate(c, found[1], which), (found[0],), held, node)

    return build


def _neighbours(c: Context, node: surface.Apply, scope: Scope) -> Typed:
    typed = c.elaborator.expression(c, node.args[0], scope)
    match typed.type:
        case SetOf(element=Member(family=family) as kind) if family in c.shapes:
            border = core.Border(relations.neighbours(c, family), typed.expr, node.span)
            return Typed(border, SetOf(kind, kind.size))
        case SetOf():
            c.report(
                types.does_not_fit(described(typed.type), "a set of spaces", node.args[0].span)
            )
            return NOTHING
        case _:
            pass
    found = _member(c, node.args[0], scope, lambda family: family in c.shapes, "a space")
    if found is None:
        return NOTHING
    kind = relations.member(c, found[1])
    return Typed(
        Lookup(relations.neighbours(c, found[1]), (found[0].expr,), node.span),
        SetOf(kind, kind.size),
    )


def _steps(c: Context, node: surface.Apply, scope: Scope) -> Typed:
    found = _member(
        c, node.args[0], scope, lambda family: relations.is_grid(c, family), "a cell of a grid"
    )
    far = ask.number(c, node.args[2], scope)
    match node.args[1]:
        case surface.Apply(name=surface.Name(text=direction), args=()) if (
            direction in relations.DIRECTIONS
        ):
            pass
        case other:
            c.report(
                types.does_not_fit("something else", "`diagonal` or `orthogonal`", other.span)
            )
            return NOTHING
    if not isinstance(far.expr, Const) or not isinstance(far.expr.value, int):
        c.report(
            types.does_not_fit(
                "a number that changes", "a fixed number of steps", node.args[2].span
            )
        )
        return NOTHING
    if far.expr.value < 1:
        c.report(types.no_steps(far.expr.value, node.args[2].span))
        return NOTHING
    if found is None:
        return NOTHING
    kind = relations.member(c, found[1])
    table = relations.steps(c, found[1], direction, far.expr.value)
    return Typed(Lookup(table, (found[0].expr,), node.span), SetOf(kind, 4))


def _between(c: Context, node: surface.Apply, scope: Scope) -> Typed:
    said = ("a cell of a grid", "a cell of the same grid")
    found = _two_members(c, node, scope, lambda family: relations.is_grid(c, family), said)
    if found is None:
        return NOTHING
    a, b, family = found
    kind = relations.member(c, family)
    sizes = (8, kind.size, max(c.shapes[family].sizes))
    if not _is_small(c, sizes, node):
        return NOTHING
    return Typed(
        Lookup(relations.between(c, family), (a.expr, b.expr), node.span),
        SetOf(kind, kind.size),
    )


def _is_small(c: Context, sizes: Sequence[int], node: surface.Apply) -> bool:
    """Return whether a relation can be listed for all places; report that it cannot."""
    if prod(sizes) <= MAX_RELATION:
        return True
    what = f"there are too many places to list `{node.name.text}` for all of them"
    told = flow.too_large(what, prod(sizes), MAX_RELATION, node.span, flow.factors(sizes))
    c.report(told)
    return False


def _lines(c: Context, node: surface.Apply, scope: Scope) -> Typed:
    cells, length = ask.domain(c, node.args[0], scope), ask.number(c, node.args[1], scope)
    match cells.type, length.expr:
        case SetOf(element=Member(family=family)), Const(value=int(far)) if relations.is_grid(
            c, family
        ):
            found = relations.lines(c, family, far)
            kind = relations.member(c, family)
            return Typed(Const(found, node.span), SetOf(SetOf(kind, far), len(found)))
        case SetOf(element=Member(family=family)), _ if relations.is_grid(c, family):
            if not isinstance(length.type, Unknown):
                changes = "a number that changes"
                c.report(types.does_not_fit(changes, "a fixed length", node.args[1].span))
            return NOTHING
        case Unknown(), _:
            return NOTHING
        case _:
            wanted, hint = "the name of a board", "write `lines(Cell, 3)`"
            c.report(types.does_not_fit(described(cells.type), wanted, node.args[0].span, hint))
            return NOTHING


def _clockwise(c: Context, node: surface.Apply, scope: Scope) -> Typed:
    found = _two_members(
        c,
        node,
        scope,
        lambda family: family in c.shapes and c.shapes[family].shape == "ring",
        ("a field of a ring", "a field of the same ring"),
    )
    if found is None:
        return NOTHING
    a, b, family = found
    size = relations.member(c, family).size
    if not _is_small(c, (size, size), node):
        return NOTHING
    return _looked_up(c, relations.clockwise(c, family), (a, b), Number(1, size), node)


def _ends(c: Context, node: surface.Apply, scope: Scope) -> Typed:
    typed = c.elaborator.expression(c, node.args[0], scope)
    match typed.type:
        case Member(family=family) if family in c.edges:
            kind = relations.member(c, c.edges[family].joins)
            return Typed(
                Lookup(relations.ends(c, family), (typed.expr,), node.span), SetOf(kind, 2)
            )
        case SetOf(element=Member(family=family)) if family in c.edges:
            kind = relations.member(c, c.edges[family].joins)
            return Typed(
                core.Spread(relations.ends(c, family), typed.expr, node.span),
                SetOf(kind, kind.size),
            )
        case Unknown():
            return NOTHING
        case other:
            hint = ""
            if isinstance(other, Member) and other.family in c.cross_edges:
                either = " or ".join(f"`{s} at …`" for s in c.cross_edges[other.family].joins)
                hint = f"its ends are in two spaces: {either}"
            wanted, span = "an edge or a group of edges", node.args[0].span
            c.report(types.does_not_fit(described(other), wanted, span, hint))
            return NOTHING


def _touches(c: Context, node: surface.Apply, scope: Scope) -> Typed:
    edges = {**c.edges, **c.cross_edges}
    edge = _member(c, node.args[0], scope, lambda family: family in edges, "an edge")
    if edge is None:
        return Typed(Const(0), Flag())
    if edge[1] in c.cross_edges:
        at = surface.Touching(
            surface.Apply(surface.Name(edge[1], node.span), (), node.span), node.args[1], node.span
        )
        touching = ask.domain(c, at, scope)
        return Typed(core.Among(edge[0].expr, touching.expr, node.span), Flag())
    space = ask.fitting(c, node.args[1], scope, Maybe(relations.member(c, c.edges[edge[1]].joins)))
    return Typed(
        core.Among(space, Lookup(relations.ends(c, edge[1]), (edge[0].expr,)), node.span), Flag()
    )


def _arithmetic(op: core.ArithmeticOp) -> Builtin:
    def build(c: Context, node: surface.Apply, scope: Scope) -> Typed:
        return arithmetic(
            op,
            ask.number(c, node.args[0], scope),
            ask.number(c, node.args[1], scope),
            node.span,
        )

    return build


def _score(c: Context, node: surface.Apply, scope: Scope) -> Typed:
    player = ask.fitting(c, node.args[0], scope, relations.member(c, "Player"))
    return Typed(core.ReturnOf(player, node.span), Number(-(2**31), 2**31))


_BUILTINS: dict[str, tuple[str, Builtin]] = {
    "opponent": ("p", _opponent),
    "next": ("x", _step(1)),
    "previous": ("x", _step(-1)),
    "team": ("p", _team("team")),
    "partner": ("p", _team("partner")),
    "row": ("s", _coordinate("row")),
    "column": ("s", _coordinate("column")),
    "neighbours": ("s", _neighbours),
    "steps": ("s, diagonal, n", _steps),
    "between": ("a, b", _between),
    "lines": ("S, n", _lines),
    "clockwise": ("a, b", _clockwise),
    "ends": ("e", _ends),
    "touches": ("e, s", _touches),
    "min": ("a, b", _arithmetic("min")),
    "max": ("a, b", _arithmetic("max")),
    "score": ("p", _score),
}
"""Each with its arguments as a text would write them."""
NAMES = tuple(_BUILTINS)
