"""Instances of effects that wait, and the blocks at which code is entered again.

An effect that waits has its locals in the state once, since no effect calls itself. It may wait
twice at a time all the same, when an `anytime` arm calls it while it waits below: so there is
an instance of it for each *setting* in which it is called.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

import attrs

from interpreter.native.evaluate.scalars import SpilledScalar
from interpreter.native.evaluate.sets import SpilledMask
from interpreter.native.evaluate.unit import Code, Env, Unit
from interpreter.native.ir.nodes import Block, Field
from interpreter.native.memory.frames import Control, Coroutine, Point, Site
from interpreter.native.memory.lowered import COROUTINE
from interpreter.native.memory.slots import Fields, mask_width
from interpreter.native.plan.suspension import Waiting
from rulelang import core
from rulelang.core.intervals import Range, range_of
from rulelang.freezing import define, frozen
from rulelang.rule_types import SetOf, Type

MAX_POINTS: Final = 30_000


Part: TypeAlias = core.Arm | core.Block | core.Statement | core.Choice


Once: TypeAlias = Callable[[Sequence[Part], Callable[[], object], Callable[[], None]], None]
"""Who has parts of the code written, unless native code is known to hold them.

Is called with the parts, with what returns all else that decides whether they are refused (but
for what is declared), and with what writes them.
"""


def always(_: Sequence[Part], __: Callable[[], object], write: Callable[[], None]) -> None:
    """Have every part written."""
    write()


@frozen
class Setting:
    """What an effect is called within.

    `anytime`: the instances whose arms are on offer, outer first. `turns`: where `next turn of` is
    noted. `acting`: the `anytime` whose arms are in progress.
    """

    anytime: tuple[int, ...] = ()
    turns: Field | None = None
    acting: tuple[int, ...] = ()


@define
class AnytimeInstance:
    """An `anytime` in one setting: who acts, uses left, and the point that an arm goes back to."""

    node: core.Anytime
    actor: Field
    left: Field
    point: Field
    env: Env = ()
    labels: dict[int, int] = attrs.Factory(dict)


@define
class CoroutineCode:
    """The function of a coroutine while it is written: `entries` are where it may be entered."""

    number: int
    code: Code
    setting: Setting
    entries: dict[int, Block] = attrs.Factory(dict)

    def label(self, block: Block) -> int:
        """Return the label by which a block is entered from anywhere."""
        self.entries[block.label] = block
        return self.number * COROUTINE + block.label


@define
class Program:
    """The code of a game instance while it is written."""

    unit: Unit
    waiting: Waiting
    pc: Field
    returns_field: Field
    control: Control = attrs.Factory(Control)
    coroutines: dict[tuple[int, Setting], int] = attrs.Factory(dict)
    todo: list[tuple[int, int, Setting]] = attrs.Factory(list)
    returns: list[int] = attrs.Factory(list)
    plain: dict[tuple[int, Field | None, tuple[Range, ...], bool], str] = attrs.Factory(dict)
    anytimes: list[AnytimeInstance] = attrs.Factory(list)
    asks: dict[int, int] = attrs.Factory(dict)
    legal: dict[int, str] = attrs.Factory(dict)
    chances: dict[int, str] = attrs.Factory(dict)
    parameter_fields: dict[int, tuple[SpilledScalar | SpilledMask, ...]] = attrs.Factory(dict)
    once: Once = always

    def new_point(self, site: Site, *, chance: bool = False) -> Point:
        """Return a new point, numbered from 1: 0 is the end of the game."""
        made = Point(len(self.control.points) + 1, site, chance=chance)
        self.control.points.append(made)
        return made

    def coroutine_of(self, effect: int, setting: Setting) -> int:
        """Return the instance of an effect for a setting; its code is still to be written."""
        key = (effect, setting)
        known = self.coroutines.get(key)
        if known is None:
            node = self.unit.spec.effects[effect]
            known = self.coroutines[key] = len(self.control.coroutines)
            call = self.unit.fields.number(f"{node.name}.call", Range(0, MAX_POINTS))
            self.control.coroutines.append(
                Coroutine(f"{node.name}.{known}", node.body.number, call)
            )
            self.todo.append((known, effect, setting))
        return known

    def parameters(self, coroutine: int, effect: int) -> tuple[SpilledScalar | SpilledMask, ...]:
        """Return where an instance of an effect has its parameters."""
        known = self.parameter_fields.get(coroutine)
        if known is None:
            node, fields = self.unit.spec.effects[effect], self.unit.fields
            known = tuple(
                _parameter(fields, f"{node.name}.{at}", kind)
                for at, kind in enumerate(node.parameters)
            )
            self.parameter_fields[coroutine] = known
        return known

    def new_site(self, site: Site, called: int, label: int) -> int:
        """Return the number of a call site; `label` is where play goes on behind the call."""
        self.control.sites.append(site)
        self.control.called.append(called)
        self.returns.append(label)
        return len(self.control.sites) - 1


def _parameter(fields: Fields, name: str, kind: Type) -> SpilledScalar | SpilledMask:
    """Return where a parameter lies: a value, or a collection as a mask."""
    found = range_of(kind)
    if not isinstance(kind, SetOf):
        return SpilledScalar(fields.number(name, found), found)
    width = mask_width(found.low, found.high)
    field = fields.array(name, width // 8)
    return SpilledMask(field, found.low, width, max(0, found.high - found.low + 1))
