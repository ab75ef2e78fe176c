"""Code for loops: `for`, `repeat`, turns.

A loop whose body may wait keeps what is still to do in the state; any other runs in registers. A
`for` first collects all that its search finds, unless its body cannot change what that depends on
and cannot leave before a fault of the search that would come later.
"""

from __future__ import annotations

import attrs

from interpreter.native.errors import too_many
from interpreter.native.evaluate import asking, queries
from interpreter.native.evaluate.collected import collect, elements
from interpreter.native.evaluate.drafts import bound, never_faults
from interpreter.native.evaluate.lane import aside
from interpreter.native.evaluate.listed_sets import SpilledSet, TabledSet
from interpreter.native.evaluate.scalars import Scalar, SpilledScalar
from interpreter.native.evaluate.sets import MaskSet, SpilledMask, Value
from interpreter.native.evaluate.unit import Code, Env
from interpreter.native.ir.builder import Builder
from interpreter.native.ir.nodes import NONE, Block, Field, Operand
from interpreter.native.lower import records, variables
from interpreter.native.lower.flow import Flow, amount, locals_of, player_of, spill
from interpreter.native.memory.frames import EachFrame, RepeatingFrame, TurningFrame
from interpreter.native.memory.slots import Boards
from interpreter.native.plan.effects import reads
from interpreter.native.plan.suspension import names_turns
from rulelang import core
from rulelang.core.changes import written
from rulelang.core.intervals import Range
from rulelang.core.walk import nested
from rulelang.freezing import frozen

MAX_KEPT = 4096
"""Tuples of a `for` that may wait, at most."""


def write_for(flow: Flow, node: core.For, env: Env) -> None:
    """Write a `for`."""
    spec = flow.program.unit.spec
    note_rounds(flow, node, env)
    if flow.program.waiting.block(node.body):
        _waiting_for(flow, node, env)
        return
    if variables.fill(flow.code, node, env):
        return
    b = flow.b
    out = b.block("after for")
    inner = flow.loop(node.number, out)
    is_apart = not reads(node.search, spec) & written(node.body.statements, spec)
    if not node.keys and is_apart and not _hides_faults(flow, node, env):
        if flow.program.unit.coverage.count:  # all that is found is noted, though a round may stop
            queries.each_found(flow.code, node.search, env, lambda _: None)
        queries.each_found(
            flow.code,
            node.search,
            env,
            lambda found: _round(inner, node, found),
        )
    else:
        found = collect(flow.code, node.search, node.keys, env)

        def run(at: Operand) -> None:
            values = elements(flow.code, found, at)
            _round(inner, node, (*env, *values))

        b.count_up(0, found.length, run)
    b.jump(out)
    b.enter(out)


def _hides_faults(flow: Flow, node: core.For, env: Env) -> bool:
    """Return whether a round may leave a `for` while what is searched behind it may fault."""
    body = node.body
    inner = {part.number for part in nested(body) if isinstance(part, core.For | core.Repeat)}
    stops = any(isinstance(part, core.Stop) and part.loop not in inner for part in nested(body))
    if not stops and not flow.program.waiting.ends(body):
        return False
    draft = Code(flow.program.unit, aside())
    queries.each_found(draft, node.search, env, lambda _: None)
    return not never_faults(draft.b.function, flow.program.unit.module.functions)


_Spilled = SpilledScalar | SpilledSet | SpilledMask


def _waiting_for(flow: Flow, node: core.For, env: Env) -> None:
    """Write a `for` whose body may wait: the tuples lie in the state."""
    b, fields = flow.b, flow.program.unit.fields
    found = collect(flow.code, node.search, node.keys, env)
    if found.most > MAX_KEPT:
        raise too_many(
            "rounds of a loop in which somebody chooses",
            found.most,
            MAX_KEPT,
            "let the domain of the loop be smaller",
        )
    name = f"for{node.number}"
    at = fields.number(f"{name}.at", Range(0, found.most))
    length = fields.number(f"{name}.length", Range(0, found.most))
    spilled: list[_Spilled] = []
    arrays: list[Field] = []
    for place, value in enumerate(elements(flow.code, found, 0)):
        # The local of the round is a slot of its own; the tuples to come are an array.
        local = spill(flow, f"{name}.{place}", value)
        assert isinstance(local, _Spilled), "what was collected is read in play"
        spilled.append(local)
        array = fields.array(f"{name}.{place}.all", local.field.bytes, max(1, found.most))
        arrays.append(array)

    def store(tuple_at: Operand) -> None:
        for value, array in zip(elements(flow.code, found, tuple_at), arrays, strict=True):
            _store_value(flow, array, value, tuple_at)

    b.count_up(0, found.length, store)
    b.store(at, 0)
    b.store(length, found.length)
    head, inside, out = b.block("for"), b.block(), b.block("after for")
    b.jump(head)
    b.enter(head)
    now = b.load(at)
    b.branch(b.op("lt", now, b.load(length)), inside, out)
    b.enter(inside)
    for local, array in zip(spilled, arrays, strict=True):
        width = local.width if isinstance(local, SpilledMask) else 64
        b.store(local.field, b.load(array, now, width), width=width)
    b.store(at, b.op("add", now, 1))
    items = locals_of(tuple(spilled))
    layout = EachFrame(
        node.number, at, length, tuple(zip(items, arrays, strict=True)), found.most, locals_of(env)
    )
    _round(flow.loop(node.number, out).above(layout), node, (*env, *spilled))
    b.jump(head)
    b.enter(out)


def _round(flow: Flow, node: core.For, env: Env) -> None:
    """Write a round of a `for`."""
    if flow.program.unit.counts:
        _spend(flow, node)
    flow.write(node.body, env)


def _store_value(flow: Flow, array: Field, value: Value, at: Operand) -> None:
    match value:
        case Scalar(op=op):
            flow.b.store(array, op, at)
        case TabledSet(number=number):
            flow.b.store(array, number, at)
        case _:
            assert isinstance(value, MaskSet), "what a loop goes through was collected"
            flow.b.store(array, value.where.mask, at, value.where.width)


# ---------------------------------------------------------------- repeat


def write_repeat(flow: Flow, node: core.Repeat, env: Env) -> None:
    """Write a `repeat`."""
    b = flow.b
    waits = flow.program.waiting.block(node.body)
    counted = node.until is None
    limit = amount(flow, node.limit, env) if counted else None
    out = b.block("after repeat")
    inner = flow.loop(node.number, out)
    name = f"repeat{node.number}"
    if waits:
        high = limit.range.high if limit is not None else _limit(flow, node.limit, env)
        field = flow.program.unit.fields.number(name, Range(0, max(0, high)))
        layout = RepeatingFrame(node.number, field, not counted, locals_of(env))
        inner = inner.above(layout)
        b.store(field, 0 if limit is None else limit.op)
        rounds = Rounds(flow, field, None)
    else:
        variable = b.variable()
        b.set(variable, 0 if limit is None else limit.op)
        rounds = Rounds(flow, None, variable)
    head, inside = b.block("repeat"), b.block()
    b.jump(head)
    b.enter(head)
    now = rounds.get()
    if counted:
        b.branch(b.op("gt", now, 0), inside, out)
    else:
        _until(flow, node, env, (now, inside, out))
    b.enter(inside)
    rounds.set(b.op("sub", now, 1) if counted else b.op("add", now, 1))
    _spend(flow, node)
    inner.write(node.body, env)
    b.jump(head)
    b.enter(out)


@frozen
class Rounds:
    """Where a loop counts: in the state, or in a variable."""

    flow: Flow
    field: Field | None
    variable: int | None

    def get(self) -> Operand:
        """Return the count."""
        if self.field is not None:
            return self.flow.b.load(self.field)
        assert self.variable is not None
        return self.flow.b.get(self.variable)

    def set(self, value: Operand) -> None:
        """Set the count."""
        if self.field is not None:
            self.flow.b.store(self.field, value)
        else:
            assert self.variable is not None
            self.flow.b.set(self.variable, value)


def _limit(flow: Flow, e: core.Expr, env: Env) -> int:
    """Return the highest limit that an expression may give; the code is not used."""
    aside = Code(flow.program.unit, type(flow.b)("aside", 0, 64))
    return asking.number(aside, e, env).range.high


def _until(flow: Flow, node: core.Repeat, env: Env, to: tuple[Operand, Block, Block]) -> None:
    b = flow.b
    done, inside, out = to
    limit = asking.number(flow.code, node.limit, env)
    asks = b.block()
    b.branch(b.op("ge", done, limit.op), out, asks)
    b.enter(asks)
    assert node.until is not None
    asking.branch_on(flow.code, node.until, env, out, inside)


def note_rounds(flow: Flow, node: core.For, env: Env) -> None:
    """Note how many rounds a `for` may have: `budget` asks for it."""
    rounds = flow.program.unit.rounds
    rounds[node.number] = max(rounds.get(node.number, 0), bound(flow.code, node.search, env))


def _spend(flow: Flow, node: core.For | core.Repeat | core.Turns) -> None:
    """Count a round; leave when the budget is gone. Not where each round waits: see `budget`."""
    if flow.program.waiting.surely(node.body):
        return
    b = flow.b
    spent, on = b.block("spent"), b.block()
    b.branch(b.spend(node.number), spent, on)
    b.enter(spent)
    flow.leave()
    b.enter(on)


# ---------------------------------------------------------------- turns


def write_turns(flow: Flow, node: core.Turns, env: Env) -> None:
    """Write turns of players."""
    b, unit = flow.b, flow.program.unit
    players = len(unit.spec.players)
    fields, name = unit.fields, f"turns{node.number}"
    anybody = Range(0, players - 1)
    player = SpilledScalar(fields.turn(f"{name}.player", players), anybody)
    upcoming = fields.number(f"{name}.upcoming", Range(0, players - 1, maybe=True))
    counts = Range(0, max(0, _limit(flow, node.limit, env)))
    done = fields.number(f"{name}.done", counts)
    first = player_of(flow, node.start, env).op if node.start is not None else 0
    is_named = names_turns(unit.spec)
    b.store(player.field, first if is_named else _before(b, first, players))
    b.store(upcoming, first if is_named else NONE)
    b.store(done, 0)
    head, asks, out = b.block("turns"), b.block(), b.block("after turns")
    b.jump(head)
    b.enter(head)
    so_far = b.load(done)
    limit = asking.number(flow.code, node.limit, env)
    b.branch(b.op("ge", so_far, limit.op), out, asks)
    b.enter(asks)
    _find_player(flow, node, env, (player.field, upcoming if is_named else None, out))
    b.store(done, b.op("add", so_far, 1))
    if is_named:
        b.store(upcoming, NONE)
    records.turn_began(flow.code, player.field, done if node.counted else None)
    if flow.setting.turns is None:
        _refresh(flow)
    _spend(flow, node)
    turn: Value = SpilledScalar(done, counts) if node.counted else Scalar(0, Range(0, 0))
    layout = TurningFrame(node.number, player.field, upcoming, done, node.counted, locals_of(env))
    inner = flow.loop(node.number, out).above(layout)
    inner = attrs.evolve(inner, setting=attrs.evolve(flow.setting, turns=upcoming))
    inner.write(node.body, (*env, player, turn))
    b.jump(head)
    b.enter(out)


def _after(b: Builder, player: Operand, players: int) -> Operand:
    """Return who sits behind a player."""
    further = b.op("add", player, 1)
    return b.op("select", b.op("ge", further, players), 0, further, width=64)


def _before(b: Builder, player: Operand, players: int) -> Operand:
    """Return who sits before a player."""
    return b.op("select", b.op("eq", player, 0), players - 1, b.op("sub", player, 1), width=64)


def _find_player(
    flow: Flow, node: core.Turns, env: Env, where: tuple[Field, Field | None, Block]
) -> None:
    """Store who has the next turn; leave the loop where nobody may.

    `where`: who had the last one, who was named for it, where that may be, and what is behind.
    """
    b = flow.b
    field, upcoming, out = where
    players = len(flow.program.unit.spec.players)
    candidate = _after(b, b.load(field), players)
    if upcoming is not None:
        named = b.load(upcoming)
        candidate = b.op("select", b.op("eq", named, NONE), candidate, named, width=64)
    if node.among is None:
        b.store(field, candidate)
        return
    found = b.block("found")
    trying = b.variable()
    b.set(trying, candidate)

    def ask(_: Operand) -> None:
        now = b.get(trying)
        yes, no = b.block(), b.block()
        assert node.among is not None
        player = Scalar(now, Range(0, players - 1))
        asking.branch_on(flow.code, node.among, (*env, player), yes, no)
        b.enter(yes)
        b.store(field, now)
        b.jump(found)
        b.enter(no)
        b.set(trying, _after(b, now, players))

    b.count_up(0, players, ask)
    b.jump(out)
    b.enter(found)


def _refresh(flow: Flow) -> None:
    """Set back the variables that are fresh each turn."""
    b = flow.b
    for slots in flow.program.unit.slots.variables:
        if slots.variable.fresh:
            initial = slots.variable.initial
            value = NONE if initial is None else initial
            assert isinstance(value, int), "variables hold single values"
            for at in range(slots.cells):
                records.changed(flow.code, slots, at, value)
                b.store(slots.value, value, at)
            if slots.boards is not None:
                _refresh_boards(flow, slots.boards, value)


def _refresh_boards(flow: Flow, boards: Boards, value: int) -> None:
    """Write the boards of a family whose variables all have one value."""
    width = boards.width
    for at in range(boards.span):
        full = (1 << boards.cells) - 1 if at == value - boards.low else 0
        flow.b.store(boards.field, full, at, width)
