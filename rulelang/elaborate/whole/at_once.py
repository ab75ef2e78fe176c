"""What `each p in D chooses` promises: nobody learns what others chose before all have chosen.

before:  a specification, its effects among it
after:   findings: what others would see, what they would be offered otherwise, chance, the end

Of each arm there is what the others see of it, whatever is chosen: so many things moved from here
to there. That has to be the same for all arms. What a choice changes lies in places that only its
player sees, or nobody; and what is asked of such places is asked of his own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias, assert_never

from rulelang import core
from rulelang.core.changes import written
from rulelang.core.walk import Node, children
from rulelang.elaborate.context import Context
from rulelang.elaborate.whole.trials import AT_ONCE, found_in
from rulelang.freezing import frozen
from rulelang.messages import flow
from rulelang.rule_types import Member, Type, values_of
from rulelang.source import Span

OWN = "his"
Meant: TypeAlias = Mapping[int, object]
"""What locals stand for, where that is the same whatever is chosen: `OWN`, or what it is."""

Noticed: TypeAlias = tuple[tuple[object, ...], ...]
"""What others see of a choice: moves of so many things, and further questions."""


class _PartedError(Exception):
    """Somebody would learn of a choice, or another would be changed by it."""

    def __init__(self, what: str, span: Span, hint: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.span = span
        self.hint = hint


def check_at_once(c: Context, spec: core.Spec) -> None:
    """Report choices of all at once of which the others would know before they have chosen."""
    for block in spec.roots:
        for node in found_in(c, block).at_once:
            try:
                _check(spec, node)
            except _PartedError as found:
                c.report(flow.not_at_once(found.what, found.span, node.span, found.hint))


def _check(spec: core.Spec, loop: core.For) -> None:
    chosen = next((node for node in loop.body.statements if isinstance(node, core.Choose)), None)
    if chosen is None:
        return  # what chose was taken out, by a mutation
    slot = loop.search.binders[0].slot
    cells = written([node for arm in chosen.arms for node in arm.body.statements], spec)
    meant: dict[int, object] = {at: ("outside", at) for at in range(slot)} | {slot: OWN}
    _AtOnce(spec, cells, slot).choice(chosen, meant)


@frozen
class _AtOnce:
    """Follows one choice of all. `written`: the families that it may change."""

    spec: core.Spec
    written: frozenset[tuple[str, int]]
    slot: int

    # ------------------------------------------------------------ what others see

    def choice(self, node: core.Choose, meant: Meant) -> Noticed:
        """Return what others see of a choice, the same for all arms."""
        if self._means(node.actor, meant) != OWN:
            raise _PartedError("somebody else is asked", node.actor.span)
        if node.otherwise is not None:
            first = node.otherwise.statements
            span = first[0].span if first else node.span
            raise _PartedError("all would see that one could do nothing", span)
        if node.limit is not None:
            self._asks(node.limit, meant)
        found: list[Noticed] = []
        for arm in node.arms:
            asked: tuple[Node, ...] = (*arm.choices, *arm.needs)
            for part in asked:
                self._asks(part, meant)
            seen = self._block(arm.body, meant)
            if (found and seen != found[0]) or (seen and node.limit is not None):
                raise _PartedError("the others see which of his actions this is", arm.span)
            found.append(seen)
        return (("asked",), *found[0]) if found else ()

    def _block(self, body: core.Block, meant: Meant) -> Noticed:
        found: Noticed = ()
        for node in body.statements:
            found += self._statement(node, meant)
            if isinstance(node, core.Let):
                meant = {**meant, node.slot: self._means(node.value, meant)}
        return found

    def _statement(self, node: core.Statement, meant: Meant) -> Noticed:  # noqa: C901 - a flat dispatch
        if not isinstance(node, core.Choose):
            for part in children(node):
                if not isinstance(part, core.Block | core.Place):
                    self._asks(part, meant)
        match node:
            case core.Let() | core.Need() | core.Stop() | core.TooDeep():
                return ()
            case core.Move(source=source, target=target, count=count, span=span):
                if source is None:
                    what = "what is moved may lie anywhere, where others see it too"
                    raise _PartedError(what, span, "say from where: `move c from hand(p) to …`")
                if node.what is not None and not isinstance(count, core.Const):
                    raise _PartedError("the others see how many are moved", span)
                return (
                    ("moved", count, *self._hidden(source, meant), *self._hidden(target, meant)),
                )
            case core.Draw(source=source, target=target, span=span):
                if self.spec.zones[source.zone].shape not in AT_ONCE:
                    raise _PartedError("chance decides", span)
                here = self._hidden(source, meant)
                if OWN not in here:
                    raise _PartedError("what one draws another cannot draw", span)
                return (("moved", node.count, *here, *self._hidden(target, meant)),)
            case core.Assign(variable=number, args=args, span=span):
                index = self.spec.variables[number].index
                seen_by = self.spec.variables[number].seen_by
                self._unseen(self.spec.variables[number].name, index, seen_by, args, meant, span)
                return ()
            case core.Say(player=player, span=span) | core.Show(player=player, span=span):
                if player is None or self._means(player, meant) != OWN:
                    raise _PartedError("this is told to others", span)
                return ()
            case core.If(then=then, other=other, span=span):
                ways = [
                    self._block(then, meant),
                    () if other is None else self._block(other, meant),
                ]
                if ways[0] != ways[1]:
                    raise _PartedError("the others see which way this goes", span)
                return ways[0]
            case core.For(body=body, span=span) | core.Repeat(body=body, span=span):
                if self._block(body, meant):
                    raise _PartedError("the others see how often this is done", span)
                return ()
            case core.Choose():
                return self.choice(node, meant)
            case core.Invoke(effect=effect, args=args):
                inner = {at: self._means(arg, meant) for at, arg in enumerate(args)}
                return self._block(self.spec.effects[effect].body, inner)
            case core.Reveal(span=span):
                raise _PartedError("this is shown to all", span)
            case core.Roll(span=span) | core.Random(span=span):
                raise _PartedError("chance decides", span)
            case core.End(span=span):
                raise _PartedError("the game ends", span)
            case core.Turns(span=span) | core.NextTurn(span=span) | core.Phase(span=span):
                raise _PartedError("turns and phases are seen by all", span)
            case core.Remember(span=span) | core.Anytime(span=span):
                raise _PartedError("this is known to all", span)
            case _:
                assert_never(node)

    def _hidden(self, place: core.Place, meant: Meant) -> tuple[object, ...]:
        """Return what names a place of which others see nothing but how many lie there."""
        zone = self.spec.zones[place.zone]
        if len({self.spec.kinds[kind].back for kind in zone.kinds}) > 1:
            raise _PartedError("the others see the backs of what is moved", place.span)
        self._unseen(zone.name, zone.index, zone.seen_by, place.args, meant, place.span)
        named = tuple(self._means(arg, meant) for arg in place.args)
        if None in named:
            raise _PartedError("the others see which place something is moved to", place.span)
        return (place.zone, *named)

    def _unseen(  # noqa: PLR0913, PLR0917 - what a zone and a variable have in common
        self,
        name: str,
        index: tuple[Type, ...],
        seen_by: tuple[tuple[int, ...], ...],
        args: tuple[core.Expr, ...],
        meant: Meant,
        span: Span,
    ) -> None:
        """Report a family of which others see the member that is changed."""
        own = [at for at, arg in enumerate(args) if self._means(arg, meant) == OWN]
        for cell, seers in enumerate(seen_by):
            owners = {_index_of(index, cell, at) for at in own}
            if set(seers) - owners:
                raise _PartedError(f"the others see `{name}`", span)

    def _means(self, e: core.Expr, meant: Meant) -> object:
        """Return what an expression stands for whatever is chosen; None where it may differ."""
        match e:
            case core.Const(value=value):
                return ("constant", value)
            case core.Local(slot=slot):
                return meant.get(slot)
            case _:
                return None

    # ------------------------------------------------------------ what is asked

    def _asks(self, node: Node, meant: Meant) -> None:
        """Report what reads a place of others that they may have changed."""
        todo: list[Node] = [node]
        while todo:
            part = todo.pop()
            todo.extend(children(part))
            match part:
                case core.Read(variable=number, args=args, span=span):
                    self._asked("variable", number, args, meant, span)
                case core.Contents(zone=number, args=args, span=span):
                    self._asked("zone", number, args, meant, span)
                case core.Held(zone=number, args=args, span=span):
                    self._asked("zone", number, args, meant, span)
                case core.Recalled(memory=memory, span=span):
                    for sort, number in self.spec.memories[memory].of:
                        self._asked(sort, number, (), meant, span)
                case core.Call(fact=fact, args=args, span=span):
                    inner = {at: self._means(arg, meant) for at, arg in enumerate(args)}
                    try:
                        self._asks(self.spec.facts[fact].body, inner)
                    except _PartedError as found:
                        raise _PartedError(found.what, span, found.hint) from None
                case _:
                    pass

    def _asked(
        self, sort: str, number: int, args: tuple[core.Expr, ...], meant: Meant, span: Span
    ) -> None:
        family = self.spec.zones[number] if sort == "zone" else self.spec.variables[number]
        shared = OWN not in [self._means(arg, meant) for arg in args]
        if (sort, number) in self.written and shared:
            raise _PartedError(
                f"this asks for `{family.name}`, which others may have changed", span
            )


def _index_of(index: tuple[Type, ...], cell: int, at: int) -> int:
    """Return the player of one index of a member of a family, by the number of the member."""
    assert isinstance(index[at], Member)
    sizes = [len(values_of(kind)) for kind in index]
    for size in sizes[:at:-1]:
        cell //= size
    return values_of(index[at])[cell % sizes[at]]
