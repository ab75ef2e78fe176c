"""What a declared standing is to search: an end of the game, as though it were over here.

    before:  standing(p) = 3 * count won(p) + coins(p)
    after:   Leads(0, (most standing(Local(0)),)), or Scores(0, standing(Local(0))) where the game
             ends with `each p scores`

In a game with teams the standing of a team is the sum over its members.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

import attrs

from rulelang import core, surface
from rulelang.elaborate import calls, relations
from rulelang.elaborate import expressions as ex
from rulelang.elaborate.context import Context
from rulelang.elaborate.operators import arithmetic
from rulelang.elaborate.symbols import FactName, Scope, Typed
from rulelang.messages import names

_PLAYER = "p"


def standing(
    c: Context, declared: surface.Fact, blocks: Sequence[core.Block]
) -> core.Leads | core.Scores | None:
    """Elaborate a standing; None where it cannot be understood. `blocks`: all that is done."""
    if len(declared.parameters) != 1:
        c.report(names.standing_of_whom(len(declared.parameters), declared.name.span))
        return None
    span = declared.value.span
    one = surface.Name(_PLAYER, declared.name.span)
    scope = Scope().bind(one, relations.member(c, "Player"))
    asked = surface.Apply(declared.name, (surface.Apply(one, (), span),), span)
    found = ex.counted(c, calls.fact(c, FactName(declared), asked, scope), declared.value)
    if any(isinstance(node.result, core.Scores) for block in blocks for node in _ends(block)):
        return core.Scores(0, found.expr)
    return core.Leads(0, (core.Key(_of_side(c, found), most=True),))


def _of_side(c: Context, found: Typed) -> core.Expr:
    """Return the standing of the player or team in slot 0."""
    if c.teams is None:
        return found.expr
    sides = [_of_team(found, team, c.teams) for team in range(max(c.teams) + 1)]
    *others, last = enumerate(sides)
    return reduce(_unless, reversed(others), last[1])


def _unless(rest: core.Expr, side: tuple[int, core.Expr]) -> core.Expr:
    team, worth = side
    return core.IfThen(core.Compare("is", core.Local(0), core.Const(team)), worth, rest)


def _of_team(found: Typed, team: int, teams: Sequence[int]) -> core.Expr:
    parts = [Typed(_asked(found.expr, p), found.type) for p, of in enumerate(teams) if of == team]
    return reduce(lambda left, right: arithmetic("+", left, right, found.expr.span), parts).expr


def _asked(e: core.Expr, player: int) -> core.Expr:
    """Return what is asked of the player in slot 0, asked of this one."""
    match e:
        case core.Call():
            return attrs.evolve(e, args=(core.Const(player, e.span),))
        case _:
            return e


def _ends(node: object) -> list[core.End]:
    """Return the ends of the game in a node of the tree."""
    match node:
        case core.End():
            return [node]
        case tuple():
            return [end for part in node for end in _ends(part)]
        case _:
            fields: tuple[attrs.Attribute[object], ...] = getattr(node, "__attrs_attrs__", ())
            return [end for field in fields for end in _ends(getattr(node, field.name))]
