"""Code for where play waits for a player: `choose`, `anytime`. For chance: `chance_points`.

A point has a number, which `pc` holds while play waits there. The coroutine is left and, once
an action or outcome is taken, entered again at the block behind the point.
"""

from __future__ import annotations

import attrs

from interpreter.layout import ArmLayout
from interpreter.native.evaluate import asking
from interpreter.native.evaluate.sets import Value
from interpreter.native.evaluate.unit import Env
from interpreter.native.ir.builder import Builder
from interpreter.native.ir.nodes import Block, Field, Operand
from interpreter.native.ir.passes.clone import ask_who_draws, is_among
from interpreter.native.ir.statuses import DEAD_END, FAULT, STOP
from interpreter.native.lower.actions import choices, digits
from interpreter.native.lower.actions.arms import looking
from interpreter.native.lower.actions.choices import Draws
from interpreter.native.lower.actions.granted import grant
from interpreter.native.lower.flow import Flow, amount, locals_of, player_of, spill
from interpreter.native.lower.instances import MAX_POINTS, AnytimeInstance
from interpreter.native.memory.coverage import note
from interpreter.native.memory.frames import ActingFrame, ChoosingFrame, MeanwhileFrame
from rulelang import core
from rulelang.core.intervals import Range


def _ask_player(flow: Flow, node: core.Choose, what: tuple[Draws | None, Block]) -> None:
    """Leave the function at a choice point; in a playout the player chooses at once, by lot.

    `what`: the functions that have drawn already, where some can, and where what is taken begins.
    """
    b = flow.b
    draws, taken = what
    if draws is not None:
        b.give(STOP)
        return
    plays, stops = b.block("player plays"), b.block("wait")
    ask_who_draws(b, plays, stops)
    b.enter(plays)
    b.tell("taken", b.call_runtime(choices.drawn_by(flow, node)))
    b.jump(taken)
    b.enter(stops)
    b.give(STOP)


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
    draws = choices.draw_functions(flow, node, env, (point, last))
    entered = b.block("entered") if left is None and draws and draws.rarely else ask
    assert flow.coroutine is not None
    program.asks[point.number] = flow.coroutine.label(entered)
    b.jump(ask)
    b.enter(ask)
    b.store(program.pc, point.number)
    if left is not None:
        _ask_again(flow, node, env, (left, (name, draws), taken, done))
    else:
        _ask_once(flow, node, env, ((name, draws), taken, done, (entered, ask)))
    point.label = flow.coroutine.label(taken)
    b.enter(taken)
    _take(flow, node, env, (left, last, ask, done), is_drawn=draws is not None)
    b.enter(done)


def _picks_left(flow: Flow, node: core.Choose, env: Env) -> Field:
    assert node.limit is not None
    limit = amount(flow, node.limit, env)
    field = flow.program.unit.fields.number(
        f"choose{node.number}.left", Range(-1, limit.range.high)
    )
    flow.b.store(field, limit.op)
    return field


Asked = tuple[str, Draws | None]
"""What lists what is legal at a point, and what draws of it without a list."""
Entry = tuple[Block, Block]
"""Where playouts and listings enter, and where play comes to the point; often the same."""


def _ask_once(
    flow: Flow, node: core.Choose, env: Env, where: tuple[Asked, Block, Block, Entry]
) -> None:
    b = flow.b
    (name, draws), taken, done, entry = where
    _draw(b, draws, taken, entry)
    _list(b, name, 0)
    waits, none = b.block("wait"), b.block("no option")
    b.branch(b.op("gt", b.context("own"), 0), waits, none)
    b.enter(none)
    _without_options(flow, node, env, (waits, done))
    b.enter(waits)
    _ask_player(flow, node, (draws, taken))


def _list(b: Builder, name: str, only_closing: int) -> None:
    """List what is legal."""
    b.tell("rows", 0)
    b.call(name, (only_closing,), width=0)


def _draw(b: Builder, draws: Draws | None, taken: Block, entry: Entry | None = None) -> None:
    """Let a playout draw one of what is legal; the builder stands where all has to be listed.

    `entry`: it draws by a call where it enters. So nobody comes from outside to the draw in a loop
    of choices, and what was found on the way there is known in it.
    """
    if draws is None:
        return
    plays, some, lists = b.block("player plays"), b.block("drawn"), b.block("list")

    def draw(by: str, plays: Block, some: Block, others: Block) -> None:
        ask_who_draws(b, plays, others)
        b.enter(plays)
        number = b.call(by)
        b.branch(b.op("ge", number, 0), some, lists)
        b.enter(some)
        b.tell("taken", number)
        b.jump(taken)

    draw(draws.often, plays, some, lists)
    if entry is not None and draws.rarely is not None:
        entered, ask = entry
        b.enter(entered)
        draw(draws.rarely, b.block("player plays"), b.block("drawn"), ask)
    b.enter(lists)


def _without_options(flow: Flow, node: core.Choose, env: Env, where: tuple[Block, Block]) -> None:
    """Go on where none of the choose's own arms is legal."""
    b = flow.b
    waits, done = where
    if node.otherwise is not None:
        end_looks(flow, node.number)
        below = digits.done_frame(node, locals_of(env))
        inner = _within_arm(flow.above(below)).loop(node.number, done)
        inner.write(node.otherwise, env)
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
    flow: Flow, node: core.Choose, env: Env, where: tuple[Field, Asked, Block, Block]
) -> None:
    b = flow.b
    left, (name, draws), taken, done = where
    asks, closes, waits = b.block("asks"), b.block("last pick"), b.block("wait")
    unasked, none = b.block("unasked"), b.block("no option")
    b.branch(b.op("gt", b.load(left), 0), asks, closes)
    b.enter(closes)
    _list(b, name, 1)
    dead = b.block("dead end")
    b.branch(b.op("gt", b.context("closing"), 0), unasked, dead)
    b.enter(dead)
    if any(arm.closes for arm in node.arms):
        b.fault(DEAD_END)
        b.give(STOP)
    else:
        b.jump(done)
    b.enter(asks)
    _draw(b, draws, taken)
    _list(b, name, 0)
    open_arms = b.op("add", b.context("own"), b.context("extra"))
    closed = b.block()
    b.branch(b.op("gt", open_arms, 0), waits, closed)
    b.enter(closed)
    b.branch(b.op("gt", b.context("closing"), 0), waits if node.asks else unasked, none)
    b.enter(none)
    _without_options(flow, node, env, (waits, done))
    b.enter(unasked)
    end_looks(flow, node.number)
    b.tell("taken", b.context("first"))
    _close_unseen(flow, node, done)
    b.jump(taken)
    b.enter(waits)
    _ask_player(flow, node, (draws, taken))


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
        if arm.arm.closes and (arm.owner, arm.index) in program.unit.coverage.chosen:
            other = b.block()
            b.branch(_is_of(b, arm, b.context("taken")), done, other)
            b.enter(other)


def _take(
    flow: Flow,
    node: core.Choose,
    env: Env,
    where: tuple[Field | None, tuple[tuple[Field, ...], ...], Block, Block],
    *,
    is_drawn: bool,
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
        note(b, program.unit.coverage.chosen.get((arm.owner, arm.index)))
        inner = _picked(flow, arm, env, number)
        if is_drawn:
            grant(flow.code, arm, inner, len(inner) - len(env))
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
        body.write(arm.arm.body, inner)
        b.jump(ask if again else done)
        b.enter(other)
    for instance in flow.setting.anytime:
        _take_anytime(flow, instance, number)
    b.fault(FAULT)
    b.give(STOP)


def _is_of(b: Builder, arm: ArmLayout, number: Operand) -> Operand:
    """Return whether an action number is one of an arm's."""
    return is_among(b, number, arm.arm.first_id, arm.size)


def _picked(flow: Flow, arm: ArmLayout, env: Env, number: Operand) -> Env:
    """Return the locals of an arm's body: those outside, then the arguments."""
    waits = flow.program.waiting.block(arm.arm.body)
    values: list[Value] = list(digits.arguments(flow.code, arm, number))
    if waits:
        values = [spill(flow, f"{arm.arm.name}.{at}", value) for at, value in enumerate(values)]
    return (*env, *values)


def _take_anytime(flow: Flow, instance: int, number: Operand) -> None:
    """Write the way to an arm of an `anytime`, which lies in the code of that statement."""
    b, program = flow.b, flow.program
    held = program.anytimes[instance]
    for arm in program.unit.layout.arms[held.node.number]:
        mine, other = b.block(f"arm {arm.arm.name}"), b.block()
        b.branch(_is_of(b, arm, number), mine, other)
        b.enter(mine)
        note(b, program.unit.coverage.chosen.get((arm.owner, arm.index)))
        b.store(held.point, b.load(program.pc))
        b.give(held.labels[arm.index])
        b.enter(other)


def anytime(flow: Flow, node: core.Anytime, env: Env) -> None:
    """Write an `anytime`: the bodies of its arms aside, then the rest of the block."""
    b, program = flow.b, flow.program
    assert flow.coroutine is not None
    limit = asking.number(flow.code, node.limit, env)
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
        held.labels[arm.index] = flow.coroutine.label(entry)
        b.enter(entry)
        b.store(held.left, b.op("sub", b.load(held.left), 1))
        inner = _picked(flow, arm, env, b.context("taken"))
        setting = attrs.evolve(flow.setting, anytime=(), acting=(*flow.setting.acting, number))
        acting = attrs.evolve(flow, setting=setting, chain=(ActingFrame(node.number, held.point),))
        acting.write(arm.arm.body, inner)
        b.give(b.table("asks", b.load(held.point)))
    b.enter(body)
    during = attrs.evolve(flow.setting, anytime=(*flow.setting.anytime, number))
    attrs.evolve(flow.above(frame), setting=during).write(node.body, env)
