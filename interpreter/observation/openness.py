"""What an observer knows of locals and of where the rules stand, from the core tree alone.

A local is *open* to him where its value follows from cells that he saw when it was bound, and from
open locals. A block is *veiled* where he cannot know that it is in progress: a branch of a test
that is not open to him. What Ref §25 (G5) makes public besides, such as whose turn it is, is taken
as known. Arguments of choices are open or not by `told`: whether he was told of the choices.
"""

from __future__ import annotations

from typing import TypeAlias, assert_never

from interpreter.observation.observer import Observer
from rulelang import core

Flags: TypeAlias = tuple[bool, ...]


class Openness:
    """Which locals of each block are open to an observer, and which blocks are veiled.

    `slots`: by the number of a block, for the locals that it begins with and those it binds.
    `unsure`: numbers of `anytime` of which it may not be known whose they are. `uncounted`: those
    of choices of which it may not be known how often they repeat.
    """

    def __init__(self, observer: Observer, *, told: bool) -> None:
        spec = observer.layout.spec
        self._told = told
        self._facts: dict[tuple[int, Flags], bool] = {}
        self._zones = _families(observer, spec.zones, 0)
        self._variables = _families(observer, spec.variables, len(observer.layout.zone_of))
        self._spec = spec
        self.slots: dict[int, Flags] = {}
        self.veiled: set[int] = set()
        self.unsure: set[int] = set()
        self.uncounted: set[int] = set()
        self._entries: dict[int, Flags] = {}
        self._changed: set[int] = set()
        self._walk(spec.setup, ())
        self._walk(spec.play, ())
        while self._changed:
            effect = self._changed.pop()
            self._walk(spec.effects[effect].body, self._entries[effect])

    # ------------------------------------------------------------ statements

    def _walk(self, block: core.Block, flags: Flags) -> None:  # noqa: C901 - a case for each node
        for statement in block.statements:
            if isinstance(statement, core.Let):
                flags = (*flags[: statement.slot], self._open(statement.value, flags))
            if isinstance(statement, core.Simple):
                continue
            match statement:
                case core.If(test=test, then=then, other=other):
                    branches = (then,) if other is None else (then, other)
                    is_open = self._open(test, flags) or announced(then, other)
                    self._enter(branches, flags, is_open=is_open)
                case core.For(search=search, keys=keys, body=body):
                    inner, is_open = self._search(search, flags)
                    is_open = is_open and all(self._open(key.value, inner) for key in keys)
                    bound = inner if is_open else flags + (False,) * (len(inner) - len(flags))
                    self._enter((body,), bound, is_open=is_open)
                case core.Repeat(until=until, limit=limit, body=body):
                    asked = (limit,) if until is None else (limit, until)
                    self._enter((body,), flags, is_open=self._all(asked, flags))
                case core.Turns(slot=slot, body=body):
                    self._enter((body,), (*flags[:slot], True, True), is_open=True)
                case core.Phase(body=body):
                    self._enter((body,), flags, is_open=True)
                case core.Random(search=search, body=body):
                    self._enter((body,), (*flags, False), is_open=True)
                case core.Choose(number=number, limit=limit, arms=arms, otherwise=otherwise):
                    if limit is not None and not self._open(limit, flags):
                        self.uncounted.add(number)
                    self._arms(arms, flags)
                    if otherwise is not None:
                        self._enter((otherwise,), flags, is_open=True)
                case core.Anytime(number=number, actor=actor, arms=arms, body=body):
                    if not self._open(actor, flags):
                        self.unsure.add(number)
                    self._arms(arms, flags)
                    self._enter((body,), flags, is_open=True)
                case core.Invoke(effect=effect, args=args):
                    given = tuple(self._open(arg, flags) for arg in args)
                    self._call(effect, given)
                case core.Draw() | core.Roll():
                    pass
                case _:
                    assert_never(statement)
        known = self.slots.get(block.number)
        self.slots[block.number] = flags if known is None else _both(known, flags)

    def _enter(self, blocks: tuple[core.Block, ...], flags: Flags, *, is_open: bool) -> None:
        for block in blocks:
            if not is_open:
                self.veiled.add(block.number)
            self._walk(block, flags)

    def _call(self, effect: int, given: Flags) -> None:
        known = self._entries.get(effect)
        flags = given if known is None else _both(known, given)
        if flags != known:
            self._entries[effect] = flags
            self._changed.add(effect)

    def _arms(self, arms: tuple[core.Arm, ...], flags: Flags) -> None:
        for arm in arms:
            slots = sum(2 if choice.pair else 1 for choice in arm.choices)
            self._walk(arm.body, flags + (self._told,) * slots)

    # ------------------------------------------------------------ expressions

    def _all(self, parts: tuple[core.Expr, ...], flags: Flags) -> bool:
        return all(self._open(part, flags) for part in parts)

    def _search(self, search: core.Search, flags: Flags) -> tuple[Flags, bool]:
        """Return the flags with those of the bindings, and whether what is found is open."""
        is_open = True
        for binder in search.binders:
            found = self._open(binder.domain, flags)
            is_open = is_open and found
            flags = (*flags[: binder.slot], *(found,) * (2 if binder.followed else 1))
        return flags, is_open and (search.where is None or self._open(search.where, flags))

    def _amount(self, search: core.Search, flags: Flags) -> bool:
        """Return whether it is open how much is found: how many lie in a zone is public."""
        if search.where is not None:
            return self._search(search, flags)[1]
        domains = tuple(binder.domain for binder in search.binders)
        return all(
            self._all(d.args, flags) if isinstance(d, core.Contents) else self._open(d, flags)
            for d in domains
        )

    def _finds(self, search: core.Search, flags: Flags, *values: core.Expr) -> bool:
        inner, is_open = self._search(search, flags)
        return is_open and self._all(values, inner)

    def _fact(self, fact: int, flags: Flags) -> bool:
        place = fact, flags
        if place not in self._facts:
            self._facts[place] = self._open(self._spec.facts[fact].body, flags)
        return self._facts[place]

    def _open(self, e: core.Expr, flags: Flags) -> bool:  # noqa: C901 - a case for each node
        match e:
            case core.Const():
                return True
            case core.Local(slot=slot):
                return flags[slot]
            case core.Read(variable=variable, args=args):
                return self._variables[variable] and self._all(args, flags)
            case core.Contents(zone=zone, args=args) | core.Held(zone=zone, args=args):
                return self._zones[zone] and self._all(args, flags)
            case core.Lookup(args=args):
                return self._all(args, flags)
            case core.Call(fact=fact, args=args):
                return self._fact(fact, tuple(self._open(arg, flags) for arg in args))
            case core.Compare(
                op="is" | "is not", left=core.Held(args=args), right=core.Const(None)
            ):
                return self._all(args, flags)
            case core.Arithmetic(left=left, right=right) | core.Compare(left=left, right=right):
                return self._all((left, right), flags)
            case core.Not(expr=expr):
                return self._open(expr, flags)
            case core.And(parts=parts) | core.Or(parts=parts):
                return self._all(parts, flags)
            case core.IfThen(test=test, then=then, other=other):
                return self._all((test, then, other), flags)
            case core.Size(source=core.Contents(args=args)):
                return self._all(args, flags)
            case (
                core.Size(source=source) | core.Spread(source=source) | core.Border(source=source)
            ):
                return self._open(source, flags)
            case core.Among(value=value, source=source):
                return self._all((value, source), flags)
            case core.Interval(low=low, high=high):
                return self._all((low, high), flags)
            case core.Around(source=source, start=start):
                return self._all((source, start), flags)
            case core.Fold(fold="all", search=search):
                return self._finds(search, flags)
            case core.Fold(search=search, value=None, keys=(), otherwise=None):
                return self._amount(search, flags)
            case core.Fold(search=search, value=value, keys=keys, otherwise=otherwise):
                asked = (*(() if value is None else (value,)), *(key.value for key in keys))
                is_open = self._finds(search, flags, *asked)
                return is_open and (otherwise is None or self._open(otherwise, flags))
            case (
                core.Groups(search=search, slot=slot, joined=joined)
                | core.Trail(search=search, slot=slot, joined=joined)
            ):
                is_open = self._search(search, flags)[1]
                return is_open and self._open(joined, (*flags[:slot], True))
            case core.Regions(search=search, start=start):
                is_open = self._search(search, flags)[1]
                return is_open and (start is None or self._open(start, flags))
            case core.Within(target=target, radius=radius, start=start, slot=slot, where=where):
                is_open = self._all((target, radius, start), flags)
                return is_open and (where is None or self._open(where, (*flags[:slot], True)))
            case core.Recalled():
                return True
            case core.ReturnOf():
                return False
            case _:
                assert_never(e)


def announced(then: core.Block, other: core.Block | None) -> bool:
    """Return whether the first thing in both ways of an `if` tells everybody which it is.

    Both move something, one from and to other zones than the other; or both say something, and
    the texts part before any value that may differ.
    """
    if other is None or not then.statements or not other.statements:
        return False
    match then.statements[0], other.statements[0]:
        case core.Say(text=one, player=None), core.Say(text=two, player=None):
            return _part(one, two)
        case (core.Say(player=None), core.Move() as move) | (
            core.Move() as move,
            core.Say(player=None),
        ):
            return _certain(move)
        case core.Move() as one, core.Move() as two:
            places = [(m.source.zone if m.source else None, m.target.zone) for m in (one, two)]
            named = one.source is not None and two.source is not None
            return named and places[0] != places[1] and _certain(one) and _certain(two)
        case _:
            return False


def _certain(move: core.Move) -> bool:
    """Return whether it is certain that something moves."""
    count = move.count
    return move.what is not None and isinstance(count, core.Const) and count.value == 1


def _part(one: core.Text, two: core.Text) -> bool:
    """Return whether two texts part at a letter behind nothing but what both begin with."""
    for a, b in zip(one.parts, two.parts, strict=False):
        if isinstance(a, str) and isinstance(b, str):
            shorter = min(len(a), len(b))
            if a[:shorter] != b[:shorter]:
                return True
            if len(a) != len(b):
                return False
        elif a != b:
            return False
    return False


def _families(
    observer: Observer, families: tuple[core.Zone, ...] | tuple[core.Variable, ...], first: int
) -> tuple[bool, ...]:
    """Return for each family whether the observer sees all of it; its cells begin at `first`."""
    found: list[bool] = []
    for family in families:
        found.append(all(observer.sees[first : first + len(family.seen_by)]))
        first += len(family.seen_by)
    return tuple(found)


def _both(one: Flags, other: Flags) -> Flags:
    return tuple(a and b for a, b in zip(one, other, strict=True))
