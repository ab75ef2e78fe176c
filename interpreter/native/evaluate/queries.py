"""Code for queries: loops through domains, and what is made of what they find. Ref §20.

before:  count x in Cell where on(x) is 3
after:   a loop over the cells that counts; or, where `bitsets` can, one `popcount`
"""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from interpreter.facts.coverage_points import deciding_probes
from interpreter.native.errors import NotCompilableError
from interpreter.native.evaluate import asking, bitsets, drafts
from interpreter.native.evaluate.buffers import Buffered, buffered
from interpreter.native.evaluate.given import Given
from interpreter.native.evaluate.listed_sets import BufferSet, ConstSet
from interpreter.native.evaluate.scalars import Scalar
from interpreter.native.evaluate.sets import (
    Loaded,
    MaskSet,
    SetValue,
    Value,
    each_in,
)
from interpreter.native.evaluate.spaces import lines, nearby, regions
from interpreter.native.evaluate.unit import Code, Env
from interpreter.native.ir.bits import Bitset
from interpreter.native.ir.nodes import Block, Operand
from interpreter.native.ir.statuses import FAULT
from interpreter.native.memory.coverage import are_noted, note_decided
from rulelang import core
from rulelang.core.folds import FOLDS, otherwise_of, value_of
from rulelang.core.intervals import FLAG, Range, checked, join


def each_found(
    code: Code,
    search: core.Search,
    env: Env,
    body: Callable[[Env], None],
    *,
    distinct: bool = False,
) -> None:
    """Run the body for every tuple that a search finds, with the bindings appended to `env`.

    `distinct`: of alike elements of a binder one is enough.
    """
    if search.where is not None and (distinct or _is_plain(code, search, env)):
        fast, rest = bitsets.narrowed(code, search, env)
        if fast is not None:
            each_in(code, fast, lambda element: _asked(code, rest, (*env, element), body))
            return
    first, *more = search.binders
    if more:
        # The last binder is asked with the others bound, so that it may be a mask all the same.
        inner = core.Search(tuple(more), search.where)
        each_found(
            code,
            core.Search((first,), None),
            env,
            lambda found: each_found(code, inner, found, body, distinct=distinct),
            distinct=distinct,
        )
        return
    parts = () if search.where is None else (search.where,)
    few = None if first.followed else regions.touching(code, search, env)
    if few is not None:
        groups, rest = few
        groups.each(code, lambda element: _asked(code, rest, (*env, element), body))
        return

    def ask(inner: Env) -> None:
        _asked(code, parts, inner, body)

    domain = asking.set_of(code, first.domain, env)
    if first.followed:
        _each_pair(code, domain, env, ask)
    else:
        domain.each(code, lambda element: ask((*env, element)), distinct=distinct)


def _each_pair(code: Code, domain: SetValue, env: Env, body: Callable[[Env], None]) -> None:
    """Run the body for every two neighbours in a row."""
    b = code.b
    row = buffered(code, domain)

    def pair(first: Operand) -> None:
        slot = b.op("add", row.start, first)
        body((*env, row.element(code, slot), row.element(code, b.op("add", slot, 1))))

    b.count_up(0, b.op("sub", row.length, 1), pair)


def _asked(
    code: Code, parts: tuple[core.Expr, ...], env: Env, body: Callable[[Env], None]
) -> None:
    """Run the body where all parts hold."""
    b = code.b
    after = b.block()
    for part in parts:
        on = b.block()
        asking.branch_on(code, part, env, on, after)
        b.enter(on)
    body(env)
    b.jump(after)
    b.enter(after)


def _is_plain(code: Code, search: core.Search, env: Env) -> bool:
    """Return whether a search with one binder goes through distinct elements, ascending."""
    return len(search.binders) == 1 and bitsets.is_plain(code, search.binders[0].domain, env)


def branch_on_exists(code: Code, search: core.Search, env: Env, to: tuple[Block, Block]) -> None:
    """Go on in the first block where a search finds anything, else in the second."""
    b = code.b
    yes, no = to
    if nearby.branch_on_nearby(code, search, env, to):
        return
    some = bitsets.maybe_found(code, search, env)
    if some is not None:
        likely = b.block("maybe")
        b.branch(b.op("ne", some.mask, 0), likely, no)
        b.enter(likely)
    fast = bitsets.found_bitset(code, search, env)
    if fast is not None:
        b.branch(b.op("ne", fast.mask, 0), yes, no)
        return
    if lines.branch_on_lines(code, search, env, to):
        return

    def hit(_: Env) -> None:
        b.jump(yes)

    each_found(code, search, env, hit, distinct=True)
    b.jump(no)


def answer(code: Code, e: core.Fold, env: Env) -> Loaded:
    """Return what a query makes of what it finds; whether it finds anything, as a number."""
    match e.fold:
        case "some":
            return Scalar(code.b.flag(asking.condition(code, e, env)), FLAG)
        case "count":
            return _tally(code, e.search, env)
        case "sum" | "product":
            return _total(code, e, env)
        case "highest" | "lowest":
            return _extreme(code, e, env)
        case "first":
            return _first(code, e, env)
        case "only":
            return _best(code, e, env)
        case "all":
            return _all(code, e.search, env)
        case _:
            assert_never(e.fold)


def _tally(code: Code, search: core.Search, env: Env) -> Scalar:
    b = code.b
    found = Range(0, drafts.bound(code, search, env))
    if _is_plain(code, search, env):
        fast = bitsets.found_bitset(code, search, env)
        if fast is not None:
            return Scalar(b.op("popcount", fast.mask, width=64), found)
    count = b.variable()
    b.set(count, 0)
    each_found(code, search, env, lambda _: b.set(count, b.op("add", b.get(count), 1)))
    return Scalar(b.get(count), found)


def _total(code: Code, e: core.Fold, env: Env) -> Scalar:
    b, asked = code.b, value_of(e)
    total, adds = b.variable(), e.fold == "sum"
    b.set(total, 0 if adds else 1)
    ranges: list[Range] = []

    def take(inner: Env) -> None:
        found = asking.number(code, asked, inner)
        ranges.append(found.range)
        b.set(total, b.op("add" if adds else "mul", b.get(total), found.op))

    each_found(code, e.search, env, take)
    one = join(*ranges)
    low, high = FOLDS[e.fold].reach((one.low, one.high), (0, drafts.bound(code, e.search, env)))
    return Scalar(b.get(total), checked(Range(low, high)))


def _extreme(code: Code, e: core.Fold, env: Env) -> Scalar:
    b, asked = code.b, value_of(e)
    best, some = b.variable(), b.variable(1)
    b.set(best, 0)
    b.set(some, 0)
    ranges: list[Range] = []

    def weigh(inner: Env) -> None:
        found = asking.number(code, asked, inner)
        ranges.append(found.range)
        ahead = b.op("gt" if e.fold == "highest" else "lt", found.op, b.get(best))
        better = b.op("or", ahead, b.invert(b.get(some)), width=1)
        b.set(best, b.op("select", better, found.op, b.get(best), width=64))
        b.set(some, 1)

    def put(other: Value) -> None:
        single = asking.as_single(other)
        ranges.append(single.range)
        b.set(best, single.op)

    each_found(code, e.search, env, weigh, distinct=True)
    _unless(code, b.get(some), (otherwise_of(e), env), put)
    return Scalar(b.get(best), join(*ranges))


def _unless(
    code: Code, found: Operand, other: tuple[core.Expr, Env], put: Callable[[Value], None]
) -> None:
    """Put the value of an expression where nothing was found."""
    b = code.b
    none, after = b.block("otherwise"), b.block()
    b.branch(found, after, none)
    b.enter(none)
    put(asking.value(code, *other))
    b.jump(after)
    b.enter(after)


def _first(code: Code, e: core.Fold, env: Env) -> Loaded:
    b = code.b
    if _is_plain(code, e.search, env):
        fast = bitsets.found_bitset(code, e.search, env)
        if fast is not None:
            return _first_in(code, e, env, fast)
    given, done = Given(code, b.variable()), b.block("found")

    def take(inner: Env) -> None:
        op = given.operand(inner[-1])
        b.set(given.variable, op)
        b.jump(done)

    each_found(code, e.search, env, take)
    given.otherwise(asking.value(code, otherwise_of(e), env))
    b.jump(done)
    b.enter(done)
    return given.value()


def _first_in(code: Code, e: core.Fold, env: Env, found: Bitset) -> Loaded:
    b = code.b
    if found.mask == 0:  # of a domain that is always empty, be it one of collections
        return asking.value(code, otherwise_of(e), env)
    into = b.variable()
    some = b.op("ne", found.mask, 0)
    hit, miss, after = b.block(), b.block("otherwise"), b.block()
    b.branch(some, hit, miss)
    b.enter(hit)
    b.set(into, b.op("add", b.op("ctz", found.mask, width=64), found.base))
    b.jump(after)
    b.enter(miss)
    other = asking.scalar(code, otherwise_of(e), env)
    b.set(into, other.op)
    b.jump(after)
    b.enter(after)
    return Scalar(b.get(into), join(found.range, other.range))


def _best(code: Code, e: core.Fold, env: Env) -> Loaded:
    b = code.b
    elements = drafts.sample(code, e.search, env)
    if not elements:  # of a domain that is always empty
        return asking.value(code, otherwise_of(e), env)
    given, some, tied = Given(code, b.variable()), b.variable(1), b.variable(1)
    marks = [b.variable() for _ in e.keys]
    for element in elements:
        given.operand(element)
    best, width = given.variable, given.width
    for variable in (best, some, tied, *marks):
        b.set(variable, 0)

    def weigh(inner: Env) -> None:
        element = given.operand(inner[-1])
        ahead, level = compare_keys(code, e.keys, inner, marks)
        new = b.op("or", b.op("and", ahead[0], 1, width=1), b.invert(b.get(some)), width=1)
        values = ahead[1]
        other = b.op("ne", element, b.get(best))
        draws = b.op("and", b.op("and", level, other, width=1), b.get(some), width=1)
        still = b.op("or", b.get(tied), draws, width=1)
        b.set(tied, b.op("and", still, b.invert(new), width=1))
        for mark, found in zip(marks, values, strict=True):
            b.set(mark, b.op("select", new, found, b.get(mark), width=64))
        b.set(best, b.op("select", new, element, b.get(best), width=width))
        b.set(some, 1)

    each_found(code, e.search, env, weigh, distinct=True)
    if are_noted(e.keys, code.unit.spec):
        each_found(
            code,
            e.search,
            env,
            lambda inner: note_behind(code, e.keys, inner, marks),
            distinct=True,
        )
    clear = b.op("and", b.get(some), b.invert(b.get(tied)), width=1)
    _unless(code, clear, (otherwise_of(e), env), given.otherwise)
    return given.value()


def _all(code: Code, search: core.Search, env: Env) -> SetValue:
    """Return the elements that a search finds: a mask, or a buffer in their order, copies too."""
    b = code.b
    most = drafts.bound(code, search, env)
    is_plain = _is_plain(code, search, env)
    if is_plain:
        fast = bitsets.found_bitset(code, search, env)
        if fast is not None:
            return ConstSet(()) if fast.mask == 0 else MaskSet(fast, most)
    buffer, length = Buffered(code, most), b.variable()
    b.set(length, 0)

    def put(inner: Env) -> None:
        buffer.put(b.get(length), inner[-1])
        b.set(length, b.op("add", b.get(length), 1))

    each_found(code, search, env, put)
    return buffer.found(b.get(length), is_plain=is_plain)


def compare_keys(
    code: Code, keys: tuple[core.Key, ...], env: Env, marks: list[int]
) -> tuple[tuple[Operand, list[Operand]], Operand]:
    """Return whether the keys are ahead of the marks, the keys, and whether they are level."""
    b = code.b
    values: list[Operand] = []
    ahead: Operand = 0
    level: Operand = 1
    for key, mark in zip(keys, marks, strict=True):
        found = asking.number(code, key.value, env)
        values.append(found.op)
        better = b.op("gt" if key.most else "lt", found.op, b.get(mark))
        ahead = b.op("or", ahead, b.op("and", level, better, width=1), width=1)
        level = b.op("and", level, b.op("eq", found.op, b.get(mark)), width=1)
    return (ahead, values), level


def note_behind(code: Code, keys: tuple[core.Key, ...], env: Env, best: list[int]) -> None:
    """Note which key tells something from the best; watched play asks so for all there is."""
    b = code.b
    values = [asking.number(code, key.value, env).op for key in keys]
    two = [(value, b.get(one)) for value, one in zip(values, best, strict=True)]
    note_decided(b, deciding_probes(keys, code.unit.spec), two)


# ---------------------------------------------------------------- orders and unions


def around(code: Code, e: core.Around, env: Env) -> SetValue:
    """Return the elements of a set once round from one of them."""
    b = code.b
    source = buffered(code, asking.set_of(code, e.source, env))
    if source.holds_sets:
        raise NotCompilableError(
            "collections are gone through once round", "leave out where that begins"
        )
    start = asking.value(code, e.start, env)
    if not isinstance(start, Scalar):  # only in `{}` a collection is looked for
        b.fault_unless(0, FAULT)
        return ConstSet(())
    place, there = b.variable(), b.variable(1)
    b.set(place, 0)
    b.set(there, 0)

    def find(at: Operand) -> None:
        same = b.op("eq", b.peek(source.buffer, b.op("add", source.start, at)), start.op)
        fresh = b.op("and", same, b.invert(b.get(there)), width=1)
        b.set(place, b.op("select", fresh, at, b.get(place), width=64))
        b.set(there, b.op("or", b.get(there), same, width=1))

    b.count_up(0, source.length, find)
    b.fault_unless(b.get(there), FAULT)
    into = b.buffer(source.most)
    length = b.op("max", source.length, 1)

    def lay(at: Operand) -> None:
        step = b.op("add", at, 1 if e.after else 0)
        if e.backwards:
            turned = b.op("sub", b.op("add", b.get(place), length), step)
        else:
            turned = b.op("add", b.get(place), step)
        slot = b.op("add", source.start, b.op("floormod", turned, length))
        b.poke(into, at, b.peek(source.buffer, slot))

    b.count_up(0, source.length, lay)
    return BufferSet(into, 0, source.length, source.range, source.most, is_plain=False)
