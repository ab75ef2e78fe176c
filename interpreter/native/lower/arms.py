"""Code for the legal actions of one arm, as rows: loops over its bindings, a row for the last."""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile
from typing import Final

import attrs

from interpreter.layout import ArmLayout
from interpreter.native.errors import NotCompilableError
from interpreter.native.evaluate import asking, lanes, relations
from interpreter.native.evaluate.constant_sets import ConstSet
from interpreter.native.evaluate.lane import Lane
from interpreter.native.evaluate.scalars import Scalar
from interpreter.native.evaluate.sets import RangeSet, SetValue, ZoneSet
from interpreter.native.evaluate.trials import is_safe
from interpreter.native.evaluate.unit import Code, Env
from interpreter.native.ir.bits import bit_of
from interpreter.native.ir.nodes import Field, KeepState, Operand, PutBack, Width
from interpreter.native.lower.digit_masks import after_last, digit_mask, doubles, pair_after_last
from interpreter.native.lower.digits import is_run, ordered_slots, stride, value_at
from interpreter.native.lower.rows import Sink
from interpreter.native.lower.trials import Trial
from interpreter.native.memory.slots import lane_width
from interpreter.native.plan.static import conjuncts, is_static
from rulelang import core
from rulelang.core.intervals import Range
from rulelang.core.walk import below, free, scoped
from rulelang.freezing import frozen

MAX_MASKED: Final = 1024
"""Numbers that a choice among them may have in one mask; more are counted through."""


def looking(choose: int) -> int:
    """Return what the slot `looking` holds while a pick of a choose is looked at; 0 for none."""
    return choose + 1


@frozen
class _Begun:
    """What of an action is bound: the locals, its number so far, and a digit for each value.

    `needs`: the parts of needs that no binding was asked yet.
    """

    env: Env
    base: Operand
    digits: tuple[Operand, ...]
    needs: tuple[core.Expr, ...]

    def also(self, env: Env, base: Operand, *digits: Operand) -> _Begun:
        """Return it with more locals, and a digit for each of their values."""
        return _Begun(env, base, (*self.digits, *digits), self.needs)


@attrs.define
class Arm:
    """Writes the legal actions of one arm."""

    code: Code
    arm: ArmLayout
    env: Env
    sink: Sink
    last: tuple[Field, ...]
    trial: Trial | None = None
    kept: int = attrs.field(default=-1, init=False)

    def write(self) -> None:
        """Write loops over the bindings, with a row for the values of the last."""
        if self.trial is not None:
            size = sum(length for _, length in self.trial.spans)
            self.kept = self.code.b.buffer(-(-size // 8))
            self.code.b.add(KeepState(self.kept, self.trial.spans))
        if not self.arm.arm.choices:
            self._without_bindings()
            return
        needs = [part for need in self.arm.arm.needs for part in conjuncts(need.test)]
        self._bind(0, _Begun(self.env, self.arm.arm.first_id, (), tuple(needs)))

    def _needs(self, env: Env, body: Callable[[], None]) -> None:
        """Run the body where all needs hold."""
        b = self.code.b
        after = b.block()
        for need in self.arm.arm.needs:
            on = b.block("need")
            asking.branch_on(self.code, need.test, env, on, after)
            b.enter(on)
        body()
        b.jump(after)
        b.enter(after)

    def _without_bindings(self) -> None:
        self._needs(self.env, lambda: self._single(self.arm.arm.first_id, self.env))

    def _single(self, number: Operand, env: Env) -> None:
        """Write the row of one action, given its locals."""
        self._row(number, (1, 64), lambda _: env)

    def _row(
        self, base: Operand, what: tuple[Operand, Width], env_of: Callable[[Operand], Env]
    ) -> None:
        """Write a row; `env_of` gives the locals of the action that a bit stands for."""
        mask, width = what
        if self.trial is not None:
            mask = self._that_pass(self.trial, what, env_of)
        if self.arm.looks_ahead:
            mask = self._that_lead_on(base, mask, width)
        self.sink.row(base, mask, width)

    def _that_pass(
        self, trial: Trial, what: tuple[Operand, Width], env_of: Callable[[Operand], Env]
    ) -> Operand:
        """Return the mask without the actions whose trial fails."""
        b, (mask, width) = self.code.b, what
        kept = b.variable(width)
        b.set(kept, 0)

        def judge(at: Operand) -> None:
            picked = env_of(at)[len(self.env) :]
            arguments = tuple(value.op for value in picked if isinstance(value, Scalar))
            assert len(arguments) == len(picked), "what is chosen is one of what its type holds"
            passes = trial.judged(self.code, arguments)
            b.add(PutBack(self.kept, trial.spans))
            with b.when(passes):
                b.set(kept, b.op("or", b.get(kept), bit_of(b, at, width), width=width))

        b.each_bit(mask, width, judge)
        return b.get(kept)

    def _that_lead_on(self, base: Operand, mask: Operand, width: Width) -> Operand:
        """Return the mask without the picks after which nothing could close the choice."""
        b = self.code.b
        kept = b.variable(width)
        b.set(kept, 0)

        def look(at: Operand) -> None:
            leads = b.call("look", (b.op("add", base, at), looking(self.arm.owner)))
            with b.when(b.op("ne", leads, 0)):
                b.set(kept, b.op("or", b.get(kept), bit_of(b, at, width), width=width))

        b.each_bit(mask, width, look)
        return b.get(kept)

    # ------------------------------------------------------------ bindings

    def _bind(self, at: int, begun: _Begun) -> None:
        """Write a loop over the values of a binding."""
        choice, env, base = self.arm.arm.choices[at], begun.env, begun.base
        slot = len(begun.digits)
        domain = asking.set_of(self.code, choice.domain, env)
        is_last = at + 1 == len(self.arm.arm.choices)
        if choice.pair:
            self._pair(at, begun, domain)
            return
        static = self.arm.statics[slot]
        numbers = _numbers(domain) if len(static) > MAX_MASKED and not choice.in_order else None
        if numbers is not None:
            self._counted(at, begun, numbers)
            return
        width = lane_width(0, len(static) - 1)
        mask = digit_mask(self.code, domain, static, width)
        if choice.in_order and self.last:
            picked = self._picked_last(slot)
            mask = after_last(self.code, (choice, static), picked, mask, width)
        rest, needs = self._asked(at, begun, (static, width))
        if is_run(static) and choice.in_order:
            mask, rest = lanes.filtered(self.code, rest, env, (mask, width, static))
        elif is_run(static):
            mask, rest = lanes.begun(self.code, (choice.domain, rest), env, (mask, width, static))
        if is_last:
            self._last(rest, env, base, (mask, width, static))
            return
        if is_run(static) and not rest:
            mask = self._leading_on(at, env, (mask, width, static), needs)
        begun = attrs.evolve(begun, needs=needs)
        step = stride(self.arm, slot)

        def run(digit: Operand) -> None:
            inner = (*env, value_at(self.code, static, digit))
            further = self.code.b.op("add", base, self.code.b.op("mul", digit, step))
            self._where(rest, inner, lambda: self._bind(at + 1, begun.also(inner, further, digit)))

        self.code.b.each_bit(mask, width, run)

    def _leading_on(
        self,
        at: int,
        env: Env,
        what: tuple[Operand, Width, tuple[int, ...]],
        needs: tuple[core.Expr, ...],
    ) -> Operand:
        """Return a mask without the values that no value of the next binding goes with.

        Only where that is asked of all values at once: then nothing is left out that could fault.
        """
        mask, width, static = what
        following = self.arm.arm.choices[at + 1]
        asked = _of(following, needs if at + 2 == len(self.arm.arm.choices) else ())
        lane = Lane(len(env), static[0], len(static), width)
        found = relations.tied(self.code, (following, asked), env, lane)
        return mask if found is None else self.code.b.op("and", mask, found, width=width)

    def _counted(self, at: int, begun: _Begun, domain: RangeSet) -> None:
        """Write a loop over numbers that are too many for a mask."""
        b, env, base = self.code.b, begun.env, begun.base
        choice, slot = self.arm.arm.choices[at], len(begun.digits)
        is_last = at + 1 == len(self.arm.arm.choices)
        rest: list[core.Expr] = [] if choice.where is None else [choice.where]
        step, lowest = stride(self.arm, slot), self.arm.statics[slot][0]

        def run(element: Scalar) -> None:
            inner = (*env, element)
            digit = b.op("sub", element.op, lowest)
            further = b.op("add", base, b.op("mul", digit, step))

            def go_on() -> None:
                if is_last:
                    self._needs(inner, lambda: self._single(further, inner))
                else:
                    self._bind(at + 1, begun.also(inner, further, digit))

            self._where(rest, inner, go_on)

        domain.each_number(self.code, run)

    def _where(self, parts: list[core.Expr], env: Env, body: Callable[[], None]) -> None:
        b = self.code.b
        after = b.block()
        for part in parts:
            on = b.block("where")
            asking.branch_on(self.code, part, env, on, after)
            b.enter(on)
        body()
        b.jump(after)
        b.enter(after)

    def _asked(
        self, at: int, begun: _Begun, what: tuple[tuple[int, ...], Width]
    ) -> tuple[list[core.Expr], tuple[core.Expr, ...]]:
        """Return what is asked of a binding, and the needs that are left for later ones.

        Asked are its `where` and needs that ask of none later, where nothing in between could
        fault; of the last one all that are left. `what`: its values, and how wide masks are.
        """
        choices, (static, width), env = self.arm.arm.choices, what, begun.env
        if at + 1 == len(choices):
            return _of(choices[at], begun.needs), ()
        early: tuple[core.Expr, ...] = ()
        if is_run(static) and all(map(self._is_sure, choices[at + 1 :])):
            lane = Lane(len(env), static[0], len(static), width)
            early = tuple(takewhile(lambda part: self._is_early(part, env, lane), begun.needs))
        return _of(choices[at], early), begun.needs[len(early) :]

    def _is_early(self, part: core.Expr, env: Env, lane: Lane) -> bool:
        """Return whether a need can be asked before later bindings are there, and cannot fault.

        Locals of its own stand behind all bindings.
        """
        own = any(slots for node in below(part) for _, slots in scoped(node))
        known = max(free(part), default=0) <= lane.slot
        return known and not own and is_safe(self.code, part, env, lane)

    def _is_sure(self, choice: core.Choice) -> bool:
        """Return whether a binding has the same values in every position."""
        return (
            not choice.pair
            and choice.where is None
            and is_static(choice.domain, self.code.unit.spec)
        )

    def _last(
        self,
        rest: list[core.Expr],
        env: Env,
        base: Operand,
        what: tuple[Operand, Width, tuple[int, ...]],
    ) -> None:
        """Write the row of the last binding: its values for which all parts hold."""
        b = self.code.b
        mask, width, static = what

        def env_of(digit: Operand) -> Env:
            return (*env, value_at(self.code, static, digit))

        if not rest:
            self._row(base, (mask, width), env_of)
            return
        kept = b.variable(width)
        b.set(kept, 0)

        def test(digit: Operand) -> None:
            inner = env_of(digit)
            after = b.block()
            for part in rest:
                on = b.block()
                asking.branch_on(self.code, part, inner, on, after)
                b.enter(on)
            b.set(kept, b.op("or", b.get(kept), bit_of(b, digit, width), width=width))
            b.jump(after)
            b.enter(after)

        b.each_bit(mask, width, test)
        self._row(base, (b.get(kept), width), env_of)

    def _pair(self, at: int, begun: _Begun, domain: SetValue) -> None:
        """Write the rows of a pair: two members, the first before the second."""
        b, env, base = self.code.b, begun.env, begun.base
        choice, slot = self.arm.arm.choices[at], len(begun.digits)
        static = self.arm.statics[slot]
        if not (domain.is_plain or isinstance(domain, ZoneSet)) or not _ascends(static):
            raise NotCompilableError("a pair is chosen from a row", "choose one after the other")
        if isinstance(domain, ZoneSet) and domain.slots.items is not None:
            raise NotCompilableError("a pair is chosen from a row", "choose one after the other")
        width = lane_width(0, len(static) - 1)
        mask = digit_mask(self.code, domain, static, width)
        twice = doubles(self.code, domain, static, width)
        first_step, step = stride(self.arm, slot), stride(self.arm, slot + 1)
        is_last = at + 1 == len(self.arm.arm.choices)

        def run(digit: Operand) -> None:
            one = value_at(self.code, static, digit)
            bit = bit_of(b, digit, width)
            upto = b.op("or", b.op("sub", bit, 1, width=width), bit, width=width)
            above = b.op(
                "and", mask, b.op("xor", upto, (1 << width) - 1, width=width), width=width
            )
            seconds = b.op("or", above, b.op("and", twice, bit, width=width), width=width)
            further = b.op("add", base, b.op("mul", digit, first_step))
            if choice.in_order and self.last:
                picked = self._picked_last(slot), self._picked_last(slot + 1)
                seconds = pair_after_last(self.code, choice, picked, digit, (seconds, width))
            if is_last:
                rest = _of(choice, begun.needs)
                if is_run(static):
                    what = (seconds, width, static)
                    seconds, rest = lanes.filtered(self.code, rest, (*env, one), what)
                self._last(rest, (*env, one), further, (seconds, width, static))
                return

            def second(other: Operand) -> None:
                inner = (*env, one, value_at(self.code, static, other))
                beyond = b.op("add", further, b.op("mul", other, step))
                self._where(
                    [] if choice.where is None else [choice.where],
                    inner,
                    lambda: self._bind(at + 1, begun.also(inner, beyond, digit, other)),
                )

            b.each_bit(seconds, width, second)

        b.each_bit(mask, width, run)

    def _picked_last(self, slot: int) -> Field:
        """Return where the digit lies that was picked last in order."""
        return self.last[ordered_slots(self.arm).index(slot)]


def _of(choice: core.Choice, needs: tuple[core.Expr, ...]) -> list[core.Expr]:
    """Return what is asked of a binding: its `where`, and these needs."""
    return [*(() if choice.where is None else (choice.where,)), *needs]


def _ascends(static: tuple[int, ...]) -> bool:
    return list(static) == sorted(static)


def _numbers(domain: SetValue) -> RangeSet | None:
    """Return a domain as the numbers between two; None where it is something else."""
    match domain:
        case RangeSet():
            return domain
        case ConstSet(values=(int(low), *_, int(high)) as values) if values == tuple(
            range(low, high + 1)
        ):
            return RangeSet(Scalar(low, Range(low, low)), Scalar(high, Range(high, high)))
        case _:
            return None
