"""The constants of one specification, as the prover asks for them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

import attrs

from rulelang import core
from rulelang.core import Value
from rulelang.core.walk import operands
from rulelang.freezing import define
from rulelang.prove.arithmetic import OPPOSITE
from rulelang.prove.completion import goes_on
from rulelang.prove.footprints import (
    Cells,
    Footprint,
    Footprints,
    footprints_of,
)
from rulelang.prove.knowledge import Knowledge
from rulelang.prove.lying import lying_of
from rulelang.prove.possible import (
    NEVER,
    UNBOUNDED,
    Many,
    One,
    Possible,
    listed,
    of_type,
    of_values,
)
from rulelang.prove.remembering import most_remembered
from rulelang.prove.trees import Forms, Query, applied, canonical, copied, fixing
from rulelang.rule_types import count_of

MOST_DEPTH = 50
MOST_SAID = 64
"""Of how much that was known somewhere it is noted what was asked there."""
Table = Mapping[tuple[Value, ...], Value]
Said = dict[int, tuple[core.Expr, Possible]]


@define
class World:
    """One specification and what follows from its declarations alone.

    `anytime`: what the arms of all `anytime` may change. `order`: the effects, callees first.
    `returning`: whether what follows a call of an effect may be reached. `may_remember`: whether
    each memory has room for all that is ever added. `forms`: forms of expressions, which other
    specifications share. `depth`: how far into
    expressions, facts and names the prover is. `cut`: how often it went no deeper.
    """

    spec: core.Spec
    footprints: Footprints
    tables: tuple[Table, ...]
    held: tuple[frozenset[int], ...]
    anytime: Cells
    order: tuple[int, ...]
    returning: Mapping[int, bool]
    forms: Forms
    _bodies: dict[int, tuple[core.Expr, core.Expr]] = attrs.field(factory=dict)
    _said: dict[int, tuple[Knowledge, Said]] = attrs.field(factory=dict)
    _prints: dict[core.Expr, Footprint] = attrs.field(factory=dict)
    _failing: dict[int, bool] = attrs.field(factory=dict)
    _ranges: dict[int, Possible] = attrs.field(factory=dict)
    _zones: dict[int, Many] = attrs.field(factory=dict)
    _variables: dict[int, Possible] = attrs.field(factory=dict)
    may_remember: tuple[bool, ...] = ()
    facts: dict[tuple[int, tuple[Possible, ...]], Possible] = attrs.field(factory=dict)
    depth: int = 0
    cut: int = 0

    def begin_walk(self) -> None:
        """Forget what was found on the way: what comes of a walk must not depend on others."""
        self.facts.clear()
        self._said.clear()

    def said(self, k: Knowledge) -> Said:
        """Return what was asked so far where just this is known, by the expressions' identity."""
        found = self._said.get(id(k))
        if found is None:
            if len(self._said) >= MOST_SAID:
                self._said.clear()
            found = self._said[id(k)] = (k, {})
        return found[1]

    def go_deeper(self) -> bool:
        """Go into the parts of something; False where that is too deep to be worth it.

        Whoever went deeper comes back by `depth -= 1`.
        """
        if self.depth >= MOST_DEPTH:
            self.cut += 1
            return False
        self.depth += 1
        return True

    def canonical(self, e: core.Expr) -> core.Expr:
        """Return the canonical form of an expression; remembered by identity."""
        if isinstance(e, core.Local | core.Const):
            return e
        known = self.forms.canonical.get(id(e))
        if known is None or known[0] is not e:
            known = (e, canonical(e) if self._has_binders(e) else e)
            self.forms.canonical[id(e)] = known
        return known[1]

    def _has_binders(self, e: core.Expr) -> bool:
        known = self.forms.binds.get(id(e))
        if known is None:
            binds = isinstance(e, Query | core.Within) or any(
                not isinstance(part, core.Local | core.Const) and self._has_binders(part)
                for part in operands(e)
            )
            known = self.forms.binds[id(e)] = (e, binds)
        return known[1]

    def among(self, slot: int, around: core.Expr) -> core.Expr:
        """Return the claim that a local is in a set, which is canonical; remembered by that."""
        known = self.forms.among.get((slot, id(around)))
        if known is None:
            claim = self.canonical(core.Among(core.Local(slot), around))
            known = self.forms.among[slot, id(around)] = (around, claim)
        return known[1]

    def with_fixed(self, e: core.Expr, fixed: Mapping[int, int]) -> core.Expr:
        """Return a canonical expression with numbers in place of the locals that are known."""
        slots = self.print_of(e).locals.intersection(fixed)
        if not slots:
            return e
        values = tuple([(slot, fixed[slot]) for slot in sorted(slots)])
        found = self.forms.fixed.get((id(e), values))
        if found is None:
            self.forms.canonical[id(e)] = (e, e)  # keeps it, so that no other has its identity
            found = self.forms.fixed[id(e), values] = copied(e, fixing(dict(values)))
        return found

    def body_of(self, e: core.Call) -> core.Expr:
        """Return what a call of a fact stands for, canonical; remembered by identity."""
        known = self._bodies.get(id(e))
        if known is None:
            args = tuple([self.canonical(arg) for arg in e.args])
            known = self._bodies[id(e)] = (e, applied(self.spec.facts[e.fact].body, args))
        return known[1]

    def opposite(self, e: core.Compare) -> core.Compare:
        """Return the comparison that holds where this one does not; remembered by identity."""
        known = self.forms.others.get(id(e))
        if known is None:
            other = core.Compare(OPPOSITE[e.op], e.left, e.right)
            known = self.forms.others[id(e)] = (e, other)
        made = known[1]
        assert isinstance(made, core.Compare)
        return made

    def contents_of(self, e: core.Held) -> core.Contents:
        """Return all that lies where something is held; remembered by identity."""
        known = self.forms.others.get(id(e))
        if known is None:
            known = self.forms.others[id(e)] = (e, core.Contents(e.zone, e.args))
        made = known[1]
        assert isinstance(made, core.Contents)
        return made

    def print_of(self, e: core.Expr) -> Footprint:
        """Return what a canonical expression depends on; remembered for all that are equal."""
        known = self._prints.get(e)
        if known is None:
            known = self._prints[e] = self.footprints.of(e)
        return known

    def may_fail(self, fact: int) -> bool:
        """Return whether a fact, or one that it calls, has anything that could fail."""
        if fact not in self._failing:
            self._failing[fact] = self._may_fail(self.spec.facts[fact].body)
        return self._failing[fact]

    def _may_fail(self, e: core.Expr) -> bool:
        return self._itself_may_fail(e) or any(map(self._may_fail, operands(e)))

    def _itself_may_fail(self, e: core.Expr) -> bool:
        match e:
            case core.Read(args=args) | core.Contents(args=args) | core.Held(args=args):
                return bool(args)
            case core.Arithmetic(op=op):
                return op in ("mod", "/up", "/down")
            case core.Around() | core.ReturnOf():
                return True
            case core.Call(fact=fact):
                return self.may_fail(fact)
            case core.Const() | core.Local() | core.Lookup() | core.Recalled():
                return False
            case core.Compare() | core.Not() | core.And() | core.Or() | core.IfThen():
                return False
            case core.Size() | core.Among() | core.Interval() | core.Spread() | core.Border():
                return False
            case core.Fold() | core.Groups() | core.Trail() | core.Regions() | core.Within():
                return False
            case _:
                assert_never(e)

    def table_range(self, table: int) -> Possible:
        """Return all that a table gives, its default too."""
        if table not in self._ranges:
            default = self.spec.tables[table].default
            values = {default, *self.tables[table].values()}
            self._ranges[table] = of_values(values)
        return self._ranges[table]

    def contents(self, zone: int) -> Many:
        """Return what may ever lie in a zone, and how much of it."""
        if zone not in self._zones:
            found = self.spec.zones[zone]
            kinds = self.held[zone]
            room = UNBOUNDED if found.capacity is None else found.capacity
            most = min(room, total(self.spec, kinds))
            self._zones[zone] = Many(listed(kinds) if kinds else NEVER, 0, most)
        return self._zones[zone]

    def variable(self, number: int) -> Possible:
        """Return the declared values of a variable."""
        if number not in self._variables:
            self._variables[number] = of_type(self.spec.variables[number].type)
        return self._variables[number]

    def all_kinds(self, what: One) -> frozenset[int]:
        """Return the kinds that a component may be of."""
        return frozenset(range(len(self.spec.kinds))) if what.listed is None else what.listed

    def left_over(self, kind: int, zone: int) -> int | None:
        """Return how many of a kind are more than all places but one zone of a family can hold.

        So many at least lie in that one; it may be below 0. None: another place has no limit.
        """
        found = self.spec.kinds[kind]
        if found.faces:
            return None
        elsewhere = 0
        for number, other in enumerate(self.spec.zones):
            cells = width(other) - (1 if number == zone else 0)
            if kind not in self.held[number] or not cells:
                continue
            if other.capacity is None:
                return None
            elsewhere += cells * other.capacity
        return found.copies - elsewhere


def width(family: core.Zone | core.Variable) -> int:
    """Return how many zones or variables a family has."""
    cells = 1
    for kind in family.index:
        cells *= count_of(kind)
    return cells


def total(spec: core.Spec, kinds: frozenset[int]) -> int:
    """Return how many components are of these kinds, or dice that may show one of them."""
    return sum(
        kind.copies if kind.starts is None else kind.starts
        for number, kind in enumerate(spec.kinds)
        if number in kinds or not kinds.isdisjoint(kind.faces)
    )


def world_of(
    spec: core.Spec, known: Footprints | None = None, forms: Forms | None = None
) -> World:
    """Gather what follows from declarations.

    `known`: its footprints; `forms`: what is known of expressions that others have, too.
    """
    footprints = footprints_of(spec) if known is None else known
    order = footprints.effects
    returning: dict[int, bool] = {}
    for effect in order:
        returning[effect] = goes_on(spec.effects[effect].body, returning)
    tables = tuple(map(footprints.gatherer.rows, spec.tables))
    held = lying_of(spec, footprints.gatherer).held
    pairs = zip(most_remembered(spec), spec.memories, strict=True)
    fits = tuple(times <= memory.most for times, memory in pairs)
    return World(
        spec,
        footprints,
        tables,
        held,
        footprints.anytime,
        order,
        returning,
        Forms() if forms is None else forms,
        may_remember=fits,
    )
