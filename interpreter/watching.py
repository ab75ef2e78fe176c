"""Play that notes which of its rules it reaches.

A watched instance is the core tree of an ordinary one with *marks* in it: look-ups in a table of
its own that writes down what is asked of it. So facts, the values between which `if` and `match`
decide, and the needs that refuse are noted by the engine as it is. Statements are noted by a
`Machine` that looks at the frame of each step. Play that nobody watches knows of neither.

What is watched is a play that was: it is gone through again, leg by leg, and at each choice point
all options are asked for, as whoever chose there saw them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from typing import Literal, TypeAlias, TypeVar

import attrs

from interpreter import reference
from interpreter.choice import offers, open_arms
from interpreter.layout import build_layout, walk
from interpreter.machine import Machine
from interpreter.position import Choosing, Env, Leg, Position, Run
from rulelang import core
from rulelang.core import Value
from rulelang.source import NOWHERE, Span

What: TypeAlias = Literal["statement", "last", "false", "arm", "need", "fact", "value"]
Step: TypeAlias = tuple[int, int]
"""A statement: the number of its block, and its place there."""

Node: TypeAlias = (
    core.Expr
    | core.Statement
    | core.Result
    | core.Block
    | core.Arm
    | core.Choice
    | core.Need
    | core.Search
    | core.Binder
    | core.Key
    | core.Place
    | core.Text
    | core.Said
    | core.Fact
    | core.Effect
)
_N = TypeVar("_N", bound=Node)
_WORDING = frozenset({"reason", "sentence"})  # rendered for people who ask, not by play


@attrs.frozen
class Point:
    """Something that play may reach.

    A `statement` is run, the condition of an `if` without `else` is `false`, an `arm` is chosen, a
    `need` refuses something, a `fact` is asked, one of several values is the `value`. The
    `last` is what ends a game just after `each turn`: often it is there only lest the turns are
    used up.
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
    for field in attrs.fields(type(node)):
        if field.name not in _WORDING:
            part = getattr(node, field.name)
            for each in part if isinstance(part, tuple) else (part,):
                if isinstance(each, Node):
                    yield each


def _points_at(node: Node) -> Iterator[Point]:
    match node:
        case core.Fact(span=span):
            yield Point(span, "fact")
        case core.Arm(span=span):
            yield Point(span, "arm")
        case core.Need(span=span):
            yield Point(span, "need")
        case core.IfThen():
            yield from (Point(value.span, "value") for value in _values(node))
        case core.Block():
            yield from (place.point for place in _places(node))
        case _:
            pass


def _values(node: core.IfThen) -> Iterator[core.Expr]:
    """Yield the values between which an `if` or a `match` decides, down to the last."""
    for part in (node.then, node.other):
        if not isinstance(part, core.IfThen):
            yield part


class Watch:
    """One instance of a game, and what the plays that were gone through reached in it.

    >>> from interpreter import load
    >>> from interpreter.simulate import playout
    >>> game = load("tic_tac_toe")
    >>> watch = Watch(game.spec)
    >>> watch.replay(playout(game, seed=1).history).control
    ()
    >>> sorted({point.what for point in points(game.spec) - watch.reached()})
    ['statement']
    """

    def __init__(self, spec: core.Spec) -> None:
        self._marks = _Marks()
        marked = _Marking(self._marks, len(spec.tables)).spec(spec)
        layout = build_layout(marked)
        self.layout = attrs.evolve(layout, tables=(*layout.tables[:-1], self._marks))
        roots = (marked.setup, marked.play, *(effect.body for effect in marked.effects))
        blocks = [n for root in roots for n in walk(root) if isinstance(n, core.Block)]
        self._places = tuple(place for block in blocks for place in _places(block))
        self._arms = tuple(_arms(blocks))
        self._steps: set[tuple[Step | None, Step]] = set()
        self._chosen: set[tuple[int, int]] = set()

    def reached(self) -> frozenset[Point]:
        """Return what was reached so far."""
        begun = {step for _, step in self._steps}
        places = (p.point for p in self._places if p.is_reached(self._steps, begun))
        arms = (a.point for a in self._arms if a.key in self._chosen or a.first in begun)
        marks = (self._marks.points[at] for at in self._marks.asked)
        return frozenset((*places, *arms, *marks))

    def replay(self, history: Sequence[int]) -> Position:
        """Go through a play again, from the start of the game; return where it ends."""
        spec = self.layout.spec
        control = (Run(spec.play.number, 0, ()), Run(spec.setup.number, 0, ()))
        position = self._go((Position(self.layout.start, control), None))
        for number in history:
            position = self._go((position, number))
        return position

    def follow(self, legs: Iterable[Leg]) -> None:
        """Go through legs of a play again."""
        for leg in legs:
            self._go(leg)

    def _go(self, leg: Leg) -> Position:
        position, number = leg
        machine = _Noting(self.layout, position)
        machine.steps, machine.before = self._steps, None
        if number is not None:
            if isinstance(position.control[-1], Choosing):
                arm = reference.arm_with(self.layout, number)
                assert arm is not None, "the play chose what its game offers"
                self._chosen.add((arm.owner, arm.index))
            reference.resume(machine, number)
        reference.run(machine)
        if machine.control and isinstance(machine.control[-1], Choosing):
            for found in open_arms(machine.control, machine.world):
                for _ in offers(found, machine.world):
                    pass
        return machine.frozen()


# ---------------------------------------------------------------- statements and arms


class _Noting(Machine):
    """A machine that notes which statements it begins, and what came before each."""

    __slots__ = ("before", "steps")
    before: Step | None
    steps: set[tuple[Step | None, Step]]

    def spend_step(self) -> None:
        super().spend_step()
        frame = self.control[-1]
        if isinstance(frame, Run):
            now = (frame.block, frame.at)
            self.steps.add((self.before, now))
            self.before = now
        else:
            self.before = None


@attrs.frozen
class _Place:
    """A statement, or that its condition is false: then it leads elsewhere than `into`."""

    point: Point
    step: Step
    into: Step | None = None

    def is_reached(self, steps: set[tuple[Step | None, Step]], begun: set[Step]) -> bool:
        if self.into is None:
            return self.step in begun
        return any(before == self.step and now != self.into for before, now in steps)


@attrs.frozen
class _Arm:
    """An arm: `key` where somebody chooses it, `first` where its body runs."""

    point: Point
    key: tuple[int, int]
    first: Step | None


def _places(block: core.Block) -> Iterator[_Place]:
    before: core.Statement | None = None
    for at, node in enumerate(block.statements):
        step = (block.number, at)
        is_end = isinstance(node, core.End | core.Invoke) and node is block.statements[-1]
        is_last = is_end and isinstance(before, core.Turns | core.Repeat)
        before = node
        if isinstance(node, core.If) and node.test.span == node.span:
            continue  # a case of a `match`: what it says to do tells that it was reached
        yield _Place(Point(node.span, "last" if is_last else "statement"), step)
        if isinstance(node, core.If) and _may_be_false(node):
            yield _Place(Point(node.span, "false"), step, (node.then.number, 0))


def _may_be_false(node: core.If) -> bool:
    """Return whether nothing else tells that a condition was false; a settled one never is."""
    is_settled = isinstance(node.test, core.Const) or node.test.span == NOWHERE
    otherwise = node.other is not None and bool(node.other.statements)
    return bool(node.then.statements) and not otherwise and not is_settled


def _arms(blocks: Sequence[core.Block]) -> Iterator[_Arm]:
    for block in blocks:
        for node in block.statements:
            if isinstance(node, core.Choose | core.Anytime):
                for at, arm in enumerate(node.arms):
                    first = (arm.body.number, 0) if arm.body.statements else None
                    yield _Arm(Point(arm.span, "arm"), (node.number, at), first)


# ---------------------------------------------------------------- marks


class _Marks(dict[Env, Value]):
    """A table that notes the numbers it is asked for; `points` says what each stands for."""

    def __init__(self) -> None:
        super().__init__()
        self.points: list[Point] = []
        self.asked: set[int] = set()

    def get(self, key: Env, _default: Value = None, /) -> Value:  # type: ignore[override]  # the engine's one way to ask
        """Note a mark; one of a need is asked where nothing else holds, and does not either."""
        at = key[0]
        assert isinstance(at, int)
        self.asked.add(at)
        return 0 if self.points[at].what == "need" else 1


class _Marking:
    """Puts marks into a core tree, `table` being the number of theirs."""

    def __init__(self, marks: _Marks, table: int) -> None:
        self.marks = marks
        self.table = table

    def spec(self, spec: core.Spec) -> core.Spec:
        return attrs.evolve(
            spec,
            setup=self.inside(spec.setup),
            play=self.inside(spec.play),
            effects=tuple(self.inside(effect) for effect in spec.effects),
            facts=tuple(self.fact(fact) for fact in spec.facts),
            tables=(*spec.tables, core.Table("marks", (), 0)),
        )

    def inside(self, node: _N) -> _N:
        """Return a node with marks in its parts."""
        made = copy(node)
        for field in attrs.fields(type(node)):
            if field.name not in _WORDING:
                object.__setattr__(made, field.name, self._part(getattr(node, field.name)))
        return made

    def _part(self, part: object) -> object:
        if isinstance(part, tuple):
            return tuple([self._part(each) for each in part])
        match part:
            case core.Const() | core.Local():
                return part
            case core.IfThen():
                return self._value(self.inside(part))
            case core.Need():
                return self._need(self.inside(part))
            case _:
                return self.inside(part) if isinstance(part, Node) else part

    def fact(self, fact: core.Fact) -> core.Fact:
        inner = self.inside(fact)
        return attrs.evolve(inner, body=self._marked(inner.body, Point(fact.span, "fact")))

    def _value(self, node: core.IfThen) -> core.IfThen:
        """Mark both values of an `if`, those of an inner one aside, which have their own."""
        then, other = (
            part
            if isinstance(part, core.IfThen)
            else self._marked(part, Point(part.span, "value"))
            for part in (node.then, node.other)
        )
        return attrs.evolve(node, then=then, other=other)

    def _need(self, node: core.Need) -> core.Need:
        refuses = self._mark(Point(node.span, "need"))
        return attrs.evolve(node, test=core.Or((node.test, refuses), node.span))

    def _marked(self, expr: core.Expr, point: Point) -> core.Expr:
        return core.IfThen(self._mark(point), expr, core.Const(0), expr.span)

    def _mark(self, point: Point) -> core.Expr:
        self.marks.points.append(point)
        return core.Lookup(self.table, (core.Const(len(self.marks.points) - 1),), point.span)
