"""What the code of statements is written with: where it stands, and what outlives points."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import attrs

from interpreter.native.errors import NotCompilableError
from interpreter.native.evaluate import asking
from interpreter.native.evaluate.buffers import buffered, materialise
from interpreter.native.evaluate.listed_sets import (
    BufferSet,
    ConstSet,
    SpilledRow,
    SpilledSet,
    TabledSet,
)
from interpreter.native.evaluate.scalars import Scalar, SpilledScalar
from interpreter.native.evaluate.sets import (
    SpilledMask,
    Value,
)
from interpreter.native.evaluate.unit import Code, Env
from interpreter.native.ir.builder import Builder
from interpreter.native.ir.nodes import Block, Operand
from interpreter.native.ir.statuses import FAULT, STOP
from interpreter.native.lower.instances import CoroutineCode, Part, Program, Setting
from interpreter.native.memory.frames import (
    Fixed,
    FrameLayout,
    Listed,
    Local,
    Masked,
    RunFrame,
    Single,
    Site,
    Tabled,
)
from rulelang import core
from rulelang.core.intervals import Range, join
from rulelang.freezing import frozen


@frozen
class Flow:
    """Where statements are written.

    `coroutine` None: in a function that never waits. `stops`: where loops in progress end.
    `chain`: the frames below, from the bottom of the coroutine. `blocks`: what writes the
    statements of a block; it stands above the modules that ask for that.
    """

    program: Program
    code: Code
    setting: Setting
    coroutine: CoroutineCode | None
    stops: dict[int, Block]
    chain: tuple[FrameLayout, ...]
    blocks: Callable[[Flow, core.Block, Env], None]

    def write(self, block: core.Block, env: Env) -> None:
        """Write the statements of a block."""
        self.blocks(self, block, env)

    def write_once(
        self, nodes: Sequence[Part], env: Env, write: Callable[[], None], also: object = ()
    ) -> None:
        """Have nodes written that do not wait, unless native code is known to hold them.

        Which kinds zones tell apart follows from the whole text; all else that decides whether
        they are refused is in them, in what is declared, in the locals, and in `also`.
        """
        known = _shapes(env)
        if known is None:
            write()
            return
        unit = self.program.unit

        def given() -> object:
            classes = [zone.boards and zone.boards.classes for zone in unit.slots.zones]
            return classes, known, self.setting.turns is None, unit.tries, also

        self.program.once(nodes, given, write)

    @property
    def b(self) -> Builder:
        """The builder."""
        return self.code.b

    def above(self, layout: FrameLayout) -> Flow:
        """Return the flow with one more frame below."""
        return attrs.evolve(self, chain=(*self.chain, layout))

    def run(self, block: core.Block, at: int, env: Env) -> Flow:
        """Return the flow at a statement of a block, `at` being the next one."""
        return self.above(RunFrame(block.number, at, locals_of(env)))

    def loop(self, number: int, out: Block) -> Flow:
        """Return the flow within a loop."""
        return attrs.evolve(self, stops={**self.stops, number: out})

    @property
    def site(self) -> Site:
        """The frames from the bottom of the coroutine to here."""
        assert self.coroutine is not None, "only what waits has a site"
        return Site(self.coroutine.number, self.chain)

    def leave(self) -> None:
        """Leave the function: the game is over, or a fault is noted."""
        self.b.give(1 if self.coroutine is None else STOP)


def locals_of(env: Env) -> tuple[Local, ...]:
    """Return where the locals of a frame lie."""
    return tuple(_local(found) for found in env)


def _local(found: Value) -> Local:
    match found:
        case SpilledScalar(field=field, range=range_):
            return Single(field, range_.maybe)
        case SpilledSet(field=field, table=table):
            return Tabled(field, table)
        case SpilledMask(field=field, base=base):
            return Masked(field, base)
        case SpilledRow(field=field, length=length, table=table):
            return Listed(field, length, table)
        case Scalar(op=int(op), range=range_):
            return Fixed(None if range_.is_none else op)
        case _:
            assert isinstance(found, ConstSet), "what outlives a choice is spilled"
            return Fixed(found.values)


def _shapes(env: Env) -> list[object] | None:
    """Return what is known of locals before play, wherever they lie; None of sets made in play."""
    found = [_shape(local) for local in env]
    return None if None in found else found


def _shape(found: Value) -> object | None:
    match found:
        case SpilledScalar(range=range_):
            return (type(found).__name__, range_)
        case SpilledRow(range=range_, table=table):
            return (type(found).__name__, range_, table and table.sets)
        case SpilledSet(table=table):
            return table.sets
        case SpilledMask(base=base, width=width, most=most):
            return (base, width, most)
        case Scalar(op=int()) | ConstSet():
            return found
        case Scalar(range=range_):
            return range_
        case _:
            return None


def spill(flow: Flow, name: str, found: Value) -> Value:
    """Put a value into the state, so that it outlives points (a spill); return where it is."""
    b, fields = flow.b, flow.program.unit.fields
    if isinstance(found, SpilledScalar | SpilledSet | SpilledRow | SpilledMask | ConstSet):
        return found
    if isinstance(found, Scalar):
        if isinstance(found.op, int):
            return found
        spilled = SpilledScalar(fields.number(name, found.range), found.range)
        b.store(spilled.field, found.op)
        return spilled
    if isinstance(found, TabledSet):
        number = SpilledSet(fields.number(name, _places(found)), found.table)
        b.store(number.field, found.number)
        return number
    bitset = found.bitset(flow.code)
    if bitset is None or not found.is_plain:
        return _spill_row(flow, name, buffered(flow.code, found))
    field = fields.array(name, bitset.width // 8)
    b.store(field, bitset.mask, width=bitset.width)
    return SpilledMask(field, bitset.base, bitset.width, found.most)


def _spill_row(flow: Flow, name: str, found: BufferSet) -> SpilledRow:
    """Put a collection with an order of its own into the state; what is behind it is 0."""
    if found.nested:
        raise NotCompilableError(
            "a name for groups of things outlives a choice",
            "ask for it again behind the choice",
        )
    b, fields, most = flow.b, flow.program.unit.fields, max(1, found.most)
    items = fields.number(f"{name}.items", join(found.range, Range(0, 0)), most)
    length = fields.number(f"{name}.length", Range(0, most))
    b.store(length, found.length)

    def put(at: Operand) -> None:
        b.store(items, b.peek(found.buffer, b.op("add", found.start, at)), at)

    b.count_up(0, found.length, put)
    b.count_up(found.length, most, lambda at: b.store(items, 0, at))
    return SpilledRow(items, length, found.range, found.table)


def _places(found: TabledSet) -> Range:
    return Range(0, max(0, len(found.table.sets) - 1))


def fresh_value(flow: Flow, node: core.Let, env: Env, *, waits: bool) -> Value:
    """Return the value of a `let`, spilled where the rest of its block may wait."""
    found = asking.value(flow.code, node.value, env)
    if waits:
        return spill(flow, f"local{node.slot}", found)
    return found if isinstance(found, Scalar) else materialise(flow.code, found)


def player_of(flow: Flow, e: core.Expr, env: Env) -> Scalar:
    """Return a player; a fault, and the first, where there is none."""
    b = flow.b
    found = asking.scalar(flow.code, e, env)
    last = len(flow.program.unit.spec.players) - 1
    if found.range.within(0, last):
        return found
    ok = b.op("and", b.op("ge", found.op, 0), b.op("le", found.op, last), width=1)
    b.fault_unless(ok, FAULT)
    return Scalar(b.op("select", ok, found.op, 0, width=64), Range(0, last))


def amount(flow: Flow, e: core.Expr, env: Env) -> Scalar:
    """Return a number of things or rounds; a fault, and 0, where it is below 0."""
    b = flow.b
    found = asking.number(flow.code, e, env)
    if found.range.low >= 0:
        return found
    ok = b.op("ge", found.op, 0)
    b.fault_unless(ok, FAULT)
    high = max(0, found.range.high)
    return Scalar(b.op("max", found.op, 0), Range(0, high))
