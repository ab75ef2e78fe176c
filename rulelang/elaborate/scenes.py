"""Scenarios: the author's examples, elaborated for the instance that their `with` line names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import assert_never

from rulelang import core, surface
from rulelang.core import Const
from rulelang.elaborate import ask, calls, hints, naming
from rulelang.elaborate import expressions as ex
from rulelang.elaborate.context import Context
from rulelang.elaborate.statements import moving
from rulelang.elaborate.statements.blocks import winner
from rulelang.elaborate.symbols import (
    Constant,
    EffectName,
    KindName,
    Scope,
    TypeName,
    VariableName,
    ZoneName,
)
from rulelang.messages import names, syntax, types
from rulelang.parsing.lines import code_of
from rulelang.rule_types import Component, Member, values_of
from rulelang.source import Span
from rulelang.surface.bodies import statements

NO_SCOPE = Scope()
CHANCE = ("draw", "random", "roll")
OTHERWISE = {"offered": "not offered", "refused": "offered"}


def lines(c: Context, node: surface.Scenario, texts: Sequence[str]) -> tuple[core.SceneLine, ...]:
    """Elaborate the lines of a scenario; `texts` is the file by line, for messages."""
    done: list[core.SceneLine] = []
    for line in node.lines:
        done.extend(_line(c, line, texts))
    return tuple(done)


def _line(c: Context, node: surface.SceneLine, texts: Sequence[str]) -> Iterator[core.SceneLine]:
    match node:
        case surface.With():
            return
        case surface.Given():
            yield from _given(c, node)
        case surface.GivenIn(what=what, place=place, span=span):
            found = naming.zone_place(c, place, NO_SCOPE, what)
            kind = ex.expression(c, what, NO_SCOPE)
            if found is not None:
                moving.check_held(c, kind, found[0], what.span)
                yield core.GivenIn(kind.expr, found[1], span)
        case surface.Do(call=call):
            invoke = _do(c, call)
            if invoke is not None:
                yield core.Do(invoke)
        case surface.Moves(actions=actions):
            yield core.Play(tuple(act(c, action) for action in actions))
        case surface.Expect():
            yield from _expect(c, node, texts)
        case _:
            assert_never(node)


def _given(c: Context, node: surface.Given) -> Iterator[core.SceneLine]:
    named = c.symbols.get(node.place.name.text)
    symbol: ZoneName | VariableName
    if node.every and isinstance(named, ZoneName | VariableName):
        symbol = named
        c.used.add(node.place.name.text)
        index = symbol.zone.index if isinstance(symbol, ZoneName) else symbol.variable.index
        cells = product(*(values_of(kind) for kind in index))
        places: list[tuple[core.Expr, ...]] = [
            tuple(Const(value) for value in values) for values in cells
        ]
    else:
        found = naming.place(c, node.place, NO_SCOPE)
        if found is None:
            return
        symbol, args = found
        places = [args]
    for args in places:
        if isinstance(symbol, VariableName):
            yield from _given_value(c, node, symbol, args)
        else:
            joined = [one for item in node.items for one in _joined(item.what)]
            apart = [*_run_together(c, node.items)]
            if joined or apart:
                c.report(types.joined_things(joined) if joined else types.run_together(apart))
                return
            items = tuple(_item(c, item, symbol) for item in node.items)
            yield core.Given(core.Place(symbol.number, args, node.place.span), items, node.span)


def _given_value(
    c: Context, node: surface.Given, symbol: VariableName, args: tuple[core.Expr, ...]
) -> Iterator[core.SceneLine]:
    if len(node.items) != 1 or node.items[0].count is not None:
        c.report(
            types.does_not_fit("a list", f"one value for `{node.place.name.text}`", node.span)
        )
        return
    value = ask.fitting(c, node.items[0].what, NO_SCOPE, symbol.variable.type)
    yield core.GivenValue(symbol.number, args, value, node.span)


def _run_together(c: Context, items: Sequence[surface.Item]) -> Iterator[Span]:
    """Yield what stands between `slack` and `nugget`, of which the first is no number."""
    for item in items:
        match item.count:
            case surface.Apply(name=name, span=span):
                symbol = c.symbols.get(name.text)
                kind = symbol.type if isinstance(symbol, Constant | TypeName) else None
                if isinstance(symbol, KindName) or isinstance(kind, Component):
                    yield span.end.to(item.what.span.begin)
            case _:
                pass


def _joined(what: surface.Expr) -> Iterator[Span]:
    """Yield where the `and` of `Ranger(P1) and Villager` stand, which claim nothing."""
    match what:
        case surface.Binary(op="and", left=left, right=surface.Apply() as right):
            if isinstance(left, surface.Apply) or [*_joined(left)]:
                yield from _joined(left)
                yield left.span.end.to(right.span.begin)
        case _:
            pass


def _item(c: Context, node: surface.Item, symbol: ZoneName) -> tuple[core.Expr, core.Expr]:
    count = Const(1) if node.count is None else ask.number(c, node.count, NO_SCOPE).expr
    kind = ex.expression(c, node.what, NO_SCOPE)
    moving.check_held(c, kind, symbol, node.what.span)
    return kind.expr, count


def _do(c: Context, call: surface.Apply) -> core.Invoke | None:
    symbol = naming.find(c, call.name.text)
    if isinstance(symbol, EffectName):
        made = calls.effect(c, symbol, call, NO_SCOPE)
        return made if isinstance(made, core.Invoke) else None
    if symbol is None and call.name.text in c.arms:
        c.report(names.played_not_done(call.name.text, hints.written(call), call.name.span))
        return None
    calls.no_effect(c, call.name)
    return None


def act(c: Context, node: surface.Apply) -> core.Act:
    """Elaborate an action of a scenario; which arm it is only play can tell."""
    _check_action(c, node)
    given = [ex.expression(c, arg, NO_SCOPE) for arg in node.args]
    c.acted.append((node, given))
    args = tuple(typed.expr for typed in given)
    return core.Act(node.name.text, args, hints.written(node), node.span)


def _check_action(c: Context, node: surface.Apply) -> None:
    """Report an action whose name no arm has, or which names too few or too many values."""
    name = node.name.text
    if name in CHANCE:
        return
    if name not in c.arms and not c.broken.isdisjoint((name, calls.AN_EFFECT)):
        return
    if name not in c.arms:
        found = names.unknown_name(name, node.name.span, c.arms, "no action")
        c.report_once(f"action {name}", found)
    elif len(node.args) not in c.arms[name]:
        c.report(names.wrong_choices(name, c.arms[name], len(node.args), node.span))


def arms_of(bodies: Iterable[surface.Body]) -> dict[str, frozenset[int]]:
    """Return the names of all arms, each with the numbers of values that it asks for."""
    found: dict[str, frozenset[int]] = {"pass": frozenset((0,))}
    for body in bodies:
        for statement in statements(body):
            if isinstance(statement, surface.Choose | surface.Anytime):
                for arm in statement.arms:
                    asked = sum(1 if choice.second is None else 2 for choice in arm.choices)
                    found[arm.name.text] = found.get(arm.name.text, frozenset()) | {asked}
    return found


def _expect(c: Context, node: surface.Expect, texts: Sequence[str]) -> Iterator[core.SceneLine]:
    value, action = node.value, node.action
    match node.how:
        case "claim":
            assert value is not None
            if not (isinstance(value, surface.Binary) and _said_otherwise(c, value)):
                said = texts[node.span.line - 1] if node.span.line <= len(texts) else ""
                claim = ask.claim(c, value, NO_SCOPE).expr
                told = code_of(said).strip().removeprefix("expect").strip()
                yield core.Expect(claim, told, node.span)
        case "wins":
            assert value is not None
            yield core.ExpectEnd(winner(c, value, NO_SCOPE, node.span), node.span)
        case "draw":
            yield core.ExpectEnd(None, node.span)
        case "all win" | "all lose" as how:
            yield core.ExpectTogether(how == "all win", node.span)
        case "choose":
            assert value is not None
            player = Member("Player", c.setting.players)
            yield core.ExpectToChoose(ask.fitting(c, value, NO_SCOPE, player), node.span)
        case "chance":
            yield core.ExpectChance(node.span)
        case "offered" | "not offered" as how:
            assert action is not None
            yield core.ExpectOffered(act(c, action), how == "offered", node.span)
        case "refused":
            assert action is not None
            yield core.ExpectRefused(act(c, action), node.reason, node.span)
        case _:
            assert_never(node.how)


def _said_otherwise(c: Context, node: surface.Binary) -> bool:
    """Report `expect hang(l) is offered` and `expect winner is White`; False for anything else."""
    name = "winner"
    match node:
        case surface.Binary(
            op="is" | "is not" as op,
            left=surface.Apply() as action,
            right=surface.Apply(name=surface.Name(text="offered" | "refused" as how), args=()),
        ) if action.name.text in c.arms and how not in c.symbols:
            asked = how if op == "is" else OTHERWISE[how]
            name, instead = how, f"{asked} {hints.written(action)}"
        case surface.Binary(
            op="is", left=surface.Apply(name=surface.Name(text="winner"), args=()), right=who
        ) if "winner" not in c.symbols:
            instead = f"{hints.written(who)} wins"
        case _:
            return False
    if "…" in instead:
        return False
    c.report(names.asked_instead(names.unknown_name(name, node.span, ()), instead, node.span))
    return True


def settings_of(node: surface.Scenario) -> tuple[surface.Setting, ...]:
    """Return what the `with` lines of a scenario say."""
    return tuple(
        setting
        for line in node.lines
        if isinstance(line, surface.With)
        for setting in line.settings
        if isinstance(setting, surface.Setting)
    )


def luck_of(c: Context, node: surface.Scenario) -> surface.Luck | None:
    """Return how a scenario resolves chance that it does not list; said twice is reported."""
    found = [
        setting
        for line in node.lines
        if isinstance(line, surface.With)
        for setting in line.settings
        if isinstance(setting, surface.Luck)
    ]
    for again in found[1:]:
        c.report(syntax.said_twice(again.span, found[0].span, "how chance goes"))
    return found[0] if found else None
