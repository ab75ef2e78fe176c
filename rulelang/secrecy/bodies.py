"""What the bodies of rules do, and names for what stands in them.

    before:  effects, facts, set-up and play of one specification
    after:   a digest of each, of two that are equal the same becomes known; a mark for each node

A mark is the name of the body and the way from it to the node. So it is the same in variants whose
bodies differ elsewhere, and names of values that are made of marks are, too; those that share
their walks tell what a body does by its digest, which says its name. Left out of a digest is what
no walk for secrets reads: places in the text, numbers of blocks, actions, loops and effects, but
which loop a `stop` leaves, and which calls are of one effect.
Facts are told by what they say and by their number: names of values are made of numbers.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Final, TypeAlias, TypeVar

import attrs

from rulelang import core
from rulelang.core.flat import Writer, nothing
from rulelang.core.walk import Node, children
from rulelang.freezing import define, frozen
from rulelang.prove.digests import digest_of
from rulelang.prove.footprints import Digested, Footprints, Marked, Wholes, footprints_of
from rulelang.source import Span

_N = TypeVar("_N", core.Block, core.Expr)
_Own: TypeAlias = tuple[str, tuple[int, ...], tuple[int, ...]]
"""The digest of a body by itself, and the effects and facts that it calls, each once."""
Asked: TypeAlias = Mapping[int, core.Expr]
_LOOPS: Final = (core.For, core.Repeat, core.Turns, core.Choose)
_UNREAD: Final[dict[type, frozenset[str]]] = {
    **dict.fromkeys(_LOOPS, frozenset({"number"})),
    **dict.fromkeys(
        (core.Random, core.Anytime, core.Draw, core.Roll, core.Block), frozenset({"number"})
    ),
    core.Arm: frozenset({"first_id"}),
    core.Stop: frozenset({"loop"}),
    core.Invoke: frozenset({"effect"}),
}
_WRITER: Final = Writer(
    _UNREAD,
    instead=frozenset({Span}),
    beside=frozenset({*_LOOPS, core.Invoke, core.Call, core.Stop}),
)


@frozen
class Body:
    """What a body does: by itself, and with all that it calls."""

    own: str
    whole: str


@define
class Bodies:
    """The bodies of one specification. `effects`, `facts`: what each does, or says.

    `digested`: the digests of bodies by themselves, of all specifications that share them.
    `marked`: the same of marks; `wholes`: of digests with all that is called. `order`: facts and
    effects, callees first. `names`: of bodies of effects, by their identity: what the effect is
    called, and which of the bodies of that name.
    `asked`: of each fact, it and all that it asks, by their numbers.
    """

    spec: core.Spec
    digested: Digested
    marked: Marked
    wholes: Wholes
    effects: dict[int, Body] = attrs.field(factory=dict)
    facts: dict[int, Body] = attrs.field(factory=dict)
    order: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    asked: dict[int, Asked] = attrs.field(factory=dict)
    names: dict[int, str] = attrs.field(factory=dict)
    _alike: dict[str, dict[str, int]] = attrs.field(factory=dict)
    _within: dict[int, frozenset[Hashable]] = attrs.field(factory=dict)
    _said: dict[int, frozenset[Hashable]] = attrs.field(factory=dict)
    _entered: set[int] = attrs.field(factory=set)
    _marks: dict[int, Hashable] = attrs.field(factory=dict)

    def mark(self, node: Node) -> Hashable:
        """Return the mark of a node in a body that was asked for."""
        return self._marks[id(node)]

    def effect(self, number: int) -> core.Block:
        """Return the body of an effect."""
        return self.block(self.spec.effects[number].body)

    def fact(self, number: int) -> core.Expr:
        """Return the body of a fact."""
        name = (number, self.facts[number].own)
        return self._entered_at(name, self.spec.facts[number].body)

    def block(self, body: core.Block) -> core.Block:
        """Return the body of an effect, set-up or play."""
        return self._entered_at(self.name(body), body)

    def name(self, body: core.Block) -> str:
        """Return the name of the body of an effect, or of set-up or play."""
        return self.names.get(id(body)) or ("set-up" if body is self.spec.setup else "play")

    def within(self, number: int) -> frozenset[Hashable]:
        """Return what marks in an effect begin with, and in all that it calls."""
        if not self._within:
            for fact in self.order[0]:  # callees first: chains of calls may be long
                _, own, _, asked = self.digested[id(self.spec.facts[fact].body)]
                inner = [self._said[callee] for callee in asked]
                self._said[fact] = frozenset[Hashable](((fact, own),)).union(*inner)
            for effect in self.order[1]:
                body = self.spec.effects[effect].body
                _, _, called, asked = self.digested[id(body)]
                inner = [self._within[callee] for callee in called]
                inner += [self._said[fact] for fact in asked]
                self._within[effect] = frozenset[Hashable]((self.name(body),)).union(*inner)
        return self._within[number]

    def _entered_at(self, name: Hashable, body: _N) -> _N:
        if id(body) not in self._entered:
            self._entered.add(id(body))
            for node, mark in self._marks_in(name, body).items():
                self._marks.setdefault(node, mark)
        return body

    def _marks_in(self, name: Hashable, body: core.Block | core.Expr) -> Mapping[int, Hashable]:
        """Return the marks of all nodes in a body, by their identity."""
        known = self.marked.get((name, id(body)))
        if known is None:
            marks: dict[int, Hashable] = {}
            todo: list[tuple[Node, str]] = [(body, "")]
            while todo:
                node, way = todo.pop()
                marks.setdefault(id(node), (name, way))
                todo += [(one, f"{way}.{at}") for at, one in enumerate(children(node))]
            known = self.marked[name, id(body)] = (body, marks)
        return known[1]

    def parts(self, body: core.Block | core.Expr) -> _Own:
        """Return the digest of a body by itself, and the effects and facts that it calls."""
        known = self.digested.get(id(body))
        if known is None:
            known = self.digested[id(body)] = (body, *_digested(body))
        return known[1:]

    def named(self, name: str, body: core.Block) -> None:
        """Note the name of an effect; bodies that do the same by themselves have the same one."""
        alike = self._alike.setdefault(name, {})
        own, _, _ = self.parts(body)
        self.names[id(body)] = f"{name} {alike.setdefault(own, len(alike))}"

    def digests(self, body: core.Block | core.Expr) -> Body:
        """Return what a body does, once that is known of all that it calls."""
        own, effects, facts = self.parts(body)
        own = f"{self.name(body)} {own}" if isinstance(body, core.Block) else own
        called = tuple([self.effects[number].whole for number in effects])
        asked = tuple([self.facts[number].whole for number in facts])
        known = self.wholes.get((own, called, asked))
        if known is None:
            known = self.wholes[own, called, asked] = digest_of((own, called, asked))
        return Body(own, known)


def _digested(body: core.Block | core.Expr) -> _Own:
    """Return the digest of a body by itself, and what it calls."""
    called: dict[int, int] = {}
    asked: dict[int, None] = {}
    loops: dict[int, int] = {}

    def named(part: object) -> tuple[int, ...]:
        match part:
            case core.Invoke(effect=number):
                return (called.setdefault(number, len(called)),)
            case core.Call(fact=number):
                asked[number] = None
            case core.Stop(loop=number):
                return (loops.get(number, -1),)
            case _:
                assert isinstance(part, core.For | core.Repeat | core.Turns | core.Choose)
                loops[part.number] = len(loops)
        return ()

    flat = _WRITER.written((body,), nothing, named)
    return digest_of(flat), tuple(called), tuple(asked)


def bodies_of(spec: core.Spec, footprints: Footprints | None = None) -> Bodies:
    """Return the bodies of a specification, with what its effects do."""
    known = footprints_of(spec) if footprints is None else footprints
    gatherer = known.gatherer
    bodies = Bodies(spec, gatherer.digested, gatherer.marked, gatherer.wholes)
    for number in known.facts:
        fact = spec.facts[number].body
        bodies.facts[number] = bodies.digests(fact)
        asked = {number: fact}
        for callee in bodies.parts(fact)[2]:
            asked.update(bodies.asked[callee])
        bodies.asked[number] = asked
    for number in known.effects:
        effect = spec.effects[number]
        bodies.named(effect.name, effect.body)
        bodies.effects[number] = bodies.digests(effect.body)
    bodies.order = (known.facts, known.effects)
    return bodies
