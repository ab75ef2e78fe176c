"""Code for legal actions: one function for each choice point, which lists them as rows. Ref §6-8.

A row is the number of an action and a mask: bit `i` stands for the action `i` further. The last
binding of an arm varies fastest, so a row holds many of its values; those before it are loops.
"""

from __future__ import annotations

from typing import Final

from interpreter.layout import ArmLayout
from interpreter.native.evaluate import asking
from interpreter.native.evaluate.scalars import Scalar, SpilledScalar
from interpreter.native.evaluate.unit import Code, Env
from interpreter.native.ir.builder import Builder
from interpreter.native.ir.nodes import NONE, Field, Function, Load, Operand, Store
from interpreter.native.ir.runtime_calls import calls
from interpreter.native.ir.statuses import FAULT
from interpreter.native.lower.actions.arms import Arm
from interpreter.native.lower.actions.digits import Last
from interpreter.native.lower.actions.drawing import Offer, write_drawing
from interpreter.native.lower.actions.rows import Sink, most_rows
from interpreter.native.lower.actions.trials import trial_of
from interpreter.native.lower.flow import Flow
from interpreter.native.lower.instances import Part, always
from interpreter.native.memory.coverage import NO_COVERAGE
from interpreter.native.memory.frames import Point
from rulelang import core
from rulelang.freezing import frozen

# ---------------------------------------------------------------- the function


RESERVED: Final = 1 << 12
"""Rows that a function makes sure of at its beginning; one that may write more looks at each."""

FEW: Final = 32
"""Rows of which some are looked at side by side, without a branch for each."""


def legal_function(flow: Flow, node: core.Choose, env: Env, where: tuple[Point, Last]) -> str:
    """Write the function that lists what is legal at a choice point; return its name.

    Its parameter is 1 where only closing arms are asked for. It tells the actor, and how many are
    legal of its own arms, of those of `anytime` (`extra`) and of closing ones.
    """
    point, last = where
    name = f"legal{point.number}"
    flow.program.legal[point.number] = name
    b = Builder(name, 1, 0)
    code = Code(flow.program.unit, b)
    (only_closing,) = b.function.parameters
    actor = _actor(code, node, env)
    b.tell("actor", actor.op)
    counts = {what: b.variable() for what in ("own", "extra", "closing")}
    first = b.variable()
    for variable in counts.values():
        b.set(variable, 0)
    b.set(first, -1)
    arms = _in_order_of_numbers(flow, node)
    done = b.block("told")
    rows = rows_at(flow, node)
    checked = rows > RESERVED
    if not checked:
        fits = b.block()
        b.branch(b.room(rows), fits, done)
        b.enter(fits)
    for arm, instance in arms:
        closes = arm.arm.closes and node.limit is not None
        what = "extra" if instance is not None else "closing" if closes else "own"
        sink = Sink(code, counts[what], first if what == "closing" else None, checked)
        asks = _asks(flow, (b, only_closing), arm, (instance, actor, counts))
        with b.when(asks, f"arm {arm.arm.name}"):
            fields = last[arm.index] if last and instance is None else ()
            begun = env if instance is None else flow.program.anytimes[instance].env
            trial = f"trial{point.number}_{arm.arm.first_id}"
            _write_arm(flow, (arm, begun, trial), sink, fields)
    b.jump(done)
    b.enter(done)
    for what in ("own", "extra", "closing"):
        b.tell(what, b.get(counts[what]))  # type: ignore[arg-type]  # the names of context slots
    b.tell("first", b.get(first))
    b.give(None)
    flow.program.unit.finish(b)
    return name


def _actor(code: Code, node: core.Choose, env: Env) -> Scalar:
    """Return who chooses; a fault where nobody does."""
    actor = asking.scalar(code, node.actor, env)
    if actor.range.maybe:
        code.b.fault_unless(code.b.op("ne", actor.op, NONE), FAULT)
    return actor


@frozen
class Draws:
    """The functions that draw one of what is legal at a choice point.

    `often`: in a loop of choices. `rarely`: where playouts seldom come; None: they do not.
    """

    often: str
    rarely: str | None


def draw_functions(
    flow: Flow, node: core.Choose, env: Env, where: tuple[Point, Last]
) -> Draws | None:
    """Write the functions that draw one of what is legal at a choice point.

    They give the number of the action, or -1 where none is legal. None where that takes loops, or
    somebody wants to know more of the play than how it ends.
    """
    unit, (point, last) = flow.program.unit, where
    is_plain = flow.program.once is always and unit.coverage == NO_COVERAGE and not unit.logs
    if not is_plain or flow.setting.anytime:
        return None
    name, arms = f"draw{point.number}", tuple(arm for arm, _ in _in_order_of_numbers(flow, node))
    rarely = f"{name}_rarely"
    drawn = _drawing(flow, Offer(node, arms, last, rarely), env, name)
    if drawn is None:
        return None
    by_call = any(calls(one, rarely) for one in drawn.nodes)
    is_called = by_call or _asks_what_was_found(flow, drawn, env)
    if is_called:
        other = _drawing(flow, Offer(node, arms, last, ""), env, rarely)
        assert other is not None, "what is drawn from fewer words is from all"
        other.is_rare = True
    drawn.is_hot = True
    unit.module.functions[flow.program.legal[point.number]].is_rare = True
    return Draws(name, rarely if is_called else None)


def _asks_what_was_found(flow: Flow, drawn: Function, env: Env) -> bool:
    """Return whether a draw reads a local that was found on the way to it."""
    found = {one.field for one in flow.b.function.nodes if isinstance(one, Store)}
    locals_ = {one.field for one in env if isinstance(one, SpilledScalar) and not one.field.turns}
    return any(isinstance(one, Load) and one.field in found & locals_ for one in drawn.nodes)


def _drawing(flow: Flow, offer: Offer, env: Env, name: str) -> Function | None:
    """Write a function that draws one of what is on offer; None where that takes loops."""
    b = Builder(name, 0, 64)
    code = Code(flow.program.unit, b)
    _actor(code, offer.node, env)
    if not write_drawing(code, offer, env):
        return None
    flow.program.unit.finish(b)
    return b.function


def _write_arm(
    flow: Flow, what: tuple[ArmLayout, Env, str], sink: Sink, last: tuple[Field, ...]
) -> None:
    """Write the rows of an arm; `what`: it, the locals around it, and what its trial is called."""
    arm, env, trial = what

    def write() -> None:
        judges = trial_of(flow, arm, env, trial)
        Arm(sink.code, arm, env, sink, last, judges).write()

    one = arm.arm
    read: tuple[Part, ...] = (*one.choices, *one.needs)
    if arm.trial:
        read = (one,)  # its body is looked at, too
    flow.write_once(read, env, write, (len(last), one.closes, arm.looks_ahead))


def rows_at(flow: Flow, node: core.Choose) -> int:
    """Return how many rows the legal actions at a choice point take at most."""
    return max(1, sum(_rows_of_arms(flow, node)))


def _rows_of_arms(flow: Flow, node: core.Choose) -> list[int]:
    return [most_rows(arm) for arm, _ in _in_order_of_numbers(flow, node)]


def drawn_by(flow: Flow, node: core.Choose) -> str:
    """Return what draws an action in playouts: the rows say how it finds the one that is drawn.

    Which arm is drawn shows anyway, as what follows branches on it; which of the rows of one arm
    does not, and there a branch for each row costs more than to look at all of a few.
    """
    of_arms = _rows_of_arms(flow, node)
    few = max(of_arms, default=1) > 2 and sum(of_arms) <= FEW
    return "draw_from_few" if few else "draw_action"


def _in_order_of_numbers(flow: Flow, node: core.Choose) -> list[tuple[ArmLayout, int | None]]:
    """Return the arms that may be open at a choose, with the `anytime` instance they are of."""
    layout = flow.program.unit.layout
    arms: list[tuple[ArmLayout, int | None]] = [(arm, None) for arm in layout.arms[node.number]]
    for instance in flow.setting.anytime:
        number = flow.program.anytimes[instance].node.number
        arms += [(arm, instance) for arm in layout.arms[number]]
    return sorted(arms, key=lambda pair: pair[0].arm.first_id)


def _asks(
    flow: Flow,
    what: tuple[Builder, Operand],
    arm: ArmLayout,
    state: tuple[int | None, Scalar, dict[str, int]],
) -> Operand:
    """Return whether an arm is open at all."""
    b, only_closing = what
    instance, actor, counts = state
    if instance is not None:
        held = flow.program.anytimes[instance]
        mine = b.op("eq", b.load(held.actor), actor.op)
        some = b.op("gt", b.load(held.left), 0)
        here = b.op("and", mine, some, width=1)
        return b.op("and", here, b.op("eq", only_closing, 0), width=1)
    if arm.arm.last_resort:
        others = b.op("add", b.get(counts["own"]), b.get(counts["closing"]))
        return b.op("and", b.op("eq", others, 0), b.op("eq", only_closing, 0), width=1)
    return 1 if arm.arm.closes else b.op("eq", only_closing, 0)
