"""Positions of the reference as flat states of native code, and back.

`decode` reads what the layouts in `frames` say, so that everything that is derived from a position
(views, refusals, sentences, logs) is the same whoever plays. `encode` finds the point whose
layouts fit the frames; it checks itself by decoding what it made.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import assert_never

import attrs

from interpreter.native.ir.nodes import Field
from interpreter.native.memory.canonical import Canonical
from interpreter.native.memory.cells import StateSlots, kinds_of, value_of
from interpreter.native.memory.encode import encode
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


@attrs.frozen(slots=False, eq=False)
class Codec(StateSlots):
    """Reads and writes the flat states of one game instance as positions."""

    @cached_property
    def canonical(self) -> Canonical:
        """What makes the keys by which flat states are compared."""
        return Canonical(self.lowered)

    def encode(self, position: Position) -> bytes | None:
        """Return the flat state that a position is; None where compiled play has no such point."""
        state = encode(self, position)
        if state is None:
            return None
        found = self.decode(state)
        return state if found == position and found.clocks == position.clocks else None

    def decode(self, state: bytes) -> Position:
        """Return the position that a flat state is."""
        slots = self.packing[0].unpack(state)
        places, lowered = self.packing[1], self.lowered
        cells = self.cells(slots)
        pc = slots[places[lowered.pc]]
        if pc == 0:
            start = places[lowered.returns]
            won = slots[start : start + lowered.returns.count]
            returns = tuple(Fraction(part, lowered.scale) for part in won)
            return Position(cells, (), returns, memories=self.memories(state))
        frames: list[Frame] = []
        clocks: list[int] = []
        self._point_frames(slots, lowered.control.points[pc - 1], (frames, clocks))
        return Position(cells, tuple(frames), None, tuple(clocks), self.memories(state))

    def _point_frames(
        self, slots: tuple[int, ...], point: Point, into: tuple[list[Frame], list[int]]
    ) -> None:
        self._site_frames(slots, point.site.coroutine, point.site.layouts, into)

    def _site_frames(
        self,
        slots: tuple[int, ...],
        coroutine: int,
        layouts: tuple[FrameLayout, ...],
        into: tuple[list[Frame], list[int]],
    ) -> None:
        places, control = self.packing[1], self.lowered.control
        if layouts and isinstance(layouts[0], ActingFrame):
            below = control.points[slots[places[layouts[0].point]] - 1]
            self._point_frames(slots, below, into)
        elif coroutine not in (SETUP, PLAY):
            call = control.coroutines[coroutine].call
            assert call is not None
            site = control.sites[slots[places[call]]]
            self._site_frames(slots, site.coroutine, site.layouts, into)
        for layout in layouts:
            self._frame(slots, layout, into)

    def _frame(  # noqa: C901 - one arm a layout
        self, slots: tuple[int, ...], layout: FrameLayout, into: tuple[list[Frame], list[int]]
    ) -> None:
        frames, clocks = into
        places = self.packing[1]
        match layout:
            case RunFrame():
                frames.append(Run(layout.block, layout.at, self._env(slots, layout.env)))
            case EachFrame():
                frames.append(self._each(slots, layout))
            case TurningFrame(number=number, player=player, upcoming=upcoming, done=done):
                turn = slots[places[done]]
                if not layout.counted:
                    clocks.append(turn)
                frames.append(
                    Turning(
                        number,
                        slots[places[player]],
                        value_of(slots[places[upcoming]]),
                        turn if layout.counted else 0,
                        self._env(slots, layout.env),
                    )
                )
            case RepeatingFrame(number=number, rounds=rounds, clock=clock):
                count = slots[places[rounds]]
                if clock:
                    clocks.append(count)
                env = self._env(slots, layout.env)
                frames.append(Repeating(number, 0 if clock else count, env))
            case ChoosingFrame():
                frames.append(self._choosing(slots, layout))
            case DrawingFrame(number=number, left=left, source=source, target=target):
                from_cell = source[0] + slots[places[source[1]]]
                to_cell = target[0] + slots[places[target[1]]]
                frames.append(Drawing(number, slots[places[left]], from_cell, to_cell))
            case RollingFrame(number=number, cell=(first, field)):
                rolled, end = slots[places[layout.done]], slots[places[layout.count]]
                dice = slots[places[layout.dice] + rolled : places[layout.dice] + end]
                faces = slots[places[layout.faces] : places[layout.faces] + rolled]
                frames.append(Rolling(number, first + slots[places[field]], dice, faces))
            case PickingFrame(number=number):
                frames.append(Picking(number, self._env(slots, layout.env)))
            case MeanwhileFrame(number=number):
                actor, uses = slots[places[layout.actor]], slots[places[layout.left]]
                frames.append(Meanwhile(number, actor, uses, self._env(slots, layout.env)))
            case ActingFrame(number=number):
                frames.append(Acting(number))
            case _:
                assert_never(layout)

    def _each(self, slots: tuple[int, ...], layout: EachFrame) -> Each:
        places = self.packing[1]
        at, length = slots[places[layout.at]], slots[places[layout.length]]
        rest = tuple(
            tuple(self._local(slots, local, array, place) for local, array in layout.items)
            for place in range(at, length)
        )
        return Each(layout.number, rest, self._env(slots, layout.env))

    def _choosing(self, slots: tuple[int, ...], layout: ChoosingFrame) -> Choosing:
        places = self.packing[1]
        env = self._env(slots, layout.env)
        if layout.done:
            return Choosing(layout.number, -1, (), env)
        left = 1 if layout.left is None else slots[places[layout.left]]
        last: tuple[Env, ...] = ()
        if left:
            last = tuple(
                _picked([slots[places[field]] for field in fields], statics)
                for fields, statics in zip(layout.last, layout.statics, strict=False)
            )
        return Choosing(layout.number, left, last, env)

    def _env(self, slots: tuple[int, ...], env: tuple[Local, ...]) -> Env:
        return tuple(self._local(slots, local, None, 0) for local in env)

    def _local(self, slots: tuple[int, ...], local: Local, array: Field | None, at: int) -> Value:
        places = self.packing[1]
        match local:
            case Fixed(value=value):
                return value
            case Single(field=field, maybe=maybe):
                found = slots[places[array or field] + at]
                return value_of(found) if maybe else found
            case Tabled(field=field, table=table):
                return table.sets[slots[places[array or field] + at]]
            case Masked(field=field, base=base):
                return kinds_of(self.mask(slots, array or field, at), base)
            case Listed(field=field, length=length, table=table):
                start = places[field]
                items = slots[start : start + slots[places[length]]]
                return tuple(table.sets[one] for one in items) if table else items
            case _:
                assert_never(local)


def _picked(digits: list[int], statics: tuple[tuple[int, ...], ...]) -> Env:
    if not digits or digits[0] < 0:
        return ()
    return tuple(static[digit] for static, digit in zip(statics, digits, strict=True))
