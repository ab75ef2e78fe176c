"""What the parameters of an arm point at: zones that things are taken from, cells that they index.

    place(t in shown(p), s in Space):            t comes from `shown`; s is a Space,
        need tile(s) is empty else "…"           and an index of `tile`
        move t from shown(p) to tile(s)

Read off the core tree: facts and effects that an arm calls are followed, so that `excavate(n)`
points at `gallery(n)` wherever the effect that it calls takes from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from interpreter.document.model import Anchor
from interpreter.layout import ArmLayout
from rulelang import core
from rulelang.core.walk import Node, children
from rulelang.freezing import frozen
from rulelang.rule_types import Component, Type

Known: TypeAlias = core.Local | core.Const
"""An index that follows from the locals of the arm."""

Sort: TypeAlias = Literal["zone", "variable"]

_Locals: TypeAlias = Mapping[int, Known]


@frozen
class Reference:
    """A zone or variable that an arm uses. `index`: None where it does not follow from locals."""

    sort: Sort
    number: int
    index: tuple[Known | None, ...]


@frozen
class Pointed:
    """What a parameter points at: where it is taken from, and what it is an index of.

    `tables`: those whose values it is compared with, as `column(c) is n` does.
    """

    slot: int
    sources: tuple[Reference, ...]
    anchors: tuple[Reference, ...]
    tables: tuple[int, ...] = ()


Called: TypeAlias = tuple[Literal["fact", "effect"], int]


@frozen
class Traced:
    """What each parameter of an arm points at, and the bodies that were followed to tell it."""

    pointed: tuple[Pointed, ...]
    entered: Mapping[Called, Node]


def traced(arm: ArmLayout, spec: core.Spec) -> Traced:
    """Find what each parameter of an arm points at; a pair has two."""
    choices = arm.arm.choices
    if not choices:
        return Traced((), {})
    slots = range(choices[0].slot, choices[0].slot + len(arm.kinds))
    known: dict[int, Known] = {slot: core.Local(slot) for slot in range(slots.stop)}
    tracer = _Tracer(spec)
    tracer.visit((*choices, *arm.arm.needs, arm.arm.body), known)
    domains = [choice.domain for choice in choices for _ in range(2 if choice.pair else 1)]
    found = tuple(
        Pointed(
            slot,
            _sources(tracer, slot, kind, domain, known),
            tuple(use for use in tracer.uses if core.Local(slot) in use.index),
            tuple(dict.fromkeys(n for what, n in tracer.compared if what == core.Local(slot))),
        )
        for slot, kind, domain in zip(slots, arm.kinds, domains, strict=True)
    )
    return Traced(found, tracer.entered)


def body_of(spec: core.Spec, sort: Literal["fact", "effect"], number: int) -> Node:
    """Return the body of a fact or effect."""
    return spec.facts[number].body if sort == "fact" else spec.effects[number].body


def anchor(reference: Reference, spec: core.Spec, slots: tuple[int, ...]) -> Anchor:
    """Return a reference as documents say it: which parameter stands at each index."""
    place = {core.Local(slot): at for at, slot in enumerate(slots)}
    family = (spec.zones if reference.sort == "zone" else spec.variables)[reference.number]
    index = (place.get(i) if isinstance(i, core.Local) else None for i in reference.index)
    return Anchor(family.name, tuple(index))


def _sources(
    tracer: _Tracer, slot: int, kind: Type, domain: core.Expr, known: _Locals
) -> tuple[Reference, ...]:
    """Return the zones of a domain; where it has none, those that the arm takes it from."""
    if not isinstance(kind, Component):
        return ()
    own = _Tracer(tracer.spec, tracer.entered)
    own.values(domain, known)
    return tuple(dict.fromkeys(own.uses)) or tuple(
        dict.fromkeys(use for what, use in tracer.taken if what == core.Local(slot))
    )


class _Tracer:
    """Notes every zone and variable that is used, with its index in terms of an arm's locals.

    `taken`: what is moved out of a zone, or looked for in it, and that zone. `compared`: what is
    to be equal to a value of a table, and that table. `entered`: the bodies that were followed.
    """

    def __init__(self, spec: core.Spec, entered: dict[Called, Node] | None = None) -> None:
        self.spec = spec
        self.entered = {} if entered is None else entered
        self._uses: dict[Reference, None] = {}
        self.taken: list[tuple[Known, Reference]] = []
        self.compared: list[tuple[Known, int]] = []
        self._followed: set[tuple[str, int, tuple[Known | None, ...]]] = set()

    @property
    def uses(self) -> tuple[Reference, ...]:
        """What was used, each once, in the order in which it was met."""
        return tuple(self._uses)

    def visit(self, nodes: tuple[Node, ...], known: _Locals) -> None:
        """Go through nodes that see these locals."""
        for node in nodes:
            if isinstance(node, core.Block):
                self._block(node.statements, known)
            else:
                self._use(node, known)
                self.visit(children(node), known)

    def _use(self, node: Node, known: _Locals) -> None:
        """Note what a node uses itself, and follow what it calls."""
        match node:
            case core.Read(variable=number, args=args) | core.Assign(variable=number, args=args):
                self._note("variable", number, args, known)
            case (
                core.Contents(zone=number, args=args)
                | core.Held(zone=number, args=args)
                | core.Place(zone=number, args=args)
                | core.Reveal(zone=number, args=tuple() as args)
            ):
                self._note("zone", number, args, known)
            case (
                core.Move(what=what, source=core.Place(zone=number, args=args))
                | core.Among(value=what, source=core.Contents(zone=number, args=args))
            ):
                self._take(what, number, args, known)
            case core.Compare(op="is", left=core.Lookup(table=number, args=(_,)), right=value):
                self._compare(value, number, known)
            case core.Compare(op="is", left=value, right=core.Lookup(table=number, args=(_,))):
                self._compare(value, number, known)
            case core.Call(fact=number, args=args):
                self._follow("fact", number, args, known)
            case core.Invoke(effect=number, args=args):
                self._follow("effect", number, args, known)
            case _:
                pass

    def values(self, domain: core.Expr, known: _Locals) -> None:
        """Note the zones whose components an expression may be, and none that it asks about."""
        match domain:
            case core.Contents(zone=number, args=args) | core.Held(zone=number, args=args):
                self._note("zone", number, args, known)
            case core.IfThen(then=then, other=other):
                self.values(then, known)
                self.values(other, known)
            case core.Around(source=source):
                self.values(source, known)
            case core.Call(fact=fact, args=args):
                body = self._entered("fact", fact)
                assert isinstance(body, core.Expr)
                self.values(body, self._inner(args, known))
            case core.Fold(fold="first" | "only" | "all", search=search):
                for binder in search.binders:
                    self.values(binder.domain, known)
            case _:
                pass

    def _block(self, statements: tuple[core.Statement, ...], known: _Locals) -> None:
        for statement in statements:
            self.visit((statement,), known)
            if isinstance(statement, core.Let):
                named = self._index((statement.value,), known)[0]
                rest = {slot: to for slot, to in known.items() if slot != statement.slot}
                known = rest if named is None else {**rest, statement.slot: named}

    def _note(
        self, sort: Sort, number: int, args: tuple[core.Expr, ...], known: _Locals
    ) -> Reference:
        reference = Reference(sort, number, self._index(args, known))
        self._uses.setdefault(reference)
        return reference

    def _take(
        self, what: core.Expr | None, number: int, args: tuple[core.Expr, ...], known: _Locals
    ) -> None:
        taken = None if what is None else self._index((what,), known)[0]
        reference = self._note("zone", number, args, known)
        if taken is not None:
            self.taken.append((taken, reference))

    def _compare(self, value: core.Expr, table: int, known: _Locals) -> None:
        found = self._index((value,), known)[0]
        if found is not None:
            self.compared.append((found, table))

    def _entered(self, sort: Literal["fact", "effect"], number: int) -> Node:
        body = self.entered[sort, number] = body_of(self.spec, sort, number)
        return body

    def _follow(
        self,
        sort: Literal["fact", "effect"],
        number: int,
        args: tuple[core.Expr, ...],
        known: _Locals,
    ) -> None:
        key = (sort, number, self._index(args, known))
        if key in self._followed:
            return
        self._followed.add(key)
        self.visit((self._entered(sort, number),), self._inner(args, known))

    def _inner(self, args: tuple[core.Expr, ...], known: _Locals) -> _Locals:
        """Return the locals of a fact or effect that is called with these arguments."""
        given = enumerate(self._index(args, known))
        return {slot: to for slot, to in given if to is not None}

    @staticmethod
    def _index(args: tuple[core.Expr, ...], known: _Locals) -> tuple[Known | None, ...]:
        found: list[Known | None] = []
        for arg in args:
            match arg:
                case core.Const(value=int()):
                    found.append(arg)
                case core.Local(slot=slot):
                    found.append(known.get(slot))
                case _:
                    found.append(None)
        return tuple(found)
