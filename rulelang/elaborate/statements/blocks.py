"""Statements: moving, changing, telling, looping, ending.

What players choose is in `choices.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias, assert_never

from rulelang import core, surface
from rulelang.core import Block, Const
from rulelang.elaborate import ask, calls, matching, naming, wording
from rulelang.elaborate import expressions as ex
from rulelang.elaborate.context import UNKNOWN, Context
from rulelang.elaborate.declarations import memories
from rulelang.elaborate.operators import arithmetic, junction
from rulelang.elaborate.queries import relations, searching
from rulelang.elaborate.rounds import going_round, lasting
from rulelang.elaborate.statements import choices, dealing, fresh, moving
from rulelang.elaborate.symbols import EffectName, Scope, Typed, VariableName, ZoneName
from rulelang.elaborate.typing import as_number, bare, comparable, described, fits
from rulelang.evolving import evolve
from rulelang.messages import endings, flow, names, types
from rulelang.rule_types import Flag, Maybe, Member, Number, SetOf, Unknown
from rulelang.source import Span

_CALLS = 4  # from one block to the next within it


def block(c: Context, body: Sequence[surface.Statement], scope: Scope) -> Block:
    """Elaborate a body. A `let` sees to its end; `anytime` takes in all that follows."""
    number = c.next_number()
    done: list[core.Statement] = []
    if not body or not c.enter(_CALLS, body[0].span):
        return Block(number, ())
    for i, statement in enumerate(body):
        if c.scopes is not None:
            c.scopes[number, scope.depth] = scope
        if isinstance(statement, surface.Anytime):
            done.append(choices.anytime(c, statement, body[i + 1 :], scope))
            break
        if isinstance(statement, surface.Let):
            let, scope = _let(c, statement, scope)
            done.append(let)
            continue
        done.extend(_statement(c, statement, scope))
    c.leave(_CALLS)
    return Block(number, tuple(done))


def _let(c: Context, node: surface.Let, scope: Scope) -> tuple[core.Let, Scope]:
    typed = (
        matching.cases(c, node.value, scope)
        if isinstance(node.value, surface.Cases)
        else ex.expression(c, node.value, scope)
    )
    let = core.Let(scope.depth, typed.expr, node.span)
    if not searching.check_new(c, scope, node.name):
        return let, scope.bind(node.name, UNKNOWN)
    if isinstance(typed.expr, Const):
        return let, scope.bind_constant(node.name, typed)
    return let, scope.bind(node.name, typed.type)


def _statement(c: Context, node: surface.Statement, scope: Scope) -> tuple[core.Statement, ...]:
    """Elaborate one statement into none, one, or (in a branch that is settled) several."""
    match node:
        case surface.Pass() | surface.Let() | surface.Anytime():
            return ()
        case surface.If():
            return _if(c, node, scope)
        case surface.Match(subject=subject):
            return _match(c, node, ex.expression(c, subject, scope), 0, scope)
        case _:
            made = _single(c, node, scope)
            return () if made is None else (made,)


_Single: TypeAlias = (
    surface.Move | surface.Draw | surface.Set | surface.Remember | surface.Reveal | surface.Say
    | surface.End | surface.NextTurn | surface.Stop | surface.CallEffect | surface.For
    | surface.Random | surface.Repeat | surface.Turns | surface.Phase | surface.Choose
    | surface.Show | surface.Deal | surface.Roll | surface.Need
)  # fmt: skip
"""Statements that become one, or none where something is wrong."""


def _single(c: Context, node: _Single, scope: Scope) -> core.Statement | None:  # noqa: C901 - a flat dispatch
    match node:
        case surface.Move():
            return moving.move(c, node, scope)
        case surface.Draw():
            return moving.draw(c, node, scope)
        case surface.Set():
            return _assign(c, node, scope)
        case surface.Remember():
            return memories.remember(c, node)
        case surface.Reveal():
            return _reveal(c, node, scope)
        case surface.Say(text=text, player=player, span=span):
            told = None if player is None else ask.fitting(c, player, scope, _player(c))
            return core.Say(ex.text(c, text, scope), told, span)
        case surface.End():
            return _end(c, node, scope)
        case surface.NextTurn(player=player, span=span):
            return core.NextTurn(ask.fitting(c, player, scope, _player(c)), span)
        case surface.Stop(span=span):
            if not scope.loops:
                c.report(flow.stop_outside(span))
                return None
            return core.Stop(scope.loops[-1], span)
        case surface.CallEffect(call=call):
            return _invoke(c, call, scope)
        case surface.For():
            return _for(c, node, scope)
        case surface.Random():
            return _random(c, node, scope)
        case surface.Repeat():
            return _repeat(c, node, scope)
        case surface.Turns():
            return _turns(c, node, scope)
        case surface.Phase(name=name, body=body, span=span):
            inner = fresh.begun(c, name.text, block(c, body, scope), scope.depth)
            return core.Phase(name.text, inner, span)
        case surface.Choose():
            return choices.choose(c, node, scope)
        case surface.Show(place=place, player=player, span=span):
            found = naming.zone_place(c, place, scope)
            told = ask.fitting(c, player, scope, _player(c))
            return None if found is None else core.Show(found[1], told, span)
        case surface.Deal():
            return dealing.deal(c, node, scope)
        case surface.Roll():
            return moving.roll(c, node, scope)
        case surface.Need():
            return choices.need(c, node, scope)
        case _:
            assert_never(node)


def _player(c: Context) -> Member:
    return Member("Player", c.setting.players)


# ---------------------------------------------------------------- changing and telling


def _assign(c: Context, node: surface.Set, scope: Scope) -> core.Statement | None:
    found = naming.place(c, node.place, scope, "variable")
    if found is None:
        return None
    symbol, args = found
    if not isinstance(symbol, VariableName):
        c.report(
            names.not_a(
                node.place.name.text,
                "a zone",
                "a variable",
                node.place.span,
                hint="components are moved: `move x from … to …`",
            )
        )
        return None
    wanted = symbol.variable.type
    c.written.add(symbol.number)
    c.setting_now = symbol.number
    if node.how == "set":
        value = ex.expression(c, node.value, scope)
        c.setting_now = None
    else:
        old = Typed(core.Read(symbol.number, args, node.place.span), wanted)
        if not isinstance(wanted, Number | Flag | Unknown):
            c.report(
                types.does_not_fit(
                    described(wanted), "a variable that holds a number", node.place.span
                )
            )
            return None
        value = arithmetic(
            "+" if node.how == "add" else "-", old, ask.number(c, node.value, scope), node.span
        )
        c.setting_now = None
    if node.how == "set" or isinstance(wanted, Flag):
        ask.check_fit(c, value, wanted, node.value.span)
    elif (
        isinstance(value.type, Number)
        and isinstance(wanted, Number)
        and not fits(value.type, wanted)
    ):
        now, room = ask.shown(value.type), ask.shown(wanted)
        c.report(types.leaves_range(symbol.variable.name, now, room, node.value.span))
    return core.Assign(symbol.number, args, value.expr, node.span)


def _reveal(c: Context, node: surface.Reveal, scope: Scope) -> core.Statement | None:
    symbol = c.symbols.get(node.place.name.text)
    if not node.place.args and node.place.name.text not in scope.locals:
        from_family = naming.find(c, node.place.name.text)
        match from_family:
            case ZoneName(number=number, zone=zone) if zone.index:
                return core.Reveal(number, None, node.span)
            case _:
                pass
    if isinstance(symbol, VariableName):
        hint = "to tell everybody its value: `say`, with the variable in braces"
        place = node.place.name
        c.report(names.not_a(place.text, "a variable", "a zone", place.span, hint))
        return None
    found = naming.zone_place(c, node.place, scope)
    return None if found is None else core.Reveal(found[0].number, found[1].args, node.span)


# ---------------------------------------------------------------- branches


def _if(c: Context, node: surface.If, scope: Scope) -> tuple[core.Statement, ...]:
    if not node.branches:
        return (
            ()
            if node.otherwise is None
            else (_wrapped(block(c, node.otherwise, scope), node.span),)
        )
    (test, body), *rest = node.branches
    typed = ask.claim(c, test, scope)
    others = evolve(node, branches=tuple(rest))
    if isinstance(typed.expr, Const) and typed.expr.value:
        return (_wrapped(block(c, body, scope), node.span),)
    then = None if isinstance(typed.expr, Const) else block(c, body, scope)
    if not c.enter(_CALLS, test.span):
        return ()
    rest_ = _if(c, others, scope)
    c.leave(_CALLS)
    return rest_ if then is None else (core.If(typed.expr, then, _else(c, rest_), node.span),)


def _wrapped(inner: Block, span: Span) -> core.Statement:
    """Keep a settled branch as a block of its own, so that its locals end with it."""
    return core.If(Const(1), inner, None, span)


def _else(c: Context, statements: tuple[core.Statement, ...]) -> Block | None:
    match statements:
        case ():
            return None
        case (core.If(test=Const(value=1), then=inner),):
            return inner
        case _:
            return Block(c.next_number(), statements)


def _match(
    c: Context, node: surface.Match, subject: Typed, at: int, scope: Scope
) -> tuple[core.Statement, ...]:
    if at == 0:
        matching.check_cover(c, subject, node.cases, scope, node.span, effect=node.effect)
    if at == len(node.cases):
        return ()
    case = node.cases[at]
    assert isinstance(case.body, tuple)
    if case.patterns is None:
        return (_wrapped(block(c, case.body, scope), case.span),)
    test = matching.matches(c, subject, case.patterns, scope, case.span)
    if isinstance(test.expr, Const) and test.expr.value:
        return (_wrapped(block(c, case.body, scope), case.span),)
    then = None if isinstance(test.expr, Const) else block(c, case.body, scope)
    if not c.enter(_CALLS, case.span):
        return ()
    rest = _match(c, node, subject, at + 1, scope)
    c.leave(_CALLS)
    return rest if then is None else (core.If(test.expr, then, _else(c, rest), case.span),)


# ---------------------------------------------------------------- loops


def _for(c: Context, node: surface.For, scope: Scope) -> core.Statement:
    number = c.next_number()
    search, inner, _ = searching.binders(c, node.binders, scope)
    keys = searching.keys(c, node.keys, inner, searching.bound_in(node.binders))
    body = block(c, node.body, going_round(c, inner.inside(number), search))
    return core.For(number, search, keys, body, node.span, at_once=node.at_once)


def _random(c: Context, node: surface.Random, scope: Scope) -> core.Statement:
    search, inner, kinds = searching.binders(c, node.binders, scope)
    if isinstance(kinds[0], SetOf):
        bound = node.binders.bindings[0]
        c.report(types.not_drawn(bound.name.text, described(kinds[0]), bound.domain.span))
    number, body = c.next_number(), block(c, node.body, inner)
    return core.Random(number, search, body, node.span, kinds[0])


def _repeat(c: Context, node: surface.Repeat, scope: Scope) -> core.Statement:
    number = c.next_number()
    until = None if node.until is None else ask.claim(c, node.until, scope).expr
    limit = ask.number(c, node.limit, scope)
    body = block(c, node.body, lasting(c, scope.inside(number), limit, node.span))
    return core.Repeat(number, until, limit.expr, body, node.span)


def _turns(c: Context, node: surface.Turns, scope: Scope) -> core.Statement:
    number = c.next_number()
    limit = ask.number(c, node.limit, scope)
    start = None if node.start is None else ask.fitting(c, node.start, scope, _player(c))
    inner = searching.bind(c, scope, node.player, _player(c))
    among = _among(c, node, inner)
    most = as_number(limit.type) or Number(1, 1)
    turn = surface.Name("turn", node.span)
    inner = inner.bind(turn, Number(1, max(1, most.high)), turns=number)
    body = block(c, node.body, lasting(c, inner.inside(number), limit, node.span))
    return core.Turns(
        number, scope.depth, among, start, limit.expr, number in c.turns_read, body, node.span
    )


def _among(c: Context, node: surface.Turns, inner: Scope) -> core.Expr | None:
    """Return the claim that a player may have a turn, with the player in the innermost slot."""
    player = Typed(core.Local(inner.depth - 1), _player(c))
    claim = Typed(Const(1), Flag())
    if node.among is not None:
        source = ask.domain(c, node.among, inner)
        if isinstance(source.type, SetOf) and not comparable(source.type.element, _player(c)):
            told = described(source.type)
            c.report(types.does_not_fit(told, "a collection of players", node.among.span))
        everybody = isinstance(source.expr, Const) and source.expr.value == tuple(
            range(c.setting.players)
        )
        if not everybody:
            claim = Typed(core.Among(player.expr, source.expr), Flag())
    if node.where is not None:
        claim = junction("and", claim, ask.claim(c, node.where, inner), node.span)
    return None if isinstance(claim.expr, Const) and claim.expr.value else claim.expr


# ---------------------------------------------------------------- ends and calls


def _end(c: Context, node: surface.End, scope: Scope) -> core.Statement:
    if node.how == "draw":
        return core.End(core.Drawn(), node.span)
    if node.how in ("all win", "all lose"):
        return core.End(core.Together(node.how == "all win"), node.span)
    if node.how in ("wins", "leads") and c.setting.players == 1:
        c.report(flow.alone(node.span))
    if node.how == "wins":
        assert node.value is not None
        return core.End(core.Wins(winner(c, node.value, scope, node.span)), node.span)
    assert node.player is not None
    if node.how == "leads":
        side = _player(c) if c.teams is None else relations.member(c, "Team")
        inner = searching.bind(c, scope, node.player, side)
        bound = () if c.setting.players == 1 else (node.player.text,)
        compared = searching.keys(c, node.keys, inner, bound)
        return core.End(core.Leads(scope.depth, compared), node.span)
    assert node.value is not None
    inner = searching.bind(c, scope, node.player, _player(c))
    score = ask.number(c, node.value, searching.comparing(inner)).expr
    return core.End(core.Scores(scope.depth, score, wording.expression(c, node.value)), node.span)


def winner(c: Context, node: surface.Expr, scope: Scope, whole: Span) -> core.Expr:
    """Elaborate who wins: a player; in a game with teams a team, or the team of a player.

    `whole`: where all of the sentence stands.
    """
    if isinstance(node, surface.Apply) and not node.args and _are_all(c, node.name.text, scope):
        c.report(endings.together(node.name.text, node.span, node.span.to(whole)))
        return core.Const(None)
    if c.teams is None:
        return ask.fitting(c, node, scope, Maybe(_player(c)))
    typed = ex.expression(c, node, scope)
    if comparable(bare(typed.type), _player(c)):
        return core.Lookup(relations.teams(c), (typed.expr,), node.span)
    ask.check_fit(c, typed, Maybe(relations.member(c, "Team")), node.span)
    return typed.expr


def _are_all(c: Context, name: str, scope: Scope) -> bool:
    """Return whether a name is none, but what people call all who play."""
    if name in c.symbols or name in scope.locals:
        return name == "Player"
    return name in endings.ALL or (name == "team" and c.teams is None)


def _invoke(c: Context, call: surface.Apply, scope: Scope) -> core.Statement | None:
    symbol = None if call.name.text in scope.locals else naming.find(c, call.name.text)
    match symbol:
        case EffectName():
            return calls.effect(c, symbol, call, scope)
        case None:
            calls.no_effect(c, call.name)
        case _:
            c.report(
                names.not_a(
                    call.name.text,
                    symbol.what,
                    "an effect",
                    call.span,
                    hint="a line must do something: move, set, call an effect …",
                )
            )
    return None
