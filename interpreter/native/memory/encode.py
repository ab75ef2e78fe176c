"""Positions into flat states: the frames of control, at the point whose frame layouts fit them."""

from __future__ import annotations

import struct
from typing import TypeAlias

import attrs

from interpreter.native.ir.nodes import Field
from interpreter.native.memory.cells import SlotValues, StateSlots
from interpreter.native.memory.frames import (
    ActingFrame,
    ChoosingFrame,
    DrawingFrame,
    EachFrame,
    Fixed,
    FrameLayout,
    Listed,
    Local,
    Masked,
    MeanwhileFrame,
    PickingFrame,
    Point,
    RepeatingFrame,
    RollingFrame,
    RunFrame,
    Single,
    Tabled,
    TurningFrame,
)
from interpreter.native.memory.lowered import PLAY, SETUP
from interpreter.native.memory.tables import encoded, mask_of
from interpreter.position import (
    Acting,
    Choosing,
    Drawing,
    Each,
    Env,
    Frame,
    Meanwhile,
    Picking,
    Position,
    Repeating,
    Rolling,
    Run,
    Turning,
)
from rulelang.core import Value

Key: TypeAlias = tuple[object, ...]


class _NoFitError(Exception):
    """A position that no point of the compiled code has."""


def encode(codec: StateSlots, position: Position) -> bytes | None:
    """Return a flat state for a position; None where none fits. Whoever asks decodes it to see."""
    slots = codec.empty()
    writer = _Writer(codec)
    try:
        codec.put_cells(slots, position.cells)
        codec.put_memories(slots, position)
        if position.control:
            writer.put_control(slots, position)
        else:
            writer.put_result(slots, position)
        return codec.packing[0].pack(*slots)
    except (_NoFitError, struct.error):
        return None


@attrs.frozen(eq=False)
class _Writer:
    """Writes control into slots."""

    codec: StateSlots

    def put_result(self, slots: SlotValues, position: Position) -> None:
        """Write the returns of a game that is over."""
        start = self.codec.packing[1][self.codec.lowered.returns]
        if position.result is None:
            raise _NoFitError
        for at, part in enumerate(position.result):
            scaled = part * self.codec.lowered.scale
            if scaled.denominator != 1:
                raise _NoFitError
            slots[start + at] = scaled.numerator

    def put_control(self, slots: SlotValues, position: Position) -> None:
        """Write the frames of a game that goes on."""
        frames = position.control
        clocks = list(position.clocks)
        first = frames[0]
        if not isinstance(first, Run) or first.block != self.codec.layout.spec.play.number:
            raise _NoFitError
        coroutine = SETUP if first.at == 0 else PLAY
        self._put_site(slots, (coroutine, 0, frames), clocks)

    def _put_site(
        self, slots: SlotValues, where: tuple[int, int, tuple[Frame, ...]], clocks: list[int]
    ) -> None:
        """Fill in the frames from `at` on, the first of which is the lowest of a coroutine."""
        coroutine, at, frames = where
        places, control = self.codec.packing[1], self.codec.lowered.control
        for point in self._points_at(coroutine, frames, at):
            end = at + len(point.site.layouts)
            if end == len(frames):
                self._put_frames(slots, point.site.layouts, frames[at:], clocks)
                slots[places[self.codec.lowered.pc]] = point.number
                return
            if isinstance(frames[end], Acting):
                self._put_frames(slots, point.site.layouts, frames[at:end], clocks)
                self._put_acting(slots, (point.number, end, frames), clocks)
                return
        for number, site in enumerate(control.sites):
            end = at + len(site.layouts)
            called = control.called[number]
            if (
                site.coroutine == coroutine
                and end < len(frames)
                and _keys(site.layouts) == tuple(map(_key_of, frames[at:end]))
                and _begins(frames[end], control.coroutines[called].block)
            ):
                self._put_frames(slots, site.layouts, frames[at:end], clocks)
                call = control.coroutines[called].call
                assert call is not None
                slots[places[call]] = number
                self._put_site(slots, (called, end, frames), clocks)
                return
        raise _NoFitError

    def _points_at(self, coroutine: int, frames: tuple[Frame, ...], at: int) -> list[Point]:
        found: list[Point] = []
        for point in self.codec.lowered.control.points:
            end = at + len(point.site.layouts)
            if (
                point.site.coroutine == coroutine
                and end <= len(frames)
                and _keys(point.site.layouts) == tuple(map(_key_of, frames[at:end]))
            ):
                found.append(point)
        return found

    def _put_acting(
        self, slots: SlotValues, where: tuple[int, int, tuple[Frame, ...]], clocks: list[int]
    ) -> None:
        """Fill in the frames above a point at which an `anytime` arm was taken."""
        number, at, frames = where
        for coroutine in range(len(self.codec.lowered.control.coroutines)):
            try:
                self._put_site(slots, (coroutine, at, frames), clocks)
            except _NoFitError:
                continue
            for layout in self.codec.frame_layouts:
                if isinstance(layout, ActingFrame) and layout.number == frames[at][0]:
                    slots[self.codec.packing[1][layout.point]] = number
            return
        raise _NoFitError

    def _put_frames(
        self,
        slots: SlotValues,
        layouts: tuple[FrameLayout, ...],
        frames: tuple[Frame, ...],
        clocks: list[int],
    ) -> None:
        for layout, frame in zip(layouts, frames, strict=True):
            self._put_frame(slots, layout, frame, clocks)

    def _put_frame(  # noqa: C901 - one arm a layout
        self, slots: SlotValues, layout: FrameLayout, frame: Frame, clocks: list[int]
    ) -> None:
        places = self.codec.packing[1]
        match layout, frame:
            case RunFrame(env=env), Run(env=values):
                self._put_env(slots, env, values)
            case EachFrame(), Each(rest=rest):
                self._put_env(slots, layout.env, frame.env)
                self._put_rest(slots, layout, rest)
            case TurningFrame(), Turning():
                slots[places[layout.player]] = frame.player
                slots[places[layout.upcoming]] = encoded(frame.upcoming)
                slots[places[layout.done]] = frame.turn if layout.counted else clocks.pop(0)
                self._put_env(slots, layout.env, frame.env)
            case RepeatingFrame(), Repeating():
                slots[places[layout.rounds]] = clocks.pop(0) if layout.clock else frame.left
                self._put_env(slots, layout.env, frame.env)
            case ChoosingFrame(), Choosing():
                self._put_choosing(slots, layout, frame)
            case DrawingFrame(left=left, source=source, target=target), Drawing():
                slots[places[left]] = frame.left
                for (first, field), cell in ((source, frame.source), (target, frame.target)):
                    slots[places[field]] = cell - first
            case RollingFrame(), Rolling():
                self._put_rolling(slots, layout, frame)
            case PickingFrame(env=env), Picking(env=values):
                self._put_env(slots, env, values)
            case MeanwhileFrame(), Meanwhile():
                slots[places[layout.actor]] = frame.actor
                slots[places[layout.left]] = frame.left
                self._put_env(slots, layout.env, frame.env)
            case _:
                assert isinstance(layout, ActingFrame), "a frame is of the sort of its layout"

    def _put_rest(self, slots: SlotValues, layout: EachFrame, rest: tuple[Env, ...]) -> None:
        places = self.codec.packing[1]
        if len(rest) > layout.most:
            raise _NoFitError
        slots[places[layout.at]] = 0
        slots[places[layout.length]] = len(rest)
        for at, tuples in enumerate(rest):
            for (local, array), value in zip(layout.items, tuples, strict=True):
                self._put_local(slots, local, value, (array, at))

    def _put_rolling(self, slots: SlotValues, layout: RollingFrame, frame: Rolling) -> None:
        """Fill in a roll; the dice rolled so far lie in their zone, before the others."""
        places = self.codec.packing[1]
        first, field = layout.cell
        slots[places[field]] = frame.cell - first
        kinds = self.codec.layout.spec.kinds
        held = self.codec.cells(tuple(slots))[frame.cell]
        assert isinstance(held, tuple), "a roll is in a zone"
        dice = [kind for kind in held if kinds[kind].faces]
        rolled = len(frame.done)
        if tuple(dice[rolled:]) != frame.rest:
            raise _NoFitError
        slots[places[layout.done]] = rolled
        slots[places[layout.count]] = len(dice)
        slots[places[layout.dice] : places[layout.dice] + len(dice)] = dice
        slots[places[layout.faces] : places[layout.faces] + rolled] = frame.done

    def _put_choosing(self, slots: SlotValues, layout: ChoosingFrame, frame: Choosing) -> None:
        places = self.codec.packing[1]
        self._put_env(slots, layout.env, frame.env)
        if layout.done:
            return
        if layout.left is not None:
            slots[places[layout.left]] = frame.left
        for fields, statics, picked in zip(
            layout.last, layout.statics, frame.last or ((),) * len(layout.last), strict=False
        ):
            for at, field in enumerate(fields):
                slots[places[field]] = statics[at].index(_number(picked[at])) if picked else -1

    def _put_env(self, slots: SlotValues, env: tuple[Local, ...], values: Env) -> None:
        if len(env) != len(values):
            raise _NoFitError
        for local, value in zip(env, values, strict=True):
            self._put_local(slots, local, value, None)

    def _put_local(
        self, slots: SlotValues, local: Local, value: Value, where: tuple[Field, int] | None
    ) -> None:
        places = self.codec.packing[1]
        match local, value:
            case Fixed(value=fixed), _ if fixed == value:
                return
            case Single(field=field), int() | None:
                array, at = where or (field, 0)
                slots[places[array] + at] = encoded(value)
            case Tabled(field=field, table=table), tuple() if value in table.sets:
                array, at = where or (field, 0)
                slots[places[array] + at] = table.sets.index(value)
            case Masked(field=field, base=base), tuple():
                array, at = where or (field, 0)
                self.codec.set_mask(slots, array, mask_of(value, base), at)
            case Listed(field=field, length=length), tuple() if len(value) <= field.count:
                start = places[field]
                slots[places[length]] = len(value)
                slots[start : start + len(value)] = [_listed(local, one) for one in value]
            case _:
                raise _NoFitError


def _listed(local: Listed, value: Value) -> int:
    if local.table is None:
        return encoded(_number(value))
    if value not in local.table.sets:
        raise _NoFitError
    return local.table.sets.index(value)


def _number(value: Value) -> int:
    if not isinstance(value, int):
        raise _NoFitError
    return value


def _keys(layouts: tuple[FrameLayout, ...]) -> tuple[Key, ...]:
    return tuple(_layout_key(layout) for layout in layouts)


def _layout_key(layout: FrameLayout) -> Key:
    if isinstance(layout, RunFrame):
        return ("Run", layout.block, layout.at)
    name = type(layout).__name__.removesuffix("Frame")
    if isinstance(layout, ChoosingFrame):
        return (name, layout.number, layout.done)
    return (name, layout.number)


def _key_of(frame: Frame) -> Key:
    if isinstance(frame, Run):
        return ("Run", frame.block, frame.at)
    if isinstance(frame, Choosing):
        return ("Choosing", frame.choice, frame.left < 0)
    return (type(frame).__name__, frame[0])


def _begins(frame: Frame, block: int) -> bool:
    return isinstance(frame, Run) and frame.block == block
