"""Digits of action numbers: the arguments they stand for, and those picked last in order."""

from __future__ import annotations

from interpreter.layout import ArmLayout
from interpreter.native.evaluate.scalars import Scalar
from interpreter.native.evaluate.unit import Code
from interpreter.native.ir.nodes import Field, Operand
from interpreter.native.lower.flow import Flow
from interpreter.native.memory.frames import ChoosingFrame, Local
from rulelang import core
from rulelang.core.intervals import Range

Last = tuple[tuple[Field, ...], ...]


def ordered_slots(arm: ArmLayout) -> tuple[int, ...]:
    """Return the argument slots of the bindings of an arm that are `in order`."""
    slots: list[int] = []
    at = 0
    for choice in arm.arm.choices:
        width = 2 if choice.pair else 1
        if choice.in_order:
            slots += range(at, at + width)
        at += width
    return tuple(slots)


def ordered_statics(arm: ArmLayout) -> tuple[tuple[int, ...], ...]:
    """Return the static values of those slots."""
    return tuple(arm.statics[slot] for slot in ordered_slots(arm))


def last_fields(flow: Flow, node: core.Choose, arms: tuple[ArmLayout, ...]) -> Last:
    """Return slots for the digits picked last, for every arm; () where none is in order."""
    if not any(arm.is_ordered for arm in arms):
        return ()
    fields = flow.program.unit.fields
    return tuple(
        tuple(
            fields.number(
                f"choose{node.number}.last.{arm.index}", Range(-1, len(arm.statics[slot]))
            )
            for slot in ordered_slots(arm)
        )
        for arm in arms
    )


def note_last(flow: Flow, arm: ArmLayout, number: Operand, fields: tuple[Field, ...]) -> None:
    """Store the digits of a pick."""
    digits = digits_of(flow.code, arm, number)
    for slot, field in zip(ordered_slots(arm), fields, strict=False):
        flow.b.store(field, digits[slot])


def done_frame(node: core.Choose, env: tuple[Local, ...]) -> ChoosingFrame:
    """Return the frame of a choose that will not ask again."""
    return ChoosingFrame(node.number, None, True, (), (), env)


# ---------------------------------------------------------------- arguments


def digits_of(code: Code, arm: ArmLayout, number: Operand) -> list[Operand]:
    """Return the digits of an action number of an arm."""
    b = code.b
    rest = b.op("sub", number, arm.arm.first_id)
    digits: list[Operand] = []
    for static in reversed(arm.statics):
        digits.append(
            b.op("floormod", rest, len(static)) if len(digits) + 1 < len(arm.statics) else rest
        )
        rest = b.op("floordiv", rest, len(static))
    return digits[::-1]


def arguments(code: Code, arm: ArmLayout, number: Operand) -> list[Scalar]:
    """Return the arguments that an action number of an arm stands for."""
    digits = digits_of(code, arm, number)
    return [
        value_at(code, static, digit) for static, digit in zip(arm.statics, digits, strict=True)
    ]


def value_at(code: Code, static: tuple[int, ...], digit: Operand) -> Scalar:
    """Return the value with a digit."""
    found = Range(min(static, default=0), max(static, default=0))
    if is_run(static):
        return Scalar(code.b.op("add", digit, static[0]), found)
    return Scalar(code.b.table(code.unit.constants.table(static), digit), found)


def is_run(static: tuple[int, ...]) -> bool:
    """Return whether static values follow each other without gaps."""
    return bool(static) and static == tuple(range(static[0], static[0] + len(static)))


def stride(arm: ArmLayout, slot: int) -> int:
    """Return by how much an action number grows with a digit."""
    found = 1
    for static in arm.statics[slot + 1 :]:
        found *= len(static)
    return found
