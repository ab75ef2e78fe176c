"""Positions of the reference as flat states of native code, and back.

`decode` reads what the recipes in `frames` say, so that everything that is derived from a position
(views, refusals, sentences, logs) is the same whoever plays. `encode` finds the point whose
recipes fit the frames; it checks itself by decoding what it made.
"""

from __future__ import annotations

import struct
from fractions import Fraction
from functools import cached_property
from typing import TypeAlias

import attrs

from interpreter.compiled.constants import encoded, mask_of
from interpreter.compiled.frames import (
    ActingFrame,
    ChoosingFrame,
    DrawingFrame,
    EachFrame,
    Fixed,
    Local,
    Masked,
    MeanwhileFrame,
    PickingFrame,
    Point,
    Pooled,
    Recipe,
    RepeatingFrame,
    RollingFrame,
    RunFrame,
    Single,
    TurningFrame,
)
from interpreter.compiled.ir import NONE, Field
from interpreter.compiled.lower import PLAY, SETUP, Lowered
from interpreter.compiled.slots import ZoneSlots
from interpreter.layout import Layout
from interpreter.position import (
    Acting,
    Cell,
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

Slots: TypeAlias = list[int]
Key: TypeAlias = tuple[object, ...]


class _NoFitError(Exception):
    """A position that no point of the compiled code has."""


@attrs.frozen(slots=False, eq=False)
class Codec:
    """Reads and writes the flat states of one game instance."""

    lowered: Lowered
    layout: Layout

    # ------------------------------------------------------------ slots

    @cached_property
    def _fields(self) -> tuple[struct.Struct, dict[Field, int]]:
        """How to take a state apart, and where each field begins among its slots."""
        parts: list[str] = []
        places: dict[Field, int] = {}
        at = count = 0
        letters = {1: "b", 2: "h", 4: "i"}
        for field in self.lowered.fields:
            if field.offset > at:
                parts.append(f"{field.offset - at}x")
            words = max(1, field.bytes // 8)
            mask = field in self._masks
            letter = letters.get(field.bytes, "Q" if mask else "q")
            parts.append(f"{field.count * words}{letter}")
            places[field] = count
            count += field.count * words
            at = field.offset + field.count * field.bytes
        size = max(8, self.lowered.module.size)
        if size > at:
            parts.append(f"{size - at}x")
        return struct.Struct("<" + "".join(parts)), places

    @cached_property
    def _masks(self) -> frozenset[Field]:
        zones = {zone.mask for zone in self.lowered.slots.zones if zone.mask is not None}
        kept = {
            local.field
            for recipe in self._recipes
            for local in _locals_of(recipe)
            if isinstance(local, Masked)
        }
        arrays = {
            array
            for recipe in self._recipes
            if isinstance(recipe, EachFrame)
            for local, array in recipe.items
            if isinstance(local, Masked)
        }
        return frozenset(zones | kept | arrays)

    @cached_property
    def _recipes(self) -> tuple[Recipe, ...]:
        control = self.lowered.control
        sites = (*(point.site for point in control.points), *control.sites)
        return tuple(recipe for site in sites for recipe in site.recipes)

    def _mask(self, slots: Slots | tuple[int, ...], field: Field, at: int = 0) -> int:
        words = max(1, field.bytes // 8)
        start = self._fields[1][field] + at * words
        return sum(slots[start + word] << 64 * word for word in range(words))

    def _set_mask(self, slots: Slots, field: Field, mask: int, at: int = 0) -> None:
        words = max(1, field.bytes // 8)
        start = self._fields[1][field] + at * words
        for word in range(words):
            slots[start + word] = mask >> 64 * word & (1 << 64) - 1

    # ------------------------------------------------------------ cells

    def start(self) -> bytes:
        """Return the state before the set-up: every component at home."""
        slots = self._empty()
        self._put_cells(slots, self.layout.start)
        return self._fields[0].pack(*slots)

    def _empty(self) -> Slots:
        packed = self._fields[0]
        return list(packed.unpack(bytes(packed.size)))

    def _put_cells(self, slots: Slots, cells: tuple[Cell, ...]) -> None:
        for zone in self.lowered.slots.zones:
            for at in range(zone.cells):
                held = cells[zone.first + at]
                assert isinstance(held, tuple), "zone cells hold tuples"
                self._put_zone(slots, zone, at, held)
        places = self._fields[1]
        for variable in self.lowered.slots.variables:
            for at in range(variable.cells):
                value = cells[variable.first + at]
                slots[places[variable.value] + at] = encoded(value)

    def _put_zone(self, slots: Slots, zone: ZoneSlots, at: int, held: tuple[int, ...]) -> None:
        places = self._fields[1]
        if zone.kind is not None:
            slots[places[zone.kind] + at] = held[0] if held else NONE
        elif zone.items is not None and zone.length is not None:
            slots[places[zone.length] + at] = len(held)
            for place, kind in enumerate(held):
                slots[places[zone.items] + at * max(1, zone.room) + place] = kind
        else:
            assert zone.mask is not None
            self._set_mask(slots, zone.mask, mask_of(held, zone.base), at)
            if zone.counts is not None and zone.total is not None:
                for kind in set(held):
                    place = places[zone.counts] + at * zone.span + kind - zone.base
                    slots[place] = held.count(kind)
                slots[places[zone.total] + at] = len(held)

    def _cells(self, slots: tuple[int, ...]) -> tuple[Cell, ...]:
        places = self._fields[1]
        cells: list[Cell] = []
        for zone in self.lowered.slots.zones:
            cells += [self._zone(slots, zone, at) for at in range(zone.cells)]
        for variable in self.lowered.slots.variables:
            start = places[variable.value]
            cells += [_value(v) for v in slots[start : start + variable.cells]]
        return tuple(cells)

    def _zone(self, slots: tuple[int, ...], zone: ZoneSlots, at: int) -> tuple[int, ...]:
        places = self._fields[1]
        if zone.kind is not None:
            kind = slots[places[zone.kind] + at]
            return () if kind == NONE else (kind,)
        if zone.items is not None and zone.length is not None:
            start = places[zone.items] + at * max(1, zone.room)
            return slots[start : start + slots[places[zone.length] + at]]
        assert zone.mask is not None
        kinds = _bits(self._mask(slots, zone.mask, at), zone.base)
        if zone.counts is None:
            return kinds
        start = places[zone.counts] + at * zone.span - zone.base
        return tuple(kind for kind in kinds for _ in range(slots[start + kind]))

    # ------------------------------------------------------------ decode

    def decode(self, state: bytes) -> Position:
        """Return the position that a flat state is."""
        slots = self._fields[0].unpack(state)
        places, lowered = self._fields[1], self.lowered
        cells = self._cells(slots)
        pc = slots[places[lowered.pc]]
        if pc == 0:
            start = places[lowered.returns]
            won = slots[start : start + lowered.returns.count]
            return Position(cells, (), tuple(Fraction(part, lowered.scale) for part in won))
        frames: list[Frame] = []
        clocks: list[int] = []
        self._point_frames(slots, lowered.control.points[pc - 1], (frames, clocks))
        return Position(cells, tuple(frames), None, tuple(clocks))

    def _point_frames(
        self, slots: tuple[int, ...], point: Point, into: tuple[list[Frame], list[int]]
    ) -> None:
        self._site_frames(slots, point.site.root, point.site.recipes, into)

    def _site_frames(
        self,
        slots: tuple[int, ...],
        root: int,
        recipes: tuple[Recipe, ...],
        into: tuple[list[Frame], list[int]],
    ) -> None:
        places, control = self._fields[1], self.lowered.control
        if recipes and isinstance(recipes[0], ActingFrame):
            below = control.points[slots[places[recipes[0].point]] - 1]
            self._point_frames(slots, below, into)
        elif root not in (SETUP, PLAY):
            call = control.roots[root].call
            assert call is not None
            site = control.sites[slots[places[call]]]
            self._site_frames(slots, site.root, site.recipes, into)
        for recipe in recipes:
            self._frame(slots, recipe, into)

    def _frame(  # noqa: C901 - one arm a recipe
        self, slots: tuple[int, ...], recipe: Recipe, into: tuple[list[Frame], list[int]]
    ) -> None:
        frames, clocks = into
        places = self._fields[1]
        match recipe:
            case RunFrame():
                frames.append(Run(recipe.block, recipe.at, self._env(slots, recipe.env)))
            case EachFrame():
                frames.append(self._each(slots, recipe))
            case TurningFrame(number=number, player=player, upcoming=upcoming, done=done):
                turn = slots[places[done]]
                if not recipe.counted:
                    clocks.append(turn)
                frames.append(
                    Turning(
                        number,
                        slots[places[player]],
                        _value(slots[places[upcoming]]),
                        turn if recipe.counted else 0,
                        self._env(slots, recipe.env),
                    )
                )
            case RepeatingFrame(number=number, rounds=rounds, clock=clock):
                count = slots[places[rounds]]
                if clock:
                    clocks.append(count)
                env = self._env(slots, recipe.env)
                frames.append(Repeating(number, 0 if clock else count, env))
            case ChoosingFrame():
                frames.append(self._choosing(slots, recipe))
            case DrawingFrame(number=number, left=left, source=source, target=target):
                from_cell = source[0] + slots[places[source[1]]]
                to_cell = target[0] + slots[places[target[1]]]
                frames.append(Drawing(number, slots[places[left]], from_cell, to_cell))
            case RollingFrame(number=number, cell=(first, field)):
                rolled, end = slots[places[recipe.done]], slots[places[recipe.count]]
                dice = slots[places[recipe.dice] + rolled : places[recipe.dice] + end]
                faces = slots[places[recipe.faces] : places[recipe.faces] + rolled]
                frames.append(Rolling(number, first + slots[places[field]], dice, faces))
            case PickingFrame(number=number):
                frames.append(Picking(number, self._env(slots, recipe.env)))
            case MeanwhileFrame(number=number):
                actor, uses = slots[places[recipe.actor]], slots[places[recipe.left]]
                frames.append(Meanwhile(number, actor, uses, self._env(slots, recipe.env)))
            case ActingFrame(number=number):
                frames.append(Acting(number))

    def _each(self, slots: tuple[int, ...], recipe: EachFrame) -> Each:
        places = self._fields[1]
        at, length = slots[places[recipe.at]], slots[places[recipe.length]]
        rest = tuple(
            tuple(self._local(slots, local, array, place) for local, array in recipe.items)
            for place in range(at, length)
        )
        return Each(recipe.number, rest, self._env(slots, recipe.env))

    def _choosing(self, slots: tuple[int, ...], recipe: ChoosingFrame) -> Choosing:
        places = self._fields[1]
        env = self._env(slots, recipe.env)
        if recipe.done:
            return Choosing(recipe.number, -1, (), env)
        left = 1 if recipe.left is None else slots[places[recipe.left]]
        last: tuple[Env, ...] = ()
        if left:
            last = tuple(
                _picked([slots[places[field]] for field in fields], statics)
                for fields, statics in zip(recipe.last, recipe.statics, strict=False)
            )
        return Choosing(recipe.number, left, last, env)

    def _env(self, slots: tuple[int, ...], env: tuple[Local, ...]) -> Env:
        return tuple(self._local(slots, local, None, 0) for local in env)

    def _local(self, slots: tuple[int, ...], local: Local, array: Field | None, at: int) -> Value:
        places = self._fields[1]
        match local:
            case Fixed(value=value):
                return value
            case Single(field=field):
                return _value(slots[places[array or field] + at])
            case Pooled(field=field, pool=pool):
                return pool.sets[slots[places[array or field] + at]]
            case Masked(field=field, base=base):
                return _bits(self._mask(slots, array or field, at), base)

    # ------------------------------------------------------------ encode

    def encode(self, position: Position) -> bytes | None:
        """Return the flat state that a position is; None where compiled play has no such point."""
        slots = self._empty()
        try:
            self._put_cells(slots, position.cells)
            if position.control:
                self._put_control(slots, position)
            else:
                self._put_result(slots, position)
            state = self._fields[0].pack(*slots)
        except (_NoFitError, struct.error):
            return None
        found = self.decode(state)
        return state if found == position and found.clocks == position.clocks else None

    def _put_result(self, slots: Slots, position: Position) -> None:
        start = self._fields[1][self.lowered.returns]
        if position.result is None:
            raise _NoFitError
        for at, part in enumerate(position.result):
            scaled = part * self.lowered.scale
            if scaled.denominator != 1:
                raise _NoFitError
            slots[start + at] = scaled.numerator

    def _put_control(self, slots: Slots, position: Position) -> None:
        frames = position.control
        clocks = list(position.clocks)
        first = frames[0]
        if not isinstance(first, Run) or first.block != self.layout.spec.play.number:
            raise _NoFitError
        root = SETUP if first.at == 0 else PLAY
        self._put_site(slots, (root, 0, frames), clocks)

    def _put_site(
        self, slots: Slots, where: tuple[int, int, tuple[Frame, ...]], clocks: list[int]
    ) -> None:
        """Fill in the frames from `at` on, the first of which is the lowest of a root."""
        root, at, frames = where
        places, control = self._fields[1], self.lowered.control
        for point in self._points_at(root, frames, at):
            end = at + len(point.site.recipes)
            if end == len(frames):
                self._put_frames(slots, point.site.recipes, frames[at:], clocks)
                slots[places[self.lowered.pc]] = point.number
                return
            if isinstance(frames[end], Acting):
                self._put_frames(slots, point.site.recipes, frames[at:end], clocks)
                self._put_acting(slots, (point.number, end, frames), clocks)
                return
        for number, site in enumerate(control.sites):
            end = at + len(site.recipes)
            called = control.called[number]
            if (
                site.root == root
                and end < len(frames)
                and _keys(site.recipes) == tuple(map(_key_of, frames[at:end]))
                and _begins(frames[end], control.roots[called].block)
            ):
                self._put_frames(slots, site.recipes, frames[at:end], clocks)
                call = control.roots[called].call
                assert call is not None
                slots[places[call]] = number
                self._put_site(slots, (called, end, frames), clocks)
                return
        raise _NoFitError

    def _points_at(self, root: int, frames: tuple[Frame, ...], at: int) -> list[Point]:
        found: list[Point] = []
        for point in self.lowered.control.points:
            end = at + len(point.site.recipes)
            if (
                point.site.root == root
                and end <= len(frames)
                and _keys(point.site.recipes) == tuple(map(_key_of, frames[at:end]))
            ):
                found.append(point)
        return found

    def _put_acting(
        self, slots: Slots, where: tuple[int, int, tuple[Frame, ...]], clocks: list[int]
    ) -> None:
        """Fill in the frames above a point at which an `anytime` arm was taken."""
        number, at, frames = where
        for root in range(len(self.lowered.control.roots)):
            try:
                self._put_site(slots, (root, at, frames), clocks)
            except _NoFitError:
                continue
            for recipe in self._recipes:
                if isinstance(recipe, ActingFrame) and recipe.number == frames[at][0]:
                    slots[self._fields[1][recipe.point]] = number
            return
        raise _NoFitError

    def _put_frames(
        self,
        slots: Slots,
        recipes: tuple[Recipe, ...],
        frames: tuple[Frame, ...],
        clocks: list[int],
    ) -> None:
        for recipe, frame in zip(recipes, frames, strict=True):
            self._put_frame(slots, recipe, frame, clocks)

    def _put_frame(  # noqa: C901 - one arm a recipe
        self, slots: Slots, recipe: Recipe, frame: Frame, clocks: list[int]
    ) -> None:
        places = self._fields[1]
        match recipe, frame:
            case RunFrame(env=env), Run(env=values):
                self._put_env(slots, env, values)
            case EachFrame(), Each(rest=rest):
                self._put_env(slots, recipe.env, frame.env)
                self._put_rest(slots, recipe, rest)
            case TurningFrame(), Turning():
                slots[places[recipe.player]] = frame.player
                slots[places[recipe.upcoming]] = encoded(frame.upcoming)
                slots[places[recipe.done]] = frame.turn if recipe.counted else clocks.pop(0)
                self._put_env(slots, recipe.env, frame.env)
            case RepeatingFrame(), Repeating():
                slots[places[recipe.rounds]] = clocks.pop(0) if recipe.clock else frame.left
                self._put_env(slots, recipe.env, frame.env)
            case ChoosingFrame(), Choosing():
                self._put_choosing(slots, recipe, frame)
            case DrawingFrame(left=left, source=source, target=target), Drawing():
                slots[places[left]] = frame.left
                for (first, field), cell in ((source, frame.source), (target, frame.target)):
                    slots[places[field]] = cell - first
            case RollingFrame(cell=(first, field)), Rolling():
                slots[places[field]] = frame.cell - first
                slots[places[recipe.done]] = len(frame.done)
                slots[places[recipe.count]] = len(frame.done) + len(frame.rest)
                start = places[recipe.dice] + len(frame.done)
                slots[start : start + len(frame.rest)] = frame.rest
                start = places[recipe.faces]
                slots[start : start + len(frame.done)] = frame.done
            case PickingFrame(env=env), Picking(env=values):
                self._put_env(slots, env, values)
            case MeanwhileFrame(), Meanwhile():
                slots[places[recipe.actor]] = frame.actor
                slots[places[recipe.left]] = frame.left
                self._put_env(slots, recipe.env, frame.env)
            case ActingFrame(), Acting():
                pass
            case _:
                raise _NoFitError

    def _put_rest(self, slots: Slots, recipe: EachFrame, rest: tuple[Env, ...]) -> None:
        places = self._fields[1]
        if len(rest) > recipe.most:
            raise _NoFitError
        slots[places[recipe.at]] = 0
        slots[places[recipe.length]] = len(rest)
        for at, tuples in enumerate(rest):
            for (local, array), value in zip(recipe.items, tuples, strict=True):
                self._put_local(slots, local, value, (array, at))

    def _put_choosing(self, slots: Slots, recipe: ChoosingFrame, frame: Choosing) -> None:
        places = self._fields[1]
        self._put_env(slots, recipe.env, frame.env)
        if recipe.done:
            return
        if recipe.left is not None:
            slots[places[recipe.left]] = frame.left
        for fields, statics, picked in zip(
            recipe.last, recipe.statics, frame.last or ((),) * len(recipe.last), strict=False
        ):
            for at, field in enumerate(fields):
                slots[places[field]] = statics[at].index(_number(picked[at])) if picked else -1

    def _put_env(self, slots: Slots, env: tuple[Local, ...], values: Env) -> None:
        if len(env) != len(values):
            raise _NoFitError
        for local, value in zip(env, values, strict=True):
            self._put_local(slots, local, value, None)

    def _put_local(
        self, slots: Slots, local: Local, value: Value, where: tuple[Field, int] | None
    ) -> None:
        places = self._fields[1]
        match local, value:
            case Fixed(value=fixed), _ if fixed == value:
                return
            case Single(field=field), int() | None:
                array, at = where or (field, 0)
                slots[places[array] + at] = encoded(value)
            case Pooled(field=field, pool=pool), tuple() if value in pool.sets:
                array, at = where or (field, 0)
                slots[places[array] + at] = pool.sets.index(value)
            case Masked(field=field, base=base), tuple():
                array, at = where or (field, 0)
                self._set_mask(slots, array, mask_of(value, base), at)
            case _:
                raise _NoFitError


def _value(slot: int) -> int | None:
    return None if slot == NONE else slot


def _number(value: Value) -> int:
    if not isinstance(value, int):
        raise _NoFitError
    return value


def _bits(mask: int, base: int) -> tuple[int, ...]:
    found: list[int] = []
    while mask:
        low = mask & -mask
        found.append(base + low.bit_length() - 1)
        mask ^= low
    return tuple(found)


def _picked(digits: list[int], statics: tuple[tuple[int, ...], ...]) -> Env:
    if not digits or digits[0] < 0:
        return ()
    return tuple(static[digit] for static, digit in zip(statics, digits, strict=True))


def _locals_of(recipe: Recipe) -> tuple[Local, ...]:
    return getattr(recipe, "env", ())


def _keys(recipes: tuple[Recipe, ...]) -> tuple[Key, ...]:
    return tuple(_recipe_key(recipe) for recipe in recipes)


def _recipe_key(recipe: Recipe) -> Key:
    if isinstance(recipe, RunFrame):
        return ("Run", recipe.block, recipe.at)
    name = type(recipe).__name__.removesuffix("Frame")
    if isinstance(recipe, ChoosingFrame):
        return (name, recipe.number, recipe.done)
    return (name, recipe.number)


def _key_of(frame: Frame) -> Key:
    if isinstance(frame, Run):
        return ("Run", frame.block, frame.at)
    if isinstance(frame, Choosing):
        return ("Choosing", frame.choice, frame.left < 0)
    return (type(frame).__name__, frame[0])


def _begins(frame: Frame, block: int) -> bool:
    return isinstance(frame, Run) and frame.block == block
