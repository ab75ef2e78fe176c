"""What others notice of a block besides its pauses: one definition for all statements. Ref §2.

| what happens | is noticed by |
|---|---|
| `say` | everybody, or who is addressed |
| `reveal`, `show`, `phase` | everybody: what, to whom, which |
| something moves, not from or to where all see it | everybody: between which places, its back |

What moves in the open and what is put into variables is left out: that tells what it tells
(Decision 57). Pauses are in `pauses`, draws from bags among them; a draw from a row is a move.
Two ways of a rule tell nobody which of them was gone where
their traces are equal; of a loop whose length is hidden the trace of its body has to be empty.

    before:  for q in Player: say "x" to q
             move c from hand(p) to vault
    after:   said to q, in a loop over Player
             moved from hand(p) to vault
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Literal, TypeAlias, assert_never

import attrs

from rulelang import core
from rulelang.core.walk import blocks_in
from rulelang.freezing import define, frozen
from rulelang.prove.trees import Renaming, copied
from rulelang.secrecy.pauses import Pauses
from rulelang.secrecy.reading import Reader
from rulelang.source import Span

Kind: TypeAlias = Literal["said", "revealed", "shown", "phase", "moved"]
Values: TypeAlias = Mapping[int, core.Expr]
"""What locals of a block stand for, in the terms of the block that is looked at."""

_Forked: TypeAlias = (
    core.If | core.For | core.Repeat | core.Turns | core.Random | core.Choose | core.Anytime
)


@frozen
class Noticed:
    """One thing that is noticed: by everybody, or by `who` alone.

    `under`: the loops and conditions that it stands in.
    """

    kind: Kind
    what: tuple[Hashable, ...]
    who: core.Expr | None
    under: tuple[Hashable, ...]
    span: Span = attrs.field(eq=False)


Trace: TypeAlias = tuple[Noticed, ...]


@define
class Traces:
    """The traces of blocks of one specification. `effects`: of which anything is noticed."""

    reader: Reader
    pauses: Pauses
    effects: dict[int, bool] = attrs.field(factory=dict)
    _telling: dict[int, bool] = attrs.field(factory=dict)

    def of(self, block: core.Block | None) -> Trace:
        """Return what is noticed of a block, effects that it calls included."""
        if block is None or not self.is_noticed(block):
            return ()
        return tuple(self._block(block, {}, ()))

    def is_noticed(self, block: core.Block) -> bool:
        """Return whether anything is noticed of a block."""
        if block.number not in self._telling:
            self._telling[block.number] = any(map(self._is_noticed, block.statements))
        return self._telling[block.number]

    def _is_noticed(self, node: core.Statement) -> bool:
        match node:
            case core.Say() | core.Reveal() | core.Show() | core.Phase():
                return True
            case core.Move(source=source, target=target):
                return self._is_unseen(source, target)
            case core.Draw(source=source, target=target):
                is_bag = self.reader.sights.spec.zones[source.zone].shape == "bag"
                return not is_bag and self._is_unseen(source, target)
            case core.Invoke(effect=effect):
                return self.effects[effect]
            case (
                core.If() | core.For() | core.Repeat() | core.Turns() | core.Random()
                | core.Choose() | core.Anytime()
            ):  # fmt: skip
                return any(map(self.is_noticed, blocks_in(node)))
            case (
                core.Let() | core.Roll() | core.Assign() | core.Remember() | core.Need()
                | core.NextTurn() | core.Stop() | core.End() | core.TooDeep()
            ):  # fmt: skip
                return False
            case _:
                assert_never(node)

    def _is_unseen(self, source: core.Place | None, target: core.Place) -> bool:
        """Return whether what moves is seen by some alone, on both sides."""
        hidden = self.reader.sights.zones
        return target.zone in hidden and (source is None or source.zone in hidden)

    def _back(self, what: core.Expr | None, target: core.Place) -> Hashable:
        """Return what tells the back of what moves; None where all that may move are alike."""
        sights = self.reader.sights
        backs = {sights.spec.kinds[kind].back for kind in sights.held[target.zone]}
        if what is None or len(backs) < 2:
            return None
        match what:
            case core.Const(value=int(kind)):
                return sights.spec.kinds[kind].back
            case _:
                return what

    def _block(
        self, block: core.Block, values: Values, under: tuple[Hashable, ...]
    ) -> Iterator[Noticed]:
        for node in block.statements:
            self.reader.spend()
            if isinstance(node, core.Let):
                values = {**values, node.slot: _in(node.value, values)}
            elif self._is_noticed(node):
                yield from self._statement(node, values, under)

    def _statement(
        self, node: core.Statement, values: Values, under: tuple[Hashable, ...]
    ) -> Iterator[Noticed]:
        match node:
            case core.Say(player=player, span=span):
                who = None if player is None else _in(player, values)
                yield Noticed("said", (), who, under, span)
            case core.Reveal(zone=zone, args=args, span=span):
                which = None if args is None else _all(args, values)
                yield Noticed("revealed", (zone, which), None, under, span)
            case core.Show(place=place, player=player, span=span):
                shown = (_place(place, values), _in(player, values))
                yield Noticed("shown", shown, None, under, span)
            case core.Move(source=source, target=target, count=count, span=span):
                begun = None if source is None else _place(source, values)
                number = None if node.what is None else _in(count, values)
                back = self._back(None if node.what is None else _in(node.what, values), target)
                moved = (begun, _place(target, values), number, back)
                yield Noticed("moved", moved, None, under, span)
            case core.Draw(source=source, target=target, count=count, span=span):
                drawn = (_place(source, values), _place(target, values), _in(count, values))
                yield Noticed("moved", drawn, None, under, span)
            case core.Phase(name=name, body=body, span=span):
                yield Noticed("phase", (name,), None, under, span)
                yield from self._block(body, values, under)
            case core.Invoke(effect=effect, args=args):
                self.reader.look_into(effect)
                body = self.reader.sights.spec.effects[effect].body
                yield from self._block(body, dict(enumerate(_all(args, values))), under)
            case _:
                assert isinstance(node, _Forked), "of nothing else is anything noticed"
                for at, inner in enumerate(blocks_in(node)):
                    key = (type(node).__name__, at, *_heads(node, values))
                    yield from self._block(inner, values, (*under, key))


def parted(one: Trace, other: Trace) -> Trace:
    """Return what is noticed on one of two ways only, or earlier on one of them."""
    if one == other:
        return ()
    more, fewer = Counter(one) - Counter(other), Counter(other) - Counter(one)
    found = (*_first(one, more), *_first(other, fewer))
    return found or tuple(a for a, b in zip(one, other, strict=True) if a != b)[:1]


def _first(trace: Trace, some: Counter[Noticed]) -> Iterator[Noticed]:
    left = Counter(some)
    for noticed in trace:
        if left[noticed]:
            left[noticed] -= 1
            yield noticed


def _heads(node: _Forked, values: Values) -> tuple[Hashable, ...]:
    """Return what decides whether, and how often, the blocks in a statement run."""
    match node:
        case core.If(test=test):
            return (_in(test, values),)
        case core.For(search=search, keys=keys):
            return (search, keys, *_named(values))
        case core.Random(search=search):
            return (search, *_named(values))
        case core.Repeat(until=until, limit=limit):
            return (until and _in(until, values), _in(limit, values))
        case core.Turns(among=among, start=start, limit=limit):
            return (among, start and _in(start, values), _in(limit, values))
        case core.Choose(actor=actor) | core.Anytime(actor=actor):
            return (_in(actor, values),)
        case _:
            assert_never(node)


def _named(values: Values) -> Iterator[Hashable]:
    """Yield what a search may mean by its locals."""
    return iter(values.items())


def _in(e: core.Expr, values: Values) -> core.Expr:
    """Return an expression in the terms of the block that is looked at."""
    if not values:
        return e

    def replace(part: core.Expr) -> core.Expr | None:
        return values.get(part.slot) if isinstance(part, core.Local) else None

    return copied(e, Renaming(replace))


def _all(args: Sequence[core.Expr], values: Values) -> tuple[core.Expr, ...]:
    return tuple(_in(arg, values) for arg in args)


def _place(place: core.Place, values: Values) -> tuple[Hashable, ...]:
    return (place.zone, *_all(place.args, values))


def traces_of(reader: Reader, pauses: Pauses) -> Traces:
    """Return the traces of one specification; of effects, callees first."""
    traces, sights = Traces(reader, pauses), reader.sights
    gatherer = sights.footprints.gatherer
    zones = tuple([zone.shape for zone in sights.spec.zones]), tuple(sights.zones)
    for effect in sights.footprints.effects:
        body = sights.spec.effects[effect].body
        callees = tuple([traces.effects[callee] for callee in gatherer.of(body).invoked])
        key = (id(body), zones, callees)
        known = gatherer.telling.get(key)
        if known is None:
            known = gatherer.telling[key] = (body, traces.is_noticed(body))
        traces.effects[effect] = known[1]
    return traces
