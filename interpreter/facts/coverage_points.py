"""What play may reach of its rules, and a core tree that notes it.

    before:  IfThen(test, then, other)
    after:   IfThen(test, IfThen(probe 4, then, 0), IfThen(probe 5, other, 0))

A *probe* is a look-up in a table of its own: whoever watches play writes down what is asked of
that table. So facts, the values between which `if` and `match` decide, and the needs that refuse
are noted. Statements and arms keep their numbers: an engine notes those that it begins. The probes
in sorting keys are noted where keys decide, not where they are asked for.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from copy import copy
from typing import Final, Literal, TypeAlias, TypeVar, assert_never

import attrs

from rulelang import core
from rulelang.core.walk import Node, children, nested, rebuilt
from rulelang.freezing import frozen
from rulelang.source import NOWHERE, Span

What: TypeAlias = Literal[
    "statement", "last", "false", "arm", "need", "fact", "value", "key", "tie"
]
ORDERS: Final[frozenset[What]] = frozenset(("key", "tie"))
"""What tells how things are put in order, and not which rules are reached."""

Step: TypeAlias = tuple[int, int]
"""A statement: the number of its block, and its place there."""

Key: TypeAlias = tuple[int, int]
"""An arm: the number of the statement that offers it, and its place there."""

_N = TypeVar("_N", bound=Node)
_S = TypeVar("_S", core.Fold, core.Leads, core.For)

PROBES: Final = "(probes)"
"""The name of the table of probes, which no rule text can give to a table."""

DECIDES: Final = 2
"""The entry of a probe that is noted where a sorting key decides, not where it is asked for."""


@frozen
class Point:
    """Something that play may reach.

    A `statement` is run, the condition of an `if` without `else` is `false`, an `arm` is chosen, a
    `need` refuses something, a `fact` is asked, one of several values is the `value`. The
    `last` is what ends a game just after `each turn`: often it is there only lest the turns are
    used up. A `key` is a sorting key behind the first that decides between what is level in those
    before it; of the `tie` none decides, so that a loop goes by the order of what it goes through.
    """

    span: Span
    what: What


def points(spec: core.Spec) -> frozenset[Point]:
    """Return all that play of an instance may reach.

    >>> from interpreter import load
    >>> len({point.span.line for point in points(load("tic_tac_toe").spec)})
    8
    """
    return frozenset(point for node in _used(spec) for point in _points_at(node))


def _used(spec: core.Spec) -> Iterator[Node]:
    """Yield the nodes of set-up and play, and of the facts and effects that they use."""
    todo: list[Node] = [spec.setup, spec.play]
    facts, effects = set[int](), set[int]()
    while todo:
        node = todo.pop()
        yield node
        todo.extend(_parts(node))
        if isinstance(node, core.Call) and node.fact not in facts:
            facts.add(node.fact)
            todo.append(spec.facts[node.fact])
        if isinstance(node, core.Invoke) and node.effect not in effects:
            effects.add(node.effect)
            todo.append(spec.effects[node.effect])


def _parts(node: Node) -> Iterator[Node]:
    """Yield the nodes directly inside one, wording aside."""
    return (part for part in children(node) if not _is_wording(part, node))


def _is_wording(part: Node, of: Node) -> bool:
    """Return whether a part is rendered for people who ask, not by play."""
    return isinstance(part, core.Text) and isinstance(of, core.Need | core.Arm)


def _points_at(node: Node) -> Iterator[Point]:
    match node:
        case core.Fact(span=span):
            yield Point(span, "fact")
        case core.Arm(last_resort=True, body=core.Block(statements=())):
            return  # `otherwise: pass` stands there in case, and is no gap where it never comes
        case core.Arm(span=span):
            yield Point(span, "arm")
        case core.Need(span=span):
            yield Point(span, "need")
        case core.IfThen():
            yield from (Point(value.span, "value") for value in _values(node))
        case core.Fold(keys=keys) | core.Leads(keys=keys):
            yield from (point for _, point in _deciding(keys, ties=False))
        case core.For(keys=keys):
            yield from (point for _, point in _deciding(keys, ties=True))
        case core.Block():
            yield from (place.point for place in _places(node))
        case _:
            pass


def _values(node: core.IfThen) -> Iterator[core.Expr]:
    """Yield the values between which an `if` or a `match` decides, down to the last."""
    for part in (node.then, node.other):
        if not isinstance(part, core.IfThen):
            yield part


def _deciding(keys: Sequence[core.Key], *, ties: bool) -> Iterator[tuple[int, Point]]:
    """Yield the keys that may decide, and the place of each; at the first key, that of a `tie`.

    A key that an instance settles before play stands nowhere in the text.
    """
    for at, key in enumerate(keys):
        if key.value.span != NOWHERE and (at or ties):
            yield at, Point(key.value.span, "key" if at else "tie")


# ---------------------------------------------------------------- an instance to be instrumented


@frozen
class Place:
    """A statement; or that its condition is false, so that it does not lead `into` a block."""

    point: Point
    step: Step
    into: int | None = None


@frozen
class ArmPlace:
    """An arm: `key` where somebody chooses it, `first` where its body runs."""

    point: Point
    key: Key
    first: Step | None


@frozen
class Reports:
    """What an engine saw: the probes asked, statements begun, blocks skipped, arms chosen."""

    probes: Iterable[int]
    begun: Collection[Step]
    skipped: Collection[int]
    chosen: Collection[Key]


@frozen
class Instrumented:
    """An instance of a game with probes in it, and what these stand for, by their numbers."""

    spec: core.Spec
    points: tuple[Point, ...]
    places: tuple[Place, ...]
    arms: tuple[ArmPlace, ...]

    def reached(self, seen: Reports) -> frozenset[Point]:
        """Return what was reached."""
        probes = (self.points[at] for at in seen.probes)
        places = (
            place.point
            for place in self.places
            if (place.step in seen.begun if place.into is None else place.into in seen.skipped)
        )
        arms = (
            arm.point for arm in self.arms if arm.key in seen.chosen or arm.first in seen.begun
        )
        return frozenset((*probes, *places, *arms))


def instrumented(spec: core.Spec) -> Instrumented:
    """Return an instance with probes in it. Its play is the same."""
    instrumenting = _Instrumenting(len(spec.tables))
    made = instrumenting.spec(spec)
    blocks = [node for root in made.roots for node in nested(root) if isinstance(node, core.Block)]
    return Instrumented(
        made,
        tuple(instrumenting.points),
        tuple(place for block in blocks for place in _places(block)),
        tuple(_arms(blocks)),
    )


def _places(block: core.Block) -> Iterator[Place]:
    before: core.Statement | None = None
    for at, node in enumerate(block.statements):
        step = (block.number, at)
        is_end = isinstance(node, core.End | core.Invoke) and node is block.statements[-1]
        is_last = is_end and isinstance(before, core.Turns | core.Repeat)
        before = node
        if isinstance(node, core.Need):
            continue  # it is judged in the trial of its arm, and notes that itself
        if isinstance(node, core.If) and node.test.span == node.span:
            continue  # a case of a `match`: what it says to do tells that it was reached
        yield Place(Point(node.span, "last" if is_last else "statement"), step)
        if isinstance(node, core.If) and _may_be_false(node):
            yield Place(Point(node.span, "false"), step, node.then.number)


def _may_be_false(node: core.If) -> bool:
    """Return whether nothing else tells that a condition was false; a settled one never is."""
    is_settled = isinstance(node.test, core.Const) or node.test.span == NOWHERE
    otherwise = node.other is not None and bool(node.other.statements)
    return bool(node.then.statements) and not otherwise and not is_settled


def _arms(blocks: Sequence[core.Block]) -> Iterator[ArmPlace]:
    for block in blocks:
        for node in block.statements:
            if isinstance(node, core.Choose | core.Anytime):
                for at, arm in enumerate(node.arms):
                    if arm.last_resort and not arm.body.statements:
                        continue  # as in `_points_at`
                    first = (arm.body.number, 0) if arm.body.statements else None
                    yield ArmPlace(Point(arm.span, "arm"), (node.number, at), first)


class _Instrumenting:
    """Puts probes into a core tree, `table` being the number of theirs."""

    def __init__(self, table: int) -> None:
        self.points: list[Point] = []
        self.table = table

    def spec(self, spec: core.Spec) -> core.Spec:
        made = attrs.evolve(
            spec,
            setup=self.inside(spec.setup),
            play=self.inside(spec.play),
            effects=tuple(self.inside(effect) for effect in spec.effects),
            facts=tuple(self.fact(fact) for fact in spec.facts),
        )
        entries = tuple(((at,), _entry(point)) for at, point in enumerate(self.points))
        return attrs.evolve(made, tables=(*spec.tables, core.Table(PROBES, entries, 0)))

    def inside(self, node: _N) -> _N:
        """Return a node with probes in its parts."""
        return rebuilt(node, lambda part, _: part if _is_wording(part, node) else self._part(part))

    def _part(self, part: Node) -> Node:
        match part:
            case core.IfThen():
                return self._value(self.inside(part))
            case core.Need():
                return self._need(self.inside(part))
            case core.Fold(fold="only"):
                return self._sorted(self.inside(part), ties=False)
            case core.Leads():
                return self._sorted(self.inside(part), ties=False)
            case core.For():
                return self._sorted(self.inside(part), ties=True)
            case _:
                return self.inside(part)

    def fact(self, fact: core.Fact) -> core.Fact:
        inner = self.inside(fact)
        return attrs.evolve(inner, body=self._probed(inner.body, Point(fact.span, "fact")))

    def _value(self, node: core.IfThen) -> core.IfThen:
        """Probe both values of an `if`, those of an inner one aside, which have their own."""
        then, other = (
            part
            if isinstance(part, core.IfThen)
            else self._probed(part, Point(part.span, "value"))
            for part in (node.then, node.other)
        )
        return attrs.evolve(node, then=then, other=other)

    def _need(self, node: core.Need) -> core.Need:
        refuses = self._probe(Point(node.span, "need"))
        return attrs.evolve(node, test=core.Or((node.test, refuses), node.span))

    def _sorted(self, node: _S, *, ties: bool) -> _S:
        """Probe the keys that may decide."""
        keys = list(node.keys)
        for at, point in _deciding(keys, ties=ties):
            keys[at] = attrs.evolve(keys[at], value=self._probed(keys[at].value, point))
        made = copy(node)
        object.__setattr__(made, "keys", tuple(keys))
        return made

    def _probed(self, expr: core.Expr, point: Point) -> core.Expr:
        return core.IfThen(self._probe(point), expr, core.Const(0), expr.span)

    def _probe(self, point: Point) -> core.Expr:
        self.points.append(point)
        return core.Lookup(self.table, (core.Const(len(self.points) - 1),), point.span)


def _entry(point: Point) -> int:
    """Return the value of a probe. That of a need is asked where nothing holds, nor does it."""
    match point.what:
        case "need":
            return 0
        case "key" | "tie":
            return DECIDES
        case "statement" | "last" | "false" | "arm" | "fact" | "value":
            return 1
        case _:
            assert_never(point.what)


def deciding_probes(keys: Iterable[core.Key], spec: core.Spec) -> tuple[int | None, ...]:
    """Return for each sorting key the number of its deciding probe; the first has the tie's.

    A probe of something else, such as that of a value, is none.
    """
    return tuple(_deciding_probe(key.value, spec) for key in keys)


def _deciding_probe(e: core.Expr, spec: core.Spec) -> int | None:
    match e:
        case core.IfThen(test=core.Lookup(table=table, args=(core.Const(value=int(number)),))) if (
            spec.tables[table].name == PROBES
        ):
            return number if spec.tables[table].entries[number][1] == DECIDES else None
        case _:
            return None
