"""Where control lies in the flat state: for each point, the frames that the reference would have.

While code is written, a *frame layout* is noted for every frame below a point. It says which
fields hold what the frame holds. `codec` makes the frames of a `Position` from them, and fills
the fields from such frames. So views, logs and explanations need no word of the IR.
"""

from __future__ import annotations

from typing import TypeAlias

import attrs

from interpreter.native.ir.nodes import Field
from interpreter.native.memory.tables import SetTable
from rulelang.core import Value
from rulelang.freezing import define, frozen


@frozen
class Single:
    """A local in a slot: a single value, which may be `none` or not."""

    field: Field
    maybe: bool


@frozen
class Fixed:
    """A local that is always the same."""

    value: Value


@frozen
class Tabled:
    """A local in a slot that is one of the sets of a set table."""

    field: Field
    table: SetTable


@frozen
class Masked:
    """A local that is a set of `base + i` for the bits of a mask."""

    field: Field
    base: int


@frozen
class Listed:
    """A local that is a collection in an order of its own: `length` slots of a field.

    Those behind them are 0. `table`: each slot has the number of a set in it.
    """

    field: Field
    length: Field
    table: SetTable | None = None


Local: TypeAlias = Single | Fixed | Tabled | Masked | Listed


@frozen
class RunFrame:
    """A block in progress; `at` is its next statement."""

    block: int
    at: int
    env: tuple[Local, ...]


@frozen
class EachFrame:
    """A `For` in progress: tuples `at` to below `length` of those in `items` are still to come.

    Each takes a slot of every field of `items`; `at` counts tuples.
    """

    number: int
    at: Field
    length: Field
    items: tuple[tuple[Local, Field], ...]
    most: int
    env: tuple[Local, ...]


@frozen
class TurningFrame:
    """A `Turns` in progress. `done` is its turn where it is counted, else its clock."""

    number: int
    player: Field
    upcoming: Field
    done: Field
    counted: bool
    env: tuple[Local, ...]


@frozen
class RepeatingFrame:
    """A `Repeat` in progress: rounds left, or with `until` the clock."""

    number: int
    rounds: Field
    clock: bool
    env: tuple[Local, ...]


@frozen
class ChoosingFrame:
    """A `Choose`. `left` None: 1 at its point, -1 (`done`) below an arm's body.

    `last`: for every arm the fields of the digits picked last; () where no arm is in order.
    """

    number: int
    left: Field | None
    done: bool
    last: tuple[tuple[Field, ...], ...]
    statics: tuple[tuple[tuple[int, ...], ...], ...]
    env: tuple[Local, ...]


@frozen
class DrawingFrame:
    """A `Draw` at its chance point; a place is the first cell of a family and one in it."""

    number: int
    left: Field
    source: tuple[int, Field]
    target: tuple[int, Field]


@frozen
class RollingFrame:
    """A `Roll` at its chance point: the dice, the faces rolled so far, and how many those are."""

    number: int
    cell: tuple[int, Field]
    dice: Field
    count: Field
    faces: Field
    done: Field


@frozen
class PickingFrame:
    """A `Random` at its chance point."""

    number: int
    env: tuple[Local, ...]


@frozen
class MeanwhileFrame:
    """An `Anytime` in progress."""

    number: int
    actor: Field
    left: Field
    env: tuple[Local, ...]


@frozen
class ActingFrame:
    """An arm of an `Anytime` in progress, above the point whose number lies in `point`."""

    number: int
    point: Field


FrameLayout: TypeAlias = (
    RunFrame | EachFrame | TurningFrame | RepeatingFrame | ChoosingFrame | DrawingFrame
    | RollingFrame | PickingFrame | MeanwhileFrame | ActingFrame
)  # fmt: skip


@frozen
class Site:
    """A place in an instance of a block: the frames from the bottom of that instance to here."""

    coroutine: int
    layouts: tuple[FrameLayout, ...]


@define
class Coroutine:
    """An instance of play, set-up or an effect. `call` holds the site to which it returns."""

    name: str
    block: int
    call: Field | None = None


@define
class Point:
    """A choice or chance point: what it is, and the frames there."""

    number: int
    site: Site
    label: int = 0
    chance: bool = False


@define
class Control:
    """All points, call sites and coroutines of a game instance; numbers are places in these lists.

    `called` is the coroutine that is entered at each call site.
    """

    coroutines: list[Coroutine] = attrs.Factory(list)
    points: list[Point] = attrs.Factory(list)
    sites: list[Site] = attrs.Factory(list)
    called: list[int] = attrs.Factory(list)
