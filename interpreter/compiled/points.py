"""Code for where play waits: for a player (`choose`, `anytime`) or for chance.

A point has a number, which `pc` holds while play waits there. The function of the root is left
and, once an action or outcome is taken, entered again at the block behind the point.
"""

from __future__ import annotations

import attrs

from interpreter.compiled import (
    chance,
    choices,
    digits,
    expressions,
    moves,
    queries,
    statements,
    telling,
)
from interpreter.compiled.arms import looking
from interpreter.compiled.builder import Builder
from interpreter.compiled.code import DEAD_END, FAULT, Env
from interpreter.compiled.flow import Flow, amount, keep, locals_of, player_of
from interpreter.compiled.frames import (
    ActingFrame,
    ChoosingFrame,
    DrawingFrame,
    MeanwhileFrame,
    PickingFrame,
    Point,
    RollingFrame,
)
from interpreter.compiled.instances import MAX_POINTS, STOP, AnytimeInstance
from interpreter.compiled.ir import Block, Field, Operand
from interpreter.compiled.ranges import Range
from interpreter.compiled.sets import Scalar, Value, ZoneSet
from interpreter.compiled.sites import note
from interpreter.compiled.suspend import AT_ONCE
from interpreter.layout import ArmLayout
from rulelang import core


def wait(flow: Flow, point: Point, taken: Block) -> None:
    """Leave the function at a point; it is entered again at `taken`."""
    b = flow.b
    assert flow.root is not None, "only what may wait has points"
    point.label = flow.root.label(taken)
    b.store(flow.program.pc, point.number)
    plays = b.block("chance plays")
    stops = b.block("wait")
    b.branch(b.op("ne", b.context("auto"), 0), plays, stops)
    b.enter(plays)
    b.tell("outcomes", 0)
    b.call(flow.program.chances[point.number], width=0)
    b.tell("taken", b.call("draw_outcome"))
    b.jump(taken)
    b.enter(stops)
    b.give(STOP)
    b.enter(taken)


def _ask_player(flow: Flow, node: core.Choose, taken: Block) -> None:
    """Leave the function at a choice point; in a playout the player chooses at once, by lot."""
    b = flow.b
    draw = "draw_from_row" if choices.rows_at(flow, node) == 1 else "draw_action"
    plays, stops = b.block("player plays"), b.block("wait")
    b.branch(b.op("ne", b.context("auto"), 0), plays, stops)
    b.enter(plays)
    b.tell("taken", b.call(draw))
    b.jump(taken)
    b.enter(stops)
    b.give(STOP)


# ---------------------------------------------------------------- players


def choose(flow: Flow, node: core.Choose, env: Env) -> None:
    """Write a `choose`: ask, wait, and the bodies of its arms. Ref §30."""
    b, program = flow.b, flow.program
    arms = program.unit.layout.arms[node.number]
    repeats = node.limit is not None
    left = _picks_left(flow, node, env) if repeats else None
    last = digits.last_fields(flow, node, arms)
    for fields in last:
        for field in fields:
            b.store(field, -1)
    statics = tuple(digits.ordered_statics(arm) for arm in arms)
    here = ChoosingFrame(node.number, left, False, last, statics, locals_of(env))
    point = program.new_point(flow.above(here).site)
    ask, done, taken = b.block("ask"), b.block("chosen"), b.block("taken")
    name = choices.legal_function(flow, node, env, (point, last))
    assert flow.root is not None
    program.asks[point.number] = flow.root.label(ask)
    b.jump(ask)
    b.enter(ask)
    b.store(program.pc, point.number)
    b.tell("rows", 0)
    if left is not None:
        _ask_again(flow, node, env, (left, name, taken, done))
    else:
        _ask_once(flow, node, env, (name, taken, done))
    point.label = flow.root.label(taken)
    b.enter(taken)
    _take(flow, node, env, (left, last, ask, done))
    b.enter(done)


def _picks_left(flow: Flow, node: core.Choose, env: Env) -> Field:
    assert node.limit is not None
    limit = amount(flow, node.limit, env)
    field = flow.program.unit.fields.number(
        f"choose{node.number}.left", Range(-1, limit.range.high)
    )
    flow.b.store(field, limit.op)
    return field


def _ask_once(flow: Flow, node: core.Choose, env: Env, where: tuple[str, Block, Block]) -> None:
    b = flow.b
    name, taken, done = where
    b.call(name, (0,), width=0)
    waits, none = b.block("wait"), b.block("no option")
    b.branch(b.op("gt", b.context("own"), 0), waits, none)
    b.enter(none)
    _without_options(flow, node, env, (waits, done))
    b.enter(waits)
    _ask_player(flow, node, taken)


def _without_options(flow: Flow, node: core.Choose, env: Env, where: tuple[Block, Block]) -> None:
    """Go on where none of the choose's own arms is legal."""
    b = flow.b
    waits, done = where
    if node.otherwise is not None:
        end_looks(flow, node.number)
        below = digits.done_frame(node, locals_of(env))
        inner = _within_arm(flow.above(below)).loop(node.number, done)
        statements.write_block(inner, node.otherwise, env)
        b.jump(done)
        return
    dead = b.block("dead end")
    b.branch(b.op("gt", b.context("extra"), 0), waits, dead)
    b.enter(dead)
    b.fault(DEAD_END)
    b.give(STOP)


def _within_arm(flow: Flow) -> Flow:
    """Return the flow in the body of an arm, where no `anytime` from below is on offer."""
    return attrs.evolve(flow, setting=attrs.evolve(flow.setting, anytime=()))


def _ask_again(
    flow: Flow, node: core.Choose, env: Env, where: tuple[Field, str, Block, Block]
) -> None:
    b = flow.b
    left, name, taken, done = where
    asks, closes, waits = b.block("asks"), b.block("last pick"), b.block("wait")
    unasked, none = b.block("unasked"), b.block("no option")
    b.branch(b.op("gt", b.load(left), 0), asks, closes)
    b.enter(closes)
    b.call(name, (1,), width=0)
    dead = b.block("dead end")
    b.branch(b.op("gt", b.context("closing"), 0), unasked, dead)
    b.enter(dead)
    if any(arm.closes for arm in node.arms):
        b.fault(DEAD_END)
        b.give(STOP)
    else:
        b.jump(done)
    b.enter(asks)
    b.call(name, (0,), width=0)
    open_arms = b.op("add", b.context("own"), b.context("extra"))
    closed = b.block()
    b.branch(b.op("gt", open_arms, 0), waits, closed)
    b.enter(closed)
    b.branch(b.op("gt", b.context("closing"), 0), unasked, none)
    b.enter(none)
    _without_options(flow, node, env, (waits, done))
    b.enter(unasked)
    end_looks(flow, node.number)
    b.tell("taken", b.context("first"))
    _close_unseen(flow, node, done)
    b.jump(taken)
    b.enter(waits)
    _ask_player(flow, node, taken)


def end_looks(flow: Flow, number: int) -> None:
    """Leave the function where a loop ends that a pick was looked at for. Ref §29."""
    b = flow.b
    if any(arm.looks_ahead for arm in flow.program.unit.layout.arms.get(number, ())):
        over, on = b.block("looked"), b.block()
        b.branch(b.op("eq", b.context("looking"), looking(number)), over, on)
        b.enter(over)
        b.give(STOP)
        b.enter(on)


def _close_unseen(flow: Flow, node: core.Choose, done: Block) -> None:
    """Leave arms that do nothing but close, where nobody chose them: watched play tells."""
    b, program = flow.b, flow.program
    for arm in program.unit.layout.arms[node.number]:
        if arm.arm.closes and (arm.owner, arm.index) in program.unit.sites.chosen:
            other = b.block()
            b.branch(_is_of(b, arm, b.context("taken")), done, other)
            b.enter(other)


def _take(
    flow: Flow,
    node: core.Choose,
    env: Env,
    where: tuple[Field | None, tuple[tuple[Field, ...], ...], Block, Block],
) -> None:
    """Write what follows each arm; the builder stands where the action was taken."""
    b, program = flow.b, flow.program
    left, last, ask, done = where
    arms = program.unit.layout.arms[node.number]
    number = b.context("taken")
    for arm, fields in zip(arms, last or ((),) * len(arms), strict=True):
        mine, other = b.block(f"arm {arm.arm.name}"), b.block()
        b.branch(_is_of(b, arm, number), mine, other)
        b.enter(mine)
        note(b, program.unit.sites.chosen.get((arm.owner, arm.index)))
        inner = _picked(flow, arm, env, number)
        again = left is not None and not arm.arm.closes
        if again and left is not None:
            b.store(left, b.op("sub", b.load(left), 1))
            digits.note_last(flow, arm, number, fields)
        frame = (
            ChoosingFrame(
                node.number,
                left,
                False,
                last,
                tuple(digits.ordered_statics(a) for a in arms),
                locals_of(env),
            )
            if again
            else digits.done_frame(node, locals_of(env))
        )
        body = _within_arm(flow.above(frame)).loop(node.number, done)
        statements.write_block(body, arm.arm.body, inner)
        b.jump(ask if again else done)
        b.enter(other)
    for instance in flow.setting.anytime:
        _take_anytime(flow, instance, number)
    b.fault(FAULT)
    b.give(STOP)


def _is_of(b: Builder, arm: ArmLayout, number: Operand) -> Operand:
    """Return whether an action number is one of an arm's."""
    first = arm.arm.first_id
    return b.op("and", b.op("ge", number, first), b.op("lt", number, first + arm.size), width=1)


def _picked(flow: Flow, arm: ArmLayout, env: Env, number: Operand) -> Env:
    """Return the locals of an arm's body: those outside, then the arguments."""
    waits = flow.program.waiting.block(arm.arm.body)
    values: list[Value] = list(digits.arguments(flow.code, arm, number))
    if waits:
        values = [keep(flow, f"{arm.arm.name}.{at}", value) for at, value in enumerate(values)]
    return (*env, *values)


def _take_anytime(flow: Flow, instance: int, number: Operand) -> None:
    """Write the way to an arm of an `anytime`, which lies in the code of that statement."""
    b, program = flow.b, flow.program
    held = program.anytimes[instance]
    for arm in program.unit.layout.arms[held.node.number]:
        mine, other = b.block(f"arm {arm.arm.name}"), b.block()
        b.branch(_is_of(b, arm, number), mine, other)
        b.enter(mine)
        note(b, program.unit.sites.chosen.get((arm.owner, arm.index)))
        b.store(held.point, b.load(program.pc))
        b.give(held.labels[arm.index])
        b.enter(other)


def anytime(flow: Flow, node: core.Anytime, env: Env) -> None:
    """Write an `anytime`: the bodies of its arms aside, then the rest of the block."""
    b, program = flow.b, flow.program
    assert flow.root is not None
    limit = expressions.number(flow.code, node.limit, env)
    actor = player_of(flow, node.actor, env)
    fields, name = program.unit.fields, f"anytime{node.number}"
    low, high = min(0, limit.range.low), max(0, limit.range.high)
    held = AnytimeInstance(
        node,
        fields.number(f"{name}.actor", actor.range),
        fields.number(f"{name}.left", Range(low, high)),
        fields.number(f"{name}.point", Range(0, MAX_POINTS)),
        env,
    )
    b.store(held.actor, actor.op)
    b.store(held.left, limit.op)
    number = len(program.anytimes)
    program.anytimes.append(held)
    body, here = b.block("during"), locals_of(env)
    frame = MeanwhileFrame(node.number, held.actor, held.left, here)
    b.jump(body)
    arms = program.unit.layout.arms[node.number]
    for arm in arms:
        entry = b.block(f"arm {arm.arm.name}")
        held.labels[arm.index] = flow.root.label(entry)
        b.enter(entry)
        b.store(held.left, b.op("sub", b.load(held.left), 1))
        inner = _picked(flow, arm, env, b.context("taken"))
        setting = attrs.evolve(flow.setting, anytime=(), acting=(*flow.setting.acting, number))
        acting = attrs.evolve(flow, setting=setting, chain=(ActingFrame(node.number, held.point),))
        statements.write_block(acting, arm.arm.body, inner)
        b.give(b.table("asks", b.load(held.point)))
    b.enter(body)
    during = attrs.evolve(flow.setting, anytime=(*flow.setting.anytime, number))
    statements.write_block(attrs.evolve(flow.above(frame), setting=during), node.body, env)


# ---------------------------------------------------------------- chance


def draw(flow: Flow, node: core.Draw, env: Env) -> None:
    """Write a `draw`: at once from a row or `one`, else a chance point for each component."""
    b, program = flow.b, flow.program
    wanted = amount(flow, node.count, env)
    source, target = (moves.spot(flow.code, place, env) for place in (node.source, node.target))
    held = ZoneSet(*source).size(flow.code)
    if not node.up_to:
        b.fault_unless(b.op("ge", held, wanted.op), FAULT)
    drawn = b.op("min", wanted.op, held)
    if source[0].zone.shape in AT_ONCE:
        moves.draw_at_once(flow.code, (source, target), drawn)
        return
    fields, name = program.unit.fields, f"draw{node.number}"
    left = fields.number(f"{name}.left", Range(0, source[0].room))
    source_at = fields.number(f"{name}.source", Range(0, source[0].cells - 1))
    target_at = fields.number(f"{name}.target", Range(0, target[0].cells - 1))
    b.store(left, drawn)
    b.store(source_at, source[1])
    b.store(target_at, target[1])
    frame = DrawingFrame(
        node.number, left, (source[0].first, source_at), (target[0].first, target_at)
    )
    point = program.new_point(flow.above(frame).site, chance=True)
    head, waits, taken, done = b.block("draw"), b.block(), b.block("drawn"), b.block()
    b.jump(head)
    b.enter(head)
    b.branch(b.op("gt", b.load(left), 0), waits, done)
    b.enter(waits)
    chance.drawing(flow, point, (source[0], source_at))
    wait(flow, point, taken)
    b.store(left, b.op("sub", b.load(left), 1))
    kind = Scalar(b.context("taken"), source[0].kinds)
    places = ((source[0], b.load(source_at)), (target[0], b.load(target_at)))
    moves.transfer(flow.code, places, kind, Scalar(1, Range(1, 1)))
    b.jump(head)
    b.enter(done)


def roll(flow: Flow, node: core.Roll, env: Env) -> None:
    """Write a `roll`: a chance point for each die; with the last one all change."""
    b, program = flow.b, flow.program
    slots, cell = moves.spot(flow.code, node.place, env)
    fields, name = program.unit.fields, f"roll{node.number}"
    room = max(1, slots.room)
    cell_at = fields.number(f"{name}.cell", Range(0, slots.cells - 1))
    dice = fields.number(f"{name}.dice", slots.kinds, room)
    faces = fields.number(f"{name}.faces", slots.kinds, room)
    count = fields.number(f"{name}.count", Range(0, room))
    done = fields.number(f"{name}.done", Range(0, room))
    b.store(cell_at, cell)
    b.store(count, 0)
    b.store(done, 0)
    is_die = chance.die_table(flow, slots)

    def note(found: Value) -> None:
        assert isinstance(found, Scalar)
        with b.when(b.op("ne", b.table(is_die, b.op("sub", found.op, slots.base)), 0)):
            at = b.load(count)
            b.store(dice, found.op, at)
            b.store(count, b.op("add", at, 1))

    ZoneSet(slots, cell).each(flow.code, note)
    frame = RollingFrame(node.number, (slots.first, cell_at), dice, count, faces, done)
    point = program.new_point(flow.above(frame).site, chance=True)
    head, waits, taken = b.block("roll"), b.block(), b.block("rolled")
    some, out = b.block(), b.block("dice lie")
    b.branch(b.op("gt", b.load(count), 0), some, out)
    b.enter(some)
    b.jump(head)
    b.enter(head)
    lay = b.block("lay dice")
    b.branch(b.op("lt", b.load(done), b.load(count)), waits, lay)
    b.enter(waits)
    chance.rolling(flow, point, slots, (dice, done))
    wait(flow, point, taken)
    at = b.load(done)
    b.store(faces, b.context("taken"), at)
    b.store(done, b.op("add", at, 1))
    b.jump(head)
    b.enter(lay)
    telling.rolled(flow.code, (slots, cell_at), faces, count)
    chance.lay_dice(flow, (slots, b.load(cell_at)), (dice, faces, count), is_die)
    b.jump(out)
    b.enter(out)


def random(flow: Flow, node: core.Random, env: Env) -> None:
    """Write a `random`: one chance point over what a search finds."""
    b, program = flow.b, flow.program
    some, none = b.block(), b.block("nothing to pick")
    queries.branch_on_exists(flow.code, node.search, env, (some, none))
    b.enter(none)
    b.fault(FAULT)
    flow.leave()
    b.enter(some)
    point = program.new_point(
        flow.above(PickingFrame(node.number, locals_of(env))).site, chance=True
    )
    found = chance.picking(flow, point, node.search, env)
    wait(flow, point, b.block("picked"))
    picked: Value = Scalar(b.context("taken"), found)
    if program.waiting.block(node.body):
        picked = keep(flow, f"random{node.number}", picked)
    statements.write_block(flow, node.body, (*env, picked))
