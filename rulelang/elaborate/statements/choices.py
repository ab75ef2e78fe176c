"""What players choose: arms, their arguments and needs, and what may be done at any time."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from rulelang import core, surface
from rulelang.core import Const
from rulelang.elaborate import ask
from rulelang.elaborate import expressions as ex
from rulelang.elaborate.context import UNKNOWN, Context
from rulelang.elaborate.queries import searching
from rulelang.elaborate.rounds import lasting
from rulelang.elaborate.statements import blocks as st
from rulelang.elaborate.symbols import Scope
from rulelang.elaborate.typing import described
from rulelang.evolving import evolve
from rulelang.messages import types
from rulelang.rule_types import Member, SetOf, Type, Unknown, count_of
from rulelang.source import Span

PASSING = "pass"


def choose(c: Context, node: surface.Choose, scope: Scope) -> core.Statement:
    """Elaborate a choose statement.

    `or passes` and what repeats add a silent `pass` where the text spells none. How often
    `any number of times` can be is settled behind all bodies, by `elaborate.whole.picks`.
    """
    number = c.next_number()
    actor = ask.fitting(c, node.actor, scope, Member("Player", c.setting.players))
    limit, inner = None, scope
    if node.limit is not None:
        most = ask.number(c, node.limit, scope)
        limit, inner = most.expr, lasting(c, scope.inside(number), most, node.span)
    elif node.any_number:
        limit, inner = Const(1), scope.inside(number)
        c.open_ended[number] = scope
    arms = [
        _arm(c, arm, inner, closes=limit is not None and arm.name.text == PASSING)
        for arm in node.arms
    ]
    spelled = any(arm.name.text == PASSING for arm in node.arms)
    if (node.passes or limit is not None) and not spelled:
        arms.append(_silent(c, node.span, closes=limit is not None))
    otherwise = None
    match node.otherwise:
        case None:
            pass
        case (surface.Pass(span=span),):
            arms.append(_silent(c, span, closes=True, last_resort=True))
        case body:
            otherwise = st.block(c, body, scope)
    return core.Choose(
        number, actor, tuple(arms), limit, otherwise, node.span, asks=node.any_number
    )


def anytime(
    c: Context, node: surface.Anytime, rest: Sequence[surface.Statement], scope: Scope
) -> core.Statement:
    """Elaborate `anytime`, with the rest of its block as the body."""
    number = c.next_number()
    actor = ask.fitting(c, node.actor, scope, Member("Player", c.setting.players))
    limit = ask.number(c, node.limit, scope).expr
    arms = tuple(_arm(c, arm, scope, closes=False) for arm in node.arms)
    return core.Anytime(number, actor, limit, arms, st.block(c, rest, scope), node.span)


def _silent(c: Context, span: Span, *, closes: bool, last_resort: bool = False) -> core.Arm:
    """Return a `pass` that does nothing."""
    body = core.Block(c.next_number(), ())
    return core.Arm(PASSING, 0, (), (), body, closes, last_resort=last_resort, span=span)


def _arm(c: Context, node: surface.Arm, scope: Scope, *, closes: bool) -> core.Arm:
    inner = scope
    chosen: list[core.Choice] = []
    for choice in node.choices:
        made, inner = _choice(c, choice, inner)
        chosen.append(made)
    needs = tuple(need(c, one, inner) for one in node.needs)
    sentence = None if node.sentence is None else ex.text(c, node.sentence, inner)
    body = st.block(c, node.body, inner)
    first = tuple(takewhile(lambda made: isinstance(made, core.Need), body.statements))
    # Behind what came to nothing, such as a settled `if`, a need does not come late.
    more = tuple(made for made in first if isinstance(made, core.Need))
    statements = body.statements[len(more) :]
    if node.said and node.sentence is not None and sentence is not None:
        statements = (core.Say(sentence, None, node.sentence.span), *statements)
    return core.Arm(
        node.name.text,
        0,
        tuple(chosen),
        (*needs, *more),
        evolve(body, statements=statements),
        closes,
        sentence=sentence,
        span=node.span,
    )


def need(c: Context, node: surface.Need, scope: Scope) -> core.Need:
    """Elaborate a need."""
    return core.Need(
        ask.claim(c, node.test, scope).expr, ex.text(c, node.reason, scope), node.span
    )


def _choice(c: Context, node: surface.Choice, scope: Scope) -> tuple[core.Choice, Scope]:
    source = ask.domain(c, node.domain, scope)
    element: Type = source.type.element if isinstance(source.type, SetOf) else UNKNOWN
    if count_of(element) == 0 and not isinstance(element, Unknown) and not _is_empty(source.expr):
        c.report(types.not_listed(node.name.text, described(element), node.domain.span))
    names = (node.name.text,) if node.second is None else (node.name.text, node.second.text)
    inner = searching.bind(c, scope, node.name, element)
    if node.second is not None:
        inner = searching.bind(c, inner, node.second, element)
    where = None if node.where is None else ask.claim(c, node.where, inner).expr
    if isinstance(where, Const) and where.value:
        where = None
    pair = node.second is not None
    return core.Choice(scope.depth, names, source.expr, element, pair, node.in_order, where), inner


def _is_empty(source: core.Expr) -> bool:
    return isinstance(source, Const) and source.value == ()
