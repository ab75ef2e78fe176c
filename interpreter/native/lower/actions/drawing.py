"""One legal action by lot, as a playout takes it, without a list of what is legal.

    before:  for each a, a row:  board of p, [a + 7, a + 8, a + 9 where a step leads there]
    after:   three masks of a, one for each way, and their bits side by side in a few words:
             bit 4 * a + way

Where what is legal is a mask, or a few masks for actions whose second value is a few steps from
the first, it is counted, and the bit at the place that is drawn is the action. There is no loop
whose end the processor would have to guess.
"""

from __future__ import annotations

from functools import partial, reduce
from typing import Final

import attrs

from interpreter.layout import ArmLayout
from interpreter.native.evaluate import asking, relations
from interpreter.native.evaluate.lane import aside
from interpreter.native.evaluate.scalars import Scalar
from interpreter.native.evaluate.unit import Code, Env
from interpreter.native.ir.nodes import Field, Operand
from interpreter.native.lower.actions.bindings import Binding, asked_of, asked_of_each, begun
from interpreter.native.lower.actions.digits import Last, is_run
from interpreter.native.lower.actions.drawn import Drawn, of_one_sort, total_of
from interpreter.native.plan.static import is_static, written_out
from rulelang import core
from rulelang.core.walk import free, replaced
from rulelang.freezing import frozen

MOST_WAYS: Final = 8
MOST_WORDS: Final = 16
"""More words take longer to be counted than the ends of loops to be guessed."""

MOST_TURNS: Final = 4
"""Values of a local, such as players, for each of which ways may be others."""


@frozen
class Turn:
    """A local on which it depends which ways there are, such as whose turn it is."""

    slot: int
    values: tuple[int, ...]


@frozen
class Drawing:
    """What is legal of all arms at a choice point. `turn`: what tells the ways, if anything."""

    of: tuple[Drawn, ...]
    turn: Turn | None

    @property
    def words(self) -> int:
        """How many words there are."""
        return sum(drawn.words for drawn in self.of)

    def write(self, code: Code, env: Env, *, unasked: bool, rarely: str) -> None:
        """Write what gives one that is drawn, where some are legal; the builder stands behind.

        Which arm it is of shows anyway, as what follows branches on it. `unasked`: nothing is
        drawn where only closing arms are legal. `rarely`: what draws where digits are not of
        their sort.
        """
        b = code.b
        if any(drawn.sort for drawn in self.of):
            other, same = b.block("rarely"), b.block()
            strays = reduce(partial(b.op, "or"), [drawn.strays(b) for drawn in self.of])
            b.branch(b.op("ne", strays, 0), other, same)
            b.enter(other)
            b.give(b.call(rarely))
            b.enter(same)
        counts = [drawn.count(b) for drawn in self.of]
        total = total_of(b, counts)
        wanted = total
        if unasked:
            both = zip(self.of, counts, strict=True)
            wanted = total_of(b, [count for drawn, count in both if not drawn.arm.arm.closes])
        some, none = b.block("some"), b.block("none")
        b.branch(b.op("ne", wanted, 0), some, none)
        b.enter(some)
        place, turn = b.call_runtime("draw_place", total), self._turn(code, env)
        for drawn, count in zip(self.of[:-1], counts, strict=False):
            here, behind = b.block(f"arm {drawn.arm.arm.name}"), b.block()
            b.branch(b.op("lt", place, count), here, behind)
            b.enter(here)
            b.give(drawn.at(code, place, turn))
            b.enter(behind)
            place = b.op("sub", place, count)
        b.give(self.of[-1].at(code, place, turn))
        b.enter(none)

    def _turn(self, code: Code, env: Env) -> Operand:
        """Return the digit of the value that tells the ways."""
        if self.turn is None:
            return 0
        local = asking.number(code, core.Local(self.turn.slot), env)
        return code.b.op("sub", local.op, self.turn.values[0])


# ---------------------------------------------------------------- what can be drawn so


@frozen
class Offer:
    """What is on offer at a choice point. `last`: where the digits lie that were picked last.

    `rarely`: a function that draws where digits are not of one sort; "": words are made for all.
    """

    node: core.Choose
    arms: tuple[ArmLayout, ...]
    last: Last
    rarely: str

    def of(self, *, last_resort: bool) -> Offer:
        """Return the arms that are on offer where no other is, or these others."""
        arms = tuple(arm for arm in self.arms if arm.arm.last_resort is last_resort)
        return attrs.evolve(self, arms=arms)


def write_drawing(code: Code, offer: Offer, env: Env) -> bool:
    """Write what gives the number of an action that is drawn of those on offer, or -1: of none.

    Return whether it can be written without loops; else what is written is no use.
    """
    unasked = offer.node.limit is not None and not offer.node.asks
    for part in (offer.of(last_resort=False), offer.of(last_resort=True)):
        drawing = _drawing_of(code, part, env) if part.arms else None
        if drawing is not None:
            drawing.write(code, env, unasked=unasked, rarely=offer.rarely)
        elif part.arms:
            return False
    code.b.give(-1)
    return bool(offer.arms)


def _drawing_of(code: Code, offer: Offer, env: Env) -> Drawing | None:
    """Return what is legal in masks; None where that takes a loop."""
    if not all(map(_may_be_drawn, offer.arms)):
        return None
    turn = next(filter(None, (_turn_of(code, arm, env) for arm in offer.arms)), None)
    if turn is not None:
        tried = [_drawing(Code(code.unit, aside()), offer, env, known) for known in (None, turn)]
        words = [MOST_WORDS + 1 if made is None else made.words for made in tried]
        turn = turn if words[1] < words[0] else None
    made = _drawing(code, offer, env, turn)
    return None if made is None or made.words > MOST_WORDS else made


def _may_be_drawn(arm: ArmLayout) -> bool:
    """Return whether what is chosen in an arm, and when it is on offer, may be a few masks."""
    choices = arm.arm.choices
    return (
        len(choices) <= 2
        and not any(choice.pair for choice in choices)
        and (len(choices) < 2 or (all(map(is_run, arm.statics)) and not arm.is_ordered))
        and not (arm.looks_ahead or arm.trial)
    )


def _drawing(code: Code, offer: Offer, env: Env, turn: Turn | None) -> Drawing | None:
    found: list[Drawn] = []
    for arm in offer.arms:
        drawn = _drawn(code, arm, env, (turn, offer.last[arm.index] if offer.last else ()))
        if drawn is None:
            return None
        found.append(drawn)
    return Drawing(of_one_sort(found) if offer.rarely else tuple(found), turn)


def _drawn(
    code: Code, arm: ArmLayout, env: Env, what: tuple[Turn | None, tuple[Field, ...]]
) -> Drawn | None:
    """Return what is legal of an arm. `what`: what tells the ways, and what was picked last."""
    turn, last = what
    b, bound = code.b, begun(arm, env)
    if not arm.arm.choices:
        holds = asking.condition(code, core.And(bound.needs), env) if bound.needs else 1
        return Drawn(arm, 64, (b.flag(holds),))
    first = Binding(arm, 0, bound, last)
    if len(first.static) > 64 * MOST_WORDS:
        return None
    mask, rest, needs = first.values(code, asking.set_of(code, first.choice.domain, env))
    if len(arm.arm.choices) == 1:
        kept = asked_of_each(code, rest, env, (mask, first.width, first.static))
        return Drawn(arm, first.width, (kept,))
    if rest:
        return None
    known = _by_way(code, first, needs, turn)
    if not known:
        return None
    masks: list[Operand] = []
    for way in range(max(map(len, known))):
        there = [list(found.values())[way][0] if way < len(found) else 0 for found in known]
        one = _of_turn(code, first, turn, there)
        masks.append(b.op("and", mask, one, width=first.width))
    low = arm.statics[1][0]
    steps = tuple(tuple(distance - low for distance in found) for found in known)
    may = [(step - first.static[0], one) for found in known for step, (_, one) in found.items()]
    return Drawn(arm, first.width, tuple(masks), steps, tuple(may), mask) if masks else None


def _by_way(
    code: Code, first: Binding, needs: tuple[core.Expr, ...], turn: Turn | None
) -> list[dict[int, tuple[Operand, int]]]:
    """Return for each value of the turn the ways by their distances; [] where they take a loop."""
    second = first.arm.arm.choices[1]
    asked = _asked(code, first.arm, first.bound.env, needs)
    known: list[dict[int, tuple[Operand, int]]] = []
    for value in (None,) if turn is None else turn.values:
        parts = [_with_turn(code, part, first, turn, value) for part in asked]
        found = relations.by_distance(code, (second, parts), first.bound.env, first.lane)
        if found is None or len(found) > MOST_WAYS:
            return []
        known.append(found)
    return known


def _of_turn(code: Code, first: Binding, turn: Turn | None, masks: list[Operand]) -> Operand:
    """Return the mask for the value that the turn has."""
    chosen, b = masks[0], code.b
    if turn is not None:
        local = asking.number(code, core.Local(turn.slot), first.bound.env)
        for value, mask in zip(turn.values[1:], masks[1:], strict=True):
            chosen = b.op("select", b.op("eq", local.op, value), mask, chosen, width=first.width)
    return chosen


def _turn_of(code: Code, arm: ArmLayout, env: Env) -> Turn | None:
    """Return the first local outside on which it depends which ways there are."""
    if len(arm.arm.choices) < 2:
        return None
    for part in _asked(code, arm, env, begun(arm, env).needs):
        outside = free(part) - {len(env), len(env) + 1}
        if len(outside) != 1 or not is_static(part, code.unit.spec):
            continue
        (slot,) = outside
        local = asking.value(code, core.Local(slot), env)
        if isinstance(local, Scalar) and not local.range.maybe:
            values = tuple(range(local.range.low, local.range.high + 1))
            if 1 < len(values) <= MOST_TURNS:
                return Turn(slot, values)
    return None


def _asked(code: Code, arm: ArmLayout, env: Env, needs: tuple[core.Expr, ...]) -> list[core.Expr]:
    """Return the parts of what is asked of the second binding, those of facts too."""
    return [
        part
        for one in asked_of(arm.arm.choices[1], needs)
        for part in written_out(one, len(env) + 2, code.unit.spec)
    ]


def _with_turn(
    code: Code, part: core.Expr, first: Binding, turn: Turn | None, value: int | None
) -> core.Expr:
    """Return a part in which the turn is known, where that makes it known before play."""
    if turn is None or value is None or not is_static(part, code.unit.spec):
        return part
    lane = first.lane
    if not free(part) <= {lane.slot, lane.slot + 1, turn.slot}:
        return part
    return replaced(part, core.Local(turn.slot), core.Const(value))
