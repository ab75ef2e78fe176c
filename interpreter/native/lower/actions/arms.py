"""Code for the legal actions of one arm, as rows: loops over its bindings, a row for the last."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import attrs

from interpreter.layout import ArmLayout
from interpreter.native.evaluate import asking, bitsets, relations
from interpreter.native.evaluate.listed_sets import ConstSet
from interpreter.native.evaluate.scalars import Scalar
from interpreter.native.evaluate.sets import RangeSet, SetValue
from interpreter.native.evaluate.unit import Code, Env
from interpreter.native.ir.bits import bit_of
from interpreter.native.ir.nodes import Field, KeepState, Operand, PutBack, Width
from interpreter.native.lower.actions.bindings import (
    Begun,
    Binding,
    asked_of,
    asked_of_each,
    begun,
    picked_last,
)
from interpreter.native.lower.actions.digit_masks import members, pair_after_last
from interpreter.native.lower.actions.digits import is_run, stride, value_at
from interpreter.native.lower.actions.rows import Sink
from interpreter.native.lower.actions.trials import Trial
from interpreter.native.memory.slots import mask_width
from rulelang import core
from rulelang.core.intervals import Range
from rulelang.freezing import define

MAX_MASKED: Final = 1024
"""Numbers that a choice among them may have in one mask; more are counted through."""


def looking(choose: int) -> int:
    """Return what the slot `looking` holds while a pick of a choose is looked at; 0 for none."""
    return choose + 1


@define
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
        self._bind(0, begun(self.arm, self.env))

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
            leads = b.call_runtime("look", b.op("add", base, at), looking(self.arm.owner))
            with b.when(b.op("ne", leads, 0)):
                b.set(kept, b.op("or", b.get(kept), bit_of(b, at, width), width=width))

        b.each_bit(mask, width, look)
        return b.get(kept)

    # ------------------------------------------------------------ bindings

    def _bind(self, at: int, bound: Begun) -> None:
        """Write a loop over the values of a binding."""
        choice, env, base = self.arm.arm.choices[at], bound.env, bound.base
        slot = len(bound.digits)
        domain = asking.set_of(self.code, choice.domain, env)
        is_last = at + 1 == len(self.arm.arm.choices)
        if choice.pair:
            self._pair(at, bound, domain)
            return
        static = self.arm.statics[slot]
        numbers = _numbers(domain) if len(static) > MAX_MASKED and not choice.in_order else None
        if numbers is not None:
            self._counted(at, bound, numbers)
            return
        width = mask_width(0, len(static) - 1)
        binding = Binding(self.arm, at, bound, self.last)
        mask, rest, needs = binding.values(self.code, domain)
        if is_last:
            self._last(rest, env, base, (mask, width, static))
            return
        if is_run(static) and not rest:
            mask = self._leading_on(binding, mask, needs)
        bound = attrs.evolve(bound, needs=needs)
        step = stride(self.arm, slot)

        def run(digit: Operand) -> None:
            inner = (*env, value_at(self.code, static, digit))
            further = self.code.b.op("add", base, self.code.b.op("mul", digit, step))
            self._where(rest, inner, lambda: self._bind(at + 1, bound.also(inner, further, digit)))

        self.code.b.each_bit(mask, width, run)

    def _leading_on(
        self, binding: Binding, mask: Operand, needs: tuple[core.Expr, ...]
    ) -> Operand:
        """Return a mask without the values that no value of the next binding goes with.

        Only where that is asked of all values at once: then nothing is left out that could fault.
        """
        choices, env = self.arm.arm.choices, binding.bound.env
        following = choices[binding.at + 1]
        asked = asked_of(following, needs if binding.at + 2 == len(choices) else ())
        found = relations.tied(self.code, (following, asked), env, binding.lane)
        if found is None:
            return mask
        return self.code.b.op("and", mask, found, width=binding.width)

    def _counted(self, at: int, bound: Begun, domain: RangeSet) -> None:
        """Write a loop over numbers that are too many for a mask."""
        b, env, base = self.code.b, bound.env, bound.base
        choice, slot = self.arm.arm.choices[at], len(bound.digits)
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
                    self._bind(at + 1, bound.also(inner, further, digit))

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

    def _last(
        self,
        rest: list[core.Expr],
        env: Env,
        base: Operand,
        what: tuple[Operand, Width, tuple[int, ...]],
    ) -> None:
        """Write the row of the last binding: its values for which all parts hold."""
        _, width, static = what

        def env_of(digit: Operand) -> Env:
            return (*env, value_at(self.code, static, digit))

        kept = asked_of_each(self.code, rest, env, what)
        self._row(base, (kept, width), env_of)

    def _pair(self, at: int, bound: Begun, domain: SetValue) -> None:
        """Write the rows of a pair: two members, the first before the second."""
        b, env, base = self.code.b, bound.env, bound.base
        choice, slot = self.arm.arm.choices[at], len(bound.digits)
        static = self.arm.statics[slot]
        width = mask_width(0, len(static) - 1)
        found = members(self.code, domain, static, width)
        first_step, step = stride(self.arm, slot), stride(self.arm, slot + 1)
        is_last = at + 1 == len(self.arm.arm.choices)

        def run(digit: Operand) -> None:
            one = value_at(self.code, static, digit)
            bit = bit_of(b, digit, width)
            twin = b.op("and", found.twice, bit, width=width)
            seconds = b.op("or", found.after(digit), twin, width=width)
            further = b.op("add", base, b.op("mul", digit, first_step))
            if choice.in_order and self.last:
                picked = (
                    picked_last(self.arm, self.last, slot),
                    picked_last(self.arm, self.last, slot + 1),
                )
                seconds = pair_after_last(
                    self.code, (choice, static), picked, digit, (seconds, width)
                )
            if is_last:
                rest = asked_of(choice, bound.needs)
                if is_run(static):
                    what = (seconds, width, static)
                    seconds, rest = bitsets.filtered(self.code, rest, (*env, one), what)
                self._last(rest, (*env, one), further, (seconds, width, static))
                return

            def second(other: Operand) -> None:
                inner = (*env, one, value_at(self.code, static, other))
                beyond = b.op("add", further, b.op("mul", other, step))
                self._where(
                    [] if choice.where is None else [choice.where],
                    inner,
                    lambda: self._bind(at + 1, bound.also(inner, beyond, digit, other)),
                )

            b.each_bit(seconds, width, second)

        b.each_bit(found.all, width, run)


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
