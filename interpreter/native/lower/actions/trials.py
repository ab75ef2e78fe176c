"""Code for late needs: a function for each arm that runs what stands above the last of them.

    before:  set stone(c) to p            need breathes(c)
    after:   keep what the trial writes;  for each candidate: trial(c), put it back

The trial works on the state itself. It writes only zones and variables, and which is known; so the
function that lists what is legal keeps those bytes, and puts them back behind every trial.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from interpreter.layout import ArmLayout
from interpreter.native.evaluate import asking
from interpreter.native.evaluate.scalars import Scalar
from interpreter.native.evaluate.unit import Code, Env
from interpreter.native.ir.builder import Builder
from interpreter.native.ir.nodes import Field, Operand, Spans
from interpreter.native.lower import variables
from interpreter.native.lower.flow import Flow, fresh_value
from interpreter.native.memory.slots import VariableSlots, ZoneSlots
from interpreter.native.plan.effects import reads
from interpreter.native.plan.static import written_out
from rulelang import core
from rulelang.core.changes import written
from rulelang.core.intervals import Range
from rulelang.freezing import frozen

MOST_BETWEEN = 32
"""Bytes between two fields that are kept along, rather than keep each by itself."""


@frozen
class Trial:
    """The function that judges an arm's late needs, and the bytes that it writes."""

    name: str
    spans: Spans

    def judged(self, code: Code, arguments: tuple[Operand, ...]) -> Operand:
        """Return whether all late needs hold with these arguments."""
        return code.b.op("ne", code.b.call(self.name, arguments), 0)


def trial_of(flow: Flow, arm: ArmLayout, env: Env, name: str) -> Trial | None:
    """Write the trial of an arm, and return it; None where it has none."""
    if not arm.trial:
        return None
    unit = flow.program.unit
    coverage = attrs.evolve(unit.coverage, steps={}, skipped={}, chosen={})
    silent = attrs.evolve(unit, logs=False, tries=True, coverage=coverage)
    program = attrs.evolve(flow.program, unit=silent)
    b = Builder(name, len(arm.statics), 64)
    code = Code(silent, b)
    picked = (
        Scalar(register, Range(min(static), max(static)) if static else Range(0, 0))
        for register, static in zip(b.function.parameters, arm.statics, strict=True)
    )
    inner = Flow(program, code, flow.setting, None, {}, (), flow.blocks)
    _judge(inner, arm, (*env, *picked))
    b.function.is_trial = True
    unit.finish(b)
    changed = written(arm.trial, unit.spec)
    return Trial(name, spans_of(field for at in changed for field in _fields(unit.slots.of(at))))


def _judge(flow: Flow, arm: ArmLayout, env: Env) -> None:
    """Write the statements, and leave with 0 at the first need that fails."""
    b = flow.b
    fails = b.block("fails")
    vacant = vacated(arm.arm, flow.program.unit.spec)
    for at, node in enumerate(arm.trial):
        b.at(node.span)
        match node:
            case core.Assign() if at in vacant:
                variables.assign(flow.code, node, env, is_vacant=True)
            case core.Need(test=test):
                on = b.block("need")
                asking.branch_on(flow.code, test, env, on, fails)
                b.enter(on)
            case core.Let():
                env = (*env, fresh_value(flow, node, env, waits=False))
            case _:
                flow.write(core.Block(arm.arm.body.number, (node,)), env)
    b.give(1)
    b.enter(fails)
    b.give(0)


def vacated(arm: core.Arm, spec: core.Spec) -> frozenset[int]:
    """Return the first statements of an arm that set what the needs above them say is `none`."""
    depth = max((choice.slot + 2 for choice in arm.choices), default=0)
    tests = [choice.where for choice in arm.choices] + [need.test for need in arm.needs]
    vacant, found = set[core.Read](), set[int]()
    for part in (part for test in tests for part in written_out(test, depth, spec)):
        match part:
            case core.Compare(op="is", left=core.Read() as read, right=core.Const(value=None)):
                vacant.add(read)
            case _:
                pass
    for at, node in enumerate(arm.body.statements):
        match node:
            case core.Assign(variable=number, args=args, span=span):
                if core.Read(number, args, span) in vacant:
                    found.add(at)
                vacant = {read for read in vacant if ("variable", number) not in reads(read, spec)}
            case core.Need():
                continue
            case _:
                break
    return frozenset(found)


def _fields(slots: ZoneSlots | VariableSlots) -> Iterator[Field]:
    """Go through the fields in which a family lies."""
    held: tuple[Field | None, ...]
    if isinstance(slots, ZoneSlots):
        held = (
            slots.kind,
            slots.mask,
            slots.counts,
            slots.total,
            slots.length,
            slots.items,
        )
    else:
        held = (slots.value,)
    if slots.boards is not None:
        yield slots.boards.field
    yield from (field for field in held if field is not None)


def spans_of(fields: Iterator[Field]) -> Spans:
    """Return the bytes of some fields, as few pieces: where each begins, and how long it is.

    >>> spans_of(iter([Field("a", 0, 1, 8), Field("c", 64, 8, 1), Field("b", 8, 2, 2)]))
    ((0, 12), (64, 8))
    """
    found: list[tuple[int, int]] = []
    for field in sorted(fields, key=lambda field: field.offset):
        start, end = field.offset, field.offset + field.bytes * field.count
        if found and start - sum(found[-1]) < MOST_BETWEEN:
            begun = found[-1][0]
            found[-1] = (begun, max(sum(found[-1]), end) - begun)
        else:
            found.append((start, end - start))
    return tuple(found)
