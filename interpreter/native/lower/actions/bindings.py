"""What is bound of an action, and which values a binding may have next, as a mask of digits."""

from __future__ import annotations

from itertools import takewhile
from typing import Final

from interpreter.layout import ArmLayout
from interpreter.native.evaluate import asking, bitsets
from interpreter.native.evaluate.drafts import is_safe, never_faults
from interpreter.native.evaluate.lane import Lane, aside
from interpreter.native.evaluate.sets import SetValue
from interpreter.native.evaluate.unit import Code, Env
from interpreter.native.ir.bits import bit_of
from interpreter.native.ir.nodes import Field, Operand, Width
from interpreter.native.lower.actions.digit_masks import after_last, digit_mask
from interpreter.native.lower.actions.digits import is_run, ordered_slots, value_at
from interpreter.native.memory.slots import mask_width
from interpreter.native.plan.static import conjuncts, is_static
from rulelang import core
from rulelang.core.walk import below, free, scoped
from rulelang.freezing import frozen


@frozen
class Begun:
    """What of an action is bound: the locals, its number so far, and a digit for each value.

    `needs`: the parts of needs that no binding was asked yet.
    """

    env: Env
    base: Operand
    digits: tuple[Operand, ...]
    needs: tuple[core.Expr, ...]

    def also(self, env: Env, base: Operand, *digits: Operand) -> Begun:
        """Return it with more locals, and a digit for each of their values."""
        return Begun(env, base, (*self.digits, *digits), self.needs)


def begun(arm: ArmLayout, env: Env) -> Begun:
    """Return an action of which nothing is bound."""
    needs = [part for need in arm.arm.needs for part in conjuncts(need.test)]
    return Begun(env, arm.arm.first_id, (), tuple(needs))


@frozen
class Binding:
    """A binding of an arm, with what is bound before it.

    `last`: the digits that were picked last, where they are picked in order.
    """

    arm: ArmLayout
    at: int
    bound: Begun
    last: tuple[Field, ...] = ()

    @property
    def choice(self) -> core.Choice:
        """The binding in the rules."""
        return self.arm.arm.choices[self.at]

    @property
    def static(self) -> tuple[int, ...]:
        """The values that its digits stand for."""
        return self.arm.statics[len(self.bound.digits)]

    @property
    def width(self) -> Width:
        """How wide masks of its digits are."""
        return mask_width(0, len(self.static) - 1)

    @property
    def lane(self) -> Lane:
        """Its values, all asked at once; they must be a run."""
        return Lane(len(self.bound.env), self.static[0], len(self.static), self.width)

    def values(
        self, code: Code, domain: SetValue
    ) -> tuple[Operand, list[core.Expr], tuple[core.Expr, ...]]:
        """Return the digits that it may have as a mask, and what is left to be asked.

        That is of each of these digits, and of later bindings.
        """
        choice, env = self.choice, self.bound.env
        mask = digit_mask(code, domain, self.static, self.width)
        if choice.in_order and self.last:
            picked = picked_last(self.arm, self.last, len(self.bound.digits))
            mask = after_last(code, (choice, self.static), picked, mask, self.width)
        rest, needs = self._asked(code)
        what = (mask, self.width, self.static)
        if is_run(self.static) and choice.in_order:
            mask, rest = bitsets.filtered(code, rest, env, what)
        elif is_run(self.static):
            mask, rest = bitsets.begun(code, (choice.domain, rest), env, what)
        return mask, rest, needs

    def _asked(self, code: Code) -> tuple[list[core.Expr], tuple[core.Expr, ...]]:
        """Return what is asked of it, and the needs that are left for later bindings.

        Asked are its `where` and needs that ask of none later, where nothing in between could
        fault; of the last one all that are left.
        """
        needs, later = self.bound.needs, self.arm.arm.choices[self.at + 1 :]
        if not later:
            return asked_of(self.choice, needs), ()
        early: tuple[core.Expr, ...] = ()
        if is_run(self.static) and all(_is_sure(code, choice) for choice in later):
            early = tuple(takewhile(lambda part: self._is_early(code, part), needs))
        return asked_of(self.choice, early), needs[len(early) :]

    def _is_early(self, code: Code, part: core.Expr) -> bool:
        """Return whether a need can be asked before later bindings are there, and cannot fault.

        Locals of its own stand behind all bindings.
        """
        own = any(slots for node in below(part) for _, slots in scoped(node))
        known = max(free(part), default=0) <= self.lane.slot
        return known and not own and is_safe(code, part, self.bound.env, self.lane)


def picked_last(arm: ArmLayout, last: tuple[Field, ...], slot: int) -> Field:
    """Return where the digit lies that was picked last in order."""
    return last[ordered_slots(arm).index(slot)]


def _is_sure(code: Code, choice: core.Choice) -> bool:
    """Return whether a binding has the same values in every position."""
    return not choice.pair and choice.where is None and is_static(choice.domain, code.unit.spec)


def asked_of(choice: core.Choice, needs: tuple[core.Expr, ...]) -> list[core.Expr]:
    """Return what is asked of a binding: its `where`, and these needs."""
    return [*(() if choice.where is None else (choice.where,)), *needs]


MOST_STRAIGHT: Final = 16
"""Instructions that take less time than to guess wrongly whether they are needed."""


def asked_of_each(
    code: Code, parts: list[core.Expr], env: Env, what: tuple[Operand, Width, tuple[int, ...]]
) -> Operand:
    """Return the digits of a mask for which all parts hold; each is asked by itself.

    `what`: the mask, its width, and the values of the digits.
    """
    b = code.b
    mask, width, static = what
    if not parts:
        return mask
    kept = b.variable(width)
    b.set(kept, 0)

    def test(digit: Operand) -> None:
        inner = (*env, value_at(code, static, digit))
        after = b.block()
        holds: Operand = 1
        for part in parts:
            if _is_straight(code, part, inner):
                holds = b.op("and", holds, asking.condition(code, part, inner), width=1)
                continue
            so_far, on = b.block(), b.block()
            b.branch(holds, so_far, after)
            b.enter(so_far)
            asking.branch_on(code, part, inner, on, after)
            b.enter(on)
            holds = 1
        bit = b.op("select", holds, bit_of(b, digit, width), 0, width=width)
        b.set(kept, b.op("or", b.get(kept), bit, width=width))
        b.jump(after)
        b.enter(after)

    b.each_bit(mask, width, test)
    return b.get(kept)


def _is_straight(code: Code, part: core.Expr, env: Env) -> bool:
    """Return whether a part is asked without a branch, in a few steps, and cannot fault.

    A function that it calls may take long, or fault.
    """
    draft = Code(code.unit, aside())
    asking.condition(draft, part, env)
    (first, *more) = draft.b.function.blocks
    few = not more and len(first.instructions) <= MOST_STRAIGHT
    return few and never_faults(draft.b.function, {})
