"""A position: what lies where, the variables, and what is still to do. All of it plain data.

Control is a stack of **frames**, the last on top. Every frame begins with the `number` of its node
in the core tree, so that frames of different nodes never compare equal. `env` holds the locals the
rest of that node reads. Ref §1.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final, NamedTuple, TypeAlias

import attrs

from rulelang.core import Value
from rulelang.freezing import frozen

CHANCE = -1
TERMINAL = -2

END: Final = 0
PLAYER: Final = 1
CHANCE_POINT: Final = 2
"""What a position waits for: nothing, a choice of a player, or an outcome."""

Env: TypeAlias = tuple[Value, ...]
Kinds: TypeAlias = tuple[int, ...]
Cell: TypeAlias = int | Kinds | None
Picture: TypeAlias = tuple[Cell, ...]


class Run(NamedTuple):
    """A block in progress; `at` is its next statement."""

    block: int
    at: int
    env: Env


class Each(NamedTuple):
    """A `For` in progress; `rest` are the bindings still to come."""

    loop: int
    rest: tuple[Env, ...]
    env: Env


class Turning(NamedTuple):
    """A `Turns` in progress: whose turn it is, who was said to be next.

    `turn` is 0 where it is not counted.
    """

    loop: int
    player: int
    upcoming: int | None
    turn: int
    env: Env


class Repeating(NamedTuple):
    """A `Repeat` in progress: how many rounds are left.

    0 where there is an `until`, which has a clock.
    """

    loop: int
    left: int
    env: Env


class Choosing(NamedTuple):
    """A `Choose`: a choice point when on top; below the top, one of its arms is in progress.

    `left`: picks left; 0 when all were made; -1 when a closing or only arm was taken. `last`: for
    each arm, its last picks of the bindings `in order`; () where no arm has such.
    """

    choice: int
    left: int
    last: tuple[Env, ...]
    env: Env


class Drawing(NamedTuple):
    """A `Draw` from what is unordered: a chance point for each of the `left` components."""

    draw: int
    left: int
    source: int
    target: int


class Rolling(NamedTuple):
    """A `Roll`: a chance point for each die of `rest`; `done` are the faces rolled so far."""

    roll: int
    cell: int
    rest: Kinds
    done: Kinds


class Picking(NamedTuple):
    """A `Random`: a chance point."""

    random: int
    env: Env


class Meanwhile(NamedTuple):
    """An `Anytime` whose body is in progress above it."""

    anytime: int
    actor: int
    left: int
    env: Env


class Acting(NamedTuple):
    """An arm of an `Anytime` is in progress above it."""

    anytime: int


Frame: TypeAlias = (
    Run | Each | Turning | Repeating | Choosing | Drawing | Rolling | Picking | Meanwhile | Acting
)


@frozen(cache_hash=True)
class Position:
    """Zones, variables and control; equality and hash are about these. Ref §1.

    `cells` holds zones first (tuples of kinds), then variables. `result` is set when the game is
    over. `memories`: for each memory its pictures, sorted. `clocks` is a stack with one entry
    (turns or rounds done) for every uncounted `Turns` and every `Repeat` with `until` in progress;
    they bound play and are no part of the position.
    """

    cells: tuple[Cell, ...]
    control: tuple[Frame, ...]
    result: tuple[Fraction, ...] | None = None
    clocks: tuple[int, ...] = attrs.field(default=(), eq=False)
    memories: tuple[tuple[Picture, ...], ...] = ()


def in_order(kept: Picture) -> tuple[tuple[bool, Cell], ...]:
    """Return what the pictures of a memory are sorted by: `none` comes first."""
    return tuple([(cell is not None, cell) for cell in kept])


Leg: TypeAlias = tuple[Position, int | None]
"""A position, and the action or outcome of chance that was taken there; None: it was begun."""
