"""Code for legal actions: one function for each choice point, which lists them as rows. Ref §6-8.

A row is the number of an action and a mask: bit `i` stands for the action `i` further. The last
binding of an arm varies fastest, so a row holds many of its values; those before it are loops.
"""

from __future__ import annotations

from collections.abc import Callable

import attrs

from interpreter.compiled import expressions, lanes
from interpreter.compiled.builder import Builder
from interpreter.compiled.code import FAULT, Code, Env
from interpreter.compiled.flow import Flow
from interpreter.compiled.frames import ChoosingFrame, Local, Point
from interpreter.compiled.ir import NONE, Field, Operand, Row, Width
from interpreter.compiled.ranges import NotCompilableError, Range, range_of
from interpreter.compiled.sets import Lanes, Scalar, SetValue, ZoneSet, bit_of, tested
from interpreter.compiled.slots import lane_width
from interpreter.layout import ArmLayout
from rulelang import core
from rulelang.rule_types import Component

Last = tuple[tuple[Field, ...], ...]


# ---------------------------------------------------------------- picks in order


def ordered_slots(arm: ArmLayout) -> tuple[int, ...]:
    """Return the argument slots of the bindings of an arm that are `in order`."""
    slots: list[int] = []
    at = 0
    for choice in arm.arm.choices:
        width = 2 if choice.pair else 1
        if choice.in_order:
            slots += range(at, at + width)
        at += width
    return tuple(slots)


def ordered_statics(arm: ArmLayout) -> tuple[tuple[int, ...], ...]:
    """Return the static values of those slots."""
    return tuple(arm.statics[slot] for slot in ordered_slots(arm))


def last_fields(flow: Flow, node: core.Choose, arms: tuple[ArmLayout, ...]) -> Last:
    """Return slots for the digits picked last, for every arm; () where none is in order."""
    if not any(arm.is_ordered for arm in arms):
        return ()
    fields = flow.program.unit.fields
    return tuple(
        tuple(
            fields.number(
                f"choose{node.number}.last.{arm.index}", Range(-1, len(arm.statics[slot]))
            )
            for slot in ordered_slots(arm)
        )
        for arm in arms
    )


def note_last(flow: Flow, arm: ArmLayout, number: Operand, fields: tuple[Field, ...]) -> None:
    """Store the digits of a pick."""
    digits = _digits(flow.code, arm, number)
    for slot, field in zip(ordered_slots(arm), fields, strict=False):
        flow.b.store(field, digits[slot])


def done_frame(node: core.Choose, env: tuple[Local, ...]) -> ChoosingFrame:
    """Return the frame of a choose that will not ask again."""
    return ChoosingFrame(node.number, None, True, (), (), env)


# ---------------------------------------------------------------- arguments


def _digits(code: Code, arm: ArmLayout, number: Operand) -> list[Operand]:
    b = code.b
    rest = b.op("sub", number, arm.arm.first_id)
    digits: list[Operand] = []
    for static in reversed(arm.statics):
        digits.append(
            b.op("floormod", rest, len(static)) if len(digits) + 1 < len(arm.statics) else rest
        )
        rest = b.op("floordiv", rest, len(static))
    return digits[::-1]


def arguments(code: Code, arm: ArmLayout, number: Operand) -> list[Scalar]:
    """Return the arguments that an action number of an arm stands for."""
    digits = _digits(code, arm, number)
    return [
        _value_at(code, static, digit) for static, digit in zip(arm.statics, digits, strict=True)
    ]


def _value_at(code: Code, static: tuple[int, ...], digit: Operand) -> Scalar:
    """Return the value with a digit."""
    found = Range(min(static, default=0), max(static, default=0))
    if _is_run(static):
        return Scalar(code.b.op("add", digit, static[0]), found)
    return Scalar(code.b.table(code.unit.constants.table(static), digit), found)


def _is_run(static: tuple[int, ...]) -> bool:
    return bool(static) and static == tuple(range(static[0], static[0] + len(static)))


# ---------------------------------------------------------------- the function


@attrs.frozen
class Sink:
    """Where the legal actions of an arm go: the variable that counts them."""

    code: Code
    count: int
    first: int | None

    def row(self, base: Operand, mask: Operand, width: Width) -> None:
        """Note the actions `base + i` for the bits of a mask."""
        b = self.code.b
        if isinstance(mask, int) and not mask:
            return
        b.set(self.count, b.op("add", b.get(self.count), b.op("popcount", mask, width=64)))
        if self.first is not None:
            unset = b.op("lt", b.get(self.first), 0)
            some = b.op("and", unset, b.op("ne", mask, 0), width=1)
            with b.when(some):
                b.set(self.first, b.op("add", base, b.op("ctz", mask, width=64)))
        for word in range(width // 64):
            part = b.op("shr", mask, 64 * word, width=width) if word else mask
            low = part if width == 64 else b.op("narrow", part, width=64)
            if isinstance(low, int):
                low &= (1 << 64) - 1
            with b.when(b.op("ne", low, 0)):
                b.add(Row(b.op("add", base, 64 * word), low))


def legal_function(flow: Flow, node: core.Choose, env: Env, where: tuple[Point, Last]) -> str:
    """Write the function that lists what is legal at a choice point; return its name.

    Its parameter is 1 where only closing arms are asked for. It tells the actor, and how many are
    legal of its own arms, of those of `anytime` (`extra`) and of closing ones.
    """
    point, last = where
    name = f"legal{point.number}"
    flow.program.legal[point.number] = name
    b = Builder(name, 1, 0)
    code = Code(flow.program.unit, b)
    (only_closing,) = b.function.parameters
    actor = expressions.scalar(code, node.actor, env)
    if actor.range.maybe:
        b.fault_unless(b.op("ne", actor.op, NONE), FAULT)
    b.tell("actor", actor.op)
    counts = {what: b.variable() for what in ("own", "extra", "closing")}
    first = b.variable()
    for variable in counts.values():
        b.set(variable, 0)
    b.set(first, -1)
    for arm, instance in _in_order_of_numbers(flow, node):
        closes = arm.arm.closes and node.limit is not None
        what = "extra" if instance is not None else "closing" if closes else "own"
        sink = Sink(code, counts[what], first if what == "closing" else None)
        asks = _asks(flow, (b, only_closing), arm, (instance, actor, counts))
        with b.when(asks, f"arm {arm.arm.name}"):
            if instance is None:
                fields = last[arm.index] if last else ()
                Arm(code, arm, env, sink, fields).write()
            else:
                held = flow.program.anytimes[instance]
                Arm(code, arm, held.env, sink, ()).write()
    for what in ("own", "extra", "closing"):
        b.tell(what, b.get(counts[what]))  # type: ignore[arg-type]  # the names of context slots
    b.tell("first", b.get(first))
    b.give(None)
    flow.program.unit.finish(b)
    return name


def _in_order_of_numbers(flow: Flow, node: core.Choose) -> list[tuple[ArmLayout, int | None]]:
    """Return the arms that may be open at a choose, with the `anytime` instance they are of."""
    layout = flow.program.unit.layout
    arms: list[tuple[ArmLayout, int | None]] = [(arm, None) for arm in layout.arms[node.number]]
    for instance in flow.setting.anytime:
        number = flow.program.anytimes[instance].node.number
        arms += [(arm, instance) for arm in layout.arms[number]]
    return sorted(arms, key=lambda pair: pair[0].arm.first_id)


def _asks(
    flow: Flow,
    what: tuple[Builder, Operand],
    arm: ArmLayout,
    state: tuple[int | None, Scalar, dict[str, int]],
) -> Operand:
    """Return whether an arm is open at all."""
    b, only_closing = what
    instance, actor, counts = state
    if instance is not None:
        held = flow.program.anytimes[instance]
        mine = b.op("eq", b.load(held.actor), actor.op)
        some = b.op("gt", b.load(held.left), 0)
        here = b.op("and", mine, some, width=1)
        return b.op("and", here, b.op("eq", only_closing, 0), width=1)
    if arm.arm.last_resort:
        others = b.op("add", b.get(counts["own"]), b.get(counts["closing"]))
        return b.op("eq", others, 0)
    return 1 if arm.arm.closes else b.op("eq", only_closing, 0)


@attrs.define
class Arm:
    """Writes the legal actions of one arm."""

    code: Code
    arm: ArmLayout
    env: Env
    sink: Sink
    last: tuple[Field, ...]

    def write(self) -> None:
        """Write loops over the bindings, with a row for the values of the last."""
        if not self.arm.arm.choices:
            self._without_bindings()
            return
        self._bind(0, self.env, self.arm.arm.first_id, ())

    def _needs(self, env: Env, body: Callable[[], None]) -> None:
        """Run the body where all needs hold."""
        b = self.code.b
        after = b.block()
        for need in self.arm.arm.needs:
            on = b.block("need")
            expressions.branch_on(self.code, need.test, env, on, after)
            b.enter(on)
        body()
        b.jump(after)
        b.enter(after)

    def _without_bindings(self) -> None:
        first = self.arm.arm.first_id
        self._needs(self.env, lambda: self._row(first, 1, 64))

    def _row(self, base: Operand, mask: Operand, width: Width) -> None:
        if self.arm.looks_ahead:
            mask = self._that_lead_on(base, mask, width)
        self.sink.row(base, mask, width)

    def _that_lead_on(self, base: Operand, mask: Operand, width: Width) -> Operand:
        """Return the mask without the picks after which nothing could close the choice."""
        b = self.code.b
        kept = b.variable(width)
        b.set(kept, 0)

        def look(at: Operand) -> None:
            with b.when(b.op("ne", b.call("look", (b.op("add", base, at),)), 0)):
                b.set(kept, b.op("or", b.get(kept), bit_of(b, at, width), width=width))

        b.each_bit(mask, width, look)
        return b.get(kept)

    # ------------------------------------------------------------ bindings

    def _bind(self, at: int, env: Env, base: Operand, digits: tuple[Operand, ...]) -> None:
        choice = self.arm.arm.choices[at]
        slot = len(digits)
        domain = expressions.set_of(self.code, choice.domain, env)
        is_last = at + 1 == len(self.arm.arm.choices)
        if choice.pair:
            self._pair(at, env, base, (digits, domain))
            return
        static = self.arm.statics[slot]
        width = lane_width(0, len(static) - 1)
        mask = self._after_last(choice, slot, self._digit_mask(domain, static, width), width)
        if is_last:
            self._last(choice, env, base, (mask, width, static))
            return
        stride = _stride(self.arm, slot)

        def run(digit: Operand) -> None:
            inner = (*env, _value_at(self.code, static, digit))
            further = self.code.b.op("add", base, self.code.b.op("mul", digit, stride))
            self._where(
                choice, inner, lambda: self._bind(at + 1, inner, further, (*digits, digit))
            )

        self.code.b.each_bit(mask, width, run)

    def _where(self, choice: core.Choice, env: Env, body: Callable[[], None]) -> None:
        if choice.where is None:
            body()
            return
        b = self.code.b
        on, after = b.block("where"), b.block()
        expressions.branch_on(self.code, choice.where, env, on, after)
        b.enter(on)
        body()
        b.jump(after)
        b.enter(after)

    def _last(
        self,
        choice: core.Choice,
        env: Env,
        base: Operand,
        what: tuple[Operand, Width, tuple[int, ...]],
    ) -> None:
        """Write the row of the last binding: its values for which `where` and all needs hold."""
        b = self.code.b
        mask, width, static = what
        rest: list[core.Expr] = [] if choice.where is None else [choice.where]
        rest += [need.test for need in self.arm.arm.needs]
        if _is_run(static):
            mask, rest = lanes.filtered(self.code, rest, env, (mask, width, static))
        if not rest:
            self._row(base, mask, width)
            return
        kept = b.variable(width)
        b.set(kept, 0)

        def test(digit: Operand) -> None:
            inner = (*env, _value_at(self.code, static, digit))
            after = b.block()
            for part in rest:
                on = b.block()
                expressions.branch_on(self.code, part, inner, on, after)
                b.enter(on)
            b.set(kept, b.op("or", b.get(kept), bit_of(b, digit, width), width=width))
            b.jump(after)
            b.enter(after)

        b.each_bit(mask, width, test)
        self._row(base, b.get(kept), width)

    def _pair(
        self, at: int, env: Env, base: Operand, what: tuple[tuple[Operand, ...], SetValue]
    ) -> None:
        """Write the rows of a pair: two members, the first before the second."""
        b = self.code.b
        digits, domain = what
        choice, slot = self.arm.arm.choices[at], len(digits)
        static = self.arm.statics[slot]
        if not (domain.is_plain or isinstance(domain, ZoneSet)) or not _ascends(static):
            raise NotCompilableError("a pair is chosen from a row")
        if isinstance(domain, ZoneSet) and domain.slots.items is not None:
            raise NotCompilableError("a pair is chosen from a row")
        width = lane_width(0, len(static) - 1)
        mask = self._digit_mask(domain, static, width)
        doubles = self._doubles(domain, static, width)
        first_stride, stride = _stride(self.arm, slot), _stride(self.arm, slot + 1)
        is_last = at + 1 == len(self.arm.arm.choices)

        def run(digit: Operand) -> None:
            one = _value_at(self.code, static, digit)
            bit = bit_of(b, digit, width)
            upto = b.op("or", b.op("sub", bit, 1, width=width), bit, width=width)
            above = b.op(
                "and", mask, b.op("xor", upto, (1 << width) - 1, width=width), width=width
            )
            seconds = b.op("or", above, b.op("and", doubles, bit, width=width), width=width)
            further = b.op("add", base, b.op("mul", digit, first_stride))
            if choice.in_order:
                seconds = self._pair_after_last(choice, slot, digit, (seconds, width))
            if is_last:
                self._last(choice, (*env, one), further, (seconds, width, static))
                return

            def second(other: Operand) -> None:
                inner = (*env, one, _value_at(self.code, static, other))
                beyond = b.op("add", further, b.op("mul", other, stride))
                self._where(
                    choice,
                    inner,
                    lambda: self._bind(at + 1, inner, beyond, (*digits, digit, other)),
                )

            b.each_bit(seconds, width, second)

        b.each_bit(mask, width, run)

    def _doubles(self, domain: SetValue, static: tuple[int, ...], width: Width) -> Operand:
        """Return the mask of digits whose kind lies there at least twice."""
        if not isinstance(domain, ZoneSet) or domain.slots.counts is None:
            return 0
        b, slots = self.code.b, domain.slots
        counts = slots.counts
        mask = b.variable(width)
        b.set(mask, 0)

        def note(digit: Operand) -> None:
            kind = _value_at(self.code, static, digit)
            at = b.op(
                "sub", b.op("add", b.op("mul", domain.cell, slots.span), kind.op), slots.base
            )
            assert counts is not None
            with b.when(b.op("gt", b.load(counts, at), 1)):
                b.set(mask, b.op("or", b.get(mask), bit_of(b, digit, width), width=width))

        b.each_bit(self._digit_mask(domain, static, width), width, note)
        return b.get(mask)

    # ------------------------------------------------------------ digits

    def _digit_mask(self, domain: SetValue, static: tuple[int, ...], width: Width) -> Operand:
        """Return the elements of a domain as a mask of their digits."""
        found = domain.lanes(self.code)
        if found is None:
            return self._gathered(domain, static, width)
        if _is_run(static):
            return lanes.moved(self.code, found, static[0], width)
        return self._looked_up(found, static, width)

    def _gathered(self, domain: SetValue, static: tuple[int, ...], width: Width) -> Operand:
        """Return the mask of a domain that is too wide for a mask of its own."""
        b = self.code.b
        if not _is_run(static) or width > lanes.MAX_WIDTH:
            raise NotCompilableError(f"a binding has {len(static)} values")
        mask = b.variable(width)
        b.set(mask, 0)

        def note(element: object) -> None:
            if not isinstance(element, Scalar):
                raise NotCompilableError("a binding goes through sets of sets")
            digit = b.op("sub", element.op, static[0])
            b.set(mask, b.op("or", b.get(mask), bit_of(b, digit, width), width=width))

        domain.each(self.code, note)
        return b.get(mask)

    def _looked_up(self, found: Lanes, static: tuple[int, ...], width: Width) -> Operand:
        b = self.code.b
        mask = b.variable(width)
        b.set(mask, 0)
        table = self.code.unit.constants.table(static)

        def ask(digit: Operand) -> None:
            at = b.op("sub", b.table(table, digit), found.base)
            inside = b.op("and", b.op("ge", at, 0), b.op("lt", at, found.width), width=1)
            safe = b.op("select", inside, at, 0, width=64)
            lies = b.op("and", inside, tested(b, found.mask, safe, found.width), width=1)
            with b.when(lies):
                b.set(mask, b.op("or", b.get(mask), bit_of(b, digit, width), width=width))

        b.count_up(0, len(static), ask)
        return b.get(mask)

    def _after_last(self, choice: core.Choice, slot: int, mask: Operand, width: Width) -> Operand:
        """Return the digits that come after this arm's last pick in order."""
        if not choice.in_order or not self.last:
            return mask
        b = self.code.b
        field = self.last[ordered_slots(self.arm).index(slot)]
        last = b.load(field)
        wide = b.op("max", last, 0)
        bit = bit_of(b, wide, width)
        below = b.op("sub", bit, 1, width=width)
        blocked = below if self._may_repeat(choice) else b.op("or", below, bit, width=width)
        if self._may_repeat(choice):
            single = self._single_kinds(choice, self.arm.statics[slot])
            blocked = b.op("or", below, b.op("and", bit, single, width=width), width=width)
        none = b.op("lt", last, 0)
        gone = b.op("select", none, 0, blocked, width=width)
        return b.op("and", mask, b.op("xor", gone, (1 << width) - 1, width=width), width=width)

    def _pair_after_last(
        self, choice: core.Choice, slot: int, digit: Operand, what: tuple[Operand, Width]
    ) -> Operand:
        b = self.code.b
        seconds, width = what
        if not self.last:
            return seconds
        if self._may_repeat(choice):
            raise NotCompilableError("pairs of alike components are picked in order")
        at = ordered_slots(self.arm).index(slot)
        first, second = b.load(self.last[at]), b.load(self.last[at + 1])
        bit = bit_of(b, b.op("max", second, 0), width)
        upto = b.op("or", b.op("sub", bit, 1, width=width), bit, width=width)
        behind = b.op(
            "and", seconds, b.op("xor", upto, (1 << width) - 1, width=width), width=width
        )
        level = b.op("select", b.op("eq", digit, first), behind, 0, width=width)
        return b.op("select", b.op("gt", digit, first), seconds, level, width=width)

    def _may_repeat(self, choice: core.Choice) -> bool:
        """Return whether copies of one kind may follow each other."""
        if not isinstance(choice.type, Component):
            return False
        return any(self.code.unit.spec.kinds[kind].copies > 1 for kind in choice.type.kinds)

    def _single_kinds(self, choice: core.Choice, static: tuple[int, ...]) -> int:
        """Return the mask of digits whose kind has one copy."""
        assert range_of(choice.type) is not None
        kinds = self.code.unit.spec.kinds
        return sum(1 << digit for digit, kind in enumerate(static) if kinds[kind].copies <= 1)


def _ascends(static: tuple[int, ...]) -> bool:
    return list(static) == sorted(static)


def _stride(arm: ArmLayout, slot: int) -> int:
    stride = 1
    for static in arm.statics[slot + 1 :]:
        stride *= len(static)
    return stride
