"""Code for statements: effects, conditions, calls, the end. Loops are in `loops`.

    before:  If(test, then, other)
    after:   a branch, two blocks, and the block behind them

A statement is written where the builder stands, and the builder then stands behind it. What waits
(`points`) ends the function there and goes on at a block that may be entered from anywhere.
"""

from __future__ import annotations

from math import lcm
from typing import Final, assert_never

import attrs

from interpreter.native.errors import NotCompilableError
from interpreter.native.evaluate import asking, recalling
from interpreter.native.evaluate.buffers import materialise
from interpreter.native.evaluate.lane import fits, moved
from interpreter.native.evaluate.listed_sets import ConstSet
from interpreter.native.evaluate.places import index_of
from interpreter.native.evaluate.queries import compare_keys, note_behind
from interpreter.native.evaluate.scalars import Scalar, SpilledScalar
from interpreter.native.evaluate.sets import Loaded, SpilledMask
from interpreter.native.evaluate.unit import Code, Env
from interpreter.native.ir.builder import Builder
from interpreter.native.ir.nodes import NONE, Operand
from interpreter.native.ir.statuses import FAULT
from interpreter.native.lower import chance_points, loops, moves, points, records, variables
from interpreter.native.lower.flow import Flow, fresh_value, player_of
from interpreter.native.memory.coverage import are_noted, note
from interpreter.native.memory.lowered import COROUTINE
from rulelang import core
from rulelang.core.intervals import Range, TooWideError, checked

PARTS: Final = 1_000
"""How finely a win is shared by standing."""


def write_block(flow: Flow, block: core.Block, env: Env) -> None:
    """Write the statements of a block."""
    waiting = flow.program.waiting
    for at, node in enumerate(block.statements):
        if not flow.b.is_open:
            return
        flow.b.at(node.span)
        note(flow.b, flow.program.unit.coverage.steps.get((block.number, at)))
        try:
            if isinstance(node, core.Let):
                waits = any(waiting.statement(later) for later in block.statements[at + 1 :])
                env = (*env, fresh_value(flow, node, env, waits=waits))
            elif waiting.statement(node):
                write(flow.run(block, at + 1, env), node, env)
            elif flow.coroutine is None or isinstance(node, core.End | core.Stop | core.TooDeep):
                write(flow, node, env)
            else:
                _write_once(flow, node, env)
        except TooWideError as reason:
            reason.stands_at(node.span)
            raise


def _write_once(flow: Flow, node: core.Statement, env: Env) -> None:
    flow.write_once((node,), env, lambda: write(flow, node, env))


def write(flow: Flow, node: core.Statement, env: Env) -> None:  # noqa: C901 - one arm a node
    """Write one statement."""
    assert not isinstance(node, core.Let), "a block binds its locals"
    match node:
        case core.Move():
            moves.move(flow.code, node, env)
        case core.Draw():
            chance_points.draw(flow, node, env)
        case core.Roll():
            chance_points.roll(flow, node, env)
        case core.Assign():
            variables.assign(flow.code, node, env)
        case core.Remember(memory=memory, forgets=forgets):
            recalling.remember(flow.code, memory, forgets=forgets)
        case core.Reveal() | core.Show() | core.Say():
            _tell(flow, node, env)
        case core.If():
            _branch(flow, node, env)
        case core.For():
            loops.write_for(flow, node, env)
        case core.Repeat():
            loops.write_repeat(flow, node, env)
        case core.Turns():
            loops.write_turns(flow, node, env)
        case core.NextTurn():
            player = player_of(flow, node.player, env)
            if flow.setting.turns is not None:
                flow.b.store(flow.setting.turns, player.op)
        case core.Stop(loop=loop):
            points.end_looks(flow, loop)
            flow.b.jump(flow.stops[loop])
        case core.Phase(name=name, body=body):
            records.phase_began(flow.code, name)
            write_block(flow, body, env)
        case core.Random():
            chance_points.random(flow, node, env)
        case core.Choose():
            points.choose(flow, node, env)
        case core.Anytime():
            points.anytime(flow, node, env)
        case core.End():
            _end(flow, node, env)
        case core.Invoke():
            _invoke(flow, node, env)
        case core.Need():
            pass
        case core.TooDeep():
            flow.b.fault(FAULT)
        case _:
            assert_never(node)


def _branch(flow: Flow, node: core.If, env: Env) -> None:
    b = flow.b
    then, after = b.block("then"), b.block()
    skipped = flow.program.unit.coverage.skipped.get(node.then.number)
    other = after if node.other is None and skipped is None else b.block("else")
    asking.branch_on(flow.code, node.test, env, then, other)
    b.enter(then)
    write_block(flow, node.then, env)
    b.jump(after)
    if other is not after:
        b.enter(other)
        note(b, skipped)
        if node.other is not None:
            write_block(flow, node.other, env)
        b.jump(after)
    b.enter(after)


def _tell(flow: Flow, node: core.Reveal | core.Show | core.Say, env: Env) -> None:
    """Write what could fault where something is told; no cell changes."""
    code = flow.code
    match node:
        case core.Reveal(zone=zone, args=args):
            named = None if args is None else core.Place(zone, args, node.span)
            at = None if named is None else index_of(code, named, env)
            records.revealed(code, code.unit.slots.zones[zone], at)
        case core.Show(place=place, player=player):
            where = moves.spot(code, place, env)
            records.shown(code, where, player_of(flow, player, env).op)
        case core.Say(text=text, player=player):
            parts = [part for part in text.parts if isinstance(part, core.Said)]
            values = tuple(asking.value(code, part.value, env) for part in parts)
            to = None if player is None else player_of(flow, player, env).op
            records.said(code, text, values, to)
        case _:
            assert_never(node)


# ---------------------------------------------------------------- calls


def _invoke(flow: Flow, node: core.Invoke, env: Env) -> None:
    program = flow.program
    args = tuple(asking.value(flow.code, arg, env) for arg in node.args)
    if program.waiting.effect(node.effect):
        _call_waiting(flow, node, args)
        return
    effect = program.unit.spec.effects[node.effect]
    if all(isinstance(arg, Scalar) for arg in args):
        _call_plain(flow, node, tuple(arg for arg in args if isinstance(arg, Scalar)))
        return
    bound = tuple(arg if isinstance(arg, Scalar) else materialise(flow.code, arg) for arg in args)
    write_block(attrs.evolve(flow, stops={}), effect.body, bound)


def _call_plain(flow: Flow, node: core.Invoke, args: tuple[Scalar, ...]) -> None:
    """Call an effect that never waits: a function, one for each sort of arguments."""
    b, program = flow.b, flow.program
    effect = program.unit.spec.effects[node.effect]
    unit = program.unit
    noted = unit.logs or bool(unit.coverage.steps)  # in a trial, neither logged nor noted
    key = (node.effect, flow.setting.turns, tuple(arg.range for arg in args), noted)
    name = program.plain.get(key)
    if name is None:
        name = program.plain[key] = f"effect{len(program.plain)}"
        inner = Builder(name, len(args), 64)
        code = Code(program.unit, inner)
        env: Env = tuple(
            Scalar(reg, arg.range)
            for reg, arg in zip(inner.function.parameters, args, strict=True)
        )
        body = Flow(program, code, flow.setting, None, {}, (), write_block)
        body.write_once((effect.body,), env, lambda: write_block(body, effect.body, env))
        inner.give(0)
        program.unit.finish(inner)
    over = b.call(name, tuple(arg.op for arg in args))
    if program.waiting.ends(effect.body):
        out, on = b.block("over"), b.block()
        b.branch(b.op("ne", over, 0), out, on)
        b.enter(out)
        flow.leave()
        b.enter(on)


def _call_waiting(flow: Flow, node: core.Invoke, args: tuple[Loaded, ...]) -> None:
    """Enter an effect that may wait; it comes back to a block behind the call."""
    b, program = flow.b, flow.program
    assert flow.coroutine is not None, "what waits is called from what waits"
    called = program.coroutine_of(node.effect, flow.setting)
    for into, arg in zip(program.parameters(called, node.effect), args, strict=True):
        if isinstance(into, SpilledScalar):
            # Only what stands in `{}`, where play never comes to, is a set without its type.
            b.store(into.field, arg.op if isinstance(arg, Scalar) else NONE)
        else:
            _hand_over(flow.code, into, arg)
    after = b.block("after the call")
    site = program.new_site(flow.site, called, flow.coroutine.label(after))
    call = program.control.coroutines[called].call
    assert call is not None
    b.store(call, site)
    b.give(called * COROUTINE)
    b.enter(after)


def _hand_over(code: Code, into: SpilledMask, arg: Loaded) -> None:
    """Put a collection where an effect that may wait has its parameter."""
    if isinstance(arg, Scalar):
        raise NotCompilableError(
            "`none` is handed where others hand a collection, to an effect in which somebody "
            "chooses",
            "hand it `{}`, which is empty too",
        )
    if isinstance(arg, ConstSet) and not arg.values:
        code.b.store(into.field, 0, width=into.width)
        return
    bitset = arg.bitset(code) if arg.is_plain else None
    if bitset is not None and fits(bitset, into.base, into.width):
        mask = moved(code.b, bitset, into.base, into.width)
        code.b.store(into.field, mask, width=into.width)
        return
    raise NotCompilableError(
        "a collection in an order of its own, or one of collections, is handed to an effect in "
        "which somebody chooses",
        "hand it what the collection is made of, and let the effect ask for it",
    )


# ---------------------------------------------------------------- the end


def _end(flow: Flow, node: core.End, env: Env) -> None:
    b = flow.b
    match node.result:
        case core.Drawn():
            _share(flow, 0)
        case core.Together(won=won):
            scale = _scale(flow)
            for player in range(len(flow.program.unit.spec.players)):
                b.store(flow.program.returns_field, scale if won else -scale, player)
        case core.Wins(winner=winner):
            found = asking.scalar(flow.code, winner, env)
            if found.range.maybe:
                b.fault_unless(b.op("ne", found.op, NONE), FAULT)
            sides = _sides(flow)
            bits: Operand = 0
            for side, members in sides.items():
                wins = b.op("eq", found.op, side)
                bits = b.op("or", bits, b.op("select", wins, members, 0, width=64))
            _share(flow, bits)
        case core.Leads():
            _leads(flow, node.result, env)
        case core.Scores(value=score):
            scale = _scale(flow)
            for player in range(len(flow.program.unit.spec.players)):
                one = Scalar(player, Range(player, player))
                points_won = asking.number(flow.code, score, (*env, one))
                check_times(points_won.range, scale)
                b.store(flow.program.returns_field, b.op("mul", points_won.op, scale), player)
        case _:
            assert_never(node.result)
    records.ended(flow.code, flow.program.returns_field)
    b.store(flow.program.pc, 0)
    flow.leave()


def _sides(flow: Flow) -> dict[int, int]:
    """Return the mask of players for each side: themselves, or the members of a team."""
    spec = flow.program.unit.spec
    if spec.teams is None:
        return {player: 1 << player for player in range(len(spec.players))}
    sides: dict[int, int] = {}
    for player, team in enumerate(spec.teams):
        sides[team] = sides.get(team, 0) | 1 << player
    return dict(sorted(sides.items()))


def _scale(flow: Flow) -> int:
    return scale_of(flow.program.unit.spec)


def check_times(found: Range, times: int) -> None:
    """Check that numbers have room when they are multiplied, and at each step on the way there.

    Raises:
        TooWideError: they have not.
    """
    checked(Range(times * min(0, found.low), times * max(0, found.high)))


def scale_of(spec: core.Spec) -> int:
    """Return what returns are multiplied with to be whole numbers.

    >>> from interpreter import load
    >>> scale_of(load("whist").spec)
    12
    """
    parts = PARTS if spec.standing is not None and not spec.standing.scored else 1
    return parts * lcm(*range(1, len(spec.players) + 1))


def _leads(flow: Flow, result: core.Leads, env: Env) -> None:
    b = flow.b
    marks = [b.variable() for _ in result.keys]
    bits = b.variable()
    b.set(bits, 0)
    for mark in marks:
        b.set(mark, 0)
    for place, (side, members) in enumerate(_sides(flow).items()):
        inner = (*env, Scalar(side, Range(side, side)))
        (ahead, values), level = compare_keys(flow.code, result.keys, inner, marks)
        first: Operand = 1 if place == 0 else ahead
        joined = b.op("select", level, b.op("or", b.get(bits), members), b.get(bits), width=64)
        b.set(bits, b.op("select", first, members, joined, width=64))
        for mark, found in zip(marks, values, strict=True):
            b.set(mark, b.op("select", first, found, b.get(mark), width=64))
    if are_noted(result.keys, flow.program.unit.spec):
        for side in _sides(flow):
            inner = (*env, Scalar(side, Range(side, side)))
            note_behind(flow.code, result.keys, inner, marks)
    _share(flow, b.get(bits))


def _share(flow: Flow, winners: Operand) -> None:
    """Write the returns where a mask of players share the win; all or none of them: a draw."""
    b = flow.b
    players = len(flow.program.unit.spec.players)
    scale = _scale(flow)
    won = tuple(
        0 if count in (0, players) else (players - count) * scale // count
        for count in range(players + 1)
    )
    count = b.op("popcount", winners, width=64)
    table = flow.program.unit.constants.table(won, 8)
    share = won[count] if isinstance(count, int) else b.table(table, count)
    drawn = b.op("or", b.op("eq", count, 0), b.op("eq", count, players), width=1)
    lost = b.op("select", drawn, 0, -scale, width=64)
    for player in range(players):
        wins = b.op("ne", b.op("and", winners, 1 << player), 0)
        b.store(flow.program.returns_field, b.op("select", wins, share, lost, width=64), player)
