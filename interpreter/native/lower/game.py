"""Core tree to IR: one game instance, with players and options already constants in it.

    before:  core.Spec
    after:   a `Lowered`: coroutines, functions of effects, facts, actions and chance; the layout

Coroutines hold set-up, play and every effect that may wait. They are entered at labels and return
the next one; `runtime` drives them.
"""

from __future__ import annotations

from interpreter.layout import Layout
from interpreter.native.errors import too_many
from interpreter.native.evaluate.lowering import LOWERER
from interpreter.native.evaluate.unit import Code, Env, Unit
from interpreter.native.ir.builder import Builder
from interpreter.native.ir.nodes import Module, Table
from interpreter.native.ir.passes.count import count
from interpreter.native.ir.statuses import FAULT, STOP
from interpreter.native.lower.budget import (
    UnboundedError,
    charge,
    fits_in_text,
    goes_through_much,
)
from interpreter.native.lower.flow import Flow
from interpreter.native.lower.instances import (
    MAX_POINTS,
    CoroutineCode,
    Once,
    Program,
    Setting,
    always,
)
from interpreter.native.lower.middle import PassName, rewritten
from interpreter.native.lower.standing import write_standing
from interpreter.native.lower.statements import scale_of, write_block
from interpreter.native.memory.coverage import NO_COVERAGE, CoveragePoints
from interpreter.native.memory.frames import Coroutine, FrameLayout, RunFrame
from interpreter.native.memory.lowered import COROUTINE, PLAY, SETUP, Lowered, coroutine_name
from interpreter.native.memory.slots import Fields, lay_out
from interpreter.native.memory.tables import Constants
from interpreter.native.plan.suspension import Waiting
from rulelang import core
from rulelang.core.intervals import Range


def lower(
    layout: Layout,
    coverage: CoveragePoints = NO_COVERAGE,
    *,
    logs: bool = False,
    until: PassName = "clean",
) -> Lowered:
    """Return the IR of a game instance; instrumented with `coverage`; or it `logs` what happens.

    `until`: the last pass that is made; `docs/internals.md` says what each does.

    Raises:
        NotCompilableError: native code cannot hold it.
    """
    counts = goes_through_much(layout.spec)
    if until == "write":
        return write(layout, coverage, logs=logs, counts=counts, charged=False)
    try:
        lowered = write(layout, coverage, logs=logs, counts=counts)
    except UnboundedError:
        counts = True
        lowered = write(layout, coverage, logs=logs, counts=counts)
    if counts and until != "charge":
        for function in lowered.module.functions.values():
            count(function)
    return rewritten(lowered, until)


def hold(layout: Layout, once: Once) -> None:
    """See whether native code can hold a game instance; no code comes of it.

    `once`: which parts of it have to be written for that.

    Raises:
        NotCompilableError: it cannot.
    """
    if fits_in_text(layout.spec):
        _write(layout, NO_COVERAGE, once)
    else:
        lower(layout, until="charge")


def write(
    layout: Layout,
    coverage: CoveragePoints = NO_COVERAGE,
    *,
    logs: bool = False,
    counts: bool = False,
    charged: bool = True,
) -> Lowered:
    """Return the IR as it is written at first, not simplified; `charged`: loops spend.

    Raises:
        NotCompilableError: native code cannot hold it.
        UnboundedError: it wants loops that count; `counts`: they will.
    """
    program = _write(layout, coverage, logs=logs, counts=counts)
    unit, spec = program.unit, layout.spec
    budget = charge(unit) if charged else 0
    return Lowered(
        unit.module,
        unit.slots,
        tuple(unit.fields.made),
        program.control,
        program.pc,
        program.returns_field,
        scale_of(spec),
        program.legal,
        program.chances,
        budget,
        coverage,
        spec.standing is not None,
    )


def _write(
    layout: Layout,
    coverage: CoveragePoints,
    once: Once = always,
    *,
    logs: bool = False,
    counts: bool = False,
) -> Program:
    """Write the IR, or as much of it as `once` has written."""
    spec, fields, module = layout.spec, Fields(), Module()
    pc = fields.number("pc", Range(0, MAX_POINTS))
    returns = fields.array("returns", 8, len(spec.players))
    slots = lay_out(layout, fields)
    unit = Unit(
        layout,
        slots,
        fields,
        module,
        Constants(module),
        LOWERER,
        coverage,
        logs=logs,
        counts=counts,
    )
    program = Program(unit, Waiting(spec), pc, returns, once=once)
    _play(program)
    while program.todo:
        _effect(program, *program.todo.pop())
    write_standing(program)
    _finish(program)
    module.size = -(-fields.size // 8) * 8
    return program


def _play(program: Program) -> None:
    """Write set-up and play, the first two coroutines."""
    spec = program.unit.spec
    program.control.coroutines += [
        Coroutine("setup", spec.setup.number),
        Coroutine("play", spec.play.number),
    ]
    waiting_play = RunFrame(spec.play.number, 0, ())
    with_setup = _Writer(program, SETUP, Setting())
    with_setup.write(spec.setup, (), (waiting_play,))
    with_setup.leave(PLAY * COROUTINE)
    with_play = _Writer(program, PLAY, Setting())
    with_play.write(spec.play, (), ())
    with_play.b.fault(FAULT)
    with_play.leave(STOP)


def _effect(program: Program, coroutine: int, effect: int, setting: Setting) -> None:
    """Write an effect that may wait; at its end it goes back to behind the call."""
    writer = _Writer(program, coroutine, setting)
    env: Env = program.parameters(coroutine, effect)
    writer.write(program.unit.spec.effects[effect].body, env, ())
    call = program.control.coroutines[coroutine].call
    assert call is not None
    writer.b.give(writer.b.table("returns_to", writer.b.load(call)))
    writer.finish()


class _Writer:
    """Writes the function of a coroutine."""

    def __init__(self, program: Program, coroutine: int, setting: Setting) -> None:
        self.b = Builder(coroutine_name(coroutine), 1, 64)
        self.program = program
        self.entry = self.b.here
        self.start = self.b.block("start")
        self.b.enter(self.start)
        self.coroutine = CoroutineCode(coroutine, Code(program.unit, self.b), setting)

    def write(self, block: core.Block, env: Env, chain: tuple[FrameLayout, ...]) -> None:
        """Write a block."""
        flow = Flow(
            self.program,
            self.coroutine.code,
            self.coroutine.setting,
            self.coroutine,
            {},
            chain,
            write_block,
        )
        write_block(flow, block, env)

    def leave(self, label: int) -> None:
        """Write the end of the coroutine, and finish it."""
        self.b.give(label)
        self.finish()

    def finish(self) -> None:
        """Write where the function is entered."""
        (label,) = self.b.function.parameters
        self.b.enter(self.entry)
        entries = [(number, block) for number, block in self.coroutine.entries.items()]
        self.b.switch(label, entries, self.start)
        self.program.unit.finish(self.b)


def _finish(program: Program) -> None:
    """Put the tables of labels into the module."""
    control, tables = program.control, program.unit.module.tables
    if len(control.points) >= MAX_POINTS or len(control.sites) >= MAX_POINTS:
        raise too_many(
            "places where play may wait, effects counted once for each way to them",
            max(len(control.points), len(control.sites)),
            MAX_POINTS,
            "let fewer places call effects in which somebody chooses",
        )
    points = control.points
    labels = (STOP, *(point.label for point in points))
    asks = (STOP, *(program.asks.get(point.number, STOP) for point in points))
    sorts = (0, *(2 if point.chance else 1 for point in points))
    for name, entries in (
        ("labels", labels),
        ("asks", asks),
        ("sorts", sorts),
        ("returns_to", tuple(program.returns) or (STOP,)),
    ):
        tables[name] = Table(name, 8, entries)
