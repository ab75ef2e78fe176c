"""The tables that play reads.

Which cell is which zone or variable, nodes by number, arms by action number.

Derived from a `core.Spec` once; holds nothing that changes in play.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, product
from typing import Final, TypeAlias

import attrs

from interpreter.labels import cell_name
from interpreter.position import Cell, Env
from rulelang import core
from rulelang.core import Value
from rulelang.core.trials import trial
from rulelang.core.walk import nested
from rulelang.rule_types import Type, values_of

Numbered: TypeAlias = (
    core.For
    | core.Repeat
    | core.Turns
    | core.Choose
    | core.Anytime
    | core.Draw
    | core.Roll
    | core.Random
)

MAX_LOOKS: Final = 10_000
"""Picks tried from one position; past that one is offered without searching. Ref §29."""
MAX_DEPTH: Final = 40
"""Picks tried one within the other; likewise."""


@attrs.frozen(eq=False)
class ArmLayout:
    """The numbering of one arm: `first_id + sum of weights[i][argument i]`.

    `kinds`, `statics` and `weights` have an entry for each argument; a pair is two.

    Ids end below `first_id + size`. `looks_ahead`: a pick that could never be followed by a
    closing arm is not offered (Ref §29). `trial`: what is tried on a copy, up to the last need.
    """

    owner: int
    index: int
    arm: core.Arm
    kinds: tuple[Type, ...]
    statics: tuple[tuple[int, ...], ...]
    weights: tuple[dict[Value, int], ...]
    size: int
    is_ordered: bool
    looks_ahead: bool
    trial: tuple[core.Statement, ...]

    def holds(self, action: int) -> bool:
        """Return whether an action number is one of this arm."""
        return self.arm.first_id <= action < self.arm.first_id + self.size

    def number(self, arguments: Env) -> int:
        """Return the action number for these argument values."""
        digits = zip(self.weights, arguments, strict=True)
        return self.arm.first_id + sum(weights[value] for weights, value in digits)

    def arguments(self, action: int) -> tuple[int, ...]:
        """Return the argument values of an action number of this arm."""
        rest = action - self.arm.first_id
        values: list[int] = []
        for static in reversed(self.statics):
            rest, digit = divmod(rest, len(static))
            values.append(static[digit])
        return tuple(reversed(values))


@attrs.frozen(eq=False)
class Layout:
    """Where everything of one game instance is found. Per cell: `names`, `seen_by`.

    Zones come first. `pictured`: for each memory the cells that it keeps.
    """

    spec: core.Spec
    zone_cells: tuple[dict[Env, int], ...]
    variable_cells: tuple[dict[Env, int], ...]
    zone_of: tuple[core.Zone, ...]
    variable_of: tuple[core.Variable, ...]
    seen_by: tuple[frozenset[int], ...]
    names: tuple[str, ...]
    is_bag: tuple[bool, ...]
    is_row: tuple[bool, ...]
    holds: tuple[frozenset[int], ...]
    back_of: tuple[int | None, ...]
    fresh: tuple[tuple[int, int | None], ...]
    tables: tuple[dict[Env, Value], ...]
    defaults: tuple[Value, ...]
    blocks: dict[int, core.Block]
    statements: dict[int, Numbered]
    phases: dict[int, str]
    arms: dict[int, tuple[ArmLayout, ...]]
    numbering: tuple[ArmLayout, ...]
    start: tuple[Cell, ...]
    pictured: tuple[tuple[int, ...], ...] = ()

    @property
    def no_memories(self) -> tuple[tuple[()], ...]:
        """Each memory, with nothing in it."""
        return ((),) * len(self.pictured)

    def sees(self, cell: int, player: int | None) -> bool:
        """Return whether a player sees what a cell holds; None: whether all players do."""
        by = self.seen_by[cell]
        return len(by) == len(self.spec.players) if player is None else player in by


def build_layout(spec: core.Spec) -> Layout:
    """Return the tables for one instance of a game."""
    nodes = [node for block in spec.roots for node in nested(block)]
    zones = [(zone, env) for zone in spec.zones for env in indices(zone.index)]
    variables = [(variable, env) for variable in spec.variables for env in indices(variable.index)]
    arms = {
        node.number: _arm_layouts(node)
        for node in nodes
        if isinstance(node, core.Choose | core.Anytime)
    }
    zone_cells, variable_cells = _cells(spec)
    return Layout(
        spec=spec,
        zone_cells=zone_cells,
        variable_cells=variable_cells,
        zone_of=tuple(zone for zone, _ in zones),
        variable_of=tuple(variable for variable, _ in variables),
        seen_by=(*_seen(spec.zones), *_seen(spec.variables)),
        names=(
            *(cell_name(zone.name, zone.index, env, spec) for zone, env in zones),
            *(cell_name(v.name, v.index, env, spec) for v, env in variables),
        ),
        is_bag=tuple(zone.shape == "bag" for zone, _ in zones),
        is_row=tuple(zone.shape == "row" for zone, _ in zones),
        holds=tuple(frozenset(zone.kinds) for zone, _ in zones),
        back_of=tuple(kind.back for kind in spec.kinds),
        fresh=tuple(
            (len(zones) + at, _cell(variable.initial))
            for at, (variable, _) in enumerate(variables)
            if variable.fresh
        ),
        tables=tuple(dict(table.entries) for table in spec.tables),
        defaults=tuple(table.default for table in spec.tables),
        blocks={node.number: node for node in nodes if isinstance(node, core.Block)},
        statements={node.number: node for node in nodes if isinstance(node, Numbered)},
        phases={node.body.number: node.name for node in nodes if isinstance(node, core.Phase)},
        arms=arms,
        numbering=tuple(
            sorted(
                (arm for group in arms.values() for arm in group if arm.size),
                key=lambda arm: arm.arm.first_id,
            )
        ),
        start=_start(spec, zone_cells, variables),
        pictured=tuple(
            tuple(
                cell
                for sort, number in memory.of
                for cell in (zone_cells if sort == "zone" else variable_cells)[number].values()
            )
            for memory in spec.memories
        ),
    )


def indices(index: tuple[Type, ...]) -> Iterator[Env]:
    """Yield the index values of a family of zones or variables, in the order of its cells."""
    return product(*(values_of(kind) for kind in index))


def _seen(families: tuple[core.Zone, ...] | tuple[core.Variable, ...]) -> Iterator[frozenset[int]]:
    return (frozenset(players) for family in families for players in family.seen_by)


def _cells(spec: core.Spec) -> tuple[tuple[dict[Env, int], ...], tuple[dict[Env, int], ...]]:
    """Give all cells numbers: zones in declared order, then variables; the last index fastest."""
    numbers = count()
    zones = tuple({env: next(numbers) for env in indices(zone.index)} for zone in spec.zones)
    variables = tuple({env: next(numbers) for env in indices(v.index)} for v in spec.variables)
    return zones, variables


def _start(
    spec: core.Spec,
    zone_cells: tuple[dict[Env, int], ...],
    variables: list[tuple[core.Variable, Env]],
) -> tuple[Cell, ...]:
    """Return the cells before the set-up: every component at home, every variable at its start."""
    homes: list[list[int]] = [[] for cells in zone_cells for _ in cells]
    for number, kind in enumerate(spec.kinds):
        homes[zone_cells[kind.home_zone][kind.home]] += [number] * starting(kind)
    return (*map(tuple, homes), *(_cell(variable.initial) for variable, _ in variables))


def starting(kind: core.Kind) -> int:
    """Return how many of a kind are at home at the start."""
    return kind.copies if kind.starts is None else kind.starts


def _cell(value: Value) -> int | None:
    assert not isinstance(value, tuple), "variables hold single values"
    return value


def _arm_layouts(node: core.Choose | core.Anytime) -> tuple[ArmLayout, ...]:
    closing = [arm for arm in node.arms if arm.closes]
    repeats = isinstance(node, core.Choose) and node.limit is not None
    conditional = repeats and bool(closing) and all(arm.needs or trial(arm) for arm in closing)
    return tuple(_arm_layout(node, at, conditional) for at in range(len(node.arms)))


def _arm_layout(node: core.Choose | core.Anytime, at: int, conditional: bool) -> ArmLayout:  # noqa: FBT001 - private
    owner, arm = node.number, node.arms[at]
    stride = 1
    weights: list[dict[Value, int]] = []
    kinds = tuple(choice.type for choice in arm.choices for _ in range(2 if choice.pair else 1))
    statics = tuple(values_of(kind) for kind in kinds)
    for static in reversed(statics):
        weights.append({value: digit * stride for digit, value in enumerate(static)})
        stride *= len(static)
    ordered = any(choice.in_order for choice in arm.choices)
    return ArmLayout(
        owner,
        at,
        arm,
        kinds,
        statics,
        tuple(reversed(weights)),
        stride,
        ordered,
        conditional and ordered,
        trial(arm),
    )
