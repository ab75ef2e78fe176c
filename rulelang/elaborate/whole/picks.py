"""How often `any number of times` can be: what each pick uses up.

before:  a choose that asks, with a limit of 1
after:   its limit is one more than there can be picks, with the reason

A *store* is a family of zones that only loses or only gains in this choice, or a family of
variables that only falls, only rises, or only goes from `none` (or false). Each arm that does not
close the choice certainly moves one of them, and no arm moves it back. So there are as many picks
as the stores have room for steps. Where an arm moves nothing of the sort, it is named.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import prod
from typing import Final, TypeAlias

from rulelang import core
from rulelang.core.intervals import range_of
from rulelang.core.walk import Node, below, bound_by, free, rebuilt
from rulelang.elaborate.context import Context
from rulelang.elaborate.rounds import MAX_LASTING
from rulelang.elaborate.symbols import LocalValue
from rulelang.elaborate.whole.steps import OF_VARIABLES, Args, Reading, Way
from rulelang.evolving import evolve
from rulelang.freezing import frozen
from rulelang.messages import flow, loops
from rulelang.rule_types import Type, count_of

_SAID: Final[Mapping[Way, str]] = {
    "loses": "`{}` only loses",
    "gains": "`{}` only gains",
    "falls": "`{}` only falls",
    "rises": "`{}` only rises",
    "is set": "`{}` is set once each",
}
_LISTED: Final = 6
"""Of so many stores, all sets are tried for the smallest bound."""


@frozen
class Store:
    """A family that goes one way: `number` of a zone, or of a variable."""

    way: Way
    number: int

    @property
    def is_zone(self) -> bool:
        """Whether it is a family of zones."""
        return self.way in {"loses", "gains"}


Moved: TypeAlias = dict[Store, Args]
"""What is certainly moved, and which member of the family; None: that may be any."""


def settled(c: Context, spec: core.Spec) -> core.Spec:
    """Return a specification in which all choices that end by themselves say how soon."""
    if not c.open_ended:
        return spec
    picks = _Picks(spec)

    def change(node: Node, _: object = ()) -> Node:
        done = rebuilt(node, change)
        if isinstance(done, core.Choose) and done.asks:
            return _limited(c, picks, done)
        return done

    def block(body: core.Block) -> core.Block:
        done = change(body)
        assert isinstance(done, core.Block), "a block stays one"
        return done

    effects = tuple(evolve(effect, body=block(effect.body)) for effect in spec.effects)
    return evolve(spec, setup=block(spec.setup), play=block(spec.play), effects=effects)


def _limited(c: Context, picks: _Picks, node: core.Choose) -> core.Choose:
    arms = [arm for arm in node.arms if not arm.closes]
    scope = c.open_ended[node.number]
    outside = {
        held.slot: held.type for held in scope.locals.values() if isinstance(held, LocalValue)
    }
    moved = [picks.certain(arm, outside) for arm in arms]
    back = picks.moved_back(arms, outside)
    kept = [None if one is None else _kept(one, back) for one in moved]
    for arm, one in zip(arms, kept, strict=True):
        if one == {}:
            c.report(loops.unbounded_arm(arm.name, arm.span))
            return node
    bound, used = picks.smallest([one for one in kept if one is not None], node)
    around = scope.lasting
    whole = prod((*around, max(1, bound)))
    if prod(around) <= MAX_LASTING < whole and not c.is_limited:
        what = "turns, rounds and picks in each other may go on for too long"
        reckoning = " × ".join(f"{amount:,}" for amount in (*around, bound))
        c.report(flow.too_large(what, whole, MAX_LASTING, node.span, reckoning))
    because = " and ".join(_SAID[store.way].format(picks.name(store)) for store in used)
    return evolve(node, limit=core.Const(bound + 1), because=because)


def _kept(moved: Moved, back: set[tuple[bool, Way, int]]) -> Moved:
    return {s: args for s, args in moved.items() if (s.is_zone, s.way, s.number) not in back}


@frozen
class _Picks:
    """Reads what arms use up from a specification."""

    spec: core.Spec

    def name(self, store: Store) -> str:
        """Return what the text calls the family of a store."""
        families = self.spec.zones if store.is_zone else self.spec.variables
        return families[store.number].name

    # ------------------------------------------------------------ what is certain

    def certain(self, arm: core.Arm, outside: Mapping[int, Type]) -> Moved | None:
        """Return what a pick of an arm certainly moves; None where none can follow it."""
        where = [choice.where for choice in arm.choices if choice.where is not None]
        asked = [*where, *(need.test for need in arm.needs)]
        return self._block(arm.body, self._taken(arm, outside).unset_by(asked))

    def _taken(self, arm: core.Arm, outside: Mapping[int, Type]) -> Reading:
        types = {**outside} | {
            slot: choice.type for choice in arm.choices for slot in _slots(choice)
        }
        return Reading(self.spec, types)

    def _block(self, body: core.Block, at: Reading) -> Moved | None:
        found: Moved = {}
        for node in body.statements:
            one = self._statement(node, at)
            if one is None:
                return None
            found |= one
        return found

    def _statement(self, node: core.Statement, at: Reading) -> Moved | None:  # noqa: C901 - a flat dispatch
        match node:
            case core.End():
                return None
            case core.Stop(loop=loop):
                return None if loop not in at.inner else {}
            case core.Move(what=what, count=count, source=source, target=target):
                if what is None or source is None or at.least_of(count) < 1:
                    return {}
                return self._moved(source, target)
            case core.Draw(count=count, up_to=False, source=source, target=target):
                return self._moved(source, target) if at.least_of(count) >= 1 else {}
            case core.Assign(variable=number, args=args, value=value):
                way = at.way(number, args, value)
                return {} if way is None else {Store(way, number): args}
            case core.If(then=then, other=other):
                both = (self._block(then, at), {} if other is None else self._block(other, at))
                return _shared(both)
            case core.Phase(body=body) | core.Random(body=body):
                return self._block(body, at)
            case core.Repeat(until=None, limit=limit, body=body) if at.least_of(limit) >= 1:
                return self._block(body, at.within(node.number))
            case core.Choose(limit=None, arms=arms, otherwise=otherwise):
                rest = () if otherwise is None else (otherwise,)
                bodies = (*(arm.body for arm in arms), *rest)
                return _shared([self._block(body, at) for body in bodies])
            case core.Invoke(effect=effect):
                found = self._block(self.spec.effects[effect].body, at.entered(effect))
                return None if found is None else dict.fromkeys(found)
            case _:
                return {}

    def _moved(self, source: core.Place, target: core.Place) -> Moved:
        found: Moved = {Store("loses", source.zone): source.args}
        found[Store("gains", target.zone)] = target.args
        return found

    # ------------------------------------------------------------ what goes back

    def moved_back(
        self, arms: Sequence[core.Arm], outside: Mapping[int, Type]
    ) -> set[tuple[bool, Way, int]]:
        """Return the ways that are not kept: what a pick may do the other way, or unknown."""
        anytime = [
            arm
            for root in self.spec.roots
            for node in below(root)
            if isinstance(node, core.Anytime)
            for arm in node.arms
        ]
        back: set[tuple[bool, Way, int]] = set()
        todo = [(arm.body, self._taken(arm, outside)) for arm in arms]
        todo += [(arm.body, self._taken(arm, {})) for arm in anytime]
        called = set[int]()
        while todo:
            body, at = todo.pop()
            for node in below(body):
                back |= self._back(node, at)
                if isinstance(node, core.Invoke) and node.effect not in called:
                    called.add(node.effect)
                    effect = self.spec.effects[node.effect]
                    todo.append((effect.body, at.entered(node.effect)))
        return back

    def _back(self, node: Node, at: Reading) -> set[tuple[bool, Way, int]]:
        match node:
            case core.Move(source=None, target=target):
                every: set[tuple[bool, Way, int]] = {
                    (True, "gains", zone) for zone in range(len(self.spec.zones))
                }
                return every | {(True, "loses", target.zone)}
            case core.Move(source=core.Place(zone=zone), target=target):
                return {(True, "gains", zone), (True, "loses", target.zone)}
            case core.Draw(source=source, target=target):
                return {(True, "gains", source.zone), (True, "loses", target.zone)}
            case core.Assign(variable=number, args=args, value=value):
                return {(False, way, number) for way in at.ways_lost(number, args, value)}
            case core.Turns():
                return {
                    (False, way, number)
                    for number, variable in enumerate(self.spec.variables)
                    if variable.fresh
                    for way in OF_VARIABLES
                }
            case _:
                return set()

    # ------------------------------------------------------------ how many

    def smallest(self, moved: list[Moved], node: core.Choose) -> tuple[int, tuple[Store, ...]]:
        """Return the least bound that covers all arms, and the stores that it counts."""
        rooms = {store: self._room(store, moved, node) for one in moved for store in one}
        listed = sorted(rooms, key=lambda s: (rooms[s], s.number, s.way))
        best = (sum(rooms.values()), tuple(listed))
        for amount in range(min(len(listed), _LISTED) + 1):
            for used in combinations(listed[: 2 * _LISTED], amount):
                whole = sum(rooms[store] for store in used)
                if whole < best[0] and all(any(s in one for s in used) for one in moved):
                    best = whole, used
        return best

    def _room(self, store: Store, moved: list[Moved], node: core.Choose) -> int:
        """Return how many steps a store has; of one member where all arms move that one."""
        spec = self.spec
        named = [one[store] for one in moved if store in one]
        inside = {
            slot
            for arm in node.arms
            for part in below(arm)
            for slot in (*bound_by(part), *_of_turns(part))
        }
        alone = all(
            args is not None and args == named[0] and _is_fixed(args, inside) for args in named
        )
        if store.is_zone:
            zone = spec.zones[store.number]
            copies = sum(spec.kinds[kind].copies for kind in zone.kinds)
            members = 1 if alone else _members(zone.index)
            return copies if zone.capacity is None else min(copies, zone.capacity * members)
        variable = spec.variables[store.number]
        members = 1 if alone else _members(variable.index)
        held = range_of(variable.type).numbers
        return members * (1 if store.way == "is set" else max(0, held.high - held.low))


def _shared(ways: Sequence[Moved | None]) -> Moved | None:
    """Return what all of several ways move, those left out behind which none can follow."""
    going_on = [way for way in ways if way is not None]
    if not going_on:
        return None if ways else {}
    first, *others = going_on
    return {
        store: args if all(other[store] == args for other in others) else None
        for store, args in first.items()
        if all(store in other for other in others)
    }


def _of_turns(node: Node) -> tuple[int, ...]:
    return (node.slot, node.slot + 1) if isinstance(node, core.Turns) else ()


def _slots(choice: core.Choice) -> tuple[int, ...]:
    return (choice.slot, choice.slot + 1) if choice.pair else (choice.slot,)


def _is_fixed(args: tuple[core.Expr, ...], inside: set[int]) -> bool:
    """Return whether arguments are the same for all picks: made of locals from outside alone."""
    return all(
        isinstance(part, core.Const | core.Local) and not free(part) & inside for part in args
    )


def _members(index: tuple[Type, ...]) -> int:
    return prod(count_of(kind) for kind in index)
