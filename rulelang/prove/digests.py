"""Digests of what a proof follows from: two that are equal stand for the same proof.

    before:  Assign(3, (Local(0),), Const(1)), and all that it reads
    after:   32 hexadecimal digits

Left out is what no proof reads: numbers of blocks and actions, sentences, the numbers of loops but
for which loop a `stop` leaves. A fact or table that is named by its number goes in with what it
says, an effect with what its callers depend on.
"""

from __future__ import annotations

import hashlib
import marshal
from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeAlias, assert_never

import attrs

from rulelang import core
from rulelang.core.flat import Flat, Writer, nothing
from rulelang.core.references import REFERRING, Reference, references
from rulelang.core.walk import is_node
from rulelang.freezing import define, frozen
from rulelang.prove.footprints import Cells
from rulelang.prove.knowledge import Knowledge
from rulelang.prove.possible import Many, One, Possible
from rulelang.prove.world import World
from rulelang.source import Span

Places = Callable[[Span], str]

_LOOPS: Final = (core.For, core.Repeat, core.Turns, core.Choose)
_NUMBERED: Final = (*_LOOPS, core.Random, core.Anytime, core.Draw, core.Roll)
_REFERRING: Final = frozenset({core.Stop, *_LOOPS}).union(
    REFERRING["fact"], REFERRING["table"], REFERRING["effect"]
)
_UNREAD: Final[dict[type, frozenset[str]]] = {
    core.Block: frozenset({"number"}),
    core.Arm: frozenset({"first_id", "sentence"}),
    core.Need: frozenset({"reason"}),
    core.Scores: frozenset({"label"}),
    core.Stop: frozenset({"loop"}),
    core.Key: frozenset({"label"}),
    **dict.fromkeys(_NUMBERED, frozenset({"number"})),
}
_WRITER: Final = Writer(_UNREAD, instead=frozenset({Span}), beside=_REFERRING)


def digest_of(parts: object) -> str:
    """Return a digest of plain data: numbers, texts, and lists and tuples of these.

    It is written as `marshal` did before it told what stands in two places: what is equal is then
    written alike.

    >>> digest_of(["a", (1, None)]) == digest_of(["".join("a"), (1, None)]) != digest_of(["a", 1])
    True
    """
    written = marshal.dumps(parts, 2)  # type: ignore[arg-type]  # of a type that only it names
    return hashlib.blake2b(written, digest_size=16).hexdigest()


Walkable: TypeAlias = core.Block | core.Statement | core.Arm | core.Choice | core.Expr
Declared: TypeAlias = core.Kind | core.Zone | core.Variable | core.Memory | core.Table


@frozen
class Plain:
    """The digest of a body but for what it refers to by numbers, and that in its order.

    Or of what is declared.
    """

    node: Walkable | Declared
    digest: str
    references: tuple[Reference, ...]


@frozen
class Common:
    """The digests of facts, tables and effects as their callers depend on them, by number."""

    facts: dict[int, str] = attrs.field(factory=dict)
    tables: dict[int, str] = attrs.field(factory=dict)
    called: dict[int, str] = attrs.field(factory=dict)


@define
class Digests:
    """The digests of one specification; each is made once. `places`: where a span stands.

    `ask`: asked for its world, where something is not known. `plain`: the digests of bodies by
    themselves and of declarations, by their identity, of all specifications of a text. `common`:
    those that it has in common with what it was before an edit.
    """

    spec: core.Spec
    ask: Callable[[], World]
    places: Places
    plain: dict[int, Plain] = attrs.field(factory=dict)
    common: Common = attrs.field(factory=Common)
    _leading: dict[int, tuple[bool, bool]] = attrs.field(factory=dict)
    _entered: dict[int, str] = attrs.field(factory=dict)
    _known: dict[core.Expr, str] = attrs.field(factory=dict)
    _possible: dict[Possible, str] = attrs.field(factory=dict)

    @property
    def w(self) -> World:
        """Return the world of the specification."""
        return self.ask()

    def world(self) -> str:
        """Return the digest of all declarations but tables, facts, effects, set-up and play."""
        w, spec = self.w, self.spec
        flat: Flat = [len(spec.players), spec.teams, _cells(w.anytime), w.may_remember]
        flat += [sorted(kinds) for kinds in w.held]
        declared = (spec.kinds, spec.zones, spec.variables, spec.memories)
        flat += [[self._declared(one) for one in some] for some in declared]
        return digest_of(flat)

    def _declared(self, node: Declared) -> str:
        """Return the digest of what is declared, which variants share."""
        known = self.plain.get(id(node))
        if known is None:
            flat: Flat = []
            if isinstance(node, core.Table):
                flat += (node.entries, node.default)
            else:
                self._add(flat, node, is_placed=False)
            known = self.plain[id(node)] = Plain(node, digest_of(flat), ())
        return known.digest

    def walked(self, *nodes: core.Block | core.Statement | core.Expr) -> str:
        """Return the digest of what is walked with calls of effects left to their callees."""
        return self._of(nodes, self.called)

    def entered(self, *nodes: core.Block | core.Statement | core.Arm | core.Choice) -> str:
        """Return the digest of what is walked with the effects that it calls."""
        return self._of(nodes, self._entered_effect)

    def _of(self, nodes: tuple[Walkable, ...], effect: Callable[[int], str]) -> str:
        flat: Flat = []
        for node in nodes:
            known = self.plain.get(id(node))
            if known is None:
                mine: Flat = []
                found = self._add(mine, node)
                known = Plain(node, digest_of(mine), tuple(found))
                self.plain[id(node)] = known
            flat.append(known.digest)
            flat += self._referred(known.references, effect)
        return digest_of(flat)

    def _referred(self, found: Iterable[Reference], effect: Callable[[int], str]) -> Iterator[str]:
        """Tell what is referred to; variables, zones and memories are in the world."""
        told = {"fact": self.fact, "table": self.table, "effect": effect}
        for what, number in found:
            yield told[what](number)

    def fact(self, number: int) -> str:
        """Return the digest of a fact, with all that it calls."""
        if number not in self.common.facts:
            self.common.facts[number] = self.walked(self.spec.facts[number].body)
        return self.common.facts[number]

    def table(self, number: int) -> str:
        """Return the digest of a table."""
        if number not in self.common.tables:
            self.common.tables[number] = self._declared(self.spec.tables[number])
        return self.common.tables[number]

    def called(self, number: int) -> str:
        """Return the digest of what callers depend on: what an effect changes, where it leads."""
        if number not in self.common.called:
            changed = _cells(self.w.footprints.of_effect(number))
            ends, stops = self._leads(number)
            leads = (ends or stops, ends)
            self.common.called[number] = digest_of((changed, self.w.returning[number], *leads))
        return self.common.called[number]

    def _leads(self, number: int) -> tuple[bool, bool]:
        """Return whether the game may end in an effect, and whether it may stop a loop."""
        if not self._leading:
            for effect in self.w.footprints.effects:  # callees first
                own = self.w.footprints.gatherer.of(self.spec.effects[effect].body)
                called = [self._leading[callee] for callee in own.invoked]
                ends = own.ends or any(ends for ends, _ in called)
                self._leading[effect] = ends, own.stops or any(stops for _, stops in called)
        return self._leading[number]

    def _entered_effect(self, number: int) -> str:
        if number not in self._entered:
            self._entered[number] = self.entered(self.spec.effects[number].body)
        return self._entered[number]

    # ---------------------------------------------------------------- what is known

    def known(self, k: Knowledge) -> str:
        """Return the digest of what is known somewhere."""
        return digest_of(
            (
                [(self._expr(e), self._held(v[0])) for e, v in k.values.items()],
                [(slot, self._held(held)) for slot, held in k.locals.items()],
                [self._expr(e) for e in k.claims],
                [(slot, self._expr(named[0])) for slot, named in k.names.items()],
                [*k.fixed.items()],
                sorted(k.mentioned),
                [*k.cases.items()],
                k.is_dead,
            )
        )

    def _expr(self, e: core.Expr) -> str:
        known = self._known.get(e)
        if known is None:
            flat: Flat = []
            flat += self._referred(self._add(flat, e, is_placed=False), str)
            known = self._known[e] = digest_of(flat)
        return known

    def _held(self, held: Possible) -> str:
        known = self._possible.get(held)
        if known is None:
            known = self._possible[held] = _possible(held)
        return known

    # ---------------------------------------------------------------- nodes

    def _add(self, flat: Flat, node: object, *, is_placed: bool = True) -> list[Reference]:
        """Add a node with all its parts to a list, so that the list tells it from all others.

        But for what it refers to, which is returned. `is_placed`: also where they stand.
        """
        loops: dict[int, int] = {}
        found: list[Reference] = []

        def place(span: object) -> tuple[str]:
            assert isinstance(span, Span)
            return (self.places(span),)

        def referring(part: object) -> tuple[int, ...]:
            match part:
                case core.Stop(loop=number):
                    return (loops.get(number, -1),)
                case core.For() | core.Repeat() | core.Turns() | core.Choose():
                    loops[part.number] = len(loops)
                case _:
                    assert is_node(part), "others are not among those that refer"
                    found.extend(references(part))
            return ()

        flat += _WRITER.written((node,), place if is_placed else nothing, referring)
        return found


def _cells(cells: Cells) -> list[tuple[object, ...]]:
    return sorted(((c.sort, c.number, c.index) for c in cells), key=repr)


def _possible(held: Possible) -> str:
    match held:
        case Many(element=element, least=least, most=most):
            return digest_of((_possible(element), least, most))
        case One(none=none, low=low, high=high, listed=listed):
            return digest_of((none, low, high, None if listed is None else sorted(listed)))
        case _:
            assert_never(held)
