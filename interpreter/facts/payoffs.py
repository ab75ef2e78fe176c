"""What the returns of a game can be, read from its text: the least, the highest, and their sum.

    end: each p scores if p is w then stake(q) else -stake(q)
    for players 0 and 1, where w is 0:   stake(q), -stake(q)   the sum is 0
                         where w is 1:   -stake(q), stake(q)   the sum is 0

The values of all players are written out for each case of their tests, as sums of what cannot be
said before play. What is not found is not known: there may still be one sum.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final, NamedTuple, TypeAlias

import attrs

from interpreter.facts.bounds import BEYOND, Bounds, Known
from interpreter.facts.longest import Scored
from interpreter.facts.results import results_of
from rulelang import core
from rulelang.core.constants import Evaluator, NotStaticError
from rulelang.core.intervals import Range
from rulelang.core.walk import free, inlined, replaced

MOST_CASES: Final = 256
MOST_VALUES: Final = 8

Sum: TypeAlias = dict[core.Expr | None, int]
"""How often each part is in a sum; None: the number that is known."""


class Payoffs(NamedTuple):
    """Every return lies in `low..high`. `total`: what those of an end add up to, if known."""

    low: int
    high: int
    total: int | None


def payoffs(spec: core.Spec, scored: tuple[Scored, ...]) -> Payoffs:
    """Return what is known of the returns of a game with these ends at which players score."""
    found = [_of_end(end, spec) for end in scored]
    others = _other_ends(spec)
    if core.Together in others:
        found.append(Payoffs(-1, 1, None))
    if others - {core.Together} or not found:
        found.append(Payoffs(-1, len(spec.players) - 1, 0))
    totals = {one.total for one in found}
    return Payoffs(
        min(one.low for one in found),
        max(one.high for one in found),
        totals.pop() if len(totals) == 1 else None,
    )


def _other_ends(spec: core.Spec) -> set[type]:
    """Return the sorts of ends at which nobody scores."""
    return {type(result) for result in results_of(spec)} - {core.Scores}


class _Split(Exception):
    """The value of a term decides what follows; it is one of these."""

    def __init__(self, term: core.Expr, values: tuple[int | None, ...]) -> None:
        super().__init__()
        self.term = term
        self.values = values


class _TooManyError(Exception):
    """There are more cases than are looked at."""


def _of_end(end: Scored, spec: core.Spec) -> Payoffs:
    cases = _Cases(spec, Bounds(spec), Evaluator(spec), end.result.slot + 1, end.held)
    lows, highs, totals = [], [], set()
    try:
        for values in cases.all(end.result):
            ranges = [cases.range(one) for one in values]
            lows.append(min(low for low, _ in ranges))
            highs.append(max(high for _, high in ranges))
            totals.add(_total(values))
    except _TooManyError:
        return Payoffs(-BEYOND, BEYOND, None)
    total = totals.pop() if len(totals) == 1 else None
    return Payoffs(max(-BEYOND, min(lows)), min(BEYOND, max(highs)), total)


def _total(values: list[Sum]) -> int | None:
    """Return the sum of some sums if it is a number."""
    whole: Sum = {}
    for one in values:
        whole = _added(whole, one, 1)
    known = whole.pop(None, 0)
    return None if any(whole.values()) else known


def _added(left: Sum, right: Sum, times: int) -> Sum:
    whole = dict(left)
    for part, count in right.items():
        whole[part] = whole.get(part, 0) + times * count
    return whole


@attrs.frozen(eq=False)
class _Cases:
    """Goes through the cases of one end. `depth`: how many locals there are."""

    spec: core.Spec
    bounds: Bounds
    evaluator: Evaluator
    depth: int
    held: Known
    looked_at: list[None] = attrs.field(factory=list, init=False)

    def all(self, result: core.Scores) -> Iterator[list[Sum]]:
        """Yield the values of all players in every case."""
        slots = sorted(free(result.value) & self.held.keys() - {result.slot})
        slots = [slot for slot in slots if _few(self.held[slot])]
        for values in product(*(_values(self.held[slot]) for slot in slots)):
            value = result.value
            for slot, known in zip(slots, values, strict=True):
                value = replaced(value, core.Local(slot), core.Const(known))
            players = range(len(self.spec.players))
            local = core.Local(result.slot)
            yield from self._cases(
                [self._written(replaced(value, local, core.Const(p))) for p in players]
            )

    def _cases(self, exprs: list[core.Expr]) -> Iterator[list[Sum]]:
        self.looked_at.append(None)
        if len(self.looked_at) > MOST_CASES:
            raise _TooManyError
        try:
            found = [self._sum(e) for e in exprs]
        except _Split as split:
            for value in split.values:
                known = core.Const(value)
                yield from self._cases([replaced(e, split.term, known) for e in exprs])
        else:
            yield found

    def _written(self, e: core.Expr) -> core.Expr:
        """Return a value with the facts in it written out."""
        known = self._known(e)
        if known is not None:
            return known
        match e:
            case core.Call(args=args):
                called = attrs.evolve(e, args=tuple(self._known(arg) or arg for arg in args))
                return self._written(inlined(called, self.depth, self.spec))
            case core.IfThen(then=then, other=other):
                return attrs.evolve(e, then=self._written(then), other=self._written(other))
            case core.Arithmetic(left=left, right=right):
                return attrs.evolve(e, left=self._written(left), right=self._written(right))
            case core.Read(args=args):
                return attrs.evolve(e, args=tuple(self._known(arg) or arg for arg in args))
            case _:
                return e

    def _known(self, e: core.Expr) -> core.Const | None:
        """Return the value of what depends on nothing."""
        try:
            return core.Const(self.evaluator.value(e, {}))
        except (NotStaticError, KeyError):
            return None

    def _sum(self, e: core.Expr) -> Sum:
        known = self._known(e)
        if known is not None:
            return {None: known.value if isinstance(known.value, int) else 0}
        match e:
            case core.IfThen(test=test, then=then, other=other):
                return self._sum(then if self._holds(test) else other)
            case core.Arithmetic(op="+" | "-" as op, left=left, right=right):
                return _added(self._sum(left), self._sum(right), 1 if op == "+" else -1)
            case core.Arithmetic(op="*", left=left, right=right):
                first, second = self._sum(left), self._sum(right)
                if first.keys() - {None} and second.keys() - {None}:
                    return {e: 1}
                if second.keys() - {None}:
                    first, second = second, first
                return _added({}, first, second.get(None, 0))
            case core.Read(args=args):
                # What its arguments turned out to be in this case may be one number now.
                return {attrs.evolve(e, args=tuple(self._known(arg) or arg for arg in args)): 1}
            case _:
                return {e: 1}

    def _holds(self, test: core.Expr) -> bool:
        """Return whether a test holds, or split the cases by what it depends on."""
        known = self._known(test)
        if known is not None:
            return bool(known.value)
        if isinstance(test, core.Compare) and test.op in ("is", "is not"):
            for side in (test.left, test.right):
                found = self.bounds.value(side, self.held)
                if self._known(side) is None and found is not None and _few(found):
                    raise _Split(side, _values(found))
        raise _Split(test, (1, 0))

    def range(self, one: Sum) -> tuple[int, int]:
        """Return the least and highest value of a sum."""
        low = high = 0
        for part, count in one.items():
            if part is None:
                low, high = low + count, high + count
                continue
            found = self.bounds.value(part, self.held)
            if found is None:
                return -BEYOND, BEYOND
            ends = (found.numbers.low * count, found.numbers.high * count)
            low, high = low + min(ends), high + max(ends)
        return low, high


def _few(found: Range) -> bool:
    return found.high - found.low < MOST_VALUES


def _values(found: Range) -> tuple[int | None, ...]:
    values: tuple[int | None, ...] = tuple(range(found.low, found.high + 1))
    return (*values, None) if found.maybe else values
