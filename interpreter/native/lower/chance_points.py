"""Code for where play waits for chance: `draw`, `roll`, `random`. What may come is in `chance`.

As at a choice point (`points`) the function is left, and entered again behind the point.
"""

from __future__ import annotations

from interpreter.native.evaluate import queries
from interpreter.native.evaluate.scalars import Scalar
from interpreter.native.evaluate.sets import Value, ZoneSet
from interpreter.native.evaluate.unit import Env
from interpreter.native.ir.nodes import Block
from interpreter.native.ir.passes.clone import ask_who_draws
from interpreter.native.ir.statuses import FAULT, STOP
from interpreter.native.lower import chance, moves, records
from interpreter.native.lower.flow import Flow, amount, locals_of, spill
from interpreter.native.memory.frames import DrawingFrame, PickingFrame, Point, RollingFrame
from interpreter.native.plan.suspension import AT_ONCE
from rulelang import core
from rulelang.core.intervals import Range


def wait(flow: Flow, point: Point, taken: Block) -> None:
    """Leave the function at a point; it is entered again at `taken`."""
    b = flow.b
    assert flow.coroutine is not None, "only what may wait has points"
    point.label = flow.coroutine.label(taken)
    b.store(flow.program.pc, point.number)
    plays = b.block("chance plays")
    stops = b.block("wait")
    ask_who_draws(b, plays, stops)
    b.enter(plays)
    b.tell("outcomes", 0)
    b.call(flow.program.chances[point.number], width=0)
    b.tell("taken", b.call_runtime("draw_outcome"))
    b.jump(taken)
    b.enter(stops)
    b.give(STOP)
    b.enter(taken)


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
    records.rolled(flow.code, (slots, cell_at), faces, count)
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
        picked = spill(flow, f"random{node.number}", picked)
    flow.write(node.body, (*env, picked))
